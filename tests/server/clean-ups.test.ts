import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { CLEAN_UP_ROWS } from '../../db/prepared';
import { activity, contactInquiries, invoices, loginAttempts, savedCarts } from '../../db/schema';
import { startJobs } from '../../src/server/jobs';
import { createInvoice } from '../support/invoices';
import { openShop, QUOTE, type Shop } from '../support/shop';

const ROWS = 2 * CLEAN_UP_ROWS + 1;

/** Copies the only row of a table until there are as many as the clean-up takes three transactions for. */
function multiply({ db }: Shop, table: string, columns: string, values: string): void {
  db.run(
    sql.raw(`with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < ${ROWS})
      insert into ${table} (${columns}) select ${values} from ${table}, numbers`),
  );
}

const countBy = (shop: Shop, verb: string, name: string): unknown[] =>
  shop.rows(activity).flatMap((row) => (row.verb === verb ? [JSON.parse(row.data)[name]] : []));

test('an hourly clean-up of many rows takes several transactions, with others in between', async () => {
  const shop = openShop({ now: '2026-12-31T20:00:00.000Z' });
  await createInvoice(shop);
  const copied =
    'customer_name, service_type, service_date, subtotal_cents, hst_cents, pst_cents, total_cents, status, due_date, created_at';
  multiply(shop, 'invoices', `invoice_number, number_value, ${copied}`, `printf('SPC%03d', n), n, ${copied}`);
  shop.db.update(invoices).set({ status: 'pending', dueDate: '2026-12-05' }).run();
  await shop.visitor.quotes.submit(QUOTE);
  const asked = 'name, email, phone, service_type, message, created_at';
  multiply(shop, 'contact_inquiries', asked, asked);
  shop.db.update(contactInquiries).set({ deletedAt: '2026-11-01T20:00:00.000Z', deletionBatch: 'a' }).run();
  const idle = '2026-11-01T20:00:00.000Z';
  shop.db
    .insert(savedCarts)
    .values(Array.from({ length: ROWS }, (_, n) => ({ id: `cart ${n}`, items: '[]', subtotalCents: 0, updatedAt: idle })))
    .run();
  shop.db
    .insert(loginAttempts)
    .values(Array.from({ length: ROWS }, (_, n) => ({ key: `name ${n}`, failures: 1, lastAt: idle })))
    .run();
  const jobs = startJobs(shop.ctx);
  try {
    await vi.waitFor(() => {
      expect(shop.rows(invoices).filter(({ status }) => status === 'overdue')).toHaveLength(ROWS);
      for (const table of [contactInquiries, savedCarts, loginAttempts]) expect(shop.rows(table)).toEqual([]);
    }, 5000);
  } finally {
    await jobs.stop();
  }
  const parts = [CLEAN_UP_ROWS, CLEAN_UP_ROWS, 1];
  expect(countBy(shop, 'invoice.overdue', 'marked')).toEqual(parts);
  expect(countBy(shop, 'quotes.purged', 'purged')).toEqual(parts);
  expect(countBy(shop, 'cart.dropped', 'dropped')).toEqual(parts);
  expect(countBy(shop, 'session.expired', 'attempts')).toEqual(parts);
});
