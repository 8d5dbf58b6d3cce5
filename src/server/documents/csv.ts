import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | boolean | null;

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Returns a text as a cell that no spreadsheet reads as a formula: prefixes `'` to a text that begins with `= + - @`, TAB or CR, and to
 * a text whose own `'` would be taken for this prefix. Numbers stay numbers.
 */
export const guardFormula = (text: string): string => (!PLAIN_NUMBER.test(text) && /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

export const unguardFormula = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** Returns a number in plain digits, with up to 15 decimal places if JavaScript would write it with an exponent. */
const plainDigits = (value: number): string => (/e/.test(String(value)) ? value.toFixed(15).replace(/\.?0+$/, '') : String(value));

/** Returns the text of a cell before {@link guardFormula}: empty for null. */
export function cellText(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'number' ? plainDigits(value) : String(value);
}

/** Returns rows as CSV (RFC 4180). `isBeginning` adds the byte order mark by which spreadsheets recognize UTF-8. */
export const toCsv = (rows: readonly (readonly Cell[])[], { isBeginning = false } = {}): string =>
  stringify(
    rows.map((row) => row.map((value) => guardFormula(cellText(value)))),
    // The library quotes only cells with CRLF; other readers end the row at a lone CR or LF too.
    { bom: isBeginning, record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
