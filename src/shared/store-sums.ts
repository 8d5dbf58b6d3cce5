import { formatCents, parseCents } from './money';

/** The two documented tax readings that a customer may have seen (decisions X5). */
export const DOCUMENTED_READINGS = ['checkout-12', 'cart-19'] as const;
/** Those, and British Columbia's taxes as they are (decisions X6). What an order was taxed by is kept with it. */
export const TAX_READINGS = [...DOCUMENTED_READINGS, 'bc-current'] as const;
export type TaxReading = (typeof TAX_READINGS)[number];
/** Whether the cart and the checkout keep a reading each, as documented, or share one. */
export const TAX_RULES = ['documented', ...TAX_READINGS] as const;
export type TaxRule = (typeof TAX_RULES)[number];
/** Of these, what the owner chooses among while the documented rates hold. */
export const STORE_TAX_RULES = ['documented', ...DOCUMENTED_READINGS] as const;
/** By whose rates an order was taxed: those of the specification, or of the province. */
export const TAX_PROFILES = ['documented', 'bc-current'] as const;
export type TaxProfile = (typeof TAX_PROFILES)[number];

/** The reading a page shows under a rule. */
export const getTaxReading = (rule: TaxRule, page: 'cart' | 'checkout'): TaxReading =>
  rule === 'documented' ? (page === 'cart' ? 'cart-19' : 'checkout-12') : rule;

/** What each tax is called, and its rate in basis points: public-site.md §9, and GST as of the Excise Tax Act, s. 165(1). */
export const TAXES = {
  hst: { label: 'HST (12%)', rate: 1200 },
  gst: { label: 'GST (5%)', rate: 500 },
  pst: { label: 'BC PST (7%)', rate: 700 },
} as const;
const TAXES_OF: Record<TaxReading, readonly (keyof typeof TAXES)[]> = {
  'checkout-12': ['hst'],
  'cart-19': ['hst', 'pst'],
  'bc-current': ['gst', 'pst'],
};

/** A share of an amount in basis points, in cents, half a cent up. */
export const applyRate = (cents: number, basisPoints: number): number => Math.floor((cents * basisPoints + 5000) / 10_000);

export type PricedLine = { priceCents: number; quantity: number; isHstTaxable: boolean; isPstTaxable: boolean };
export type Totals = { subtotalCents: number; hstCents: number; gstCents: number; pstCents: number };

/** Subtotal and taxes of some lines, each tax rounded once over the lines it is on (decisions X7, X8). */
export function calculateTotals(lines: readonly PricedLine[]): Totals {
  const sum = (isCounted: (line: PricedLine) => boolean) =>
    lines.filter(isCounted).reduce((cents, line) => cents + line.priceCents * line.quantity, 0);
  const federal = sum((line) => line.isHstTaxable);
  return {
    subtotalCents: sum(() => true),
    hstCents: applyRate(federal, TAXES.hst.rate),
    gstCents: applyRate(federal, TAXES.gst.rate),
    pstCents: applyRate(
      sum((line) => line.isPstTaxable),
      TAXES.pst.rate,
    ),
  };
}

/** The taxes of a reading, as a page lists them. */
export const listTaxes = (totals: Totals, reading: TaxReading): { label: string; cents: number }[] =>
  TAXES_OF[reading].map((tax) => ({ label: TAXES[tax].label, cents: totals[`${tax}Cents`] }));
/** What they come to. */
export const calculateTax = (totals: Totals, reading: TaxReading): number =>
  listTaxes(totals, reading).reduce((sum, { cents }) => sum + cents, 0);
/** The province's part of a tax as a customer saw it, which may be a cent off ours: the odd cent goes to the federal tax, if there is one. */
export function getPstShare(totals: Totals, reading: TaxReading, taxCents: number): number {
  const [federalCents, pstCents] = listTaxes(totals, reading).map(({ cents }) => cents);
  if (pstCents === undefined) return 0;
  return federalCents === 0 ? taxCents : Math.min(pstCents, taxCents);
}
/** The taxes of an order, each under its name with the amount that was stored at checkout. */
export const listOrderTaxes = ({ taxReading, hstAmount, pstAmount }: { taxReading: TaxReading; hstAmount: string; pstAmount: string }) =>
  TAXES_OF[taxReading].map((tax) => ({ label: TAXES[tax].label, amount: tax === 'pst' ? pstAmount : hstAmount }));

/** Dollars for people: "$1,234.50", and below nothing "−$5.00". */
export const showCents = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${formatCents(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
/** A price of the wire ("149.00") for people. */
export const showPrice = (price: string): string => showCents(parseCents(price) ?? 0);

/** An order's number for people, "ORD-0012"; never a key that a visitor may look up. */
export const showOrderNumber = (orderNumber: number): string => `ORD-${String(orderNumber).padStart(4, '0')}`;
