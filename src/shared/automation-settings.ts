import { z } from 'zod';
import { company } from './company';
import { numberInput, tooLong } from './text';

const whole = (min: number, max: number, unit: string) => {
  const message = `Please enter a whole number of ${unit} from ${min} to ${max}.`;
  return numberInput(message).pipe(z.int(message).min(min, message).max(max, message));
};
const LINK = 'Please enter a link such as https://example.com/review, or leave it empty.';
const link = z
  .string(LINK)
  .trim()
  .max(500, tooLong(500))
  .regex(/^$|^https:\/\/[\w-]+(\.[\w-]+)+(:\d+)?([/?#][^\s<>"]*)?$/i, LINK);
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

const thresholds = z.object({
  dailyTarget: whole(1, 1000, 'clients'),
  /** A client is lapsed after the longer of these days and this multiple of their median gap between visits. */
  lapsedDays: whole(1, 730, 'days'),
  lapsedFactor: numberInput(FACTOR).pipe(z.number(FACTOR).min(1, FACTOR).max(5, FACTOR)),
  staleQuoteHours: whole(1, 720, 'hours'),
  staleConfirmedHours: whole(1, 720, 'hours'),
  cartIdleHours: whole(1, 168, 'hours'),
  cartMaxDays: whole(1, 60, 'days'),
  rebookDays: whole(1, 90, 'days'),
  oneTimeFromDays: whole(1, 365, 'days'),
  oneTimeToDays: whole(1, 365, 'days'),
  /** Days between two messages about leads or quote follow-ups to the same person. */
  leadSpacingDays: whole(1, 90, 'days'),
  /** Hours after a job until a review is asked for, and days until the same client is asked again. */
  reviewAfterHours: whole(1, 168, 'hours'),
  reviewCoolDownDays: whole(1, 730, 'days'),
  /** The page to write a review on; while it is empty, no reviews are asked for. */
  reviewLink: link,
  /** Days until the same client is thanked again. */
  thanksCoolDownDays: whole(1, 730, 'days'),
  /** Full hours of the company's day between which review requests and thank-you messages go out. */
  reviewFromHour: whole(0, 23, 'hours'),
  reviewToHour: whole(1, 24, 'hours'),
  /** Days after a job in which a review request or thank-you is written, and after which a waiting draft is withdrawn. */
  jobNewsDays: whole(1, 90, 'days'),
  staleDraftDays: whole(2, 180, 'days'),
  /** Days after a quote request: its two follow-ups, and the end of following up. */
  firstFollowUpDays: whole(1, 60, 'days'),
  secondFollowUpDays: whole(1, 90, 'days'),
  lastFollowUpDays: whole(1, 180, 'days'),
  /** Days after the due day of an invoice until its two reminders. */
  firstReminderDays: whole(1, 90, 'days'),
  secondReminderDays: whole(1, 180, 'days'),
  mostReminders: whole(0, 2, 'reminders'),
  /** Past jobs needed for a price, past jobs needed to use one area alone, and quotes needed to show the share won by thirds of price. */
  priceJobs: whole(FEWEST_PRICE_JOBS, 500, 'jobs'),
  priceAreaJobs: whole(FEWEST_PRICE_JOBS, 500, 'jobs'),
  priceThirdsQuotes: whole(3, 500, 'quotes'),
  /** Cases from which a post states a count, and waiting drafts from which no further post is written. */
  postCount: whole(SMALLEST_POST_COUNT, 1000, 'cases'),
  openPosts: whole(1, 20, 'drafts'),
  /** Days of the current period of market analysis, contracts and expansions, which is compared with the same number of days before. */
  periodDays: whole(14, 365, 'days'),
  /** Smallest change of demand that is reported, in percent, and fewest cases in one of the two periods. */
  insightPercent: whole(5, 500, 'percent'),
  insightCases: whole(1, 500, 'cases'),
  partnershipReferrals: whole(1, 50, 'referred clients'),
  supplierProducts: whole(1, 500, 'products'),
  domainClients: whole(2, 50, 'clients'),
  contractJobs: whole(1, 100, 'jobs'),
  payerAddresses: whole(2, 50, 'addresses'),
  expansionCases: whole(1, 100, 'cases'),
  /** Smallest growth of a town in percent, and fewest cases. */
  growthPercent: whole(5, 500, 'percent'),
  growthCases: whole(1, 500, 'cases'),
  allianceOrders: whole(1, 100, 'orders'),
  allianceClients: whole(1, 100, 'clients'),
  autoSend: z.array(z.enum(AUTO_SEND_PURPOSES, 'Please choose messages that are on the list.')).max(AUTO_SEND_PURPOSES.length),
  /** Schedules the drafted posts for the next free day. */
  autoSchedulePosts: z.boolean(),
});

/** The thresholds from which a worker reports a finding. */
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
  })
  .refine(({ reviewFromHour, reviewToHour }) => reviewFromHour < reviewToHour, {
    path: ['reviewToHour'],
    message: 'Please end after the hour at which it begins.',
  })
  .refine(({ jobNewsDays, staleDraftDays }) => jobNewsDays < staleDraftDays, {
    path: ['staleDraftDays'],
    message: 'Please leave time for approval: more days than a job is news.',
  })
  .refine(({ firstFollowUpDays, secondFollowUpDays }) => firstFollowUpDays < secondFollowUpDays, {
    path: ['secondFollowUpDays'],
    message: 'Please send the second follow-up after the first one.',
  })
  .refine(({ secondFollowUpDays, lastFollowUpDays }) => secondFollowUpDays < lastFollowUpDays, {
    path: ['lastFollowUpDays'],
    message: 'Please end after the second follow-up.',
  })
  .refine(({ priceJobs, priceAreaJobs }) => priceJobs <= priceAreaJobs, {
    path: ['priceAreaJobs'],
    message: 'Please enter at least as many as make a price.',
  });
export type AutomationSettings = z.output<typeof automationSettings>;

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
  leadSpacingDays: 7,
  reviewAfterHours: 3,
  reviewCoolDownDays: 180,
  reviewLink: company.reviews[0].href,
  thanksCoolDownDays: 30,
  reviewFromHour: 9,
  reviewToHour: 20,
  jobNewsDays: 7,
  staleDraftDays: 14,
  firstFollowUpDays: 3,
  secondFollowUpDays: 7,
  lastFollowUpDays: 14,
  firstReminderDays: 3,
  secondReminderDays: 10,
  mostReminders: 2,
  priceJobs: FEWEST_PRICE_JOBS,
  priceAreaJobs: 8,
  priceThirdsQuotes: 15,
  postCount: SMALLEST_POST_COUNT,
  openPosts: 3,
  periodDays: 90,
  insightPercent: 30,
  insightCases: 5,
  partnershipReferrals: 2,
  supplierProducts: 5,
  domainClients: 2,
  contractJobs: 3,
  payerAddresses: 2,
  expansionCases: 3,
  growthPercent: 50,
  growthCases: 5,
  allianceOrders: 3,
  allianceClients: 3,
  autoSend: [],
  autoSchedulePosts: false,
};
