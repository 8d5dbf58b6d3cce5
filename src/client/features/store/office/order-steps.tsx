import { ORDER_TRANSITIONS, type OrderStatus } from '../../../../shared/store-options';
import { formatOrderNumber } from '../../../../shared/store-sums';
import { trpc } from '../../../trpc';
import { MutationButton, ReasonButton } from '../../../ui/mutation-button';
import { showToast } from '../../../ui/toast/toast-store';
import type { StaffOrder } from './order-chips';

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
    <MutationButton
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
