import { setImmediate as breathe } from 'node:timers/promises';
import { type Db, openReader } from './client';

/** Rows that are read in one turn. */
const SLICE_ROWS = 1000;
/** Rows that are converted in one turn, which takes longer: 1,000 rows of a bank list took 80 ms. */
const CONVERTED_ROWS = 250;

/**
 * Yields all rows of a query as of now, a slice at a time, so that the server answers others in between. `read` returns the first rows after
 * the last one of the slice before.
 */
export async function* readInSlices<Row>(
  db: Db,
  read: (db: Db, slice: { limit: number; after: Row | undefined }) => Row[],
): AsyncGenerator<Row[]> {
  const reader = db.$client.memory ? db : openReader(db.$client.name);
  try {
    if (reader !== db) reader.$client.exec('begin');
    for (let slice: Row[] | undefined; !slice || slice.length === SLICE_ROWS; await breathe()) {
      slice = read(reader, { limit: SLICE_ROWS, after: slice?.at(-1) });
      yield slice;
    }
  } finally {
    if (reader !== db) reader.$client.close();
  }
}

/** Converts the rows of a list, a slice at a time, so that the server answers others in between. */
export async function mapInSlices<Row, Result>(rows: readonly Row[], convert: (row: Row) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % CONVERTED_ROWS === 0) await breathe();
    results.push(convert(row));
  }
  return results;
}

/** Runs `look` on a backup over a read-only connection. Throws what SQLite throws. */
export function readBackup<T>(file: string, look: (db: Db) => T): T {
  const db = openReader(file);
  try {
    return look(db);
  } finally {
    db.$client.close();
  }
}
