import type { RouterOutputs } from '../../../../server/router';
import { isAwaitingTransfer, ORDER_TRANSITIONS, type OrderStatus } from '../../../../shared/store-options';
import { formatOrderNumber, formatPrice } from '../../../../shared/store-sums';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { Chip, type Tone } from '../../../ui/chip';
import { CallButton, ReasonButton } from '../../../ui/mutation-button';
import { formatTimestamp } from '../../../ui/times';
import { showToast } from '../../../ui/toast/toast-store';

export const ORDER_COLUMNS =
  'lg:grid-cols-[88px_minmax(0,1fr)_minmax(0,1.1fr)_88px_108px_156px] xl:grid-cols-[88px_minmax(0,1fr)_minmax(0,1fr)_84px_178px_156px] lg:gap-x-4';

function summarize(items: StaffOrder['items']): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${count === 1 ? '1 item' : `${count} items`}: ${items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}`;
}

export function OrderRow({ order }: { order: StaffOrder }) {
  const { orderNumber, customerName, customerEmail, createdAt, items, total, status } = order;
  return (
    <li
      className={`relative grid gap-x-4 gap-y-3 rounded-card border border-line bg-paper p-4 hover:border-pine-600 max-lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:px-5 lg:py-2.5 ${ORDER_COLUMNS}`}
    >
      <h3 className="font-bold tabular-nums">
        <ScreenLink
          from="/orders"
          to="/orders"
          search={(list) => ({ ...list, order: orderNumber })}
          look="inline-flex items-center underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline max-lg:-my-2.5 max-lg:min-h-11"
          label={formatOrderNumber(orderNumber)}
        />
      </h3>
      <p className="font-semibold tabular-nums max-lg:text-right lg:order-3 lg:text-right">{formatPrice(total)}</p>
      <div className="min-w-0 max-lg:col-span-2 lg:order-1">
        <p className="font-semibold max-lg:[overflow-wrap:anywhere] lg:truncate">{customerName}</p>
        <p className="text-muted text-sm max-lg:[overflow-wrap:anywhere] lg:truncate">{customerEmail}</p>
      </div>
      <div className="min-w-0 text-[15px] max-lg:col-span-2 lg:order-2">
        <p className="line-clamp-2 [overflow-wrap:anywhere] lg:line-clamp-1">{summarize(items)}</p>
        <p className="text-muted text-sm">
          <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1.5 lg:order-4">
        <OrderStatusChip status={status} />
        <PaidChip order={order} />
      </div>
      <div className="relative justify-self-end empty:hidden max-lg:col-span-2 max-lg:justify-self-stretch max-lg:*:w-full lg:order-5">
        <OrderStep order={order} look="button-dark" />
      </div>
    </li>
  );
}

export type StaffOrder = RouterOutputs['store']['getStaffOrder'];

const TONES: Record<OrderStatus, Tone> = {
  pending: 'waiting',
  processing: 'active',
  shipped: 'active',
  delivered: 'good',
  cancelled: 'quiet',
};

export const OrderStatusChip = ({ status }: Pick<StaffOrder, 'status'>) => <Chip tone={TONES[status]}>{status}</Chip>;

export function PaidChip({ order }: { order: Pick<StaffOrder, 'status' | 'paidDate' | 'paymentMethod' | 'refunded' | 'refundDue'> }) {
  const { status, paidDate, refunded, refundDue } = order;
  if (Number(refundDue) > 0) return <Chip tone="bad">{`refund due ${formatPrice(refundDue)}`}</Chip>;
  if (status === 'cancelled' && Number(refunded) > 0) return <Chip tone="quiet">refunded</Chip>;
  if (isAwaitingTransfer(order)) return <Chip tone="waiting">Awaiting payment</Chip>;
  if (paidDate !== null) return <Chip tone="good">paid</Chip>;
  return status === 'cancelled' ? null : <Chip tone="waiting">unpaid</Chip>;
}

const meta = { failure: 'Failed to update status. Please try again.' };
const STEP_NAMES: Partial<Record<OrderStatus, string>> = {
  processing: 'Mark Processing',
  shipped: 'Mark Shipped',
  delivered: 'Mark Delivered',
};
const showUpdated = ({ orderNumber, status }: StaffOrder) =>
  showToast({ title: 'Status Updated', description: `${formatOrderNumber(orderNumber)} is now ${status}.` });

export function OrderStep({ order, look }: { order: StaffOrder; look: string }) {
  const change = trpc.store.setOrderStatus.useMutation({ meta, onSuccess: showUpdated });
  const next = ORDER_TRANSITIONS[order.status].find((status) => STEP_NAMES[status] !== undefined);
  if (!next) return null;
  return (
    <CallButton
      look={look}
      label={STEP_NAMES[next] ?? next}
      about={formatOrderNumber(order.orderNumber)}
      call={change}
      input={{ orderNumber: order.orderNumber, status: next }}
    />
  );
}

export function CancelOrder({ order }: { order: StaffOrder }) {
  const cancel = trpc.store.setOrderStatus.useMutation({ meta, onSuccess: showUpdated });
  if (!ORDER_TRANSITIONS[order.status].includes('cancelled')) return null;
  return (
    <ReasonButton
      label="Cancel Order"
      call={cancel}
      input={(reason) => ({ orderNumber: order.orderNumber, status: 'cancelled' as const, reason })}
      title={`Cancel order ${formatOrderNumber(order.orderNumber)}?`}
      text="The goods go back into stock, and the customer gets an e-mail with the reason. A cancelled order stays on the list and cannot be reopened."
      submit="Cancel Order"
    />
  );
}
