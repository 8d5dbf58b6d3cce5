import { formatCents, parseCents } from './money';

/** Which of the two documented tax readings a customer saw (decisions X5). */
export const TAX_READINGS = ['checkout-12', 'cart-19'] as const;
export type TaxReading = (typeof TAX_READINGS)[number];
/** Whether the cart and the checkout keep a reading each, as documented, or share one. */
export const TAX_RULES = ['documented', ...TAX_READINGS] as const;
export type TaxRule = (typeof TAX_RULES)[number];

/** The reading a page shows under a rule. */
export const readingOf = (rule: TaxRule, page: 'cart' | 'checkout'): TaxReading =>
  rule === 'documented' ? (page === 'cart' ? 'cart-19' : 'checkout-12') : rule;

/** Rates in basis points (public-site.md §9). */
const HST = 1200;
const PST = 700;

/** A share of an amount in basis points, in cents, half a cent up. */
export const shareOf = (cents: number, basisPoints: number): number => Math.floor((cents * basisPoints + 5000) / 10_000);

export type PricedLine = { priceCents: number; quantity: number; isHstTaxable: boolean; isPstTaxable: boolean };
export type Totals = { subtotalCents: number; hstCents: number; pstCents: number };

/** Subtotal and the two taxes of some lines, each tax rounded once over the lines it is on (decisions X7, X8). */
export function totalsOf(lines: readonly PricedLine[]): Totals {
  const sum = (isCounted: (line: PricedLine) => boolean) =>
    lines.filter(isCounted).reduce((cents, line) => cents + line.priceCents * line.quantity, 0);
  return {
    subtotalCents: sum(() => true),
    hstCents: shareOf(
      sum((line) => line.isHstTaxable),
      HST,
    ),
    pstCents: shareOf(
      sum((line) => line.isPstTaxable),
      PST,
    ),
  };
}

/** The tax of a reading: HST alone, or both. */
export const taxOf = (totals: Totals, reading: TaxReading): number =>
  reading === 'cart-19' ? totals.hstCents + totals.pstCents : totals.hstCents;

/** Dollars for people: "$1,234.50". */
export const showCents = (cents: number): string => `$${formatCents(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
/** A price of the wire ("149.00") for people. */
export const showPrice = (price: string): string => showCents(parseCents(price) ?? 0);

/** An order's number for people, "ORD-0012"; never a key that a visitor may look up. */
export const showOrderNumber = (orderNumber: number): string => `ORD-${String(orderNumber).padStart(4, '0')}`;
