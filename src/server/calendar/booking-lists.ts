import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { countRows, cutPage, isBefore, prepared } from '../../../db/prepared';
import { appointmentBookings, appointmentSlots } from '../../../db/schema';
import type { StaffBooking, staffBookingList } from '../../shared/booking-schemas';
import type { pageInput } from '../../shared/text';
import { businessDay, businessTime } from '../../shared/time';
import type { Ctx } from '../context';
import { bookingColumns, bookingQuery, toStaffBookings } from './service';

/**
 * Confirmed bookings without a work order, written exactly like the condition of their index. Cancelling a work order cancels its booking,
 * so that no linked order needs a check.
 */
const isToConvert = sql`appointment_bookings.status = 'confirmed' and appointment_bookings.work_order_id is null`;
const bookingsToConvert = sql`appointment_bookings indexed by appointment_bookings_to_convert`;
/** Counts the confirmed bookings without a work order. */
export const countToConvert = (ctx: Ctx): number => countRows(ctx.db, bookingsToConvert, isToConvert);

/** Returns the confirmed bookings without a work order, newest first. */
export function listToConvert(ctx: Ctx, { limit, cursor }: z.output<typeof pageInput>): z.output<typeof staffBookingList> {
  const ids = ctx.db
    .select({ id: sql<number>`appointment_bookings.id` })
    .from(bookingsToConvert)
    .where(and(isToConvert, isBefore(appointmentBookings.id, cursor)))
    .orderBy(desc(appointmentBookings.id))
    .limit(limit + 1)
    .all()
    .map(({ id }) => id);
  const page = cutPage(ids, limit, (id) => id);
  const rows = bookingQuery(ctx.db).where(inArray(appointmentBookings.id, page.rows)).orderBy(desc(appointmentBookings.id)).all();
  return { ...page, rows: toStaffBookings(rows) };
}

const nextBookings = prepared((db) =>
  db
    .select(bookingColumns)
    .from(appointmentSlots)
    // A cross join keeps the order of the tables, so that SQLite reads the slots in order and stops at the limit.
    .crossJoin(appointmentBookings)
    .where(
      and(
        eq(appointmentBookings.slotId, appointmentSlots.id),
        sql`${appointmentSlots.date} >= ${sql.placeholder('today')}`,
        sql`(${appointmentSlots.date}, substr(${appointmentSlots.timeSlot}, 7)) > (${sql.placeholder('today')}, ${sql.placeholder('time')})`,
        eq(appointmentBookings.status, 'confirmed'),
      ),
    )
    .orderBy(asc(appointmentSlots.date), asc(appointmentSlots.timeSlot))
    .limit(sql.placeholder('limit')),
);
/** Lists the next confirmed bookings whose window is not over, in the order of the index of days and windows. */
export const listNextBookings = (ctx: Ctx, limit: number): StaffBooking[] =>
  toStaffBookings(nextBookings(ctx.db).all({ today: businessDay(ctx.now()), time: businessTime(ctx.now()), limit }));
