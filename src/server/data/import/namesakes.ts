import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { lower } from '../../../../db/sorting';

/** Rows with the same name that are read. */
const NAMESAKES = 50;

/** Matches the rows whose `name` is in a list ("names", by {@link namesAsJson}), limited for each name to the first rows. */
export const isFirstOfName = (id: SQLiteColumn, name: SQLiteColumn): SQL =>
  sql`${id} in (
    select id from (
      select ${id}, row_number() over (partition by lower(${name}) order by ${id}) as place
      from ${id.table} where lower(${name}) in (select value from json_each(${sql.placeholder('names')}))
    ) where place <= ${sql.raw(String(NAMESAKES))}
  )`;

/** Encodes names as one parameter for SQLite's json_each. */
export const namesAsJson = (names: string[]): string => JSON.stringify([...new Set(names.map(lower))]);

/** Returns a function that finds the rows of a name in any case, in their given order. */
export function groupByName<Row>(rows: Row[], getName: (row: Row) => string): (name: string) => Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = lower(getName(row));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return (name) => groups.get(lower(name)) ?? [];
}
