import { and, eq, isNull, ne, sum } from 'drizzle-orm';
import { creditNotes, invoiceItems, invoices } from '../../../../db/schema';
import { DomainError, fieldError } from '../../../shared/errors';
import { addUp } from '../../../shared/statistics';
import { subtractSums, type TaxedSums } from '../../../shared/taxes';
import type { Ctx } from '../../context';
import { getStoredRow, type InvoiceRow } from '../reading';

/** A line that deducts an invoiced deposit; its price is the deposit before tax, below zero. */
export type DepositLine = { price: number; depositInvoiceId?: number | null | undefined };

/** Returns what a deposit invoice charges: its sums less those of its credit notes. */
export function getDepositSums(ctx: Ctx, depositInvoiceId: number): TaxedSums {
  const { subtotalCents, hstCents, pstCents, totalCents } = getStoredRow(ctx, depositInvoiceId);
  const credited = ctx.db
    .select({
      subtotal: sum(creditNotes.subtotalCents).mapWith(Number),
      hst: sum(creditNotes.hstCents).mapWith(Number),
      pst: sum(creditNotes.pstCents).mapWith(Number),
      total: sum(creditNotes.amountCents).mapWith(Number),
    })
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, depositInvoiceId))
    .get();
  return {
    subtotalCents: subtotalCents - (credited?.subtotal ?? 0),
    hstCents: hstCents - (credited?.hst ?? 0),
    pstCents: pstCents - (credited?.pst ?? 0),
    totalCents: totalCents - (credited?.total ?? 0),
  };
}

/** Adds up the deposits of some lines, each with its own shares of the taxes. */
export function sumDepositLines(ctx: Ctx, lines: readonly DepositLine[]): TaxedSums {
  const deposits = lines.flatMap(({ depositInvoiceId }) => (depositInvoiceId == null ? [] : getDepositSums(ctx, depositInvoiceId)));
  return {
    subtotalCents: addUp(deposits, 'subtotalCents'),
    hstCents: addUp(deposits, 'hstCents'),
    pstCents: addUp(deposits, 'pstCents'),
    totalCents: addUp(deposits, 'totalCents'),
  };
}

/** Subtracts the deposits of some lines. Throws CONFLICT for deposits above the sums. */
export function subtractDeposits(ctx: Ctx, sums: TaxedSums, lines: readonly DepositLine[]): TaxedSums {
  const left = subtractSums(sums, sumDepositLines(ctx, lines));
  if (Object.values(left).some((cents) => cents < 0))
    throw new DomainError('CONFLICT', 'The deposit is more than this invoice charges. Please make a credit note for the deposit first.');
  return left;
}

/** Finds the live invoice that deducts a deposit, other than `but`. */
export const findDeductor = (ctx: Ctx, depositInvoiceId: number, but = 0): { id: number; invoiceNumber: string } | undefined =>
  ctx.db
    .select({ id: invoices.id, invoiceNumber: invoices.invoiceNumber })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(and(eq(invoiceItems.depositInvoiceId, depositInvoiceId), isNull(invoices.deletedAt), ne(invoices.id, but)))
    .limit(1)
    .get();

/** Throws CONFLICT if another invoice deducts this deposit, whose amounts must then stay as they are. */
export function assertNotDeducted(ctx: Ctx, { id, invoiceNumber }: Pick<InvoiceRow, 'id' | 'invoiceNumber'>): void {
  const deductor = findDeductor(ctx, id);
  if (deductor)
    throw new DomainError(
      'CONFLICT',
      `Invoice ${deductor.invoiceNumber} deducts the deposit of invoice ${invoiceNumber}, so its amounts stay. Please delete that invoice first.`,
    );
}

/** Lists the deposits that an invoice deducts. */
export const listDeductedIds = (ctx: Ctx, invoiceId: number): number[] =>
  ctx.db
    .select({ id: invoiceItems.depositInvoiceId })
    .from(invoiceItems)
    .where(eq(invoiceItems.invoiceId, invoiceId))
    .all()
    .flatMap(({ id }) => id ?? []);

/**
 * Throws BAD_REQUEST unless the sent lines deduct the same deposits as the invoice, each by its amount: only the invoice of the job deducts
 * a deposit, and it always does.
 */
export function assertDepositsKept(ctx: Ctx, invoiceId: number | undefined, lines: readonly DepositLine[]): void {
  const left = invoiceId === undefined ? [] : listDeductedIds(ctx, invoiceId);
  for (const [place, { depositInvoiceId, price }] of lines.entries()) {
    if (depositInvoiceId == null) continue;
    const index = left.indexOf(depositInvoiceId);
    if (index === -1 || -price !== getDepositSums(ctx, depositInvoiceId).subtotalCents)
      throw fieldError(`items.${place}.price`, 'A deposit is deducted at the amount that was invoiced.');
    left.splice(index, 1);
  }
  if (left.length > 0) throw fieldError('items', 'This invoice deducts a deposit. Please send that line too.');
}

/** Throws CONFLICT if a deleted invoice deducts a deposit that was voided, or that another invoice deducts now. */
export function assertDepositsFree(ctx: Ctx, { id }: Pick<InvoiceRow, 'id'>): void {
  for (const depositId of listDeductedIds(ctx, id)) {
    const deposit = getStoredRow(ctx, depositId);
    if (deposit.deletedAt !== null)
      throw new DomainError('CONFLICT', `This invoice deducts the deposit of invoice ${deposit.invoiceNumber}, which was voided.`);
    const other = findDeductor(ctx, depositId, id);
    if (other) throw new DomainError('CONFLICT', `Invoice ${other.invoiceNumber} deducts the same deposit now.`);
  }
}
