import { runWorker } from '../../src/server/automation/scheduler';
import type { OpportunityKind, WorkerKey } from '../../src/shared/automation';
import { insertRow } from './rows';
import type { Shop } from './shop';

export type Row = NonNullable<Parameters<typeof insertRow>[2]>;

/** Returns the tools of the tests of a worker: `run` runs it, `found` returns its findings, the oldest first. */
export const forWorker = (key: WorkerKey, kind: OpportunityKind = 'insight') => ({
  run: (shop: Shop) => runWorker(shop.ctx, key, 'manual'),
  found: async ({ admin }: Shop) => (await admin.automation.listOpportunities({ kinds: [kind], view: 'all' })).rows.reverse(),
});

/** Numbers the texts that must be unique. */
let rows = 0;
/** Inserts a finished job of client 1 without a member or a request. */
export const finish = (shop: Shop, more: Row = {}) =>
  insertRow(shop.db, 'work_orders', {
    work_order_id: `WO-${++rows}`,
    assigned_team_member_id: null,
    inquiry_id: null,
    status: 'completed',
    ...more,
  });
/** Inserts quote requests of people who are no clients. */
export function ask(shop: Shop, times: number, more: Row = {}): void {
  for (let i = 0; i < times; i++) insertRow(shop.db, 'contact_inquiries', { client_id: null, ...more });
}
/** Inserts a booking of a person who is no client; the first one makes its slot. */
export function book(shop: Shop, more: Row = {}, slot: Row = {}): void {
  if (!shop.db.$client.prepare('select 1 from appointment_slots').get())
    insertRow(shop.db, 'appointment_slots', { max_bookings: 99, current_bookings: 0, team_member_id: null, ...slot });
  insertRow(shop.db, 'appointment_bookings', { booking_reference: `SPC-${++rows}`, client_id: null, work_order_id: null, ...more });
}
export const order = (shop: Shop, more: Row = {}) =>
  insertRow(shop.db, 'orders', { public_id: `abcdefghijklmnopqrst${1000 + ++rows}`, ...more });
