import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../db/client';
import { countRows, isAmong, isBefore, prepared, readPage, rowGetter } from '../../../db/prepared';
import {
  clientAddresses,
  clients,
  invoices,
  jobComponents,
  memberName,
  teamMembers,
  type workOrderPhotos,
  workOrders,
} from '../../../db/schema';
import { quoteWords } from '../../../db/schema/checks';
import { readSortedIds } from '../../../db/sorting';
import { addDays, getWeekday, isDay } from '../../shared/calendar-day';
import { getPostedHours } from '../../shared/company-facts';
import {
  DONE_STATUSES,
  FIRST_JOB_DAY,
  type JobComponent,
  LIVE_ASSIGNMENTS,
  MOST_DAYS_AHEAD,
  OPEN_STATUSES,
  type sortedWorkOrderPage,
  type WorkOrder,
  type WorkOrderDetails,
  type workOrderPage,
  type workOrderSummary,
} from '../../shared/dispatch';
import { DomainError, fieldError } from '../../shared/errors';
import type { Photo } from '../../shared/job-photos';
import { RECEIVED_STATUSES } from '../../shared/message-statuses';
import { formatCents } from '../../shared/money';
import { groupBy } from '../../shared/statistics';
import { businessDay, businessDayBounds, businessInstant } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { DATE_PURPOSES } from '../mail/messages/job';
import { getCompany } from '../settings/service';

/** Returns ids for new work orders, which may be taken. */
export function newWorkOrderIds(ctx: Ctx, count: number): string[] {
  const bytes = randomBytes(3 * count);
  return Array.from(
    { length: count },
    (_, index) => `WO-${ctx.now().getTime()}-${bytes.toString('hex', 3 * index, 3 * (index + 1)).toUpperCase()}`,
  );
}

/** Logs a change of a work order and refreshes open screens. Call it inside a transaction. */
export function recordOrder(ctx: Ctx, verb: string, workOrderId: number, data?: Record<string, unknown>): void {
  recordActivity(ctx, { verb, entityType: 'workOrder', entityId: workOrderId, ...(data && { data }) });
  publishAfterCommit(ctx, 'dispatch');
}

/** Selects the date of the last mail to the client about it; its key ends with the date. */
const sentDate = sql<string | null>`(select substr(o.dedupe_key, -24) from outbox o
  where o.related_type = 'workOrder' and o.related_id = ${workOrders.id} and o.purpose in (${sql.raw(quoteWords(DATE_PURPOSES))})
    and o.status in (${sql.raw(quoteWords(RECEIVED_STATUSES))})
  order by o.id desc limit 1)`;
const crewCount = sql<number>`(select count(*) from work_order_assignments
  where work_order_id = ${workOrders.id} and status in (${sql.raw(quoteWords(LIVE_ASSIGNMENTS))}))`;
const {
  isStartKnown: _isStartKnown,
  isInvoiced: _isInvoiced,
  scheduleVersion: _version,
  visitToken: _token,
  ...orderColumns
} = getTableColumns(workOrders);
const orderQuery = (db: Db) =>
  db
    .select({
      ...orderColumns,
      client: {
        id: clients.id,
        name: clients.name,
        email: clients.email,
        phone: clients.phone,
        address: sql<string>`coalesce(${clientAddresses.address}, ${clients.address})`,
        doNotService: clients.doNotService,
        doNotServiceReason: clients.doNotServiceReason,
      },
      isBooked: sql`exists (select 1 from appointment_bookings where work_order_id = ${workOrders.id})`.mapWith(Boolean),
      sentDate,
      crewCount,
      assignedTeamMember: sql<string | null>`${memberName}`,
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .leftJoin(clientAddresses, eq(clientAddresses.id, workOrders.addressId))
    .leftJoin(teamMembers, eq(teamMembers.id, workOrders.assignedTeamMemberId));
const orderById = prepared((db) => orderQuery(db).where(eq(workOrders.id, sql.placeholder('id'))));
const ordersByIds = prepared((db) => orderQuery(db).where(isAmong(workOrders.id)));
const { changedAt: _changedAt, ...componentColumns } = getTableColumns(jobComponents);
const listComponents = prepared((db) =>
  db
    .select(componentColumns)
    .from(jobComponents)
    .where(isAmong(jobComponents.workOrderId))
    .orderBy(asc(jobComponents.workOrderId), asc(jobComponents.id)),
);

type OrderRow = ReturnType<ReturnType<typeof orderById>['all']>[number];

function toWorkOrders(ctx: Ctx, rows: OrderRow[]): WorkOrder[] {
  const components = groupBy<JobComponent, number>(
    listComponents(ctx.db).all({ ids: JSON.stringify(toIds(rows)) }),
    ({ workOrderId }) => workOrderId,
  );
  // Completes the rows, since copies of them would take longer than all the rest.
  return rows.map((row) =>
    Object.assign(row, {
      totalAmount: row.totalAmountCents === null ? null : formatCents(row.totalAmountCents),
      jobComponents: components.get(row.id) ?? [],
    }),
  );
}

export const toPhoto = ({ id, workOrderId, kind, width, height, takenAt }: typeof workOrderPhotos.$inferSelect): Photo => {
  const url = `/api/work-orders/${workOrderId}/photos/${id}`;
  return { id, kind, width, height, takenAt, url };
};

/** Returns whether the `processedDate` of an order can be trusted. */
export const isStartKnown = (ctx: Ctx, { id }: WorkOrder): boolean =>
  ctx.db.select({ isKnown: workOrders.isStartKnown }).from(workOrders).where(eq(workOrders.id, id)).get()?.isKnown ?? true;

export const getJobComponent = rowGetter(jobComponents, 'This job component does not exist.');

/** Returns a work order by its number or its 'WO-…' id. Throws NOT_FOUND. */
export function getWorkOrder(ctx: Ctx, ref: number | string): WorkOrder {
  const row =
    typeof ref === 'number' ? orderById(ctx.db).get({ id: ref }) : orderQuery(ctx.db).where(eq(workOrders.workOrderId, ref)).get();
  const [order] = row ? toWorkOrders(ctx, [row]) : [];
  if (!order) throw new DomainError('NOT_FOUND', 'This work order does not exist.');
  return order;
}

/** Selects the invoices of a job: its own, and those that bill it among other jobs. */
export const isInvoiceOf = (workOrderId: number | SQL): SQL =>
  sql`(${invoices.workOrderId} = ${workOrderId} or ${invoices.id} in (select invoice_id from invoice_jobs where work_order_id = ${workOrderId}))`;

/** Returns a work order with its linked invoice, unless that is in the bin or voided. Throws NOT_FOUND. */
export function getWorkOrderDetails(ctx: Ctx, ref: number | string): WorkOrderDetails {
  const order = getWorkOrder(ctx, ref);
  const invoice = ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(isInvoiceOf(order.id), isNull(invoices.deletedAt)))
    .get();
  return { ...order, invoiceId: invoice?.id ?? null };
}

/**
 * Returns the instant at which a job begins; a calendar day stands for the opening time of that day. Throws BAD_REQUEST for a day outside
 * the bounds, unless the job has it already.
 */
export function getJobStart(ctx: Ctx, scheduledDate: string, current?: string): string {
  const start = isDay(scheduledDate)
    ? businessInstant(scheduledDate, getPostedHours(getWeekday(scheduledDate), getCompany(ctx).hours).opens)
    : scheduledDate;
  const day = businessDay(start);
  if (start !== current && (day < FIRST_JOB_DAY || day > addDays(businessDay(ctx.now()), MOST_DAYS_AHEAD)))
    throw fieldError('scheduledDate', `Please enter a day from ${FIRST_JOB_DAY} to five years ahead.`);
  return start;
}

export const toIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Returns work orders by their numbers, in the order of the numbers; leaves out those that do not exist. */
export function getWorkOrders(ctx: Ctx, ids: readonly number[]): WorkOrder[] {
  if (ids.length === 0) return [];
  const found = toWorkOrders(ctx, ordersByIds(ctx.db).all({ ids: JSON.stringify(ids) }));
  const byId = new Map(found.map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Matches the jobs of a day: scheduled for it and not cancelled. */
export function isJobOnDay(day: string): SQL | undefined {
  const [from, to] = businessDayBounds(day);
  return and(gte(workOrders.scheduledDate, from), lt(workOrders.scheduledDate, to), ne(workOrders.status, 'cancelled'));
}

export const countJobsToday = (ctx: Ctx): number => countRows(ctx.db, workOrders, isJobOnDay(businessDay(ctx.now())));

function listJobsToday(ctx: Ctx, { limit, cursor }: z.output<typeof workOrderPage>) {
  const place = sql`(${workOrders.scheduledDate}, ${workOrders.id})`;
  const after = cursor === undefined ? undefined : sql`${place} > (select scheduled_date, id from work_orders where id = ${cursor})`;
  return readPage(
    ctx.db
      .select({ id: workOrders.id })
      .from(workOrders)
      .where(and(isJobOnDay(businessDay(ctx.now())), after))
      .orderBy(asc(workOrders.scheduledDate), asc(workOrders.id)),
    limit,
    ({ id }) => id,
    (rows) => getWorkOrders(ctx, toIds(rows)),
  );
}

const isToInvoice = sql.raw(
  `work_orders.status in (${quoteWords(DONE_STATUSES)}) and work_orders.finalized_date is null and work_orders.is_invoiced = 0`,
);
const ordersToInvoice = sql`work_orders indexed by work_orders_to_invoice`;

/** Counts the finished jobs that have no invoice and are not finalized. */
export const countToInvoice = (ctx: Ctx): number => countRows(ctx.db, ordersToInvoice, isToInvoice);

/** Returns finished jobs that have no invoice and are not finalized, newest first. */
function listToInvoice(ctx: Ctx, { limit, cursor }: z.output<typeof workOrderPage>) {
  return readPage(
    ctx.db
      .select({ id: sql<number>`work_orders.id` })
      .from(ordersToInvoice)
      .where(and(isToInvoice, isBefore(workOrders.id, cursor)))
      .orderBy(desc(workOrders.id)),
    limit,
    ({ id }) => id,
    (rows) => getWorkOrders(ctx, toIds(rows)),
  );
}

/** Returns work orders with client and components: all of them and those to invoice newest first, today's by their times. */
export function listWorkOrders(ctx: Ctx, input: z.output<typeof workOrderPage>) {
  if (input.when === 'today') return listJobsToday(ctx, input);
  if (input.when === 'to-invoice') return listToInvoice(ctx, input);
  return readPage(
    orderQuery(ctx.db).where(isBefore(workOrders.id, input.cursor)).orderBy(desc(workOrders.id)),
    input.limit,
    ({ id }) => id,
    (rows) => toWorkOrders(ctx, rows),
  );
}

const clientName = sql`(select lower(name) from clients where clients.id = work_orders.client_id)`;
const SORTED_ORDERS = {
  table: 'work_orders',
  id: sql`work_orders.id`,
  columns: { client: clientName, scheduled: sql`work_orders.scheduled_date`, status: sql`work_orders.status` },
};

/** Returns work orders as {@link listWorkOrders} does, or sorted. */
export function listSortedWorkOrders(ctx: Ctx, { when, sort, ...page }: z.output<typeof sortedWorkOrderPage>) {
  const isToday = when === 'today';
  const view = isToday
    ? { from: sql`work_orders indexed by work_orders_scheduled`, where: isJobOnDay(businessDay(ctx.now())) }
    : when === 'to-invoice'
      ? { from: ordersToInvoice, where: isToInvoice }
      : { from: sql`work_orders`, where: undefined };
  const order = sort ?? (isToday ? 'scheduled' : undefined);
  const { rows: ids, nextCursor } = readSortedIds(ctx.db, { ...SORTED_ORDERS, ...view }, { ...page, sort: order });
  return { rows: getWorkOrders(ctx, ids), nextCursor };
}

/** Returns the figures of the Team Dashboard: open orders, orders scheduled for today, and jobs to invoice. */
export function summarizeWorkOrders(ctx: Ctx): z.output<typeof workOrderSummary> {
  return {
    activeOrders: countRows(ctx.db, workOrders, inArray(workOrders.status, OPEN_STATUSES)),
    todaysJobs: countJobsToday(ctx),
    jobsToInvoice: countToInvoice(ctx),
  };
}
