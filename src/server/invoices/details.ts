import type { InvoiceDetails } from '../../shared/invoices-schemas';
import { formatCents } from '../../shared/money';
import type { Ctx } from '../context';
import { listCreditNotesFor } from './payments/credit-notes';
import { getPayUrl } from './payments/pay-link';
import { listInvoiceReceipts } from './payments/receipts';
import { sumInvoiceReceipts } from './payments/refunds';
import { findMailedAt, getRow, getStoredRow, isVoided, toInvoice } from './reading';
import { listInvoiceJobs } from './visits/jobs';

/** Returns an invoice with its payments and credit notes, voided ones too. Throws NOT_FOUND, also for a deleted draft. */
export function getInvoice(ctx: Ctx, id: number): InvoiceDetails {
  const stored = getStoredRow(ctx, id);
  const row = isVoided(stored) ? stored : getRow(ctx, id);
  return {
    ...toInvoice(ctx, row),
    receipts: listInvoiceReceipts(ctx, id),
    creditNotes: listCreditNotesFor(ctx, row),
    refundDue: formatCents(Math.max(0, sumInvoiceReceipts(ctx, id).totalCents + row.creditedCents - row.totalCents)),
    mailedAt: findMailedAt(ctx, id),
    handedOverAt: row.handedOverAt,
    jobs: listInvoiceJobs(ctx, id),
    payUrl: row.payToken === null || row.status === 'draft' ? null : getPayUrl(ctx, row.payToken),
  };
}
