import { and, count, desc, eq, exists, gt, gte, lt, ne, sql, sum } from 'drizzle-orm';
import { countRows } from '../../../db/prepared';
import { clients, dailyStats, products, socialPosts, workOrderPhotos, workOrders } from '../../../db/schema';
import { addDays, daysBetween, getWeekday } from '../../shared/calendar-day';
import { getMonday } from '../../shared/calendar-periods';
import { CLEANING_TIPS } from '../../shared/cleaning-tips';
import { formatCount } from '../../shared/counts';
import { DONE_STATUSES, getFamily } from '../../shared/dispatch';
import { countCharacters, MAX_POST_LENGTH, type PostType, PUBLISHED_ON } from '../../shared/social';
import { shortDate } from '../../shared/staff-times';
import { businessDay, businessDayBounds, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';
import { insertPost, type PostRow } from './service';

/** Jobs that one run may count, and days among which it looks for a free one. */
const MAX_JOBS = 1000;
const MAX_DAYS_AHEAD = 60;
const POSTING_TIME = '10:00';

type Family = ReturnType<typeof getFamily<'residential'>>;
/** Our own words for the services: the words that staff typed may contain names. */
const SPOTLIGHTS: Record<Family, string> = {
  residential:
    'Service Spotlight: home cleaning. Kitchen, bathrooms, floors and everything in between, once or on a schedule that suits you.',
  commercial: 'Service Spotlight: commercial cleaning. Work areas, washrooms, floors and waste, at hours that suit your business.',
  specialty: 'Service Spotlight: specialty cleaning. Carpets, windows, upholstery or the dust after a renovation: a job of its own.',
  emergency: 'Service Spotlight: emergency cleaning. Water, soil or debris: we remove it, disinfect and set up drying.',
};
const FAMILIES = Object.keys(SPOTLIGHTS) as [Family, ...Family[]];

type Idea = { name: string; type: PostType; parts: string[]; evidence: string[] };

/** Finished jobs of some days, newest first, a thousand at most. The plus keeps SQLite from reading all finished jobs. */
const finishedJobs = (ctx: Ctx, from: string, to: string) =>
  ctx.db
    .select({ id: workOrders.id, serviceType: workOrders.serviceType, clientId: workOrders.clientId, addressId: workOrders.addressId })
    .from(workOrders)
    .where(and(gte(workOrders.completedDate, from), lt(workOrders.completedDate, to), sql`+${workOrders.status} in ${DONE_STATUSES}`))
    .orderBy(desc(workOrders.completedDate))
    .limit(MAX_JOBS);

function countJobs(ctx: Ctx, from: string, to: string) {
  const rows = finishedJobs(ctx, from, to).all();
  const homes = new Set(
    rows.filter((row) => getFamily(row.serviceType) === 'residential').map((row) => `${row.clientId}/${row.addressId}`),
  );
  const families = FAMILIES.map((family) => ({ family, jobs: rows.filter((row) => getFamily(row.serviceType) === family).length }));
  return { jobs: rows.length, homes: homes.size, families };
}

function countShowable(ctx: Ctx, from: string, to: string): number {
  const jobs = finishedJobs(ctx, from, to).as('jobs');
  const has = (kind: 'before' | 'after') =>
    exists(
      ctx.db
        .select({ id: workOrderPhotos.id })
        .from(workOrderPhotos)
        .where(and(eq(workOrderPhotos.workOrderId, jobs.id), eq(workOrderPhotos.kind, kind))),
    );
  const row = ctx.db
    .select({ showable: count() })
    .from(jobs)
    .innerJoin(clients, eq(clients.id, jobs.clientId))
    .where(and(eq(clients.photoConsent, true), has('before'), has('after')))
    .get();
  return row?.showable ?? 0;
}

/** Returns the days since 1970, so that neighbouring days use different words. */
const getDayNumber = (day: string): number => daysBetween('1970-01-01', day);
const getTip = (day: string): string => CLEANING_TIPS[getDayNumber(day) % CLEANING_TIPS.length] ?? CLEANING_TIPS[0];

function lastWeek(day: string): [from: string, to: string] {
  const monday = getMonday(day);
  return [businessDayBounds(addDays(monday, -7))[0], businessDayBounds(monday)[0]];
}

function countAcquired(ctx: Ctx, monday: string): { days: number; clients: number } {
  const isOfWeek = and(gte(dailyStats.date, monday), lt(dailyStats.date, addDays(monday, 7)));
  const row = ctx.db
    .select({ days: count(), clients: sum(dailyStats.clientsAcquired).mapWith(Number) })
    .from(dailyStats)
    .where(isOfWeek)
    .get();
  return { days: row?.days ?? 0, clients: row?.clients ?? 0 };
}
const countProducts = (ctx: Ctx): number => countRows(ctx.db, products, and(eq(products.isActive, true), gt(products.stockQuantity, 0)));

type Week = { homes: number; clients: number };
/** Writes a post with the figures of last week, or without figures if `week` is undefined: a week that is not over has no results yet. */
function motivation(day: string, week: Week | undefined, postCount: number): Idea {
  const { homes = 0, clients: won = 0 } = week ?? {};
  const isTold = homes >= postCount;
  const welcome =
    won >= postCount
      ? { parts: [`Welcome to the ${won} new clients of last week!`], evidence: [`${won} new clients in the daily figures of last week`] }
      : { parts: [], evidence: [] };
  return {
    name: 'Monday Motivation',
    type: isTold ? 'business-update' : 'cleaning-tip',
    parts: [
      isTold
        ? `Monday Motivation: ${homes} homes cleaned last week, and a new week to make yours shine.`
        : 'Monday Motivation: a fresh week, a fresh start.',
      ...welcome.parts,
      getTip(day),
    ],
    evidence: [
      ...(isTold ? [`${homes} homes with a finished job last week, Monday to Sunday`] : []),
      ...welcome.evidence,
      ...(week === undefined ? ['The week before it is not over yet, so no count is given'] : []),
      ...(week !== undefined && !isTold && won < postCount ? ['No count of last week is large enough to publish'] : []),
    ],
  };
}

function transformation(day: string, showable: number): Idea {
  return {
    name: 'Transformation Tuesday',
    type: 'customer-story',
    parts: ['Transformation Tuesday: the same room before and after one visit. Which corner of yours would you start with?', getTip(day)],
    evidence: [
      `${showable} finished ${showable === 1 ? 'job' : 'jobs'} of the last 30 days with pictures before and after that the client allows you to show; add them by hand`,
    ],
  };
}

type Month = { families: { family: Family; jobs: number }[]; isOver: boolean; sold: number };
/**
 * Picks the family with the most jobs if there are enough, else each family in turn. The number of jobs is named once the days are over,
 * and every other day the number of products in the store.
 */
function spotlight(day: string, { families, isOver, sold }: Month, postCount: number): Idea {
  const busiest = families.reduce((most, next) => (next.jobs > most.jobs ? next : most));
  const isChosen = busiest.jobs >= postCount;
  const isStoreTold = sold >= postCount && getDayNumber(day) % 2 === 0;
  const isTold = isChosen && isOver;
  const family = isChosen ? busiest.family : (FAMILIES[getDayNumber(day) % FAMILIES.length] ?? 'residential');
  return {
    name: 'Service Spotlight',
    type: 'service-highlight',
    parts: [
      SPOTLIGHTS[family],
      ...(isTold ? [`We did ${busiest.jobs} of these in the last 30 days.`] : []),
      ...(isStoreTold ? [`For the days in between: ${sold} products in our store.`] : []),
      getTip(day),
    ],
    evidence: [
      isTold
        ? `${busiest.jobs} finished jobs of this kind in the last 30 days`
        : isChosen
          ? `${busiest.jobs} finished jobs of this kind so far; the 30 days before it are not over yet, so no count is given`
          : 'No count of the last 30 days is large enough to publish',
      ...(isStoreTold ? [`${sold} active products in stock`] : []),
    ],
  };
}

/** The figures that were read for a post: finished jobs, products, and days of the daily figures. */
type Examined = { jobs: number; products: number; days: number };

/**
 * Returns the theme for the day on which the post appears, with the facts of the days before it, and the number of rows that were read
 * for it.
 */
function ideaFor(ctx: Ctx, day: string): { idea: Idea; examined: Examined } {
  const now = ctx.now().toISOString();
  const { postCount } = getSettings(ctx).automation;
  if (getWeekday(day) === 1) {
    const [from, to] = lastWeek(day);
    if (to > now) return { idea: motivation(day, undefined, postCount), examined: { jobs: 0, products: 0, days: 0 } };
    const { jobs, homes } = countJobs(ctx, from, to);
    const { days, clients: won } = countAcquired(ctx, addDays(day, -7));
    return { idea: motivation(day, { homes, clients: won }, postCount), examined: { jobs, products: 0, days } };
  }
  const [from] = businessDayBounds(addDays(day, -30));
  const [start] = businessDayBounds(day);
  const isOver = start <= now;
  const to = isOver ? start : now;
  const showable = getWeekday(day) === 2 ? countShowable(ctx, from, to) : 0;
  if (showable > 0) return { idea: transformation(day, showable), examined: { jobs: showable, products: 0, days: 0 } };
  const { jobs, families } = countJobs(ctx, from, to);
  const sold = countProducts(ctx);
  return { idea: spotlight(day, { families, isOver, sold }, postCount), examined: { jobs, products: sold, days: 0 } };
}

const compose = (parts: string[]): string =>
  parts.reduce((text, part) => {
    const longer = text === '' ? part : `${text} ${part}`;
    return countCharacters(longer) <= MAX_POST_LENGTH ? longer : text;
  }, '');

function hasPost(ctx: Ctx, day: string): boolean {
  const [from, to] = businessDayBounds(day);
  const some = (column: typeof socialPosts.scheduledFor | typeof socialPosts.postedAt) =>
    countRows(ctx.db, socialPosts, and(gte(column, from), lt(column, to), ne(socialPosts.status, 'cancelled'))) > 0;
  return some(socialPosts.scheduledFor) || some(socialPosts.postedAt);
}

function nextFreeDay(ctx: Ctx): string | undefined {
  const today = businessDay(ctx.now());
  return Array.from({ length: MAX_DAYS_AHEAD }, (_, ahead) => addDays(today, ahead + 1)).find((day) => !hasPost(ctx, day));
}

const isOfWorker = eq(socialPosts.source, 'worker');
function draftsToday(ctx: Ctx): number {
  const [from, to] = businessDayBounds(businessDay(ctx.now()));
  return countRows(ctx.db, socialPosts, and(gte(socialPosts.createdAt, from), lt(socialPosts.createdAt, to), isOfWorker));
}
const countOpenDrafts = (ctx: Ctx, most: number): number =>
  ctx.db
    .select({ id: socialPosts.id })
    .from(socialPosts)
    .where(and(eq(socialPosts.status, 'draft'), isOfWorker))
    .limit(most)
    .all().length;

function keepDraft(ctx: Ctx, { type, parts, evidence }: Idea, plannedDay: string | undefined): PostRow {
  const plan = plannedDay
    ? { status: 'scheduled' as const, isApproved: true, scheduledFor: businessInstant(plannedDay, POSTING_TIME) }
    : { status: 'draft' as const };
  const dedupeKey = `worker:${businessDay(ctx.now())}`;
  const values = {
    platform: PUBLISHED_ON,
    type,
    content: compose(parts),
    source: 'worker' as const,
    evidence: JSON.stringify(evidence),
    dedupeKey,
  };
  return insertPost(ctx, { ...values, ...plan }, plannedDay ? 'scheduled' : 'drafted');
}

const describeExamined = ({ jobs, products: sold, days }: Examined): string =>
  [
    formatCount(jobs, 'finished job'),
    ...(sold > 0 ? [formatCount(sold, 'product')] : []),
    ...(days > 0 ? [`${formatCount(days, 'day')} of figures`] : []),
  ].join(' and ');

/**
 * Writes at most one draft a day, and skips it while three wait, from anonymous counts. If the owner turned it on and a page is
 * configured, the draft is scheduled for the next day without a post. Call it inside a transaction.
 */
export function draftDailyPost(ctx: Ctx) {
  if (draftsToday(ctx) > 0) return { examined: 0, created: 0, message: 'Nothing to do: the draft of today was written already.' };
  const { openPosts, autoSchedulePosts } = getSettings(ctx).automation;
  const waiting = countOpenDrafts(ctx, openPosts);
  if (waiting >= openPosts)
    return {
      examined: 0,
      created: 0,
      message: `Nothing to do: ${waiting === 1 ? '1 draft waits' : `${waiting} drafts wait`} for approval already.`,
    };
  const mayPlan = autoSchedulePosts && ctx.facebook !== undefined;
  const plannedDay = mayPlan ? nextFreeDay(ctx) : undefined;
  const { idea, examined } = ideaFor(ctx, plannedDay ?? businessDay(ctx.now()));
  keepDraft(ctx, idea, plannedDay);
  const where = plannedDay ? `scheduled for ${shortDate(plannedDay, businessDay(ctx.now()))}` : 'as a draft';
  return {
    examined: examined.jobs + examined.products + examined.days,
    created: 1,
    message: `Examined ${describeExamined(examined)}, wrote 1 post ${where}: ${idea.name}. Ratings by clients are not quoted.`,
  };
}
