import { eq, inArray } from 'drizzle-orm';
import { opportunities } from '../../../../db/schema';
import type { Sliced } from '../../../../db/slices';
import { COUNTED_STATUSES, type WorkerKey } from '../../../shared/automation';
import { addDays, getQuarter } from '../../../shared/calendar-day';
import { CALL_ONLY, NO_EMAIL_CALL } from '../../../shared/consents';
import { formatCount } from '../../../shared/counts';
import { businessDay, businessDayBounds } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getSettings } from '../../settings/service';
import { type Finding, listAbout, recordFinding } from '../opportunities';
import { mayWriteTo } from '../people';
import { type Outcome, openSweep, type Read, type RunUnderWay } from '../sweep';
import { formatKnownCount } from '../wording';

/** Opportunities that one run creates at most. */
const MOST_CREATED = 50;
/** Rows of each list that one run reads at most. */
export const MOST_ROWS = 300;
/** Rows that an opportunity names as its evidence at most. */
export const MOST_EVIDENCE = 20;

/** Returns the first instant of the current period (by default 90 days that end today), or of one that began `periods` periods ago. */
export const periodStart = (ctx: Pick<Ctx, 'db' | 'now'>, periods = 1): string =>
  businessDayBounds(addDays(businessDay(ctx.now()), 1 - periods * getSettings(ctx).automation.periodDays))[0];

/** Returns 50 at the threshold and 5 more for each case above it. */
export const scoreCases = (cases: number, threshold: number): number => 50 + 5 * Math.max(0, cases - threshold);

/** An opportunity and the address it may be written to; `to` is null if there is no one to write to or call. */
export type Development = Omit<Finding, 'dedupeKey' | 'callOnly'> & { to: string | null };

type Judge<Row> = (ctx: Ctx, row: Row) => Development | undefined;

/**
 * Runs the search of one worker: reads the next part of each list, judges each row and records the opportunities. A subject is
 * recorded once a quarter, and never while an earlier opportunity about it counts or was won. Call `finish` last.
 */
export function openSearch(ctx: Ctx, run: RunUnderWay, worker: WorkerKey) {
  const sweep = openSweep(ctx, worker);
  const quarter = getQuarter(businessDay(ctx.now()));
  const examined: [count: number, noun: string][] = [];
  let known = 0;
  const isFull = () => run.created >= MOST_CREATED;

  function record(found: Development | undefined): void {
    if (!found || isFull()) return;
    const { to, ...finding } = found;
    const { kind, subjectType, subjectId } = finding;
    const dedupeKey = `${kind}:${subjectType}:${String(subjectId).toLowerCase()}:${quarter}`;
    const isLive = listAbout(ctx, found, eq(opportunities.kind, kind), inArray(opportunities.status, COUNTED_STATUSES)).length > 0;
    const isUnwritable = to === null && subjectType === 'client';
    const callOnly = isUnwritable ? NO_EMAIL_CALL : to === null || mayWriteTo(ctx, to) ? undefined : CALL_ONLY;
    if (!isLive && recordFinding(ctx, run.id, { ...finding, dedupeKey, callOnly })) run.created += 1;
    else known += 1;
  }

  return {
    record,
    isFull,
    count(rows: number, noun: string): void {
      examined.push([rows, noun]);
      run.examined += rows;
    },
    /** Judges the next rows of a list until the run is full; `list` names it for {@link openSweep}, `noun` a row of it for the owner. */
    *each<Row extends { id: number }>(list: string, noun: string, read: Read<Row>, judge: Judge<Row>): Sliced<void> {
      const rows = yield* sweep.each(list, MOST_ROWS, read, (row) => {
        if (isFull()) return false;
        record(judge(ctx, row));
        run.examined += 1;
        return true;
      });
      examined.push([rows, noun]);
    },
    /** Returns the outcome, such as "Examined 3 orders and 14 clients, created 1; 2 were known already." followed by `more`. */
    finish(more = ''): Outcome {
      sweep.save();
      const { created } = run;
      const counts = examined.filter(([count]) => count > 0).map(([count, noun]) => formatCount(count, noun));
      const what = counts.length === 0 ? '0 rows' : new Intl.ListFormat('en-CA').format(counts);
      const nothing = counts.length === 0 ? 'there is nothing to look at yet' : 'none reaches its threshold';
      const rest = known > 0 ? `; ${formatKnownCount(known)}` : created === 0 ? `: ${nothing}` : '';
      const end = isFull() ? '; the next run goes on from there' : '';
      return { examined: run.examined, created, message: `Examined ${what}, created ${created}${rest}${end}.${more}` };
    },
  };
}

/** Returns a rule that judges only the first row of each key in a run; rows without a key are skipped. */
export function oncePerKey<Row>(getKey: (row: Row) => string, judge: Judge<Row>): Judge<Row> {
  const seen = new Set(['']);
  return (ctx, row) => {
    const key = getKey(row);
    if (seen.has(key)) return undefined;
    seen.add(key);
    return judge(ctx, row);
  };
}
