import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** As many rows of one name as are looked at. */
const NAMESAKES = 50;

/** Those rows of a table whose `name` is among some ("names", by {@link namesAsJson}), of each name the first. */
export const isFirstOfName = (id: SQLiteColumn, name: SQLiteColumn): SQL =>
  sql`${id} in (
    select id from (
      select ${id}, row_number() over (partition by lower(${name}) order by ${id}) as place
      from ${id.table} where lower(${name}) in (select value from json_each(${sql.placeholder('names')}))
    ) where place <= ${sql.raw(String(NAMESAKES))}
  )`;

/** SQLite's lower() knows these letters only. */
export const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Names as a statement takes them at once, for SQLite's json_each. */
export const namesAsJson = (names: string[]): string => JSON.stringify([...new Set(names.map(lower))]);

/** How the rows of a name are found among these, in whatever case its letters are; the order stays. */
export function groupByName<Row>(rows: Row[], nameOf: (row: Row) => string): (name: string) => Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = lower(nameOf(row));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return (name) => groups.get(lower(name)) ?? [];
}
