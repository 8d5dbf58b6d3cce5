import { eq } from 'drizzle-orm';
import { workOrders } from '../../../../db/schema';
import type { WorkOrder } from '../../../shared/dispatch';
import { calculatePercent, parseCents } from '../../../shared/money';
import type { Ctx } from '../../context';
import { getService } from '../agreed/job';
import type { Items } from '../lines';

/** Returns the line that takes the discount of its plan off the price of a visit; undefined for a job without a discount. */
export function findPlanDiscount(ctx: Ctx, workOrderId: number, cents: number): Items[number] | undefined {
  const job = ctx.db.select({ percent: workOrders.discountPercent }).from(workOrders).where(eq(workOrders.id, workOrderId)).get();
  const discount = calculatePercent(Math.max(0, cents), job?.percent ?? 0);
  if (discount === 0) return undefined;
  const description = `Discount of ${job?.percent}% for regular visits`;
  return { description, quantity: 1, price: -discount, isGoods: false, isDeduction: true };
}

/**
 * Returns the lines of the invoice of a plan's visit: its price, and its discount as a line of its own. Undefined for a job without a
 * price, and for a visit of a plan without a discount.
 */
export function getDiscounted(ctx: Ctx, order: WorkOrder | undefined): { items: Items; subtotal: number } | undefined {
  if (order === undefined) return undefined;
  const price = parseCents(order.totalAmount ?? '') ?? 0;
  const discount = findPlanDiscount(ctx, order.id, price);
  if (!discount) return undefined;
  const service = { description: getService(order.serviceType), quantity: 1, price, isGoods: false };
  return { items: [service, discount], subtotal: price + discount.price };
}
