import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { placeholders, prepared } from '../../../db/prepared';
import { outbox } from '../../../db/schema';
import { politeInstant } from '../../shared/quiet-hours';
import { endOfQuiet } from '../../shared/reminder-times';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { ensureRecipient, explainBasis } from '../consents/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getContactHours, getSettings } from '../settings/service';
import { newMessageId, type Outgoing, reasonToHoldBack, type StoredAttachment, toOutgoing } from './outgoing';
import { withoutSecretLink } from './secret-links';

/** Attempts before a message counts as failed and waits for the owner. */
const MAX_ATTEMPTS = 8;
export const LONGEST_WAIT_MINUTES = 360;
/** Minutes until a message that is held back is checked again. */
export const HELD_MINUTES = 10;

export type Channel = (typeof outbox.$inferSelect)['channel'];

export type NewMessage = {
  channel?: Channel;
  purpose: string;
  /** The address alone; names never travel in headers. */
  to: string;
  subject: string;
  body: string;
  relatedType: string | null;
  relatedId: number | null;
  /** A second message with the same key is not written. */
  dedupeKey: string;
  attachments?: StoredAttachment[];
  /** Sent only with consent, and with a link to unsubscribe. */
  marketing?: boolean;
  /** A draft waits for approval. */
  status?: 'draft';
  /** The reason to store the message without sending it. */
  storedBecause?: string;
  /** Earliest instant to send it. */
  sendAfter?: string;
  opportunityId?: number;
};

const insertMessage = prepared((db) =>
  db
    .insert(outbox)
    .values({
      ...placeholders(
        'channel',
        'purpose',
        'to',
        'subject',
        'body',
        'attachments',
        'marketing',
        'relatedType',
        'relatedId',
        'opportunityId',
      ),
      ...placeholders('status', 'lastError', 'sendAfter', 'nextAttemptAt', 'messageId', 'dedupeKey', 'createdAt'),
    })
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id, status: outbox.status }),
);

type Channels = Pick<Ctx, 'hasMailServer' | 'sms'>;
/** Returns the status of a message that is ready to go; without a server for its channel it is only stored. */
export const readyStatus = ({ hasMailServer, sms }: Channels, channel: Channel = 'email') =>
  (channel === 'sms' ? sms !== undefined : hasMailServer) ? 'queued' : 'stored';
/** Returns the first instant at or after `instant` at which a message of this purpose may go out, as ISO text. */
export const allowedInstant = (ctx: Pick<Ctx, 'db'>, purpose: string, instant: string): string =>
  purpose === 'visit_reminder' ? endOfQuiet(instant, getSettings(ctx).reminders) : politeInstant(purpose, instant, getContactHours(ctx));

/** Returns the instant of the first attempt: now or `sendAfter`, moved to daytime for kinds that respect quiet hours. */
export const firstAttemptAt = (ctx: Pick<Ctx, 'db' | 'now'>, { purpose, sendAfter }: Pick<MessageRow, 'purpose' | 'sendAfter'>): string => {
  const at = ctx.now().toISOString();
  return allowedInstant(ctx, purpose, sendAfter !== null && sendAfter > at ? sendAfter : at);
};

/** Writes a message, which is sent after the transaction commits. Returns undefined if one with its `dedupeKey` exists. */
export function queueMessage(
  ctx: Ctx,
  { channel = 'email', attachments, marketing = false, status, storedBecause, sendAfter, opportunityId, ...message }: NewMessage,
) {
  if (marketing) ensureRecipient(ctx, message.to);
  const row = insertMessage(ctx.db).get({
    ...message,
    channel,
    attachments: attachments ? JSON.stringify(attachments) : null,
    status: status ?? (storedBecause === undefined ? readyStatus(ctx, channel) : 'stored'),
    lastError: storedBecause ?? null,
    marketing: marketing ? 1 : 0,
    opportunityId: opportunityId ?? null,
    sendAfter: sendAfter ?? null,
    nextAttemptAt: firstAttemptAt(ctx, { purpose: message.purpose, sendAfter: sendAfter ?? null }),
    messageId: newMessageId(ctx),
    createdAt: ctx.now().toISOString(),
  }) as Pick<MessageRow, 'id' | 'status'> | undefined;
  publishAfterCommit(ctx, 'messages');
  return row;
}

/** Returns whether a message with a dedupe key was written and not deleted since. */
export const hasMessage = (ctx: Pick<Ctx, 'db'>, dedupeKey: string): boolean =>
  ctx.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.dedupeKey, dedupeKey)).get() !== undefined;

/** Deletes a message that was never tried. Returns whether the message is gone. Call it inside a transaction. */
export function deleteUnsent(ctx: Ctx, dedupeKey: string): boolean {
  const row = ctx.db.select({ status: outbox.status, attempts: outbox.attempts }).from(outbox).where(eq(outbox.dedupeKey, dedupeKey)).get();
  if (!row) return true;
  if ((row.status !== 'queued' && row.status !== 'stored') || row.attempts > 0) return false;
  ctx.db.delete(outbox).where(eq(outbox.dedupeKey, dedupeKey)).run();
  publishAfterCommit(ctx, 'messages');
  return true;
}

type Waiting = Pick<NewMessage, 'to' | 'subject' | 'body'>;
/** Replaces the recipient and text of a waiting message. Call it inside a transaction. */
export function changeMessage(
  ctx: Ctx,
  id: number,
  changes: Waiting & Partial<Pick<MessageRow, 'status' | 'sendAfter' | 'nextAttemptAt'>>,
) {
  ctx.db.update(outbox).set(changes).where(eq(outbox.id, id)).run();
  publishAfterCommit(ctx, 'messages');
}

/** Lets a cancelled message wait again. Call it inside a transaction. */
export function requeueMessage(ctx: Ctx, id: number, { channel, ...message }: Waiting & { channel: Channel; sendAfter: string }): void {
  changeMessage(ctx, id, { ...message, status: readyStatus(ctx, channel), nextAttemptAt: message.sendAfter });
  recordActivity(ctx, { verb: 'message.requeued', entityType: 'message', entityId: id });
}

type MessageRow = typeof outbox.$inferSelect;
/**
 * Sends a message and calls `onHandedOver` just before the point after which it may arrive even if the connection breaks. Throws if it
 * was not sent; the error has a `responseCode` if the mail server refused it.
 */
export type Deliver = (message: Outgoing, onHandedOver: () => void) => Promise<void>;
type Claim = Pick<MessageRow, 'id' | 'channel' | 'purpose' | 'to' | 'relatedId' | 'opportunityId' | 'createdAt' | 'body'>;
/** Returns the reason not to send a message because its content is out of date, or null. Passed in, because the domains import `mail`. */
export type ReasonNotToSend = (ctx: Ctx, message: Claim) => string | null;
/** Returns the text of a message that is written only when it is sent, or null for any other message. Passed in, too. */
export type WriteLate = (ctx: Ctx, message: Claim) => Pick<NewMessage, 'subject' | 'body' | 'attachments'> | null;
export const NO_REASON: ReasonNotToSend = () => null;

/** Time until other mail goes on while the server has not confirmed a message, in ms. */
const CONFIRMATION_WAIT_MS = 2000;
const UNCONFIRMED: Record<Channel, string> = {
  email: 'It may have been sent: the mail server received it but did not confirm it.',
  sms: 'The SMS gateway did not confirm it, so it may have been sent.',
};

/**
 * Sends the due messages one by one. A refused message is retried after 1, 2, 4 … minutes, at most six hours, and fails after eight
 * attempts. Messages that are out of date and marketing without consent are suppressed. A message is `unknown` from the moment it is
 * handed over until the mail server confirms it; if the connection or the process dies in between, the owner decides. Each attempt is
 * stored before anything is sent. Throws database errors.
 */
export async function deliverDueMessages(
  ctx: Ctx,
  deliver: Deliver | undefined,
  shouldStop: () => boolean = () => false,
  reasonNotToSend: ReasonNotToSend = NO_REASON,
  writeLate: WriteLate = () => null,
): Promise<void> {
  const { sms } = ctx;
  const text: Deliver | undefined =
    sms && (({ to, body, messageId }, onHandedOver) => sms.send({ to, text: body.trim(), id: messageId }, onHandedOver));
  const channels: Channel[] = [...(deliver ? ['email' as const] : []), ...(text ? ['sms' as const] : [])];
  while (!shouldStop()) {
    const due = reserveDueMessage(ctx, channels, { reasonNotToSend, writeLate });
    if (!due) return;
    const send = due.row.channel === 'sms' ? text : deliver;
    if (due.mayGo && send) await deliverOne(ctx, due.row, send);
  }
}

async function deliverOne(ctx: Ctx, row: MessageRow, deliver: Deliver): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isHandedOver = false;
  let stopWaiting = () => {};
  const isSlow = new Promise<void>((done) => {
    stopWaiting = done;
  });
  const onHandedOver = (message: Outgoing) => {
    markHandedOver(ctx, row, message);
    isHandedOver = true;
    timer = setTimeout(stopWaiting, CONFIRMATION_WAIT_MS);
  };
  const hand = async () => {
    const message = toOutgoing(ctx, row);
    await deliver(message, () => onHandedOver(message));
  };
  const outcome = hand().then(
    () => storeOutcome(ctx, row, undefined),
    (reason: unknown) => {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      if (!isHandedOver || isRefusal(error)) storeOutcome(ctx, row, error);
    },
  );
  // If a late outcome cannot be stored, the message correctly stays `unknown`.
  void isSlow.then(() => outcome.catch(() => undefined));
  await Promise.race([outcome, isSlow]).finally(() => clearTimeout(timer));
}

/** Returns whether the mail server refused the message (reply 4yz or 5yz, RFC 5321 section 4.2.1). */
const isRefusal = (error: Error): boolean => 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 400;

/** Marks a message as possibly sent, with its files, so that it is never retried automatically. Throws if it was stopped meanwhile. */
function markHandedOver(ctx: Ctx, { id, channel, attachments }: MessageRow, message: Outgoing): void {
  inTransaction(ctx.db, () => {
    const { changes } = ctx.db
      .update(outbox)
      .set({ status: 'unknown', lastError: UNCONFIRMED[channel], attachments: attachments && JSON.stringify(message.attachments) })
      .where(and(eq(outbox.id, id), eq(outbox.status, 'queued')))
      .run();
    if (changes === 0) throw new Error('The message was stopped.');
  });
}

/** Returns the columns of a text that was written late. */
const toColumns = (text: ReturnType<WriteLate>): Partial<MessageRow> =>
  text === null ? {} : { ...text, attachments: text.attachments ? JSON.stringify(text.attachments) : null };

/**
 * Takes the next due message, counts its attempt and schedules its retry before anything is sent, so that even if no outcome can be
 * stored it goes out at most eight times. `mayGo` is false if it failed, was suppressed, is held back or waits for the day.
 */
function reserveDueMessage(
  ctx: Ctx,
  channels: readonly Channel[],
  { reasonNotToSend, writeLate }: { reasonNotToSend: ReasonNotToSend; writeLate: WriteLate },
): { row: MessageRow; mayGo: boolean } | undefined {
  return inTransaction(ctx.db, () => {
    const now = ctx.now();
    const due = ctx.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.status, 'queued'), lte(outbox.nextAttemptAt, now.toISOString()), inArray(outbox.channel, [...channels])))
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(1)
      .get();
    if (!due) return undefined;
    const change = (changes: Partial<MessageRow>) => ctx.db.update(outbox).set(changes).where(eq(outbox.id, due.id)).returning().get();
    const earliest = allowedInstant(ctx, due.purpose, now.toISOString());
    if (earliest > now.toISOString()) return { row: change({ nextAttemptAt: earliest }), mayGo: false };
    const outcome = findEnding(ctx, due, reasonNotToSend);
    if (outcome) return { row: closeMessage(ctx, due.id, outcome), mayGo: false };
    if (reasonToHoldBack(ctx, due) !== null) return { row: change({ nextAttemptAt: addMinutes(now, HELD_MINUTES) }), mayGo: false };
    const wait = Math.min(LONGEST_WAIT_MINUTES, 2 ** due.attempts);
    const nextAttemptAt = allowedInstant(ctx, due.purpose, addMinutes(now, wait));
    return { row: change({ ...toColumns(writeLate(ctx, due)), attempts: due.attempts + 1, nextAttemptAt }), mayGo: true };
  });
}

/** Returns the final status of a message that must not be tried, or undefined. */
function findEnding(ctx: Ctx, due: MessageRow, reasonNotToSend: ReasonNotToSend): Ending | undefined {
  if (due.marketing) ensureRecipient(ctx, due.to);
  const reason = (due.marketing ? explainBasis(ctx, due.to).reason : null) ?? reasonNotToSend(ctx, due);
  if (reason !== null) return { status: 'suppressed', lastError: reason };
  const isUsedUp = due.attempts >= MAX_ATTEMPTS;
  return isUsedUp ? { status: 'failed', lastError: due.lastError ?? 'The outcome of the attempts could not be stored.' } : undefined;
}

type Ending = { status: 'sent' | 'failed' | 'suppressed' | 'cancelled'; lastError?: string | null; sentAt?: string };

/** Closes a message as sent, failed, suppressed or cancelled, forgets its sign-in link, and records the activity. */
export function closeMessage(ctx: Ctx, id: number, outcome: Ending): MessageRow {
  const closed = ctx.db.update(outbox).set(outcome).where(eq(outbox.id, id)).returning().get();
  const row = withoutSecretLink(closed);
  if (row.body !== closed.body) ctx.db.update(outbox).set({ body: row.body }).where(eq(outbox.id, id)).run();
  recordActivity(ctx, { verb: `message.${outcome.status}`, entityType: 'message', entityId: id });
  publishAfterCommit(ctx, 'messages');
  return row;
}

function storeOutcome(ctx: Ctx, row: MessageRow, error: Error | undefined): void {
  const lastError = error ? error.message.slice(0, 300) : null;
  inTransaction(ctx.db, () => {
    const now = ctx.db.select({ status: outbox.status }).from(outbox).where(eq(outbox.id, row.id)).get();
    if (!error && now?.status !== 'sent')
      return void closeMessage(ctx, row.id, { status: 'sent', lastError, sentAt: ctx.now().toISOString() });
    // Leave a message that was stopped or marked as sent meanwhile.
    if (now?.status !== 'queued' && now?.status !== 'unknown') return;
    if (row.attempts >= MAX_ATTEMPTS) closeMessage(ctx, row.id, { status: 'failed', lastError });
    else {
      ctx.db.update(outbox).set({ status: 'queued', lastError }).where(eq(outbox.id, row.id)).run();
      publishAfterCommit(ctx, 'messages');
    }
  });
}
