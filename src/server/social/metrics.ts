import { and, asc, eq, gt, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { socialPosts } from '../../../db/schema';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { GraphRefusal, type PostMetrics } from '../providers/facebook';
import { checkAccount, isConnected, lastChecked, noteDisconnected } from './accounts';

/** Posts younger than this have their figures read again, every six hours (automation.md §6); after a refusal of all calls in one. */
const FRESH_MINUTES = 30 * 1440;
const EVERY_MINUTES = 6 * 60;
const PAUSE_MINUTES = 60;
const CHECK_MINUTES = 24 * 60;
const AT_ONCE = 10;

/** Younger posts whose figures are due, by the index of when they went out. */
const dueMetrics = prepared((db) =>
  db
    .select({ id: socialPosts.id, externalId: socialPosts.externalId })
    .from(socialPosts)
    .where(
      and(
        gte(socialPosts.postedAt, sql.placeholder('since')),
        isNotNull(socialPosts.externalId),
        or(
          isNull(socialPosts.nextAttemptAt),
          lte(socialPosts.nextAttemptAt, sql.placeholder('now')),
          // Put off while the clock was ahead.
          gt(socialPosts.nextAttemptAt, sql.placeholder('beyond')),
        ),
      ),
    )
    .orderBy(asc(socialPosts.postedAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Keeps the figures of a post; a reach that was told once stays where it is not told again. No activity: nobody did anything. */
function noteMetrics(ctx: Ctx, id: number, { reach, ...figures }: PostMetrics): void {
  inTransaction(ctx.db, () => {
    ctx.db
      .update(socialPosts)
      .set({
        ...figures,
        ...(reach !== null && { reach }),
        metricsAt: ctx.now().toISOString(),
        nextAttemptAt: addMinutes(ctx.now(), EVERY_MINUTES),
      })
      .where(eq(socialPosts.id, id))
      .run();
    publishAfterCommit(ctx, 'social');
  });
}

/** What a refusal means for the other posts: one that is gone from the page is asked for later, else none is for an hour. */
function noteRefusal(ctx: Ctx, id: number, { kind, message }: GraphRefusal): boolean {
  const isOfPost = kind === 'content';
  inTransaction(ctx.db, () => {
    if (kind === 'token') noteDisconnected(ctx, message);
    ctx.db
      .update(socialPosts)
      .set({ nextAttemptAt: addMinutes(ctx.now(), isOfPost ? EVERY_MINUTES : PAUSE_MINUTES) })
      .where(isOfPost ? eq(socialPosts.id, id) : gte(socialPosts.postedAt, addMinutes(ctx.now(), -FRESH_MINUTES)))
      .run();
  });
  return isOfPost;
}

/** Reads the figures of posts where they are due, ten at most, and once a day the page's own; the process's tick calls it. */
export async function refreshMetrics(ctx: Ctx, shouldStop: () => boolean = () => false): Promise<void> {
  const { facebook } = ctx;
  if (!facebook || !isConnected(ctx)) return;
  const now = ctx.now().toISOString();
  const checked = lastChecked(ctx) ?? '';
  if (checked <= addMinutes(ctx.now(), -CHECK_MINUTES) || checked > now) await checkAccount(ctx);
  const [since, beyond] = [addMinutes(ctx.now(), -FRESH_MINUTES), addMinutes(ctx.now(), EVERY_MINUTES)];
  const due = isConnected(ctx) ? dueMetrics(ctx.db).all({ now, since, beyond, limit: AT_ONCE }) : [];
  for (const { id, externalId } of due) {
    if (shouldStop() || externalId === null) return;
    try {
      noteMetrics(ctx, id, await facebook.readMetrics(externalId));
    } catch (error) {
      if (!(error instanceof GraphRefusal)) throw error;
      if (!noteRefusal(ctx, id, error)) return;
    }
  }
}
