import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { invoices, outbox } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import type { RowResults } from '../../shared/bulk';
import { DomainError } from '../../shared/errors';
import { formatServiceDays, issueDay, PAID_BY } from '../../shared/invoices';
import type {
  creditNoteMailing,
  handOver,
  InvoiceDetails,
  invoiceMailing,
  mailed,
  mailedIds,
  receiptMailing,
} from '../../shared/invoices-schemas';
import type { Purpose } from '../../shared/message-templates';
import { formatPrice } from '../../shared/store-sums';
import { addMinutes, formatDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { creditNoteAttachment } from '../documents/papers/credit-note';
import { invoiceAttachment } from '../documents/papers/invoice';
import { receiptAttachment } from '../documents/papers/receipt';
import { publishAfterCommit } from '../live';
import type { Attachment } from '../mail/outgoing';
import { queueFromTemplate, type TemplateMessage } from '../mail/templates';
import { describeWaysToPay } from '../settings/ways-to-pay';
import { getInvoice } from './details';
import { assertAmount, issueDraft, noteChange } from './issuing';
import { askAboutPromises } from './offers/promises';
import { getCreditNote } from './payments/credit-notes';
import { ensurePayToken, getPayUrl } from './payments/pay-link';
import { getReceipt, getReceiptRow } from './payments/receipts';
import { getRow, type InvoiceRow } from './reading';
import { changeDocuments } from './voiding';

type Mailed = z.output<typeof mailed>;

type Prepared = { invoice: InvoiceDetails; attachment: Attachment };

/** Makes the PDF of an invoice as it is once it is issued. Asks first if an offer that the customer was promised is missing. */
async function prepareInvoice(ctx: Ctx, invoiceId: number, confirm: boolean): Promise<Prepared> {
  const row = getRow(ctx, invoiceId);
  if (row.status === 'draft') assertAmount(ctx, row);
  askAboutPromises(ctx, row, confirm);
  // The PDF has the link, so a draft gets its key before it is issued.
  const payUrl = getPayUrl(
    ctx,
    inTransaction(ctx.db, () => ensurePayToken(ctx, getRow(ctx, invoiceId))),
  );
  const found = { ...getInvoice(ctx, invoiceId), payUrl };
  const issued = { status: 'pending' as const, issuedAt: ctx.now().toISOString() };
  const invoice = found.status === 'draft' ? { ...found, ...issued } : found;
  return { invoice, attachment: await invoiceAttachment(ctx, invoice) };
}

type Sending<Kind extends Purpose> = Omit<TemplateMessage<Kind>, 'dedupeKey' | 'relatedType' | 'relatedId'> & {
  relatedType: string;
  relatedId: number;
};
/** Queues a document with a message, at most once a minute to the same address, as after a double click. `sent` names what is sent. */
function sendOnce<Kind extends Purpose>(ctx: Ctx, sent: string, message: Sending<Kind>): Mailed {
  const { purpose, to, relatedType, relatedId } = message;
  const isSentTo = and(
    eq(outbox.purpose, purpose),
    eq(emailKey(sql`${outbox.to}`), emailKey(sql`${to}`)),
    gt(outbox.createdAt, addMinutes(ctx.now(), -1)),
  );
  const recent = ctx.db.select({ dedupeKey: outbox.dedupeKey }).from(outbox).where(isSentTo).all();
  if (!recent.some(({ dedupeKey }) => dedupeKey.startsWith(`${sent}:`))) {
    queueFromTemplate(ctx, { ...message, dedupeKey: `${sent}:${randomUUID()}` } as TemplateMessage<Kind>);
    recordActivity(ctx, { verb: `${relatedType}.emailed`, entityType: relatedType, entityId: relatedId });
    publishAfterCommit(ctx, 'money');
  }
  return { success: true, isStored: !ctx.hasMailServer };
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
    const prepared = await prepareInvoice(ctx, invoiceId, confirm);
    const sent = queuePrepared(ctx, invoiceId, customerEmail, prepared, confirm);
    if (sent) return sent;
  }
  throw new DomainError('CONFLICT', 'The invoice is being changed. Please try again.');
}

/** Issues a draft and queues it with its PDF. Returns undefined if the invoice was changed since the PDF was made. */
const queuePrepared = (ctx: Ctx, id: number, to: string, prepared: Prepared, confirm: boolean): Mailed | undefined =>
  inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if ((row.updatedAt ?? row.createdAt) !== prepared.invoice.updatedAt) return undefined;
    return queueInvoice(ctx, to, prepared, issueDraft(ctx, row, confirm));
  });

const queueInvoice = (ctx: Ctx, to: string, { invoice, attachment }: Prepared, row: InvoiceRow): Mailed =>
  sendOnce(ctx, `invoice-sent:${row.id}:${row.updatedAt}`, {
    ...describeInvoiceMail(ctx, to, invoice),
    attachments: [attachment],
  });

/** Returns the mail of an invoice, without its PDF. */
export function describeInvoiceMail(ctx: Ctx, to: string, invoice: InvoiceDetails): Sending<'invoice-sent'> {
  const isPaid = invoice.status === 'paid' || invoice.status === 'credited';
  return {
    purpose: 'invoice-sent',
    to,
    relatedType: 'invoice',
    relatedId: invoice.id,
    values: {
      customerName: invoice.customerName,
      invoiceNumber: invoice.invoiceNumber,
      date: formatServiceDays(invoice),
      issueDate: formatDay(issueDay(invoice)),
      description: invoice.serviceType,
      total: formatPrice(invoice.totalAmount),
      balance: isPaid ? '' : formatPrice(invoice.balance),
      dueDate: isPaid ? '' : formatDay(invoice.dueDate),
      paymentMethod: invoice.paymentMethod ? PAID_BY[invoice.paymentMethod] : '',
      howToPay: isPaid ? '' : `How to pay:\n\n${describeWaysToPay(ctx, invoice.invoiceNumber)}`,
      payLink: isPaid ? '' : (invoice.payUrl ?? ''),
    },
  };
}

/**
 * Marks an invoice as handed over on paper, or takes the mark back; a draft is issued. The same mark again changes nothing. Asks first
 * if an offer that the customer was promised is missing. Throws NOT_FOUND, and CONFLICT for an invoice without an amount.
 */
export function markHandedOver(ctx: Ctx, { id, isHandedOver, confirm }: z.output<typeof handOver>): InvoiceDetails {
  return inTransaction(ctx.db, () => {
    const found = getRow(ctx, id);
    if ((found.handedOverAt !== null) === isHandedOver) return getInvoice(ctx, id);
    const row = isHandedOver ? issueDraft(ctx, found, confirm) : found;
    if (isHandedOver) askAboutPromises(ctx, row, confirm);
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
  const { customerName, creditNoteNumber, invoiceNumber, reason } = note;
  return inTransaction(ctx.db, () =>
    sendOnce(ctx, `credit-note-sent:${creditNoteId}`, {
      purpose: 'credit-note-sent',
      to: customerEmail,
      relatedType: 'creditNote',
      relatedId: creditNoteId,
      attachments: [attachment],
      values: { customerName, creditNoteNumber, invoiceNumber, reason, date: formatDay(note.issuedDate), amount: formatPrice(note.amount) },
    }),
  );
}

/** Mails a receipt to its customer with the printable page, at most once a minute. Throws NOT_FOUND. */
export function emailReceipt(ctx: Ctx, { receiptId, customerEmail }: z.output<typeof receiptMailing>): Mailed {
  return inTransaction(ctx.db, () => {
    const receipt = getReceipt(ctx, getReceiptRow(ctx, receiptId).id);
    return sendOnce(ctx, `receipt-sent:${receiptId}`, {
      purpose: receipt.isRefund ? 'refund-sent' : 'receipt-sent',
      to: customerEmail,
      relatedType: 'receipt',
      relatedId: receiptId,
      attachments: [receiptAttachment(ctx, receipt)],
      values: {
        customerName: receipt.customerName,
        receiptNumber: receipt.receiptNumber,
        date: formatDay(receipt.paymentDate),
        description: receipt.description,
        amount: formatPrice(receipt.amountPaid),
        paymentMethod: PAID_BY[receipt.paymentMethod],
      },
    });
  });
}

/** `isStored` is true if no mail server is configured and the messages stay in the outbox. */
type MailedRows = RowResults & { isStored: boolean };

/** Returns the address on a document. Throws CONFLICT if there is no address. */
function getAddress(number: string, email: string | null, phone: string | null = null): string {
  if (!email) throw new DomainError('CONFLICT', `${number} has no e-mail address.${phone ? ` Call ${phone}.` : ''}`);
  return email;
}

/** Queues several invoices for the addresses on them. Makes their PDFs first, and skips an invoice that changes meanwhile. */
export async function emailInvoices(ctx: Ctx, { ids }: z.output<typeof mailedIds>): Promise<MailedRows> {
  const prepared = new Map<number, Awaited<ReturnType<typeof prepareInvoice>> | DomainError>();
  for (const id of ids)
    prepared.set(
      id,
      await prepareInvoice(ctx, id, false).catch((error: unknown) => {
        if (error instanceof DomainError) return error;
        throw error;
      }),
    );
  const { results } = changeDocuments(ctx, ids, (id) => {
    const made = prepared.get(id);
    if (!made || made instanceof DomainError) throw made;
    const { invoiceNumber, customerEmail, customerPhone } = made.invoice;
    const sent = queuePrepared(ctx, id, getAddress(invoiceNumber, customerEmail, customerPhone), made, false);
    if (!sent) throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} is being changed. Please try again.`);
  });
  return { results, isStored: !ctx.hasMailServer };
}

/** Queues several receipts for the addresses on them. */
export function emailReceipts(ctx: Ctx, { ids }: z.output<typeof mailedIds>): MailedRows {
  const { results } = changeDocuments(ctx, ids, (id) => {
    const { receiptNumber, customerEmail } = getReceiptRow(ctx, id);
    emailReceipt(ctx, { receiptId: id, customerEmail: getAddress(receiptNumber, customerEmail) });
  });
  return { results, isStored: !ctx.hasMailServer };
}
