import type { PaymentMethod } from './store-options';

// Here and not beside the schemas, so that the tables have them too.

export const INVOICE_STATUSES = ['draft', 'pending', 'paid', 'overdue'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
/** What lists show: as stored, or that credit notes took all of an invoice back. */
export const SHOWN_STATUSES = [...INVOICE_STATUSES, 'credited'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** The series of numbers that count up. */
export const NUMBER_SERIES = ['invoice', 'receipt', 'credit-note'] as const;
export type NumberSeries = (typeof NUMBER_SERIES)[number];

/** What the form of an invoice offers (back-office.md §9). */
export const INVOICE_SERVICES = [
  'Residential Cleaning',
  'Commercial Cleaning',
  'Deep Cleaning',
  'Carpet Cleaning',
  'Window Cleaning',
  'Move-in/Move-out',
] as const;
/** How an invoice may be paid, with what the form calls it (back-office.md §9). */
export const INVOICE_METHODS = [
  ['e-transfer', 'Interac E-Transfer'],
  ['direct-deposit', 'Direct Deposit'],
  ['cash', 'Cash'],
  ['cheque', 'Cheque'],
] as const;
/** The same of a receipt (back-office.md §9). */
export const RECEIPT_METHODS = [
  ['cash', 'Cash'],
  ['card', 'Credit/Debit Card'],
  ['e-transfer', 'E-Transfer'],
  ['cheque', 'Cheque'],
] as const;
/** What a stored method is called on documents and lists. */
export const PAID_BY: Record<PaymentMethod, string> = {
  interac: 'Interac E-Transfer',
  'e-transfer': 'Interac E-Transfer',
  'direct-deposit': 'Direct Deposit',
  cash: 'Cash',
  cheque: 'Cheque',
  card: 'Credit/Debit Card',
};

/** Days for which a quote document holds (decisions X89), and days in the bin. */
export const QUOTE_VALID_DAYS = 30;
export const BIN_DAYS = 30;

/** The number of the quote that an invoice can be printed as. */
export const quoteNumberOf = (invoiceNumber: string): string => `QU-${invoiceNumber}`;

/** Documents of one thing; with `.pdf` behind it the PDF, with `?download=1` as a file. */
export const invoicePath = (id: number): string => `/documents/invoice/${id}`;
export const quotePath = (id: number): string => `/documents/quote/${id}`;
export const creditNotePath = (id: number): string => `/documents/credit-note/${id}`;
export const receiptPath = (id: number): string => `/documents/receipt/${id}`;
