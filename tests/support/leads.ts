import { asc } from 'drizzle-orm';
import { opportunities, outbox } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { insertRow } from './rows';
import type { openShop } from './shop';

export type Shop = ReturnType<typeof openShop>;
export const NOW = '2026-11-20T20:00:00.000Z';
export const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
export const [HOUR, DAY] = [60, 1440];
export const run = (shop: Shop) => runWorker(shop.ctx, 'lead-generation', 'manual');
/** All leads in the order in which they were found. */
export const leads = (shop: Shop) => shop.db.select().from(opportunities).orderBy(asc(opportunities.id)).all();
export const keys = (shop: Shop) => leads(shop).map(({ dedupeKey }) => dedupeKey);
export const messages = (shop: Shop) => shop.db.select().from(outbox).orderBy(asc(outbox.id)).all();
/** Inserts a quote request that has waited for 49 hours. */
export const quote = (shop: Shop, id: number, more: Record<string, string | number | null> = {}) =>
  insertRow(shop.db, 'contact_inquiries', {
    id,
    name: `Asker ${id}`,
    email: `asker${id}@example.com`,
    client_id: null,
    created_at: ago(49 * HOUR),
    ...more,
  });
export const CART_ID = '0b0f4a1e-6a37-4c1c-9f0e-3a1d5f0c7d11';
type Cart = { email?: string | null; items?: string; orderId?: number; consent?: 0 | 1 };
/** Inserts a saved cart of two squeegees. */
export const cart = (shop: Shop, updatedAt: string, more: Cart = {}) =>
  shop.db.$client
    .prepare('insert into saved_carts (id, email, items, subtotal_cents, consent, updated_at, order_id) values (?, ?, ?, 3990, ?, ?, ?)')
    .run(
      CART_ID,
      more.email === undefined ? 'jo@example.com' : more.email,
      more.items ?? '[{"productId":1,"name":"Squeegee","quantity":2,"price":"19.95"}]',
      more.consent ?? 1,
      updatedAt,
      more.orderId ?? null,
    );
/** Inserts a booking that the client cancelled at an instant. */
export const cancelled = (shop: Shop, id: number, updatedAt: string, more: Record<string, string | number | null> = {}) => {
  if (id === 1) insertRow(shop.db, 'appointment_slots', { team_member_id: null, date: '2026-11-11', current_bookings: 0 });
  insertRow(shop.db, 'appointment_bookings', {
    id,
    client_name: 'Ann Lee',
    client_email: 'ann@example.com',
    client_phone: '(250) 555-0177',
    booking_reference: `SPC-${id}`,
    status: 'cancelled',
    cancelled_by: 'client',
    client_id: null,
    work_order_id: null,
    created_at: '2026-11-01T20:00:00.000Z',
    updated_at: updatedAt,
    ...more,
  });
};
