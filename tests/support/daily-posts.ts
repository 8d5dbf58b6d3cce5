import { socialPosts, workOrderPhotos } from '../../db/schema';
import { insertRow } from './rows';
import { openShop, type Shop } from './shop';
import * as rows from './worker-rows';

export type { Shop };

/** A Monday, a Tuesday and a Friday at 10:00 in Kamloops. */
export const MONDAY = '2026-11-23T17:00:00.000Z';
export const TUESDAY = '2026-11-24T17:00:00.000Z';
export const FRIDAY = '2026-11-20T17:00:00.000Z';

/** A finished job at a client's place. */
export const finish = (shop: Shop, completedDate: string, more: rows.Row = {}) =>
  rows.finish(shop, { completed_date: completedDate, ...more });
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
export const { run } = rows.forWorker('social-content');
export const postsOf = (shop: Shop) =>
  shop.rows(socialPosts).map(({ evidence, ...row }) => ({ ...row, evidence: JSON.parse(evidence ?? 'null') as string[] }));
