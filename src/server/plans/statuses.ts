import { and, eq, inArray, isNotNull, lt, lte, type SQL } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { appointmentBookings, plans } from '../../../db/schema';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { findLastDay } from './visits/recurrence';

/** Records a change of a plan in the log and refreshes open screens. Call it inside a transaction. */
export function recordPlan(ctx: Ctx, verb: string, id: number, data?: Record<string, unknown>): void {
  recordActivity(ctx, { verb: `plan.${verb}`, entityType: 'plan', entityId: id, ...(data && { data }) });
  publishAfterCommit(ctx, 'dispatch');
}

const RUNNING = inArray(plans.status, ['active', 'paused']);
const listIds = ({ db }: Ctx, where: SQL | undefined): number[] =>
  db
    .select({ id: plans.id })
    .from(plans)
    .where(where)
    .all()
    .map(({ id }) => id);

const listWithdrawnProposals = ({ db }: Ctx): number[] =>
  db
    .select({ id: plans.id })
    .from(plans)
    .innerJoin(appointmentBookings, eq(appointmentBookings.planId, plans.id))
    .where(and(eq(plans.status, 'proposed'), eq(appointmentBookings.status, 'cancelled')))
    .all()
    .map(({ id }) => id);

/** Returns the plans with a number of visits that are all over. */
function listUsedUp(ctx: Ctx, today: string): number[] {
  const counted = ctx.db
    .select()
    .from(plans)
    .where(and(RUNNING, isNotNull(plans.count)))
    .all();
  return counted.filter((plan) => (findLastDay(plan) ?? today) < today).map(({ id }) => id);
}

/**
 * Stores the statuses that have changed by themselves: a plan ends after its last day or visit, a proposal if its booking is cancelled, and
 * a pause on the day `pausedUntil`.
 */
export function storeStatuses(ctx: Ctx): void {
  inTransaction(ctx.db, () => {
    const today = businessDay(ctx.now());
    const updatedAt = ctx.now().toISOString();
    const store = (ids: number[], status: 'active' | 'ended') => {
      for (const id of ids) {
        ctx.db.update(plans).set({ status, pausedUntil: null, updatedAt }).where(eq(plans.id, id)).run();
        recordPlan(ctx, status === 'ended' ? 'ended' : 'resumed', id);
      }
    };
    store([...listIds(ctx, and(RUNNING, lt(plans.until, today))), ...listUsedUp(ctx, today), ...listWithdrawnProposals(ctx)], 'ended');
    store(listIds(ctx, and(eq(plans.status, 'paused'), lte(plans.pausedUntil, today))), 'active');
  });
}
