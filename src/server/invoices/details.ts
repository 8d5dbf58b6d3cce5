import type { InvoiceDetails } from '../../shared/invoices-schemas';
import { formatCents } from '../../shared/money';
import type { Ctx } from '../context';
import { creditNotesOf } from './credit-notes';
import { findMailedAt, getRow, getStoredRow, isVoided, showInvoice } from './reading';
import { receiptsOfInvoice } from './receipts';
import { receivedOf } from './refunds';

/** Returns an invoice with its payments and credit notes, voided ones too. Throws NOT_FOUND, also for a deleted draft. */
export function getInvoice(ctx: Ctx, id: number): InvoiceDetails {
  const stored = getStoredRow(ctx, id);
  const row = isVoided(stored) ? stored : getRow(ctx, id);
  return {
    ...showInvoice(ctx, row),
    receipts: receiptsOfInvoice(ctx, id),
    creditNotes: creditNotesOf(ctx, row),
    refundDue: formatCents(Math.max(0, receivedOf(ctx, id).totalCents + row.creditedCents - row.totalCents)),
    mailedAt: findMailedAt(ctx, id),
    handedOverAt: row.handedOverAt,
  };
}
