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

/**
 * The sums of a day of the company by terms and state, from which statements and charts are made, see db/daily-sums.ts. Triggers in a
 * migration keep them up to date. A column that a kind does not have is 0.
 */
export const dailySums = sqliteTable(
  'daily_sums',
  {
    kind: text({ enum: ['orders', 'goods', 'invoices', 'receipts'] }).notNull(),
    day: text().notNull(),
    /** The taxes of invoices and receipts, the profile of orders, empty for goods. */
    taxProfile: text().notNull(),
    hstRate: integer().notNull(),
    pstRate: integer().notNull(),
    state: text().notNull(),
    rows: integer().notNull(),
    subtotalCents: integer().notNull(),
    hstCents: integer().notNull(),
    pstCents: integer().notNull(),
    totalCents: integer().notNull(),
    paidCents: integer().notNull(),
    balanceCents: integer().notNull(),
    costCents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day, table.taxProfile, table.hstRate, table.pstRate, table.state] })],
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
