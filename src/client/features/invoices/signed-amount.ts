import type { Receipt } from '../../../shared/invoices-schemas';
import { showPrice } from '../../../shared/store-sums';

/** Formats the amount of a receipt, with a minus sign for a refund. */
export const showSigned = ({ amountPaid, isRefund }: Pick<Receipt, 'amountPaid' | 'isRefund'>): string =>
  showPrice(isRefund ? `-${amountPaid}` : amountPaid);
