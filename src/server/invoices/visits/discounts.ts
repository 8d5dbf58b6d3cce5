import { eq } from 'drizzle-orm';
import { plans } from '../../../../db/schema';
import { formatService, type WorkOrder } from '../../../shared/dispatch';
import { parseCents, percentOf } from '../../../shared/money';
import type { Ctx } from '../../context';
import type { Items } from '../lines';

/** Returns the line that takes the discount of a plan off the price of a visit; undefined without a discount. */
export function findPlanDiscount(ctx: Ctx, planId: number | null, cents: number): Items[number] | undefined {
  if (planId === null) return undefined;
  const plan = ctx.db.select({ percent: plans.discountPercent }).from(plans).where(eq(plans.id, planId)).get();
  const discount = percentOf(Math.max(0, cents), plan?.percent ?? 0);
  if (discount === 0) return undefined;
  const description = `Discount of ${plan?.percent}% for regular visits`;
  return { description, quantity: 1, price: -discount, isGoods: false, isDeduction: true };
}

/**
 * Returns the lines of the invoice of a plan's visit: its price, and the plan's discount as a line of its own. Undefined for a job without a
 * price, and for a visit of a plan without a discount.
 */
export function getDiscounted(ctx: Ctx, order: WorkOrder | undefined): { items: Items; subtotal: number } | undefined {
  if (order === undefined) return undefined;
  const price = parseCents(order.totalAmount ?? '') ?? 0;
  const discount = findPlanDiscount(ctx, order.planId, price);
  if (!discount) return undefined;
  const service = { description: formatService(order.serviceType), quantity: 1, price, isGoods: false };
  return { items: [service, discount], subtotal: price + discount.price };
}
