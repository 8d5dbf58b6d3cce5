import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { clientAddresses, clients, invoices, workOrders } from '../../../db/schema';
import { readSliced, type Sliced } from '../../../db/slices';
import { findArea } from '../../shared/area';
import { addDays } from '../../shared/calendar-day';
import { DONE_STATUSES, getFamily } from '../../shared/dispatch';
import type { PastJob, PricedQuote } from '../../shared/price-suggestion';
import { groupBy } from '../../shared/statistics';
import { businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';

/** The paid invoice of a job, whose subtotal counts as the amount of the job. */
export const isPaidInvoice = and(eq(invoices.workOrderId, workOrders.id), isNull(invoices.deletedAt), eq(invoices.status, 'paid'));
/** The amount of a job before tax: that of its work order, else the subtotal of its paid invoice. */
export const jobCents = sql<number | null>`coalesce(${workOrders.totalAmountCents}, ${invoices.subtotalCents})`;

/** The columns of the index by which each list is read, in its order. */
const BY_COMPLETION = [workOrders.completedDate, workOrders.status, workOrders.serviceType, workOrders.id];
const BY_SCHEDULE = [workOrders.scheduledDate, workOrders.status, workOrders.id];
/** Returns the condition of the rows that sort before these values. */
const sortsBefore = (order: readonly SQLiteColumn[], values: readonly (string | number)[]): SQL =>
  sql`(${sql.join([...order], sql`, `)}) < (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

type FinishedJob = {
  id: number;
  completedDate: string;
  status: string;
  serviceType: string;
  actualDuration: number | null;
  estimatedDuration: number | null;
  address: string;
  cents: number | null;
};
/** Returns jobs finished in a period, the newest first, continuing after `last`. */
const listFinishedJobs = (
  ctx: Ctx,
  { from, to, limit, last }: { from: string; to: string; limit: number; last: FinishedJob | undefined },
) =>
  ctx.db
    .select({
      id: workOrders.id,
      completedDate: sql<string>`${workOrders.completedDate}`,
      status: workOrders.status,
      serviceType: workOrders.serviceType,
      actualDuration: workOrders.actualDuration,
      estimatedDuration: workOrders.estimatedDuration,
      address: sql<string>`coalesce(${clientAddresses.address}, ${clients.address})`,
      cents: jobCents,
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .leftJoin(clientAddresses, eq(clientAddresses.id, workOrders.addressId))
    .leftJoin(invoices, isPaidInvoice)
    .where(
      and(
        gte(workOrders.completedDate, from),
        last ? sortsBefore(BY_COMPLETION, [last.completedDate, last.status, last.serviceType, last.id]) : lt(workOrders.completedDate, to),
        // The plus keeps SQLite on the index of the days, which has the wanted order.
        inArray(sql`+${workOrders.status}`, DONE_STATUSES),
      ),
    )
    .orderBy(...BY_COMPLETION.map((column) => desc(column)))
    .limit(limit)
    .all();

/** Rows that are read or looked at between two yields. */
const SLICE_ROWS = 500;
/** Finished jobs and quotes that prices rest on, the newest ones. */
export const MOST_JOBS = 5000;
/** Finished jobs that a price rests on while the office waits for it. */
export const MOST_JOBS_AT_ONCE = 1000;

/** The first instant of the last twelve months. */
const yearAgo = (ctx: Ctx) => businessInstant(addDays(businessDay(ctx.now()), -365), '00:00');

const groupByFamily = <Row extends { serviceType: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  groupBy(rows, ({ serviceType }) => getFamily(serviceType));

/** Returns the function with a cache, since many rows have the same address or service. */
export function remembered<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  const known = new Map<Value, Result>();
  return (value) => {
    if (!known.has(value)) known.set(value, compute(value));
    return known.get(value) as Result;
  };
}

const getMinutes = ({ actualDuration, estimatedDuration }: Pick<FinishedJob, 'actualDuration' | 'estimatedDuration'>) =>
  actualDuration || estimatedDuration || 0;

export type PastJobs = { families: Map<string, (PastJob & { serviceType: string })[]>; isCut: boolean };
/**
 * Returns the newest jobs of the last twelve months that have an amount, by the family of their service. `minutes` is 0 if it is unknown,
 * and `isCut` true if there are more than `most`.
 */
export function* readPastJobs(ctx: Ctx, most = MOST_JOBS): Sliced<PastJobs> {
  const [from, to] = [yearAgo(ctx), ctx.now().toISOString()];
  const found = yield* readSliced<FinishedJob>(most + 1, SLICE_ROWS, (limit, last) => listFinishedJobs(ctx, { from, to, limit, last }));
  const areaOfAddress = remembered(findArea);
  const jobs: (PastJob & { serviceType: string })[] = [];
  for (const [index, { serviceType, cents, address, ...job }] of found.slice(0, most).entries()) {
    if (index % SLICE_ROWS === 0) yield;
    if (cents) jobs.push({ serviceType, cents, minutes: getMinutes(job), area: areaOfAddress(address) });
  }
  return { families: groupByFamily(jobs), isCut: found.length > most };
}

type QuotedJob = { id: number; scheduledDate: string; serviceType: string; status: string; cents: number };
/** Returns jobs made from quotes and scheduled since a day, the newest first, continuing after `last`. */
const listQuotedJobs = (ctx: Ctx, { from, limit, last }: { from: string; limit: number; last: QuotedJob | undefined }): QuotedJob[] =>
  ctx.db
    .select({
      id: workOrders.id,
      scheduledDate: workOrders.scheduledDate,
      serviceType: workOrders.serviceType,
      status: workOrders.status,
      cents: sql<number>`${workOrders.totalAmountCents}`,
    })
    .from(workOrders)
    .where(
      and(
        gte(workOrders.scheduledDate, from),
        last && sortsBefore(BY_SCHEDULE, [last.scheduledDate, last.status, last.id]),
        isNotNull(workOrders.inquiryId),
        sql`${workOrders.totalAmountCents} > 0`,
      ),
    )
    .orderBy(...BY_SCHEDULE.map((column) => desc(column)))
    .limit(limit)
    .all();

/**
 * Returns the amounts of the quotes of the last twelve months, by the family of their service: quotes that became a job with an amount.
 * A quote counts as lost if its job was cancelled. A quote without a job has no price and is left out.
 */
export function* readPricedQuotes(ctx: Ctx): Sliced<Map<string, (PricedQuote & { serviceType: string })[]>> {
  const from = yearAgo(ctx);
  const rows = yield* readSliced<QuotedJob>(MOST_JOBS, SLICE_ROWS, (limit, last) => listQuotedJobs(ctx, { from, limit, last }));
  return groupByFamily(rows.map(({ serviceType, status, cents }) => ({ serviceType, cents, isWon: status !== 'cancelled' })));
}
