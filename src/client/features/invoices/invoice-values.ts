import type { z } from 'zod';
import { addDays } from '../../../shared/calendar-day';
import type { Invoice, JobInvoice } from '../../../shared/invoices-schemas';
import { invoiceInput } from '../../../shared/invoices-schemas';
import { formatCents, parseCents } from '../../../shared/money';
import { splitTaxable, type Taxable, type TaxedSums, type TaxTerms } from '../../../shared/taxes';

export const invoiceForm = invoiceInput
  .omit({ invoiceNumber: true, status: true, idempotencyKey: true, workOrderId: true, bookingId: true, confirm: true })
  .required({ items: true });
export type InvoiceValues = z.input<typeof invoiceForm>;
type ItemValues = InvoiceValues['items'][number];

const BLANK_INVOICE: InvoiceValues = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  customerAddress: '',
  serviceType: '',
  serviceDescription: '',
  serviceDate: '',
  dueDate: '',
  subtotal: '',
  items: [],
  paymentMethod: null,
  notes: '',
};
/** Returns the values of a new invoice that is issued today and due after some days. */
export const blankInvoice = (today: string, dueDays: number): InvoiceValues => ({
  ...BLANK_INVOICE,
  serviceDate: today,
  dueDate: addDays(today, dueDays),
});
export const toJobValues = (job: JobInvoice): InvoiceValues => ({ ...BLANK_INVOICE, ...toFacts(job) });
/** Returns the values of the form's fields; missing values are empty texts. */
const toFacts = (source: Invoice | JobInvoice) => ({
  customerName: source.customerName,
  customerEmail: source.customerEmail ?? '',
  customerPhone: source.customerPhone ?? '',
  customerAddress: source.customerAddress ?? '',
  serviceType: source.serviceType,
  serviceDescription: source.serviceDescription ?? '',
  serviceDate: source.serviceDate,
  dueDate: source.dueDate,
  subtotal: source.subtotal,
  notes: source.notes ?? '',
});
export const BLANK_ITEM: ItemValues = { description: '', quantity: '1', price: '', isGoods: false };

/** Returns the cents of a typed amount; 0 for none. */
export const getCents = (amount: string): number => parseCents(amount) ?? 0;
export const toSums = (invoice: NonNullable<JobInvoice['depositSums']>): TaxedSums => ({
  subtotalCents: getCents(invoice.subtotal),
  hstCents: getCents(invoice.hstAmount),
  pstCents: getCents(invoice.pstAmount),
  totalCents: getCents(invoice.totalAmount),
});

/**
 * The invoiced deposit of a job, in cents before tax, which the server subtracts from the job's new invoice, with its taxes. If the job has
 * a price, the form's first subtotal is already reduced by it; line items never are. `terms` are the tax terms of the job's quote or
 * deposit.
 */
export type JobDeposit = { cents: number; hasPrice: boolean; sums: TaxedSums | null; terms: TaxTerms | null };
export const toDeposit = ({ deposit, depositSums, subtotal, terms }: JobInvoice): JobDeposit => ({
  cents: getCents(deposit ?? ''),
  hasPrice: subtotal !== '',
  sums: depositSums && toSums(depositSums),
  terms,
});
/** Returns the cents of the deposit that the amounts of a form do not include yet. */
export const getDeducted = ({ items }: Pick<InvoiceValues, 'items'>, deposit: JobDeposit | undefined): number =>
  deposit === undefined || (items.length === 0 && deposit.hasPrice) ? 0 : deposit.cents;

/** Returns the first line of an invoice, which takes over the typed subtotal so that the total stays; blank without a subtotal above 0. */
export const toFirstItem = ({ subtotal, serviceType }: InvoiceValues, deposit?: JobDeposit): ItemValues => {
  const cents = (parseCents(subtotal) ?? 0) + (deposit?.hasPrice ? deposit.cents : 0);
  return cents > 0 ? { ...BLANK_ITEM, description: serviceType, price: formatCents(cents) } : BLANK_ITEM;
};

export const toValues = (invoice: Invoice): InvoiceValues => ({
  ...toFacts(invoice),
  items: invoice.items.map(({ quantity, ...item }) => ({ ...item, quantity: String(quantity) })),
  paymentMethod: invoice.paymentMethod,
});

/** Returns the amount of a line in cents, negative for an offer or a deduction, and 0 while it cannot be read. */
export function lineCents({ quantity, price, offer, isDeduction }: ItemValues): number {
  const count = Number(quantity ?? 1);
  const cents = parseCents(price) ?? 0;
  if (offer) return Math.min(0, cents);
  if (!Number.isSafeInteger(count) || count <= 0) return 0;
  return (isDeduction ? Math.min(0, cents) : Math.max(0, cents)) * count;
}

/** Returns the amounts to tax of a form: its lines, or its subtotal as services, less `deductedCents` (promised offers and deposits). */
export function getTaxable({ items, subtotal }: Pick<InvoiceValues, 'items' | 'subtotal'>, deductedCents = 0): Taxable {
  const lines =
    items.length === 0
      ? [{ cents: Math.max(0, parseCents(subtotal) ?? 0), isGoods: false }]
      : items.map((item) => ({ cents: lineCents(item), isGoods: item.isGoods ?? false }));
  return splitTaxable([...lines, { cents: -deductedCents, isGoods: false }]);
}

/** Returns the amounts to tax of a form before its deposits, which come off with their own taxes. */
export function getCharges(values: Pick<InvoiceValues, 'items' | 'subtotal'>, offeredCents = 0, deposit?: JobDeposit): Taxable {
  const items = values.items.filter(({ depositInvoiceId }) => depositInvoiceId == null);
  const takenOff = deposit ? deposit.cents - getDeducted(values, deposit) : 0;
  return getTaxable({ items, subtotal: values.subtotal }, offeredCents - takenOff);
}

export function withSubtotal(values: InvoiceValues): InvoiceValues {
  if (values.items.length === 0) return values;
  const { servicesCents, goodsCents } = getTaxable(values);
  return { ...values, subtotal: formatCents(servicesCents + goodsCents) };
}

export function hasOtherAmounts(values: InvoiceValues, invoice: Invoice): boolean {
  const getMoney = ({ items, subtotal }: InvoiceValues) =>
    JSON.stringify([
      parseCents(subtotal),
      items.map(({ description, quantity, price, isGoods }) => [description, Number(quantity), parseCents(price), isGoods ?? false]),
    ]);
  return getMoney(withSubtotal(values)) !== getMoney(toValues(invoice));
}
