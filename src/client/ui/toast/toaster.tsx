import { lazy, Suspense, useSyncExternalStore } from 'react';
import { PlainToast } from './plain-toast';
import { NO_TOASTS, readToasts, subscribeToToasts } from './toast-store';

/** Fetches the parts of a toast ahead of the first one, for when the server may no longer be there to ask. */
export const preloadToast = () => import('./toast-view');
const ToastView = lazy(() => preloadToast().catch(() => ({ default: PlainToast })));

/** Where toasts appear. Its parts are loaded with the first toast, so that a page without one does not carry them. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, () => NO_TOASTS);
  return toasts.length === 0 ? null : (
    <Suspense fallback={null}>
      <ToastView toasts={toasts} />
    </Suspense>
  );
}
