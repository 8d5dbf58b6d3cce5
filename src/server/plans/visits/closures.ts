import { setImmediate as breathe } from 'node:timers/promises';
import { and, gte, inArray, isNotNull, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../../db/client';
import { plans, workOrders } from '../../../../db/schema';
import type { byDay, closedDayList, dayClosing } from '../../../shared/booking-schemas';
import { businessDay, businessDayBounds } from '../../../shared/time';
import * as days from '../../calendar/closed-days';
import { isClosedDay } from '../../calendar/service';
import type { Ctx } from '../../context';
import { getPlanRow } from '../rows';
import { findHeldDay, getHorizon, readClosedDaysAround } from './days';
import { listMovedVisits, listPlansMovedAcross } from './exceptions';
import { reportFault } from './faults';
import { isRuleDay } from './recurrence';
import { syncVisits } from './syncing';

const SLICE_MS = 15;

/** Returns the plans with a job on a day. */
const listPlansOn = ({ db }: Pick<Ctx, 'db'>, day: string): number[] => {
  const [from, to] = businessDayBounds(day);
  const isOnDay = and(gte(workOrders.scheduledDate, from), lt(workOrders.scheduledDate, to), isNotNull(workOrders.planId));
  return db
    .selectDistinct({ planId: workOrders.planId })
    .from(workOrders)
    .where(isOnDay)
    .all()
    .flatMap(({ planId }) => planId ?? []);
};

/** Returns the plans whose rule has a day within the weeks for which visits are generated. */
function listPlansWithRuleDay(ctx: Ctx, day: string): number[] {
  if (day < businessDay(ctx.now()) || day > getHorizon(ctx)) return [];
  const running = ctx.db
    .select()
    .from(plans)
    .where(inArray(plans.status, ['active', 'paused']))
    .all();
  return running.filter((plan) => isRuleDay(plan, day)).map(({ id }) => id);
}

/** Returns the plans with a moved visit to come that belongs on another day by the present closed days. */
function listPlansHeldElsewhere(ctx: Ctx): number[] {
  const today = businessDay(ctx.now());
  const closed = readClosedDaysAround(ctx);
  const isElsewhere = ({ date, movedTo, ...plan }: ReturnType<typeof listMovedVisits>[number]) => {
    const held = findHeldDay(plan, closed, date);
    // A visit never moves into the past.
    return held !== movedTo && (held === null || held >= today);
  };
  return listMovedVisits(ctx, today)
    .filter(isElsewhere)
    .map(({ planId }) => planId);
}

/**
 * Brings the visits of plans in line, each plan in a transaction of its own, so that requests are answered meanwhile. If the process ends
 * before the last plan, the next run of {@link finishClosures}, at the start or at night, does the rest.
 */
async function syncPlans(ctx: Ctx, ids: readonly number[], reason: string, shouldStop = () => false): Promise<void> {
  let startedAt = performance.now();
  for (const id of new Set(ids)) {
    syncPlan(ctx, id, reason);
    if (performance.now() - startedAt < SLICE_MS) continue;
    await breathe();
    if (shouldStop()) return;
    startedAt = performance.now();
  }
}

function syncPlan(ctx: Ctx, id: number, reason: string): void {
  try {
    inTransaction(ctx.db, () => {
      const plan = getPlanRow(ctx, id);
      if (plan.status === 'active' || plan.status === 'paused') syncVisits(ctx, plan, { reason });
    });
  } catch (fault) {
    reportFault(ctx, id, fault);
  }
}

const CLOSED = 'We are closed on this day.';
const OPEN = 'We are open on this day again.';

/** Closes a day, and moves or removes the untouched visits of plans on it by the plans' rules. Throws BAD_REQUEST. */
export async function closeDay(ctx: Ctx, input: z.output<typeof dayClosing>): Promise<z.output<typeof closedDayList>> {
  const { list, ids } = inTransaction(ctx.db, () => {
    const wasClosed = isClosedDay(ctx, input.date);
    return { list: days.closeDay(ctx, input), ids: wasClosed ? [] : listPlansOn(ctx, input.date) };
  });
  await syncPlans(ctx, ids, CLOSED);
  return list;
}

/** Opens a closed day again, and brings the visits of plans back that it had moved or left out. */
export async function openDay(ctx: Ctx, input: z.output<typeof byDay>): Promise<z.output<typeof closedDayList>> {
  const { date } = input;
  const { list, ids } = inTransaction(ctx.db, () => {
    const wasClosed = isClosedDay(ctx, date);
    const list = days.openDay(ctx, input);
    return { list, ids: wasClosed ? [...listPlansMovedAcross(ctx, date), ...listPlansWithRuleDay(ctx, date)] : [] };
  });
  await syncPlans(ctx, ids, OPEN);
  return list;
}

/**
 * Does what the process did not get to when it ended while a day was closed or opened: moves or removes the visits that are still on a
 * closed day, and brings back those that a day moved which is open again. The generation creates those that such a day had left out.
 */
export async function finishClosures(ctx: Ctx, shouldStop: () => boolean): Promise<void> {
  const closed = [...days.readClosedDays(ctx, businessDay(ctx.now())).keys()].filter((day) => day <= getHorizon(ctx));
  await syncPlans(
    ctx,
    closed.flatMap((day) => listPlansOn(ctx, day)),
    CLOSED,
    shouldStop,
  );
  if (!shouldStop()) await syncPlans(ctx, listPlansHeldElsewhere(ctx), OPEN, shouldStop);
}
