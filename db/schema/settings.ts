import { sql } from 'drizzle-orm';
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What the owner decided, one value of JSON a key; a key that is missing has its default. */
export const settings = sqliteTable(
  'settings',
  {
    key: text().primaryKey(),
    value: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [check('settings_value', sql`json_valid(${table.value})`)],
);
