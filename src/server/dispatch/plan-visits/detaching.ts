import { setImmediate as breathe } from 'node:timers/promises';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client';
import { workOrders } from '../../../../db/schema';
import { DEFAULT_DURATION_MINUTES, OPEN_STATUSES, type WorkOrder } from '../../../shared/dispatch';
import { isOverbooked } from '../../calendar/capacity';
import type { Ctx } from '../../context';
import { getWorkOrder, recordOrder, toIds } from '../work-orders';

type Need = Pick<WorkOrder, 'id' | 'scheduledDate' | 'estimatedDuration' | 'crewSize'>;
/** Returns whether too few people are free for a job at its time. */
export const lacksPeople = (ctx: Ctx, { id, scheduledDate: begins, estimatedDuration, crewSize: people }: Need): boolean =>
  isOverbooked(ctx, { begins, minutes: estimatedDuration || DEFAULT_DURATION_MINUTES, people, replaces: { workOrderId: id } });

/**
 * Marks the visit of a plan as edited by hand, so that later changes of the plan leave it alone, and checks again whether enough people are
 * free. Other jobs stay as they are. Call it inside the transaction of the edit.
 */
export function detachVisit(ctx: Ctx, id: number): void {
  const order = getWorkOrder(ctx, id);
  if (order.planId === null) return;
  const overbooked = lacksPeople(ctx, order);
  if (order.detached && order.overbooked === overbooked) return;
  ctx.db.update(workOrders).set({ detached: true, overbooked }).where(eq(workOrders.id, id)).run();
  if (!order.detached) recordOrder(ctx, 'workOrder.detached', id, { planId: order.planId });
}

const NEED = {
  id: workOrders.id,
  scheduledDate: workOrders.scheduledDate,
  estimatedDuration: workOrders.estimatedDuration,
  crewSize: workOrders.crewSize,
};
const isStillMarked = (ids: readonly number[]) => and(inArray(workOrders.id, ids), eq(workOrders.overbooked, true));
/** Takes the mark off jobs for which enough people are free by now. */
function unmark(ctx: Ctx, ids: readonly number[]): void {
  inTransaction(ctx.db, () => {
    for (const order of ctx.db.select(NEED).from(workOrders).where(isStillMarked(ids)).all()) {
      if (lacksPeople(ctx, order)) continue;
      ctx.db.update(workOrders).set({ overbooked: false }).where(eq(workOrders.id, order.id)).run();
      recordOrder(ctx, 'workOrder.staffed', order.id);
    }
  });
}

/** Visits that one transaction checks. */
const A_BATCH = 50;
/** Takes the mark off the visits to come for which enough people are free by now. Requests are answered between its batches. */
export async function checkPeopleAgain(ctx: Ctx, shouldStop = () => false): Promise<void> {
  const isMarked = and(
    eq(workOrders.overbooked, true),
    gt(workOrders.scheduledDate, ctx.now().toISOString()),
    inArray(workOrders.status, OPEN_STATUSES),
  );
  const ids = toIds(ctx.db.select({ id: workOrders.id }).from(workOrders).where(isMarked).all());
  for (let start = 0; start < ids.length && !shouldStop(); start += A_BATCH) {
    unmark(ctx, ids.slice(start, start + A_BATCH));
    await breathe();
  }
}
