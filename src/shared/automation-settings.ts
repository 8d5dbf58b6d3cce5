import { z } from 'zod';
import { numberInput } from './text';

const whole = (min: number, max: number, unit: string) => {
  const message = `Please enter a whole number of ${unit} from ${min} to ${max}.`;
  return numberInput(message).pipe(z.int(message).min(min, message).max(max, message));
};
const FACTOR = 'Please enter a factor from 1 to 5, such as 1.5.';

/** Messages that a worker may send without a person's approval; what is not among them waits as a draft. */
export const AUTO_SEND_PURPOSES = [
  'lead-lapsed',
  'lead-stale-quote',
  'lead-cart',
  'lead-cancelled',
  'lead-onetime',
  'review-request',
  'thank-you',
  'overdue-reminder',
  'quote-follow-up',
] as const;
export type AutoSendPurpose = (typeof AUTO_SEND_PURPOSES)[number];

const thresholds = z.object({
  /** Clients a day that the first dashboard aims at. */
  dailyTarget: whole(1, 1000, 'clients'),
  /** A client is lapsed after the longer of these days and this many times their usual gap. */
  lapsedDays: whole(1, 730, 'days'),
  lapsedFactor: numberInput(FACTOR).pipe(z.number(FACTOR).min(1, FACTOR).max(5, FACTOR)),
  staleQuoteHours: whole(1, 720, 'hours'),
  staleConfirmedHours: whole(1, 720, 'hours'),
  cartIdleHours: whole(1, 168, 'hours'),
  cartMaxDays: whole(1, 60, 'days'),
  rebookDays: whole(1, 90, 'days'),
  oneTimeFromDays: whole(1, 365, 'days'),
  oneTimeToDays: whole(1, 365, 'days'),
  /** Hours after a job until a review is asked for, and days until the same client is asked again. */
  reviewAfterHours: whole(1, 168, 'hours'),
  reviewCoolDownDays: whole(1, 730, 'days'),
  /** Days after the due day of the two reminders of an invoice. */
  firstReminderDays: whole(1, 90, 'days'),
  secondReminderDays: whole(1, 180, 'days'),
  /** How much demand has to change to be told, in percent; with five cases or more on one side. */
  insightPercent: whole(5, 500, 'percent'),
  partnershipReferrals: whole(1, 50, 'referred clients'),
  supplierProducts: whole(1, 500, 'products'),
  contractJobs: whole(1, 100, 'jobs'),
  expansionCases: whole(1, 100, 'cases'),
  allianceOrders: whole(1, 100, 'orders'),
  allianceClients: whole(1, 100, 'clients'),
  autoSend: z.array(z.enum(AUTO_SEND_PURPOSES, 'Please choose messages that are on the list.')).max(AUTO_SEND_PURPOSES.length),
  /** Whether a worker's posts are put on the next free day by themselves. */
  autoSchedulePosts: z.boolean(),
});

/** From when on a worker finds something worth telling (automation.md §3 and §4). */
export const automationSettings = thresholds
  .refine(({ oneTimeFromDays, oneTimeToDays }) => oneTimeFromDays <= oneTimeToDays, {
    path: ['oneTimeToDays'],
    message: 'Please end on the day on which it begins, or later.',
  })
  .refine(({ cartIdleHours, cartMaxDays }) => cartIdleHours < 24 * cartMaxDays, {
    path: ['cartMaxDays'],
    message: 'Please end after a cart counts as left behind.',
  })
  .refine(({ firstReminderDays, secondReminderDays }) => firstReminderDays < secondReminderDays, {
    path: ['secondReminderDays'],
    message: 'Please send the second reminder after the first one.',
  });
export type AutomationSettings = z.output<typeof automationSettings>;

/** The documented thresholds. */
export const DEFAULT_AUTOMATION: AutomationSettings = {
  dailyTarget: 5,
  lapsedDays: 42,
  lapsedFactor: 1.5,
  staleQuoteHours: 48,
  staleConfirmedHours: 72,
  cartIdleHours: 1,
  cartMaxDays: 7,
  rebookDays: 7,
  oneTimeFromDays: 21,
  oneTimeToDays: 45,
  reviewAfterHours: 3,
  reviewCoolDownDays: 180,
  firstReminderDays: 3,
  secondReminderDays: 10,
  insightPercent: 30,
  partnershipReferrals: 2,
  supplierProducts: 5,
  contractJobs: 3,
  expansionCases: 3,
  allianceOrders: 3,
  allianceClients: 3,
  autoSend: [],
  autoSchedulePosts: false,
};
