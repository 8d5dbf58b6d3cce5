import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, inTransaction } from '../../../db/client';
import { socialPosts } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import {
  AUTO_POST_NOT_CONFIGURED,
  isOpenPost,
  LOOK_FIRST,
  MISSED_TIME,
  notAvailable,
  POSTING_NOT_CONFIGURED,
  PUBLISHED_ON,
} from '../../shared/social';
import type { AutoPostOutcome, autoPostInput, PostOutcome, postNowInput, postPublish } from '../../shared/social-schemas';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';
import { assertRepeat } from '../http/requests/repeats';
import { type Facebook, GraphRefusal, UNKNOWN_RESULT } from '../providers/facebook';
import { noteConnected, noteDisconnected } from './accounts';
import { getPostRow, insertPost, isUnknownResult, type PostRow, toPost, writePost } from './service';

/** An attempt that began longer ago ended with its process; its result is unknown. */
const STUCK_MINUTES = 10;
const STUCK_AT_ONCE = 50;
/** The message for an unknown result. */
const STUCK_RESULT = 'unknown result, check the page';
const MAX_ATTEMPTS = 3;
/** Minutes until the second and the third attempt. */
const WAITS = { temporary: [2, 10], rate: [15, 60] } as const;
/** Minutes. A next attempt further away was set while the clock was ahead. */
const LONGEST_WAIT = 60;
/** Posts of one tick; the rest follow in the next. */
const AT_ONCE = 10;

/** Attempts under way, so that a second call for one of them waits for its result. */
const attempts = new WeakMap<Db, Map<string, Promise<PostOutcome>>>();
const getAttempts = (db: Db): Map<string, Promise<PostOutcome>> => {
  const known = attempts.get(db) ?? new Map<string, Promise<PostOutcome>>();
  attempts.set(db, known);
  return known;
};
function shared(ctx: Ctx, key: string, work: () => Promise<PostOutcome>): Promise<PostOutcome> {
  const known = getAttempts(ctx.db);
  const attempt = work().finally(() => known.delete(key));
  known.set(key, attempt);
  return attempt;
}

function getOutcome(row: PostRow): PostOutcome {
  const post = toPost(row);
  if (row.status === 'posted' && row.externalId !== null)
    return { success: true, postId: row.externalId, ...(row.permalink !== null && { permalink: row.permalink }), post };
  const error =
    row.status === 'publishing' ? 'It is being posted. Please look again in a moment.' : (row.error ?? `This post is ${row.status}.`);
  return { success: false, error, post };
}

/** The columns that a claim sets: the attempt is counted and committed before anything is sent. */
const getClaim = (ctx: Ctx) => ({
  status: 'publishing' as const,
  publishingSince: ctx.now().toISOString(),
  nextAttemptAt: null,
  error: null,
});

/** Claims a post for one attempt. Returns undefined if another call has it or it is not to be posted any more. */
function claim(ctx: Ctx, id: number, from: readonly PostRow['status'][]): PostRow | undefined {
  return inTransaction(ctx.db, () => {
    const { changes } = ctx.db
      .update(socialPosts)
      .set({ ...getClaim(ctx), attempts: sql`${socialPosts.attempts} + 1` })
      .where(and(eq(socialPosts.id, id), inArray(socialPosts.status, [...from])))
      .run();
    return changes === 0 ? undefined : writePost(ctx, id, 'attempted', {});
  });
}

function notePosted(ctx: Ctx, { id }: PostRow, externalId: string): PostRow {
  return inTransaction(ctx.db, () => {
    noteConnected(ctx);
    const done = { status: 'posted' as const, postedAt: ctx.now().toISOString(), externalId, publishingSince: null, error: null };
    return writePost(ctx, id, 'posted', { ...done, isApproved: true });
  });
}

function noteRefused(ctx: Ctx, row: PostRow, { kind, message: error }: GraphRefusal, mayRetry: boolean): PostRow {
  return inTransaction(ctx.db, () => {
    if (kind === 'token') noteDisconnected(ctx, error);
    const present = getPostRow(ctx, row.id);
    // Given up while this process was asleep.
    if (present.status !== 'publishing') return present;
    if (mayRetry && (kind === 'temporary' || kind === 'rate') && row.attempts < MAX_ATTEMPTS) {
      const nextAttemptAt = addMinutes(ctx.now(), WAITS[kind][row.attempts - 1] ?? LONGEST_WAIT);
      return writePost(ctx, row.id, 'postponed', { status: 'scheduled', publishingSince: null, nextAttemptAt, error });
    }
    // The time of its beginning stays as the sign of an unknown result.
    return writePost(ctx, row.id, 'failed', { status: 'failed', error, ...(kind !== 'unknown' && { publishingSince: null }) });
  });
}

/** Sends a claimed post. If the result cannot be stored, the post stays `publishing` and is reported as unknown later, never sent again. */
async function send(ctx: Ctx, facebook: Facebook, row: PostRow, mayRetry = false): Promise<PostOutcome> {
  let externalId: string;
  try {
    externalId = await facebook.publish(row.content);
  } catch (error) {
    const refusal = error instanceof GraphRefusal ? error : new GraphRefusal('unknown', UNKNOWN_RESULT);
    return getOutcome(noteRefused(ctx, row, refusal, mayRetry));
  }
  const posted = notePosted(ctx, row, externalId);
  const permalink = await facebook.findPermalink(externalId);
  return getOutcome(permalink === null ? posted : inTransaction(ctx.db, () => writePost(ctx, row.id, 'linked', { permalink })));
}

/**
 * Posts a draft, a scheduled or a failed post at once. A posted one returns its result again, and one with an unknown result needs
 * `confirm`. Throws NOT_FOUND, CONFLICT.
 */
export async function publishPost(ctx: Ctx, { id, confirm }: z.output<typeof postPublish>): Promise<PostOutcome> {
  const { facebook } = ctx;
  const row = getPostRow(ctx, id);
  if (!isOpenPost(row.status)) {
    if (row.status === 'cancelled') throw new DomainError('CONFLICT', 'A post that is cancelled cannot be posted.');
    return getAttempts(ctx.db).get(`post:${id}`) ?? getOutcome(row);
  }
  if (row.platform !== PUBLISHED_ON) return { success: false, error: notAvailable(row.platform) };
  if (!facebook) return { success: false, error: POSTING_NOT_CONFIGURED };
  if (isUnknownResult(row) && !confirm) throw new DomainError('CONFLICT', LOOK_FIRST);
  const claimed = claim(ctx, id, [row.status]);
  return claimed ? shared(ctx, `post:${id}`, () => send(ctx, facebook, claimed)) : getOutcome(getPostRow(ctx, id));
}

/** Returns the row of a request, and true if it is new. Throws UNPROCESSABLE for a key that came with another text. */
function keepRequest(ctx: Ctx, { message, type, platform, idempotencyKey }: z.output<typeof postNowInput>) {
  const dedupeKey = idempotencyKey === undefined ? null : `request:${idempotencyKey}`;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([platform, type, message]))
    .digest('hex');
  return inTransaction(ctx.db, () => {
    const known = dedupeKey === null ? undefined : ctx.db.select().from(socialPosts).where(eq(socialPosts.dedupeKey, dedupeKey)).get();
    assertRepeat(known, requestHash, 'This key was used for another post already.');
    if (known) return { row: known, isNew: false };
    const at = ctx.now().toISOString();
    const content = { platform, type, content: message, scheduledFor: at, dedupeKey, requestHash };
    return { row: insertPost(ctx, { ...content, ...getClaim(ctx), attempts: 1, isApproved: true }, 'attempted'), isNew: true };
  });
}

/** Posts a text at once and stores the result; the same key again posts nothing. Throws UNPROCESSABLE. */
export async function postNow(ctx: Ctx, input: z.output<typeof postNowInput>): Promise<PostOutcome> {
  const { facebook } = ctx;
  if (input.platform !== PUBLISHED_ON) return { success: false, error: notAvailable(input.platform) };
  if (!facebook) return { success: false, error: POSTING_NOT_CONFIGURED };
  const { row, isNew } = keepRequest(ctx, input);
  const key = `post:${row.id}`;
  return isNew ? shared(ctx, key, () => send(ctx, facebook, row)) : (getAttempts(ctx.db).get(key) ?? getOutcome(row));
}

const isDraft = and(eq(socialPosts.status, 'draft'), eq(socialPosts.platform, PUBLISHED_ON));
const oldestApproved = (ctx: Ctx): PostRow | undefined =>
  ctx.db
    .select()
    .from(socialPosts)
    .where(and(isDraft, eq(socialPosts.isApproved, true)))
    .orderBy(asc(socialPosts.id))
    .limit(1)
    .get();
const newestOfWorker = (ctx: Ctx): PostRow | undefined =>
  ctx.db
    .select()
    .from(socialPosts)
    .where(and(isDraft, eq(socialPosts.source, 'worker')))
    .orderBy(desc(socialPosts.id))
    .limit(1)
    .get();

/**
 * Posts the oldest approved draft. Without one, posts a worker's newest draft after a person has seen and confirmed it. A second press
 * meanwhile gets the answer of the first.
 */
export async function autoPost(ctx: Ctx, { confirm, draftId }: z.output<typeof autoPostInput>): Promise<AutoPostOutcome> {
  if (!ctx.facebook) return { success: false, error: AUTO_POST_NOT_CONFIGURED };
  const underWay = getAttempts(ctx.db).get('auto');
  if (underWay) return underWay;
  const approved = oldestApproved(ctx);
  const draft = approved ?? newestOfWorker(ctx);
  if (!draft) return { success: false, error: 'There is no draft to post. Please write one first.' };
  if (approved || (confirm && (draftId == null || draftId === draft.id)))
    return shared(ctx, 'auto', () => publishPost(ctx, { id: draft.id, confirm: false }));
  return { success: false, needsConfirmation: true, error: 'No draft is approved yet. Please confirm this one.', draft: toPost(draft) };
}

/**
 * Fails attempts whose process ended, or whose beginning lies ahead since the clock was set back. A person has to check the page, so
 * the time of their beginning stays.
 */
function failStuck(ctx: Ctx): void {
  const ended = { status: 'failed' as const, error: STUCK_RESULT };
  const [before, beyond] = [addMinutes(ctx.now(), -STUCK_MINUTES), addMinutes(ctx.now(), STUCK_MINUTES)];
  const isStuck = or(lte(socialPosts.publishingSince, before), gt(socialPosts.publishingSince, beyond));
  const stuck = ctx.db
    .select({ id: socialPosts.id })
    .from(socialPosts)
    .where(and(eq(socialPosts.status, 'publishing'), isStuck))
    .limit(STUCK_AT_ONCE)
    .all();
  for (const { id } of stuck) inTransaction(ctx.db, () => writePost(ctx, id, 'failed', ended));
}

/** A post that is later than this became due while the process was down. It is out of date and waits for the owner. */
const LATEST_MINUTES = 120;
/** Returns scheduled posts that match. Repeats the words of the index of due posts, which a placeholder for the status would not match. */
const listScheduled = ({ db }: Ctx, condition: SQL | undefined, limit: number) =>
  db
    .select({ id: sql<number>`id` })
    .from(sql`social_posts indexed by social_posts_due`)
    .where(and(sql`status = 'scheduled'`, condition))
    .orderBy(asc(socialPosts.scheduledFor))
    .limit(limit)
    .all();

/** Marks posts as missed that became due more than two hours ago, or whose next attempt did. They wait for the owner. */
function holdMissed(ctx: Ctx): void {
  const held = { status: 'missed' as const, nextAttemptAt: null, error: MISSED_TIME };
  for (;;) {
    const before = addMinutes(ctx.now(), -LATEST_MINUTES);
    const isLate = or(isNull(socialPosts.nextAttemptAt), lt(socialPosts.nextAttemptAt, before));
    const late = listScheduled(ctx, and(lt(socialPosts.scheduledFor, before), isLate), STUCK_AT_ONCE);
    for (const { id } of late) inTransaction(ctx.db, () => writePost(ctx, id, 'missed', held));
    if (late.length < STUCK_AT_ONCE) return;
  }
}

/**
 * Claims and sends the due posts one after another, ten at most; the process's tick calls it. Posts that are more than two hours late
 * wait for the owner instead.
 */
export async function publishDue(ctx: Ctx, shouldStop: () => boolean = () => false): Promise<void> {
  failStuck(ctx);
  holdMissed(ctx);
  for (let posts = 0; posts < AT_ONCE && !shouldStop(); posts += 1) {
    const now = ctx.now().toISOString();
    const mayTry = or(
      isNull(socialPosts.nextAttemptAt),
      lte(socialPosts.nextAttemptAt, now),
      gt(socialPosts.nextAttemptAt, addMinutes(ctx.now(), LONGEST_WAIT)),
    );
    const [due] = listScheduled(ctx, and(lte(socialPosts.scheduledFor, now), mayTry), 1);
    const row = due && claim(ctx, due.id, ['scheduled']);
    if (!row) return;
    const { facebook } = ctx;
    if (facebook) await shared(ctx, `post:${row.id}`, () => send(ctx, facebook, row, true));
    else noteRefused(ctx, row, new GraphRefusal('content', POSTING_NOT_CONFIGURED), false);
  }
}
