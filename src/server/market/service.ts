import { and, desc, eq, ne } from 'drizzle-orm';
import { automationRuns, demandSnapshots } from '../../../db/schema';
import { addMonths } from '../../shared/calendar-periods';
import {
  COMPARED_DIMENSIONS,
  changeKey,
  countCases,
  DEMAND_DIMENSIONS,
  type DemandDimension,
  type DemandFigures,
  demandPeriods,
  findChange,
  getKeyPosition,
  OTHER_KEY,
} from '../../shared/demand';
import type { Demand, ShownFigures } from '../../shared/market';
import { formatCents } from '../../shared/money';
import { businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import { type Compared, readCases, recordsReach, sumFigures, tallyCases } from './cases';

const KEPT_RUNS = 12;

/** Stores figures of a run. Call it inside a transaction. */
export const writeSnapshot = (ctx: Ctx, row: typeof demandSnapshots.$inferInsert): void => {
  ctx.db.insert(demandSnapshots).values(row).run();
};

/** The two kinds of snapshots: of demand and of competitors' prices. */
const isKind = (kind: 'demand' | 'competitor') => (kind === 'competitor' ? eq : ne)(demandSnapshots.dimension, 'competitor');

/** Deletes the snapshots of a kind except those of its last twelve runs. Call it inside a transaction. */
export function forgetOldSnapshots(ctx: Ctx, kind: 'demand' | 'competitor'): void {
  const runs = ctx.db
    .selectDistinct({ runId: demandSnapshots.runId })
    .from(demandSnapshots)
    .where(isKind(kind))
    .orderBy(desc(demandSnapshots.runId))
    .limit(2 * KEPT_RUNS)
    .all();
  for (const { runId } of runs.slice(KEPT_RUNS))
    ctx.db
      .delete(demandSnapshots)
      .where(and(eq(demandSnapshots.runId, runId), isKind(kind)))
      .run();
}

/** Returns the newest snapshot of a kind and when its run began, or undefined before the first run. */
export function findSnapshot({ db }: Ctx, kind: 'demand' | 'competitor') {
  const run = db
    .select({ runId: demandSnapshots.runId, startedAt: automationRuns.startedAt })
    .from(demandSnapshots)
    .innerJoin(automationRuns, eq(automationRuns.id, demandSnapshots.runId))
    .where(isKind(kind))
    .orderBy(desc(demandSnapshots.runId))
    .limit(1)
    .get();
  if (!run) return undefined;
  const rows = db.select().from(demandSnapshots).where(eq(demandSnapshots.runId, run.runId)).orderBy(demandSnapshots.id).all();
  return { ...run, rows };
}

/** A change of demand by one key, for the owner to read. */
export type DemandChange = {
  dimension: (typeof COMPARED_DIMENSIONS)[number];
  key: string;
  /** Identifies the change for good, so that it is reported once. */
  dedupeKey: string;
  isMore: boolean;
  /** Null if there was no demand before. */
  percent: number | null;
  now: DemandFigures;
  before: DemandFigures;
};
/** Marks areas as incomplete, since there were more addresses than are read. */
const CUT_DETAILS = JSON.stringify({ isCut: true });
type Analysis = {
  examined: number;
  changes: DemandChange[];
  compared: number;
  tooFew: number;
  isAreaCut: boolean;
  /** True if the records cover the earlier period fully. */
  isBeforeWhole: boolean;
};

/** The cases of the two periods before `day`, counted by dimension. */
export type DemandCounts = {
  day: string;
  periodDays: number;
  examined: number;
  isAreaCut: boolean;
  tallies: Record<DemandDimension, Compared[]>;
};

/**
 * Counts the demand of the last 90 days and of the 90 before, or of the owner's own period, by service, area, weekday, window and month.
 * Inquiries and bookings count on the day they came in, jobs and their amounts before tax on the day they were finished. Deleted and
 * cancelled ones do not count. It only reads, and needs no more of the context than the database and the time.
 */
export function countDemand(ctx: Ctx): DemandCounts {
  const day = businessDay(ctx.now());
  const { periodDays } = getSettings(ctx).automation;
  const periods = demandPeriods(day, periodDays);
  const since = businessInstant(periods.now.periodStart, '00:00');
  const from = businessInstant(periods.before.periodStart, '00:00');
  const { cases, ...counted } = readCases(ctx, { from, to: ctx.now().toISOString(), since });
  const tally = (dimension: DemandDimension) => [dimension, tallyCases(cases, dimension, since)];
  return { day, periodDays, ...counted, tallies: Object.fromEntries(DEMAND_DIMENSIONS.map(tally)) };
}

/**
 * Stores the demand of both periods, and returns the changes that reach the owner's percentage, exceed chance and have enough cases on one
 * side. Nothing is compared before the records reach back over both periods, and no areas if there were more addresses than are read.
 * Call it inside a transaction.
 */
export function analyseDemand(ctx: Ctx, runId: number, { day, periodDays, tallies, ...counted }: DemandCounts): Analysis {
  const { insightPercent, insightCases } = getSettings(ctx).automation;
  const periods = demandPeriods(day, periodDays);
  const reach = recordsReach(ctx, periods.before.periodStart);
  const analysis: Analysis = { ...counted, changes: [], compared: 0, tooFew: 0, isBeforeWhole: reach.service };
  for (const dimension of DEMAND_DIMENSIONS) {
    const isCut = dimension === 'area' && counted.isAreaCut;
    const details = isCut ? CUT_DETAILS : null;
    for (const { key, now, before } of tallies[dimension]) {
      writeSnapshot(ctx, { runId, ...periods.now, dimension, key, ...now, details });
      writeSnapshot(ctx, { runId, ...periods.before, dimension, key, ...before, details });
      if (isCut || key === OTHER_KEY || !isCompared(dimension) || !reach[dimension]) continue;
      analysis.compared++;
      const change = findChange(countCases(now), countCases(before), insightPercent, insightCases);
      if (change === 'few') analysis.tooFew++;
      else if (change)
        analysis.changes.push({ dimension, key, dedupeKey: changeKey(dimension, key, change.isMore, day), ...change, now, before });
    }
  }
  forgetOldSnapshots(ctx, 'demand');
  publishAfterCommit(ctx, 'automation');
  return analysis;
}

const isCompared = (dimension: DemandDimension): dimension is (typeof COMPARED_DIMENSIONS)[number] =>
  COMPARED_DIMENSIONS.some((name) => name === dimension);

type Row = typeof demandSnapshots.$inferSelect;
function sumShownFigures(rows: readonly Row[]): ShownFigures {
  const { revenueCents, ...figures } = sumFigures(rows);
  return { ...figures, revenue: formatCents(revenueCents) };
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}

/** Returns the demand of the last run by dimension, each period beside the one before, or null before the first run. */
export function findDemand(ctx: Ctx): Demand | null {
  const found = findSnapshot(ctx, 'demand');
  if (!found) return null;
  const { startedAt, rows } = found;
  const byPeriod = rows.toSorted((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1));
  // The periods are as long as at the count: each key has a row of both.
  const [before, now] = [byPeriod[0], byPeriod.at(-1)];
  if (!before || !now) return null;
  const { periodStart, periodEnd } = now;
  const isNow = (row: Row) => row.periodEnd === periodEnd;
  const of = (dimension: DemandDimension) => rows.filter((row) => row.dimension === dimension);
  const getKeys = (dimension: DemandDimension) => {
    const keys = [...new Set(of(dimension).map(({ key }) => key))];
    return keys.sort((a, b) => getKeyPosition(dimension, a) - getKeyPosition(dimension, b));
  };
  const compare = (dimension: DemandDimension) =>
    getKeys(dimension).map((key) => {
      const both = of(dimension).filter((row) => row.key === key);
      return { key, now: sumShownFigures(both.filter(isNow)), before: sumShownFigures(both.filter((row) => !isNow(row))) };
    });
  // Each case has a weekday, so these rows together are all cases.
  const all = of('weekday');
  return {
    measuredAt: startedAt,
    periodStart,
    periodEnd,
    beforeStart: before.periodStart,
    beforeEnd: before.periodEnd,
    isBeforeWhole: recordsReach(ctx, before.periodStart).service,
    total: { now: sumShownFigures(all.filter(isNow)), before: sumShownFigures(all.filter((row) => !isNow(row))) },
    isAreaCut: of('area').some(({ details }) => details === CUT_DETAILS),
    dimensions: { service: compare('service'), area: compare('area'), weekday: compare('weekday'), window: compare('window') },
    months: monthsBetween(before.periodStart, periodEnd).map((key) => ({
      key,
      figures: sumShownFigures(of('month').filter((row) => row.key === key)),
    })),
  };
}
