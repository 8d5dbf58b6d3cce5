import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Db } from './client';
import { prepared } from './prepared';
import { consentPeople, IS_TO_BILL, keptCounts } from './schema';
import { emailKey } from './schema/checks';

type KeptCount = { table: string; key: string; sum?: string };
/**
 * The counts that screens show, each kept in `kept_counts` by triggers, because counting a million rows takes 100 ms. Each name has its
 * table and the SQL of its key; rows whose key is null are not counted. With `sum`, the SQL of an amount in cents, the amounts are added
 * up instead. A migration that rebuilds one of the tables has to drop and create its triggers again.
 */
const KEPT_COUNTS = {
  orders: { table: 'orders', key: `status || iif(paid_date is null, ' unpaid', ' paid')` },
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
/** Returns the number of rows with one of these keys, read one by one: a list of parameters takes SQLite three times as long. */
export const countKept = ({ db }: { db: Db }, name: KeptName, keys: readonly string[] = ['all']): number =>
  keys.reduce((sum, key) => sum + (rowsOfKey(db).get(name, key) ?? 0), 0);

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
