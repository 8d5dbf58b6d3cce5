import { and, desc, eq, ne, notInArray, sql } from 'drizzle-orm';
import { hasRows } from '../../../db/prepared';
import { activity, appointmentBookings, invoices, outbox, teamMemberLogs, workOrderAssignments, workOrders } from '../../../db/schema';
import type { AssignmentStatus } from '../../shared/assignments';
import type { BookingStatus } from '../../shared/booking';
import { askToComplete } from '../../shared/completion';
import { OPEN_STATUSES, UNDO_SECONDS, type WorkOrder, type WorkOrderStatus } from '../../shared/dispatch';
import { askFirst, DomainError } from '../../shared/errors';
import { minutesBetween } from '../../shared/time';
import { formatWorkOrderId } from '../../shared/work-order-id';
import { findLinkedBooking, markBooking } from '../calendar/bookings';
import type { Ctx } from '../context';
import { queueJobDone } from '../mail/messages/job';
import { canSendJobDone, deleteJobDone } from '../mail/messages/job-done';
import { cancelReminders, REMINDER, scheduleReminders } from '../visits/reminders';
import { getMember } from './assignments';
import { type AssignmentRow, byRank, followLead, listCrew } from './crews';
import { getWorkOrder, isInvoiceOf, isStartKnown, recordOrder } from './work-orders';

/** Returns the columns that a status sets on an assignment; Mark Arrived sets both times. */
function getStamps(status: AssignmentStatus, at: string): Partial<AssignmentRow> {
  if (status === 'accepted') return { acceptedAt: at };
  if (status === 'dispatched') return { dispatchedAt: at };
  if (status === 'arrived') return { arrivedAt: at, actualArrival: at };
  return {};
}

/**
 * Moves an assignment to a status and sets its stamps; `more` sets further columns, `log` goes into the log. Call it inside a transaction.
 */
export function moveAssignmentTo(
  ctx: Ctx,
  row: AssignmentRow,
  status: AssignmentStatus,
  at: string,
  more: Partial<AssignmentRow> = {},
  log: object = {},
): AssignmentRow {
  const changed = ctx.db
    .update(workOrderAssignments)
    .set({ status, ...getStamps(status, at), ...more })
    .where(eq(workOrderAssignments.id, row.id))
    .returning()
    .get();
  const { teamMemberId, status: from, estimatedArrival } = row;
  recordOrder(ctx, `assignment.${status}`, row.workOrderId, { assignmentId: row.id, teamMemberId, from, estimatedArrival, ...log });
  return changed;
}

/** Time of a step, and whether it can be trusted: the time of a phone that reports days later cannot. */
export type Moment = { at: string; isKnown: boolean };

/** Largest distance between a phone's time and the server's clock at which the phone's time is still used. */
const TRUSTED_TIME_MS = 24 * 3_600_000;
const isTrusted = (ctx: Ctx, sent: string): boolean => Math.abs(Date.parse(sent) - ctx.now().getTime()) <= TRUSTED_TIME_MS;
/** Returns the time that a phone sent if it can be trusted, else now. */
export const trustedTime = (ctx: Ctx, sent: string | null | undefined): string =>
  sent && isTrusted(ctx, sent) ? sent : ctx.now().toISOString();
export const earlier = (one: string, other: string): string => (one < other ? one : other);
/** Returns the time of a member's step: the phone's if it can be trusted, but never ahead of the server's clock. */
export const getMoment = (ctx: Ctx, sent: string | null | undefined): Moment => ({
  at: earlier(trustedTime(ctx, sent), ctx.now().toISOString()),
  isKnown: !sent || isTrusted(ctx, sent),
});

type Stamps = Partial<typeof workOrders.$inferInsert>;
/** Moves an order to a status and sets its stamps; `before` goes into the log. Call it inside a transaction. */
export function moveOrderTo(ctx: Ctx, order: WorkOrder, status: WorkOrderStatus, stamps: Stamps, before: object = {}): void {
  ctx.db
    .update(workOrders)
    .set({ ...stamps, status, updatedAt: ctx.now().toISOString() })
    .where(eq(workOrders.id, order.id))
    .run();
  recordOrder(ctx, `workOrder.${status}`, order.id, { from: order.status, ...before });
  if (OPEN_STATUSES.includes(order.status) !== OPEN_STATUSES.includes(status)) scheduleReminders(ctx, order.id);
}

/** State of a job before the office started it, stored in the activity log for the way back. */
export type BeforeStart = Pick<WorkOrder, 'processedDate'> & { isStartKnown: boolean };
export const getBeforeStart = (ctx: Ctx, order: WorkOrder): BeforeStart => ({
  processedDate: order.processedDate,
  isStartKnown: isStartKnown(ctx, order),
});

const hadVisit = (ctx: Ctx, { id }: WorkOrder): boolean =>
  ctx.db
    .select({ id: teamMemberLogs.id })
    .from(teamMemberLogs)
    .where(and(eq(teamMemberLogs.workOrderId, id), eq(teamMemberLogs.action, 'incomplete')))
    .limit(1)
    .get() !== undefined;

/**
 * Returns the minutes of all visits of a job, with the last visit ending at a moment and counting at least one minute. Returns null if a
 * time of a visit cannot be trusted, or an end lies before its start.
 */
export function sumVisitMinutes(ctx: Ctx, order: WorkOrder, { at, isKnown }: Moment, startedAt = order.processedDate): number | null {
  if (!isKnown || startedAt === null || at < startedAt || !isStartKnown(ctx, order)) return null;
  if (order.actualDuration === null && hadVisit(ctx, order)) return null;
  return (order.actualDuration ?? 0) + Math.max(1, minutesBetween(startedAt, at) ?? 0);
}

/**
 * State of a job before it was finished, stored in the activity log for {@link reopenWorkOrder}: its times, the status of its booking (null
 * without a booking), and whether its completion mails the client.
 */
type BeforeFinish = Pick<WorkOrder, 'processedDate' | 'actualDuration'> & { booking: BookingStatus | null; mailsClient: boolean };
type Finish = Moment & { status: 'completed' | 'complete'; mailAfterSeconds?: number };
/**
 * Finishes an open job, whether the office or the phone completes it, with its live assignments and its booking, and mails the client. The
 * end is never stored before the start. Call it inside a transaction.
 */
export function finishWorkOrder(ctx: Ctx, order: WorkOrder, { status, mailAfterSeconds = 0, ...moment }: Finish): void {
  const crew = listCrew(ctx, order.id);
  // Without a recorded start, the job began when the first member arrived.
  const [firstArrival = null] = crew.flatMap(({ arrivedAt }) => arrivedAt ?? []).sort();
  const processedDate = order.processedDate ?? firstArrival;
  const actualDuration = sumVisitMinutes(ctx, order, moment, processedDate);
  const completedDate = processedDate !== null && moment.at < processedDate ? processedDate : moment.at;
  for (const row of crew) moveAssignmentTo(ctx, row, 'completed', completedDate, { leftAt: completedDate });
  const booking = findLinkedBooking(ctx, order.id);
  const before: BeforeFinish = { ...pickTimes(order), booking: booking?.status ?? null, mailsClient: canSendJobDone(ctx, order) };
  moveOrderTo(ctx, order, status, { processedDate, completedDate, actualDuration }, before);
  // A cancelled booking stays cancelled, because others can have booked its place.
  if (booking && booking.status !== 'cancelled') markBooking(ctx, booking, 'completed');
  queueJobDone(ctx, getWorkOrder(ctx, order.id), mailAfterSeconds);
}

/**
 * Completes an open job for the office, from the work order, the dispatch board or its booking; the mail to the client waits until the
 * office can no longer undo it. Call it inside a transaction. Throws CONFIRMATION_NEEDED if the job has components and all are open.
 */
export function completeWorkOrder(ctx: Ctx, order: WorkOrder, { confirm }: { confirm: boolean }): void {
  const question = askToComplete(order, canSendJobDone(ctx, order));
  if (question !== null) askFirst(confirm, question);
  const at = ctx.now().toISOString();
  finishWorkOrder(ctx, order, { status: 'completed', at, isKnown: true, mailAfterSeconds: UNDO_SECONDS });
}

const pickTimes = ({ processedDate, actualDuration }: WorkOrder) => ({ processedDate, actualDuration });

/** Returns the assignments that ended with the completion of a job, its lead's first. */
function listCompleted(ctx: Ctx, { id, completedDate }: WorkOrder): AssignmentRow[] {
  const rows = ctx.db
    .select()
    .from(workOrderAssignments)
    .where(eq(workOrderAssignments.workOrderId, id))
    .orderBy(desc(workOrderAssignments.id))
    .all();
  return (
    rows
      // Rows from before crews have no `leftAt`; their job had one member at a time.
      .filter(({ status, leftAt }, index) => status === 'completed' && (leftAt === null ? index === 0 : leftAt === completedDate))
      .sort(byRank)
  );
}

function getStep({ arrivedAt, dispatchedAt, acceptedAt }: AssignmentRow): AssignmentStatus {
  if (arrivedAt) return 'arrived';
  if (dispatchedAt) return 'dispatched';
  return acceptedAt ? 'accepted' : 'assigned';
}

type LastFinish = Partial<BeforeFinish> & { from?: WorkOrderStatus };
/**
 * Reads from the log how a job was before it was finished. Returns an empty object for a job that was never finished here, such as an
 * imported one.
 */
const readLastFinish = (ctx: Ctx, { id, status }: WorkOrder): LastFinish => readLastLog(ctx, id, status);
/** Returns the data of the last log line with the verb `workOrder.<verb>` of a job, or an empty object. */
function readLastLog<Data>(ctx: Ctx, id: number, verb: string): Partial<Data> {
  const row = ctx.db
    .select({ data: activity.data })
    .from(activity)
    .where(and(eq(activity.entityType, 'workOrder'), eq(activity.entityId, String(id)), sql`+${activity.verb} = ${`workOrder.${verb}`}`))
    .orderBy(desc(activity.id))
    .limit(1)
    .get();
  return JSON.parse(row?.data ?? '{}');
}

/** Returns whether the last completion of a job queued the mail to its client. It did not if an earlier completion had sent it. */
export const mailsClient = (ctx: Ctx, order: WorkOrder): boolean => readLastFinish(ctx, order).mailsClient ?? true;

/** Note on the assignments of a member who left. */
export const LEFT_NOTE = 'The member is no longer active.';

/**
 * Returns the assignments that ended with a job to their earlier steps, and releases those of members who have left meanwhile. Returns the
 * lead of the job before and now.
 */
function reopenCrew(ctx: Ctx, order: WorkOrder): { former: AssignmentRow | undefined; lead: AssignmentRow | undefined } {
  const rows = listCompleted(ctx, order);
  const crew = rows.filter(({ teamMemberId }) => getMember(ctx, teamMemberId).isActive);
  for (const row of rows) {
    const { acceptedAt, dispatchedAt, arrivedAt, actualArrival } = row;
    const kept = { acceptedAt, dispatchedAt, arrivedAt, actualArrival, leftAt: null, isLead: row === crew[0] };
    if (crew.includes(row)) moveAssignmentTo(ctx, row, getStep(row), order.updatedAt, kept);
    else moveAssignmentTo(ctx, row, 'released', order.updatedAt, { isLead: false, notes: LEFT_NOTE });
  }
  return { former: rows[0], lead: crew[0] };
}

/**
 * Returns a finished job to its earlier status, times and crew, without the members who have left. Deletes the mail about its completion
 * unless that was sent. Returns the status that its booking had then; resetting the booking is up to the caller. Throws CONFLICT for a job
 * that staff finalized.
 */
export function reopenWorkOrder(ctx: Ctx, order: WorkOrder): BookingStatus | null {
  if (order.finalizedDate !== null && !undoFinalization(ctx, order))
    throw new DomainError('CONFLICT', `Work order ${formatWorkOrderId(order.workOrderId)} is finalized, so it cannot be reopened.`);
  const before = readLastFinish(ctx, order);
  const { from = order.processedDate === null ? 'scheduled' : 'in-progress', booking = null } = before;
  const { processedDate, actualDuration } = { ...pickTimes(order), actualDuration: null, ...before };
  const { former, lead } = reopenCrew(ctx, order);
  moveOrderTo(ctx, order, from, { completedDate: null, processedDate, actualDuration });
  if (former !== lead) followLead(ctx, getWorkOrder(ctx, order.id), lead);
  deleteJobDone(ctx, order);
  return booking;
}

/**
 * Undoes the finalization of a work order by the payment of an invoice. If `invoiceId` is given, only a finalization by that invoice is
 * undone. A job that staff finalized is not changed. Returns whether it did. Call it inside a transaction.
 */
export function undoFinalization(ctx: Ctx, { id, invoiceId }: { id: number; invoiceId?: number }): boolean {
  const { invoiceId: cause } = readLastLog<{ invoiceId: number }>(ctx, id, 'finalized');
  if (getWorkOrder(ctx, id).finalizedDate === null || cause === undefined || cause !== (invoiceId ?? cause)) return false;
  ctx.db.update(workOrders).set({ finalizedDate: null, updatedAt: ctx.now().toISOString() }).where(eq(workOrders.id, id)).run();
  recordOrder(ctx, 'workOrder.unfinalized', id, { invoiceId: cause });
  return true;
}

/** Verbs in the log of a job that was created and not touched since. */
const CREATION = ['workOrder.created', 'jobComponent.created'];

/**
 * Deletes a job that was created by mistake, with its components. Call it inside a transaction. Throws NOT_FOUND, and CONFLICT if anything
 * happened to the job since, because a job with a history is cancelled instead.
 */
export function removeUntouchedOrder(ctx: Ctx, id: number): void {
  const { workOrderId, status } = getWorkOrder(ctx, id);
  const isOrder = and(eq(activity.entityType, 'workOrder'), eq(activity.entityId, String(id)));
  const isTouched =
    status !== 'scheduled' ||
    hasRows(ctx.db, activity, and(isOrder, notInArray(activity.verb, CREATION))) ||
    hasRows(ctx.db, invoices, isInvoiceOf(id)) ||
    hasRows(ctx.db, appointmentBookings, eq(appointmentBookings.workOrderId, id)) ||
    hasRows(ctx.db, outbox, and(eq(outbox.relatedType, 'workOrder'), eq(outbox.relatedId, id), ne(outbox.purpose, REMINDER)));
  if (isTouched)
    throw new DomainError('CONFLICT', `Work order ${workOrderId} was changed in the meantime, so this can no longer be undone.`);
  cancelReminders(ctx, id);
  ctx.db.delete(workOrders).where(eq(workOrders.id, id)).run();
  recordOrder(ctx, 'workOrder.removed', id);
}
