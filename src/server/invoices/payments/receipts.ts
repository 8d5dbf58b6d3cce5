import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong, prepared } from '../../../../db/prepared';
import { receipts, receiptTotals } from '../../../../db/schema';
import { buildSearch } from '../../../../db/search';
import { inOrder, readSortedIds } from '../../../../db/sorting';
import { DomainError } from '../../../shared/errors';
import type { allReceipts, Receipt, receiptList, receiptListInput, receiptSummary } from '../../../shared/invoices-schemas';
import { formatCents } from '../../../shared/money';
import type { pageInput } from '../../../shared/text';
import type { Ctx } from '../../context';
import { formatSums } from '../reading';

export type ReceiptRow = typeof receipts.$inferSelect;

const columns = {
  receipt: receipts,
  invoiceNumber: sql<string | null>`(select invoice_number from invoices where invoices.id = receipts.invoice_id)`,
  refundedCents: sql<number>`(select coalesce(sum(amount_paid_cents), 0) from receipts refunds where refunds.refund_of_id = receipts.id and refunds.voided_at is null)`,
};
type Joined = { receipt: ReceiptRow; invoiceNumber: string | null; refundedCents: number };

/** Adds the fields of the wire to a freshly read receipt in place, since copying it takes longer than reading it. */
const toWire = ({ receipt: row, invoiceNumber, refundedCents }: Joined): Receipt =>
  Object.assign(
    row,
    formatSums({ subtotalCents: row.subtotalCents ?? row.amountPaidCents, hstCents: row.hstCents ?? 0, pstCents: row.pstCents ?? 0 }),
    { invoiceNumber, amountPaid: formatCents(row.amountPaidCents), refunded: formatCents(refundedCents) },
  );

const NOT_THERE = 'This receipt does not exist.';

/** Returns a stored receipt. Throws NOT_FOUND if it is missing or voided. */
export function getReceiptRow(ctx: Ctx, id: number): ReceiptRow {
  const row = ctx.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.id, id), isNull(receipts.voidedAt)))
    .get();
  if (!row) throw new DomainError('NOT_FOUND', NOT_THERE);
  return row;
}

/** Returns a receipt with its invoice number and the refunds that name it, voided receipts too. Throws NOT_FOUND. */
export function getReceipt(ctx: Ctx, id: number): Receipt {
  const row = ctx.db.select(columns).from(receipts).where(eq(receipts.id, id)).get();
  if (!row) throw new DomainError('NOT_FOUND', NOT_THERE);
  return toWire(row);
}

/** Returns the payments and refunds of an invoice, oldest first, without voided ones. */
export const listInvoiceReceipts = (ctx: Ctx, invoiceId: number): Receipt[] =>
  ctx.db
    .select(columns)
    .from(receipts)
    .where(and(eq(receipts.invoiceId, invoiceId), isNull(receipts.voidedAt)))
    .orderBy(asc(receipts.id))
    .all()
    .map(toWire);

const SEARCHED = ['receipt_number', 'customer_name', 'customer_email', 'description'];
/** Conditions, written as the partial indexes have them. */
const IN_VIEW = {
  all: sql`voided_at is null`,
  payments: sql`is_refund = 0 and voided_at is null`,
  refunds: sql`is_refund = 1 and voided_at is null`,
  voided: sql`voided_at is not null`,
};
const ORDERS = {
  customer: sql`customer_name collate nocase`,
  date: sql`payment_date`,
  amount: sql`amount_paid_cents`,
};

/**
 * Lists receipts, newest first or sorted. Every word of the search must be in number, customer, e-mail or description. Indexes sort all
 * receipts and payments; refunds, voided receipts and searches sort their newest rows.
 */
export function listReceipts(ctx: Ctx, { view, search, ...page }: z.output<typeof receiptListInput>): z.output<typeof receiptList> {
  const { match, conditions } = buildSearch('receipts', SEARCHED, search);
  const isFew = view === 'refunds' || view === 'voided';
  const isIndexed = !isFew && !match;
  // A word may be in many receipts and none of them in a view of few, so that the index of the view is read instead.
  const rows = sql.raw(isFew ? `receipts indexed by receipts_${view}` : 'receipts');
  const list = {
    table: 'receipts',
    // The search table returns rows by rowid, so reading stops at the end of the page.
    from: match ? sql`receipts_search join ${rows} on receipts.id = receipts_search.rowid and receipts_search match ${match}` : rows,
    id: sql.raw(match ? 'receipts_search.rowid' : 'receipts.id'),
    where: and(IN_VIEW[view], ...conditions),
    columns: ORDERS,
    ...(isIndexed && { getIndex: (key: string) => `receipts_live_${key}` }),
  };
  const { rows: ids, nextCursor } = readSortedIds(ctx.db, list, page);
  return { rows: getReceipts(ctx, ids), nextCursor };
}

const receiptsAmong = prepared((db) => db.select(columns).from(receipts).where(isAmong(receipts.id)));
function getReceipts(ctx: Ctx, ids: readonly number[]): Receipt[] {
  if (ids.length === 0) return [];
  return inOrder(
    ids,
    receiptsAmong(ctx.db)
      .all({ ids: JSON.stringify(ids) })
      .map(toWire),
  );
}

export function listAllReceipts(ctx: Ctx, { limit, cursor }: z.output<typeof pageInput>): z.output<typeof allReceipts> {
  const { rows, nextCursor } = listReceipts(ctx, { view: 'all', search: null, limit, cursor });
  return { rows, nextCursor: typeof nextCursor === 'number' ? nextCursor : null };
}

/** Returns the number and the sum of all receipts from the row that triggers keep up to date. */
export function summarizeReceipts(ctx: Ctx): z.output<typeof receiptSummary> {
  const kept = ctx.db.select().from(receiptTotals).get() ?? { receipts: 0, amountCents: 0, refunds: 0, refundCents: 0 };
  return {
    totalReceipts: kept.receipts,
    totalPayments: formatCents(kept.amountCents),
    refunds: kept.refunds,
    netOfRefunds: formatCents(kept.amountCents - 2 * kept.refundCents),
  };
}
