import { z } from 'zod';
import { getWeekday } from './calendar-day';
import type { CompanyFacts } from './company';
import { isOpen } from './company-facts';
import { confirmable, notifiable } from './confirmation';
import { crewSize } from './crew';
import { photoSchema } from './job-photos';
import { moneyInput } from './money-input';
import { pageSchema, sortedPage, sortedPageSchema } from './page';
import { blank, byId, idSchema, numberInput, optionalLine, optionalText, pageInput, requiredLine } from './text';
import { businessDay, businessTime } from './time';
import { daySchema, instantSchema } from './time-input';

export { formatService } from './service-name';

export const WORK_ORDER_STATUSES = [
  'scheduled',
  'assigned',
  'enroute',
  'onsite',
  'in-progress',
  'completed',
  'complete',
  'incomplete',
  'cancelled',
] as const;
export type WorkOrderStatus = (typeof WORK_ORDER_STATUSES)[number];
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];
export const ASSIGNMENT_STATUSES = ['assigned', 'accepted', 'dispatched', 'arrived', 'completed', 'declined', 'released'] as const;
/** Statuses of an assignment that has not ended. */
export const LIVE_ASSIGNMENTS = [
  'assigned',
  'accepted',
  'dispatched',
  'arrived',
] as const satisfies readonly (typeof ASSIGNMENT_STATUSES)[number][];

/** Defaults of a new work order: 24 hours ahead, 120 minutes. */
export const DEFAULT_LEAD_MINUTES = 24 * 60;
export const DEFAULT_DURATION_MINUTES = 120;

/** Days on which a job may be scheduled; history may be entered from the first day on. */
export const FIRST_JOB_DAY = '2000-01-01';
export const MOST_DAYS_AHEAD = 5 * 366;

/** Seconds for which a completion can be undone; the mail to the client waits that long. */
export const UNDO_SECONDS = 10;

/** Changes of status that staff may make; cleaners follow MEMBER_TRANSITIONS. */
export const STAFF_TRANSITIONS: Record<WorkOrderStatus, readonly WorkOrderStatus[]> = {
  scheduled: ['in-progress', 'cancelled'],
  assigned: ['in-progress', 'cancelled'],
  enroute: ['cancelled'],
  onsite: ['cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: [],
  complete: [],
  incomplete: ['scheduled', 'cancelled'],
  cancelled: [],
};

export type Phase = 'planned' | 'active' | 'done' | 'problem' | 'cancelled';
const PHASES: Record<WorkOrderStatus, Phase> = {
  scheduled: 'planned',
  assigned: 'planned',
  enroute: 'active',
  onsite: 'active',
  'in-progress': 'active',
  completed: 'done',
  complete: 'done',
  incomplete: 'problem',
  cancelled: 'cancelled',
};
/** Returns the phase of a status: the office and the cleaners use different words for the same phases. */
export const getPhase = (status: WorkOrderStatus): Phase => PHASES[status];

/** Statuses of orders that still need work. */
export const OPEN_STATUSES = WORK_ORDER_STATUSES.filter((status) => !['done', 'cancelled'].includes(PHASES[status]));

/** Statuses of orders under way. */
export const ACTIVE_STATUSES = WORK_ORDER_STATUSES.filter((status) => PHASES[status] === 'active');

/** Statuses of finished orders. */
export const DONE_STATUSES = WORK_ORDER_STATUSES.filter((status) => PHASES[status] === 'done');

export type ServiceFamily = 'residential' | 'commercial' | 'specialty' | 'emergency';

const FAMILY_OF: Record<string, ServiceFamily> = {
  residential: 'residential',
  commercial: 'commercial',
  specialty: 'specialty',
  emergency: 'emergency',
  'deep-cleaning': 'residential',
  'carpet-cleaning': 'specialty',
  'window-cleaning': 'specialty',
  'residential-cleaning': 'residential',
  'commercial-cleaning': 'commercial',
  'move-in/move-out': 'residential',
};
/** Returns the family of a service; an unknown service counts as residential unless `unknown` says otherwise. */
export const getFamily = <Unknown = 'residential'>(
  serviceType: string,
  unknown: Unknown = 'residential' as Unknown,
): ServiceFamily | Unknown => FAMILY_OF[serviceType.toLowerCase().replace(/[\s_]+/g, '-')] ?? unknown;

/** Returns whether an instant lies outside the posted hours, so that the job needs another time. */
export const isOutsideHours = (instant: string, hours: CompanyFacts['hours']): boolean =>
  !isOpen(getWeekday(businessDay(instant)), businessTime(instant), hours);

type TimedOrder = { estimatedDuration: number | null; jobComponents: readonly { estimatedTime: number | null }[] };
/** Returns the planned minutes of a work order: its own, else the sum of its components, or null without any estimate. */
export const plannedMinutes = ({ estimatedDuration, jobComponents }: TimedOrder): number | null =>
  estimatedDuration ?? (jobComponents.reduce((sum, { estimatedTime }) => sum + (estimatedTime ?? 0), 0) || null);
/** Formats the planned minutes of a work order: "155 min", or "TBD". */
export const formatPlannedMinutes = (order: TimedOrder): string => {
  const planned = plannedMinutes(order);
  return planned === null ? 'TBD' : `${planned} min`;
};

const MINUTES = 'Please enter whole minutes.';
const minutes = numberInput(MINUTES).pipe(z.int(MINUTES).min(0, MINUTES).max(1440, 'Please enter at most 1440 minutes.'));
const WORK_ORDER_TEXT = /^WO-[A-Za-z0-9-]{1,60}$/;
/** Returns whether a text is a work order id: 'WO-' and up to 60 letters, digits and hyphens. */
export const isWorkOrderText = (text: string): boolean => WORK_ORDER_TEXT.test(text);
/** Work order by its number or by its 'WO-…' id. */
export const workOrderRef = z.union(
  [idSchema, z.string().regex(WORK_ORDER_TEXT, 'Please give a valid work order id.')],
  'Please give a valid work order id.',
);
export const byWorkOrder = z.object({ id: workOrderRef });

/** Start of a job: an instant, or a calendar day for the start of that working day. */
const JOB_TIME = 'Please enter a day such as 2026-11-20, or a time such as 2026-11-20T18:00:00Z.';
const jobTime = z.string(JOB_TIME).transform((text, ctx) => {
  const time = daySchema.or(instantSchema).safeParse(text);
  if (time.success) return time.data;
  ctx.addIssue({ code: 'custom', message: JOB_TIME });
  return z.NEVER;
});

export const workOrderInput = z.strictObject({
  clientId: idSchema,
  /** One of the client's additional addresses; the client's own if missing. */
  addressId: idSchema.nullish(),
  serviceType: requiredLine(60),
  description: optionalText(4000),
  scheduledDate: jobTime,
  /** Requested id; the server makes another one if it is missing, taken or malformed. */
  workOrderId: z.string().nullish(),
  status: z.literal('scheduled', 'A new work order is scheduled.').default('scheduled'),
  priority: z.enum(PRIORITIES, `Please choose a priority: ${PRIORITIES.join(', ')}.`).default('medium'),
  estimatedDuration: minutes.nullish(),
  totalAmount: moneyInput.nullish(),
  notes: optionalText(4000),
  crewSize: crewSize.default(1),
});

export const workOrderStatusChange = z.object({
  id: workOrderRef,
  status: z.enum(WORK_ORDER_STATUSES, `Please choose a status: ${WORK_ORDER_STATUSES.join(', ')}.`),
  reason: optionalLine(400),
  /** If missing, the server asks only before it completes a job without a ticked task. If false, also before a cancellation with money. */
  confirm: z.boolean().optional(),
  ...notifiable,
});

/** Fields that staff may change of an open work order; missing ones stay. `totalAmount` is the price. */
export const workOrderEdit = z.strictObject({
  id: workOrderRef,
  scheduledDate: jobTime.optional(),
  priority: z.enum(PRIORITIES, `Please choose a priority: ${PRIORITIES.join(', ')}.`).optional(),
  estimatedDuration: minutes.nullish(),
  totalAmount: moneyInput.nullish(),
  notes: optionalText(4000).optional(),
  crewSize: crewSize.optional(),
  ...notifiable,
  ...confirmable,
});

/** Fields of a job in a form, where an empty text stands for no price or duration. */
export const jobFields = {
  totalAmount: z.union([blank, moneyInput], 'Please enter an amount such as 149.00.'),
  estimatedDuration: z.union([blank, minutes], MINUTES),
  crewSize,
  notes: optionalText(4000),
};

export const jobComponentInput = z.object({
  workOrderId: workOrderRef,
  component: requiredLine(120),
  description: optionalText(1000),
  estimatedTime: minutes.nullish(),
});

export const jobComponentChange = byId.extend({
  isCompleted: z.boolean('Please say whether it is completed.'),
  completedAt: instantSchema.nullish(),
  /** Time of the tick on the sender's clock; `completedAt` implies it. */
  at: instantSchema.nullish(),
});

export const jobComponentSchema = z.object({
  id: z.int(),
  workOrderId: z.int(),
  component: z.string(),
  description: z.string().nullable(),
  estimatedTime: z.int().nullable(),
  actualTime: z.int().nullable(),
  isCompleted: z.boolean(),
  completedAt: z.string().nullable(),
  notes: z.string().nullable(),
});
export type JobComponent = z.output<typeof jobComponentSchema>;

export const workOrderSchema = z.object({
  id: z.int(),
  workOrderId: z.string(),
  clientId: z.int(),
  serviceType: z.string(),
  description: z.string().nullable(),
  scheduledDate: z.string(),
  processedDate: z.string().nullable(),
  completedDate: z.string().nullable(),
  finalizedDate: z.string().nullable(),
  assignedTeamMember: z.string().nullable(),
  status: z.enum(WORK_ORDER_STATUSES),
  priority: z.enum(PRIORITIES),
  estimatedDuration: z.int().nullable(),
  actualDuration: z.int().nullable(),
  totalAmount: z.string().nullable(),
  crewSize: z.int(),
  /** Members who have the job now. */
  crewCount: z.int(),
  /** The plan that generated the job, and the day of the plan's rule; the job may be held on another day. */
  planId: z.int().nullable(),
  planDate: z.string().nullable(),
  /** True for a visit of a plan that was edited by hand, so that changes of the plan leave it alone. */
  detached: z.boolean(),
  /** True if too few people were free at its time when it was scheduled. */
  overbooked: z.boolean(),
  notes: z.string().nullable(),
  cancelReason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When the client confirmed the present date and time; null if they have not. */
  confirmedAt: z.string().nullable(),
  /** True if the client booked the job online: messages of the booking name its date. */
  isBooked: z.boolean(),
  /** Date of this job that the client was sent last, apart from messages of a booking; null if they were sent none. */
  sentDate: z.string().nullable(),
  /** Client with the address of the job: the additional address that the order names, else the client's own. */
  client: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string(),
    doNotService: z.boolean(),
    doNotServiceReason: z.string().nullable(),
  }),
  jobComponents: z.array(jobComponentSchema),
});
export type WorkOrder = z.output<typeof workOrderSchema>;
/** A changed work order, with what the office should know about its new time. */
export const editedWorkOrder = workOrderSchema.extend({ warnings: z.array(z.string()) });
export type EditedWorkOrder = z.output<typeof editedWorkOrder>;

/** Work order with its linked invoice outside the bin. */
export const workOrderDetails = workOrderSchema.extend({ invoiceId: z.int().nullable() });
export type WorkOrderDetails = z.output<typeof workOrderDetails>;

/** Filter of the list: all work orders, today's, or the finished ones that have no invoice and are not finalized. */
export const workOrderPage = pageInput.extend({
  when: z.enum(['today', 'to-invoice'], 'Please ask for today, for to-invoice, or for all.').optional(),
});
export const workOrderList = pageSchema(workOrderSchema);
export const WORK_ORDER_ORDERS = ['client', 'scheduled', 'status'] as const;
/** The same list for screens, which sort it. */
export const sortedWorkOrderPage = workOrderPage.pick({ when: true }).extend(sortedPage(...WORK_ORDER_ORDERS));
export const sortedWorkOrderList = sortedPageSchema(workOrderSchema);
/** Figures of the Team Dashboard: open orders, orders scheduled for today, and jobs to invoice. */
export const workOrderSummary = z.object({ activeOrders: z.int(), todaysJobs: z.int(), jobsToInvoice: z.int() });

/** Members' actions on a work order, newest first, with their remarks, and its pictures. */
export const workOrderHistory = z.object({
  entries: z.array(z.object({ id: z.int(), at: z.string(), memberName: z.string(), action: z.string(), details: z.string().nullable() })),
  photos: z.array(photoSchema),
});
