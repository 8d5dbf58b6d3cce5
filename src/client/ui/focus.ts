import { findLeftLink } from './left-link';

const DIALOG = '[role=dialog], [role=alertdialog]';
const findDrawer = () => document.querySelector('[data-drawer-body]')?.closest<HTMLElement>('[role=dialog]');

/** Moves the focus to the open drawer or else to the screen's title, so that keyboards and screen readers continue from there. */
export function focusTitle(): void {
  (findDrawer() ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
}

/** Returns whether an element is still on the screen, and not behind an open drawer, which makes the office inert. */
const isInReach = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.isConnected && (!findDrawer() || element.closest(DIALOG) !== null);

/**
 * Gives the focus back to the element that had it. If that is out of reach, the focus goes to a row (`focusRow`), else to the link by which
 * the screen was left, else to the screen's title.
 */
export function giveFocusTo(element: Element | null, focusRow = () => false): void {
  const left = findLeftLink();
  if (isInReach(element)) element.focus();
  else if (focusRow()) return;
  else if (isInReach(left)) left.focus({ preventScroll: true });
  else focusTitle();
}

const tryFocus = (element: HTMLElement): boolean => {
  if (isInReach(element)) element.focus();
  return document.activeElement === element;
};

/**
 * Remembers the row of an action and the rows beside it. Returns a function that focuses an action of that row if it still has any, or else
 * the same action of the next row, or else of the row before. The function returns false if no row has the action.
 */
function rememberRow(element: Element | null): () => boolean {
  const row = element?.closest('li, tr');
  const action = element instanceof HTMLElement ? element.dataset.action : undefined;
  if (!row || action === undefined) return () => false;
  const rows = [...(row.parentElement?.children ?? [])];
  const place = rows.indexOf(row);
  return () =>
    [row, ...rows.slice(place + 1), ...rows.slice(0, place).reverse()].some((other) =>
      [...other.querySelectorAll<HTMLElement>('[data-action]')].some(
        (button) => (other === row || button.dataset.action === action) && tryFocus(button),
      ),
    );
}

/** Returns a function that gives the focus back to the element that has it now, or if its row is gone to the next row. */
export function rememberFocus(): () => void {
  const element = document.activeElement;
  const focusRow = rememberRow(element);
  return () => giveFocusTo(element, focusRow);
}

/**
 * A `ref` for an element that may be removed while focused: the focus then moves to the next row of its list, or else to its dialog, or
 * else to the screen's title.
 */
export const passFocusOnRemoval = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const dialog = element.closest<HTMLElement>('[role=dialog]');
  const focusRow = rememberRow(element);
  setTimeout(() => {
    // A successor of the element may have taken the focus.
    if (document.activeElement !== document.body && document.activeElement !== dialog) return;
    if (focusRow()) return;
    if (dialog?.isConnected) dialog.focus({ preventScroll: true });
    else focusTitle();
  });
};
