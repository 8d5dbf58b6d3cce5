import { asc, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { products } from '../../../db/schema';
import {
  getPeriod,
  type InventoryValuation,
  type ShortProduct,
  type Statement,
  type StockAlert,
  type statementInput,
} from '../../shared/inventory-statements';
import { formatCents } from '../../shared/money';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { getSuggestedQuantity, groupBy, orderCents, readLowBySupplier } from './figures';
import { getFinancialStatement } from './financial-statement';

type ProductRow = typeof products.$inferSelect;

const show = (cents: number | null): string | null => (cents === null ? null : formatCents(cents));
const byName = [asc(sql`lower(${products.name})`), asc(products.id)];

const getWorth = ({ stockValueCents }: ProductRow): number => stockValueCents;
const addUp = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number => rows.reduce((sum, row) => sum + amountOf(row), 0);
const unvalued = ({ id, name, category, stockQuantity, priceCents }: ProductRow) => ({
  id,
  name,
  category,
  stockQuantity,
  price: formatCents(priceCents),
});

function getValuation(ctx: Ctx): InventoryValuation {
  const rows = ctx.db
    .select()
    .from(products)
    .orderBy(...byName)
    .all();
  const active = rows.filter(({ isActive }) => isActive);
  const valued = active.filter(({ costCents }) => costCents !== null);
  return {
    type: 'inventory-valuation',
    madeAt: ctx.now().toISOString(),
    categories: groupBy(valued, ({ category }) => category).map(([category, some]) => ({
      category,
      units: addUp(some, ({ stockQuantity }) => stockQuantity),
      value: formatCents(addUp(some, getWorth)),
      products: some.map((row) => ({
        id: row.id,
        name: row.name,
        stockQuantity: row.stockQuantity,
        costPrice: formatCents(row.costCents ?? 0),
        value: formatCents(getWorth(row)),
      })),
    })),
    total: {
      products: valued.length,
      units: addUp(valued, ({ stockQuantity }) => stockQuantity),
      value: formatCents(addUp(valued, getWorth)),
    },
    isSample: active.some(({ isSample, stockQuantity }) => isSample && stockQuantity > 0),
    withoutCost: active.filter(({ costCents }) => costCents === null).map(unvalued),
    retired: rows
      .filter(({ isActive, stockQuantity }) => !isActive && stockQuantity > 0)
      .map((row) => ({
        ...unvalued(row),
        costPrice: show(row.costCents),
        value: row.costCents === null ? null : formatCents(getWorth(row)),
      })),
  };
}

const toShort = (row: ProductRow): ShortProduct => ({
  id: row.id,
  name: row.name,
  category: row.category,
  supplierName: row.supplierName,
  supplierSku: row.supplierSku,
  stockQuantity: row.stockQuantity,
  reorderLevel: row.reorderLevel,
  suggestedQuantity: getSuggestedQuantity(row),
  costPrice: show(row.costCents),
  orderCost: row.costCents === null ? null : formatCents(orderCents(row)),
});

function getStockAlert(ctx: Ctx): StockAlert {
  const { rows, suppliers } = readLowBySupplier(ctx);
  return {
    type: 'stock-alert',
    madeAt: ctx.now().toISOString(),
    outOfStock: rows.filter(({ stockQuantity }) => stockQuantity === 0).map(toShort),
    low: rows.filter(({ stockQuantity }) => stockQuantity > 0).map(toShort),
    suppliers: suppliers.map(({ supplierName, cents, withoutCost, rows: some }) => ({
      supplierName,
      orderCost: formatCents(cents),
      withoutCost,
      products: some.map(toShort),
    })),
  };
}

export function getStatement(ctx: Ctx, { type, from, to }: z.output<typeof statementInput>): Statement {
  if (type === 'inventory-valuation') return getValuation(ctx);
  if (type === 'stock-alert') return getStockAlert(ctx);
  return getFinancialStatement(ctx, getPeriod({ from, to }, businessDay(ctx.now())));
}
