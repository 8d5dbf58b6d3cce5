import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { outbox } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { invoiceAttachment } from '../documents/papers/invoice';
import { getInvoice } from '../invoices/details';
import { describeInvoiceMail } from '../invoices/mailing';
import { askAboutPromises } from '../invoices/offers/promises';
import { getRow, getStoredRow } from '../invoices/reading';
import { closeMessage } from '../mail/outbox';
import { attachLate } from '../mail/service';
import { queueFromTemplate } from '../mail/templates';

// The mail of a new invoice is written in the transaction that issues it, so that a crash never leaves an invoice that its client did not get. Its PDF
// takes longer than a transaction may, so the mail waits for it.

/** Minutes after which a mail goes out without its PDF; it has the link to the invoice. */
const PDF_MINUTES = 10;
/** Age in minutes from which a mail without a PDF was left by a crash. */
const LEFT_MINUTES = 1;
const MOST = 20;

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

/** Makes the PDF of an invoice and adds it to the mail that waits for it. The mail of an invoice that was voided meanwhile is cancelled. */
async function attachPdf(ctx: Ctx, invoiceId: number): Promise<void> {
  const isVoided = getStoredRow(ctx, invoiceId).deletedAt !== null;
  const attachments = isVoided ? [] : [await invoiceAttachment(ctx, getInvoice(ctx, invoiceId))];
  inTransaction(ctx.db, () => {
    const message = ctx.db
      .select({ id: outbox.id, purpose: outbox.purpose })
      .from(outbox)
      .where(
        and(isWaiting, eq(outbox.relatedType, 'invoice'), eq(outbox.relatedId, invoiceId), inArray(outbox.status, ['queued', 'stored'])),
      )
      .get();
    if (!message) return;
    if (isVoided) closeMessage(ctx, message.id, { status: 'cancelled', lastError: 'The invoice was voided.' });
    else attachLate(ctx, message, attachments);
  });
}

/** Adds the PDFs to the mails of new invoices. A mail whose PDF cannot be made goes out without it later. */
export async function attachPdfs(ctx: Ctx, invoiceIds: readonly number[]): Promise<void> {
  for (const invoiceId of invoiceIds)
    await attachPdf(ctx, invoiceId).catch((error: unknown) => {
      const fault = error instanceof Error ? error.name : 'unknown';
      ctx.log.warn({ evt: 'invoice.no-pdf', invoiceId, fault }, 'the PDF of an invoice could not be made');
    });
}

/** Adds the PDFs to the mails that a crash left without them. */
export async function finishInvoiceMails(ctx: Ctx): Promise<void> {
  const left = ctx.db
    .select({ invoiceId: sql<number>`${outbox.relatedId}` })
    .from(outbox)
    .where(and(eq(outbox.status, 'queued'), isWaiting, lt(outbox.createdAt, addMinutes(ctx.now(), -LEFT_MINUTES))))
    .limit(MOST)
    .all();
  await attachPdfs(
    ctx,
    left.map(({ invoiceId }) => invoiceId),
  );
}
