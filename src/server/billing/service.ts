import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countKept } from '../../../db/kept-counts';
import { isBefore, readPage } from '../../../db/prepared';
import { clients, IS_TO_BILL, workOrders } from '../../../db/schema';
import type { BillResult, billInput, unbilledList } from '../../shared/billing';
import { DomainError } from '../../shared/errors';
import type { Invoice } from '../../shared/invoices-schemas';
import { formatCents } from '../../shared/money';
import type { pageInput } from '../../shared/text';
import type { Ctx } from '../context';
import { emailInvoice } from '../invoices/mailing';
import { billWorkOrder } from '../invoices/sources';

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

type Billed = { outcome: Outcome; invoice?: Invoice };

/** Bills one job in a savepoint, so that a rule that rejects it leaves the others billed. */
function billJob(ctx: Ctx, workOrderId: number): Billed {
  try {
    const { invoice, isNew } = inTransaction(ctx.db, () => billWorkOrder(ctx, workOrderId));
    const { id: invoiceId, invoiceNumber } = invoice;
    const status = isNew ? 'billed' : 'already';
    return { outcome: { workOrderId, status, invoiceId, invoiceNumber, message: null }, ...(isNew && { invoice }) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { outcome: { workOrderId, status: 'refused', invoiceId: null, invoiceNumber: null, message: error.message } };
  }
}

/** Mails a new invoice to its customer. Returns why it was not mailed, or null. */
async function mailInvoice(ctx: Ctx, { id, invoiceNumber, customerEmail }: Invoice): Promise<string | null> {
  if (!customerEmail) return `${invoiceNumber} has no e-mail address, so it was not mailed.`;
  try {
    await emailInvoice(ctx, { invoiceId: id, customerEmail, confirm: false });
    return null;
  } catch (error) {
    if (error instanceof DomainError) return `${invoiceNumber} was not mailed: ${error.message}`;
    throw error;
  }
}

/**
 * Bills several jobs, each once, in one transaction, and mails each new invoice if asked. Returns one row for each id: a job that has
 * an invoice is `already`, one that a rule rejects `refused` with the reason. Only the call that made an invoice mails it.
 */
export async function billMany(ctx: Ctx, { workOrderIds, send }: z.output<typeof billInput>): Promise<BillResult> {
  const ids = [...new Set(workOrderIds)];
  const billed = inTransaction(ctx.db, () => ids.map((id) => billJob(ctx, id)));
  const rows: Outcome[] = [];
  for (const { outcome, invoice } of billed)
    rows.push(send && invoice ? { ...outcome, message: await mailInvoice(ctx, invoice) } : outcome);
  return { rows };
}
