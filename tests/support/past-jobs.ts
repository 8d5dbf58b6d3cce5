import { insertRow } from './rows';
import type { Shop } from './shop';
import { finish, type Row } from './worker-rows';

/** Adds a client, active by default. */
export const addClient = (shop: Shop, id: number, more: Row = {}): void =>
  insertRow(shop.db, 'clients', {
    id,
    name: `Client ${id}`,
    email: `client${id}@example.com`,
    phone: `250555${String(1000 + id)}`,
    created_at: '2025-01-02T18:00:00.000Z',
    ...more,
  });

/** Adds a completed job at noon of a day of the company, or at an instant. */
export const finishJob = (shop: Shop, id: number, clientId: number, when: string, more: Row = {}): void => {
  const at = when.length === 10 ? `${when}T19:00:00.000Z` : when;
  finish(shop, {
    id,
    work_order_id: `WO-${id}`,
    client_id: clientId,
    scheduled_date: at,
    completed_date: at,
    created_at: at,
    updated_at: at,
    ...more,
  });
};
