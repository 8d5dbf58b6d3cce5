import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isNotNegative } from './checks';

/**
 * The number of rows of a table by a key, or the sum of their amounts, see db/kept-counts.ts. Triggers in a migration keep it up to date.
 */
export const keptCounts = sqliteTable(
  'kept_counts',
  { name: text().notNull(), key: text().notNull(), rows: integer().notNull() },
  (table) => [primaryKey({ columns: [table.name, table.key] }), check('kept_counts_rows', isNotNegative(table.rows))],
);

/** The sum of the consents of one mailbox. Triggers on consents and marketing recipients keep it up to date. */
export const consentPeople = sqliteTable(
  'consent_people',
  {
    /** The address as `emailKey` returns it. */
    email: text().primaryKey(),
    isExpress: integer({ mode: 'boolean' }).notNull(),
    isWithdrawn: integer({ mode: 'boolean' }).notNull(),
    isUnsubscribed: integer({ mode: 'boolean' }).notNull(),
    /** The end of the last implied consent that was not withdrawn. */
    impliedUntil: text(),
  },
  (table) => [index('consent_people_implied').on(table.impliedUntil).where(sql`implied_until is not null`)],
);
