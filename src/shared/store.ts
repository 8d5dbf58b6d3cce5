import { z } from 'zod';
import { optionalLine, pageInput } from './text';

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
/** One code table behind the four lists of payment methods (decisions X10). */
export const PAYMENT_METHODS = ['interac', 'e-transfer', 'direct-deposit', 'cash', 'cheque', 'card'] as const;
/** Which of the two documented tax readings a customer saw (decisions X5). */
export const TAX_READINGS = ['checkout-12', 'cart-19'] as const;

/** The store's filters, each with the category words it stands for beside its own (decisions X18). */
const CATEGORY_ALIASES: Record<string, readonly string[]> = {
  detergents: ['laundry care'],
  equipment: [],
  tools: [],
  supplies: ['cleaning supplies'],
  chemicals: ['disinfectants', 'floor care'],
  protective: ['safety equipment'],
};

/** The category words, in lower case, that a filter lets through; undefined for no filter. */
export function categoriesOf(filter: string | null | undefined): readonly string[] | undefined {
  const wanted = filter?.trim().toLowerCase();
  if (!wanted || wanted === 'all') return undefined;
  return [wanted, ...(CATEGORY_ALIASES[wanted] ?? [])];
}

export const productFilter = pageInput.extend({ category: optionalLine(60) });

/** What anybody may know of a product. */
const publicProductSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  price: z.string(),
  category: z.string(),
  imageUrl: z.string().nullable(),
  stockQuantity: z.int(),
  rating: z.number().nullable(),
  reviews: z.int().nullable(),
});

/** What the office knows of it besides. */
const fullProductSchema = publicProductSchema.extend({
  costPrice: z.string().nullable(),
  reorderLevel: z.int(),
  supplierName: z.string().nullable(),
  supplierSku: z.string().nullable(),
  profitMargin: z.string().nullable(),
  isActive: z.boolean(),
  isHstTaxable: z.boolean(),
  isPstTaxable: z.boolean(),
  lastPurchaseDate: z.string().nullable(),
  createdAt: z.string(),
});

export const productList = z.object({ rows: z.array(z.union([fullProductSchema, publicProductSchema])), nextCursor: z.int().nullable() });

/** Percent of the price that is left after the cost, two places, "42.50"; null unless both are above nothing (decisions X74). */
export function profitMargin(priceCents: number, costCents: number | null): string | null {
  if (costCents === null || priceCents <= 0 || costCents <= 0) return null;
  return (((priceCents - costCents) / priceCents) * 100).toFixed(2);
}
