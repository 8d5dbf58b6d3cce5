import type { TaxProfile } from '../src/shared/store-sums';
import { businessDay } from '../src/shared/time';
import type { Db } from './client';
import { prepared } from './prepared';
import type { dailySums } from './schema';

/**
 * Returns the company's day of an instant, by the rule of `shared/time`: −7 hours, but −8 in winters before 2026-03-08T10:00Z, from 2 a.m. on
 * the first Sunday of November to 2 a.m. on the second Sunday of March.
 */
const companyDay = (column: string) =>
  `date(${column}, iif(${column} < '2026-03-08T10' and (${column} < date(substr(${column}, 1, 4) || '-03-08', 'weekday 0') || 'T10'
  or ${column} >= date(substr(${column}, 1, 4) || '-11-01', 'weekday 0') || 'T09'), '-8 hours', '-7 hours'))`;
const unlinkedTax = (cents: string) => `iif(invoice_id is null and order_number is null, coalesce(${cents}, 0), 0)`;

const KEY = 'kind, day, tax_profile, hst_rate, pst_rate, state';
const AMOUNTS = 'rows, subtotal_cents, hst_cents, pst_cents, total_cents, paid_cents, balance_cents, cost_cents';
/**
 * The rows that are added up. Orders and invoices count on the day on which they were placed and issued, goods on that of their order, and
 * receipts on the day of payment, with their taxes if they belong to no invoice and no order. The state of an open invoice is its due date,
 * which shows whether it is overdue. Rows whose time is unreadable count on no day. A migration that rebuilds one of the
 * tables has to drop the triggers that name it and create them again.
 */
const SOURCES = `
  select 'orders', ${companyDay('created_at')}, tax_profile, 0, 0,
    case when status = 'cancelled' then status when paid_date is null then 'unpaid' else 'paid' end,
    1, subtotal_cents, hst_cents, pst_cents, total_cents, 0, 0, 0 from orders
  union all select 'goods', ${companyDay('created_at')}, '', 0, 0, iif(cogs_cents is null, 'unknown', 'known'),
    1, quantity * price_cents, 0, 0, 0, 0, 0, coalesce(cogs_cents, 0)
    from order_items join orders using (order_number) where status <> 'cancelled'
  union all select 'invoices', ${companyDay('issued_at')}, tax_profile, hst_rate, pst_rate,
    case when credited_cents > 0 and credited_cents >= total_cents then 'credited' when status = 'paid' then status else due_date end,
    1, subtotal_cents, hst_cents, pst_cents, total_cents, amount_paid_cents,
    iif(status = 'paid', 0, max(0, total_cents - credited_cents - amount_paid_cents)), 0
    from invoices where deleted_at is null and status <> 'draft'
  union all select 'receipts', payment_date, tax_profile, hst_rate, pst_rate, iif(is_refund, 'refund', payment_method),
    1, 0, ${unlinkedTax('hst_cents')}, ${unlinkedTax('pst_cents')}, amount_paid_cents, 0, 0, 0 from receipts where voided_at is null`;
const KEPT = `select ${KEY}, ${AMOUNTS} from daily_sums where rows <> 0`;
/** Finds the days whose kept sums differ from a recount. */
export const WRONG_DAYS = `with sources (${KEY}, ${AMOUNTS}) as (${SOURCES}),
  recounted as materialized (select ${KEY}, ${AMOUNTS.replace(/\w+/g, 'sum($&)')} from sources where day is not null
    group by ${KEY})
  select distinct kind || ' ' || day from (select * from (select * from recounted except ${KEPT})
    union select * from (${KEPT} except select * from recounted))`;

type Kind = (typeof dailySums.$inferSelect)['kind'];
/** The sums of a day, a month or the whole range by tax terms and state. */
export type DailySum = {
  period: string;
  taxProfile: TaxProfile;
  hstRate: number;
  pstRate: number;
  state: string;
} & Record<'count' | 'subtotal' | 'hst' | 'pst' | 'total' | 'paid' | 'balance' | 'cost', number>;

const sumsInRange = prepared((db) => ({
  prepare: () =>
    db.$client.prepare<[number, string, Kind, string, string], DailySum>(`select substr(day, 1, ?) as period, tax_profile as taxProfile,
      hst_rate as hstRate, pst_rate as pstRate,
      iif(kind = 'invoices' and state glob '[0-9]*', iif(state < ?, 'overdue', 'open'), state) as state, sum(rows) as count,
      sum(subtotal_cents) as subtotal, sum(hst_cents) as hst, sum(pst_cents) as pst, sum(total_cents) as total, sum(paid_cents) as paid, sum(balance_cents) as balance, sum(cost_cents) as cost
      from daily_sums where kind = ? and day >= ? and day <= ? group by 1, 2, 3, 4, 5 having sum(rows) > 0 order by 1, 2 desc, 3, 4, 5`),
}));
const LENGTHS = { day: 'yyyy-mm-dd'.length, month: 'yyyy-mm'.length, whole: 0 };
/**
 * Returns the sums of a range of days, by each day, by month or over all of it. Omits groups without rows. The state of an open invoice is
 * `overdue` or `open`, as of today.
 */
export const readDailySums = (
  { db, now }: { db: Db; now: () => Date },
  kind: Kind,
  { from, to }: { from: string; to: string },
  by: keyof typeof LENGTHS,
) => sumsInRange(db).all(LENGTHS[by], businessDay(now()), kind, from, to);

/** Adds up receipts, less refunds, in cents. */
export const sumReceived = (rows: readonly DailySum[]): number =>
  rows.reduce((sum, { state, total }) => sum + (state === 'refund' ? -total : total), 0);
