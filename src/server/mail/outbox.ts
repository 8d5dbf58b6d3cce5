import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, lt, lte, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { outbox } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { cutPage, prepared } from '../prepared';
import type { Ctx } from '../trpc';

/** Tries before a message is given up and waits for a person. */
const MAX_ATTEMPTS = 8;
const LONGEST_WAIT_MINUTES = 360;

/** A file of text that goes with a message, such as a calendar entry. */
export type Attachment = { filename: string; contentType: string; content: string };

export type NewMessage = {
  purpose: string;
  /** The address alone; names never travel in headers. */
  to: string;
  subject: string;
  body: string;
  relatedType: string;
  relatedId: number;
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

type Outgoing = { messageId: string; to: string; subject: string; body: string; attachments: Attachment[] };
export type Deliver = (message: Outgoing) => Promise<void>;

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
    const attachments: Attachment[] = JSON.parse(due.attachments ?? '[]');
    const error = await deliver({ ...due, attachments }).then(
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

/** The messages, newest first. */
export function listMessages(ctx: Ctx, input: { limit: number; cursor?: number | undefined }) {
  const rows = ctx.db
    .select()
    .from(outbox)
    .where(input.cursor === undefined ? undefined : lt(outbox.id, input.cursor))
    .orderBy(desc(outbox.id))
    .limit(input.limit + 1)
    .all();
  return { ...cutPage(rows, input.limit, ({ id }) => id), hasMailServer: ctx.hasMailServer };
}

/** Puts a failed or stored message in the queue again. Throws NOT_FOUND, and CONFLICT without a mail server or for one already sent. */
export function retryMessage(ctx: Ctx, { id }: { id: number }) {
  return inTransaction(ctx.db, () => {
    const row = ctx.db.select().from(outbox).where(eq(outbox.id, id)).get();
    if (!row) throw new DomainError('NOT_FOUND', 'This message does not exist.');
    if (row.status !== 'failed' && row.status !== 'stored')
      throw new DomainError('CONFLICT', `A message that is ${row.status} cannot be sent again.`);
    if (!ctx.hasMailServer) throw new DomainError('CONFLICT', 'No mail server is configured; the message is kept here.');
    const changed = ctx.db
      .update(outbox)
      .set({ status: 'queued', attempts: 0, nextAttemptAt: ctx.now().toISOString() })
      .where(eq(outbox.id, id))
      .returning()
      .get();
    recordActivity(ctx, { verb: 'message.requeued', entityType: 'message', entityId: id });
    publishAfterCommit(ctx, 'messages');
    return changed;
  });
}
