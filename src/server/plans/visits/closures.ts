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
import { isRuleDay } from './recurrence';
import { syncVisits } from './syncing';

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

function syncPlans(ctx: Ctx, ids: number[], reason: string): void {
  for (const id of new Set(ids)) {
    const plan = getPlanRow(ctx, id);
    if (plan.status === 'active' || plan.status === 'paused') syncVisits(ctx, plan, { reason });
  }
}

/** Closes a day, and moves or removes the untouched visits of plans on it by the plans' rules. Throws BAD_REQUEST. */
export function closeDay(ctx: Ctx, input: z.output<typeof dayClosing>): z.output<typeof closedDayList> {
  return inTransaction(ctx.db, () => {
    const wasClosed = isClosedDay(ctx, input.date);
    const list = days.closeDay(ctx, input);
    if (!wasClosed) syncPlans(ctx, listPlansOn(ctx, input.date), 'We are closed on this day.');
    return list;
  });
}

/** Opens a closed day again, and brings the visits of plans back that it had moved or left out. */
export function openDay(ctx: Ctx, input: z.output<typeof byDay>): z.output<typeof closedDayList> {
  return inTransaction(ctx.db, () => {
    const wasClosed = isClosedDay(ctx, input.date);
    const list = days.openDay(ctx, input);
    const { date } = input;
    if (wasClosed)
      syncPlans(ctx, [...listPlansMovedAcross(ctx, date), ...listPlansWithRuleDay(ctx, date)], 'We are open on this day again.');
    return list;
  });
}
