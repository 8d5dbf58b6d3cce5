import { and, asc, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { inTransaction } from '../../../db/client';
import * as schema from '../../../db/schema';
import { EXPORT_TABLES, type ExportTable } from '../../shared/data';
import { DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import { recordActivity } from '../activity';
import { unsubscribedSince } from '../consents/grounds';
import type { Ctx } from '../context';
import { type Cell, toCsv } from '../documents/csv';

/**
 * Limits of what is read and written at a time: a page of a wide table has fewer rows, so that other requests wait at most for a few ms.
 */
const PAGE_ROWS = 500;
const PAGE_CELLS = 2000;
/** Links that open without a login; a message is exported without the key in them. */
const LINK_KEYS = /\/(manage|waitlist|visit|quote|pay|my\/open|order-confirmation|unsubscribe)\/[\w-]{16,}/g;

type Exported = { table: SQLiteTable; columns: Record<string, SQLiteColumn | SQL.Aliased> };

/** Columns that no export has: hashes, keys that open something without a login, and the files of messages. */
const LEFT_OUT = /(hash|token)$|^(publicId|idempotencyKey|dedupeKey|attachments)$/i;

const TABLES = { ...schema };
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
const toCamel = <Name extends string>(name: Name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>;

function getExported(name: ExportTable): Exported {
  const table: SQLiteTable = TABLES[toCamel(name)];
  const columns: Exported['columns'] = {};
  for (const [field, column] of Object.entries(getTableColumns(table))) {
    if (!LEFT_OUT.test(field)) columns[field] = column;
    // A second time, so that an import can tell if the stock changed since.
    if (field === 'stockQuantity') columns.stockWas = column;
  }
  // The day since which a client wants no marketing, so that an import can bring it.
  if (name === 'clients') columns.unsubscribedAt = unsubscribedSince.as('unsubscribed_at');
  return { table, columns };
}

/** Amounts whose API name is not that of the column without its unit. */
const NAMES: Record<string, string> = {
  costCents: 'costPrice',
  taxCents: 'taxAmount',
  totalCents: 'totalAmount',
  hstCents: 'hstAmount',
  pstCents: 'pstAmount',
};
/** Returns the API name of a column: cents are exported as dollars. */
const getName = (field: string): string => NAMES[field] ?? field.replace(/Cents$/, '');

function wireValue(field: string, value: unknown): unknown {
  if (field.endsWith('Cents') && typeof value === 'number') return formatCents(value);
  return field === 'body' && typeof value === 'string' ? value.replace(LINK_KEYS, '/$1/…') : value;
}

/** Yields a table's rows, or those with the ids, by page, in the order in which they were made. Later pages see changes made meanwhile. */
function* pagesOf(ctx: Ctx, { table, columns }: Exported, ids?: readonly number[]): Generator<Record<string, unknown>[]> {
  const fields = Object.keys(columns);
  const rowid = sql<number>`rowid`.as('row_id');
  const size = Math.min(PAGE_ROWS, Math.ceil(PAGE_CELLS / fields.length));
  for (let after = 0; ; ) {
    const rows = ctx.db
      .select({ ...columns, rowid })
      .from(table)
      .where(and(gt(sql`rowid`, after), ids && inArray(sql`rowid`, ids)))
      .orderBy(asc(sql`rowid`))
      .limit(size)
      .all() as Record<string, unknown>[];
    yield rows.map((row) => Object.fromEntries(fields.map((field) => [getName(field), wireValue(field, row[field])])));
    const last = rows[size - 1];
    if (!last) return;
    after = last.rowid as number;
  }
}

const asCell = (value: unknown): Cell => (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell));

/** Returns the table that an address names. Throws NOT_FOUND. */
export function findExport(name: string): ExportTable {
  const table = EXPORT_TABLES.find((candidate) => candidate === name);
  if (!table) throw new DomainError('NOT_FOUND', 'There is no such export.');
  return table;
}

/** Yields a table, or its rows with the ids, as CSV in parts: a header with the API names, then the rows, the oldest first. */
export function* exportCsv(ctx: Ctx, name: ExportTable, ids?: readonly number[]): Generator<string> {
  const exported = getExported(name);
  yield toCsv([Object.keys(exported.columns).map(getName)], { isBeginning: true });
  for (const rows of pagesOf(ctx, exported, ids)) if (rows.length > 0) yield toCsv(rows.map((row) => Object.values(row).map(asCell)));
}

/** Yields all tables as one JSON object in parts: `{exportedAt, tables: {clients: […], …}}`. */
export function* exportJson(ctx: Ctx): Generator<string> {
  yield `{"exportedAt":${JSON.stringify(ctx.now().toISOString())},"tables":{`;
  for (const [place, name] of EXPORT_TABLES.entries()) {
    yield `${place > 0 ? ',' : ''}\n${JSON.stringify(name)}:[`;
    let isFirst = true;
    for (const rows of pagesOf(ctx, getExported(name))) {
      if (rows.length > 0) yield `${isFirst ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '\n}}\n';
}

/** Records the export of a table, or `all`. */
export function recordExport(ctx: Ctx, what: ExportTable | 'all'): void {
  inTransaction(ctx.db, () => recordActivity(ctx, { verb: 'data.exported', entityType: 'export', entityId: what }));
}
