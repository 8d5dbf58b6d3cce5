import type { PublicQuote } from '../../../shared/quoting-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { formatDate } from '../../../shared/time';

const describeLines = ({ lines }: PublicQuote): string =>
  JSON.stringify(lines.map(({ description, quantity, price, isOptional }) => [description, quantity, price, isOptional]));

/** Says why an answer was not taken and what changed on the quote meanwhile. */
export function describeChanges(before: PublicQuote, now: PublicQuote, refusal: string): string {
  const changes = [
    now.version !== before.version && `This is version ${now.version}.`,
    describeLines(now) !== describeLines(before) && 'The lines are different.',
    now.total !== before.total && `The total is ${formatPrice(now.total)} instead of ${formatPrice(before.total)}.`,
    now.validUntil !== before.validUntil && `It is valid until ${formatDate(now.validUntil)}.`,
  ];
  return [refusal, ...changes].filter(Boolean).join(' ');
}
