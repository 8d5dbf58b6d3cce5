import { activity, workOrders } from '../../db/schema';
import type { WorkOrderStatus } from '../../src/shared/dispatch';
import { openShop, type Shop } from './shop';

export const AT = '2026-11-20T20:00:00.000Z';

export const MARIA = { name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St, Kamloops' };

export const JOB = { serviceType: 'residential', scheduledDate: '2026-11-21T17:00:00.000Z' };

/** A shop with one client, one work order in the given state, and one component of it. */
export async function openWithOrder(status: WorkOrderStatus = 'scheduled', now = AT) {
  const shop = openShop({ now });
  await shop.admin.clients.create(MARIA);
  await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1 });
  await shop.admin.dispatch.createJobComponent({ workOrderId: 1, component: 'Kitchen', estimatedTime: 45 });
  shop.db.update(workOrders).set({ status }).run();
  return shop;
}

/** The verbs of the log, without those of messages. */
export const verbs = (shop: Shop) =>
  shop
    .rows(activity)
    .filter(({ entityType }) => entityType !== 'message')
    .map(({ verb }) => verb);
