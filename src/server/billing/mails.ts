import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { invoices, outbox } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { invoiceAttachment } from '../documents/papers/invoice';
import { getInvoice } from '../invoices/details';
import { describeInvoiceMail } from '../invoices/mailing';
import { askAboutPromises } from '../invoices/offers/promises';
import { getRow } from '../invoices/reading';
import { closeMessage } from '../mail/outbox';
import type { Attachment } from '../mail/outgoing';
import { attachLate } from '../mail/service';
import { queueFromTemplate, renderTemplate } from '../mail/templates';

// The mail of a new invoice is written in the transaction that issues it, so that a crash never leaves an invoice that its client did not
// get. Its PDF takes longer than a transaction may, so the mail waits for it.

/** Minutes after which a mail goes out without its PDF; it has the link to the invoice. */
const PDF_MINUTES = 10;
/** Age in minutes from which a mail without a PDF counts as left by a crash. */
const LEFT_MINUTES = 1;
/** Minutes after which a mail that is only stored stops waiting for its PDF. */
const STORED_MINUTES = 1440;
const MOST = 20;
/** Attempts to make the PDF of an invoice that changes meanwhile. */
const TRIES = 3;

/** Queues the mail of a new invoice. Call it inside the transaction that issues it. Returns why it is not mailed, or null. */
export function queueNewInvoice(ctx: Ctx, invoiceId: number): string | null {
  const row = getRow(ctx, invoiceId);
  const { invoiceNumber, customerEmail } = row;
  if (!customerEmail) return `${invoiceNumber} has no e-mail address, so it was not mailed.`;
  try {
    askAboutPromises(ctx, row, false);
  } catch (error) {
    if (error instanceof DomainError) return `${invoiceNumber} was not mailed: ${error.message}`;
    throw error;
  }
  queueFromTemplate(ctx, {
    ...describeInvoiceMail(ctx, customerEmail, getInvoice(ctx, invoiceId)),
    dedupeKey: `invoice-sent:${invoiceId}:${row.updatedAt}:new`,
    sendAfter: addMinutes(ctx.now(), PDF_MINUTES),
  });
  recordActivity(ctx, { verb: 'invoice.emailed', entityType: 'invoice', entityId: invoiceId });
  return null;
}

const isWaiting = and(eq(outbox.purpose, 'invoice-sent'), isNull(outbox.attachments), eq(outbox.attempts, 0));

/** Finds the mail of an invoice that waits for its PDF. */
const findWaiting = ({ db }: Ctx, invoiceId: number) =>
  db
    .select({ id: outbox.id, to: outbox.to })
    .from(outbox)
    .where(and(isWaiting, eq(outbox.relatedType, 'invoice'), eq(outbox.relatedId, invoiceId), inArray(outbox.status, ['queued', 'stored'])))
    .orderBy(asc(outbox.id))
    .limit(1)
    .get();

/** Returns why the mail of an invoice must not go out, or null. */
export const reasonNotToMailInvoice = ({ db }: Ctx, invoiceId: number | null): string | null =>
  db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId ?? 0), isNotNull(invoices.deletedAt)))
    .get()
    ? 'The invoice was voided.'
    : null;

/**
 * Adds the PDF of an invoice to the mail that waits for it, with the text of the same moment, or cancels the mail of a voided invoice.
 * Returns false if the invoice was changed since the PDF was made.
 */
const finishMail = (ctx: Ctx, invoiceId: number, { pdf, updatedAt }: { pdf: Attachment; updatedAt: string }): boolean =>
  inTransaction(ctx.db, () => {
    const message = findWaiting(ctx, invoiceId);
    if (!message) return true;
    const reason = reasonNotToMailInvoice(ctx, invoiceId);
    if (reason !== null) {
      closeMessage(ctx, message.id, { status: 'cancelled', lastError: reason });
      return true;
    }
    const invoice = getInvoice(ctx, invoiceId);
    if (invoice.updatedAt !== updatedAt) return false;
    const mail = describeInvoiceMail(ctx, invoice.customerEmail ?? message.to, invoice);
    attachLate(ctx, { id: message.id, purpose: mail.purpose, to: mail.to, ...renderTemplate(ctx, mail) }, [pdf]);
    return true;
  });

/** Makes the PDF of an invoice for the mail that waits for it, again if the invoice is changed meanwhile. */
async function attachPdf(ctx: Ctx, invoiceId: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const invoice = getInvoice(ctx, invoiceId);
    const pdf = await invoiceAttachment(ctx, invoice);
    if (finishMail(ctx, invoiceId, { pdf, updatedAt: invoice.updatedAt })) return;
  }
}

/** Adds the PDFs to the mails of new invoices. A mail whose PDF cannot be made goes out without it later. */
export async function attachPdfs(ctx: Ctx, invoiceIds: readonly number[]): Promise<void> {
  for (const invoiceId of invoiceIds)
    await attachPdf(ctx, invoiceId).catch((error: unknown) => {
      const fault = error instanceof Error ? error.name : 'unknown';
      ctx.log.warn({ evt: 'invoice.no-pdf', invoiceId, fault }, 'the PDF of an invoice could not be made');
    });
}

/** Selects the mails that can still get their PDF; one that is only stored is never sent without it, so it stops waiting after a day. */
const isLeft = (ctx: Ctx) =>
  or(eq(outbox.status, 'queued'), and(eq(outbox.status, 'stored'), gt(outbox.nextAttemptAt, addMinutes(ctx.now(), -STORED_MINUTES))));

/** Adds the PDFs to the mails that a crash left without them, the oldest first. */
export async function finishInvoiceMails(ctx: Ctx): Promise<void> {
  const left = ctx.db
    .select({ invoiceId: sql<number>`${outbox.relatedId}` })
    .from(outbox)
    .where(and(isLeft(ctx), isWaiting, lt(outbox.createdAt, addMinutes(ctx.now(), -LEFT_MINUTES))))
    .orderBy(asc(outbox.id))
    .limit(MOST)
    .all();
  await attachPdfs(
    ctx,
    left.map(({ invoiceId }) => invoiceId),
  );
}
