import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { matchAll, searchWords } from '../../../db/search';
import type { RecordKind } from '../../shared/search';
import type { Ctx } from '../context';

/** Matches of a search table that are looked through for rows that are listed and have the short words too. */
const CANDIDATES = 60;
/** Newest rows that are looked through for words too short for a search table, and in tables without one. */
const RECENT = 500;
/** A whole phone number in any notation. */
const PHONE = /^\+?(?:[\s().-]*\d){10,11}[\s().-]*$/;

const ADDRESS = /^([\w.+-]{3,})@([\w.-]{2,})$/;

/** A search in the forms that the statements take. */
export type Query = {
  /** The query of a search table; empty if all words are too short for it. */
  match: string;
  /** JSON lists of GLOB patterns: of the short words, of e-mail addresses, and of all words. */
  short: string;
  addresses: string;
  all: string;
  exact: { text: string; phone: string | null; number: number | null; order: number | null; quote: number | null; suffix: string };
};

/** A local phone number without its mark also matches the notations with one: the search tables hold phones as people wrote them. */
const toPhoneWords = (digits: string): string =>
  `(${['', '-', ' ', '.'].map((mark) => `"${digits.slice(0, 3)}${mark}${digits.slice(3)}"`).join(' OR ')})`;

/**
 * Returns the query of the search tables for a word. For an e-mail address it has only the mailbox and the letters around the "@"; the rows
 * found are then compared with the whole address. The whole address took five times as long, because nearly every row has the same domain.
 */
function toMatch({ text, match }: ReturnType<typeof searchWords>[number]): string | undefined {
  if (/^\d{7}$/.test(text)) return toPhoneWords(text);
  const [, mailbox, domain] = ADDRESS.exec(text) ?? [];
  return mailbox && domain ? `"${mailbox.slice(-3)}@${domain[0]}" AND "${mailbox}"` : match;
}

export function parseQuery(text: string): Query {
  const words = searchWords(text);
  const [, prefix, digits] = /^(ORD-|Q-|#)?(\d{1,12})$/i.exec(text) ?? [];
  const number = digits === undefined ? null : Number(digits);
  const ofKind = (...prefixes: (string | undefined)[]) => (prefixes.includes(prefix?.toUpperCase()) ? number : null);
  return {
    match: matchAll(words.map((word) => ({ match: toMatch(word) }))),
    short: JSON.stringify(words.flatMap((word) => (word.match === undefined ? word.pattern : []))),
    addresses: JSON.stringify(words.flatMap((word) => (ADDRESS.test(word.text) ? word.pattern : []))),
    all: JSON.stringify(words.map(({ pattern }) => pattern)),
    exact: {
      text,
      phone: PHONE.test(text) ? text : null,
      number: ofKind(undefined, '#'),
      order: ofKind(undefined, '#', 'ORD-'),
      quote: ofKind(undefined, '#', 'Q-'),
      suffix: text.replace(/^(WO)?\s*…/i, '').toUpperCase(),
    },
  };
}

type Table = {
  name: string;
  key?: string;
  /** The search table, if there is one. */
  index?: string;
  /** Columns in which words are looked for one by one. */
  searched: readonly string[];
  /** A further column of the search table. */
  indexed?: string;
  /** The condition of rows that a list shows. */
  isListed?: SQL;
  /** The conditions of rows whose name or number is the text itself, each of which has an index. */
  exact: readonly SQL[];
};

const param = (name: keyof Query['exact']) => sql`${sql.placeholder(name)}`;
const isNamed = (column: string) => sql`lower(${sql.raw(column)}) = lower(${param('text')})`;
const isNumbered = (column: string) => sql`${sql.raw(column)} = upper(${param('text')})`;
const isOfPhone = (column: string) => sql`${phoneKey(sql.raw(column))} = ${phoneKey(param('phone'))}`;
const isOfEmail = (column: string) => sql`${emailKey(sql.raw(column))} = ${emailKey(param('text'))}`;
/** An issued invoice stays listed when it is voided; a deleted draft does not. */
const isIssuedOrLive = sql`(deleted_at is null or status <> 'draft')`;

const PERSON = ['name', 'email', 'phone', 'address'] as const;
const CUSTOMER = ['customer_name', 'customer_email'] as const;
const TABLES: Record<RecordKind, Table> = {
  client: {
    name: 'clients',
    index: 'clients_search',
    searched: [...PERSON, 'company'],
    isListed: sql`merged_into_id is null`,
    exact: [isNamed('name'), isNamed('email'), isOfPhone('phone')],
  },
  'work-order': {
    name: 'work_orders',
    searched: ['work_order_id'],
    exact: [isNumbered('work_order_id'), sql`substr(work_order_id, -6) = ${param('suffix')}`],
  },
  plan: { name: 'plans', searched: ['(select name from clients where clients.id = client_id)'], exact: [] },
  booking: {
    name: 'appointment_bookings',
    index: 'bookings_search',
    searched: ['client_name', 'client_email', 'client_phone', 'booking_reference'],
    exact: [isNumbered('booking_reference'), isOfPhone('client_phone')],
  },
  quote: {
    name: 'contact_inquiries',
    index: 'quotes_search',
    searched: PERSON,
    isListed: sql`deleted_at is null`,
    exact: [sql`phone is not null and ${isOfPhone('phone')}`],
  },
  'priced-quote': {
    name: 'quotes',
    searched: ['number', ...CUSTOMER],
    exact: [sql`number_value = ${param('quote')}`],
  },
  invoice: {
    name: 'invoices',
    index: 'invoices_search',
    searched: ['invoice_number', ...CUSTOMER, 'service_type'],
    indexed: 'service_description',
    isListed: isIssuedOrLive,
    exact: [isNumbered('invoice_number'), sql`number_value = ${param('number')}`],
  },
  receipt: {
    name: 'receipts',
    index: 'receipts_search',
    searched: ['receipt_number', ...CUSTOMER, 'description'],
    exact: [isNumbered('receipt_number'), sql`number_value = ${param('number')}`],
  },
  order: {
    name: 'orders',
    key: 'order_number',
    index: 'orders_search',
    searched: [...CUSTOMER, 'customer_phone'],
    exact: [sql`order_number = ${param('order')}`, isOfPhone('customer_phone')],
  },
  product: { name: 'products', index: 'products_search', searched: ['name', 'description'], exact: [isNamed('name')] },
  member: {
    name: 'team_members',
    searched: ['first_name', 'last_name', 'employee_id', 'email', 'phone'],
    exact: [isNamed('employee_id'), isNamed('email')],
  },
  message: { name: 'outbox', searched: ['"to"', 'subject'], exact: [isOfEmail('"to"')] },
};

/** Every pattern of a JSON list is somewhere in the searched columns. */
const hasPatterns = (columns: readonly string[], patterns: SQL): SQL => {
  const found = sql.join(
    columns.map((column) => sql`coalesce(${sql.raw(column)}, '') glob value`),
    sql` or `,
  );
  return sql`not exists (select 1 from json_each(${patterns}) where not (${found}))`;
};

const select = (db: Db, from: SQL, key: SQL, where: SQL) =>
  db
    .select({ id: sql<number>`${key}` })
    .from(from)
    .where(where)
    .orderBy(sql`${key} desc`)
    .limit(sql.placeholder('limit'));

/** Prepares the three ways to find rows of a table: by its search table, among its newest rows, and by a name or number. */
function createFinder({ name, key: column = 'id', index, searched, indexed, isListed = sql`true`, exact }: Table) {
  const [table, key] = [sql.raw(name), sql.raw(`${name}.${column}`)];
  const patterns = sql`${sql.placeholder('patterns')}`;
  const byIndex = prepared((db) => {
    const search = sql.raw(index ?? '');
    const hasAddresses = hasPatterns(indexed ? [...searched, indexed] : searched, sql`${sql.placeholder('addresses')}`);
    const isFound = sql`exists (select 1 from ${table} where ${key} = ${search}.rowid and ${hasAddresses})`;
    const matching = sql`(select rowid as found_id from ${search} where ${search} match ${sql.placeholder('match')} and ${isFound}
      order by rowid desc limit ${sql.raw(String(CANDIDATES))})`;
    const from = sql`${matching} cross join ${table} on ${key} = found_id`;
    return select(db, from, key, sql`${isListed} and ${hasPatterns(searched, patterns)}`);
  });
  const amongNewest = prepared((db) => {
    const isRecent = sql`${key} > (select max(${sql.raw(column)}) from ${table}) - ${sql.raw(String(RECENT))}`;
    return select(db, table, key, sql`${isRecent} and ${isListed} and ${hasPatterns(searched, patterns)}`);
  });
  const byName = exact.map((condition) => prepared((db) => select(db, table, key, sql`${condition} and ${isListed}`)));
  return {
    find: ({ db }: Ctx, query: Query, limit: number): number[] => {
      const rows =
        index && query.match
          ? byIndex(db).all({ match: query.match, addresses: query.addresses, patterns: query.short, limit })
          : amongNewest(db).all({ patterns: query.all, limit });
      return rows.map(({ id }) => id);
    },
    findExact: ({ db }: Ctx, { exact: values }: Query, limit: number): number[] => [
      ...new Set(
        byName.flatMap((statement) =>
          statement(db)
            .all({ ...values, limit })
            .map(({ id }) => id),
        ),
      ),
    ],
  };
}

export const FINDERS = Object.fromEntries(Object.entries(TABLES).map(([kind, table]) => [kind, createFinder(table)])) as Record<
  RecordKind,
  ReturnType<typeof createFinder>
>;
