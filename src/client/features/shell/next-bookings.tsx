import { Link } from '@tanstack/react-router';
import { formatService } from '../../../shared/dispatch';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { formatHours, formatNearTime, formatShortDay } from '../../ui/times';
import { useDay } from './use-overview';

/** Shows the next bookings of the website. */
export function NextBookings() {
  const { data } = useDay();
  if (!data) return null;
  return (
    <section aria-labelledby="next-bookings-title" className="grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="next-bookings-title" className="font-bold text-xl">
          Next bookings
        </h2>
        <ScreenLink to="/bookings" look={TEXT_LINK} label="All bookings" />
      </div>
      {data.bookings.length === 0 ? (
        <p className="rounded-card border border-line bg-paper px-4 py-3 text-muted">No bookings ahead.</p>
      ) : (
        <ul className="rounded-card border border-line bg-paper">
          {data.bookings.map(({ id, clientName, serviceType, date, timeSlot, agreedTime }) => (
            <li key={id} className="border-line border-t first:border-t-0 max-sm:nth-[n+3]:hidden">
              <Link
                to="/bookings"
                search={{ booking: id }}
                className="flex min-h-11 items-center gap-3 px-3 text-sm hover:bg-sage-50 lg:min-h-10"
              >
                <span className="w-50 shrink-0 whitespace-nowrap text-muted tabular-nums">
                  {agreedTime === null ? `${formatShortDay(date)}, ${formatHours(timeSlot)}` : formatNearTime(agreedTime)}
                </span>{' '}
                <span className="min-w-0 truncate">
                  <b className="font-semibold">{clientName}</b>{' '}
                  <span className="text-muted max-sm:sr-only">{formatService(serviceType)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
