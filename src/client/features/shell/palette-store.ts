import { useSyncExternalStore } from 'react';

let request: { text: string } | null = null;
const listeners = new Set<() => void>();

function set(next: typeof request): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Opens the command palette, with a text to search for if one is given. */
export const openPalette = (text = ''): void => set({ text });
export const closePalette = (): void => set(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the text that the palette was opened with, or null while it is closed. */
export const usePaletteRequest = () => useSyncExternalStore(subscribe, () => request);
