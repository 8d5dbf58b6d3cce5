import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { outbox } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import type { Purpose } from '../../shared/message-templates';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';
import type { Limits } from '../http/requests/limits';
import { getCompany } from '../settings/service';

/** Messages that any visitor of the website can cause to any address. */
const PUBLIC_PURPOSES: readonly Purpose[] = [
  'quote-received',
  'order-received',
  'booking-confirmed',
  'booking-moved',
  'booking-cancelled',
  'waitlist-joined',
];
const LIMITS = [
  { minutes: 60, most: 12, words: 'an hour' },
  { minutes: 1440, most: 30, words: 'a day' },
];

const given = sql.placeholder;
const sentTo = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(outbox)
    .where(
      and(
        inArray(outbox.purpose, [...PUBLIC_PURPOSES]),
        eq(emailKey(sql`${outbox.to}`), emailKey(sql`${given('to')}`)),
        gt(outbox.createdAt, given('since')),
        lte(outbox.createdAt, given('now')),
        // Messages that were stored instead did not reach the mailbox.
        inArray(outbox.status, ['queued', 'unknown', 'sent', 'failed']),
      ),
    ),
);

/**
 * Returns the reason to store a visitor's message instead of sending it, or null, so that strangers cannot fill a mailbox through the
 * website. The company's own mailbox has no limit: the owner learns of each request.
 */
export function reasonToStore(ctx: Ctx & { limits?: Limits }, { purpose, to }: { purpose: Purpose; to: string }): string | null {
  const isPublic = ctx.actor.kind !== 'admin' && ctx.actor.kind !== 'system';
  if (!isPublic || !ctx.limits?.enabled || !ctx.hasMailServer || !PUBLIC_PURPOSES.includes(purpose) || to === getCompany(ctx).email)
    return null;
  const now = ctx.now();
  for (const { minutes, most, words } of LIMITS) {
    const sent = sentTo(ctx.db).get({ to, since: addMinutes(now, -minutes), now: now.toISOString() })?.count ?? 0;
    if (sent >= most) return `Kept back: this address got ${most} messages within ${words}.`;
  }
  return null;
}
