import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { appointmentBookings, appointmentSlots } from '../../../db/schema';
import { boundsOfBooking } from '../../shared/booking';
import { SERVICE_NAMES } from '../../shared/booking-words';
import { getCompany } from '../settings/service';
import type { Ctx } from '../trpc';

/** A booking with the day and window of its slot. */
export type BookedAppointment = typeof appointmentBookings.$inferSelect &
  Pick<typeof appointmentSlots.$inferSelect, 'date' | 'timeSlot'> & { isWorkOrderCancelled: boolean; jobStartsAt: string | null };

/** The page where a booking's client sees, moves and cancels it; none for one made before there were such links. */
export const manageUrlOf = (origin: string, { manageToken }: Pick<BookedAppointment, 'manageToken'>): string =>
  manageToken === null ? `${origin}/appointments` : `${origin}/manage/${manageToken}`;

/** RFC 5545 has no way to write a double quote in a parameter. */
const parameterText = (text: string) => text.replace(/["\\]/g, "'");

/** How an entry reaches its calendar (RFC 5546 §1.4): asked for by mail, called off, or taken from the booking's page. */
export type EntryMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

function eventOf({ origin, db }: Pick<Ctx, 'db' | 'origin'>, booking: BookedAppointment, method: EntryMethod): ICalEventData {
  const company = getCompany({ db });
  const [start, end] = boundsOfBooking(booking).map((instant) => new Date(instant)) as [Date, Date];
  const manageUrl = manageUrlOf(origin, booking);
  const changedAt = new Date(booking.updatedAt);
  const isOff = booking.status === 'cancelled';
  return {
    id: `${booking.bookingReference}@${new URL(origin).hostname}`,
    sequence: booking.calendarSequence,
    start,
    end,
    stamp: changedAt,
    lastModified: changedAt,
    created: new Date(booking.createdAt),
    summary: `${SERVICE_NAMES[booking.serviceType]}, ${company.name}`,
    location: booking.clientAddress,
    description: `Reference: ${booking.bookingReference}\nSee, move or cancel your booking: ${manageUrl}\nQuestions? Call ${company.phone.display}.`,
    url: manageUrl,
    organizer: { name: company.name, email: company.email },
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: isOff ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    // A published entry invites nobody (RFC 5546 §3.2.1).
    attendees:
      method === 'PUBLISH'
        ? []
        : [
            {
              name: parameterText(booking.clientName),
              email: booking.clientEmail,
              role: ICalAttendeeRole.REQ,
              status: ICalAttendeeStatus.ACCEPTED,
              rsvp: false,
            },
          ],
  };
}

/** A booking as the text of an iCalendar file (RFC 5545). Its UID stays the same over every version, its SEQUENCE counts them. */
export function calendarEntry(ctx: Pick<Ctx, 'db' | 'origin'>, booking: BookedAppointment, method: EntryMethod): string {
  const calendar = ical({
    prodId: { company: parameterText(getCompany(ctx).name), product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod[method],
    events: [eventOf(ctx, booking, method)],
  });
  return `${calendar.toString()}\r\n`;
}
