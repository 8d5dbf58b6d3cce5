import type { StaffOrder } from '../../../../shared/store';
import type { OrderStatus } from '../../../../shared/store-words';
import { Chip, type Tone } from '../../../ui/chip';

const TONES: Record<OrderStatus, Tone> = {
  pending: 'waiting',
  processing: 'active',
  shipped: 'active',
  delivered: 'good',
  cancelled: 'quiet',
};

/** The order's own word for its state. */
export const OrderStatusChip = ({ status }: Pick<StaffOrder, 'status'>) => <Chip tone={TONES[status]}>{status}</Chip>;

/** Whether the money is here; nobody waits for that of a cancelled order. */
export function PaidChip({ status, paidDate }: Pick<StaffOrder, 'status' | 'paidDate'>) {
  if (paidDate !== null) return <Chip tone="good">paid</Chip>;
  return status === 'cancelled' ? null : <Chip tone="waiting">unpaid</Chip>;
}
