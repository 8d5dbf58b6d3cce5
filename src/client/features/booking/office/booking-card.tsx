import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { SERVICE_NAMES } from '../../../../shared/booking';
import type { StaffBooking } from '../../../../shared/booking-schemas';
import { ScreenLink } from '../../../ui/button';
import { ContactLinks } from '../../../ui/contact-links';
import { formatHours, formatShortDay, formatTimestamp } from '../../../ui/times';
import { BookingStatusChip } from './booking-labels';

type BookingCardProps = { booking: StaffBooking; hasTime?: boolean; children?: ReactNode };

export function BookingCard({ booking, hasTime = false, children }: BookingCardProps) {
  const { id, clientName, clientEmail, clientPhone, clientAddress, serviceType, status, bookingReference, date, timeSlot, agreedTime } =
    booking;
  return (
    <li
      className={clsx(
        'relative grid gap-x-5 gap-y-1 rounded-small border border-line bg-paper px-4 py-3 hover:border-pine-600 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1.2fr)] lg:items-center',
        children && 'xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1.2fr)_auto]',
      )}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <ScreenLink
            from="/bookings"
            to="/bookings"
            search={(shown) => ({ ...shown, booking: id })}
            look="inline-flex min-h-8 items-center font-semibold underline-offset-4 [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-small hover:underline max-lg:-my-1 max-lg:min-h-11"
            label={clientName}
          />
          <BookingStatusChip status={status} />
        </p>
        <p className="text-[15px]">{SERVICE_NAMES[serviceType]}</p>
      </div>
      <div className="min-w-0 text-[15px]">
        {hasTime && (
          <p className="font-semibold">
            {agreedTime === null ? `${formatShortDay(date)}, ${formatHours(timeSlot)}` : formatTimestamp(agreedTime)}
          </p>
        )}
        <p className="text-muted text-sm tabular-nums [overflow-wrap:anywhere]">{bookingReference}</p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{clientAddress}</p>
      </div>
      <div className="relative min-w-0 justify-self-start text-[15px]">
        <ContactLinks email={clientEmail} phone={clientPhone} />
      </div>
      {children && <div className="relative max-xl:mt-2 max-lg:*:w-full lg:max-xl:col-span-3">{children}</div>}
    </li>
  );
}
