import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { appointmentBookings, plans } from '../../../db/schema';
import { addDays } from '../../shared/calendar-day';
import { formatCents } from '../../shared/money';
import { CHURN_DAYS, monthlyCents } from '../../shared/plans';
import type { planFigures } from '../../shared/plans-schemas';
import { addUp } from '../../shared/statistics';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { statusOn } from './rows';
import { findLastDay } from './visits/recurrence';

/**
 * Returns the clients with an active plan, the value of their plans in an average month, and the clients who lost
 * their plan within the last 30 days. A paused plan is not lost.
 */
export function getPlanFigures(ctx: Ctx): z.output<typeof planFigures> {
  const today = businessDay(ctx.now());
  const then = addDays(today, -CHURN_DAYS);
  const rows = ctx.db
    .select({
      ...getTableColumns(plans),
      status: statusOn(sql`${today}`),
      hasVisits: sql`exists (select 1 from work_orders where plan_id = ${plans.id})`.mapWith(Boolean),
    })
    .from(plans)
    .leftJoin(appointmentBookings, eq(appointmentBookings.planId, plans.id))
    .all();
  const active = rows.filter(({ status }) => status === 'active');
  const running = new Set(rows.filter(({ status }) => status === 'active' || status === 'paused').map(({ clientId }) => clientId));
  const isOfThen = (plan: (typeof rows)[number]) =>
    plan.status !== 'proposed' &&
    businessDay(plan.createdAt) <= then &&
    (plan.status !== 'ended' || (plan.hasVisits && (findLastDay(plan) ?? businessDay(plan.updatedAt)) >= then));
  const before = new Set(rows.filter(isOfThen).map(({ clientId }) => clientId));
  const lost = [...before].filter((clientId) => !running.has(clientId)).length;
  return {
    recurringClients: new Set(active.map(({ clientId }) => clientId)).size,
    monthlyValue: formatCents(
      addUp(
        active.map((plan) => ({ cents: monthlyCents(plan) })),
        'cents',
      ),
    ),
    lostClients: lost,
    churnPercent: before.size === 0 ? null : Math.round((1000 * lost) / before.size) / 10,
  };
}
