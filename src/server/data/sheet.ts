import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { EXPORT_COLUMNS, IMPORT_COLUMNS, IMPORT_ROWS, type ImportKind } from '../../shared/data';
import { fieldError } from '../../shared/errors';
import { unguardFormula } from '../documents/csv';

/** A row of a file: its line, and its cells by column; `problem` is the reason why the row cannot be read. */
export type SheetRecord = { row: number; cells: Record<string, string>; problem?: string };
type Sheet = { columns: string[]; ignored: string[]; records: SheetRecord[] };

/** Bytes that are parsed in one turn of the event loop. The worst file, all commas, takes about 1 ms a kilobyte on a slow machine. */
const SLICE_BYTES = 16 * 1024;
/** No spreadsheet of clients or products has more columns, and a row of a million cells takes long. */
const MAX_COLUMNS = 200;

/** Column names match by letters and digits alone: "Cost price" is costPrice. */
const columnKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const refuse = (message: string): never => {
  throw fieldError('file', message);
};

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('Please save the file as CSV in UTF-8.');
  }
}

/** Returns the separator of a file: some spreadsheets write semicolons or tabs instead of commas. */
function findDelimiter(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return header.includes(',') ? ',' : ([';', '\t'].find((mark) => header.includes(mark)) ?? ',');
}

/** Parses the cells of a file, one slice per turn of the event loop. Throws BAD_REQUEST at `file`. */
async function readCells(text: string): Promise<string[][]> {
  const lines: string[][] = [];
  let fault: Error | undefined;
  const parser = parse({
    delimiter: findDelimiter(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    to: IMPORT_ROWS + 2,
    cast: (cell, { index }) => (index < MAX_COLUMNS ? cell : refuse(`Please send a file of at most ${MAX_COLUMNS} columns.`)),
  });
  parser.on('data', (cells: string[]) => lines.push(cells));
  const closed = new Promise((done) => parser.on('close', done));
  parser.on('error', (error) => {
    fault = error;
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && parser.writable; at += SLICE_BYTES) {
    parser.write(bytes.subarray(at, at + SLICE_BYTES));
    await nextTurn();
  }
  parser.end();
  await closed;
  if (fault === undefined) return lines;
  if (!(fault instanceof CsvError)) throw fault;
  return refuse(`The file could not be read as CSV: something is wrong with the quotes around line ${String(fault.lines ?? 1)}.`);
}

/** Reads the records of a file under the columns that its kind knows. Throws BAD_REQUEST at `file`. */
export async function readSheet(kind: ImportKind, bytes: Uint8Array): Promise<Sheet> {
  const [header = [], ...lines] = await readCells(decode(bytes));
  const known = [...IMPORT_COLUMNS[kind], ...(EXPORT_COLUMNS[kind] ?? []), 'id'];
  const names = header.map((name) => known.find((column) => columnKey(column) === columnKey(name)) ?? name.trim());
  const columns = names.filter((name) => known.includes(name));
  const twice = columns.find((name, place) => columns.indexOf(name) < place);
  if (twice) refuse(`The file has the column ${twice} twice.`);
  const [key] = IMPORT_COLUMNS[kind];
  if (!columns.includes(key)) refuse(`The first line has to name the columns, and one of them has to be ${key}.`);
  const records = await collectInSlices(toRecords(lines, names, known));
  if (records.length === 0) refuse('The file has no rows under its first line.');
  if (records.length > IMPORT_ROWS) refuse(`Please import at most ${IMPORT_ROWS} rows at a time.`);
  return {
    columns: columns.filter((name) => name !== 'id'),
    ignored: names.filter((name) => !known.includes(name) && name !== ''),
    records,
  };
}

/** Yields the lines that are not blank as records under their columns. */
function* toRecords(lines: string[][], names: string[], known: string[]): Generator<SheetRecord> {
  const places = names.flatMap((name, place) => (known.includes(name) ? [[name, place] as const] : []));
  for (const [place, cells] of lines.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    yield {
      row: place + 2,
      cells: Object.fromEntries(places.map(([name, at]) => [name, unguardFormula(cells[at] ?? '')])),
      ...(cells.length !== names.length && { problem: `This row has ${cells.length} cells and the first line ${names.length}.` }),
    };
  }
}

const SLICE_MS = 10;
/** Collects items that take long to make, and yields to other work after every 10 ms. */
export async function collectInSlices<Item>(items: Iterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    collected.push(item);
    if (performance.now() - startedAt < SLICE_MS) continue;
    await nextTurn();
    startedAt = performance.now();
  }
  return collected;
}
