import { and, asc, desc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { readDailySums } from '../../../db/daily-sums';
import { prepared } from '../../../db/prepared';
import { products, SORTED_MARGIN } from '../../../db/schema';
import { addMonths } from '../../shared/calendar-periods';
import { LEAST_PERCENT, LOW_STOCK, PROFIT_RATINGS, type ProfitRating, profitRating, stockStatus } from '../../shared/inventory';
import { formatCents, formatKnownCents } from '../../shared/money';
import { addUp, groupBy } from '../../shared/statistics';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { BY_NAME, countToReorder, isActive, isLow, isToReorder, toProduct } from './products';
import type { ProductRow } from './service';

/** The margin in percent of products with both prices, by the rule of `profitMargin`. */
const margin = sql`(price_cents - cost_cents) * 100.0 / price_cents`;
const hasMargin = sql`price_cents > 0 and cost_cents > 0`;
const stockProfit = sql<number>`price_cents * stock_quantity - stock_value_cents`;
const total = (amount: string) => sql<number>`coalesce(sum(${sql.raw(amount)}), 0)`;
const countIf = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})`;

// Names its index, since the planner without statistics would take another one that begins with is_active.
const stock = sql`products indexed by products_figures`;

/** Sums up the categories in any case. SQLite reads the columns beside `min(id)` from that row: the category as it was typed first. */
const categories = prepared((db) =>
  db
    .select({
      category: sql<string>`category`,
      firstId: sql<number>`min(id)`,
      products: sql<number>`count(*)`,
      costCents: total('stock_value_cents'),
      priceCents: total('price_cents * stock_quantity'),
    })
    .from(stock)
    .where(isActive)
    .groupBy(sql`lower(category)`)
    .orderBy(sql`lower(category)`),
);

const stockSums = prepared((db) =>
  db
    .select({
      totalProducts: sql<number>`count(*)`,
      units: total('stock_quantity'),
      priceCents: total('price_cents * stock_quantity'),
      costCents: total('stock_value_cents'),
      profitCents: sql<number>`coalesce(sum(${stockProfit}) filter (where cost_cents is not null), 0)`,
      averageMargin: sql<number | null>`avg(${margin}) filter (where ${hasMargin})`,
      withoutCost: countIf('cost_cents is null'),
      lowStock: countIf('stock_quantity between 1 and reorder_level'),
      lowStockTen: countIf(`stock_quantity < ${LOW_STOCK}`),
      outOfStock: countIf('stock_quantity = 0'),
      sampleProducts: countIf('is_sample and stock_quantity > 0'),
    })
    .from(stock)
    .where(isActive),
);
/** Sums up the active products as of now. Profit, margin and value at cost leave out products without a cost. */
export function summarizeStock(ctx: Ctx) {
  const found = stockSums(ctx.db).get();
  if (!found) throw new Error('A count without an answer.');
  const { priceCents, costCents, profitCents, averageMargin, sampleProducts, ...counts } = found;
  return {
    ...counts,
    isSample: sampleProducts > 0,
    valueAtPrice: formatCents(priceCents),
    valueAtCost: formatCents(costCents),
    potentialProfit: formatCents(profitCents),
    averageMargin: averageMargin === null ? null : averageMargin.toFixed(2),
  };
}

export const summarizeInventory = (ctx: Ctx) => ({
  ...summarizeStock(ctx),
  toReorder: countToReorder(ctx),
  categories: categories(ctx.db)
    .all()
    .map(({ category, products: count }) => ({ category, products: count })),
});

const TOP = 10;
const topPerformers = prepared((db) => {
  // It may differ from `margin` in the last digit.
  const least = sql`(select ${SORTED_MARGIN} from products where ${isActive} order by ${SORTED_MARGIN} desc limit 1 offset ${sql.raw(String(TOP - 1))})`;
  // If fewer have a margin, all are compared.
  const isNearTop = sql`${SORTED_MARGIN} >= case when ${least} > -1e9 then ${least} - 1e-6 else -1e12 end`;
  return db
    .select({ ...getTableColumns(products), profitCents: stockProfit })
    .from(products)
    .where(and(isActive, hasMargin, isNearTop))
    .orderBy(desc(margin), desc(stockProfit), asc(products.id))
    .limit(TOP);
});
/** Lists the ten active products with the highest margins. If margins are equal, the higher profit of the stock comes first. */
export const listTopPerformers = (ctx: Ctx) =>
  topPerformers(ctx.db)
    .all()
    .map(({ profitCents, ...product }) => {
      const { id, name, category, price, costPrice, profitMargin, stockQuantity } = toProduct(product);
      const rating = profitRating(product.priceCents, product.costCents);
      return { id, name, category, price, costPrice, profitMargin, rating, stockQuantity, potentialProfit: formatCents(profitCents) };
    });

const MONTHS = 12;
/** Returns the sales before tax of each of the last twelve months ("2026-11"), oldest first, without cancelled orders. */
function getSalesByMonth(ctx: Ctx) {
  const today = businessDay(ctx.now());
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(`${today.slice(0, 7)}-01`, index - MONTHS + 1).slice(0, 7));
  const range = { from: `${months[0]}-01`, to: `${months.at(-1)}-31` };
  const sold = readDailySums(ctx, 'orders', range, 'month').filter(({ state }) => state !== 'cancelled');
  return months.map((month) => {
    const some = sold.filter(({ period }) => period === month);
    return { month, orders: addUp(some, 'count'), sales: formatCents(addUp(some, 'subtotal')) };
  });
}

/** Counts the active products of each rating, by the rule of `profitRating`. */
const ratings = prepared((db) => {
  const isAtLeast = (percent: number) => sql`(price_cents - cost_cents) * 100 >= ${sql.raw(String(percent))} * price_cents`;
  const cases = LEAST_PERCENT.map(([rating, percent]) => sql`when ${isAtLeast(percent)} then ${sql.raw(`'${rating}'`)}`);
  const rating = sql<ProfitRating>`case when ${hasMargin} then case ${sql.join(cases, sql` `)} else 'Poor' end else 'n/a' end`;
  return db.select({ rating, products: sql<number>`count(*)` }).from(stock).where(isActive).groupBy(sql`1`);
});
function getMarginSpread(ctx: Ctx) {
  const counts = new Map(
    ratings(ctx.db)
      .all()
      .map((row) => [row.rating, row.products]),
  );
  return PROFIT_RATINGS.map((rating) => ({ rating, products: counts.get(rating) ?? 0 }));
}

/** Returns the figures of the charts, the categories with the largest value at cost first. */
export const readCharts = (ctx: Ctx) => ({
  valueByCategory: categories(ctx.db)
    .all()
    .sort((a, b) => b.costCents - a.costCents)
    .map(({ category, costCents, priceCents }) => ({
      category,
      valueAtCost: formatCents(costCents),
      valueAtPrice: formatCents(priceCents),
    })),
  salesByMonth: getSalesByMonth(ctx),
  marginSpread: getMarginSpread(ctx),
});

/** Prepares the products of a condition, those out of stock first. */
const soldOutFirst = (condition: SQL) =>
  prepared((db) => db.select().from(products).where(condition).orderBy(sql`stock_quantity > 0`, BY_NAME));
const lowProducts = soldOutFirst(isLow);
const productsToReorder = soldOutFirst(isToReorder);
export const readLow = (ctx: Ctx): ProductRow[] => lowProducts(ctx.db).all();

/** Groups rows by a word in any case, in alphabetical order. Each group is called as it was typed first. */
export function groupByWord<Row extends { id: number }>(
  rows: readonly Row[],
  getWord: (row: Row) => string,
): [word: string, rows: Row[]][] {
  return [...groupBy(rows, (row) => getWord(row).toLowerCase())]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, group]) => [getWord(group.reduce((first, row) => (row.id < first.id ? row : first))), group]);
}

/** Returns the number to order that brings a product's stock to twice its reorder level. */
export const getSuggestedQuantity = ({ stockQuantity, reorderLevel }: ProductRow): number => Math.max(0, 2 * reorderLevel - stockQuantity);
export const getOrderCents = (row: ProductRow): number | null =>
  row.costCents === null ? null : getSuggestedQuantity(row) * row.costCents;

/** Groups the products to order by supplier in any case, those without a supplier last. `withoutCost` counts those in no order cost. */
export const groupBySupplier = <Shown>(low: readonly ProductRow[], show: (row: ProductRow) => Shown) =>
  groupByWord(
    low.filter((row) => getSuggestedQuantity(row) > 0),
    ({ supplierName }) => supplierName?.trim() ?? '',
  )
    .sort(([a], [b]) => Number(a === '') - Number(b === ''))
    .map(([name, rows]) => ({
      supplierName: name === '' ? null : name,
      orderCost: formatCents(rows.reduce((sum, row) => sum + (getOrderCents(row) ?? 0), 0)),
      withoutCost: rows.filter(({ costCents }) => costCents === null).length,
      products: rows.map(show),
    }));

/** Returns what the reorder list and the stock alert both show of a low product. */
export const toReorder = (row: ProductRow) => ({
  id: row.id,
  name: row.name,
  supplierSku: row.supplierSku,
  stockQuantity: row.stockQuantity,
  reorderLevel: row.reorderLevel,
  suggestedQuantity: getSuggestedQuantity(row),
  costPrice: formatKnownCents(row.costCents),
  orderCost: formatKnownCents(getOrderCents(row)),
});

export const listToReorder = (ctx: Ctx) =>
  groupBySupplier(productsToReorder(ctx.db).all(), (row) => ({
    ...toReorder(row),
    status: stockStatus(row.stockQuantity, row.reorderLevel),
  }));
