import { and, count, eq, gte, sql, sum } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { socialAccounts, socialPosts } from '../../../db/schema';
import { PLATFORMS, type Platform, POSTING_NOT_CONFIGURED, PUBLISHED_ON, SAMPLE_FIGURES } from '../../shared/social';
import type { facebookTest, PlatformCard, SocialOverview } from '../../shared/social-schemas';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { queueFromTemplate } from '../mail/templates';
import { GraphRefusal, type PageFacts } from '../providers/facebook';
import { getCompany } from '../settings/service';
import { latestPosts } from './service';

type AccountRow = typeof socialAccounts.$inferSelect;
const RECENT_MINUTES = 30 * 1440;

function findAccount(ctx: Ctx): AccountRow | undefined {
  const row = ctx.db.select().from(socialAccounts).where(eq(socialAccounts.platform, PUBLISHED_ON)).get();
  return row?.externalId === ctx.facebook?.pageId ? row : undefined;
}
/** Returns true if the page answered the last request. */
export const isConnected = (ctx: Ctx): boolean => ctx.facebook !== undefined && findAccount(ctx)?.status === 'connected';
/** Returns when the page was last asked, or undefined if it never was. */
export const lastChecked = (ctx: Ctx): string | undefined => findAccount(ctx)?.checkedAt ?? undefined;

/** Stores new facts of the page, with a line in the log if its state changed. Call it inside a transaction. */
function writeAccount(ctx: Ctx, before: AccountRow | undefined, changes: Partial<AccountRow> & Pick<AccountRow, 'status'>): void {
  const known = before ?? { name: null, followers: null, lastError: null };
  const asked = { platform: PUBLISHED_ON, externalId: ctx.facebook?.pageId ?? null, checkedAt: ctx.now().toISOString() };
  const row = { ...known, ...asked, ...changes };
  ctx.db.insert(socialAccounts).values(row).onConflictDoUpdate({ target: socialAccounts.platform, set: row }).run();
  if (before?.status !== row.status) recordActivity(ctx, { verb: `account.${row.status}`, entityType: 'account', entityId: PUBLISHED_ON });
  publishAfterCommit(ctx, 'social');
}

/**
 * Notes that the token is refused. Notifies the owner once, until it works again. During the first set-up the screen shows the error, so
 * no message is sent then. Call it inside a transaction.
 */
export function noteDisconnected(ctx: Ctx, reason: string, { isTest = false } = {}): void {
  const before = findAccount(ctx);
  writeAccount(ctx, before, { status: 'disconnected', lastError: reason });
  const wasConnected = before?.status === 'connected';
  if (wasConnected || (!isTest && before?.status !== 'disconnected'))
    queueFromTemplate(ctx, {
      purpose: 'facebook-disconnected',
      to: getCompany(ctx).email,
      values: { reason, officeLink: `${ctx.origin}/social-media?tab=setup` },
      relatedType: null,
      relatedId: null,
      dedupeKey: `facebook-disconnected:${ctx.now().toISOString()}`,
    });
}

/** Notes that a post was accepted; the next tick asks the page for its figures. Call it inside a transaction. */
export function noteConnected(ctx: Ctx): void {
  const before = findAccount(ctx);
  if (before?.status !== 'connected') writeAccount(ctx, before, { status: 'connected', lastError: null, checkedAt: null });
}

/** Stores the result of a check: the name and followers of the page, or the error. A rejected token disconnects the account. */
function storeCheck(ctx: Ctx, found: PageFacts | GraphRefusal, isTest: boolean): void {
  inTransaction(ctx.db, () => {
    const before = findAccount(ctx);
    if (!(found instanceof GraphRefusal))
      writeAccount(ctx, before, { status: 'connected', name: found.name, followers: found.followers, lastError: null });
    else if (found.kind === 'token') noteDisconnected(ctx, found.message, { isTest });
    else writeAccount(ctx, before, { status: before?.status ?? 'pending', lastError: found.message });
  });
}

/** Asks the page for its name and followers and stores them. Returns the answer or the error, undefined if no page is configured. */
export async function checkAccount(ctx: Ctx, { isTest = false } = {}): Promise<PageFacts | GraphRefusal | undefined> {
  if (!ctx.facebook) return undefined;
  const found = await ctx.facebook.checkPage().catch((error: unknown) => {
    if (error instanceof GraphRefusal) return error;
    throw error;
  });
  storeCheck(ctx, found, isTest);
  return found;
}

/** Returns whether posts would be accepted, or the reason they would not, for `GET /api/facebook/test`. */
export async function testFacebook(ctx: Ctx): Promise<z.output<typeof facebookTest>> {
  const found = await checkAccount(ctx, { isTest: true });
  if (!found) return { success: false, message: POSTING_NOT_CONFIGURED };
  if (found instanceof GraphRefusal) return { success: false, message: found.message };
  const { name, followers } = found;
  return { success: true, message: `Connected to ${name ?? 'the page'}.`, ...(name !== null && { name }), followers };
}

/** Returns the percentage of followers that reacted to some posts, with one decimal, or null if either is unknown. */
const getEngagement = (reactions: number | null, followers: number | null): number | null =>
  reactions === null || !followers ? null : Math.round((1000 * reactions) / followers) / 10;

function connectedCard(ctx: Ctx, { followers, name, checkedAt, lastError }: AccountRow): PlatformCard {
  const isRecent = and(gte(socialPosts.postedAt, addMinutes(ctx.now(), -RECENT_MINUTES)), eq(socialPosts.platform, PUBLISHED_ON));
  const reactions = sum(sql`coalesce(likes, 0) + coalesce(comments, 0) + coalesce(shares, 0)`).mapWith(Number);
  const figures = ctx.db
    .select({ posts: count(), measured: count(sql`coalesce(likes, comments, shares)`), reactions })
    .from(socialPosts)
    .where(isRecent)
    .get();
  const engagement = figures?.measured ? getEngagement(figures.reactions, followers) : null;
  return {
    platform: PUBLISHED_ON,
    status: 'connected',
    isSample: false,
    name,
    followers,
    engagement,
    posts: figures?.posts ?? 0,
    checkedAt,
    lastError,
  };
}

function getCard(ctx: Ctx, platform: Platform): PlatformCard {
  const account = platform === PUBLISHED_ON && ctx.facebook ? findAccount(ctx) : undefined;
  if (account?.status === 'connected') return connectedCard(ctx, account);
  // Configured, but never asked.
  const status = platform === PUBLISHED_ON && ctx.facebook ? (account?.status ?? 'pending') : 'disconnected';
  const { name = null, checkedAt = null, lastError = null } = account ?? {};
  return { platform, status, isSample: true, name, checkedAt, lastError, ...SAMPLE_FIGURES[platform] };
}

/** Returns a card for each platform, with its own figures if it is connected, and the latest posts. */
export const getOverview = (ctx: Ctx): SocialOverview => ({
  isConfigured: ctx.facebook !== undefined,
  platforms: PLATFORMS.map((platform) => getCard(ctx, platform)),
  latest: latestPosts(ctx),
});
