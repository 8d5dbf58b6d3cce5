import type { orderItems, orders } from '../../../db/schema';
import { METHOD_NAMES } from '../../shared/store-options';
import { formatMoney, formatOrderNumber } from '../../shared/store-sums';
import { formatDay } from '../../shared/time';
import type { Ctx } from '../context';
import { getCompany } from '../settings/service';
import { queueFromTemplate } from './templates';

type OrderRow = typeof orders.$inferSelect;
type Item = Pick<typeof orderItems.$inferSelect, 'name' | 'quantity' | 'priceCents'>;

const billFacts = (order: OrderRow, items: readonly Item[]) => ({
  orderLines: items
    .map(
      ({ name, quantity, priceCents }) => `${quantity} × ${name}, ${formatMoney(priceCents)} each: ${formatMoney(quantity * priceCents)}`,
    )
    .join('\n'),
  subtotal: formatMoney(order.subtotalCents),
  tax: formatMoney(order.taxCents),
  total: formatMoney(order.totalCents),
  paymentMethod: METHOD_NAMES[order.paymentMethod],
});

const deliveryFacts = (order: OrderRow) => ({
  customerEmail: order.customerEmail,
  customerPhone: order.customerPhone,
  address: order.shippingAddress,
  orderNotes: order.orderNotes ?? 'none',
});

/** Returns the facts that every message about an order shows, and the fields that queue it once per order and purpose. */
const messageParts = (ctx: Ctx, order: OrderRow) => ({
  shared: {
    customerName: order.customerName,
    orderNumber: formatOrderNumber(order.orderNumber),
    orderLink: `${ctx.origin}/order-confirmation/${order.publicId}`,
  },
  keys: <Kind extends string>(purpose: Kind) => ({
    purpose,
    dedupeKey: `${purpose}:${order.orderNumber}`,
    relatedType: 'order',
    relatedId: order.orderNumber,
  }),
});

/** Queues "We received your order" with payment instructions to the customer, and "New order" to the owner. */
export function queueOrderMessages(ctx: Ctx, order: OrderRow, items: readonly Item[], howToPay: string): void {
  const { shared, keys } = messageParts(ctx, order);
  const facts = { ...shared, ...billFacts(order, items), ...deliveryFacts(order) };
  queueFromTemplate(ctx, {
    ...keys('order-received'),
    to: order.customerEmail,
    values: { ...facts, paymentInstructions: howToPay },
  });
  queueFromTemplate(ctx, {
    ...keys('new-order'),
    to: getCompany(ctx).email,
    values: { ...facts, officeLink: `${ctx.origin}/orders?order=${order.orderNumber}` },
  });
}

/** Queues "Your order is on its way" to the customer, with the amount due on delivery. */
export function queueShippedMessage(ctx: Ctx, order: OrderRow, items: readonly Item[]): void {
  const { shared, keys } = messageParts(ctx, order);
  const isPaid = order.paidDate !== null;
  queueFromTemplate(ctx, {
    ...keys('order-shipped'),
    to: order.customerEmail,
    values: {
      ...shared,
      address: order.shippingAddress,
      orderItems: items.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'),
      paymentMethod: isPaid ? '' : METHOD_NAMES[order.paymentMethod],
      amountDue: isPaid ? '' : formatMoney(order.totalCents),
    },
  });
}

/** Queues "Your order was cancelled" with the reason and the refund. */
export function queueCancelledMessage(ctx: Ctx, order: OrderRow): void {
  const { shared, keys } = messageParts(ctx, order);
  queueFromTemplate(ctx, {
    ...keys('order-cancelled'),
    to: order.customerEmail,
    values: {
      ...shared,
      reason: order.cancelReason ?? 'not given',
      refundNote:
        order.paidDate === null
          ? 'Nothing was charged, and there is nothing to pay. If you have sent a payment already, please tell us and we will return it.'
          : `We received your payment of ${formatMoney(order.totalCents)} on ${formatDay(order.paidDate)} and will return it in full.`,
    },
  });
}
