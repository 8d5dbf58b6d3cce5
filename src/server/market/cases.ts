import { and, lt, type SQL, sql } from 'drizzle-orm';
import { appointmentBookings, contactInquiries } from '../../../db/schema';
import { findArea } from '../../shared/area';
import { countCases, type DemandDimension, type DemandFigures, OTHER_KEY, serviceKey, weekdayKey, windowKey } from '../../shared/demand';
import { DONE_STATUSES } from '../../shared/dispatch';
import { groupBy } from '../../shared/statistics';
import { businessDay, businessDayBounds } from '../../shared/time';
import type { Ctx } from '../context';
import { jobCents, remembered } from './past-jobs';

/** Addresses of each table whose area one run reads, the newest ones. */
export const MOST_ADDRESSES = 20_000;
/** Services or areas that are listed; the rest are counted together. */
const MOST_KEYS = 40;

/** A range of instants, and the instant at which the second of its two periods begins. */
type Range = { from: string; to: string; since: string };
/**
 * A table in which cases are counted: its rows, their instant and the columns they are grouped by. The plus keeps SQLite on the
 * index of the days.
 */
type Source = {
  figure: 'inquiries' | 'bookings' | 'jobsDone';
  rows: SQL;
  at: SQL;
  serviceType: SQL;
  address: SQL;
  day: SQL;
  window: SQL;
  sums: SQL;
};
/** Matches an inquiry that has a job, planned by its confirmation or by hand. A cancelled job does not count. */
const isConverted = sql`exists (select 1 from work_orders w where w.inquiry_id = t.id and +w.status <> 'cancelled')`;
const SOURCES: readonly Source[] = [
  {
    figure: 'inquiries',
    rows: sql`contact_inquiries t where +t.deleted_at is null`,
    at: sql`t.created_at`,
    serviceType: sql`t.service_type`,
    address: sql`t.address`,
    day: sql`null`,
    window: sql`null`,
    sums: sql`sum(${isConverted}) as converted, 0 as revenueCents`,
  },
  {
    figure: 'bookings',
    rows: sql`appointment_bookings t join appointment_slots s on s.id = t.slot_id where +t.status <> 'cancelled'`,
    at: sql`t.created_at`,
    serviceType: sql`t.service_type`,
    address: sql`t.client_address`,
    day: sql`s.date`,
    window: sql`s.time_slot`,
    sums: sql`0 as converted, 0 as revenueCents`,
  },
  {
    figure: 'jobsDone',
    rows: sql`work_orders join clients c on c.id = work_orders.client_id left join client_addresses a on a.id = work_orders.address_id
      left join invoices on invoices.work_order_id = work_orders.id and invoices.deleted_at is null and invoices.status = 'paid'
      where +work_orders.status in (${sql.join(DONE_STATUSES, sql`, `)})`,
    at: sql`work_orders.completed_date`,
    serviceType: sql`work_orders.service_type`,
    address: sql`coalesce(a.address, c.address)`,
    day: sql`null`,
    window: sql`work_orders.scheduled_date`,
    sums: sql`0 as converted, sum(coalesce(${jobCents}, 0)) as revenueCents`,
  },
];
// Rows written past our own code may hold an unreadable time; they are not counted.
const isWithin = ({ at }: Source, { from, to }: Range) => sql`${at} >= ${from} and ${at} < ${to} and datetime(${at}) is not null`;

type Counted = { at: string; cases: number; converted: number; revenueCents: number };
type InHour = Counted & { serviceType: string; day: string | null; window: string | null };
type AtAddress = Counted & { address: string | null };

/** Counts the cases of a source by hour and service. An hour is fine enough, since days and windows of the company begin at full hours. */
const countByHour = (ctx: Ctx, source: Source, range: Range): InHour[] =>
  ctx.db.all<InHour>(
    sql`select min(${source.at}) as at, ${source.serviceType} as serviceType, ${source.day} as day, min(${source.window}) as window,
      count(*) as cases, ${source.sums} from ${source.rows} and ${isWithin(source, range)}
      group by substr(${source.at}, 1, 13), ${source.serviceType}, ${source.day}, substr(${source.window}, 1, 13)`,
  );
/** Counts the cases of a source by period and address, from which the area is read. */
const countByAddress = (ctx: Ctx, source: Source, range: Range): AtAddress[] =>
  ctx.db.all<AtAddress>(
    sql`select min(${source.at}) as at, ${source.address} as address, count(*) as cases, ${source.sums}
      from ${source.rows} and ${isWithin(source, range)}
      group by ${source.at} >= ${range.since}, ${source.address} order by max(${source.at}) desc limit ${MOST_ADDRESSES + 1}`,
  );

/** Cases that are counted together, once in each dimension in which they have a key. */
type Case = { at: string; keys: Partial<Record<DemandDimension, string | null>>; adds: Partial<DemandFigures> };

const getAdditions = ({ figure }: Source, { cases, converted, revenueCents }: Counted) => ({ [figure]: cases, converted, revenueCents });
function getKeys({ figure }: Source, { at, serviceType, day: slotDay, window }: InHour, getService: typeof serviceKey): Case['keys'] {
  // SQLite reads dates that do not exist, such as February 31.
  if (Number.isNaN(Date.parse(at))) return {};
  const day = businessDay(at);
  return {
    service: getService(serviceType),
    weekday: weekdayKey(slotDay ?? day),
    window: figure === 'jobsDone' ? (windowKey(window ?? '') ?? null) : window,
    month: day.slice(0, 7),
  };
}

/** Returns the cases of a range. `isAreaCut` is true if there were more addresses than are read, so that only the areas are incomplete. */
export function readCases(ctx: Ctx, range: Range): { cases: Case[]; examined: number; isAreaCut: boolean } {
  const areaOfAddress = remembered(findArea);
  const getService = remembered(serviceKey);
  const cases: Case[] = [];
  let [examined, isAreaCut] = [0, false];
  for (const source of SOURCES) {
    for (const row of countByHour(ctx, source, range)) {
      examined += row.cases;
      cases.push({ at: row.at, keys: getKeys(source, row, getService), adds: getAdditions(source, row) });
    }
    const addresses = countByAddress(ctx, source, range);
    isAreaCut ||= addresses.length > MOST_ADDRESSES;
    for (const row of addresses.slice(0, MOST_ADDRESSES))
      cases.push({ at: row.at, keys: { area: areaOfAddress(row.address) }, adds: getAdditions(source, row) });
  }
  return { cases, examined, isAreaCut };
}

/**
 * Returns whether the company's records reach back to a day, so that a period from that day on is covered fully. Deleted and cancelled
 * ones count. Only bookings have time windows.
 */
export function recordsReach({ db }: Ctx, day: string): Record<DemandDimension, boolean> {
  const [, before] = businessDayBounds(day);
  const hasOlder = (table: typeof appointmentBookings | typeof contactInquiries): boolean =>
    db
      .select({ id: table.id })
      .from(table)
      .where(and(lt(table.createdAt, before), sql`datetime(${table.createdAt}) is not null`))
      .limit(1)
      .get() !== undefined;
  const hasBookings = hasOlder(appointmentBookings);
  const hasRecords = hasBookings || hasOlder(contactInquiries);
  return { service: hasRecords, area: hasRecords, weekday: hasRecords, month: hasRecords, window: hasBookings };
}

const FIGURES = ['inquiries', 'bookings', 'jobsDone', 'revenueCents', 'converted'] as const;
export function sumFigures(rows: readonly Partial<DemandFigures>[]): DemandFigures {
  const sum: DemandFigures = { inquiries: 0, bookings: 0, jobsDone: 0, revenueCents: 0, converted: 0 };
  for (const row of rows) for (const name of FIGURES) sum[name] += row[name] ?? 0;
  return sum;
}

/** The figures of a key in the last period and the one before. */
export type Compared = { key: string; now: DemandFigures; before: DemandFigures };
const addPeriods = ({ now, before }: Compared, figure: (figures: DemandFigures) => number) => figure(now) + figure(before);
const byDemand = (a: Compared, b: Compared): number =>
  addPeriods(b, countCases) - addPeriods(a, countCases) ||
  addPeriods(b, ({ jobsDone }) => jobsDone) - addPeriods(a, ({ jobsDone }) => jobsDone) ||
  (a.key < b.key ? -1 : 1);

/**
 * Returns the figures of each key of a dimension since an instant and before it, the largest first. Beyond the limit the smallest
 * are summed up.
 */
export function tallyCases(cases: readonly Case[], dimension: DemandDimension, since: string): Compared[] {
  const sorted = [...groupBy(cases, ({ keys }) => keys[dimension])]
    .flatMap(([key, some]): Compared[] => {
      if (!key) return [];
      const [now, before] = [some.filter(({ at }) => at >= since), some.filter(({ at }) => at < since)];
      return [{ key, now: sumFigures(now.map(({ adds }) => adds)), before: sumFigures(before.map(({ adds }) => adds)) }];
    })
    .sort(byDemand);
  if (sorted.length <= MOST_KEYS) return sorted;
  const rest = sorted.slice(MOST_KEYS);
  const others = { key: OTHER_KEY, now: sumFigures(rest.map(({ now }) => now)), before: sumFigures(rest.map(({ before }) => before)) };
  return [...sorted.slice(0, MOST_KEYS), others];
}
