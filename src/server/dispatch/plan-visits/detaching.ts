import { eq } from 'drizzle-orm';
import { workOrders } from '../../../../db/schema';
import { DEFAULT_DURATION_MINUTES, type WorkOrder } from '../../../shared/dispatch';
import { isOverbooked } from '../../calendar/capacity';
import type { Ctx } from '../../context';
import { getWorkOrder, recordOrder } from '../work-orders';

/** Returns whether too few people are free for a job at its time. */
export const lacksPeople = (ctx: Ctx, { id, scheduledDate: begins, estimatedDuration, crewSize: people }: WorkOrder): boolean =>
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
