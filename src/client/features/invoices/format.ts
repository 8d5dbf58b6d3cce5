import type { Receipt } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { formatDay } from '../../../shared/time';

/** Formats a calendar day without its weekday: "November 20, 2026". */
export const formatDate = (day: string): string => formatDay(day).replace(/^\w+, /, '');

export const formatSigned = ({ amountPaid, isRefund }: Pick<Receipt, 'amountPaid' | 'isRefund'>): string =>
  formatPrice(isRefund ? `-${amountPaid}` : amountPaid);
