import type { z } from 'zod';
import { type BookingServiceType, SERVICE_NAMES } from '../../shared/booking';
import { addDays } from '../../shared/calendar-day';
import { phaseOf, showService, type WorkOrder } from '../../shared/dispatch';
import { askFirst, DomainError } from '../../shared/errors';
import { INVOICE_SERVICES } from '../../shared/invoices';
import type { byJob, jobInvoice } from '../../shared/invoices-schemas';
import { formatCents, parseCents } from '../../shared/money';
import { showCents } from '../../shared/store-sums';
import { businessDay, showWindow } from '../../shared/time';
import { findBookingOf, getRow as getBookingRow } from '../calendar/bookings';
import type { Ctx } from '../context';
import { getWorkOrder } from '../dispatch/work-orders';
import type { BookedAppointment } from '../mail/calendar-entry';
import { getSettings } from '../settings/service';
import { findInvoiceOf, type InvoiceRow, voidsOf } from './reading';
import { receivedOf } from './refunds';

/** Returns the name of a service on invoices: "residential" is "Residential Cleaning", and a service without an entry gets "Cleaning" too. */
function serviceOf(serviceType: string): string {
  const words = showService(serviceType);
  const bare = words.toLowerCase().replace(/ ?cleaning$/, '');
  return (
    INVOICE_SERVICES.find((name) => name.toLowerCase().replace(/ cleaning$/, '') === bare) ??
    `${words} Cleaning`.replace(/ cleaning Cleaning$/i, ' Cleaning')
  );
}

export type Job = { order: WorkOrder | undefined; booking: BookedAppointment | undefined };

/** Returns the customer, the address and the service of a job from its work order, else from its booking. */
export function factsOf({ order, booking }: Job) {
  if (order)
    return {
      customerName: order.client.name,
      // The invoice of a booking goes to the address that was given there.
      customerEmail: booking?.clientEmail ?? order.client.email,
      customerPhone: order.client.phone,
      customerAddress: order.client.address,
      serviceType: serviceOf(order.serviceType),
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
    serviceType: serviceOf(booking.serviceType),
    serviceDescription: `${SERVICE_NAMES[booking.serviceType as BookingServiceType]}, ${showWindow(booking.timeSlot)}`,
    serviceDate: booking.date,
    notes: `Booking ${booking.bookingReference}`,
  };
}

/** Finds a voided invoice whose money was not refunded in full. Returns that money and the number. */
function findHeldMoney(ctx: Ctx, voids: readonly InvoiceRow[]): { received: string; invoiceNumber: string } | undefined {
  const held = voids
    .map(({ id, invoiceNumber }) => ({ invoiceNumber, cents: receivedOf(ctx, id).totalCents }))
    .find(({ cents }) => cents > 0);
  return held && { received: showCents(held.cents), invoiceNumber: held.invoiceNumber };
}

/**
 * Asks before a job is billed again while money of a voided invoice was not refunded. Throws CONFLICT if its booking was paid in
 * another way than by an invoice.
 */
export function assertUnpaid(ctx: Ctx, { order, booking }: Job, confirm: boolean): void {
  const voids = voidsOf(ctx, linksOf({ order, booking }));
  const held = findHeldMoney(ctx, voids);
  if (held)
    askFirst(confirm, `${held.received} was paid on invoice ${held.invoiceNumber} of this job, which was voided. Bill the job again?`);
  else if (booking?.paymentStatus === 'paid' && !voids.some(({ status }) => status === 'paid'))
    throw new DomainError('CONFLICT', 'This booking is paid already.');
}

/**
 * Asks before a booking that has an invoice, or money of a voided one that was not refunded, becomes a no-show. Throws
 * CONFIRMATION_NEEDED.
 */
export function askBeforeNoShow(ctx: Ctx, { id: bookingId, workOrderId }: BookedAppointment, confirm: boolean): void {
  const known = findInvoiceOf(ctx, { workOrderId, bookingId });
  const held = findHeldMoney(ctx, voidsOf(ctx, { workOrderId, bookingId }));
  if (known) askFirst(confirm, `This booking has invoice ${known.invoiceNumber}. Mark it as a no-show anyway? The invoice stays.`);
  else if (held)
    askFirst(
      confirm,
      `${held.received} was paid on invoice ${held.invoiceNumber} of this booking, which was voided. Mark it as a no-show anyway? The money stays until you refund it.`,
    );
}

/** Returns the work order and the booking of a job as columns of its invoice. */
export const linksOf = ({ order, booking }: Job): Pick<InvoiceRow, 'workOrderId' | 'bookingId'> => ({
  workOrderId: order?.id ?? null,
  bookingId: booking?.id ?? null,
});

/** Returns the job of a work order. Throws NOT_FOUND. */
export function jobOfOrder(ctx: Ctx, id: string | number): Job {
  const order = getWorkOrder(ctx, id);
  return { order, booking: findBookingOf(ctx, order.id) };
}

/** Returns the job of a booking, with its work order. Throws NOT_FOUND. */
export function jobOfBooking(ctx: Ctx, id: number): Job {
  const booking = getBookingRow(ctx, id);
  return { booking, order: booking.workOrderId === null ? undefined : getWorkOrder(ctx, booking.workOrderId) };
}

/** Throws CONFLICT unless the work order of the job is done. */
export function assertOrderDone({ order }: Job): void {
  if (order && phaseOf(order.status) !== 'done')
    throw new DomainError('CONFLICT', `Only a completed work order can be invoiced; this one is ${order.status}.`);
}

/** Throws CONFLICT for a booking that did not take place. */
export function assertBookingKept({ booking }: Job): void {
  if (booking?.status === 'cancelled' || booking?.status === 'no-show')
    throw new DomainError('CONFLICT', `A booking that is ${booking.status} cannot be invoiced.`);
}

/** Returns the office's price of a job and the client's own guess in cents; undefined for a missing price or 0. */
export const priceOf = ({ order, booking }: Job): { price: number | undefined; guess: number | undefined } => ({
  price: (order?.totalAmount == null ? undefined : parseCents(order.totalAmount)) || undefined,
  guess: booking?.totalAmountCents || undefined,
});

/** Returns the day on which an invoice that is issued today is due. */
export const dueDayOf = (ctx: Ctx): string => addDays(businessDay(ctx.now()), getSettings(ctx).invoiceDueDays);

function getJob(ctx: Ctx, { workOrderId, bookingId }: z.output<typeof byJob>): Job {
  if (workOrderId != null) return jobOfOrder(ctx, workOrderId);
  const { order, booking } = jobOfBooking(ctx, bookingId ?? 0);
  return { booking, order: order && phaseOf(order.status) !== 'cancelled' ? order : undefined };
}

/** Returns the values for a new invoice of a job, and the id of the invoice that the job already has. Throws NOT_FOUND. */
export function getJobInvoice(ctx: Ctx, input: z.output<typeof byJob>): z.output<typeof jobInvoice> {
  const job = getJob(ctx, input);
  const { price, guess } = priceOf(job);
  const cents = price ?? guess;
  return {
    ...factsOf(job),
    ...linksOf(job),
    invoiceId: findInvoiceOf(ctx, linksOf(job))?.id ?? null,
    subtotal: cents === undefined ? '' : formatCents(cents),
    dueDate: dueDayOf(ctx),
  };
}

/**
 * Returns the work order and the booking that a new invoice is for. Asks before a job is billed again while money of a voided
 * invoice was not refunded. Throws NOT_FOUND, and CONFLICT for a job that has an invoice or is not done.
 */
export function claimJob(ctx: Ctx, input: z.output<typeof byJob>, confirm: boolean): Partial<ReturnType<typeof linksOf>> {
  if (input.workOrderId == null && input.bookingId == null) return {};
  const job = getJob(ctx, input);
  const known = findInvoiceOf(ctx, linksOf(job));
  if (known) throw new DomainError('CONFLICT', `This job has invoice ${known.invoiceNumber} already.`);
  // A booking may be paid before its work order is done.
  if (input.bookingId == null) assertOrderDone(job);
  else assertBookingKept(job);
  assertUnpaid(ctx, job, confirm);
  return linksOf(job);
}
