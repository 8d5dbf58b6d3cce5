import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ONLINE_OFFER } from '../../../shared/offer-terms';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';

export const PageBand = ({ children }: { children: ReactNode }) => (
  <div className="on-pine overflow-hidden bg-pine-900 text-white">
    <div className="wrap relative pt-2.5 pb-20 sm:pt-9 sm:pb-30">{children}</div>
  </div>
);

export const BookingHeading = () => (
  <PageBand>
    <h1 tabIndex={-1} className="font-bold text-[28px] outline-none sm:text-[46px]">
      Book Your Appointment
    </h1>
    <p className="mt-2 text-[15px] text-white/85 sm:mt-3 sm:text-lg">
      <b className="text-citrus-400">{ONLINE_OFFER.amount}</b> {ONLINE_OFFER.text}
    </p>
    <WipedCalendar />
  </PageBand>
);

function WipedCalendar() {
  return (
    <svg viewBox="0 0 300 190" className="absolute right-8 bottom-20 hidden h-[164px] lg:block" aria-hidden="true">
      <defs>
        <clipPath id="month-window">
          <path d="M10 190V26A16 16 0 0 1 26 10h248a16 16 0 0 1 16 16v164z" />
        </clipPath>
      </defs>
      <g clipPath="url(#month-window)">
        <path d="M0 0h300v190H0z" fill="var(--color-pine-700)" />
        <path d="M0 0h118c70 22 104 96 112 190H0z" fill="var(--color-sky-300)" />
        <path d="M0 150c50-44 84-30 128-52 40-18 68 2 96 30l6 62H0z" fill="var(--color-sage-300)" />
        <path d="M118 0c70 22 104 96 112 190" fill="none" stroke="var(--color-white)" strokeOpacity="0.9" strokeWidth="4" />
      </g>
      <g fill="none" stroke="var(--color-sage-100)">
        <path d="M10 190V26A16 16 0 0 1 26 10h248a16 16 0 0 1 16 16v164" strokeWidth="7" />
        <path d="M80 10v180M150 10v180M220 10v180M10 72h280M10 132h280" strokeWidth="4" />
      </g>
      <circle cx="115" cy="102" r="17" fill="var(--color-citrus-400)" />
      <path
        d="M107 102l6 6 10-11"
        fill="none"
        stroke="var(--color-pine-950)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function BookingAside({ className }: { className?: string }) {
  const { hours, phone } = useCompany();
  return (
    <aside aria-label="Hours and emergencies" className={clsx('grid gap-4 rounded-card bg-sage-100 p-5', className)}>
      <div className="flex gap-3">
        <Icon name="clock" className="mt-0.5 size-5 shrink-0 text-pine-700" />
        <p>
          <b className="block">Hours</b>
          {hours.text.map((line) => (
            <span key={line} className="block text-[15px]">
              {line}
            </span>
          ))}
        </p>
      </div>
      <div className="flex gap-3">
        <Icon name="phone" className="mt-0.5 size-5 shrink-0 text-pine-700" />
        <p>
          <b className="block">Burst pipe, or guests in an hour?</b>
          <span className="block text-[15px]">24/7 emergency cleaning</span>
          <a href={phone.href} className="inline-flex min-h-11 items-center font-semibold text-pine-700 underline">
            {phone.display}
          </a>
        </p>
      </div>
    </aside>
  );
}

export function WithoutScripts() {
  const { phone } = useCompany();
  return (
    <noscript>
      <div className="rounded-card border border-line bg-paper p-6 text-lg shadow-card lg:col-span-2">
        <p>
          Picking a time needs JavaScript, which is off in this browser. Please call{' '}
          <a className="font-semibold underline" href={phone.href}>
            {phone.display}
          </a>
          , or{' '}
          <a className="font-semibold underline" href="/#contact">
            send us the quote form
          </a>{' '}
          with the day you would like.
        </p>
      </div>
    </noscript>
  );
}
