import { and, eq, gt, gte, lt, lte, sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Db } from './client';
import { prepared } from './prepared';
import { consentPeople, IS_TO_BILL, keptCounts } from './schema';
import { emailKey } from './schema/checks';

/**
 * Returns the company's distance from UTC at an instant, by the rule of `shared/time`: −7 hours, but −8 in winters before 2026-03-08T10:00Z,
 * from 2 a.m. on the first Sunday of November to 2 a.m. on the second Sunday of March.
 */
const offsetAt = (column: string) =>
  `iif(${column} < '2026-03-08T10' and (${column} < date(substr(${column}, 1, 4) || '-03-08', 'weekday 0') || 'T10'
  or ${column} >= date(substr(${column}, 1, 4) || '-11-01', 'weekday 0') || 'T09'), '-8 hours', '-7 hours')`;
const ISSUE_DAY = `date(issued_at, ${offsetAt('issued_at')})`;
const ORDER_MONTH = `strftime('%Y-%m', created_at, ${offsetAt('created_at')})`;

type KeptCount = { table: string; key: string; sum?: string };
/**
 * The counts that screens show, each kept in `kept_counts` by triggers, because counting a million rows takes 100 ms. Each name has its
 * table and the SQL of its key; rows whose key is null are not counted. With `sum`, the SQL of an amount in cents, the amounts are added
 * up instead. A migration that rebuilds one of the tables has to drop and create its triggers again.
 */
const KEPT_COUNTS = {
  orders: { table: 'orders', key: `status || iif(paid_date is null, ' unpaid', ' paid')` },
  /** Orders that are not cancelled and their sums before tax, by the company's month. */
  sold: { table: 'orders', key: `iif(status <> 'cancelled', ${ORDER_MONTH}, null)` },
  soldCents: { table: 'orders', key: `iif(status <> 'cancelled', ${ORDER_MONTH}, null)`, sum: 'subtotal_cents' },
  messages: { table: 'outbox', key: 'status' },
  quotes: { table: 'contact_inquiries', key: `iif(deleted_at is null, status, 'deleted')` },
  jobs: { table: 'work_orders', key: `coalesce(assigned_team_member_id, 0) || ' ' || status` },
  /** Finished jobs that are to be billed, and the sum of their prices. */
  toBill: { table: 'work_orders', key: `iif(${IS_TO_BILL}, 'all', null)` },
  toBillCents: { table: 'work_orders', key: `iif(${IS_TO_BILL}, 'all', null)`, sum: 'coalesce(total_amount_cents, 0)' },
  assignments: { table: 'work_order_assignments', key: `'all'` },
  /** Finished jobs at which a member helped, by member. */
  helped: { table: 'work_order_assignments', key: `iif(is_lead = 0 and status = 'completed', team_member_id, null)` },
  /** Ratings of visits by the member who led them, 0 for none, and their stars. */
  ratings: { table: 'ratings', key: `coalesce(team_member_id, 0) || ' ' || stars` },
  opportunities: { table: 'opportunities', key: `kind || ' ' || status` },
  posts: { table: 'social_posts', key: 'status' },
  express: { table: 'consent_people', key: `iif(is_express, 'all', null)` },
  withdrawn: { table: 'consent_people', key: `iif(is_withdrawn, 'all', null)` },
  unsubscribed: { table: 'consent_people', key: `iif(is_unsubscribed, 'all', null)` },
  /** By the day on which the consent ends. */
  implied: { table: 'consent_people', key: 'substr(implied_until, 1, 10)' },
  /** Money by day: payments and refunds by the day of the payment, invoices by the company's day of their issue. */
  received: { table: 'receipts', key: 'iif(voided_at is null and is_refund = 0, payment_date, null)', sum: 'amount_paid_cents' },
  refunded: { table: 'receipts', key: 'iif(voided_at is null and is_refund = 1, payment_date, null)', sum: 'amount_paid_cents' },
  invoiced: { table: 'invoices', key: `iif(deleted_at is null, ${ISSUE_DAY}, null)`, sum: 'total_cents' },
} as const satisfies Record<string, KeptCount>;
type KeptName = keyof typeof KEPT_COUNTS;

const recount = (name: KeptName): string => {
  const { table, key, sum }: KeptCount = KEPT_COUNTS[name];
  const rows = sum ? `sum(${sum})` : 'count(*)';
  return `select '${name}' as name, ${key} as key, ${rows} as rows from ${table} where ${key} is not null group by 2 having ${rows} <> 0`;
};
const RECOUNTS = (Object.keys(KEPT_COUNTS) as KeptName[]).map(recount).join(' union all ');
const KEPT = 'select name, key, rows from kept_counts where rows <> 0';
/** Finds the kept counts that differ from a recount. */
export const WRONG_COUNTS = `with recounted as materialized (${RECOUNTS}) select distinct name || ' ' || key from (select * from recounted except ${KEPT}
  union select * from (${KEPT} except select * from recounted))`;

const MAILBOX = new SQLiteSyncDialect().sqlToQuery(emailKey(sql.raw('email'))).sql;
const PEOPLE = 'select email, is_express, is_withdrawn, is_unsubscribed, implied_until from consent_people';
const RECOUNTED_PEOPLE = `select key, max(express), max(withdrawn), max(unsubscribed), max(until) from (
  select ${MAILBOX} as key, basis = 'express' and withdrawn_at is null as express, withdrawn_at is not null as withdrawn, 0 as unsubscribed,
    iif(withdrawn_at is null, expires_at, null) as until from consents
  union all select ${MAILBOX}, 0, 0, 1, null from marketing_recipients where unsubscribed_at is not null) group by 1`;
/** Finds the people whose consents add up to something else. A mailbox that lost all its consents may keep an empty row. */
export const WRONG_PEOPLE = `select email from (select * from (${PEOPLE}) where is_express or is_withdrawn or is_unsubscribed or implied_until is not null
  except ${RECOUNTED_PEOPLE}) union select key from (${RECOUNTED_PEOPLE} except ${PEOPLE})`;

const rowsOfKey = prepared((db) => ({
  prepare: () => db.$client.prepare<[string, string], number>('select rows from kept_counts where name = ? and key = ?').pluck(),
}));
/** Returns the number of rows with one of these keys. */
export const countKept = ({ db }: { db: Db }, name: KeptName, keys: readonly string[] = ['all']): number =>
  keys.reduce((sum, key) => sum + (rowsOfKey(db).get(name, key) ?? 0), 0);

const ofRange = prepared((db) =>
  db
    .select({ key: keptCounts.key, rows: keptCounts.rows })
    .from(keptCounts)
    .where(
      and(
        eq(keptCounts.name, sql.placeholder('name')),
        gte(keptCounts.key, sql.placeholder('from')),
        lte(keptCounts.key, sql.placeholder('to')),
      ),
    ),
);
/** Returns the sums of a range of days or months, of those that have any. */
export const readKeptSums = ({ db }: { db: Db }, name: KeptName, range: { from: string; to: string }): Map<string, number> =>
  new Map(
    ofRange(db)
      .all({ name, ...range })
      .map(({ key, rows }) => [key, rows]),
  );

const [at, day] = [sql.placeholder('at'), sql.placeholder('day')];
const impliedOnLaterDays = prepared((db) =>
  db
    .select({ people: sql<number>`coalesce(sum(${keptCounts.rows}), 0)` })
    .from(keptCounts)
    .where(and(eq(keptCounts.name, 'implied' satisfies KeptName), gt(keptCounts.key, day))),
);
const impliedLaterToday = prepared((db) =>
  db
    .select({ people: sql<number>`count(*)` })
    .from(consentPeople)
    .where(and(gt(consentPeople.impliedUntil, sql`${at}`), lt(consentPeople.impliedUntil, sql`${day} || 'U'`))),
);
/** Counts the people whose implied consent lasts beyond an instant. */
export const countImplied = ({ db }: { db: Db }, instant: string): number => {
  const input = { at: instant, day: instant.slice(0, 10) };
  return (impliedOnLaterDays(db).get(input)?.people ?? 0) + (impliedLaterToday(db).get(input)?.people ?? 0);
};
