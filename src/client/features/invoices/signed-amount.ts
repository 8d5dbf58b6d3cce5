import type { Receipt } from '../../../shared/invoices';
import { showPrice } from '../../../shared/store-sums';

/** What came in by a receipt, or went back with a minus sign (back-office.md §4). */
export const showSigned = ({ amountPaid, isRefund }: Pick<Receipt, 'amountPaid' | 'isRefund'>): string =>
  showPrice(isRefund ? `-${amountPaid}` : amountPaid);
