import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { shownInvoiceStatus } from '../../../db/schema';
import { formatRule } from '../../shared/plans';
import type { RecordKey, RecordKind, RecordSummary } from '../../shared/search';
import { formatMoney, formatOrderNumber } from '../../shared/store-sums';
import { businessDay } from '../../shared/time';
import { formatWorkOrderId } from '../../shared/work-order-id';
import type { Ctx } from '../context';

/** Returns a stored word as people read it: "in-progress" as "In progress". */
const toWords = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');
const join = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ');

/** The columns of a summary; `title` and `detail` are made of them. */
type Row = { id: number; name: string; number: string | null; about: string | null; status: string | null; cents: number | null };
type Source = {
  from: string;
  id: string;
  columns: Record<Exclude<keyof Row, 'id'> | 'at', string>;
  toSummary: (row: Row) => [string, string];
};

const NONE = { number: 'null', about: 'null', status: 'null', cents: 'null', at: 'null' };
const SOURCES: Record<RecordKind, Source> = {
  client: {
    from: 'clients',
    id: 'clients.id',
    columns: { ...NONE, name: 'name', number: 'phone', about: 'email' },
    toSummary: ({ name, number, about }) => [name, join(number, about)],
  },
  'work-order': {
    from: 'work_orders join clients on clients.id = client_id',
    id: 'work_orders.id',
    columns: { ...NONE, name: 'clients.name', number: 'work_order_id', about: 'service_type', status: 'status', at: 'scheduled_date' },
    toSummary: ({ name, number, about, status }) => [
      name,
      join(formatWorkOrderId(number ?? ''), toWords(about ?? ''), toWords(status ?? '')),
    ],
  },
  plan: {
    from: 'plans join clients on clients.id = client_id',
    id: 'plans.id',
    columns: { ...NONE, name: 'clients.name', number: 'rrule', about: 'start_time', status: 'service_type' },
    toSummary: ({ name, number, about, status }) => [name, join(formatRule(number ?? '', about ?? ''), toWords(status ?? ''))],
  },
  booking: {
    from: 'appointment_bookings join appointment_slots on appointment_slots.id = slot_id',
    id: 'appointment_bookings.id',
    columns: { ...NONE, name: 'client_name', about: 'appointment_bookings.service_type', status: 'status', at: 'date' },
    toSummary: ({ name, about, status }) => [name, join(toWords(about ?? ''), toWords(status ?? ''))],
  },
  quote: {
    from: 'contact_inquiries',
    id: 'contact_inquiries.id',
    columns: { ...NONE, name: 'name', about: 'service_type', status: 'status', at: 'created_at' },
    toSummary: ({ name, about, status }) => [name, join(toWords(about ?? ''), toWords(status ?? ''))],
  },
  'priced-quote': {
    from: 'quotes',
    id: 'quotes.id',
    columns: {
      name: 'customer_name',
      number: 'number',
      about: "iif(version > 1, 'Version ' || version, null)",
      status: "iif(status in ('sent', 'viewed') and valid_until < :today, 'expired', status)",
      cents: 'total_cents',
      at: 'created_at',
    },
    toSummary: ({ name, number, about, status, cents }) => [
      join(number, name),
      join(formatMoney(cents ?? 0), about, toWords(status ?? '').replaceAll('_', ' ')),
    ],
  },
  invoice: {
    from: 'invoices',
    id: 'invoices.id',
    columns: {
      name: 'customer_name',
      number: 'invoice_number',
      about: 'null',
      status: `iif(deleted_at is not null, 'voided', ${shownInvoiceStatus(':today')})`,
      cents: 'total_cents',
      at: 'service_date',
    },
    toSummary: ({ name, number, status, cents }) => [join(number, name), join(formatMoney(cents ?? 0), toWords(status ?? ''))],
  },
  receipt: {
    from: 'receipts',
    id: 'receipts.id',
    columns: {
      name: 'customer_name',
      number: 'receipt_number',
      about: 'payment_method',
      status: "case when voided_at is not null then 'voided' when is_refund then 'refund' end",
      cents: 'amount_paid_cents',
      at: 'payment_date',
    },
    toSummary: ({ name, number, about, status, cents }) => [
      join(number, name),
      join(formatMoney(cents ?? 0), toWords(about ?? ''), status && toWords(status)),
    ],
  },
  order: {
    from: 'orders',
    id: 'orders.order_number',
    columns: { ...NONE, name: 'customer_name', status: 'status', cents: 'total_cents', at: 'created_at' },
    toSummary: ({ id, name, status, cents }) => [join(formatOrderNumber(id), name), join(formatMoney(cents ?? 0), toWords(status ?? ''))],
  },
  product: {
    from: 'products',
    id: 'products.id',
    columns: { ...NONE, name: 'name', number: 'stock_quantity', status: "iif(is_active, null, 'retired')", cents: 'price_cents' },
    toSummary: ({ name, number, status, cents }) => [name, join(formatMoney(cents ?? 0), `${number} in stock`, status && toWords(status))],
  },
  member: {
    from: 'team_members',
    id: 'team_members.id',
    columns: {
      ...NONE,
      name: "first_name || ' ' || last_name",
      number: 'employee_id',
      about: 'role',
      status: "iif(is_active, null, 'inactive')",
    },
    toSummary: ({ name, number, about, status }) => [name, join(number, toWords(about ?? ''), status && toWords(status))],
  },
  message: {
    from: 'outbox',
    id: 'outbox.id',
    columns: { ...NONE, name: 'subject', about: '"to"', status: 'status', at: 'created_at' },
    toSummary: ({ name, about, status }) => [name, join(about, toWords(status ?? ''))],
  },
};

/** Splits an expression at the day, the only value that it may take. */
const toSql = (expression: string): SQL => {
  const [before = '', after] = expression.split(':today');
  return after === undefined ? sql.raw(before) : sql`${sql.raw(before)}${sql.placeholder('today')}${sql.raw(after)}`;
};

const createReader = ({ from, id, columns }: Source) => {
  const { name, number, about, status, cents, at } = columns;
  return prepared((db: Db) =>
    db
      .select({
        id: sql<number>`${sql.raw(id)}`,
        name: sql<string>`${toSql(name)}`,
        number: sql<string | null>`${toSql(number)}`,
        about: sql<string | null>`${toSql(about)}`,
        status: sql<string | null>`${toSql(status)}`,
        cents: sql<number | null>`${toSql(cents)}`,
        at: sql<string | null>`${toSql(at)}`,
      })
      .from(toSql(from))
      .where(sql`${sql.raw(id)} in (select value from json_each(${sql.placeholder('ids')}))`),
  );
};
const READERS = Object.fromEntries(Object.entries(SOURCES).map(([kind, source]) => [kind, createReader(source)])) as Record<
  RecordKind,
  ReturnType<typeof createReader>
>;

/** Returns how a list names some records, in their order. Records that do not exist are left out. */
export function summarizeRecords(ctx: Ctx, keys: readonly RecordKey[]): RecordSummary[] {
  const today = businessDay(ctx.now());
  const byKey = new Map<string, RecordSummary>();
  for (const kind of new Set(keys.map((key) => key.kind))) {
    const ids = keys.filter((key) => key.kind === kind).map(({ id }) => id);
    for (const { at, ...row } of READERS[kind](ctx.db).all({ ids: JSON.stringify(ids), today })) {
      const [title, detail] = SOURCES[kind].toSummary(row);
      byKey.set(`${kind} ${row.id}`, { kind, id: row.id, title, detail, at });
    }
  }
  return keys.flatMap(({ kind, id }) => byKey.get(`${kind} ${id}`) ?? []);
}
