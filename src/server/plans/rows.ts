import { and, count, desc, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, clients, plans } from '../../../db/schema';
import { quoteWords } from '../../../db/schema/checks';
import { addDays } from '../../shared/calendar-day';
import { OPEN_STATUSES } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { formatCents, formatKnownCents } from '../../shared/money';
import { formatRule, monthlyCents, PLAN_STATUSES, type PlanStatus } from '../../shared/plans';
import type { Checklist, Plan } from '../../shared/plans-schemas';
import { businessDay, businessDayBounds } from '../../shared/time';
import type { Ctx } from '../context';

export type PlanValues = typeof plans.$inferSelect;

/**
 * Changes of a plan look back this many days: a visit that is still to come may have been moved from a day of the rule that has passed.
 */
export const MOVED_DAYS = 90;
const [today, now, recent] = [sql.placeholder('today'), sql.placeholder('now'), sql.placeholder('recent')];

/**
 * Selects the status of a plan on a day: a pause ends by itself, a plan ends after its last day, and a proposal ends with its booking.
 * The nightly job stores what has changed.
 */
export const statusOn = (day: SQL | Placeholder) => sql<PlanStatus>`case
  when ${plans.status} in ('active', 'paused') and ${plans.until} < ${day} then 'ended'
  when ${plans.status} = 'paused' and ${plans.pausedUntil} <= ${day} then 'active'
  when ${plans.status} = 'proposed' and ${appointmentBookings.status} = 'cancelled' then 'ended'
  else ${plans.status} end`;

const planQuery = (db: Db) =>
  db
    .select({
      ...getTableColumns(plans),
      status: statusOn(today),
      clientName: clients.name,
      bookingId: appointmentBookings.id,
      nextVisitAt: sql<string | null>`(select min(scheduled_date) from work_orders where plan_id = ${plans.id} and plan_date >= ${recent}
        and scheduled_date >= ${now} and status in (${sql.raw(quoteWords(OPEN_STATUSES))}))`,
    })
    .from(plans)
    .innerJoin(clients, eq(clients.id, plans.clientId))
    .leftJoin(appointmentBookings, eq(appointmentBookings.planId, plans.id));
const planById = prepared((db) => planQuery(db).where(eq(plans.id, sql.placeholder('id'))));

/** A plan as stored, with its present status. */
export type PlanRow = NonNullable<ReturnType<ReturnType<typeof planById>['get']>>;

/** Returns the values of the placeholders of the query: the current day in the company's time zone. */
function moment(ctx: Pick<Ctx, 'now'>) {
  const day = businessDay(ctx.now());
  return { today: day, now: businessDayBounds(day)[0], recent: addDays(day, -MOVED_DAYS) };
}

/** Returns a plan with its present status. Throws NOT_FOUND. */
export function getPlanRow(ctx: Ctx, id: number): PlanRow {
  const row = planById(ctx.db).get({ id, ...moment(ctx) });
  if (!row) throw new DomainError('NOT_FOUND', 'This plan does not exist.');
  return row;
}

const isOver = sql`${plans.until} < ${today}`;
/**
 * For each present status, the stored statuses that can stand for it, each with its condition. Lists read each stored status from its
 * index, which has the order of the ids.
 */
const STORED_AS: Record<PlanStatus, Partial<Record<PlanStatus, SQL>>> = {
  proposed: { proposed: sql`${appointmentBookings.status} is not 'cancelled'` },
  active: { active: sql`${isOver} is not true`, paused: sql`${isOver} is not true and ${plans.pausedUntil} <= ${today}` },
  paused: { paused: sql`${isOver} is not true and (${plans.pausedUntil} <= ${today}) is not true` },
  ended: { ended: sql`true`, active: isOver, paused: isOver, proposed: sql`${appointmentBookings.status} = 'cancelled'` },
};

type PlanFilter = { status?: PlanStatus | undefined; clientId?: number | undefined; cursor?: number | undefined };
/** Returns the conditions of the queries that make up a list: one for each stored status, or a single empty one for the whole list. */
function listConditions({ status, clientId }: PlanFilter): (SQL | undefined)[] {
  if (status === undefined && clientId === undefined) return [undefined];
  const isOfClient = clientId === undefined ? undefined : eq(plans.clientId, clientId);
  if (status === undefined) return PLAN_STATUSES.map((stored) => and(isOfClient, eq(plans.status, stored)));
  const stored = Object.entries(STORED_AS[status]) as [PlanStatus, SQL][];
  return stored.map(([word, condition]) => and(isOfClient, eq(plans.status, word), condition));
}

/** Returns the query of plans by status and client, newest first, which its caller limits. */
export function listPlanRows(ctx: Ctx, { cursor, ...filter }: PlanFilter) {
  const isNext = cursor === undefined ? undefined : sql`${plans.id} < ${cursor}`;
  const queries = listConditions(filter).map((condition) => planQuery(ctx.db).where(and(condition, isNext)).orderBy(desc(plans.id)));
  return {
    limit: (rows: number) => ({
      all: () =>
        queries
          .flatMap((query) => query.limit(rows).all(moment(ctx)))
          .sort((one, other) => other.id - one.id)
          .slice(0, rows),
    }),
  };
}

const parseChecklist = (text: string | null): Checklist => (text === null ? [] : JSON.parse(text));
/** Returns the tasks that a plan lists for each visit. */
export const readChecklist = ({ checklist }: Pick<PlanValues, 'checklist'>): Checklist => parseChecklist(checklist);

/** Formats a plan for the wire, without its visits. */
export function toPlan({ priceCents, importKey: _importKey, updatedAt: _updatedAt, nextVisitAt, ...row }: PlanRow): Plan {
  return {
    ...row,
    checklist: readChecklist(row),
    price: formatKnownCents(priceCents),
    words: formatRule(row.rrule, row.startTime),
    nextVisit: nextVisitAt === null ? null : businessDay(nextVisitAt),
    monthlyValue: formatCents(monthlyCents({ ...row, priceCents })),
  };
}

/** Counts the proposed plans, whose bookings are not cancelled. */
export const countProposed = ({ db }: Pick<Ctx, 'db'>): number =>
  db
    .select({ rows: count() })
    .from(plans)
    .leftJoin(appointmentBookings, eq(appointmentBookings.planId, plans.id))
    .where(and(eq(plans.status, 'proposed'), sql`${appointmentBookings.status} is not 'cancelled'`))
    .get()?.rows ?? 0;
