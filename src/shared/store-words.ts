// Here and not beside the schemas, so that the public pages have them without zod's weight.
import { formatCents, parseCents } from './money';

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Which status may follow which (public-site.md §4); what has left the house cannot be cancelled. */
export const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

/** One code table behind the four lists of payment methods (decisions X10). */
export const PAYMENT_METHODS = ['interac', 'e-transfer', 'direct-deposit', 'cash', 'cheque', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** What the checkout offers (public-site.md §2), with what it calls them. */
export const CHECKOUT_METHODS = ['interac', 'direct-deposit', 'cash', 'cheque'] as const;
export type CheckoutMethod = (typeof CHECKOUT_METHODS)[number];
export const METHOD_NAMES: Record<PaymentMethod, string> = {
  interac: 'Interac e-Transfer',
  'e-transfer': 'E-transfer',
  'direct-deposit': 'Direct Deposit',
  cash: 'Cash on Delivery',
  cheque: 'Cheque',
  card: 'Card',
};

/** The status an order begins with (public-site.md §4). */
export const firstStatusOf = (method: PaymentMethod): OrderStatus => (method === 'cash' ? 'pending' : 'processing');

/** The filters of the supply store (public-site.md §9), and those of the marketplace. */
export const STORE_CATEGORIES = ['all', 'detergents', 'equipment', 'tools', 'supplies', 'chemicals', 'protective'] as const;
export const MARKETPLACE_CATEGORIES = ['Detergents', 'Equipment', 'Supplies', 'Laundry Care', 'Tools'] as const;
export const PRODUCT_SORTS = ['name', 'price-low', 'price-high', 'rating'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** What a product without a rating of its own shows (decisions X19); a made-up figure, so it says that it is a sample. */
export const SAMPLE_RATING = { rating: 4.5, reviews: 12 } as const;

/** How many of one product an order may hold, and how many lines. */
export const MAX_QUANTITY = 1000;
export const MAX_LINES = 100;

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
