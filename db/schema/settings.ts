import { sql } from 'drizzle-orm';
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The owner's settings, one JSON value per key; a missing key has its default. */
export const settings = sqliteTable(
  'settings',
  {
    key: text().primaryKey(),
    value: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [check('settings_value', sql`json_valid(${table.value})`)],
);
