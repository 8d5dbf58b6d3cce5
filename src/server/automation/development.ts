import { and, eq, inArray, sql } from 'drizzle-orm';
import { opportunities } from '../../../db/schema';
import { COUNTED_STATUSES } from '../../shared/automation-words';
import { addDays, quarterOf } from '../../shared/calendar-day';
import { CALL_ONLY } from '../../shared/consents';
import { requiredEmail } from '../../shared/text';
import { businessDay, businessDayBounds, isInstant } from '../../shared/time';
import { findBasis } from '../consents/service';
import { prepared } from '../prepared';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { counted, tellDay } from './lead';
import { type Finding, recordFinding } from './opportunities';
import { type Outcome, tellKnown } from './worker';

/** Opportunities that one run makes at most. */
const MOST_CREATED = 50;
/** Rows that an opportunity names as its evidence. */
export const MOST_EVIDENCE = 20;

/** The first instant of the last 90 days, of which the last one is today, or of those before them; of the owner's own period where there is one. */
export const periodStart = (ctx: Pick<Ctx, 'db' | 'now'>, periods = 1): string =>
  businessDayBounds(addDays(businessDay(ctx.now()), 1 - periods * getSettings(ctx).automation.periodDays))[0];

/** 50 at the threshold and 5 more for each case above it. */
export const scoreOf = (cases: number, threshold: number): number => 50 + 5 * Math.max(0, cases - threshold);

/** The day of an instant in a sentence: "2 September"; also of what is none. */
export function tellDate(ctx: Pick<Ctx, 'now'>, at: string): string {
  return isInstant(at) ? tellDay(businessDay(at), businessDay(ctx.now())) : 'an unknown day';
}

const liveOfSubject = prepared((db) =>
  db
    .select({ id: opportunities.id })
    .from(opportunities)
    .where(
      and(
        eq(opportunities.subjectType, sql.placeholder('subjectType')),
        eq(opportunities.subjectId, sql.placeholder('subjectId')),
        eq(opportunities.kind, sql.placeholder('kind')),
        inArray(opportunities.status, [...COUNTED_STATUSES]),
      ),
    )
    .limit(1)
    .prepare(),
);

/** What a worker found, and the address of the one it is about; null where there is nobody to write to or to call. */
type Development = Omit<Finding, 'dedupeKey' | 'callOnly'> & { to: string | null };

/** Keeps what a run finds, each subject once in a quarter, and never again while it counts or was won; counts as it goes. */
export function openFindings(ctx: Ctx, runId: number) {
  const quarter = quarterOf(businessDay(ctx.now()));
  let created = 0;
  let known = 0;
  return {
    /** Whether this run has made as many as it may. */
    isFull: (): boolean => created >= MOST_CREATED,
    keep({ to, ...finding }: Development): void {
      const { kind, subjectType } = finding;
      const subjectId = String(finding.subjectId);
      const dedupeKey = `${kind}:${subjectType}:${subjectId.toLowerCase()}:${quarter}`;
      const isLive = liveOfSubject(ctx.db).get({ kind, subjectType, subjectId }) !== undefined;
      const mayWrite = to === null || (requiredEmail.safeParse(to).success && findBasis(ctx, to) !== undefined);
      if (!isLive && recordFinding(ctx, runId, { ...finding, dedupeKey, callOnly: mayWrite ? undefined : CALL_ONLY })) created += 1;
      else known += 1;
    },
    /** What the run came to, `looks` being what was looked at: "Examined 3 orders and 14 clients, created 1; 2 were known already." */
    tell(looks: readonly (readonly [count: number, what: string])[], more = ''): Outcome {
      const examined = looks.reduce((sum, [count]) => sum + count, 0);
      const looked = looks.flatMap(([count, name]) => (count > 0 ? counted(count, name) : []));
      const what = looked.length === 0 ? '0 rows' : new Intl.ListFormat('en-CA').format(looked);
      const nothing = looked.length === 0 ? 'there is nothing to look at yet' : 'none reaches its threshold';
      const rest = known > 0 ? `; ${tellKnown(known)}` : created === 0 ? `: ${nothing}` : '';
      const end = created >= MOST_CREATED ? '; the next run goes on from there' : '';
      return { examined, created, message: `Examined ${what}, created ${created}${rest}${end}.${more}` };
    },
  };
}
