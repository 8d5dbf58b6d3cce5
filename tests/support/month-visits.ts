import { billPlanVisits } from '../../src/server/billing/plan-visits';
import { openWithPlan } from './plans';
import type { Shop } from './shop';

/** Finishes the visits with these ids, each on its day. */
export async function finish(shop: Shop, ids: readonly number[]) {
  for (const id of ids) {
    const { scheduledDate } = await shop.admin.dispatch.getWorkOrder({ id });
    if (shop.clock.at.toISOString() < scheduledDate) shop.clock.at = new Date(scheduledDate);
    for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
  }
}

/** Opens a shop with a weekly plan that is billed by month, whose first visits are on November 24 and each Tuesday of December. */
export async function openMonthly(done: readonly number[], more: Parameters<typeof openWithPlan>[0] = {}) {
  const { shop } = await openWithPlan({ billing: 'month', discountPercent: 10, ...more });
  await finish(shop, done);
  return shop;
}

/** Bills the visits of plans by themselves at a time. */
export const runAt = async (shop: Shop, at: string) => {
  shop.clock.at = new Date(at);
  await billPlanVisits(shop.ctx);
};

/** Opens the same shop with a draft of visits of December. */
export async function openDraft(ids: readonly number[], more: Parameters<typeof openWithPlan>[0] = {}) {
  const shop = await openMonthly(ids, more);
  await shop.admin.settings.save({ autoBill: 'draft' });
  await runAt(shop, '2027-01-04T20:00:00.000Z');
  return shop;
}

export const bill = async (shop: Shop, workOrderIds: number[], send = false) =>
  (await shop.admin.billing.billMany({ workOrderIds, send })).rows;
