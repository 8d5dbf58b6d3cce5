import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { invoiceItems } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import type { invoiceChange, invoiceInput } from '../../shared/invoices-schemas';
import { MAX_CENTS } from '../../shared/money';
import { addUp } from '../../shared/statistics';
import { formatMoney, type TaxProfile } from '../../shared/store-sums';
import { addTaxes, getTaxTerms, ratesAtIssue, splitTaxable, type Taxable, type TaxedSums } from '../../shared/taxes';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';
import { assertDepositsKept, assertNotDeducted, subtractDeposits } from './agreed/deposits';
import { changeRow, noteChange } from './issuing';
import { sumInvoiceReceipts } from './payments/refunds';
import type { InvoiceRow } from './reading';

export type Items = NonNullable<z.output<typeof invoiceInput>['items']>;
export type Fields = Omit<z.output<typeof invoiceChange>, 'id' | 'status' | 'items' | 'subtotal' | 'confirm'>;

/** Returns the amounts to tax: the items, which must add up to the subtotal; without any, the subtotal as services. Throws BAD_REQUEST. */
function getTaxable(items: Items, subtotalCents: number): Taxable {
  if (items.length === 0) return { servicesCents: subtotalCents, goodsCents: 0 };
  const lines = items.map(({ quantity, price, isGoods }) => ({ cents: quantity * price, isGoods }));
  const sum = addUp(lines, 'cents');
  const message =
    sum < 0 ? 'The offers and discounts take off more than the invoice charges.' : `These line items come to ${formatMoney(sum)}.`;
  if (sum < 0 || sum !== subtotalCents) throw fieldError('subtotal', message);
  return splitTaxable(lines);
}

const isDeposit = ({ depositInvoiceId }: Items[number]): boolean => depositInvoiceId != null;

/**
 * Calculates the sums and taxes of an invoice, by default at the profile's rates of today. A deposit comes off with the taxes that were
 * invoiced with it. Throws BAD_REQUEST above the largest amount, CONFLICT for a deposit above the charges.
 */
export function computeSums(
  ctx: Ctx,
  taxProfile: TaxProfile,
  items: Items,
  subtotalCents: number,
  rates?: ReturnType<typeof ratesAtIssue>,
) {
  const [deposits, charged] = [items.filter(isDeposit), items.filter((item) => !isDeposit(item))];
  const taxable = getTaxable(charged, deposits.length === 0 ? subtotalCents : subtotalCents - addUp(deposits, 'price'));
  const sums = subtractDeposits(ctx, addTaxes(taxProfile, taxable, rates), deposits);
  if (sums.totalCents > MAX_CENTS) throw fieldError('subtotal', `Please keep the total at or under ${formatMoney(MAX_CENTS)}.`);
  return { ...sums, ...getTaxTerms(taxProfile, taxable, rates) };
}

export function insertItems(ctx: Ctx, invoiceId: number, items: Items): void {
  for (const { price, ...item } of items)
    ctx.db
      .insert(invoiceItems)
      .values({ ...item, invoiceId, priceCents: price })
      .run();
}

export const listItems = (ctx: Ctx, invoiceId: number): Items =>
  ctx.db
    .select()
    .from(invoiceItems)
    .where(eq(invoiceItems.invoiceId, invoiceId))
    .orderBy(asc(invoiceItems.id))
    .all()
    .map(({ id: _id, invoiceId: _invoice, priceCents, ...item }) => ({ ...item, price: priceCents }));

function assertUncredited({ creditedCents, invoiceNumber }: InvoiceRow): void {
  if (creditedCents > 0)
    throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} has a credit note, so its amounts stay. Please make another credit note.`);
}

/** Throws CONFLICT for a new total that is not above the payments, or for taxes below those of the receipts. */
function assertAbovePaid(ctx: Ctx, { id, amountPaidCents, invoiceNumber }: InvoiceRow, sums: TaxedSums): void {
  if (amountPaidCents === 0) return;
  if (sums.totalCents <= amountPaidCents)
    throw new DomainError(
      'CONFLICT',
      `${formatMoney(amountPaidCents)} of invoice ${invoiceNumber} is paid already; its total has to be above that.`,
    );
  const { totalCents, hstCents, pstCents } = sumInvoiceReceipts(ctx, id);
  if (sums.hstCents < hstCents || sums.pstCents < pstCents || sums.subtotalCents < totalCents - hstCents - pstCents)
    throw new DomainError('CONFLICT', `The receipts of invoice ${invoiceNumber} show a higher subtotal or tax. Please refund them first.`);
}

/**
 * Changes the fields of an unpaid invoice. New sums of a draft are taxed by today's profile, those of an issued invoice and of one that
 * deducts a deposit by the profile and the rates of its own. Throws CONFLICT for a total that is not above its payments.
 */
export function changeFields(
  ctx: Ctx,
  row: InvoiceRow,
  fields: Fields,
  items: Items | undefined,
  subtotal: number | undefined,
): InvoiceRow {
  const isResummed = items !== undefined || subtotal !== undefined;
  const lines = items ?? listItems(ctx, row.id);
  const keepsTerms = row.status !== 'draft' || lines.some(isDeposit);
  const [taxProfile, rates] = keepsTerms ? [row.taxProfile, ratesAtIssue(row)] : [getSettings(ctx).taxProfile];
  const sums = isResummed ? computeSums(ctx, taxProfile, lines, subtotal ?? row.subtotalCents, rates) : undefined;
  if (sums) {
    if (items) assertDepositsKept(ctx, row.id, items);
    assertNotDeducted(ctx, row);
    assertUncredited(row);
    assertAbovePaid(ctx, row, sums);
  }
  // The due date may be another one now, so a stored overdue no longer holds.
  const changed = changeRow(ctx, row, { ...fields, ...sums, ...(row.status === 'overdue' && { status: 'pending' }) });
  if (items) {
    ctx.db.delete(invoiceItems).where(eq(invoiceItems.invoiceId, row.id)).run();
    insertItems(ctx, row.id, items);
  }
  noteChange(ctx, row, 'changed', { fields: Object.keys({ ...fields, ...sums }) });
  return changed;
}

/** Throws CONFLICT unless an invoice can still get an offer: before its first payment and without a credit note. */
export function assertOfferable(row: InvoiceRow): void {
  const { status, amountPaidCents, invoiceNumber } = row;
  assertUncredited(row);
  if (status === 'paid') throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} is paid and cannot be changed.`);
  if (amountPaidCents > 0)
    throw new DomainError('CONFLICT', `Some of invoice ${invoiceNumber} is paid already. Offers can only change before the first payment.`);
}
