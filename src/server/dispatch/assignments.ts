import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { memberName, teamMemberLogs, teamMembers, timeOff, workOrderAssignments, workOrders } from '../../../db/schema';
import {
  ASSIGNMENT_TRANSITIONS,
  type Assignment,
  type AssignmentStatus,
  type assignmentDispatch,
  type assignmentInput,
  type assignmentMove,
  type assignmentPair,
  type assignmentRelease,
  type assignmentStatusChange,
  assignmentWarnings,
  type bulkAssignment,
  type bulkReport,
  LIVE_ASSIGNMENTS,
} from '../../shared/assignments';
import { DEFAULT_DURATION_MINUTES, OPEN_STATUSES, phaseOf, type WorkOrder } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { pageInput } from '../../shared/text';
import { addMinutes, businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { queueJobAssigned } from '../mail/job-messages';
import { cutPage } from '../prepared';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { getWorkOrder, getWorkOrders } from './work-orders';

type AssignmentRow = typeof workOrderAssignments.$inferSelect;
type MemberRow = typeof teamMembers.$inferSelect;

/** What the office sees of the member of an assignment. */
export const assignedMemberOf = ({ id, employeeId, firstName, lastName, email, phone, role }: MemberRow) => ({
  id,
  employeeId,
  firstName,
  lastName,
  name: `${firstName} ${lastName}`,
  email,
  phone,
  role,
});

/** Assignments as the wire has them, with their orders and members. */
export function toAssignments(ctx: Ctx, rows: AssignmentRow[]): Assignment[] {
  const orders = new Map(getWorkOrders(ctx, [...new Set(rows.map((row) => row.workOrderId))]).map((order) => [order.id, order]));
  const memberIds = [...new Set(rows.map((row) => row.teamMemberId))];
  const found = memberIds.length > 0 ? ctx.db.select().from(teamMembers).where(inArray(teamMembers.id, memberIds)).all() : [];
  const members = new Map(found.map((row) => [row.id, assignedMemberOf(row)]));
  return rows.flatMap((row) => {
    const [workOrder, teamMember] = [orders.get(row.workOrderId), members.get(row.teamMemberId)];
    return workOrder && teamMember ? [{ ...row, workOrder, teamMember }] : [];
  });
}

function getRow(ctx: Ctx, id: number): AssignmentRow {
  const row = ctx.db.select().from(workOrderAssignments).where(eq(workOrderAssignments.id, id)).get();
  if (!row) throw new DomainError('NOT_FOUND', 'This assignment does not exist.');
  return row;
}

function toAssignment(ctx: Ctx, row: AssignmentRow): Assignment {
  const [assignment] = toAssignments(ctx, [row]);
  if (!assignment) throw new Error('An assignment without its order or member.');
  return assignment;
}

/** The live assignment of a work order, of which there is one at most. */
export const findLiveAssignment = (ctx: Ctx, workOrderId: number): AssignmentRow | undefined =>
  ctx.db
    .select()
    .from(workOrderAssignments)
    .where(and(eq(workOrderAssignments.workOrderId, workOrderId), inArray(workOrderAssignments.status, LIVE_ASSIGNMENTS)))
    .get();

/** Assignments with order and member, newest first. */
export function listAssignments(ctx: Ctx, input: z.output<typeof pageInput>) {
  const rows = ctx.db
    .select()
    .from(workOrderAssignments)
    .where(input.cursor === undefined ? undefined : lt(workOrderAssignments.id, input.cursor))
    .orderBy(desc(workOrderAssignments.id))
    .limit(input.limit + 1)
    .all();
  const page = cutPage(rows, input.limit, ({ id }) => id);
  return { ...page, rows: toAssignments(ctx, page.rows) };
}

/** A member by number, employee id or full name (decisions X61). Throws NOT_FOUND. */
function getMember(ctx: Ctx, ref: number | string): MemberRow {
  const named = typeof ref === 'number' ? eq(teamMembers.id, ref) : eq(teamMembers.employeeId, ref);
  const row =
    ctx.db.select().from(teamMembers).where(named).get() ??
    (typeof ref === 'string'
      ? ctx.db
          .select()
          .from(teamMembers)
          .where(eq(sql`${memberName}`, ref))
          .limit(1)
          .get()
      : undefined);
  if (!row) throw new DomainError('NOT_FOUND', 'This team member does not exist.');
  return row;
}

/** Nothing that overlaps with a job begins further from it than this: a day of work and a day of travel. */
const REACH_MINUTES = 2 * 1440;

/** What speaks against giving a work order to a member (see `assignmentWarnings`). */
function warningsFor(ctx: Ctx, order: WorkOrder, member: MemberRow): string[] {
  const at = new Date(order.scheduledDate);
  const others = ctx.db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(
      and(
        eq(workOrders.assignedTeamMemberId, member.id),
        inArray(workOrders.status, OPEN_STATUSES),
        sql`${workOrders.scheduledDate} between ${addMinutes(at, -REACH_MINUTES)} and ${addMinutes(at, REACH_MINUTES)}`,
      ),
    )
    .limit(50)
    .all();
  const day = businessDay(at);
  const daysOff = ctx.db
    .select()
    .from(timeOff)
    .where(and(eq(timeOff.teamMemberId, member.id), eq(timeOff.status, 'approved'), sql`${timeOff.endDate} >= ${day}`))
    .limit(50)
    .all();
  return assignmentWarnings({
    job: order,
    others: getWorkOrders(
      ctx,
      others.map(({ id }) => id).filter((id) => id !== order.id),
    ).map((other) => ({ ...other, clientName: other.client.name })),
    daysOff,
    specializations: member.specializations,
    bufferMinutes: getSettings(ctx).travelBufferMinutes,
  });
}

/** What would speak against an assignment, before it is made. Throws NOT_FOUND. */
export function checkAssignment(ctx: Ctx, input: z.output<typeof assignmentPair>): { warnings: string[] } {
  return { warnings: warningsFor(ctx, getWorkOrder(ctx, input.workOrderId), getMember(ctx, input.teamMemberId)) };
}

/**
 * Gives an open work order to an active member, who is told by mail. It waits for the member's yes: an order that had gone further
 * with somebody else is scheduled again. Throws NOT_FOUND, and CONFLICT where it is somebody's, is not open, or the member has left.
 */
export function createAssignment(ctx: Ctx, input: z.output<typeof assignmentInput>): Assignment & { warnings: string[] } {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, input.workOrderId);
    const member = getMember(ctx, input.teamMemberId);
    if (!member.isActive) throw new DomainError('CONFLICT', `${member.firstName} ${member.lastName} is not active.`);
    if (!OPEN_STATUSES.includes(order.status))
      throw new DomainError('CONFLICT', `A work order that is ${order.status} cannot be assigned.`);
    if (findLiveAssignment(ctx, order.id))
      throw new DomainError('CONFLICT', `${order.workOrderId} is assigned to ${order.assignedTeamMember ?? 'somebody'} already.`);
    const warnings = warningsFor(ctx, order, member);
    const at = ctx.now().toISOString();
    const row = ctx.db
      .insert(workOrderAssignments)
      .values({
        workOrderId: order.id,
        teamMemberId: member.id,
        assignedAt: at,
        createdAt: at,
        estimatedArrival: input.estimatedArrival ?? null,
      })
      .returning()
      .get();
    ctx.db
      .update(workOrders)
      .set({ assignedTeamMemberId: member.id, updatedAt: at, ...(order.status !== 'in-progress' && { status: 'scheduled' as const }) })
      .where(eq(workOrders.id, order.id))
      .run();
    recordActivity(ctx, {
      verb: 'assignment.created',
      entityType: 'workOrder',
      entityId: order.id,
      data: { assignmentId: row.id, teamMemberId: member.id, warnings: warnings.length },
    });
    queueJobAssigned(ctx, row, order, member);
    publishAfterCommit(ctx, 'dispatch');
    return { ...toAssignment(ctx, row), warnings };
  });
}

/** Assigns several work orders to one member, each for itself, and says what became of each. Throws NOT_FOUND for the member. */
export function assignInBulk(ctx: Ctx, { workOrderIds, teamMemberId }: z.output<typeof bulkAssignment>): z.output<typeof bulkReport> {
  const member = getMember(ctx, teamMemberId);
  const rows = workOrderIds.map((workOrderId) => {
    try {
      const { id, warnings } = createAssignment(ctx, { workOrderId, teamMemberId: member.id });
      return { workOrderId, assignmentId: id, warnings, error: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { workOrderId, assignmentId: null, warnings: [], error: error.message };
    }
  });
  return { rows };
}

/** What a status stamps on an assignment as it is reached; Mark Arrived sets both times (decisions X64). */
function stampsOf(status: AssignmentStatus, at: string): Partial<AssignmentRow> {
  if (status === 'accepted') return { acceptedAt: at };
  if (status === 'dispatched') return { dispatchedAt: at };
  if (status === 'arrived') return { arrivedAt: at, actualArrival: at };
  return {};
}

/** Moves an assignment and stamps what was skipped on the way; `more` goes with it. Call it inside the transaction of its cause. */
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

/** Moves an assignment along the office's steps; the same status again changes nothing. Throws NOT_FOUND and CONFLICT. */
export function setAssignmentStatus(ctx: Ctx, { id, status }: z.output<typeof assignmentStatusChange>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (row.status === status) return toAssignment(ctx, row);
    if (!ASSIGNMENT_TRANSITIONS[row.status].includes(status))
      throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot become ${status}.`);
    const at = ctx.now().toISOString();
    const changed = moveAssignmentTo(ctx, row, status, at);
    if (status === 'accepted') markOrderAccepted(ctx, row.workOrderId, at);
    return toAssignment(ctx, changed);
  });
}

/**
 * Sends a member off with the time of arrival; once sent off, the time alone is changed. Throws NOT_FOUND and CONFLICT for one that
 * is not accepted or has arrived.
 */
export function dispatchAssignment(ctx: Ctx, { id, estimatedArrival }: z.output<typeof assignmentDispatch>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (row.status === 'dispatched') {
      const changed = ctx.db
        .update(workOrderAssignments)
        .set({ estimatedArrival })
        .where(eq(workOrderAssignments.id, id))
        .returning()
        .get();
      publishAfterCommit(ctx, 'dispatch');
      return toAssignment(ctx, changed);
    }
    if (!ASSIGNMENT_TRANSITIONS[row.status].includes('dispatched'))
      throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot become dispatched.`);
    return toAssignment(ctx, moveAssignmentTo(ctx, row, 'dispatched', ctx.now().toISOString(), { estimatedArrival }));
  });
}

/** Ends a live assignment without the job being done; its order is nobody's, and scheduled again where it was the member's to move. */
export function endAssignment(ctx: Ctx, row: AssignmentRow, status: 'declined' | 'released', notes: string | null): AssignmentRow {
  const at = ctx.now().toISOString();
  const changed = moveAssignmentTo(ctx, row, status, at, { notes });
  const { status: before } = getWorkOrder(ctx, row.workOrderId);
  const isMembers = before === 'assigned' || before === 'enroute' || before === 'onsite';
  ctx.db
    .update(workOrders)
    .set({ assignedTeamMemberId: null, updatedAt: at, ...(isMembers && { status: 'scheduled' as const }) })
    .where(eq(workOrders.id, row.workOrderId))
    .run();
  return changed;
}

const assertLive = (row: AssignmentRow, verb: string): void => {
  if (!LIVE_ASSIGNMENTS.some((status) => status === row.status))
    throw new DomainError('CONFLICT', `An assignment that is ${row.status} cannot be ${verb}.`);
};

/** Takes a job back from its member; again changes nothing. Throws NOT_FOUND and CONFLICT for one that has ended otherwise. */
export function releaseAssignment(ctx: Ctx, { id, reason }: z.output<typeof assignmentRelease>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (row.status === 'released') return toAssignment(ctx, row);
    assertLive(row, 'released');
    return toAssignment(ctx, endAssignment(ctx, row, 'released', reason));
  });
}

/** Gives a job of one member to another, in one step. Throws as {@link createAssignment} and {@link releaseAssignment} do. */
export function moveAssignment(ctx: Ctx, { id, teamMemberId }: z.output<typeof assignmentMove>): Assignment & { warnings: string[] } {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    const member = getMember(ctx, teamMemberId);
    if (row.teamMemberId === member.id) return { ...toAssignment(ctx, row), warnings: [] };
    assertLive(row, 'moved');
    if (phaseOf(getWorkOrder(ctx, row.workOrderId).status) !== 'planned')
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
    .where(and(eq(workOrderAssignments.teamMemberId, teamMemberId), inArray(workOrderAssignments.status, LIVE_ASSIGNMENTS)))
    .all();
  for (const row of rows) endAssignment(ctx, row, 'released', 'The member is no longer active.');
  return getWorkOrders(
    ctx,
    rows.map((row) => row.workOrderId),
  ).map(({ workOrderId }) => ({ workOrderId }));
}

/** Ends the live assignment of an order that is done, called off, or put back on the list. Call it inside the transaction of its cause. */
export function settleAssignment(ctx: Ctx, workOrderId: number, outcome: 'completed' | 'released', at: string): void {
  const row = findLiveAssignment(ctx, workOrderId);
  if (!row) return;
  if (outcome === 'completed') moveAssignmentTo(ctx, row, 'completed', at);
  else endAssignment(ctx, row, 'released', null);
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

/** How long a job without a duration is planned for. */
export const plannedMinutes = ({ estimatedDuration }: Pick<WorkOrder, 'estimatedDuration'>): number =>
  estimatedDuration || DEFAULT_DURATION_MINUTES;
