import { setImmediate as breathe } from 'node:timers/promises';
import { and, asc, inArray, sql } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client';
import { prepared } from '../../../../db/prepared';
import { plans } from '../../../../db/schema';
import { businessDay, businessInstant } from '../../../shared/time';
import { readClosedDays } from '../../calendar/closed-days';
import type { Ctx } from '../../context';
import { checkPeopleAgain } from '../../dispatch/plan-visits/detaching';
import { insertVisits } from '../../dispatch/plan-visits/visits';
import { describeFault } from '../../http/logging';
import { getPlanRow, type PlanRow, type PlanValues, readChecklist } from '../rows';
import { storeStatuses } from '../statuses';
import { type ClosedDays, listServedDays, listVisitJobs } from './days';
import { noteHeldDay } from './exceptions';

/** Plans that one transaction looks at, and visits after which it ends, so that requests are answered meanwhile. */
const PLANS_A_BATCH = 50;
const VISITS_A_BATCH = 20;

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

/** Creates the missing visits of a plan up to the horizon and returns the ids of their jobs. Call it inside a transaction. */
export function fillVisits(ctx: Ctx, plan: PlanRow, closed = readClosedDays(ctx, businessDay(ctx.now()))): number[] {
  const from = businessDay(ctx.now());
  const taken = new Set(listVisitJobs(ctx, plan.id, from).map(({ planDate }) => planDate));
  const missing = listServedDays(ctx, plan, closed, from).filter(({ date }) => !taken.has(date));
  for (const { date, on } of missing) if (on !== date) noteHeldDay(ctx, { planId: plan.id, date }, on);
  return insertVisits(
    ctx,
    { ...toVisitValues(plan), planId: plan.id },
    missing.map(({ date, on }) => ({ planDate: date, scheduledDate: businessInstant(on, plan.startTime) })),
    { checklist: readChecklist(plan), preferredMemberId: plan.preferredMemberId },
  );
}

const isOfStorage = (fault: unknown): boolean => (describeFault(fault).code ?? '').startsWith('SQLITE_');
/** Creates the missing visits of a plan and counts them. A plan that cannot be read is logged, so that the other plans get theirs. */
function fillOne(ctx: Ctx, planId: number, closed: ClosedDays): number {
  try {
    return inTransaction(ctx.db, () => fillVisits(ctx, getPlanRow(ctx, planId), closed)).length;
  } catch (fault) {
    if (isOfStorage(fault)) throw fault;
    ctx.log.error({ evt: 'plan.failed', planId, fault: describeFault(fault) }, 'the visits of a plan could not be generated');
    return 0;
  }
}

const runningPlans = prepared((db) =>
  db
    .select({ id: plans.id })
    .from(plans)
    .where(and(inArray(plans.status, ['active', 'paused']), sql`${plans.id} > ${sql.placeholder('after')}`))
    .orderBy(asc(plans.id))
    .limit(PLANS_A_BATCH),
);

/** Generates the visits of the plans after one, until the batch is full. Returns the last plan, or undefined after the last one. */
function generateBatch(ctx: Ctx, after: number): { last: number | undefined; plans: number; created: number } {
  return inTransaction(ctx.db, () => {
    const batch = { last: undefined as number | undefined, plans: 0, created: 0 };
    const closed = readClosedDays(ctx, businessDay(ctx.now()));
    for (const { id } of runningPlans(ctx.db).all({ after })) {
      batch.last = id;
      batch.plans += 1;
      batch.created += fillOne(ctx, id, closed);
      if (batch.created >= VISITS_A_BATCH) break;
    }
    return batch;
  });
}

/**
 * Creates the visits of all plans up to six weeks ahead, and stores the statuses that have changed by themselves. Requests are answered
 * between its batches, each of which is one transaction.
 */
export async function generateVisits(ctx: Ctx, shouldStop = () => false): Promise<{ plans: number; created: number }> {
  const report = { plans: 0, created: 0 };
  storeStatuses(ctx);
  let batch = generateBatch(ctx, 0);
  while (batch.last !== undefined) {
    report.plans += batch.plans;
    report.created += batch.created;
    await breathe();
    if (shouldStop()) break;
    batch = generateBatch(ctx, batch.last);
  }
  await checkPeopleAgain(ctx, shouldStop);
  return report;
}
