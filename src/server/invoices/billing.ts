import type { z } from 'zod';
import { type BookingServiceType, SERVICE_NAMES } from '../../shared/booking';
import { addDays } from '../../shared/calendar-day';
import { getPhase, type WorkOrder } from '../../shared/dispatch';
import { askFirst, DomainError } from '../../shared/errors';
import type { byJob, jobInvoice } from '../../shared/invoices-schemas';
import { formatCents } from '../../shared/money';
import { formatMoney } from '../../shared/store-sums';
import { businessDay, formatWindow } from '../../shared/time';
import { findLinkedBooking, getRow as getBookingRow } from '../calendar/bookings';
import type { Ctx } from '../context';
import { getWorkOrder } from '../dispatch/work-orders';
import { suggestJobPrice } from '../market/suggestions';
import { getSettings } from '../settings/service';
import { findDeposited, getAgreed } from './agreed/agreed-job';
import { getPrice, getService, type Job } from './agreed/job';
import { sumInvoiceReceipts } from './payments/refunds';
import { findJobInvoice, formatSums, type InvoiceRow, listVoids } from './reading';
import { getDiscounted } from './visits/discounts';

/** Returns the customer, the address and the service of a job from its work order, else from its booking. */
export function getJobFacts({ order, booking }: Job) {
  if (order)
    return {
      customerName: order.client.name,
      // The invoice of a booking goes to the address that was given there.
      customerEmail: booking?.clientEmail ?? order.client.email,
      customerPhone: order.client.phone,
      customerAddress: order.client.address,
      serviceType: getService(order.serviceType),
      serviceDescription: order.description ?? (order.jobComponents.map(({ component }) => component).join(', ') || null),
      serviceDate: businessDay(order.completedDate ?? order.scheduledDate),
      // The work order number is internal; the invoice links to it.
      notes: null,
    };
  if (!booking) throw new Error('A job without a work order and a booking.');
  return {
    customerName: booking.clientName,
    customerEmail: booking.clientEmail,
    customerPhone: booking.clientPhone,
    customerAddress: booking.clientAddress,
    serviceType: getService(booking.serviceType),
    serviceDescription: `${SERVICE_NAMES[booking.serviceType as BookingServiceType]}, ${formatWindow(booking.timeSlot)}`,
    serviceDate: booking.date,
    notes: `Booking ${booking.bookingReference}`,
  };
}

/** Finds a voided invoice whose money was not refunded in full. Returns that money and the number. */
function findHeldMoney(ctx: Ctx, voids: readonly InvoiceRow[]): { received: string; invoiceNumber: string } | undefined {
  const withMoney = voids
    .map(({ id, invoiceNumber }) => ({ invoiceNumber, cents: sumInvoiceReceipts(ctx, id).totalCents }))
    .find(({ cents }) => cents > 0);
  return withMoney && { received: formatMoney(withMoney.cents), invoiceNumber: withMoney.invoiceNumber };
}

/** Asks first if a voided invoice of the job holds unrefunded money. Throws CONFLICT if its booking was paid without an invoice. */
export function assertUnpaid(ctx: Ctx, { order, booking }: Job, confirm: boolean): void {
  const voids = listVoids(ctx, getLinks({ order, booking }));
  const heldMoney = findHeldMoney(ctx, voids);
  if (heldMoney)
    askFirst(
      confirm,
      `${heldMoney.received} was paid on invoice ${heldMoney.invoiceNumber} of this job, which was voided. Bill the job again?`,
    );
  else if (booking?.paymentStatus === 'paid' && !voids.some(({ status }) => status === 'paid'))
    throw new DomainError('CONFLICT', 'This booking is paid already.');
}

type MoneyQuestion = { subject: 'booking' | 'work order'; question: string; confirm: boolean };
/**
 * Asks before the cancellation or no-show of a booking or work order that has an invoice, or whose voided invoice holds unrefunded
 * money. Throws CONFIRMATION_NEEDED.
 */
export function askAboutMoney(ctx: Ctx, links: ReturnType<typeof getLinks>, { subject, question, confirm }: MoneyQuestion): void {
  if (confirm) return;
  const invoice = findJobInvoice(ctx, links);
  const heldMoney = findHeldMoney(ctx, listVoids(ctx, links));
  if (invoice) askFirst(confirm, `This ${subject} has invoice ${invoice.invoiceNumber}. ${question} The invoice stays.`);
  else if (heldMoney)
    askFirst(
      confirm,
      `${heldMoney.received} was paid on invoice ${heldMoney.invoiceNumber} of this ${subject}, which was voided. ${question} The money stays until you refund it.`,
    );
}

/** Asks about the money of a work order before the office cancels it. Throws NOT_FOUND, CONFIRMATION_NEEDED. */
export const askBeforeCancelling = (ctx: Ctx, { id }: WorkOrder, confirm: boolean): void =>
  askAboutMoney(ctx, getLinks(getJobOfOrder(ctx, id)), { subject: 'work order', question: 'Cancel the work order anyway?', confirm });

export const getLinks = ({ order, booking }: Job): Pick<InvoiceRow, 'workOrderId' | 'bookingId'> => ({
  workOrderId: order?.id ?? null,
  bookingId: booking?.id ?? null,
});

/** Returns the job of a work order. Throws NOT_FOUND. */
export function getJobOfOrder(ctx: Ctx, id: string | number): Job {
  const order = getWorkOrder(ctx, id);
  return { order, booking: findLinkedBooking(ctx, order.id) };
}

/** Returns the job of a booking, with its work order. Throws NOT_FOUND. */
export function getJobOfBooking(ctx: Ctx, id: number): Job {
  const booking = getBookingRow(ctx, id);
  return { booking, order: booking.workOrderId === null ? undefined : getWorkOrder(ctx, booking.workOrderId) };
}

/** Throws CONFLICT if the job has a work order that is not done. */
export function assertOrderDone({ order }: Job): void {
  if (order && getPhase(order.status) !== 'done')
    throw new DomainError('CONFLICT', `Only a completed work order can be invoiced; this one is ${order.status}.`);
}

/** Throws CONFLICT for a booking that did not take place. */
export function assertBookingBillable({ booking }: Job): void {
  if (booking?.status === 'cancelled' || booking?.status === 'no-show')
    throw new DomainError('CONFLICT', `A booking that is ${booking.status} cannot be invoiced.`);
}

export const getDueDay = (ctx: Ctx): string => addDays(businessDay(ctx.now()), getSettings(ctx).invoiceDueDays);

function getJob(ctx: Ctx, { workOrderId, bookingId }: z.output<typeof byJob>): Job {
  if (workOrderId != null) return getJobOfOrder(ctx, workOrderId);
  const { order, booking } = getJobOfBooking(ctx, bookingId ?? 0);
  return { booking, order: order && getPhase(order.status) !== 'cancelled' ? order : undefined };
}

/** Returns the values for a new invoice of a job, and the id of the invoice that the job already has. Throws NOT_FOUND. */
export function getJobInvoice(ctx: Ctx, input: z.output<typeof byJob>): z.output<typeof jobInvoice> {
  const job = getJob(ctx, input);
  const { price, estimate } = getPrice(job);
  const agreed = getAgreed(ctx, job);
  const cents = agreed?.subtotal ?? getDiscounted(ctx, job.order)?.subtotal ?? price ?? estimate;
  const facts = getJobFacts(job);
  const deposited = findDeposited(ctx, job);
  const similar = { serviceType: (job.order ?? job.booking)?.serviceType ?? '', address: facts.customerAddress };
  return {
    ...facts,
    ...getLinks(job),
    invoiceId: findJobInvoice(ctx, getLinks(job))?.id ?? null,
    subtotal: cents === undefined ? '' : formatCents(cents),
    suggested: price === undefined && !agreed ? suggestJobPrice(ctx, similar) : null,
    dueDate: getDueDay(ctx),
    deposit: deposited ? formatCents(deposited.sums.subtotalCents) : null,
    depositSums: deposited ? { ...formatSums(deposited.sums), totalAmount: formatCents(deposited.sums.totalCents) } : null,
    terms: agreed?.terms ?? deposited?.terms ?? null,
  };
}

/**
 * Returns the job that a new invoice is for, without a work order and a booking if it is for none. Asks first if a voided invoice of the
 * job holds unrefunded money. Throws NOT_FOUND, and CONFLICT for a job that has an invoice or is not done.
 */
export function claimJob(ctx: Ctx, input: z.output<typeof byJob>, confirm: boolean): Job {
  if (input.workOrderId == null && input.bookingId == null) return { order: undefined, booking: undefined };
  const job = getJob(ctx, input);
  const invoice = findJobInvoice(ctx, getLinks(job));
  if (invoice) throw new DomainError('CONFLICT', `This job has invoice ${invoice.invoiceNumber} already.`);
  // A booking may be paid before its work order is done.
  if (input.bookingId == null) assertOrderDone(job);
  else assertBookingBillable(job);
  assertUnpaid(ctx, job, confirm);
  return job;
}
