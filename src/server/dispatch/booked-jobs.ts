import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { jobComponents, workOrders } from '../../../db/schema';
import type { BookingStatus } from '../../shared/booking';
import { askDespite } from '../../shared/completion';
import { getPhase, OPEN_STATUSES, UNDO_SECONDS, type WorkOrder } from '../../shared/dispatch';
import { askFirst, DomainError } from '../../shared/errors';
import { defaultComponents } from '../../shared/job-components';
import { formatWorkOrderId } from '../../shared/work-order-id';
import { findLinkedBooking, markBooking } from '../calendar/bookings';
import type { Ctx } from '../context';
import { canSendJobDone, deleteJobDone } from '../mail/messages/job-done';
import { rescheduled, scheduleReminders } from '../visits/reminders';
import { notifyCrewMoved } from './assignment-steps';
import { detachVisit } from './plan-visits/detaching';
import { insertJobComponents, setWorkOrderStatus } from './service';
import { completeWorkOrder, mailsClient, moveOrderTo, reopenWorkOrder } from './transitions';
import { getWorkOrder, recordOrder } from './work-orders';

/** Returns whether a job still has exactly the components of its service, none of them ticked off. */
const isAsPlanned = ({ serviceType, jobComponents: made }: WorkOrder): boolean => {
  const planned = defaultComponents(serviceType);
  return (
    made.length === planned.length &&
    made.every(({ component, isCompleted }, index) => !isCompleted && component === planned[index]?.component)
  );
};

/**
 * Moves a planned work order to another time and service. Its components become those of the new service unless the office changed them
 * or one is ticked off. Changes nothing if the order is under way, done or cancelled. Throws NOT_FOUND.
 */
export function rescheduleWorkOrder(ctx: Ctx, { id, ...change }: { id: number; scheduledDate: string; serviceType: string }): void {
  inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, id);
    if (!['planned', 'problem'].includes(getPhase(order.status))) return;
    const isMoved = order.scheduledDate !== change.scheduledDate;
    if (order.serviceType !== change.serviceType && isAsPlanned(order)) {
      ctx.db.delete(jobComponents).where(eq(jobComponents.workOrderId, id)).run();
      insertJobComponents(ctx, id, defaultComponents(change.serviceType));
    }
    ctx.db
      .update(workOrders)
      .set({ ...change, ...(isMoved && rescheduled()), updatedAt: ctx.now().toISOString() })
      .where(eq(workOrders.id, id))
      .run();
    recordOrder(ctx, 'workOrder.rescheduled', id, change);
    detachVisit(ctx, id);
    if (isMoved) notifyCrewMoved(ctx, order);
    scheduleReminders(ctx, id);
  });
}

/** Throws CONFLICT if the job of a booking is under way or done, so that the booking cannot move, and NOT_FOUND. */
export function assertMovable(ctx: Ctx, id: number): void {
  const phase = getPhase(getWorkOrder(ctx, id).status);
  if (phase === 'active' || phase === 'done')
    throw new DomainError('CONFLICT', `The job of this booking is ${phase === 'done' ? 'done' : 'under way'}, so it cannot be moved.`);
}

/** Returns whether the work of a job is done. Throws NOT_FOUND. */
export const isJobDone = (ctx: Ctx, id: number): boolean => getPhase(getWorkOrder(ctx, id).status) === 'done';

function restoreWorkOrder(ctx: Ctx, id: number): void {
  const order = getWorkOrder(ctx, id);
  if (order.status === 'cancelled') moveOrderTo(ctx, order, 'scheduled', { cancelReason: null, processedDate: null });
}

/** Cancels the open job of a cancelled or missed booking; a finished job stays done. Throws NOT_FOUND. */
export function withdrawWorkOrder(ctx: Ctx, { id, reason }: { id: number; reason: string }): void {
  inTransaction(ctx.db, () => {
    if (OPEN_STATUSES.includes(getWorkOrder(ctx, id).status)) setWorkOrderStatus(ctx, { id, status: 'cancelled', reason });
  });
}

const NO_SHOW = 'The client was not there.';

type Follow = { status: Exclude<BookingStatus, 'cancelled'>; confirm: boolean };
/**
 * Changes the job of a booking to match the booking's new status: "completed" finishes it, "confirmed" reopens a finished job and
 * schedules a cancelled one again, and "no-show" cancels it. Call it inside a transaction. Throws NOT_FOUND, CONFLICT for a job that staff
 * finalized, and CONFIRMATION_NEEDED before it completes a cancelled job and as {@link completeWorkOrder} does.
 */
export function applyBookingStatus(ctx: Ctx, id: number, { status, confirm }: Follow): void {
  const order = getWorkOrder(ctx, id);
  const isDone = getPhase(order.status) === 'done';
  if (isDone && status === 'completed') return;
  if (status === 'completed' && order.status === 'cancelled')
    askFirst(confirm, askDespite(`${formatWorkOrderId(order.workOrderId)} was cancelled.`, canSendJobDone(ctx, order)));
  if (isDone) reopenWorkOrder(ctx, order);
  if (status === 'no-show') withdrawWorkOrder(ctx, { id, reason: NO_SHOW });
  else restoreWorkOrder(ctx, id);
  if (status === 'completed') completeWorkOrder(ctx, getWorkOrder(ctx, id), { confirm });
}

/**
 * Undoes a completion by the office within seconds, before the client gets its mail. Restores job, assignment and booking. Throws
 * NOT_FOUND, and CONFLICT for a job that the office did not complete, completed too long ago, or finalized.
 */
export function undoCompletion(ctx: Ctx, ref: number | string): WorkOrder {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, ref);
    const seconds =
      order.completedDate === null ? Number.POSITIVE_INFINITY : (ctx.now().getTime() - Date.parse(order.completedDate)) / 1000;
    // Allows twice the time, for a click just before the button disappears.
    if (order.status !== 'completed' || seconds > 2 * UNDO_SECONDS || (mailsClient(ctx, order) && !deleteJobDone(ctx, order)))
      throw new DomainError('CONFLICT', 'This can no longer be undone.');
    const before = reopenWorkOrder(ctx, order);
    const booking = findLinkedBooking(ctx, order.id);
    if (booking?.status === 'completed') markBooking(ctx, booking, before ?? 'confirmed');
    if (before === 'no-show') withdrawWorkOrder(ctx, { id: order.id, reason: NO_SHOW });
    return getWorkOrder(ctx, order.id);
  });
}
