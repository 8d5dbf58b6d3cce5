import { FREQUENCY_NAMES } from './plans';
import type { Basket } from './pricing';
import { formatPrice } from './store-sums';

/** The inputs of an estimate that came with a booking or a quote request. */
type Sent = Omit<Basket, 'extras'> & { extraNames: readonly string[]; total: string | null };

const plural = (count: number | undefined, one: string): string[] => (count ? [`${count} ${count === 1 ? one : `${one}s`}`] : []);

/** Describes the inputs of an estimate: "3 bedrooms, 2 bathrooms, every 2 weeks · estimated $180.00". */
export function describeEstimate({ bedrooms, bathrooms, squareFeet, hours, extraNames, frequency = 'once', total }: Sent): string {
  const inputs = [
    ...plural(bedrooms, 'bedroom'),
    ...plural(bathrooms, 'bathroom'),
    ...(squareFeet ? [`${squareFeet} sq ft`] : []),
    ...plural(hours, 'hour'),
    ...extraNames,
    ...(frequency === 'once' ? [] : [FREQUENCY_NAMES[frequency].toLowerCase()]),
  ];
  return [inputs.join(', '), total === null ? '' : `estimated ${formatPrice(total)}`].filter((part) => part !== '').join(' · ');
}
