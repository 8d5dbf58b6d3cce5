import type { z } from 'zod';
import { getPeriod, type statementInput } from '../../shared/inventory';
import { formatCents, formatKnownCents } from '../../shared/money';
import { addUp } from '../../shared/statistics';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { inThread, isMadeInThread, takeOnly } from '../documents/thread';
import { groupBySupplier, groupByWord, readLow, toReorder } from './figures';
import { getFinancialStatement } from './financial-statement';
import { getKnownWorth, readValuedByName, type ValuedRow } from './products';
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
function getValuation(ctx: Ctx) {
  const rows = readValuedByName(ctx);
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

function getStockAlert(ctx: Ctx) {
  const rows = readLow(ctx);
  return {
    type: 'stock-alert' as const,
    madeAt: ctx.now().toISOString(),
    outOfStock: rows.filter(({ stockQuantity }) => stockQuantity === 0).map(toShort),
    low: rows.filter(({ stockQuantity }) => stockQuantity > 0).map(toShort),
    suppliers: groupBySupplier(rows, toShort),
  };
}

/** Returns a statement, which a thread makes if it is long. */
export const readStatement = (ctx: Ctx, input: z.output<typeof statementInput>): Statement | Promise<Statement> =>
  isMadeInThread(ctx, input.type)
    ? takeOnly(inThread(ctx, { kind: 'statement', input })).then((text) => JSON.parse(text as string) as Statement)
    : getStatement(ctx, input);

export type Statement = ReturnType<typeof getStatement>;
export function getStatement(ctx: Ctx, { type, from, to }: z.output<typeof statementInput>) {
  if (type === 'inventory-valuation') return getValuation(ctx);
  if (type === 'stock-alert') return getStockAlert(ctx);
  return getFinancialStatement(ctx, getPeriod({ from, to }, businessDay(ctx.now())));
}
