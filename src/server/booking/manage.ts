import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import type { BookedAppointment } from '../../../db/schema';
import { BOOKING_TRANSITIONS, SERVICE_NAMES } from '../../shared/booking';
import type {
  bookingMove,
  bookingStatusChange,
  ManagedBooking,
  manageCancel,
  manageMove,
  StaffBooking,
} from '../../shared/booking-schemas';
import { getAgreedTime, getBookingStart, windowBounds } from '../../shared/booking-times';
import { DomainError, fieldError } from '../../shared/errors';
import { addMinutes } from '../../shared/time';
import { announceMove, cancelBookingOnly, getBookingByToken, getRow, markBooking, reserveNewSlot } from '../calendar/bookings';
import { getSlot, type SlotRow, toStaffBooking } from '../calendar/service';
import { offerFreePlaces } from '../calendar/waitlist';
import type { Ctx, RequestCtx } from '../context';
import { applyBookingStatus, assertMovable, isJobDone, rescheduleWorkOrder, withdrawWorkOrder } from '../dispatch/booked-jobs';
import { endDeposit } from '../invoices/agreed/cancelled-deposit';
import { askAboutMoney } from '../invoices/billing';
import type { ChangedBy } from '../mail/messages/booking';
import { createVisitEntry, toBookedVisit } from '../mail/messages/calendar-entry';
import { getCompany, getSettings } from '../settings/service';
import { assertFewChanges } from './abuse';
import { findOpenDeposit, releaseUnpaidBookings } from './deposits';
import { linkWorkOrder } from './service';

/**
 * Changes the status of a booking and of its job: a cancellation needs a reason, frees the place and cancels the job; for the other
 * statuses see {@link applyBookingStatus}. The same status again changes nothing. Throws NOT_FOUND, CONFLICT for a change of a cancelled
 * booking and for reopening a job that staff finalized, BAD_REQUEST for a cancellation without a reason, and CONFIRMATION_NEEDED before a
 * no-show with an invoice or money that was not refunded. If `confirm` is false, it also asks before a cancellation with either of these,
 * and before it completes a job that was cancelled or has no ticked task.
 */
export function setBookingStatus(ctx: Ctx, input: z.output<typeof bookingStatusChange>): StaffBooking {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, input.id);
    const { status, reason, notifyClient, confirm } = input;
    if (row.status === status) return toStaffBooking(row);
    if (!BOOKING_TRANSITIONS[row.status].includes(status))
      throw new DomainError('CONFLICT', `A booking that is ${row.status} cannot become ${status}.`);
    if (status === 'cancelled') {
      if (reason) return toStaffBooking(cancelBooking(ctx, row, { reason, by: 'office', notifyClient, confirm: confirm ?? true }));
      throw fieldError('reason', 'Please give a reason.', 'Please give a reason for the cancellation.');
    }
    if (status === 'no-show') askAboutBookingMoney(ctx, row, { question: 'Mark it as a no-show anyway?', confirm: confirm ?? false });
    // Completing the job also completes the booking, and logs the earlier status for "Undo".
    if (status !== 'completed') markBooking(ctx, row, status);
    const jobId = row.workOrderId ?? recreateJob(ctx, row);
    if (jobId !== null) applyBookingStatus(ctx, jobId, { status, confirm: confirm ?? true });
    return toStaffBooking(markBooking(ctx, getRow(ctx, row.id), status));
  });
}

/** Cancels bookings whose deposit was not paid in time, with a mail to their clients. */
export const releaseLateDeposits = (ctx: Ctx): void =>
  releaseUnpaidBookings(ctx, (context, id) => {
    const reason = 'The deposit was not paid in time.';
    setBookingStatus(context, { id, status: 'cancelled', reason, notifyClient: true, confirm: true });
  });

/** Creates the job of a no-show booking that takes place after all and lost its job. Returns its id, or null. */
const recreateJob = (ctx: Ctx, row: BookedAppointment): number | null =>
  row.status === 'no-show' && getSettings(ctx).createWorkOrders ? linkWorkOrder(ctx, row) : null;

const askAboutBookingMoney = (
  ctx: Ctx,
  { id: bookingId, workOrderId }: BookedAppointment,
  asked: { question: string; confirm: boolean },
): void => askAboutMoney(ctx, { bookingId, workOrderId }, { subject: 'booking', ...asked });

type Change = { by: ChangedBy; notifyClient?: boolean | undefined };
type Cancellation = Change & { reason: string | null; confirm: boolean };

/**
 * Cancels a confirmed booking with its job and its deposit, frees its place for the waitlist and mails the client. Call it inside a
 * transaction. Throws CONFLICT if the job is done, and CONFIRMATION_NEEDED if the booking has an invoice or money that was not refunded.
 */
function cancelBooking(ctx: Ctx, row: BookedAppointment, { reason, confirm, ...change }: Cancellation): BookedAppointment {
  if (row.workOrderId !== null && isJobDone(ctx, row.workOrderId))
    throw new DomainError('CONFLICT', 'The job of this booking is done, so it cannot be cancelled.');
  askAboutBookingMoney(ctx, row, { question: 'Cancel the booking anyway?', confirm });
  const cancelled = cancelBookingOnly(ctx, row, { reason, ...change });
  endDeposit(ctx, row.id);
  if (row.workOrderId !== null) withdrawWorkOrder(ctx, { id: row.workOrderId, reason: reason ?? 'The client cancelled the booking.' });
  offerFreePlaces(ctx, row.date);
  return cancelled;
}

const isUnmoved = (row: BookedAppointment, slotId: number): boolean => slotId === row.slotId && getAgreedTime(row) === null;

/** Moves a confirmed booking to another slot, of any service. The same slot changes nothing. Throws NOT_FOUND, CONFLICT. */
export function moveBooking(ctx: Ctx, { id, slotId, force, notifyClient }: z.output<typeof bookingMove>): StaffBooking {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    assertConfirmed(row, 'moved');
    const slot = getSlot(ctx, slotId);
    return toStaffBooking(isUnmoved(row, slotId) ? row : moveWithJob(ctx, row, { slot, force, by: 'office', notifyClient }));
  });
}

/** Throws CONFLICT for a booking that is no longer confirmed. */
function assertConfirmed({ status }: BookedAppointment, done: 'moved' | 'cancelled'): void {
  if (status !== 'confirmed') throw new DomainError('CONFLICT', `A booking that is ${status} cannot be ${done}.`);
}

/**
 * Moves a confirmed booking and its work order to another slot. Call it inside a transaction. Throws CONFLICT if the slot is full, or the
 * work order is under way or done.
 */
function moveWithJob(
  ctx: Ctx,
  row: BookedAppointment,
  { slot, force, ...change }: Change & { slot: SlotRow; force?: boolean | undefined },
): BookedAppointment {
  if (row.workOrderId !== null) assertMovable(ctx, row.workOrderId);
  reserveNewSlot(ctx, row, { slot, force });
  if (row.workOrderId !== null)
    rescheduleWorkOrder(ctx, { id: row.workOrderId, scheduledDate: windowBounds(slot)[0], serviceType: slot.serviceType });
  const moved = announceMove(ctx, row, change);
  offerFreePlaces(ctx, row.date);
  return moved;
}

const getChangeDeadline = (ctx: Ctx, row: BookedAppointment) =>
  addMinutes(new Date(getBookingStart(row)), -60 * getSettings(ctx).manageCutoffHours);

function toManaged(ctx: Ctx, row: BookedAppointment): ManagedBooking {
  const changeableUntil = getChangeDeadline(ctx, row);
  const canChange = row.status === 'confirmed' && ctx.now().toISOString() < changeableUntil;
  const deposit = findOpenDeposit(ctx, row);
  return { ...row, agreedTime: getAgreedTime(row), canChange, changeableUntil, cutoffHours: getSettings(ctx).manageCutoffHours, deposit };
}

/** Throws CONFLICT if the booking is no longer confirmed, or begins so soon that only the office may change it. */
function assertChangeable(ctx: Ctx, row: BookedAppointment, done: 'moved' | 'cancelled'): void {
  assertConfirmed(row, done);
  if (ctx.now().toISOString() >= getChangeDeadline(ctx, row))
    throw new DomainError('CONFLICT', `It is too late to change this booking here. Please call us at ${getCompany(ctx).phone.display}.`);
}

/** Returns the booking of a manage link. Throws NOT_FOUND. */
export const getManaged = (ctx: Ctx, token: string): ManagedBooking => toManaged(ctx, getBookingByToken(ctx, token));

/** Returns the booking of a manage link as the text of a calendar file. Throws NOT_FOUND. */
export const getManagedEntry = (ctx: Ctx, token: string): string =>
  createVisitEntry(ctx, toBookedVisit(ctx, getBookingByToken(ctx, token)), 'PUBLISH');

type VisitorCtx = Ctx & Pick<RequestCtx, 'limits'>;

/** Moves the booking of a link to a free slot of its service; the same slot changes nothing. Throws NOT_FOUND, CONFLICT, TOO_MANY. */
export function moveManaged(ctx: VisitorCtx, { token, slotId }: z.output<typeof manageMove>): ManagedBooking {
  return inTransaction(ctx.db, () => {
    const row = getBookingByToken(ctx, token);
    assertConfirmed(row, 'moved');
    if (isUnmoved(row, slotId)) return toManaged(ctx, row);
    assertChangeable(ctx, row, 'moved');
    const slot = getSlot(ctx, slotId);
    if (slot.serviceType !== row.serviceType)
      throw new DomainError(
        'CONFLICT',
        `This booking is for ${SERVICE_NAMES[row.serviceType]}. Please choose a time window of that service.`,
      );
    assertFewChanges(ctx, row);
    return toManaged(ctx, moveWithJob(ctx, row, { slot, by: 'client' }));
  });
}

/** Cancels the booking of a link; a cancelled one stays as it is. Throws NOT_FOUND, CONFLICT, TOO_MANY. */
export function cancelManaged(ctx: VisitorCtx, { token, reason }: z.output<typeof manageCancel>): ManagedBooking {
  return inTransaction(ctx.db, () => {
    const row = getBookingByToken(ctx, token);
    if (row.status === 'cancelled') return toManaged(ctx, row);
    assertChangeable(ctx, row, 'cancelled');
    assertFewChanges(ctx, row);
    return toManaged(ctx, cancelBooking(ctx, row, { reason, by: 'client', confirm: true }));
  });
}
