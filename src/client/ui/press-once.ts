import type { KeyboardEvent, MouseEvent } from 'react';

/** Two taps within this time and distance are a double tap, which phones report as two clicks. */
const SOON_MS = 500;
const NEAR_PX = 40;
let lastTap = { timeStamp: Number.NEGATIVE_INFINITY, clientX: 0, clientY: 0 };

function isSecondHalf({ detail: clicks, nativeEvent: click }: MouseEvent): boolean {
  if (!(click instanceof PointerEvent) || click.pointerType !== 'touch') return clicks > 1;
  const { timeStamp, clientX, clientY } = lastTap;
  lastTap = click;
  return click.timeStamp - timeStamp < SOON_MS && Math.hypot(click.clientX - clientX, click.clientY - clientY) < NEAR_PX;
}

/**
 * Returns the handlers of a button that acts at once. They ignore the second half of a double click or double tap and held-down keys,
 * even if another button has taken the place of the first.
 */
export const pressOnce = (press: () => void) => ({
  onClick: (event: MouseEvent) => {
    if (!isSecondHalf(event)) press();
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
  },
});
