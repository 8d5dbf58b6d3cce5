import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { type BookingServiceType, SERVICE_NAMES } from '../../shared/booking-words';
import { addDays } from '../../shared/calendar-day';
import { phaseOf, showService, type WorkOrder } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { INVOICE_SERVICES } from '../../shared/invoice-words';
import type { Invoice, ofBooking, ofWorkOrder } from '../../shared/invoices';
import { parseCents } from '../../shared/money';
import { showCents } from '../../shared/store-sums';
import { businessDay, showWindow } from '../../shared/time';
import { findBookingOf, getRow as getBookingRow } from '../calendar/bookings';
import { askFirst } from '../confirmation';
import { getWorkOrder } from '../dispatch/work-orders';
import type { BookedAppointment } from '../mail/calendar-entry';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { findInvoiceOf, findPaidVoid, type InvoiceRow, showInvoice } from './reading';
import { insertInvoice, linkToJob } from './service';

/** A service in the words of an invoice: "residential" is "Residential Cleaning" (back-office.md §9, decisions X27). */
function serviceOf(serviceType: string): string {
  const words = showService(serviceType);
  const bare = words.toLowerCase().replace(/ ?cleaning$/, '');
  return (
    INVOICE_SERVICES.find((name) => name.toLowerCase().replace(/ cleaning$/, '') === bare) ??
    `${words} Cleaning`.replace(/ cleaning Cleaning$/i, ' Cleaning')
  );
}

type Job = { order: WorkOrder | undefined; booking: BookedAppointment | undefined };
type Asked = Job & { confirm: boolean };

/** Who pays, where it was and what it was: as the work order has it, else as it was booked. */
function factsOf({ order, booking }: Job) {
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

/** Asks before a job with a voided paid invoice is billed again. Throws CONFLICT if its booking was paid in another way. */
function assertUnpaid(ctx: Ctx, job: Pick<InvoiceRow, 'workOrderId' | 'bookingId'>, { booking, confirm }: Asked): void {
  const paid = findPaidVoid(ctx, job);
  if (paid) {
    const received = showCents(paid.amountPaidCents);
    askFirst(confirm, `${received} was paid on invoice ${paid.invoiceNumber} of this job, which was voided. Bill the job again?`);
  } else if (booking?.paymentStatus === 'paid') throw new DomainError('CONFLICT', 'This booking is paid already.');
}

/**
 * The one invoice of a job, made where there is none: due after the owner's days, and a draft where nobody of the office has named
 * the price, of which the client's own guess is then the beginning. Call it inside a transaction. Throws CONFLICT for a job that was paid.
 */
function invoiceOf(ctx: Ctx, asked: Asked): Invoice {
  const { order, booking } = asked;
  const job = { workOrderId: order?.id ?? null, bookingId: booking?.id ?? null };
  const known = findInvoiceOf(ctx, job);
  if (known) return showInvoice(ctx, linkToJob(ctx, known, job));
  assertUnpaid(ctx, job, asked);
  // An amount of nothing is a price that nobody has named yet.
  const price = (order?.totalAmount == null ? undefined : parseCents(order.totalAmount)) || undefined;
  return showInvoice(
    ctx,
    insertInvoice(
      ctx,
      {
        ...factsOf({ order, booking }),
        ...job,
        dueDate: addDays(businessDay(ctx.now()), getSettings(ctx).invoiceDueDays),
        subtotal: price ?? booking?.totalAmountCents ?? 0,
        status: price === undefined ? 'draft' : 'pending',
      },
      null,
    ),
  );
}

/** The invoice of a completed work order, made where there is none yet. Throws NOT_FOUND, and CONFLICT for one that is not completed. */
export function createFromWorkOrder(ctx: Ctx, { id, confirm }: z.output<typeof ofWorkOrder>): Invoice {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, id);
    const booking = findBookingOf(ctx, order.id);
    if (phaseOf(order.status) !== 'done' && !findInvoiceOf(ctx, { workOrderId: order.id, bookingId: booking?.id ?? null }))
      throw new DomainError('CONFLICT', `Only a completed work order can be invoiced; this one is ${order.status}.`);
    return invoiceOf(ctx, { order, booking, confirm });
  });
}

/**
 * The invoice of a booking, made where there is none yet: of its work order where it has one that is not called off, else of what
 * was booked. Throws NOT_FOUND, and CONFLICT for a booking that did not take place.
 */
export function createFromBooking(ctx: Ctx, { id, confirm }: z.output<typeof ofBooking>): Invoice {
  return inTransaction(ctx.db, () => {
    const booking = getBookingRow(ctx, id);
    const order = booking.workOrderId === null ? undefined : getWorkOrder(ctx, booking.workOrderId);
    const isCalledOff = booking.status === 'cancelled' || booking.status === 'no-show';
    if (isCalledOff && !findInvoiceOf(ctx, { workOrderId: order?.id ?? null, bookingId: id }))
      throw new DomainError('CONFLICT', `A booking that is ${booking.status} cannot be invoiced.`);
    return invoiceOf(ctx, { order: order && phaseOf(order.status) !== 'cancelled' ? order : undefined, booking, confirm });
  });
}
