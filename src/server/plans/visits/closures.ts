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
import { getHorizon } from './days';
import { listPlansMovedAcross } from './exceptions';
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

/**
 * Brings the visits of plans in line, each plan in a transaction of its own, so that requests are answered meanwhile. If the process ends
 * before the last plan, {@link finishClosures} does the rest.
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
  await syncPlans(ctx, ids, 'We are open on this day again.');
  return list;
}

/** Does for the closed days ahead what the process did not get to when it ended while a day was closed. */
export async function finishClosures(ctx: Ctx, shouldStop: () => boolean): Promise<void> {
  const closed = [...days.readClosedDays(ctx, businessDay(ctx.now())).keys()].filter((day) => day <= getHorizon(ctx));
  await syncPlans(
    ctx,
    closed.flatMap((day) => listPlansOn(ctx, day)),
    CLOSED,
    shouldStop,
  );
}
