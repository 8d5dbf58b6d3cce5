import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { teamMemberLogs, workOrderAssignments, workOrders } from '../../../db/schema';
import {
  ASSIGNMENT_TRANSITIONS,
  type Assignment,
  type AssignmentStatus,
  type assignmentDispatch,
  type assignmentMove,
  type assignmentRelease,
  type assignmentStatusChange,
  LIVE_ASSIGNMENTS,
} from '../../shared/assignments';
import { OPEN_STATUSES, phaseOf, type WorkOrder, type WorkOrderStatus } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { minutesBetween } from '../../shared/time';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { queueJobDone, queueJobWithdrawn } from '../mail/job-messages';
import type { Ctx } from '../trpc';
import {
  type AssignmentRow,
  createAssignment,
  findLiveAssignment,
  getAssignmentRow,
  getMember,
  IS_LIVE,
  toAssignment,
} from './assignments';
import { getWorkOrder, getWorkOrders } from './work-orders';

/** What a status stamps on an assignment as it is reached; Mark Arrived sets both times (decisions X64). */
function stampsOf(status: AssignmentStatus, at: string): Partial<AssignmentRow> {
  if (status === 'accepted') return { acceptedAt: at };
  if (status === 'dispatched') return { dispatchedAt: at };
  if (status === 'arrived') return { arrivedAt: at, actualArrival: at };
  return {};
}

/** Moves an assignment and stamps the step; `more` goes with it. Call it inside the transaction of its cause. */
export function moveAssignmentTo(
  ctx: Ctx,
  row: AssignmentRow,
  status: AssignmentStatus,
  at: string,
  more: Partial<AssignmentRow> = {},
): AssignmentRow {
  const changed = ctx.db
    .update(workOrderAssignments)
    .set({ status, ...stampsOf(status, at), ...more })
    .where(eq(workOrderAssignments.id, row.id))
    .returning()
    .get();
  recordActivity(ctx, {
    verb: `assignment.${status}`,
    entityType: 'workOrder',
    entityId: row.workOrderId,
    data: { assignmentId: row.id, teamMemberId: row.teamMemberId, from: row.status },
  });
  publishAfterCommit(ctx, 'dispatch');
  return changed;
}

/** An accepted assignment makes its scheduled order assigned (decisions X58, X107). */
export function markOrderAccepted(ctx: Ctx, workOrderId: number, at: string): void {
  ctx.db
    .update(workOrders)
    .set({ status: 'assigned', updatedAt: at })
    .where(and(eq(workOrders.id, workOrderId), eq(workOrders.status, 'scheduled')))
    .run();
}

/** An assignment that the office completes takes its open order along: nobody could complete that any more. */
function completeOrder(ctx: Ctx, { workOrderId, arrivedAt }: AssignmentRow, at: string): void {
  const order = getWorkOrder(ctx, workOrderId);
  if (!OPEN_STATUSES.includes(order.status)) return;
  const processedDate = order.processedDate ?? arrivedAt;
  ctx.db
    .update(workOrders)
    .set({ status: 'completed', processedDate, completedDate: at, actualDuration: minutesBetween(processedDate, at), updatedAt: at })
    .where(eq(workOrders.id, workOrderId))
    .run();
  recordActivity(ctx, { verb: 'workOrder.completed', entityType: 'workOrder', entityId: workOrderId, data: { from: order.status } });
  queueJobDone(ctx, order);
}

/** Moves an assignment along the office's steps; the same status again changes nothing. Throws NOT_FOUND and CONFLICT. */
export function setAssignmentStatus(ctx: Ctx, { id, status }: z.output<typeof assignmentStatusChange>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, id);
    if (row.status === status) return toAssignment(ctx, row);
    if (!ASSIGNMENT_TRANSITIONS[row.status].includes(status))
      throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot become ${status}.`);
    const at = ctx.now().toISOString();
    const changed = moveAssignmentTo(ctx, row, status, at);
    if (status === 'accepted') markOrderAccepted(ctx, row.workOrderId, at);
    if (status === 'completed') completeOrder(ctx, changed, at);
    return toAssignment(ctx, changed);
  });
}

/** Another time of arrival for an assignment that is under way. Call it inside the transaction of its cause. */
export function expectArrival(ctx: Ctx, row: AssignmentRow, estimatedArrival: string): AssignmentRow {
  if (row.estimatedArrival === estimatedArrival) return row;
  const changed = ctx.db
    .update(workOrderAssignments)
    .set({ estimatedArrival })
    .where(eq(workOrderAssignments.id, row.id))
    .returning()
    .get();
  recordActivity(ctx, {
    verb: 'assignment.arrivalChanged',
    entityType: 'workOrder',
    entityId: row.workOrderId,
    data: { assignmentId: row.id },
  });
  publishAfterCommit(ctx, 'dispatch');
  return changed;
}

/**
 * Sends a member off with the time of arrival; once sent off, the time alone is changed. Throws NOT_FOUND and CONFLICT for one that
 * is not accepted or has arrived.
 */
export function dispatchAssignment(ctx: Ctx, { id, estimatedArrival }: z.output<typeof assignmentDispatch>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, id);
    if (row.status === 'dispatched') return toAssignment(ctx, expectArrival(ctx, row, estimatedArrival));
    if (!ASSIGNMENT_TRANSITIONS[row.status].includes('dispatched'))
      throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot become dispatched.`);
    return toAssignment(ctx, moveAssignmentTo(ctx, row, 'dispatched', ctx.now().toISOString(), { estimatedArrival }));
  });
}

/** Ends a live assignment without the job being done; its order is nobody's, and scheduled again where it was the member's to move. */
export function endAssignment(ctx: Ctx, row: AssignmentRow, status: 'declined' | 'released', notes: string | null): AssignmentRow {
  const at = ctx.now().toISOString();
  const changed = moveAssignmentTo(ctx, row, status, at, { notes });
  const order = getWorkOrder(ctx, row.workOrderId);
  const { status: before } = order;
  const isMembers = before === 'assigned' || before === 'enroute' || before === 'onsite';
  ctx.db
    .update(workOrders)
    .set({ assignedTeamMemberId: null, updatedAt: at, ...(isMembers && { status: 'scheduled' as const, processedDate: null }) })
    .where(eq(workOrders.id, row.workOrderId))
    .run();
  const member = getMember(ctx, row.teamMemberId);
  if (status === 'released' && member.isActive) queueJobWithdrawn(ctx, changed, order, member);
  return changed;
}

const assertLive = (row: AssignmentRow, verb: string): void => {
  if (!LIVE_ASSIGNMENTS.some((status) => status === row.status))
    throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot be ${verb}.`);
};

/** Takes a job back from its member; again changes nothing. Throws NOT_FOUND and CONFLICT for one that has ended otherwise. */
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
    if (!isWaiting || phaseOf(getWorkOrder(ctx, row.workOrderId).status) !== 'planned')
      throw new DomainError('CONFLICT', 'This job is under way; take it back before you give it to somebody else.');
    endAssignment(ctx, row, 'released', `Moved to ${member.firstName} ${member.lastName}.`);
    return createAssignment(ctx, { workOrderId: row.workOrderId, teamMemberId: member.id, estimatedArrival: row.estimatedArrival });
  });
}

/** Takes back all jobs of a member who leaves; answers which orders are nobody's now. Call it inside the transaction of its cause. */
export function releaseMember(ctx: Ctx, teamMemberId: number): { workOrderId: string }[] {
  const rows = ctx.db
    .select()
    .from(workOrderAssignments)
    .where(and(eq(workOrderAssignments.teamMemberId, teamMemberId), IS_LIVE))
    .all();
  for (const row of rows) endAssignment(ctx, row, 'released', 'The member is no longer active.');
  return getWorkOrders(
    ctx,
    rows.map((row) => row.workOrderId),
  ).map(({ workOrderId }) => ({ workOrderId }));
}

/** Ends the live assignment of an order that is done, called off, or put back on the list. Call it inside the transaction of its cause. */
export function settleAssignment(
  ctx: Ctx,
  workOrderId: number,
  outcome: 'completed' | 'released',
  at: string,
  reason: string | null = null,
): void {
  const row = findLiveAssignment(ctx, workOrderId);
  if (!row) return;
  if (outcome === 'completed') moveAssignmentTo(ctx, row, 'completed', at);
  else endAssignment(ctx, row, 'released', reason);
}

type MemberLog = {
  teamMemberId: number;
  workOrderId?: number;
  action: string;
  details?: string | null;
  timestamp?: string;
  actionId?: string | null;
};
/** Writes down what a member did; `timestamp` where it was not now. Call it inside the transaction of its cause. */
export function logMember(ctx: Ctx, { timestamp = ctx.now().toISOString(), ...entry }: MemberLog): void {
  ctx.db
    .insert(teamMemberLogs)
    .values({ ...entry, timestamp })
    .run();
}

/** What a member's step stamps on the order: the job's clock runs from onsite to complete. */
function memberStampsOf(order: WorkOrder, status: WorkOrderStatus, at: string) {
  if (status === 'onsite') return { processedDate: at };
  if (status === 'complete') return { completedDate: at, actualDuration: minutesBetween(order.processedDate, at) };
  return {};
}

/** Moves an order as its member did, at the time of that. Call it inside the transaction of its cause. */
export function moveOrderTo(ctx: Ctx, order: WorkOrder, status: WorkOrderStatus, at: string): void {
  ctx.db
    .update(workOrders)
    .set({ status, updatedAt: ctx.now().toISOString(), ...memberStampsOf(order, status, at) })
    .where(eq(workOrders.id, order.id))
    .run();
  recordActivity(ctx, { verb: `workOrder.${status}`, entityType: 'workOrder', entityId: order.id, data: { from: order.status } });
  publishAfterCommit(ctx, 'dispatch');
}
