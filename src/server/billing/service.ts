import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inSavepoint, inTransaction } from '../../../db/client';
import { countKept } from '../../../db/kept-counts';
import { isBefore, readPage } from '../../../db/prepared';
import { clients, IS_TO_BILL, workOrders } from '../../../db/schema';
import type { BillResult, billInput, unbilledList } from '../../shared/billing';
import { DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import type { pageInput } from '../../shared/text';
import type { Ctx } from '../context';
import { findJobInvoice } from '../invoices/reading';
import { billWorkOrder } from '../invoices/sources';
import { billMonth, groupByMonth, isBilledByMonth, type MonthVisit, readMonthVisit, takeInvoice } from '../invoices/visits/month-invoices';
import { attachPdfs, queueNewInvoice } from './mails';

type Outcome = BillResult['rows'][number];

/** Returns how many jobs are to be billed, and the sum of their prices. */
export const summarizeUnbilled = (ctx: Ctx): { jobs: number; total: string } => ({
  jobs: countKept(ctx, 'toBill'),
  total: formatCents(countKept(ctx, 'toBillCents')),
});

/** Lists finished jobs with a price or minutes that have no invoice, newest first, with the sum of all. */
export function listUnbilled(ctx: Ctx, { limit, cursor }: z.output<typeof pageInput>): z.output<typeof unbilledList> {
  const page = readPage(
    ctx.db
      .select({
        // The table is named by its index, so Drizzle does not know its columns.
        workOrderId: sql<number>`work_orders.id`,
        clientId: sql<number>`work_orders.client_id`,
        clientName: clients.name,
        serviceType: sql<string>`work_orders.service_type`,
        completedAt: sql<string>`coalesce(work_orders.completed_date, work_orders.scheduled_date)`,
        minutes: sql<number | null>`coalesce(work_orders.actual_duration, work_orders.estimated_duration)`,
        cents: sql<number | null>`work_orders.total_amount_cents`,
        isMonthly: sql`exists (select 1 from plans p where p.id = work_orders.plan_id and p.billing = 'month')`.mapWith(Boolean),
      })
      .from(sql`work_orders indexed by work_orders_to_bill`)
      .innerJoin(clients, eq(clients.id, sql`work_orders.client_id`))
      .where(and(sql.raw(IS_TO_BILL), isBefore(workOrders.id, cursor)))
      .orderBy(desc(workOrders.id)),
    limit,
    ({ workOrderId }) => workOrderId,
    (rows) => rows.map(({ cents, ...row }) => ({ ...row, amount: cents ? formatCents(cents) : null })),
  );
  return { ...page, ...summarizeUnbilled(ctx) };
}

const refuse = (workOrderId: number, { message }: DomainError): Outcome => ({
  ...{ workOrderId, status: 'refused', invoiceId: null, invoiceNumber: null, message },
});

/** Runs work in a savepoint, so that a rule that rejects it leaves the rest as it is. Returns the error of the rule. */
function attempt<Result>(ctx: Ctx, work: () => Result): Result | DomainError {
  try {
    return inSavepoint(ctx.db, work);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Bills one job, or collects it among `visits` if it goes onto the invoice of its month. */
function billJob(ctx: Ctx, workOrderId: number, visits: MonthVisit[]): Outcome[] {
  const result = attempt(ctx, () => {
    if (!isBilledByMonth(ctx, workOrderId) || findJobInvoice(ctx, { workOrderId, bookingId: null })) return billWorkOrder(ctx, workOrderId);
    visits.push(readMonthVisit(ctx, workOrderId));
    return undefined;
  });
  if (result instanceof DomainError) return [refuse(workOrderId, result)];
  if (!result) return [];
  const {
    invoice: { id: invoiceId, invoiceNumber },
    isNew,
  } = result;
  return [{ workOrderId, status: isNew ? 'billed' : 'already', invoiceId, invoiceNumber, message: null }];
}

/** Bills visits on one invoice. */
function billGroup(ctx: Ctx, visits: readonly MonthVisit[], status: 'draft' | 'pending'): Outcome[] {
  const result = attempt(ctx, () => billMonth(ctx, visits, status));
  return visits.map(({ id: workOrderId }) =>
    result instanceof DomainError
      ? refuse(workOrderId, result)
      : { workOrderId, status: 'billed', invoiceId: result.id, invoiceNumber: result.invoiceNumber, message: null },
  );
}

/**
 * Bills the visits of one client and month. Reads them again for each invoice, since the invoices before it deduct deposits that are the
 * visits' too.
 */
function billVisits(ctx: Ctx, visits: readonly MonthVisit[], status: 'draft' | 'pending'): Outcome[] {
  const rows: Outcome[] = [];
  let left = visits.map(({ id }) => id);
  while (left.length > 0) {
    const outcomes = billGroup(ctx, takeInvoice(left.map((id) => readMonthVisit(ctx, id))), status);
    rows.push(...outcomes);
    left = left.filter((id) => !outcomes.some(({ workOrderId }) => workOrderId === id));
  }
  return rows;
}

/**
 * Bills jobs, each once: visits of plans that are billed by month on one invoice for each client and month, any other job on its own. Call
 * it inside a transaction. Returns one row for each id, in their order.
 */
export function billJobs(ctx: Ctx, ids: readonly number[], monthStatus: 'draft' | 'pending'): Outcome[] {
  const visits: MonthVisit[] = [];
  const rows = ids.flatMap((id) => billJob(ctx, id, visits));
  rows.push(...groupByMonth(visits).flatMap((month) => billVisits(ctx, month, monthStatus)));
  const rowById = new Map(rows.map((row) => [row.workOrderId, row]));
  return ids.flatMap((id) => rowById.get(id) ?? []);
}

/** Queues the mails of new invoices, each once. Returns the rows with the reasons why some are not mailed. */
function queueMails(ctx: Ctx, rows: Outcome[], invoiceIds: readonly number[]): Outcome[] {
  const noteByInvoice = new Map(invoiceIds.map((id) => [id, queueNewInvoice(ctx, id)]));
  return rows.map((row) => (row.status === 'billed' ? { ...row, message: noteByInvoice.get(row.invoiceId ?? 0) ?? null } : row));
}

/**
 * Bills several jobs, each once, in one transaction, and mails each new invoice if asked. Returns one row for each id: a job that has an
 * invoice is `already`, one that a rule rejects `refused` with the reason; the visits of a month name the same invoice. Only the call that
 * made an invoice mails it.
 */
export async function billMany(ctx: Ctx, { workOrderIds, send }: z.output<typeof billInput>): Promise<BillResult> {
  const billed = inTransaction(ctx.db, () => {
    const rows = billJobs(ctx, [...new Set(workOrderIds)], 'pending');
    const made = new Set(rows.flatMap(({ status, invoiceId }) => (status === 'billed' && invoiceId !== null ? [invoiceId] : [])));
    return send ? { rows: queueMails(ctx, rows, [...made]), mailed: [...made] } : { rows, mailed: [] };
  });
  await attachPdfs(ctx, billed.mailed);
  return { rows: billed.rows };
}
