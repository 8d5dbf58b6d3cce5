import type { Receipt } from '../../../shared/invoices-schemas';
import { showPrice } from '../../../shared/store-sums';

export const showSigned = ({ amountPaid, isRefund }: Pick<Receipt, 'amountPaid' | 'isRefund'>): string =>
  showPrice(isRefund ? `-${amountPaid}` : amountPaid);
