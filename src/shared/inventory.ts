import { z } from 'zod';
import { rowsInput } from './bulk';
import { isDay } from './calendar-day';
import { confirmable } from './confirmation';
import { moneyInput } from './money-input';
import { sortedPage } from './page';
import type { fullProductSchema } from './store';
import { MAX_QUANTITY } from './store-options';
import { byId, idSchema, numberInput, optionalLine, optionalText, PRODUCT_MISSING, requiredLine } from './text';
import { daySchema } from './time-input';

/** The reasons of a stock change: a sale, a cancelled order, goods received, a correction, the first stock, or a new cost. */
export const MOVEMENT_KINDS = ['sale', 'cancel', 'receive', 'adjust', 'initial', 'revaluation'] as const;
export const COST_CHANGED = 'cost changed';

const RECEIVED = 'Please enter a whole number of at least 1.';
const CHANGED = 'Please enter a whole number other than 0, such as 5 or -2.';
const LARGEST = 100 * MAX_QUANTITY;

const blankAsUnsent = <Value>(value: Value | null): Value | undefined => (value === '' || value === null ? undefined : value);

/** Goods that arrived; `unitCost` is the cost of one of them, by default the current cost. */
export const stockReceipt = byId.extend({
  quantity: numberInput(RECEIVED).pipe(z.int(RECEIVED).min(1, RECEIVED).max(LARGEST, `Please enter at most ${LARGEST}.`)),
  unitCost: z.union([z.string(), z.number()]).nullish().transform(blankAsUnsent).pipe(moneyInput.optional()),
  note: optionalLine(240),
});
/** A correction by a count. It is a difference, so that two people counting do not undo each other's sales. */
export const stockAdjustment = byId.extend({
  quantity: numberInput(CHANGED).pipe(
    z
      .int(CHANGED)
      .min(-LARGEST, CHANGED)
      .max(LARGEST, CHANGED)
      .refine((change) => change !== 0, CHANGED),
  ),
  note: requiredLine(240),
});

export const movementListInput = z.object({
  productId: idSchema.optional(),
  limit: z.int().min(1).max(100).default(50),
  cursor: idSchema.nullish(),
});
export const STOCK_CATEGORIES = ['Detergents', 'Cleaning Supplies', 'Equipment', 'Disinfectants', 'Floor Care'] as const;
export const ACCOUNTING_CATEGORIES = [
  'Detergents',
  'Equipment',
  'Tools',
  'Supplies',
  'Laundry Care',
  'Cleaning Supplies',
  'Safety Equipment',
] as const;

/** The inventory screen marks a stock below this number as low; the accounting screen and the reports use the reorder level. */
export const LOW_STOCK = 10;
export const DEFAULT_REORDER_LEVEL = 5;
export const IMAGE_LIMIT = 5 * 1024 * 1024;

export type StockStatus = 'Out of Stock' | 'Low' | 'In Stock';
export const stockStatus = (stock: number, reorderLevel: number): StockStatus =>
  stock === 0 ? 'Out of Stock' : stock <= reorderLevel ? 'Low' : 'In Stock';

export const PROFIT_RATINGS = ['Excellent', 'Good', 'Fair', 'Poor', 'n/a'] as const;
export type ProfitRating = (typeof PROFIT_RATINGS)[number];
/** The least margin of each rating, in percent, the best first. */
export const LEAST_PERCENT = [
  ['Excellent', 30],
  ['Good', 20],
  ['Fair', 10],
] as const satisfies [ProfitRating, number][];
/** Returns the rating of the margin of a price over its cost by exact cents, so that 29.996 % is below 30. */
export function profitRating(priceCents: number, costCents: number | null): ProfitRating {
  if (costCents === null || priceCents <= 0 || costCents <= 0) return 'n/a';
  const isAtLeast = (percent: number) => (priceCents - costCents) * 100 >= percent * priceCents;
  return LEAST_PERCENT.find(([, percent]) => isAtLeast(percent))?.[0] ?? 'Poor';
}

export const PRICE_WRONG = 'Please enter a valid price amount.';
const STOCK = 'Please enter a whole number of at least 0.';
const stockInput = numberInput(STOCK).pipe(z.int(STOCK).min(0, STOCK).max(LARGEST, `Please enter at most ${LARGEST}.`));
const present = (message: string) => (max: number) =>
  z
    .string({ error: () => message })
    .refine((text) => text.trim() !== '', message)
    .pipe(requiredLine(max));
const needed = present(PRODUCT_MISSING);
const trimmed = z.string().trim();
const priceInput = z
  .union([z.string(), z.number()], PRODUCT_MISSING)
  .refine((value) => value !== '', PRODUCT_MISSING)
  .refine((value) => value === '' || moneyInput.safeParse(value).success, PRICE_WRONG)
  .pipe(moneyInput);

const blankAsNull = <Value>(value: Value): Value | null => (value === '' ? null : value);

const productFields = z.object({
  name: needed(160).pipe(trimmed),
  price: priceInput,
  category: needed(60),
  description: optionalText(4000),
  costPrice: z.union([z.string(), z.number()]).nullish().transform(blankAsNull).pipe(moneyInput.nullish()),
  /** An uploaded picture, or one of the site's own. */
  imageUrl: z
    .string()
    .nullish()
    .transform(blankAsNull)
    .pipe(
      z
        .string()
        .regex(/^\/(?!\/)(?!.*\.\.)[\w./-]{1,200}$/, 'Please upload a picture.')
        .nullish(),
    ),
  stockQuantity: stockInput,
  reorderLevel: stockInput,
  supplierName: optionalLine(120),
  supplierSku: optionalLine(60),
  isActive: z.boolean(),
  isHstTaxable: z.boolean(),
  isPstTaxable: z.boolean(),
  lastPurchaseDate: z.string().nullish().transform(blankAsNull).pipe(daySchema.nullish()),
});
/** The fields of a new product. `price` and `costPrice` are dollars; the margin is always calculated, never taken from the caller. */
export const productInput = productFields.extend({
  stockQuantity: stockInput.default(0),
  reorderLevel: stockInput.default(DEFAULT_REORDER_LEVEL),
  isActive: z.boolean().default(true),
  isHstTaxable: z.boolean().default(true),
  isPstTaxable: z.boolean().default(true),
});
/**
 * A change of a product, by PATCH or PUT: missing fields stay as they are. A `stockWas` that differs from the present stock is rejected
 * with CONFLICT, because the form showed an old one. `costReason` is the ledger's note for a new cost.
 */
export const productChange = productFields
  .partial()
  .extend({ ...byId.shape, stockWas: stockInput.optional(), costReason: optionalLine(240).optional() });
export const deleted = z.object({ success: z.literal(true) });

/** `low` leaves out products that are out of stock, which `reorder` includes; `low-ten` goes by {@link LOW_STOCK}. */
export const STOCK_VIEWS = ['active', 'low', 'reorder', 'low-ten', 'out', 'no-cost', 'retired'] as const;
/** The columns that lists of products can be sorted by. */
export const PRODUCT_ORDERS = ['name', 'price', 'stock', 'margin'] as const;
export const inventoryListInput = z.object({
  search: optionalLine(100),
  category: optionalLine(60),
  view: z.enum(STOCK_VIEWS).default('active'),
  ...sortedPage(...PRODUCT_ORDERS),
});
/** A change of several products: sold or retired, or at which stock to reorder. */
export const productsChange = z.object({
  products: rowsInput(productFields.pick({ isActive: true, reorderLevel: true }).partial().extend(byId.shape)),
});
export type Product = z.output<typeof fullProductSchema>;

export const catalogueAnswer = z.object({ isOurs: z.boolean('Please answer yes or no.'), ...confirmable });
/** The five reports as CSV, and the three as a page to print and a PDF. */
export const CSV_REPORTS = ['summary', 'detailed', 'profit-analysis', 'low-stock', 'category-report'] as const;
export type CsvReport = (typeof CSV_REPORTS)[number];
export const PRINT_REPORTS = ['financial-statement', 'inventory-valuation', 'stock-alert'] as const;
export type PrintReport = (typeof PRINT_REPORTS)[number];
/** The addresses: /documents/inventory/{type}.csv, and /documents/report/{type} with .pdf for the PDF; `from` and `to` bound the period. */
export const csvPath = (report: CsvReport): string => `/documents/inventory/${report}.csv`;
export const reportPath = (report: PrintReport): string => `/documents/report/${report}`;
export const REPORT_UNKNOWN = 'Invalid report type';

const DAY = 'Please enter a day such as 2026-11-20.';
/** A day of an address; an empty one counts as missing. */
const optionalDay = z
  .string(DAY)
  .refine((text) => text === '' || isDay(text), DAY)
  .optional()
  .transform((day) => day || undefined);

const PERIOD = 'Please end the period after it begins.';
/** The statement and, for the financial one, its period with both days included; by default the month so far. */
export const statementInput = z
  .object({ type: z.enum(PRINT_REPORTS, REPORT_UNKNOWN), from: optionalDay, to: optionalDay })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: PERIOD });

/** Returns the days of a financial statement: those asked for, or the month so far. An end before the beginning becomes the beginning. */
export function getPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string } {
  const end = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? `${end.slice(0, 8)}01`, to: end };
}

export const uploadedImage = z.object({ success: z.literal(true), imageUrl: z.string() });
