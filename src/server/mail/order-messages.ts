import type { orderItems, orders } from '../../../db/schema';
import { company } from '../../shared/company';
import { showCents, showOrderNumber } from '../../shared/store-sums';
import { METHOD_NAMES } from '../../shared/store-words';
import { showDay } from '../../shared/time';
import type { Ctx } from '../trpc';
import { queueMessage } from './outbox';
import { signature } from './templates';

type OrderRow = typeof orders.$inferSelect;
type Item = Pick<typeof orderItems.$inferSelect, 'name' | 'quantity' | 'priceCents'>;

/** What was bought and what it comes to. */
const bill = (order: OrderRow, items: readonly Item[]) =>
  [
    ...items.map(
      ({ name, quantity, priceCents }) => `${quantity} × ${name}, ${showCents(priceCents)} each: ${showCents(quantity * priceCents)}`,
    ),
    '',
    `Subtotal: ${showCents(order.subtotalCents)}`,
    `Tax: ${showCents(order.taxCents)}`,
    `Total: ${showCents(order.totalCents)}`,
  ].join('\n');

const delivery = (order: OrderRow) =>
  [
    `Name: ${order.customerName}`,
    `Email: ${order.customerEmail}`,
    `Phone: ${order.customerPhone}`,
    `Address: ${order.shippingAddress}`,
    `Notes: ${order.orderNotes ?? 'none'}`,
  ].join('\n');

const linkOf = (ctx: Ctx, order: OrderRow) => `${ctx.origin}/order-confirmation/${order.publicId}`;

/** A message to the customer, once for each order and purpose. */
function tellCustomer(ctx: Ctx, order: OrderRow, purpose: string, subject: string, text: string): void {
  queueMessage(ctx, {
    purpose,
    to: order.customerEmail,
    subject,
    body: `Hello ${order.customerName},\n\n${text}\n\nSee your order: ${linkOf(ctx, order)}\n\n${signature()}\n`,
    dedupeKey: `${purpose}:${order.orderNumber}`,
    relatedType: 'order',
    relatedId: order.orderNumber,
  });
}

/** "We received your order" with how to pay to the customer, and "New order" to the owner. */
export function queueOrderMessages(ctx: Ctx, order: OrderRow, items: readonly Item[], howToPay: string): void {
  const number = showOrderNumber(order.orderNumber);
  const method = METHOD_NAMES[order.paymentMethod];
  tellCustomer(
    ctx,
    order,
    'order-received',
    `We received your order ${number}`,
    `thank you for your order ${number}.\n\n${bill(order, items)}\n\nHow to pay (${method}): ${howToPay}\n\nThis is where we deliver:\n\n${delivery(order)}\n\nIf something is not right, just answer this message or call us.`,
  );
  queueMessage(ctx, {
    purpose: 'new-order',
    to: company.email,
    subject: `New order ${number}: ${showCents(order.totalCents)}`,
    body: `An order came in: ${number}, to be paid by ${method}.\n\n${bill(order, items)}\n\n${delivery(order)}\n\nSee it and pack it: ${ctx.origin}/orders?order=${order.orderNumber}\n`,
    dedupeKey: `new-order:${order.orderNumber}`,
    relatedType: 'order',
    relatedId: order.orderNumber,
  });
}

/** "Your order is on its way" to the customer. */
export function queueShippedMessage(ctx: Ctx, order: OrderRow, items: readonly Item[]): void {
  const number = showOrderNumber(order.orderNumber);
  tellCustomer(
    ctx,
    order,
    'order-shipped',
    `Your order ${number} is on its way`,
    `your order ${number} has left our house and is on its way to:\n\n${order.shippingAddress}\n\n${items.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n')}${dueOf(order)}`,
  );
}

/** What is still to be paid when the goods arrive. */
const dueOf = (order: OrderRow) =>
  order.paidDate === null ? `\n\nTo be paid by ${METHOD_NAMES[order.paymentMethod]}: ${showCents(order.totalCents)}` : '';

/** "Your order was cancelled" with the reason, and what becomes of the money. */
export function queueCancelledMessage(ctx: Ctx, order: OrderRow): void {
  const number = showOrderNumber(order.orderNumber);
  const money =
    order.paidDate === null
      ? 'Nothing was charged, and there is nothing to pay. If you have sent a payment already, please tell us and we will return it.'
      : `We received your payment of ${showCents(order.totalCents)} on ${showDay(order.paidDate)} and will return it in full.`;
  tellCustomer(
    ctx,
    order,
    'order-cancelled',
    `Your order ${number} was cancelled`,
    `your order ${number} was cancelled.\n\nReason: ${order.cancelReason ?? 'not given'}\n\n${money}`,
  );
}
