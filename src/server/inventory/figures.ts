import { and, asc, desc, sql } from 'drizzle-orm';
import { orders, products } from '../../../db/schema';
import { addMonths } from '../../shared/calendar-periods';
import { LOW_STOCK, PROFIT_RATINGS, profitRating, stockStatus } from '../../shared/inventory';
import { formatCents, formatKnownCents } from '../../shared/money';
import { groupBy } from '../../shared/statistics';
import { businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';
import { countToReorder, isActive, isLow, toProduct } from './products';
import type { ProductRow } from './service';

/** The margin in percent of products with both prices, by the rule of `profitMargin`. */
const margin = sql`(price_cents - cost_cents) * 100.0 / price_cents`;
const hasMargin = sql`price_cents > 0 and cost_cents > 0`;
const stockProfit = sql<number>`price_cents * stock_quantity - stock_value_cents`;
const total = (amount: string) => sql<number>`coalesce(sum(${sql.raw(amount)}), 0)`;
const countIf = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})`;

/** Sums up the categories in any case. SQLite reads the columns beside `min(id)` from that row: the category as it was typed first. */
const readCategories = (ctx: Ctx) =>
  ctx.db
    .select({
      category: products.category,
      firstId: sql<number>`min(${products.id})`,
      products: sql<number>`count(*)`,
      costCents: total('stock_value_cents'),
      priceCents: total('price_cents * stock_quantity'),
    })
    .from(products)
    .where(isActive)
    .groupBy(sql`lower(${products.category})`)
    .orderBy(sql`lower(${products.category})`)
    .all();

/** Sums up the active products as of now. Profit, margin and value at cost leave out products without a cost. */
export function summarizeStock(ctx: Ctx) {
  const found = ctx.db
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
    .from(products)
    .where(isActive)
    .get();
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
  categories: readCategories(ctx).map(({ category, products: count }) => ({ category, products: count })),
});

const TOP = 10;
/** Lists the ten active products with the highest margins. If margins are equal, the higher profit of the stock comes first. */
export const listTopPerformers = (ctx: Ctx) =>
  ctx.db
    .select({ product: products, profitCents: stockProfit })
    .from(products)
    .where(and(isActive, hasMargin))
    .orderBy(desc(margin), desc(stockProfit), asc(products.id))
    .limit(TOP)
    .all()
    .map(({ product, profitCents }) => {
      const { id, name, category, price, costPrice, profitMargin, stockQuantity } = toProduct(product);
      const rating = profitRating(product.priceCents, product.costCents);
      return { id, name, category, price, costPrice, profitMargin, rating, stockQuantity, potentialProfit: formatCents(profitCents) };
    });

const MONTHS = 12;
/** Returns the sales before tax of each of the last twelve months ("2026-11"), oldest first, without cancelled orders. */
function getSalesByMonth(ctx: Ctx) {
  const today = businessDay(ctx.now());
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = addMonths(`${today.slice(0, 7)}-01`, index - MONTHS + 1);
    const [from, to] = [first, addMonths(first, 1)].map((day) => businessInstant(day, '00:00'));
    const sold = ctx.db
      .select({ orders: sql<number>`count(*)`, cents: total('subtotal_cents') })
      .from(orders)
      .where(sql`${orders.createdAt} >= ${from} and ${orders.createdAt} < ${to} and ${orders.status} <> 'cancelled'`)
      .get();
    return { month: first.slice(0, 7), orders: sold?.orders ?? 0, sales: formatCents(sold?.cents ?? 0) };
  });
}

function getMarginSpread(ctx: Ctx) {
  const prices = ctx.db.select({ price: products.priceCents, cost: products.costCents }).from(products).where(isActive).all();
  const ratings = prices.map(({ price, cost }) => profitRating(price, cost));
  return PROFIT_RATINGS.map((rating) => ({ rating, products: ratings.filter((one) => one === rating).length }));
}

/** Returns the figures of the charts, the categories with the largest value at cost first. */
export const readCharts = (ctx: Ctx) => ({
  valueByCategory: readCategories(ctx)
    .sort((a, b) => b.costCents - a.costCents)
    .map(({ category, costCents, priceCents }) => ({
      category,
      valueAtCost: formatCents(costCents),
      valueAtPrice: formatCents(priceCents),
    })),
  salesByMonth: getSalesByMonth(ctx),
  marginSpread: getMarginSpread(ctx),
});

export const readLow = (ctx: Ctx): ProductRow[] =>
  ctx.db
    .select()
    .from(products)
    .where(isLow)
    .orderBy(sql`${products.stockQuantity} > 0`, asc(sql`lower(${products.name})`), asc(products.id))
    .all();

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
  groupBySupplier(readLow(ctx), (row) => ({ ...toReorder(row), status: stockStatus(row.stockQuantity, row.reorderLevel) }));
