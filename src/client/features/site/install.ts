import { useSyncExternalStore } from 'react';
import { tryStorage } from '../../browser-store';

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

export function dismissInstall(): void {
  // Without storage the banner stays hidden on this page only.
  tryStorage(() => localStorage.setItem(DISMISSED, 'true'));
  isBannerHidden = true;
  setOffered(offered);
}

/** Returns true while the install banner should be visible. */
export const useInstallOffer = (): boolean => useSyncExternalStore(subscribe, isBannerDue, () => false);
