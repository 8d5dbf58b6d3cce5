import { CompanyContact } from './company-contact';

export const NotFoundPage = () => (
  <main className="grid min-h-dvh place-items-center bg-sage-50 px-6 print:bg-transparent py-16 text-center">
    <div className="grid max-w-md justify-items-center gap-4">
      <svg viewBox="0 0 120 96" className="w-40" aria-hidden="true">
        <path d="M12 90V22A10 10 0 0 1 22 12h76a10 10 0 0 1 10 10v68" fill="none" stroke="var(--color-pine-700)" strokeWidth="6" />
        <path d="M60 12v78M12 50h96" stroke="var(--color-pine-700)" strokeWidth="4" />
        <path d="M24 62l22 22M34 58l14 14M72 20l26 26M84 20l14 14" stroke="var(--color-sage-300)" strokeWidth="4" strokeLinecap="round" />
      </svg>
      <h1 className="font-display text-4xl font-bold">404 Page Not Found</h1>
      <p className="text-muted">Did you forget to add the page to the router?</p>
      <a className="inline-flex min-h-11 items-center rounded-full bg-citrus-400 px-5 font-semibold text-pine-950 print:hidden" href="/">
        Back to Home
      </a>
      <CompanyContact />
    </div>
  </main>
);
