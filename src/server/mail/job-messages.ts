import type { teamMembers, workOrderAssignments } from '../../../db/schema';
import { company } from '../../shared/company';
import { showService, type WorkOrder } from '../../shared/dispatch';
import { businessTime, showClockTime, showDateTime } from '../../shared/time';
import type { Ctx } from '../trpc';
import { queueMessage } from './outbox';
import { signature } from './templates';

type AssignmentRow = typeof workOrderAssignments.$inferSelect;
type MemberRow = typeof teamMembers.$inferSelect;

/** What is done, in a sentence: "residential cleaning", "deep cleaning". */
const workOf = ({ serviceType }: WorkOrder): string =>
  `${showService(serviceType)
    .toLowerCase()
    .replace(/ ?cleaning$/, '')} cleaning`.trim();

const DIRECTIONS = 'https://www.google.com/maps/dir/?api=1&destination=';

/** "You have a new job" to the member, in the transaction that assigns it. The way in is not told by mail, only on the job's own page. */
export function queueJobAssigned(ctx: Ctx, { id, estimatedArrival }: AssignmentRow, order: WorkOrder, member: MemberRow): void {
  const facts = [
    `Work order: ${order.workOrderId}`,
    `When: ${showDateTime(order.scheduledDate)}`,
    ...(estimatedArrival ? [`Please arrive: ${showDateTime(estimatedArrival)}`] : []),
    `Client: ${order.client.name}`,
    `Address: ${order.client.address}`,
    `Service: ${showService(order.serviceType)}`,
    `Priority: ${order.priority}`,
    `Planned: ${order.estimatedDuration ? `${order.estimatedDuration} minutes` : 'not given'}`,
    `Directions: ${DIRECTIONS}${encodeURIComponent(order.client.address)}`,
  ];
  queueMessage(ctx, {
    purpose: 'job-assigned',
    to: member.email,
    subject: `New job: ${showDateTime(order.scheduledDate)}`,
    body: `Hello ${member.firstName},\n\nyou have a new job.\n\n${facts.join('\n')}\n\nPlease accept or decline it:\n${ctx.origin}/team-member-dashboard/${member.id}\n\n${signature()}\n`,
    relatedType: 'workOrder',
    relatedId: order.id,
    dedupeKey: `job-assigned:${id}`,
  });
}

/** "We are on our way" to the client, with the time of arrival where it is known; once for each assignment. */
export function queueOnTheWay(ctx: Ctx, { id, estimatedArrival }: AssignmentRow, order: WorkOrder, firstName: string): void {
  const arrival = estimatedArrival
    ? // The time ends in a full stop of its own.
      `${firstName} should be there at about ${showClockTime(businessTime(estimatedArrival))}`
    : `${firstName} will be there as planned.`;
  queueMessage(ctx, {
    purpose: 'on-the-way',
    to: order.client.email,
    subject: 'We are on our way to you',
    body: `Hello ${order.client.name},\n\n${firstName} is on the way to you for your ${workOf(order)}. ${arrival}\n\nAddress: ${order.client.address}\n\nPlease make sure that somebody can let us in. If anything has changed, just call us.\n\n${signature()}\n`,
    relatedType: 'workOrder',
    relatedId: order.id,
    dedupeKey: `on-the-way:${id}`,
  });
}

/** A job that a member declined or could not finish, to the dispatcher; once for each assignment. */
export function queueDispatcherNews(
  ctx: Ctx,
  { id }: AssignmentRow,
  order: WorkOrder,
  what: 'declined' | 'incomplete',
  remarks: string | null,
): void {
  const name = order.assignedTeamMember ?? 'A team member';
  const news = what === 'declined' ? `${name} declined a job. It is nobody's again.` : `${name} could not finish a job.`;
  queueMessage(ctx, {
    purpose: `job-${what}`,
    to: company.email,
    subject: `Job ${what}: ${order.workOrderId}, ${showDateTime(order.scheduledDate)}`,
    body: `${news}\n\nWork order: ${order.workOrderId}\nWhen: ${showDateTime(order.scheduledDate)}\nClient: ${order.client.name}\nAddress: ${order.client.address}\nRemarks: ${remarks ?? 'none'}\n\nSee it: ${ctx.origin}/team?order=${order.id}\n`,
    relatedType: 'workOrder',
    relatedId: order.id,
    dedupeKey: `job-${what}:${id}`,
  });
}

/** "Your cleaning is done" to the client; once for each work order. */
export function queueJobDone(ctx: Ctx, order: WorkOrder): void {
  const done = order.jobComponents.filter(({ isCompleted }) => isCompleted).map(({ component }) => `- ${component}`);
  queueMessage(ctx, {
    purpose: 'job-done',
    to: order.client.email,
    subject: 'Your cleaning is done',
    body: `Hello ${order.client.name},\n\nyour ${workOf(order)} is done.${done.length > 0 ? `\n\nThis is what we did:\n${done.join('\n')}` : ''}\n\nIf something is not as it should be, please tell us within a day and we will put it right.\n\nThank you for having us.\n\n${signature()}\n`,
    relatedType: 'workOrder',
    relatedId: order.id,
    dedupeKey: `job-done:${order.id}`,
  });
}

/** "This job is no longer yours" to the member from whom it was taken back, with the reason where one was given; once for each assignment. */
export function queueJobWithdrawn(ctx: Ctx, { id, notes }: AssignmentRow, order: WorkOrder, member: MemberRow): void {
  queueMessage(ctx, {
    purpose: 'job-withdrawn',
    to: member.email,
    subject: `Job withdrawn: ${showDateTime(order.scheduledDate)}`,
    body: `Hello ${member.firstName},\n\nthis job is no longer yours.\n\nWork order: ${order.workOrderId}\nWhen: ${showDateTime(order.scheduledDate)}\nClient: ${order.client.name}\nReason: ${notes ?? 'not given'}\n\n${signature()}\n`,
    relatedType: 'workOrder',
    relatedId: order.id,
    dedupeKey: `job-withdrawn:${id}`,
  });
}
