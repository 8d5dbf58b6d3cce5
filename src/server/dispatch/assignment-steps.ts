import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { teamMemberLogs, workOrderAssignments, workOrders } from '../../../db/schema';
import {
  ASSIGNMENT_TRANSITIONS,
  type Assignment,
  type assignmentDispatch,
  type assignmentMove,
  type assignmentRelease,
  type assignmentStatusChange,
  type leadChange,
} from '../../shared/assignments';
import { getPhase, OPEN_STATUSES, UNDO_SECONDS, type WorkOrder } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { announceMove, findOpenLinkedBooking, moveToWindowAt } from '../calendar/bookings';
import { offerFreePlaces } from '../calendar/waitlist';
import type { Ctx } from '../context';
import { queueJobMoved, queueJobWithdrawn, queueNewLead } from '../mail/messages/job';
import {
  assertArrival,
  type BeforeRelease,
  createAssignment,
  type DateChoice,
  getAssignmentRow,
  getMember,
  isArrivalPast,
  sendDate,
  settleDate,
  toAssignment,
} from './assignments';
import { type AssignmentRow, findLead, followLead, IS_LIVE, isLive, listCrew, makeLead } from './crews';
import { completeWorkOrder, LEFT_NOTE, moveAssignmentTo } from './transitions';
import { getWorkOrder, getWorkOrders, recordOrder } from './work-orders';

/** Marks a scheduled order as assigned once the member who leads it has accepted. */
export function markOrderAccepted(ctx: Ctx, { id, workOrderId }: AssignmentRow, at: string): void {
  if (findLead(ctx, workOrderId)?.id !== id) return;
  ctx.db
    .update(workOrders)
    .set({ status: 'assigned', updatedAt: at })
    .where(and(eq(workOrders.id, workOrderId), eq(workOrders.status, 'scheduled')))
    .run();
}

/**
 * Moves an assignment along the office's steps; completed completes its job. The same status again changes nothing. Throws NOT_FOUND,
 * CONFLICT, also to complete the job of another member's crew, and CONFIRMATION_NEEDED before it completes a job without a ticked
 * component.
 */
export function setAssignmentStatus(ctx: Ctx, { id, status, confirm }: z.output<typeof assignmentStatusChange>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, id);
    if (row.status === status) return toAssignment(ctx, row);
    if (!ASSIGNMENT_TRANSITIONS[row.status].includes(status))
      throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot become ${status}.`);
    const at = ctx.now().toISOString();
    const order = getWorkOrder(ctx, row.workOrderId);
    // Completes the order too: without a live assignment it could no longer be completed.
    if (status === 'completed' && OPEN_STATUSES.includes(order.status)) {
      assertLead(ctx, row);
      completeWorkOrder(ctx, order, { confirm });
    } else moveAssignmentTo(ctx, row, status, at);
    if (status === 'accepted') markOrderAccepted(ctx, row, at);
    return toAssignment(ctx, getAssignmentRow(ctx, id));
  });
}

/** Sets the expected arrival of an assignment. Call it inside a transaction. */
export function expectArrival(ctx: Ctx, row: AssignmentRow, estimatedArrival: string): AssignmentRow {
  if (row.estimatedArrival === estimatedArrival) return row;
  const changed = ctx.db
    .update(workOrderAssignments)
    .set({ estimatedArrival })
    .where(eq(workOrderAssignments.id, row.id))
    .returning()
    .get();
  recordOrder(ctx, 'assignment.arrivalChanged', row.workOrderId, { assignmentId: row.id });
  return changed;
}

/**
 * Dispatches a member with a time of arrival; for a dispatched one only that time changes, and the same time again changes nothing. Throws
 * NOT_FOUND, BAD_REQUEST for an arrival that has passed, and CONFLICT unless the assignment is accepted or dispatched.
 */
export function dispatchAssignment(ctx: Ctx, { id, estimatedArrival }: z.output<typeof assignmentDispatch>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, id);
    const isRepeated = row.status === 'dispatched' && row.estimatedArrival === estimatedArrival;
    if (!isRepeated) assertArrival(ctx, estimatedArrival);
    if (row.status === 'dispatched') return toAssignment(ctx, expectArrival(ctx, row, estimatedArrival));
    if (!ASSIGNMENT_TRANSITIONS[row.status].includes('dispatched'))
      throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot become dispatched.`);
    return toAssignment(ctx, moveAssignmentTo(ctx, row, 'dispatched', ctx.now().toISOString(), { estimatedArrival }));
  });
}

/** Throws CONFLICT for a member who only helps at a job. */
export function assertLead(ctx: Ctx, { id, workOrderId }: AssignmentRow): void {
  if (findLead(ctx, workOrderId)?.id !== id) throw new DomainError('CONFLICT', 'Only the lead completes this job.');
}

/**
 * Ends a live assignment without finishing the job. If the member led the job, the longest-assigned other one leads it and the office gets
 * a message; without another one the order is unassigned, and scheduled again if it was assigned, enroute or onsite. A released member is
 * mailed. The mails wait for `mailAfterSeconds`, while the office can undo it.
 */
export function endAssignment(
  ctx: Ctx,
  row: AssignmentRow,
  status: 'declined' | 'released',
  notes: string | null,
  mailAfterSeconds = 0,
): AssignmentRow {
  const at = ctx.now().toISOString();
  const order = getWorkOrder(ctx, row.workOrderId);
  const [lead, next] = listCrew(ctx, order.id);
  const isLead = lead?.id === row.id;
  if (isLead && next) {
    makeLead(ctx, order, next, row);
    queueNewLead(ctx, order, row, getMember(ctx, next.teamMemberId), mailAfterSeconds);
  } else if (isLead) followLead(ctx, order, undefined);
  const before: BeforeRelease = { status: order.status, processedDate: order.processedDate, notes: row.notes, isLead };
  const ended = { notes, isLead: false, ...(row.arrivedAt !== null && { leftAt: at }) };
  // The last entry of the job's log, which an undo reads.
  const changed = moveAssignmentTo(ctx, row, status, at, ended, mailAfterSeconds > 0 ? { before } : {});
  const member = getMember(ctx, row.teamMemberId);
  if (status === 'released' && member.isActive) queueJobWithdrawn(ctx, changed, order, member, mailAfterSeconds);
  return changed;
}

const assertLive = (row: AssignmentRow, verb: string): void => {
  if (!isLive(row)) throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot be ${verb}.`);
};

/**
 * Takes a job back from its member, which the office can undo; a repeat changes nothing. Throws NOT_FOUND, and CONFLICT if the assignment
 * ended in another way.
 */
export function releaseAssignment(ctx: Ctx, { id, reason }: z.output<typeof assignmentRelease>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, id);
    if (row.status === 'released') return toAssignment(ctx, row);
    assertLive(row, 'released');
    return toAssignment(ctx, endAssignment(ctx, row, 'released', reason, UNDO_SECONDS));
  });
}

/** Gives a job of one member to another, in one step. Throws as {@link createAssignment} and {@link releaseAssignment} do. */
export function moveAssignment(ctx: Ctx, { id, teamMemberId }: z.output<typeof assignmentMove>): Assignment & { warnings: string[] } {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, id);
    const member = getMember(ctx, teamMemberId);
    if (row.teamMemberId === member.id) return { ...toAssignment(ctx, row), warnings: [] };
    assertLive(row, 'moved');
    const isWaiting = row.status === 'assigned' || row.status === 'accepted';
    if (!isWaiting || getPhase(getWorkOrder(ctx, row.workOrderId).status) !== 'planned')
      throw new DomainError('CONFLICT', 'This job is under way; take it back before you give it to somebody else.');
    const wasLead = findLead(ctx, row.workOrderId)?.id === row.id;
    endAssignment(ctx, row, 'released', `Moved to ${member.firstName} ${member.lastName}.`, UNDO_SECONDS);
    const moved = {
      workOrderId: row.workOrderId,
      teamMemberId: member.id,
      estimatedArrival: row.estimatedArrival && !isArrivalPast(row.estimatedArrival, ctx.now()) ? row.estimatedArrival : null,
      notifyClient: false,
      confirm: false,
    };
    return createAssignment(ctx, moved, { id: row.id, wasLead });
  });
}

/** Takes back all jobs of a member who leaves. Returns the orders that are unassigned now. Call it inside a transaction. */
export function releaseMember(ctx: Ctx, teamMemberId: number): { workOrderId: string }[] {
  const rows = ctx.db
    .select()
    .from(workOrderAssignments)
    .where(and(eq(workOrderAssignments.teamMemberId, teamMemberId), IS_LIVE))
    .all();
  for (const row of rows) endAssignment(ctx, row, 'released', LEFT_NOTE);
  const orderIds = rows.map((row) => row.workOrderId);
  return getWorkOrders(ctx, orderIds).map(({ workOrderId }) => ({ workOrderId }));
}

/** Ends the live assignments of an order that is cancelled or scheduled again. Call it inside a transaction. */
export function releaseOrder(ctx: Ctx, workOrderId: number, reason: string | null): void {
  // The lead goes last, so that no other member becomes the lead meanwhile.
  for (const row of listCrew(ctx, workOrderId).reverse()) endAssignment(ctx, row, 'released', reason);
}

/**
 * Makes a member of a crew its lead, whose steps then set the status of the job; the office can undo that. A repeat changes nothing. Throws
 * NOT_FOUND, and CONFLICT for an assignment that has ended.
 */
export function setLead(ctx: Ctx, { assignmentId }: z.output<typeof leadChange>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, assignmentId);
    assertLive(row, 'the lead');
    const lead = findLead(ctx, row.workOrderId);
    const order = getWorkOrder(ctx, row.workOrderId);
    if (lead && lead.id !== row.id)
      makeLead(ctx, order, row, lead, { status: order.status, processedDate: order.processedDate, leadId: lead.id });
    return toAssignment(ctx, getAssignmentRow(ctx, row.id));
  });
}

/**
 * Mails the crew of a moved job its new time, and clears the arrivals that were expected for the old one. Call it inside a transaction.
 */
export function notifyCrewMoved(ctx: Ctx, before: WorkOrder): void {
  for (const row of listCrew(ctx, before.id)) {
    if (row.estimatedArrival !== null)
      ctx.db.update(workOrderAssignments).set({ estimatedArrival: null }).where(eq(workOrderAssignments.id, row.id)).run();
    const member = getMember(ctx, row.teamMemberId);
    if (member.isActive) queueJobMoved(ctx, row, { before, now: getWorkOrder(ctx, before.id) }, member);
  }
}

/** Notifies the crew and the client of a job that has moved; an open booking moves along. Returns warnings for the office. */
export function notifyOfMove(ctx: Ctx, { order, moved }: { order: WorkOrder; moved: WorkOrder }, choice: DateChoice): string[] {
  notifyCrewMoved(ctx, order);
  const booking = findOpenLinkedBooking(ctx, order.id);
  if (!booking) return sendDate(ctx, moved, choice);
  const notifyClient = settleDate(ctx, moved, choice) === 'send';
  const warning = moveToWindowAt(ctx, booking, moved.scheduledDate);
  announceMove(ctx, booking, { by: 'office', notifyClient });
  offerFreePlaces(ctx, booking.date);
  return warning === null ? [] : [warning];
}

type MemberLog = Omit<typeof teamMemberLogs.$inferInsert, 'timestamp'> & { timestamp?: string };
/** Logs a member's action; `timestamp` defaults to now. Call it inside a transaction. */
export function logMember(ctx: Ctx, { timestamp = ctx.now().toISOString(), ...entry }: MemberLog): void {
  ctx.db
    .insert(teamMemberLogs)
    .values({ ...entry, timestamp })
    .run();
}
