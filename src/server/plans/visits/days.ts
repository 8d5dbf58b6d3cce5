import { and, asc, eq, sql } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared';
import { workOrders } from '../../../../db/schema';
import { addDays, laterDay } from '../../../shared/calendar-day';
import { getPhase } from '../../../shared/dispatch';
import { GENERATED_DAYS } from '../../../shared/plans';
import type { PlanVisit } from '../../../shared/plans-schemas';
import { businessDay } from '../../../shared/time';
import { readClosedDays } from '../../calendar/closed-days';
import type { Ctx } from '../../context';
import { MOVED_DAYS, type PlanRow, type PlanValues } from '../rows';
import { readSkippedDays } from './exceptions';
import { listRuleDays } from './recurrence';

const jobsOfPlan = prepared((db) =>
  db
    .select()
    .from(workOrders)
    .where(and(eq(workOrders.planId, sql.placeholder('planId')), sql`${workOrders.planDate} >= ${sql.placeholder('from')}`))
    .orderBy(asc(workOrders.planDate)),
);
export type VisitJob = typeof workOrders.$inferSelect & { planId: number; planDate: string };
/** Returns the jobs of a plan whose days of the rule are not before a day. */
export const listVisitJobs = ({ db }: Pick<Ctx, 'db'>, planId: number, from: string): VisitJob[] =>
  jobsOfPlan(db)
    .all({ planId, from })
    .flatMap((job) => (job.planDate === null ? [] : [{ ...job, planId, planDate: job.planDate }]));

const takenDays = prepared((db) => ({
  prepare: () =>
    db.$client.prepare<[number, string], string>('select plan_date from work_orders where plan_id = ? and plan_date >= ?').pluck(),
}));
/** Returns the days of the rule of a plan that have a job, from a day on. */
export const readTakenDays = ({ db }: Pick<Ctx, 'db'>, planId: number, from: string): Set<string> =>
  new Set(takenDays(db).all(planId, from));

export type ClosedDays = ReturnType<typeof readClosedDays>;

/**
 * Returns the day on which a visit is held: a visit on a closed day moves to the next open one. Returns null if it is left out, as the plan
 * says or because the next open day is after the plan's last one.
 */
export function findHeldDay(
  { holidayRule, until }: Pick<PlanValues, 'holidayRule'> & Pick<PlanRow, 'until'>,
  closed: ClosedDays,
  day: string,
): string | null {
  if (!closed.has(day)) return day;
  if (holidayRule === 'skip') return null;
  let held = day;
  while (closed.has(held)) held = addDays(held, 1);
  return until !== null && held > until ? null : held;
}

/** Returns the last day for which visits are generated today. */
export const getHorizon = (ctx: Pick<Ctx, 'now'>): string => addDays(businessDay(ctx.now()), GENERATED_DAYS);

/** Returns the first day of a plan's rule that it serves now; undefined if it serves none. */
function getServedFrom({ status, pausedUntil, startDate }: Pick<PlanRow, 'status' | 'pausedUntil' | 'startDate'>): string | undefined {
  if (status === 'proposed') return undefined;
  if (status !== 'paused') return startDate;
  return pausedUntil ?? undefined;
}

/** Returns the closed days that matter to the visits that a change of a plan looks at. */
export const readClosedDaysAround = (ctx: Ctx): ClosedDays => readClosedDays(ctx, addDays(businessDay(ctx.now()), -MOVED_DAYS));

/** Returns the first day of a rule whose visit can be held today or later: closed days before today may have moved it. */
export function findFirstDay(closed: ClosedDays, today: string): string {
  let first = today;
  while (closed.has(addDays(first, -1))) first = addDays(first, -1);
  return first;
}

/** Returns the days of the rule up to the horizon that a plan serves, and the days on which those visits are held. */
export function listServedDays(ctx: Ctx, plan: PlanRow, closed: ClosedDays, from: string): { date: string; on: string }[] {
  const servedFrom = getServedFrom(plan);
  if (servedFrom === undefined) return [];
  const skipped = readSkippedDays(ctx, plan.id);
  return listRuleDays(plan, laterDay(servedFrom, from), getHorizon(ctx)).flatMap((date) => {
    const on = skipped.has(date) ? null : findHeldDay(plan, closed, date);
    return on === null ? [] : [{ date, on }];
  });
}

function getVisitStatus({ status, scheduledDate, planDate }: VisitJob): PlanVisit['status'] {
  const phase = getPhase(status);
  if (phase === 'done') return 'done';
  if (phase === 'cancelled') return 'cancelled';
  return businessDay(scheduledDate) === planDate ? 'planned' : 'moved';
}

const toVisit = (job: VisitJob): PlanVisit => {
  const status = getVisitStatus(job);
  return {
    date: job.planDate,
    on: status === 'cancelled' ? null : businessDay(job.scheduledDate),
    status,
    workOrderId: job.id,
    overbooked: job.overbooked,
  };
};

/** Days back of which a plan shows its visits. */
const SHOWN_DAYS = 366;

/**
 * Returns the visits of a plan by their days: those of the last year that have a job or were skipped, and those of the coming weeks that a
 * closed day took.
 */
export function listVisits(ctx: Ctx, plan: PlanRow): PlanVisit[] {
  const today = businessDay(ctx.now());
  const closed = readClosedDays(ctx, today);
  const visits = new Map<string, PlanVisit>();
  const leaveOut = (date: string, status: 'skipped' | 'closed') =>
    visits.set(date, { date, on: null, status, workOrderId: null, overbooked: false });
  const servedFrom = getServedFrom(plan);
  const from = laterDay(servedFrom ?? today, today);
  if (servedFrom !== undefined)
    for (const date of listRuleDays(plan, from, getHorizon(ctx))) if (findHeldDay(plan, closed, date) === null) leaveOut(date, 'closed');
  const shownFrom = addDays(today, -SHOWN_DAYS);
  for (const date of readSkippedDays(ctx, plan.id)) if (date >= shownFrom) leaveOut(date, 'skipped');
  for (const job of listVisitJobs(ctx, plan.id, shownFrom)) visits.set(job.planDate, toVisit(job));
  return [...visits.values()].sort((one, other) => one.date.localeCompare(other.date));
}
