import { asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { invoiceItems, invoices } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { type Invoice, type invoiceChange, type invoiceInput, MAX_ITEMS } from '../../shared/invoices';
import { MAX_CENTS } from '../../shared/money';
import { showCents, type TaxProfile } from '../../shared/store-sums';
import { taxableOf as linesTaxable, ratesAtIssue, type Taxable, type TaxedSums, taxedSums, taxTermsOf } from '../../shared/taxes';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { claimJob } from './billing';
import { changedAt, issueDraft, noteChange } from './issuing';
import { takeNumber } from './numbers';
import { assertOnlyKept, type Granted, grantedOn, inOfferOrder } from './offer-lines';
import { payInFull } from './payments';
import { getRow, type InvoiceRow, isCredited, isVoided, showInvoice, statusOn } from './reading';
import { receivedOf } from './refunds';
import { hashOf, otherContents } from './repeats';
import { undoPayment } from './voiding';

type Items = NonNullable<z.output<typeof invoiceInput>['items']>;
type Fields = Omit<z.output<typeof invoiceChange>, 'id' | 'status' | 'items' | 'subtotal'>;

/** What is taxed: the line items where there are any, which the subtotal has to agree with, else the subtotal as services. Throws BAD_REQUEST. */
function taxableOf(items: Items, subtotalCents: number): Taxable {
  if (items.length === 0) return { servicesCents: subtotalCents, goodsCents: 0 };
  const lines = items.map(({ quantity, price, isGoods }) => ({ cents: quantity * price, isGoods }));
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  const message = sum < 0 ? 'The offers take off more than there is.' : `These line items come to ${showCents(sum)}.`;
  if (sum < 0 || sum !== subtotalCents) throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'subtotal', message }] });
  return linesTaxable(lines);
}

/** The sums and the taxes of an invoice by a profile, with today's rates or with others. Throws BAD_REQUEST past the largest amount. */
function reckon(taxProfile: TaxProfile, items: Items, subtotalCents: number, rates?: ReturnType<typeof ratesAtIssue>) {
  const taxable = taxableOf(items, subtotalCents);
  const sums = taxedSums(taxProfile, taxable, rates);
  const message = `Please keep the total at or under ${showCents(MAX_CENTS)}.`;
  if (sums.totalCents > MAX_CENTS) throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'subtotal', message }] });
  return { ...sums, ...taxTermsOf(taxProfile, taxable, rates) };
}

function insertItems(ctx: Ctx, invoiceId: number, items: Items): void {
  for (const { price, ...item } of items)
    ctx.db
      .insert(invoiceItems)
      .values({ ...item, invoiceId, priceCents: price })
      .run();
}

type NewInvoice = Omit<z.output<typeof invoiceInput>, 'confirm'>;

/** Writes an invoice with its number, taxes and lines; call it inside the transaction of its cause. */
export function insertInvoice(
  ctx: Ctx,
  { invoiceNumber, subtotal, items = [], idempotencyKey, ...fields }: NewInvoice,
  requestHash: string | null,
): InvoiceRow {
  assertOnlyKept(ctx, undefined, items);
  const sums = reckon(getSettings(ctx).taxProfile, items, subtotal);
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
      issuedAt: fields.status === 'draft' ? null : at,
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
  return ctx.db
    .update(invoices)
    .set({ ...links, updatedAt: changedAt(ctx, row) })
    .where(eq(invoices.id, row.id))
    .returning()
    .get();
}

/**
 * Makes an invoice; number, taxes and total are ours. The same key with the same contents answers the first one again. Throws
 * BAD_REQUEST for line items that come to another subtotal or for one that comes to nothing and is no draft, CONFLICT where the
 * first one was deleted, and UNPROCESSABLE for a key that was used for another invoice.
 */
export function createInvoice(ctx: Ctx, input: z.output<typeof invoiceInput>): Invoice {
  const requestHash = hashOf(input);
  return inTransaction(ctx.db, () => {
    const key = input.idempotencyKey;
    const first = key ? ctx.db.select().from(invoices).where(eq(invoices.idempotencyKey, key)).get() : undefined;
    if (first && first.requestHash !== requestHash) throw otherContents();
    if (first?.deletedAt != null)
      throw new DomainError(
        'CONFLICT',
        `This was made already as invoice ${first.invoiceNumber}, which ${isVoided(first) ? 'was voided' : 'lies in the bin. Please restore it'}.`,
      );
    if (first) return showInvoice(ctx, first);
    const { confirm, ...invoice } = input;
    const made = insertInvoice(ctx, { ...invoice, ...claimJob(ctx, input, confirm) }, requestHash);
    assertWorth(ctx, made);
    return showInvoice(ctx, made);
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
    .map(({ id: _id, invoiceId: _invoice, priceCents, ...item }) => ({ ...item, price: priceCents }));

/** Throws BAD_REQUEST for an invoice that is owed and comes to nothing without an offer: nobody could ever pay it. */
function assertWorth(ctx: Ctx, { id, status, totalCents }: InvoiceRow): void {
  const message = 'Please enter a subtotal above 0, or keep it as a draft.';
  if (status !== 'draft' && totalCents === 0 && grantedOn(ctx, id).length === 0)
    throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'subtotal', message }] });
}

/** Throws CONFLICT for new sums of an invoice that a credit note was made of. */
function assertUncredited({ creditedCents, invoiceNumber }: InvoiceRow): void {
  if (creditedCents > 0)
    throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} has a credit note, so its amounts stay. Please make another credit note.`);
}

/** Throws CONFLICT for new sums that are not above what was paid, or below the taxes that the receipts show. */
function assertAbovePaid(ctx: Ctx, { id, amountPaidCents, invoiceNumber }: InvoiceRow, sums: TaxedSums): void {
  if (amountPaidCents === 0) return;
  if (sums.totalCents <= amountPaidCents)
    throw new DomainError(
      'CONFLICT',
      `${showCents(amountPaidCents)} of invoice ${invoiceNumber} is paid already; its total has to be above that.`,
    );
  const { totalCents, hstCents, pstCents } = receivedOf(ctx, id);
  if (sums.hstCents < hstCents || sums.pstCents < pstCents || sums.subtotalCents < totalCents - hstCents - pstCents)
    throw new DomainError('CONFLICT', `The receipts of invoice ${invoiceNumber} hold other taxes than that; please refund them first.`);
}

/**
 * Changes the fields of an unpaid invoice. New sums of a draft are taxed by today's profile, those of an issued invoice by the
 * profile and the rates of its issue. Throws CONFLICT for less than was paid of it.
 */
function changeFields(ctx: Ctx, row: InvoiceRow, fields: Fields, items: Items | undefined, subtotal: number | undefined): InvoiceRow {
  const isResummed = items !== undefined || subtotal !== undefined;
  const [taxProfile, rates] = row.status === 'draft' ? [getSettings(ctx).taxProfile] : [row.taxProfile, ratesAtIssue(row)];
  const sums = isResummed ? reckon(taxProfile, items ?? itemsOf(ctx, row.id), subtotal ?? row.subtotalCents, rates) : undefined;
  if (sums) {
    assertUncredited(row);
    assertAbovePaid(ctx, row, sums);
  }
  const changed = ctx.db
    .update(invoices)
    // Another due date: whether it is overdue shows anew.
    .set({ ...fields, ...sums, ...(row.status === 'overdue' && { status: 'pending' }), updatedAt: changedAt(ctx, row) })
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

/** Throws CONFLICT unless an offer may still come onto an invoice: before its first payment. */
export function assertOfferable(row: InvoiceRow): void {
  const { status, amountPaidCents, invoiceNumber } = row;
  assertUncredited(row);
  if (status === 'paid') throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} is paid and cannot be changed.`);
  if (amountPaidCents > 0)
    throw new DomainError('CONFLICT', `Some of invoice ${invoiceNumber} is paid already; an offer comes before the first payment.`);
}

/**
 * Takes an offer off an invoice, and taxes it anew: the offers are its last lines, in the order in which they come off. An invoice
 * without lines gets its service as the first. Call it inside a transaction. Throws CONFLICT once something of it is paid, and without a place for one more line.
 */
export function addOfferLine(ctx: Ctx, row: InvoiceRow, { cents, ...line }: Granted & { description: string; cents: number }): Invoice {
  assertOfferable(row);
  const stored = itemsOf(ctx, row.id);
  // With one more it could not be saved again.
  if (stored.length >= MAX_ITEMS) throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} has ${MAX_ITEMS} line items already.`);
  const service = { description: row.serviceType, quantity: 1, price: row.subtotalCents, isGoods: false };
  const items = inOfferOrder([...(stored.length > 0 ? stored : [service]), { ...line, quantity: 1, price: -cents, isGoods: false }]);
  const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const changed = changeFields(ctx, row, {}, items, subtotal);
  noteChange(ctx, changed, 'offerGranted', { offer: line.offer, referralId: line.referralId, cents });
  return showInvoice(ctx, changed);
}

/** What staff may make of an unpaid invoice beside paying it: a draft is issued. Overdue comes by itself. */
function changeStatus(ctx: Ctx, row: InvoiceRow, status: InvoiceRow['status']): InvoiceRow {
  const now = statusOn(row, businessDay(ctx.now()));
  if (status === now || (status === 'pending' && now === 'overdue')) return row;
  if (row.status !== 'draft' || status !== 'pending')
    throw new DomainError('CONFLICT', `An invoice that is ${now} cannot become ${status}.`);
  return issueDraft(ctx, row);
}

/**
 * Changes an unpaid invoice, or pays it in full with `status: 'paid'`, which makes its receipt in the same transaction, once;
 * paid again it answers as it is. `status: 'pending'` undoes that payment. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for a change of a paid one or a step that is none.
 */
export function updateInvoice(ctx: Ctx, input: z.output<typeof invoiceChange>): Invoice {
  const { id, status, paymentMethod, items, subtotal, updatedAtWas, ...fields } = input;
  return inTransaction(ctx.db, () => {
    const found = getRow(ctx, id);
    if (updatedAtWas !== undefined && updatedAtWas !== (found.updatedAt ?? found.createdAt))
      throw new DomainError('CONFLICT', `Invoice ${found.invoiceNumber} was changed meanwhile. Please look at it again.`);
    const row = found.status === 'paid' && status === 'pending' ? undoPayment(ctx, found) : found;
    const changes: Fields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const isChange = Object.keys(changes).length > 0 || items !== undefined || subtotal !== undefined;
    if ((row.status === 'paid' || isCredited(row)) && (isChange || (status === undefined && paymentMethod !== undefined)))
      throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is ${isCredited(row) ? 'credited' : 'paid'} and cannot be changed.`);
    if (paymentMethod !== undefined && status !== 'paid') changes.paymentMethod = paymentMethod;
    if (items) assertOnlyKept(ctx, id, items);
    const isChanged = isChange || changes.paymentMethod !== undefined;
    const changed = isChanged ? changeFields(ctx, row, changes, items, subtotal) : row;
    if (items !== undefined || subtotal !== undefined) assertWorth(ctx, changed);
    if (status === 'paid') payInFull(ctx, changed, paymentMethod ?? 'cash');
    else if (status !== undefined) changeStatus(ctx, changed, status);
    return showInvoice(ctx, getRow(ctx, id));
  });
}

/** Writes down which invoices are past their due date, so that exports and reports say so too (decisions X80). */
export function markOverdueInvoices(ctx: Ctx): void {
  const today = businessDay(ctx.now());
  inTransaction(ctx.db, () => {
    const { changes: marked } = ctx.db.run(
      // Told which index: the planner, which knows no figures, walks all that wait. The first half is in the words of it.
      sql`update invoices indexed by invoices_open set status = 'overdue'
        where deleted_at is null and status in ('pending', 'overdue') and due_date < ${today} and status = 'pending'`,
    );
    if (marked === 0) return;
    recordActivity(ctx, { verb: 'invoice.overdue', entityType: 'invoice', entityId: 'all', data: { marked } });
    publishAfterCommit(ctx, 'money');
  });
}
