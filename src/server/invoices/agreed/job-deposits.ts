import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { invoices, quotes, workOrders } from '../../../../db/schema';
import { DomainError } from '../../../shared/errors';
import type { TaxTerms } from '../../../shared/taxes';
import { findLinkedBooking, getRow as getBookingRow } from '../../calendar/bookings';
import type { Ctx } from '../../context';
import { isInvoiceOf } from '../../dispatch/work-orders';
import type { Items } from '../lines';
import { findJobInvoice, getStoredRow, type InvoiceRow } from '../reading';
import { findDeductor, getDepositSums, listDeductedIds } from './deposits';
import type { Job } from './job';

export type Quote = typeof quotes.$inferSelect;
/** The line that deducts a deposit, with the tax terms of its invoice. */
type JobDeposit = { line: Items[number] & { depositInvoiceId: number }; terms: TaxTerms };

/** Selects the plan of a visit and the plans that it was split from, which have the same quote. */
const PLAN_AND_PARENTS = (workOrderId: number) => sql`(with recursive line(id, parent) as (
    select p.id, p.parent_plan_id from work_orders w join plans p on p.id = w.plan_id where w.id = ${workOrderId}
    union all select p.id, p.parent_plan_id from line join plans p on p.id = line.parent
  ) select id from line)`;

/** Returns the approved quote of a job, or of the plan that the job is a visit of. */
export const findJobQuote = (ctx: Ctx, workOrderId: number): Quote | undefined =>
  ctx.db
    .select()
    .from(quotes)
    .where(
      or(
        and(eq(quotes.workOrderId, workOrderId), isNotNull(quotes.workOrderId)),
        and(isNotNull(quotes.planId), sql`${quotes.planId} in ${PLAN_AND_PARENTS(workOrderId)}`),
      ),
    )
    .limit(1)
    .get();

/** Returns the live invoice of a booking's deposit. */
export const findBookingDeposit = (ctx: Ctx, bookingId: number): InvoiceRow | undefined =>
  ctx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.depositBookingId, bookingId), isNull(invoices.deletedAt)))
    .get();

/** Returns the line that deducts a deposit; undefined for one that was voided, credited in full or deducted. */
function findDepositLine(ctx: Ctx, depositInvoiceId: number): JobDeposit['line'] | undefined {
  const { deletedAt, invoiceNumber } = getStoredRow(ctx, depositInvoiceId);
  const { subtotalCents, totalCents } = getDepositSums(ctx, depositInvoiceId);
  if (deletedAt !== null || totalCents === 0 || findDeductor(ctx, depositInvoiceId)) return undefined;
  const line = { description: `Deposit, invoice ${invoiceNumber}`, quantity: 1, price: -subtotalCents, isGoods: false };
  return { ...line, isDeduction: true, depositInvoiceId };
}

/** Lists the deposits to deduct from the next invoice of a job, paid or not: that of its quote, then that of its booking. */
export function listJobDeposits(ctx: Ctx, { booking }: Pick<Job, 'booking'>, quote: Quote | undefined): JobDeposit[] {
  const booked = booking && findBookingDeposit(ctx, booking.id);
  const deposits = [
    { id: quote?.depositInvoiceId, terms: quote },
    { id: booked?.id, terms: booked },
  ];
  return deposits.flatMap(({ id, terms }) => {
    const line = id == null ? undefined : findDepositLine(ctx, id);
    return line && terms ? [{ line, terms }] : [];
  });
}

/** Finds a live invoice of a visit of the plan of a quote, its own or that of a month. */
const findVisitInvoice = (ctx: Ctx, { planId }: Quote): { invoiceNumber: string } | undefined =>
  ctx.db
    .select({ invoiceNumber: invoices.invoiceNumber })
    .from(workOrders)
    .innerJoin(invoices, isInvoiceOf(sql`${workOrders.id}`))
    .where(and(eq(workOrders.planId, planId ?? 0), isNull(invoices.deletedAt)))
    .limit(1)
    .get();

const findDepositQuote = (ctx: Ctx, invoiceId: number): Quote | undefined =>
  ctx.db
    .select()
    .from(quotes)
    .where(and(eq(quotes.depositInvoiceId, invoiceId), isNotNull(quotes.depositInvoiceId)))
    .get();

/** Returns whether an invoice charges the deposit of a booking or of a quote. */
export const isDepositInvoice = (ctx: Ctx, { id, depositBookingId }: Pick<InvoiceRow, 'id' | 'depositBookingId'>): boolean =>
  depositBookingId !== null || findDepositQuote(ctx, id) !== undefined;

/** Finds the live invoice of the job that a deposit was asked for. */
function findFullInvoice(ctx: Ctx, { id, depositBookingId }: Pick<InvoiceRow, 'id' | 'depositBookingId'>) {
  if (depositBookingId !== null) {
    const { workOrderId } = getBookingRow(ctx, depositBookingId);
    return findJobInvoice(ctx, { workOrderId, bookingId: depositBookingId });
  }
  const quote = findDepositQuote(ctx, id);
  if (!quote) return undefined;
  return quote.workOrderId === null
    ? findVisitInvoice(ctx, quote)
    : findJobInvoice(ctx, { workOrderId: quote.workOrderId, bookingId: null });
}

/** Throws CONFLICT if the job of a voided deposit invoice was billed in full since, so that nothing is billed twice. */
export function assertDepositUnbilled(ctx: Ctx, row: Pick<InvoiceRow, 'id' | 'depositBookingId'>): void {
  const invoice = findFullInvoice(ctx, row);
  if (invoice) throw new DomainError('CONFLICT', `Invoice ${invoice.invoiceNumber} already charges the whole price of this job.`);
}

/** Throws CONFLICT if a deleted invoice charges the whole price of a job that also has a deposit invoice. */
export function assertDepositsDeducted(ctx: Ctx, { id, workOrderId, bookingId }: InvoiceRow): void {
  const booking =
    bookingId !== null ? getBookingRow(ctx, bookingId) : workOrderId !== null ? findLinkedBooking(ctx, workOrderId) : undefined;
  const quote = workOrderId === null ? undefined : findJobQuote(ctx, workOrderId);
  // The deposit of a plan comes off any of its visits.
  const deposits = listJobDeposits(ctx, { booking }, quote?.planId === null ? quote : undefined);
  const own = listDeductedIds(ctx, id);
  const missing = deposits.find(({ line }) => !own.includes(line.depositInvoiceId));
  if (missing)
    throw new DomainError(
      'CONFLICT',
      `This invoice charges the whole price of its job, but invoice ${getStoredRow(ctx, missing.line.depositInvoiceId).invoiceNumber} charges a deposit. Please bill the job again instead.`,
    );
}
