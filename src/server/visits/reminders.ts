import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { outbox, workOrders } from '../../../db/schema';
import { OPEN_STATUSES } from '../../shared/dispatch';
import type { MessageText } from '../../shared/message-text';
import { getReminderTime } from '../../shared/reminder-times';
import { recordActivity } from '../activity';
import { toE164 } from '../consents/phones';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { queueMessages } from '../mail/batch';
import { type Channel, changeMessage, closeMessage, queueMessage, readyStatus, requeueMessage } from '../mail/outbox';
import { getSettings } from '../settings/service';
import { writeReminder } from './texts';
import { findVisit, listVisitRows, type VisitRow } from './visit';

export const REMINDER = 'visit_reminder';

/** Returns new tokens. One call for the random bytes of all takes a tenth of the time of a call for each. */
export function newVisitTokens(count: number): string[] {
  const bytes = randomBytes(16 * count);
  return Array.from({ length: count }, (_, index) => bytes.toString('base64url', 16 * index, 16 * (index + 1)));
}
export const newVisitToken = (): string => newVisitTokens(1).join();

/** Returns the columns of a job whose date or time changes: another version, without the client's confirmation of the old time. */
export const rescheduled = () => ({
  scheduleVersion: sql`${workOrders.scheduleVersion} + 1`,
  confirmedAt: null,
  visitToken: sql`coalesce(${workOrders.visitToken}, ${newVisitToken()})`,
});

type Reminder = { dedupeKey: string; channel: Channel; to: string; sendAfter: string };

/** Returns the channels by which a client can be reminded now, with the addresses. A text needs the client's consent. */
export function listWays(ctx: Ctx, { email, phone, smsConsentAt }: VisitRow): { channel: Channel; to: string }[] {
  const number = ctx.sms && smsConsentAt !== null ? toE164(phone) : undefined;
  return [
    ...(email ? [{ channel: 'email' as const, to: email }] : []),
    ...(number === undefined ? [] : [{ channel: 'sms' as const, to: number }]),
  ];
}

/** Returns the reminders that a visit should have, also those whose time has passed. */
function planReminders(ctx: Ctx, visit: VisitRow): Reminder[] {
  const { enabled, hoursBefore, ...quiet } = getSettings(ctx).reminders;
  // A job from before there were reminders has no page yet.
  if (!enabled || visit.visitToken === null || visit.doNotService || !OPEN_STATUSES.includes(visit.status)) return [];
  const times = hoursBefore.map((hours) => ({ hours, sendAfter: getReminderTime(visit.scheduledDate, hours, quiet) }));
  return (
    times
      // The quiet hours can move several reminders to one instant, at which one is enough.
      .filter(({ sendAfter }, index) => times.findIndex((time) => time.sendAfter === sendAfter) === index)
      .flatMap(({ hours, sendAfter }) => {
        const key = `visit-reminder:${visit.id}:${visit.scheduleVersion}:${hours}`;
        return listWays(ctx, visit).map((way) => ({ ...way, dedupeKey: way.channel === 'sms' ? `${key}:sms` : key, sendAfter }));
      })
  );
}

const remindersOfJob = prepared((db) =>
  db
    .select({ id: outbox.id, dedupeKey: outbox.dedupeKey, status: outbox.status, to: outbox.to })
    .from(outbox)
    .where(and(eq(outbox.relatedType, 'workOrder'), eq(outbox.relatedId, sql.placeholder('id')), eq(outbox.purpose, REMINDER))),
);

const toMessage = ({ id }: VisitRow, reminder: Reminder, { subject, body }: MessageText) => ({
  ...reminder,
  ...{ subject, body, purpose: REMINDER, relatedType: 'workOrder', relatedId: id },
});

/** Writes the reminders of jobs that were created in the same transaction. */
export function writeFirstReminders(ctx: Ctx, workOrderIds: readonly number[]): void {
  const now = ctx.now().toISOString();
  queueMessages(
    ctx,
    listVisitRows(ctx, workOrderIds).flatMap((visit) => {
      const texts = new Map<Channel, MessageText>();
      const due = planReminders(ctx, visit).filter(({ sendAfter }) => sendAfter > now);
      return due.map((reminder) => {
        const text = texts.get(reminder.channel) ?? writeReminder(ctx, visit, reminder.channel, []);
        texts.set(reminder.channel, text);
        // The time of a reminder is outside the quiet hours already.
        return { ...toMessage(visit, reminder, text), nextAttemptAt: reminder.sendAfter };
      });
    }),
  );
}

const UNSENT: readonly string[] = ['queued', 'stored', 'failed'];

/**
 * Brings the waiting reminders of a job in line with its date, status and client: writes missing ones, cancels those that no longer apply,
 * and restores cancelled ones that apply again. Call it inside each transaction that changes any of these.
 */
export function scheduleReminders(ctx: Ctx, workOrderId: number): void {
  const visit = findVisit(ctx, workOrderId);
  const planned = visit ? planReminders(ctx, visit) : [];
  const written = new Map(
    remindersOfJob(ctx.db)
      .all({ id: workOrderId })
      .map((row) => [row.dedupeKey, row]),
  );
  const now = ctx.now().toISOString();
  for (const reminder of planned) {
    const row = written.get(reminder.dedupeKey);
    written.delete(reminder.dedupeKey);
    if (!visit || reminder.sendAfter <= now) continue;
    const { channel, to, sendAfter } = reminder;
    const message = { to, ...writeReminder(ctx, visit, channel) };
    if (!row) queueMessage(ctx, toMessage(visit, reminder, message));
    else if (row.status === 'cancelled') requeueMessage(ctx, row.id, { ...message, channel, sendAfter });
    else if (UNSENT.includes(row.status) && row.to !== to) changeMessage(ctx, row.id, message);
  }
  for (const { id, status } of written.values()) if (UNSENT.includes(status)) closeMessage(ctx, id, { status: 'cancelled' });
}

const remindedJobsOfClient = prepared((db) =>
  db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(
      and(
        eq(workOrders.clientId, sql.placeholder('clientId')),
        inArray(workOrders.status, OPEN_STATUSES),
        isNotNull(workOrders.visitToken),
      ),
    ),
);

/** Brings the waiting reminders of a client's open jobs in line with the client. Call it inside the transaction of the change. */
export function scheduleClientReminders(ctx: Ctx, clientId: number): void {
  for (const { id } of remindedJobsOfClient(ctx.db).all({ clientId })) scheduleReminders(ctx, id);
}

/**
 * Queues the reminders that were only stored because their channel had no server, if it has one now and their time is still to come. The
 * servers of a process never change, so that this has something to do after a restart only.
 */
export function queueStoredReminders(ctx: Ctx): void {
  const ready = (['email', 'sms'] as const).filter((channel) => readyStatus(ctx, channel) === 'queued');
  if (ready.length === 0) return;
  inTransaction(ctx.db, () => {
    const { changes } = ctx.db
      .update(outbox)
      .set({ status: 'queued' })
      .where(
        and(
          eq(outbox.status, 'stored'),
          gt(outbox.nextAttemptAt, ctx.now().toISOString()),
          eq(outbox.purpose, REMINDER),
          inArray(outbox.channel, ready),
        ),
      )
      .run();
    if (changes === 0) return;
    recordActivity(ctx, { verb: 'reminders.queued', entityType: 'message', entityId: 'all', data: { messages: changes } });
    publishAfterCommit(ctx, 'messages');
  });
}

/** Cancels the waiting reminders of a job that is about to be removed. Call it inside its transaction. */
export function cancelReminders(ctx: Ctx, workOrderId: number): void {
  for (const { id, status } of remindersOfJob(ctx.db).all({ id: workOrderId }))
    if (UNSENT.includes(status)) closeMessage(ctx, id, { status: 'cancelled' });
}
