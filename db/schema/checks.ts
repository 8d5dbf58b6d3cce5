import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** The column holds one of these words. */
export const isOneOf = (column: AnyColumn, words: readonly string[]): SQL => sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;
/** The column, where it holds anything, holds a calendar day "yyyy-MM-dd". */
export const isDay = (column: AnyColumn): SQL => sql`${column} is null or ${column} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`;
/** The column, where it holds anything, holds a number of at least nothing. */
export const isNotNegative = (column: AnyColumn): SQL => sql`${column} is null or ${column} >= 0`;
/** Like {@link isNotNegative}, within a decimal(10,2). */
export const isMoney = (column: AnyColumn): SQL => sql`${column} is null or ${column} between 0 and 9999999999`;
