import { z } from 'zod';
import type { AssignmentStatus } from './assignments';
import { confirmable } from './confirmation';
import {
  ASSIGNMENT_STATUSES,
  byWorkOrder,
  getPhase,
  jobComponentChange,
  WORK_ORDER_STATUSES,
  type WorkOrderStatus,
  workOrderSchema,
} from './dispatch';
import { PHOTO_KINDS, type Photo, photoSchema } from './job-photos';
import { pageSchema } from './page';
import { timestamp } from './staff-times';
import { byId, idSchema, optionalText, pageInput, requiredText } from './text';
import { businessDay, withoutDoubleStops } from './time';
import { instantSchema } from './time-input';

/** Changes of status that the assigned member may make; accepting and declining move the assignment instead. */
export const MEMBER_TRANSITIONS: Record<WorkOrderStatus, readonly WorkOrderStatus[]> = {
  scheduled: [],
  assigned: ['enroute'],
  enroute: ['onsite'],
  onsite: ['complete', 'incomplete'],
  'in-progress': [],
  completed: [],
  complete: [],
  incomplete: [],
  cancelled: [],
};
/** The statuses of a job that say how far its lead is. */
const CREW_STEPS: Partial<Record<WorkOrderStatus, true>> = { scheduled: true, assigned: true, enroute: true, onsite: true };
const STEP_OF = { assigned: 'scheduled', accepted: 'assigned', dispatched: 'enroute', arrived: 'onsite' } as const;
type CrewJob = { status: WorkOrderStatus; crewSize: number };
/**
 * Returns how far a member is with a job, as a status of the job. The members of a crew arrive one by one, so each has a status of their
 * own until the job ends; a member who works alone has the status of the job.
 */
export function getMemberStatus(
  { status, crewSize }: CrewJob,
  assignment: { status: AssignmentStatus } | null | undefined,
): WorkOrderStatus {
  const isLive = assignment && assignment.status in STEP_OF;
  return crewSize > 1 && CREW_STEPS[status] && isLive ? STEP_OF[assignment.status as keyof typeof STEP_OF] : status;
}

/** Pictures that a job may have, both kinds together. */
export const MAX_PHOTOS = 10;

const REMARKS = 2000;
/** Id that the phone gives an action, so that a repeated action is applied once. */
const actionId = z.uuid('Please give a valid action id.').nullish();
const action = { teamMemberId: idSchema, actionId };

export const jobResponse = byWorkOrder.extend({
  ...action,
  accepted: z.boolean('Please say whether the job is accepted.'),
  responseTime: instantSchema.nullish(),
  remarks: optionalText(REMARKS),
});
export const jobStatusChange = byWorkOrder.extend({
  ...action,
  status: z.enum(WORK_ORDER_STATUSES, `Please choose a status: ${WORK_ORDER_STATUSES.join(', ')}.`),
  remarks: optionalText(REMARKS),
  timestamp: instantSchema.nullish(),
  /** Expected arrival, sent with "enroute". */
  estimatedArrival: instantSchema.nullish(),
  ...confirmable,
});
/** Hours before a job within which a member sets off without a question. */
const USUAL_HOURS = 12;
/** Returns the question for a member who sets off long before a job, or null. */
export const askToSetOff = (scheduledDate: string, at: string): string | null =>
  Date.parse(scheduledDate) - Date.parse(at) > USUAL_HOURS * 3_600_000
    ? withoutDoubleStops(
        `This job is planned for ${timestamp(scheduledDate, businessDay(at))}. Set off now and tell the client that you are on the way?`,
      )
    : null;
export const jobRemark = byWorkOrder.extend({ ...action, remarks: requiredText(REMARKS), timestamp: instantSchema.nullish() });
export const componentTick = jobComponentChange.extend({ actionId });
export const assignedInput = pageInput.extend({ id: idSchema });
export const memberJobs = byId;

export const photoPath = byWorkOrder.extend({ photoId: idSchema });
/** Form fields beside the file of a picture. */
export const photoFields = z.object({
  kind: z.enum(PHOTO_KINDS, 'Please say whether it is from before or after.'),
  takenAt: instantSchema.nullish(),
  actionId,
});
const accessNotes = z.object({
  gate: z.string().nullable(),
  alarm: z.string().nullable(),
  pets: z.string().nullable(),
  key: z.string().nullable(),
});

/** Work order as its member sees it: without prices, with the access notes around its day. */
export const jobSchema = workOrderSchema
  .omit({ totalAmount: true, crewCount: true, cancelReason: true, isBooked: true, sentDate: true })
  .extend({
    client: workOrderSchema.shape.client.pick({ id: true, name: true, email: true, phone: true, address: true }),
    /** The member's own assignment, or the lead's if the office reads the job. */
    assignment: z
      .object({ id: z.int(), status: z.enum(ASSIGNMENT_STATUSES), estimatedArrival: z.string().nullable(), isLead: z.boolean() })
      .nullable(),
    /** The status of {@link getMemberStatus}. */
    memberStatus: z.enum(WORK_ORDER_STATUSES),
    /** True if the completion of the job mails its client. */
    mailsClient: z.boolean(),
    /** All members of the job, its lead first. */
    crew: z.array(z.object({ id: z.int(), firstName: z.string(), phone: z.string(), isLead: z.boolean() })),
    accessNotes: accessNotes.nullable(),
    remarks: z.array(z.object({ id: z.int(), at: z.string(), action: z.string(), details: z.string() })),
    photos: z.array(photoSchema),
  });
export type Job = z.output<typeof jobSchema>;
export const jobList = pageSchema(jobSchema);

/** Figures of a member's dashboard: open jobs scheduled for today, finished jobs, jobs under way, and incomplete jobs. */
const counters = z.object({ assignedToday: z.int(), completed: z.int(), inProgress: z.int(), issues: z.int() });
/** Jobs for the phone: open ones by their time, then those finished last. */
export const fieldDashboard = z.object({ counters, jobs: z.array(jobSchema) });
export type FieldDashboard = z.output<typeof fieldDashboard>;

/** Action of a member, stored on the phone until it is sent; `at` is the phone's time. */
export type FieldAction = { actionId: string; memberId: number; workOrderId: number; clientName: string; at: string } & (
  | { kind: 'respond'; accepted: boolean; remarks: string | null }
  | { kind: 'status'; status: WorkOrderStatus; remarks: string | null; estimatedArrival: string | null; confirm?: boolean }
  | { kind: 'component'; componentId: number; component: string; isCompleted: boolean }
  | { kind: 'remark'; remarks: string }
  | { kind: 'photo'; photoKind: Photo['kind']; image: Blob }
);

/** Returns a job after a step of its member. Only the first arrival of a helper changes the job itself. */
const withStep = (job: Job, memberStatus: WorkOrderStatus): Job => ({
  ...job,
  memberStatus,
  ...(((job.assignment?.isLead ?? true) || memberStatus === 'onsite') &&
    (job.status !== 'onsite' || getPhase(memberStatus) !== 'active') && { status: memberStatus }),
});

/** Returns a job as it will be after an action, so that a phone without a network can go on. */
function applyAction(job: Job, action: FieldAction): Job {
  const remark = (details: string | null, name: string) =>
    details ? [{ id: -job.remarks.length - 1, at: action.at, action: name, details }, ...job.remarks] : job.remarks;
  if (action.kind === 'respond')
    return action.accepted
      ? withStep({ ...job, assignment: job.assignment && { ...job.assignment, status: 'accepted' } }, 'assigned')
      : { ...job, assignment: null, assignedTeamMember: null };
  if (action.kind === 'status')
    return withStep(
      {
        ...job,
        ...(action.status === 'onsite' && { processedDate: job.status === 'onsite' ? job.processedDate : action.at }),
        ...(action.status === 'complete' && { completedDate: action.at }),
        remarks: remark(action.remarks, action.status),
      },
      action.status,
    );
  if (action.kind === 'component')
    return {
      ...job,
      jobComponents: job.jobComponents.map((component) =>
        component.id === action.componentId
          ? { ...component, isCompleted: action.isCompleted, completedAt: action.isCompleted ? action.at : null }
          : component,
      ),
    };
  if (action.kind === 'remark') return { ...job, remarks: remark(action.remarks, 'remark') };
  const photo = { id: -job.photos.length - 1, kind: action.photoKind, url: '', width: 1, height: 1, takenAt: action.at };
  return { ...job, photos: [...job.photos, photo] };
}

/** Returns the jobs as they will be after all actions of a phone; leaves out declined ones. */
export const applyActions = (jobs: readonly Job[], actions: readonly FieldAction[]): Job[] =>
  jobs
    .map((job) => actions.filter(({ workOrderId }) => workOrderId === job.id).reduce(applyAction, job))
    .filter(({ assignedTeamMember }) => assignedTeamMember !== null);

const getCounters = ({ status, scheduledDate }: Pick<Job, 'status' | 'scheduledDate'>, today: string): FieldDashboard['counters'] => {
  const isDone = getPhase(status) === 'done';
  return {
    assignedToday: Number(!isDone && businessDay(scheduledDate) === today),
    completed: Number(isDone),
    inProgress: Number(getPhase(status) === 'active'),
    issues: Number(getPhase(status) === 'problem'),
  };
};

/** Returns the four figures as they will be after the change from `before` to `after`. */
export function applyToCounters(
  counters: FieldDashboard['counters'],
  before: readonly Job[],
  after: readonly Job[],
  today: string,
): FieldDashboard['counters'] {
  const names = ['assignedToday', 'completed', 'inProgress', 'issues'] as const;
  const sums = (jobs: readonly Job[]) => names.map((name) => jobs.reduce((sum, job) => sum + getCounters(job, today)[name], 0));
  const [was, is] = [sums(before), sums(after)];
  return Object.fromEntries(names.map((name, index) => [name, counters[name] + (is[index] ?? 0) - (was[index] ?? 0)])) as typeof counters;
}
