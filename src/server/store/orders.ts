import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows, cutPage, prepared } from '../../../db/prepared';
import { orderItems, orders } from '../../../db/schema';
import { searchWords } from '../../../db/search';
import { askFirst, DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import type {
  Order,
  orderCounts,
  orderListInput,
  orderPayment,
  orderRefund,
  orderStatusChange,
  StaffOrder,
  staffOrderList,
} from '../../shared/store';
import { isAwaitingTransfer, ORDER_STATUSES, ORDER_TRANSITIONS, type OrderStatus } from '../../shared/store-options';
import { showOrderNumber, type TaxReading } from '../../shared/store-sums';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { changeStock } from '../inventory/service';
import {
  makeOrderReceipt,
  type OrderMoney,
  readOrderMoney,
  refundOrderReceipt,
  sendOrderReceipt,
  voidOrderReceipt,
} from '../invoices/order-receipts';
import { publishAfterCommit } from '../live';
import { queueCancelledMessage, queueShippedMessage } from '../mail/order-messages';
import { getSettings } from '../settings/service';

export type OrderRow = typeof orders.$inferSelect;
type ItemRow = typeof orderItems.$inferSelect;

const itemsOfOrder = prepared((db) =>
  db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderNumber, sql.placeholder('orderNumber')))
    .orderBy(asc(orderItems.id))
    .prepare(),
);
const byPublicId = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.publicId, sql.placeholder('publicId')))
    .prepare(),
);
/** The lines of an order, as they were put into it. */
export const getItems = (ctx: Ctx, orderNumber: number): ItemRow[] => itemsOfOrder(ctx.db).all({ orderNumber });

/** By which taxes an order was placed. */
export const getOrderTaxReading = ({ taxReading, taxProfile }: OrderRow): TaxReading =>
  taxProfile === 'bc-current' ? taxProfile : taxReading;

/** The parts of an order that its customer and the office see alike. */
function toWire(row: OrderRow, items: readonly Pick<ItemRow, 'productId' | 'name' | 'priceCents' | 'quantity'>[]) {
  return {
    id: row.publicId,
    createdAt: row.createdAt,
    status: row.status,
    customerName: row.customerName,
    shippingAddress: row.shippingAddress,
    paymentMethod: row.paymentMethod,
    paidDate: row.paidDate,
    cancelReason: row.cancelReason,
    taxReading: getOrderTaxReading(row),
    subtotal: formatCents(row.subtotalCents),
    taxAmount: formatCents(row.taxCents),
    hstAmount: formatCents(row.hstCents),
    pstAmount: formatCents(row.pstCents),
    total: formatCents(row.totalCents),
    totalAmount: formatCents(row.totalCents),
    items: items.map(({ productId, name, priceCents, quantity }) => ({ productId, name, price: formatCents(priceCents), quantity })),
  };
}

/** How to pay by a method, in the company's words; a method that the checkout does not offer has none. */
export const getPaymentInstructions = (ctx: Ctx, method: OrderRow['paymentMethod']): string =>
  (getSettings(ctx).paymentInstructions as Partial<Record<typeof method, string>>)[method] ?? '';

/** An order as its customer sees it. */
export const toOrder = (row: OrderRow, items: Parameters<typeof toWire>[1], paymentInstructions: string): Order => ({
  ...toWire(row, items),
  orderNumber: showOrderNumber(row.orderNumber),
  paymentInstructions,
});

/** An order by the id of its address. Throws NOT_FOUND for any text that is none. */
export function getOrder(ctx: Ctx, publicId: string): Order {
  const row = byPublicId(ctx.db).get({ publicId });
  // The sentence of public-site.md §8.
  if (!row) throw new DomainError('NOT_FOUND', "Order Not Found: We couldn't find this order. Please check your order number.");
  return toOrder(row, getItems(ctx, row.orderNumber), getPaymentInstructions(ctx, row.paymentMethod));
}

const showStaffOrder = (row: OrderRow, items: readonly ItemRow[], { heldCents, refundedCents, ...receipt }: OrderMoney): StaffOrder => ({
  ...toWire(row, items),
  ...receipt,
  refunded: formatCents(refundedCents),
  refundDue: formatCents(row.status === 'cancelled' ? heldCents : 0),
  orderNumber: row.orderNumber,
  customerEmail: row.customerEmail,
  customerPhone: row.customerPhone,
  orderNotes: row.orderNotes,
  paidDate: row.paidDate,
  paidMethod: row.paidMethod,
  shippedAt: row.shippedAt,
  deliveredAt: row.deliveredAt,
  cancelledAt: row.cancelledAt,
  cancelReason: row.cancelReason,
  updatedAt: row.updatedAt,
});

const toStaffOrder = (ctx: Ctx, row: OrderRow, items: readonly ItemRow[]): StaffOrder =>
  showStaffOrder(row, items, readOrderMoney(ctx, [row.orderNumber])(row.orderNumber));

function getRow(ctx: Ctx, orderNumber: number): OrderRow {
  const row = ctx.db.select().from(orders).where(eq(orders.orderNumber, orderNumber)).get();
  if (!row) throw new DomainError('NOT_FOUND', 'This order does not exist.');
  return row;
}

/** An order by its number, for the office. Throws NOT_FOUND. */
export const getStaffOrder = (ctx: Ctx, orderNumber: number): StaffOrder =>
  toStaffOrder(ctx, getRow(ctx, orderNumber), getItems(ctx, orderNumber));

/** Words too short for the search table are looked for in this many of the newest orders only. */
const RECENT = 5000;

/**
 * What a search asks of orders: `match` for the search table of names, addresses, phones and numbers, and conditions for the
 * words that are not for it. "ORD-0012" is the order of that number alone, "12" that one too.
 */
function parseSearch(search: string | null) {
  const words = searchWords(search).map((word) => ({ ...word, number: /^(ORD-)?(\d{1,15})$/i.exec(word.text) }));
  const isForTable = ({ match, number }: (typeof words)[number]) => match !== undefined && !number?.[1] && !number?.[2]?.startsWith('0');
  const conditions = words
    .filter((word) => !isForTable(word))
    .map(({ pattern, number }) => {
      if (number?.[1]) return eq(orders.orderNumber, Number(number[2]));
      const recent = sql`select order_number from orders where order_number > (select max(order_number) from orders) - ${RECENT}
        and (customer_name glob ${pattern} or customer_email glob ${pattern} or customer_phone glob ${pattern})`;
      return sql`${orders.orderNumber} in (${number ? sql`select ${Number(number[2])} union all ${recent}` : recent})`;
    });
  const match = words
    .filter(isForTable)
    .flatMap((word) => word.match ?? [])
    .join(' AND ');
  return { match, conditions };
}

/** Those that have still to leave the house, as their index has it. */
const isToShip = sql`status not in ('shipped', 'delivered', 'cancelled')`;
/** How many orders have still to leave the house. */
export const countToShip = (ctx: Ctx): number => countRows(ctx.db, sql`orders indexed by orders_to_ship`, isToShip);

/** Those that wait for their money, as their index has it. */
const isUnpaid = sql`paid_date is null and status <> 'cancelled'`;
/** Whether an order is paid, in words that an index knows: of a state or a view, or of all. */
function paymentFilter(isPaid: boolean | undefined, isNarrowed: boolean): SQL | undefined {
  if (isPaid === undefined) return undefined;
  if (isNarrowed) return sql`(${orders.paidDate} is null) = ${isPaid ? 0 : 1}`;
  return isPaid ? sql`paid_date is not null` : isUnpaid;
}

/**
 * Orders for the office, newest first. Those that are not paid are those that wait for their money: a cancelled one is
 * among them only where cancelled ones are asked for.
 */
export function listOrders(ctx: Ctx, input: z.output<typeof orderListInput>): z.output<typeof staffOrderList> {
  const { status, view, isPaid, search, limit, cursor } = input;
  const { match, conditions } = parseSearch(search);
  const query = ctx.db.select({ order: orders }).from(orders).$dynamic();
  // The search table answers in the order of its numbers, so that a page of it ends with the page.
  if (match) query.innerJoin(sql`orders_search`, sql`orders_search.rowid = ${orders.orderNumber} and orders_search match ${match}`);
  const rows = query
    .where(
      and(
        status && eq(orders.status, status),
        view === 'to-ship' ? isToShip : undefined,
        paymentFilter(isPaid, status !== undefined || view !== undefined),
        cursor == null ? undefined : match ? sql`orders_search.rowid < ${cursor}` : lt(orders.orderNumber, cursor),
        ...conditions,
      ),
    )
    .orderBy(desc(match ? sql`orders_search.rowid` : orders.orderNumber))
    .limit(limit + 1)
    .all()
    .map(({ order }) => order);
  const page = cutPage(rows, limit, ({ orderNumber }) => orderNumber);
  const numbers = page.rows.map(({ orderNumber }) => orderNumber);
  const items = new Map<number, ItemRow[]>(numbers.map((orderNumber) => [orderNumber, []]));
  if (numbers.length > 0)
    for (const item of ctx.db.select().from(orderItems).where(inArray(orderItems.orderNumber, numbers)).orderBy(asc(orderItems.id)).all())
      items.get(item.orderNumber)?.push(item);
  const getMoney = readOrderMoney(ctx, numbers);
  return { ...page, rows: page.rows.map((row) => showStaffOrder(row, items.get(row.orderNumber) ?? [], getMoney(row.orderNumber))) };
}

// Told which index, since the planner, which knows no figures, takes the longer one.
const countUnpaid = prepared((db) =>
  db.select({ count: sql<number>`count(*)` }).from(sql`orders indexed by orders_unpaid`).where(isUnpaid).prepare(),
);

/** How many orders there are in each state, and how many that are not cancelled wait for their money. */
export function countOrders(ctx: Ctx): z.output<typeof orderCounts> {
  const counted = ctx.db.select({ status: orders.status, count: sql<number>`count(*)` }).from(orders).groupBy(orders.status).all();
  const byStatus = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as Record<OrderStatus, number>;
  for (const { status, count } of counted) byStatus[status] = count;
  return { byStatus, unpaid: countUnpaid(ctx.db).get()?.count ?? 0 };
}

/** What a status stamps on the order as it is reached. */
function getStatusStamps(status: OrderStatus, at: string, reason: string | null) {
  if (status === 'shipped') return { shippedAt: at };
  if (status === 'delivered') return { deliveredAt: at };
  if (status === 'cancelled') return { cancelledAt: at, cancelReason: reason };
  return {};
}

/**
 * Moves an order along its states; the same status again changes nothing. Shipping and cancelling tell the customer, and
 * cancelling puts what was sold back into stock. Throws NOT_FOUND, CONFLICT, and BAD_REQUEST for a cancellation without a reason.
 */
export function setOrderStatus(ctx: Ctx, { orderNumber, status, reason, confirm }: z.output<typeof orderStatusChange>): StaffOrder {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, orderNumber);
    const items = getItems(ctx, orderNumber);
    if (row.status === status) return toStaffOrder(ctx, row, items);
    if (!ORDER_TRANSITIONS[row.status].includes(status))
      throw new DomainError('CONFLICT', `An order that is ${row.status} cannot become ${status}.`);
    if (status === 'cancelled' && !reason)
      throw new DomainError('BAD_REQUEST', 'Please give a reason for the cancellation.', {
        issues: [{ path: 'reason', message: 'Please give a reason.' }],
      });
    if (status === 'shipped' && isAwaitingTransfer(row))
      askFirst(confirm, `The e-Transfer for ${showOrderNumber(orderNumber)} has not arrived. Ship it anyway?`);
    const at = ctx.now().toISOString();
    const changes = { status, updatedAt: at, ...getStatusStamps(status, at, reason) };
    ctx.db.update(orders).set(changes).where(eq(orders.orderNumber, orderNumber)).run();
    const changed = { ...row, ...changes };
    if (status === 'cancelled') {
      for (const { productId, quantity, cogsCents } of items)
        changeStock(ctx, { productId, kind: 'cancel', quantity, orderNumber, worthCents: cogsCents ?? undefined });
      queueCancelledMessage(ctx, changed);
    }
    if (status === 'shipped') queueShippedMessage(ctx, changed, items);
    recordActivity(ctx, { verb: `order.${status}`, entityType: 'order', entityId: orderNumber, data: { from: row.status } });
    publishAfterCommit(ctx, 'store');
    return toStaffOrder(ctx, changed, items);
  });
}

/** Throws BAD_REQUEST for a day that is yet to come. */
function assertDay(ctx: Ctx, day: string, path: string): void {
  const message = 'Please enter a day that is not in the future.';
  if (day > businessDay(ctx.now())) throw new DomainError('BAD_REQUEST', message, { issues: [{ path, message }] });
}

/**
 * Marks an order as paid with a receipt of its own, changes the mark, or takes both away; the same again changes nothing. The receipt
 * is mailed if asked. Throws NOT_FOUND, BAD_REQUEST for a day that is yet to come, and CONFLICT for marking an order that was cancelled
 * unpaid or changing a payment of which some was refunded.
 */
export function setOrderPayment(ctx: Ctx, { orderNumber, paid, sendReceipt }: z.output<typeof orderPayment>): StaffOrder {
  return inTransaction(ctx.db, () => {
    if (paid) assertDay(ctx, paid.date, 'paid.date');
    const row = getRow(ctx, orderNumber);
    if (paid && row.status === 'cancelled' && row.paidDate === null)
      throw new DomainError('CONFLICT', 'An order that was cancelled before it was paid cannot be marked as paid.');
    const isSame = row.paidDate === (paid?.date ?? null) && row.paidMethod === (paid?.method ?? null);
    const changed = isSame ? row : markPaid(ctx, row, paid);
    if (paid && sendReceipt) sendOrderReceipt(ctx, changed);
    return toStaffOrder(ctx, changed, getItems(ctx, orderNumber));
  });
}

function markPaid(ctx: Ctx, row: OrderRow, paid: z.output<typeof orderPayment>['paid']): OrderRow {
  const { orderNumber } = row;
  const marks = { paidDate: paid?.date ?? null, paidMethod: paid?.method ?? null };
  const changes = { ...marks, updatedAt: ctx.now().toISOString() };
  if (row.paidDate !== null) voidOrderReceipt(ctx, orderNumber);
  ctx.db.update(orders).set(changes).where(eq(orders.orderNumber, orderNumber)).run();
  if (paid) makeOrderReceipt(ctx, row, paid);
  recordActivity(ctx, { verb: paid ? 'order.paid' : 'order.unpaid', entityType: 'order', entityId: orderNumber, data: { ...marks } });
  publishAfterCommit(ctx, 'store');
  return { ...row, ...changes };
}

/**
 * Records that money of a paid order went back to its customer, as a receipt. Throws NOT_FOUND, BAD_REQUEST for no amount or a day
 * that is yet to come, and CONFLICT for an order that was not paid or for more than is left of its payment.
 */
export function recordOrderRefund(ctx: Ctx, { orderNumber, amount, ...refund }: z.output<typeof orderRefund>): StaffOrder {
  return inTransaction(ctx.db, () => {
    assertDay(ctx, refund.paymentDate, 'paymentDate');
    const message = 'Please enter an amount above 0.';
    if (amount === 0) throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'amount', message }] });
    const row = getRow(ctx, orderNumber);
    const { heldCents, refundedCents } = readOrderMoney(ctx, [orderNumber])(orderNumber);
    if (amount === undefined && heldCents === 0 && refundedCents > 0)
      throw new DomainError('CONFLICT', `The payment of order ${showOrderNumber(orderNumber)} was refunded in full already.`);
    const amountCents = amount ?? heldCents;
    refundOrderReceipt(ctx, row, { ...refund, amountCents });
    recordActivity(ctx, { verb: 'order.refunded', entityType: 'order', entityId: orderNumber, data: { amountCents } });
    publishAfterCommit(ctx, 'store');
    return toStaffOrder(ctx, row, getItems(ctx, orderNumber));
  });
}
