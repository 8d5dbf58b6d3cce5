import type { MouseEvent } from 'react';

/** Taps as soon and as near after one another as these are one double tap: a phone counts each of them as a click of its own. */
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
 * The `onClick` of a button that does something at once: the second half of a double click or a double tap does nothing more, also where
 * the next step has taken the place of the first.
 */
export const pressOnce = (press: () => void) => (event: MouseEvent) => {
  if (!isSecondHalf(event)) press();
};
