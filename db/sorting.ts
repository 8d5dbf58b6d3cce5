import { type SQL, sql } from 'drizzle-orm';
import type { Sort, SortCursor } from '../src/shared/page';
import type { Db } from './client';
import { cutPage } from './prepared';

/** Converts to lower case like SQLite's lower(), which knows these letters only. */
export const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A list without an index in the wanted order sorts this many of its newest rows, so that the cost does not grow with the table. */
const SORTED_ROWS = 5000;

type SortedList<Key extends string> = {
  table: string;
  /** The rows by an index in the order of their ids, or the rows of a search table. */
  from: SQL;
  /** The id in `from`. */
  id: SQL;
  where: SQL | undefined;
  /** The columns that people can sort by, each NOT NULL. */
  columns: Record<Key, SQL>;
  /**
   * The name of the index of the rows in the order of a column and then the id, or null for one that SQLite finds itself. Without an index
   * the newest rows are sorted.
   */
  getIndex?: ((key: Key) => string | null | undefined) | undefined;
};
type SortedPage<Key extends string> = { sort?: Sort<Key> | undefined; limit: number; cursor?: SortCursor | null | undefined };
type Found = { id: number; value: string | number };

/**
 * Reads the ids of one page of a list, newest first or in the order of a column. Pages continue after the cursor's value and id; a cursor
 * of another order starts at the first page.
 */
export function readSortedIds<Key extends string>(
  db: Db,
  list: SortedList<Key>,
  { sort, limit, cursor }: SortedPage<Key>,
): { rows: number[]; nextCursor: SortCursor | null } {
  const read = (query: SQL, toCursor: (row: Found) => SortCursor) => {
    const { rows, nextCursor } = cutPage(db.all<Found>(sql`${query} limit ${limit + 1}`), limit, toCursor);
    return { rows: rows.map(({ id }) => id), nextCursor };
  };
  const where = (...conditions: (SQL | undefined)[]) => {
    const given = conditions.filter((condition) => condition !== undefined);
    return given.length > 0 ? sql`where ${sql.join(given, sql` and `)}` : sql``;
  };
  const newest = (after?: SQL) => sql`select ${list.id} as id from ${list.from} ${where(list.where, after)} order by ${list.id} desc`;
  if (!sort) return read(newest(typeof cursor === 'number' ? sql`${list.id} < ${cursor}` : undefined), ({ id }) => id);

  const isDescending = sort.startsWith('-');
  const key = (isDescending ? sort.slice(1) : sort) as Key;
  const [direction, isBeyond] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const [value, id, table] = [list.columns[key], sql.raw(`${list.table}.rowid`), sql.raw(list.table)];
  const after =
    typeof cursor === 'object' && cursor
      ? // The first term lets the index begin at the cursor, which the second one alone does not with a collation.
        sql`${value} ${isBeyond}= ${cursor.value} and (${value}, ${id}) ${isBeyond} (${cursor.value}, ${cursor.id})`
      : undefined;
  const index = list.getIndex?.(key);
  const rows =
    index === undefined
      ? sql`(${newest()} limit ${SORTED_ROWS}) newest join ${table} on ${id} = newest.id ${where(after)}`
      : sql`${table} ${sql.raw(index === null ? '' : `indexed by ${index}`)} ${where(list.where, after)}`;
  return read(sql`select ${id} as id, ${value} as value from ${rows} order by ${value} ${direction}, ${id} ${direction}`, (row) => ({
    value: row.value,
    id: row.id,
  }));
}

/** Returns rows in the order of their ids, as a sorted page has them. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowById.get(id) ?? []);
}
