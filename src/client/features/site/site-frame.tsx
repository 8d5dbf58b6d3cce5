import { type ReactNode, useLayoutEffect } from 'react';
import { formatAddress } from '../../../shared/company';
import { useCompany } from '../../ui/public/company';
import { InstallBanner } from './install';
import { OfflineNotice } from './offline-notice';
import { SiteFooter } from './site-footer';
import { type Cart, SiteHeader } from './site-header';

type SiteFrameProps = { cart?: Cart; isLanding?: boolean; children: ReactNode };

/** Wraps every public page; `children` contains the `<main id="main">`. */
export function SiteFrame({ cart, isLanding = false, children }: SiteFrameProps) {
  return (
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
      <SiteFooter isLanding={isLanding} />
      <InstallBanner />
      <EarlyClicks />
    </>
  );
}

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
    /** Clicks and selections before hydration, and the controls marked busy for them; filled by the server's boot script. */
    early?: { done: { event: Event; value?: string }[]; busy: Element[]; end: () => void };
  }
}

/** Replays button clicks and selections that were made before hydration. Links and forms worked without it. */
function EarlyClicks() {
  // Replays browser events after the current render.
  useLayoutEffect(() => {
    const { early } = window;
    if (!early) return;
    early.end();
    // React handles events that are still being dispatched, but has set a selection back by then.
    const missed = early.done.filter(({ event }) => event.eventPhase === Event.NONE);
    setTimeout(() => {
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
  } else if (target instanceof Element) target.closest<HTMLButtonElement>('button[type=button]')?.click();
}
