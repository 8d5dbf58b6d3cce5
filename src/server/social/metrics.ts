import { and, asc, eq, gt, gte, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { socialPosts } from '../../../db/schema';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { GraphRefusal, type PostMetrics } from '../providers/facebook';
import { checkAccount, isConnected, lastChecked, noteDisconnected } from './accounts';

/** Figures of posts younger than this are read every six hours, or an hour after a refusal of all calls. */
const FRESH_MINUTES = 30 * 1440;
const EVERY_MINUTES = 6 * 60;
const PAUSE_MINUTES = 60;
const CHECK_MINUTES = 24 * 60;
const AT_ONCE = 10;

/** Returns the younger posts whose figures are due, by the index of their time of posting. */
function listDue({ db, now }: Ctx) {
  const isDue = or(
    isNull(socialPosts.nextAttemptAt),
    lte(socialPosts.nextAttemptAt, now().toISOString()),
    // Postponed while the clock was ahead.
    gt(socialPosts.nextAttemptAt, addMinutes(now(), EVERY_MINUTES)),
  );
  return db
    .select({ id: socialPosts.id, externalId: socialPosts.externalId })
    .from(socialPosts)
    .where(and(gte(socialPosts.postedAt, addMinutes(now(), -FRESH_MINUTES)), isNotNull(socialPosts.externalId), isDue))
    .orderBy(asc(socialPosts.postedAt))
    .limit(AT_ONCE)
    .all();
}

/** Stores the figures of a post; keeps the known reach if a later answer lacks it. Records no activity, since no person acted. */
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

/** Postpones the figures after a refusal: those of one post if it is gone from the page, else of all posts for an hour. */
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

/** Reads the figures of due posts, ten at most, and once a day those of the page. The process's tick calls it. */
export async function refreshMetrics(ctx: Ctx, shouldStop: () => boolean = () => false): Promise<void> {
  const { facebook } = ctx;
  if (!facebook || !isConnected(ctx)) return;
  const now = ctx.now().toISOString();
  const checked = lastChecked(ctx) ?? '';
  if (checked <= addMinutes(ctx.now(), -CHECK_MINUTES) || checked > now) await checkAccount(ctx);
  const due = isConnected(ctx) ? listDue(ctx) : [];
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
