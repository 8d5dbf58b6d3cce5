import { setImmediate as breathe } from 'node:timers/promises';
import { and, asc, inArray, sql } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client';
import { prepared } from '../../../../db/prepared';
import { plans } from '../../../../db/schema';
import { businessDay, businessInstant } from '../../../shared/time';
import { type CapacityCheck, toCapacityCheck } from '../../calendar/capacity';
import { readClosedDays } from '../../calendar/closed-days';
import type { Ctx } from '../../context';
import { checkPeopleAgain } from '../../dispatch/plan-visits/detaching';
import { insertVisits } from '../../dispatch/plan-visits/visits';
import { describeFault } from '../../http/logging';
import { getPlanRow, type PlanRow, type PlanValues, readChecklist } from '../rows';
import { storeStatuses } from '../statuses';
import { type ClosedDays, listServedDays, readTakenDays } from './days';
import { noteHeldDay } from './exceptions';

/** Plans that one transaction looks at, visits that one statement writes, and the time after which a transaction ends. */
const PLANS_A_BATCH = 100;
const VISITS_A_WRITE = 25;
const SLICE_MS = 18;

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

type Missing = { plan: PlanRow; days: { date: string; on: string }[] };
/** Returns the days up to the horizon that a plan serves and that have no visit, with the days on which those are held. */
function listMissing(ctx: Ctx, plan: PlanRow, closed: ClosedDays): Missing {
  const from = businessDay(ctx.now());
  const taken = readTakenDays(ctx, plan.id, from);
  return { plan, days: listServedDays(ctx, plan, closed, from).filter(({ date }) => !taken.has(date)) };
}

/** Creates the visits of plans and returns the ids of their jobs. Call it inside a transaction. */
function createVisits(ctx: Ctx, missing: readonly Missing[], isFull = toCapacityCheck(ctx)): number[] {
  for (const { plan, days } of missing) for (const { date, on } of days) if (on !== date) noteHeldDay(ctx, { planId: plan.id, date }, on);
  const series = missing.map(({ plan, days }) => ({
    ...toVisitValues(plan),
    planId: plan.id,
    days: days.map(({ date, on }) => ({ planDate: date, scheduledDate: businessInstant(on, plan.startTime) })),
    checklist: readChecklist(plan),
    preferredMemberId: plan.preferredMemberId,
  }));
  return insertVisits(ctx, series, isFull);
}

/** Creates the missing visits of a plan up to the horizon and returns the ids of their jobs. Call it inside a transaction. */
export const fillVisits = (ctx: Ctx, plan: PlanRow, closed = readClosedDays(ctx, businessDay(ctx.now()))): number[] =>
  createVisits(ctx, [listMissing(ctx, plan, closed)]);

const isOfStorage = (fault: unknown): boolean => (describeFault(fault).code ?? '').startsWith('SQLITE_');
/** Logs a plan whose visits cannot be generated, so that the other plans get theirs. Throws faults of the database. */
function reportFault(ctx: Ctx, planId: number, fault: unknown): void {
  if (isOfStorage(fault)) throw fault;
  ctx.log.error({ evt: 'plan.failed', planId, fault: describeFault(fault) }, 'the visits of a plan could not be generated');
}

function findMissing(ctx: Ctx, id: number, closed: ClosedDays): Missing | undefined {
  try {
    return listMissing(ctx, getPlanRow(ctx, id), closed);
  } catch (fault) {
    reportFault(ctx, id, fault);
    return undefined;
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

/** Returns the plans from the first one on whose missing visits are enough for one write. */
function takeForWrite(ctx: Ctx, ids: readonly number[], closed: ClosedDays): { taken: number; missing: Missing[] } {
  const missing: Missing[] = [];
  let [taken, visits] = [0, 0];
  while (taken < ids.length && visits < VISITS_A_WRITE) {
    const found = findMissing(ctx, ids[taken] ?? 0, closed);
    taken += 1;
    if (!found || found.days.length === 0) continue;
    missing.push(found);
    visits += found.days.length;
  }
  return { taken, missing };
}

type Batch = { last: number | undefined; plans: number; created: number };
type Write = (missing: readonly Missing[], isFull: CapacityCheck) => number[];

/** Generates the visits of the plans after one, until the time is over. Call it inside a transaction. */
function fillPlans(ctx: Ctx, after: number, write: Write): Batch {
  const startedAt = performance.now();
  const closed = readClosedDays(ctx, businessDay(ctx.now()));
  const isFull = toCapacityCheck(ctx);
  const ids = runningPlans(ctx.db)
    .all({ after })
    .map(({ id }) => id);
  let [plans, created] = [0, 0];
  // Each batch gets further, however busy the machine is.
  while (plans < ids.length && (plans === 0 || performance.now() - startedAt < SLICE_MS)) {
    const { taken, missing } = takeForWrite(ctx, ids.slice(plans), closed);
    created += write(missing, isFull).length;
    plans += taken;
  }
  return { last: ids[plans - 1], plans, created };
}

/** Creates the visits of plans one by one, so that only a faulty plan gets none. */
const writeOneByOne = (ctx: Ctx, missing: readonly Missing[], isFull: CapacityCheck): number[] =>
  missing.flatMap((one) => {
    try {
      return inTransaction(ctx.db, () => createVisits(ctx, [one], isFull));
    } catch (fault) {
      reportFault(ctx, one.plan.id, fault);
      return [];
    }
  });

/** Generates the visits of some plans in one transaction. Returns the last plan, or undefined after the last one. */
function generateBatch(ctx: Ctx, after: number): Batch {
  try {
    return inTransaction(ctx.db, () => fillPlans(ctx, after, (missing, isFull) => createVisits(ctx, missing, isFull)));
  } catch (fault) {
    if (isOfStorage(fault)) throw fault;
    // A savepoint for each plan takes a tenth more time, so that only a batch with a faulty plan has them.
    return inTransaction(ctx.db, () => fillPlans(ctx, after, (missing, isFull) => writeOneByOne(ctx, missing, isFull)));
  }
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
