import { and, count, desc, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { activity, dailyStats, opportunities, socialPosts, workOrderAssignments, workOrders } from '../../../db/schema';
import { LEAD_KINDS } from '../../shared/automation-words';
import { addDays, daysBetween } from '../../shared/calendar-day';
import { phaseOf, WORK_ORDER_STATUSES } from '../../shared/dispatch';
import { businessDay, businessDayBounds } from '../../shared/time';
import { countAcquired } from '../automation/acquired';
import { countRows, prepared } from '../prepared';
import type { Ctx } from '../trpc';

/** How far back days are counted that were never counted before. */
const LONGEST_DAYS = 400;
const DONE = WORK_ORDER_STATUSES.filter((status) => phaseOf(status) === 'done');

/** What happened on a day of the company, counted from the rows of that day. */
function statsOf(ctx: Ctx, day: string): typeof dailyStats.$inferInsert {
  const [from, to] = businessDayBounds(day);
  const during = (column: typeof opportunities.createdAt | typeof activity.at, more?: SQL) => and(gte(column, from), lt(column, to), more);
  const pursued = ctx.db
    .select({ ids: sql<number>`count(distinct ${activity.entityId})` })
    .from(activity)
    .where(and(inArray(activity.verb, ['opportunity.contacted', 'opportunity.won']), gte(activity.at, from), lt(activity.at, to)))
    .get();
  return {
    date: day,
    clientsAcquired: countAcquired(ctx, day),
    leads: countRows(ctx.db, opportunities, during(opportunities.createdAt, inArray(opportunities.kind, [...LEAD_KINDS]))),
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
      and(sql`${workOrders.completedDate} >= ${from} and ${workOrders.completedDate} < ${to}`, inArray(workOrders.status, DONE)),
    ),
  };
}

const lastCounted = prepared((db) =>
  db.select({ date: dailyStats.date }).from(dailyStats).orderBy(desc(dailyStats.date)).limit(1).prepare(),
);
const firstActivity = prepared((db) => db.select({ at: activity.at }).from(activity).orderBy(activity.id).limit(1).prepare());
const written = prepared((db) => db.select({ rows: count() }).from(dailyStats).prepare());

/** From which day on days have to be counted: the one before the last that was, for it may not have been over. */
function firstMissing(ctx: Ctx, today: string): string {
  const last = lastCounted(ctx.db).get()?.date;
  const earliest = addDays(today, -LONGEST_DAYS);
  const begun = last ? addDays(last, -1) : businessDay(firstActivity(ctx.db).get()?.at ?? ctx.now());
  const first = [begun, earliest].sort()[1] ?? begun;
  return first > today ? today : first;
}

/** Counts today, the day before, and every day since the last that was counted. Answers how many days are kept. */
export function refreshDailyStats(ctx: Ctx): number {
  return inTransaction(ctx.db, () => {
    const today = businessDay(ctx.now());
    const missing = firstMissing(ctx, today);
    const days = daysBetween(missing, today);
    for (let ago = Math.max(days, 1); ago >= 0; ago -= 1) {
      const day = addDays(today, -ago);
      const stats = statsOf(ctx, day);
      const { date: _date, ...figures } = stats;
      ctx.db.insert(dailyStats).values(stats).onConflictDoUpdate({ target: dailyStats.date, set: figures }).run();
    }
    return written(ctx.db).get()?.rows ?? 0;
  });
}
