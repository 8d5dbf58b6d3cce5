import { z } from 'zod';
import { automationSettings } from './automation-settings';
import { BOOKING_SERVICE_TYPES } from './booking';
import { CHECKLIST_STEPS } from './checklist';
import type { CompanyFacts } from './company';
import { messageTemplates } from './message-templates';
import { formatCents } from './money';
import { moneyInput } from './money-input';
import { isPhone } from './phone';
import { positionInput } from './position';
import { SITE_PAGES, type SitePageText } from './site-pages';
import { CHECKOUT_METHODS } from './store-options';
import { STORE_TAX_RULES, TAX_PROFILES, TAX_RULES } from './store-sums';
import { numberInput, optionalAddress, optionalLine, optionalText, requiredEmail, requiredLine, requiredPhone, requiredText } from './text';
import { clockTime } from './time-input';
import { companyLinksSchema, heroWordsSchema, sitePhotosSchema, testimonialsSchema } from './website-schemas';

const wholeNumber = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${max}.`;
  return numberInput(message).pipe(z.int(message).min(min, message).max(max, message));
};
const PERCENT = 'Please enter a percentage from 0 to 100.';
const percent = numberInput(PERCENT).pipe(z.number().min(0, PERCENT).max(100, PERCENT).multipleOf(0.01, PERCENT));
const instructions = requiredText(1000);
const sitePageText: z.ZodType<SitePageText, SitePageText> = z.object({ text: requiredText(30_000), isReviewed: z.boolean() });

const hours = z
  .object({ opens: clockTime, closes: clockTime })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], message: 'Please close after you open.' });
export const COMPANY_PHONE = 'Please enter a phone number such as (250) 555-0142.';
const lines = (max: number) => z.array(requiredLine(60)).min(1, 'Please name at least one.').max(max, `Please name at most ${max}.`);

/** The facts of the company that the owner can change. `logo` is the file name of an uploaded picture. */
export const companyFactsSchema: z.ZodType<CompanyFacts, unknown> = z.object({
  name: requiredLine(120),
  shortName: requiredLine(40),
  phone: requiredPhone.refine(isPhone, COMPANY_PHONE),
  email: requiredEmail,
  street: optionalLine(120),
  city: requiredLine(60),
  region: requiredLine(60),
  postalCode: optionalAddress(12),
  regions: lines(6),
  towns: lines(20),
  hours: z.object({ weekdays: hours, weekend: hours }),
  gstNumber: optionalLine(30),
  pstNumber: optionalLine(30),
  logo: z
    .string()
    .regex(/^[\w-]+\.(png|webp|jpg)$/, 'Please upload a picture.')
    .nullable(),
});

/** The next invoice or receipt number: one more than the highest existing number, or than the highest ever used. */
export const NUMBERING = ['highest-plus-one', 'never-reuse'] as const;

/** Reminders of visits: how many hours before the start, and the hours in which none goes out (`quietFrom` is quiet, `quietTo` is not). */
const remindersSchema = z.object({
  enabled: z.boolean(),
  hoursBefore: z
    .array(wholeNumber(1, 336))
    .max(4, 'Please choose at most 4 reminders.')
    .refine((all) => new Set(all).size === all.length, 'Please choose each time once.'),
  quietFrom: clockTime,
  quietTo: clockTime,
});

export const AUTO_BILL = ['off', 'draft', 'send'] as const;
const depositServices = z
  .array(z.enum(BOOKING_SERVICE_TYPES, 'Please choose a service.'))
  .min(1, 'Please choose at least one service.')
  .transform((services) => [...new Set(services)]);
const bookingDeposit = z.union([
  z.strictObject({
    amount: moneyInput.refine((cents) => cents > 0, 'Please enter an amount above 0.').transform(formatCents),
    serviceTypes: depositServices,
  }),
  z.strictObject({ percent: percent.refine((value) => value > 0, PERCENT), serviceTypes: depositServices }),
]);

/** The owner's settings. A key that was never saved has its default. */
export const settingsSchema = z.object({
  /** Replaces the default facts of company.ts. */
  company: companyFactsSchema,
  /** The tax rates of new orders and documents. */
  taxProfile: z.enum(TAX_PROFILES),
  /** The tax readings of cart and checkout; used only with the documented rates. */
  taxRule: z.enum(STORE_TAX_RULES),
  numbering: z.enum(NUMBERING),
  /** Days until the invoice of a job or booking is due. */
  invoiceDueDays: wholeNumber(0, 365),
  /** Payment instructions printed on open invoices; may be empty. */
  invoiceInstructions: optionalText(1000).transform((text) => text ?? ''),
  /** Lets clients approve a priced quote after its last day. */
  allowLateApproval: z.boolean(),
  /** The terms of new priced quotes; may be empty. */
  quoteTerms: optionalText(10_000).transform((text) => text ?? ''),
  /** Shows SAMPLE_RATING for products without ratings. */
  showSampleRatings: z.boolean(),
  paymentInstructions: z.object(
    Object.fromEntries(CHECKOUT_METHODS.map((method) => [method, instructions])) as Record<
      (typeof CHECKOUT_METHODS)[number],
      typeof instructions
    >,
  ),
  /** The addresses to which clients send e-Transfers; a notice to another one is only suggested. */
  interacAddresses: z.array(requiredEmail).min(1, 'Please give at least one address.').max(10, 'Please give at most 10 addresses.'),
  /** Lets clients pay a part of an invoice by card, and add a tip. */
  allowPartialOnline: z.boolean(),
  allowTips: z.boolean(),
  /** The deposit of a booking of one of these services: an amount, or a percentage of its price; null for none. */
  bookingDeposit: bookingDeposit.nullable(),
  /** Hours after which a booking whose deposit is unpaid loses its place. */
  depositHours: wholeNumber(1, 720),
  /** The automatic bill of a plan's completed visit: none, a draft, or an invoice that is mailed. */
  autoBill: z.enum(AUTO_BILL),
  /** The texts of /privacy and /terms; see parsePageText in site-pages.ts for their form. */
  privacy: sitePageText,
  terms: sitePageText,
  /** The landing page's headline, photos and reviews. */
  hero: heroWordsSchema,
  photos: sitePhotosSchema,
  testimonials: testimonialsSchema,
  /** The company's pages on other sites. */
  links: companyLinksSchema,
  /** Jobs that a new slot can take. */
  slotCapacity: wholeNumber(0, 100),
  /** Jobs at the same time across all services; null for no limit beyond the slots' capacity. */
  crewCap: wholeNumber(0, 500).nullable(),
  /** Closes slots that begin outside the posted hours. */
  respectPostedHours: z.boolean(),
  /** With `crew`, a booking also needs people who are free for the whole job; the slots' capacity always holds. */
  capacityFrom: z.enum(['slots', 'crew']),
  /** Hours before a window's start within which visitors must call instead of booking or moving online. */
  minNoticeHours: wholeNumber(0, 168),
  /** Creates a client and a work order for each booking. */
  createWorkOrders: z.boolean(),
  /** Hours before the slot after which a visitor can no longer move or cancel a booking. */
  manageCutoffHours: wholeNumber(0, 720),
  /** Percent off each visit of clients who are served regularly. */
  planDiscounts: z.object({ week: percent, '2weeks': percent, '4weeks': percent }),
  /** The least that an estimate of a service comes to, before a discount. */
  minimumCharges: z
    .record(requiredLine(60), moneyInput.transform(formatCents))
    .refine((charges) => Object.keys(charges).length <= 100, 'Please give at most 100 minimum charges.'),
  /** Minutes of travel needed between two jobs of a team member. */
  travelBufferMinutes: wholeNumber(0, 240),
  /** Starting point of routes; accepts pasted coordinates. */
  depot: positionInput,
  /** Thresholds of the automation workers, and the messages they may send without approval. */
  automation: automationSettings,
  messageTemplates,
  reminders: remindersSchema,
  /** Messages that the workers send without approval, whether or not the automation was started. */
  autoSendOverdueReminders: z.boolean(),
  autoSendQuoteFollowUps: z.boolean(),
  autoSendReviewRequests: z.boolean(),
  /** The checklist of a new company: hidden by the owner, and the steps that the owner marked as done. */
  checklist: z.object({ isHidden: z.boolean(), done: z.array(z.enum(CHECKLIST_STEPS)).max(CHECKLIST_STEPS.length) }),
});
export type Settings = z.output<typeof settingsSchema>;
/** A partial change; missing keys keep their values. */
export const settingsChange = settingsSchema.partial();

/** The settings that the pages of the store need. */
export const storefrontSchema = z.object({ taxRule: z.enum(TAX_RULES), showSampleRatings: z.boolean() });
export type Storefront = z.output<typeof storefrontSchema>;

/** A page with the owner's text; `updatedOn` is the day of its last change, null for the starter text. */
export const sitePageInput = z.object({ page: z.enum(SITE_PAGES) });
export const sitePageSchema = z.object({ text: z.string(), updatedOn: z.string().nullable() });
