import { SERVICE_NAMES } from '../../../../shared/booking';
import type { StaffBooking } from '../../../../shared/booking-schemas';
import { ScreenLink } from '../../../ui/button';
import { BookingStatusChip, formatWhen, toBooking } from './booking-labels';

type BookingRowsProps = { bookings: readonly StaffBooking[]; hasTime?: boolean };

/** Lists bookings of a day; each opens beside the calendar. */
export const BookingRows = ({ bookings, hasTime = false }: BookingRowsProps) => (
  <ul className="divide-y divide-line overflow-clip rounded-small border border-line text-sm leading-5">
    {bookings.map((booking) => (
      <li key={booking.id}>
        <ScreenLink
          {...toBooking(booking.id)}
          data-record={booking.id}
          look="group grid min-h-13 content-center gap-x-4 px-3 py-1.5 hover:bg-sage-50 lg:grid-cols-2 lg:items-center"
          label={<Lines booking={booking} hasTime={hasTime} />}
        />
      </li>
    ))}
  </ul>
);

function Lines({ booking, hasTime }: { booking: StaffBooking; hasTime: boolean }) {
  const { clientName, clientPhone, clientAddress, serviceType, status, bookingReference } = booking;
  return (
    <>
      <span className="flex min-w-0 items-center justify-between gap-3 lg:justify-start">
        <span className="truncate font-semibold group-hover:underline">{clientName}</span>
        <BookingStatusChip status={status} />
      </span>
      <span className="truncate text-muted lg:col-start-1">
        {hasTime && <span className="font-semibold text-ink">{formatWhen(booking)} · </span>}
        {SERVICE_NAMES[serviceType]} · {bookingReference}
      </span>
      <span className="truncate max-lg:hidden lg:col-start-2 lg:row-start-1">{clientAddress}</span>
      <span className="truncate text-muted tabular-nums max-lg:hidden lg:col-start-2">{clientPhone}</span>
    </>
  );
}
