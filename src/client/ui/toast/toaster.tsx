import { lazy, Suspense, useSyncExternalStore } from 'react';
import { PlainToast } from './plain-toast';
import { NO_TOASTS, readToasts, subscribeToToasts } from './toast-store';

/** Loads the toast view in advance, so that it works even if the server is unreachable later. */
export const preloadToast = () => import('./toast-view');
const ToastView = lazy(() => preloadToast().catch(() => ({ default: PlainToast })));

/** Shows toasts. Loads their view with the first one, to keep it out of the page's initial scripts. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, () => NO_TOASTS);
  return toasts.length === 0 ? null : (
    <Suspense fallback={null}>
      <ToastView toasts={toasts} />
    </Suspense>
  );
}
