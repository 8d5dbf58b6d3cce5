import type { RouterOutputs } from '../../../../server/router';
import { isAwaitingTransfer, type OrderStatus } from '../../../../shared/store-options';
import { formatPrice } from '../../../../shared/store-sums';
import { Chip, type Tone } from '../../../ui/chip';

export type StaffOrder = RouterOutputs['store']['getStaffOrder'];
/** An order as a row of the list, with the order number as its id. */
export type OrderRow = Omit<StaffOrder, 'id'> & { id: number };

const TONES: Record<OrderStatus, Tone> = {
  pending: 'waiting',
  processing: 'active',
  shipped: 'active',
  delivered: 'good',
  cancelled: 'quiet',
};

export const OrderStatusChip = ({ status }: Pick<StaffOrder, 'status'>) => <Chip tone={TONES[status]}>{status}</Chip>;

type Payment = Pick<StaffOrder, 'status' | 'paidDate' | 'paymentMethod' | 'refunded' | 'refundDue'>;

/** Returns the state of an order's payment with the colour of its chip; undefined for an order that was cancelled unpaid. */
export function getPaymentState(order: Payment): readonly [text: string, tone: Tone] | undefined {
  const { status, paidDate, refunded, refundDue } = order;
  if (Number(refundDue) > 0) return [`refund due ${formatPrice(refundDue)}`, 'bad'];
  if (status === 'cancelled' && Number(refunded) > 0) return ['refunded', 'quiet'];
  if (isAwaitingTransfer(order)) return ['Awaiting payment', 'waiting'];
  if (paidDate !== null) return ['paid', 'good'];
  return status === 'cancelled' ? undefined : ['unpaid', 'waiting'];
}

export function PaidChip({ order }: { order: Payment }) {
  const state = getPaymentState(order);
  return state && <Chip tone={state[1]}>{state[0]}</Chip>;
}

export function countItems(items: StaffOrder['items']): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return count === 1 ? '1 item' : `${count} items`;
}
