import { z } from 'zod';

/** Returns the schema of one page of a list; `nextCursor` is the `cursor` of the next page, or null on the last one. */
export const pageSchema = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), nextCursor: z.int().nullable() });
