import type { BookedAppointment } from '../../../../db/schema';
import { SERVICE_NAMES } from '../../../shared/booking';
import { getBookingBounds } from '../../../shared/booking-times';
import type { Ctx } from '../../context';
import { getCompany } from '../../settings/service';

/** Returns the page where a client can view, move or cancel a booking; bookings made before such links existed get the booking page. */
export const getManageUrl = (origin: string, { manageToken }: Pick<BookedAppointment, 'manageToken'>): string =>
  manageToken === null ? `${origin}/appointments` : `${origin}/manage/${manageToken}`;

/** Quotes a parameter value, which cannot contain double quotes or line breaks (RFC 5545 section 3.1). */
const toParameter = (text: string) => `"${toPlainText(text)}"`;
const toPlainText = (text: string) => text.replace(/["\\]/g, "'").replace(/[\r\n]+/g, ' ');
/** Escapes a text value (RFC 5545 section 3.3.11). */
const toText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
/** Writes an instant in UTC: "20261120T200000Z". */
const toUtc = (instant: string) => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Bytes of a line before it is folded; with the space in front of a folded part there may be 75 (RFC 5545 section 3.1). */
const LINE_BYTES = 74;
/** Folds a line between two characters. */
function fold(line: string): string {
  const bytes = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0, to = LINE_BYTES; from < bytes.length; from = to, to += LINE_BYTES) {
    // The second and later bytes of a character begin with the bits 10.
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    parts.push(bytes.toString('utf8', from, to));
  }
  return parts.join('\r\n ');
}

/** The iTIP method of an entry (RFC 5546 section 1.4): sent by mail, cancelled, or downloaded from the booking's page. */
export type EntryMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

/** A visit in a calendar: `uid` is the same in every version, `sequence` counts the versions. */
type Visit = {
  uid: string;
  sequence: number;
  bounds: [begins: string, ends: string];
  createdAt: string;
  changedAt: string;
  service: string;
  address: string;
  description: string;
  url?: string;
  person: { name: string; email: string };
  isCancelled: boolean;
};

/** Returns the iCalendar file (RFC 5545) of a visit. */
export function createVisitEntry(ctx: Pick<Ctx, 'db' | 'origin'>, visit: Visit, method: EntryMethod): string {
  const company = getCompany(ctx);
  const { uid, sequence, bounds, createdAt, changedAt, service, address, description, url, person, isCancelled } = visit;
  const [begins, ends] = bounds;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${toPlainText(company.name)}//Bookings//EN`,
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}@${new URL(ctx.origin).hostname}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${toUtc(changedAt)}`,
    `DTSTART:${toUtc(begins)}`,
    `DTEND:${toUtc(ends)}`,
    `SUMMARY:${toText(`${service}, ${company.name}`)}`,
    `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    `LOCATION:${toText(address)}`,
    `DESCRIPTION:${toText(`${description}\nQuestions? Call ${company.phone.display}.`)}`,
    `ORGANIZER;CN=${toParameter(company.name)}:mailto:${company.email}`,
    // A published entry has no attendees (RFC 5546 section 3.2.1).
    ...(method === 'PUBLISH'
      ? []
      : [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN=${toParameter(person.name)}:MAILTO:${person.email}`]),
    ...(url ? [`URL;VALUE=URI:${url}`] : []),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `CREATED:${toUtc(createdAt)}`,
    `LAST-MODIFIED:${toUtc(changedAt)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** Returns the iCalendar file (RFC 5545) of a booking in its current version. */
export function createBookingEntry(ctx: Pick<Ctx, 'db' | 'origin'>, booking: BookedAppointment, method: EntryMethod): string {
  const url = getManageUrl(ctx.origin, booking);
  const visit: Visit = {
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
  return createVisitEntry(ctx, visit, method);
}
