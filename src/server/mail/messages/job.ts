import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { countRows, prepared } from '../../../../db/prepared';
import { appointmentBookings, outbox, type teamMembers, type workOrderAssignments, workOrders } from '../../../../db/schema';
import { canSendDate } from '../../../shared/date-mails';
import { DEFAULT_DURATION_MINUTES, formatService, plannedMinutes, type WorkOrder } from '../../../shared/dispatch';
import { addMinutes, businessDay, businessTime, formatClockTime, formatDateTime, formatDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getCompany } from '../../settings/service';
import { deleteUnsent } from '../outbox';
import { queueFromTemplate, type TemplateMessage } from '../templates';
import { attachVisit, type EntryAttachment, type Visit } from './calendar-entry';
import { chooseAddress, jobDoneKey } from './job-done';

type AssignmentRow = typeof workOrderAssignments.$inferSelect;
type MemberRow = typeof teamMembers.$inferSelect;

/** Returns the work in the middle of a sentence: "residential cleaning", "deep cleaning". */
export const formatWork = ({ serviceType }: Pick<WorkOrder, 'serviceType'>): string =>
  `${formatService(serviceType)
    .toLowerCase()
    .replace(/ ?cleaning$/, '')} cleaning`.trim();

const bookedAddress = prepared((db) =>
  db
    .select({ email: appointmentBookings.clientEmail })
    .from(appointmentBookings)
    .where(eq(appointmentBookings.workOrderId, sql.placeholder('id'))),
);

const clientAddress = (ctx: Ctx, order: WorkOrder): string | null =>
  chooseAddress(bookedAddress(ctx.db).get({ id: order.id })?.email, order);

const DIRECTIONS = 'https://www.google.com/maps/dir/?api=1&destination=';

const jobFacts = ({ workOrderId, scheduledDate, client }: WorkOrder) => ({
  workOrder: workOrderId,
  when: formatDateTime(scheduledDate),
  customerName: client.name,
});
const related = ({ id }: WorkOrder) => ({ relatedType: 'workOrder', relatedId: id });

/** The messages that send a client the date of a job: the first one, and those after it moved. */
export const DATE_PURPOSES = ['job-scheduled', 'job-rescheduled'] as const;
type ClientPurpose = (typeof DATE_PURPOSES)[number] | 'job-cancelled' | 'on-the-way' | 'job-done';
type ClientMessage<Kind extends ClientPurpose> = Omit<TemplateMessage<Kind>, 'to' | 'relatedType' | 'relatedId'>;
/** Queues a message about a job to its client, unless the client has no e-mail address. */
function queueForClient<Kind extends ClientPurpose>(ctx: Ctx, order: WorkOrder, message: ClientMessage<Kind>): void {
  const to = clientAddress(ctx, order);
  if (to) queueFromTemplate(ctx, { ...message, to, ...related(order) } as TemplateMessage<Kind>);
}

/** Counts the mails with a date to the client of a job, also those that never left: their keys stay taken. */
const countDates = (ctx: Ctx, { id }: WorkOrder): number =>
  countRows(ctx.db, outbox, and(eq(outbox.relatedType, 'workOrder'), eq(outbox.relatedId, id), inArray(outbox.purpose, DATE_PURPOSES)));

const orderVersion = prepared((db) =>
  db
    .select({ version: workOrders.scheduleVersion })
    .from(workOrders)
    .where(eq(workOrders.id, sql.placeholder('id'))),
);
/** Returns the version of a job's calendar entry, which its reminders carry too; a cancellation follows the last date. */
const getSequence = (ctx: Ctx, { id }: WorkOrder, isCancelled: boolean): number =>
  (orderVersion(ctx.db).get({ id })?.version ?? 1) + (isCancelled ? 1 : 0);

const calendarAttachment = (ctx: Ctx, order: WorkOrder, isCancelled: boolean): EntryAttachment => {
  const visit = {
    uid: order.workOrderId,
    sequence: getSequence(ctx, order, isCancelled),
    bounds: [order.scheduledDate, addMinutes(new Date(order.scheduledDate), plannedMinutes(order) ?? DEFAULT_DURATION_MINUTES)],
    createdAt: order.createdAt,
    changedAt: order.updatedAt,
    service: formatService(order.serviceType),
    address: order.client.address,
    description: `Reference: ${order.workOrderId}`,
    person: { name: order.client.name, email: clientAddress(ctx, order) },
    isCancelled,
  } satisfies Visit;
  return attachVisit('cleaning.ics', visit, isCancelled ? 'CANCEL' : 'REQUEST');
};

/** Returns the earliest instant to send a message that leaves time to undo its cause. */
const sendLater = (ctx: Ctx, afterSeconds: number) =>
  afterSeconds > 0 ? { sendAfter: new Date(ctx.now().getTime() + afterSeconds * 1000).toISOString() } : {};

/** Queues the date of a job to its client, with a calendar entry, if it {@link canSendDate}. */
export function queueJobScheduled(ctx: Ctx, order: WorkOrder, afterSeconds = 0): void {
  if (!canSendDate(order, ctx.now().toISOString())) return;
  const count = countDates(ctx, order);
  const { scheduledDate, sentDate, client } = order;
  const values = { customerName: client.name, work: formatWork(order), when: formatDateTime(scheduledDate), address: client.address };
  const more = { attachments: [calendarAttachment(ctx, order, false)], ...sendLater(ctx, afterSeconds) };
  const sent = `${order.id}:${count}:${scheduledDate}`;
  if (sentDate === null) queueForClient(ctx, order, { purpose: 'job-scheduled', values, dedupeKey: `job-scheduled:${sent}`, ...more });
  else
    queueForClient(ctx, order, {
      purpose: 'job-rescheduled',
      values: { ...values, before: formatDateTime(sentDate) },
      dedupeKey: `job-rescheduled:${sent}`,
      ...more,
    });
}

/** Queues "Your cleaning is cancelled" for a client who knows the date of this job. */
export function queueJobCancelled(ctx: Ctx, order: WorkOrder, reason: string): void {
  const count = countDates(ctx, order);
  queueForClient(ctx, order, {
    purpose: 'job-cancelled',
    values: { customerName: order.client.name, work: formatWork(order), when: formatDateTime(order.scheduledDate), reason },
    dedupeKey: `job-cancelled:${order.id}:${count}`,
    attachments: [calendarAttachment(ctx, order, true)],
  });
}

const assignedKey = (assignmentId: number): string => `job-assigned:${assignmentId}`;
const withdrawnKey = (assignmentId: number): string => `job-withdrawn:${assignmentId}`;
const newLeadKey = (assignmentId: number): string => `job-new-lead:${assignmentId}`;

/** Queues "You have a new job" to the member. Access notes never go by mail; the member reads them on the job's page. */
export function queueJobAssigned(
  ctx: Ctx,
  { id, estimatedArrival }: AssignmentRow,
  order: WorkOrder,
  member: MemberRow,
  afterSeconds: number,
): void {
  const { address } = order.client;
  const minutes = plannedMinutes(order);
  queueFromTemplate(ctx, {
    purpose: 'job-assigned',
    to: member.email,
    values: {
      ...jobFacts(order),
      memberName: member.firstName,
      arrival: estimatedArrival ? formatDateTime(estimatedArrival) : '',
      address,
      service: formatService(order.serviceType),
      priority: order.priority,
      duration: minutes ? `${minutes} minutes` : 'not given',
      directionsLink: `${DIRECTIONS}${encodeURIComponent(address)}`,
      jobLink: `${ctx.origin}/team-member-dashboard/${member.id}`,
    },
    ...related(order),
    dedupeKey: assignedKey(id),
    ...sendLater(ctx, afterSeconds),
  });
}

/** Formats when a member arrives, with the day unless it is today. Without an estimate that is ahead, they come as planned. */
function formatArrival(ctx: Ctx, { estimatedArrival }: AssignmentRow, { scheduledDate }: WorkOrder, firstName: string): string {
  const today = businessDay(ctx.now());
  const formatDayIfLater = (day: string) => (day === today ? '' : `on ${formatDay(day)}, `);
  if (estimatedArrival !== null && estimatedArrival >= ctx.now().toISOString())
    return `${firstName} should be there ${formatDayIfLater(businessDay(estimatedArrival))}at about ${formatClockTime(businessTime(estimatedArrival))}.`;
  const day = businessDay(scheduledDate);
  const planned = day > today ? ` ${formatDayIfLater(day)}at ${formatClockTime(businessTime(scheduledDate))}` : '';
  return `${firstName} will be there as planned${planned}.`;
}

/** Queues "We are on our way" to the client, once per assignment. */
export function queueOnTheWay(ctx: Ctx, row: AssignmentRow, order: WorkOrder, firstName: string): void {
  const { name: customerName, address } = order.client;
  queueForClient(ctx, order, {
    purpose: 'on-the-way',
    values: { customerName, memberName: firstName, work: formatWork(order), arrival: formatArrival(ctx, row, order, firstName), address },
    dedupeKey: `on-the-way:${row.id}`,
  });
}

/** Queues the notice to the dispatcher that a member declined or could not finish a job, once per assignment. */
export function queueDispatcherNotice(
  ctx: Ctx,
  { id }: AssignmentRow,
  order: WorkOrder,
  { what, memberName, remarks }: { what: 'declined' | 'incomplete'; memberName: string; remarks: string | null },
): void {
  queueFromTemplate(ctx, {
    purpose: `job-${what}`,
    to: getCompany(ctx).email,
    values: {
      ...jobFacts(order),
      memberName,
      address: order.client.address,
      remarks: remarks ?? 'none',
      officeLink: `${ctx.origin}/team?order=${order.id}`,
    },
    ...related(order),
    dedupeKey: `job-${what}:${id}`,
  });
}

/** Queues the notice to the office that a member leads a job now, in place of the one whose assignment `former` has ended. */
export function queueNewLead(ctx: Ctx, order: WorkOrder, former: AssignmentRow, member: MemberRow, afterSeconds: number): void {
  queueFromTemplate(ctx, {
    purpose: 'job-new-lead',
    to: getCompany(ctx).email,
    values: {
      ...jobFacts(order),
      memberName: `${member.firstName} ${member.lastName}`,
      address: order.client.address,
      officeLink: `${ctx.origin}/team?order=${order.id}`,
    },
    ...related(order),
    dedupeKey: newLeadKey(former.id),
    ...sendLater(ctx, afterSeconds),
  });
}

/** Queues "Your cleaning is done" to the client, once per work order. `afterSeconds` leaves time to undo the completion. */
export function queueJobDone(ctx: Ctx, order: WorkOrder, afterSeconds: number): void {
  const done = order.jobComponents.filter(({ isCompleted }) => isCompleted).map(({ component }) => `- ${component}`);
  queueForClient(ctx, order, {
    purpose: 'job-done',
    values: {
      customerName: order.client.name,
      work: formatWork(order),
      workDone: done.length > 0 ? `This is what we did:\n${done.join('\n')}` : '',
    },
    dedupeKey: jobDoneKey(order),
    ...sendLater(ctx, afterSeconds),
  });
}

/** Queues "This job has another time" to its member, once per change. */
export function queueJobMoved(
  ctx: Ctx,
  { id }: AssignmentRow,
  { before, now }: { before: WorkOrder; now: WorkOrder },
  member: MemberRow,
): void {
  queueFromTemplate(ctx, {
    purpose: 'job-moved',
    to: member.email,
    values: {
      ...jobFacts(now),
      memberName: member.firstName,
      before: formatDateTime(before.scheduledDate),
      address: now.client.address,
      jobLink: `${ctx.origin}/team-member-dashboard/${member.id}`,
    },
    ...related(now),
    dedupeKey: `job-moved:${id}:${now.updatedAt}`,
  });
}

/** Queues "This job is no longer yours" to the member whose assignment was withdrawn, once per assignment. */
export function queueJobWithdrawn(ctx: Ctx, { id, notes }: AssignmentRow, order: WorkOrder, member: MemberRow, afterSeconds: number): void {
  queueFromTemplate(ctx, {
    purpose: 'job-withdrawn',
    to: member.email,
    values: { ...jobFacts(order), memberName: member.firstName, reason: notes ?? 'not given' },
    ...related(order),
    dedupeKey: withdrawnKey(id),
    ...sendLater(ctx, afterSeconds),
  });
}

type UndoneAssignment = { row: AssignmentRow; movedFrom: number | null };
/**
 * Deletes the messages that an assignment caused: to its member, to the member who lost the job, to the office about a new lead, and to
 * the client about the date. Returns false if one of them has left. Call it inside a transaction, which the caller rolls back then.
 */
export function deleteAssignmentMail(ctx: Ctx, { row: { id, workOrderId, assignedAt }, movedFrom }: UndoneAssignment): boolean {
  const dates = ctx.db
    .select({ key: outbox.dedupeKey })
    .from(outbox)
    .where(
      and(
        eq(outbox.relatedType, 'workOrder'),
        eq(outbox.relatedId, workOrderId),
        inArray(outbox.purpose, DATE_PURPOSES),
        gte(outbox.createdAt, assignedAt),
      ),
    )
    .all();
  const keys = [assignedKey(id), ...dates.map(({ key }) => key)];
  return keys.every((key) => deleteUnsent(ctx, key)) && (movedFrom === null || deleteReleaseMail(ctx, movedFrom));
}

/** Deletes the messages that the end of an assignment caused, as {@link deleteAssignmentMail} does. */
export const deleteReleaseMail = (ctx: Ctx, assignmentId: number): boolean =>
  [withdrawnKey(assignmentId), newLeadKey(assignmentId)].every((key) => deleteUnsent(ctx, key));
