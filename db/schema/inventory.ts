import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { MOVEMENT_KINDS } from '../../src/shared/inventory';
import { isMoney, isNotNegative, isOneOf } from './checks';
import { orders, products } from './store';

/** The stock ledger: each change of a product's stock or its value, with the resulting stock. Triggers reject changes and deletions. */
export const stockMovements = sqliteTable(
  'stock_movements',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text({ enum: MOVEMENT_KINDS }).notNull(),
    quantity: integer().notNull(),
    stockAfter: integer().notNull(),
    /** The cost of one unit and the value of the stock after the movement; null if the cost was unknown. */
    unitCostCents: integer(),
    valueAfterCents: integer(),
    orderNumber: integer().references(() => orders.orderNumber, { onDelete: 'restrict' }),
    note: text(),
    actorKind: text({ enum: ['visitor', 'system', 'admin', 'member'] }).notNull(),
    actorId: integer(),
    at: text().notNull(),
  },
  (table) => [
    check('stock_movements_kind', isOneOf(table.kind, MOVEMENT_KINDS)),
    check(
      'stock_movements_quantity',
      sql`typeof(${table.quantity}) = 'integer' and (${table.quantity} = 0) = (${table.kind} = 'revaluation')`,
    ),
    check('stock_movements_unit_cost', isMoney(table.unitCostCents)),
    check('stock_movements_value_after', isNotNegative(table.valueAfterCents)),
    check('stock_movements_stock_after', isNotNegative(table.stockAfter)),
    check('stock_movements_actor_kind', sql`${table.actorKind} in ('visitor', 'system', 'admin', 'member')`),
    index('stock_movements_product').on(table.productId, table.id),
    index('stock_movements_order').on(table.orderNumber),
  ],
);
