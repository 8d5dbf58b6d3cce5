import { z } from 'zod';
import { rowsInput } from './bulk';
import { confirmable, confirmableOnScreen, notifiable } from './confirmation';
import {
  ASSIGNMENT_STATUSES,
  DEFAULT_DURATION_MINUTES,
  getFamily,
  LIVE_ASSIGNMENTS,
  workOrderDetails,
  workOrderRef,
  workOrderSchema,
} from './dispatch';
import { pageSchema } from './page';
import { formatHours, shortDates, timestamp } from './staff-times';
import { TEAM_ROLES } from './team';
import { blank, byId, idSchema, optionalLine, requiredLine } from './text';
import { addMinutes, businessDay, businessTime } from './time';
import { daySchema, instantSchema } from './time-input';
import { formatWorkOrderId } from './work-order-id';

export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];
/**
 * Steps that the office may move an assignment along. Members decline by themselves; moving, cancelling and taking back a job release its
 * assignment.
 */
export const ASSIGNMENT_TRANSITIONS: Record<AssignmentStatus, readonly AssignmentStatus[]> = {
  assigned: ['accepted'],
  accepted: ['dispatched'],
  dispatched: ['arrived'],
  arrived: ['completed'],
  completed: [],
  declined: [],
  released: [],
};

const ARRIVAL = 'Please give the estimated arrival (estimatedArrival) as a time such as 2026-11-20T18:00:00Z.';
const arrival = z
  .string(ARRIVAL)
  .refine((text) => instantSchema.safeParse(text).success, ARRIVAL)
  .pipe(instantSchema);
const MEMBER = 'Please choose a team member.';
/** Member by id, employee id or full name. */
const memberRef = z.union([idSchema, z.string(MEMBER).pipe(requiredLine(160))], MEMBER);

export const assignmentPair = z.object({ workOrderId: workOrderRef, teamMemberId: memberRef });
export const assignmentInput = assignmentPair.extend({
  estimatedArrival: z.union([blank, arrival], ARRIVAL).nullish(),
  ...notifiable,
  ...confirmable,
});
/** Most jobs that one call assigns. */
const MOST_ASSIGNED = 50;
export const bulkAssignment = z.object({
  workOrderIds: z
    .array(workOrderRef, 'Please choose work orders.')
    .min(1, 'Please choose work orders.')
    .max(MOST_ASSIGNED, `Please choose at most ${MOST_ASSIGNED}.`),
  teamMemberId: memberRef,
  ...notifiable,
  ...confirmable,
});
export const assignmentStatusChange = byId.extend({
  status: z.enum(ASSIGNMENT_STATUSES, `Please choose a status: ${ASSIGNMENT_STATUSES.join(', ')}.`),
  ...confirmableOnScreen,
});
export const assignmentDispatch = byId.extend({ estimatedArrival: arrival });
export const assignmentMove = byId.extend({ teamMemberId: memberRef });
/** Member of a crew who is to lead it. */
export const leadChange = z.object({ assignmentId: idSchema });
export const assignmentRelease = byId.extend({ reason: optionalLine(400) });
/** The office's last step of an assignment: assigning or moving it, taking it back, making it the lead, or a status. */
export const assignmentUndo = byId.extend({ status: z.enum([...LIVE_ASSIGNMENTS, 'released', 'led'], 'Please name the step to undo.') });
/** New assignments of several jobs to take back. */
export const bulkUndo = z.object({ ids: rowsInput(idSchema, MOST_ASSIGNED) });
export const dayInput = z.object({ day: daySchema });

const assignedMember = z.object({
  id: z.int(),
  employeeId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(TEAM_ROLES),
});
export const assignmentSchema = z.object({
  id: z.int(),
  workOrderId: z.int(),
  teamMemberId: z.int(),
  assignedAt: z.string(),
  acceptedAt: z.string().nullable(),
  dispatchedAt: z.string().nullable(),
  arrivedAt: z.string().nullable(),
  leftAt: z.string().nullable(),
  /** True for the member who leads the crew of the job. */
  isLead: z.boolean(),
  status: z.enum(ASSIGNMENT_STATUSES),
  estimatedArrival: z.string().nullable(),
  actualArrival: z.string().nullable(),
  notes: z.string().nullable(),
  createdAt: z.string(),
  workOrder: workOrderSchema,
  teamMember: assignedMember,
});
export type Assignment = z.output<typeof assignmentSchema>;
export const assignmentList = pageSchema(assignmentSchema);
/** Job with the live assignment of its lead, if any, and those of the whole crew, the lead's first. */
export const boardJob = z.object({ order: workOrderDetails, assignment: assignmentSchema.nullable(), crew: z.array(assignmentSchema) });
export type BoardJob = z.output<typeof boardJob>;
/** Reasons against an assignment, each a sentence that begins with its kind; none of them forbids it. */
const warnings = z.array(z.string());
export const newAssignment = assignmentSchema.extend({ warnings });
export const assignmentCheck = z.object({ warnings });
/** Result of a bulk assignment for each work order: its warnings, or the reason it was refused. */
export const bulkReport = z.object({
  rows: z.array(
    z.object({ workOrderId: z.union([z.int(), z.string()]), assignmentId: z.int().nullable(), warnings, error: z.string().nullable() }),
  ),
});

const planEntry = z.object({
  assignmentId: z.int().nullable(),
  assignmentStatus: z.enum(ASSIGNMENT_STATUSES).nullable(),
  isLead: z.boolean(),
  order: workOrderSchema,
});
/**
 * Day of each member: the jobs in order, the planned minutes, and the reason for time off, which is null if the member works and empty if
 * no reason was given.
 */
export const dayPlan = z.object({
  day: z.string(),
  members: z.array(
    z.object({
      member: assignedMember.extend({ specializations: z.array(z.string()) }),
      plannedMinutes: z.int(),
      timeOff: z.string().nullable(),
      jobs: z.array(planEntry),
    }),
  ),
});
export type DayPlan = z.output<typeof dayPlan>;
export type PlanEntry = z.output<typeof planEntry>;

/** Returns the start and end of a job in milliseconds; a job without a duration counts as two hours. */
const getSpan = ({ scheduledDate, estimatedDuration }: PlannedJob): [from: number, to: number] => {
  const from = Date.parse(scheduledDate);
  return [from, from + (estimatedDuration || DEFAULT_DURATION_MINUTES) * 60_000];
};
type PlannedJob = { scheduledDate: string; estimatedDuration: number | null };

function overlaps(a: PlannedJob, b: PlannedJob, bufferMinutes: number): boolean {
  const [[fromA, toA], [fromB, toB]] = [getSpan(a), getSpan(b)];
  const buffer = bufferMinutes * 60_000;
  return fromA < toB + buffer && fromB < toA + buffer;
}

/** Returns the first and the last calendar day of a job; one that ends at midnight does not reach the next day. */
const getDays = (job: PlannedJob): [first: string, last: string] => {
  const [from, to] = getSpan(job);
  return [businessDay(new Date(from)), businessDay(new Date(to - 1))];
};
/** Formats the time of a job, with its days unless it is all on the given day. */
const formatTimes = (job: PlannedJob, day: string) => {
  const end = addMinutes(new Date(job.scheduledDate), job.estimatedDuration || DEFAULT_DURATION_MINUTES);
  if (getDays(job).every((one) => one === day)) return formatHours(`${businessTime(job.scheduledDate)}-${businessTime(end)}`);
  return [job.scheduledDate, end].map((at) => timestamp(at, day)).join(' to ');
};
const joined = (words: readonly string[]) => words.join(', ');

type Candidate = {
  job: PlannedJob & { serviceType: string };
  /** The member's other open jobs around it. */
  others: readonly (PlannedJob & { workOrderId: string; clientName: string })[];
  daysOff: readonly { startDate: string; endDate: string }[];
  /** Empty for any kind of work. */
  specializations: readonly string[];
  bufferMinutes: number;
  /** Reason the company no longer works for the client, or null. */
  doNotService: string | null;
};

/**
 * Returns the warnings against giving a job to a member: a do-not-service client, overlap with the travel buffer, time off, or no
 * specialization in the job's family.
 */
export function assignmentWarnings({ job, others, daysOff, specializations, bufferMinutes, doNotService }: Candidate): string[] {
  const [firstDay, lastDay] = getDays(job);
  const clashes = others
    .filter((other) => overlaps(job, other, bufferMinutes))
    .map(
      (other) =>
        `Overlap: ${formatWorkOrderId(other.workOrderId)} at ${other.clientName}, ${formatTimes(other, firstDay)}, ${overlaps(job, other, 0) ? 'overlaps with this job' : `leaves less than ${bufferMinutes} minutes of travel`}.`,
    );
  const off = daysOff
    .filter(({ startDate, endDate }) => startDate <= lastDay && firstDay <= endDate)
    .map(({ startDate, endDate }) => `Time off: ${startDate === endDate ? 'on' : 'from'} ${shortDates({ startDate, endDate }, firstDay)}.`);
  const family = getFamily(job.serviceType);
  const isTrained = specializations.length === 0 || specializations.some((word) => coversFamily(word, job.serviceType));
  const shut = doNotService === null ? [] : [`Do not service: ${doNotService}`];
  return [
    ...shut,
    ...clashes,
    ...off,
    ...(isTrained ? [] : [`Missing specialization: ${family}, this member does ${joined(specializations)}.`]),
  ];
}

/** Returns whether a specialization covers a service, by the service's own name or its family. */
const coversFamily = (word: string, serviceType: string): boolean => {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return plain === serviceType.toLowerCase() || getFamily(plain, null) === getFamily(serviceType);
};
