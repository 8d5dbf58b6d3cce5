import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, lt, lte } from 'drizzle-orm';
import { afterCommit, inTransaction } from '../../../db/client';
import { outbox } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../trpc';

/** Tries before a message is given up and waits for a person. */
const MAX_ATTEMPTS = 8;
const LONGEST_WAIT_MINUTES = 360;

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
};

/**
 * Writes a message in the transaction of its cause. With a mail server it is sent soon after the commit, without one it
 * stays readable as stored.
 */
export function queueMessage(ctx: Ctx, message: NewMessage): void {
  const at = ctx.now().toISOString();
  ctx.db
    .insert(outbox)
    .values({
      ...message,
      channel: 'email',
      status: ctx.hasMailServer ? 'queued' : 'stored',
      messageId: `<${randomUUID()}@${new URL(ctx.origin).hostname}>`,
      nextAttemptAt: at,
      createdAt: at,
    })
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .run();
  afterCommit(ctx.db, () => ctx.live.publish('messages'));
}

type Outgoing = { messageId: string; to: string; subject: string; body: string };
export type Deliver = (message: Outgoing) => Promise<void>;

/**
 * Sends what is due, one after another; a refusal waits 1, 2, 4 … minutes, at most six hours, and after eight tries the
 * message is failed. A crash between sending and noting it sends again under the same Message-ID.
 */
export async function deliverDueMessages(ctx: Ctx, deliver: Deliver, shouldStop: () => boolean = () => false): Promise<void> {
  while (!shouldStop()) {
    const due = ctx.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.status, 'queued'), lte(outbox.nextAttemptAt, ctx.now().toISOString())))
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(1)
      .get();
    if (!due) return;
    const error = await deliver(due).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    noteAttempt(ctx, due, error);
  }
}

function noteAttempt(ctx: Ctx, row: typeof outbox.$inferSelect, error: Error | undefined): void {
  const attempts = row.attempts + 1;
  const now = ctx.now();
  const outcome = error
    ? {
        status: attempts >= MAX_ATTEMPTS ? ('failed' as const) : ('queued' as const),
        lastError: error.message.slice(0, 300),
        nextAttemptAt: addMinutes(now, Math.min(LONGEST_WAIT_MINUTES, 2 ** (attempts - 1))),
      }
    : { status: 'sent' as const, lastError: null, sentAt: now.toISOString() };
  inTransaction(ctx.db, () => {
    ctx.db
      .update(outbox)
      .set({ attempts, ...outcome })
      .where(eq(outbox.id, row.id))
      .run();
    if (outcome.status !== 'queued') recordActivity(ctx, { verb: `message.${outcome.status}`, entityType: 'message', entityId: row.id });
    afterCommit(ctx.db, () => ctx.live.publish('messages'));
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
  const page = rows.slice(0, input.limit);
  return { rows: page, nextCursor: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null, hasMailServer: ctx.hasMailServer };
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
    afterCommit(ctx.db, () => ctx.live.publish('messages'));
    return changed;
  });
}
