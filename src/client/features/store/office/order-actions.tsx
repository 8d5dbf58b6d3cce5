import { ORDER_TRANSITIONS, type OrderStatus } from '../../../../shared/store-options';
import { formatOrderNumber } from '../../../../shared/store-sums';
import { trpc } from '../../../trpc';
import { MutationButton } from '../../../ui/mutation-button';
import type { StaffOrder } from './order-status';

export const STEP_NAMES = { processing: 'Mark Processing', shipped: 'Mark Shipped', delivered: 'Mark Delivered' } as const;
type Step = keyof typeof STEP_NAMES;

/** Returns the next step of an order on its way to the customer; undefined once it is delivered or cancelled. */
export const getNextStep = ({ status }: { status: OrderStatus }): Step | undefined =>
  ORDER_TRANSITIONS[status].find((next): next is Step => next in STEP_NAMES);

const describe = ({ orderNumber, status }: Pick<StaffOrder, 'orderNumber' | 'status'>) => ({
  title: 'Status Updated',
  description: `${formatOrderNumber(orderNumber)} is now ${status}.`,
});
const FAILED = 'Failed to update status. Please try again.';

const BEFORE = { processing: 'pending', shipped: 'processing', delivered: 'shipped' } as const;
const describeUndone = ({ orderNumber, status }: { orderNumber: unknown; status: Step }): string =>
  `${formatOrderNumber(Number(orderNumber))} is ${BEFORE[status]} again.`;

type OrderProps = { order: Pick<StaffOrder, 'orderNumber' | 'status'>; look?: string };

export function OrderStep({ order, look }: OrderProps) {
  const { orderNumber } = order;
  const next = getNextStep(order);
  if (!next) return null;
  return (
    <MutationButton
      {...(look && { look })}
      label={STEP_NAMES[next]}
      about={formatOrderNumber(orderNumber)}
      procedure={trpc.store.setOrderStatus}
      input={{ orderNumber, status: next }}
      failure={FAILED}
      done={describe}
      undo={{
        procedure: trpc.store.undoOrderSteps,
        input: { orders: [{ orderNumber, status: next }] },
        failure: 'Failed to undo the step. Please try again.',
        // Uses the sent input, because `order` already has the new status.
        done: (_results, { orders: [undone] }) => undone && { title: 'Step Undone', description: describeUndone(undone) },
      }}
    />
  );
}

export function CancelOrder({ order: { orderNumber, status } }: OrderProps) {
  if (!ORDER_TRANSITIONS[status].includes('cancelled')) return null;
  return (
    <MutationButton
      label="Cancel Order"
      procedure={trpc.store.setOrderStatus}
      reason={{
        title: `Cancel order ${formatOrderNumber(orderNumber)}?`,
        text: 'The goods go back into stock, and the customer gets an e-mail with the reason. A cancelled order stays on the list and cannot be reopened.',
        submit: 'Cancel Order',
        input: (reason) => ({ orderNumber, status: 'cancelled' as const, reason }),
      }}
      failure={FAILED}
      done={describe}
    />
  );
}
