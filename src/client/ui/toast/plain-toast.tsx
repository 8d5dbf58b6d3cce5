import type { Toast } from './toast-store';

/** Shows toasts if the full view cannot be loaded. */
export const PlainToast = ({ toasts }: { toasts: readonly Toast[] }) => (
  <div
    role="alert"
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
