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

/** Returns the handlers of a button that ignore the second half of a double click or tap, also on its successor, and held keys. */
export const pressOnce = (press: () => void) => ({
  onClick: (event: MouseEvent) => {
    if (!isSecondHalf(event)) press();
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
  },
});
