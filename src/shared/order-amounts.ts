import { DomainError } from './errors';
import { calculateTax, DOCUMENTED_READINGS, getPstShare, showCents, type TaxReading, type TaxRule, type Totals } from './store-sums';

/** What a customer saw, in cents; what was not sent is absent. */
type SeenAmounts = { subtotal?: number | null | undefined; taxAmount?: number | null | undefined; totalAmount?: number | null | undefined };

const changed = (sentence: string) => new DomainError('CONFLICT', `${sentence} Please look at your cart again.`);
const list = (amounts: number[]) => [...new Set(amounts)].map(showCents).join(' or ');
/** The pages may round in another order; that is a cent at most (decisions X5, X8). */
const isSame = (cents: number, other: number) => Math.abs(cents - other) <= 1;

/**
 * Which tax reading a customer saw, and the tax in cents as it was shown with the province's part of it: one of the two documented ones, or the rule's only
 * one, and the first of them where nothing was sent (decisions X5). A subtotal has to be exact, a tax within a cent of its
 * reading, a total within a cent of the subtotal and that tax. Throws CONFLICT with a sentence that says what is different.
 */
export function agreeOnTax(
  totals: Totals,
  seen: SeenAmounts,
  rule: TaxRule,
): { taxReading: TaxReading; taxCents: number; pstCents: number } {
  const { subtotalCents } = totals;
  const { subtotal, taxAmount, totalAmount } = seen;
  if (subtotal != null && subtotal !== subtotalCents)
    throw changed(`The subtotal is now ${showCents(subtotalCents)}, not ${showCents(subtotal)}.`);
  const offers = (rule === 'documented' ? DOCUMENTED_READINGS : [rule]).map((taxReading) => ({
    taxReading,
    taxCents: calculateTax(totals, taxReading),
  }));
  const taxed = offers.filter(({ taxCents }) => taxAmount == null || isSame(taxAmount, taxCents));
  if (taxAmount != null && taxed.length === 0)
    throw changed(`The tax is now ${list(offers.map(({ taxCents }) => taxCents))}, not ${showCents(taxAmount)}.`);
  const totalOf = (taxCents: number) => subtotalCents + (taxAmount ?? taxCents);
  const fitting = taxed.filter(({ taxCents }) => totalAmount == null || isSame(totalAmount, totalOf(taxCents)));
  if (totalAmount != null && fitting.length === 0)
    throw changed(`The total is now ${list(taxed.map(({ taxCents }) => totalOf(taxCents)))}, not ${showCents(totalAmount)}.`);
  const shown = taxAmount ?? (totalAmount == null ? undefined : Math.max(0, totalAmount - subtotalCents));
  const distance = (taxCents: number) => Math.abs((shown ?? taxCents) - taxCents);
  const [nearest = offers[0]] = fitting.toSorted((a, b) => distance(a.taxCents) - distance(b.taxCents));
  if (!nearest) throw new Error('A tax rule without a reading.');
  const { taxReading } = nearest;
  const taxCents = shown ?? nearest.taxCents;
  return { taxReading, taxCents, pstCents: getPstShare(totals, taxReading, taxCents) };
}
