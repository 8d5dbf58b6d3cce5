import type { BookedAppointment } from '../../../../db/schema';
import { SERVICE_NAMES } from '../../../shared/booking';
import { getAgreedTime } from '../../../shared/booking-times';
import type { Purpose, VariableOf } from '../../../shared/message-templates';
import { formatCents } from '../../../shared/money';
import { ONLINE_OFFER } from '../../../shared/offer-terms';
import { businessDay, businessTime, formatClockTime, formatDay, formatWindow } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getCompany, getSettings } from '../../settings/service';
import { queueFromTemplate } from '../templates';
import { attachVisit, getManageUrl, toBookedVisit } from './calendar-entry';

const offer = ONLINE_OFFER.amount;

export type ChangedBy = 'client' | 'office';

/** Returns the date and time of a visit as text: the agreed time if there is one, otherwise the booked window. */
function bookingTime(booking: BookedAppointment): { date: string; time: string } {
  const agreed = getAgreedTime(booking);
  return agreed === null
    ? { date: formatDay(booking.date), time: formatWindow(booking.timeSlot) }
    : { date: formatDay(businessDay(agreed)), time: formatClockTime(businessTime(agreed)) };
}
const formatBookingTime = (booking: BookedAppointment) => Object.values(bookingTime(booking)).join(', ');

const clientFacts = (booking: BookedAppointment) => ({
  bookingReference: booking.bookingReference,
  customerName: booking.clientName,
  ...bookingTime(booking),
  service: SERVICE_NAMES[booking.serviceType],
  address: booking.clientAddress,
  specialRequests: booking.specialRequests ?? '',
});

const officeFacts = (ctx: Ctx, booking: BookedAppointment) => ({
  ...clientFacts(booking),
  customerPhone: booking.clientPhone,
  customerEmail: booking.clientEmail,
  specialRequests: booking.specialRequests ?? 'none',
  duration: booking.estimatedDuration === 0 ? 'not given' : `${booking.estimatedDuration} minutes`,
  estimate: booking.totalAmountCents === 0 ? '' : `$${formatCents(booking.totalAmountCents)}`,
  firstBooking: booking.isFirstBooking ? `yes, so it is ${offer}` : 'no',
  officeLink: `${ctx.origin}/bookings?booking=${booking.id}`,
});

const orList = new Intl.ListFormat('en-CA', { type: 'disjunction' });

function changeFacts(ctx: Ctx, booking: BookedAppointment) {
  const cutoffHours = getSettings(ctx).manageCutoffHours;
  return {
    changeUntil: cutoffHours === 0 ? 'until it begins' : `until ${cutoffHours} ${cutoffHours === 1 ? 'hour' : 'hours'} before it begins`,
    manageLink: getManageUrl(ctx.origin, booking),
  };
}

/** The key of each message counts the versions of the calendar entry, because a booking may be moved more than once. */
const messageKeys = <Kind extends Purpose>(booking: BookedAppointment, purpose: Kind) => ({
  purpose,
  relatedType: 'booking',
  relatedId: booking.id,
  dedupeKey: `${purpose}:${booking.id}:${booking.calendarSequence}`,
});

type ClientPurpose = 'booking-confirmed' | 'booking-moved' | 'booking-cancelled';
/** Queues a message to the client with the current calendar entry attached. */
function queueForClient<Kind extends ClientPurpose>(
  ctx: Ctx,
  booking: BookedAppointment,
  purpose: Kind,
  values: Record<VariableOf<Kind>, string>,
): void {
  const attachments = [attachVisit('booking.ics', toBookedVisit(ctx, booking), purpose === 'booking-cancelled' ? 'CANCEL' : 'REQUEST')];
  queueFromTemplate(ctx, { ...messageKeys(booking, purpose), to: booking.clientEmail, values, attachments });
}

/** The deposit of a booking in words: its amount, until when it is to be paid, and the link to pay it. */
export type Deposit = { amount: string; dueAt: string; link: string };

/** Queues the confirmation to the client and the notice to the owner. Call it inside the transaction that books. */
export function queueBookingConfirmed(ctx: Ctx, booking: BookedAppointment, deposit?: Deposit): void {
  const { email, paymentMethods } = getCompany(ctx);
  queueForClient(ctx, booking, 'booking-confirmed', {
    ...clientFacts(booking),
    ...changeFacts(ctx, booking),
    paymentMethods: orList.format(paymentMethods).toLowerCase(),
    firstBookingOffer: booking.isFirstBooking ? offer : '',
    depositAmount: deposit?.amount ?? '',
    depositDue: deposit?.dueAt ?? '',
    depositLink: deposit?.link ?? '',
  });
  queueFromTemplate(ctx, { ...messageKeys(booking, 'new-booking'), to: email, values: officeFacts(ctx, booking) });
}

type Change = { by: ChangedBy; notifyClient: boolean };
/** Queues the new time to the client and, if the client moved the booking, to the owner. Call it inside the transaction that moves it. */
export function queueBookingMoved(
  ctx: Ctx,
  booking: BookedAppointment,
  { earlier, by, notifyClient }: Change & { earlier: BookedAppointment },
): void {
  const before = formatBookingTime(earlier);
  if (notifyClient) queueForClient(ctx, booking, 'booking-moved', { ...clientFacts(booking), ...changeFacts(ctx, booking), before });
  if (by === 'client')
    queueFromTemplate(ctx, {
      ...messageKeys(booking, 'booking-moved-by-client'),
      to: getCompany(ctx).email,
      values: { ...officeFacts(ctx, booking), before },
    });
}

/** Queues the cancellation to the client and, if the client cancelled, to the owner. Call it inside the transaction that cancels. */
export function queueBookingCancelled(ctx: Ctx, booking: BookedAppointment, { by, notifyClient }: Change): void {
  const reason = booking.cancelReason ?? '';
  if (notifyClient)
    queueForClient(ctx, booking, 'booking-cancelled', {
      ...clientFacts(booking),
      reason,
      whoCancelled: by === 'client' ? 'As you asked, your booking is cancelled.' : 'We are sorry: we had to cancel your booking.',
      bookingLink: `${ctx.origin}/appointments`,
    });
  if (by === 'client')
    queueFromTemplate(ctx, {
      ...messageKeys(booking, 'booking-cancelled-by-client'),
      to: getCompany(ctx).email,
      values: { ...officeFacts(ctx, booking), reason },
    });
}
