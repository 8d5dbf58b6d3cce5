import { and, eq, lte, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { appointmentBookings, type BookedAppointment, workOrders } from '../../../db/schema';
import { getBookingStart } from '../../shared/booking-times';
import type { BookingWithInvoice } from '../../shared/booking-with-invoice';
import { getPhase, type WorkOrderStatus } from '../../shared/dispatch';
import { calculatePercent, formatCents, parseCents } from '../../shared/money';
import { formatMoney } from '../../shared/store-sums';
import { extractTaxes, getTaxTerms } from '../../shared/taxes';
import { addMinutes, businessDay, businessTime, formatClockTime, formatDay } from '../../shared/time';
import type { Ctx } from '../context';
import { describeFault } from '../http/logging';
import { getService } from '../invoices/agreed/job';
import { findBookingDeposit } from '../invoices/agreed/job-deposits';
import { changeRow } from '../invoices/issuing';
import { ensurePayToken, getPayUrl } from '../invoices/payments/pay-link';
import { getBalance } from '../invoices/reading';
import { insertInvoice } from '../invoices/service';
import type { Deposit } from '../mail/messages/booking';
import { getSettings } from '../settings/service';

/** Returns the deposit of a booking in cents by the settings, half a cent up; 0 for none. */
function getDepositCents(ctx: Ctx, { serviceType, totalAmountCents }: BookedAppointment): number {
  const { bookingDeposit: deposit } = getSettings(ctx);
  if (!deposit?.serviceTypes.includes(serviceType)) return 0;
  return 'amount' in deposit ? (parseCents(deposit.amount) ?? 0) : calculatePercent(totalAmountCents, deposit.percent);
}

/**
 * Issues the invoice of a new booking's deposit, whose total is the deposit, and sets until when it is to be paid. Returns what the mail
 * says about it, or undefined without a deposit. Call it inside a transaction.
 */
export function requestDeposit(ctx: Ctx, row: BookedAppointment): Deposit | undefined {
  const cents = getDepositCents(ctx, row);
  if (cents === 0) return undefined;
  const { taxProfile, depositHours } = getSettings(ctx);
  const terms = getTaxTerms(taxProfile, { servicesCents: cents, goodsCents: 0 });
  const sums = extractTaxes(cents, terms);
  const due = [addMinutes(ctx.now(), depositHours * 60), getBookingStart(row)].sort()[0] ?? getBookingStart(row);
  const description = `Deposit for booking ${row.bookingReference}`;
  const made = insertInvoice(
    ctx,
    {
      ...{
        customerName: row.clientName,
        customerEmail: row.clientEmail,
        customerPhone: row.clientPhone,
        customerAddress: row.clientAddress,
      },
      serviceType: getService(row.serviceType),
      serviceDescription: description,
      serviceDate: row.date,
      dueDate: businessDay(due),
      subtotal: sums.subtotalCents,
      items: [{ description, quantity: 1, price: sums.subtotalCents, isGoods: false }],
      notes: null,
      status: 'pending',
    },
    null,
    { terms, sums, isFixed: true },
  );
  const invoice = changeRow(ctx, made, { depositBookingId: row.id });
  ctx.db.update(appointmentBookings).set({ depositDueAt: due }).where(eq(appointmentBookings.id, row.id)).run();
  return {
    amount: formatMoney(cents),
    dueAt: `${formatDay(businessDay(due))}, ${formatClockTime(businessTime(due))}`,
    link: getPayUrl(ctx, ensurePayToken(ctx, invoice)),
  };
}

/** Returns what is left to pay of a booking's deposit, or null if the booking is cancelled or nothing is left. */
export function findOpenDeposit(ctx: Ctx, { id, status, depositDueAt: dueAt }: BookedAppointment): BookingWithInvoice['deposit'] {
  const invoice = status === 'cancelled' ? undefined : findBookingDeposit(ctx, id);
  if (!invoice?.payToken || invoice.status === 'paid' || getBalance(invoice) === 0) return null;
  const { id: invoiceId, invoiceNumber, payToken } = invoice;
  return { invoiceId, invoiceNumber, amount: formatCents(getBalance(invoice)), dueAt, payUrl: getPayUrl(ctx, payToken) };
}

const hasCrewSetOut = (status: WorkOrderStatus | null): boolean => status !== null && !['planned', 'cancelled'].includes(getPhase(status));

/**
 * Cancels confirmed bookings whose deposit was not paid in time, which frees their places. `cancel` also notifies the client. If the crew
 * has set out, the booking stays and the deposit is owed without a deadline.
 */
export function releaseUnpaidBookings(ctx: Ctx, cancel: (ctx: Ctx, id: number) => void): void {
  const late = ctx.db
    .select({ id: appointmentBookings.id, jobStatus: workOrders.status })
    .from(appointmentBookings)
    .leftJoin(workOrders, eq(workOrders.id, appointmentBookings.workOrderId))
    .where(
      and(
        sql`${appointmentBookings.depositDueAt} is not null and ${appointmentBookings.status} = 'confirmed'`,
        lte(appointmentBookings.depositDueAt, ctx.now().toISOString()),
      ),
    )
    .limit(100)
    .all();
  for (const { id, jobStatus } of late)
    try {
      inTransaction(ctx.db, () => {
        const invoice = findBookingDeposit(ctx, id);
        const isOwed = invoice && invoice.status !== 'paid' && getBalance(invoice) > 0;
        if (isOwed && !hasCrewSetOut(jobStatus)) cancel(ctx, id);
        // Paid, waived by the office, or too late: the deposit no longer ends the booking.
        else ctx.db.update(appointmentBookings).set({ depositDueAt: null }).where(eq(appointmentBookings.id, id)).run();
      });
    } catch (error) {
      ctx.log.error(
        { evt: 'deposit.failed', bookingId: id, fault: describeFault(error) },
        'a booking without its deposit was not cancelled',
      );
    }
}
