import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { outbox } from '../../../db/schema';
import { showAddress } from '../../shared/company';
import { ADDRESS_MISSING, hasPostalAddress } from '../../shared/consents';
import { politeInstant } from '../../shared/quiet-hours';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { ensureRecipient, explainBasis, unsubscribeUrlOf } from '../consents/service';
import { publishAfterCommit } from '../live';
import { prepared } from '../prepared';
import { askingHours, getCompany } from '../settings/service';
import type { Ctx } from '../trpc';

/** Tries before a message is given up and waits for a person. */
const MAX_ATTEMPTS = 8;
const LONGEST_WAIT_MINUTES = 360;
/** Minutes after which it is looked again whether what holds a message back is still so. */
const HELD_MINUTES = 10;

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
  /** Sent only with consent, and with a link to unsubscribe. */
  marketing?: boolean;
  /** A draft waits for approval, whatever mail server there is. */
  status?: 'draft';
  /** Why the message stays readable as stored instead of being sent. */
  keptBecause?: string;
  /** Not sent before that instant. */
  sendAfter?: string;
  opportunityId?: number;
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
      lastError: given('keptBecause'),
      marketing: given('marketing'),
      opportunityId: given('opportunityId'),
      sendAfter: given('sendAfter'),
      nextAttemptAt: given('nextAttemptAt'),
      messageId: given('messageId'),
      dedupeKey: given('dedupeKey'),
      relatedType: given('relatedType'),
      relatedId: given('relatedId'),
      createdAt: given('at'),
    })
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id, status: outbox.status })
    .prepare();
});

/** What becomes of a message that may go: it waits for the mail server, or where there is none it stays readable. */
export const readyStatus = ({ hasMailServer }: Pick<Ctx, 'hasMailServer'>) => (hasMailServer ? 'queued' : 'stored');
/** From when on it may be tried: now, or what it waits for, and by day where its kind waits for that. */
export const firstAttemptAt = (ctx: Pick<Ctx, 'db' | 'now'>, { purpose, sendAfter }: Pick<MessageRow, 'purpose' | 'sendAfter'>): string => {
  const at = ctx.now().toISOString();
  return politeInstant(purpose, sendAfter !== null && sendAfter > at ? sendAfter : at, askingHours(ctx));
};

/**
 * Writes a message in the transaction of its cause. With a mail server it is sent soon after the commit, without one it
 * stays readable as stored. Answers its id and state; undefined where that cause has one already.
 */
export function queueMessage(
  ctx: Ctx,
  { attachments, marketing = false, status, keptBecause, sendAfter, opportunityId, ...message }: NewMessage,
) {
  if (marketing) ensureRecipient(ctx, message.to);
  const row = insertMessage(ctx.db).get({
    ...message,
    attachments: attachments ? JSON.stringify(attachments) : null,
    status: status ?? (keptBecause === undefined ? readyStatus(ctx) : 'stored'),
    keptBecause: keptBecause ?? null,
    marketing: marketing ? 1 : 0,
    opportunityId: opportunityId ?? null,
    sendAfter: sendAfter ?? null,
    nextAttemptAt: firstAttemptAt(ctx, { purpose: message.purpose, sendAfter: sendAfter ?? null }),
    messageId: `<${randomUUID()}@${new URL(ctx.origin).hostname}>`,
    at: ctx.now().toISOString(),
  }) as Pick<MessageRow, 'id' | 'status'> | undefined;
  publishAfterCommit(ctx, 'messages');
  return row;
}

/** Unwrites a message that nobody has tried to send; answers whether there is none now. Call it inside the transaction of its cause. */
export function takeBack(ctx: Ctx, dedupeKey: string): boolean {
  const row = ctx.db.select({ status: outbox.status, attempts: outbox.attempts }).from(outbox).where(eq(outbox.dedupeKey, dedupeKey)).get();
  if (!row) return true;
  if ((row.status !== 'queued' && row.status !== 'stored') || row.attempts > 0) return false;
  ctx.db.delete(outbox).where(eq(outbox.dedupeKey, dedupeKey)).run();
  publishAfterCommit(ctx, 'messages');
  return true;
}

type MessageRow = typeof outbox.$inferSelect;
/** A message as it leaves the house. */
export type Outgoing = Pick<MessageRow, 'messageId' | 'to' | 'subject' | 'body'> & {
  attachments: Attachment[];
  /** Of a marketing message: the page with the button that unsubscribes, and the address of a mail program's one-click call (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};
/**
 * Sends a message; calls `onHandedOver` before the point from which it may arrive whatever is heard of it. Throws why it was not
 * sent; `responseCode` is the mail server's own refusal.
 */
export type Deliver = (message: Outgoing, onHandedOver: () => void) => Promise<void>;
type Claim = Pick<MessageRow, 'purpose' | 'to' | 'relatedId' | 'opportunityId' | 'createdAt' | 'body'>;
/** Why what a message says is no longer true, in words; null where it is. Mail itself knows nothing of what its messages are about. */
export type Doubt = (ctx: Ctx, message: Claim) => string | null;
/** For messages that claim nothing. */
export const NO_DOUBT: Doubt = () => null;

/**
 * What stands below a marketing message, whatever its text: who writes, from where, and how to unsubscribe (S.C. 2010, c. 23,
 * s. 6(2)). Null for other messages.
 */
export function footerOf(ctx: Pick<Ctx, 'db' | 'origin'>, { marketing, to }: Pick<MessageRow, 'marketing' | 'to'>): string | null {
  if (!marketing) return null;
  const company = getCompany(ctx);
  return `${company.name}, ${showAddress(company)}\nTo stop messages like this one, press Unsubscribe on this page: ${unsubscribeUrlOf(ctx, to)}\n`;
}

/** What holds a marketing message back that is approved, in words; null where nothing does. */
export const whyHeldBack = (ctx: Pick<Ctx, 'db'>, { marketing }: Pick<MessageRow, 'marketing'>): string | null =>
  marketing && !hasPostalAddress(getCompany(ctx)) ? ADDRESS_MISSING : null;

/** A row with its files, and what stands below it, as they are sent. */
export function toOutgoing(ctx: Pick<Ctx, 'db' | 'origin'>, row: MessageRow): Outgoing {
  const { messageId, to, subject, body, attachments, marketing } = row;
  const footer = footerOf(ctx, row);
  return {
    messageId,
    to,
    subject,
    body: footer === null ? body : `${body.trimEnd()}\n\n----\n${footer}`,
    attachments: JSON.parse(attachments ?? '[]'),
    unsubscribeUrl: marketing ? unsubscribeUrlOf(ctx, to) : undefined,
  };
}

/** How long other mail waits for the answer to a message that was handed over, in ms. */
const ANSWER_PATIENCE_MS = 2000;
const MAYBE_SENT = 'It may have been sent: the mail server took it and has not confirmed it.';

/**
 * Sends what is due, one after another; a refusal waits 1, 2, 4 … minutes, at most six hours, and after eight tries the message is
 * failed. One that is no longer true, or marketing without consent, is suppressed instead. A message counts as `unknown` from the
 * moment it is handed over until the mail server answers: a lost connection or a crash in between leaves it so, for a person to
 * decide. Other mail goes on while a slow server thinks. Throws what the database says; if it cannot note the attempt beforehand,
 * nothing is sent.
 */
export async function deliverDueMessages(
  ctx: Ctx,
  deliver: Deliver,
  shouldStop: () => boolean = () => false,
  whyUntrue: Doubt = NO_DOUBT,
): Promise<void> {
  while (!shouldStop()) {
    const due = reserveDueMessage(ctx, whyUntrue);
    if (!due) return;
    if (due.mayGo) await deliverOne(ctx, due.row, deliver);
  }
}

/** Sends one message and notes what came of it. Returns early if the answer to a message that was handed over takes its time. */
async function deliverOne(ctx: Ctx, row: MessageRow, deliver: Deliver): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isHandedOver = false;
  let giveWay = () => {};
  const isSlow = new Promise<void>((done) => {
    giveWay = done;
  });
  const onHandedOver = () => {
    noteHandedOver(ctx, row.id);
    isHandedOver = true;
    timer = setTimeout(giveWay, ANSWER_PATIENCE_MS);
  };
  const outcome = deliver(toOutgoing(ctx, row), onHandedOver).then(
    () => noteOutcome(ctx, row, undefined),
    (reason: unknown) => {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      if (!isHandedOver || hasAnswer(error)) noteOutcome(ctx, row, error);
    },
  );
  // What cannot be noted after others went on leaves the message unknown, which is what it is.
  void isSlow.then(() => outcome.catch(() => undefined));
  await Promise.race([outcome, isSlow]).finally(() => clearTimeout(timer));
}

/** Returns whether the mail server itself refused the message (4yz or 5yz, RFC 5321 section 4.2.1). */
const hasAnswer = (error: Error): boolean => 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 400;

/** Notes that a message may arrive from now on, so that nothing sends it again by itself. Throws what the database says. */
function noteHandedOver(ctx: Ctx, id: number): void {
  inTransaction(ctx.db, () => {
    const { changes } = ctx.db
      .update(outbox)
      .set({ status: 'unknown', lastError: MAYBE_SENT })
      .where(and(eq(outbox.id, id), eq(outbox.status, 'queued')))
      .run();
    if (changes === 0) throw new Error('The message was stopped.');
  });
}

/**
 * Lets those messages go on that wait longer than any rule makes them, since the clock was ahead when their time was set; not those
 * that somebody set a time for. For the start of a process, and where its clock has gone back.
 */
export function mendWaits(ctx: Ctx): void {
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
      if (row.nextAttemptAt <= politeInstant(row.purpose, addMinutes(now, wait), askingHours(ctx))) continue;
      ctx.db
        .update(outbox)
        .set({ nextAttemptAt: firstAttemptAt(ctx, row) })
        .where(eq(outbox.id, row.id))
        .run();
    }
  });
}

/**
 * Counts the next message's attempt and puts off the one after it, before anything is sent: where what comes of it cannot be
 * noted, the same mail goes out eight times at most, ever more slowly. It may go unless its tries are used up, which fails it,
 * it is suppressed, it comes in the night and waits for the day, or it is held back.
 */
function reserveDueMessage(ctx: Ctx, whyUntrue: Doubt): { row: MessageRow; mayGo: boolean } | undefined {
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
    const change = (changes: Partial<MessageRow>) => ctx.db.update(outbox).set(changes).where(eq(outbox.id, due.id)).returning().get();
    const earliest = politeInstant(due.purpose, now.toISOString(), askingHours(ctx));
    if (earliest > now.toISOString()) return { row: change({ nextAttemptAt: earliest }), mayGo: false };
    const outcome = whyNotSent(ctx, due, whyUntrue);
    if (outcome) return { row: endAttempts(ctx, due.id, outcome), mayGo: false };
    if (whyHeldBack(ctx, due) !== null) return { row: change({ nextAttemptAt: addMinutes(now, HELD_MINUTES) }), mayGo: false };
    const wait = Math.min(LONGEST_WAIT_MINUTES, 2 ** due.attempts);
    const nextAttemptAt = politeInstant(due.purpose, addMinutes(now, wait), askingHours(ctx));
    return { row: change({ attempts: due.attempts + 1, nextAttemptAt }), mayGo: true };
  });
}

/** What ends a message before it is tried; undefined where nothing does. */
function whyNotSent(ctx: Ctx, due: MessageRow, whyUntrue: Doubt): Ending | undefined {
  if (due.marketing) ensureRecipient(ctx, due.to);
  const reason = (due.marketing ? explainBasis(ctx, due.to).reason : null) ?? whyUntrue(ctx, due);
  if (reason !== null) return { status: 'suppressed', lastError: reason };
  const isUsedUp = due.attempts >= MAX_ATTEMPTS;
  return isUsedUp ? { status: 'failed', lastError: due.lastError ?? 'What came of the tries could not be noted.' } : undefined;
}

type Ending = { status: 'sent' | 'failed' | 'suppressed'; lastError?: string | null; sentAt?: string };

/** Closes a message as sent, failed or suppressed, with its line in the log. */
export function endAttempts(ctx: Ctx, id: number, outcome: Ending): MessageRow {
  const row = ctx.db.update(outbox).set(outcome).where(eq(outbox.id, id)).returning().get();
  recordActivity(ctx, { verb: `message.${outcome.status}`, entityType: 'message', entityId: id });
  publishAfterCommit(ctx, 'messages');
  return row;
}

function noteOutcome(ctx: Ctx, row: MessageRow, error: Error | undefined): void {
  const lastError = error ? error.message.slice(0, 300) : null;
  inTransaction(ctx.db, () => {
    const now = ctx.db.select({ status: outbox.status }).from(outbox).where(eq(outbox.id, row.id)).get();
    if (!error && now?.status !== 'sent')
      return void endAttempts(ctx, row.id, { status: 'sent', lastError, sentAt: ctx.now().toISOString() });
    // A message that was stopped or marked as sent meanwhile stays so.
    if (now?.status !== 'queued' && now?.status !== 'unknown') return;
    if (row.attempts >= MAX_ATTEMPTS) endAttempts(ctx, row.id, { status: 'failed', lastError });
    else {
      ctx.db.update(outbox).set({ status: 'queued', lastError }).where(eq(outbox.id, row.id)).run();
      publishAfterCommit(ctx, 'messages');
    }
  });
}
