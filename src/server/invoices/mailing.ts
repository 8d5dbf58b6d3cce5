import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { invoices, outbox } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import { DomainError } from '../../shared/errors';
import { issueDay, PAID_BY } from '../../shared/invoices';
import type { creditNoteMailing, handOver, InvoiceDetails, invoiceMailing, mailed, receiptMailing } from '../../shared/invoices-schemas';
import { formatPrice } from '../../shared/store-sums';
import { addMinutes, formatDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { creditNoteAttachment } from '../documents/credit-note';
import { invoiceAttachment } from '../documents/invoice';
import { receiptAttachment } from '../documents/receipt';
import { publishAfterCommit } from '../live';
import { queueCreditNoteMessage, queueInvoiceMessage, queueReceiptMessage } from '../mail/money-messages';
import type { Attachment } from '../mail/outbox';
import { getCreditNote } from './credit-notes';
import { getInvoice } from './details';
import { assertAmount, issueDraft, noteChange } from './issuing';
import { askAboutPromises } from './promises';
import { getRow, type InvoiceRow } from './reading';
import { getReceipt, getReceiptRow } from './receipts';

type Mailed = z.output<typeof mailed>;

/** Reads an invoice as it will be once it is sent, and makes its PDF. */
async function prepare(ctx: Ctx, invoiceId: number, confirm: boolean): Promise<{ invoice: InvoiceDetails; attachment: Attachment }> {
  const row = getRow(ctx, invoiceId);
  if (row.status === 'draft') assertAmount(ctx, row);
  askAboutPromises(ctx, row, confirm);
  const found = getInvoice(ctx, invoiceId);
  const issued = { status: 'pending' as const, issuedAt: ctx.now().toISOString() };
  const invoice = found.status === 'draft' ? { ...found, ...issued } : found;
  return { invoice, attachment: await invoiceAttachment(ctx, invoice) };
}

type Sent = typeof outbox.$inferSelect;
/** Returns a unique key that begins with the sent document. */
const getKey = (sent: string) => `${sent}:${randomUUID()}`;
/** Returns whether the same document went to the same address within the last minute, as after a double click. */
function isSentJustNow(ctx: Ctx, { sent, ...message }: Pick<Sent, 'purpose' | 'to'> & { sent: string }): boolean {
  const known = ctx.db
    .select({ dedupeKey: outbox.dedupeKey })
    .from(outbox)
    .where(
      and(
        eq(outbox.purpose, message.purpose),
        eq(emailKey(sql`${outbox.to}`), emailKey(sql`${message.to}`)),
        gt(outbox.createdAt, addMinutes(ctx.now(), -1)),
      ),
    )
    .all();
  return known.some(({ dedupeKey }) => dedupeKey.startsWith(`${sent}:`));
}

/** Attempts to make the PDF of an invoice that changes meanwhile. */
const TRIES = 3;

/**
 * Queues an invoice with its PDF for its customer, at most once a minute, and issues a draft. Waits for the PDF only, never for a
 * mail server. Asks first if an offer that the customer was promised is missing. Throws NOT_FOUND, and CONFLICT for an invoice
 * without an amount or one that keeps changing.
 */
export async function emailInvoice(ctx: Ctx, { invoiceId, customerEmail, confirm }: z.output<typeof invoiceMailing>): Promise<Mailed> {
  for (let tries = 0; tries < TRIES; tries++) {
    const prepared = await prepare(ctx, invoiceId, confirm);
    const sent = inTransaction(ctx.db, () => {
      const row = getRow(ctx, invoiceId);
      if ((row.updatedAt ?? row.createdAt) !== prepared.invoice.updatedAt) return undefined;
      return queueInvoice(ctx, customerEmail, prepared, issueDraft(ctx, row, confirm));
    });
    if (sent) return sent;
  }
  throw new DomainError('CONFLICT', 'The invoice is being changed. Please try again.');
}

function queueInvoice(ctx: Ctx, to: string, { invoice, attachment }: Awaited<ReturnType<typeof prepare>>, row: InvoiceRow): Mailed {
  const answer = { success: true, isStored: !ctx.hasMailServer } as const;
  const sent = `invoice-sent:${row.id}:${row.updatedAt}`;
  if (isSentJustNow(ctx, { purpose: 'invoice-sent', to, sent })) return answer;
  const isPaid = invoice.status === 'paid' || invoice.status === 'credited';
  queueInvoiceMessage(ctx, {
    to,
    relatedId: invoice.id,
    dedupeKey: getKey(sent),
    attachments: [attachment],
    customerName: invoice.customerName,
    number: invoice.invoiceNumber,
    date: formatDay(invoice.serviceDate),
    issueDate: formatDay(issueDay(invoice)),
    description: invoice.serviceType,
    total: formatPrice(invoice.totalAmount),
    balance: isPaid ? '' : formatPrice(invoice.balance),
    dueDate: isPaid ? '' : formatDay(invoice.dueDate),
    paymentMethod: invoice.paymentMethod ? PAID_BY[invoice.paymentMethod] : '',
  });
  recordActivity(ctx, { verb: 'invoice.emailed', entityType: 'invoice', entityId: invoice.id });
  publishAfterCommit(ctx, 'money');
  return answer;
}

/**
 * Marks an invoice as handed over on paper, or takes the mark back; a draft is issued. The same mark again changes nothing. Throws
 * NOT_FOUND, and CONFLICT for an invoice without an amount.
 */
export function markHandedOver(ctx: Ctx, { id, isHandedOver, confirm }: z.output<typeof handOver>): InvoiceDetails {
  return inTransaction(ctx.db, () => {
    const found = getRow(ctx, id);
    if ((found.handedOverAt !== null) === isHandedOver) return getInvoice(ctx, id);
    const row = isHandedOver ? issueDraft(ctx, found, confirm) : found;
    const handedOverAt = isHandedOver ? ctx.now().toISOString() : null;
    ctx.db.update(invoices).set({ handedOverAt }).where(eq(invoices.id, id)).run();
    noteChange(ctx, row, isHandedOver ? 'handedOver' : 'notHandedOver');
    return getInvoice(ctx, id);
  });
}

/** Mails a credit note to its customer with the PDF, at most once a minute. Throws NOT_FOUND. */
export async function emailCreditNote(ctx: Ctx, { creditNoteId, customerEmail }: z.output<typeof creditNoteMailing>): Promise<Mailed> {
  const note = getCreditNote(ctx, creditNoteId);
  const attachment = await creditNoteAttachment(ctx, note);
  return inTransaction(ctx.db, () => {
    const answer = { success: true, isStored: !ctx.hasMailServer } as const;
    const sent = `credit-note-sent:${creditNoteId}`;
    if (isSentJustNow(ctx, { purpose: 'credit-note-sent', to: customerEmail, sent })) return answer;
    queueCreditNoteMessage(ctx, {
      to: customerEmail,
      relatedId: creditNoteId,
      dedupeKey: getKey(sent),
      attachments: [attachment],
      customerName: note.customerName,
      number: note.creditNoteNumber,
      invoiceNumber: note.invoiceNumber,
      date: formatDay(note.issuedDate),
      reason: note.reason,
      amount: formatPrice(note.amount),
    });
    recordActivity(ctx, { verb: 'creditNote.emailed', entityType: 'creditNote', entityId: creditNoteId });
    publishAfterCommit(ctx, 'money');
    return answer;
  });
}

/** Mails a receipt to its customer with the printable page, at most once a minute. Throws NOT_FOUND. */
export function emailReceipt(ctx: Ctx, { receiptId, customerEmail }: z.output<typeof receiptMailing>): Mailed {
  return inTransaction(ctx.db, () => {
    const receipt = getReceipt(ctx, getReceiptRow(ctx, receiptId).id);
    const answer = { success: true, isStored: !ctx.hasMailServer } as const;
    const sent = `receipt-sent:${receiptId}`;
    const purpose = receipt.isRefund ? 'refund-sent' : 'receipt-sent';
    if (isSentJustNow(ctx, { purpose, to: customerEmail, sent })) return answer;
    queueReceiptMessage(ctx, {
      to: customerEmail,
      relatedId: receiptId,
      dedupeKey: getKey(sent),
      attachments: [receiptAttachment(ctx, receipt)],
      customerName: receipt.customerName,
      number: receipt.receiptNumber,
      date: formatDay(receipt.paymentDate),
      description: receipt.description,
      total: formatPrice(receipt.amountPaid),
      paymentMethod: PAID_BY[receipt.paymentMethod],
      isRefund: receipt.isRefund,
    });
    recordActivity(ctx, { verb: 'receipt.emailed', entityType: 'receipt', entityId: receiptId });
    publishAfterCommit(ctx, 'money');
    return answer;
  });
}
