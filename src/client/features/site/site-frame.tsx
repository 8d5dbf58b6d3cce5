import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import { formatAddress } from '../../../shared/company';
import { useCompany } from '../../ui/public/company';
import { endTurns, InTurn } from '../../ui/public/turns';
import { useInstallOffer } from './install';
import { SiteFooter } from './site-footer';
import { type Cart, SiteHeader } from './site-header';

const InstallBanner = lazy(() => import('./install-banner').then((module) => ({ default: module.InstallBanner })));

/** Wraps every public page; `children` contains the `<main id="main">`. */
export const SiteFrame = ({ cart, isLanding = false, children }: { cart?: Cart; isLanding?: boolean; children: ReactNode }) => (
  <>
    <a
      href="#main"
      className="sr-only print:hidden focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-small focus:bg-citrus-400 focus:px-4 focus:py-3 focus:text-pine-950"
    >
      Skip to content
    </a>
    <SiteHeader {...(cart && { cart })} />
    <Letterhead />
    <OfflineNotice />
    {children}
    <InTurn turn="footer">
      <SiteFooter isLanding={isLanding} />
    </InTurn>
    <InstallOffer />
    <EarlyClicks />
  </>
);

/** Shows the install banner while the browser offers to install the site. Few browsers do, so its markup loads only then. */
const InstallOffer = () =>
  useInstallOffer() && (
    <Suspense fallback={null}>
      <InstallBanner />
    </Suspense>
  );

function Letterhead() {
  const { name, phone, email, ...place } = useCompany();
  return (
    <div className="wrap hidden border-line border-b pb-3 print:block">
      <p className="font-bold font-display text-xl">{name}</p>
      <p>
        {formatAddress(place)} · {phone.display} · {email}
      </p>
    </div>
  );
}

declare global {
  interface Window {
    /** Clicks and selections before hydration, and the controls marked busy for them; filled by an inline script of the server's. */
    early?: { done: { event: Event; value?: string }[]; busy: Element[]; end: () => void };
  }
}

/** Replays button clicks, selections and scripted forms that were made before hydration. Links and plain forms worked without it. */
function EarlyClicks() {
  // Replays browser events after the current render.
  useLayoutEffect(() => {
    const { early } = window;
    if (!early) return;
    early.end();
    // React handles events that are still being dispatched, but has set a selection back by then.
    const missed = early.done.filter(({ event }) => event.eventPhase === Event.NONE);
    setTimeout(() => {
      if (early.done.length > 0) endTurns();
      for (const done of early.done) {
        const { target } = done.event;
        if (missed.includes(done) || (target instanceof HTMLSelectElement && target.value !== done.value)) repeat(target, done.value);
      }
      for (const control of early.busy) control.removeAttribute('aria-busy');
    });
  }, []);
  return null;
}

function repeat(target: EventTarget | null, value = ''): void {
  if (target instanceof HTMLSelectElement) {
    target.value = value;
    target.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (target instanceof HTMLFormElement) target.requestSubmit();
  else if (target instanceof Element) target.closest<HTMLButtonElement>('button[type=button]')?.click();
}

/** Display times of the full notice, and of the message that the connection is back. */
const WHOLE_MS = 8000;
const BACK_MS = 4000;

/** `still`: offline, with the notice reduced to a short label. */
type Line = 'online' | 'offline' | 'still' | 'back';
let line: Line = 'online';

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (next: Line, then?: [Line, number]) => {
    clearTimeout(timer);
    line = next;
    onChange();
    if (then) timer = setTimeout(() => change(then[0]), then[1]);
  };
  const lose = () => change('offline', ['still', WHOLE_MS]);
  const regain = () => (line === 'offline' || line === 'still') && change('back', ['online', BACK_MS]);
  if (navigator.onLine) line = 'online';
  else lose();
  window.addEventListener('offline', lose);
  window.addEventListener('online', regain);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('offline', lose);
    window.removeEventListener('online', regain);
  };
}

/** Shows the loss and the return of the connection below the header. It overlays the page and shrinks after a few seconds. */
function OfflineNotice() {
  const now = useSyncExternalStore(
    subscribe,
    () => line,
    () => 'online' as const,
  );
  // The live region is always present, because screen readers announce only changes inside it.
  return (
    <div role="status" className="fixed inset-x-0 top-[76px] z-20">
      {now !== 'online' && (
        <p
          className={clsx(
            'py-1.5 text-center font-medium text-sm shadow-card',
            now === 'back' ? 'bg-sage-200 text-pine-950' : 'bg-amber-100 text-ink',
            now === 'still' ? 'absolute right-0 rounded-bl-small px-3' : 'px-4.5',
          )}
        >
          {now === 'back' ? 'You are back online.' : 'You are offline. '}
          {now !== 'back' && (
            <span className={clsx(now === 'still' && 'sr-only')}>Your cart and your input are saved. Sending needs a connection.</span>
          )}
        </p>
      )}
    </div>
  );
}
