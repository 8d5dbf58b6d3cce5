import { randomUUID } from 'node:crypto';
import { and, desc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countKept } from '../../../db/kept-counts';
import { cutPage, isBefore } from '../../../db/prepared';
import { outbox } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { MESSAGE_STATUSES, VIEW_STATUSES } from '../../shared/message-statuses';
import type { Message, messageCounts, messageListInput, testMessage } from '../../shared/messages';
import { addMinutes, formatDateTime } from '../../shared/time';
import { recordActivity } from '../activity';
import { explainBasis } from '../consents/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getCompany } from '../settings/service';
import {
  allowedInstant,
  closeMessage,
  firstAttemptAt,
  HELD_MINUTES,
  LONGEST_WAIT_MINUTES,
  NO_REASON,
  type ReasonNotToSend,
  readyStatus,
} from './outbox';
import { type Attachment, getFooter, type Outgoing, reasonToHoldBack, toOutgoing } from './outgoing';
import { withoutSecretLink } from './secret-links';
import { queueFromTemplate } from './templates';

const { attachments, ...ownColumns } = getTableColumns(outbox);
/** All columns except the attachments, which may be large. */
const columns = { ...ownColumns, hasAttachments: sql<boolean>`${attachments} is not null`.mapWith(Boolean) };

type Shown = Pick<typeof outbox.$inferSelect, 'marketing' | 'to' | 'purpose' | 'body'>;
const toMessage = <Row extends Shown>(ctx: Ctx, row: Row) => ({
  ...withoutSecretLink(row),
  footer: getFooter(ctx, row),
  heldBack: reasonToHoldBack(ctx, row),
});

/** Returns a message with its footer and the reason it is held back. Throws NOT_FOUND. */
export function getMessage(ctx: Ctx, { id }: { id: number }): Message {
  const row = ctx.db.select(columns).from(outbox).where(eq(outbox.id, id)).get();
  if (!row) throw new DomainError('NOT_FOUND', 'This message does not exist.');
  return toMessage(ctx, row);
}

/** Returns a page of the messages in a view, newest first. */
export function listMessages(ctx: Ctx, { view, limit, cursor }: z.output<typeof messageListInput>) {
  const newest = (ofStatus?: SQL) =>
    ctx.db
      .select(columns)
      .from(outbox)
      .where(and(ofStatus, isBefore(outbox.id, cursor)))
      .orderBy(desc(outbox.id))
      .limit(limit + 1)
      .all();
  const rows =
    view === 'all'
      ? newest()
      : // One query per status: the index is sorted by id only within a status.
        VIEW_STATUSES[view].flatMap((status) => newest(eq(outbox.status, status))).sort((a, b) => b.id - a.id);
  const page = cutPage(rows.slice(0, limit + 1), limit, ({ id }) => id);
  return { rows: page.rows.map((row) => toMessage(ctx, row)), nextCursor: page.nextCursor, hasMailServer: ctx.hasMailServer };
}

export const countFailed = (ctx: Pick<Ctx, 'db'>): number => countKept(ctx, 'messages', VIEW_STATUSES.failed);

export function countMessages(ctx: Pick<Ctx, 'db'>): z.output<typeof messageCounts> {
  const views = Object.entries(VIEW_STATUSES).map(([view, statuses]) => [view, countKept(ctx, 'messages', statuses)]);
  return { all: countKept(ctx, 'messages', MESSAGE_STATUSES), ...Object.fromEntries(views) };
}

/** Returns a mail with its attachments, and the time it was sent or, if it was not, written. Throws NOT_FOUND, also for a text message. */
export function getOutgoing(ctx: Ctx, { id }: { id: number }): { message: Outgoing; date: Date } {
  const row = ctx.db.select().from(outbox).where(eq(outbox.id, id)).get();
  if (row?.channel !== 'email') throw new DomainError('NOT_FOUND', 'This mail does not exist.');
  return { message: toOutgoing(ctx, withoutSecretLink(row)), date: new Date(row.sentAt ?? row.createdAt) };
}

/**
 * Queues a failed, stored or unconfirmed message again, or suppresses it if its content is out of date. Throws NOT_FOUND, and CONFLICT
 * without a mail server, without consent or for a message already sent.
 */
export function retryMessage(ctx: Ctx, { id }: { id: number }, reasonNotToSend: ReasonNotToSend = NO_REASON): Message {
  return inTransaction(ctx.db, () => {
    const row = getMessage(ctx, { id });
    const isStopped = row.status === 'failed' || row.status === 'stored' || row.status === 'unknown';
    if (!isStopped && !(row.status === 'queued' && row.lastError !== null))
      throw new DomainError('CONFLICT', `A message that is ${row.status} cannot be sent again.`);
    if (readyStatus(ctx, row.channel) === 'stored')
      throw new DomainError(
        'CONFLICT',
        `No ${row.channel === 'sms' ? 'SMS gateway' : 'mail server'} is configured; the message is kept here.`,
      );
    const { reason } = row.marketing ? explainBasis(ctx, row.to) : { reason: null };
    if (reason !== null) throw new DomainError('CONFLICT', reason);
    const outdated = reasonNotToSend(ctx, row);
    if (outdated !== null) {
      closeMessage(ctx, id, { status: 'suppressed', lastError: outdated });
      return getMessage(ctx, { id });
    }
    const lastError = row.status === 'stored' ? null : row.lastError;
    const changes = { status: 'queued', attempts: 0, lastError, nextAttemptAt: firstAttemptAt(ctx, row) } as const;
    ctx.db.update(outbox).set(changes).where(eq(outbox.id, id)).run();
    recordActivity(ctx, { verb: 'message.requeued', entityType: 'message', entityId: id });
    publishAfterCommit(ctx, 'messages');
    return { ...row, ...changes };
  });
}

/** Marks an unconfirmed message as sent. Throws NOT_FOUND, and CONFLICT for a message in any other state. */
export function markSent(ctx: Ctx, { id }: { id: number }): Message {
  return inTransaction(ctx.db, () => {
    const { status } = getMessage(ctx, { id });
    if (status !== 'unknown') throw new DomainError('CONFLICT', `A message that is ${status} cannot be marked as sent.`);
    closeMessage(ctx, id, { status: 'sent', lastError: null, sentAt: ctx.now().toISOString() });
    return getMessage(ctx, { id });
  });
}

/** Queues a test message, to the company's own address by default. Throws UNAVAILABLE. */
export function sendTest(ctx: Ctx, { to }: z.output<typeof testMessage>): Message {
  return inTransaction(ctx.db, () => {
    const dedupeKey = `test-message:${randomUUID()}`;
    queueFromTemplate(ctx, {
      purpose: 'test-message',
      to: to ?? getCompany(ctx).email,
      values: { sentAt: formatDateTime(ctx.now()) },
      relatedType: null,
      relatedId: null,
      dedupeKey,
    });
    const found = ctx.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.dedupeKey, dedupeKey)).get();
    if (!found) throw new DomainError('UNAVAILABLE', 'The test message could not be written. Please try again.');
    recordActivity(ctx, { verb: 'message.tested', entityType: 'message', entityId: found.id });
    return getMessage(ctx, found);
  });
}

/**
 * Reschedules queued messages that wait longer than any rule allows, because the clock was ahead when they were scheduled. Call it at
 * start and when the clock has gone back. Messages with `sendAfter` stay.
 */
export function rescheduleLongWaits(ctx: Ctx): void {
  inTransaction(ctx.db, () => {
    const now = ctx.now();
    const waiting = ctx.db
      .select({
        id: outbox.id,
        purpose: outbox.purpose,
        attempts: outbox.attempts,
        nextAttemptAt: outbox.nextAttemptAt,
        sendAfter: outbox.sendAfter,
      })
      .from(outbox)
      .where(and(eq(outbox.status, 'queued'), gt(outbox.nextAttemptAt, now.toISOString()), isNull(outbox.sendAfter)))
      .all();
    for (const row of waiting) {
      const wait = Math.max(HELD_MINUTES, Math.min(LONGEST_WAIT_MINUTES, 2 ** (row.attempts - 1)));
      if (row.nextAttemptAt <= allowedInstant(ctx, row.purpose, addMinutes(now, wait))) continue;
      ctx.db
        .update(outbox)
        .set({ nextAttemptAt: firstAttemptAt(ctx, row) })
        .where(eq(outbox.id, row.id))
        .run();
    }
  });
}

type Late = Pick<typeof outbox.$inferSelect, 'id' | 'purpose' | 'to' | 'subject' | 'body'>;
/** Adds the files of a message that waited for them, and the text that goes with these; it is then due. Call it inside a transaction. */
export function attachLate(ctx: Ctx, { id, purpose, ...text }: Late, files: Attachment[]): void {
  const nextAttemptAt = firstAttemptAt(ctx, { purpose, sendAfter: null });
  const changes = { ...text, attachments: JSON.stringify(files), sendAfter: null, nextAttemptAt };
  ctx.db.update(outbox).set(changes).where(eq(outbox.id, id)).run();
  publishAfterCommit(ctx, 'messages');
}
