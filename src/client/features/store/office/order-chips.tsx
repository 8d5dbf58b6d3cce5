import type { RouterOutputs } from '../../../../server/router';
import { isAwaitingTransfer, type OrderStatus } from '../../../../shared/store-options';
import { formatPrice } from '../../../../shared/store-sums';
import { Chip, type Tone } from '../../../ui/chip';

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
