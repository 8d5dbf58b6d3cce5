import { setImmediate as breathe } from 'node:timers/promises';
import { and, asc, desc, eq, isNotNull, max, sql } from 'drizzle-orm';
import { type Db, inTransaction } from '../../../db/client';
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
import { doAtOnce, type Outcome, type Sliced } from './sweep';
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

/** Stores the row of a new run. A run that the end of the process cut off goes on under its own row. */
function beginRun(ctx: Ctx, key: WorkerKey, begun: Pick<Run, 'trigger' | 'startedAt' | 'finishedAt' | 'error'>): number {
  const newest = ctx.db
    .select({ id: automationRuns.id, finishedAt: automationRuns.finishedAt })
    .from(automationRuns)
    .where(eq(automationRuns.workerKey, key))
    .orderBy(desc(automationRuns.id))
    .limit(1)
    .get();
  const id = newest?.finishedAt === null ? newest.id : undefined;
  const values = { ...begun, workerKey: key, status: 'empty' as const, message: '' };
  return ctx.db
    .insert(automationRuns)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: automationRuns.id, set: values })
    .returning()
    .get().id;
}

/**
 * Runs one worker in slices and always stores a run row. A slice is a transaction that ends where the worker yields, once it has taken
 * `sliceMs`. If the worker fails, the writes of that slice are rolled back and the row holds the error. A worker can start again after each
 * slice, since it finds what it wrote by its keys. Throws the database's error if even that row cannot be stored. `demand` is what
 * {@link countApart} returned.
 */
export function* runInSlices(ctx: Ctx, key: WorkerKey, trigger: RunTrigger, sliceMs: number, demand?: DemandCounts): Sliced<Run> {
  const begun = { trigger, startedAt: ctx.now().toISOString(), finishedAt: null, error: null };
  let stored: number | undefined;
  let work: Sliced<Outcome> | undefined;
  const runSlice = () => {
    const sliceStart = performance.now();
    const id = stored ?? beginRun(ctx, key, begun);
    work ??= WORKER_TASKS[key](ctx, id, demand);
    for (;;) {
      const step = work.next();
      if (step.done) {
        const { status = step.value.created > 0 ? 'ok' : 'empty', examined, created, message } = step.value;
        return { id, run: closeRun(ctx, key, { ...begun, finishedAt: ctx.now().toISOString(), status, examined, created, message }, id) };
      }
      if (performance.now() - sliceStart >= sliceMs) return { id };
    }
  };
  try {
    for (;;) {
      const { id, run } = inTransaction(ctx.db, runSlice);
      if (run) return run;
      stored = id;
      yield;
    }
  } catch (fault) {
    ctx.log.error({ evt: 'worker.failed', worker: key, row: findFailedRow(fault), fault: describeFault(fault) }, 'a worker failed');
    const error = describeRunFault(fault);
    return inTransaction(ctx.db, () =>
      closeRun(
        ctx,
        key,
        { ...begun, finishedAt: ctx.now().toISOString(), status: 'error', examined: 0, created: 0, message: error, error },
        stored,
      ),
    );
  }
}

/** Runs one worker in a single transaction. */
export const runWorker = (ctx: Ctx, key: WorkerKey, trigger: RunTrigger, demand?: DemandCounts): Run =>
  doAtOnce(runInSlices(ctx, key, trigger, Number.POSITIVE_INFINITY, demand));

/** The time after which a slice of a run ends, in ms; the rows that it has read are handled first. */
const SLICE_MS = 10;
/** Runs one worker, and lets others be answered between its slices. */
async function runApart(ctx: Ctx, key: WorkerKey, trigger: RunTrigger, demand: DemandCounts | undefined): Promise<Run> {
  const run = runInSlices(ctx, key, trigger, SLICE_MS, demand);
  for (;;) {
    const step = run.next();
    if (step.done) return step.value;
    await breathe();
  }
}

const lastTurns = new WeakMap<Db, Promise<unknown>>();
/** Waits for the runs that were asked for before, since two at a time would work on the same rows. */
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

/** Runs the next worker as {@link runNextDue} does, but lets others be answered meanwhile. `shouldStop` is asked before it starts. */
export const runNextDueApart = (ctx: Ctx, shouldStop: () => boolean): Promise<boolean> =>
  inTurn(ctx, async () => {
    const demand = await countApart(ctx, findNext(ctx)?.key);
    const next = shouldStop() ? undefined : findNext(ctx);
    if (next) await runApart(ctx, next.key, next.trigger, demand);
    return next !== undefined;
  });

/** Runs a worker now, even if its automation is off. */
export const runNow = (ctx: Ctx, { key }: { key: WorkerKey }): Promise<Run> =>
  inTurn(ctx, async () => runApart(ctx, key, 'manual', await countApart(ctx, key)));

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
