import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { TIME_WINDOWS, type TimeWindow } from '../../../../shared/booking';
import type { CalendarDay } from '../../../../shared/booking-schemas';
import { getToday } from '../../../clock';
import { formatHours, formatShortDay } from '../../../ui/times';
import { BookingStatusChip, countBooked, ServiceName, toBooking } from './booking-labels';

export const WeekView = ({ days }: { days: readonly CalendarDay[] }) => (
  <ol className="grid gap-3 xl:grid-flow-col xl:grid-cols-7 xl:grid-rows-[auto_repeat(6,auto)] xl:gap-x-2 xl:gap-y-0">
    {days.map((day) => (
      <WeekDay key={day.date} day={day} />
    ))}
  </ol>
);

function WeekDay({ day }: { day: CalendarDay }) {
  const { date, isClosed, closedReason, slots } = day;
  const bookings = day.bookings.filter(({ status }) => status !== 'cancelled');
  return (
    <li
      className={clsx(
        'grid content-start rounded-card border bg-paper max-xl:px-4 max-xl:py-3 xl:row-span-full xl:grid-rows-subgrid',
        date === getToday() ? 'border-pine-600' : 'border-line',
      )}
    >
      <div className="max-xl:flex max-xl:flex-wrap max-xl:items-center max-xl:gap-x-3 xl:px-2.5 xl:py-2">
        <h3 className="font-bold">
          <Link
            to="/bookings"
            search={{ date }}
            className="inline-flex min-h-11 items-center underline-offset-4 hover:underline xl:min-h-8"
          >
            {formatShortDay(date)}
            {date === getToday() && <span className="sr-only">, today</span>}
          </Link>
        </h3>
        <p className="text-muted text-sm tabular-nums">{slots.length > 0 ? countBooked(slots) : 'no windows'}</p>
        {isClosed && (
          <p className="font-semibold text-amber-700 text-sm [overflow-wrap:anywhere]">closed{closedReason && `: ${closedReason}`}</p>
        )}
      </div>
      {TIME_WINDOWS.map((timeSlot) => (
        <WeekWindow
          key={timeSlot}
          timeSlot={timeSlot}
          slots={slots.filter((slot) => slot.timeSlot === timeSlot)}
          bookings={bookings.filter((booking) => booking.timeSlot === timeSlot)}
        />
      ))}
      {bookings.length === 0 && <p className="pb-1 text-muted text-sm xl:sr-only">No bookings</p>}
    </li>
  );
}

function WeekWindow({ timeSlot, slots, bookings }: Pick<CalendarDay, 'slots' | 'bookings'> & { timeSlot: TimeWindow }) {
  const isClosed = slots.length > 0 && slots.every(({ isOpen }) => !isOpen);
  return (
    <div className={clsx('border-line border-t py-1.5 xl:min-h-16 xl:px-2.5', bookings.length === 0 && 'max-xl:hidden')}>
      {slots.length > 0 && (
        <p className="flex flex-wrap gap-x-2 text-muted text-xs tabular-nums max-xl:text-sm">
          <span>{formatHours(timeSlot)}</span>
          <span>{countBooked(slots)}</span>
          {isClosed && <span className="font-semibold">closed</span>}
        </p>
      )}
      <ul className="grid">
        {bookings.map(({ id, clientName, serviceType, status }) => (
          <li key={id} className="min-w-0">
            <Link
              {...toBooking(id)}
              data-record={id}
              className="block min-h-11 py-1 text-sm leading-snug underline-offset-4 hover:underline xl:min-h-0"
            >
              <span className="font-semibold [overflow-wrap:anywhere]">{clientName}</span>
              <span className="block text-muted">
                <ServiceName type={serviceType} />
              </span>
              {status !== 'confirmed' && <BookingStatusChip status={status} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
