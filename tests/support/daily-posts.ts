import { socialPosts, workOrderPhotos } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { insertRow } from './rows';
import { openShop } from './shop';

/** A Monday, a Tuesday and a Friday at 10:00 in Kamloops. */
export const MONDAY = '2026-11-23T17:00:00.000Z';
export const TUESDAY = '2026-11-24T17:00:00.000Z';
export const FRIDAY = '2026-11-20T17:00:00.000Z';
export type Shop = ReturnType<typeof openShop>;

let orders = 0;
/** A finished job at a client's place. */
export function finish(shop: Shop, completedDate: string, more: Record<string, string | number | null> = {}): void {
  orders += 1;
  insertRow(shop.db, 'work_orders', {
    work_order_id: `WO-post-${orders}`,
    status: 'completed',
    completed_date: completedDate,
    assigned_team_member_id: null,
    inquiry_id: null,
    ...more,
  });
}
export function openWithClients(now: string, count = 4): Shop {
  const shop = openShop({ now });
  insertRow(shop.db, 'team_members');
  for (let n = 1; n <= count; n += 1) insertRow(shop.db, 'clients', { email: `${n}@example.com`, phone: `25055501${n}` });
  return shop;
}
export const photograph = (shop: Shop, workOrderId: number, kind: 'before' | 'after') =>
  shop.db
    .insert(workOrderPhotos)
    .values({ workOrderId, kind, fileName: `${workOrderId}-${kind}.jpg`, width: 8, height: 6, takenAt: TUESDAY, createdAt: TUESDAY })
    .run();
export const run = (shop: Shop) => runWorker(shop.ctx, 'social-content', 'manual');
export const postsOf = (shop: Shop) =>
  shop.rows(socialPosts).map(({ evidence, ...row }) => ({ ...row, evidence: JSON.parse(evidence ?? 'null') as string[] }));
