import { asc, eq } from 'drizzle-orm';
import { automationRuns } from '../../db/schema';
import { runNextDue } from '../../src/server/automation/scheduler';
import type { WorkerKey } from '../../src/shared/automation';
import type { Shop } from './shop';

/** Does what the timer of the process does at each tick. */
export function tick(shop: Shop): number {
  let runs = 0;
  while (runNextDue(shop.ctx)) runs += 1;
  return runs;
}
export const runsOf = (shop: Shop, key: WorkerKey) =>
  shop.db.select().from(automationRuns).where(eq(automationRuns.workerKey, key)).orderBy(asc(automationRuns.id)).all();
