import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { plans, type workOrders } from '../../../db/schema';
import { addDays } from '../../shared/calendar-day';
import { formatService, getPhase } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { byOwnPlan, ownPlanDay, ownPlanPause, PortalPlan, planChangeRequest, portalPlans } from '../../shared/portal-schemas';
import { addMinutes, businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';
import * as changes from '../plans/changes';
import { getPlanRow, type PlanRow, toPlan } from '../plans/rows';
import { listVisitJobs, listVisits, type VisitJob } from '../plans/visits/days';
import { findKeptReason } from '../plans/visits/syncing';
import { getCompany, getSettings } from '../settings/service';
import { callingClient } from './calling-client';
import { sendMessage } from './messages';
import { isOwnBooking } from './own-jobs';

/** Days back in which a visit that is still to come may have its place in the rule. */
const MOVED_DAYS = 90;

/** Matches the client's plans, without a proposal that came with a booking of another person of the same home. */
const isOwnPlan = (ctx: Ctx): SQL =>
  sql`${plans.clientId} = ${callingClient(ctx)} and (${plans.status} <> 'proposed' or not exists (select 1 from appointment_bookings
    where appointment_bookings.plan_id = ${plans.id} and not (${isOwnBooking(ctx)})))`;

/** Returns a plan of the client. Throws NOT_FOUND. */
function getOwnPlan(ctx: Ctx, id: number): PlanRow {
  const own = ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(and(eq(plans.id, id), isOwnPlan(ctx)))
    .get();
  if (!own) throw new DomainError('NOT_FOUND', 'This plan does not exist.');
  return getPlanRow(ctx, own.id);
}

const isTooLate = (ctx: Ctx, startsAt: string): boolean =>
  ctx.now().toISOString() >= addMinutes(new Date(startsAt), -60 * getSettings(ctx).manageCutoffHours);

/** Returns the error for a change of a visit that begins soon, with the hours and the phone number. */
function tooLate(ctx: Ctx): DomainError {
  const hours = getSettings(ctx).manageCutoffHours;
  const until = hours === 0 ? 'it begins' : `${hours} ${hours === 1 ? 'hour' : 'hours'} before it begins`;
  const { display } = getCompany(ctx).phone;
  return new DomainError('CONFLICT', `You can change a visit here until ${until}. Please call us at ${display}.`);
}

const canSkipJob = (ctx: Ctx, plan: PlanRow, job: VisitJob): boolean =>
  plan.status === 'active' && findKeptReason(ctx, job) === null && !isTooLate(ctx, job.scheduledDate);

/** Returns a function that reports whether the client may still skip the visit of a job. */
export function readSkippableDays(ctx: Ctx, jobs: readonly (typeof workOrders.$inferSelect)[]) {
  const ids = new Set(jobs.flatMap(({ planId, status }) => (planId !== null && getPhase(status) === 'planned' ? planId : [])));
  const planById = new Map([...ids].map((id) => [id, getPlanRow(ctx, id)]));
  return (job: typeof workOrders.$inferSelect): boolean => {
    const { planId, planDate } = job;
    const plan = planId === null ? undefined : planById.get(planId);
    return plan !== undefined && planDate !== null && canSkipJob(ctx, plan, { ...job, planId: plan.id, planDate });
  };
}

/** Returns a plan with its visits from today on. */
function toOwnPlan(ctx: Ctx, row: PlanRow): PortalPlan {
  const { id, words, serviceType, price, discountPercent, status, pausedUntil } = toPlan(row);
  const today = businessDay(ctx.now());
  const jobs = new Map(listVisitJobs(ctx, id, addDays(today, -MOVED_DAYS)).map((job) => [job.planDate, job]));
  const visits = listVisits(ctx, row)
    .filter((visit) => visit.date >= today || (visit.on ?? '') >= today)
    .map(({ date, on, status: state }) => {
      const job = jobs.get(date);
      return { date, on, status: state, canSkip: job !== undefined && canSkipJob(ctx, row, job) };
    });
  return { id, words, serviceName: formatService(serviceType), price, discountPercent, status, pausedUntil, visits };
}

/** Lists the client's plans that have not ended, newest first. */
export function listPlans(ctx: Ctx): z.output<typeof portalPlans> {
  const own = ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(and(isOwnPlan(ctx), ne(plans.status, 'ended')))
    .orderBy(desc(plans.id))
    .all();
  const rows = own.map(({ id }) => getPlanRow(ctx, id)).filter(({ status }) => status !== 'ended');
  return { rows: rows.map((row) => toOwnPlan(ctx, row)) };
}

/** Lists all plans of the client for a download, the oldest first, without their visits. */
export const listEveryPlan = (ctx: Ctx) =>
  ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(isOwnPlan(ctx))
    .orderBy(asc(plans.id))
    .all()
    .map(({ id }) => {
      const { words, serviceType, price, discountPercent, status, pausedUntil, startDate, until } = toPlan(getPlanRow(ctx, id));
      return { id, words, serviceName: formatService(serviceType), price, discountPercent, status, pausedUntil, startDate, until };
    });

const NOT_ACTIVE: Record<Exclude<PlanRow['status'], 'active'>, string> = {
  proposed: 'This plan is not confirmed yet.',
  paused: 'This plan is paused. Please resume it first.',
  ended: 'This plan has ended.',
};
function assertActive({ status }: PlanRow): void {
  if (status !== 'active') throw new DomainError('CONFLICT', NOT_ACTIVE[status]);
}

const findJob = (ctx: Ctx, planId: number, date: string): VisitJob | undefined =>
  listVisitJobs(ctx, planId, date).find(({ planDate }) => planDate === date);

/** Returns an active plan of the client. Throws NOT_FOUND, and CONFLICT if its visit of a day begins soon. */
function getForDay(ctx: Ctx, { planId, date }: z.output<typeof ownPlanDay>): { plan: PlanRow; job: VisitJob | undefined } {
  const plan = getOwnPlan(ctx, planId);
  assertActive(plan);
  const job = findJob(ctx, planId, date);
  if (isTooLate(ctx, job?.scheduledDate ?? businessInstant(date, plan.startTime))) throw tooLate(ctx);
  return { plan, job };
}

/** Leaves a visit of the client's plan out; a repeat changes nothing. Throws NOT_FOUND, also for a day without a visit, and CONFLICT. */
export function skipVisit(ctx: Ctx, input: z.output<typeof ownPlanDay>): PortalPlan {
  return inTransaction(ctx.db, () => {
    const { plan, job } = getForDay(ctx, input);
    if (job && findKeptReason(ctx, job) !== null) {
      const { display } = getCompany(ctx).phone;
      throw new DomainError('CONFLICT', `This visit cannot be skipped here. Please call us at ${display}.`);
    }
    changes.skipVisit(ctx, { id: plan.id, date: input.date });
    return toOwnPlan(ctx, getPlanRow(ctx, plan.id));
  });
}

/** Serves a skipped visit again; a repeat changes nothing. Throws NOT_FOUND, CONFLICT. */
export function unskipVisit(ctx: Ctx, input: z.output<typeof ownPlanDay>): PortalPlan {
  return inTransaction(ctx.db, () => {
    const { plan } = getForDay(ctx, input);
    changes.unskipVisit(ctx, { id: plan.id, date: input.date });
    return toOwnPlan(ctx, getPlanRow(ctx, plan.id));
  });
}

/** Returns the ids of a plan's jobs that begin so soon that the client cannot change them any more. */
function listSoonJobs(ctx: Ctx, planId: number): Set<number> {
  const jobs = listVisitJobs(ctx, planId, addDays(businessDay(ctx.now()), -MOVED_DAYS));
  return new Set(jobs.filter((job) => findKeptReason(ctx, job) === null && isTooLate(ctx, job.scheduledDate)).map(({ id }) => id));
}

/** Pauses a plan of the client. Throws NOT_FOUND, BAD_REQUEST for a day that is not ahead, and CONFLICT if its next visit begins soon. */
export function pausePlan(ctx: Ctx, { planId, until = null }: z.output<typeof ownPlanPause>): PortalPlan {
  return inTransaction(ctx.db, () => {
    const plan = getOwnPlan(ctx, planId);
    if (plan.status === 'paused' && plan.pausedUntil === until) return toOwnPlan(ctx, plan);
    assertActive(plan);
    if (listSoonJobs(ctx, planId).size > 0) throw tooLate(ctx);
    changes.pausePlan(ctx, { id: planId, until });
    return toOwnPlan(ctx, getPlanRow(ctx, planId));
  });
}

/**
 * Resumes a paused plan of the client; an active one stays as it is. Throws NOT_FOUND, and CONFLICT if a visit would come back that begins
 * soon.
 */
export function resumePlan(ctx: Ctx, { planId }: z.output<typeof byOwnPlan>): PortalPlan {
  return inTransaction(ctx.db, () => {
    const plan = getOwnPlan(ctx, planId);
    if (plan.status !== 'paused') assertActive(plan);
    const before = listSoonJobs(ctx, planId);
    changes.resumePlan(ctx, { id: planId });
    if ([...listSoonJobs(ctx, planId)].some((id) => !before.has(id))) throw tooLate(ctx);
    return toOwnPlan(ctx, getPlanRow(ctx, planId));
  });
}

/** Sends the office a message about a plan of the client. Throws NOT_FOUND. */
export function requestPlanChange(ctx: Ctx, { planId, text }: z.output<typeof planChangeRequest>): { id: number } {
  const { words } = toPlan(getOwnPlan(ctx, planId));
  return sendMessage(ctx, { text: `About my plan “${words}”:\n\n${text}` });
}
