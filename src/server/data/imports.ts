import { inTransaction } from '../../../db/client';
import { lower } from '../../../db/sorting';
import { IMPORT_COLUMNS, type ImportKind, type ImportOutcome, type ImportReport, type ImportRow } from '../../shared/data';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { type Cell, cellText, toCsv } from '../documents/csv';
import { assertSignedIn } from '../session/service';
import { clientImport } from './client-import';
import type { Find, Identified, Importer, ImportValues, Prepared } from './importer';
import { productImport } from './product-import';
import { collectInSlices, readSheet, type SheetRecord } from './sheet';
import { unsubscribeImport } from './unsubscribe-import';

type Planned = { told: ImportRow; write?: (ctx: Ctx) => void };

const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0'];
/** Converts a cell for its column's rule. */
function typed(cell: string, isYesNo: true | undefined): unknown {
  if (cell === '') return null;
  const word = cell.trim().toLowerCase();
  return isYesNo && [...YES, ...NO].includes(word) ? YES.includes(word) : cell;
}

const asItIs = (value: Cell): Cell => value;

/** Returns the changed values and the messages of wrong cells. Does not validate a cell that is as our own export writes it. */
function readValues<Row extends Identified>(columns: Importer<Row>['columns'], cells: Record<string, string>, row: Row | undefined) {
  const values: ImportValues = {};
  const messages: string[] = [];
  for (const [name, { rule, now, show = asItIs, isKept, isYesNo }] of Object.entries(columns)) {
    const cell = cells[name];
    const was = row === undefined ? undefined : now(row);
    if (isKept && !cell) continue;
    if (was !== undefined && (cell === undefined || cell === cellText(show(was)))) continue;
    const read = rule.safeParse(cell === undefined ? undefined : typed(cell, isYesNo));
    if (!read.success) messages.push(`${name}: ${read.error.issues[0]?.message ?? 'Please check this.'}`);
    else if (was === undefined || read.data !== was) values[name] = read.data;
  }
  return { values, messages };
}

const planner = <Row extends Identified>(importer: Importer<Row>, keyColumn: string) => {
  const planOne = (ctx: Ctx, find: Find<Row>, seen: Map<string, number>, { row, cells: sent, problem }: SheetRecord): Planned => {
    const label = sent[keyColumn] ?? '';
    const told = (outcome: ImportOutcome, messages: string[], fields: string[] = []): Planned => ({
      told: { row, outcome, label, fields, messages },
    });
    if (problem) return told('error', [problem]);
    const prepared: Prepared = importer.prepare?.(sent) ?? { cells: sent };
    if ('skipped' in prepared) return told('unchanged', [prepared.skipped]);
    const { cells, mayRepeat = false } = prepared;
    const found = find(label, cells.id ?? '');
    if (found && 'refused' in found) return told('error', [found.refused]);
    if (found && 'skipped' in found) return told('unchanged', [found.skipped]);
    const key = found ? `id ${found.row.id}` : `new ${lower(label.trim())}`;
    const before = seen.get(key);
    if (before !== undefined) return told(mayRepeat ? 'unchanged' : 'error', [`Row ${before} is about the same.`]);
    seen.set(key, row);
    const { values, messages } = readValues(importer.columns, cells, found?.row);
    if (messages.length > 0) return told('error', messages);
    const weighed = importer.weigh?.(ctx, found?.row, values, cells) ?? { values };
    if ('refused' in weighed) return told('error', [weighed.refused]);
    const [fields, notes] = [Object.keys(weighed.values), weighed.note === undefined ? [] : [weighed.note]];
    if (fields.length === 0) return told('unchanged', notes);
    if (!found) return { ...told('create', notes), write: (within) => importer.create(within, weighed.values) };
    return { ...told('update', notes, fields), write: (within) => importer.change(within, found.row, weighed.values) };
  };
  return function* (ctx: Ctx, records: SheetRecord[]): Generator<Planned> {
    const find = importer.lookUp(
      ctx,
      records.map(({ cells }) => cells[keyColumn] ?? ''),
    );
    const seen = new Map<string, number>();
    for (const record of records) yield planOne(ctx, find, seen, record);
  };
};
const PLANNERS = {
  clients: planner(clientImport, IMPORT_COLUMNS.clients[0]),
  products: planner(productImport, IMPORT_COLUMNS.products[0]),
  unsubscribes: planner(unsubscribeImport, IMPORT_COLUMNS.unsubscribes[0]),
};

type Import = { kind: ImportKind; isDryRun: boolean; bytes: Uint8Array };

/**
 * Imports a CSV file of clients or unsubscribes (known by their e-mail) or products (by their name) and reports the outcome of each
 * row. Writes all rows in one transaction, and nothing in a dry run or when any row is wrong. Reads the file in slices, so that other
 * requests are answered meanwhile. Throws BAD_REQUEST for a file that is no table, UNAUTHORIZED when the calling session ended meanwhile.
 */
export async function importRows(ctx: Ctx, { kind, isDryRun, bytes }: Import): Promise<ImportReport> {
  const { columns, ignored, records } = await readSheet(kind, bytes);
  const plan = () => PLANNERS[kind](ctx, records);
  const report = (planned: Planned[], isWritten: boolean): ImportReport => {
    const counts = { create: 0, update: 0, unchanged: 0, error: 0 };
    for (const { told } of planned) counts[told.outcome] += 1;
    return { kind, isDryRun, isWritten, columns, ignored, counts, rows: planned.map(({ told }) => told) };
  };
  if (isDryRun) return report(await collectInSlices(plan()), false);
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const planned = [...plan()];
    if (planned.some(({ told }) => told.outcome === 'error')) return report(planned, false);
    for (const { write } of planned) write?.(ctx);
    const told = report(planned, true);
    recordActivity(ctx, { verb: 'data.imported', entityType: 'import', entityId: kind, data: told.counts });
    return told;
  });
}

/** Returns a file with the columns of an import and no rows. */
export const importTemplate = (kind: ImportKind): string => toCsv([IMPORT_COLUMNS[kind]], { isBeginning: true });
