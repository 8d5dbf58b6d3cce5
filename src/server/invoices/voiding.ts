import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inRepeatableTransaction, inTransaction } from '../../../db/client';
import { CLEAN_UP_ROWS, cleanUp } from '../../../db/prepared';
import { changeRows } from '../../../db/row-changes';
import { invoices, providerEvents, receipts } from '../../../db/schema';
import type { RowResults } from '../../shared/bulk';
import { askFirst, DomainError } from '../../shared/errors';
import { AUTO_BILL_DAYS, BIN_DAYS } from '../../shared/invoices';
import type { documentIds, Invoice, restoration } from '../../shared/invoices-schemas';
import { formatOrderNumber } from '../../shared/store-sums';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { assertDepositsFree, assertNotDeducted } from './agreed/deposits';
import { assertDepositsDeducted, assertDepositUnbilled } from './agreed/job-deposits';
import { changeRow, noteChange } from './issuing';
import { takeNumber } from './numbers';
import { assertOffersFree } from './offers/offer-lines';
import { getReceiptRow, type ReceiptRow } from './payments/receipts';
import { isCardRefund, sumInvoiceReceipts } from './payments/refunds';
import { recountPaid, reopenInvoice, settleJob, unsettleJob } from './payments/settling';
import { binStart, findJobInvoice, getRow, getStoredRow, type InvoiceRow, isVoided, toInvoice } from './reading';
import { hasSeveralJobs, listJobIds } from './visits/jobs';

// Issued documents are never destroyed: an invoice or a receipt is voided, which keeps it with its number and takes it out of every sum.
// Books are kept for six years (Income Tax Act s. 230(4), Excise Tax Act s. 286(3)). Only deleted drafts are purged.

/**
 * Lets the office book the e-Transfer of a voided receipt again; returns false if the receipt belongs to no e-Transfer. Passed in, because
 * `payments` imports `invoices`.
 */
export type ReleaseTransfer = (ctx: Ctx, row: ReceiptRow) => boolean;

/**
 * Voids a receipt. Call it inside a transaction. Throws CONFLICT if money of it was refunded, and for the refund of a card payment unless
 * Stripe refused it (`isRefused`): one that Stripe may have taken would go back to the card twice if it were made again. Frees the
 * idempotency key of a refused refund and of an e-Transfer to book again (`release`), so that the same request can be stored again.
 */
export function voidRow(
  ctx: Ctx,
  row: ReceiptRow,
  { isRefused = false, release }: { isRefused?: boolean; release?: ReleaseTransfer } = {},
): void {
  const { id, receiptNumber: number } = row;
  const refund = ctx.db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.refundOfId, id), isNull(receipts.voidedAt)))
    .limit(1)
    .get();
  if (refund) throw new DomainError('CONFLICT', `Money of receipt ${number} was refunded; please delete the refund first.`);
  const sent = ctx.db
    .select({ id: providerEvents.eventId })
    .from(providerEvents)
    .where(eq(providerEvents.eventId, `refund:${id}`))
    .get();
  if (sent) throw new DomainError('CONFLICT', `Refund ${number} went back to the client's card and stays.`);
  if (!isRefused && isCardRefund(ctx, row))
    throw new DomainError(
      'CONFLICT',
      `Refund ${number} is on its way to the client's card and stays. If Stripe refuses it, it is voided by itself.`,
    );
  const freesKey = release?.(ctx, row) || isRefused;
  ctx.db
    .update(receipts)
    .set({ voidedAt: ctx.now().toISOString(), ...(freesKey && { idempotencyKey: null, requestHash: null }) })
    .where(eq(receipts.id, id))
    .run();
  recountPaid(ctx, row);
  recordActivity(ctx, { verb: 'receipt.voided', entityType: 'receipt', entityId: id, data: { number } });
  publishAfterCommit(ctx, 'money');
}

/**
 * Voids a receipt. The amount of a payment is owed again on its invoice; the amount of a refund counts as paid again. Throws NOT_FOUND,
 * and CONFLICT if money of the receipt was refunded, if the receipts of its invoice would not add up without it, for the refund of a card
 * payment, or for the payment of an order, which is cleared on the order.
 */
export function voidReceipt(ctx: Ctx, { id }: { id: number }, release: ReleaseTransfer): { success: true } {
  return inTransaction(ctx.db, () => {
    const row = getReceiptRow(ctx, id);
    if (row.orderNumber !== null && !row.isRefund)
      throw new DomainError(
        'CONFLICT',
        `Receipt ${row.receiptNumber} is the payment of order ${formatOrderNumber(row.orderNumber)}. Please clear the payment of the order.`,
      );
    voidRow(ctx, row, { release });
    return { success: true };
  });
}

/**
 * Undoes the marking of an invoice as paid: voids its automatic receipt and returns the reopened invoice. Call it inside
 * a transaction. Throws CONFLICT if the invoice was paid by other receipts alone.
 */
export function undoPayment(ctx: Ctx, row: InvoiceRow): InvoiceRow {
  const automatic = ctx.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.invoiceId, row.id), eq(receipts.isAutomatic, true), isNull(receipts.voidedAt)))
    .get();
  if (automatic) voidRow(ctx, automatic);
  else if (row.totalCents === 0) reopenInvoice(ctx, row, sumInvoiceReceipts(ctx, row.id).totalCents);
  else
    throw new DomainError(
      'CONFLICT',
      `Invoice ${row.invoiceNumber} was not paid with Mark as Paid. Please delete the receipt of its payment to reopen it.`,
    );
  return getRow(ctx, row.id);
}

/**
 * Deletes an invoice: a draft stays in the bin for 30 days, an issued invoice is voided. Receipts stay, but the job of a paid invoice
 * is no longer paid by it. Throws NOT_FOUND, and CONFLICT for a deposit that another invoice deducts.
 */
export function deleteInvoice(ctx: Ctx, { id }: { id: number }): { success: true } {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    assertNotDeducted(ctx, row);
    if (row.status === 'paid') unsettleJob(ctx, row);
    ctx.db.update(invoices).set({ deletedAt: ctx.now().toISOString() }).where(eq(invoices.id, id)).run();
    noteChange(ctx, row, row.status === 'draft' ? 'deleted' : 'voided', { status: row.status });
    return { success: true };
  });
}

/** Changes several documents, each once, see {@link changeRows}. */
export const changeDocuments = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[], change: (id: number) => unknown): RowResults =>
  changeRows(
    db,
    [...new Set(ids)],
    (id) => id,
    (id) => void change(id),
  );

export const voidReceipts = (ctx: Ctx, { ids }: z.output<typeof documentIds>, release: ReleaseTransfer): RowResults =>
  changeDocuments(ctx, ids, (id) => voidReceipt(ctx, { id }, release));

/** Takes a new number for a restored invoice if its own was given out since, as happens to deleted drafts. */
function takeNumberIfUsed(ctx: Ctx, { id, invoiceNumber }: InvoiceRow): ReturnType<typeof takeNumber> | undefined {
  const other = ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(sql`(deleted_at is null or status <> 'draft')`, eq(invoices.invoiceNumber, invoiceNumber), ne(invoices.id, id)))
    .get();
  return other && takeNumber(ctx, 'invoice');
}

/**
 * Restores a deleted draft, or an invoice voided within the last 30 days, and returns others unchanged. If its job has another
 * invoice now, asks before it clears the link to the job. Throws NOT_FOUND, CONFLICT if another invoice has its offers or visits, if
 * it was voided earlier, if a deposit and the whole price would be charged, and CONFIRMATION_NEEDED.
 */
export function restoreInvoice(ctx: Ctx, { id, confirm }: z.output<typeof restoration>): Invoice {
  return inTransaction(ctx.db, () => {
    const row = getStoredRow(ctx, id);
    if (row.deletedAt === null) return toInvoice(ctx, row);
    if (isVoided(row) && row.deletedAt < binStart(ctx))
      throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} was voided more than ${BIN_DAYS} days ago and stays void.`);
    assertOffersFree(ctx, row);
    assertDepositsFree(ctx, row);
    assertDepositUnbilled(ctx, row);
    const other = findJobInvoice(ctx, row);
    if (other)
      askFirst(
        confirm,
        `Invoice ${other.invoiceNumber} now bills the job of this invoice. If you restore this one, it keeps its amounts but is no longer linked to the job. Restore it?`,
      );
    else assertDepositsDeducted(ctx, row);
    assertVisitsFree(ctx, row);
    const number = takeNumberIfUsed(ctx, row);
    const restored = changeRow(ctx, row, {
      deletedAt: null,
      ...(number && { invoiceNumber: number.text, numberValue: number.value }),
      ...(other && { workOrderId: null, bookingId: null }),
    });
    noteChange(ctx, restored, 'restored', { numberWas: row.invoiceNumber });
    if (restored.status === 'paid') settleJob(ctx, restored);
    return toInvoice(ctx, restored);
  });
}

/** Throws CONFLICT if another invoice bills visits of a deleted one now, which would then be charged twice. */
function assertVisitsFree(ctx: Ctx, row: InvoiceRow): void {
  const other = hasSeveralJobs(ctx, row.id)
    ? listJobIds(ctx, row)
        .map((workOrderId) => findJobInvoice(ctx, { workOrderId, bookingId: null }))
        .find(Boolean)
    : undefined;
  if (other)
    throw new DomainError(
      'CONFLICT',
      `Invoice ${other.invoiceNumber} now bills visits of this invoice, so this one cannot be restored. Please bill its other visits again instead.`,
    );
}

/**
 * Purges drafts that were deleted more than 30 days ago. A draft of visits that could still be billed by themselves stays, so that it is
 * not made again. Returns true if there may be more.
 */
export function purgeInvoiceBin(ctx: Ctx): boolean {
  const before = binStart(ctx);
  const isBillable = sql`exists (select 1 from invoice_jobs j join work_orders w on w.id = j.work_order_id
    where j.invoice_id = invoices.id and w.completed_date > ${addMinutes(ctx.now(), -AUTO_BILL_DAYS.month * 1440)})`;
  return inRepeatableTransaction(ctx.db, () => {
    const isPurged = sql`deleted_at is not null and deleted_at < ${before} and status = 'draft' and not ${isBillable}`;
    const purged = cleanUp(ctx.db, invoices, isPurged);
    if (purged > 0) recordActivity(ctx, { verb: 'invoice.purged', entityType: 'invoice', entityId: 'all', data: { purged } });
    return purged === CLEAN_UP_ROWS;
  });
}
