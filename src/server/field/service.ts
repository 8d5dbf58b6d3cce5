import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { teamMemberLogs } from '../../../db/schema';
import { getPhase, type WorkOrder, type WorkOrderStatus } from '../../shared/dispatch';
import { askFirst, DomainError } from '../../shared/errors';
import {
  askToSetOff,
  type componentTick,
  getMemberStatus,
  type Job,
  type jobRemark,
  type jobResponse,
  type jobStatusChange,
  MEMBER_TRANSITIONS,
} from '../../shared/field';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';
import { assertLead, endAssignment, expectArrival, logMember, markOrderAccepted } from '../dispatch/assignment-steps';
import { getMember, isArrivalPast } from '../dispatch/assignments';
import { type AssignmentRow, findLead, listCrew } from '../dispatch/crews';
import { setJobComponent } from '../dispatch/service';
import { finishWorkOrder, getMoment, type Moment, moveAssignmentTo, moveOrderTo, sumVisitMinutes } from '../dispatch/transitions';
import { getJobComponent, getWorkOrder, recordOrder } from '../dispatch/work-orders';
import { queueDispatcherNotice, queueOnTheWay } from '../mail/messages/job';
import { toJob } from './jobs';

/**
 * Returns whether an action of the phone was applied before; the phone repeats it if the answer was lost. Throws UNPROCESSABLE if the same
 * id was used for another action.
 */
function isApplied(ctx: Ctx, actionId: string | null | undefined, workOrderId: number, name: string): boolean {
  const row = actionId ? ctx.db.select().from(teamMemberLogs).where(eq(teamMemberLogs.actionId, actionId)).get() : undefined;
  if (row && (row.workOrderId !== workOrderId || row.action !== name))
    throw new DomainError('UNPROCESSABLE', 'This action id was used for something else.');
  return row !== undefined;
}

/** Returns the caller's own id, which the body has to repeat. Throws FORBIDDEN if they differ. */
function getSelf(ctx: Ctx, teamMemberId: number): number {
  if (ctx.actor.kind !== 'member' || ctx.actor.id !== teamMemberId) throw new DomainError('FORBIDDEN', 'This job is not yours.');
  return teamMemberId;
}

function getOwnJob(ctx: Ctx, ref: number | string, memberId: number) {
  const order = getWorkOrder(ctx, ref);
  return { order, assignment: listCrew(ctx, order.id).find(({ teamMemberId }) => teamMemberId === memberId) };
}

/**
 * Accepts or declines a job for a member. If the member leads it, accepting makes the order assigned. Declining ends their assignment and
 * mails the dispatcher. The same answer again changes nothing. Throws FORBIDDEN, and CONFLICT for a job that was accepted before or is
 * gone.
 */
export function respond(ctx: Ctx, input: z.output<typeof jobResponse>): Job {
  const memberId = getSelf(ctx, input.teamMemberId);
  return inTransaction(ctx.db, () => {
    const { order, assignment } = getOwnJob(ctx, input.id, memberId);
    const { at } = getMoment(ctx, input.responseTime);
    const log = { ...getLogColumns(input, memberId, order.id), timestamp: at };
    if (!assignment) {
      // The permission check admits only the member of the job, or the last one to decline it while it is unassigned.
      if (input.accepted && !isApplied(ctx, input.actionId, order.id, 'accepted'))
        throw new DomainError('CONFLICT', 'This job is no longer yours.');
      return toJob(ctx, order.id);
    }
    if (isApplied(ctx, input.actionId, order.id, input.accepted ? 'accepted' : 'declined')) return toJob(ctx, order.id);
    if (input.accepted) {
      if (assignment.status !== 'assigned') return toJob(ctx, order.id);
      moveAssignmentTo(ctx, assignment, 'accepted', at);
      markOrderAccepted(ctx, assignment, at);
      logMember(ctx, { ...log, action: 'accepted' });
    } else {
      if (assignment.status !== 'assigned')
        throw new DomainError('CONFLICT', `An assignment that is ${assignment.status} cannot become declined.`);
      endAssignment(ctx, assignment, 'declined', input.remarks);
      logMember(ctx, { ...log, action: 'declined' });
      queueDispatcherNotice(ctx, assignment, order, { what: 'declined', memberName: getName(ctx, memberId), remarks: input.remarks });
    }
    return toJob(ctx, order.id);
  });
}

/** Returns the columns that the log stores for every action. */
const getLogColumns = (
  { actionId, remarks }: { actionId?: string | null | undefined; remarks: string | null },
  teamMemberId: number,
  workOrderId: number,
) => ({
  teamMemberId,
  workOrderId,
  details: remarks,
  actionId: actionId ?? null,
});

/** A member who set off longer ago than this has arrived by now, so the client gets no mail. */
const NEWS_MINUTES = 15;

type SettingOff = {
  order: WorkOrder;
  assignment: AssignmentRow;
  at: string;
  estimatedArrival: string | null | undefined;
  memberId: number;
};
/**
 * Marks a member as on the way and stores the time of arrival unless it had passed when they set off. Mails the client when the lead sets
 * off, unless that was too long ago.
 */
function setOff(ctx: Ctx, { order, assignment, at, estimatedArrival, memberId }: SettingOff): void {
  const sent = assignment.status === 'accepted' ? moveAssignmentTo(ctx, assignment, 'dispatched', at) : assignment;
  const expected = estimatedArrival && !isArrivalPast(estimatedArrival, new Date(at)) ? expectArrival(ctx, sent, estimatedArrival) : sent;
  const isLead = findLead(ctx, order.id)?.id === assignment.id;
  if (isLead && at >= addMinutes(ctx.now(), -NEWS_MINUTES)) queueOnTheWay(ctx, expected, order, getMember(ctx, memberId).firstName);
}

/** Returns the columns that a step sets on the order: its time runs from onsite to the end of the visit. */
function getStamps(ctx: Ctx, order: WorkOrder, status: WorkOrderStatus, moment: Moment) {
  if (status === 'onsite') return { processedDate: moment.at, isStartKnown: moment.isKnown };
  return status === 'incomplete' ? { actualDuration: sumVisitMinutes(ctx, order, moment) } : {};
}

/**
 * Takes a step of a member at a job: enroute, onsite, then complete or incomplete; their assignment becomes dispatched, arrived and
 * completed. The job moves along with its lead, and is onsite as soon as anyone of the crew is there. The same status again changes
 * nothing. Throws FORBIDDEN, CONFLICT for a forbidden step, a job that is gone or a helper who would end the job, and
 * CONFIRMATION_NEEDED for a member who sets off long before the job.
 */
export function setJobStatus(ctx: Ctx, input: z.output<typeof jobStatusChange>): Job {
  const memberId = getSelf(ctx, input.teamMemberId);
  return inTransaction(ctx.db, () => {
    const { order, assignment } = getOwnJob(ctx, input.id, memberId);
    if (isApplied(ctx, input.actionId, order.id, input.status)) return toJob(ctx, order.id);
    const current = getMemberStatus(order, assignment);
    if (current === input.status) return toJob(ctx, order.id);
    if (assignment && (input.status === 'complete' || input.status === 'incomplete')) assertLead(ctx, assignment);
    if (!MEMBER_TRANSITIONS[current].includes(input.status))
      throw new DomainError('CONFLICT', `A work order that is ${current} cannot become ${input.status}.`);
    if (!assignment) throw new DomainError('CONFLICT', 'This job is no longer yours.');
    const moment = getMoment(ctx, input.timestamp);
    const { at } = moment;
    const { status, estimatedArrival } = input;
    const question = status === 'enroute' ? askToSetOff(order.scheduledDate, at) : null;
    if (question !== null) askFirst(input.confirm, question);
    if (status === 'complete') finishWorkOrder(ctx, order, { status, ...moment });
    else {
      if (status === 'enroute') setOff(ctx, { order, assignment, at, estimatedArrival, memberId });
      if (status === 'onsite' && assignment.status !== 'arrived') moveAssignmentTo(ctx, assignment, 'arrived', at);
      if (movesJob(ctx, order, assignment, status)) moveOrderTo(ctx, order, status, getStamps(ctx, order, status, moment));
    }
    logMember(ctx, { ...getLogColumns(input, memberId, order.id), action: status, timestamp: at });
    if (input.status === 'incomplete')
      queueDispatcherNotice(ctx, assignment, order, { what: 'incomplete', memberName: getName(ctx, memberId), remarks: input.remarks });
    return toJob(ctx, order.id);
  });
}

function getName(ctx: Ctx, id: number): string {
  const { firstName, lastName } = getMember(ctx, id);
  return `${firstName} ${lastName}`;
}

/** Returns whether a member's step moves the job: the first arrival, and until then those of its lead. */
function movesJob(ctx: Ctx, order: WorkOrder, { id }: AssignmentRow, status: WorkOrderStatus): boolean {
  if (status === 'incomplete') return true;
  return order.status !== 'onsite' && (status === 'onsite' || findLead(ctx, order.id)?.id === id);
}

/** Stores a remark without a step. Throws FORBIDDEN. */
export function addRemark(ctx: Ctx, input: z.output<typeof jobRemark>): Job {
  const memberId = getSelf(ctx, input.teamMemberId);
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, input.id);
    if (isApplied(ctx, input.actionId, order.id, 'remark')) return toJob(ctx, order.id);
    logMember(ctx, { ...getLogColumns(input, memberId, order.id), action: 'remark', timestamp: getMoment(ctx, input.timestamp).at });
    recordOrder(ctx, 'workOrder.remarked', order.id);
    return toJob(ctx, order.id);
  });
}

/** Ticks a component off or clears the tick, once per action. Throws like `setJobComponent`, and CONFLICT if the job is done. */
export function tickComponent(ctx: Ctx, { actionId = null, ...input }: z.output<typeof componentTick>): Job {
  return inTransaction(ctx.db, () => {
    const { workOrderId, component } = getJobComponent(ctx, input.id);
    const name = input.isCompleted ? `done: ${component}` : `pending: ${component}`;
    if (isApplied(ctx, actionId, workOrderId, name)) return toJob(ctx, workOrderId);
    if (getPhase(getWorkOrder(ctx, workOrderId).status) === 'done') throw new DomainError('CONFLICT', 'This job is done.');
    setJobComponent(ctx, input);
    if (ctx.actor.kind === 'member')
      logMember(ctx, {
        teamMemberId: ctx.actor.id,
        workOrderId,
        action: name,
        timestamp: getMoment(ctx, input.completedAt ?? input.at).at,
        actionId,
      });
    return toJob(ctx, workOrderId);
  });
}
