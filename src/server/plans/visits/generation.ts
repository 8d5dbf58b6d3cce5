import { businessDay, businessInstant } from '../../../shared/time';
import type { Ctx } from '../../context';
import { insertVisits } from '../../dispatch/plan-visits/visits';
import { type PlanRow, type PlanValues, readChecklist } from '../rows';
import { type ClosedDays, findFirstDay, listServedDays, readClosedDaysAround, readTakenDays } from './days';
import { noteHeldDay } from './exceptions';

/** Returns the values of a visit's job that come from its plan. */
export const toVisitValues = (plan: PlanValues) => ({
  clientId: plan.clientId,
  addressId: plan.addressId,
  serviceType: plan.serviceType,
  estimatedDuration: plan.minutes,
  totalAmountCents: plan.priceCents,
  discountPercent: plan.discountPercent,
  crewSize: plan.crewSize,
  notes: plan.notes,
});

export type Missing = { plan: PlanRow; days: { date: string; on: string }[] };
/** Returns the days up to the horizon that a plan serves and that have no visit, with the days on which those are held. */
export function listMissing(ctx: Ctx, plan: PlanRow, closed: ClosedDays): Missing {
  const today = businessDay(ctx.now());
  const from = findFirstDay(closed, today);
  const taken = readTakenDays(ctx, plan.id, from);
  return { plan, days: listServedDays(ctx, plan, closed, from).filter(({ date, on }) => on >= today && !taken.has(date)) };
}

/** Creates the visits of plans and returns the ids of their jobs. Call it inside a transaction. */
export function createVisits(ctx: Ctx, missing: readonly Missing[]): number[] {
  for (const { plan, days } of missing) for (const { date, on } of days) if (on !== date) noteHeldDay(ctx, { planId: plan.id, date }, on);
  const series = missing.map(({ plan, days }) => ({
    ...toVisitValues(plan),
    planId: plan.id,
    days: days.map(({ date, on }) => ({ planDate: date, scheduledDate: businessInstant(on, plan.startTime) })),
    checklist: readChecklist(plan),
    preferredMemberId: plan.preferredMemberId,
  }));
  return insertVisits(ctx, series);
}

/** Creates the missing visits of a plan up to the horizon and returns the ids of their jobs. Call it inside a transaction. */
export const fillVisits = (ctx: Ctx, plan: PlanRow, closed = readClosedDaysAround(ctx)): number[] =>
  createVisits(ctx, [listMissing(ctx, plan, closed)]);
