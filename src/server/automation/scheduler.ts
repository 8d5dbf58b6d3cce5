import { and, asc, desc, eq, max, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { automationRuns, automationState, automationWorkers } from '../../../db/schema';
import type { Run } from '../../shared/automation';
import { type RunTrigger, WORKERS, type WorkerKey } from '../../shared/automation-words';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { describeFault } from '../logging';
import type { Ctx } from '../trpc';
import { rowOf, tellFault } from './row-fault';
import { WORK } from './workers';

function closeRun(ctx: Ctx, key: WorkerKey, run: Omit<Run, 'id' | 'workerKey'>, id: number | undefined): Run {
  const values = { ...run, workerKey: key };
  const row =
    id === undefined
      ? ctx.db.insert(automationRuns).values(values).returning().get()
      : ctx.db.update(automationRuns).set(values).where(eq(automationRuns.id, id)).returning().get();
  ctx.db
    .update(automationWorkers)
    .set({
      lastRunAt: run.startedAt,
      nextRunAt: addMinutes(ctx.now(), WORKERS[key].intervalMinutes),
      lastStatus: run.status,
      lastMessage: run.message,
    })
    .where(eq(automationWorkers.key, key))
    .run();
  recordActivity(ctx, {
    verb: 'worker.ran',
    entityType: 'worker',
    entityId: key,
    data: { run: row.id, trigger: run.trigger, status: run.status, created: run.created },
  });
  publishAfterCommit(ctx, 'automation');
  return row;
}

/**
 * Lets one worker run, in a transaction of its own, and leaves its row also where it found nothing or failed; a failure undoes what
 * the worker wrote and is told in the row. Throws what the database says where not even that can be noted.
 */
export function runWorker(ctx: Ctx, key: WorkerKey, trigger: RunTrigger): Run {
  const startedAt = ctx.now().toISOString();
  const begun = { trigger, startedAt, finishedAt: null, error: null };
  try {
    return inTransaction(ctx.db, () => {
      const { id } = ctx.db
        .insert(automationRuns)
        .values({ ...begun, workerKey: key, status: 'empty', message: '' })
        .returning()
        .get();
      const { status, examined, created, message } = WORK[key](ctx, id);
      const outcome = status ?? (created > 0 ? 'ok' : 'empty');
      return closeRun(ctx, key, { ...begun, finishedAt: ctx.now().toISOString(), status: outcome, examined, created, message }, id);
    });
  } catch (fault) {
    ctx.log.error({ evt: 'worker.failed', worker: key, row: rowOf(fault), fault: describeFault(fault) }, 'a worker failed');
    const error = tellFault(fault);
    return inTransaction(ctx.db, () =>
      closeRun(
        ctx,
        key,
        { ...begun, finishedAt: ctx.now().toISOString(), status: 'error', examined: 0, created: 0, message: error, error },
        undefined,
      ),
    );
  }
}

/** Whether a worker is due; also where its next time is later than any run makes it, since the clock was ahead when it was set. */
const isDue = (now: Date, { key, nextRunAt }: { key: WorkerKey; nextRunAt: string | null }): boolean =>
  nextRunAt !== null && (nextRunAt <= now.toISOString() || nextRunAt > addMinutes(now, WORKERS[key].intervalMinutes));

/**
 * Lets the worker run that has been due longest, of those that are switched on; false where none is due. After downtime each runs
 * once, for its next time is counted from now. A person's start is told from the schedule by the run before it.
 */
export function runNextDue(ctx: Ctx): boolean {
  const now = ctx.now();
  const due = ctx.db
    .select({
      key: automationWorkers.key,
      nextRunAt: automationWorkers.nextRunAt,
      lastRunAt: automationWorkers.lastRunAt,
      startedAt: automationState.startedAt,
    })
    .from(automationWorkers)
    .innerJoin(automationState, eq(automationState.key, automationWorkers.dashboard))
    .where(and(eq(automationState.isActive, true), eq(automationWorkers.enabled, true)))
    .orderBy(asc(automationWorkers.nextRunAt), sql`${automationWorkers}.rowid`)
    .all()
    .find((worker) => isDue(now, worker));
  if (!due) return false;
  const isFirst = due.lastRunAt === null || (due.startedAt !== null && due.lastRunAt < due.startedAt);
  runWorker(ctx, due.key, isFirst ? 'start' : 'schedule');
  return true;
}

/** Lets a worker run now, whether or not its automation is on. */
export const runNow = (ctx: Ctx, { key }: { key: WorkerKey }): Run => runWorker(ctx, key, 'manual');

/** The runs of a worker, newest first. */
export const newestRuns = (ctx: Ctx, key: WorkerKey, limit: number, before: number | null | undefined): Run[] =>
  ctx.db
    .select()
    .from(automationRuns)
    .where(and(eq(automationRuns.workerKey, key), before == null ? undefined : sql`${automationRuns.id} < ${before}`))
    .orderBy(desc(automationRuns.id))
    .limit(limit)
    .all();

/** The number of the newest run of any worker; 0 before the first. */
export const newestRunId = (ctx: Ctx): number =>
  ctx.db
    .select({ id: max(automationRuns.id) })
    .from(automationRuns)
    .get()?.id ?? 0;
