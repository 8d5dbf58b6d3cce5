/** Moves the focus to the screen's title, so that keyboards and screen readers continue from there. */
export const focusTitle = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });

/** A `ref` for an element that may be removed while focused: the focus then moves to the screen's title. */
export const focusTitleOnRemoval = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) setTimeout(focusTitle);
};
