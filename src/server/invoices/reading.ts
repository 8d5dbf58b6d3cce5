import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { readDailySums, sumReceived } from '../../../db/daily-sums';
import { isAmong, prepared, readPage, rowGetter } from '../../../db/prepared';
import { invoiceItems, invoices, outbox } from '../../../db/schema';
import { buildSearch } from '../../../db/search';
import { inOrder, readSortedIds } from '../../../db/sorting';
import { DomainError } from '../../shared/errors';
import { BIN_DAYS, type InvoiceStatus, type ShownStatus } from '../../shared/invoices';
import type { allInvoices, Invoice, invoiceList, invoiceListInput, invoiceSummary, nextNumbers } from '../../shared/invoices-schemas';
import { formatCents } from '../../shared/money';
import { groupBy } from '../../shared/statistics';
import type { pageInput } from '../../shared/text';
import { addMinutes, businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { isInvoiceOf } from '../dispatch/work-orders';
import { peekNumber } from './numbers';

export type InvoiceRow = typeof invoices.$inferSelect;
type ItemRow = typeof invoiceItems.$inferSelect;

export const isCredited = ({ creditedCents, totalCents }: Pick<InvoiceRow, 'creditedCents' | 'totalCents'>): boolean =>
  creditedCents > 0 && creditedCents >= totalCents;

/** Returns the status of an invoice on a day: an open invoice past its due date is overdue, whatever is stored; a paid one stays paid. */
export const getStatusOn = (row: InvoiceRow, today: string): ShownStatus => (isCredited(row) ? 'credited' : dueStatus(row, today));
const dueStatus = ({ status, dueDate }: InvoiceRow, today: string): InvoiceStatus =>
  status !== 'pending' && status !== 'overdue' ? status : dueDate < today ? 'overdue' : 'pending';

/** Returns whether an issued invoice was deleted, which voids it; a deleted draft is in the bin. */
export const isVoided = ({ status, deletedAt }: Pick<InvoiceRow, 'status' | 'deletedAt'>): boolean =>
  deletedAt !== null && status !== 'draft';

export const getBalance = ({ totalCents, amountPaidCents, creditedCents }: InvoiceRow): number =>
  Math.max(0, totalCents - creditedCents - amountPaidCents);

export const formatSums = (row: { subtotalCents: number; hstCents: number; pstCents: number }) => ({
  subtotal: formatCents(row.subtotalCents),
  hstAmount: formatCents(row.hstCents),
  pstAmount: formatCents(row.pstCents),
});

const toShown = (row: InvoiceRow, items: readonly ItemRow[], today: string) => ({
  ...formatSums(row),
  totalAmount: formatCents(row.totalCents),
  amountPaid: formatCents(row.amountPaidCents),
  balance: formatCents(getBalance(row)),
  credited: formatCents(row.creditedCents),
  status: getStatusOn(row, today),
  items: items.map(({ description, quantity, priceCents, isGoods, offer, referralId, isDeduction, depositInvoiceId }) => ({
    description,
    quantity,
    price: formatCents(priceCents),
    isGoods,
    ...(offer && { offer, referralId }),
    ...(isDeduction && { isDeduction, depositInvoiceId }),
  })),
  updatedAt: row.updatedAt ?? row.createdAt,
  voidedAt: isVoided(row) ? row.deletedAt : null,
});

const NOT_THERE = 'This invoice does not exist.';
/** Returns a stored invoice, deleted ones too. Throws NOT_FOUND. */
export const getStoredRow = rowGetter(invoices, NOT_THERE);

export function getRow(ctx: Ctx, id: number): InvoiceRow {
  const row = getStoredRow(ctx, id);
  if (row.deletedAt !== null) throw new DomainError('NOT_FOUND', NOT_THERE);
  return row;
}

export const toInvoice = (ctx: Ctx, row: InvoiceRow): Invoice => toInvoices(ctx, [{ ...row }])[0] as Invoice;

const newestMailing = prepared((db) =>
  db
    .select({ sentAt: outbox.sentAt, createdAt: outbox.createdAt })
    .from(outbox)
    .where(
      and(
        eq(outbox.relatedType, 'invoice'),
        eq(outbox.relatedId, sql.placeholder('id')),
        eq(outbox.purpose, 'invoice-sent'),
        inArray(outbox.status, ['sent', 'stored']),
      ),
    )
    .orderBy(desc(outbox.id))
    .limit(1),
);
/** Returns when an invoice was last mailed, or stored for lack of a mail server; null if it still waits or never was. */
export function findMailedAt({ db }: Pick<Ctx, 'db'>, id: number): string | null {
  const message = newestMailing(db).get({ id });
  return message ? (message.sentAt ?? message.createdAt) : null;
}

export const isDelivered = (ctx: Pick<Ctx, 'db'>, { id, handedOverAt }: Pick<InvoiceRow, 'id' | 'handedOverAt'>): boolean =>
  handedOverAt !== null || findMailedAt(ctx, id) !== null;

const itemsAmong = prepared((db) =>
  db.select().from(invoiceItems).where(isAmong(invoiceItems.invoiceId)).orderBy(asc(invoiceItems.invoiceId), asc(invoiceItems.id)),
);
/** Adds the fields of the wire to freshly read invoices in place, since copying them takes longer than reading them. */
function toInvoices(ctx: Ctx, rows: readonly InvoiceRow[]): Invoice[] {
  const today = businessDay(ctx.now());
  const items = groupBy(itemsAmong(ctx.db).all({ ids: JSON.stringify(rows.map(({ id }) => id)) }), ({ invoiceId }) => invoiceId);
  return rows.map((row) => Object.assign(row, toShown(row, items.get(row.id) ?? [], today)));
}

/** Returns the time since which a deleted invoice can be restored. */
export const binStart = ({ now }: Pick<Ctx, 'now'>): string => addMinutes(now(), -BIN_DAYS * 1440);

const SEARCHED = ['invoice_number', 'customer_name', 'customer_email', 'service_type'];

/** Conditions, written as the partial indexes have them. */
const isLive = sql`deleted_at is null`;
const isDeleted = sql`deleted_at is not null`;
/** Selects what can be restored: drafts deleted and invoices voided within the last 30 days. */
const isInBin = (ctx: Ctx) => sql`${isDeleted} and deleted_at >= ${binStart(ctx)}`;
const isOpen = sql`deleted_at is null and status in ('pending', 'overdue') and (credited_cents = 0 or credited_cents < total_cents)`;

type View = {
  /** The index in the order of the ids. */
  index: string;
  condition: SQL;
  /** The beginning of the names of the indexes in each other order; without them the newest rows are sorted. */
  sorted?: 'invoices_live' | 'invoices_status';
};
/** Returns the condition of a view and its indexes, which the planner without statistics would not choose. */
function getView(view: z.output<typeof invoiceListInput>['view'], today: string): View {
  if (view === 'all') return { index: 'invoices_live', condition: isLive, sorted: 'invoices_live' };
  if (view === 'voided') return { index: 'invoices_voided', condition: sql`${isDeleted} and status <> 'draft'` };
  if (view === 'credited')
    return { index: 'invoices_credited', condition: sql`${isLive} and credited_cents > 0 and credited_cents >= total_cents` };
  if (view === 'draft' || view === 'paid')
    return { index: 'invoices_live_status', condition: sql`${isLive} and status = ${view}`, sorted: 'invoices_status' };
  const due = { open: sql``, pending: sql`and due_date >= ${today}`, overdue: sql`and due_date < ${today}` }[view];
  return { index: 'invoices_open_newest', condition: sql`${isOpen} ${due}` };
}

const ORDERS = {
  customer: sql`customer_name collate nocase`,
  due: sql`due_date`,
  total: sql`total_cents`,
};

/**
 * Lists the invoices of a view, newest first or sorted. Every word of the search must be in number, customer, e-mail, service or
 * description. Indexes sort all invoices, drafts and paid ones; other views and searches sort their newest rows.
 */
export function listInvoices(ctx: Ctx, { view, search, ...page }: z.output<typeof invoiceListInput>): z.output<typeof invoiceList> {
  const { match, conditions } = buildSearch('invoices', SEARCHED, search);
  const { index, condition, sorted } = getView(view, businessDay(ctx.now()));
  const rows = sql.raw(`invoices indexed by ${index}`);
  const list = {
    table: 'invoices',
    // The search table returns rows by rowid, so reading stops at the end of the page. Each is looked up in the index of the view, since a
    // word may be in many invoices and none of them in the view.
    from: match ? sql`invoices_search join ${rows} on invoices.id = invoices_search.rowid and invoices_search match ${match}` : rows,
    id: sql.raw(match ? 'invoices_search.rowid' : 'invoices.id'),
    where: and(condition, ...conditions),
    columns: ORDERS,
    ...(sorted && !match && { getIndex: (key: string) => `${sorted}_${key}` }),
  };
  const { rows: ids, nextCursor } = readSortedIds(ctx.db, list, page);
  return { rows: getRows(ctx, ids), nextCursor };
}

const invoicesAmong = prepared((db) => db.select().from(invoices).where(isAmong(invoices.id)));
function getRows(ctx: Ctx, ids: readonly number[]): Invoice[] {
  if (ids.length === 0) return [];
  return toInvoices(ctx, inOrder(ids, invoicesAmong(ctx.db).all({ ids: JSON.stringify(ids) })));
}

export function listAllInvoices(ctx: Ctx, { limit, cursor }: z.output<typeof pageInput>): z.output<typeof allInvoices> {
  const { rows, nextCursor } = listInvoices(ctx, { view: 'all', search: null, limit, cursor });
  return { rows, nextCursor: typeof nextCursor === 'number' ? nextCursor : null };
}

/** Lists what can be restored, newest invoice first. Sorts the few rows of the last 30 days instead of reading all older voids. */
export function listBin(ctx: Ctx, { limit, cursor }: z.output<typeof pageInput>): z.output<typeof allInvoices> {
  return readPage(
    ctx.db
      .select({ id: sql<number>`invoices.id` })
      .from(sql`invoices indexed by invoices_bin`)
      .where(and(isInBin(ctx), cursor === undefined ? undefined : sql`invoices.id < ${cursor}`))
      .orderBy(desc(sql`invoices.id`)),
    limit,
    ({ id }) => id,
    (rows) =>
      getRows(
        ctx,
        rows.map(({ id }) => id),
      ),
  );
}

type Owed = { invoices: number; cents: number };
function sumOwed(ctx: Ctx, which = isOpen): { invoices: number; amount: string } {
  const { invoices: count, cents } = ctx.db.get<Owed>(
    sql`select count(*) as invoices, coalesce(sum(max(0, total_cents - credited_cents - amount_paid_cents)), 0) as cents from invoices indexed by invoices_open
      where ${which}`,
  );
  return { invoices: count, amount: formatCents(cents) };
}

export const countOverdue = (ctx: Ctx): number => sumOwed(ctx, getView('overdue', businessDay(ctx.now())).condition).invoices;

const countWhere = (ctx: Ctx, condition: SQL) =>
  ctx.db.get<{ rows: number }>(sql`select count(*) as rows from invoices where ${condition}`).rows;

/** Returns what is owed and overdue, what was received this month, and how many drafts and deleted invoices there are. */
export function summarizeInvoices(ctx: Ctx): z.output<typeof invoiceSummary> {
  const today = businessDay(ctx.now());
  const month = { from: `${today.slice(0, 7)}-01`, to: `${today.slice(0, 7)}-31` };
  return {
    outstanding: sumOwed(ctx),
    overdue: sumOwed(ctx, getView('overdue', today).condition),
    drafts: countWhere(ctx, sql`${isLive} and status = 'draft'`),
    inBin: countWhere(ctx, isInBin(ctx)),
    receivedThisMonth: formatCents(sumReceived(readDailySums(ctx, 'receipts', month, 'month'))),
  };
}

export const getNextNumbers = (ctx: Ctx): z.output<typeof nextNumbers> => ({
  invoice: peekNumber(ctx, 'invoice'),
  receipt: peekNumber(ctx, 'receipt'),
});

type JobLinks = Pick<InvoiceRow, 'workOrderId' | 'bookingId'>;
const isOfJob = ({ workOrderId, bookingId }: JobLinks): SQL =>
  or(workOrderId === null ? undefined : isInvoiceOf(workOrderId), bookingId === null ? undefined : eq(invoices.bookingId, bookingId)) ??
  sql`false`;

export const findJobInvoice = (ctx: Ctx, job: JobLinks): InvoiceRow | undefined =>
  ctx.db
    .select()
    .from(invoices)
    .where(and(isNull(invoices.deletedAt), isOfJob(job)))
    .get();

/** Lists the voided invoices of a job, the newest first. They are few, so they are sorted here. */
export const listVoids = (ctx: Ctx, job: JobLinks): InvoiceRow[] =>
  ctx.db
    .select()
    .from(invoices)
    .where(and(isNotNull(invoices.deletedAt), ne(invoices.status, 'draft'), isOfJob(job)))
    .all()
    .sort((a, b) => b.id - a.id);
