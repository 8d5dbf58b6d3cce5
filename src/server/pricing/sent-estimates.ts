import { formatCents, MAX_CENTS } from '../../shared/money';
import { countUnits, sumMinutes, sumPrices } from '../../shared/pricing';
import type { EstimateInput, SentEstimate } from '../../shared/pricing-schemas';
import type { Ctx } from '../context';
import { findPrices } from './service';

/** Returns the JSON by which a booking or a quote request keeps the inputs of an estimate, and the estimate by the prices of now. */
export function toSentEstimate(ctx: Pick<Ctx, 'db'>, input: EstimateInput | null | undefined): string | null {
  if (!input) return null;
  const { items, lines } = findPrices(ctx, input);
  const cents = sumPrices(lines);
  const isPriced = items.length > 0 && cents <= MAX_CENTS;
  const sent: SentEstimate = {
    ...input,
    extraNames: items.filter((item) => item.unit === 'extra' && countUnits(item, input) > 0).map(({ name }) => name),
    total: isPriced ? formatCents(cents) : null,
    minutes: isPriced ? sumMinutes(lines) : null,
  };
  return JSON.stringify(sent);
}

export const readSentEstimate = (stored: string | null): SentEstimate | null => (stored === null ? null : JSON.parse(stored));
