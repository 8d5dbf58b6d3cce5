import { useCompany } from './company';

export function LinkTrouble({ title, text, address }: { title: string; text: string; address?: string }) {
  const { phone } = useCompany();
  return (
    <main id="main" className="bg-sage-50">
      <div className="wrap grid min-h-[60vh] place-items-center py-16">
        <div className="grid max-w-lg justify-items-center gap-4 text-center">
          <svg viewBox="0 0 120 96" className="w-32" aria-hidden="true">
            <path d="M12 90V22A10 10 0 0 1 22 12h76a10 10 0 0 1 10 10v68" fill="none" stroke="var(--color-pine-700)" strokeWidth="6" />
            <path d="M60 12v78M12 50h96" stroke="var(--color-pine-700)" strokeWidth="4" />
            <path
              d="M24 62l22 22M34 58l14 14M72 20l26 26M84 20l14 14"
              stroke="var(--color-sage-300)"
              strokeWidth="4"
              strokeLinecap="round"
            />
          </svg>
          <h1 className="font-bold text-3xl sm:text-4xl">{title}</h1>
          <p className="text-muted">
            {text}{' '}
            <a className="whitespace-nowrap font-semibold text-pine-700 underline" href={phone.href}>
              {phone.display}
            </a>
            .
          </p>
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            <a className="button-primary" href={address ?? '/appointments'}>
              {address ? 'Try again' : 'Book an Appointment'}
            </a>
            <a className="button-ghost" href="/">
              Back to Home
            </a>
          </div>
        </div>
      </div>
    </main>
  );
}
