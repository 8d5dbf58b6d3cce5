import type { z } from 'zod';
import type { Ctx } from '../context';
import type { Cell } from '../documents/csv';

/**
 * A column of a file: the rule of its cells, the value of the stored row, and that value as our own export writes it. An empty cell
 * empties the field, or leaves it as it is if the field always has a value (`isKept`).
 */
export type ImportColumn<Row> = {
  rule: z.ZodType;
  now: (row: Row) => Cell;
  show?: (value: Cell) => Cell;
  isKept?: true;
  isYesNo?: true;
};
/** The values of a row by column; for a change only those that differ from the stored row. */
export type ImportValues = Record<string, unknown>;
type Weighed = { values: ImportValues; note?: string } | { refused: string };
/** Finds the stored row by the first column; `id` is the file's, if it has such a column. */
export type Find<Row> = (key: string, id: string) => { row: Row } | { skipped: string } | { refused: string } | undefined;
/** The cells of a row as its columns read them, and whether another row may be about the same; or why the row is skipped. */
export type Prepared = { cells: Record<string, string>; mayRepeat?: boolean } | { skipped: string };
export type Identified = { id: number | string };
/** A kind of import: finds, creates and changes its rows. */
export type Importer<Row extends Identified> = {
  columns: Record<string, ImportColumn<Row>>;
  prepare?: (cells: Record<string, string>) => Prepared;
  /** Reads the stored rows of all these names in one query, and returns a function that finds the row of one name. */
  lookUp: (ctx: Ctx, keys: string[]) => Find<Row>;
  /** Drops values that the file may not set, or refuses the row with a reason. */
  weigh?: (ctx: Ctx, row: Row | undefined, values: ImportValues, cells: Record<string, string>) => Weighed;
  create: (ctx: Ctx, values: ImportValues) => void;
  change: (ctx: Ctx, row: Row, values: ImportValues) => void;
};
