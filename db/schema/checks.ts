import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { MAX_CENTS } from '../../src/shared/money';

/** Characters between the digits of phone numbers; the last four are three hyphens and the non-breaking space by their code points. */
const PHONE_MARKS = ["' '", "'-'", "'.'", "'('", "')'", "'/'", "'+'", 'char(8208)', 'char(8209)', 'char(8211)', 'char(160)'];
/** Starts of an extension: "x12", "ext. 12", "poste 12", "#12". */
const EXTENSION_MARKS = ["'e'", "'p'", "'#'"];
const replaceEach = (text: SQL, marks: readonly string[], by: string): SQL =>
  marks.reduce((rest, mark) => sql`replace(${rest}, ${sql.raw(mark)}, ${sql.raw(by)})`, text);

/** Returns the key to compare phones by, the last ten digits: "(250) 555-0133 ext. 4" and "+1 250/555.0133" match. */
export const phoneKey = (phone: SQL): SQL => {
  const marked = replaceEach(sql`lower(${phone})`, EXTENSION_MARKS, "'x'");
  return sql`substr(${replaceEach(sql`substr(${marked}, 1, instr(${marked} || 'x', 'x') - 1)`, PHONE_MARKS, "''")}, -10)`;
};

/**
 * Returns the key by which people are identified by e-mail: lower case and, at Gmail, without the dots and the "+tag" that its server
 * ignores. Mail always goes to the address as it was typed.
 */
export const emailKey = (email: SQL): SQL => {
  const lower = sql`lower(trim(${email}))`;
  const local = sql`substr(${lower}, 1, instr(${lower}, '@') - 1)`;
  return sql`case when substr(${lower}, instr(${lower}, '@')) in ('@gmail.com', '@googlemail.com') then replace(substr(${local}, 1, instr(${local} || '+', '+') - 1), '.', '') || '@gmail.com' else ${lower} end`;
};

/**
 * Returns the key by which names are found: lower case with single spaces, so that "Skyline  Homes" and "skyline homes" match. Each space
 * becomes a pair of marks, of which the inner ones of a run are removed.
 */
export const nameKey = (name: SQL): SQL => sql`lower(replace(replace(replace(trim(${name}), ' ', '<>'), '><', ''), '<>', ' '))`;

/** Writes words out as SQL texts, as the conditions of indexes need them: a query with parameters could not use a partial index. */
export const quoteWords = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
/** The column holds one of these words. */
export const isOneOf = (column: AnyColumn, words: readonly string[]): SQL => sql`${column} in (${sql.raw(quoteWords(words))})`;
/** The column is null or an existing day "yyyy-MM-dd": SQLite's date() turns anything else into another text. */
export const isDay = (column: AnyColumn): SQL => sql`${column} is date(${column})`;
/** The column is null or a whole number of 0 or more. SQLite keeps 1.5 and 'abc' in an integer column, and sorts text above 0. */
export const isNotNegative = (column: AnyColumn): SQL => sql`${column} is null or (typeof(${column}) = 'integer' and ${column} >= 0)`;
/** Like {@link isNotNegative}, in cents and within a decimal(10,2). */
export const isMoney = (column: AnyColumn): SQL =>
  sql`${column} is null or (typeof(${column}) = 'integer' and ${column} between 0 and ${sql.raw(String(MAX_CENTS))})`;
