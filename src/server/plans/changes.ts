import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { plans, workOrders } from '../../../db/schema';
import { addDays } from '../../shared/calendar-day';
import { DomainError, fieldError } from '../../shared/errors';
import type { KeptReason } from '../../shared/plans';
import type { Plan, PlanEffect, planChange, planDay, planEdit, planEnd, planPause } from '../../shared/plans-schemas';
import { businessDay } from '../../shared/time';
import { findJobPlace } from '../clients/service';
import type { Ctx } from '../context';
import { getPlanRow, type PlanRow, type PlanValues } from './rows';
import { assertPlannable, getPlan } from './service';
import { recordPlan } from './statuses';
import { listVisitJobs } from './visits/days';
import { moveExceptions, skipDay, unskipDay } from './visits/exceptions';
import { isRuleDay, listRuleDays } from './visits/recurrence';
import { type Effects, findKeptReason, syncVisits } from './visits/syncing';

/** Returns a plan that has not ended. Throws NOT_FOUND, CONFLICT. */
export function getOpenPlan(ctx: Ctx, id: number): PlanRow {
  const plan = getPlanRow(ctx, id);
  if (plan.status === 'ended') throw new DomainError('CONFLICT', 'This plan has ended.');
  return plan;
}

/** Returns a plan that serves its client or is paused. Throws NOT_FOUND, CONFLICT. */
function getRunningPlan(ctx: Ctx, id: number): PlanRow {
  const plan = getOpenPlan(ctx, id);
  if (plan.status === 'proposed') throw new DomainError('CONFLICT', 'Please accept this plan first.');
  return plan;
}

/** Stores values of a plan and returns it. Call it inside a transaction. */
export function storePlan(ctx: Ctx, id: number, values: Partial<PlanValues>): PlanRow {
  ctx.db
    .update(plans)
    .set({ ...values, updatedAt: ctx.now().toISOString() })
    .where(eq(plans.id, id))
    .run();
  return getPlanRow(ctx, id);
}

type Change = z.output<typeof planChange>;
/** Returns the values that an edit changes. Throws NOT_FOUND for the address, and BAD_REQUEST for another client. */
function listChangedValues(ctx: Ctx, plan: PlanRow, { clientId, addressId, price, checklist, ...given }: Change): Partial<PlanValues> {
  if (clientId !== undefined && findJobPlace(ctx, { clientId }).clientId !== plan.clientId)
    throw fieldError('change.clientId', 'A plan stays with its client. Please make a new plan for the other one.');
  const values: Partial<PlanValues> = {
    ...given,
    ...(addressId !== undefined && findJobPlace(ctx, { clientId: plan.clientId, addressId })),
    ...(price !== undefined && { priceCents: price }),
    ...(checklist !== undefined && { checklist: checklist.length > 0 ? JSON.stringify(checklist) : null }),
    // A new end replaces the one of the other kind.
    ...(given.until != null && { count: null }),
    ...(given.count != null && { until: null }),
  };
  const isChanged = ([key, value]: [string, unknown]) => value !== undefined && value !== plan[key as keyof PlanValues];
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

const UNCHANGED: Effects = { created: [], changed: [], removed: [], kept: [] };

/**
 * Changes all visits of a plan, or those from a day on, which become a plan of their own. Visits that are finished, begun, invoiced, edited
 * by hand or cancelled stay as they are. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for a plan that has ended.
 */
export function editPlan(ctx: Ctx, { id, scope, from, change }: z.output<typeof planEdit>): PlanEffect {
  return inTransaction(ctx.db, () => {
    const plan = scope === 'all' ? getOpenPlan(ctx, id) : getRunningPlan(ctx, id);
    const values = listChangedValues(ctx, plan, change);
    if (Object.keys(values).length === 0) return { plan: getPlan(ctx, id), ...UNCHANGED };
    assertPlannable(ctx, { ...plan, ...values });
    const changed = scope === 'all' || from == null ? storePlan(ctx, id, values) : splitPlan(ctx, plan, from, values);
    recordPlan(ctx, 'edited', changed.id, { fields: Object.keys(values), scope });
    const effects = syncVisits(ctx, changed, { before: plan, reason: 'Your regular visits have changed.' });
    return { plan: getPlan(ctx, changed.id), ...effects };
  });
}

/** Returns the number of visits that are left of a plan with a number of visits, or null. */
const countLeft = (plan: PlanRow, from: string): number | null =>
  plan.count === null ? null : plan.count - listRuleDays(plan, plan.startDate, addDays(from, -1)).length;

/**
 * Ends a plan before a day and gives its visits from that day on to a new plan with other values. Throws BAD_REQUEST if it has no visit
 * from then on, or the new one would end before its first day.
 */
function splitPlan(ctx: Ctx, plan: PlanRow, from: string, values: Partial<PlanValues>): PlanRow {
  const [first] = listRuleDays(plan, from, '9999-12-31', 1);
  if (first === undefined) throw fieldError('from', 'This plan has no visit on or after this day.');
  // With the first visit as its start, a plan of every few weeks goes on in the same weeks.
  const startDate = values.startDate ?? (values.rrule === undefined ? first : from);
  if (startDate < from) throw fieldError('change.startDate', 'The new plan cannot begin before the first day that changes.');
  if (values.until != null && values.until < startDate) throw fieldError('change.until', 'The last day is before the first one.');
  const { id: parentPlanId, clientName: _name, bookingId: _booking, nextVisitAt: _next, ...copied } = plan;
  const at = ctx.now().toISOString();
  const { id } = ctx.db
    .insert(plans)
    .values({
      ...copied,
      count: countLeft(plan, from),
      ...values,
      startDate,
      id: undefined,
      parentPlanId,
      importKey: null,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: plans.id })
    .get();
  ctx.db
    .update(workOrders)
    .set({ planId: id })
    .where(and(eq(workOrders.planId, parentPlanId), sql`${workOrders.planDate} >= ${from}`))
    .run();
  moveExceptions(ctx, { from: parentPlanId, to: id, since: from });
  endBefore(ctx, plan, from);
  recordPlan(ctx, 'split', parentPlanId, { planId: id, from });
  return getPlanRow(ctx, id);
}

/** Ends a plan the day before another one goes on; at once if it has no visit to serve until then. */
function endBefore(ctx: Ctx, plan: PlanRow, from: string): void {
  const until = addDays(from, -1);
  const isServing = listRuleDays({ ...plan, until, count: null }, businessDay(ctx.now()), until, 1).length > 0;
  storePlan(ctx, plan.id, { until, count: null, ...(!isServing && { status: 'ended' }) });
}

/** Returns the day of a plan's rule. Throws NOT_FOUND for another day, and as {@link getRunningPlan} does. */
function getRuleDay(ctx: Ctx, { id, date }: z.output<typeof planDay>): { plan: PlanRow; day: { planId: number; date: string } } {
  const plan = getRunningPlan(ctx, id);
  if (!isRuleDay(plan, date)) throw new DomainError('NOT_FOUND', 'This plan has no visit on this day.');
  return { plan, day: { planId: id, date } };
}

/** Reasons that the office cannot skip a visit. One that is finished has nothing left to skip. */
const UNSKIPPABLE: Partial<Record<KeptReason, string>> = {
  cancelled: 'This visit was cancelled already.',
  begun: 'This visit has begun and can no longer be skipped.',
  invoiced: 'This visit is on an invoice and can no longer be skipped.',
  detached: 'This visit was edited by hand. Please cancel its job instead.',
};

/**
 * Leaves a day of a plan out and removes its visit. A repeat changes nothing, nor does it for a finished visit. Throws NOT_FOUND,
 * also for a day that the rule lacks, and CONFLICT for a visit that is cancelled, begun, invoiced or edited by hand.
 */
export function skipVisit(ctx: Ctx, input: z.output<typeof planDay>): Plan {
  return inTransaction(ctx.db, () => {
    const { plan, day } = getRuleDay(ctx, input);
    const job = listVisitJobs(ctx, plan.id, day.date).find(({ planDate }) => planDate === day.date);
    const kept = job === undefined ? null : findKeptReason(ctx, job);
    const refusal = kept === null ? undefined : UNSKIPPABLE[kept];
    if (refusal) throw new DomainError('CONFLICT', refusal);
    if (kept === null) {
      if (skipDay(ctx, day)) recordPlan(ctx, 'skipped', plan.id, { date: day.date });
      syncVisits(ctx, plan, { reason: 'This visit is left out.' });
    }
    return getPlan(ctx, plan.id);
  });
}

/** Serves a skipped day of a plan again; a repeat changes nothing. Throws NOT_FOUND, also for a day that the rule lacks, and CONFLICT. */
export function unskipVisit(ctx: Ctx, input: z.output<typeof planDay>): Plan {
  return inTransaction(ctx.db, () => {
    const { plan, day } = getRuleDay(ctx, input);
    if (unskipDay(ctx, day)) {
      recordPlan(ctx, 'unskipped', plan.id, { date: day.date });
      syncVisits(ctx, plan, { reason: '' });
    }
    return getPlan(ctx, plan.id);
  });
}

/**
 * Pauses a plan: removes its untouched visits to come, until the office resumes it or, with `until`, until that day. Throws NOT_FOUND,
 * BAD_REQUEST for a day that is not ahead, and CONFLICT.
 */
export function pausePlan(ctx: Ctx, { id, until = null }: z.output<typeof planPause>): Plan {
  return inTransaction(ctx.db, () => {
    const plan = getRunningPlan(ctx, id);
    if (until !== null && until <= businessDay(ctx.now())) throw fieldError('until', 'Please choose a day after today.');
    if (plan.status === 'paused' && plan.pausedUntil === until) return getPlan(ctx, id);
    const paused = storePlan(ctx, id, { status: 'paused', pausedUntil: until });
    recordPlan(ctx, 'paused', id, { until });
    syncVisits(ctx, paused, { reason: 'Your regular visits are paused.' });
    return getPlan(ctx, id);
  });
}

/** Resumes a paused plan, whose visits come back; an active one stays as it is. Throws NOT_FOUND, CONFLICT. */
export function resumePlan(ctx: Ctx, { id }: { id: number }): Plan {
  return inTransaction(ctx.db, () => {
    if (getRunningPlan(ctx, id).status !== 'paused') return getPlan(ctx, id);
    const plan = storePlan(ctx, id, { status: 'active', pausedUntil: null });
    recordPlan(ctx, 'resumed', id);
    syncVisits(ctx, plan, { reason: '' });
    return getPlan(ctx, id);
  });
}

/**
 * Ends a plan after a day, which is the last one served; with today it has ended at once. A plan that has ended stays as it is. A proposal
 * ends at once. Throws NOT_FOUND, and BAD_REQUEST for a day in the past.
 */
export function endPlan(ctx: Ctx, { id, on }: z.output<typeof planEnd>): Plan {
  return inTransaction(ctx.db, () => {
    const plan = getPlanRow(ctx, id);
    if (plan.status === 'ended') return getPlan(ctx, id);
    const today = businessDay(ctx.now());
    if (on < today) throw fieldError('on', 'Please choose today or a later day.');
    const isOver = on === today || plan.status === 'proposed';
    if (plan.until === on && !isOver) return getPlan(ctx, id);
    const ended = storePlan(ctx, id, { until: on, count: null, ...(isOver && { status: 'ended', pausedUntil: null }) });
    recordPlan(ctx, 'ended', id, { on });
    // A proposal has no visits yet.
    if (plan.status !== 'proposed') syncVisits(ctx, ended, { reason: 'Your regular visits have ended.' });
    return getPlan(ctx, id);
  });
}
