import { useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** Clicks and selections before hydration, and the controls marked busy for them; filled by the server's boot script. */
    early?: { done: { event: Event; value?: string }[]; busy: Element[]; end: () => void };
  }
}

/** Replays button clicks and selections that were made before hydration. Links and forms worked without it. */
export function EarlyClicks() {
  // Replays browser events after the current render.
  useLayoutEffect(() => {
    const { early } = window;
    if (!early) return;
    early.end();
    // React handles events that are still being dispatched.
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
