import { and, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage, isBefore } from '../../../db/prepared';
import { socialPosts } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import { isOpenPost, LOOK_FIRST, notAvailable, POST_STATUSES, type PostStatus, PUBLISHED_ON, TIME_TO_COME } from '../../shared/social';
import type { Post, postChange, postInput, postListInput } from '../../shared/social-schemas';
import { businessDayBounds } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';

export type PostRow = typeof socialPosts.$inferSelect;
const LATEST = 5;

/** Returns true if a failed post may be on the page: its last attempt began, and its end is unknown. */
export const isUnknownResult = ({ status, publishingSince }: Pick<PostRow, 'status' | 'publishingSince'>): boolean =>
  status === 'failed' && publishingSince !== null;

/** Returns a row in the form that staff see. */
export const toPost = ({ publishingSince, dedupeKey: _key, requestHash: _hash, evidence, nextAttemptAt, ...row }: PostRow): Post => ({
  ...row,
  // A posted row stores there when its figures are read again.
  nextAttemptAt: row.status === 'scheduled' ? nextAttemptAt : null,
  isUnknown: isUnknownResult({ ...row, publishingSince }),
  evidence: evidence === null ? [] : JSON.parse(evidence),
});

export function getPostRow(ctx: Ctx, id: number): PostRow {
  const row = ctx.db.select().from(socialPosts).where(eq(socialPosts.id, id)).get();
  if (!row) throw new DomainError('NOT_FOUND', 'This post does not exist.');
  return row;
}

export const getPost = (ctx: Ctx, { id }: { id: number }): Post => toPost(getPostRow(ctx, id));

/** Writes a change with its line in the log. Call it inside a transaction. */
export function writePost(ctx: Ctx, id: number, verb: string, changes: Partial<PostRow>): PostRow {
  const row = ctx.db
    .update(socialPosts)
    .set({ ...changes, updatedAt: ctx.now().toISOString() })
    .where(eq(socialPosts.id, id))
    .returning()
    .get();
  recordActivity(ctx, { verb: `post.${verb}`, entityType: 'post', entityId: id, data: { platform: row.platform, type: row.type } });
  publishAfterCommit(ctx, 'social');
  return row;
}

type NewPost = Omit<typeof socialPosts.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>;
/** Adds a post with its line in the log. Call it inside a transaction. */
export function insertPost(ctx: Ctx, values: NewPost, verb: string): PostRow {
  const at = ctx.now().toISOString();
  const row = ctx.db
    .insert(socialPosts)
    .values({ ...values, createdAt: at, updatedAt: at })
    .returning()
    .get();
  const { platform, type, source } = row;
  recordActivity(ctx, { verb: `post.${verb}`, entityType: 'post', entityId: row.id, data: { platform, type, source } });
  publishAfterCommit(ctx, 'social');
  return row;
}

function assertToCome(ctx: Ctx, scheduledFor: string): void {
  if (scheduledFor <= ctx.now().toISOString()) throw fieldError('scheduledFor', TIME_TO_COME);
}
function assertPublished(platform: PostRow['platform']): void {
  if (platform !== PUBLISHED_ON) throw new DomainError('CONFLICT', `${notAvailable(platform)}.`);
}

/** Stores a person's post: scheduled and thereby approved if it has a time, else as a draft. Throws BAD_REQUEST, CONFLICT. */
export function createPost(ctx: Ctx, { scheduledFor, ...input }: z.output<typeof postInput>): Post {
  return inTransaction(ctx.db, () => {
    if (scheduledFor == null) return toPost(insertPost(ctx, { ...input, status: 'draft' }, 'drafted'));
    assertToCome(ctx, scheduledFor);
    assertPublished(input.platform);
    return toPost(insertPost(ctx, { ...input, scheduledFor, status: 'scheduled', isApproved: true }, 'scheduled'));
  });
}

/**
 * Returns the status after a change of time: an unapproved post stays a draft, with a day in the calendar. A post that may be on the page
 * can be moved only by a person who checked it, and keeps its warning.
 */
function replan(ctx: Ctx, row: PostRow, { scheduledFor, confirm }: Pick<z.output<typeof postChange>, 'scheduledFor' | 'confirm'>) {
  if (scheduledFor === undefined || (scheduledFor === row.scheduledFor && row.status !== 'failed')) return {};
  if (isUnknownResult(row) && !confirm) throw new DomainError('CONFLICT', LOOK_FIRST);
  const fresh = { attempts: 0, nextAttemptAt: null, ...(row.publishingSince === null && { error: null }) };
  if (scheduledFor === null) return { ...fresh, scheduledFor, status: 'draft' as const };
  assertToCome(ctx, scheduledFor);
  return { ...fresh, scheduledFor, status: row.isApproved ? ('scheduled' as const) : ('draft' as const) };
}

/** Changes the text, platform or time of a post that is not out yet. Throws NOT_FOUND, BAD_REQUEST, CONFLICT. */
export function updatePost(ctx: Ctx, { id, scheduledFor, confirm, ...given }: z.output<typeof postChange>): Post {
  return inTransaction(ctx.db, () => {
    const row = getPostRow(ctx, id);
    if (!isOpenPost(row.status)) throw new DomainError('CONFLICT', `A post that is ${row.status} cannot be changed.`);
    const words = Object.entries(given).filter(([key, value]) => value !== undefined && value !== row[key as keyof typeof given]);
    const changes: Partial<PostRow> = { ...Object.fromEntries(words), ...replan(ctx, row, { scheduledFor, confirm }) };
    if (Object.keys(changes).length === 0) return toPost(row);
    const next = { ...row, ...changes };
    if (next.status === 'scheduled') assertPublished(next.platform);
    return toPost(writePost(ctx, id, next.scheduledFor === row.scheduledFor ? 'edited' : 'moved', changes));
  });
}

/** Approves a draft. With a time it is scheduled, without one it is the next to be posted by hand. Throws NOT_FOUND, CONFLICT. */
export function approvePost(ctx: Ctx, { id }: { id: number }): Post {
  return inTransaction(ctx.db, () => {
    const row = getPostRow(ctx, id);
    if (row.isApproved && row.status !== 'cancelled') return toPost(row);
    if (row.status !== 'draft') throw new DomainError('CONFLICT', `A post that is ${row.status} cannot be approved.`);
    if (row.scheduledFor === null) return toPost(writePost(ctx, id, 'approved', { isApproved: true }));
    if (row.scheduledFor <= ctx.now().toISOString())
      throw new DomainError('CONFLICT', 'Its time has passed. Please move it to a later time first.');
    assertPublished(row.platform);
    return toPost(writePost(ctx, id, 'approved', { isApproved: true, status: 'scheduled' }));
  });
}

/** Cancels a post that is not out yet; a second call changes nothing. Throws NOT_FOUND, CONFLICT. */
export function cancelPost(ctx: Ctx, { id }: { id: number }): Post {
  return inTransaction(ctx.db, () => {
    const row = getPostRow(ctx, id);
    if (row.status === 'cancelled') return toPost(row);
    if (!isOpenPost(row.status)) throw new DomainError('CONFLICT', `A post that is ${row.status} cannot be cancelled.`);
    return toPost(writePost(ctx, id, 'cancelled', { status: 'cancelled', nextAttemptAt: null }));
  });
}

const newestWhere = (ctx: Ctx, condition: SQL | undefined, limit: number): PostRow[] =>
  ctx.db.select().from(socialPosts).where(condition).orderBy(desc(socialPosts.id)).limit(limit).all();

/** Posts of some days, posted and planned, each read by its own index. The plus keeps SQLite on the index of the days. */
function newestOfDays(
  ctx: Ctx,
  { from, to }: { from: string; to: string },
  { view, limit, cursor }: z.output<typeof postListInput>,
): PostRow[] {
  const [start] = businessDayBounds(from);
  const [, end] = businessDayBounds(to);
  const isShown = and(
    view === 'all' ? undefined : sql`+${socialPosts.status} = ${view}`,
    cursor == null ? undefined : sql`+${socialPosts.id} < ${cursor}`,
  );
  const within = (column: typeof socialPosts.postedAt | typeof socialPosts.scheduledFor) =>
    and(gte(column, start), lt(column, end), isShown);
  const out = newestWhere(ctx, within(socialPosts.postedAt), limit + 1);
  const planned = newestWhere(ctx, and(within(socialPosts.scheduledFor), sql`+${socialPosts.postedAt} is null`), limit + 1);
  return [...out, ...planned].sort((a, b) => b.id - a.id).slice(0, limit + 1);
}

/** Lists posts newest first, of a status or of some days of the calendar. */
export function listPosts(ctx: Ctx, input: z.output<typeof postListInput>) {
  const { view, from, to, limit, cursor } = input;
  if (from != null && to != null) return toPage(newestOfDays(ctx, { from, to }, input), limit);
  const isOfView = view === 'all' ? undefined : eq(socialPosts.status, view);
  return toPage(newestWhere(ctx, and(isOfView, isBefore(socialPosts.id, cursor)), limit + 1), limit);
}
function toPage(rows: PostRow[], limit: number) {
  const page = cutPage(rows, limit, ({ id }) => id);
  return { ...page, rows: page.rows.map(toPost) };
}

/** Lists the latest posts without cancelled ones; a posted one counts by its time of posting. */
export function latestPosts(ctx: Ctx): Post[] {
  const out = ctx.db
    .select()
    .from(socialPosts)
    .where(isNotNull(socialPosts.postedAt))
    .orderBy(desc(socialPosts.postedAt))
    .limit(LATEST)
    .all();
  const isListed = (status: PostStatus) => status !== 'posted' && status !== 'cancelled';
  const others = POST_STATUSES.filter(isListed).flatMap((status) => newestWhere(ctx, eq(socialPosts.status, status), LATEST));
  const getInstant = (row: PostRow) => row.postedAt ?? row.createdAt;
  const newest = [...out, ...others].sort((a, b) => getInstant(b).localeCompare(getInstant(a)) || b.id - a.id);
  return newest.slice(0, LATEST).map(toPost);
}
