import { SERVICE_NAMES } from '../../shared/booking-words';
import { company } from '../../shared/company';
import { landingText } from '../../shared/marketing';
import { formatCents } from '../../shared/money';
import { showDay, showWindow } from '../../shared/time';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { type BookedAppointment, calendarEntry, type EntryMethod, manageUrlOf } from './calendar-entry';
import { type Attachment, type NewMessage, queueMessage } from './outbox';
import { signature } from './templates';

const offer = landingText.onlineOffer.amount;

/** Who moved or cancelled a booking. */
export type ChangedBy = 'client' | 'office';

const when = ({ date, timeSlot }: BookedAppointment) => `${showDay(date)}, ${showWindow(timeSlot)}`;

const facts = (booking: BookedAppointment) =>
  [
    `Reference: ${booking.bookingReference}`,
    `Date: ${showDay(booking.date)}`,
    `Time: ${showWindow(booking.timeSlot)}`,
    `Service: ${SERVICE_NAMES[booking.serviceType]}`,
    `Address: ${booking.clientAddress}`,
    ...(booking.specialRequests ? [`Your requests: ${booking.specialRequests}`] : []),
  ].join('\n');

const staffFacts = (ctx: Ctx, booking: BookedAppointment) =>
  [
    `Reference: ${booking.bookingReference}`,
    `Date: ${showDay(booking.date)}`,
    `Time: ${showWindow(booking.timeSlot)}`,
    `Service: ${SERVICE_NAMES[booking.serviceType]}`,
    `Name: ${booking.clientName}`,
    `Phone: ${booking.clientPhone}`,
    `Email: ${booking.clientEmail}`,
    `Address: ${booking.clientAddress}`,
    `Requests: ${booking.specialRequests ?? 'none'}`,
    `Duration: ${booking.estimatedDuration === 0 ? 'not given' : `${booking.estimatedDuration} minutes`}`,
    `Their estimate of the cost: $${formatCents(booking.totalAmountCents)}`,
    `First booking online: ${booking.isFirstBooking ? `yes, so it is ${offer}` : 'no'}`,
    `\nSee it: ${ctx.origin}/bookings?booking=${booking.id}`,
  ].join('\n');

const methods = new Intl.ListFormat('en-CA', { type: 'disjunction' }).format(company.paymentMethods).toLowerCase();
const expectations = `What to expect: our crew arrives within this time with everything it needs. Please make sure that somebody can let us in. When the work is done we send you the invoice; you can pay by ${methods}.`;

/** Until when the client may change the booking, and where. */
function changing(ctx: Ctx, booking: BookedAppointment): string {
  const cutoffHours = getSettings(ctx).manageCutoffHours;
  const until = cutoffHours === 0 ? 'until it begins' : `until ${cutoffHours} ${cutoffHours === 1 ? 'hour' : 'hours'} before it begins`;
  return `You can move or cancel it yourself ${until}:\n${manageUrlOf(ctx.origin, booking)}\n\nLater than that, please call us at ${company.phone.display}.`;
}

const entryOf = (ctx: Ctx, booking: BookedAppointment, method: EntryMethod): Attachment => ({
  filename: 'booking.ics',
  contentType: `text/calendar; charset=utf-8; method=${method}`,
  content: calendarEntry(booking, ctx.origin, method),
});

type Words = { subject: string; paragraphs: string[]; attachments?: Attachment[] };
/** One cause, one message: what may happen to a booking several times counts the versions of its calendar entry in its key. */
function queueAbout(ctx: Ctx, booking: BookedAppointment, purpose: string, to: string, { paragraphs, ...words }: Words): void {
  const message: NewMessage = {
    ...words,
    purpose,
    to,
    body: `${paragraphs.join('\n\n')}\n`,
    relatedType: 'booking',
    relatedId: booking.id,
    dedupeKey: `${purpose}:${booking.id}:${booking.calendarSequence}`,
  };
  queueMessage(ctx, message);
}

/** The confirmation to the client, with its calendar entry, and the news to the owner; in the transaction that books. */
export function queueBookingMade(ctx: Ctx, booking: BookedAppointment): void {
  queueAbout(ctx, booking, 'booking-confirmed', booking.clientEmail, {
    subject: `Your booking is confirmed: ${when(booking)}`,
    paragraphs: [
      `Hello ${booking.clientName},`,
      `thank you for booking with ${company.name}. Your appointment is confirmed.`,
      facts(booking),
      expectations,
      ...(booking.isFirstBooking ? [`Your first cleaning booked online is ${offer}. The discount will be on the invoice.`] : []),
      changing(ctx, booking),
      signature(),
    ],
    attachments: [entryOf(ctx, booking, 'REQUEST')],
  });
  queueAbout(ctx, booking, 'new-booking', company.email, {
    subject: `New booking: ${SERVICE_NAMES[booking.serviceType]}, ${when(booking)}`,
    paragraphs: ['A visitor booked an appointment.', staffFacts(ctx, booking)],
  });
}

/** The new time to the client, and to the owner where it was the client who moved it; in the transaction that moves. */
export function queueBookingMoved(ctx: Ctx, booking: BookedAppointment, before: BookedAppointment, by: ChangedBy): void {
  queueAbout(ctx, booking, 'booking-moved', booking.clientEmail, {
    subject: `Your booking was moved: ${when(booking)}`,
    paragraphs: [
      `Hello ${booking.clientName},`,
      `your booking was moved. Before, it was on ${when(before)}. This is how it is now:`,
      facts(booking),
      changing(ctx, booking),
      signature(),
    ],
    attachments: [entryOf(ctx, booking, 'REQUEST')],
  });
  if (by === 'client')
    queueAbout(ctx, booking, 'booking-moved-by-client', company.email, {
      subject: `Booking moved by the client: ${booking.bookingReference}, ${when(booking)}`,
      paragraphs: [`A client moved a booking. Before, it was on ${when(before)}.`, staffFacts(ctx, booking)],
    });
}

/** The cancellation to the client, and to the owner where it was the client who cancelled; in the transaction that cancels. */
export function queueBookingCancelled(ctx: Ctx, booking: BookedAppointment, by: ChangedBy): void {
  const reason = `Reason: ${booking.cancelReason ?? 'not given'}`;
  queueAbout(ctx, booking, 'booking-cancelled', booking.clientEmail, {
    subject: `Your booking is cancelled: ${when(booking)}`,
    paragraphs: [
      `Hello ${booking.clientName},`,
      by === 'client' ? 'as you asked, your booking is cancelled.' : 'we are sorry: we had to cancel your booking.',
      `${facts(booking)}\n${reason}`,
      `You are welcome to book another time: ${ctx.origin}/appointments`,
      signature(),
    ],
    attachments: [entryOf(ctx, booking, 'CANCEL')],
  });
  if (by === 'client')
    queueAbout(ctx, booking, 'booking-cancelled-by-client', company.email, {
      subject: `Booking cancelled by the client: ${booking.bookingReference}, ${when(booking)}`,
      paragraphs: ['A client cancelled a booking.', reason, staffFacts(ctx, booking)],
    });
}
