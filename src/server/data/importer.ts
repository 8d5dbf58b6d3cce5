import type { z } from 'zod';
import type { Ctx } from '../context';
import type { Cell } from '../documents/csv';

/**
 * A column of a file: the rule of its cells, what the row of now has there, and how our own export writes that. An empty cell
 * empties the field, or where it always holds something (`isKept`) leaves it as it is.
 */
export type ImportColumn<Row> = {
  rule: z.ZodType;
  now: (row: Row) => Cell;
  show?: (value: Cell) => Cell;
  isKept?: true;
  isYesNo?: true;
};
/** What the cells of a row say, by column; on a change only those that say something else than the row of now. */
export type ImportValues = Record<string, unknown>;
type Weighed = { values: ImportValues; note?: string } | { refused: string };
/** The row of now by the first column; `id` is what the file says, where it has such a column. */
export type Find<Row> = (key: string, id: string) => { row: Row } | { skipped: string } | { refused: string } | undefined;
export type Identified = { id: number | string };
/** A kind of thing that files bring: how the row of now is found, and how one is made and changed. */
export type Importer<Row extends Identified> = {
  columns: Record<string, ImportColumn<Row>>;
  /** Reads the rows of now that any of these names in one query, and answers how the one is found that a row of the file means. */
  lookUp: (ctx: Ctx, keys: string[]) => Find<Row>;
  /** Takes out of the values what the file may not say of the row, if there is one, or says why all of them are refused. */
  weigh?: (ctx: Ctx, row: Row | undefined, values: ImportValues, cells: Record<string, string>) => Weighed;
  create: (ctx: Ctx, values: ImportValues) => void;
  change: (ctx: Ctx, row: Row, values: ImportValues) => void;
};
