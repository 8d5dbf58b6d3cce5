import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage } from '../../../db/prepared';
import { memberName, teamMembers, timeOff, workOrderAssignments, workOrders } from '../../../db/schema';
import {
  type Assignment,
  type assignmentInput,
  type assignmentPair,
  assignmentWarnings,
  type bulkAssignment,
  type bulkReport,
  LIVE_ASSIGNMENTS,
} from '../../shared/assignments';
import { DEFAULT_DURATION_MINUTES, isOutsideHours, OPEN_STATUSES, type WorkOrder } from '../../shared/dispatch';
import { askFirst, DomainError } from '../../shared/errors';
import type { pageInput } from '../../shared/text';
import { addMinutes, businessDay, showDateTime } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { canSendDate, queueJobAssigned, queueJobScheduled } from '../mail/job-messages';
import { getCompany, getSettings } from '../settings/service';
import { getWorkOrder, getWorkOrders } from './work-orders';

export type AssignmentRow = typeof workOrderAssignments.$inferSelect;
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

/** An assignment by its number. Throws NOT_FOUND. */
export function getAssignmentRow(ctx: Ctx, id: number): AssignmentRow {
  const row = ctx.db.select().from(workOrderAssignments).where(eq(workOrderAssignments.id, id)).get();
  if (!row) throw new DomainError('NOT_FOUND', 'This assignment does not exist.');
  return row;
}

/** An assignment as the wire has it. */
export function toAssignment(ctx: Ctx, row: AssignmentRow): Assignment {
  const [assignment] = toAssignments(ctx, [row]);
  if (!assignment) throw new Error('An assignment without its order or member.');
  return assignment;
}

/** Written as the indexes of live assignments have it: they know no parameters. */
export const IS_LIVE = sql.raw(`work_order_assignments.status in (${LIVE_ASSIGNMENTS.map((status) => `'${status}'`).join(', ')})`);

/** The live assignment of a work order, of which there is one at most. */
export const findLiveAssignment = (ctx: Ctx, workOrderId: number): AssignmentRow | undefined =>
  ctx.db
    .select()
    .from(workOrderAssignments)
    .where(and(eq(workOrderAssignments.workOrderId, workOrderId), IS_LIVE))
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

/** A member by number, employee id in any case, or full name (decisions X61), of two with one name the active one. Throws NOT_FOUND. */
export function getMember(ctx: Ctx, ref: number | string): MemberRow {
  const find = (where: SQL) => ctx.db.select().from(teamMembers).where(where).orderBy(desc(teamMembers.isActive)).limit(1).get();
  const row =
    (typeof ref === 'number' ? find(eq(teamMembers.id, ref)) : undefined) ??
    find(sql`lower(employee_id) = lower(${String(ref)})`) ??
    (typeof ref === 'string' ? find(eq(sql`${memberName}`, ref)) : undefined);
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
    doNotService: order.client.doNotService ? (order.client.doNotServiceReason ?? 'no reason given') : null,
  });
}

/** What would speak against an assignment, before it is made. Throws NOT_FOUND. */
export function checkAssignment(ctx: Ctx, input: z.output<typeof assignmentPair>): { warnings: string[] } {
  return { warnings: warningsFor(ctx, getWorkOrder(ctx, input.workOrderId), getMember(ctx, input.teamMemberId)) };
}

type Telling = { notifyClient?: boolean | undefined; confirm: boolean };

/** Asks before a client is told a date outside business hours, which may be no more than the default of a day ahead. Throws CONFIRMATION_NEEDED. */
export function askToTellDate(ctx: Ctx, { scheduledDate, client }: WorkOrder, { notifyClient, confirm }: Telling): void {
  if (notifyClient && isOutsideHours(scheduledDate, getCompany(ctx).hours))
    askFirst(confirm, `${showDateTime(scheduledDate)} is outside business hours. Send this date to ${client.name}?`);
}

/**
 * Sends a job's date to its client, unless they booked it and so have it. A date outside business hours is sent only if `notifyClient`
 * is true, after a question. Call it inside the transaction of its cause. Throws CONFIRMATION_NEEDED.
 */
export function tellDate(ctx: Ctx, order: WorkOrder, telling: Telling): void {
  const { notifyClient = !isOutsideHours(order.scheduledDate, getCompany(ctx).hours) } = telling;
  if (!notifyClient || order.isBooked || !canSendDate(ctx, order)) return;
  askToTellDate(ctx, order, telling);
  queueJobScheduled(ctx, order);
}

/**
 * Gives an open work order to an active member, who is told by mail; so is the date to the client, unless `notifyClient` is false. It waits for the member's yes: an order that had gone further
 * with somebody else is scheduled again. Throws NOT_FOUND, CONFLICT where it is somebody's, is not open, or the member has left, and
 * CONFIRMATION_NEEDED as {@link tellDate} does.
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
      .set({
        assignedTeamMemberId: member.id,
        updatedAt: at,
        ...(order.status !== 'in-progress' && { status: 'scheduled' as const, processedDate: null }),
      })
      .where(eq(workOrders.id, order.id))
      .run();
    recordActivity(ctx, {
      verb: 'assignment.created',
      entityType: 'workOrder',
      entityId: order.id,
      data: { assignmentId: row.id, teamMemberId: member.id, warnings: warnings.length },
    });
    queueJobAssigned(ctx, row, order, member);
    tellDate(ctx, order, input);
    publishAfterCommit(ctx, 'dispatch');
    return { ...toAssignment(ctx, row), warnings };
  });
}

/**
 * Assigns several work orders to one member, each for itself, and says what became of each. Throws NOT_FOUND for the member, and
 * CONFIRMATION_NEEDED as {@link tellDate} does, before any of them is assigned.
 */
export function assignInBulk(ctx: Ctx, { workOrderIds, ...given }: z.output<typeof bulkAssignment>): z.output<typeof bulkReport> {
  const member = getMember(ctx, given.teamMemberId);
  const assignOne = (workOrderId: number | string) => {
    try {
      const { id, warnings } = createAssignment(ctx, { ...given, workOrderId, teamMemberId: member.id });
      return { workOrderId, assignmentId: id, warnings, error: null };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'CONFIRMATION_NEEDED') throw error;
      return { workOrderId, assignmentId: null, warnings: [], error: error.message };
    }
  };
  return inTransaction(ctx.db, () => ({ rows: workOrderIds.map(assignOne) }));
}

/** How long a job without a duration is planned for. */
export const plannedMinutes = ({ estimatedDuration }: Pick<WorkOrder, 'estimatedDuration'>): number =>
  estimatedDuration || DEFAULT_DURATION_MINUTES;
