import { z } from 'zod';

/** Returns the schema of one page of a list; `nextCursor` is the `cursor` of the next page, or null on the last one. */
export const pageSchema = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), nextCursor: z.int().nullable() });

/** A column that a list is sorted by, with `-` before it for descending. */
export type Sort<Key extends string> = Key | `-${Key}`;
/** Returns the schema of a list's order; a list without one is sorted newest first. */
export const sortInput = <const Key extends string>(...keys: Key[]) =>
  z.enum(keys.flatMap((key): Sort<Key>[] => [key, `-${key}`])).optional();

/** The place of a row in a sorted list, or its id in a list that is sorted newest first. */
const sortCursor = z.union([z.int().positive(), z.object({ value: z.union([z.string().max(500), z.number()]), id: z.int().positive() })]);
export type SortCursor = z.output<typeof sortCursor>;
/** A page of a list that people can sort by these columns. */
export const sortedPage = <const Key extends string>(...keys: Key[]) => ({
  limit: z.int().min(1).max(100).default(25),
  sort: sortInput(...keys),
  cursor: sortCursor.nullish(),
});
export const sortedPageSchema = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), nextCursor: sortCursor.nullable() });
