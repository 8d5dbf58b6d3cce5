import { z } from 'zod';
import { COMPARED_DIMENSIONS } from './demand';
import { moneyInput } from './money-input';
import { sortedPage, sortedPageSchema } from './page';
import { QUOTE_SERVICE_TYPES } from './quotes';
import { byId, idSchema, optionalLine, requiredLine } from './text';
import { daySchema } from './time-input';

/** The units of a competitor's price. */
export const PRICE_UNITS = ['job', 'hour', 'square-foot'] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];
/** The units in words after a price: "$149.00 per job". */
export const UNIT_NAMES: Record<PriceUnit, string> = { job: 'per job', hour: 'per hour', 'square-foot': 'per square foot' };

/** A competitor's price as the owner saw it. */
export const competitorPriceInput = z.object({
  competitor: requiredLine(120),
  service: z.enum(QUOTE_SERVICE_TYPES, `Please choose a service: ${QUOTE_SERVICE_TYPES.join(', ')}.`),
  price: moneyInput.refine((cents) => cents > 0, 'Please enter a price above 0.'),
  unit: z.enum(PRICE_UNITS, 'Please choose what the price is for.'),
  source: optionalLine(240),
  observedOn: daySchema,
});
export const competitorPriceChange = competitorPriceInput.extend(byId.shape);
export const competitorPriceSchema = z.object({
  id: z.int(),
  competitor: z.string(),
  service: z.string(),
  price: z.string(),
  unit: z.string(),
  source: z.string().nullable(),
  observedOn: z.string(),
  enteredBy: z.string(),
  createdAt: z.string(),
});
export type CompetitorPrice = z.output<typeof competitorPriceSchema>;
export const COMPETITOR_PRICE_ORDERS = ['competitor', 'service', 'seen', 'price'] as const;
export const competitorPriceListInput = z.object(sortedPage(...COMPETITOR_PRICE_ORDERS));
export const competitorPriceList = sortedPageSchema(competitorPriceSchema);
export const removedPrice = z.object({ id: z.int() });

/** Competitors' prices of a service in a unit beside our own; money with two places. */
const comparedService = z.object({
  service: z.string(),
  unit: z.string(),
  prices: z.int(),
  competitors: z.int(),
  median: z.string(),
  /** Finished jobs of the last 12 months that our own figure rests on; null without such jobs. */
  ownJobs: z.int(),
  ownMedian: z.string().nullable(),
  newestOn: z.string(),
  oldestOn: z.string(),
});
export type ComparedService = z.output<typeof comparedService>;
/** The last comparison; null before the first one and without any price. */
export const comparisonSchema = z.object({ comparedAt: z.string(), today: z.string(), services: z.array(comparedService) }).nullable();

/** The suggested price of a quote; money with two places. Missing if there were too few jobs. */
export const priceSuggestionSchema = z.object({
  inquiryId: z.int(),
  serviceType: z.string(),
  area: z.string().nullable(),
  n: z.int(),
  p25: z.string().nullable(),
  median: z.string().nullable(),
  p75: z.string().nullable(),
  minutesMedian: z.int().nullable(),
  suggested: z.string().nullable(),
  explanation: z.string(),
  createdAt: z.string(),
});
export type PriceSuggestion = z.output<typeof priceSuggestionSchema>;
export const byInquiry = z.object({ inquiryId: idSchema });

const demandFigures = z.object({ inquiries: z.int(), bookings: z.int(), jobsDone: z.int(), revenue: z.string(), converted: z.int() });
export type ShownFigures = z.output<typeof demandFigures>;
const demandRow = z.object({ key: z.string(), now: demandFigures, before: demandFigures });
export type DemandRow = z.output<typeof demandRow>;
const monthRow = z.object({ key: z.string(), figures: demandFigures });
/** The demand of the last run: the days up to that day beside as many before. Null before the first run. */
export const demandSchema = z
  .object({
    measuredAt: z.string(),
    periodStart: z.string(),
    periodEnd: z.string(),
    beforeStart: z.string(),
    beforeEnd: z.string(),
    /** True if the company's records cover the earlier period fully, so that the two may be compared. */
    isBeforeWhole: z.boolean(),
    total: z.object({ now: demandFigures, before: demandFigures }),
    /** True if there were more addresses than one run reads: the figures of areas are those of the newest ones. */
    isAreaCut: z.boolean(),
    dimensions: z.object(
      Object.fromEntries(COMPARED_DIMENSIONS.map((name) => [name, z.array(demandRow)])) as Record<
        (typeof COMPARED_DIMENSIONS)[number],
        z.ZodArray<typeof demandRow>
      >,
    ),
    /** The calendar months of both periods, oldest first; the first and the last are partial. */
    months: z.array(monthRow),
  })
  .nullable();
export type Demand = NonNullable<z.output<typeof demandSchema>>;
