import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { type Db, openDb } from '../../db/client';
import { activity } from '../../db/schema';
import { phoneKey } from '../../db/schema/checks';
import { fillTables, insertRow, ROWS, type TableName } from '../support/rows';

const now = () => new Date('2026-11-20T20:00:00.000Z');
const open = () => openDb(':memory:', { now }).db;
const filled = () => {
  const db = open();
  fillTables(db);
  return db;
};
const rows = (db: Db, table: string) => db.$client.prepare<[], number>(`select count(*) from ${table}`).pluck().get();

describe('a database in memory', () => {
  test('is new each time, with all tables and no rows', () => {
    const first = filled();
    const { db, created } = openDb(':memory:', { now });
    expect(created).toBe(true);
    for (const table of Object.keys(ROWS)) expect([table, rows(first, table), rows(db, table)]).toEqual([table, 1, 0]);
  });
  test('enforces foreign keys, distrusts schemas and waits for others', () => {
    const { $client } = open();
    const read = (name: string) => $client.pragma(name, { simple: true });
    expect([read('foreign_keys'), read('synchronous'), read('busy_timeout'), read('trusted_schema')]).toEqual([1, 2, 5000, 0]);
  });
});

describe('the database rejects rows that our code never writes', () => {
  const refusals: [sentence: string, table: TableName, changes: Record<string, string | number | null>, reason: RegExp][] = [
    ['a quote for a service nobody offers', 'contact_inquiries', { service_type: 'gardening' }, /CHECK.*service_type/],
    ['a quote with an unknown status', 'contact_inquiries', { status: 'lost' }, /CHECK.*status/],
    ['a quote of a batch of deletions that is not deleted', 'contact_inquiries', { deletion_batch: 'b' }, /CHECK.*deletion_batch/],
    ['a quote of a client who does not exist', 'contact_inquiries', { client_id: 9 }, /FOREIGN KEY/],
    ['a client without an address', 'clients', { address: null }, /NOT NULL.*address/],
    ['a client north of the pole', 'clients', { latitude: 90.1 }, /CHECK.*latitude/],
    ['a client east of the date line', 'clients', { longitude: 180.1 }, /CHECK.*longitude/],
    ['a work order of nobody', 'work_orders', { work_order_id: 'WO-2', client_id: 9 }, /FOREIGN KEY/],
    ['a work order with an unknown priority', 'work_orders', { work_order_id: 'WO-2', priority: 'someday' }, /CHECK.*priority/],
    ['a job that takes less than no time', 'job_components', { estimated_time: -1 }, /CHECK.*estimated_time/],
    ['a finished component without its time', 'job_components', { is_completed: 1 }, /CHECK.*completed_at/],
    ['a member of no known role', 'team_members', { employee_id: 'E-2', email: 'o@example.com', role: 'boss' }, /CHECK.*role/],
    ['a day in words', 'team_members', { employee_id: 'E-2', email: 'o@example.com', hire_date: 'today' }, /CHECK.*hire_date/],
    ['a thirtieth of February', 'appointment_slots', { date: '2026-02-30' }, /CHECK.*date/],
    ['a day with its time', 'appointment_slots', { date: '2026-11-21T00:00' }, /CHECK.*date/],
    ['a window nobody works', 'appointment_slots', { time_slot: '06:00-08:00' }, /CHECK.*time_slot/],
    ['more bookings than seats', 'appointment_slots', { date: '2026-11-22', current_bookings: 3 }, /CHECK.*seats/],
    ['fewer bookings than none', 'appointment_slots', { date: '2026-11-22', current_bookings: -1 }, /CHECK.*seats/],
    ['a booking of a slot that does not exist', 'appointment_bookings', { booking_reference: 'SPC-2', slot_id: 9 }, /FOREIGN KEY/],
    ['less stock than nothing', 'products', { stock_quantity: -1 }, /CHECK.*stock/],
    ['half a piece in stock', 'products', { stock_quantity: 1.5 }, /CHECK.*stock/],
    ['half a cent', 'products', { price_cents: 19.5 }, /CHECK.*price/],
    ['a price in words', 'products', { price_cents: 'free' }, /CHECK.*price/],
    ['a price below nothing', 'products', { price_cents: -1 }, /CHECK.*price/],
    ['a price past the largest amount', 'products', { price_cents: 10_000_000_000 }, /CHECK.*price/],
    ['six stars', 'products', { rating: 6 }, /CHECK.*rating/],
    ['an order whose total is not its parts', 'orders', { public_id: 'bcdefghijklmnopqrstuvw', total_cents: 1000 }, /CHECK.*total/],
    ['an order whose address can be guessed', 'orders', { public_id: '2' }, /CHECK.*public_id/],
    ['an order paid in shells', 'orders', { public_id: 'bcdefghijklmnopqrstuvw', payment_method: 'shells' }, /CHECK.*payment_method/],
    ['a paid order that says no how', 'orders', { public_id: 'bcdefghijklmnopqrstuvw', paid_date: '2026-11-20' }, /CHECK.*paid/],
    [
      'an order paid some day',
      'orders',
      { public_id: 'bcdefghijklmnopqrstuvw', paid_date: 'soon', paid_method: 'cash' },
      /CHECK.*paid_date/,
    ],
    ['a change of stock for no known cause', 'stock_movements', { kind: 'theft' }, /CHECK.*kind/],
    ['a change of stock by nothing', 'stock_movements', { quantity: 0 }, /CHECK.*quantity/],
    ['a change of stock to less than nothing', 'stock_movements', { stock_after: -1 }, /CHECK.*stock_after/],
    ['a change of the stock of nothing', 'stock_movements', { product_id: 9 }, /FOREIGN KEY/],
    ['a sale by an order that does not exist', 'stock_movements', { order_number: 9 }, /FOREIGN KEY/],
    ['a setting that is no JSON', 'settings', { key: 'taxRule', value: 'oops' }, /CHECK.*settings_value/],
    ['an order of no pieces', 'order_items', { quantity: 0 }, /CHECK.*quantity/],
    ['an invoice with a negative tax', 'invoices', { invoice_number: 'SPC002', hst_cents: -70, pst_cents: 260 }, /CHECK.*hst/],
    [
      'a receipt paid in shells',
      'receipts',
      { receipt_number: 'SPC-RCP002', number_value: 2, payment_method: 'shells' },
      /CHECK.*payment_method/,
    ],
    ['a session of neither admin nor member', 'sessions', { id_hash: 'i', kind: 'guest' }, /CHECK.*kind/],
    ['an activity whose data is no JSON', 'activity', { data: 'oops' }, /CHECK.*data/],
  ];
  test.each(refusals)('%s', (_sentence, table, changes, reason) => {
    const db = filled();
    expect(() => insertRow(db, table, changes)).toThrow(reason);
    expect(rows(db, table)).toBe(1);
  });
  test('and accepts the rows that these were made from', () => {
    expect(Object.keys(ROWS).map((table) => rows(filled(), table))).toEqual(Object.keys(ROWS).map(() => 1));
  });
});

describe('deleting a row', () => {
  const remove = (db: Db, table: string) => db.$client.prepare(`delete from ${table}`).run();
  test('is rejected for a client with work orders, a product with orders, a slot with bookings and a member with a past', () => {
    const db = filled();
    for (const table of ['clients', 'products', 'appointment_slots', 'team_members'])
      expect(() => remove(db, table), table).toThrow(/FOREIGN KEY/);
  });
  test('deletes components and assignments with a work order, and keeps its booking', () => {
    const db = filled();
    db.$client.prepare('update appointment_bookings set work_order_id = 1').run();
    remove(db, 'work_orders');
    expect([rows(db, 'job_components'), rows(db, 'work_order_assignments'), rows(db, 'appointment_bookings')]).toEqual([0, 0, 1]);
    expect(db.$client.prepare('select work_order_id from appointment_bookings').pluck().get()).toBeNull();
  });
  test('keeps the work order of a quote that leaves the bin', () => {
    const db = filled();
    remove(db, 'contact_inquiries');
    expect(db.$client.prepare('select inquiry_id from work_orders').pluck().get()).toBeNull();
  });
  test('keeps the receipt of a deleted invoice and frees its number', () => {
    const db = filled();
    expect(() => remove(db, 'invoices')).toThrow(/FOREIGN KEY/);
    remove(db, 'credit_notes');
    db.$client.prepare("update invoices set deleted_at = '2026-11-21T00:00:00.000Z'").run();
    insertRow(db, 'invoices');
    expect(rows(db, 'invoices')).toBe(2);
    remove(db, 'invoices');
    expect(db.$client.prepare('select invoice_id from receipts').pluck().get()).toBeNull();
  });
  test('is rejected in the activity log, as are changes', () => {
    const db = filled();
    expect(() => db.update(activity).set({ verb: 'other' }).run()).toThrow(/append-only/);
    expect(() => db.delete(activity).run()).toThrow(/append-only/);
    expect(() =>
      db.$client
        .prepare("insert or replace into activity select id, at, actor_kind, actor_id, 'other', entity_type, entity_id, data from activity")
        .run(),
    ).toThrow(/append-only/);
    expect(db.select().from(activity).all()).toMatchObject([{ verb: 'test' }]);
  });
});

test.each([
  ['work orders of one status', "select * from work_orders where status = 'scheduled' order by scheduled_date", /work_orders_status/],
  [
    'work orders of a day',
    "select * from work_orders where scheduled_date between 'a' and 'b' order by scheduled_date",
    /work_orders_scheduled/,
  ],
  ['work orders of a client', 'select * from work_orders where client_id = 1', /work_orders_client/],
  ['components of a work order', 'select * from job_components where work_order_id = 1', /job_components_work_order/],
  ['a client by e-mail', "select * from clients where lower(email) = 'a'", /clients_email/],
  [
    'a client by phone',
    `select * from clients where ${new SQLiteSyncDialect().sqlToQuery(phoneKey(sql`phone`)).sql} = 'a'`,
    /clients_phone/,
  ],
  ['sessions past their time', "select * from sessions where expires_at < 'a'", /sessions_expires/],
  ['what happened to one thing', "select * from activity where entity_type = 'quote' and entity_id = '1'", /activity_entity/],
  [
    'the highest invoice number',
    "select max(number_value) from invoices where deleted_at is null or status <> 'draft'",
    /invoices_used_number/,
  ],
])('an index serves %s, without sorting', (_what, query, index) => {
  const plan = open()
    .$client.prepare<[], { detail: string }>(`explain query plan ${query}`)
    .all()
    .map((step) => step.detail)
    .join('\n');
  expect(plan).toMatch(index);
  expect(plan).not.toContain('TEMP B-TREE');
});
