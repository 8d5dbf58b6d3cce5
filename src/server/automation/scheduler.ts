import { setImmediate as breathe } from 'node:timers/promises';
import { and, asc, desc, eq, isNotNull, max, sql } from 'drizzle-orm';
import { type Db, inRepeatableTransaction, inTransaction } from '../../../db/client';
import { automationRuns, automationState, automationWorkers } from '../../../db/schema';
import { doAtOnce, type Sliced } from '../../../db/slices';
import { type RunTrigger, WORKER_KEYS, WORKERS, type WorkerKey } from '../../shared/automation';
import type { Run } from '../../shared/automation-schemas';
import { DomainError } from '../../shared/errors';
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
import type { Outcome, RunUnderWay } from './sweep';
import { WORKER_TASKS } from './workers';

function closeRun(
  ctx: Ctx,
  key: WorkerKey,
  run: Omit<Run, 'id' | 'workerKey'>,
  id: number | undefined,
  nextRunAt: string | null = addMinutes(ctx.now(), WORKERS[key].intervalMinutes),
): Run {
  const values = { ...run, workerKey: key };
  const row =
    id === undefined
      ? ctx.db.insert(automationRuns).values(values).returning().get()
      : ctx.db.update(automationRuns).set(values).where(eq(automationRuns.id, id)).returning().get();
  ctx.db
    .update(automationWorkers)
    .set({
      lastRunAt: run.startedAt,
      nextRunAt,
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

const INTERRUPTED = 'The run was interrupted. What it had found until then is kept.';
/**
 * Closes the newest run of a worker if the process ended during it, with the counts that its last slice stored. The worker stays due, so
 * that it runs again soon.
 */
function closeInterruptedRun(ctx: Ctx, key: WorkerKey): Run | undefined {
  const newest = ctx.db
    .select()
    .from(automationRuns)
    .where(eq(automationRuns.workerKey, key))
    .orderBy(desc(automationRuns.id))
    .limit(1)
    .get();
  if (newest?.finishedAt !== null) return undefined;
  const { id, ...run } = newest;
  const nextRunAt = ctx.db
    .select({ at: automationWorkers.nextRunAt })
    .from(automationWorkers)
    .where(eq(automationWorkers.key, key))
    .get()?.at;
  const end = { finishedAt: ctx.now().toISOString(), status: 'error' as const, message: INTERRUPTED, error: INTERRUPTED };
  return inTransaction(ctx.db, () => closeRun(ctx, key, { ...run, ...end }, id, nextRunAt));
}

/**
 * Runs one worker in slices and always stores a run row. A slice is a transaction that ends where the worker yields, once it has taken
 * `sliceMs`, and stores the counts so far. If the worker fails, the writes of that slice are rolled back and the row holds the error and the
 * counts of the slices before. If the process ends or `shouldStop` returns true between two slices, the run is closed as interrupted; the
 * next run finds what it wrote by its keys. Throws the database's error if even that row cannot be stored. `demand` is what
 * {@link countApart} returned.
 */
export function* runInSlices(
  ctx: Ctx,
  key: WorkerKey,
  trigger: RunTrigger,
  sliceMs: number,
  demand?: DemandCounts,
  shouldStop = () => false,
): Sliced<Run> {
  const begun = { trigger, startedAt: ctx.now().toISOString(), finishedAt: null, error: null };
  let stored: RunUnderWay | undefined;
  let run: RunUnderWay | undefined;
  let work: Sliced<Outcome> | undefined;
  const runSlice = (): Run | RunUnderWay => {
    const sliceStart = performance.now();
    run ??= ctx.db
      .insert(automationRuns)
      .values({ ...begun, workerKey: key, status: 'empty', message: '' })
      .returning({ id: automationRuns.id, examined: automationRuns.examined, created: automationRuns.created })
      .get();
    const { id } = run;
    work ??= WORKER_TASKS[key](ctx, run, demand);
    for (;;) {
      const step = work.next();
      if (step.done) {
        const { status = step.value.created > 0 ? 'ok' : 'empty', examined, created, message } = step.value;
        return closeRun(ctx, key, { ...begun, finishedAt: ctx.now().toISOString(), status, examined, created, message }, id);
      }
      if (performance.now() - sliceStart >= sliceMs) {
        const { examined, created } = run;
        ctx.db.update(automationRuns).set({ examined, created }).where(eq(automationRuns.id, id)).run();
        return { id, examined, created };
      }
    }
  };
  try {
    closeInterruptedRun(ctx, key);
    for (;;) {
      const result = inRepeatableTransaction(ctx.db, runSlice);
      if ('status' in result) return result;
      stored = result;
      yield;
      const interrupted = shouldStop() ? closeInterruptedRun(ctx, key) : undefined;
      if (interrupted) return interrupted;
    }
  } catch (fault) {
    ctx.log.error({ evt: 'worker.failed', worker: key, row: findFailedRow(fault), fault: describeFault(fault) }, 'a worker failed');
    const error = describeRunFault(fault);
    const { id, examined, created } = stored ?? { id: undefined, examined: 0, created: 0 };
    return inTransaction(ctx.db, () =>
      closeRun(ctx, key, { ...begun, finishedAt: ctx.now().toISOString(), status: 'error', examined, created, message: error, error }, id),
    );
  }
}

/** Runs one worker in a single transaction. */
export const runWorker = (ctx: Ctx, key: WorkerKey, trigger: RunTrigger, demand?: DemandCounts): Run =>
  doAtOnce(runInSlices(ctx, key, trigger, Number.POSITIVE_INFINITY, demand));

/** The time after which a slice of a run ends, in ms. Rows that were read are handled first. */
const SLICE_MS = 10;
/** The databases whose process is ending. */
const stopping = new WeakSet<Db>();
/** Closes runs that the end of an earlier process cut off, and lets runs begin. */
export function startRuns(ctx: Ctx): void {
  stopping.delete(ctx.db);
  for (const key of WORKER_KEYS) closeInterruptedRun(ctx, key);
}
/** Ends the run under way after its current slice, and rejects those that wait for it. Resolves once all have ended. */
export async function stopRuns({ db }: Ctx): Promise<void> {
  stopping.add(db);
  await Promise.allSettled([lastTurns.get(db)]);
}

/** Runs one worker, and lets others be answered between its slices. */
async function runApart(ctx: Ctx, key: WorkerKey, trigger: RunTrigger, demand: DemandCounts | undefined): Promise<Run> {
  const run = runInSlices(ctx, key, trigger, SLICE_MS, demand, () => stopping.has(ctx.db));
  for (;;) {
    const step = run.next();
    if (step.done) return step.value;
    await breathe();
  }
}

const lastTurns = new WeakMap<Db, Promise<unknown>>();
/** Runs `work` after the runs that were asked for before, since two at a time would work on the same rows. */
function inTurn<Result>({ db }: Ctx, work: () => Promise<Result>): Promise<Result> {
  const turn = (lastTurns.get(db) ?? Promise.resolve()).then(work, work);
  lastTurns.set(db, turn);
  return turn;
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

type Next = { key: WorkerKey; trigger: RunTrigger };
/**
 * Returns the enabled worker that has been due longest, or undefined. After downtime each worker runs once, since the next run is scheduled
 * from now. The first run after a person pressed Start has the trigger "start".
 */
function findNext(ctx: Ctx): Next | undefined {
  const due = findDue(ctx);
  if (!due) return findSentByItself(ctx, ctx.now());
  const isFirst = due.lastRunAt === null || (due.startedAt !== null && due.lastRunAt < due.startedAt);
  return { key: due.key, trigger: isFirst ? 'start' : 'schedule' };
}

/**
 * Returns the engagement worker for the messages that go out even if its automation is off, once in its interval. Returns undefined if the
 * owner chose none, or if the automation is on and schedules the worker.
 */
function findSentByItself(ctx: Ctx, now: Date): Next | undefined {
  if (listAutoSent(ctx).length === 0 || isStarted(ctx)) return undefined;
  const worker = ctx.db
    .select({ lastRunAt: automationWorkers.lastRunAt })
    .from(automationWorkers)
    .where(and(eq(automationWorkers.key, 'engagement'), eq(automationWorkers.enabled, true)))
    .get();
  const since = addMinutes(now, -WORKERS.engagement.intervalMinutes);
  if (!worker || (worker.lastRunAt !== null && worker.lastRunAt > since && worker.lastRunAt <= now.toISOString())) return undefined;
  return { key: 'engagement', trigger: 'schedule' };
}

/** Runs the next worker in a single transaction; returns false if no worker is due. */
export function runNextDue(ctx: Ctx): boolean {
  const next = findNext(ctx);
  if (next) runWorker(ctx, next.key, next.trigger);
  return next !== undefined;
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

/** Runs the next worker as {@link runNextDue} does, but lets others be answered meanwhile. Returns false after {@link stopRuns}. */
export const runNextDueApart = (ctx: Ctx): Promise<boolean> =>
  inTurn(ctx, async () => {
    const demand = await countApart(ctx, findNext(ctx)?.key);
    const next = stopping.has(ctx.db) ? undefined : findNext(ctx);
    if (next) await runApart(ctx, next.key, next.trigger, demand);
    return next !== undefined;
  });

/** Runs a worker now, even if its automation is off. Throws UNAVAILABLE if the process ends before it begins. */
export const runNow = (ctx: Ctx, { key }: { key: WorkerKey }): Promise<Run> =>
  inTurn(ctx, async () => {
    const demand = await countApart(ctx, key);
    if (stopping.has(ctx.db)) throw new DomainError('UNAVAILABLE', 'The server is restarting. Please try again in a minute.');
    return runApart(ctx, key, 'manual', demand);
  });

/** Returns finished runs, the newest first. */
export const listNewestRuns = (ctx: Ctx, key: WorkerKey, limit: number, before: number | null | undefined): Run[] =>
  ctx.db
    .select()
    .from(automationRuns)
    .where(
      and(
        eq(automationRuns.workerKey, key),
        isNotNull(automationRuns.finishedAt),
        before == null ? undefined : sql`${automationRuns.id} < ${before}`,
      ),
    )
    .orderBy(desc(automationRuns.id))
    .limit(limit)
    .all();

/** Returns the id of the newest finished run of any worker; 0 before the first. */
export const findNewestRunId = (ctx: Ctx): number =>
  ctx.db
    .select({ id: max(automationRuns.id) })
    .from(automationRuns)
    .where(isNotNull(automationRuns.finishedAt))
    .get()?.id ?? 0;
