import type { orderItems, orders } from '../../../../db/schema';
import type { Purpose } from '../../../shared/message-templates';
import { METHOD_NAMES } from '../../../shared/store-options';
import { formatMoney, formatOrderNumber } from '../../../shared/store-sums';
import { formatDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getCompany } from '../../settings/service';
import { deleteUnsent } from '../outbox';
import { queueFromTemplate, type TemplateMessage } from '../templates';

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

type OrderMessage<Kind extends Purpose> = Pick<TemplateMessage<Kind>, 'purpose' | 'to' | 'sendAfter'> & {
  values: Omit<TemplateMessage<Kind>['values'], 'customerName' | 'orderNumber' | 'orderLink'>;
};

const getKey = (purpose: Purpose, orderNumber: number): string => `${purpose}:${orderNumber}`;

/** Queues a message about an order, once per order and purpose, with the facts that all of them show. */
function queue<Kind extends Purpose>(ctx: Ctx, order: OrderRow, { values, ...message }: OrderMessage<Kind>): void {
  const { orderNumber, publicId, customerName } = order;
  queueFromTemplate(ctx, {
    ...message,
    values: {
      ...values,
      customerName,
      orderNumber: formatOrderNumber(orderNumber),
      orderLink: `${ctx.origin}/order-confirmation/${publicId}`,
    },
    dedupeKey: getKey(message.purpose, orderNumber),
    relatedType: 'order',
    relatedId: orderNumber,
  } as TemplateMessage<Kind>);
}

/** Queues "We received your order" with payment instructions to the customer, and "New order" to the owner. */
export function queueOrderMessages(ctx: Ctx, order: OrderRow, items: readonly Item[], howToPay: string): void {
  const facts = {
    ...billFacts(order, items),
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone,
    address: order.shippingAddress,
    orderNotes: order.orderNotes ?? 'none',
  };
  queue(ctx, order, { purpose: 'order-received', to: order.customerEmail, values: { ...facts, paymentInstructions: howToPay } });
  const officeLink = `${ctx.origin}/orders?order=${order.orderNumber}`;
  queue(ctx, order, { purpose: 'new-order', to: getCompany(ctx).email, values: { ...facts, officeLink } });
}

/** Queues "Your order is on its way" to the customer, with the amount due on delivery. It waits so that its cause can be undone. */
export function queueShippedMessage(ctx: Ctx, order: OrderRow, items: readonly Item[], afterSeconds: number): void {
  const isPaid = order.paidDate !== null;
  const values = {
    address: order.shippingAddress,
    orderItems: items.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'),
    paymentMethod: isPaid ? '' : METHOD_NAMES[order.paymentMethod],
    amountDue: isPaid ? '' : formatMoney(order.totalCents),
  };
  const sendAfter = new Date(ctx.now().getTime() + afterSeconds * 1000).toISOString();
  queue(ctx, order, { purpose: 'order-shipped', to: order.customerEmail, values, sendAfter });
}

/** Deletes the message that an order is on its way. Returns false if it was already sent. */
export const deleteShippedMessage = (ctx: Ctx, orderNumber: number): boolean => deleteUnsent(ctx, getKey('order-shipped', orderNumber));

/** Queues "Your order was cancelled" with the reason and the refund. */
export function queueCancelledMessage(ctx: Ctx, order: OrderRow): void {
  const refundNote =
    order.paidDate === null
      ? 'Nothing was charged, and there is nothing to pay. If you have sent a payment already, please tell us and we will return it.'
      : `We received your payment of ${formatMoney(order.totalCents)} on ${formatDay(order.paidDate)} and will return it in full.`;
  const values = { reason: order.cancelReason ?? 'not given', refundNote };
  queue(ctx, order, { purpose: 'order-cancelled', to: order.customerEmail, values });
}
