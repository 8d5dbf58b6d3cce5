import { z } from 'zod';

/** The most rows that one call changes. */
export const MOST_ROWS = 100;

/** Returns the schema of rows that one call changes. */
export const rowsInput = <Row extends z.ZodType>(row: Row) =>
  z.array(row).min(1, 'Please select at least one row.').max(MOST_ROWS, `Please select at most ${MOST_ROWS} rows.`);

/** The outcome of each row: `error` is the reason why it was not changed, or null. */
export type RowResults = { results: { id: number; error: string | null }[] };
