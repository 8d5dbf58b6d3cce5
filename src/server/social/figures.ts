import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { countRows, prepared } from '../../../db/prepared';
import { socialPosts } from '../../../db/schema';
import { addDays, getWeekday } from '../../shared/calendar-day';
import { getMonday } from '../../shared/calendar-periods';
import { PLATFORMS, POST_TYPES, SUGGESTIONS_FROM } from '../../shared/social';
import type { PostFigures, SuggestedTimes } from '../../shared/social-schemas';
import { groupBy, median } from '../../shared/statistics';
import { businessDay, businessDayBounds, businessHour, businessInstant, minutesBetween } from '../../shared/time';
import type { Ctx } from '../context';
import { getPost } from './service';

/** Posts that one analysis counts: the newest of the last twelve months. */
const MAX_POSTS = 5000;
const DAYS = 365;
/** One post in an hour of the week proves nothing. */
const MIN_POSTS_OF_HOUR = 2;
const SUGGESTED = 3;

const { id, platform, type, createdAt, postedAt, likes, comments, shares, reach } = socialPosts;
const postedSince = prepared((db) =>
  db
    .select({ id, platform, type, createdAt, postedAt: sql<string>`${postedAt}`, likes, comments, shares, reach })
    .from(socialPosts)
    .where(gte(postedAt, sql.placeholder('from')))
    .orderBy(desc(postedAt))
    .limit(MAX_POSTS + 1),
);
const firstInstant = (ctx: Ctx): string => businessDayBounds(addDays(businessDay(ctx.now()), -DAYS))[0];
/** Reads the newest first, one more than is counted. */
const readPosted = (ctx: Ctx) => postedSince(ctx.db).all({ from: firstInstant(ctx) });
type Posted = ReturnType<typeof readPosted>[number];

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
type Figure = 'likes' | 'comments' | 'shares' | 'reach';
const known = (rows: readonly Posted[], figure: Figure): number[] => rows.map((row) => row[figure]).filter((value) => value !== null);
const sumKnown = (rows: readonly Posted[], figure: Figure): number | null => {
  const values = known(rows, figure);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
};
const getAverage = (values: number[]): number | null =>
  values.length === 0 ? null : oneDecimal(values.reduce((sum, value) => sum + value, 0) / values.length);

/** Returns the likes, comments and shares of a post, or undefined if the platform reported none of them. */
const getEngagement = ({ likes, comments, shares }: Posted): number | undefined =>
  likes === null && comments === null && shares === null ? undefined : (likes ?? 0) + (comments ?? 0) + (shares ?? 0);
const engagements = (rows: readonly Posted[]): number[] => rows.map(getEngagement).filter((value) => value !== undefined);

const sums = (rows: readonly Posted[]) => ({
  likes: sumKnown(rows, 'likes'),
  comments: sumKnown(rows, 'comments'),
  shares: sumKnown(rows, 'shares'),
});
const getGroup = (rows: readonly Posted[]) => ({ posts: rows.length, ...sums(rows), averageEngagement: getAverage(engagements(rows)) });

/** Counts the posts of each week from that of the oldest one to the current one. */
function countPerWeek(ctx: Ctx, newestFirst: readonly Posted[]): PostFigures['perWeek'] {
  let current = { week: getMonday(businessDay(ctx.now())), posts: 0 };
  let [start] = businessDayBounds(current.week);
  const weeks = [current];
  for (const { postedAt } of newestFirst) {
    while (postedAt < start) {
      current = { week: addDays(current.week, -7), posts: 0 };
      [start] = businessDayBounds(current.week);
      weeks.unshift(current);
    }
    current.posts += 1;
  }
  return weeks;
}

/** Returns the posts with the most and the fewest reactions; no worst one if all did equally well. */
function findExtremes(ctx: Ctx, rows: readonly Posted[]): Pick<PostFigures, 'best' | 'worst'> {
  const measured = rows
    .filter((row) => getEngagement(row) !== undefined)
    .toSorted((a, b) => (getEngagement(b) ?? 0) - (getEngagement(a) ?? 0));
  const [best] = measured;
  const least = measured.find((row) => getEngagement(row) === getEngagement(measured.at(-1) ?? row));
  return { best: best ? getPost(ctx, best) : null, worst: least && least !== best ? getPost(ctx, least) : null };
}

/** Counts the posts that failed since then and were not planned again. */
const countFailed = (ctx: Ctx): number =>
  countRows(ctx.db, socialPosts, and(eq(socialPosts.status, 'failed'), gte(socialPosts.createdAt, firstInstant(ctx))));

/** Returns the results of the posts of the last twelve months, or null if none was posted. */
export function getAnalytics(ctx: Ctx): PostFigures | null {
  const found = readPosted(ctx);
  const rows = found.slice(0, MAX_POSTS);
  if (rows.length === 0) return null;
  const failed = countFailed(ctx);
  return {
    since: businessDay(firstInstant(ctx)),
    isCut: found.length > MAX_POSTS,
    posts: rows.length,
    measured: engagements(rows).length,
    ...sums(rows),
    reach: sumKnown(rows, 'reach'),
    averages: {
      likes: getAverage(known(rows, 'likes')),
      comments: getAverage(known(rows, 'comments')),
      shares: getAverage(known(rows, 'shares')),
      engagement: getAverage(engagements(rows)),
    },
    perWeek: countPerWeek(ctx, rows),
    byType: POST_TYPES.map((type) => ({ type, ...getGroup(rows.filter((row) => row.type === type)) })).filter(({ posts }) => posts > 0),
    byPlatform: PLATFORMS.map((platform) => ({ platform, ...getGroup(rows.filter((row) => row.platform === platform)) })).filter(
      ({ posts }) => posts > 0,
    ),
    ...findExtremes(ctx, rows),
    failed,
    failedShare: oneDecimal((100 * failed) / (failed + rows.length)),
    medianMinutesToPost: median(rows.map(({ createdAt, postedAt }) => minutesBetween(createdAt, postedAt) ?? 0)) ?? 0,
  };
}

function nextTime(ctx: Ctx, weekday: number, hour: number): string {
  const today = businessDay(ctx.now());
  const time = `${String(hour).padStart(2, '0')}:00`;
  const instant = businessInstant(addDays(today, (weekday - getWeekday(today) + 7) % 7), time);
  return instant > ctx.now().toISOString() ? instant : businessInstant(addDays(businessDay(instant), 7), time);
}

/**
 * Returns the hours of the week with the most reactions per post, from twenty posts of the last twelve months on. An hour needs two
 * posts.
 */
export function getSuggestedTimes(ctx: Ctx): SuggestedTimes {
  const rows = readPosted(ctx);
  const posted = rows.length;
  if (posted < SUGGESTIONS_FROM) return { posted, needed: SUGGESTIONS_FROM, times: [] };
  const measured = rows.filter((row) => getEngagement(row) !== undefined);
  const times = [...groupBy(measured, ({ postedAt }) => businessHour(postedAt).join(' '))]
    .filter(([, posts]) => posts.length >= MIN_POSTS_OF_HOUR)
    .map(([key, posts]) => {
      const [weekday = 0, hour = 0] = key.split(' ').map(Number);
      const averageEngagement = getAverage(engagements(posts)) ?? 0;
      return { weekday, hour, posts: posts.length, averageEngagement, next: nextTime(ctx, weekday, hour) };
    })
    .sort((a, b) => b.averageEngagement - a.averageEngagement || b.posts - a.posts || a.next.localeCompare(b.next));
  return { posted, needed: SUGGESTIONS_FROM, times: times.slice(0, SUGGESTED) };
}
