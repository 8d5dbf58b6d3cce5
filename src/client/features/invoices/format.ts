import type { Receipt } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';

export const formatSigned = ({ amountPaid, isRefund }: Pick<Receipt, 'amountPaid' | 'isRefund'>): string =>
  formatPrice(isRefund ? `-${amountPaid}` : amountPaid);
