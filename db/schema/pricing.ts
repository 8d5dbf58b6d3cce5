import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PRICE_UNITS } from '../../src/shared/pricing';
import { isMoney, isNotNegative, isOneOf } from './checks';

/** The owner's price book, from which estimates and the lines of quotes are made. */
export const priceItems = sqliteTable(
  'price_items',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    serviceType: text().notNull(),
    name: text().notNull(),
    unit: text({ enum: PRICE_UNITS }).notNull(),
    /** Price and minutes of work of one unit. */
    priceCents: integer().notNull(),
    minutes: integer().notNull().default(0),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    sort: integer().notNull().default(0),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    index('price_items_service').on(table.serviceType, table.isActive, table.sort),
    check('price_items_unit', isOneOf(table.unit, PRICE_UNITS)),
    check('price_items_price', isMoney(table.priceCents)),
    check('price_items_minutes', isNotNegative(table.minutes)),
  ],
);
