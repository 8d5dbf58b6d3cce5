import type { z } from 'zod';
import { addDays } from '../../../shared/calendar-day';
import type { Invoice, JobInvoice } from '../../../shared/invoices';
import { invoiceInput } from '../../../shared/invoices';
import { formatCents, parseCents } from '../../../shared/money';
import { splitTaxable, type Taxable } from '../../../shared/taxes';

/** What the form of an invoice asks for. */
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
/** A new invoice that is issued today and due after some days; undefined while the owner's term is not known. */
export const blankInvoice = (today: string, dueDays: number | undefined): InvoiceValues => ({
  ...BLANK_INVOICE,
  serviceDate: today,
  dueDate: dueDays === undefined ? '' : addDays(today, dueDays),
});
/** A new invoice of a job. */
export const valuesOfJob = ({ invoiceId: _known, workOrderId: _order, bookingId: _booking, ...facts }: JobInvoice): InvoiceValues => ({
  ...BLANK_INVOICE,
  ...facts,
  customerEmail: facts.customerEmail ?? '',
  customerPhone: facts.customerPhone ?? '',
  customerAddress: facts.customerAddress ?? '',
  serviceDescription: facts.serviceDescription ?? '',
  notes: facts.notes ?? '',
});
export const BLANK_ITEM: ItemValues = { description: '', quantity: '1', price: '', isGoods: false };

/** An invoice as its form has it. */
export const valuesOf = (invoice: Invoice): InvoiceValues => ({
  customerName: invoice.customerName,
  customerEmail: invoice.customerEmail ?? '',
  customerPhone: invoice.customerPhone ?? '',
  customerAddress: invoice.customerAddress ?? '',
  serviceType: invoice.serviceType,
  serviceDescription: invoice.serviceDescription ?? '',
  serviceDate: invoice.serviceDate,
  dueDate: invoice.dueDate,
  subtotal: invoice.subtotal,
  items: invoice.items.map(({ quantity, ...item }) => ({ ...item, quantity: String(quantity) })),
  paymentMethod: invoice.paymentMethod,
  notes: invoice.notes ?? '',
});

/** What a line comes to, in cents, that of an offer below nothing; nothing where it cannot be read yet. */
export function lineCents({ quantity, price, offer }: ItemValues): number {
  const count = Number(quantity ?? 1);
  const cents = parseCents(price) ?? 0;
  if (offer) return Math.min(0, cents);
  return Number.isSafeInteger(count) && count > 0 ? Math.max(0, cents) * count : 0;
}

/** What is taxed of a form as it stands: its lines where it has any, less its offers, else the subtotal as services. */
export function taxableIn({ items, subtotal }: Pick<InvoiceValues, 'items' | 'subtotal'>): Taxable {
  if (items.length === 0) return { servicesCents: Math.max(0, parseCents(subtotal) ?? 0), goodsCents: 0 };
  return splitTaxable(items.map((item) => ({ cents: lineCents(item), isGoods: item.isGoods ?? false })));
}

/** The same form with the sum of its lines as its subtotal, where it has lines. */
export function summed(values: InvoiceValues): InvoiceValues {
  if (values.items.length === 0) return values;
  const { servicesCents, goodsCents } = taxableIn(values);
  return { ...values, subtotal: formatCents(servicesCents + goodsCents) };
}

/** Whether a form comes to other money than the invoice it is of, or to the same in other lines. */
export function isResummed(values: InvoiceValues, invoice: Invoice): boolean {
  const moneyOf = ({ items, subtotal }: InvoiceValues) =>
    JSON.stringify([
      parseCents(subtotal),
      items.map(({ description, quantity, price, isGoods }) => [description, Number(quantity), parseCents(price), isGoods ?? false]),
    ]);
  return moneyOf(summed(values)) !== moneyOf(valuesOf(invoice));
}
