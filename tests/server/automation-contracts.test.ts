import { describe, expect } from 'vitest';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { ask, finish, forWorker, type Row } from '../support/worker-rows';

const { run, found } = forWorker('contracts', 'corporate_contract');
const client = (shop: Shop, name: string, more: Row = {}) =>
  insertRow(shop.db, 'clients', { name, email: `${name.replace(/\W/g, '')}@gmail.com`, ...more });
const noonOf = (day: string) => `${day}T20:00:00.000Z`;
const nextId = (shop: Shop, table: string) => (shop.db.$client.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0) + 1;
/** A finished job, unless `more` changes it. */
function job(shop: Shop, clientId: number, day: string, more: Row = {}): number {
  const id = nextId(shop, 'work_orders');
  const at = { scheduled_date: noonOf(day), completed_date: noonOf(day) };
  finish(shop, { client_id: clientId, service_type: 'commercial', ...at, ...more });
  return id;
}
const invoice = (shop: Shop, workOrderId: number, cents: number, more: Row = {}) =>
  insertRow(shop.db, 'invoices', {
    invoice_number: `SPC${workOrderId}${nextId(shop, 'invoices')}`,
    number_value: null,
    work_order_id: workOrderId,
    subtotal_cents: cents,
    hst_cents: 0,
    pst_cents: 0,
    total_cents: cents,
    status: 'pending',
    issued_at: noonOf('2026-11-01'),
    ...more,
  });
const askFrom = (shop: Shop, email: string, more: Row = {}) =>
  ask(shop, 1, { email, name: 'Ann Lee', service_type: 'commercial', ...more });

describe('contracts', () => {
  test('are suggested for a commercial client with three jobs in 90 days and no visit ahead, valued by invoices', async ({ shop }) => {
    client(shop, 'Acme');
    const first = job(shop, 1, '2026-09-02');
    const second = job(shop, 1, '2026-10-02', { service_type: 'Commercial Cleaning' });
    const third = job(shop, 1, '2026-11-02', { service_type: 'window-cleaning' });
    job(shop, 1, '2026-08-22');
    job(shop, 1, '2026-11-19', { status: 'cancelled', completed_date: null });
    invoice(shop, first, 60_000, { hst_cents: 7_200, pst_cents: 4_200, total_cents: 71_400 });
    invoice(shop, second, 64_000, { status: 'paid' });
    invoice(shop, third, 5_000, { status: 'draft', issued_at: null });
    invoice(shop, third, 7_000, { deleted_at: noonOf('2026-11-03') });
    expect(run(shop)).toMatchObject({ status: 'ok', created: 1, message: 'Examined 1 client, created 1.' });
    expect(await found(shop)).toMatchObject([
      {
        subjectType: 'client',
        subjectId: '1',
        title: 'Contract with Acme',
        reason: '3 jobs in 90 days, last on Nov 2, and none planned.',
        value: '4960.00',
        valueBasis: '4 × $1,240.00 invoiced before tax in 90 days',
        evidence: [
          { type: 'work-order', id: third, text: 'Window cleaning, finished on Nov 2 for $149.00' },
          { type: 'work-order', id: second },
          { type: 'work-order', id: first },
        ],
      },
    ]);
  });

  test('are valued by finished jobs without invoices, and have no value without either', async ({ shop }) => {
    client(shop, 'Acme');
    client(shop, 'Beta');
    for (const day of ['2026-09-02', '2026-10-02', '2026-11-02']) {
      job(shop, 1, day, { total_amount_cents: 10_000 });
      job(shop, 2, day, { total_amount_cents: null });
    }
    run(shop);
    expect((await found(shop)).map(({ value, valueBasis }) => [value, valueBasis])).toEqual([
      ['1200.00', '4 × $300.00 of finished jobs before tax in 90 days'],
      [null, null],
    ]);
  });

  test.for([
    ['two jobs only', (shop: Shop) => shop.db.$client.exec("update work_orders set status = 'cancelled' where id = 3")],
    ['a home', (shop: Shop) => shop.db.$client.exec("update work_orders set service_type = 'residential'")],
    ['a job ahead', (shop: Shop) => job(shop, 1, '2026-12-01', { status: 'scheduled', completed_date: null })],
    ['the service ended', (shop: Shop) => shop.db.$client.exec('update clients set do_not_service = 1')],
    ['an inactive client', (shop: Shop) => shop.db.$client.exec('update clients set is_active = 0')],
  ] as const)('are not suggested with %s', ([_what, change], { shop }) => {
    client(shop, 'Acme');
    for (const day of ['2026-09-02', '2026-10-02', '2026-11-02']) job(shop, 1, day);
    change(shop);
    expect(run(shop)).toMatchObject({ status: 'empty', created: 0 });
  });

  test('are suggested for a client of a company even without a commercial job', async ({ shop }) => {
    client(shop, 'Maria Santos', { company: 'Oak Realty' });
    client(shop, 'Jon Toews');
    for (const day of ['2026-09-02', '2026-10-02', '2026-11-02'])
      for (const id of [1, 2]) job(shop, id, day, { service_type: 'residential' });
    run(shop);
    expect((await found(shop)).map(({ title }) => title)).toEqual(['Contract with Maria Santos']);
  });

  test('are suggested for a payer of two addresses, but not for two spellings of one', async ({ shop }) => {
    client(shop, 'Two Places');
    client(shop, 'One Place');
    client(shop, 'No Job');
    insertRow(shop.db, 'client_addresses', { client_id: 1, address: '2 Lake Rd' });
    insertRow(shop.db, 'client_addresses', { client_id: 2, address: '12, seymour  st' });
    insertRow(shop.db, 'client_addresses', { client_id: 3, address: '2 Lake Rd' });
    for (const id of [1, 2]) job(shop, id, '2026-02-02', { service_type: 'residential' });
    run(shop);
    expect(await found(shop)).toMatchObject([
      { subjectId: '1', reason: '2 addresses for one payer.', evidence: [{ text: '12 Seymour St' }, { text: '2 Lake Rd' }], value: null },
    ]);
  });

  test("follow the owner's thresholds, and value a year by the owner's period", async ({ shop }) => {
    client(shop, 'Acme');
    insertRow(shop.db, 'client_addresses', { client_id: 1, address: '2 Lake Rd' });
    for (const day of ['2026-11-01', '2026-11-08', '2026-11-15', '2026-10-20']) job(shop, 1, day, { total_amount_cents: 10_000 });
    await shop.setAutomation({ payerAddresses: 3, periodDays: 30, contractJobs: 4 });
    expect(run(shop)).toMatchObject({ created: 0 });
    await shop.setAutomation({ payerAddresses: 3, periodDays: 30 });
    run(shop);
    expect(await found(shop)).toMatchObject([
      {
        reason: '3 jobs in 30 days, last on Nov 15, and none planned.',
        value: '3600.00',
        valueBasis: '12 × $300.00 of finished jobs before tax in 30 days',
      },
    ]);
  });

  test('are suggested after a commercial request from an organisation, for the client if there is one', async ({ shop }) => {
    client(shop, 'Known', { email: 'kim@known.ca' });
    const at = noonOf('2026-11-18');
    askFrom(shop, 'ann@acme.ca', { created_at: at });
    askFrom(shop, 'bob@acme.ca', { created_at: at });
    askFrom(shop, 'kim@known.ca', { created_at: at });
    askFrom(shop, 'home@firm.ca', { service_type: 'residential', created_at: at });
    askFrom(shop, 'gone@firm.ca', { deleted_at: at, created_at: at });
    askFrom(shop, 'old@firm.ca', { created_at: noonOf('2026-08-20') });
    askFrom(shop, 'ann@gmail.com', { created_at: at });
    run(shop);
    expect(await found(shop)).toMatchObject([
      {
        subjectType: 'domain',
        subjectId: 'acme.ca',
        title: 'Contract with Ann Lee',
        reason: 'Commercial cleaning asked for on Nov 18 from an address at acme.ca.',
        evidence: [{ type: 'quote', id: 1 }],
        callOnly: null,
      },
      { subjectType: 'client', subjectId: '1' },
    ]);
  });

  test('find nothing in an empty database, and treat hostile rows as text', async () => {
    expect(run(openShop())).toMatchObject({ status: 'empty', examined: 0 });
    const shop = openShop();
    client(shop, '<img src=x onerror=alert(1)>\u2028', { email: '"; drop table clients' });
    for (const day of ['2026-09-02', '2026-10-02'])
      job(shop, 1, day, { service_type: 'x'.repeat(5000), total_amount_cents: 9_999_999_999 });
    job(shop, 1, '2026-11-02', { completed_date: '2027-not a day' });
    askFrom(shop, 'a@b@acme.ca', { name: '\u0000', created_at: 'zzzz' });
    shop.db.$client.exec("update work_orders set service_type = 'commercial' where id = 1");
    await shop.setAutomation({ contractJobs: 3 });
    expect(run(shop)).toMatchObject({ status: 'ok', created: 1 });
    expect(await found(shop)).toMatchObject([
      { title: 'Contract with <img src=x onerror=alert(1)>', value: null, reason: expect.stringContaining('an unknown day') },
    ]);
  });

  test('are found through indexes', async ({ shop }) => {
    client(shop, 'Acme');
    for (const day of ['2026-09-02', '2026-10-02', '2026-11-02']) job(shop, 1, day);
    askFrom(shop, 'ann@acme.ca');
    const plans = await plansOf(shop, async () => run(shop));
    expect(plans.filter((plan) => /SCAN (clients|work_orders|invoices|contact_inquiries|client_addresses)(?! USING)/.test(plan))).toEqual(
      [],
    );
  });
});
