import type { KeyboardEvent, MouseEvent } from 'react';

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
 * What a button is given that does something at once. The second half of a double click or a double tap does nothing more, nor does a key
 * that is held down, also where the next step has taken the place of the first.
 */
export const pressOnce = (press: () => void) => ({
  onClick: (event: MouseEvent) => {
    if (!isSecondHalf(event)) press();
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
  },
});
