import { z } from 'zod';
import { linePrice, quantityInput } from './invoice-items';
import { sums, terms as taxTerms } from './money-fields';
import { moneyInput } from './money-input';
import { pageSchema } from './page';
import { parseRule } from './plans';
import { MAX_QUOTE_LINES, PRICED_QUOTE_STATUSES, QUOTE_LINE_KINDS } from './quoting';
import { changedText, idSchema, numberInput, optionalText, requiredLine, requiredText } from './text';
import { clockTime, daySchema } from './time-input';

const PERCENT = 'Please enter a percentage from 0 to 100.';
const MINUTES = 'Please enter whole minutes from 0 to 1440.';
const RULE = 'Please choose weekdays every so many weeks, or one weekday of each month.';
const percent = numberInput(PERCENT).pipe(z.number(PERCENT).min(0, PERCENT).max(100, PERCENT));

const quoteLineInput = z
  .strictObject({
    kind: z.enum(QUOTE_LINE_KINDS, `Please choose a kind: ${QUOTE_LINE_KINDS.join(', ')}.`),
    description: requiredLine(240),
    quantity: quantityInput.default(1),
    price: linePrice,
    /** Minutes of work of each. */
    minutes: numberInput(MINUTES).pipe(z.int(MINUTES).min(0, MINUTES).max(1440, MINUTES)).nullish(),
    isGoods: z.boolean().optional(),
    isOptional: z.boolean().default(false),
  })
  .superRefine(({ kind, price }, ctx) => {
    if (kind === 'discount' ? price > 0 : price < 0)
      ctx.addIssue({
        code: 'custom',
        path: ['price'],
        message:
          kind === 'discount' ? 'Please enter a discount as a negative amount, such as -25.00.' : 'Only a discount can be below zero.',
      });
  })
  // Goods have PST under the British Columbia tax profile, services do not.
  .transform(({ isGoods, ...line }) => ({ ...line, isGoods: isGoods ?? line.kind === 'goods' }));
export type QuoteLine = z.output<typeof quoteLineInput>;

/** The rule of the plan that an approval creates. */
const quotePlanInput = z.strictObject({
  rrule: z.string(RULE).refine((text) => parseRule(text) !== undefined, RULE),
  startDate: daySchema,
  startTime: clockTime,
  discountPercent: percent.optional(),
});

const LINES = 'Please add at least one line.';
const composed = {
  serviceType: requiredLine(60),
  lines: z.array(quoteLineInput, LINES).min(1, LINES).max(MAX_QUOTE_LINES, `Please use at most ${MAX_QUOTE_LINES} lines.`),
  /** An amount, or a percentage of the total with tax. */
  deposit: z
    .union([z.strictObject({ amount: moneyInput }), z.strictObject({ percent })], 'Please give an amount or a percentage.')
    .nullish(),
  /** 30 days from today if missing. */
  validUntil: daySchema.optional(),
  message: changedText(4000),
  /** Those of the settings if missing. */
  terms: changedText(10_000),
  plan: quotePlanInput.nullish(),
};
export const quoteComposition = z.strictObject({ inquiryId: idSchema.nullish(), clientId: idSchema.nullish(), ...composed });
/** Fields that are missing stay as they are. */
export const quoteRevision = z.strictObject({
  id: idSchema,
  inquiryId: idSchema.nullish(),
  clientId: idSchema.nullish(),
  ...z.strictObject(composed).partial().shape,
});

export const pricedQuoteList = z.object({
  status: z.enum(PRICED_QUOTE_STATUSES).optional(),
  clientId: idSchema.optional(),
  inquiryId: idSchema.optional(),
  limit: z.int().min(1).max(100).default(25),
  cursor: idSchema.nullish(),
});
export const quoteReportInput = z
  .object({ from: daySchema, to: daySchema })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Please choose a last day that is not before the first.' });

export const byQuoteToken = z.object({ token: z.string('Please open the link from your quote.').max(200) });
const SHOWN_TOTAL = 'Please send the total that you saw, such as 149.00.';
export const quoteApproval = byQuoteToken.extend({
  version: z.int('Please send the version of the quote that you saw.').positive(),
  /** The ids of the optional lines that were ticked. */
  chosen: z.array(idSchema).max(MAX_QUOTE_LINES),
  /** With tax, as it was shown. */
  total: z.union([z.string(), z.number()], SHOWN_TOTAL).pipe(moneyInput),
  name: z
    .string({ error: () => 'Please type your name.' })
    .refine((name) => name.trim() !== '', 'Please type your name.')
    .pipe(requiredLine(120))
    .transform((name) => name.trim()),
});
export const quoteDecline = byQuoteToken.extend({ reason: optionalText(2000) });
export const quoteChangeRequest = byQuoteToken.extend({ text: requiredText(4000) });

const lineShape = z.object({
  id: z.int(),
  kind: z.enum(QUOTE_LINE_KINDS),
  description: z.string(),
  quantity: z.int(),
  price: z.string(),
  minutes: z.int().nullable(),
  isGoods: z.boolean(),
  isOptional: z.boolean(),
  /** True for the optional lines that the client ticked. */
  isChosen: z.boolean(),
});
const planShape = z.object({
  rrule: z.string(),
  startDate: z.string(),
  startTime: z.string(),
  discountPercent: z.number(),
});
const shown = {
  number: z.string(),
  version: z.int(),
  status: z.enum(PRICED_QUOTE_STATUSES),
  validUntil: z.string(),
  customerName: z.string(),
  serviceType: z.string(),
  message: z.string().nullable(),
  terms: z.string().nullable(),
  /** Of the lines that are not optional; from the approval on also of the chosen ones. */
  ...sums,
  total: z.string(),
  ...taxTerms,
  lines: z.array(lineShape),
  minutes: z.int(),
  /** The deposit of the total that is shown; `depositPercent` unless it is a fixed amount. */
  deposit: z.string().nullable(),
  depositPercent: z.number().nullable(),
  plan: planShape.nullable(),
  sentAt: z.string().nullable(),
  approvedName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  declineReason: z.string().nullable(),
  changeRequest: z.string().nullable(),
};
export const pricedQuoteSchema = z.object({
  id: z.int(),
  ...shown,
  /** Null until it is sent. */
  token: z.string().nullable(),
  inquiryId: z.int().nullable(),
  clientId: z.int().nullable(),
  /** Null for a client without an e-mail address, who is mailed nothing. */
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  customerAddress: z.string().nullable(),
  workOrderId: z.int().nullable(),
  planId: z.int().nullable(),
  depositInvoiceId: z.int().nullable(),
  viewedAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PricedQuote = z.output<typeof pricedQuoteSchema>;
export const pricedQuotes = pageSchema(pricedQuoteSchema);
export const publicQuoteSchema = z.object({
  ...shown,
  /** False once the client can no longer approve it. */
  canApprove: z.boolean(),
  /** The link of the version that replaced this one. */
  newerToken: z.string().nullable(),
});
export type PublicQuote = z.output<typeof publicQuoteSchema>;
export const quoteViewed = z.object({ ok: z.literal(true) });

export const quoteReport = z.object({
  /** Quotes that were sent in the period, counted once for all their versions, and what became of them. */
  sent: z.int(),
  viewed: z.int(),
  approved: z.int(),
  /** Total with tax of the approved ones. */
  value: z.string(),
  /** `winRate` is the percentage of the sent quotes that were approved. */
  byService: z.array(z.object({ serviceType: z.string(), sent: z.int(), approved: z.int(), winRate: z.int() })),
});
