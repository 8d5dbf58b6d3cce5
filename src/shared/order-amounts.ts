import { DomainError } from './errors';
import { calculateTax, DOCUMENTED_READINGS, formatMoney, getPstShare, type TaxReading, type TaxRule, type Totals } from './store-sums';

type SeenAmounts = { subtotal?: number | null | undefined; taxAmount?: number | null | undefined; totalAmount?: number | null | undefined };

const changed = (sentence: string) => new DomainError('CONFLICT', `${sentence} Please look at your cart again.`);
const list = (amounts: number[]) => [...new Set(amounts)].map(formatMoney).join(' or ');
/** Allows a difference of one cent, because a client may round in a different order. */
const isSame = (cents: number, other: number) => Math.abs(cents - other) <= 1;

/**
 * Returns the tax reading that matches the amounts the customer saw, and the tax as they saw it with its provincial part. Without
 * amounts it returns the first reading of the rule. The subtotal must be exact, the tax within a cent of its reading, and the total
 * within a cent of subtotal plus tax; otherwise throws CONFLICT with a sentence that names the difference.
 */
export function agreeOnTax(
  totals: Totals,
  seen: SeenAmounts,
  rule: TaxRule,
): { taxReading: TaxReading; taxCents: number; pstCents: number } {
  const { subtotalCents } = totals;
  const { subtotal, taxAmount, totalAmount } = seen;
  if (subtotal != null && subtotal !== subtotalCents)
    throw changed(`The subtotal is now ${formatMoney(subtotalCents)}, not ${formatMoney(subtotal)}.`);
  const offers = (rule === 'documented' ? DOCUMENTED_READINGS : [rule]).map((taxReading) => ({
    taxReading,
    taxCents: calculateTax(totals, taxReading),
  }));
  const taxed = offers.filter(({ taxCents }) => taxAmount == null || isSame(taxAmount, taxCents));
  if (taxAmount != null && taxed.length === 0)
    throw changed(`The tax is now ${list(offers.map(({ taxCents }) => taxCents))}, not ${formatMoney(taxAmount)}.`);
  const getTotal = (taxCents: number) => subtotalCents + (taxAmount ?? taxCents);
  const fitting = taxed.filter(({ taxCents }) => totalAmount == null || isSame(totalAmount, getTotal(taxCents)));
  if (totalAmount != null && fitting.length === 0)
    throw changed(`The total is now ${list(taxed.map(({ taxCents }) => getTotal(taxCents)))}, not ${formatMoney(totalAmount)}.`);
  const shown = taxAmount ?? (totalAmount == null ? undefined : Math.max(0, totalAmount - subtotalCents));
  const distance = (taxCents: number) => Math.abs((shown ?? taxCents) - taxCents);
  const [nearest = offers[0]] = fitting.toSorted((a, b) => distance(a.taxCents) - distance(b.taxCents));
  if (!nearest) throw new Error('A tax rule without a reading.');
  const { taxReading } = nearest;
  const taxCents = shown ?? nearest.taxCents;
  return { taxReading, taxCents, pstCents: getPstShare(totals, taxReading, taxCents) };
}
