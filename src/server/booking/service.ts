import { randomBytes } from 'node:crypto';
import { and, desc, eq, gte, inArray, lt, max, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage, placeholders, prepared } from '../../../db/prepared';
import { appointmentBookings, appointmentSlots, type BookedAppointment } from '../../../db/schema';
import { matchAll, searchWords } from '../../../db/search';
import { DEFAULT_BOOKING_MINUTES, isBookingReference, newBookingReference, SERVICE_NAMES } from '../../shared/booking';
import type { Booked, BookingSubmission, bookingSearch, StaffBooking, staffBookingList } from '../../shared/booking-schemas';
import { windowBounds } from '../../shared/booking-times';
import type { BookingWithInvoice } from '../../shared/booking-with-invoice';
import { DomainError, fieldError } from '../../shared/errors';
import { businessDay } from '../../shared/time';
import { getRow, noteChange } from '../calendar/bookings';
import { bookingQuery, getSlot, reserveSlot, type SlotRow, toStaffBooking, toStaffBookings } from '../calendar/service';
import type { Ctx, RequestCtx } from '../context';
import { insertPlannedOrder } from '../dispatch/service';
import { assertRepeat, hashContents, noteRepeat } from '../http/requests/repeats';
import { findJobInvoice, getStatusOn } from '../invoices/reading';
import { linkToJob } from '../invoices/service';
import { queueBookingConfirmed } from '../mail/messages/booking';
import { getManageUrl } from '../mail/messages/calendar-entry';
import { toSentEstimate } from '../pricing/sent-estimates';
import { recordReferral } from '../referrals/service';
import { getCompany, getSettings } from '../settings/service';
import { writeFirstReminders } from '../visits/reminders';
import { assertFewChanges, watchForFlood } from './abuse';
import { findBookedClient } from './booked-client';
import { findOpenDeposit, requestDeposit } from './deposits';
import { isFirstBooking, isOfPerson } from './first-booking';
import { proposePlan } from './proposals';

const bookingByReference = prepared((db) => bookingQuery(db).where(eq(appointmentBookings.bookingReference, sql.placeholder('reference'))));
const toBooked = (ctx: Ctx, row: BookedAppointment): Booked => ({ ...toStaffBooking(row), manageUrl: getManageUrl(ctx.origin, row) });

export const isBooked = (ctx: Ctx, { bookingReference: reference }: Pick<BookingSubmission, 'bookingReference'>): boolean =>
  isBookingReference(reference) && bookingByReference(ctx.db).get({ reference }) !== undefined;

/**
 * Books a place of a slot and mails the client and the office. Also creates the client and the work order, unless the owner turned that
 * off in the settings. `clientId` is the client who books on their own page. The same reference with the same contents returns the same
 * booking. Throws NOT_FOUND, BAD_REQUEST for another service than the slot's, CONFLICT if the slot is full, UNPROCESSABLE for a used
 * reference, and TOO_MANY for too many open bookings.
 */
export function book(ctx: BookingCtx, input: BookingSubmission, clientId: number | null = null): Booked {
  const { website: _website, filledInMs: _filledInMs, force, ...contents } = input;
  const requestHash = hashContents(contents);
  const reference = isBookingReference(input.bookingReference)
    ? input.bookingReference
    : newBookingReference(ctx.now().getTime(), randomBytes(5));
  return inTransaction(ctx.db, () => {
    const earlier = bookingByReference(ctx.db).get({ reference });
    assertRepeat(earlier, requestHash, 'This booking reference was used for another booking already.');
    if (earlier) {
      noteRepeat(input);
      return toBooked(ctx, earlier);
    }
    const slot = getSlot(ctx, input.slotId);
    assertService(slot, input.serviceType);
    if (ctx.limits.enabled && ctx.actor.kind !== 'admin') assertFewOpenBookings(ctx, input);
    assertFewChanges(ctx, input);
    reserveSlot(ctx, slot, {
      minutes: input.estimatedDuration || DEFAULT_BOOKING_MINUTES,
      people: 1,
      force: force === true && ctx.actor.kind === 'admin',
    });
    return storeBooking(ctx, input, { slot, bookingReference: reference, requestHash, clientId });
  });
}

type BookingCtx = Ctx & { limits: Pick<RequestCtx['limits'], 'enabled'> };
/** Details of a client who books a place that is held for them. */
type HeldBooking = Pick<BookingSubmission, 'clientName' | 'clientEmail' | 'clientPhone' | 'clientAddress'>;

/**
 * Books a place that is reserved already, like {@link book}, also for a client with many open bookings. Call it inside a transaction.
 */
export function bookHeldPlace(ctx: BookingCtx, client: HeldBooking, slot: SlotRow): Booked {
  const given = { specialRequests: null, estimatedDuration: DEFAULT_BOOKING_MINUTES, totalAmount: 0, ref: null, estimate: null };
  const input = { ...client, ...given, frequency: 'once' as const };
  const bookingReference = newBookingReference(ctx.now().getTime(), randomBytes(5));
  return storeBooking(ctx, input, { slot, bookingReference, requestHash: null, clientId: null });
}

/** Stores the booking of a reserved place with its client, job, messages and log entry. */
function storeBooking(ctx: BookingCtx, input: BookingDetails, request: NewBooking): Booked {
  const id = insertBooking(ctx, input, request);
  if (getSettings(ctx).createWorkOrders) linkWorkOrder(ctx, getRow(ctx, id));
  proposePlan(ctx, getRow(ctx, id));
  const row = getRow(ctx, id);
  recordReferral(ctx, row);
  queueBookingConfirmed(ctx, row, requestDeposit(ctx, row));
  if (ctx.limits.enabled) watchForFlood(ctx);
  const { date, timeSlot, serviceType } = request.slot;
  noteChange(ctx, id, 'made', { date, timeSlot, serviceType });
  return toBooked(ctx, row);
}

/** Throws BAD_REQUEST if the client sent a service other than the slot's. */
function assertService(slot: SlotRow, serviceType: string | null): void {
  if (serviceType === null || serviceType === slot.serviceType) return;
  throw fieldError('serviceType', `This time window is for ${SERVICE_NAMES[slot.serviceType]}.`);
}

/** Open bookings that one e-mail address or phone number may have. */
const MAX_OPEN_BOOKINGS = 3;
const bookingsAhead = prepared((db) =>
  db
    .select({ date: appointmentSlots.date, timeSlot: appointmentSlots.timeSlot })
    .from(appointmentBookings)
    .innerJoin(appointmentSlots, eq(appointmentSlots.id, appointmentBookings.slotId))
    .where(
      and(
        isOfPerson,
        // The plus keeps SQLite from walking all bookings that were ever confirmed.
        sql`+${appointmentBookings.status} = 'confirmed'`,
        gte(appointmentSlots.date, sql.placeholder('today')),
      ),
    ),
);
function assertFewOpenBookings(ctx: Ctx, { clientEmail, clientPhone }: HeldBooking): void {
  const now = ctx.now();
  const open = bookingsAhead(ctx.db)
    .all({ email: clientEmail, phone: clientPhone, today: businessDay(now) })
    .map((row) => Date.parse(windowBounds(row)[0]) - now.getTime())
    .filter((milliseconds) => milliseconds > 0);
  if (open.length < MAX_OPEN_BOOKINGS) return;
  const retryAfterSeconds = Math.ceil(Math.min(...open) / 1000);
  const message = `You have ${open.length} open bookings already. To book more, please call us at ${getCompany(ctx).phone.display}.`;
  throw new DomainError('TOO_MANY', message, { retryAfterSeconds });
}

const bookingInsert = prepared((db) =>
  db
    .insert(appointmentBookings)
    .values({
      ...placeholders('slotId', 'serviceType', 'clientName', 'clientEmail', 'clientPhone', 'clientAddress', 'specialRequests'),
      ...placeholders('bookingReference', 'requestHash', 'estimatedDuration', 'totalAmountCents', 'ref', 'manageToken'),
      ...placeholders('frequency', 'estimate', 'clientId'),
      ...placeholders('isFirstBooking', 'smsConsentAt', 'createdAt', 'updatedAt'),
    })
    .returning({ id: appointmentBookings.id }),
);

type BookingDetails = HeldBooking &
  Pick<BookingSubmission, 'specialRequests' | 'estimatedDuration' | 'totalAmount' | 'ref' | 'frequency' | 'estimate'> & {
    smsConsent?: boolean | undefined;
  };
type NewBooking = { slot: SlotRow; bookingReference: string; requestHash: string | null; clientId: number | null };
function insertBooking(ctx: Ctx, input: BookingDetails, { slot, ...request }: NewBooking): number {
  const at = ctx.now().toISOString();
  return bookingInsert(ctx.db).get({
    ...input,
    ...request,
    slotId: slot.id,
    serviceType: slot.serviceType,
    totalAmountCents: input.totalAmount,
    estimate: toSentEstimate(ctx, input.estimate && { ...input.estimate, serviceType: slot.serviceType, frequency: input.frequency }),
    manageToken: randomBytes(16).toString('base64url'),
    isFirstBooking: Number(isFirstBooking(ctx, { email: input.clientEmail, phone: input.clientPhone })),
    smsConsentAt: input.smsConsent ? at : null,
    createdAt: at,
    updatedAt: at,
  }).id;
}

const jobUpdate = prepared((db) =>
  db
    .update(appointmentBookings)
    // The types do not allow placeholders here, but they work as in an insert.
    .set(placeholders('clientId', 'workOrderId') as object)
    .where(eq(appointmentBookings.id, sql.placeholder('id'))),
);

/** Creates the client (or finds it) and the work order of a booking, links both to the booking, and returns the id of the work order. */
export function linkWorkOrder(ctx: Ctx, row: BookedAppointment): number {
  const { clientId, addressId, addressNote } = findBookedClient(ctx, row);
  const job = {
    clientId,
    addressId,
    serviceType: row.serviceType,
    description: row.specialRequests,
    notes: addressNote,
    scheduledDate: windowBounds(row)[0],
    estimatedDuration: row.estimatedDuration || DEFAULT_BOOKING_MINUTES,
  };
  const workOrderId = insertPlannedOrder(ctx, job);
  jobUpdate(ctx.db).run({ id: row.id, clientId, workOrderId });
  writeFirstReminders(ctx, [workOrderId]);
  return workOrderId;
}

/**
 * Creates the work order of a booking for the office. Changes nothing if the booking has a work order that is not cancelled.
 * Throws NOT_FOUND, CONFLICT.
 */
export function createBookingWorkOrder(ctx: Ctx, id: number): StaffBooking {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (row.workOrderId !== null && !row.isWorkOrderCancelled) return toStaffBooking(row);
    if (row.status === 'cancelled') throw new DomainError('CONFLICT', 'This booking is cancelled, so it cannot get a work order.');
    const workOrderId = linkWorkOrder(ctx, row);
    const invoice = findJobInvoice(ctx, { workOrderId: row.workOrderId, bookingId: id });
    // The job takes over the invoice of its booking; a link to a cancelled job is replaced.
    if (invoice) linkToJob(ctx, { ...invoice, workOrderId: null }, { workOrderId, bookingId: id });
    noteChange(ctx, id, 'workOrderAdded', {});
    return toStaffBooking(getRow(ctx, id));
  });
}

/** Returns one booking with the live invoice of its job. Throws NOT_FOUND. */
export function getBooking(ctx: Ctx, id: number): BookingWithInvoice {
  const row = getRow(ctx, id);
  const invoice = findJobInvoice(ctx, { bookingId: row.id, workOrderId: row.workOrderId });
  const shown = invoice && { id: invoice.id, invoiceNumber: invoice.invoiceNumber, status: getStatusOn(invoice, businessDay(ctx.now())) };
  return { ...toStaffBooking(row), invoice: shown ?? null, deposit: findOpenDeposit(ctx, row) };
}

const newest = prepared((db) => db.select({ id: max(appointmentBookings.id) }).from(appointmentBookings));
/** Newest bookings of a page that a search scans for words too short for the search index. */
const SHORT_SEARCH_ROWS = 2000;
const searched = [
  appointmentBookings.clientName,
  appointmentBookings.clientEmail,
  appointmentBookings.clientPhone,
  appointmentBookings.bookingReference,
];

type Page = Pick<z.output<typeof bookingSearch>, 'status' | 'limit' | 'cursor'>;
/**
 * Finds the ids of a page by the search table, newest first. With a status it reads the index of statuses instead of the bookings, because
 * a word may be in many bookings of which none has the status.
 */
function findByWords(ctx: Ctx, match: string, hasShort: SQL | undefined, { status, limit, cursor }: Page) {
  const id = sql`bookings_search.rowid`;
  const where = and(
    sql`bookings_search match ${match}`,
    cursor ? sql`${id} < ${cursor}` : undefined,
    status ? sql`status = ${status}` : undefined,
    hasShort,
  );
  const ofStatus = sql.raw(status ? 'indexed by appointment_bookings_status' : '');
  const rows = ctx.db.all<{ id: number }>(sql`select ${id} as id from bookings_search join appointment_bookings ${ofStatus}
    on appointment_bookings.id = ${id} where ${where} order by ${id} desc limit ${limit + 1}`);
  return cutPage(rows, limit, (row) => row.id);
}

/** Finds bookings, newest first, in whose name, e-mail, phone or reference every word of a search appears. */
export function searchBookings(ctx: Ctx, { search, ...input }: z.output<typeof bookingSearch>): z.output<typeof staffBookingList> {
  const words = searchWords(search);
  const match = matchAll(words);
  const short = words.filter((word) => word.match === undefined);
  const hasShort = and(...short.map(({ pattern }) => or(...searched.map((column) => sql`${column} glob ${pattern}`))));
  const newestFirst = desc(appointmentBookings.id);
  if (match) {
    const { rows: found, nextCursor } = findByWords(ctx, match, hasShort, input);
    const ids = found.map(({ id }) => id);
    const rows = bookingQuery(ctx.db).where(inArray(appointmentBookings.id, ids)).orderBy(newestFirst).all();
    return { rows: toStaffBookings(rows), nextCursor };
  }
  const { status, limit, cursor } = input;
  const before = cursor ?? (newest(ctx.db).get()?.id ?? 0) + 1;
  const rows = bookingQuery(ctx.db)
    .where(
      and(
        lt(appointmentBookings.id, before),
        short.length > 0 ? gte(appointmentBookings.id, before - SHORT_SEARCH_ROWS) : undefined,
        status && eq(appointmentBookings.status, status),
        hasShort,
      ),
    )
    .orderBy(newestFirst)
    .limit(limit + 1)
    .all();
  const page = cutPage(rows, limit, ({ id }) => id);
  return { ...page, rows: toStaffBookings(page.rows) };
}
