import { formatCents, parseCents } from './money';

/** The two ways to tax an order with the documented rates: HST only (the checkout), or HST and PST (the cart). */
export const DOCUMENTED_READINGS = ['checkout-12', 'cart-19'] as const;
/** The documented readings, and British Columbia's current taxes (GST and PST). An order stores the reading it was placed with. */
export const TAX_READINGS = [...DOCUMENTED_READINGS, 'bc-current'] as const;
export type TaxReading = (typeof TAX_READINGS)[number];
/** With 'documented', the cart shows 'cart-19' and the checkout 'checkout-12'; otherwise both show the same reading. */
export const TAX_RULES = ['documented', ...TAX_READINGS] as const;
export type TaxRule = (typeof TAX_RULES)[number];
/** The rules the owner chooses from while the documented rates apply. */
export const STORE_TAX_RULES = ['documented', ...DOCUMENTED_READINGS] as const;
/** The documented rates (HST 12%, PST 7%), or the current rates of British Columbia (GST 5%, PST 7%). */
export const TAX_PROFILES = ['documented', 'bc-current'] as const;
export type TaxProfile = (typeof TAX_PROFILES)[number];

/** Returns the reading that a page shows under a rule. */
export const getTaxReading = (rule: TaxRule, page: 'cart' | 'checkout'): TaxReading =>
  rule === 'documented' ? (page === 'cart' ? 'cart-19' : 'checkout-12') : rule;

/** The taxes with their rates in basis points. GST: Excise Tax Act, s. 165(1). */
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

/** Applies a rate in basis points to an amount in cents, rounding half a cent up. */
export const applyRate = (cents: number, basisPoints: number): number => Math.floor((cents * basisPoints + 5000) / 10_000);

export type PricedLine = { priceCents: number; quantity: number; isHstTaxable: boolean; isPstTaxable: boolean };
export type Totals = { subtotalCents: number; hstCents: number; gstCents: number; pstCents: number };

/** Returns the subtotal and taxes of some lines. Each tax is rounded once, over the sum of the lines it applies to. */
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

export const listTaxes = (totals: Totals, reading: TaxReading): { label: string; cents: number }[] =>
  TAXES_OF[reading].map((tax) => ({ label: TAXES[tax].label, cents: totals[`${tax}Cents`] }));
export const calculateTax = (totals: Totals, reading: TaxReading): number =>
  listTaxes(totals, reading).reduce((sum, { cents }) => sum + cents, 0);
/** Returns the provincial part of the tax the customer saw. That may differ by a cent from ours; the federal tax absorbs the difference. */
export function getPstShare(totals: Totals, reading: TaxReading, taxCents: number): number {
  const [federalCents, pstCents] = listTaxes(totals, reading).map(({ cents }) => cents);
  if (pstCents === undefined) return 0;
  return federalCents === 0 ? taxCents : Math.min(pstCents, taxCents);
}
export const listOrderTaxes = ({ taxReading, hstAmount, pstAmount }: { taxReading: TaxReading; hstAmount: string; pstAmount: string }) =>
  TAXES_OF[taxReading].map((tax) => ({ label: TAXES[tax].label, amount: tax === 'pst' ? pstAmount : hstAmount }));

/** Formats cents for display: "$1,234.50", "−$5.00". */
export const formatMoney = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${formatCents(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
export const formatPrice = (price: string): string => formatMoney(parseCents(price) ?? 0);

/** Formats an order number for display, "ORD-0012". */
export const formatOrderNumber = (orderNumber: number): string => `ORD-${String(orderNumber).padStart(4, '0')}`;
