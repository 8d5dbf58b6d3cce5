import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage } from '../../../db/prepared';
import { ratings, workOrderPhotos, workOrders } from '../../../db/schema';
import { ACTIVE_STATUSES, DONE_STATUSES, formatService, getPhase, OPEN_STATUSES, type Phase } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { PortalVisit, portalConfirmation, portalVisits, portalVisitsInput } from '../../shared/portal-schemas';
import { businessDay, businessDayBounds } from '../../shared/time';
import type { visitConfirmed } from '../../shared/visits';
import type { Ctx } from '../context';
import { toPhoto } from '../dispatch/work-orders';
import { getManageUrl } from '../mail/messages/calendar-entry';
import { confirmRow } from '../visits/service';
import { findVisit, getVisitBounds, listCrewNames, listVisitRows, type VisitRow } from '../visits/visit';
import { callingClient } from './calling-client';
import { isOwnJobRow } from './own-jobs';
import { readSkippableDays } from './plans';

export type OwnJob = typeof workOrders.$inferSelect;

/** Returns a job of the client. Throws NOT_FOUND. */
export function getOwnJob(ctx: Ctx, id: number): OwnJob {
  const row = ctx.db
    .select()
    .from(workOrders)
    .where(and(eq(workOrders.id, id), isOwnJobRow(ctx)))
    .get();
  if (!row) throw new DomainError('NOT_FOUND', 'This visit does not exist.');
  return row;
}

/** Returns whether a job, by its id or number, is one of the client's. */
export const isOwnJob = (ctx: Ctx, id: string): boolean =>
  ctx.db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(/^\d+$/.test(id) ? eq(workOrders.id, Number(id)) : eq(workOrders.workOrderId, id), isOwnJobRow(ctx)))
    .get() !== undefined;

type Page = { limit: number; cursor?: number | null | undefined };
/** The pluses keep SQLite from the indexes of all clients' jobs by date. */
const place = sql`(+${workOrders.scheduledDate}, +${workOrders.id})`;
const selectPlace = (ctx: Ctx, cursor: number): SQL =>
  sql`(select scheduled_date, id from work_orders own where own.id = ${cursor} and own.client_id = ${callingClient(ctx)})`;

const startOfToday = (ctx: Ctx): string => businessDayBounds(businessDay(ctx.now()))[0];

const isAhead = (ctx: Ctx): SQL =>
  sql`(${inArray(workOrders.status, OPEN_STATUSES)} and (${inArray(workOrders.status, ACTIVE_STATUSES)} or ${workOrders.scheduledDate} >= ${startOfToday(ctx)}))`;

/** Returns the next visits: those under way and those planned for today or later, the first one first. */
function listUpcomingJobs(ctx: Ctx, { limit, cursor }: Page): OwnJob[] {
  return ctx.db
    .select()
    .from(workOrders)
    .where(and(isOwnJobRow(ctx), isAhead(ctx), cursor == null ? undefined : sql`${place} > ${selectPlace(ctx, cursor)}`))
    .orderBy(asc(sql`+${workOrders.scheduledDate}`), asc(sql`+${workOrders.id}`))
    .limit(limit)
    .all();
}

/** Returns the visits that are over, also planned ones whose day passed, or the finished ones alone, newest first. */
function listPastJobs(ctx: Ctx, { limit, cursor }: Page, isListed = sql`not ${isAhead(ctx)}`): OwnJob[] {
  return ctx.db
    .select()
    .from(workOrders)
    .where(and(isOwnJobRow(ctx), isListed, cursor == null ? undefined : sql`${place} < ${selectPlace(ctx, cursor)}`))
    .orderBy(desc(sql`+${workOrders.scheduledDate}`), desc(sql`+${workOrders.id}`))
    .limit(limit)
    .all();
}

const STATES: Record<Phase, PortalVisit['state']> = {
  planned: 'upcoming',
  active: 'underway',
  problem: 'underway',
  done: 'done',
  cancelled: 'cancelled',
};
function toState(ctx: Ctx, { status, scheduledDate }: OwnJob): PortalVisit['state'] {
  const state = STATES[getPhase(status)];
  return state === 'upcoming' && scheduledDate < startOfToday(ctx) ? 'unrecorded' : state;
}

/** Reads what belongs to jobs: their photos and their ratings. */
function loadParts(ctx: Ctx, ids: readonly number[]) {
  const list = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const photos = ctx.db.select().from(workOrderPhotos).where(sql`${workOrderPhotos.workOrderId} in ${list}`).all();
  const rated = ctx.db.select().from(ratings).where(sql`${ratings.workOrderId} in ${list}`).all();
  return {
    getPhotos: (id: number) =>
      photos
        .filter(({ workOrderId }) => workOrderId === id)
        .sort((one, other) => one.id - other.id)
        .map((photo) => {
          const { kind, url } = toPhoto(photo);
          return { id: photo.id, kind, url };
        }),
    findRating: (id: number) => rated.find(({ workOrderId }) => workOrderId === id),
  };
}

function toVisit(ctx: Ctx, job: OwnJob, row: VisitRow): Omit<PortalVisit, 'photos' | 'rating' | 'canSkip'> {
  const [startsAt, endsAt] = getVisitBounds(row);
  const state = toState(ctx, job);
  const isAhead = state === 'upcoming' && job.scheduledDate > ctx.now().toISOString();
  return {
    workOrderId: job.id,
    serviceName: formatService(job.serviceType),
    date: businessDay(startsAt),
    startsAt,
    endsAt,
    address: row.address,
    state,
    crew: listCrewNames(ctx, job.id, state === 'done'),
    confirmedAt: job.confirmedAt,
    canConfirm: isAhead && job.confirmedAt === null,
    manageUrl: isAhead && row.booking?.manageToken ? getManageUrl(ctx.origin, row.booking) : null,
    planId: job.planId,
    planDate: job.planDate,
    canRate: state === 'done',
  };
}

function toVisits(ctx: Ctx, jobs: readonly OwnJob[]): PortalVisit[] {
  const ids = jobs.map(({ id }) => id);
  const rows = new Map(listVisitRows(ctx, ids).map((row) => [row.id, row]));
  const { getPhotos, findRating } = loadParts(ctx, ids);
  const canSkip = readSkippableDays(ctx, jobs);
  return jobs.flatMap((job) => {
    const row = rows.get(job.id);
    const rating = findRating(job.id);
    if (!row) return [];
    return {
      ...toVisit(ctx, job, row),
      canSkip: canSkip(job),
      photos: getPhotos(job.id),
      rating: rating ? { stars: rating.stars, text: rating.text } : null,
    };
  });
}

/** Lists the client's visits: coming ones from the next on, past ones from the newest back. */
export function listVisits(ctx: Ctx, { view, ...page }: z.output<typeof portalVisitsInput>): z.output<typeof portalVisits> {
  const list = view === 'upcoming' ? listUpcomingJobs : listPastJobs;
  const { rows, nextCursor } = cutPage(list(ctx, { ...page, limit: page.limit + 1 }), page.limit, ({ id }) => id);
  return { rows: toVisits(ctx, rows), nextCursor };
}

type ExportedVisit = Omit<PortalVisit, 'canConfirm' | 'canSkip' | 'canRate' | 'manageUrl'>;
/** Returns all visits of the client, the oldest first and some at a time, without what their page offers. */
export function* readEveryVisit(ctx: Ctx, atOnce: number): Generator<ExportedVisit[]> {
  const all = ctx.db.select({ id: workOrders.id }).from(workOrders).where(isOwnJobRow(ctx)).all();
  const ids = all.map(({ id }) => id).sort((one, other) => one - other);
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = inArray(workOrders.id, ids.slice(start, start + atOnce));
    const jobs = ctx.db.select().from(workOrders).where(some).orderBy(asc(workOrders.id)).all();
    yield toVisits(ctx, jobs).map(({ canConfirm: _c, canSkip: _s, canRate: _r, manageUrl: _m, ...visit }) => visit);
  }
}

/** Returns the newest finished job of the client. */
export const findNewestDone = (ctx: Ctx): OwnJob | undefined =>
  listPastJobs(ctx, { limit: 1 }, inArray(workOrders.status, DONE_STATUSES))[0];

/** Returns the next visit, and the newest finished one if the client has not rated it. */
export function findNextAndUnrated(ctx: Ctx): { nextVisit: PortalVisit | null; toRate: PortalVisit | null } {
  const [next] = listUpcomingJobs(ctx, { limit: 1 });
  const done = findNewestDone(ctx);
  const visits = toVisits(ctx, [...(next ? [next] : []), ...(done ? [done] : [])]);
  const newest = visits.find(({ workOrderId }) => workOrderId === done?.id);
  return {
    nextVisit: visits.find(({ workOrderId }) => workOrderId === next?.id) ?? null,
    toRate: newest?.rating === null ? newest : null,
  };
}

/** Stores that the client confirmed a visit of theirs; repeating it changes nothing. Throws NOT_FOUND, CONFLICT. */
export function confirmVisit(ctx: Ctx, { workOrderId, startsAt }: z.output<typeof portalConfirmation>): z.output<typeof visitConfirmed> {
  return inTransaction(ctx.db, () => {
    const { id } = getOwnJob(ctx, workOrderId);
    return confirmRow(ctx, findVisit(ctx, id) as VisitRow, startsAt);
  });
}
