import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inSavepoint } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, type BookedAppointment, workOrders } from '../../../db/schema';
import { type BookingServiceType, DEFAULT_BOOKING_MINUTES, getStartTime, MANAGE_TOKEN, TIME_WINDOWS } from '../../shared/booking';
import type { bookingCalendar, calendarInput, slotList, slotQuery } from '../../shared/booking-schemas';
import { getBookingStart } from '../../shared/booking-times';
import { DomainError } from '../../shared/errors';
import { shortDate } from '../../shared/staff-times';
import { businessDay, businessTime } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { type ChangedBy, queueBookingCancelled, queueBookingMoved } from '../mail/messages/booking';
import { bookingQuery, findSlots, getCalendar, listSlots, releaseSlot, reserveSlot, type SlotRow } from './service';

const bookingById = prepared((db) => bookingQuery(db).where(eq(appointmentBookings.id, sql.placeholder('id'))));
const bookingByToken = prepared((db) => bookingQuery(db).where(eq(appointmentBookings.manageToken, sql.placeholder('token'))));
const bookingByJob = prepared((db) => bookingQuery(db).where(eq(appointmentBookings.workOrderId, sql.placeholder('workOrderId'))));

const crewOfJob = prepared((db) =>
  db
    .select({ minutes: workOrders.estimatedDuration, people: workOrders.crewSize })
    .from(workOrders)
    .where(eq(workOrders.id, sql.placeholder('id'))),
);

/** Returns the work of a booking that is to move, which does not count itself. */
function jobToMove(ctx: Ctx, { id, workOrderId, estimatedDuration, status, slotId }: BookedAppointment) {
  const job = workOrderId === null ? undefined : crewOfJob(ctx.db).get({ id: workOrderId });
  return {
    minutes: job?.minutes || estimatedDuration || DEFAULT_BOOKING_MINUTES,
    people: job?.people ?? 1,
    replaces: { bookingId: id, workOrderId, slotId: status === 'confirmed' ? slotId : null },
  };
}

/** Returns one booking as stored, with its day and window. Throws NOT_FOUND. */
export function getRow(ctx: Ctx, id: number): BookedAppointment {
  const row = bookingById(ctx.db).get({ id });
  if (!row) throw new DomainError('NOT_FOUND', 'This booking does not exist.');
  return row;
}

/** Returns the booking of a manage link. Throws NOT_FOUND. */
export function getBookingByToken(ctx: Ctx, token: string): BookedAppointment {
  const row = MANAGE_TOKEN.test(token) ? bookingByToken(ctx.db).get({ token }) : undefined;
  if (!row) throw new DomainError('NOT_FOUND', 'This booking link is not valid.');
  return row;
}

export const findLinkedBooking = (ctx: Ctx, workOrderId: number): BookedAppointment | undefined =>
  bookingByJob(ctx.db).get({ workOrderId });

/** Returns the booking of a work order if it is still confirmed. */
export function findOpenLinkedBooking(ctx: Ctx, workOrderId: number): BookedAppointment | undefined {
  const row = findLinkedBooking(ctx, workOrderId);
  return row?.status === 'confirmed' ? row : undefined;
}

/** Returns the slots of a day, as they are for the booking of a link if one is given. */
export function listSlotsFor(ctx: Ctx, input: z.output<typeof slotQuery>): z.output<typeof slotList> {
  const row = input.token && MANAGE_TOKEN.test(input.token) ? bookingByToken(ctx.db).get({ token: input.token }) : undefined;
  return listSlots(ctx, input, row && jobToMove(ctx, row));
}

/** Returns the office's calendar, with the slots as they are for one booking if `bookingId` is given. Throws NOT_FOUND. */
export const getCalendarFor = (ctx: Ctx, { bookingId, ...input }: z.output<typeof calendarInput>): z.output<typeof bookingCalendar> =>
  getCalendar(ctx, input, bookingId === undefined ? undefined : jobToMove(ctx, getRow(ctx, bookingId)));

/** Records a change of a booking in the log and refreshes open screens. Call it inside a transaction. */
export function noteChange(ctx: Ctx, id: number, verb: string, data: Record<string, unknown>): void {
  recordActivity(ctx, { verb: `booking.${verb}`, entityType: 'booking', entityId: id, data });
  publishAfterCommit(ctx, 'booking');
}

function update(ctx: Ctx, id: number, values: Partial<typeof appointmentBookings.$inferInsert>): BookedAppointment {
  ctx.db
    .update(appointmentBookings)
    .set({ ...values, updatedAt: ctx.now().toISOString() })
    .where(eq(appointmentBookings.id, id))
    .run();
  return getRow(ctx, id);
}

/** Sets the status of a booking and nothing else. Call it inside a transaction. */
export function markBooking(ctx: Ctx, row: BookedAppointment, status: BookedAppointment['status']): BookedAppointment {
  if (row.status === status) return row;
  const changed = update(ctx, row.id, { status });
  noteChange(ctx, row.id, status, { from: row.status });
  return changed;
}

const PAYMENT_VERBS = { paid: 'paid', pending: 'unpaid', refunded: 'refunded' } as const;
/** Stores how far the invoice of a booking is paid; call it inside a transaction. */
export function markBookingPayment(ctx: Ctx, id: number, paymentStatus: keyof typeof PAYMENT_VERBS): void {
  update(ctx, id, { paymentStatus });
  noteChange(ctx, id, PAYMENT_VERBS[paymentStatus], {});
}

type Change = { by: ChangedBy; notifyClient?: boolean | undefined };

/**
 * Cancels a confirmed booking without its job, frees its place and mails the client. The caller cancels the job. Call it inside the
 * transaction of its cause.
 */
export function cancelBookingOnly(
  ctx: Ctx,
  row: BookedAppointment,
  { reason, by, notifyClient = true }: Change & { reason: string | null },
): BookedAppointment {
  releaseSlot(ctx, row.slotId);
  const calendarSequence = row.calendarSequence + 1;
  const cancelled = update(ctx, row.id, { status: 'cancelled', cancelReason: reason, cancelledBy: by, calendarSequence });
  queueBookingCancelled(ctx, cancelled, { by, notifyClient });
  noteChange(ctx, row.id, 'cancelled', { by });
  return cancelled;
}

/**
 * Moves a confirmed booking to another slot, but not its job. The caller moves the job and then calls {@link announceMove}. Call it inside
 * a transaction. Throws CONFLICT if the slot has no free place, or unless `force` is set if too few people are free.
 */
export function reserveNewSlot(
  ctx: Ctx,
  row: BookedAppointment,
  { slot, force = false }: { slot: SlotRow; force?: boolean | undefined },
): void {
  // Frees the old place first, so that a move within one window does not count the crew twice.
  releaseSlot(ctx, row.slotId);
  reserveSlot(ctx, slot, { ...jobToMove(ctx, row), force });
  update(ctx, row.id, { slotId: slot.id, serviceType: slot.serviceType });
}

/** Mails the client the new time of a booking after its slot and job have moved, and logs the move. Returns the changed booking. */
export function announceMove(ctx: Ctx, earlier: BookedAppointment, { by, notifyClient = true }: Change): BookedAppointment {
  const moved = update(ctx, earlier.id, { calendarSequence: earlier.calendarSequence + 1 });
  // The office may correct the record of a past visit; that sends no mail.
  const isAhead = getBookingStart(moved) > ctx.now().toISOString();
  queueBookingMoved(ctx, moved, { earlier, by, notifyClient: notifyClient && isAhead });
  noteChange(ctx, earlier.id, 'moved', { by, from: earlier.slotId, to: moved.slotId, at: getBookingStart(moved) });
  return moved;
}

function findWindow(ctx: Ctx, serviceType: BookingServiceType, instant: string): SlotRow | undefined {
  const time = businessTime(instant);
  const timeSlot = TIME_WINDOWS.find((window) => getStartTime(window) === time);
  if (!timeSlot) return undefined;
  return findSlots(ctx, businessDay(instant)).find((slot) => slot.timeSlot === timeSlot && slot.serviceType === serviceType);
}

/**
 * Moves a booking to the window that begins at an instant, because its job has moved there. Keeps the slot if there is no such window or it
 * has no free place. Returns a warning for the office if the new time is ahead and its window is full, or null.
 */
export function moveToWindowAt(ctx: Ctx, row: BookedAppointment, instant: string): string | null {
  const slot = findWindow(ctx, row.serviceType, instant);
  if (!slot || slot.id === row.slotId) return null;
  try {
    inSavepoint(ctx.db, () => reserveNewSlot(ctx, row, { slot }));
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (instant <= ctx.now().toISOString()) return null;
    // The rest of the refusal asks a client to choose another window.
    const [reason] = error.message.split(/(?<=\.) /);
    return `${reason} The booking keeps its place on ${shortDate(row.date, businessDay(ctx.now()))}, and the client sees the new time.`;
  }
}
