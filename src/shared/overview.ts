import { z } from 'zod';
import { TIME_WINDOWS } from './booking';
import { CHECKLIST_STEPS } from './checklist';
import { WORK_ORDER_STATUSES } from './dispatch';
import { TODO_KINDS } from './payments';

/** Figures of the office's start page, each the length of the list that it links to. */
export const overviewSchema = z.object({
  jobsToday: z.int(),
  unassigned: z.int(),
  quotesPending: z.int(),
  /** Pending quotes older than 24 hours. */
  quotesWaiting: z.int(),
  bookingsToConvert: z.int(),
  ordersToShip: z.int(),
  /** Finished jobs that have no invoice and are not finalized. */
  jobsToInvoice: z.int(),
  overdueInvoices: z.int(),
  lowStock: z.int(),
  failedMessages: z.int(),
  /** Messages of clients on their pages that the office has not read. */
  unreadMessages: z.int(),
  /** Social posts that became due during an outage and wait for the owner. */
  missedPosts: z.int(),
  /** Tasks that the office does by hand, such as a refund, the oldest first. `path` leads to the screen for it. */
  todos: z.array(z.object({ id: z.int(), kind: z.enum(TODO_KINDS), text: z.string(), path: z.string() })),
  /** Days of the next two weeks with more jobs than people who work then, each with the sentence that says so. */
  overload: z.array(z.object({ day: z.string(), jobs: z.int(), people: z.int(), text: z.string() })),
});
export type Overview = z.output<typeof overviewSchema>;

/** Records of each kind that the start page shows; its list has the rest. */
export const NEEDS_SHOWN = 3;
/** Kinds of records that wait for the office, the most urgent kind first. */
export const NEED_KINDS = [
  'unread',
  'quotes',
  'quoteChanges',
  'bookings',
  'plans',
  'unassigned',
  'orders',
  'toInvoice',
  'overdue',
  'drafts',
  'failed',
  'missed',
  'lowStock',
] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

const needSchema = z.object({
  id: z.int(),
  title: z.string(),
  detail: z.string().nullable(),
  /** The instant or the day that counts: of the request, the job, the due date. */
  at: z.string().nullable(),
  amount: z.string().nullable(),
  /** Status of the record, if its button depends on it. */
  status: z.string().nullable(),
});
export type Need = z.output<typeof needSchema>;
/** The kinds that have records, each with its first ones, the length of its list, and the sum of jobs to bill. */
export const needsSchema = z.array(
  z.object({ kind: z.enum(NEED_KINDS), total: z.int(), sum: z.string().nullable(), rows: z.array(needSchema) }),
);

const laneJob = z.object({
  id: z.int(),
  workOrderId: z.string(),
  clientName: z.string(),
  scheduledDate: z.string(),
  status: z.enum(WORK_ORDER_STATUSES),
  confirmedAt: z.string().nullable(),
  /** True if too few people were free at its time when it was scheduled. */
  overbooked: z.boolean(),
});
export type LaneJob = z.output<typeof laneJob>;
/** The company's day: its jobs by active member, those without a member, and the next confirmed bookings. */
export const daySchema = z.object({
  day: z.string(),
  /** `timeOff` is the reason for an approved day off; null at work, empty without a reason. */
  lanes: z.array(z.object({ memberId: z.int(), name: z.string(), timeOff: z.string().nullable(), jobs: z.array(laneJob) })),
  unassigned: z.array(laneJob),
  bookings: z.array(
    z.object({
      id: z.int(),
      clientName: z.string(),
      serviceType: z.string(),
      date: z.string(),
      timeSlot: z.enum(TIME_WINDOWS),
      /** The start of its job if that is not the window's. */
      agreedTime: z.string().nullable(),
    }),
  ),
});

/** A calendar month ("2026-11"). Received money is payments less refunds; invoices count without voided ones. */
const monthMoney = z.object({
  month: z.string(),
  received: z.string(),
  invoiced: z.string(),
  /** The money received on each day of the month. */
  days: z.array(z.string()),
});
export type MonthMoney = z.output<typeof monthMoney>;
export const moneySchema = z.object({ today: z.string(), thisMonth: monthMoney, lastMonth: monthMoney });

/** The steps of a new company; `isMarked` is true for one that the owner marked as done and that no data proves. */
export const checklistSchema = z.object({
  isHidden: z.boolean(),
  steps: z.array(z.object({ step: z.enum(CHECKLIST_STEPS), isDone: z.boolean(), isMarked: z.boolean() })),
});
export type ChecklistStep = (typeof CHECKLIST_STEPS)[number];
