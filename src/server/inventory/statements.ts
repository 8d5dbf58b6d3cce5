import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { readInSlices } from '../../../db/client';
import { products } from '../../../db/schema';
import { getPeriod, type statementInput } from '../../shared/inventory';
import { formatCents, formatKnownCents } from '../../shared/money';
import { addUp } from '../../shared/statistics';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { groupBySupplier, groupByWord, toReorder } from './figures';
import { getFinancialStatement } from './financial-statement';
import { getKnownWorth, isLowOne, readValuedByName, type ValuedRow } from './products';
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

/** Values the products on sale. Those without a cost, and the stock of retired ones, are listed apart and in no total. */
async function getValuation(ctx: Ctx) {
  const rows = await readValuedByName(ctx);
  const active = rows.filter(({ isActive }) => isActive);
  const valued = active.filter(({ costCents }) => costCents !== null);
  return {
    type: 'inventory-valuation' as const,
    madeAt: ctx.now().toISOString(),
    categories: groupByWord(valued, ({ category }) => category).map(([category, some]) => ({
      category,
      units: addUp(some, 'stockQuantity'),
      value: formatCents(addUp(some, 'stockValueCents')),
      products: some.map(toValued),
    })),
    total: { products: valued.length, units: addUp(valued, 'stockQuantity'), value: formatCents(addUp(valued, 'stockValueCents')) },
    /** True if the stock includes unconfirmed quantities of the starter catalogue. */
    isSample: active.some(({ isSample, stockQuantity }) => isSample && stockQuantity > 0),
    withoutCost: active.filter(({ costCents }) => costCents === null).map(toUnvalued),
    retired: rows
      .filter(({ isActive, stockQuantity }) => !isActive && stockQuantity > 0)
      .map((row) => ({
        ...toUnvalued(row),
        costPrice: formatKnownCents(row.costCents),
        value: formatKnownCents(getKnownWorth(row)),
      })),
  };
}

const toShort = (row: ProductRow) => ({ ...toReorder(row), category: row.category, supplierName: row.supplierName });

/** Reads the low products, those out of stock first, in slices that an index sorts by name. */
async function readLowInSlices({ db }: Ctx): Promise<ProductRow[]> {
  const low = await readInSlices(db, (reader, { limit, offset }) => {
    const ids = sql`select id from products indexed by products_to_reorder where ${isLowOne}
      order by lower(name), id limit ${limit} offset ${offset}`;
    return reader.select().from(products).where(sql`id in (${ids})`).orderBy(sql`lower(name)`, products.id).all();
  });
  return low.toSorted((a, b) => Number(a.stockQuantity > 0) - Number(b.stockQuantity > 0));
}

async function getStockAlert(ctx: Ctx) {
  const rows = await readLowInSlices(ctx);
  return {
    type: 'stock-alert' as const,
    madeAt: ctx.now().toISOString(),
    outOfStock: rows.filter(({ stockQuantity }) => stockQuantity === 0).map(toShort),
    low: rows.filter(({ stockQuantity }) => stockQuantity > 0).map(toShort),
    suppliers: groupBySupplier(rows, toShort),
  };
}

/** Returns a statement. Those that list products read them in slices, since a large company has many. */
export async function readStatement(ctx: Ctx, { type, from, to }: z.output<typeof statementInput>) {
  if (type === 'inventory-valuation') return getValuation(ctx);
  if (type === 'stock-alert') return getStockAlert(ctx);
  return getFinancialStatement(ctx, getPeriod({ from, to }, businessDay(ctx.now())));
}
