import { preparedRows } from '../../../db/prepared';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { type NewMessage, readyStatus } from './outbox';
import { newMessageId } from './outgoing';

const insertMessages = preparedRows(
  'outbox',
  [
    ...['channel', 'purpose', 'to', 'subject', 'body', 'status', 'send_after', 'next_attempt_at'],
    ...['message_id', 'dedupe_key', 'related_type', 'related_id', 'created_at'],
  ],
  'on conflict (dedupe_key) do nothing',
);

type PlainMessage = Pick<NewMessage, 'purpose' | 'to' | 'subject' | 'body' | 'relatedType' | 'relatedId' | 'dedupeKey'> &
  Required<Pick<NewMessage, 'channel' | 'sendAfter'>> & { nextAttemptAt: string };
/**
 * Writes messages without attachments in one statement; `queueMessage` writes a single one. `nextAttemptAt` is the first attempt. Call it
 * inside a transaction.
 */
export function queueMessages(ctx: Ctx, messages: readonly PlainMessage[]): void {
  if (messages.length === 0) return;
  const rows = messages.map(({ channel, purpose, to, subject, body, sendAfter, nextAttemptAt, dedupeKey, relatedType, relatedId }) => ({
    ...{ channel, purpose, to, subject, body, status: readyStatus(ctx, channel), send_after: sendAfter },
    ...{ next_attempt_at: nextAttemptAt, message_id: newMessageId(ctx), dedupe_key: dedupeKey },
    ...{ related_type: relatedType, related_id: relatedId, created_at: ctx.now().toISOString() },
  }));
  insertMessages(ctx.db, rows);
  publishAfterCommit(ctx, 'messages');
}
