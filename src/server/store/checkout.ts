import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { isAmong, placeholders, prepared } from '../../../db/prepared';
import { orderItems, orders, products } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import { MAX_CENTS } from '../../shared/money';
import { agreeOnTax } from '../../shared/order-amounts';
import type { Order, OrderSubmission } from '../../shared/store';
import { getInitialStatus, MAX_QUANTITY } from '../../shared/store-options';
import { calculateTotals, formatMoney } from '../../shared/store-sums';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { assertRepeat, hashContents, noteRepeat } from '../http/requests/repeats';
import { changeStock } from '../inventory/service';
import { publishAfterCommit } from '../live';
import { queueOrderMessages } from '../mail/messages/order';
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

const orderByKey = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.idempotencyKey, sql.placeholder('key'))),
);

/** Returns true if an order was already placed under this idempotency key. */
export const isRepeatedOrder = (ctx: Ctx, { idempotencyKey: key }: OrderSubmission): boolean =>
  key != null && orderByKey(ctx.db).get({ key }) !== undefined;

/** Returns the order placed earlier under this key, as it was when placed. Throws UNPROCESSABLE if its contents differ. */
function findEarlierOrder(ctx: Ctx, key: string, requestHash: string): Order | undefined {
  const row = orderByKey(ctx.db).get({ key });
  if (!row) return undefined;
  assertRepeat(row, requestHash, 'This Idempotency-Key was already used for a different order.');
  const asPlaced = { ...row, status: getInitialStatus(row.paymentMethod), paidDate: null, cancelReason: null };
  return toOrder(asPlaced, getItems(ctx, row.orderNumber), getPaymentInstructions(ctx, row.paymentMethod));
}

const orderedProducts = prepared((db) => db.select().from(products).where(isAmong(products.id)));

/** Returns the lines at today's prices. Throws NOT_FOUND for an unknown product, CONFLICT if one was retired or its price changed. */
function priceLines(ctx: Ctx, items: OrderSubmission['items'], quantities: Map<number, number>) {
  const found = orderedProducts(ctx.db).all({ ids: JSON.stringify([...quantities.keys()]) });
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

const SENT = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'shippingAddress',
  'paymentMethod',
  'orderNotes',
  'idempotencyKey',
] as const;
const AMOUNTS = ['subtotalCents', 'taxCents', 'pstCents', 'totalCents', 'taxReading', 'taxProfile'] as const;
const orderInsert = prepared((db) =>
  db
    .insert(orders)
    .values(placeholders(...SENT, ...AMOUNTS, 'publicId', 'status', 'requestHash', 'createdAt', 'updatedAt'))
    .returning(),
);
const itemInsert = prepared((db) =>
  db.insert(orderItems).values(placeholders('orderNumber', 'productId', 'name', 'quantity', 'priceCents', 'costCents', 'cogsCents')),
);

type Line = ReturnType<typeof priceLines>[number];

/** Stores an order with the taxes the customer saw. Throws CONFLICT if they have changed, BAD_REQUEST above MAX_CENTS. */
function insertOrder(ctx: Ctx, input: OrderSubmission, lines: Line[], requestHash: string | null): OrderRow {
  const totals = calculateTotals(lines);
  const { subtotalCents } = totals;
  if (subtotalCents > MAX_CENTS) throw fieldError('items', `Please order for at most ${formatMoney(MAX_CENTS)} at a time.`);
  const { taxReading, taxCents, pstCents } = agreeOnTax(totals, input, getStorefront(ctx).taxRule);
  const at = ctx.now().toISOString();
  return orderInsert(ctx.db).get({
    ...input,
    publicId: randomBytes(16).toString('base64url'),
    subtotalCents,
    taxCents,
    pstCents,
    totalCents: subtotalCents + taxCents,
    ...(taxReading === 'bc-current' ? { taxReading: 'checkout-12', taxProfile: taxReading } : { taxReading, taxProfile: 'documented' }),
    status: getInitialStatus(input.paymentMethod),
    idempotencyKey: input.idempotencyKey ?? null,
    requestHash,
    createdAt: at,
    updatedAt: at,
  });
}

/**
 * Places an order at today's prices: takes all of its lines out of stock and queues its messages, or does nothing. Returns the earlier
 * order if the same contents were sent under the same key. Throws BAD_REQUEST, NOT_FOUND, UNPROCESSABLE if the key was used for a
 * different order, and CONFLICT if a price, tax or total has changed, a product is no longer sold or its stock is too low.
 */
export function placeOrder(ctx: Ctx, input: OrderSubmission): Order {
  const quantities = mergeLines(input.items);
  const { idempotencyKey: key } = input;
  const requestHash = key ? hashOrder(input) : null;
  return inTransaction(ctx.db, () => {
    const earlierOrder = key && requestHash ? findEarlierOrder(ctx, key, requestHash) : undefined;
    if (earlierOrder) {
      noteRepeat(input);
      return earlierOrder;
    }
    const lines = priceLines(ctx, input.items, quantities);
    const row = insertOrder(ctx, input, lines, requestHash);
    const { orderNumber } = row;
    for (const line of lines) {
      const { cogsCents } = changeStock(ctx, { productId: line.productId, kind: 'sale', quantity: -line.quantity, orderNumber });
      itemInsert(ctx.db).run({ ...line, cogsCents, orderNumber });
    }
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
