import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../../db/client';
import { prepared } from '../../../../db/prepared';
import { invoices, outbox } from '../../../../db/schema';
import { DomainError } from '../../../shared/errors';
import type { mailed } from '../../../shared/invoices-schemas';
import { toSingleLine } from '../../../shared/message-text';
import { formatMoney } from '../../../shared/store-sums';
import { requiredEmail } from '../../../shared/text';
import { businessDay, formatDay, isInstant } from '../../../shared/time';
import { recordActivity } from '../../activity';
import type { Ctx } from '../../context';
import { publishAfterCommit } from '../../live';
import { approveDraft, cancelDraft, type DraftOutcome, writeDraft } from '../../mail/drafts';
import { getBalance, getStoredRow, type InvoiceRow, isCredited, isDelivered } from '../reading';

const invoiceById = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(eq(invoices.id, sql.placeholder('id'))),
);
/** Returns an invoice, deleted ones too; undefined without an id. */
export const findInvoice = ({ db }: Ctx, id: number | null): InvoiceRow | undefined =>
  id === null ? undefined : invoiceById(db).get({ id });

type Reminder = Pick<typeof outbox.$inferSelect, 'id' | 'status' | 'createdAt' | 'sentAt' | 'body'>;

export const getOpenCents = (row: InvoiceRow): number =>
  row.deletedAt === null && (row.status === 'pending' || row.status === 'overdue') ? getBalance(row) : 0;

/** Lists the reminders of an invoice, oldest first, without those that were withdrawn. */
export const listReminders = ({ db }: Ctx, id: number): Reminder[] =>
  db
    .select({ id: outbox.id, status: outbox.status, createdAt: outbox.createdAt, sentAt: outbox.sentAt, body: outbox.body })
    .from(outbox)
    .where(
      and(
        eq(outbox.relatedType, 'invoice'),
        eq(outbox.relatedId, id),
        eq(outbox.purpose, 'overdue-reminder'),
        inArray(outbox.status, ['draft', 'queued', 'unknown', 'sent', 'stored', 'failed']),
      ),
    )
    .orderBy(outbox.id)
    .all();

/** Writes the reminder of an open invoice as a draft, or queues it if settings allow. Call it inside a transaction. */
export const writeReminder = (ctx: Ctx, row: InvoiceRow, key: string): DraftOutcome =>
  writeDraft(ctx, {
    purpose: 'overdue-reminder',
    to: row.customerEmail,
    values: {
      customerName: toSingleLine(row.customerName),
      invoiceNumber: toSingleLine(row.invoiceNumber),
      balance: formatMoney(getOpenCents(row)),
      dueDate: formatDay(row.dueDate),
    },
    relatedType: 'invoice',
    relatedId: row.id,
    dedupeKey: `overdue-reminder:invoice:${row.id}:${key}`,
  });

/** Returns the reason not to remind the customer of an invoice, or null. */
function reasonNotToAsk(ctx: Ctx, row: InvoiceRow): string | null {
  if (row.deletedAt !== null) return 'The invoice was voided.';
  if (row.status === 'draft') return 'The invoice is a draft.';
  if (getOpenCents(row) === 0) return isCredited(row) ? 'The invoice was credited.' : 'The invoice is paid.';
  if (!isDelivered(ctx, row)) return 'The invoice was neither mailed nor handed over.';
  return row.dueDate >= businessDay(ctx.now()) ? 'The invoice is not overdue.' : null;
}

/** Returns the reason why a waiting reminder is no longer true, or null. */
export function reasonNotToRemind(
  ctx: Ctx,
  { id, createdAt, body }: { id: number | null; createdAt: string; body: string },
): string | null {
  const row = findInvoice(ctx, id);
  const reason = row ? reasonNotToAsk(ctx, row) : 'The invoice was voided.';
  if (!row || reason !== null) return reason;
  // The owner may have edited the text, so it counts as wrong only if the invoice changed after it was written.
  const isChanged = (row.updatedAt ?? row.createdAt) > createdAt;
  return isChanged && !(body.includes(formatMoney(getOpenCents(row))) && body.includes(formatDay(row.dueDate)))
    ? 'The invoice was changed in the meantime.'
    : null;
}

/** Returns whether a reminder of an invoice waits to be sent or went out today. */
function isReminded(ctx: Ctx, id: number): boolean {
  const today = businessDay(ctx.now());
  return listReminders(ctx, id).some(({ status, sentAt, createdAt }) => {
    const at = sentAt ?? createdAt;
    return status === 'queued' || (status !== 'draft' && status !== 'failed' && isInstant(at) && businessDay(at) === today);
  });
}

/** Returns whether the office can remind the customer of an invoice. */
export function getReminderState(ctx: Ctx, id: number): 'reminded' | 'due' | 'impossible' {
  if (isReminded(ctx, id)) return 'reminded';
  const row = getStoredRow(ctx, id);
  return reasonNotToAsk(ctx, row) === null && requiredEmail.safeParse(row.customerEmail).success ? 'due' : 'impossible';
}

/** Returns the reminder of an invoice that waits for approval. Cancels one that is no longer true. */
function findWaiting(ctx: Ctx, invoiceId: number): Reminder | undefined {
  const draft = listReminders(ctx, invoiceId).find(({ status }) => status === 'draft');
  const reason = draft ? reasonNotToRemind(ctx, { ...draft, id: invoiceId }) : null;
  if (draft && reason !== null) cancelDraft(ctx, { id: draft.id, reason });
  return reason === null ? draft : undefined;
}

/**
 * Queues a payment reminder, once a day. A draft that waits for approval goes out in its place. Throws NOT_FOUND, and CONFLICT if the
 * invoice is not overdue, was not delivered or has no e-mail address, or the customer was reminded today.
 */
export function remind(ctx: Ctx, { id }: { id: number }): z.output<typeof mailed> {
  return inTransaction(ctx.db, () => {
    const row = getStoredRow(ctx, id);
    const assertNot = (reason: string | null) => {
      if (reason !== null) throw new DomainError('CONFLICT', `No reminder of ${row.invoiceNumber} was sent. ${reason}`);
    };
    assertNot(reasonNotToAsk(ctx, row));
    assertNot(isReminded(ctx, id) ? 'A reminder is on its way or was sent today.' : null);
    const outcome = findWaiting(ctx, id) ? 'draft' : writeReminder(ctx, row, randomUUID());
    assertNot(outcome === 'call-only' ? 'The invoice has no e-mail address.' : null);
    const draft = findWaiting(ctx, id);
    if (draft) approveDraft(ctx, draft);
    recordActivity(ctx, { verb: 'invoice.reminded', entityType: 'invoice', entityId: id });
    publishAfterCommit(ctx, 'money');
    return { success: true, isStored: !ctx.hasMailServer };
  });
}
