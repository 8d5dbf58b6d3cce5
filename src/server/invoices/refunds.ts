import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { DomainError } from '../../shared/errors';
import type { receiptInput } from '../../shared/invoices';
import { showCents } from '../../shared/store-sums';
import { extractTaxes, getTaxTerms, type TaxedSums, type TaxTerms, takeProportion } from '../../shared/taxes';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';
import { getRow } from './reading';
import { getReceiptRow, type ReceiptRow } from './receipts';

type Sums = { totalCents: number; hstCents: number; pstCents: number };

/** What some receipts come to, refunds taken off. */
const sumReceipts = (ctx: Ctx, condition: SQL): Sums =>
  ctx.db.get<Sums>(sql`
    select coalesce(sum(iif(is_refund, -amount_paid_cents, amount_paid_cents)), 0) as "totalCents",
      coalesce(sum(iif(is_refund, -hst_cents, hst_cents)), 0) as "hstCents", coalesce(sum(iif(is_refund, -pst_cents, pst_cents)), 0) as "pstCents"
    from receipts where ${condition} and voided_at is null`);

/** What came in of an invoice by its receipts, less what went back, with the taxes in it. */
export const receivedOf = (ctx: Ctx, invoiceId: number): Sums => sumReceipts(ctx, sql`invoice_id = ${invoiceId}`);

/** What the credit notes of an invoice took back, with the taxes in it. */
export const creditedOf = (ctx: Ctx, invoiceId: number): Sums =>
  ctx.db.get<Sums>(sql`
    select coalesce(sum(amount_cents), 0) as "totalCents", coalesce(sum(hst_cents), 0) as "hstCents", coalesce(sum(pst_cents), 0) as "pstCents"
    from credit_notes where invoice_id = ${invoiceId}`);

/** What came in of an invoice by its receipts, whatever went back later; cents. */
export const paymentsOf = (ctx: Ctx, invoiceId: number): number =>
  sumReceipts(ctx, sql`invoice_id = ${invoiceId} and not is_refund`).totalCents;

/** How much went back of a receipt by refunds that name it, as an amount below nothing, with the taxes in it. */
const returnedOf = (ctx: Ctx, receiptId: number): Sums => sumReceipts(ctx, sql`refund_of_id = ${receiptId}`);

const clamp = (cents: number, most: number) => Math.min(Math.max(cents, 0), most);
/** Sums whose taxes are within their total, as those of receipts from elsewhere need not be. */
export function soundSums({ totalCents, ...taxes }: Sums): TaxedSums {
  const hstCents = clamp(taxes.hstCents, totalCents);
  const pstCents = clamp(taxes.pstCents, totalCents - hstCents);
  return { subtotalCents: totalCents - hstCents - pstCents, hstCents, pstCents, totalCents };
}

/** A part that takes no more of anything than is left of it: what is too much of one goes to the others. */
function fitInto(part: TaxedSums, left: TaxedSums): TaxedSums {
  const { totalCents } = part;
  const least = (tax: number, otherLeft: number) => Math.max(tax, totalCents - left.subtotalCents - otherLeft);
  const hstCents = Math.min(least(part.hstCents, left.pstCents), left.hstCents);
  const pstCents = Math.min(Math.max(part.pstCents, totalCents - hstCents - left.subtotalCents), left.pstCents);
  return { subtotalCents: totalCents - hstCents - pstCents, hstCents, pstCents, totalCents };
}

/** Throws CONFLICT for more than is left to go back. */
function assertLeft(what: string, leftCents: number, amountCents: number): void {
  if (amountCents <= leftCents) return;
  const most = showCents(Math.max(0, leftCents));
  throw new DomainError('CONFLICT', `Of ${what} at most ${most} can be refunded, not ${showCents(amountCents)}.`);
}

/** The receipt of a payment whose money goes back. Throws NOT_FOUND, and BAD_REQUEST where it is none or of another invoice than said. */
function getRefunded(ctx: Ctx, id: number, invoiceId: number | null | undefined): ReceiptRow {
  const row = getReceiptRow(ctx, id);
  const message = 'Please choose the receipt of a payment.';
  if (row.isRefund) throw new DomainError('BAD_REQUEST', message, { issues: [{ path: 'refundOfId', message }] });
  const other = 'That receipt is not of this invoice.';
  if (invoiceId && row.invoiceId !== invoiceId)
    throw new DomainError('BAD_REQUEST', other, { issues: [{ path: 'invoiceId', message: other }] });
  return row;
}

/** The one payment of an invoice; undefined where there are more, of which nobody said which. */
function findOnlyPayment(ctx: Ctx, invoiceId: number): ReceiptRow | undefined {
  const [only, ...others] = ctx.db.all<{ id: number }>(
    sql`select id from receipts where invoice_id = ${invoiceId} and not is_refund and voided_at is null limit 2`,
  );
  return only && others.length === 0 ? getReceiptRow(ctx, only.id) : undefined;
}

type Links = { invoiceId: number | null; orderNumber: number | null; refundOfId: number | null };
type Standalone = { sums: TaxedSums; terms: TaxTerms; links: Links };

/** A receipt that is of nothing else: with its taxes taken out where it holds them. */
function standalone(ctx: Ctx, { amountPaid: totalCents, includesTax }: z.output<typeof receiptInput>): Standalone {
  const terms = getTaxTerms(getSettings(ctx).taxProfile, { servicesCents: totalCents, goodsCents: 0 });
  const plain = { subtotalCents: totalCents, hstCents: 0, pstCents: 0, totalCents };
  return {
    sums: includesTax ? extractTaxes(totalCents, terms) : plain,
    terms,
    links: { invoiceId: null, orderNumber: null, refundOfId: null },
  };
}

/**
 * The sums and the links of a receipt that pays no invoice. A refund is of a receipt, of an invoice or of both, takes its share of
 * their taxes, and no more than is left of either. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for more than is left.
 */
export function reckonReceipt(ctx: Ctx, input: z.output<typeof receiptInput>): Standalone {
  const { amountPaid, refundOfId } = input;
  const named = refundOfId ? getRefunded(ctx, refundOfId, input.invoiceId) : undefined;
  const invoiceId = named ? named.invoiceId : (input.invoiceId ?? null);
  const refunded = named ?? (invoiceId === null ? undefined : findOnlyPayment(ctx, invoiceId));
  const ofInvoice = invoiceId === null ? undefined : receivedOf(ctx, invoiceId);
  if (ofInvoice && !named && invoiceId !== null)
    assertLeft(`invoice ${getRow(ctx, invoiceId).invoiceNumber}`, ofInvoice.totalCents, amountPaid);
  const ofReceipt = refunded && leftOf(refunded, returnedOf(ctx, refunded.id));
  if (refunded && ofReceipt) {
    // What went back of its invoice by other refunds is gone from it too.
    const left = Math.min(ofReceipt.totalCents, ofInvoice?.totalCents ?? ofReceipt.totalCents);
    assertLeft(`receipt ${refunded.receiptNumber}`, left, amountPaid);
  }
  const left = ofReceipt ?? (ofInvoice && soundSums(ofInvoice));
  if (!left) return standalone(ctx, input);
  const part = takeProportion(left, amountPaid);
  return {
    sums: ofInvoice ? fitInto(part, soundSums(ofInvoice)) : part,
    terms: termsOf(refunded ?? getRow(ctx, invoiceId ?? 0)),
    links: { invoiceId, orderNumber: refunded?.orderNumber ?? null, refundOfId: refunded?.id ?? null },
  };
}

const termsOf = ({ taxProfile, hstRate, pstRate }: TaxTerms): TaxTerms => ({ taxProfile, hstRate, pstRate });

/** What is left of a receipt. */
const leftOf = ({ amountPaidCents, hstCents, pstCents }: ReceiptRow, returned: Sums): TaxedSums =>
  soundSums({
    totalCents: amountPaidCents + returned.totalCents,
    hstCents: (hstCents ?? 0) + returned.hstCents,
    pstCents: (pstCents ?? 0) + returned.pstCents,
  });
