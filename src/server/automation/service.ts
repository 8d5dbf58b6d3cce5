import { and, desc, eq, inArray, sql, sum } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { readDailySums, sumReceived } from '../../../db/daily-sums';
import { countKept } from '../../../db/kept-counts';
import { cutPage } from '../../../db/prepared';
import { automationRuns, automationState, automationWorkers, demandSnapshots, opportunities, teamMembers } from '../../../db/schema';
import {
  CLIENT_CENTS,
  CONTRACT_CENTS,
  COUNTED_STATUSES,
  type Dashboard,
  DEVELOPMENT_KINDS,
  describeFailures,
  getCompletionRate,
  PARTNERSHIP_CENTS,
  TARGET_DAYS,
  WORKERS,
} from '../../shared/automation';
import type { aiFigures, aiStatus, canaanFigures, canaanStatus, runListInput, Worker, workerSwitch } from '../../shared/automation-schemas';
import { formatCents } from '../../shared/money';
import { addUp } from '../../shared/statistics';
import { businessDay, businessTime } from '../../shared/time';
import { TOWNS } from '../../shared/towns';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import { countAcquiredClients } from './acquired';
import { listNewestRuns } from './scheduler';

const getState = (ctx: Ctx, key: Dashboard) => {
  const row = ctx.db.select().from(automationState).where(eq(automationState.key, key)).get();
  if (!row) throw new Error(`The state of ${key} is missing.`);
  return row;
};

function switchAutomation(ctx: Ctx, key: Dashboard, isActive: boolean): void {
  inTransaction(ctx.db, () => {
    if (getState(ctx, key).isActive === isActive) return;
    const at = ctx.now().toISOString();
    const startedBy = 'name' in ctx.actor ? ctx.actor.name : null;
    ctx.db
      .update(automationState)
      .set(isActive ? { isActive, startedAt: at, startedBy, stoppedAt: null } : { isActive, stoppedAt: at })
      .where(eq(automationState.key, key))
      .run();
    ctx.db
      .update(automationWorkers)
      .set({ nextRunAt: isActive ? at : null })
      .where(eq(automationWorkers.dashboard, key))
      .run();
    recordActivity(ctx, { verb: `automation.${isActive ? 'started' : 'stopped'}`, entityType: 'automation', entityId: key });
    publishAfterCommit(ctx, 'automation');
  });
}

/** Enables a worker, which makes it due at once if its automation is on, or disables it. */
export function setWorkerEnabled(ctx: Ctx, { key, enabled }: z.output<typeof workerSwitch>): Worker {
  return inTransaction(ctx.db, () => {
    const { dashboard } = WORKERS[key];
    const nextRunAt = enabled && getState(ctx, dashboard).isActive ? ctx.now().toISOString() : null;
    const { changes } = ctx.db
      .update(automationWorkers)
      .set({ enabled, nextRunAt })
      .where(and(eq(automationWorkers.key, key), eq(automationWorkers.enabled, !enabled)))
      .run();
    if (changes > 0) {
      recordActivity(ctx, { verb: `worker.${enabled ? 'enabled' : 'disabled'}`, entityType: 'worker', entityId: key });
      publishAfterCommit(ctx, 'automation');
    }
    const worker = listWorkers(ctx, { dashboard }).workers.find((one) => one.key === key);
    if (!worker) throw new Error(`The worker ${key} is missing.`);
    return worker;
  });
}

export function listWorkers(ctx: Ctx, { dashboard }: { dashboard: Dashboard }) {
  const { isActive, startedAt, startedBy } = getState(ctx, dashboard);
  const rows = ctx.db.select().from(automationWorkers).where(eq(automationWorkers.dashboard, dashboard)).orderBy(sql`rowid`).all();
  const workers = rows.map(({ key, enabled, lastRunAt, nextRunAt }): Worker => {
    const { label, intervalMinutes } = WORKERS[key];
    const lastRun = listNewestRuns(ctx, key, 1, null)[0] ?? null;
    return { key, label, intervalMinutes, enabled, lastRunAt, nextRunAt: isActive && enabled ? nextRunAt : null, lastRun };
  });
  return { startedAt, startedBy, workers };
}

export const listRuns = (ctx: Ctx, { key, limit, cursor }: z.output<typeof runListInput>) =>
  cutPage(listNewestRuns(ctx, key, limit + 1, cursor), limit, ({ id }) => id);

const countDrafts = (ctx: Ctx): number => countKept(ctx, 'messages', ['draft']);

function describeState(ctx: Ctx, isActive: boolean): string {
  if (!isActive) return 'Inactive — press Start';
  const { workers } = listWorkers(ctx, { dashboard: 'ai' });
  const failures = describeFailures(workers);
  if (failures !== undefined) return failures;
  const [run] = workers.flatMap(({ lastRun }) => lastRun ?? []).sort((a, b) => b.id - a.id);
  if (!run) return 'Active: the first runs begin within a minute';
  const worker = WORKERS[run.workerKey].label.toLowerCase();
  const at = businessTime(run.finishedAt ?? run.startedAt);
  const drafts = countDrafts(ctx);
  const waiting = drafts === 1 ? '1 draft waits for approval' : `${drafts} drafts wait for approval`;
  return `Last run ${at}: ${worker} found ${run.created}, ${waiting}`;
}

export function switchAi(ctx: Ctx, isActive: boolean): z.output<typeof aiStatus> {
  switchAutomation(ctx, 'ai', isActive);
  return getAiStatus(ctx);
}

export function switchCanaan(ctx: Ctx, isActive: boolean): z.output<typeof canaanStatus> {
  switchAutomation(ctx, 'canaan', isActive);
  return getCanaanStatus(ctx);
}

export function getAiStatus(ctx: Ctx): z.output<typeof aiStatus> {
  const { isActive } = getState(ctx, 'ai');
  const { dailyTarget } = getSettings(ctx).automation;
  const dailyClientsAcquired = countAcquiredClients(ctx, businessDay(ctx.now()));
  return {
    isActive,
    dailyClientsAcquired,
    dailyTarget,
    completionRate: getCompletionRate(dailyClientsAcquired, dailyTarget),
    message: describeState(ctx, isActive),
  };
}

export function getAiFigures(ctx: Ctx): z.output<typeof aiFigures> {
  const today = businessDay(ctx.now());
  const invoiced = readDailySums(ctx, 'invoices', { from: today, to: today }, 'whole');
  const received = readDailySums(ctx, 'receipts', { from: `${today.slice(0, 7)}-01`, to: today }, 'day');
  return {
    estimatedRevenue: formatCents(countAcquiredClients(ctx, today) * CLIENT_CENTS),
    monthlyTarget: formatCents(getSettings(ctx).automation.dailyTarget * CLIENT_CENTS * TARGET_DAYS),
    invoicedToday: formatCents(addUp(invoiced, 'total')),
    receivedToday: formatCents(sumReceived(received.filter(({ period }) => period === today))),
    receivedThisMonth: formatCents(sumReceived(received)),
    draftsWaiting: countDrafts(ctx),
  };
}

const countByKind = (ctx: Ctx) =>
  DEVELOPMENT_KINDS.map((kind) =>
    countKept(
      ctx,
      'opportunities',
      COUNTED_STATUSES.map((status) => `${kind} ${status}`),
    ),
  ) as [number, number, number, number];

const TOWN_NAMES = TOWNS.map(({ name }) => name);
/** Returns the two towns with the most demand in the last market analysis; an area that is a postal district does not count. */
function busiestTowns(ctx: Ctx): string[] {
  const last = ctx.db
    .select({ id: automationRuns.id })
    .from(automationRuns)
    .where(
      and(
        eq(automationRuns.workerKey, 'market-analysis'),
        sql`exists (select 1 from ${demandSnapshots} where ${demandSnapshots.runId} = ${automationRuns.id})`,
      ),
    )
    .orderBy(desc(automationRuns.id))
    .limit(1)
    .get();
  if (!last) return [];
  return ctx.db
    .select({ key: demandSnapshots.key })
    .from(demandSnapshots)
    .where(
      and(
        eq(demandSnapshots.runId, last.id),
        eq(demandSnapshots.dimension, 'area'),
        // A run stores two periods; this is the later one.
        sql`${demandSnapshots.periodEnd} = (select max(newest.period_end) from demand_snapshots newest where newest.run_id = ${last.id})`,
        inArray(demandSnapshots.key, TOWN_NAMES),
        sql`${demandSnapshots.inquiries} + ${demandSnapshots.bookings} > 0`,
      ),
    )
    .orderBy(sql`${demandSnapshots.inquiries} + ${demandSnapshots.bookings} desc, ${demandSnapshots.key}`)
    .limit(2)
    .all()
    .map(({ key }) => key);
}

export function getCanaanStatus(ctx: Ctx): z.output<typeof canaanStatus> {
  const [partnershipOpportunities, corporateContracts, marketExpansions, strategicAlliances] = countByKind(ctx);
  const leaders = ctx.db
    .select({ firstName: teamMembers.firstName, lastName: teamMembers.lastName })
    .from(teamMembers)
    .where(and(eq(teamMembers.isActive, true), inArray(teamMembers.role, ['manager', 'supervisor'])))
    .orderBy(teamMembers.id)
    .limit(50)
    .all();
  const labels = listWorkers(ctx, { dashboard: 'canaan' }).workers.filter(({ enabled }) => enabled);
  return {
    isRunning: getState(ctx, 'canaan').isActive,
    totalOpportunities: partnershipOpportunities + corporateContracts + marketExpansions + strategicAlliances,
    partnershipOpportunities,
    corporateContracts,
    marketExpansions,
    strategicAlliances,
    teamMembers: leaders.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    focusAreas: [...labels.map(({ label }) => label), ...busiestTowns(ctx)],
  };
}

export function getCanaanFigures(ctx: Ctx): z.output<typeof canaanFigures> {
  const [partnerships, contracts] = countByKind(ctx);
  const sumValues = (statuses: readonly (typeof COUNTED_STATUSES)[number][]) => {
    const row = ctx.db
      .select({ cents: sum(opportunities.valueCents).mapWith(Number) })
      .from(opportunities)
      .where(and(inArray(opportunities.kind, [...DEVELOPMENT_KINDS]), inArray(opportunities.status, [...statuses])))
      .get();
    return formatCents(row?.cents ?? 0);
  };
  return {
    contractValue: formatCents(contracts * CONTRACT_CENTS),
    partnershipRevenue: formatCents(partnerships * PARTNERSHIP_CENTS),
    storedValue: sumValues(COUNTED_STATUSES),
    wonValue: sumValues(['won']),
  };
}
