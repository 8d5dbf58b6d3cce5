import { z } from 'zod';
import { BOOKING_SERVICE_TYPES } from './booking';
import { moneyInput } from './money-input';
import { FREQUENCIES } from './plans';
import { PRICE_UNITS } from './pricing';
import { idSchema, numberInput, optionalLine, requiredLine } from './text';

const wholeCount = (max: number, what: string) => {
  const message = `Please enter ${what} as a whole number from 0 to ${max}.`;
  return numberInput(message)
    .pipe(z.int(message).min(0, message).max(max, message))
    .nullish()
    .transform((count) => count ?? undefined);
};
const SQUARE_FEET = 'Please enter the square feet as a number from 0 to 1000000.';

/** The work for which a visitor asks an estimate. Extras that the service does not have add nothing. */
export const estimateInput = z.object({
  serviceType: requiredLine(60),
  bedrooms: wholeCount(99, 'the bedrooms'),
  bathrooms: wholeCount(99, 'the bathrooms'),
  squareFeet: numberInput(SQUARE_FEET)
    .pipe(z.number().min(0, SQUARE_FEET).max(1_000_000, SQUARE_FEET))
    .nullish()
    .transform((feet) => feet ?? undefined),
  hours: wholeCount(999, 'the hours'),
  extras: z
    .array(idSchema)
    .max(100, 'Please choose at most 100 extras.')
    .nullish()
    .transform((extras) => extras ?? undefined),
  frequency: z
    .enum(FREQUENCIES, `Please choose how often: ${FREQUENCIES.join(', ')}.`)
    .nullish()
    .transform((frequency) => frequency ?? undefined),
});
export type EstimateInput = z.output<typeof estimateInput>;

/**
 * The inputs of the estimate that a visitor saw, as they come with a booking or a quote request. Its service is the booked one by default.
 */
export const sentEstimateInput = estimateInput.extend({ serviceType: optionalLine(60) }).nullish();
/**
 * The inputs as the office sees them, with the names of the extras, and the estimate by the prices of the time when they were sent: null
 * without prices.
 */
export const sentEstimateSchema = z.object({
  ...{ serviceType: z.string(), bedrooms: z.int().optional(), bathrooms: z.int().optional(), squareFeet: z.number().optional() },
  ...{ hours: z.int().optional(), extras: z.array(z.int()).optional(), frequency: z.enum(FREQUENCIES).optional() },
  extraNames: z.array(z.string()),
  total: z.string().nullable(),
  minutes: z.int().nullable(),
});
export type SentEstimate = z.output<typeof sentEstimateSchema>;

const estimateLine = z.object({
  kind: z.enum(['service', 'extra', 'discount']),
  description: z.string(),
  quantity: z.int(),
  /** Price and minutes of each. */
  price: z.string(),
  minutes: z.int(),
});
/**
 * An estimate before tax; `total` is the sum of price × quantity of its lines. `low` and `high` are the total, because the price book has
 * no usual sizes from which the quantities that a visitor left out could be guessed: these count as 0.
 */
export const estimateSchema = z.object({
  total: z.string(),
  low: z.string(),
  high: z.string(),
  minutes: z.int(),
  lines: z.array(estimateLine),
});
export type Estimate = z.output<typeof estimateSchema>;

/**
 * Holds everything that public pages need to estimate by themselves: the active items of each service that can be booked and that costs
 * more than its extras, with its minimum charge in cents; the estimate that the landing page opens with, null without such a service; and
 * the discounts of regular visits in percent.
 */
export const estimatorSchema = z.object({
  services: z.array(
    z.object({
      type: z.enum(BOOKING_SERVICE_TYPES),
      minimumCents: z.int(),
      items: z.array(z.object({ id: z.int(), name: z.string(), unit: z.enum(PRICE_UNITS), priceCents: z.int(), minutes: z.int() })),
    }),
  ),
  opening: z.string().nullable(),
  discounts: z.object({ week: z.number(), '2weeks': z.number(), '4weeks': z.number() }),
});
export type Estimator = z.output<typeof estimatorSchema>;

const MINUTES = 'Please enter whole minutes from 0 to 1440.';
const SORT = 'Please give the position in the list as a whole number from 0 to 1000000.';
/**
 * An item of the price book. Without an id it is new: it takes no minutes, is active and comes last unless given. With an id, fields that
 * are missing keep their values.
 */
export const priceItemInput = z.object({
  id: idSchema.nullish(),
  serviceType: requiredLine(60),
  name: requiredLine(120),
  unit: z.enum(PRICE_UNITS, `Please choose a unit: ${PRICE_UNITS.join(', ')}.`),
  price: moneyInput,
  minutes: numberInput(MINUTES).pipe(z.int(MINUTES).min(0, MINUTES).max(1440, MINUTES)).optional(),
  isActive: z.boolean('Please say whether the price is in use.').optional(),
  sort: numberInput(SORT).pipe(z.int(SORT).min(0, SORT).max(1_000_000, SORT)).optional(),
});
export type PriceItemInput = z.output<typeof priceItemInput>;

export const priceItemSchema = z.object({
  id: z.int(),
  serviceType: z.string(),
  name: z.string(),
  unit: z.enum(PRICE_UNITS),
  price: z.string(),
  minutes: z.int(),
  isActive: z.boolean(),
  sort: z.int(),
});
export type PriceItem = z.output<typeof priceItemSchema>;
export const priceItemList = z.object({ rows: z.array(priceItemSchema) });
export const priceItemRemoved = z.object({ id: z.int() });
/** The items of a service in their new order; items that are not named come last. */
export const priceItemOrder = z.object({ serviceType: requiredLine(60), ids: z.array(idSchema).max(500, 'Please give at most 500 ids.') });
