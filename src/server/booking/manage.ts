import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { appointmentBookings } from '../../../db/schema';
import {
  type bookingMove,
  type bookingStatusChange,
  type ManagedBooking,
  type manageCancel,
  type manageMove,
  type StaffBooking,
  windowBounds,
} from '../../shared/booking';
import { BOOKING_TRANSITIONS, SERVICE_NAMES } from '../../shared/booking-words';
import { DomainError } from '../../shared/errors';
import { addMinutes } from '../../shared/time';
import { rescheduleWorkOrder, withdrawWorkOrder } from '../dispatch/service';
import { type ChangedBy, queueBookingCancelled, queueBookingMoved } from '../mail/booking-messages';
import { type BookedAppointment, calendarEntry } from '../mail/calendar-entry';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx, RequestCtx } from '../trpc';
import { freeSeat, getSlot, type SlotRow, takeSeat, toStaffBooking } from './calendar';
import { assertFewChanges } from './daily-changes';
import { getBookingByToken, getRow, noteChange } from './service';

/**
 * Moves a booking along its states; cancelling it takes a reason, gives its place back and calls its work order off, which a
 * no-show does too. The same
 * status again changes nothing. Throws NOT_FOUND, CONFLICT, and BAD_REQUEST for a cancellation without a reason.
 */
export function setBookingStatus(ctx: Ctx, { id, status, reason }: z.output<typeof bookingStatusChange>): StaffBooking {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (row.status === status) return toStaffBooking(row);
    if (!BOOKING_TRANSITIONS[row.status].includes(status))
      throw new DomainError('CONFLICT', `A booking that is ${row.status} cannot become ${status}.`);
    if (status === 'cancelled') {
      if (reason) return toStaffBooking(cancelBooking(ctx, row, { reason, by: 'office' }));
      const issues = [{ path: 'reason', message: 'Please give a reason.' }];
      throw new DomainError('BAD_REQUEST', 'Please give a reason for the cancellation.', { issues });
    }
    ctx.db.update(appointmentBookings).set({ status, updatedAt: ctx.now().toISOString() }).where(eq(appointmentBookings.id, id)).run();
    if (status === 'no-show' && row.workOrderId !== null)
      withdrawWorkOrder(ctx, { id: row.workOrderId, reason: 'The client was not there.' });
    noteChange(ctx, id, status, { from: row.status });
    return toStaffBooking(getRow(ctx, id));
  });
}

const PAYMENT_VERBS = { paid: 'paid', pending: 'unpaid', refunded: 'refunded' } as const;
/** Stores how far the invoice of a booking is paid; call it inside the transaction of the payment. */
export function markBookingPayment(ctx: Ctx, id: number, paymentStatus: keyof typeof PAYMENT_VERBS): void {
  const values = { paymentStatus, updatedAt: ctx.now().toISOString() };
  ctx.db.update(appointmentBookings).set(values).where(eq(appointmentBookings.id, id)).run();
  noteChange(ctx, id, PAYMENT_VERBS[paymentStatus], {});
}

/** Cancels a confirmed booking inside the caller's transaction: its place is free again, its work order and its client are told. */
function cancelBooking(ctx: Ctx, row: BookedAppointment, { reason, by }: { reason: string | null; by: ChangedBy }): BookedAppointment {
  freeSeat(ctx, row.slotId);
  ctx.db
    .update(appointmentBookings)
    .set({
      status: 'cancelled',
      cancelReason: reason,
      cancelledBy: by,
      calendarSequence: row.calendarSequence + 1,
      updatedAt: ctx.now().toISOString(),
    })
    .where(eq(appointmentBookings.id, row.id))
    .run();
  if (row.workOrderId !== null) withdrawWorkOrder(ctx, { id: row.workOrderId, reason: reason ?? 'The client cancelled the booking.' });
  const cancelled = getRow(ctx, row.id);
  queueBookingCancelled(ctx, cancelled, by);
  noteChange(ctx, row.id, 'cancelled', { by });
  return cancelled;
}

/** Moves a confirmed booking to another slot, of any service. The same slot changes nothing. Throws NOT_FOUND, CONFLICT. */
export function moveBooking(ctx: Ctx, { id, slotId }: z.output<typeof bookingMove>): StaffBooking {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    assertConfirmed(row, 'moved');
    const slot = getSlot(ctx, slotId);
    return toStaffBooking(slot.id === row.slotId ? row : changePlace(ctx, row, { slot, by: 'office' }));
  });
}

/** Throws CONFLICT for a booking that is not confirmed any more. */
function assertConfirmed({ status }: BookedAppointment, done: 'moved' | 'cancelled'): void {
  if (status !== 'confirmed') throw new DomainError('CONFLICT', `A booking that is ${status} cannot be ${done}.`);
}

/**
 * Gives a confirmed booking another place, inside the caller's transaction, which ends with the old one where the new one is
 * gone. A work order that nobody began moves along. Throws CONFLICT.
 */
function changePlace(ctx: Ctx, row: BookedAppointment, { slot, by }: { slot: SlotRow; by: ChangedBy }): BookedAppointment {
  // First, so that a move within one window asks the crew for nothing more.
  freeSeat(ctx, row.slotId);
  takeSeat(ctx, slot);
  const { id: slotId, serviceType } = slot;
  ctx.db
    .update(appointmentBookings)
    .set({ slotId, serviceType, calendarSequence: row.calendarSequence + 1, updatedAt: ctx.now().toISOString() })
    .where(eq(appointmentBookings.id, row.id))
    .run();
  if (row.workOrderId !== null) rescheduleWorkOrder(ctx, { id: row.workOrderId, scheduledDate: windowBounds(slot)[0], serviceType });
  const moved = getRow(ctx, row.id);
  queueBookingMoved(ctx, moved, row, by);
  noteChange(ctx, row.id, 'moved', { by, from: row.slotId, to: slotId });
  return moved;
}

const lastInstant = (ctx: Ctx, row: BookedAppointment) =>
  addMinutes(new Date(windowBounds(row)[0]), -60 * getSettings(ctx).manageCutoffHours);

function toManaged(ctx: Ctx, row: BookedAppointment): ManagedBooking {
  const changeableUntil = lastInstant(ctx, row);
  const canChange = row.status === 'confirmed' && ctx.now().toISOString() < changeableUntil;
  return { ...row, canChange, changeableUntil, cutoffHours: getSettings(ctx).manageCutoffHours };
}

/** Throws CONFLICT where the booking is over, or so near that only the office may still change it. */
function assertChangeable(ctx: Ctx, row: BookedAppointment, done: 'moved' | 'cancelled'): void {
  assertConfirmed(row, done);
  if (ctx.now().toISOString() >= lastInstant(ctx, row))
    throw new DomainError('CONFLICT', `It is too late to change this booking here. Please call us at ${getCompany(ctx).phone.display}.`);
}

/** The booking of a manage link as it is now. Throws NOT_FOUND. */
export const getManaged = (ctx: Ctx, token: string): ManagedBooking => toManaged(ctx, getBookingByToken(ctx, token));

/** The same as the text of a calendar file. Throws NOT_FOUND. */
export const getManagedEntry = (ctx: Ctx, token: string): string => calendarEntry(ctx, getBookingByToken(ctx, token), 'PUBLISH');

type VisitorCtx = Ctx & Pick<RequestCtx, 'limits'>;

/** Moves the booking of a link to a free slot of its service; the same slot changes nothing. Throws NOT_FOUND, CONFLICT, TOO_MANY. */
export function moveManaged(ctx: VisitorCtx, { token, slotId }: z.output<typeof manageMove>): ManagedBooking {
  return inTransaction(ctx.db, () => {
    const row = getBookingByToken(ctx, token);
    assertConfirmed(row, 'moved');
    if (slotId === row.slotId) return toManaged(ctx, row);
    assertChangeable(ctx, row, 'moved');
    const slot = getSlot(ctx, slotId);
    if (slot.serviceType !== row.serviceType)
      throw new DomainError(
        'CONFLICT',
        `This booking is for ${SERVICE_NAMES[row.serviceType]}. Please choose a time window of that service.`,
      );
    assertFewChanges(ctx, row);
    return toManaged(ctx, changePlace(ctx, row, { slot, by: 'client' }));
  });
}

/** Cancels the booking of a link; a cancelled one stays as it is. Throws NOT_FOUND, CONFLICT, TOO_MANY. */
export function cancelManaged(ctx: VisitorCtx, { token, reason }: z.output<typeof manageCancel>): ManagedBooking {
  return inTransaction(ctx.db, () => {
    const row = getBookingByToken(ctx, token);
    if (row.status === 'cancelled') return toManaged(ctx, row);
    assertChangeable(ctx, row, 'cancelled');
    assertFewChanges(ctx, row);
    return toManaged(ctx, cancelBooking(ctx, row, { reason, by: 'client' }));
  });
}
