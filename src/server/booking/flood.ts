import { gt } from 'drizzle-orm';
import { appointmentBookings } from '../../../db/schema';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { countRows } from '../prepared';
import type { Ctx } from '../trpc';

/** Bookings within an hour past which somebody should look whether people make them (guide/reliability.md §4). */
const FLOOD_AN_HOUR = 20;

/** Writes down, once as it begins, that more bookings come in than people make. Call it inside the transaction of a booking. */
export function watchForFlood(ctx: Ctx): void {
  const made = countRows(ctx.db, appointmentBookings, gt(appointmentBookings.createdAt, addMinutes(ctx.now(), -60)));
  if (made !== FLOOD_AN_HOUR + 1) return;
  ctx.log.warn({ evt: 'booking.flood', made }, 'more bookings within an hour than people make');
  recordActivity(ctx, { verb: 'booking.flood', entityType: 'booking', entityId: 'all', data: { made } });
}
