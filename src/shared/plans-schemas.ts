import { z } from 'zod';
import { crewSize } from './crew';
import { moneyInput } from './money-input';
import { pageSchema } from './page';
import { HOLIDAY_RULES, KEPT_REASONS, MAX_CHECKLIST, MOST_VISITS, PLAN_BILLING, PLAN_STATUSES, parseRule, VISIT_STATUSES } from './plans';
import { idSchema, numberInput, optionalText, pageInput, requiredLine } from './text';
import { clockTime, daySchema } from './time-input';

const MINUTES = 'Please enter whole minutes from 1 to 1440.';
const minutes = numberInput(MINUTES).pipe(z.int(MINUTES).min(1, MINUTES).max(1440, MINUTES));
const COUNT = `Please enter a number of visits from 1 to ${MOST_VISITS}.`;
const PERCENT = 'Please enter a percentage from 0 to 100.';
/** A percentage from 0 to 100. */
const percent = numberInput(PERCENT).pipe(z.number(PERCENT).min(0, PERCENT).max(100, PERCENT));
const RULE = 'Please choose weekdays every so many weeks, or one weekday of each month.';

/** A part of the job that each visit lists. */
const checklistItem = z.strictObject({
  component: requiredLine(120),
  description: z
    .string('Please enter text.')
    .nullish()
    .pipe(optionalText(1000))
    .transform((text) => text ?? undefined)
    .optional(),
  estimatedTime: minutes.nullish().transform((time) => time ?? undefined),
});

const planFields = {
  clientId: idSchema,
  /** One of the client's additional addresses; the client's own if missing. */
  addressId: idSchema.nullish(),
  serviceType: requiredLine(60),
  rrule: z.string(RULE).refine((text) => parseRule(text) !== undefined, RULE),
  startDate: daySchema,
  startTime: clockTime,
  minutes,
  crewSize,
  /** Of each visit, before tax and before the discount. */
  price: moneyInput.nullish(),
  preferredMemberId: idSchema.nullish(),
  checklist: z.array(checklistItem, 'Please list the tasks of a visit.').max(MAX_CHECKLIST, `Please list at most ${MAX_CHECKLIST} tasks.`),
  notes: optionalText(4000),
  /** The last day served. */
  until: daySchema.nullish(),
  count: numberInput(COUNT).pipe(z.int(COUNT).min(1, COUNT).max(MOST_VISITS, COUNT)).nullish(),
  discountPercent: percent,
  holidayRule: z.enum(HOLIDAY_RULES, 'Please choose what happens to visits on closed days.'),
  billing: z.enum(PLAN_BILLING, 'Please choose how visits are invoiced.'),
};
const ONE_END = { message: 'Please choose a last day or a number of visits, not both.', path: ['count'] };
const hasOneEnd = ({ until, count }: { until?: string | null | undefined; count?: number | null | undefined }): boolean =>
  until == null || count == null;

const newPlan = z.strictObject({
  ...planFields,
  crewSize: crewSize.default(1),
  checklist: planFields.checklist.default([]),
  discountPercent: percent.default(0),
  holidayRule: planFields.holidayRule.default('skip'),
  billing: planFields.billing.default('visit'),
});
export const planInput = newPlan.refine(hasOneEnd, ONE_END);
export type PlanInput = z.output<typeof planInput>;

/** Fields of a plan to change; missing ones stay. */
export const planChange = z.strictObject(planFields).partial().refine(hasOneEnd, ONE_END);
export const planEdit = z
  .strictObject({
    id: idSchema,
    /** All visits, or those from the day `from` on, which become a plan of their own. */
    scope: z.enum(['all', 'following'], 'Please choose all visits or the following ones.'),
    from: daySchema.nullish(),
    change: planChange,
  })
  .refine(({ scope, from }) => scope === 'all' || from != null, { message: 'Please choose the first day that changes.', path: ['from'] });
export const planPreviewInput = newPlan.extend({ clientId: idSchema.optional() }).refine(hasOneEnd, ONE_END);

export const byPlan = z.strictObject({ id: idSchema });
export const planDay = z.strictObject({ id: idSchema, date: daySchema });
export const planPause = z.strictObject({ id: idSchema, until: daySchema.nullish() });
export const planEnd = z.strictObject({ id: idSchema, on: daySchema });
export const planAcceptance = z.strictObject({ id: idSchema, price: moneyInput.nullish(), crewSize: crewSize.optional() });
/** Unlike the others it ignores unknown keys, since paged queries of the browser send their direction. */
export const planListInput = pageInput.extend({
  status: z.enum(PLAN_STATUSES, `Please choose a status: ${PLAN_STATUSES.join(', ')}.`).optional(),
  clientId: idSchema.optional(),
});

const planVisit = z.object({
  /** The rule's day. */
  date: z.string(),
  /** The day the visit is held; null if it is not. */
  on: z.string().nullable(),
  status: z.enum(VISIT_STATUSES),
  workOrderId: z.int().nullable(),
  overbooked: z.boolean(),
});
export type PlanVisit = z.output<typeof planVisit>;

const checklistSchema = z.array(z.object({ component: z.string(), description: z.string().optional(), estimatedTime: z.int().optional() }));
export type Checklist = z.output<typeof checklistSchema>;

export const planSchema = z.object({
  id: z.int(),
  clientId: z.int(),
  clientName: z.string(),
  addressId: z.int().nullable(),
  serviceType: z.string(),
  rrule: z.string(),
  /** The rule and its time: "Every second Tuesday at 10:00 a.m." */
  words: z.string(),
  startDate: z.string(),
  startTime: z.string(),
  minutes: z.int(),
  crewSize: z.int(),
  price: z.string().nullable(),
  discountPercent: z.number(),
  preferredMemberId: z.int().nullable(),
  checklist: checklistSchema,
  notes: z.string().nullable(),
  until: z.string().nullable(),
  count: z.int().nullable(),
  holidayRule: z.enum(HOLIDAY_RULES),
  billing: z.enum(PLAN_BILLING),
  status: z.enum(PLAN_STATUSES),
  pausedUntil: z.string().nullable(),
  parentPlanId: z.int().nullable(),
  /** The day of the next visit. */
  nextVisit: z.string().nullable(),
  /** Value of an average month after the discount and before tax. */
  monthlyValue: z.string(),
  /** The booking that proposed the plan. */
  bookingId: z.int().nullable(),
  createdAt: z.string(),
  /** The days of its rule up to six weeks ahead; only a single plan has them. */
  visits: z.array(planVisit).optional(),
});
export type Plan = z.output<typeof planSchema>;
export const planList = pageSchema(planSchema);

/** Result of a change of a plan: its visits by the ids of their work orders. */
export const planEffect = z.object({
  plan: planSchema,
  created: z.array(z.int()),
  changed: z.array(z.int()),
  removed: z.array(z.int()),
  kept: z.array(z.object({ workOrderId: z.int(), reason: z.enum(KEPT_REASONS) })),
});
export type PlanEffect = z.output<typeof planEffect>;

export const planPreview = z.object({
  words: z.string(),
  dates: z.array(z.object({ date: z.string(), on: z.string().nullable(), conflicts: z.array(z.string()) })),
});
/** Result of the nightly job: the plans it looked at, and the visits it created. */
export const generationReport = z.object({ plans: z.int(), created: z.int() });

/**
 * Clients with an active plan, the value of their plans in an average month, the clients lost in 30 days, and their share in percent, which
 * is null if no client had a plan 30 days ago.
 */
export const planFigures = z.object({
  recurringClients: z.int(),
  monthlyValue: z.string(),
  lostClients: z.int(),
  churnPercent: z.number().nullable(),
});
