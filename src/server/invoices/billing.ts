import type { z } from 'zod';
import { type BookingServiceType, SERVICE_NAMES } from '../../shared/booking-words';
import { addDays } from '../../shared/calendar-day';
import { phaseOf, showService, type WorkOrder } from '../../shared/dispatch';
import { askFirst, DomainError } from '../../shared/errors';
import { INVOICE_SERVICES } from '../../shared/invoice-words';
import type { byJob, jobInvoice } from '../../shared/invoices';
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

/** A service in the words of an invoice: "residential" is "Residential Cleaning" (back-office.md §9, decisions X27). */
function serviceOf(serviceType: string): string {
  const words = showService(serviceType);
  const bare = words.toLowerCase().replace(/ ?cleaning$/, '');
  return (
    INVOICE_SERVICES.find((name) => name.toLowerCase().replace(/ cleaning$/, '') === bare) ??
    `${words} Cleaning`.replace(/ cleaning Cleaning$/i, ' Cleaning')
  );
}

export type Job = { order: WorkOrder | undefined; booking: BookedAppointment | undefined };

/** Who pays, where it was and what it was: as the work order has it, else as it was booked. */
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
      // Its number is for the house; the invoice leads to it.
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

/**
 * Asks before a job is billed again while money of a voided invoice was not refunded. Throws CONFLICT if its booking was paid in
 * another way than by an invoice.
 */
export function assertUnpaid(ctx: Ctx, { order, booking }: Job, confirm: boolean): void {
  const voids = voidsOf(ctx, linksOf({ order, booking }));
  const kept = voids
    .map(({ id, invoiceNumber }) => ({ invoiceNumber, cents: receivedOf(ctx, id).totalCents }))
    .find(({ cents }) => cents > 0);
  if (kept) {
    const received = showCents(kept.cents);
    askFirst(confirm, `${received} was paid on invoice ${kept.invoiceNumber} of this job, which was voided. Bill the job again?`);
  } else if (booking?.paymentStatus === 'paid' && !voids.some(({ status }) => status === 'paid'))
    throw new DomainError('CONFLICT', 'This booking is paid already.');
}

/** The work order and the booking of a job, as its invoice names them. */
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

/** Throws CONFLICT for a work order that is not done. */
export function assertOrderDone({ order }: Job): void {
  if (order && phaseOf(order.status) !== 'done')
    throw new DomainError('CONFLICT', `Only a completed work order can be invoiced; this one is ${order.status}.`);
}

/** Throws CONFLICT for a booking that did not take place. */
export function assertBookingKept({ booking }: Job): void {
  if (booking?.status === 'cancelled' || booking?.status === 'no-show')
    throw new DomainError('CONFLICT', `A booking that is ${booking.status} cannot be invoiced.`);
}

/** The price that the office named for a job, and the client's own guess to begin with; cents, and undefined for none or 0. */
export const priceOf = ({ order, booking }: Job): { price: number | undefined; guess: number | undefined } => ({
  price: (order?.totalAmount == null ? undefined : parseCents(order.totalAmount)) || undefined,
  guess: booking?.totalAmountCents || undefined,
});

/** The day on which an invoice that is issued today is due. */
export const dueDayOf = (ctx: Ctx): string => addDays(businessDay(ctx.now()), getSettings(ctx).invoiceDueDays);

/** Returns a job by its work order, else by its booking without a work order that was called off. Throws NOT_FOUND. */
function getJob(ctx: Ctx, { workOrderId, bookingId }: z.output<typeof byJob>): Job {
  if (workOrderId != null) return jobOfOrder(ctx, workOrderId);
  const { order, booking } = jobOfBooking(ctx, bookingId ?? 0);
  return { booking, order: order && phaseOf(order.status) !== 'cancelled' ? order : undefined };
}

/** What the form of a job's invoice begins with, or the invoice that the job has already. Throws NOT_FOUND. */
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
 * Returns the links of the job that a new invoice is for. Throws NOT_FOUND, CONFLICT for a job that has an invoice or was not done,
 * and asks before a job with a voided paid invoice is billed again.
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
