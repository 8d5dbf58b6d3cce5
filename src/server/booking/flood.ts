import { and, between, eq } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { afterCommit } from '../../../db/client';
import { countRows } from '../../../db/prepared';
import { activity, appointmentBookings } from '../../../db/schema';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';

/** Bookings within an hour from which on the owner is asked to check whether people make them. */
const FLOOD_AN_HOUR = 20;

/** Records, once an hour, that more bookings come in than people usually make. Call it inside the transaction of a booking. */
export function watchForFlood(ctx: Ctx): void {
  const now = ctx.now();
  // Leaves out rows that a wrong clock has dated into the future.
  const withinTheHour = (column: SQLiteColumn) => between(column, addMinutes(now, -60), now.toISOString());
  const made = countRows(ctx.db, appointmentBookings, withinTheHour(appointmentBookings.createdAt));
  if (made <= FLOOD_AN_HOUR) return;
  if (countRows(ctx.db, activity, and(eq(activity.verb, 'booking.flood'), withinTheHour(activity.at))) > 0) return;
  afterCommit(ctx.db, () => ctx.log.warn({ evt: 'booking.flood', made }, 'more bookings within an hour than people make'));
  recordActivity(ctx, { verb: 'booking.flood', entityType: 'booking', entityId: 'all', data: { made } });
}
