import type { ReactNode } from 'react';
import { useCompany } from '../../ui/public/company';

/** Shows one short question on a card, as the pages around the sign-in do. */
export const SmallPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="main" className="bg-sage-50">
    <div className="wrap min-h-[60vh] py-8 sm:py-16">
      <div className="mx-auto grid max-w-md gap-5 rounded-card border border-line bg-paper p-5 shadow-card sm:p-8">
        <h1 tabIndex={-1} className="font-bold text-3xl outline-none">
          {title}
        </h1>
        {children}
      </div>
    </div>
  </main>
);

export function PhoneLink() {
  const { phone } = useCompany();
  return (
    <a className="whitespace-nowrap font-semibold text-pine-700 underline" href={phone.href}>
      {phone.display}
    </a>
  );
}
