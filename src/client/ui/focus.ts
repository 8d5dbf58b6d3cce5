/** Moves the focus to the screen's title, where a keyboard or a screen reader goes on. */
export const focusTitle = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });

/** As the `ref` of what may go away while it has the focus, such as the button of a step that is done: the title takes it then. */
export const focusTitleOnRemoval = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) setTimeout(focusTitle);
};
