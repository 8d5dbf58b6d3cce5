import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { invoices, receipts } from '../../../../db/schema';
import { getPhase } from '../../../shared/dispatch';
import { DomainError } from '../../../shared/errors';
import type { PaymentMethod } from '../../../shared/store-options';
import { formatMoney } from '../../../shared/store-sums';
import { addMinutes, businessDay } from '../../../shared/time';
import { markBookingPayment } from '../../calendar/bookings';
import type { Ctx } from '../../context';
import { finalizeWorkOrder } from '../../dispatch/service';
import { undoFinalization } from '../../dispatch/transitions';
import { getWorkOrder } from '../../dispatch/work-orders';
import { changedAt, changeRow, noteChange } from '../issuing';
import { getStoredRow, type InvoiceRow, isCredited } from '../reading';
import { listJobIds } from '../visits/jobs';
import type { ReceiptRow } from './receipts';
import { sumInvoiceReceipts, sumPayments } from './refunds';

type Cause = { verb?: string; method: PaymentMethod; day: string; data: Record<string, unknown> };
/** Stores how much is paid of an unpaid invoice. An invoice without a balance is paid, and its finished job is finalized. */
export function setPaid(ctx: Ctx, row: InvoiceRow, amountPaidCents: number, { verb = 'partPaid', method, day, data }: Cause): void {
  const isPaid = !isCredited(row) && amountPaidCents >= row.totalCents - row.creditedCents;
  const { changes } = ctx.db
    .update(invoices)
    .set({
      amountPaidCents,
      updatedAt: changedAt(ctx, row),
      ...(isPaid && { status: 'paid', paidDate: day, paymentMethod: method }),
    })
    .where(and(eq(invoices.id, row.id), ne(invoices.status, 'paid')))
    .run();
  if (changes !== 1) throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is paid already.`);
  noteChange(ctx, row, isPaid ? 'paid' : verb, data);
  if (isPaid) settleJob(ctx, row);
}

/**
 * Marks the booking of a paid invoice as paid, and finalizes each of its jobs that is done. A deleted invoice changes neither, since
 * another invoice may have paid for them.
 */
export function settleJob(ctx: Ctx, row: InvoiceRow): void {
  if (row.deletedAt !== null) return;
  for (const id of listJobIds(ctx, row))
    if (getPhase(getWorkOrder(ctx, id).status) === 'done') finalizeWorkOrder(ctx, { id, invoiceId: row.id });
  if (row.bookingId !== null) markBookingPayment(ctx, row.bookingId, 'paid');
}

/** Undoes {@link settleJob} for an invoice that is no longer paid or about to be deleted. A job that staff finalized stays finalized. */
export function unsettleJob(ctx: Ctx, row: InvoiceRow): void {
  if (row.deletedAt !== null) return;
  for (const id of listJobIds(ctx, row)) undoFinalization(ctx, { id, invoiceId: row.id });
  if (row.bookingId !== null) markBookingPayment(ctx, row.bookingId, 'pending');
}

/** Days after its completion within which a job that was paid in advance is finalized automatically. */
const PREPAID_DAYS = 60;
/** Finalizes done jobs that were paid before they were done. Names the index, since the planner would read all paid invoices. */
export function finalizePrepaidJobs(ctx: Ctx): void {
  const since = addMinutes(ctx.now(), -PREPAID_DAYS * 1440);
  const isPaid = sql`i.deleted_at is null and i.status = 'paid'`;
  const isDone = sql`w.status in ('completed', 'complete') and w.completed_date >= ${since} and w.finalized_date is null`;
  const done = ctx.db.all<{ id: number; invoiceId: number }>(
    sql`select w.id, i.id as invoiceId from work_orders w indexed by work_orders_completed
      join invoices i on i.work_order_id = w.id and ${isPaid} where ${isDone}
      union all select w.id, i.id from work_orders w indexed by work_orders_completed
      cross join invoice_jobs j on j.work_order_id = w.id cross join invoices i on i.id = j.invoice_id and ${isPaid} where ${isDone} limit 200`,
  );
  for (const job of done) finalizeWorkOrder(ctx, job);
}

/**
 * Stores how much of an invoice its credit notes took back. An open invoice whose payments cover the rest is paid. An invoice that
 * is credited in full owes nothing and is no longer paid; its paid booking is refunded.
 */
export function settleCredit(ctx: Ctx, row: InvoiceRow, creditedCents: number): void {
  const credited = { ...row, creditedCents };
  const amountPaidCents = sumInvoiceReceipts(ctx, row.id).totalCents;
  const isFull = isCredited(credited);
  changeRow(ctx, row, { creditedCents, ...(isFull && { status: 'pending', paidDate: null, amountPaidCents }) });
  if (isFull && row.status === 'paid' && row.bookingId !== null) markBookingPayment(ctx, row.bookingId, 'refunded');
  const method = ctx.db
    .select({ method: receipts.paymentMethod })
    .from(receipts)
    .where(and(eq(receipts.invoiceId, row.id), eq(receipts.isRefund, false), isNull(receipts.voidedAt)))
    .orderBy(desc(receipts.id))
    .limit(1)
    .get()?.method;
  if (isFull || row.status === 'paid' || method === undefined || amountPaidCents < row.totalCents - creditedCents) return;
  setPaid(ctx, credited, amountPaidCents, { method, day: businessDay(ctx.now()), data: { creditedCents } });
}

/**
 * Reopens a paid invoice with the payments that are left. Its booking is no longer paid, and its job is as it was before the payment. An
 * automatic receipt that is left becomes an ordinary one, so that marking the invoice as paid can make another.
 */
export function reopenInvoice(ctx: Ctx, row: InvoiceRow, amountPaidCents: number, data: Record<string, unknown> = {}): void {
  changeRow(ctx, row, { status: 'pending', paidDate: null, paymentMethod: null, amountPaidCents });
  const isLeft = and(eq(receipts.invoiceId, row.id), eq(receipts.isAutomatic, true), isNull(receipts.voidedAt));
  ctx.db.update(receipts).set({ isAutomatic: false }).where(isLeft).run();
  noteChange(ctx, row, 'reopened', data);
  unsettleJob(ctx, row);
}

/** Stores how much is paid of an invoice that stays paid, since credit notes cover the rest. */
function keepPaid(ctx: Ctx, row: InvoiceRow, amountPaidCents: number): void {
  if (amountPaidCents === row.amountPaidCents) return;
  changeRow(ctx, row, { amountPaidCents });
  noteChange(ctx, row, 'recounted', { amountPaidCents });
}

/**
 * Counts again how much is paid of an invoice after a receipt of it was made or voided. A paid invoice stays paid after a refund and is
 * reopened once its payments no longer cover the rest that credit notes left. Throws CONFLICT if its receipts come to less than 0 or to
 * more than its total.
 */
export function recountPaid(ctx: Ctx, { invoiceId, paymentMethod, paymentDate, id }: ReceiptRow): void {
  if (invoiceId === null) return;
  const row = getStoredRow(ctx, invoiceId);
  const { totalCents: cents } = sumInvoiceReceipts(ctx, invoiceId);
  const { invoiceNumber, totalCents } = row;
  if (cents < 0)
    throw new DomainError(
      'CONFLICT',
      `Invoice ${invoiceNumber} would then have more refunds than payments. Please delete the refund first.`,
    );
  if (cents > totalCents)
    throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} would then be overpaid by ${formatMoney(cents - totalCents)}.`);
  const data = { amountPaidCents: cents, receiptId: id };
  if (row.status !== 'paid') setPaid(ctx, row, cents, { verb: 'recounted', method: paymentMethod, day: paymentDate, data });
  else if (sumPayments(ctx, invoiceId) < totalCents - row.creditedCents) reopenInvoice(ctx, row, cents, data);
  else keepPaid(ctx, row, Math.min(row.amountPaidCents, sumPayments(ctx, invoiceId)));
}
