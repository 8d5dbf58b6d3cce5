import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { readPage } from '../../../db/prepared';
import { plans, teamMembers } from '../../../db/schema';
import { addDays } from '../../shared/calendar-day';
import { FIRST_JOB_DAY, MOST_DAYS_AHEAD, type WorkOrder } from '../../shared/dispatch';
import { DomainError, fieldError } from '../../shared/errors';
import type { Plan, PlanInput, planList, planListInput } from '../../shared/plans-schemas';
import { businessDay, businessInstant } from '../../shared/time';
import { findJobPlace } from '../clients/service';
import type { Ctx } from '../context';
import { adoptVisit, changeVisit } from '../dispatch/plan-visits/visits';
import { getPlanRow, listPlanRows, type PlanRow, readChecklist, toPlan } from './rows';
import { recordPlan } from './statuses';
import { listVisits } from './visits/days';
import { fillVisits, toVisitValues } from './visits/generation';
import { isRuleDay } from './visits/recurrence';

/** Returns a plan with its visits. Throws NOT_FOUND. */
export function getPlan(ctx: Ctx, id: number): Plan {
  const row = getPlanRow(ctx, id);
  return { ...toPlan(row), visits: listVisits(ctx, row) };
}

/** Returns plans without their visits, newest first. */
export const listPlans = (ctx: Ctx, { limit, ...filter }: z.output<typeof planListInput>): z.output<typeof planList> =>
  readPage(
    listPlanRows(ctx, filter),
    limit,
    ({ id }) => id,
    (rows) => rows.map(toPlan),
  );

/** Throws BAD_REQUEST for days of a plan that are out of bounds, and NOT_FOUND for its member. */
export function assertPlannable(
  ctx: Ctx,
  { startDate, until, preferredMemberId }: Pick<PlanInput, 'startDate' | 'until' | 'preferredMemberId'>,
): void {
  if (startDate < FIRST_JOB_DAY || startDate > addDays(businessDay(ctx.now()), MOST_DAYS_AHEAD))
    throw fieldError('startDate', `Please enter a day from ${FIRST_JOB_DAY} to five years ahead.`);
  if (until != null && until < startDate) throw fieldError('until', 'The last day is before the first one.');
  if (preferredMemberId == null) return;
  const member = ctx.db.select({ id: teamMembers.id }).from(teamMembers).where(eq(teamMembers.id, preferredMemberId)).get();
  if (!member) throw new DomainError('NOT_FOUND', 'This team member does not exist.');
}

/**
 * Origin of a plan: a row of an import, an edit that split another plan, or a booking that only proposes it. `waitingJob` becomes a visit
 * of the plan if it is on one of its days.
 */
type Source = { importKey?: string; parentPlanId?: number; isProposed?: boolean; waitingJob?: WorkOrder | undefined };

/** Makes an untouched job the visit of its day, with the values of the plan, unless the plan does not serve that day. */
function adoptJob(ctx: Ctx, plan: PlanRow, { id, scheduledDate }: WorkOrder): void {
  const planDate = businessDay(scheduledDate);
  if (!isRuleDay(plan, planDate)) return;
  adoptVisit(ctx, id, { planId: plan.id, planDate });
  const time = { scheduledDate: businessInstant(planDate, plan.startTime) };
  changeVisit(ctx, id, { ...toVisitValues(plan), ...time, checklist: readChecklist(plan) });
}

/**
 * Creates a plan with its visits of the next six weeks. Returns the earlier plan if the row of an import has one. Throws NOT_FOUND for the
 * client, address or member, and BAD_REQUEST for days out of bounds.
 */
export function createPlan(ctx: Ctx, input: PlanInput, { importKey, parentPlanId, isProposed = false, waitingJob }: Source = {}): Plan {
  return inTransaction(ctx.db, () => {
    const known =
      importKey === undefined ? undefined : ctx.db.select({ id: plans.id }).from(plans).where(eq(plans.importKey, importKey)).get();
    if (known) return getPlan(ctx, known.id);
    assertPlannable(ctx, input);
    const { price = null, checklist, ...given } = input;
    const at = ctx.now().toISOString();
    const { id } = ctx.db
      .insert(plans)
      .values({
        ...given,
        ...findJobPlace(ctx, input),
        priceCents: price,
        checklist: checklist.length > 0 ? JSON.stringify(checklist) : null,
        status: isProposed ? 'proposed' : 'active',
        parentPlanId,
        importKey,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: plans.id })
      .get();
    recordPlan(ctx, isProposed ? 'proposed' : 'created', id, { serviceType: input.serviceType });
    const plan = getPlanRow(ctx, id);
    if (waitingJob) adoptJob(ctx, plan, waitingJob);
    fillVisits(ctx, plan);
    return getPlan(ctx, id);
  });
}
