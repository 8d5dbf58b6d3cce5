export type Toast = {
  id: number;
  title: string;
  description?: string;
  kind: 'default' | 'destructive';
  action?: { label: string; run: () => void };
  /** Opens the record that the toast is about. */
  onOpen?: () => void;
  open: boolean;
  /** Display time; 5 seconds if undefined. */
  durationMs?: number;
};

/** Delay before a dismissed toast is removed from the store. */
const REMOVE_DELAY_MS = 1_000_000;

/** The same empty array on the server and in the browser, for hydration. */
export const NO_TOASTS: readonly Toast[] = [];
let toasts = NO_TOASTS;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the previous one. */
export function showToast(toast: Omit<Toast, 'id' | 'open' | 'kind'> & { kind?: Toast['kind'] }): void {
  set([{ kind: 'default', ...toast, id: nextId++, open: true }]);
}

export function dismissToast(id: number): void {
  set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), REMOVE_DELAY_MS);
}

/** Hides the current toast, because it is out of date. A toast with an action, such as Undo, stays until its time is up. */
export function hideToast(): void {
  for (const { id, open, action } of toasts) if (open && !action) dismissToast(id);
}

/** Calls the listener on each change; returns a function that stops it. */
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Returns the current toasts, including hidden ones that are not removed yet. */
export const readToasts = () => toasts;
