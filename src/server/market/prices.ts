import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { competitorPrices } from '../../../db/schema';
import type { Sliced } from '../../../db/slices';
import { inOrder, readSortedIds } from '../../../db/sorting';
import { addDays, daysBetween } from '../../shared/calendar-day';
import { formatCount } from '../../shared/counts';
import { formatService, getFamily } from '../../shared/dispatch';
import { DomainError, fieldError } from '../../shared/errors';
import {
  type ComparedService,
  type CompetitorPrice,
  type comparisonSchema,
  type competitorPriceChange,
  type competitorPriceInput,
  type competitorPriceListInput,
  type PriceUnit,
  UNIT_NAMES,
} from '../../shared/market';
import { formatCents } from '../../shared/money';
import { groupBy, median, roundHalfUp } from '../../shared/statistics';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { MOST_JOBS, type PastJobs, readPastJobs } from './past-jobs';
import { findSnapshot, forgetOldSnapshots, writeSnapshot } from './service';

/** Prices that one comparison reads, those entered last. */
const MOST_PRICES = 500;
/** Comparisons that the message of a run names. */
const MOST_TOLD = 6;

const getKey = ({ service, unit }: { service: string; unit: string }) => `${service}:${unit}`;

type Row = typeof competitorPrices.$inferSelect;
const toPrice = ({ priceCents, ...row }: Row): CompetitorPrice => ({ ...row, price: formatCents(priceCents) });

const getRow = (ctx: Ctx, id: number): Row => {
  const row = ctx.db.select().from(competitorPrices).where(eq(competitorPrices.id, id)).get();
  if (!row) throw new DomainError('NOT_FOUND', 'This price does not exist.');
  return row;
};

function note(ctx: Ctx, change: 'added' | 'updated' | 'removed', { id, service, unit }: Row): void {
  recordActivity(ctx, { verb: `competitorPrice.${change}`, entityType: 'competitorPrice', entityId: id, data: { service, unit } });
  publishAfterCommit(ctx, 'automation');
}

/** Throws BAD_REQUEST for a price that was seen on a day in the future. */
function assertSeen(ctx: Ctx, day: string): void {
  if (day <= businessDay(ctx.now())) return;
  throw fieldError('observedOn', 'Please enter a day up to today.');
}

/** Stores the price of a competitor. Throws BAD_REQUEST for a day in the future. */
export function addPrice(ctx: Ctx, { price, ...input }: z.output<typeof competitorPriceInput>): CompetitorPrice {
  return inTransaction(ctx.db, () => {
    assertSeen(ctx, input.observedOn);
    const enteredBy = 'name' in ctx.actor ? ctx.actor.name : ctx.actor.kind;
    const row = ctx.db
      .insert(competitorPrices)
      .values({ ...input, priceCents: price, enteredBy, createdAt: ctx.now().toISOString() })
      .returning()
      .get();
    note(ctx, 'added', row);
    return toPrice(row);
  });
}

/** Corrects a price. Throws NOT_FOUND, BAD_REQUEST for a day in the future. */
export function updatePrice(ctx: Ctx, { id, price, ...input }: z.output<typeof competitorPriceChange>): CompetitorPrice {
  return inTransaction(ctx.db, () => {
    getRow(ctx, id);
    assertSeen(ctx, input.observedOn);
    const row = ctx.db
      .update(competitorPrices)
      .set({ ...input, priceCents: price })
      .where(eq(competitorPrices.id, id))
      .returning()
      .get();
    note(ctx, 'updated', row);
    return toPrice(row);
  });
}

export function removePrice(ctx: Ctx, { id }: { id: number }): { id: number } {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    ctx.db.delete(competitorPrices).where(eq(competitorPrices.id, id)).run();
    note(ctx, 'removed', row);
    return { id };
  });
}

const listNewest = ({ db }: Ctx, limit: number): Row[] =>
  db.select().from(competitorPrices).orderBy(desc(competitorPrices.id)).limit(limit).all();

const SORTED_PRICES = {
  table: 'competitor_prices',
  from: sql`competitor_prices`,
  id: sql`competitor_prices.id`,
  where: undefined,
  columns: {
    competitor: sql`lower(competitor)`,
    service: sql`service`,
    seen: sql`observed_on`,
    price: sql`price_cents`,
  },
};

/** Returns the entered prices, newest first or sorted. */
export function listPrices(ctx: Ctx, page: z.output<typeof competitorPriceListInput>) {
  const { rows: ids, nextCursor } = readSortedIds(ctx.db, SORTED_PRICES, page);
  const rows = ctx.db.select().from(competitorPrices).where(inArray(competitorPrices.id, ids)).all();
  return { rows: inOrder(ids, rows).map(toPrice), nextCursor };
}

/**
 * Returns the amounts of our own jobs in a unit, in cents: per job or per hour. Jobs have no floor area, so the list is empty per square
 * foot.
 */
function ownFigures(jobs: readonly { cents: number; minutes: number }[], unit: string): number[] {
  if (unit === 'job') return jobs.map(({ cents }) => cents);
  if (unit === 'hour') return jobs.filter(({ minutes }) => minutes > 0).map(({ cents, minutes }) => (cents / minutes) * 60);
  return [];
}

const formatMedian = (cents: readonly number[]): string | null => {
  const middle = median(cents);
  return middle === undefined ? null : formatCents(roundHalfUp(middle));
};

function compare(prices: readonly Row[], families: PastJobs['families']): ComparedService[] {
  return [...groupBy(prices, getKey).values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { service, unit } = first;
    const own = ownFigures(families.get(getFamily(service)) ?? [], unit);
    const days = rows.map(({ observedOn }) => observedOn).sort();
    return {
      service,
      unit,
      prices: rows.length,
      competitors: new Set(rows.map(({ competitor }) => competitor.trim().toLowerCase())).size,
      median: formatMedian(rows.map(({ priceCents }) => priceCents)) ?? '0.00',
      ownJobs: own.length,
      ownMedian: formatMedian(own),
      newestOn: days.at(-1) ?? first.observedOn,
      oldestOn: days[0] ?? first.observedOn,
    };
  });
}

const getAge = (day: string, today: string) => formatCount(daysBetween(day, today), 'day');
/** Returns one comparison in words, for the row of the run. */
function describeComparison(
  { service, unit, prices, median: theirs, ownJobs, ownMedian, newestOn }: ComparedService,
  today: string,
): string {
  const own = ownMedian === null ? 'no figure of our own' : `our $${ownMedian} (${formatCount(ownJobs, 'job')})`;
  const what = `${formatService(service).toLowerCase()} ${UNIT_NAMES[unit as PriceUnit] ?? `per ${unit}`}`;
  return `${what} $${theirs} (${formatCount(prices, 'price')}, the newest ${getAge(newestOn, today)} old) against ${own}`;
}

type Outcome = { examined: number; created: number; message: string; status?: 'skipped' };

const NO_PRICES: Outcome = { examined: 0, created: 0, message: 'No competitor prices entered', status: 'skipped' };

/**
 * Compares the prices that the owner has entered with the amounts of our own jobs of the same family in the last twelve months, by
 * service and unit, and stores a snapshot. No price is looked up elsewhere. Call it inside a transaction, which may end at each yield:
 * the prices are read after the last one.
 */
export function* comparePrices(ctx: Ctx, runId: number): Sliced<Outcome> {
  if (listNewest(ctx, 1).length === 0) return NO_PRICES;
  const { families, isCut } = yield* readPastJobs(ctx);
  yield;
  const found = listNewest(ctx, MOST_PRICES + 1);
  if (found.length === 0) return NO_PRICES;
  const prices = found.slice(0, MOST_PRICES);
  const today = businessDay(ctx.now());
  const compared = compare(prices, families);
  const period = { runId, periodStart: addDays(today, -365), periodEnd: today, dimension: 'competitor' as const };
  for (const service of compared)
    writeSnapshot(ctx, { ...period, key: getKey(service), jobsDone: service.ownJobs, details: JSON.stringify(service) });
  forgetOldSnapshots(ctx, 'competitor');
  publishAfterCommit(ctx, 'automation');
  const told = compared.slice(0, MOST_TOLD).map((service) => describeComparison(service, today));
  const more = compared.length > MOST_TOLD ? [`and ${compared.length - MOST_TOLD} more`] : [];
  const cut = [
    found.length > MOST_PRICES ? `the ${MOST_PRICES} prices entered last were looked at` : '',
    isCut ? `of our own jobs the newest ${MOST_JOBS} were looked at` : '',
  ].filter(Boolean);
  const message = `examined ${prices.length}, created ${compared.length}: ${[...told, ...more, ...cut].join('; ')}`;
  return { examined: prices.length, created: compared.length, message };
}

/** Returns the last comparison, or null before the first one and if no price is left to compare with. */
export function findComparison(ctx: Ctx): z.output<typeof comparisonSchema> {
  const found = findSnapshot(ctx, 'competitor');
  if (!found || listNewest(ctx, 1).length === 0) return null;
  const services = found.rows.flatMap(({ details }): ComparedService[] => (details === null ? [] : [JSON.parse(details)]));
  return { comparedAt: found.startedAt, today: businessDay(ctx.now()), services };
}
