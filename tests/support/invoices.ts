import { activity } from '../../db/schema';
import { parseCents } from '../../src/shared/money';
import { INVOICE } from './invoice-inputs';
import { openShop, type Shop } from './shop';

export type NewInvoice = Parameters<Shop['admin']['invoices']['create']>[0];
export type NewReceipt = Parameters<Shop['admin']['invoices']['createReceipt']>[0];

/** A part payment of {@link INVOICE}, as its dialog sends it. */
export const PAYMENT = { id: 1, amount: '40.00', paymentMethod: 'e-transfer', paymentDate: '2026-11-19' } as const;

/** Opens a shop with {@link INVOICE} as invoice 1. */
export async function openWithInvoice(more = {}) {
  const shop = openShop();
  await shop.admin.invoices.create({ ...INVOICE, ...more });
  return shop;
}

/** Drafts the invoice of a job without a price, and keeps it as a draft. */
export async function draftOfJob({ admin }: Pick<Shop, 'admin'>, job: { workOrderId: number } | { bookingId: number }) {
  const facts = await admin.invoices.forJob(job);
  return admin.invoices.create({ ...facts, subtotal: 0, status: 'draft' });
}

export const createInvoice = (shop: Shop, more: Partial<NewInvoice> = {}) => shop.admin.invoices.create({ ...INVOICE, ...more });

export const listNumbers = async (shop: Shop, input: Parameters<Shop['admin']['invoices']['list']>[0] = {}) =>
  (await shop.admin.invoices.list(input)).rows.map(({ invoiceNumber }) => invoiceNumber);

export const verbs = (shop: Shop) =>
  shop.db
    .select({ verb: activity.verb })
    .from(activity)
    .all()
    .map(({ verb }) => verb);

/** Adds up an amount of several rows, in cents. A refund counts negative. */
export const addCents = <Field extends string>(rows: (Record<Field, string> & { isRefund?: boolean })[], field: Field): number =>
  rows.reduce((cents, row) => cents + (row.isRefund ? -1 : 1) * (parseCents(row[field]) ?? Number.NaN), 0);
