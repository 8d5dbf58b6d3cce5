import { and, desc, eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client';
import { jobComponents, workOrders } from '../../../../db/schema';
import { getPhase, type WorkOrder } from '../../../shared/dispatch';
import type { Ctx } from '../../context';
import { insertJobComponents, planWorkOrder, setWorkOrderStatus, updateWorkOrder } from '../service';
import { getWorkOrder } from '../work-orders';

type Component = { component: string; estimatedTime?: number | undefined };
/** The work that a client approved: `totalAmount` in cents, `minutes` of all of it. */
export type QuotedWork = {
  clientId: number;
  addressId: number | null | undefined;
  serviceType: string;
  description: string | null;
  notes: string | null;
  inquiryId: number | null;
  totalAmount: number;
  minutes: number;
  components: readonly Component[];
};

const IS_UNQUOTED = sql`not exists (select 1 from quotes where quotes.work_order_id = work_orders.id)`;
/** Finds the job that the office made from a quote request, if it has not begun, is not billed and belongs to no other quote. */
export function findWaitingJob(ctx: Ctx, inquiryId: number | null): WorkOrder | undefined {
  if (inquiryId === null) return undefined;
  const newest = ctx.db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.inquiryId, inquiryId), eq(workOrders.isInvoiced, false), sql`plan_id is null`, IS_UNQUOTED))
    .orderBy(desc(workOrders.id))
    .limit(1)
    .get();
  const order = newest && getWorkOrder(ctx, newest.id);
  return order && getPhase(order.status) === 'planned' ? order : undefined;
}

/** Gives a job the price, the minutes and the components of a quote. Components that are done stay. */
function takeOver(ctx: Ctx, { id }: WorkOrder, { totalAmount, minutes, components }: QuotedWork): WorkOrder {
  updateWorkOrder(ctx, { id, confirm: true, totalAmount, ...(minutes > 0 && { estimatedDuration: minutes }) });
  ctx.db
    .delete(jobComponents)
    .where(and(eq(jobComponents.workOrderId, id), eq(jobComponents.isCompleted, false)))
    .run();
  insertJobComponents(ctx, id, components);
  return getWorkOrder(ctx, id);
}

/** Creates the job of an approved quote, or changes the one that the office made from the quote request already. */
export function makeQuotedJob(ctx: Ctx, work: QuotedWork): WorkOrder {
  return inTransaction(ctx.db, () => {
    const waiting = findWaitingJob(ctx, work.inquiryId);
    if (waiting) return takeOver(ctx, waiting, work);
    const { inquiryId, minutes, components, ...planned } = work;
    return planWorkOrder(
      ctx,
      { ...planned, ...(inquiryId !== null && { inquiryId }), ...(minutes > 0 && { estimatedDuration: minutes }) },
      components,
    );
  });
}

/** Cancels the job that the office made from a quote request whose client approved a plan that does not serve its day. */
export const cancelReplacedJob = (ctx: Ctx, { id }: WorkOrder): WorkOrder =>
  setWorkOrderStatus(ctx, { id, status: 'cancelled', reason: 'Regular visits take its place.' });
