import { asc, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { inTransaction } from '../../../db/client';
import * as tables from '../../../db/schema';
import { EXPORT_TABLES, type ExportTable } from '../../shared/data';
import { DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import { recordActivity } from '../activity';
import { unsubscribedSince } from '../consents/grounds';
import type { Ctx } from '../context';
import { type Cell, toCsv } from '../documents/csv';

/** Rows that are read and written at a time, to limit memory and the wait of other callers. */
const PAGE = 500;
/** Links that open without a login; a message is exported without the key in them. */
const LINK_KEYS = /\/(manage|order-confirmation|unsubscribe)\/[\w-]{16,}/g;

type Exported = { table: SQLiteTable; columns: Record<string, SQLiteColumn | SQL.Aliased> };

/** Columns with hashes and with keys that open something without a login, in any table. */
const SECRET = /(hash|token)$|^(publicId|idempotencyKey|dedupeKey)$/i;

/** Returns a table with all its columns except secret ones and those that are named. */
function all<Table extends SQLiteTable>(table: Table, ...left: (keyof Table['_']['columns'] & string)[]): Exported {
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => !SECRET.test(field) && !left.includes(field));
  return { table, columns: Object.fromEntries(columns) as Exported['columns'] };
}

/** Exports the stock twice, so that an import can tell if it changed since. */
function withStockWas({ table, columns }: Exported): Exported {
  const entries = Object.entries(columns).flatMap(([field, column]) =>
    field === 'stockQuantity' ? [[field, column] as const, ['stockWas', column] as const] : [[field, column] as const],
  );
  return { table, columns: Object.fromEntries(entries) };
}

/** Adds the day since which a client wants no marketing, so that an import can bring it. */
function withUnsubscribe({ table, columns }: Exported): Exported {
  return { table, columns: { ...columns, unsubscribedAt: unsubscribedSince.as('unsubscribed_at') } };
}

const EXPORTS: Record<ExportTable, Exported> = {
  clients: withUnsubscribe(all(tables.clients)),
  client_addresses: all(tables.clientAddresses),
  contact_inquiries: all(tables.contactInquiries),
  appointment_bookings: all(tables.appointmentBookings),
  appointment_slots: all(tables.appointmentSlots),
  closed_days: all(tables.closedDays),
  work_orders: all(tables.workOrders),
  job_components: all(tables.jobComponents),
  work_order_assignments: all(tables.workOrderAssignments),
  work_order_photos: all(tables.workOrderPhotos),
  team_members: all(tables.teamMembers),
  team_member_logs: all(tables.teamMemberLogs),
  time_off: all(tables.timeOff),
  products: withStockWas(all(tables.products)),
  stock_movements: all(tables.stockMovements),
  orders: all(tables.orders),
  order_items: all(tables.orderItems),
  invoices: all(tables.invoices),
  invoice_items: all(tables.invoiceItems),
  receipts: all(tables.receipts),
  credit_notes: all(tables.creditNotes),
  number_series: all(tables.numberSeries),
  consents: all(tables.consents),
  marketing_recipients: all(tables.marketingRecipients),
  referrals: all(tables.referrals),
  saved_carts: all(tables.savedCarts),
  automation_state: all(tables.automationState),
  automation_workers: all(tables.automationWorkers),
  automation_runs: all(tables.automationRuns),
  opportunities: all(tables.opportunities),
  price_suggestions: all(tables.priceSuggestions),
  demand_snapshots: all(tables.demandSnapshots),
  competitor_prices: all(tables.competitorPrices),
  social_posts: all(tables.socialPosts),
  social_accounts: all(tables.socialAccounts),
  achievement_unlocks: all(tables.achievementUnlocks),
  daily_stats: all(tables.dailyStats),
  outbox: all(tables.outbox, 'attachments'),
  settings: all(tables.settings),
  activity: all(tables.activity),
};

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

/** Yields a table's rows by page, in the order in which they were made. Later pages see changes made meanwhile. */
function* pagesOf(ctx: Ctx, { table, columns }: Exported): Generator<Record<string, unknown>[]> {
  const fields = Object.keys(columns);
  const rowid = sql<number>`rowid`.as('row_id');
  for (let after = 0; ; ) {
    const rows = ctx.db
      .select({ ...columns, rowid })
      .from(table)
      .where(gt(sql`rowid`, after))
      .orderBy(asc(sql`rowid`))
      .limit(PAGE)
      .all() as Record<string, unknown>[];
    yield rows.map((row) => Object.fromEntries(fields.map((field) => [getName(field), wireValue(field, row[field])])));
    const last = rows[PAGE - 1];
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

/** Yields a table as CSV in parts: a header with the API names, then its rows, the oldest first. */
export function* exportCsv(ctx: Ctx, name: ExportTable): Generator<string> {
  const exported = EXPORTS[name];
  yield toCsv([Object.keys(exported.columns).map(getName)], { isBeginning: true });
  for (const rows of pagesOf(ctx, exported)) if (rows.length > 0) yield toCsv(rows.map((row) => Object.values(row).map(asCell)));
}

/** Yields all tables as one JSON object in parts: `{exportedAt, tables: {clients: […], …}}`. */
export function* exportJson(ctx: Ctx): Generator<string> {
  yield `{"exportedAt":${JSON.stringify(ctx.now().toISOString())},"tables":{`;
  for (const [place, name] of EXPORT_TABLES.entries()) {
    yield `${place > 0 ? ',' : ''}\n${JSON.stringify(name)}:[`;
    let isFirst = true;
    for (const rows of pagesOf(ctx, EXPORTS[name])) {
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
