import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readToasts, subscribeToToasts } from './toast-store';

const ToastView = lazy(() => import('./toast-view'));
const NONE: ReturnType<typeof readToasts> = [];

/** Where toasts appear. Its parts are loaded with the first toast, so that a page without one does not carry them. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, () => NONE);
  return toasts.length === 0 ? null : (
    <Suspense fallback={null}>
      <ToastView toasts={toasts} />
    </Suspense>
  );
}
