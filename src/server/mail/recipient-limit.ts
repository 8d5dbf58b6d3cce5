import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { countRows } from '../../../db/prepared';
import { outbox } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import type { Purpose } from '../../shared/message-templates';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';
import type { Limits } from '../http/requests/limits';
import { getCompany } from '../settings/service';

/** Messages that any visitor of the website can cause to any address. */
const PUBLIC_PURPOSES: readonly Purpose[] = ['quote-received', 'order-received', 'booking-confirmed', 'booking-moved', 'booking-cancelled'];
const LIMITS = [
  { minutes: 60, most: 12, words: 'an hour' },
  { minutes: 1440, most: 30, words: 'a day' },
];

/**
 * Returns the reason to store a visitor's message instead of sending it, or null, so that strangers cannot fill a mailbox through the
 * website. The company's own mailbox has no limit: the owner learns of each request.
 */
export function reasonToKeep(ctx: Ctx & { limits?: Limits }, { purpose, to }: { purpose: Purpose; to: string }): string | null {
  const isPublic = ctx.actor.kind === 'visitor' || ctx.actor.kind === 'member';
  if (!isPublic || !ctx.limits?.enabled || !ctx.hasMailServer || !PUBLIC_PURPOSES.includes(purpose) || to === getCompany(ctx).email)
    return null;
  const now = ctx.now();
  const isToThem = eq(emailKey(sql`${outbox.to}`), emailKey(sql`${to}`));
  // Messages that were stored instead did not reach the mailbox.
  const hasLeft = inArray(outbox.status, ['queued', 'unknown', 'sent', 'failed']);
  for (const { minutes, most, words } of LIMITS) {
    const isRecent = and(gt(outbox.createdAt, addMinutes(now, -minutes)), lte(outbox.createdAt, now.toISOString()));
    const sent = countRows(ctx.db, outbox, and(inArray(outbox.purpose, PUBLIC_PURPOSES), isToThem, isRecent, hasLeft));
    if (sent >= most) return `Kept back: this address got ${most} messages within ${words}.`;
  }
  return null;
}
