import { createHash } from 'node:crypto';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { invoices, receipts } from '../../../db/schema';
import { phaseOf } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { InvoiceDetails, paymentInput, Receipt, receiptInput } from '../../shared/invoices';
import { showCents } from '../../shared/store-sums';
import type { PaymentMethod } from '../../shared/store-words';
import { sumsWithin, type TaxedSums, type TaxTerms, taxTermsOf } from '../../shared/taxes';
import { addMinutes, businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import { markBookingPaid } from '../booking/manage';
import { finalizeWorkOrder } from '../dispatch/service';
import { getWorkOrder } from '../dispatch/work-orders';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { takeNumber } from './numbers';
import { getInvoice, getRow, type InvoiceRow } from './reading';
import { getReceipt, getReceiptRow, type ReceiptRow } from './receipts';

type NewReceipt = Pick<
  typeof receipts.$inferInsert,
  | 'invoiceId'
  | 'customerName'
  | 'customerEmail'
  | 'paymentMethod'
  | 'paymentDate'
  | 'description'
  | 'isRefund'
  | 'isAutomatic'
  | 'refundOfId'
  | 'idempotencyKey'
  | 'requestHash'
> & { wish?: string | null | undefined };

/** What was asked for under a key, so that the same again is known; the key itself is no part of it. */
export const hashOf = ({ idempotencyKey: _key, ...input }: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url');

/** What a used key with other contents is told. */
export const otherContents = () => new DomainError('UNPROCESSABLE', 'This Idempotency-Key was used for something else already.');

/** The receipt that was made under a key before. Throws UNPROCESSABLE where the key came with other contents. */
function findRepeat(ctx: Ctx, key: string | null | undefined, requestHash: string): ReceiptRow | undefined {
  const row = key ? ctx.db.select().from(receipts).where(eq(receipts.idempotencyKey, key)).get() : undefined;
  if (row && row.requestHash !== requestHash) throw otherContents();
  return row;
}

/** Throws BAD_REQUEST for money that is yet to come. */
function assertPast(ctx: Ctx, day: string): void {
  const message = 'Please enter a day that is not in the future.';
  if (day > businessDay(ctx.now())) throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'paymentDate', message }] });
}

/** Writes a receipt with its number; call it inside the transaction of the payment. */
function insertReceipt(ctx: Ctx, { wish, ...values }: NewReceipt, sums: TaxedSums, terms: TaxTerms): ReceiptRow {
  const number = takeNumber(ctx, 'receipt', wish);
  const row = ctx.db
    .insert(receipts)
    .values({
      ...values,
      ...terms,
      receiptNumber: number.text,
      numberValue: number.value,
      subtotalCents: sums.subtotalCents,
      hstCents: sums.hstCents,
      pstCents: sums.pstCents,
      amountPaidCents: sums.totalCents,
      createdAt: ctx.now().toISOString(),
    })
    .returning()
    .get();
  recordActivity(ctx, {
    verb: row.isRefund ? 'receipt.refunded' : 'receipt.created',
    entityType: 'receipt',
    entityId: row.id,
    data: { number: row.receiptNumber, amountCents: row.amountPaidCents, method: row.paymentMethod, invoiceId: row.invoiceId ?? null },
  });
  publishAfterCommit(ctx, 'money');
  return row;
}

/** A share of one of an invoice's sums, growing with what is paid so that the shares of all payments come to the sum. */
const shareOfPaid = (sumCents: number, paidCents: number, totalCents: number) =>
  totalCents === 0 ? 0 : Math.floor((sumCents / totalCents) * paidCents + 0.5);

type Whole = { hstCents: number; pstCents: number; totalCents: number };
/** The taxes within the next part of something, of which some was paid before. */
function nextShare({ hstCents: hst, pstCents: pst, totalCents }: Whole, before: number, amountCents: number): TaxedSums {
  const step = (sum: number) => shareOfPaid(sum, before + amountCents, totalCents) - shareOfPaid(sum, before, totalCents);
  const hstCents = Math.min(step(hst), amountCents);
  const pstCents = Math.min(step(pst), amountCents - hstCents);
  return { subtotalCents: amountCents - hstCents - pstCents, hstCents, pstCents, totalCents: amountCents };
}

type Payment = { amountCents: number; method: PaymentMethod; day: string; receipt: Partial<NewReceipt> };

/** Throws CONFLICT for an invoice that comes to nothing yet, such as a draft without a price. */
export function assertAmount({ totalCents, invoiceNumber }: InvoiceRow): void {
  if (totalCents === 0) throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} has no amount yet.`);
}

/** Takes a payment of an invoice: its receipt, what is open after it, and with nothing open the invoice is paid and its job finalized. */
function takePayment(ctx: Ctx, row: InvoiceRow, { amountCents, method, day, receipt }: Payment): ReceiptRow {
  const { id, invoiceNumber, customerName, customerEmail, serviceType, taxProfile, hstRate, pstRate } = row;
  const made = insertReceipt(
    ctx,
    {
      invoiceId: id,
      customerName,
      customerEmail,
      paymentMethod: method,
      paymentDate: day,
      description: `Payment for invoice ${invoiceNumber} – ${serviceType}`,
      ...receipt,
    },
    nextShare(row, row.amountPaidCents, amountCents),
    { taxProfile, hstRate, pstRate },
  );
  const amountPaidCents = row.amountPaidCents + amountCents;
  const isPaid = amountPaidCents === row.totalCents;
  const { changes } = ctx.db
    .update(invoices)
    .set({
      amountPaidCents,
      updatedAt: ctx.now().toISOString(),
      ...(isPaid ? { status: 'paid', paidDate: day, paymentMethod: method } : row.status === 'draft' && { status: 'pending' }),
    })
    .where(and(eq(invoices.id, id), ne(invoices.status, 'paid')))
    .run();
  if (changes !== 1) throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} is paid already.`);
  recordActivity(ctx, {
    verb: isPaid ? 'invoice.paid' : 'invoice.partPaid',
    entityType: 'invoice',
    entityId: id,
    data: { amountCents, method, receiptId: made.id },
  });
  if (isPaid) {
    finalizeJob(ctx, row);
    if (row.bookingId !== null) markBookingPaid(ctx, row.bookingId);
  }
  return made;
}

/** The paid job is closed for good, where it is done (decisions X63). */
function finalizeJob(ctx: Ctx, { workOrderId }: InvoiceRow): void {
  if (workOrderId !== null && phaseOf(getWorkOrder(ctx, workOrderId).status) === 'done') finalizeWorkOrder(ctx, { id: workOrderId });
}

/** Days after its day within which a job that was paid beforehand is still closed by itself. */
const PREPAID_DAYS = 60;
/** Closes jobs that were paid before they were done (decisions X63). */
export function finalizePrepaidJobs(ctx: Ctx): void {
  const since = addMinutes(ctx.now(), -PREPAID_DAYS * 1440);
  const done = ctx.db.all<{ id: number }>(
    sql`select w.id from work_orders w join invoices i on i.work_order_id = w.id and i.deleted_at is null and i.status = 'paid'
      where w.status in ('completed', 'complete') and w.scheduled_date >= ${since} and w.finalized_date is null limit 200`,
  );
  for (const { id } of done) finalizeWorkOrder(ctx, { id });
}

/** Pays all that is open of an invoice, once; call it inside a transaction. One that is paid stays as it is. */
export function payInFull(ctx: Ctx, row: InvoiceRow, method: PaymentMethod): void {
  if (row.status === 'paid') return;
  assertAmount(row);
  takePayment(ctx, row, {
    amountCents: row.totalCents - row.amountPaidCents,
    method,
    day: businessDay(ctx.now()),
    receipt: { isAutomatic: true },
  });
}

/** Throws BAD_REQUEST for nothing, and CONFLICT for more than is open. */
function assertOpen(row: InvoiceRow, amountCents: number, path: string): void {
  const message = 'Please enter an amount above 0.';
  if (amountCents === 0) throw new DomainError('BAD_REQUEST', message, { issues: [{ path, message }] });
  if (row.status === 'paid') throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is paid already.`);
  const balance = row.totalCents - row.amountPaidCents;
  if (amountCents > balance)
    throw new DomainError(
      'CONFLICT',
      `The balance of invoice ${row.invoiceNumber} is ${showCents(balance)}, not ${showCents(amountCents)}.`,
    );
}

/**
 * Takes a payment of a part or of all that is open, with a receipt of its own. The same key again takes nothing more. Throws
 * NOT_FOUND, BAD_REQUEST for no amount or a day to come, CONFLICT for more than is open, UNPROCESSABLE for a used key.
 */
export function recordPayment(ctx: Ctx, input: z.output<typeof paymentInput>): InvoiceDetails {
  const requestHash = hashOf(input);
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, input.id);
    if (findRepeat(ctx, input.idempotencyKey, requestHash)) return getInvoice(ctx, input.id);
    assertPast(ctx, input.paymentDate);
    assertOpen(row, input.amount, 'amount');
    const key = input.idempotencyKey ? { idempotencyKey: input.idempotencyKey, requestHash } : {};
    takePayment(ctx, row, { amountCents: input.amount, method: input.paymentMethod, day: input.paymentDate, receipt: key });
    return getInvoice(ctx, input.id);
  });
}

const sumOf = (ctx: Ctx, condition: SQL): number =>
  ctx.db.get<{ cents: number }>(sql`select coalesce(sum(amount_paid_cents), 0) as cents from receipts where ${condition}`).cents;

type Refunded = { row: ReceiptRow; before: number };
/** The receipt whose money goes back, and how much did before. Throws NOT_FOUND, BAD_REQUEST where it is none of a payment, and CONFLICT for more than is left of it. */
function getRefunded(ctx: Ctx, id: number, amountCents: number): Refunded {
  const row = getReceiptRow(ctx, id);
  const message = 'Please choose the receipt of a payment.';
  if (row.isRefund) throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'refundOfId', message }] });
  const before = sumOf(ctx, sql`refund_of_id = ${id}`);
  const left = row.amountPaidCents - before;
  if (amountCents > left)
    throw new DomainError(
      'CONFLICT',
      `Of receipt ${row.receiptNumber} at most ${showCents(left)} can be refunded, not ${showCents(amountCents)}.`,
    );
  return { row, before };
}

/** A receipt that stands for itself: with its taxes taken out where it holds them, and of a refund as in what it refunds. */
function sumsOf(ctx: Ctx, input: z.output<typeof receiptInput>, refunded: Refunded | undefined): { sums: TaxedSums; terms: TaxTerms } {
  const amount = input.amountPaid;
  const plain = { subtotalCents: amount, hstCents: 0, pstCents: 0, totalCents: amount };
  if (refunded) {
    const { row, before } = refunded;
    const { taxProfile, hstRate, pstRate, amountPaidCents: totalCents } = row;
    const sums = nextShare({ hstCents: row.hstCents ?? 0, pstCents: row.pstCents ?? 0, totalCents }, before, amount);
    return { sums, terms: { taxProfile, hstRate, pstRate } };
  }
  const terms = taxTermsOf(getSettings(ctx).taxProfile, { servicesCents: amount, goodsCents: 0 });
  return { sums: input.includesTax ? sumsWithin(amount, terms) : plain, terms };
}

/** The invoice that a refund is of: that of the receipt it names, else the one it names itself, of which no more can go back than came in. */
function invoiceOfRefund(
  ctx: Ctx,
  { invoiceId, amountPaid }: z.output<typeof receiptInput>,
  refunded: Refunded | undefined,
): number | null {
  const message = 'That receipt is not of this invoice.';
  if (refunded && invoiceId && refunded.row.invoiceId !== invoiceId)
    throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'invoiceId', message }] });
  if (refunded || !invoiceId) return refunded?.row.invoiceId ?? null;
  const { invoiceNumber } = getRow(ctx, invoiceId);
  const left = sumOf(ctx, sql`invoice_id = ${invoiceId} and not is_refund`) - sumOf(ctx, sql`invoice_id = ${invoiceId} and is_refund`);
  if (amountPaid > left)
    throw new DomainError(
      'CONFLICT',
      `Of invoice ${invoiceNumber} at most ${showCents(left)} can be refunded, not ${showCents(amountPaid)}.`,
    );
  return invoiceId;
}

/** What is paid of an invoice changes by a refund or a deleted receipt only while it is not paid in full: that is done for good. */
function changePaid(ctx: Ctx, invoiceId: number | null, byCents: number): void {
  if (invoiceId === null) return;
  const amountPaidCents = sql`min(${invoices.totalCents}, max(0, ${invoices.amountPaidCents} + ${byCents}))`;
  ctx.db
    .update(invoices)
    .set({ amountPaidCents, updatedAt: ctx.now().toISOString() })
    .where(and(eq(invoices.id, invoiceId), ne(invoices.status, 'paid')))
    .run();
}

/**
 * Writes a receipt: of a payment that stands for itself, of a payment of an invoice, or of a refund. Throws NOT_FOUND,
 * BAD_REQUEST, CONFLICT for more than is open or left to refund, and UNPROCESSABLE for a used key.
 */
export function createReceipt(ctx: Ctx, input: z.output<typeof receiptInput>): Receipt {
  const requestHash = hashOf(input);
  return inTransaction(ctx.db, () => {
    const repeat = findRepeat(ctx, input.idempotencyKey, requestHash);
    if (repeat) return getReceipt(ctx, repeat.id);
    const message = 'Please say that it is a refund.';
    if (input.refundOfId && !input.isRefund) throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'isRefund', message }] });
    const invoice = input.invoiceId ? getRow(ctx, input.invoiceId) : undefined;
    const values = {
      customerName: input.customerName,
      customerEmail: input.customerEmail ?? null,
      paymentMethod: input.paymentMethod,
      paymentDate: input.paymentDate,
      description: input.description,
      isRefund: input.isRefund,
      wish: input.receiptNumber,
      ...(input.idempotencyKey && { idempotencyKey: input.idempotencyKey, requestHash }),
    };
    if (invoice && !input.isRefund) {
      assertPast(ctx, input.paymentDate);
      assertOpen(invoice, input.amountPaid, 'amountPaid');
      const payment = { amountCents: input.amountPaid, method: input.paymentMethod, day: input.paymentDate, receipt: values };
      return getReceipt(ctx, takePayment(ctx, invoice, payment).id);
    }
    const refunded = input.refundOfId ? getRefunded(ctx, input.refundOfId, input.amountPaid) : undefined;
    const { sums, terms } = sumsOf(ctx, input, refunded);
    const links = { invoiceId: invoiceOfRefund(ctx, input, refunded), refundOfId: refunded?.row.id ?? null };
    const made = insertReceipt(ctx, { ...values, ...links }, sums, terms);
    if (made.isRefund) changePaid(ctx, made.invoiceId, -made.amountPaidCents);
    return getReceipt(ctx, made.id);
  });
}

/** Removes a receipt for good; of an invoice that is not paid yet its amount is open again. Throws NOT_FOUND. */
export function deleteReceipt(ctx: Ctx, { id }: { id: number }): { success: true } {
  return inTransaction(ctx.db, () => {
    const row = getReceiptRow(ctx, id);
    ctx.db.delete(receipts).where(eq(receipts.id, id)).run();
    changePaid(ctx, row.invoiceId, row.isRefund ? row.amountPaidCents : -row.amountPaidCents);
    recordActivity(ctx, { verb: 'receipt.deleted', entityType: 'receipt', entityId: id, data: { number: row.receiptNumber } });
    publishAfterCommit(ctx, 'money');
    return { success: true };
  });
}
