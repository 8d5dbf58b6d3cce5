import { and, eq, ne, sql } from 'drizzle-orm';
import { invoices } from '../../../db/schema';
import { phaseOf } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { showCents } from '../../shared/store-sums';
import type { PaymentMethod } from '../../shared/store-words';
import { addMinutes } from '../../shared/time';
import { markBookingPayment } from '../booking/manage';
import { finalizeWorkOrder } from '../dispatch/service';
import { getWorkOrder } from '../dispatch/work-orders';
import type { Ctx } from '../trpc';
import { changedAt, noteChange } from './issuing';
import { getStoredRow, type InvoiceRow } from './reading';
import type { ReceiptRow } from './receipts';
import { paymentsOf, receivedOf } from './refunds';

type Cause = { verb?: string; method: PaymentMethod; day: string; data: Record<string, unknown> };
/** Stores how much is paid of an unpaid invoice. With nothing open the invoice is paid, and its finished job is closed. */
export function setPaid(ctx: Ctx, row: InvoiceRow, amountPaidCents: number, { verb = 'partPaid', method, day, data }: Cause): void {
  const isPaid = amountPaidCents === row.totalCents;
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
  if (!isPaid) return;
  finalizeJob(ctx, row);
  if (row.bookingId !== null) markBookingPayment(ctx, row.bookingId, 'paid');
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

/** Makes a paid invoice an open one again, with what is left of its payments; its booking is no longer paid either. */
export function reopenInvoice(ctx: Ctx, row: InvoiceRow, amountPaidCents: number, data: Record<string, unknown> = {}): void {
  ctx.db
    .update(invoices)
    .set({ status: 'pending', paidDate: null, paymentMethod: null, amountPaidCents, updatedAt: changedAt(ctx, row) })
    .where(eq(invoices.id, row.id))
    .run();
  noteChange(ctx, row, 'reopened', data);
  if (row.bookingId !== null) markBookingPayment(ctx, row.bookingId, 'pending');
}

/**
 * Counts again what is paid of the invoice of a receipt that was made or voided. A paid invoice stays paid after a refund and is
 * reopened once its payments no longer cover it. Throws CONFLICT if its receipts come to less than 0 or to more than its total.
 */
export function recountPaid(ctx: Ctx, { invoiceId, paymentMethod, paymentDate, id }: ReceiptRow): void {
  if (invoiceId === null) return;
  const row = getStoredRow(ctx, invoiceId);
  const { totalCents: cents } = receivedOf(ctx, invoiceId);
  const { invoiceNumber, totalCents } = row;
  if (cents < 0)
    throw new DomainError('CONFLICT', `More was refunded of invoice ${invoiceNumber} than that; please delete the refund first.`);
  if (cents > totalCents)
    throw new DomainError(
      'CONFLICT',
      `Invoice ${invoiceNumber} would then be paid by ${showCents(cents - totalCents)} more than its total.`,
    );
  const data = { amountPaidCents: cents, receiptId: id };
  if (row.status !== 'paid') setPaid(ctx, row, cents, { verb: 'recounted', method: paymentMethod, day: paymentDate, data });
  else if (paymentsOf(ctx, invoiceId) < totalCents) reopenInvoice(ctx, row, cents, data);
}
