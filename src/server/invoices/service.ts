import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { invoiceItems, invoices } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { BIN_DAYS } from '../../shared/invoice-words';
import type { Invoice, invoiceChange, invoiceInput } from '../../shared/invoices';
import { MAX_CENTS } from '../../shared/money';
import { showCents } from '../../shared/store-sums';
import { type Taxable, taxedSums, taxTermsOf } from '../../shared/taxes';
import { addMinutes, businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { takeNumber } from './numbers';
import { assertAmount, hashOf, otherContents, payInFull } from './payments';
import { findInvoiceOf, getRow, getStoredRow, type InvoiceRow, showInvoice, statusOn } from './reading';

type Items = NonNullable<z.output<typeof invoiceInput>['items']>;
type Fields = Omit<z.output<typeof invoiceChange>, 'id' | 'status' | 'items' | 'subtotal'>;

/** What is taxed: the line items where there are any, which the subtotal has to agree with, else the subtotal as services. Throws BAD_REQUEST. */
function taxableOf(items: Items, subtotalCents: number): Taxable {
  if (items.length === 0) return { servicesCents: subtotalCents, goodsCents: 0 };
  const sum = (isGoods: boolean) =>
    items.filter((item) => item.isGoods === isGoods).reduce((cents, { quantity, price }) => cents + quantity * price, 0);
  const taxable = { servicesCents: sum(false), goodsCents: sum(true) };
  const message = `These line items come to ${showCents(taxable.servicesCents + taxable.goodsCents)}.`;
  if (taxable.servicesCents + taxable.goodsCents !== subtotalCents)
    throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'subtotal', message }] });
  return taxable;
}

/** The sums and the taxes of an invoice made or changed now, by today's profile. Throws BAD_REQUEST past the largest amount. */
function reckon(ctx: Ctx, items: Items, subtotalCents: number) {
  const { taxProfile } = getSettings(ctx);
  const taxable = taxableOf(items, subtotalCents);
  const sums = taxedSums(taxProfile, taxable);
  const message = `Please keep the total at or under ${showCents(MAX_CENTS)}.`;
  if (sums.totalCents > MAX_CENTS) throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'subtotal', message }] });
  return { ...sums, ...taxTermsOf(taxProfile, taxable) };
}

function insertItems(ctx: Ctx, invoiceId: number, items: Items): void {
  for (const { description, quantity, price, isGoods } of items)
    ctx.db.insert(invoiceItems).values({ invoiceId, description, quantity, priceCents: price, isGoods }).run();
}

function noteChange(ctx: Ctx, row: Pick<InvoiceRow, 'id' | 'invoiceNumber'>, verb: string, data: Record<string, unknown> = {}): void {
  recordActivity(ctx, { verb: `invoice.${verb}`, entityType: 'invoice', entityId: row.id, data: { number: row.invoiceNumber, ...data } });
  publishAfterCommit(ctx, 'money');
}

export type NewInvoice = z.output<typeof invoiceInput> & { workOrderId?: number | null; bookingId?: number | null };

/** Writes an invoice with its number, taxes and lines; call it inside the transaction of its cause. */
export function insertInvoice(
  ctx: Ctx,
  { invoiceNumber, subtotal, items = [], idempotencyKey, ...fields }: NewInvoice,
  requestHash: string | null,
): InvoiceRow {
  const sums = reckon(ctx, items, subtotal);
  const number = takeNumber(ctx, 'invoice', invoiceNumber);
  const at = ctx.now().toISOString();
  const row = ctx.db
    .insert(invoices)
    .values({
      ...fields,
      ...sums,
      invoiceNumber: number.text,
      numberValue: number.value,
      ...(idempotencyKey && { idempotencyKey, requestHash }),
      createdAt: at,
      updatedAt: at,
    })
    .returning()
    .get();
  insertItems(ctx, row.id, items);
  noteChange(ctx, row, 'created', { status: row.status, totalCents: row.totalCents });
  return row;
}

/** An invoice with the parts of its job that it did not know; call it inside a transaction. */
export function linkToJob(ctx: Ctx, row: InvoiceRow, job: Pick<InvoiceRow, 'workOrderId' | 'bookingId'>): InvoiceRow {
  const links = { workOrderId: row.workOrderId ?? job.workOrderId, bookingId: row.bookingId ?? job.bookingId };
  if (links.workOrderId === row.workOrderId && links.bookingId === row.bookingId) return row;
  noteChange(ctx, row, 'linked', links);
  return ctx.db.update(invoices).set(links).where(eq(invoices.id, row.id)).returning().get();
}

/**
 * Makes an invoice; number, taxes and total are ours. The same key with the same contents answers the first one again. Throws
 * BAD_REQUEST for line items that come to another subtotal, and UNPROCESSABLE for a key that was used for another invoice.
 */
export function createInvoice(ctx: Ctx, input: z.output<typeof invoiceInput>): Invoice {
  const requestHash = hashOf(input);
  return inTransaction(ctx.db, () => {
    const key = input.idempotencyKey;
    const first = key ? ctx.db.select().from(invoices).where(eq(invoices.idempotencyKey, key)).get() : undefined;
    if (first && first.requestHash !== requestHash) throw otherContents();
    return showInvoice(ctx, first ?? insertInvoice(ctx, input, requestHash));
  });
}

/** The lines as they are stored. */
const itemsOf = (ctx: Ctx, invoiceId: number): Items =>
  ctx.db
    .select()
    .from(invoiceItems)
    .where(eq(invoiceItems.invoiceId, invoiceId))
    .orderBy(asc(invoiceItems.id))
    .all()
    .map(({ description, quantity, priceCents, isGoods }) => ({ description, quantity, price: priceCents, isGoods }));

/** Changes the fields of an unpaid invoice; new sums are taxed by today's profile. Throws CONFLICT for less than was paid of it. */
function changeFields(ctx: Ctx, row: InvoiceRow, fields: Fields, items: Items | undefined, subtotal: number | undefined): InvoiceRow {
  const isResummed = items !== undefined || subtotal !== undefined;
  const sums = isResummed ? reckon(ctx, items ?? itemsOf(ctx, row.id), subtotal ?? row.subtotalCents) : undefined;
  if (sums && row.amountPaidCents > 0 && sums.totalCents <= row.amountPaidCents)
    throw new DomainError(
      'CONFLICT',
      `${showCents(row.amountPaidCents)} of invoice ${row.invoiceNumber} is paid already; its total has to be above that.`,
    );
  const changed = ctx.db
    .update(invoices)
    // Another due date: whether it is overdue shows anew.
    .set({ ...fields, ...sums, ...(row.status === 'overdue' && { status: 'pending' }), updatedAt: ctx.now().toISOString() })
    .where(eq(invoices.id, row.id))
    .returning()
    .get();
  if (items) {
    ctx.db.delete(invoiceItems).where(eq(invoiceItems.invoiceId, row.id)).run();
    insertItems(ctx, row.id, items);
  }
  noteChange(ctx, row, 'changed', { fields: Object.keys({ ...fields, ...sums }) });
  return changed;
}

/** What staff may make of an unpaid invoice beside paying it: a draft is issued. Overdue comes by itself. */
function changeStatus(ctx: Ctx, row: InvoiceRow, status: InvoiceRow['status']): InvoiceRow {
  const now = statusOn(row, businessDay(ctx.now()));
  if (status === now || (status === 'pending' && now === 'overdue')) return row;
  if (row.status !== 'draft' || status !== 'pending')
    throw new DomainError('CONFLICT', `An invoice that is ${now} cannot become ${status}.`);
  return issueDraft(ctx, row);
}

/** A draft becomes what the customer owes; anything else stays. Call it inside a transaction. Throws CONFLICT for one without an amount. */
export function issueDraft(ctx: Ctx, row: InvoiceRow): InvoiceRow {
  if (row.status !== 'draft') return row;
  assertAmount(row);
  noteChange(ctx, row, 'issued');
  return ctx.db
    .update(invoices)
    .set({ status: 'pending', updatedAt: ctx.now().toISOString() })
    .where(eq(invoices.id, row.id))
    .returning()
    .get();
}

/**
 * Changes an unpaid invoice, or pays it in full with `status: 'paid'`, which makes its receipt in the same transaction, once;
 * paid again it answers as it is. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for a change of a paid one or a step that is none.
 */
export function updateInvoice(ctx: Ctx, input: z.output<typeof invoiceChange>): Invoice {
  const { id, status, paymentMethod, items, subtotal, updatedAtWas, ...fields } = input;
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (updatedAtWas !== undefined && updatedAtWas !== (row.updatedAt ?? row.createdAt))
      throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} was changed meanwhile. Please look at it again.`);
    const changes: Fields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const isChange = Object.keys(changes).length > 0 || items !== undefined || subtotal !== undefined;
    if (row.status === 'paid' && (isChange || (status === undefined && paymentMethod !== undefined)))
      throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is paid and cannot be changed.`);
    if (paymentMethod !== undefined && status !== 'paid') changes.paymentMethod = paymentMethod;
    const isChanged = isChange || changes.paymentMethod !== undefined;
    const changed = isChanged ? changeFields(ctx, row, changes, items, subtotal) : row;
    if (status === 'paid') payInFull(ctx, changed, paymentMethod ?? 'cash');
    else if (status !== undefined) changeStatus(ctx, changed, status);
    return showInvoice(ctx, getRow(ctx, id));
  });
}

/** Puts an invoice into the bin for 30 days; its receipts stay, without their link (decisions X91). Throws NOT_FOUND. */
export function deleteInvoice(ctx: Ctx, { id }: { id: number }): { success: true } {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    ctx.db.update(invoices).set({ deletedAt: ctx.now().toISOString() }).where(eq(invoices.id, id)).run();
    noteChange(ctx, row, 'deleted', { status: row.status });
    return { success: true };
  });
}

/**
 * Takes an invoice out of the bin. Where its number was given to another meanwhile it gets the next (decisions X110), and where
 * its job has another invoice it is no longer that job's. Throws NOT_FOUND for one that is gone, and answers one that is not in the bin.
 */
export function restoreInvoice(ctx: Ctx, { id }: { id: number }): Invoice {
  return inTransaction(ctx.db, () => {
    const row = getStoredRow(ctx, id);
    if (row.deletedAt === null) return showInvoice(ctx, row);
    const isTaken = ctx.db
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(isNull(invoices.deletedAt), eq(invoices.invoiceNumber, row.invoiceNumber)))
      .get();
    const number = isTaken && takeNumber(ctx, 'invoice');
    const restored = ctx.db
      .update(invoices)
      .set({
        deletedAt: null,
        updatedAt: ctx.now().toISOString(),
        ...(number && { invoiceNumber: number.text, numberValue: number.value }),
        ...(findInvoiceOf(ctx, row) && { workOrderId: null, bookingId: null }),
      })
      .where(eq(invoices.id, id))
      .returning()
      .get();
    noteChange(ctx, restored, 'restored', { numberWas: row.invoiceNumber });
    return showInvoice(ctx, restored);
  });
}

/** Empties the bin of what has lain there for 30 days. */
export function purgeInvoiceBin(ctx: Ctx): void {
  const before = addMinutes(ctx.now(), -BIN_DAYS * 1440);
  inTransaction(ctx.db, () => {
    const purged = ctx.db.delete(invoices).where(sql`deleted_at is not null and deleted_at < ${before}`).run().changes;
    if (purged > 0) recordActivity(ctx, { verb: 'invoice.purged', entityType: 'invoice', entityId: 'all', data: { purged } });
  });
}

/** Writes down which invoices are past their due date, so that exports and reports say so too (decisions X80). */
export function markOverdueInvoices(ctx: Ctx): void {
  const today = businessDay(ctx.now());
  inTransaction(ctx.db, () => {
    const marked = ctx.db
      .update(invoices)
      .set({ status: 'overdue' })
      // The first half in the words of the index.
      .where(sql`deleted_at is null and status in ('pending', 'overdue') and due_date < ${today} and status = 'pending'`)
      .run().changes;
    if (marked === 0) return;
    recordActivity(ctx, { verb: 'invoice.overdue', entityType: 'invoice', entityId: 'all', data: { marked } });
    publishAfterCommit(ctx, 'money');
  });
}
