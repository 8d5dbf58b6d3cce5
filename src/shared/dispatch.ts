import { z } from 'zod';
import { getWeekday } from './calendar-day';
import type { CompanyFacts } from './company';
import { isOpen } from './company-facts';
import { confirmable, notifiable } from './confirmation';
import { moneyInput } from './money-input';
import { byId, idSchema, numberInput, optionalLine, optionalText, pageInput, requiredLine } from './text';
import { businessDay, businessTime } from './time';
import { daySchema, instantSchema } from './time-input';

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
export const PHOTO_KINDS = ['before', 'after'] as const;

/** Defaults of a new work order (back-office.md §9): 24 hours ahead, 120 minutes. */
export const DEFAULT_LEAD_MINUTES = 24 * 60;
export const DEFAULT_DURATION_MINUTES = 120;

/** Seconds in which "Complete Work" can be taken back; so long the mail to the client waits. */
export const UNDO_SECONDS = 10;

/** What staff may make of a work order (decisions X56); the cleaner's own steps are a machine of their own. */
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
/** The one meaning behind the two vocabularies of status words. */
export const phaseOf = (status: WorkOrderStatus): Phase => PHASES[status];

/** The statuses of orders that still want something done. */
export const OPEN_STATUSES = WORK_ORDER_STATUSES.filter((status) => !['done', 'cancelled'].includes(PHASES[status]));

/** The statuses of finished orders. */
export const DONE_STATUSES = WORK_ORDER_STATUSES.filter((status) => PHASES[status] === 'done');

export type ComponentTemplate = { component: string; description: string; estimatedTime: number };
type ServiceFamily = 'residential' | 'commercial' | 'specialty' | 'emergency';

const DEFAULT_COMPONENTS: Record<ServiceFamily, readonly ComponentTemplate[]> = {
  residential: [
    { component: 'Kitchen', description: 'Counters, sink, appliance fronts, cupboard doors and floor', estimatedTime: 45 },
    { component: 'Bathrooms', description: 'Tub, shower, toilet, mirrors and floor, disinfected', estimatedTime: 60 },
    { component: 'Living areas and bedrooms', description: 'Dusting, surfaces, beds made, bins emptied', estimatedTime: 30 },
    { component: 'Floors and final walk-through', description: 'Vacuum, mop, and a last look at every room', estimatedTime: 20 },
  ],
  commercial: [
    { component: 'Work areas', description: 'Desks, meeting rooms, reception and touch points', estimatedTime: 90 },
    { component: 'Washrooms', description: 'Disinfected, dried and restocked', estimatedTime: 30 },
    { component: 'Floors', description: 'Vacuum carpets, mop hard floors, entrance mats', estimatedTime: 45 },
    { component: 'Waste and lock-up', description: 'Bins, recycling, lights, alarm and doors', estimatedTime: 15 },
  ],
  specialty: [
    { component: 'Assessment and preparation', description: 'Inspect, test a spot, protect what stays', estimatedTime: 30 },
    { component: 'Specialty treatment', description: 'The carpet, window, upholstery or after-build work itself', estimatedTime: 120 },
    { component: 'Inspection', description: 'Check the result together with the client', estimatedTime: 20 },
  ],
  emergency: [
    { component: 'Safety check', description: 'Hazards, water, power and what to save first', estimatedTime: 15 },
    { component: 'Emergency clean-up', description: 'Remove water, soil and debris', estimatedTime: 90 },
    { component: 'Disinfect and dry', description: 'Treat surfaces, set up drying, take out the waste', estimatedTime: 60 },
  ],
};

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
/** The family a service belongs to (decisions X109); an unknown one counts as residential unless told otherwise. */
export const familyOf = <Unknown = 'residential'>(
  serviceType: string,
  unknown: Unknown = 'residential' as Unknown,
): ServiceFamily | Unknown => FAMILY_OF[serviceType.toLowerCase().replace(/[\s_]+/g, '-')] ?? unknown;

/** The job components a new work order of this service starts with; times in minutes (back-office.md §9). */
export const defaultComponents = (serviceType: string): readonly ComponentTemplate[] => DEFAULT_COMPONENTS[familyOf(serviceType)];

/** A service in words: "deep-cleaning" is "Deep cleaning". */
export const showService = (serviceType: string): string => {
  const words = serviceType.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Whether an instant lies outside the posted hours, so that someone should set a time. */
export const isOutsideHours = (instant: string, hours: CompanyFacts['hours']): boolean =>
  !isOpen(getWeekday(businessDay(instant)), businessTime(instant), hours);

type TimedOrder = { estimatedDuration: number | null; jobComponents: readonly { estimatedTime: number | null }[] };
/** Returns the planned minutes of a work order: its own, else the sum of its components, or null if nobody has estimated any. */
export const plannedMinutes = ({ estimatedDuration, jobComponents }: TimedOrder): number | null =>
  estimatedDuration ?? (jobComponents.reduce((sum, { estimatedTime }) => sum + (estimatedTime ?? 0), 0) || null);
/** Formats the planned minutes of a work order: "155 min", or "TBD". */
export const showPlannedMinutes = (order: TimedOrder): string => {
  const planned = plannedMinutes(order);
  return planned === null ? 'TBD' : `${planned} min`;
};

const MINUTES = 'Please enter whole minutes.';
const minutes = numberInput(MINUTES).pipe(z.int(MINUTES).min(0, MINUTES).max(1440, 'Please enter at most 1440 minutes.'));
const WORK_ORDER_TEXT = /^WO-[A-Za-z0-9-]{1,60}$/;
/** Whether a text has the form of a work order's id: 'WO-' and up to 60 letters, digits and hyphens. */
export const isWorkOrderText = (text: string): boolean => WORK_ORDER_TEXT.test(text);
/** A work order by its number or by its 'WO-…' text (decisions X55). */
export const workOrderRef = z.union(
  [idSchema, z.string().regex(WORK_ORDER_TEXT, 'Please give a valid work order id.')],
  'Please give a valid work order id.',
);
export const byWorkOrder = z.object({ id: workOrderRef });

/** When a job begins: an instant, or a calendar day for the start of that working day. */
const jobTime = z.union([daySchema, instantSchema], 'Please enter a day such as 2026-11-20, or a time such as 2026-11-20T18:00:00Z.');

export const workOrderInput = z.object({
  clientId: idSchema,
  /** One of the client's further addresses; the client's own where it is left out. */
  addressId: idSchema.nullish(),
  serviceType: requiredLine(60),
  description: optionalText(4000),
  scheduledDate: jobTime,
  /** A wish: one that is absent, taken or malformed is replaced. */
  workOrderId: z.string().nullish(),
  status: z.literal('scheduled', 'A new work order is scheduled.').default('scheduled'),
  priority: z.enum(PRIORITIES, `Please choose a priority: ${PRIORITIES.join(', ')}.`).default('medium'),
  estimatedDuration: minutes.nullish(),
  totalAmount: moneyInput.nullish(),
  notes: optionalText(4000),
});

export const workOrderStatusChange = z.object({
  id: workOrderRef,
  status: z.enum(WORK_ORDER_STATUSES, `Please choose a status: ${WORK_ORDER_STATUSES.join(', ')}.`),
  reason: optionalLine(400),
  ...confirmable,
  ...notifiable,
});

/** What staff may change of an open work order; what is absent stays. */
export const workOrderEdit = byWorkOrder.extend({
  scheduledDate: jobTime.optional(),
  priority: z.enum(PRIORITIES, `Please choose a priority: ${PRIORITIES.join(', ')}.`).optional(),
  estimatedDuration: minutes.nullish(),
  ...notifiable,
  ...confirmable,
});

export const jobComponentInput = z.object({
  workOrderId: workOrderRef,
  component: requiredLine(120),
  description: optionalText(1000),
  estimatedTime: minutes.nullish(),
});

export const jobComponentChange = byId.extend({
  isCompleted: z.boolean('Please say whether it is completed.'),
  completedAt: instantSchema.nullish(),
  /** When the tick was set or taken back, on the clock of whoever did; `completedAt` says it as well. */
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
  notes: z.string().nullable(),
  cancelReason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Whether the job was booked, so that its client has the date with the messages of the booking. */
  isBooked: z.boolean(),
  /** With the address of the job: one of the client's further ones where the order names it, else the client's own. */
  client: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    doNotService: z.boolean(),
    doNotServiceReason: z.string().nullable(),
  }),
  jobComponents: z.array(jobComponentSchema),
});
export type WorkOrder = z.output<typeof workOrderSchema>;

/** What one work order's own page shows: the order, and the invoice outside the bin that is linked to it. */
export const workOrderDetails = workOrderSchema.extend({ invoiceId: z.int().nullable() });
export type WorkOrderDetails = z.output<typeof workOrderDetails>;

/** All work orders, those of the company's today, or the finished ones that have no invoice and are not finalized. */
export const workOrderPage = pageInput.extend({
  when: z.enum(['today', 'to-invoice'], 'Please ask for today, for to-invoice, or for all.').optional(),
});
export const workOrderList = z.object({ rows: z.array(workOrderSchema), nextCursor: z.int().nullable() });
/** The figures of the Team Dashboard: orders neither done nor cancelled, orders scheduled for the company's today, and jobs to invoice. */
export const workOrderSummary = z.object({ activeOrders: z.int(), todaysJobs: z.int(), jobsToInvoice: z.int() });

export const photoSchema = z.object({
  id: z.int(),
  kind: z.enum(PHOTO_KINDS),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  takenAt: z.string(),
});
export type Photo = z.output<typeof photoSchema>;

/** What members did on a work order, newest first, with their remarks, and the pictures of it. */
export const workOrderHistory = z.object({
  entries: z.array(z.object({ id: z.int(), at: z.string(), memberName: z.string(), action: z.string(), details: z.string().nullable() })),
  photos: z.array(photoSchema),
});
