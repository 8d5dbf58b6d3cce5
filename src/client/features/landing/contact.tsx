import type { ReactNode } from 'react';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';

export function Contact({ quoteForm }: { quoteForm: ReactNode }) {
  const { phone, email, regions, hours } = useCompany();
  return (
    <section id="contact" aria-labelledby="contact-title" className="bg-sage-100">
      <div className="wrap grid gap-10 py-16 lg:grid-cols-[1fr_1.35fr] lg:gap-16 lg:py-24">
        <div>
          <h2 id="contact-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
            Get your free quote
          </h2>
          <p className="mt-4 max-w-[28em] text-lg">
            Tell us what needs cleaning. A person reads every request and replies within 24 hours.
          </p>
          <p className="mt-6 rounded-card bg-paper p-5">
            Already know what you need?{' '}
            <a href="/appointments" className="font-semibold text-pine-700 underline underline-offset-4">
              Book an appointment online
            </a>{' '}
            and pick a time yourself.
          </p>
          <ul className="mt-8 grid gap-1">
            <li>
              <a className="inline-flex min-h-11 items-center gap-3 font-semibold text-lg hover:underline" href={phone.href}>
                <Icon name="phone" /> {phone.display}
              </a>
            </li>
            <li>
              <a className="inline-flex min-h-11 items-center gap-3 font-semibold text-lg hover:underline" href={`mailto:${email}`}>
                <Icon name="mail" /> {email}
              </a>
            </li>
            <li className="flex min-h-11 items-center gap-3">
              <Icon name="pin" /> {regions.join(', ')}
            </li>
            <li className="flex min-h-11 items-center gap-3">
              <Icon name="clock" /> {hours.text.join(', ')}
            </li>
          </ul>
        </div>
        <div className="rounded-[22px] border border-line bg-paper p-6 shadow-card sm:p-9">{quoteForm}</div>
      </div>
    </section>
  );
}
