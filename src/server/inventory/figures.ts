import { and, asc, desc, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { prepared } from '../../../db/prepared';
import { orders, products } from '../../../db/schema';
import { addMonths } from '../../shared/calendar-day';
import {
  type inventoryCharts,
  type inventorySummary,
  LOW_STOCK,
  PROFIT_RATINGS,
  profitRating,
  type reorderList,
  stockStatus,
  type topPerformers,
} from '../../shared/inventory';
import { formatCents } from '../../shared/money';
import { profitMargin } from '../../shared/store';
import { businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';
import { isActive, isLow } from './products';

const dollars = (cents: number | null): string => formatCents(cents ?? 0);

/** The margin in percent of products with both prices, by the rule of {@link profitMargin}. */
const margin = sql`(price_cents - cost_cents) * 100.0 / price_cents`;
const hasMargin = sql`price_cents > 0 and cost_cents > 0`;
/** The profit that a stock would earn. */
const stockProfit = sql`price_cents * stock_quantity - stock_value_cents`;
const total = (what: string) => sql<number | null>`sum(${sql.raw(what)})`;
const countWhere = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})`;

/** SQLite reads the columns beside `min(id)` from the row of that id: the word as it was typed first. */
const byCategory = prepared((db) =>
  db
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
    .prepare(),
);

/** Returns the figures of the cards, over products that are not retired. Profit and value at cost leave out products without a cost. */
export function summarizeInventory(ctx: Ctx): z.output<typeof inventorySummary> {
  const found = ctx.db
    .select({
      totalProducts: sql<number>`count(*)`,
      units: total('stock_quantity'),
      priceCents: total('price_cents * stock_quantity'),
      costCents: total('stock_value_cents'),
      profitCents: sql<number | null>`sum(${stockProfit}) filter (where cost_cents is not null)`,
      averageMargin: sql<number | null>`avg(${margin}) filter (where ${hasMargin})`,
      withoutCost: countWhere('cost_cents is null'),
      lowStock: countWhere('stock_quantity between 1 and reorder_level'),
      lowStockTen: countWhere(`stock_quantity < ${LOW_STOCK}`),
      outOfStock: countWhere('stock_quantity = 0'),
      sampleProducts: countWhere('is_sample and stock_quantity > 0'),
    })
    .from(products)
    .where(isActive)
    .get();
  if (!found) throw new Error('A count without an answer.');
  const { units, priceCents, costCents, profitCents, averageMargin, sampleProducts, ...counts } = found;
  return {
    ...counts,
    isSample: sampleProducts > 0,
    units: units ?? 0,
    valueAtPrice: dollars(priceCents),
    valueAtCost: dollars(costCents),
    potentialProfit: dollars(profitCents),
    averageMargin: averageMargin === null ? null : averageMargin.toFixed(2),
    categories: byCategory(ctx.db)
      .all()
      .map(({ category, products: count }) => ({ category, products: count })),
  };
}

const TOP = 10;
/** Lists the ten active products with the highest margins. If margins are equal, the higher profit of the stock comes first. */
export function listTopPerformers(ctx: Ctx): z.output<typeof topPerformers> {
  const profitCents = sql<number>`${stockProfit}`;
  const rows = ctx.db
    .select({ product: products, costCents: sql<number>`${products.costCents}`, profitCents })
    .from(products)
    .where(and(isActive, hasMargin))
    .orderBy(desc(margin), desc(profitCents), asc(products.id))
    .limit(TOP)
    .all();
  return rows.map(({ product: { id, name, category, priceCents, stockQuantity }, costCents, profitCents }) => {
    const percent = profitMargin(priceCents, costCents) ?? '0.00';
    return {
      id,
      name,
      category,
      price: formatCents(priceCents),
      costPrice: formatCents(costCents),
      profitMargin: percent,
      rating: profitRating(priceCents, costCents),
      stockQuantity,
      potentialProfit: formatCents(profitCents),
    };
  });
}

const MONTHS = 12;
/** Returns the sales before tax of each of the last twelve months, oldest first, without cancelled orders. */
function salesByMonth(ctx: Ctx): z.output<typeof inventoryCharts>['salesByMonth'] {
  const today = businessDay(ctx.now());
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = addMonths(`${today.slice(0, 7)}-01`, index - MONTHS + 1);
    const month = first.slice(0, 7);
    const [from, to] = [first, addMonths(first, 1)].map((day) => businessInstant(day, '00:00'));
    const sold = ctx.db
      .select({ orders: sql<number>`count(*)`, cents: total('subtotal_cents') })
      .from(orders)
      .where(sql`${orders.createdAt} >= ${from} and ${orders.createdAt} < ${to} and ${orders.status} <> 'cancelled'`)
      .get();
    return { month, orders: sold?.orders ?? 0, sales: dollars(sold?.cents ?? null) };
  });
}

const prices = prepared((db) =>
  db.select({ priceCents: products.priceCents, costCents: products.costCents }).from(products).where(isActive).prepare(),
);
function marginSpread(ctx: Ctx): z.output<typeof inventoryCharts>['marginSpread'] {
  const counts = new Map(PROFIT_RATINGS.map((rating) => [rating, 0]));
  for (const { priceCents, costCents } of prices(ctx.db).all()) {
    const rating = profitRating(priceCents, costCents);
    counts.set(rating, (counts.get(rating) ?? 0) + 1);
  }
  return PROFIT_RATINGS.map((rating) => ({ rating, products: counts.get(rating) ?? 0 }));
}

/** Returns the figures of the charts, the categories with the largest value at cost first. */
export function readCharts(ctx: Ctx): z.output<typeof inventoryCharts> {
  const categories = byCategory(ctx.db)
    .all()
    .sort((a, b) => (b.costCents ?? 0) - (a.costCents ?? 0));
  return {
    valueByCategory: categories.map(({ category, costCents, priceCents }) => ({
      category,
      valueAtCost: dollars(costCents),
      valueAtPrice: dollars(priceCents),
    })),
    salesByMonth: salesByMonth(ctx),
    marginSpread: marginSpread(ctx),
  };
}

/** Returns the number to order that brings the stock to twice its reorder level. */
export const suggestedQuantity = (stock: number, reorderLevel: number): number => Math.max(0, 2 * reorderLevel - stock);

/** Active products at or below their reorder level, those that are out of stock first. */
export const readLow = prepared((db) =>
  db
    .select()
    .from(products)
    .where(isLow)
    .orderBy(sql`${products.stockQuantity} > 0`, asc(sql`lower(${products.name})`), asc(products.id))
    .prepare(),
);

/** Groups rows by a word in any case, in alphabetical order. Each group is called as it was typed first. */
export function groupBy<Row extends { id: number }>(rows: readonly Row[], wordOf: (row: Row) => string): [word: string, rows: Row[]][] {
  const groups = new Map<string, { first: Row; rows: Row[] }>();
  for (const row of rows) {
    const key = wordOf(row).toLowerCase();
    const group = groups.get(key);
    if (!group) groups.set(key, { first: row, rows: [row] });
    else {
      group.rows.push(row);
      if (row.id < group.first.id) group.first = row;
    }
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => [wordOf(group.first), group.rows]);
}

type ProductRow = typeof products.$inferSelect;
/** Returns the number of a product to order. Its cost counts as 0 if it is unknown. */
export const getSuggestedQuantity = ({ stockQuantity, reorderLevel }: ProductRow): number => suggestedQuantity(stockQuantity, reorderLevel);
export const orderCents = (row: ProductRow): number => getSuggestedQuantity(row) * (row.costCents ?? 0);

type SupplierOrder = { supplierName: string | null; cents: number; withoutCost: number; rows: ProductRow[] };
/** Groups the low products by supplier in any case, those without a supplier last. */
export function readLowBySupplier(ctx: Ctx): { rows: ProductRow[]; suppliers: SupplierOrder[] } {
  const rows = readLow(ctx.db).all();
  const toOrder = rows.filter((row) => getSuggestedQuantity(row) > 0);
  const suppliers = groupBy(toOrder, ({ supplierName }) => supplierName?.trim() ?? '')
    .sort(([a], [b]) => Number(a === '') - Number(b === ''))
    .map(([name, some]) => ({
      supplierName: name === '' ? null : name,
      cents: some.reduce((sum, row) => sum + orderCents(row), 0),
      withoutCost: some.filter(({ costCents }) => costCents === null).length,
      rows: some,
    }));
  return { rows, suppliers };
}

export function listToReorder(ctx: Ctx): z.output<typeof reorderList> {
  return readLowBySupplier(ctx).suppliers.map(({ supplierName, cents, withoutCost, rows }) => ({
    supplierName,
    orderCost: formatCents(cents),
    withoutCost,
    products: rows.map((row) => ({
      id: row.id,
      name: row.name,
      supplierSku: row.supplierSku,
      stockQuantity: row.stockQuantity,
      reorderLevel: row.reorderLevel,
      status: stockStatus(row.stockQuantity, row.reorderLevel),
      suggestedQuantity: getSuggestedQuantity(row),
      costPrice: row.costCents === null ? null : formatCents(row.costCents),
      orderCost: row.costCents === null ? null : formatCents(orderCents(row)),
    })),
  }));
}
