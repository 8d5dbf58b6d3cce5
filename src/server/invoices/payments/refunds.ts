import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { receipts } from '../../../../db/schema';
import { DomainError, fieldError } from '../../../shared/errors';
import type { receiptInput } from '../../../shared/invoices-schemas';
import { formatMoney } from '../../../shared/store-sums';
import { extractTaxes, getTaxTerms, pickTerms, type TaxedSums, type TaxTerms, takeProportion } from '../../../shared/taxes';
import type { Ctx } from '../../context';
import { getSettings } from '../../settings/service';
import { getRow } from '../reading';
import { getReceiptRow, type ReceiptRow } from './receipts';

type Sums = { totalCents: number; hstCents: number; pstCents: number };

const sumReceipts = (ctx: Ctx, condition: SQL): Sums =>
  ctx.db.get<Sums>(sql`
    select coalesce(sum(iif(is_refund, -amount_paid_cents, amount_paid_cents)), 0) as "totalCents",
      coalesce(sum(iif(is_refund, -hst_cents, hst_cents)), 0) as "hstCents", coalesce(sum(iif(is_refund, -pst_cents, pst_cents)), 0) as "pstCents"
    from receipts where ${condition} and voided_at is null`);

export const sumInvoiceReceipts = (ctx: Ctx, invoiceId: number): Sums => sumReceipts(ctx, sql`invoice_id = ${invoiceId}`);

export const sumCredited = (ctx: Ctx, invoiceId: number): Sums =>
  ctx.db.get<Sums>(sql`
    select coalesce(sum(amount_cents), 0) as "totalCents", coalesce(sum(hst_cents), 0) as "hstCents", coalesce(sum(pst_cents), 0) as "pstCents"
    from credit_notes where invoice_id = ${invoiceId}`);

/** Returns how many cents were received for an invoice, before refunds. */
export const sumPayments = (ctx: Ctx, invoiceId: number): number =>
  sumReceipts(ctx, sql`invoice_id = ${invoiceId} and not is_refund`).totalCents;

const sumReturned = (ctx: Ctx, receiptId: number): Sums => sumReceipts(ctx, sql`refund_of_id = ${receiptId}`);

/** Returns whether a receipt is a refund that pays back a card payment at Stripe. */
export function isCardRefund(ctx: Ctx, { isRefund, refundOfId }: Pick<ReceiptRow, 'isRefund' | 'refundOfId'>): boolean {
  if (!isRefund || refundOfId === null) return false;
  const paid = ctx.db.select({ intent: receipts.paymentIntent }).from(receipts).where(eq(receipts.id, refundOfId)).get();
  return (paid?.intent ?? null) !== null;
}

const clamp = (cents: number, most: number) => Math.min(Math.max(cents, 0), most);
/** Returns sums whose taxes fit into the total; imported receipts may have others. */
export function clampTaxes({ totalCents, ...taxes }: Sums): TaxedSums {
  const hstCents = clamp(taxes.hstCents, totalCents);
  const pstCents = clamp(taxes.pstCents, totalCents - hstCents);
  return { subtotalCents: totalCents - hstCents - pstCents, hstCents, pstCents, totalCents };
}

/** Fits a part into what is left: an excess of the subtotal or of one tax moves to the others. */
function fitInto(part: TaxedSums, left: TaxedSums): TaxedSums {
  const { totalCents } = part;
  const least = (tax: number, otherLeft: number) => Math.max(tax, totalCents - left.subtotalCents - otherLeft);
  const hstCents = Math.min(least(part.hstCents, left.pstCents), left.hstCents);
  const pstCents = Math.min(Math.max(part.pstCents, totalCents - hstCents - left.subtotalCents), left.pstCents);
  return { subtotalCents: totalCents - hstCents - pstCents, hstCents, pstCents, totalCents };
}

function assertLeft(what: string, leftCents: number, amountCents: number): void {
  if (amountCents <= leftCents) return;
  const most = formatMoney(Math.max(0, leftCents));
  throw new DomainError('CONFLICT', `At most ${most} of ${what} can be refunded, not ${formatMoney(amountCents)}.`);
}

/** Returns the receipt of the refunded payment. Throws NOT_FOUND, and BAD_REQUEST if it is a refund or belongs to another invoice. */
function getRefunded(ctx: Ctx, id: number, invoiceId: number | null | undefined): ReceiptRow {
  const row = getReceiptRow(ctx, id);
  if (row.isRefund) throw fieldError('refundOfId', 'Please choose the receipt of a payment.');
  const other = 'That receipt does not belong to this invoice.';
  if (invoiceId && row.invoiceId !== invoiceId) throw fieldError('invoiceId', other);
  return row;
}

function findOnlyPayment(ctx: Ctx, invoiceId: number): ReceiptRow | undefined {
  const [only, ...others] = ctx.db.all<{ id: number }>(
    sql`select id from receipts where invoice_id = ${invoiceId} and not is_refund and voided_at is null limit 2`,
  );
  return only && others.length === 0 ? getReceiptRow(ctx, only.id) : undefined;
}

type Links = { invoiceId: number | null; orderNumber: number | null; refundOfId: number | null };
type Standalone = { sums: TaxedSums; terms: TaxTerms; links: Links };

/** Calculates a receipt without an invoice, an order or a refunded receipt; its amount may include taxes. */
function computeStandalone(ctx: Ctx, { amountPaid: totalCents, includesTax }: z.output<typeof receiptInput>): Standalone {
  const terms = getTaxTerms(getSettings(ctx).taxProfile, { servicesCents: totalCents, goodsCents: 0 });
  const plain = { subtotalCents: totalCents, hstCents: 0, pstCents: 0, totalCents };
  return {
    sums: includesTax ? extractTaxes(totalCents, terms) : plain,
    terms,
    links: { invoiceId: null, orderNumber: null, refundOfId: null },
  };
}

/**
 * Calculates the sums and the links of a receipt that pays no invoice. A refund of a receipt, an invoice or both takes its share of
 * their taxes and no more than is left of either. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for more than is left.
 */
export function computeReceipt(ctx: Ctx, input: z.output<typeof receiptInput>): Standalone {
  const { amountPaid, refundOfId } = input;
  const named = refundOfId ? getRefunded(ctx, refundOfId, input.invoiceId) : undefined;
  const invoiceId = named ? named.invoiceId : (input.invoiceId ?? null);
  const refunded = named ?? (invoiceId === null ? undefined : findOnlyPayment(ctx, invoiceId));
  const ofInvoice = invoiceId === null ? undefined : sumInvoiceReceipts(ctx, invoiceId);
  if (ofInvoice && !named && invoiceId !== null)
    assertLeft(`invoice ${getRow(ctx, invoiceId).invoiceNumber}`, ofInvoice.totalCents, amountPaid);
  const ofReceipt = refunded && getRest(refunded, sumReturned(ctx, refunded.id));
  if (refunded && ofReceipt) {
    // Refunds of the invoice as a whole leave less of its receipts too.
    const left = Math.min(ofReceipt.totalCents, ofInvoice?.totalCents ?? ofReceipt.totalCents);
    assertLeft(`receipt ${refunded.receiptNumber}`, left, amountPaid);
  }
  const left = ofReceipt ?? (ofInvoice && clampTaxes(ofInvoice));
  if (!left) return computeStandalone(ctx, input);
  const part = takeProportion(left, amountPaid);
  return {
    sums: ofInvoice ? fitInto(part, clampTaxes(ofInvoice)) : part,
    terms: pickTerms(refunded ?? getRow(ctx, invoiceId ?? 0)),
    links: { invoiceId, orderNumber: refunded?.orderNumber ?? null, refundOfId: refunded?.id ?? null },
  };
}

const getRest = ({ amountPaidCents, hstCents, pstCents }: ReceiptRow, returned: Sums): TaxedSums =>
  clampTaxes({
    totalCents: amountPaidCents + returned.totalCents,
    hstCents: (hstCents ?? 0) + returned.hstCents,
    pstCents: (pstCents ?? 0) + returned.pstCents,
  });
