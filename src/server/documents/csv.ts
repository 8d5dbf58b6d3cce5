import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | boolean | null;

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Returns a text as a cell that no spreadsheet reads as a formula: prefixes `'` to a text that begins with `= + - @`, TAB or CR, and to
 * one whose own `'` would look like ours. Numbers stay numbers.
 */
export const guardFormula = (text: string): string => (!PLAIN_NUMBER.test(text) && /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

export const unguardFormula = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** A number in plain digits; one that is written with an exponent elsewhere has up to fifteen places. */
const plainDigits = (value: number): string => (/e/.test(String(value)) ? value.toFixed(15).replace(/\.?0+$/, '') : String(value));

/** Returns the text of a cell before {@link guardFormula}: empty for null. */
export function cellText(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'number' ? plainDigits(value) : String(value);
}

/** Rows as RFC 4180 has them, with CRLF; `isBeginning` puts the mark before them by which a spreadsheet knows UTF-8. */
export const toCsv = (rows: readonly (readonly Cell[])[], { isBeginning = false } = {}): string =>
  stringify(
    rows.map((row) => row.map((value) => guardFormula(cellText(value)))),
    // The library quotes for its own line ends only; a lone CR or LF would end the row in other readers.
    { bom: isBeginning, record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
