import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type Receipt, receiptInput } from '../../../shared/invoices-schemas';
import { getToday } from '../../clock';
import { getLeft } from './receipt-finder';

export const receiptForm = receiptInput
  .omit({ invoiceId: true, receiptNumber: true, idempotencyKey: true })
  .required({ isRefund: true, includesTax: true });
export type ReceiptValues = z.input<typeof receiptForm>;
export type ReceiptForm = UseFormReturn<ReceiptValues, unknown, ReceiptValues>;

export const blankReceipt = (): ReceiptValues => ({
  customerName: '',
  customerEmail: '',
  paymentMethod: '',
  amountPaid: '',
  paymentDate: getToday(),
  description: '',
  isRefund: false,
  includesTax: false,
  refundOfId: null,
});
export const toRefund = (receipt: Receipt): ReceiptValues => ({
  ...blankReceipt(),
  customerName: receipt.customerName,
  customerEmail: receipt.customerEmail ?? '',
  paymentMethod: receipt.paymentMethod,
  amountPaid: getLeft(receipt),
  description: `Refund of receipt ${receipt.receiptNumber}`,
  isRefund: true,
  refundOfId: receipt.id,
});
