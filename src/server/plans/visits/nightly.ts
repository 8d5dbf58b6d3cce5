import { setImmediate as breathe } from 'node:timers/promises';
import { and, asc, inArray, sql } from 'drizzle-orm';
import { inSavepoint, inTransaction } from '../../../../db/client';
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

/**
 * Plans that one transaction looks at, and visits after which it ends. Their number limits it rather than its time: on a busy machine
 * shorter transactions would only add commits, which cost most.
 */
const PLANS_A_BATCH = 100;
const VISITS_A_BATCH = 50;

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

type Batch = { last: number | undefined; plans: number; created: number };
type Write = (ctx: Ctx, missing: readonly Missing[]) => number[];

/** Generates the visits of the plans after one, until they are enough for a transaction. Call it inside the transaction. */
function fillPlans(ctx: Ctx, after: number, write: Write): Batch {
  const closed = readClosedDaysAround(ctx);
  const missing: Missing[] = [];
  let [last, plans, visits]: [number | undefined, number, number] = [undefined, 0, 0];
  for (const { id } of runningPlans(ctx.db).all({ after })) {
    [last, plans] = [id, plans + 1];
    const found = findMissing(ctx, id, closed);
    if (!found || found.days.length === 0) continue;
    missing.push(found);
    visits += found.days.length;
    if (visits >= VISITS_A_BATCH) break;
  }
  return { last, plans, created: write(ctx, missing).length };
}

/** Creates the visits of plans one by one, so that only a faulty plan gets none. */
const writeOneByOne: Write = (ctx, missing) =>
  missing.flatMap((one) => {
    try {
      return inSavepoint(ctx.db, () => createVisits(ctx, [one]));
    } catch (fault) {
      reportFault(ctx, one.plan.id, fault);
      return [];
    }
  });

/** Generates the visits of the plans after one in one transaction. Returns `last` as undefined if no plan was left. */
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
