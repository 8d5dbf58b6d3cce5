import { and, asc, desc, eq, max, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { automationRuns, automationState, automationWorkers } from '../../../db/schema';
import { type RunTrigger, WORKERS, type WorkerKey } from '../../shared/automation';
import type { Run } from '../../shared/automation-schemas';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { hasThread, inThread, takeOnly } from '../documents/thread';
import { describeFault } from '../http/logging';
import { publishAfterCommit } from '../live';
import { listAutoSent } from '../mail/drafts';
import type { DemandCounts } from '../market/service';
import { describeRunFault, findFailedRow } from './row-fault';
import { isStarted } from './started';
import { WORKER_TASKS } from './workers';

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
 * Runs one worker in its own transaction and always stores a run row. If the worker fails, its writes are rolled back and the row
 * holds the error. Throws the database's error if even that row cannot be stored. `demand` is what {@link countApart} returned.
 */
export function runWorker(ctx: Ctx, key: WorkerKey, trigger: RunTrigger, demand?: DemandCounts): Run {
  const startedAt = ctx.now().toISOString();
  const begun = { trigger, startedAt, finishedAt: null, error: null };
  try {
    return inTransaction(ctx.db, () => {
      const { id } = ctx.db
        .insert(automationRuns)
        .values({ ...begun, workerKey: key, status: 'empty', message: '' })
        .returning()
        .get();
      const { status, examined, created, message } = WORKER_TASKS[key](ctx, id, demand);
      const outcome = status ?? (created > 0 ? 'ok' : 'empty');
      return closeRun(ctx, key, { ...begun, finishedAt: ctx.now().toISOString(), status: outcome, examined, created, message }, id);
    });
  } catch (fault) {
    ctx.log.error({ evt: 'worker.failed', worker: key, row: findFailedRow(fault), fault: describeFault(fault) }, 'a worker failed');
    const error = describeRunFault(fault);
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

/** Returns true if a worker is due, or if its next run is further away than its interval, which means that the clock was set back. */
const isDue = (now: Date, { key, nextRunAt }: { key: WorkerKey; nextRunAt: string | null }): boolean =>
  nextRunAt !== null && (nextRunAt <= now.toISOString() || nextRunAt > addMinutes(now, WORKERS[key].intervalMinutes));

/** Returns the enabled worker that has been due longest, or undefined. */
function findDue(ctx: Ctx) {
  const now = ctx.now();
  return ctx.db
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
}

/**
 * Runs the enabled worker that has been due longest; returns false if no worker is due. After downtime each worker runs once, since
 * the next run is scheduled from now. The first run after a person pressed Start has the trigger "start".
 */
export function runNextDue(ctx: Ctx, demand?: DemandCounts): boolean {
  const due = findDue(ctx);
  if (!due) return sendByThemselves(ctx, ctx.now());
  const isFirst = due.lastRunAt === null || (due.startedAt !== null && due.lastRunAt < due.startedAt);
  runWorker(ctx, due.key, isFirst ? 'start' : 'schedule', demand);
  return true;
}

/**
 * Runs the engagement worker for the messages that go out even if its automation is off, once in its interval. Returns false if the owner
 * chose none, or if the automation is on and schedules the worker.
 */
function sendByThemselves(ctx: Ctx, now: Date): boolean {
  if (listAutoSent(ctx).length === 0 || isStarted(ctx)) return false;
  const worker = ctx.db
    .select({ lastRunAt: automationWorkers.lastRunAt })
    .from(automationWorkers)
    .where(and(eq(automationWorkers.key, 'engagement'), eq(automationWorkers.enabled, true)))
    .get();
  const since = addMinutes(now, -WORKERS.engagement.intervalMinutes);
  if (!worker || (worker.lastRunAt !== null && worker.lastRunAt > since && worker.lastRunAt <= now.toISOString())) return false;
  runWorker(ctx, 'engagement', 'schedule');
  return true;
}

/**
 * Counts in a thread what the analysis of the market needs, because that takes a second in a large company. Returns undefined for other
 * workers, and if it failed: the worker then counts itself.
 */
async function countApart(ctx: Ctx, key: WorkerKey | undefined): Promise<DemandCounts | undefined> {
  if (key !== 'market-analysis' || !hasThread(ctx)) return undefined;
  try {
    return JSON.parse(String(await takeOnly(inThread(ctx, { kind: 'demand' }))));
  } catch (fault) {
    ctx.log.warn({ evt: 'worker.not-apart', worker: key, fault: describeFault(fault) }, 'the demand was not counted in a thread');
    return undefined;
  }
}

/** Runs the next worker as {@link runNextDue} does, but lets others be answered while it counts. `shouldStop` is asked after that. */
export async function runNextDueApart(ctx: Ctx, shouldStop: () => boolean): Promise<boolean> {
  const demand = await countApart(ctx, findDue(ctx)?.key);
  return !shouldStop() && runNextDue(ctx, demand);
}

/** Runs a worker now, even if its automation is off. */
export const runNow = async (ctx: Ctx, { key }: { key: WorkerKey }): Promise<Run> =>
  runWorker(ctx, key, 'manual', await countApart(ctx, key));

export const listNewestRuns = (ctx: Ctx, key: WorkerKey, limit: number, before: number | null | undefined): Run[] =>
  ctx.db
    .select()
    .from(automationRuns)
    .where(and(eq(automationRuns.workerKey, key), before == null ? undefined : sql`${automationRuns.id} < ${before}`))
    .orderBy(desc(automationRuns.id))
    .limit(limit)
    .all();

/** Returns the id of the newest run of any worker; 0 before the first. */
export const findNewestRunId = (ctx: Ctx): number =>
  ctx.db
    .select({ id: max(automationRuns.id) })
    .from(automationRuns)
    .get()?.id ?? 0;
