import { opportunities } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { messages } from './leads';
import { insertRow } from './rows';
import type { Shop } from './shop';

export { ago, DAY, HOUR, messages, NOW } from './leads';
export type { Shop };

type Row = Record<string, string | number | null>;
export const run = (shop: Shop) => runWorker(shop.ctx, 'engagement', 'manual');
/** Returns the messages as "purpose id status". */
export const written = (shop: Shop) => messages(shop).map(({ purpose, relatedId, status }) => `${purpose} ${relatedId} ${status}`);
export const requests = (shop: Shop) => shop.rows(opportunities);
/** Inserts an open invoice that the customer has. */
export const invoice = (shop: Shop, id: number, dueDate: string, more: Row = {}) =>
  insertRow(shop.db, 'invoices', {
    id,
    invoice_number: `SPC00${id}`,
    number_value: id,
    customer_name: `Customer ${id}`,
    customer_email: `customer${id}@example.com`,
    status: 'pending',
    due_date: dueDate,
    created_at: '2026-10-01T20:00:00.000Z',
    issued_at: '2026-10-01T20:00:00.000Z',
    handed_over_at: '2026-10-01T20:00:00.000Z',
    ...more,
  });
export const quote = (shop: Shop, id: number, createdAt: string, more: Row = {}) =>
  insertRow(shop.db, 'contact_inquiries', { id, email: `asker${id}@example.com`, client_id: null, created_at: createdAt, ...more });
