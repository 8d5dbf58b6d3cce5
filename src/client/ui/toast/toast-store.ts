export type Toast = {
  id: number;
  title: string;
  description?: string;
  kind: 'default' | 'destructive';
  action?: { label: string; run: () => void };
  open: boolean;
  /** How long it is shown, where that is not the usual 5 s. */
  durationMs?: number;
};

/** A dismissed toast is forgotten after this long (public-site.md §9). */
const REMOVE_DELAY_MS = 1_000_000;

/** As long as none was shown, on the server and in the browser alike. */
export const NO_TOASTS: readonly Toast[] = [];
let toasts = NO_TOASTS;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast; at most one at a time, so it takes the place of the one before. */
export function showToast(toast: Omit<Toast, 'id' | 'open' | 'kind'> & { kind?: Toast['kind'] }): void {
  set([{ kind: 'default', ...toast, id: nextId++, open: true }]);
}

/** Hides a toast; it is kept for the long delay and then removed. */
export function dismissToast(id: number): void {
  set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), REMOVE_DELAY_MS);
}

/** Calls the listener at each change; answers how to stop that. */
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** What is shown or was lately. */
export const readToasts = () => toasts;
