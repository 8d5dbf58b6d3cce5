/** `hasCart`: true for pages of the saved cart; the marketplace's cart is lost. */
type LoadFailureProps = { title: string; address: string; hasCart?: boolean };

/** Says that a page could not load its data. The retry is a link, so that it works without scripts. */
export const LoadFailure = ({ title, address, hasCart = true }: LoadFailureProps) => (
  <main id="main" className="wrap grid min-h-[60vh] content-center justify-items-center gap-3 py-16 text-center">
    <svg viewBox="0 0 80 60" className="w-28" aria-hidden="true">
      <path d="M8 56V16A8 8 0 0 1 16 8h48a8 8 0 0 1 8 8v40M40 8v48M8 32h64" fill="none" stroke="var(--color-sage-300)" strokeWidth="4" />
      <path d="M18 24l8-8M50 50l12-12" stroke="var(--color-citrus-500)" strokeWidth="4" strokeLinecap="round" />
    </svg>
    <h1 className="font-bold text-3xl sm:text-4xl">{title}</h1>
    <p className="max-w-[32em] text-lg text-muted">
      Something went wrong on our side. {hasCart ? 'Your cart is safe. Please' : 'Please'} try again in a moment.
    </p>
    <a className="button-primary mt-3" href={address}>
      Try again
    </a>
  </main>
);
