import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { MAX_CENTS } from '../../src/shared/money';

/**
 * What a phone number is found by, however it was written: its last ten characters without spaces, dashes, dots and brackets,
 * so that "(250) 555-0133" and "+1 250.555.0133" are one.
 */
export const phoneKey = (phone: SQL): SQL =>
  sql`substr(replace(replace(replace(replace(replace(${phone}, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), -10)`;

/**
 * What a name is found by, in small letters and its words one space apart, so that "Skyline  Homes" and "skyline homes" are one: each
 * space becomes a pair of marks, of which the inner ones of a run go away.
 */
export const nameKey = (name: SQL): SQL => sql`lower(replace(replace(replace(trim(${name}), ' ', '<>'), '><', ''), '<>', ' '))`;

/** The column holds one of these words. */
export const isOneOf = (column: AnyColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;
/** The column, where it holds anything, holds a calendar day "yyyy-MM-dd" that exists: SQLite's date() turns anything else into other text. */
export const isDay = (column: AnyColumn): SQL => sql`${column} is date(${column})`;
/** The column, where it holds anything, holds a whole number of at least nothing. SQLite would keep 1.5 and 'abc' in an integer column, and counts text as larger than 0. */
export const isNotNegative = (column: AnyColumn): SQL => sql`${column} is null or (typeof(${column}) = 'integer' and ${column} >= 0)`;
/** Like {@link isNotNegative}, in cents and within a decimal(10,2). */
export const isMoney = (column: AnyColumn): SQL =>
  sql`${column} is null or (typeof(${column}) = 'integer' and ${column} between 0 and ${sql.raw(String(MAX_CENTS))})`;
