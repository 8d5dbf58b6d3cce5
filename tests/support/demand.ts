import { insertRow } from './rows';
import { openShop, type Shop } from './shop';
import * as rows from './worker-rows';

export const { run } = rows.forWorker('market-analysis');
/** In the last 90 days, which end today on November 20: a Tuesday. Before them: a Monday. */
export const NOW = '2026-10-06T18:00:00.000Z';
export const BEFORE = '2026-06-01T18:00:00.000Z';
/** The day before both periods. */
export const OLD = '2026-05-24T18:00:00.000Z';

export const ask = (shop: Shop, times: number, more: rows.Row = {}) =>
  rows.ask(shop, times, { created_at: NOW, address: '1 A St, Kamloops', ...more });
export const finish = (shop: Shop, more: rows.Row = {}) =>
  rows.finish(shop, { scheduled_date: '2026-10-06T15:30:00.000Z', completed_date: NOW, ...more });
/** Books a residential cleaning in Merritt for Saturday, October 10, 8 to 10. */
export const book = (shop: Shop, more: rows.Row = {}) =>
  rows.book(shop, { client_address: '2 B St, Merritt', created_at: NOW, ...more }, { date: '2026-10-10' });
/**
 * Six inquiries in Kamloops now, one of which became a job, and three before; two bookings in Merritt now; a job in Kamloops now for
 * $149 and one before for $100. The records begin with an older inquiry.
 */
export function openCompany(): Shop {
  const shop = openShop();
  insertRow(shop.db, 'clients', { address: '12 Seymour St, Kamloops' });
  finish(shop);
  finish(shop, { completed_date: BEFORE, scheduled_date: BEFORE, total_amount_cents: 10_000, status: 'complete' });
  ask(shop, 5);
  ask(shop, 1);
  shop.db.$client.prepare('update work_orders set inquiry_id = 6 where id = 1').run();
  ask(shop, 3, { created_at: BEFORE });
  book(shop);
  book(shop);
  ask(shop, 1, { created_at: OLD });
  return shop;
}
export const figures = (inquiries: number, bookings: number, jobsDone: number, revenue: string, converted: number) => ({
  inquiries,
  bookings,
  jobsDone,
  revenue,
  converted,
});
export const NONE = figures(0, 0, 0, '0.00', 0);
