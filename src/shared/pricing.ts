// Separate from the schemas, so that public pages do not load zod.
import { calculatePercent } from './money';
import { FREQUENCY_NAMES, type Frequency } from './plans';

/** Multipliers of an item's price; `100sqft` counts begun hundreds of square feet, an `extra` is chosen by name. */
export const PRICE_UNITS = ['flat', 'bedroom', 'bathroom', '100sqft', 'hour', 'extra'] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

/** Items of the price book; a company has a few dozen. */
export const MAX_PRICE_ITEMS = 500;

/** The price and the minutes of one unit of an item. */
export type PricedItem = { id: number; name: string; unit: PriceUnit; priceCents: number; minutes: number };

/** The work that an estimate is asked for. A missing quantity counts as 0; `extras` are ids of items. */
export type Basket = {
  bedrooms?: number | undefined;
  bathrooms?: number | undefined;
  squareFeet?: number | undefined;
  hours?: number | undefined;
  extras?: readonly number[] | undefined;
  frequency?: Frequency | undefined;
};

/** A line of an estimate: price and minutes are those of each unit. */
export type PricedLine = {
  kind: 'service' | 'extra' | 'discount';
  description: string;
  quantity: number;
  priceCents: number;
  minutes: number;
};

/** The least that a service costs, and the discount of the chosen frequency in percent. */
export type PriceRules = { minimumCents?: number; discountPercent?: number };

/** Returns how many units of an item a basket asks for. */
export function countUnits({ id, unit }: Pick<PricedItem, 'id' | 'unit'>, basket: Basket): number {
  const { bedrooms = 0, bathrooms = 0, squareFeet = 0, hours = 0, extras = [] } = basket;
  const counts = { flat: 1, bedroom: bedrooms, bathroom: bathrooms, '100sqft': Math.ceil(squareFeet / 100), hour: hours };
  return unit === 'extra' ? Number(extras.includes(id)) : counts[unit];
}

/** Return the price in cents and the minutes of some lines. */
export const sumPrices = (lines: readonly Pick<PricedLine, 'quantity' | 'priceCents'>[]): number =>
  lines.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);
export const sumMinutes = (lines: readonly Pick<PricedLine, 'quantity' | 'minutes'>[]): number =>
  lines.reduce((sum, { quantity, minutes }) => sum + quantity * minutes, 0);

/**
 * Returns the lines of an estimate, before tax: one for each item of which the basket has any, in the order of the items, then what is
 * missing to the minimum charge, then the discount, which is a percentage of all lines before it.
 */
export function listLines(
  items: readonly PricedItem[],
  basket: Basket,
  { minimumCents = 0, discountPercent = 0 }: PriceRules,
): PricedLine[] {
  const lines: PricedLine[] = [];
  for (const item of items) {
    const quantity = countUnits(item, basket);
    const kind = item.unit === 'extra' ? 'extra' : 'service';
    if (quantity > 0) lines.push({ kind, description: item.name, quantity, priceCents: item.priceCents, minutes: item.minutes });
  }
  const missing = minimumCents - sumPrices(lines);
  if (missing > 0) lines.push({ kind: 'service', description: 'Minimum charge', quantity: 1, priceCents: missing, minutes: 0 });
  const discount = calculatePercent(sumPrices(lines), discountPercent);
  if (discount > 0) {
    const description = `${FREQUENCY_NAMES[basket.frequency ?? 'once']}: ${discountPercent}% off`;
    lines.push({ kind: 'discount', description, quantity: 1, priceCents: -discount, minutes: 0 });
  }
  return lines;
}

/** The home that the landing page estimates before the visitor says anything. */
export const USUAL_HOME = { bedrooms: 2, bathrooms: 1 };

// The formatter of amounts belongs to the store's scripts, which the landing page does not load.
const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

type PricedService = { items: readonly PricedItem[]; minimumCents: number };
/** Returns the estimate of a basket in words, before tax and without discounts: "from $149.00 · about 2 h". */
export function summarizeEstimate({ items, minimumCents }: PricedService, basket: Basket): string {
  const lines = listLines(items, basket, { minimumCents });
  const minutes = sumMinutes(lines);
  return `from ${formatDollars(sumPrices(lines))}${minutes > 0 ? ` · ${formatAbout(minutes)}` : ''}`;
}

/** Formats minutes of work: "about 45 min", "about 2 h", "about 2.5 h". */
export const formatAbout = (minutes: number): string => (minutes < 60 ? `about ${minutes} min` : `about ${Math.round(minutes / 30) / 2} h`);
