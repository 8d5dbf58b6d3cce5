import { useEffect, useRef } from 'react';
import { SERVICE_NAMES } from '../../../shared/booking';
import type { Booked } from '../../../shared/booking-schemas';
import { formatDay, formatWindow } from '../../../shared/time';

export function BookedPanel({ booked, onAgain }: { booked: Booked; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // Moves the focus and the view here, after the closed dialog has returned them to its button.
  useEffect(() => {
    const timer = setTimeout(() => {
      title.current?.scrollIntoView();
      title.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);
  const facts = [
    ['Reference', booked.bookingReference],
    ['Date', formatDay(booked.date)],
    ['Time', `${booked.timeSlot} (${formatWindow(booked.timeSlot)}, Pacific time)`],
    ['Service', SERVICE_NAMES[booked.serviceType]],
  ] as const;
  return (
    <section aria-labelledby="booked-title" className="grid gap-4 rounded-card border-2 border-pine-600 bg-sage-50 p-4 sm:p-5">
      <div className="flex items-center gap-3">
        <svg viewBox="0 0 64 64" className="size-11 shrink-0" aria-hidden="true">
          <circle cx="32" cy="32" r="32" fill="var(--color-pine-900)" />
          <path
            d="M19 33l9 9 18-20"
            fill="none"
            stroke="var(--color-citrus-400)"
            strokeWidth="6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <h2 id="booked-title" ref={title} tabIndex={-1} className="scroll-mt-[110px] font-bold text-2xl outline-none">
          You are booked
        </h2>
      </div>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted text-sm max-sm:mt-1 sm:text-base">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">To move or cancel the booking, use the link below or the one in your e-mail.</p>
      <div className="flex flex-wrap gap-3">
        <a href={booked.manageUrl} className="button-dark">
          Manage booking
        </a>
        <a href={`${booked.manageUrl}/booking.ics`} className="button-ghost">
          Add to Calendar
        </a>
        <button type="button" className="button-ghost" onClick={onAgain}>
          Book another
        </button>
      </div>
    </section>
  );
}
