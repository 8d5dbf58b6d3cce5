import { sql } from 'drizzle-orm';
import { quoteWords } from '../../../db/schema/checks';
import { type ClientRow, clientStatus } from '../../shared/clients';
import { getPhase, type Phase, WORK_ORDER_STATUSES } from '../../shared/dispatch';
import { businessDay, businessDayBounds } from '../../shared/time';
import type { Ctx } from '../context';

export type Figures = Pick<ClientRow, 'status' | 'finishedJobs' | 'lastJobAt' | 'nextJobAt'>;

export const statusList = (phase: Phase) => sql.raw(quoteWords(WORK_ORDER_STATUSES.filter((status) => getPhase(status) === phase)));
const isFinished = sql`status in (${statusList('done')}) and completed_date is not null`;
const isUnderWay = sql`status in (${statusList('active')})`;
const isPlanned = sql`status in (${statusList('planned')})`;

const NO_JOBS: Figures = { status: 'lead', finishedJobs: 0, lastJobAt: null, nextJobAt: null };
type FigureRow = { id: number; finished: string; next: string | null };

/** Returns the clients among these whose plan serves them on a day. */
const listClientsWithPlan = ({ db }: Ctx, ids: readonly number[], day: string): Set<number> =>
  new Set(
    db
      .all<{ id: number }>(
        sql`select distinct client_id as id from plans where client_id in (select value from json_each(${JSON.stringify(ids)}))
          and status in ('active', 'paused') and (status = 'active' or paused_until <= ${day}) and (until is null or until >= ${day})`,
      )
      .map(({ id }) => id),
  );

/**
 * Reads the work orders of these clients in one query and returns their figures by client id. A job still counts as planned all
 * through its day, so that no client lapses while the cleaner is late.
 */
export function loadFigures(ctx: Ctx, ids: readonly number[]): (id: number) => Figures {
  const today = businessDay(ctx.now());
  const [from] = businessDayBounds(today);
  const rows = ctx.db.all<FigureRow>(
    sql`select client_id as id,
        json_group_array(completed_date) filter (where ${isFinished}) as finished,
        min(scheduled_date) filter (where ${isUnderWay} or ${isPlanned} and scheduled_date >= ${from}) as next
      from work_orders where client_id in (select value from json_each(${JSON.stringify(ids)})) group by client_id`,
  );
  const withPlan = listClientsWithPlan(ctx, ids, today);
  const figures = new Map<number, Figures>(
    [...withPlan].map((id) => [id, { ...NO_JOBS, status: clientStatus({ finishedDays: [], isPlanned: false, hasPlan: true }, today) }]),
  );
  for (const { id, finished, next } of rows) {
    const times = (JSON.parse(finished) as string[]).sort();
    const jobs = { finishedDays: times.map((at) => businessDay(at)), isPlanned: next !== null, hasPlan: withPlan.has(id) };
    const status = clientStatus(jobs, today);
    figures.set(id, { status, finishedJobs: times.length, lastJobAt: times.at(-1) ?? null, nextJobAt: next });
  }
  return (id) => figures.get(id) ?? NO_JOBS;
}
