import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { tryStorage } from '../../browser-store';
import { getMilliseconds } from '../../milliseconds';
import { ENTRIES } from './navigation-entries';
import { openPalette } from './palette-store';

/** Browser storage key that turns the single keys off on this device. */
const OFF_KEY = 'officeShortcutsOff';
/** Time to press the second key of a sequence. */
const SEQUENCE_MS = 1500;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const readIsOn = (): boolean => tryStorage(() => localStorage.getItem(OFF_KEY)) == null;

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, readIsOn);

/** Turns the single keys on or off on this device (WCAG 2.2, 2.1.4). The combination with Ctrl or Command always works. */
export function setShortcutsOn(isOn: boolean): void {
  tryStorage(() => (isOn ? localStorage.removeItem(OFF_KEY) : localStorage.setItem(OFF_KEY, '1')));
  for (const listener of listeners) listener();
}

/** Elements that take letters themselves. */
const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=menu], [role=listbox], [role=combobox]';
const OPEN_DIALOG = '[role=dialog], [role=alertdialog], [role=menu]';
const findDialogs = (): Element[] => [...document.querySelectorAll(OPEN_DIALOG)];
/** A record beside its list, above which the palette may open. */
const isDrawer = (dialog: Element): boolean => dialog.querySelector('[data-drawer-body]') !== null;

/** Presses the button that creates a record on the current screen; on a screen without one, offers all that can be created. */
function pressNew(): void {
  const button = document.querySelector<HTMLElement>('main [data-new]');
  if (button) button.click();
  else openPalette('new');
}

const isPaletteCombination = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

const isSingleKey = ({ ctrlKey, metaKey, altKey, repeat, isComposing, target }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !repeat && !isComposing && !(target instanceof Element && target.closest(TYPING));

/**
 * Listens for the office's keys. They do nothing while a dialog is open, except for the combination above a record; single keys do nothing
 * while a person types.
 */
export function useShortcuts(showHelp: () => void): void {
  const navigate = useNavigate();
  const goTo = (to: NavigateOptions['to']) => void navigate({ to, search: {} } as NavigateOptions);
  const onSingleKey = useEffectEvent((key: string, afterG: boolean): boolean => {
    const entry = afterG ? ENTRIES.find((candidate) => candidate.key === key) : undefined;
    if (entry) goTo(entry.to);
    else if (key === '/') openPalette();
    else if (key === '?') showHelp();
    else if (key === 'n') pressNew();
    else return false;
    return true;
  });

  // Follows the keyboard of the whole page.
  useEffect(() => {
    let gPressedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const dialogs = findDialogs();
      if (isPaletteCombination(event) && dialogs.every(isDrawer)) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (dialogs.length > 0 || !isSingleKey(event) || !readIsOn()) return;
      const now = getMilliseconds();
      const isAfterG = now - gPressedAt < SEQUENCE_MS;
      gPressedAt = event.key === 'g' && !isAfterG ? now : Number.NEGATIVE_INFINITY;
      // Keeps the slash out of the field that takes the focus.
      if (onSingleKey(event.key, isAfterG)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
