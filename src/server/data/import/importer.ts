import type { z } from 'zod';
import type { ImportRow } from '../../../shared/data';
import type { Ctx } from '../../context';
import type { Cell } from '../../documents/csv';

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
  /** Takes what counts from a cell that is not as our own export writes it. */
  tidy?: (cell: string) => string;
};
/** The values of a row by column; for a change only those that differ from the stored row. */
export type ImportValues = Record<string, unknown>;
type Weighed = { values: ImportValues; note?: string } | { refused: string };
/** The cells of a row by column. */
export type Cells = Record<string, string>;
/** Finds the stored row of a line. Another line may be about the same row if `mayRepeat`. */
export type Find<Row> = (cells: Cells) => { row: Row; mayRepeat?: boolean } | { skipped: string } | { refused: string } | undefined;
/** A line of a file: its outcome for the report (`told`), and the function that writes it, if it changes anything. */
export type Planned = { told: ImportRow; write?: (ctx: Ctx) => void };
/** The cells of a row as its columns read them, and whether another row may be about the same; or why the row is skipped. */
export type Prepared = { cells: Record<string, string>; mayRepeat?: boolean } | { skipped: string };
export type Identified = { id: number | string };
/** A kind of import: finds, creates and changes its rows. */
export type Importer<Row extends Identified> = {
  columns: Record<string, ImportColumn<Row>>;
  prepare?: (cells: Record<string, string>) => Prepared;
  /** Returns the words that name a line in the report. */
  getLabel: (cells: Cells) => string;
  /** Returns what two lines about the same new row have in common; lines with the same key of `repeatable` may both be in a file. */
  getKeys?: (cells: Cells) => { key: string; repeatable: string };
  /** Reads the stored rows of all these lines in few queries, and returns a function that finds the row of one line. */
  lookUp: (ctx: Ctx, lines: Cells[]) => Find<Row>;
  /** Drops values that the file may not set, or refuses the row with a reason. */
  weigh?: (ctx: Ctx, row: Row | undefined, values: ImportValues, cells: Record<string, string>) => Weighed;
  create: (ctx: Ctx, values: ImportValues) => void;
  change: (ctx: Ctx, row: Row, values: ImportValues) => void;
};
