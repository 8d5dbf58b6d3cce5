import { eq } from 'drizzle-orm';
import { outbox } from '../../../db/schema';
import { getPhase } from '../../shared/dispatch';
import type { Ctx } from '../context';
import type { ReasonNotToSend, WriteLate } from '../mail/outbox';
import { getSettings } from '../settings/service';
import { listWays, REMINDER } from './reminders';
import { createReminderEntry, writeReminder } from './texts';
import { findVisit, type VisitRow } from './visit';

/** Returns the version of the date for which a reminder was written, which its key holds. */
const getVersion = ({ db }: Ctx, id: number): number =>
  Number(db.select({ key: outbox.dedupeKey }).from(outbox).where(eq(outbox.id, id)).get()?.key.split(':')[2]);

function reasonNotToVisit(ctx: Ctx, { status, scheduledDate, doNotService }: VisitRow): string | null {
  const phase = getPhase(status);
  if (phase === 'cancelled') return 'The visit is cancelled.';
  if (phase === 'done') return 'The visit is done.';
  if (phase === 'active' || scheduledDate <= ctx.now().toISOString()) return 'The visit has begun.';
  return doNotService ? 'The company no longer works for this client.' : null;
}

/** Returns the reason that a reminder of a visit must not be sent, or null. */
export const reasonNotToRemindOfVisit: ReasonNotToSend = (ctx, { id, relatedId, channel, to }) => {
  const visit = relatedId === null ? undefined : findVisit(ctx, relatedId);
  if (!visit) return 'The visit was removed.';
  if (!getSettings(ctx).reminders.enabled) return 'Reminders are turned off.';
  const reason = reasonNotToVisit(ctx, visit);
  if (reason !== null) return reason;
  if (visit.scheduleVersion !== getVersion(ctx, id)) return 'The visit was moved.';
  if (listWays(ctx, visit).some((way) => way.channel === channel && way.to === to)) return null;
  return channel === 'sms' ? 'The client did not agree to text messages at this number.' : 'The client has another e-mail address now.';
};

/** Writes the text of a reminder when it is sent, with the crew of that moment. */
export const writeReminderLate: WriteLate = (ctx, { purpose, relatedId, channel }) => {
  const visit = purpose === REMINDER && relatedId !== null ? findVisit(ctx, relatedId) : undefined;
  if (!visit) return null;
  const text = writeReminder(ctx, visit, channel);
  return channel === 'sms' ? text : { ...text, attachments: [createReminderEntry(ctx, visit)] };
};
