import { asc, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { products } from '../../../db/schema';
import {
  type InventoryValuation,
  periodOf,
  type ShortProduct,
  type Statement,
  type StockAlert,
  type statementInput,
} from '../../shared/inventory-statements';
import { formatCents } from '../../shared/money';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { groupBy, orderCents, readLowBySupplier, suggestionOf } from './figures';
import { financialStatementOf } from './financial-statement';

type ProductRow = typeof products.$inferSelect;

const show = (cents: number | null): string | null => (cents === null ? null : formatCents(cents));
const byName = [asc(sql`lower(${products.name})`), asc(products.id)];

const worthOf = ({ stockValueCents }: ProductRow): number => stockValueCents;
const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number => rows.reduce((sum, row) => sum + amountOf(row), 0);
const unvalued = ({ id, name, category, stockQuantity, priceCents }: ProductRow) => ({
  id,
  name,
  category,
  stockQuantity,
  price: formatCents(priceCents),
});

function valuationOf(ctx: Ctx): InventoryValuation {
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
      units: sumOf(some, ({ stockQuantity }) => stockQuantity),
      value: formatCents(sumOf(some, worthOf)),
      products: some.map((row) => ({
        id: row.id,
        name: row.name,
        stockQuantity: row.stockQuantity,
        costPrice: formatCents(row.costCents ?? 0),
        value: formatCents(worthOf(row)),
      })),
    })),
    total: {
      products: valued.length,
      units: sumOf(valued, ({ stockQuantity }) => stockQuantity),
      value: formatCents(sumOf(valued, worthOf)),
    },
    isSample: active.some(({ isSample, stockQuantity }) => isSample && stockQuantity > 0),
    withoutCost: active.filter(({ costCents }) => costCents === null).map(unvalued),
    retired: rows
      .filter(({ isActive, stockQuantity }) => !isActive && stockQuantity > 0)
      .map((row) => ({
        ...unvalued(row),
        costPrice: show(row.costCents),
        value: row.costCents === null ? null : formatCents(worthOf(row)),
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
  suggestedQuantity: suggestionOf(row),
  costPrice: show(row.costCents),
  orderCost: row.costCents === null ? null : formatCents(orderCents(row)),
});

function alertOf(ctx: Ctx): StockAlert {
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
  if (type === 'inventory-valuation') return valuationOf(ctx);
  if (type === 'stock-alert') return alertOf(ctx);
  return financialStatementOf(ctx, periodOf({ from, to }, businessDay(ctx.now())));
}
