import { clsx } from 'clsx';
import { useCompany } from '../../ui/public/company';

export function SlotsLoading({ className }: { className?: string }) {
  return (
    <div role="status" className={clsx('grid place-content-center justify-items-center gap-4 text-muted', className)}>
      <svg viewBox="0 0 48 48" className="size-10 motion-safe:animate-spin" aria-hidden="true">
        <circle cx="24" cy="24" r="19" fill="none" stroke="var(--color-sage-200)" strokeWidth="6" />
        <path d="M24 5a19 19 0 0 1 19 19" fill="none" stroke="var(--color-pine-600)" strokeWidth="6" strokeLinecap="round" />
      </svg>
      Loading available time slots...
    </div>
  );
}

export function SlotsFailed({ onRetry }: { onRetry: () => void }) {
  const { phone } = useCompany();
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-card border border-red-600 bg-red-100 p-5">
      <p className="font-medium">The available times could not be loaded. Please try again, or call us: {phone.display}.</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button-dark" onClick={onRetry}>
          Try again
        </button>
        <a className="button-ghost" href={phone.href}>
          Call us
        </a>
      </div>
    </div>
  );
}
