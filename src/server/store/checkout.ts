import { randomBytes } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { orderItems, orders, products } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import { MAX_CENTS } from '../../shared/money';
import { agreeOnTax } from '../../shared/order-amounts';
import type { Order, OrderSubmission } from '../../shared/store';
import { getInitialStatus, MAX_QUANTITY } from '../../shared/store-options';
import { calculateTotals, formatMoney } from '../../shared/store-sums';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { assertRepeat, hashContents } from '../http/requests/repeats';
import { changeStock } from '../inventory/service';
import { publishAfterCommit } from '../live';
import { queueOrderMessages } from '../mail/order-messages';
import { getStorefront } from '../settings/service';
import { getItems, getOrderTaxReading, getPaymentInstructions, type OrderRow, toOrder } from './orders';
import { linkCart } from './saved-carts';

/** Returns the quantity of each product, in the order of the lines. Throws BAD_REQUEST if a product exceeds MAX_QUANTITY. */
function mergeLines(items: OrderSubmission['items']): Map<number, number> {
  const quantities = new Map<number, number>();
  for (const [line, { productId, quantity }] of items.entries()) {
    const merged = (quantities.get(productId) ?? 0) + quantity;
    if (merged > MAX_QUANTITY) throw fieldError(`items.${line}.quantity`, `Please order at most ${MAX_QUANTITY} of one product.`);
    quantities.set(productId, merged);
  }
  return quantities;
}

/** Hashes the contents of an order. Leaves out the key, the saved cart and the anti-bot fields, which may differ between retries. */
function hashOrder(input: OrderSubmission): string {
  const { idempotencyKey: _key, website: _website, filledInMs: _ms, cartId: _cart, items, ...rest } = input;
  const fields = Object.entries(rest).filter(([, value]) => value != null);
  const lines = items.map(({ productId, quantity, name, price }) => [productId, quantity, name ?? null, price ?? null]);
  return hashContents([fields, lines]);
}

const findByKey = (ctx: Ctx, key: string): OrderRow | undefined => ctx.db.select().from(orders).where(eq(orders.idempotencyKey, key)).get();

/** Returns true if an order was already placed under this idempotency key. */
export const isRepeatedOrder = (ctx: Ctx, { idempotencyKey: key }: OrderSubmission): boolean =>
  key != null && findByKey(ctx, key) !== undefined;

/** Returns the order placed earlier under this key, as it was when placed. Throws UNPROCESSABLE if its contents differ. */
function findEarlierOrder(ctx: Ctx, key: string, requestHash: string): Order | undefined {
  const row = findByKey(ctx, key);
  if (!row) return undefined;
  assertRepeat(row, requestHash, 'This Idempotency-Key was already used for a different order.');
  const asPlaced = { ...row, status: getInitialStatus(row.paymentMethod), paidDate: null, cancelReason: null };
  return toOrder(asPlaced, getItems(ctx, row.orderNumber), getPaymentInstructions(ctx, row.paymentMethod));
}

/** Returns the lines at today's prices. Throws NOT_FOUND for an unknown product, CONFLICT if one was retired or its price changed. */
function priceLines(ctx: Ctx, items: OrderSubmission['items'], quantities: Map<number, number>) {
  const found = ctx.db
    .select()
    .from(products)
    .where(inArray(products.id, [...quantities.keys()]))
    .all();
  const productById = new Map(found.map((product) => [product.id, product]));
  const lines = Array.from(quantities, ([productId, quantity]) => {
    const product = productById.get(productId);
    if (!product) throw new DomainError('NOT_FOUND', `There is no product ${productId}.`);
    const { name, priceCents, costCents, isActive, isHstTaxable, isPstTaxable } = product;
    return { productId, name, priceCents, costCents, isActive, isHstTaxable, isPstTaxable, quantity };
  });
  const retired = lines.find(({ isActive }) => !isActive);
  if (retired) throw new DomainError('CONFLICT', `${retired.name} is no longer sold.`);
  for (const { productId, price } of items) {
    const product = productById.get(productId);
    if (price != null && product && price !== product.priceCents)
      throw new DomainError(
        'CONFLICT',
        `The price of ${product.name} is now ${formatMoney(product.priceCents)}, not ${formatMoney(price)}.`,
      );
  }
  return lines;
}

type Line = ReturnType<typeof priceLines>[number];

/** Stores an order with the taxes the customer saw. Throws CONFLICT if they have changed, BAD_REQUEST above MAX_CENTS. */
function insertOrder(ctx: Ctx, input: OrderSubmission, lines: Line[], requestHash: string): OrderRow {
  const totals = calculateTotals(lines);
  const { subtotalCents } = totals;
  if (subtotalCents > MAX_CENTS) throw fieldError('items', `Please order for at most ${formatMoney(MAX_CENTS)} at a time.`);
  const { taxReading, taxCents, pstCents } = agreeOnTax(totals, input, getStorefront(ctx).taxRule);
  const { customerName, customerEmail, customerPhone, shippingAddress, paymentMethod, orderNotes, idempotencyKey } = input;
  const sent = { customerName, customerEmail, customerPhone, shippingAddress, paymentMethod, orderNotes, idempotencyKey };
  const at = ctx.now().toISOString();
  return ctx.db
    .insert(orders)
    .values({
      ...sent,
      publicId: randomBytes(16).toString('base64url'),
      subtotalCents,
      taxCents,
      pstCents,
      totalCents: subtotalCents + taxCents,
      ...(taxReading === 'bc-current' ? { taxReading: 'checkout-12' as const, taxProfile: taxReading } : { taxReading }),
      status: getInitialStatus(paymentMethod),
      requestHash: idempotencyKey ? requestHash : null,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
    .get();
}

/**
 * Places an order at today's prices: takes all of its lines out of stock and queues its messages, or does nothing. Returns the earlier
 * order if the same contents were sent under the same key. Throws BAD_REQUEST, NOT_FOUND, UNPROCESSABLE if the key was used for a
 * different order, and CONFLICT if a price, tax or total has changed, a product is no longer sold or its stock is too low.
 */
export function placeOrder(ctx: Ctx, input: OrderSubmission): Order {
  const quantities = mergeLines(input.items);
  const requestHash = hashOrder(input);
  return inTransaction(ctx.db, () => {
    const earlierOrder = input.idempotencyKey ? findEarlierOrder(ctx, input.idempotencyKey, requestHash) : undefined;
    if (earlierOrder) return earlierOrder;
    const lines = priceLines(ctx, input.items, quantities);
    const row = insertOrder(ctx, input, lines, requestHash);
    const { orderNumber } = row;
    const items = lines.map(({ productId, name, quantity, priceCents, costCents }) => {
      const { cogsCents } = changeStock(ctx, { productId, kind: 'sale', quantity: -quantity, orderNumber });
      return { orderNumber, productId, name, quantity, priceCents, costCents, cogsCents };
    });
    ctx.db.insert(orderItems).values(items).run();
    if (input.cartId) linkCart(ctx, input.cartId, orderNumber);
    const instructions = getPaymentInstructions(ctx, row.paymentMethod);
    queueOrderMessages(ctx, row, lines, instructions);
    recordActivity(ctx, {
      verb: 'order.placed',
      entityType: 'order',
      entityId: orderNumber,
      data: { lines: lines.length, totalCents: row.totalCents, paymentMethod: row.paymentMethod, taxReading: getOrderTaxReading(row) },
    });
    publishAfterCommit(ctx, 'store');
    return toOrder(row, lines, instructions);
  });
}
