import type { PaymentMethod } from './store-options';
import { businessDay, formatDate, formatDay } from './time';

// Kept apart from the schemas, so that the tables can import it without them.

export const INVOICE_STATUSES = ['draft', 'pending', 'paid', 'overdue'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
/** The statuses that lists show: the stored ones, and `credited` once credit notes cover all of an invoice. */
export const SHOWN_STATUSES = [...INVOICE_STATUSES, 'credited'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** The name and the chip's tone of each status. */
export const STATUS_LABELS: Record<ShownStatus, readonly [name: string, tone: 'quiet' | 'waiting' | 'bad' | 'good']> = {
  draft: ['Draft', 'quiet'],
  pending: ['Pending', 'waiting'],
  overdue: ['Overdue', 'bad'],
  paid: ['Paid', 'good'],
  credited: ['Credited', 'quiet'],
};
/** The most lines that an invoice can have, including its offers. */
export const MAX_ITEMS = 200;

/** The documents that are numbered, each in its own series. */
export const NUMBER_SERIES = ['invoice', 'receipt', 'credit-note'] as const;
export type NumberSeries = (typeof NUMBER_SERIES)[number];

/** The services that the invoice form offers. */
export const INVOICE_SERVICES = [
  'Residential Cleaning',
  'Commercial Cleaning',
  'Deep Cleaning',
  'Carpet Cleaning',
  'Window Cleaning',
  'Move-in/Move-out',
] as const;
/** The payment methods that the invoice form offers, with their labels. */
export const INVOICE_METHODS = [
  ['e-transfer', 'Interac E-Transfer'],
  ['direct-deposit', 'Direct Deposit'],
  ['cash', 'Cash'],
  ['cheque', 'Cheque'],
] as const;
/** The payment methods that the receipt form offers, with their labels. */
export const RECEIPT_METHODS = [
  ['cash', 'Cash'],
  ['card', 'Credit/Debit Card'],
  ['e-transfer', 'E-Transfer'],
  ['cheque', 'Cheque'],
] as const;
/** The names of payment methods on documents and lists. */
export const PAID_BY: Record<PaymentMethod, string> = {
  interac: 'Interac E-Transfer',
  'e-transfer': 'Interac E-Transfer',
  'direct-deposit': 'Direct Deposit',
  cash: 'Cash',
  cheque: 'Cheque',
  card: 'Credit/Debit Card',
};

/** For how many days a quote is valid. */
export const QUOTE_VALID_DAYS = 30;
/** For how many days a deleted or voided invoice can be restored. */
export const BIN_DAYS = 30;
/**
 * Days after its completion within which a plan's visit is billed automatically, so that turning this on does not bill old visits. Visits
 * that are billed by month have a whole month, and some days for holidays and outages.
 */
export const AUTO_BILL_DAYS = { visit: 7, month: 45 } as const;

export const getQuoteNumber = (invoiceNumber: string): string => `QU-${invoiceNumber}`;

/** Paths of documents. Add `.pdf` for the PDF and `?download=1` to save it as a file. */
export const invoicePath = (id: number): string => `/documents/invoice/${id}`;
export const quotePath = (id: number): string => `/documents/quote/${id}`;
export const creditNotePath = (id: number): string => `/documents/credit-note/${id}`;
export const receiptPath = (id: number): string => `/documents/receipt/${id}`;

/** Returns the day that an invoice shows as its date: the day it was issued, or for a draft the day it was made. */
export const issueDay = (invoice: { issuedAt: string | null; createdAt: string }): string =>
  businessDay(invoice.issuedAt ?? invoice.createdAt);

/** Formats the day of an invoice's service, or the first and the last day of the visits that it bills. */
export function formatServiceDays({ serviceDate, jobs = [] }: { serviceDate: string; jobs?: readonly { day: string }[] }): string {
  const [first, last] = [jobs[0]?.day, jobs.at(-1)?.day];
  return first === undefined || last === undefined || first === last
    ? formatDay(first ?? serviceDate)
    : `${formatDate(first)} to ${formatDate(last)}`;
}
