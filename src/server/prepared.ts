import { count, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client';

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

/** How many rows of a table fit; keep an index that covers the condition. */
export const countRows = (db: Db, table: SQLiteTable, where: SQL | undefined): number =>
  db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;
