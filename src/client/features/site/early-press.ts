import { useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** Notes what was pressed last before there was a script to do it; the page's first script sets it up (src/server/page-parts.ts). */
    earlyPress?: EventListenerObject & { press?: Event };
  }
}

/**
 * Presses the button again that was pressed before the page around it was taken over, unless it is this very press that has it
 * taken over; links and forms have done their part by themselves.
 */
export function EarlyPress() {
  // The browser's own event, from before React; the button comes when React is done with what it is at.
  useLayoutEffect(() => {
    const early = window.earlyPress;
    if (!early) return;
    window.removeEventListener('click', early, true);
    delete window.earlyPress;
    const { press } = early;
    // A press that is still on its way is heard by React itself.
    if (!(press?.target instanceof Element) || press.eventPhase !== Event.NONE) return;
    const button = press.target.closest<HTMLButtonElement>('button[type=button]');
    setTimeout(() => button?.click());
  }, []);
  return null;
}
