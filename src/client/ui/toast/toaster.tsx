import { lazy, Suspense, useSyncExternalStore } from 'react';
import { NO_TOASTS, readToasts, subscribeToToasts, type Toast } from './toast-store';

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

/** Shows toasts if the full view cannot be loaded. */
const PlainToast = ({ toasts }: { toasts: readonly Toast[] }) => (
  <div
    role="alert"
    data-toasts
    className="fixed right-0 bottom-0 z-50 w-full p-4 max-lg:in-[body:has([data-bottom-bar])]:bottom-17 lg:in-[body:has([data-side-panel][open])]:right-[430px] sm:max-w-[420px]"
  >
    {toasts
      .filter((toast) => toast.open)
      .map(({ id, title, description }) => (
        <p key={id} className="rounded-card border border-red-600 bg-red-100 p-4 shadow-card">
          <b className="block">{title}</b> {description}
        </p>
      ))}
  </div>
);
