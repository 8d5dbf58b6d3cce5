import { useSyncExternalStore } from 'react';

/** Below this width lists show two-line rows instead of a table. */
const NARROW = '(width < 40rem)';

const readNarrow = (): boolean => window.matchMedia?.(NARROW).matches ?? false;

/** Calls the listener when the window becomes narrow or wide; returns a function that stops it. */
function subscribe(listener: () => void) {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Returns true in a window as narrow as a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, readNarrow, () => false);
