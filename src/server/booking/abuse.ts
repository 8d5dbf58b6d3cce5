import { and, between, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { afterCommit } from '../../../db/client';
import { countRows, prepared } from '../../../db/prepared';
import { activity, appointmentBookings } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { DomainError } from '../../shared/errors';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { PHONE_LENGTH } from '../clients/service';
import type { Ctx, RequestCtx } from '../context';
import { getCompany } from '../settings/service';

/** Most bookings that one person may make, move and cancel within 24 hours, counted together, since each sends mail. */
const CHANGES_A_DAY = 10;
const VERBS = ['booking.made', 'booking.moved', 'booking.cancelled'];

const given = sql.placeholder;
const phone = phoneKey(sql`${given('phone')}`);
const isBookedBy = or(
  eq(emailKey(sql`${appointmentBookings.clientEmail}`), emailKey(sql`${given('email')}`)),
  and(eq(phoneKey(sql`${appointmentBookings.clientPhone}`), phone), sql`length(${phone}) >= ${sql.raw(String(PHONE_LENGTH))}`),
);
const changesOfPerson = prepared((db) =>
  db
    .select({ at: activity.at })
    .from(activity)
    .where(
      and(
        inArray(activity.verb, VERBS),
        gt(activity.at, given('since')),
        lte(activity.at, given('now')),
        inArray(activity.actorKind, ['visitor', 'member']),
        sql`${activity.entityId} in (select cast(id as text) from appointment_bookings where ${isBookedBy})`,
      ),
    ),
);

/**
 * Limits how often a person changes bookings without the office. Throws TOO_MANY with the seconds until the next change is allowed.
 * Call it inside a transaction.
 */
export function assertFewChanges(
  ctx: Ctx & { limits: Pick<RequestCtx['limits'], 'enabled'> },
  { clientEmail, clientPhone }: { clientEmail: string; clientPhone: string },
): void {
  if (!ctx.limits.enabled || ctx.actor.kind === 'admin') return;
  const now = ctx.now();
  const changes = changesOfPerson(ctx.db).all({
    email: clientEmail,
    phone: clientPhone,
    since: addMinutes(now, -1440),
    now: now.toISOString(),
  });
  const oldest = changes
    .map(({ at }) => at)
    .sort()
    .at(-CHANGES_A_DAY);
  if (!oldest) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(oldest) - now.getTime()) / 1000 + 86_400));
  const message = `You have changed your bookings ${CHANGES_A_DAY} times today. To change more, please call us at ${getCompany(ctx).phone.display}.`;
  throw new DomainError('TOO_MANY', message, { retryAfterSeconds });
}

/** If more bookings than this arrive within an hour, the owner is asked to check whether people make them. */
const FLOOD_AN_HOUR = 20;

/** Records, once an hour, that more bookings come in than people usually make. Call it inside a transaction. */
export function watchForFlood(ctx: Ctx): void {
  const now = ctx.now();
  // Leaves out rows that a wrong clock has dated into the future.
  const withinTheHour = (column: SQLiteColumn) => between(column, addMinutes(now, -60), now.toISOString());
  const made = countRows(ctx.db, appointmentBookings, withinTheHour(appointmentBookings.createdAt));
  if (made <= FLOOD_AN_HOUR) return;
  if (countRows(ctx.db, activity, and(eq(activity.verb, 'booking.flood'), withinTheHour(activity.at))) > 0) return;
  afterCommit(ctx.db, () => ctx.log.warn({ evt: 'booking.flood', made }, 'more bookings within an hour than people make'));
  recordActivity(ctx, { verb: 'booking.flood', entityType: 'booking', entityId: 'all', data: { made } });
}
