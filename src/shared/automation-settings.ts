import { z } from 'zod';
import { company } from './company';
import { linkOrBlank, numberInput } from './text';

const whole = (min: number, max: number, unit: string) => {
  const message = `Please enter a whole number of ${unit} from ${min} to ${max}.`;
  return numberInput(message).pipe(z.int(message).min(min, message).max(max, message));
};
const LINK = 'Please enter a link such as https://example.com/review, or leave it empty.';
const FACTOR = 'Please enter a factor from 1 to 5, such as 1.5.';

/** Messages that the owner may let a worker send without approval; all others wait as drafts. */
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

/** Lower limits: a price from fewer past jobs is a guess, and a smaller count in a public post might identify a client. */
const FEWEST_PRICE_JOBS = 5;
const SMALLEST_POST_COUNT = 3;

/** Each whole number that the owner may set, with its default, its bounds and its unit. */
const WHOLE_NUMBERS = {
  dailyTarget: [5, 1, 1000, 'clients'],
  /** A client is lapsed after the longer of these days and `lapsedFactor` times their median gap between visits. */
  lapsedDays: [42, 1, 730, 'days'],
  staleQuoteHours: [48, 1, 720, 'hours'],
  staleConfirmedHours: [72, 1, 720, 'hours'],
  cartIdleHours: [1, 1, 168, 'hours'],
  cartMaxDays: [7, 1, 60, 'days'],
  rebookDays: [7, 1, 90, 'days'],
  oneTimeFromDays: [21, 1, 365, 'days'],
  oneTimeToDays: [45, 1, 365, 'days'],
  /** Days between two messages about leads or quote follow-ups to the same person. */
  leadSpacingDays: [7, 1, 90, 'days'],
  /** Hours after a job until a review is asked for, and days until the same client is asked again. */
  reviewAfterHours: [3, 1, 168, 'hours'],
  reviewCoolDownDays: [180, 1, 730, 'days'],
  /** Days until the same client is thanked again. */
  thanksCoolDownDays: [30, 1, 730, 'days'],
  /** Full hours of the company's day between which review requests and thank-you messages go out. */
  reviewFromHour: [9, 0, 23, 'hours'],
  reviewToHour: [20, 1, 24, 'hours'],
  /** Days after a job in which a review request or thank-you is written, and after which a waiting draft is withdrawn. */
  jobNewsDays: [7, 1, 90, 'days'],
  staleDraftDays: [14, 2, 180, 'days'],
  /** Days after a quote request: its two follow-ups, and the end of following up. */
  firstFollowUpDays: [3, 1, 60, 'days'],
  secondFollowUpDays: [7, 1, 90, 'days'],
  lastFollowUpDays: [14, 1, 180, 'days'],
  /** Days after the due day of an invoice until its two reminders. */
  firstReminderDays: [3, 1, 90, 'days'],
  secondReminderDays: [10, 1, 180, 'days'],
  mostReminders: [2, 0, 2, 'reminders'],
  /** Past jobs needed for a price, past jobs needed to use one area alone, and quotes needed to show the share won by thirds of price. */
  priceJobs: [FEWEST_PRICE_JOBS, FEWEST_PRICE_JOBS, 500, 'jobs'],
  priceAreaJobs: [8, FEWEST_PRICE_JOBS, 500, 'jobs'],
  priceThirdsQuotes: [15, 3, 500, 'quotes'],
  /** Cases from which a post states a count, and waiting drafts from which no further post is written. */
  postCount: [SMALLEST_POST_COUNT, SMALLEST_POST_COUNT, 1000, 'cases'],
  openPosts: [3, 1, 20, 'drafts'],
  /** Days of the current period of market analysis, contracts and expansions, which is compared with the same number of days before. */
  periodDays: [90, 14, 365, 'days'],
  /** Smallest change of demand that is reported, in percent, and fewest cases in one of the two periods. */
  insightPercent: [30, 5, 500, 'percent'],
  insightCases: [5, 1, 500, 'cases'],
  partnershipReferrals: [2, 1, 50, 'referred clients'],
  supplierProducts: [5, 1, 500, 'products'],
  domainClients: [2, 2, 50, 'clients'],
  contractJobs: [3, 1, 100, 'jobs'],
  payerAddresses: [2, 2, 50, 'addresses'],
  expansionCases: [3, 1, 100, 'cases'],
  /** Smallest growth of a town in percent, and fewest cases. */
  growthPercent: [50, 5, 500, 'percent'],
  growthCases: [5, 1, 500, 'cases'],
  allianceOrders: [3, 1, 100, 'orders'],
  allianceClients: [3, 1, 100, 'clients'],
} as const satisfies Record<string, readonly [fallback: number, min: number, max: number, unit: string]>;
type WholeNumber = keyof typeof WHOLE_NUMBERS;
const mapNumbers = <Value>(read: (row: (typeof WHOLE_NUMBERS)[WholeNumber]) => Value) =>
  Object.fromEntries(Object.entries(WHOLE_NUMBERS).map(([name, row]) => [name, read(row)])) as Record<WholeNumber, Value>;

const thresholds = z.object({
  ...mapNumbers(([, min, max, unit]) => whole(min, max, unit)),
  lapsedFactor: numberInput(FACTOR).pipe(z.number(FACTOR).min(1, FACTOR).max(5, FACTOR)),
  /** The page to write a review on; while it is empty, no reviews are asked for. */
  reviewLink: linkOrBlank(LINK),
  autoSend: z.array(z.enum(AUTO_SEND_PURPOSES, 'Please choose messages that are on the list.')).max(AUTO_SEND_PURPOSES.length),
  /** Schedules the drafted posts for the next free day. */
  autoSchedulePosts: z.boolean(),
});

/** Pairs of thresholds that must be in order, and the sentence shown at the second one. */
const RULES: readonly [first: WholeNumber, order: '<' | '<=', second: WholeNumber, sentence: string][] = [
  ['oneTimeFromDays', '<=', 'oneTimeToDays', 'Please end on the day on which it begins, or later.'],
  ['firstReminderDays', '<', 'secondReminderDays', 'Please send the second reminder after the first one.'],
  ['reviewFromHour', '<', 'reviewToHour', 'Please end after the hour at which it begins.'],
  ['jobNewsDays', '<', 'staleDraftDays', 'Please leave time for approval: enter more days than those in which the message is written.'],
  ['firstFollowUpDays', '<', 'secondFollowUpDays', 'Please send the second follow-up after the first one.'],
  ['secondFollowUpDays', '<', 'lastFollowUpDays', 'Please end after the second follow-up.'],
  ['priceJobs', '<=', 'priceAreaJobs', 'Please enter at least as many jobs as a price needs.'],
];
/** The thresholds from which a worker reports a finding. */
export const automationSettings = thresholds.superRefine((settings, check) => {
  const refuse = (field: WholeNumber, message: string) => check.addIssue({ code: 'custom', path: [field], message });
  for (const [first, order, second, sentence] of RULES)
    if (settings[first] > settings[second] || (order === '<' && settings[first] === settings[second])) refuse(second, sentence);
  if (settings.cartIdleHours >= 24 * settings.cartMaxDays) refuse('cartMaxDays', 'Please end after a cart counts as left behind.');
});
export type AutomationSettings = z.output<typeof automationSettings>;

export const DEFAULT_AUTOMATION: AutomationSettings = {
  ...mapNumbers(([fallback]) => fallback),
  lapsedFactor: 1.5,
  reviewLink: company.links.listing,
  autoSend: [],
  autoSchedulePosts: false,
};
