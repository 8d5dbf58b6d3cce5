import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Options, parse } from 'csv-parse';
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

/** Bytes that are parsed in one turn of the event loop. */
const SLICE_BYTES = 16 * 1024;

/**
 * Parses the cells of a CSV file, one slice per turn of the event loop, so that the server answers others in between. `checkSlice` gets the
 * place of each slice and may throw. Throws `CsvError`.
 */
export async function parseCsv(text: string, options: Options, checkSlice?: (at: number) => void): Promise<string[][]> {
  const lines: string[][] = [];
  let fault: Error | undefined;
  const parser = parse(options);
  parser.on('data', (cells: string[]) => lines.push(cells));
  const closed = new Promise((done) => parser.on('close', done));
  parser.on('error', (error) => {
    fault = error;
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && parser.writable; at += SLICE_BYTES) {
    parser.write(bytes.subarray(at, at + SLICE_BYTES));
    checkSlice?.(at);
    await nextTurn();
  }
  parser.end();
  await closed;
  if (fault !== undefined) throw fault;
  return lines;
}

/** Returns rows as CSV (RFC 4180). `isBeginning` adds the byte order mark by which spreadsheets recognize UTF-8. */
export const toCsv = (rows: readonly (readonly Cell[])[], { isBeginning = false } = {}): string =>
  stringify(
    rows.map((row) => row.map((value) => guardFormula(cellText(value)))),
    // The library quotes only cells with CRLF; other readers end the row at a lone CR or LF too.
    { bom: isBeginning, record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
