import { and, eq, gt, type SQL } from 'drizzle-orm';
import { appointmentBookings, appointmentSlots } from '../../../../db/schema';
import { SERVICE_NAMES } from '../../../shared/booking';
import { daysBetween } from '../../../shared/calendar-day';
import { toSingleLine } from '../../../shared/message-text';
import { shortDate } from '../../../shared/staff-times';
import { addMinutes, businessDay, formatDay, isInstant } from '../../../shared/time';
import type { Ctx } from '../../context';
import { writeDraft } from '../../mail/drafts';
import { getSettings } from '../../settings/service';
import {
  countFinishedJobs,
  estimateJobValue,
  findPerson,
  hadUpcomingVisitAt,
  hasReturnedSince,
  hasUpcomingVisit,
  reasonNotToContact,
} from '../people';
import type { Read } from '../sweep';
import { type Judged, scoreLead } from './lead';

const selectBookings = ({ db }: Ctx, condition: SQL | undefined, limit: number) =>
  db
    .select({
      id: appointmentBookings.id,
      status: appointmentBookings.status,
      cancelledBy: appointmentBookings.cancelledBy,
      name: appointmentBookings.clientName,
      email: appointmentBookings.clientEmail,
      phone: appointmentBookings.clientPhone,
      clientId: appointmentBookings.clientId,
      reference: appointmentBookings.bookingReference,
      serviceType: appointmentBookings.serviceType,
      /** A cancelled booking is never edited, so this is when it was cancelled. */
      updatedAt: appointmentBookings.updatedAt,
      date: appointmentSlots.date,
    })
    .from(appointmentBookings)
    .innerJoin(appointmentSlots, eq(appointmentSlots.id, appointmentBookings.slotId))
    .where(condition)
    .orderBy(appointmentBookings.id)
    .limit(limit)
    .all();
type BookingRow = ReturnType<typeof selectBookings>[number];

export const findBooking = (ctx: Ctx, id: number): BookingRow | undefined => selectBookings(ctx, eq(appointmentBookings.id, id), 1)[0];
export const listCancelledAfter: Read<BookingRow> = (ctx, { after, limit }) =>
  selectBookings(ctx, and(eq(appointmentBookings.status, 'cancelled'), gt(appointmentBookings.id, after)), limit);

/**
 * Finds a client to win back: they cancelled a booking, had no other visit ahead, and neither booked nor got a job for some days
 * (7 by default). A booking that the office cancelled is no sign that a client is leaving.
 */
export function judgeCancelled(ctx: Ctx, booking: BookingRow | undefined): Judged {
  if (booking?.status !== 'cancelled') return 'The booking is not cancelled any more.';
  if (booking.cancelledBy !== 'client') return 'The client did not cancel it themself.';
  if (!isInstant(booking.updatedAt)) return 'Its date is unreadable.';
  const { rebookDays } = getSettings(ctx).automation;
  if (addMinutes(ctx.now(), -rebookDays * 1440) < booking.updatedAt) return 'It is too recent.';
  const person = findPerson(ctx, booking);
  const obstacle = reasonNotToContact(person);
  if (obstacle !== null) return obstacle;
  if (hasReturnedSince(ctx, person, booking.updatedAt) || hasUpcomingVisit(ctx, person)) return 'They booked again.';
  if (hadUpcomingVisitAt(ctx, person, booking.updatedAt)) return 'They had another visit ahead of them.';
  const today = businessDay(ctx.now());
  const day = businessDay(booking.updatedAt);
  const name = toSingleLine(booking.name);
  const service = SERVICE_NAMES[booking.serviceType];
  const reason = `${service} for ${shortDate(booking.date, today)} cancelled on ${shortDate(day, today)}, nothing booked since`;
  const causeKey = `cancelled:booking:${booking.id}`;
  const values = { customerName: name, service, date: formatDay(booking.date), bookingLink: `${ctx.origin}/appointments` };
  return {
    kind: 'lead_cancelled',
    causeKey,
    dedupeKey: causeKey,
    subjectType: 'booking',
    subjectId: booking.id,
    title: `${name} cancelled and did not book again`,
    reason,
    evidence: [{ type: 'booking', id: booking.id, text: `${booking.reference}: ${reason}` }],
    score: scoreLead('lead_cancelled', { jobs: countFinishedJobs(ctx, person), daysPastDue: daysBetween(day, today) - rebookDays }),
    value: estimateJobValue(ctx, person),
    to: booking.email,
    related: { relatedType: 'booking', relatedId: booking.id },
    write: (message) => writeDraft(ctx, { purpose: 'lead-cancelled', values, ...message }),
  };
}
