import { setImmediate as breathe } from 'node:timers/promises';
import { and, asc, inArray, sql } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client';
import { prepared } from '../../../../db/prepared';
import { plans } from '../../../../db/schema';
import type { Ctx } from '../../context';
import { checkPeopleAgain } from '../../dispatch/plan-visits/detaching';
import { getPlanRow } from '../rows';
import { storeStatuses } from '../statuses';
import { finishClosures } from './closures';
import { type ClosedDays, readClosedDaysAround } from './days';
import { isOfStorage, reportFault } from './faults';
import { createVisits, listMissing, type Missing } from './generation';

/** Plans that one transaction looks at, visits that one statement writes, and the time after which a transaction ends. */
const PLANS_A_BATCH = 100;
const VISITS_A_WRITE = 25;
const SLICE_MS = 18;

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
type Write = (ctx: Ctx, missing: readonly Missing[]) => number[];

/** Generates the visits of the plans after one, until the time is over. Call it inside a transaction. */
function fillPlans(ctx: Ctx, after: number, write: Write): Batch {
  const startedAt = performance.now();
  const closed = readClosedDaysAround(ctx);
  const ids = runningPlans(ctx.db)
    .all({ after })
    .map(({ id }) => id);
  let [plans, created] = [0, 0];
  // Each batch gets further, however busy the machine is.
  while (plans < ids.length && (plans === 0 || performance.now() - startedAt < SLICE_MS)) {
    const { taken, missing } = takeForWrite(ctx, ids.slice(plans), closed);
    created += write(ctx, missing).length;
    plans += taken;
  }
  return { last: ids[plans - 1], plans, created };
}

/** Creates the visits of plans one by one, so that only a faulty plan gets none. */
const writeOneByOne: Write = (ctx, missing) =>
  missing.flatMap((one) => {
    try {
      return inTransaction(ctx.db, () => createVisits(ctx, [one]));
    } catch (fault) {
      reportFault(ctx, one.plan.id, fault);
      return [];
    }
  });

/** Generates the visits of some plans in one transaction. Returns the last plan, or undefined after the last one. */
function generateBatch(ctx: Ctx, after: number): Batch {
  try {
    return inTransaction(ctx.db, () => fillPlans(ctx, after, createVisits));
  } catch (fault) {
    if (isOfStorage(fault)) throw fault;
    // A savepoint for each plan takes a tenth more time, so that only a batch with a faulty plan has them.
    return inTransaction(ctx.db, () => fillPlans(ctx, after, writeOneByOne));
  }
}

/**
 * Creates the visits of all plans up to six weeks ahead, and stores the statuses that have changed by themselves. Requests are answered
 * between its batches, each of which is one transaction.
 */
export async function generateVisits(ctx: Ctx, shouldStop = () => false): Promise<{ plans: number; created: number }> {
  const report = { plans: 0, created: 0 };
  storeStatuses(ctx);
  await finishClosures(ctx, shouldStop);
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
