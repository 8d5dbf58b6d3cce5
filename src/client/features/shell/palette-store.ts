import { useSyncExternalStore } from 'react';

type PaletteRequest = { text: string; isForJob: boolean };

let request: PaletteRequest | null = null;
const listeners = new Set<() => void>();

function set(next: typeof request): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Opens the command palette, with a text to search for if one is given. */
export const openPalette = (text = ''): void => set({ text, isForJob: false });
/** Opens the command palette where it asks for the client of a new job. */
export const planJob = (): void => set({ text: '', isForJob: true });
export const closePalette = (): void => set(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns how the palette was opened, or null while it is closed. */
export const usePaletteRequest = () => useSyncExternalStore(subscribe, () => request);
