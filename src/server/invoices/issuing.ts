import { eq } from 'drizzle-orm';
import { invoices } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { isReduced } from './offers/offer-lines';
import { askAboutPromises } from './offers/promises';
import { newPayToken } from './payments/pay-link';
import type { InvoiceRow } from './reading';

/** Records a change of an invoice in the activity log. Call it inside a transaction. */
export function noteChange(
  ctx: Ctx,
  row: Pick<InvoiceRow, 'id' | 'invoiceNumber'>,
  verb: string,
  data: Record<string, unknown> = {},
): void {
  recordActivity(ctx, { verb: `invoice.${verb}`, entityType: 'invoice', entityId: row.id, data: { number: row.invoiceNumber, ...data } });
  publishAfterCommit(ctx, 'money');
}

/** Returns the time of a change now, always after the last change, so that two within one millisecond differ. */
export function changedAt({ now }: Pick<Ctx, 'now'>, { updatedAt, createdAt }: Pick<InvoiceRow, 'updatedAt' | 'createdAt'>): string {
  const [at, last] = [now().toISOString(), updatedAt ?? createdAt];
  return at > last ? at : new Date(Date.parse(last) + 1).toISOString();
}

/** Stores changed values of an invoice and the time of the change. Returns the new row. Call it inside a transaction. */
export const changeRow = (ctx: Ctx, row: InvoiceRow, values: Partial<InvoiceRow>): InvoiceRow =>
  ctx.db
    .update(invoices)
    .set({ ...values, updatedAt: changedAt(ctx, row) })
    .where(eq(invoices.id, row.id))
    .returning()
    .get();

/** Throws CONFLICT for an invoice without an amount, such as a draft without a price. Offers and deductions may bring an invoice to 0. */
export function assertAmount(ctx: Ctx, { id, totalCents, invoiceNumber }: InvoiceRow): void {
  if (totalCents === 0 && !isReduced(ctx, id)) throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} has no amount yet.`);
}

/**
 * Issues a draft, so that the customer owes it from now on, and returns other invoices unchanged. Asks first if the draft lacks an
 * offer that its customer was promised. Call it inside a transaction. Throws CONFLICT for a draft without an amount.
 */
export function issueDraft(ctx: Ctx, row: InvoiceRow, isConfirmed: boolean): InvoiceRow {
  if (row.status !== 'draft') return row;
  assertAmount(ctx, row);
  askAboutPromises(ctx, row, isConfirmed);
  noteChange(ctx, row, 'issued');
  return changeRow(ctx, row, { status: 'pending', issuedAt: ctx.now().toISOString(), payToken: row.payToken ?? newPayToken() });
}
