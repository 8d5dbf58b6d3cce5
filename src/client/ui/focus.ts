import { findLeftLink } from './left-link';

/** Moves the focus to the open drawer or else to the screen's title, so that keyboards and screen readers continue from there. */
export function focusTitle(): void {
  const drawer = document.querySelector('[data-drawer-body]')?.closest<HTMLElement>('[role=dialog]');
  (drawer ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
}

/** Gives the focus back to the element that had it, or if that is missing to the link by which the screen was left, or to its title. */
export function giveFocusTo(element: Element | null): void {
  const left = findLeftLink();
  if (element instanceof HTMLElement && element !== document.body && element.isConnected) element.focus();
  else if (left) left.focus({ preventScroll: true });
  else focusTitle();
}

/** A `ref` for an element that may be removed while focused: the focus then moves to its dialog, or else to the screen's title. */
export const focusTitleOnRemoval = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const dialog = element.closest<HTMLElement>('[role=dialog]');
  setTimeout(() => {
    if (dialog?.isConnected) dialog.focus({ preventScroll: true });
    else focusTitle();
  });
};
