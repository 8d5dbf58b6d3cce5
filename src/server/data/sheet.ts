import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Options } from 'csv-parse';
import { EXPORT_COLUMNS, IMPORT_COLUMNS, IMPORT_ROWS, type ImportKind } from '../../shared/data';
import { fieldError } from '../../shared/errors';
import { parseCsv, unguardFormula } from '../documents/csv';
import { columnKey } from './import/column-key';
import { type Layout, layOutClients, layOutJobs } from './import/layouts';

/** A row of a file: its line, and its cells by column; `problem` is the reason why the row cannot be read. */
export type SheetRecord = { row: number; cells: Record<string, string>; problem?: string };
type Sheet = { columns: string[]; ignored: string[]; records: SheetRecord[] };

/** No spreadsheet of clients or products has more columns. */
const MAX_COLUMNS = 200;
/** Longest row. Reading stops at a quote that is never closed instead of going through the rest of the file. */
const LONGEST_ROW_BYTES = 256 * 1024;

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

/** Parses the cells of a file. Throws BAD_REQUEST at `file`. */
async function readCells(text: string, rows: number): Promise<string[][]> {
  let lastRowEnd = { lines: 0, bytes: 0 };
  const options: Options = {
    delimiter: findDelimiter(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    to: rows + 2,
    on_record: (cells: string[], { lines: line, bytes: at }) => {
      lastRowEnd = { lines: line, bytes: at };
      return cells.length <= MAX_COLUMNS ? cells : refuse(`Please send a file of at most ${MAX_COLUMNS} columns.`);
    },
  };
  try {
    return await parseCsv(text, options, (at) => {
      if (at - lastRowEnd.bytes > LONGEST_ROW_BYTES)
        refuse(
          `The row that begins around line ${lastRowEnd.lines + 1} is longer than ${LONGEST_ROW_BYTES / 1024} kB. Please check its quotes.`,
        );
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuse(`The file could not be read as CSV: something is wrong with the quotes around line ${String(error.lines ?? 1)}.`);
  }
}

/** Lays out a file whose columns have the names of our own. */
function layOutOurs(kind: ImportKind, header: readonly string[]): Layout {
  const known = [...IMPORT_COLUMNS[kind], ...(EXPORT_COLUMNS[kind] ?? []), 'id'];
  const names = header.map((name) => known.find((column) => columnKey(column) === columnKey(name)) ?? name.trim());
  const places = names.flatMap((name, place) => (known.includes(name) ? [[name, place] as const] : []));
  return {
    columns: places.map(([name]) => name),
    ignored: names.filter((name) => !known.includes(name) && name !== ''),
    read: (cells) => Object.fromEntries(places.map(([name, at]) => [name, cells[at] ?? ''])),
  };
}

/** The columns of which a file needs one, since rows are known by them. */
const KEYS: Record<ImportKind, readonly string[]> = {
  clients: ['email', 'phone'],
  jobs: ['Client Email', 'Client Phone'],
  products: [IMPORT_COLUMNS.products[0]],
  unsubscribes: [IMPORT_COLUMNS.unsubscribes[0]],
};

/** Reads the records of a file under the columns that its kind knows. Throws BAD_REQUEST at `file`. */
export async function readSheet(kind: ImportKind, bytes: Uint8Array): Promise<Sheet> {
  const [header = [], ...lines] = await readCells(decode(bytes), IMPORT_ROWS[kind]);
  const layout = kind === 'clients' ? layOutClients(header) : kind === 'jobs' ? layOutJobs(header) : layOutOurs(kind, header);
  const { columns, ignored } = layout;
  const keys = header.map(columnKey).filter((key) => columns.some((name) => columnKey(name) === key));
  const twice = columns.find((name) => keys.indexOf(columnKey(name)) < keys.lastIndexOf(columnKey(name)));
  if (twice) refuse(`The file has the column ${twice} twice.`);
  if (!KEYS[kind].some((key) => columns.includes(key)))
    refuse(`The first line has to name the columns, and one of them has to be ${KEYS[kind].join(' or ')}.`);
  const records = await collectInSlices(toRecords(lines, header.length, layout));
  if (records.length === 0) refuse('The file has no rows under its first line.');
  if (records.length > IMPORT_ROWS[kind]) refuse(`Please import at most ${IMPORT_ROWS[kind]} rows at a time.`);
  return { columns: columns.filter((name) => name !== 'id'), ignored, records };
}

/** Yields the lines that are not blank as records under their columns. */
function* toRecords(lines: string[][], width: number, layout: Layout): Generator<SheetRecord> {
  for (const [place, cells] of lines.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    yield {
      row: place + 2,
      cells: layout.read(cells.map(unguardFormula)),
      ...(cells.length !== width && { problem: `This row has ${cells.length} cells and the first line ${width}.` }),
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
