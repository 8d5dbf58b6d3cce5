import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { clientAddresses, clients, invoices, workOrders } from '../../../db/schema';
import { findArea } from '../../shared/area';
import { addDays } from '../../shared/calendar-day';
import { getFamily, getPhase, WORK_ORDER_STATUSES } from '../../shared/dispatch';
import type { PastJob, PricedQuote } from '../../shared/price-suggestion';
import { groupBy } from '../../shared/statistics';
import { businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';

export const DONE = WORK_ORDER_STATUSES.filter((status) => getPhase(status) === 'done');
/** The paid invoice of a job, whose subtotal counts as the amount of the job. */
export const isPaidInvoice = and(eq(invoices.workOrderId, workOrders.id), isNull(invoices.deletedAt), eq(invoices.status, 'paid'));
/** The amount of a job before tax: that of its work order, else the subtotal of its paid invoice. */
export const jobCents = sql<number | null>`coalesce(${workOrders.totalAmountCents}, ${invoices.subtotalCents})`;

/** Returns the jobs finished from one instant up to another, the newest first, with their address and amount. */
const listFinishedJobs = (ctx: Ctx, input: { from: string; to: string; limit: number }) =>
  ctx.db
    .select({
      completedDate: sql<string>`${workOrders.completedDate}`,
      scheduledDate: workOrders.scheduledDate,
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
        gte(workOrders.completedDate, input.from),
        lt(workOrders.completedDate, input.to),
        // The plus keeps SQLite on the index of the days, which has the wanted order.
        inArray(sql`+${workOrders.status}`, DONE),
      ),
    )
    .orderBy(desc(workOrders.completedDate))
    .limit(input.limit)
    .all();

/** Finished jobs and quotes that prices rest on, the newest ones. */
export const MOST_JOBS = 5000;
/** Finished jobs that a price rests on while the office waits for it. */
export const MOST_JOBS_AT_ONCE = 1000;

/** The first instant of the last twelve months. */
const yearAgo = (ctx: Ctx) => businessInstant(addDays(businessDay(ctx.now()), -365), '00:00');

const groupByFamily = <Row extends { serviceType: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  groupBy(rows, ({ serviceType }) => getFamily(serviceType));

/** Returns the same function with a cache: many rows have the same address or service. */
export function remembered<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  const known = new Map<Value, Result>();
  return (value) => {
    if (!known.has(value)) known.set(value, compute(value));
    return known.get(value) as Result;
  };
}

type FinishedJob = ReturnType<typeof listFinishedJobs>[number];
const getMinutes = ({ actualDuration, estimatedDuration }: FinishedJob) => actualDuration || estimatedDuration || 0;

/** Returns the jobs of the last twelve months, the newest first, with one more than `most`. */
export const listPastJobs = (ctx: Ctx, most = MOST_JOBS) =>
  listFinishedJobs(ctx, { from: yearAgo(ctx), to: ctx.now().toISOString(), limit: most + 1 });

type PastJobs = { families: Map<string, (PastJob & { serviceType: string })[]>; isCut: boolean };
/** Returns the jobs of {@link listPastJobs} that have an amount, by the family of their service. `minutes` is 0 if it is unknown. */
export function groupPastJobs(found: readonly FinishedJob[], most = MOST_JOBS): PastJobs {
  const areaOfAddress = remembered(findArea);
  const jobs = found.slice(0, most).flatMap((job) => {
    if (!job.cents) return [];
    return [{ serviceType: job.serviceType, cents: job.cents, minutes: getMinutes(job), area: areaOfAddress(job.address) }];
  });
  return { families: groupByFamily(jobs), isCut: found.length > most };
}

/**
 * Returns the amounts of the quotes of the last twelve months, by the family of their service: quotes that became a job with an amount.
 * A quote counts as lost if its job was cancelled. A quote without a job has no price and is left out.
 */
export function readPricedQuotes(ctx: Ctx): Map<string, (PricedQuote & { serviceType: string })[]> {
  const rows = ctx.db
    .select({ serviceType: workOrders.serviceType, status: workOrders.status, cents: sql<number>`${workOrders.totalAmountCents}` })
    .from(workOrders)
    .where(and(gte(workOrders.scheduledDate, yearAgo(ctx)), isNotNull(workOrders.inquiryId), sql`${workOrders.totalAmountCents} > 0`))
    .orderBy(desc(workOrders.scheduledDate))
    .limit(MOST_JOBS)
    .all();
  return groupByFamily(rows.map(({ serviceType, status, cents }) => ({ serviceType, cents, isWon: status !== 'cancelled' })));
}
