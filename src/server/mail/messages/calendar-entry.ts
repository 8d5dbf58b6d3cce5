import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { BookedAppointment } from '../../../../db/schema';
import { SERVICE_NAMES } from '../../../shared/booking';
import { getBookingBounds } from '../../../shared/booking-times';
import type { Ctx } from '../../context';
import { getCompany } from '../../settings/service';

/** Returns the page where a client can view, move or cancel a booking; bookings made before such links existed get the booking page. */
export const getManageUrl = (origin: string, { manageToken }: Pick<BookedAppointment, 'manageToken'>): string =>
  manageToken === null ? `${origin}/appointments` : `${origin}/manage/${manageToken}`;

/** Replaces double quotes and backslashes, which a parameter value cannot contain (RFC 5545 section 3.1). */
const toParameterText = (text: string) => text.replace(/["\\]/g, "'");

/** The iTIP method of an entry (RFC 5546 section 1.4): sent by mail, cancelled, or downloaded from the booking's page. */
export type EntryMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

/** A visit in a calendar: `uid` is the same in every version, `sequence` counts the versions. */
export type Visit = {
  uid: string;
  sequence: number;
  bounds: [begins: string, ends: string];
  createdAt: string;
  changedAt: string;
  service: string;
  address: string;
  description: string;
  url?: string;
  person: { name: string; email: string | null };
  isCancelled: boolean;
};

function toEvent(ctx: Pick<Ctx, 'db' | 'origin'>, visit: Visit, method: EntryMethod): ICalEventData {
  const company = getCompany(ctx);
  const [start, end] = visit.bounds.map((instant) => new Date(instant)) as [Date, Date];
  const changedAt = new Date(visit.changedAt);
  return {
    id: `${visit.uid}@${new URL(ctx.origin).hostname}`,
    sequence: visit.sequence,
    start,
    end,
    stamp: changedAt,
    lastModified: changedAt,
    created: new Date(visit.createdAt),
    summary: `${visit.service}, ${company.name}`,
    location: visit.address,
    description: `${visit.description}\nQuestions? Call ${company.phone.display}.`,
    ...(visit.url && { url: visit.url }),
    organizer: { name: company.name, email: company.email },
    status: visit.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: visit.isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    // A published entry has no attendees (RFC 5546 section 3.2.1), and each attendee has an address.
    attendees:
      method === 'PUBLISH' || !visit.person.email
        ? []
        : [
            {
              name: toParameterText(visit.person.name),
              email: visit.person.email,
              role: ICalAttendeeRole.REQ,
              status: ICalAttendeeStatus.ACCEPTED,
              rsvp: false,
            },
          ],
  };
}

/** Returns the iCalendar file (RFC 5545) of a visit. */
export function createVisitEntry(ctx: Pick<Ctx, 'db' | 'origin'>, visit: Visit, method: EntryMethod): string {
  const calendar = ical({
    prodId: { company: toParameterText(getCompany(ctx).name), product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod[method],
    events: [toEvent(ctx, visit, method)],
  });
  return `${calendar.toString()}\r\n`;
}

/**
 * A calendar entry that is attached to a message. The message stores the visit until its file is made and stored when the message is sent:
 * that takes longer than storing the rest of a booking's messages.
 */
export type EntryAttachment = { filename: string; contentType: string; visit: Visit; method: EntryMethod };

/** Attaches a visit in its current version to a message. */
export const attachVisit = (filename: string, visit: Visit, method: EntryMethod): EntryAttachment => ({
  filename,
  contentType: `text/calendar; charset=utf-8; method=${method}`,
  visit,
  method,
});

/** Returns the calendar's view of a booking in its current version. */
export function toBookedVisit({ origin }: Pick<Ctx, 'origin'>, booking: BookedAppointment): Visit {
  const url = getManageUrl(origin, booking);
  return {
    uid: booking.bookingReference,
    sequence: booking.calendarSequence,
    bounds: getBookingBounds(booking),
    createdAt: booking.createdAt,
    changedAt: booking.updatedAt,
    service: SERVICE_NAMES[booking.serviceType],
    address: booking.clientAddress,
    description: `Reference: ${booking.bookingReference}\nSee, move or cancel your booking: ${url}`,
    url,
    person: { name: booking.clientName, email: booking.clientEmail },
    isCancelled: booking.status === 'cancelled',
  };
}
