import { and, desc, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import { appointmentBookings, appointmentSlots, contactInquiries } from '../../../db/schema';
import { areaOf } from '../../shared/area';
import { casesOf, type DemandDimension, type DemandFigures, OTHER_KEY, serviceKey, weekdayKey, windowKey } from '../../shared/demand';
import { businessDay } from '../../shared/time';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';
import { listFinishedJobs, remembered } from './past-jobs';

/** The most rows of each table that one look reads, the newest of them. */
export const MOST_ROWS = 20_000;
/** The most names of services or areas that are kept; the rest are counted together. */
const MOST_KEYS = 40;

const inquiriesBetween = prepared((db) =>
  db
    .select({
      createdAt: contactInquiries.createdAt,
      serviceType: contactInquiries.serviceType,
      address: contactInquiries.address,
      workOrderId: contactInquiries.workOrderId,
    })
    .from(contactInquiries)
    .where(
      and(
        gte(contactInquiries.createdAt, sql.placeholder('from')),
        lt(contactInquiries.createdAt, sql.placeholder('to')),
        // The plus keeps SQLite on the index of the days, whose order is wanted.
        isNull(sql`+${contactInquiries.deletedAt}`),
      ),
    )
    .orderBy(desc(contactInquiries.createdAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);
const bookingsBetween = prepared((db) =>
  db
    .select({
      createdAt: appointmentBookings.createdAt,
      serviceType: appointmentBookings.serviceType,
      address: appointmentBookings.clientAddress,
      date: appointmentSlots.date,
      timeSlot: appointmentSlots.timeSlot,
    })
    .from(appointmentBookings)
    .innerJoin(appointmentSlots, eq(appointmentSlots.id, appointmentBookings.slotId))
    .where(
      and(
        gte(appointmentBookings.createdAt, sql.placeholder('from')),
        lt(appointmentBookings.createdAt, sql.placeholder('to')),
        ne(sql`+${appointmentBookings.status}`, 'cancelled'),
      ),
    )
    .orderBy(desc(appointmentBookings.createdAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Something that counts, once in each dimension in which it has a key. */
type Case = { at: string; keys: Partial<Record<DemandDimension, string | null>>; adds: Partial<DemandFigures> };

/** What happened from one instant to another. `isCut`: there was more than is read. */
export function readCases(ctx: Ctx, from: string, to: string): { cases: Case[]; isCut: boolean } {
  const range = { from, to, limit: MOST_ROWS + 1 };
  const areaOfAddress = remembered(areaOf);
  const asked = inquiriesBetween(ctx.db).all(range);
  const booked = bookingsBetween(ctx.db).all(range);
  const done = listFinishedJobs(ctx, range);
  const serviceOf = remembered(serviceKey);
  const weekdayOf = remembered(weekdayKey);
  const keysOf = (at: string, { serviceType, address }: { serviceType: string; address: string | null }): Case['keys'] => {
    // What was written past our own code may hold a time that is none; it counts nowhere.
    if (Number.isNaN(Date.parse(at))) return {};
    const day = businessDay(at);
    return { service: serviceOf(serviceType), area: areaOfAddress(address), weekday: weekdayOf(day), month: day.slice(0, 7) };
  };
  const inquiries = asked.slice(0, MOST_ROWS).map((row): Case => {
    const converted = row.workOrderId === null ? 0 : 1;
    return { at: row.createdAt, keys: keysOf(row.createdAt, row), adds: { inquiries: 1, converted } };
  });
  const bookings = booked.slice(0, MOST_ROWS).map((row): Case => {
    const keys = { ...keysOf(row.createdAt, row), weekday: weekdayKey(row.date), window: row.timeSlot };
    return { at: row.createdAt, keys, adds: { bookings: 1 } };
  });
  const jobs = done.slice(0, MOST_ROWS).map((row): Case => {
    const keys = { ...keysOf(row.completedDate, row), window: windowKey(row.scheduledDate) ?? null };
    return { at: row.completedDate, keys, adds: { jobsDone: 1, revenueCents: row.cents ?? 0 } };
  });
  return { cases: [...inquiries, ...bookings, ...jobs], isCut: Math.max(asked.length, booked.length, done.length) > MOST_ROWS };
}

const nothing = (): DemandFigures => ({ inquiries: 0, bookings: 0, jobsDone: 0, revenueCents: 0, converted: 0 });
/** Adds to figures in place: a look at many rows would make many copies. */
function add(figures: DemandFigures, adds: Partial<DemandFigures>): void {
  figures.inquiries += adds.inquiries ?? 0;
  figures.bookings += adds.bookings ?? 0;
  figures.jobsDone += adds.jobsDone ?? 0;
  figures.revenueCents += adds.revenueCents ?? 0;
  figures.converted += adds.converted ?? 0;
}

type Compared = { key: string; now: DemandFigures; before: DemandFigures };
const emptyRow = (key: string): Compared => ({ key, now: nothing(), before: nothing() });
const sumOf = ({ now, before }: Compared, figure: (figures: DemandFigures) => number) => figure(now) + figure(before);
/** Those asked for most first; of as many those with more jobs. */
const byDemand = (a: Compared, b: Compared): number =>
  sumOf(b, casesOf) - sumOf(a, casesOf) ||
  sumOf(b, ({ jobsDone }) => jobsDone) - sumOf(a, ({ jobsDone }) => jobsDone) ||
  (a.key < b.key ? -1 : 1);

/** The figures of each key of a dimension since an instant and before it, those with most first; the smallest of too many together. */
export function tallyCases(cases: readonly Case[], dimension: DemandDimension, since: string): Compared[] {
  const rows = new Map<string, Compared>();
  for (const { at, keys, adds } of cases) {
    const key = keys[dimension];
    if (!key) continue;
    const row = rows.get(key) ?? emptyRow(key);
    rows.set(key, row);
    add(at >= since ? row.now : row.before, adds);
  }
  const sorted = [...rows.values()].sort(byDemand);
  if (sorted.length <= MOST_KEYS) return sorted;
  const rest = emptyRow(OTHER_KEY);
  for (const { now, before } of sorted.slice(MOST_KEYS)) {
    add(rest.now, now);
    add(rest.before, before);
  }
  return [...sorted.slice(0, MOST_KEYS), rest];
}
