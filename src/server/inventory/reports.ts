import { eq, ne, sql } from 'drizzle-orm';
import { orderItems, orders } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { CSV_REPORTS, type CsvReport, profitRating, REPORT_UNKNOWN, stockStatus } from '../../shared/inventory';
import { formatKnownCents as money } from '../../shared/money';
import { profitMargin } from '../../shared/store';
import { businessDay, businessTime } from '../../shared/time';
import type { Ctx } from '../context';
import { type Cell, toCsv } from '../documents/csv';
import { getOrderCents, getSuggestedQuantity, groupByWord, readLow, summarizeInventory } from './figures';
import { getKnownWorth, readByName } from './products';
import type { ProductRow } from './service';

/** A report's columns, which are known at once, and its rows, which take long to read in a large company. */
type Table = { header: readonly string[]; readRows: (ctx: Ctx) => Cell[][] };
const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');
const formatMargin = ({ priceCents, costCents }: ProductRow) => profitMargin(priceCents, costCents);

type Sales = { productId: number; units: number; revenueCents: number; costCents: number; hasUnknownCost: number };
/** Returns the sales of each product in orders that are not cancelled, at the prices and costs of the day of sale. */
const readSales = (ctx: Ctx): Map<number, Sales> =>
  new Map(
    ctx.db
      .select({
        productId: orderItems.productId,
        units: sql<number>`sum(${orderItems.quantity})`,
        revenueCents: sql<number>`sum(${orderItems.quantity} * ${orderItems.priceCents})`,
        costCents: sql<number>`coalesce(sum(${orderItems.cogsCents}), 0)`,
        hasUnknownCost: sql<number>`max(${orderItems.cogsCents} is null)`,
      })
      .from(orderItems)
      .innerJoin(orders, eq(orders.orderNumber, orderItems.orderNumber))
      .where(ne(orders.status, 'cancelled'))
      .groupBy(orderItems.productId)
      .all()
      .map((row) => [row.productId, row]),
  );

function readSummary(ctx: Ctx): Cell[][] {
  const all = readByName(ctx);
  const figures = summarizeInventory(ctx);
  const isUncosted = ({ isActive, costCents }: ProductRow) => isActive && costCents === null;
  return [
    ['Total products', all.length],
    ['Active', figures.totalProducts],
    ['Units', figures.units],
    ['Value at cost', figures.valueAtCost],
    ['Value at price', figures.valueAtPrice],
    ['Potential gross profit', figures.potentialProfit],
    ['Average margin %', figures.averageMargin],
    // Low counts from one to the reorder level; products that are out of stock are counted apart.
    ['Low stock', figures.lowStock],
    ['Out of stock', figures.outOfStock],
    ['Without cost', figures.withoutCost],
    ['Categories', figures.categories.length],
    ...(figures.isSample ? [['Sample stock', 'Yes']] : []),
    ['Generated at', `${businessDay(ctx.now())} ${businessTime(ctx.now())}`],
    ...all.filter(isUncosted).map(({ name }) => ['Product without cost', name]),
  ];
}

const DETAILED =
  'ID,Name,Category,Supplier,Supplier SKU,Cost,Price,Margin %,Rating,Stock,Reorder level,Status,Value at cost,Value at price,HST taxable,PST taxable,Last purchase,Active,Created';
const readDetails = (ctx: Ctx): Cell[][] =>
  readByName(ctx).map((row) => [
    row.id,
    row.name,
    row.category,
    row.supplierName,
    row.supplierSku,
    money(row.costCents),
    money(row.priceCents),
    formatMargin(row),
    profitRating(row.priceCents, row.costCents),
    row.stockQuantity,
    row.reorderLevel,
    stockStatus(row.stockQuantity, row.reorderLevel),
    money(getKnownWorth(row)),
    money(row.priceCents * row.stockQuantity),
    yesNo(row.isHstTaxable),
    yesNo(row.isPstTaxable),
    row.lastPurchaseDate,
    yesNo(row.isActive),
    businessDay(row.createdAt),
  ]);

const PROFIT = 'Name,Category,Cost,Price,Unit profit,Margin %,Rating,Stock,Potential profit,Units sold,Revenue,Gross profit';
/** Returns the profit that each product earns and has earned. The gross profit is empty if the cost of any sale is unknown. */
function readProfits(ctx: Ctx): Cell[][] {
  const sales = readSales(ctx);
  return readByName(ctx).map((row) => {
    const unitProfit = row.costCents === null ? null : row.priceCents - row.costCents;
    const sold = sales.get(row.id) ?? { units: 0, revenueCents: 0, costCents: 0, hasUnknownCost: 0 };
    return [
      row.name,
      row.category,
      money(row.costCents),
      money(row.priceCents),
      money(unitProfit),
      formatMargin(row),
      profitRating(row.priceCents, row.costCents),
      row.stockQuantity,
      unitProfit === null ? null : money(row.priceCents * row.stockQuantity - row.stockValueCents),
      sold.units,
      money(sold.revenueCents),
      money(sold.hasUnknownCost ? null : sold.revenueCents - sold.costCents),
    ];
  });
}

const LOW = 'Name,Category,Stock,Reorder level,Status,Suggested quantity,Supplier,SKU,Cost,Order cost';
const readShort = (ctx: Ctx): Cell[][] =>
  readLow(ctx).map((row) => [
    row.name,
    row.category,
    row.stockQuantity,
    row.reorderLevel,
    stockStatus(row.stockQuantity, row.reorderLevel),
    getSuggestedQuantity(row),
    row.supplierName,
    row.supplierSku,
    money(row.costCents),
    money(getOrderCents(row)),
  ]);

/** Adds up the known values; returns null if every value is unknown. */
const sumKnown = (values: (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};
const getCount = (rows: ProductRow[], status: string) =>
  rows.filter(({ stockQuantity, reorderLevel }) => stockStatus(stockQuantity, reorderLevel) === status).length;

const CATEGORY = 'Category,Products,Units,Value at cost,Value at price,Average margin %,Low,Out,Units sold,Revenue';
function categoryCells(rows: ProductRow[], sales: Map<number, Sales>): Cell[] {
  const active = rows.filter(({ isActive }) => isActive);
  const margins = active.map(({ priceCents, costCents }) =>
    costCents !== null && profitMargin(priceCents, costCents) !== null ? ((priceCents - costCents) * 100) / priceCents : null,
  );
  const known = margins.filter((margin) => margin !== null).length;
  const average = known === 0 ? null : ((sumKnown(margins) ?? 0) / known).toFixed(2);
  const sold = rows.map(({ id }) => sales.get(id));
  return [
    active.length,
    active.reduce((sum, { stockQuantity }) => sum + stockQuantity, 0),
    money(sumKnown(active.map(getKnownWorth))),
    money(active.reduce((sum, { priceCents, stockQuantity }) => sum + priceCents * stockQuantity, 0)),
    average,
    getCount(active, 'Low'),
    getCount(active, 'Out of Stock'),
    sold.reduce((sum, one) => sum + (one?.units ?? 0), 0),
    money(sold.reduce((sum, one) => sum + (one?.revenueCents ?? 0), 0)),
  ];
}

function readByCategory(ctx: Ctx): Cell[][] {
  const sales = readSales(ctx);
  const shown = readByName(ctx).filter(({ id, isActive }) => isActive || sales.has(id));
  const categories = groupByWord(shown, ({ category }) => category);
  return categories.map(([category, rows]) => [category, ...categoryCells(rows, sales)]);
}

const TABLES: Record<CsvReport, Table> = {
  summary: { header: ['Metric', 'Value'], readRows: readSummary },
  detailed: { header: DETAILED.split(','), readRows: readDetails },
  'profit-analysis': { header: PROFIT.split(','), readRows: readProfits },
  'low-stock': { header: LOW.split(','), readRows: readShort },
  'category-report': { header: CATEGORY.split(','), readRows: readByCategory },
};

/** Returns the report that an address names. Throws BAD_REQUEST. */
export function findCsvReport(type: string): CsvReport {
  const report = CSV_REPORTS.find((known) => known === type);
  if (!report) throw new DomainError('BAD_REQUEST', REPORT_UNKNOWN);
  return report;
}

const PART_ROWS = 500;
/** Yields a report of this moment as CSV in parts: its columns at once, then its rows. */
export function* readCsvReport(ctx: Ctx, report: CsvReport): Generator<string> {
  const { header, readRows } = TABLES[report];
  yield toCsv([header], { isBeginning: true });
  const rows = readRows(ctx);
  for (let from = 0; from < rows.length; from += PART_ROWS) yield toCsv(rows.slice(from, from + PART_ROWS));
}
