import { and, eq, inArray, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, appointmentSlots, workOrders } from '../../../db/schema';
import { addDays } from '../../shared/calendar-day';
import { OPEN_STATUSES } from '../../shared/dispatch';
import type { Overview } from '../../shared/overview';
import { businessDay, businessDayBounds, formatDay } from '../../shared/time';
import { countWorking } from '../calendar/capacity';
import type { Ctx } from '../context';

/** Days ahead, with today, on which jobs are compared with people. */
const DAYS = 14;

const jobs = sql<number>`count(*)`;
const [from, to] = [sql.placeholder('from'), sql.placeholder('to')];
/** Counts the open jobs that start in a span of time, by the index of dates. The plus keeps SQLite from the index of statuses. */
const jobsBetween = prepared((db) =>
  db
    .select({ jobs })
    .from(workOrders)
    .where(
      and(
        inArray(sql`+${workOrders.status}`, OPEN_STATUSES),
        sql`${workOrders.scheduledDate} >= ${from} and ${workOrders.scheduledDate} < ${to}`,
      ),
    ),
);
const bookingDays = prepared((db) =>
  db
    .select({ day: appointmentSlots.date, jobs })
    .from(appointmentSlots)
    .crossJoin(appointmentBookings)
    .where(
      and(
        eq(appointmentBookings.slotId, appointmentSlots.id),
        sql`${appointmentSlots.date} between ${from} and ${to} and ${appointmentSlots.currentBookings} > 0`,
        // The plus keeps SQLite from walking all bookings without a job.
        sql`+${appointmentBookings.workOrderId} is null`,
        eq(appointmentBookings.status, 'confirmed'),
      ),
    )
    .groupBy(appointmentSlots.date),
);

/** Lists the days of the next two weeks with more jobs, and bookings without a job, than members who work then. */
export function listOverload(ctx: Ctx): Overview['overload'] {
  const today = businessDay(ctx.now());
  const last = addDays(today, DAYS - 1);
  const planned = new Map<string, number>();
  const add = (day: string, count: number) => planned.set(day, (planned.get(day) ?? 0) + count);
  for (let day = today; day <= last; day = addDays(day, 1)) {
    const [first, next] = businessDayBounds(day);
    const count = jobsBetween(ctx.db).get({ from: first, to: next })?.jobs ?? 0;
    if (count > 0) add(day, count);
  }
  for (const booked of bookingDays(ctx.db).all({ from: today, to: last })) add(booked.day, booked.jobs);
  return [...planned].sort().flatMap(([day, count]) => {
    const people = countWorking(ctx, day);
    if (people === undefined || count <= people) return [];
    const [weekday = '', date] = formatDay(day).split(', ');
    return { day, jobs: count, people, text: `${count} jobs for ${people} people on ${weekday}, ${date}` };
  });
}
