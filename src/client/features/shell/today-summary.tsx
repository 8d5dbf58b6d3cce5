import { Link } from '@tanstack/react-router';
import { businessDay } from '../../../shared/time';
import { trpc } from '../../trpc';

const TILE = 'grid gap-1 rounded-card border border-line bg-paper px-5 py-4 hover:border-pine-600';
const FIGURE = 'font-bold font-display text-3xl tabular-nums leading-none';

/** What came in from the public site and waits: orders to send, and who is booked for today. */
export function TodaySummary() {
  const orders = trpc.store.countOrders.useQuery();
  const calendar = trpc.booking.calendar.useQuery({ from: businessDay(new Date()), days: 1 });
  const { pending = 0, processing = 0 } = orders.data?.byStatus ?? {};
  const booked = calendar.data?.days[0]?.bookings.filter(({ status }) => status === 'confirmed').length;
  return (
    <section aria-label="From the website" className="grid grid-cols-2 gap-3 lg:max-w-xl">
      <Link to="/orders" className={TILE}>
        <span className="text-muted text-sm">Orders to send</span>
        <strong className={FIGURE}>{orders.data ? pending + processing : orders.isError ? '–' : ' '}</strong>
      </Link>
      <Link to="/bookings" className={TILE}>
        <span className="text-muted text-sm">Today's Bookings</span>
        <strong className={FIGURE}>{booked ?? (calendar.isError ? '–' : ' ')}</strong>
      </Link>
    </section>
  );
}
