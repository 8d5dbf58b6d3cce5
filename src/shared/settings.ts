import { z } from 'zod';
import { automationSettings } from './automation-settings';
import type { CompanyFacts } from './company';
import { messageTemplates } from './message-templates';
import { isPhone } from './phone';
import { positionInput } from './position';
import { SITE_PAGES, type SitePageText } from './site-pages';
import { CHECKOUT_METHODS } from './store-options';
import { STORE_TAX_RULES, TAX_PROFILES, TAX_RULES } from './store-sums';
import { numberInput, optionalAddress, optionalLine, optionalText, requiredEmail, requiredLine, requiredText } from './text';

const wholeNumber = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${max}.`;
  return numberInput(message).pipe(z.int(message).min(min, message).max(max, message));
};
const instructions = requiredText(1000);
const sitePageText: z.ZodType<SitePageText, SitePageText> = z.object({ text: requiredText(30_000), isReviewed: z.boolean() });

const HOUR = 'Please enter a time such as 08:00.';
const hour = z.string(HOUR).regex(/^([01]\d|2[0-3]):[0-5]\d$/, HOUR);
const hours = z
  .object({ opens: hour, closes: hour })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], message: 'Please close after you open.' });
export const COMPANY_PHONE = 'Please enter a phone number such as (250) 555-0142.';
const lines = (max: number) => z.array(requiredLine(60)).min(1, 'Please name at least one.').max(max, `Please name at most ${max}.`);

/** What the owner may change of the company's facts. `logo` is the name of an uploaded picture. */
export const companyFactsSchema: z.ZodType<CompanyFacts, unknown> = z.object({
  name: requiredLine(120),
  shortName: requiredLine(40),
  phone: requiredLine(40).refine(isPhone, COMPANY_PHONE),
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

/** How the next number of an invoice or a receipt is found: one more than the highest there is, or than the highest there ever was (decisions X81). */
export const NUMBERING = ['highest-plus-one', 'never-reuse'] as const;

/** What the owner may decide. A key that was never saved has its default. */
export const settingsSchema = z.object({
  /** Name, address, hours and the rest, in place of src/shared/company.ts. */
  company: companyFactsSchema,
  /** By whose rates everything new is taxed: the specification's, or the province's (decisions X6). */
  taxProfile: z.enum(TAX_PROFILES),
  /** With the documented rates: the cart's and the checkout's reading, each its own, or one for both (decisions X5). */
  taxRule: z.enum(STORE_TAX_RULES),
  numbering: z.enum(NUMBERING),
  /** Days until an invoice made of a job or a booking is due. */
  invoiceDueDays: wholeNumber(0, 365),
  /** How to pay an invoice, as it is printed on each that is open; empty for nothing. */
  invoiceInstructions: optionalText(1000).transform((text) => text ?? ''),
  /** Whether products without a rating show the documented sample figures (decisions X19). */
  showSampleRatings: z.boolean(),
  paymentInstructions: z.object(
    Object.fromEntries(CHECKOUT_METHODS.map((method) => [method, instructions])) as Record<
      (typeof CHECKOUT_METHODS)[number],
      typeof instructions
    >,
  ),
  /** The texts of /privacy and /terms; see parsePageText in site-pages.ts for their form. */
  privacy: sitePageText,
  terms: sitePageText,
  /** Places of a new slot (back-office.md §3). */
  slotCapacity: wholeNumber(0, 100),
  /** Jobs at a time in a window over all services; null for as many as the slots have places (decisions X32). */
  crewCap: wholeNumber(0, 500).nullable(),
  /** Whether windows that begin outside the posted hours are closed (decisions X28). */
  respectPostedHours: z.boolean(),
  /** Whether a booking becomes a client and a work order by itself (decisions X38). */
  createWorkOrders: z.boolean(),
  /** Hours before its window until which a visitor may move or cancel a booking. */
  manageCutoffHours: wholeNumber(0, 720),
  /** Minutes of travel that two jobs of a member need between them. */
  travelBufferMinutes: wholeNumber(0, 240),
  /** Where the routes of the map begin; it may come as pasted text. */
  depot: positionInput,
  /** From when on the workers find something worth telling, and what they may send by themselves. */
  automation: automationSettings,
  /** The owner's own words, by kind of message. */
  messageTemplates,
});
export type Settings = z.output<typeof settingsSchema>;
/** Some of the settings; what is absent stays as it is. */
export const settingsChange = settingsSchema.partial();

/** What the store's pages need to know of them. */
export const storefrontSchema = z.object({ taxRule: z.enum(TAX_RULES), showSampleRatings: z.boolean() });
export type Storefront = z.output<typeof storefrontSchema>;

/** A page of the owner's text, as its visitors see it; `updatedOn` is the day of its last change, null for the starter text. */
export const sitePageInput = z.object({ page: z.enum(SITE_PAGES) });
export const sitePageSchema = z.object({ text: z.string(), updatedOn: z.string().nullable() });
