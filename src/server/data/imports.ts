import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { lower } from '../../../db/sorting';
import { IMPORT_COLUMNS, type ImportKind, type ImportOutcome, type ImportReport } from '../../shared/data';
import { DomainError } from '../../shared/errors';
import { isRequiredMessage } from '../../shared/text';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { type Cell, cellText, toCsv } from '../documents/csv';
import { assertSignedIn } from '../session/service';
import { clientImport } from './import/clients';
import type { Cells, Find, Identified, Importer, ImportValues, Planned, Prepared } from './import/importer';
import { planJobs } from './import/jobs';
import { productImport } from './import/products';
import { unsubscribeImport } from './import/unsubscribes';
import { collectInSlices, readSheet, type SheetRecord } from './sheet';

const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0'];
/** Converts a cell for its column's rule. */
function typed(cell: string, isYesNo: true | undefined): unknown {
  if (cell === '') return null;
  const word = cell.trim().toLowerCase();
  return isYesNo && [...YES, ...NO].includes(word) ? YES.includes(word) : cell;
}

const asItIs = (value: Cell): Cell => value;
const asWritten = (cell: string): string => cell;

function explain({ issues: [issue] }: z.ZodError): string {
  return issue && isRequiredMessage(issue.message) ? 'Please fill this in.' : (issue?.message ?? 'Please check this.');
}

/** Returns the changed values and the messages of wrong cells. Does not validate a cell that is as our own export writes it. */
function readValues<Row extends Identified>(columns: Importer<Row>['columns'], cells: Record<string, string>, row: Row | undefined) {
  const values: ImportValues = {};
  const messages: string[] = [];
  for (const [name, { rule, now, show = asItIs, isKept, isYesNo, tidy = asWritten }] of Object.entries(columns)) {
    const cell = cells[name];
    const was = row === undefined ? undefined : now(row);
    if (isKept && !cell) continue;
    if (was !== undefined && (cell === undefined || cell === cellText(show(was)))) continue;
    const read = rule.safeParse(cell === undefined ? undefined : typed(tidy(cell), isYesNo));
    if (!read.success) messages.push(`${name}: ${explain(read.error)}`);
    else if (was === undefined || read.data !== was) values[name] = read.data;
  }
  return { values, messages };
}

type Plan = (ctx: Ctx, records: SheetRecord[], seen: Map<string, number>) => Generator<Planned>;

const planner = <Row extends Identified>(importer: Importer<Row>): Plan => {
  /** Returns the keys of a line, and the number of an earlier line about the same row and whether that is no mistake. */
  const findEarlier = (seen: Map<string, number>, cells: Cells, found: { row: Row; mayRepeat?: boolean } | undefined) => {
    const { key, repeatable } = importer.getKeys?.(cells) ?? { key: lower(importer.getLabel(cells).trim()), repeatable: '' };
    const isKnown = found !== undefined && !found.mayRepeat;
    const keys = [
      ...(found ? [`id ${found.row.id}`] : key === '' ? [] : [`new ${key}`]),
      // A client that an earlier batch added is found by phone and name.
      ...(isKnown || repeatable === '' ? [] : [`new ${repeatable}`]),
    ];
    const before = keys.map((text) => seen.get(text)).find((line) => line !== undefined);
    const [ofKey, ofPerson] = [seen.get(`new ${key}`), seen.get(`new ${repeatable}`)];
    return { keys, before, mayRepeat: found ? found.mayRepeat : ofKey === undefined || ofKey === ofPerson };
  };
  const planOne = (ctx: Ctx, find: Find<Row>, seen: Map<string, number>, { row, cells: sent, problem }: SheetRecord): Planned => {
    const told = (outcome: ImportOutcome, messages: string[], fields: string[] = []): Planned => ({
      told: { row, outcome, label: importer.getLabel(sent), fields, messages },
    });
    if (problem) return told('error', [problem]);
    const prepared: Prepared = importer.prepare?.(sent) ?? { cells: sent };
    if ('skipped' in prepared) return told('unchanged', [prepared.skipped]);
    const { cells, mayRepeat = false } = prepared;
    const found = find(cells);
    if (found && 'refused' in found) return told('error', [found.refused]);
    if (found && 'skipped' in found) return told('unchanged', [found.skipped]);
    const earlier = findEarlier(seen, cells, found);
    if (earlier.before !== undefined)
      return told(mayRepeat || earlier.mayRepeat ? 'unchanged' : 'error', [`Row ${earlier.before} is about the same.`]);
    const { values, messages } = readValues(importer.columns, cells, found?.row);
    if (messages.length > 0) return told('error', messages);
    const weighed = importer.weigh?.(ctx, found?.row, values, cells) ?? { values };
    if ('refused' in weighed) return told('error', [weighed.refused]);
    // A wrong row may be left out, so it does not stand for the rows after it.
    for (const key of earlier.keys) seen.set(key, row);
    const [fields, notes] = [Object.keys(weighed.values), weighed.note === undefined ? [] : [weighed.note]];
    if (fields.length === 0) return told('unchanged', notes);
    if (!found) return { ...told('create', notes), write: (within) => importer.create(within, weighed.values) };
    return { ...told('update', notes, fields), write: (within) => importer.change(within, found.row, weighed.values) };
  };
  return function* (ctx, records, seen) {
    for (let at = 0; at < records.length; at += LOOKED_UP) {
      const lines = records.slice(at, at + LOOKED_UP);
      const find = importer.lookUp(
        ctx,
        lines.map(({ cells }) => cells),
      );
      for (const record of lines) yield planOne(ctx, find, seen, record);
    }
  };
};
/** Lines whose stored rows are read at once. */
const LOOKED_UP = 100;
const PLANNERS: Record<ImportKind, Plan> = {
  clients: planner(clientImport),
  jobs: planJobs,
  products: planner(productImport),
  unsubscribes: planner(unsubscribeImport),
};
/**
 * Lines that are planned together and then written. A transaction takes as many of these batches as fit into its time, so that no other
 * request waits long. A file that was written in part can be imported again.
 */
const BATCHES: Record<ImportKind, number> = { clients: 10, jobs: 1, products: Infinity, unsubscribes: Infinity };
const SLICE_MS = 15;

type Import = { kind: ImportKind; isDryRun: boolean; leavesOutErrors?: boolean; bytes: Uint8Array };
const isWrong = ({ told }: Planned): boolean => told.outcome === 'error';

/**
 * Imports a CSV file of clients or unsubscribes (known by their e-mail), jobs or products (by their name) and reports the outcome of each
 * row. Writes nothing in a dry run, or when any row is wrong unless it `leavesOutErrors`. Reads and writes the file in slices, so that other
 * requests are answered meanwhile. Throws BAD_REQUEST for a file that is no table, UNAUTHORIZED when the calling session ended meanwhile.
 */
export async function importRows(ctx: Ctx, { kind, isDryRun, leavesOutErrors = false, bytes }: Import): Promise<ImportReport> {
  const { columns, ignored, records } = await readSheet(kind, bytes);
  const report = (planned: Planned[], isWritten: boolean): ImportReport => {
    const counts = { create: 0, update: 0, unchanged: 0, error: 0 };
    for (const { told } of planned) counts[told.outcome] += 1;
    return { kind, isDryRun, isWritten, columns, ignored, counts, rows: planned.map(({ told }) => told) };
  };
  const checked = await collectInSlices(PLANNERS[kind](ctx, records, new Map()));
  if (isDryRun || checked.every(isWrong) || (!leavesOutErrors && checked.some(isWrong))) {
    if (!isDryRun) assertSignedIn(ctx);
    return report(checked, false);
  }
  const wrong = checked.filter(isWrong);
  const wrongRows = new Set(wrong.map(({ told }) => told.row));
  const right = records.filter(({ row }) => !wrongRows.has(row));
  const written: Planned[] = [];
  const reportAll = () =>
    report(
      [...wrong, ...written].sort((one, other) => one.told.row - other.told.row),
      true,
    );
  const writeBatch = toBatchWriter(ctx, kind, right, written);
  while (written.length < right.length) {
    if (written.length > 0) await nextTurn();
    inTransaction(ctx.db, () => {
      assertSignedIn(ctx);
      const startedAt = performance.now();
      do writeBatch();
      while (written.length < right.length && performance.now() - startedAt < SLICE_MS);
      if (written.length < right.length) return;
      recordActivity(ctx, { verb: 'data.imported', entityType: 'import', entityId: kind, data: reportAll().counts });
    });
  }
  return reportAll();
}

/** Returns a function that writes the next lines and adds them to `written`. It throws CONFLICT if the data changed since the check. */
function toBatchWriter(ctx: Ctx, kind: ImportKind, records: SheetRecord[], written: Planned[]): () => void {
  const seen = new Map<string, number>();
  return () => {
    // The rows are read again, since other requests may have changed them.
    const planned = [...PLANNERS[kind](ctx, records.slice(written.length, written.length + BATCHES[kind]), seen)];
    if (planned.some(isWrong)) throw new DomainError('CONFLICT', 'The data changed in the meantime. Please check the file again.');
    for (const { write } of planned) write?.(ctx);
    written.push(...planned);
  };
}

/** Returns a file with the columns of an import and no rows. */
export const importTemplate = (kind: ImportKind): string => toCsv([IMPORT_COLUMNS[kind]], { isBeginning: true });
