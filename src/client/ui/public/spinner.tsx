export const Spinner = ({ label = 'Loading...' }: { label?: string }) => (
  <div role="status" className="grid min-h-[60vh] place-items-center">
    <svg viewBox="0 0 48 48" className="size-12 motion-safe:animate-spin" aria-hidden="true">
      <circle cx="24" cy="24" r="19" fill="none" stroke="var(--color-sage-200)" strokeWidth="6" />
      <path d="M24 5a19 19 0 0 1 19 19" fill="none" stroke="var(--color-pine-600)" strokeWidth="6" strokeLinecap="round" />
    </svg>
    <span className="sr-only">{label}</span>
  </div>
);
