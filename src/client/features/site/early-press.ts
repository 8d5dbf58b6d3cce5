import { useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** The presses and choices made before hydration, and the controls marked busy for them; src/server/http/pages/boot-script.ts fills it. */
    early?: { done: { event: Event; value?: string }[]; busy: Element[]; end: () => void };
  }
}

/**
 * Does again what was done before the page was taken over, unless it is this very press that has it taken over: presses the
 * buttons, and chooses what was chosen. Links and forms have done their part by themselves.
 */
export function EarlyClicks() {
  // The browser's own events, from before React; they come again when React is done with what it is at.
  useLayoutEffect(() => {
    const { early } = window;
    if (!early) return;
    early.end();
    // What is still on its way is heard by React itself.
    const missed = early.done.filter(({ event }) => event.eventPhase === Event.NONE);
    setTimeout(() => {
      for (const { event, value } of missed) repeat(event.target, value);
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
