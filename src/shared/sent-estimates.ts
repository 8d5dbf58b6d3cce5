import { formatCount } from './counts';
import { FREQUENCY_NAMES } from './plans';
import type { Basket } from './pricing';
import { formatPrice } from './store-sums';

/** The inputs of an estimate that came with a booking or a quote request. */
type Sent = Omit<Basket, 'extras'> & { extraNames: readonly string[]; total: string | null };

const toPart = (count: number | undefined, one: string): string[] => (count ? [formatCount(count, one)] : []);

/** Describes the inputs of an estimate: "3 bedrooms, 2 bathrooms, every 2 weeks · estimated $180.00". */
export function describeEstimate({ bedrooms, bathrooms, squareFeet, hours, extraNames, frequency = 'once', total }: Sent): string {
  const inputs = [
    ...toPart(bedrooms, 'bedroom'),
    ...toPart(bathrooms, 'bathroom'),
    ...(squareFeet ? [`${squareFeet} sq ft`] : []),
    ...toPart(hours, 'hour'),
    ...extraNames,
    ...(frequency === 'once' ? [] : [FREQUENCY_NAMES[frequency].toLowerCase()]),
  ];
  return [inputs.join(', '), total === null ? '' : `estimated ${formatPrice(total)}`].filter((part) => part !== '').join(' · ');
}
