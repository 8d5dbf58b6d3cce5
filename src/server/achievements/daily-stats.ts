import { setImmediate as breathe } from 'node:timers/promises';
import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { countRows } from '../../../db/prepared';
import { activity, dailyStats, opportunities, socialPosts, workOrderAssignments, workOrders } from '../../../db/schema';
import { LEAD_KINDS } from '../../shared/automation';
import { addDays, daysBetween } from '../../shared/calendar-day';
import { DONE_STATUSES } from '../../shared/dispatch';
import { QUOTE_BIN_DAYS } from '../../shared/quotes';
import { businessDay, businessDayBounds } from '../../shared/time';
import { countAcquiredClients } from '../automation/acquired';
import type { Ctx } from '../context';

/** Days that are counted back if they were never counted before. */
const LONGEST_DAYS = 400;
/** Such days that one call counts at most. */
const DAYS_AT_ONCE = 5;

export type DayStats = typeof dailyStats.$inferInsert;
// The plus keeps SQLite from reading all rows of a kind or status instead of those of the day.
export function countDay(ctx: Ctx, day: string, clientsAcquired = countAcquiredClients(ctx, day)): DayStats {
  const [from, to] = businessDayBounds(day);
  const during = (column: typeof opportunities.createdAt | typeof activity.at, more?: SQL) => and(gte(column, from), lt(column, to), more);
  const pursued = ctx.db
    .select({ ids: sql<number>`count(distinct ${activity.entityId})` })
    .from(activity)
    .where(and(inArray(activity.verb, ['opportunity.contacted', 'opportunity.won']), gte(activity.at, from), lt(activity.at, to)))
    .get();
  return {
    date: day,
    clientsAcquired,
    leads: countRows(ctx.db, opportunities, during(opportunities.createdAt, inArray(sql`+${opportunities.kind}`, [...LEAD_KINDS]))),
    contactedOrWon: pursued?.ids ?? 0,
    posts: countRows(ctx.db, socialPosts, sql`${socialPosts.postedAt} >= ${from} and ${socialPosts.postedAt} < ${to}`),
    assignments: countRows(
      ctx.db,
      workOrderAssignments,
      sql`${workOrderAssignments.assignedAt} >= ${from} and ${workOrderAssignments.assignedAt} < ${to}`,
    ),
    jobsDone: countRows(
      ctx.db,
      workOrders,
      and(
        sql`${workOrders.completedDate} >= ${from} and ${workOrders.completedDate} < ${to}`,
        inArray(sql`+${workOrders.status}`, DONE_STATUSES),
      ),
    ),
  };
}

export const findFirstActivity = ({ db }: Ctx): string | undefined =>
  db.select({ at: activity.at }).from(activity).orderBy(activity.id).limit(1).get()?.at;

/**
 * Returns the days to count: today, yesterday and the last counted day, which were not over when they were last counted, and some
 * days that were never counted, the newest first.
 */
function daysToCount(ctx: Ctx): Set<string> {
  const today = businessDay(ctx.now());
  const begun = businessDay(findFirstActivity(ctx) ?? ctx.now());
  const ago = Math.min(LONGEST_DAYS, Math.max(0, daysBetween(begun, today)));
  const counted = new Set(
    ctx.db
      .select({ date: dailyStats.date })
      .from(dailyStats)
      .where(gte(dailyStats.date, addDays(today, -ago)))
      .all()
      .map(({ date }) => date),
  );
  const missing = Array.from({ length: ago + 1 }, (_, place) => addDays(today, -place)).filter((day) => !counted.has(day));
  const last = [...counted].sort().at(-1) ?? today;
  return new Set([last, addDays(today, -1), today, ...missing.slice(0, DAYS_AT_ONCE)]);
}

/** Counts the days of {@link daysToCount}, with turns for others in between, since the clients of a busy day take 20 ms. */
export async function countDays(ctx: Ctx): Promise<DayStats[]> {
  const counted: DayStats[] = [];
  for (const day of daysToCount(ctx)) {
    await breathe();
    const clientsAcquired = countAcquiredClients(ctx, day);
    await breathe();
    counted.push(countDay(ctx, day, clientsAcquired));
  }
  await breathe();
  return counted;
}

/** Stores counted days. Call it inside a transaction. */
export function storeDays(ctx: Ctx, days: readonly DayStats[]): void {
  const today = businessDay(ctx.now());
  for (const stats of days) {
    const { date, ...figures } = stats;
    // Quote requests of such a day may have been deleted for good, so its count of clients only rises.
    const isOld = daysBetween(date, today) >= QUOTE_BIN_DAYS;
    const clientsAcquired = isOld ? sql`max(${dailyStats.clientsAcquired}, ${figures.clientsAcquired})` : figures.clientsAcquired;
    ctx.db
      .insert(dailyStats)
      .values(stats)
      .onConflictDoUpdate({ target: dailyStats.date, set: { ...figures, clientsAcquired } })
      .run();
  }
}
