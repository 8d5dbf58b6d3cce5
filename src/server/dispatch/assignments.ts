import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inSavepoint, inTransaction } from '../../../db/client';
import { isBefore, readPage, rowGetter } from '../../../db/prepared';
import { memberName, teamMembers, timeOff, workOrderAssignments, workOrders } from '../../../db/schema';
import {
  type Assignment,
  type assignmentInput,
  type assignmentPair,
  assignmentWarnings,
  type bulkAssignment,
  type bulkReport,
} from '../../shared/assignments';
import { canSendDate, decideDate } from '../../shared/date-mails';
import { DEFAULT_DURATION_MINUTES, OPEN_STATUSES, UNDO_SECONDS, type WorkOrder } from '../../shared/dispatch';
import { askFirst, DomainError, fieldError } from '../../shared/errors';
import { timestamp } from '../../shared/staff-times';
import type { pageInput } from '../../shared/text';
import { addMinutes, businessDay } from '../../shared/time';
import { formatWorkOrderId } from '../../shared/work-order-id';
import type { Ctx } from '../context';
import { queueJobAssigned, queueJobScheduled } from '../mail/messages/job';
import { getCompany, getSettings } from '../settings/service';
import { type AssignmentRow, IS_LIVE, listCrew } from './crews';
import { getWorkOrder, getWorkOrders, recordOrder, toIds } from './work-orders';

type MemberRow = typeof teamMembers.$inferSelect;

/** Returns the fields of a member that the office sees with an assignment. */
export const toAssignedMember = ({ id, employeeId, firstName, lastName, email, phone, role }: MemberRow) => ({
  id,
  employeeId,
  firstName,
  lastName,
  name: `${firstName} ${lastName}`,
  email,
  phone,
  role,
});

/** Formats assignments for the wire, with their orders and members. */
export function toAssignments(ctx: Ctx, rows: AssignmentRow[]): Assignment[] {
  const orders = new Map(getWorkOrders(ctx, [...new Set(rows.map((row) => row.workOrderId))]).map((order) => [order.id, order]));
  const memberIds = [...new Set(rows.map((row) => row.teamMemberId))];
  const found = memberIds.length > 0 ? ctx.db.select().from(teamMembers).where(inArray(teamMembers.id, memberIds)).all() : [];
  const members = new Map(found.map((row) => [row.id, toAssignedMember(row)]));
  return rows.flatMap((row) => {
    const [workOrder, teamMember] = [orders.get(row.workOrderId), members.get(row.teamMemberId)];
    return workOrder && teamMember ? [{ ...row, workOrder, teamMember }] : [];
  });
}

export const getAssignmentRow = rowGetter(workOrderAssignments, 'This assignment does not exist.');

export function toAssignment(ctx: Ctx, row: AssignmentRow): Assignment {
  const [assignment] = toAssignments(ctx, [row]);
  if (!assignment) throw new Error('An assignment without its order or member.');
  return assignment;
}

/** Lists assignments, newest first: all of them, or those that match a condition. */
export function listAssignments(ctx: Ctx, input: z.output<typeof pageInput>, condition?: SQL) {
  return readPage(
    ctx.db
      .select()
      .from(workOrderAssignments)
      .where(and(condition, isBefore(workOrderAssignments.id, input.cursor)))
      .orderBy(desc(workOrderAssignments.id)),
    input.limit,
    ({ id }) => id,
    (rows) => toAssignments(ctx, rows),
  );
}

/** Returns a member by id, by employee id in any case, or by full name; prefers active members. Throws NOT_FOUND. */
export function getMember(ctx: Ctx, ref: number | string): MemberRow {
  const find = (where: SQL) => ctx.db.select().from(teamMembers).where(where).orderBy(desc(teamMembers.isActive)).limit(1).get();
  const row =
    (typeof ref === 'number' ? find(eq(teamMembers.id, ref)) : undefined) ??
    find(sql`lower(employee_id) = lower(${String(ref)})`) ??
    (typeof ref === 'string' ? find(eq(sql`${memberName}`, ref)) : undefined);
  if (!row) throw new DomainError('NOT_FOUND', 'This team member does not exist.');
  return row;
}

/** No overlapping job begins further away than this: a day of work and a day of travel. */
const REACH_MINUTES = 2 * 1440;

/** Returns the warnings against giving a job to a member. */
export function listWarnings(ctx: Ctx, order: WorkOrder, member: MemberRow): string[] {
  const at = new Date(order.scheduledDate);
  const others = ctx.db
    .select({ id: workOrders.id })
    .from(workOrderAssignments)
    .innerJoin(workOrders, eq(workOrders.id, workOrderAssignments.workOrderId))
    .where(
      and(
        eq(workOrderAssignments.teamMemberId, member.id),
        IS_LIVE,
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
      toIds(others).filter((id) => id !== order.id),
    ).map((other) => ({ ...other, clientName: other.client.name })),
    daysOff,
    specializations: member.specializations,
    bufferMinutes: getSettings(ctx).travelBufferMinutes,
    doNotService: order.client.doNotService ? (order.client.doNotServiceReason ?? 'no reason given') : null,
  });
}

/** Returns the warnings that an assignment would have, before it is made. Throws NOT_FOUND. */
export function checkAssignment(ctx: Ctx, input: z.output<typeof assignmentPair>): { warnings: string[] } {
  return { warnings: listWarnings(ctx, getWorkOrder(ctx, input.workOrderId), getMember(ctx, input.teamMemberId)) };
}

/** Minutes for which an arrival time that has passed is still accepted, so that a late member can be dispatched for the planned time. */
const LATE_MINUTES = 15;
/** Returns whether an arrival had passed at the instant `at`. */
export const isArrivalPast = (arrival: string, at: Date): boolean => arrival < addMinutes(at, -LATE_MINUTES);

/** Throws BAD_REQUEST for an arrival that has passed. */
export function assertArrival(ctx: Ctx, arrival: string): void {
  if (isArrivalPast(arrival, ctx.now()))
    throw fieldError('estimatedArrival', 'This time has passed. Please enter when the member will arrive.');
}

export type DateChoice = {
  notifyClient?: boolean | undefined;
  confirm: boolean;
  isTyped: boolean;
  /** Delay of the mail, in which its cause can be undone. */
  mailAfterSeconds?: number;
};

/** Most jobs that a question names. */
const NAMED_JOBS = 3;

/** Formats the question before clients are sent the dates of jobs outside business hours. */
function formatDatesQuestion(ctx: Ctx, orders: readonly WorkOrder[]): string {
  const format = (at: string) => timestamp(at, businessDay(ctx.now()));
  const [first] = orders;
  if (first && orders.length === 1)
    return `${format(first.scheduledDate)} is outside business hours. Send this date to ${first.client.name}?`;
  const named = orders.slice(0, NAMED_JOBS).map(({ client, scheduledDate }) => `${client.name} (${format(scheduledDate)})`);
  const more = orders.length > NAMED_JOBS ? [`${orders.length - NAMED_JOBS} more`] : [];
  const list = new Intl.ListFormat('en-CA').format([...named, ...more]);
  return `${orders.length} jobs are outside business hours: ${list}. Send these dates to the clients?`;
}

/** Returns the decision of {@link decideDate} and asks if it is `ask`. Skips a date that has passed. Throws CONFIRMATION_NEEDED. */
export function settleDate(ctx: Ctx, order: WorkOrder, { notifyClient, confirm, isTyped }: DateChoice): 'send' | 'hold' | 'skip' {
  if (order.scheduledDate <= ctx.now().toISOString()) return 'skip';
  const decision = decideDate(order, { hours: getCompany(ctx).hours, notifyClient, isTyped });
  if (decision !== 'ask') return decision;
  askFirst(confirm, formatDatesQuestion(ctx, [order]));
  return 'send';
}

/**
 * Mails the client the date of a job if {@link canSendDate} and {@link settleDate} allow it. Returns a warning if the client has an older
 * date and this one was held back. Call it inside a transaction. Throws CONFIRMATION_NEEDED.
 */
export function sendDate(ctx: Ctx, order: WorkOrder, choice: DateChoice): string[] {
  if (!canSendDate(order, ctx.now().toISOString())) return [];
  const decision = settleDate(ctx, order, choice);
  if (decision === 'send') queueJobScheduled(ctx, order, choice.mailAfterSeconds);
  const hasOtherDate = order.sentDate !== null;
  return decision === 'hold' && hasOtherDate
    ? [`Date not sent to the client: ${timestamp(order.scheduledDate, businessDay(ctx.now()))} is outside business hours.`]
    : [];
}

/** Assignment that another one replaces, and whether its member led the job. */
export type Moved = { id: number; wasLead: boolean };
/** State of a job before an assignment, stored in the activity log so that the assignment can be undone. */
export type BeforeAssignment = Pick<WorkOrder, 'status' | 'processedDate'> & { moved: Moved | null };
/** State before a job was taken back, stored in the same way. */
export type BeforeRelease = Pick<WorkOrder, 'status' | 'processedDate'> & Pick<AssignmentRow, 'notes' | 'isLead'>;

/** Throws CONFLICT unless a job has a place for a member. */
function assertPlace(order: WorkOrder, crew: readonly AssignmentRow[], member: MemberRow): void {
  if (crew.length >= order.crewSize)
    throw new DomainError(
      'CONFLICT',
      order.crewSize === 1
        ? `${formatWorkOrderId(order.workOrderId)} is assigned to ${order.assignedTeamMember ?? 'somebody'} already.`
        : `This job has its full crew of ${order.crewSize}.`,
    );
  if (crew.some(({ teamMemberId }) => teamMemberId === member.id))
    throw new DomainError('CONFLICT', `${member.firstName} ${member.lastName} is in the crew of this job already.`);
}

/**
 * Assigns an open work order to an active member. Mails the member, and mails the client the date unless `notifyClient` is false; the mails
 * wait until the office can no longer undo it. The first member of a crew leads it: the order waits for them to accept, so an order that
 * had gone further returns to scheduled. Further members do not change it. `moved` is the assignment that this one replaces. Throws
 * NOT_FOUND, CONFLICT if the crew is complete or has the member, the order is not open, or the member has left, BAD_REQUEST for an
 * arrival that has passed, and CONFIRMATION_NEEDED as {@link sendDate} does.
 */
export function createAssignment(
  ctx: Ctx,
  input: z.output<typeof assignmentInput>,
  moved: Moved | null = null,
): Assignment & { warnings: string[] } {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, input.workOrderId);
    const member = getMember(ctx, input.teamMemberId);
    if (!member.isActive) throw new DomainError('CONFLICT', `${member.firstName} ${member.lastName} is not active.`);
    if (!OPEN_STATUSES.includes(order.status))
      throw new DomainError('CONFLICT', `A work order that is ${order.status} cannot be assigned.`);
    const crew = listCrew(ctx, order.id);
    assertPlace(order, crew, member);
    if (input.estimatedArrival) assertArrival(ctx, input.estimatedArrival);
    const warnings = listWarnings(ctx, order, member);
    const at = ctx.now().toISOString();
    const { estimatedArrival = null } = input;
    const row = ctx.db
      .insert(workOrderAssignments)
      .values({
        workOrderId: order.id,
        teamMemberId: member.id,
        assignedAt: at,
        createdAt: at,
        estimatedArrival,
        isLead: crew.length === 0,
      })
      .returning()
      .get();
    if (row.isLead)
      ctx.db
        .update(workOrders)
        .set({
          assignedTeamMemberId: member.id,
          updatedAt: at,
          ...(order.status !== 'in-progress' && { status: 'scheduled' as const, processedDate: null }),
        })
        .where(eq(workOrders.id, order.id))
        .run();
    const before: BeforeAssignment = { status: order.status, processedDate: order.processedDate, moved };
    recordOrder(ctx, 'assignment.created', order.id, { assignmentId: row.id, teamMemberId: member.id, warnings: warnings.length, before });
    queueJobAssigned(ctx, row, order, member, UNDO_SECONDS);
    warnings.push(...sendDate(ctx, order, { ...input, isTyped: false, mailAfterSeconds: UNDO_SECONDS }));
    return { ...toAssignment(ctx, row), warnings };
  });
}

/**
 * Assigns several work orders to one member, each independently, and reports the result of each. Throws NOT_FOUND for the member, and
 * CONFIRMATION_NEEDED as {@link sendDate} does, once for all of them and before any is assigned.
 */
export function assignInBulk(ctx: Ctx, { workOrderIds, ...given }: z.output<typeof bulkAssignment>): z.output<typeof bulkReport> {
  const member = getMember(ctx, given.teamMemberId);
  const toConfirm = new Map<number, WorkOrder>();
  const assignOne = (workOrderId: number | string) => {
    try {
      const { id, warnings } = inSavepoint(ctx.db, () => createAssignment(ctx, { ...given, workOrderId, teamMemberId: member.id }));
      return { workOrderId, assignmentId: id, warnings, error: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'CONFIRMATION_NEEDED') {
        const order = getWorkOrder(ctx, workOrderId);
        toConfirm.set(order.id, order);
      }
      return { workOrderId, assignmentId: null, warnings: [], error: error.message };
    }
  };
  return inTransaction(ctx.db, () => {
    const rows = workOrderIds.map(assignOne);
    askFirst(toConfirm.size === 0, formatDatesQuestion(ctx, [...toConfirm.values()]));
    return { rows };
  });
}

/** Returns the minutes for which a job takes up its members: its own duration, or 120. */
export const blockedMinutes = ({ estimatedDuration }: Pick<WorkOrder, 'estimatedDuration'>): number =>
  estimatedDuration || DEFAULT_DURATION_MINUTES;
