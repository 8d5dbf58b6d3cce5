import { randomUUID } from 'node:crypto';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { outbox } from '../../../db/schema';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';

/** Tries before a message is given up and waits for a person. */
const MAX_ATTEMPTS = 8;
const LONGEST_WAIT_MINUTES = 360;

/** A file that goes with a message: text such as a calendar entry, or in base64 what is none, such as a PDF. */
export type Attachment = { filename: string; contentType: string; content: string; encoding?: 'base64' };

export type NewMessage = {
  purpose: string;
  /** The address alone; names never travel in headers. */
  to: string;
  subject: string;
  body: string;
  relatedType: string | null;
  relatedId: number | null;
  /** The same key again writes nothing: one cause, one message. */
  dedupeKey: string;
  attachments?: Attachment[];
};

const insertMessage = prepared((db) => {
  const given = sql.placeholder;
  return db
    .insert(outbox)
    .values({
      channel: 'email',
      purpose: given('purpose'),
      to: given('to'),
      subject: given('subject'),
      body: given('body'),
      attachments: given('attachments'),
      status: given('status'),
      nextAttemptAt: given('at'),
      messageId: given('messageId'),
      dedupeKey: given('dedupeKey'),
      relatedType: given('relatedType'),
      relatedId: given('relatedId'),
      createdAt: given('at'),
    })
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .prepare();
});

/**
 * Writes a message in the transaction of its cause. With a mail server it is sent soon after the commit, without one it
 * stays readable as stored.
 */
export function queueMessage(ctx: Ctx, { attachments, ...message }: NewMessage): void {
  const at = ctx.now().toISOString();
  insertMessage(ctx.db).run({
    ...message,
    attachments: attachments ? JSON.stringify(attachments) : null,
    status: ctx.hasMailServer ? 'queued' : 'stored',
    messageId: `<${randomUUID()}@${new URL(ctx.origin).hostname}>`,
    at,
  });
  publishAfterCommit(ctx, 'messages');
}

/** A message as it leaves the house. */
export type Outgoing = Pick<typeof outbox.$inferSelect, 'messageId' | 'to' | 'subject' | 'body'> & { attachments: Attachment[] };
export type Deliver = (message: Outgoing) => Promise<void>;

/** A row with its files as they are sent. */
export const toOutgoing = ({ messageId, to, subject, body, attachments }: typeof outbox.$inferSelect): Outgoing => ({
  messageId,
  to,
  subject,
  body,
  attachments: JSON.parse(attachments ?? '[]'),
});

/**
 * Sends what is due, one after another; a refusal waits 1, 2, 4 … minutes, at most six hours, and after eight tries the
 * message is failed. A crash between sending and noting sends it again after that wait, under the same Message-ID. Throws
 * what the database says; where it cannot note the attempt beforehand, nothing is sent.
 */
export async function deliverDueMessages(ctx: Ctx, deliver: Deliver, shouldStop: () => boolean = () => false): Promise<void> {
  while (!shouldStop()) {
    const due = reserveDueMessage(ctx);
    if (!due) return;
    if (due.status === 'failed') continue;
    const error = await deliver(toOutgoing(due)).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    noteOutcome(ctx, due, error);
  }
}

/**
 * Counts the next message's attempt and puts off the one after it, before anything is sent: where what comes of it cannot be
 * noted, the same mail goes out eight times at most, ever more slowly. One whose tries are used up is answered as failed.
 */
function reserveDueMessage(ctx: Ctx): typeof outbox.$inferSelect | undefined {
  return inTransaction(ctx.db, () => {
    const now = ctx.now();
    const due = ctx.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.status, 'queued'), lte(outbox.nextAttemptAt, now.toISOString())))
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(1)
      .get();
    if (!due) return undefined;
    if (due.attempts >= MAX_ATTEMPTS)
      return endAttempts(ctx, due.id, { status: 'failed', lastError: due.lastError ?? 'What came of the tries could not be noted.' });
    const wait = Math.min(LONGEST_WAIT_MINUTES, 2 ** due.attempts);
    return ctx.db
      .update(outbox)
      .set({ attempts: due.attempts + 1, nextAttemptAt: addMinutes(now, wait) })
      .where(eq(outbox.id, due.id))
      .returning()
      .get();
  });
}

/** Closes a message as sent or failed, with its line in the log. */
function endAttempts(ctx: Ctx, id: number, outcome: { status: 'sent' | 'failed'; lastError?: string | null; sentAt?: string }) {
  const row = ctx.db.update(outbox).set(outcome).where(eq(outbox.id, id)).returning().get();
  recordActivity(ctx, { verb: `message.${outcome.status}`, entityType: 'message', entityId: id });
  publishAfterCommit(ctx, 'messages');
  return row;
}

function noteOutcome(ctx: Ctx, row: typeof outbox.$inferSelect, error: Error | undefined): void {
  const lastError = error ? error.message.slice(0, 300) : null;
  inTransaction(ctx.db, () => {
    if (!error) endAttempts(ctx, row.id, { status: 'sent', lastError, sentAt: ctx.now().toISOString() });
    else if (row.attempts >= MAX_ATTEMPTS) endAttempts(ctx, row.id, { status: 'failed', lastError });
    else {
      ctx.db.update(outbox).set({ lastError }).where(eq(outbox.id, row.id)).run();
      publishAfterCommit(ctx, 'messages');
    }
  });
}
