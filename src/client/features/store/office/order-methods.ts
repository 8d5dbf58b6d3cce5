import { METHOD_NAMES, PAYMENT_METHODS } from '../../../../shared/store-options';
import type { StaffOrder } from './order-chips';

/**
 * Returns the payment methods of an order with their labels. "e-transfer" on receipts and "interac" on orders mean the same method, so
 * only one is offered: the one that the order was paid by.
 */
export const listMethods = ({ paidMethod }: Pick<StaffOrder, 'paidMethod'>) =>
  PAYMENT_METHODS.filter((method) => method !== (paidMethod === 'e-transfer' ? 'interac' : 'e-transfer')).map(
    (method) => [method, METHOD_NAMES[method]] as const,
  );
