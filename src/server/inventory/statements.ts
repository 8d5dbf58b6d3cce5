import { setImmediate as breathe } from 'node:timers/promises';
import { and, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { readInSlices } from '../../../db/reading';
import { products } from '../../../db/schema';
import { getPeriod, type statementInput } from '../../shared/inventory';
import { formatCents, formatKnownCents } from '../../shared/money';
import { addUp } from '../../shared/statistics';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { groupBySupplier, groupByWord, toReorder } from './figures';
import { getFinancialStatement } from './financial-statement';
import { BY_NAME, getKnownWorth, isLowOne, isNamedAfter, readValuedInSlices, type ValuedRow } from './products';
import type { ProductRow } from './service';

const toUnvalued = ({ id, name, category, stockQuantity, priceCents }: ValuedRow) => ({
  id,
  name,
  category,
  stockQuantity,
  price: formatCents(priceCents),
});
const toValued = ({ id, name, stockQuantity, costCents, stockValueCents }: ValuedRow) => ({
  id,
  name,
  stockQuantity,
  costPrice: formatCents(costCents ?? 0),
  value: formatCents(stockValueCents),
});

const toRetired = (row: ValuedRow) => ({
  ...toUnvalued(row),
  costPrice: formatKnownCents(row.costCents),
  value: formatKnownCents(getKnownWorth(row)),
});

/** Values the products on sale. Those without a cost, and the stock of retired ones, are listed apart and in no total. */
async function getValuation(ctx: Ctx) {
  // Formatted by the slice, since formatting all of them at the end would keep others waiting.
  const valued: (ValuedRow & { shown: ReturnType<typeof toValued> })[] = [];
  const withoutCost: ReturnType<typeof toUnvalued>[] = [];
  const retired: ReturnType<typeof toRetired>[] = [];
  let hasSampleStock = false;
  for await (const slice of readValuedInSlices(ctx))
    for (const row of slice) {
      if (!row.isActive) {
        if (row.stockQuantity > 0) retired.push(toRetired(row));
        continue;
      }
      hasSampleStock ||= row.isSample && row.stockQuantity > 0;
      if (row.costCents === null) withoutCost.push(toUnvalued(row));
      // Not spread, which takes V8 several times as long.
      else valued.push(Object.assign(row, { shown: toValued(row) }));
    }
  const groups = groupByWord(valued, ({ category }) => category);
  await breathe();
  return {
    type: 'inventory-valuation' as const,
    madeAt: ctx.now().toISOString(),
    categories: groups.map(([category, some]) => ({
      category,
      units: addUp(some, 'stockQuantity'),
      value: formatCents(addUp(some, 'stockValueCents')),
      products: some.map(({ shown }) => shown),
    })),
    total: { products: valued.length, units: addUp(valued, 'stockQuantity'), value: formatCents(addUp(valued, 'stockValueCents')) },
    /** True if the stock includes unconfirmed quantities of the starter catalogue. */
    isSample: hasSampleStock,
    withoutCost,
    retired,
  };
}

const toShort = (row: ProductRow) => ({ ...toReorder(row), category: row.category, supplierName: row.supplierName });

/** Reads the low products by name. */
const readLowInSlices = ({ db }: Ctx): AsyncGenerator<ProductRow[]> =>
  readInSlices<ProductRow>(db, (reader, { limit, after }) => {
    const conditions = and(isLowOne, isNamedAfter(after));
    const ids = sql`select id from products indexed by products_to_reorder where ${conditions} order by ${BY_NAME} limit ${limit}`;
    return reader.select().from(products).where(sql`id in (${ids})`).orderBy(BY_NAME).all();
  });

async function getStockAlert(ctx: Ctx) {
  // Formatted once and by the slice, since formatting all of them at the end would keep others waiting.
  const shown = new Map<ProductRow, ReturnType<typeof toShort>>();
  for await (const slice of readLowInSlices(ctx)) for (const row of slice) shown.set(row, toShort(row));
  const show = (row: ProductRow) => shown.get(row) ?? toShort(row);
  const rows = [...shown.keys()];
  const outOfStock = rows.filter(({ stockQuantity }) => stockQuantity === 0);
  const low = rows.filter(({ stockQuantity }) => stockQuantity > 0);
  return {
    type: 'stock-alert' as const,
    madeAt: ctx.now().toISOString(),
    outOfStock: outOfStock.map(show),
    low: low.map(show),
    suppliers: groupBySupplier([...outOfStock, ...low], show),
  };
}

/** Most statements that list products made at a time. More would take their slices in the same turn and keep others waiting. */
const MOST_AT_A_TIME = 2;
let running = 0;
const waiting: (() => void)[] = [];
async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MOST_AT_A_TIME) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place goes to the next statement in line, never to a later request.
    if (next) next();
    else running -= 1;
  }
}

/** Returns a statement. Those that list products read them in slices, since a large company has many. */
export async function readStatement(ctx: Ctx, { type, from, to }: z.output<typeof statementInput>) {
  if (type === 'inventory-valuation') return runInTurn(() => getValuation(ctx));
  if (type === 'stock-alert') return runInTurn(() => getStockAlert(ctx));
  return getFinancialStatement(ctx, getPeriod({ from, to }, businessDay(ctx.now())));
}
