import { z } from 'zod';

/** The most rows that one call changes. */
export const MOST_ROWS = 100;
/** The most documents that one call mails, since each is made as a PDF first. */
export const MOST_MAILS = 25;

/** Returns the schema of rows that one call changes. */
export const rowsInput = <Row extends z.ZodType>(row: Row, most = MOST_ROWS) =>
  z.array(row).min(1, 'Please select at least one row.').max(most, `Please select at most ${most} rows.`);

/** The outcome of each row: `error` is the reason why it was not changed, or null. */
export type RowResults = { results: { id: number; error: string | null }[] };
