import { and, asc, desc, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import {
  clientAddresses,
  clients,
  teamMemberLogs,
  teamMembers,
  workOrderAssignments,
  workOrderPhotos,
  workOrders,
} from '../../../db/schema';
import { LIVE_ASSIGNMENTS } from '../../shared/assignments';
import { canSeeAccessNotes } from '../../shared/clients';
import { OPEN_STATUSES, phaseOf, WORK_ORDER_STATUSES, type WorkOrder } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import {
  type assignedInput,
  type componentTick,
  type FieldDashboard,
  type Job,
  type jobRemark,
  type jobResponse,
  type jobStatusChange,
  MEMBER_TRANSITIONS,
} from '../../shared/field';
import { businessDay, businessDayBounds } from '../../shared/time';
import { recordActivity } from '../activity';
import { endAssignment, findLiveAssignment, logMember, markOrderAccepted, moveAssignmentTo } from '../dispatch/assignments';
import { minutesBetween, setJobComponent, trustedTime } from '../dispatch/service';
import { getJobComponent, getWorkOrder, getWorkOrders, showPhoto } from '../dispatch/work-orders';
import { publishAfterCommit } from '../live';
import { queueDispatcherNews, queueJobDone, queueOnTheWay } from '../mail/job-messages';
import { countRows, cutPage } from '../prepared';
import type { Ctx } from '../trpc';

/** Remarks of a job that its member sees. */
const REMARKS = 50;
/** Jobs of the phone's list: the open ones, and the last of those that are done. */
const OPEN_JOBS = 100;
const DONE_JOBS = 20;

/** The way in, for the member whose job it is and only around its day. */
function accessNotesOf(ctx: Ctx, ids: readonly number[]): Map<number, Job['accessNotes']> {
  const today = businessDay(ctx.now());
  const rows = ctx.db
    .select({
      id: workOrders.id,
      memberId: workOrders.assignedTeamMemberId,
      date: workOrders.scheduledDate,
      own: clients,
      other: clientAddresses,
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .leftJoin(clientAddresses, eq(clientAddresses.id, workOrders.addressId))
    .where(inArray(workOrders.id, [...ids]))
    .all();
  return new Map(
    rows.map(({ id, memberId, date, own, other }) => {
      const isTheirs = ctx.actor.kind === 'member' && ctx.actor.id === memberId;
      const { accessGate: gate, accessAlarm: alarm, accessPets: pets, accessKey: key } = other ?? own;
      return [id, isTheirs && canSeeAccessNotes(businessDay(date), today) ? { gate, alarm, pets, key } : null];
    }),
  );
}

/** Work orders as their member sees them. */
function toJobs(ctx: Ctx, orders: WorkOrder[]): Job[] {
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return [];
  const notes = accessNotesOf(ctx, ids);
  const live = ctx.db
    .select()
    .from(workOrderAssignments)
    .where(and(inArray(workOrderAssignments.workOrderId, ids), inArray(workOrderAssignments.status, LIVE_ASSIGNMENTS)))
    .all();
  const logs = ctx.db
    .select()
    .from(teamMemberLogs)
    .where(and(inArray(teamMemberLogs.workOrderId, ids), isNotNull(teamMemberLogs.details)))
    .orderBy(desc(teamMemberLogs.id))
    .limit(REMARKS * ids.length)
    .all();
  const photos = ctx.db
    .select()
    .from(workOrderPhotos)
    .where(inArray(workOrderPhotos.workOrderId, ids))
    .orderBy(asc(workOrderPhotos.id))
    .all();
  return orders.map(({ totalAmount: _, ...order }) => {
    const assignment = live.find(({ workOrderId }) => workOrderId === order.id);
    return {
      ...order,
      assignment: assignment ? { id: assignment.id, status: assignment.status, estimatedArrival: assignment.estimatedArrival } : null,
      accessNotes: notes.get(order.id) ?? null,
      remarks: logs
        .filter(({ workOrderId }) => workOrderId === order.id)
        .map(({ id, timestamp, action, details }) => ({ id, at: timestamp, action, details: details ?? '' })),
      photos: photos.filter(({ workOrderId }) => workOrderId === order.id).map(showPhoto),
    };
  });
}

const toJob = (ctx: Ctx, id: number): Job => {
  const [job] = toJobs(ctx, [getWorkOrder(ctx, id)]);
  if (!job) throw new DomainError('NOT_FOUND', 'This work order does not exist.');
  return job;
};

function assertMember(ctx: Ctx, id: number): void {
  if (!ctx.db.select({ id: teamMembers.id }).from(teamMembers).where(eq(teamMembers.id, id)).get())
    throw new DomainError('NOT_FOUND', 'This team member does not exist.');
}

/** The work orders assigned to a member, newest first. Throws NOT_FOUND for the member. */
export function listAssigned(ctx: Ctx, { id, limit, cursor }: z.output<typeof assignedInput>) {
  assertMember(ctx, id);
  const rows = ctx.db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.assignedTeamMemberId, id), cursor === undefined ? undefined : lt(workOrders.id, cursor)))
    .orderBy(desc(workOrders.id))
    .limit(limit + 1)
    .all();
  const page = cutPage(rows, limit, (row) => row.id);
  const orders = getWorkOrders(
    ctx,
    page.rows.map((row) => row.id),
  );
  return { ...page, rows: toJobs(ctx, orders) };
}

const DONE_STATUSES = WORK_ORDER_STATUSES.filter((status) => phaseOf(status) === 'done');

/** The four figures and the jobs of a member's phone. Throws NOT_FOUND. */
export function getDashboard(ctx: Ctx, { id }: { id: number }): FieldDashboard {
  assertMember(ctx, id);
  const [from, to] = businessDayBounds(businessDay(ctx.now()));
  const isTheirs = eq(workOrders.assignedTeamMemberId, id);
  const open = and(isTheirs, inArray(workOrders.status, OPEN_STATUSES));
  const count = (where: Parameters<typeof countRows>[2]) => countRows(ctx.db, workOrders, where);
  const pick = ctx.db.select({ id: workOrders.id }).from(workOrders);
  const ids = [
    ...pick.where(open).orderBy(asc(workOrders.scheduledDate)).limit(OPEN_JOBS).all(),
    ...ctx.db
      .select({ id: workOrders.id })
      .from(workOrders)
      .where(and(isTheirs, inArray(workOrders.status, DONE_STATUSES)))
      .orderBy(desc(workOrders.scheduledDate))
      .limit(DONE_JOBS)
      .all(),
  ].map((row) => row.id);
  return {
    counters: {
      assignedToday: count(and(open, gte(workOrders.scheduledDate, from), lt(workOrders.scheduledDate, to))),
      completed: count(and(isTheirs, inArray(workOrders.status, DONE_STATUSES))),
      inProgress: count(and(isTheirs, inArray(workOrders.status, ['enroute', 'onsite', 'in-progress']))),
      issues: count(and(isTheirs, eq(workOrders.status, 'incomplete'))),
    },
    jobs: toJobs(ctx, getWorkOrders(ctx, ids)),
  };
}

/** Whether the phone's action was applied before: its answer was lost on the way. */
const isApplied = (ctx: Ctx, actionId: string | null | undefined): boolean =>
  !!actionId &&
  ctx.db.select({ id: teamMemberLogs.id }).from(teamMemberLogs).where(eq(teamMemberLogs.actionId, actionId)).get() !== undefined;

/** The caller's own number, which the body has to name too (guide/reliability.md §3.5). */
function selfOf(ctx: Ctx, teamMemberId: number): number {
  if (ctx.actor.kind !== 'member' || ctx.actor.id !== teamMemberId) throw new DomainError('FORBIDDEN', 'This job is not yours.');
  return teamMemberId;
}

/** The order with the live assignment of this member. Throws CONFLICT where it is no longer theirs. */
function getOwnJob(ctx: Ctx, ref: number | string, memberId: number) {
  const order = getWorkOrder(ctx, ref);
  const assignment = findLiveAssignment(ctx, order.id);
  return { order, assignment: assignment?.teamMemberId === memberId ? assignment : undefined };
}

/**
 * A member's yes or no to a job (decisions X58, X59): yes makes the order assigned, no gives it back to dispatch, who are told. The
 * same answer again changes nothing. Throws FORBIDDEN, and CONFLICT for a no after the yes or a job that has gone.
 */
export function respond(ctx: Ctx, input: z.output<typeof jobResponse>): Job {
  const memberId = selfOf(ctx, input.teamMemberId);
  return inTransaction(ctx.db, () => {
    const { order, assignment } = getOwnJob(ctx, input.id, memberId);
    if (isApplied(ctx, input.actionId)) return toJob(ctx, order.id);
    const at = trustedTime(ctx, input.responseTime);
    const log = { teamMemberId: memberId, workOrderId: order.id, details: input.remarks, timestamp: at, actionId: input.actionId ?? null };
    if (!assignment) {
      // The guard lets in only who has this job or declined it.
      if (input.accepted || order.assignedTeamMember !== null) throw new DomainError('CONFLICT', 'This job is no longer yours.');
      return toJob(ctx, order.id);
    }
    if (input.accepted) {
      if (assignment.status !== 'assigned') return toJob(ctx, order.id);
      moveAssignmentTo(ctx, assignment, 'accepted', at);
      markOrderAccepted(ctx, order.id, at);
      logMember(ctx, { ...log, action: 'accepted' });
    } else {
      if (assignment.status !== 'assigned')
        throw new DomainError('CONFLICT', `An assignment that is ${assignment.status} cannot become declined.`);
      endAssignment(ctx, assignment, 'declined', input.remarks);
      logMember(ctx, { ...log, action: 'declined' });
      queueDispatcherNews(ctx, assignment, order, 'declined', input.remarks);
    }
    return toJob(ctx, order.id);
  });
}

/**
 * A member's step on the way: enroute, onsite, then complete or incomplete, with the assignment alongside (decisions X107). The same
 * status again changes nothing. Throws FORBIDDEN, and CONFLICT for a move that the table lacks or a job that has gone.
 */
export function setJobStatus(ctx: Ctx, input: z.output<typeof jobStatusChange>): Job {
  const memberId = selfOf(ctx, input.teamMemberId);
  return inTransaction(ctx.db, () => {
    const { order, assignment } = getOwnJob(ctx, input.id, memberId);
    if (isApplied(ctx, input.actionId)) return toJob(ctx, order.id);
    if (order.status === input.status && order.assignedTeamMember !== null) return toJob(ctx, order.id);
    if (!MEMBER_TRANSITIONS[order.status].includes(input.status))
      throw new DomainError('CONFLICT', `A work order that is ${order.status} cannot become ${input.status}.`);
    if (!assignment) throw new DomainError('CONFLICT', 'This job is no longer yours.');
    const at = trustedTime(ctx, input.timestamp);
    const eta = input.estimatedArrival ? { estimatedArrival: input.estimatedArrival } : {};
    const before = assignment.status;
    if (input.status === 'enroute') {
      const sent = before === 'accepted' ? moveAssignmentTo(ctx, assignment, 'dispatched', at, eta) : { ...assignment, ...eta };
      if (before === 'dispatched' && input.estimatedArrival)
        ctx.db.update(workOrderAssignments).set(eta).where(eq(workOrderAssignments.id, assignment.id)).run();
      queueOnTheWay(ctx, sent, order, firstNameOf(ctx, memberId));
    }
    if (input.status === 'onsite' && before !== 'arrived') moveAssignmentTo(ctx, assignment, 'arrived', at);
    if (input.status === 'complete') moveAssignmentTo(ctx, assignment, 'completed', at);
    ctx.db
      .update(workOrders)
      .set({ status: input.status, updatedAt: ctx.now().toISOString(), ...stampsOf(order, input.status, at) })
      .where(eq(workOrders.id, order.id))
      .run();
    logMember(ctx, {
      teamMemberId: memberId,
      workOrderId: order.id,
      action: input.status,
      details: input.remarks,
      timestamp: at,
      actionId: input.actionId ?? null,
    });
    recordActivity(ctx, { verb: `workOrder.${input.status}`, entityType: 'workOrder', entityId: order.id, data: { from: order.status } });
    publishAfterCommit(ctx, 'dispatch');
    if (input.status === 'complete') queueJobDone(ctx, getWorkOrder(ctx, order.id));
    if (input.status === 'incomplete') queueDispatcherNews(ctx, assignment, order, 'incomplete', input.remarks);
    return toJob(ctx, order.id);
  });
}

const firstNameOf = (ctx: Ctx, id: number): string =>
  ctx.db.select({ firstName: teamMembers.firstName }).from(teamMembers).where(eq(teamMembers.id, id)).get()?.firstName ?? 'Our cleaner';

/** What a member's step stamps on the order: the job's clock runs from onsite to complete. */
function stampsOf(order: WorkOrder, status: WorkOrder['status'], at: string) {
  if (status === 'onsite') return { processedDate: at };
  if (status === 'complete') return { completedDate: at, actualDuration: minutesBetween(order.processedDate, at) };
  return {};
}

/** A remark of its own. Throws FORBIDDEN, and CONFLICT where the job is no longer theirs. */
export function addRemark(ctx: Ctx, input: z.output<typeof jobRemark>): Job {
  const memberId = selfOf(ctx, input.teamMemberId);
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, input.id);
    if (isApplied(ctx, input.actionId)) return toJob(ctx, order.id);
    if (order.assignedTeamMember === null) throw new DomainError('CONFLICT', 'This job is no longer yours.');
    logMember(ctx, {
      teamMemberId: memberId,
      workOrderId: order.id,
      action: 'remark',
      details: input.remarks,
      timestamp: trustedTime(ctx, input.timestamp),
      actionId: input.actionId ?? null,
    });
    recordActivity(ctx, { verb: 'workOrder.remarked', entityType: 'workOrder', entityId: order.id });
    publishAfterCommit(ctx, 'dispatch');
    return toJob(ctx, order.id);
  });
}

/** Ticks a component off, once for each action of the phone. Throws as `setJobComponent` does. */
export function tickComponent(ctx: Ctx, { actionId = null, ...input }: z.output<typeof componentTick>): Job {
  return inTransaction(ctx.db, () => {
    const { workOrderId, component } = getJobComponent(ctx, input.id);
    if (isApplied(ctx, actionId)) return toJob(ctx, workOrderId);
    setJobComponent(ctx, input);
    if (ctx.actor.kind === 'member')
      logMember(ctx, {
        teamMemberId: ctx.actor.id,
        workOrderId,
        action: input.isCompleted ? `done: ${component}` : `pending: ${component}`,
        timestamp: trustedTime(ctx, input.completedAt),
        actionId,
      });
    return toJob(ctx, workOrderId);
  });
}
