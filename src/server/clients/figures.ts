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
  const figures = new Map<number, Figures>();
  for (const { id, finished, next } of rows) {
    const times = (JSON.parse(finished) as string[]).sort();
    const status = clientStatus({ finishedDays: times.map((at) => businessDay(at)), isPlanned: next !== null }, today);
    figures.set(id, { status, finishedJobs: times.length, lastJobAt: times.at(-1) ?? null, nextJobAt: next });
  }
  return (id) => figures.get(id) ?? NO_JOBS;
}
