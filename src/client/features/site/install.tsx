import { useSyncExternalStore } from 'react';
import { tryStorage } from '../../browser-store';
import { useCompany } from '../../ui/public/company';
import { Icon, Logo } from '../../ui/public/icons';

const DISMISSED = 'pwa-banner-dismissed';
const MANUAL_STEPS =
  "To install this app: on iPhone or iPad use Share then Add to Home Screen; on Android use the browser menu's Install App option.";

type InstallPrompt = Event & { prompt: () => Promise<unknown> };

let offered: InstallPrompt | undefined;
let isBannerHidden = false;
const listeners = new Set<() => void>();
function setOffered(next: InstallPrompt | undefined): void {
  offered = next;
  for (const listener of listeners) listener();
}

const wasDismissed = () => tryStorage(() => localStorage.getItem(DISMISSED) !== null) ?? false;

declare global {
  interface Window {
    /** An install prompt that came before this script; stored by the server's boot script. */
    installOffer?: Event;
  }
}

// The browser offers its prompt once per page, possibly before the first render.
if (typeof window !== 'undefined') {
  offered = window.installOffer as InstallPrompt | undefined;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffered(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => setOffered(undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isBannerDue = () =>
  offered !== undefined && !isBannerHidden && !wasDismissed() && !window.matchMedia('(display-mode: standalone)').matches;

export async function installApp(): Promise<void> {
  const prompt = offered;
  if (!prompt) return window.alert(MANUAL_STEPS);
  // A prompt can be used once.
  setOffered(undefined);
  try {
    await prompt.prompt();
  } catch {
    window.alert(MANUAL_STEPS);
  }
}

function dismiss(): void {
  // Without storage the banner stays hidden on this page only.
  tryStorage(() => localStorage.setItem(DISMISSED, 'true'));
  isBannerHidden = true;
  setOffered(offered);
}

export function InstallBanner() {
  const isDue = useSyncExternalStore(subscribe, isBannerDue, () => false);
  const { shortName } = useCompany();
  if (!isDue) return null;
  return (
    <section
      aria-label="Install the app"
      className="fixed inset-x-3 bottom-3 z-40 mx-auto flex max-w-2xl flex-wrap items-center gap-3 rounded-card border border-line bg-paper p-4 pr-14 shadow-card"
    >
      <Logo className="size-10 shrink-0" />
      <p className="grow basis-52 leading-snug">
        <b className="block">Install {shortName}</b>
        <span className="text-muted text-sm">Book and shop from your home screen, even on a weak connection.</span>
      </p>
      <button type="button" className="button-dark" onClick={() => void installApp()}>
        Install App
      </button>
      <button type="button" className="button-ghost" onClick={dismiss}>
        Maybe Later
      </button>
      <button
        type="button"
        aria-label="Close"
        className="absolute top-1.5 right-1.5 grid size-11 place-items-center rounded-full hover:bg-sage-100"
        onClick={dismiss}
      >
        <Icon name="close" className="size-4" />
      </button>
    </section>
  );
}
