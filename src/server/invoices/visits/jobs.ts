import { eq, sql } from 'drizzle-orm';
import { invoiceJobs, workOrders } from '../../../../db/schema';
import type { InvoiceDetails } from '../../../shared/invoices-schemas';
import { businessDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getService } from '../agreed/job';
import type { InvoiceRow } from '../reading';

type Linked = Pick<InvoiceRow, 'id' | 'workOrderId'>;

/** Selects a job of an invoice, which has the same client as its others. */
export const anyJob = sql`coalesce(invoices.work_order_id, (select j.work_order_id from invoice_jobs j where j.invoice_id = invoices.id limit 1))`;

/** Returns the ids of the jobs that an invoice bills: its own, or the visits of a month. */
export const listJobIds = ({ db }: Pick<Ctx, 'db'>, { id, workOrderId }: Linked): number[] => [
  ...(workOrderId === null ? [] : [workOrderId]),
  ...db
    .select({ id: invoiceJobs.workOrderId })
    .from(invoiceJobs)
    .where(eq(invoiceJobs.invoiceId, id))
    .orderBy(invoiceJobs.workOrderId)
    .all()
    .map((job) => job.id),
];

/** Returns whether an invoice bills several jobs, or did: it then never gets a job of its own. */
export const hasSeveralJobs = ({ db }: Pick<Ctx, 'db'>, invoiceId: number): boolean =>
  db.select({ id: invoiceJobs.workOrderId }).from(invoiceJobs).where(eq(invoiceJobs.invoiceId, invoiceId)).limit(1).get() !== undefined;

/** Links an invoice that bills several jobs to each of them. Call it inside a transaction. */
export function addJobs({ db }: Pick<Ctx, 'db'>, invoiceId: number, workOrderIds: readonly number[]): void {
  for (const workOrderId of workOrderIds) db.insert(invoiceJobs).values({ invoiceId, workOrderId }).run();
}

/** Lists the visits of an invoice that bills several, the earliest first. */
export const listInvoiceJobs = ({ db }: Pick<Ctx, 'db'>, invoiceId: number): InvoiceDetails['jobs'] =>
  db
    .select({ id: workOrders.id, serviceType: workOrders.serviceType, scheduledDate: workOrders.scheduledDate })
    .from(invoiceJobs)
    .innerJoin(workOrders, eq(workOrders.id, invoiceJobs.workOrderId))
    .where(eq(invoiceJobs.invoiceId, invoiceId))
    .all()
    .map(({ id, serviceType, scheduledDate }) => ({ id, serviceType: getService(serviceType), day: businessDay(scheduledDate) }))
    .sort((one, other) => one.day.localeCompare(other.day) || one.id - other.id);
