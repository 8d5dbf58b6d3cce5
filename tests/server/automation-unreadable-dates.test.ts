import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { opportunities } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { WORKER_KEYS, type WorkerKey } from '../../src/shared/automation';
import { times } from '../support/length';
import { addClient, finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const NOW = '2026-11-20T20:00:00.000Z';
/** Dates that no form accepts, but that another program may have written. */
const UNREADABLE = [
  'garbage',
  '',
  'garbage 7',
  '2026-11-19T99:00:00Z',
  '2026-11-13T99:00:00Z',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
];

/** A few rows of every table that a worker reads, about one client and some others. */
function openCompany(): Shop {
  const shop = openShop({ now: NOW });
  insertRow(shop.db, 'team_members');
  addClient(shop, 1, { email: 'jo@acme.ca', company: 'Acme', name: 'Acme Dental' });
  addClient(shop, 2, { email: 'ann@acme.ca', company: 'Acme' });
  for (const [place, day] of ['2026-09-01', '2026-11-18', '2026-11-12'].entries())
    finishJob(shop, place + 1, 1, day, { service_type: 'commercial' });
  insertRow(shop.db, 'contact_inquiries', {
    email: 'jo@acme.ca',
    client_id: 1,
    service_type: 'commercial',
    created_at: '2026-11-16T20:00:00.000Z',
  });
  insertRow(shop.db, 'contact_inquiries', { email: 'gil@acme.ca', client_id: null, created_at: '2026-11-15T20:00:00.000Z' });
  insertRow(shop.db, 'contact_inquiries', {
    email: 'cy@acme.ca',
    client_id: null,
    status: 'confirmed',
    confirmed_at: '2026-11-13T20:00:00.000Z',
    created_at: '2026-11-12T20:00:00.000Z',
  });
  insertRow(shop.db, 'appointment_slots', { date: '2026-11-10', team_member_id: null, current_bookings: 0 });
  insertRow(shop.db, 'appointment_bookings', {
    client_id: null,
    work_order_id: null,
    client_email: 'bo@acme.ca',
    status: 'cancelled',
    created_at: '2026-11-01T20:00:00.000Z',
    updated_at: '2026-11-10T20:00:00.000Z',
  });
  insertRow(shop.db, 'referrals');
  insertRow(shop.db, 'orders', {
    customer_email: 'dee@acme.ca',
    created_at: '2026-11-16T20:00:00.000Z',
    paid_date: '2026-11-01',
    paid_method: 'cash',
  });
  insertRow(shop.db, 'invoices', { customer_email: 'jo@acme.ca', status: 'paid', paid_date: '2026-11-16', work_order_id: 1 });
  insertRow(shop.db, 'invoices', {
    invoice_number: 'SPC002',
    number_value: 2,
    customer_email: 'ed@acme.ca',
    status: 'pending',
    due_date: '2026-11-05',
  });
  insertRow(shop.db, 'outbox', {
    purpose: 'overdue-reminder',
    to: 'ed@acme.ca',
    status: 'sent',
    sent_at: '2026-11-10T20:00:00.000Z',
    related_type: 'invoice',
    related_id: 2,
  });
  shop.db.$client.exec(`
    insert into saved_carts (id, email, items, subtotal_cents, consent, updated_at)
      values ('0b0f4a1e-6a37-4c1c-9f0e-3a1d5f0c7d11', 'dee@acme.ca', '[{"name":"Squeegee","quantity":1}]', 1995, 1, '2026-11-19T20:00:00.000Z');
    insert into consents (email, basis, source, obtained_at) values ('jo@acme.ca', 'express', 'fair', '2026-01-01T20:00:00.000Z');
    insert into marketing_recipients (email, token, created_at) values ('fay@acme.ca', 't', '2026-01-01T20:00:00.000Z');`);
  return shop;
}

const COLUMNS = [
  'clients.created_at',
  'work_orders.completed_date',
  'work_orders.scheduled_date',
  'work_orders.created_at',
  'contact_inquiries.created_at',
  'contact_inquiries.confirmed_at',
  'appointment_bookings.created_at',
  'appointment_bookings.updated_at',
  'orders.created_at',
  'invoices.paid_date',
  'invoices.issued_at',
  'invoices.created_at',
  'invoices.updated_at',
  'saved_carts.updated_at',
  'consents.obtained_at',
  'consents.withdrawn_at',
  'marketing_recipients.unsubscribed_at',
  'outbox.sent_at',
  'outbox.created_at',
  'referrals.created_at',
];

/** Runs workers by hand and returns those that stopped, with their errors. */
const runAll = (shop: Shop, keys: readonly WorkerKey[]) =>
  keys.map((key) => runWorker(shop.ctx, key, 'manual')).flatMap(({ workerKey, error }) => (error === null ? [] : [workerKey, error]));

/** Returns the SQL that some work executes. */
function executedSql({ db }: Shop, work: () => unknown): string[] {
  const statement = Object.getPrototypeOf(db.$client.prepare('select 1'));
  const spies = ['all', 'get', 'run'].map((name) => vi.spyOn(statement, name));
  work();
  const sources = spies.flatMap(({ mock }) => mock.contexts.map((context) => (context as { source: string }).source));
  for (const spy of spies) spy.mockRestore();
  return sources;
}

describe('an unreadable date', () => {
  const shop = openCompany();
  const sqlByWorker = new Map<WorkerKey, string[]>();
  beforeAll(() => {
    shop.db.$client.exec('begin');
    for (const key of [...WORKER_KEYS, ...WORKER_KEYS])
      sqlByWorker.set(key, [...(sqlByWorker.get(key) ?? []), ...executedSql(shop, () => runAll(shop, [key]))]);
    shop.db.$client.exec('rollback');
  });

  afterEach(() => void (shop.db.$client.inTransaction && shop.db.$client.exec('rollback')));

  test.each(COLUMNS)('in %s stops no worker, whatever it is', (place) => {
    const [table, column] = place.split('.');
    const [isOfTable, isOfColumn] = [new RegExp(`\\b${table}\\b`), new RegExp(`\\b${column}\\b`)];
    const readers = WORKER_KEYS.filter((key) => sqlByWorker.get(key)?.some((sql) => isOfTable.test(sql) && isOfColumn.test(sql)));
    expect(readers).not.toEqual([]);
    for (const value of UNREADABLE.slice(0, times(2, UNREADABLE.length))) {
      // Rolls back each case, so that all cases share one company.
      shop.db.$client.exec('begin');
      shop.db.$client.prepare(`update ${table} set ${column} = ?`).run(value);
      expect([value, runAll(shop, readers)]).toEqual([value, []]);
      // In one case per column all workers meet what the readers wrote.
      if (value === UNREADABLE[0]) expect(runAll(shop, WORKER_KEYS)).toEqual([]);
      shop.db.$client.exec('rollback');
    }
  });

  test('does not keep other clients, or other jobs of the same client, from being found', () => {
    const shop = openShop({ now: NOW });
    for (const id of [1, 2, 3]) addClient(shop, id);
    finishJob(shop, 1, 1, '2026-09-01', { completed_date: 'garbage' });
    finishJob(shop, 2, 2, '2026-08-01');
    finishJob(shop, 3, 2, '2026-09-02', { completed_date: '' });
    finishJob(shop, 4, 3, '2026-09-02');
    runWorker(shop.ctx, 'lead-generation', 'manual');
    const found = shop.db.select().from(opportunities).where(eq(opportunities.kind, 'lead_lapsed')).all();
    expect(found.map(({ subjectId, reason }) => [subjectId, reason])).toEqual([
      ['2', '2 jobs, last on Aug 1'],
      ['3', '1 job, last on Sep 2'],
    ]);
  });

  test('proves no consent', async () => {
    const shop = openShop({ now: NOW });
    for (const [id, created_at] of ['garbage', '2026-11-19T99:00:00Z', '2026-11-19T19:00:00Z'].entries())
      insertRow(shop.db, 'orders', {
        public_id: `abcdefghijklmnopqrstu${id}`,
        customer_email: `c${id}@acme.ca`,
        created_at,
        paid_date: '2026-11-01',
        paid_method: 'cash',
      });
    const bases = await Promise.all([0, 1, 2].map((id) => shop.admin.consents.find({ email: `c${id}@acme.ca` })));
    expect(bases.map(({ basis }) => basis?.basis)).toEqual([undefined, undefined, 'purchase']);
  });
});
