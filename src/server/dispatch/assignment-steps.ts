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
  LIVE_ASSIGNMENTS,
} from '../../shared/assignments';
import { getPhase, OPEN_STATUSES, UNDO_SECONDS, type WorkOrder } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { Ctx } from '../context';
import { queueJobMoved, queueJobWithdrawn } from '../mail/messages/job';
import {
  type AssignmentRow,
  assertArrival,
  createAssignment,
  findLiveAssignment,
  getAssignmentRow,
  getMember,
  IS_LIVE,
  isArrivalPast,
  toAssignment,
} from './assignments';
import { completeWorkOrder, moveAssignmentTo } from './transitions';
import { getWorkOrder, getWorkOrders, recordOrder } from './work-orders';

/** Marks a scheduled order as assigned once its member has accepted. */
export function markOrderAccepted(ctx: Ctx, workOrderId: number, at: string): void {
  ctx.db
    .update(workOrders)
    .set({ status: 'assigned', updatedAt: at })
    .where(and(eq(workOrders.id, workOrderId), eq(workOrders.status, 'scheduled')))
    .run();
}

/**
 * Moves an assignment along the office's steps; completed completes its job. The same status again changes nothing. Throws NOT_FOUND,
 * CONFLICT, and CONFIRMATION_NEEDED before it completes a job without a ticked component.
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
    if (status === 'completed' && OPEN_STATUSES.includes(order.status)) completeWorkOrder(ctx, order, { confirm });
    else moveAssignmentTo(ctx, row, status, at);
    if (status === 'accepted') markOrderAccepted(ctx, row.workOrderId, at);
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

/**
 * Ends a live assignment without finishing the job. The order becomes unassigned, and is scheduled again if it was assigned, enroute or
 * onsite. A released member is mailed, after `mailAfterSeconds`.
 */
export function endAssignment(
  ctx: Ctx,
  row: AssignmentRow,
  status: 'declined' | 'released',
  notes: string | null,
  mailAfterSeconds = 0,
): AssignmentRow {
  const at = ctx.now().toISOString();
  const changed = moveAssignmentTo(ctx, row, status, at, { notes });
  const order = getWorkOrder(ctx, row.workOrderId);
  const { status: before } = order;
  const hadMember = before === 'assigned' || before === 'enroute' || before === 'onsite';
  ctx.db
    .update(workOrders)
    .set({ assignedTeamMemberId: null, updatedAt: at, ...(hadMember && { status: 'scheduled' as const, processedDate: null }) })
    .where(eq(workOrders.id, row.workOrderId))
    .run();
  const member = getMember(ctx, row.teamMemberId);
  if (status === 'released' && member.isActive) queueJobWithdrawn(ctx, changed, order, member, mailAfterSeconds);
  return changed;
}

const assertLive = (row: AssignmentRow, verb: string): void => {
  if (!LIVE_ASSIGNMENTS.some((status) => status === row.status))
    throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot be ${verb}.`);
};

/**
 * Takes a job back from its member; a repeat changes nothing. Throws NOT_FOUND, and CONFLICT if the assignment ended in another way.
 */
export function releaseAssignment(ctx: Ctx, { id, reason }: z.output<typeof assignmentRelease>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, id);
    if (row.status === 'released') return toAssignment(ctx, row);
    assertLive(row, 'released');
    return toAssignment(ctx, endAssignment(ctx, row, 'released', reason));
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
    endAssignment(ctx, row, 'released', `Moved to ${member.firstName} ${member.lastName}.`, UNDO_SECONDS);
    const moved = {
      workOrderId: row.workOrderId,
      teamMemberId: member.id,
      estimatedArrival: row.estimatedArrival && !isArrivalPast(row.estimatedArrival, ctx.now()) ? row.estimatedArrival : null,
      notifyClient: false,
      confirm: false,
    };
    return createAssignment(ctx, moved, row.id);
  });
}

/** Takes back all jobs of a member who leaves. Returns the orders that are unassigned now. Call it inside a transaction. */
export function releaseMember(ctx: Ctx, teamMemberId: number): { workOrderId: string }[] {
  const rows = ctx.db
    .select()
    .from(workOrderAssignments)
    .where(and(eq(workOrderAssignments.teamMemberId, teamMemberId), IS_LIVE))
    .all();
  for (const row of rows) endAssignment(ctx, row, 'released', 'The member is no longer active.');
  const orderIds = rows.map((row) => row.workOrderId);
  return getWorkOrders(ctx, orderIds).map(({ workOrderId }) => ({ workOrderId }));
}

/** Ends the live assignment of an order that is cancelled or scheduled again. Call it inside a transaction. */
export function releaseOrder(ctx: Ctx, workOrderId: number, reason: string | null): void {
  const row = findLiveAssignment(ctx, workOrderId);
  if (row) endAssignment(ctx, row, 'released', reason);
}

/**
 * Mails the member of a moved job its new time, and clears the arrival that was expected for the old one. Call it inside a
 * transaction.
 */
export function notifyMemberMoved(ctx: Ctx, before: WorkOrder): void {
  const row = findLiveAssignment(ctx, before.id);
  if (!row) return;
  if (row.estimatedArrival !== null)
    ctx.db.update(workOrderAssignments).set({ estimatedArrival: null }).where(eq(workOrderAssignments.id, row.id)).run();
  const member = getMember(ctx, row.teamMemberId);
  if (member.isActive) queueJobMoved(ctx, row, { before, now: getWorkOrder(ctx, before.id) }, member);
}

type MemberLog = Omit<typeof teamMemberLogs.$inferInsert, 'timestamp'> & { timestamp?: string };
/** Logs a member's action; `timestamp` defaults to now. Call it inside a transaction. */
export function logMember(ctx: Ctx, { timestamp = ctx.now().toISOString(), ...entry }: MemberLog): void {
  ctx.db
    .insert(teamMemberLogs)
    .values({ ...entry, timestamp })
    .run();
}
