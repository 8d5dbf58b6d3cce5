import { count, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client';

/** A statement prepared once per database, on first use (68 µs built each time, 8 µs prepared). */
export function prepared<T>(build: (db: Db) => T): (db: Db) => T {
  const statements = new WeakMap<Db, T>();
  return (db) => {
    let statement = statements.get(db);
    if (statement === undefined) {
      statement = build(db);
      statements.set(db, statement);
    }
    return statement;
  };
}

/** How many rows of a table fit, which may be told by which index (`sql\`orders indexed by …\``); keep one that covers the condition. */
export const countRows = (db: Db, table: SQLiteTable | SQL, where: SQL | undefined): number =>
  db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;

/** A page out of rows that were read with one more than `limit`: those it shows, and the id to go on after where more follow. */
export function cutPage<Row>(rows: Row[], limit: number, idOf: (row: Row) => number): { rows: Row[]; nextCursor: number | null } {
  const last = rows[limit - 1];
  return { rows: rows.slice(0, limit), nextCursor: rows.length > limit && last !== undefined ? idOf(last) : null };
}
