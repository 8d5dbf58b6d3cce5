import { describe, expect } from 'vitest';
import { plansOf } from '../support/query-plans';
import { fillTables, insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { test as base } from '../support/shop-test';

const WORK_ORDER = 'WO-1795204800000-BEDB70';

/** Opens a company with one record of each kind, most of them of Maria Santos. */
function openBusiness(): Shop {
  const shop = openShop();
  const { db } = shop;
  insertRow(db, 'team_members');
  insertRow(db, 'clients', { phone: '(250) 555-0133', company: 'Skyline Homes' });
  insertRow(db, 'clients', { name: 'Zoë Ångström', email: 'zoe@example.com', phone: '250-555-0144', address: '9 Battle St' });
  insertRow(db, 'contact_inquiries', { phone: '2505550133' });
  insertRow(db, 'work_orders', { work_order_id: WORK_ORDER, assigned_team_member_id: null });
  insertRow(db, 'products', { description: 'For windows' });
  insertRow(db, 'orders', { order_number: 12, customer_name: 'Maria Santos' });
  insertRow(db, 'appointment_slots');
  insertRow(db, 'appointment_bookings', { client_name: 'Maria Santos', booking_reference: 'SPC-1795204800000-AB3DE' });
  insertRow(db, 'invoices', { invoice_number: 'SPC034', number_value: 34, customer_name: 'Maria Santos', status: 'pending' });
  insertRow(db, 'receipts', { receipt_number: 'SPC-RCP012', number_value: 12, customer_name: 'Maria Santos' });
  insertRow(db, 'outbox', { to: 'maria@example.com', subject: 'Your invoice SPC034' });
  return shop;
}

const test = base.extend('shop', () => openBusiness());
const find = async (shop: Shop, text: string, limit?: number) =>
  (await shop.admin.search.everything({ text, ...(limit && { limit }) })).rows;
const keysOf = (rows: { kind: string; id: number }[]) => rows.map(({ kind, id }) => `${kind} ${id}`);

describe('the search through everything', () => {
  test('finds records of every kind by a word, the client of that name first', async ({ shop }) => {
    const rows = await find(shop, 'maria');
    expect(keysOf(rows)).toEqual(['client 1', 'work-order 1', 'booking 1', 'quote 1', 'invoice 1', 'receipt 1', 'order 12', 'message 1']);
    expect(keysOf(await find(shop, 'Maria Santos'))).toEqual(keysOf(rows).slice(0, -1));
    expect((await find(shop, 'maria santos')).filter(({ isExact }) => isExact)).toMatchObject([{ kind: 'client', id: 1 }]);
  });

  test('names each record with what tells it apart', async ({ shop }) => {
    expect((await find(shop, 'maria')).map(({ title, detail, at }) => [title, detail, at])).toEqual([
      ['Maria Santos', '(250) 555-0133 · maria@example.com', null],
      ['Maria Santos', '…BEDB70 · Residential · Scheduled', '2026-11-20T20:00:00.000Z'],
      ['Maria Santos', 'Residential · Confirmed', '2026-11-21'],
      ['Maria Santos', 'Residential · Pending', '2026-11-20T20:00:00.000Z'],
      ['SPC034 · Maria Santos', '$11.90 · Pending', '2026-11-20'],
      ['SPC-RCP012 · Maria Santos', '$11.90 · Cash', '2026-11-20'],
      ['ORD-0012 · Maria Santos', '$11.20 · Pending', '2026-11-20T20:00:00.000Z'],
      ['Your invoice SPC034', 'maria@example.com · Queued', '2026-11-20T20:00:00.000Z'],
    ]);
    expect(await find(shop, 'squeegee')).toMatchObject([{ kind: 'product', title: 'Squeegee', detail: '$19.95 · 3 in stock' }]);
    expect(await find(shop, 'dee')).toMatchObject([{ kind: 'member', title: 'Dee Marsh', detail: 'E-1 · Cleaner' }]);
  });

  test('finds a record with unreadable characters by two words', async ({ shop }) => {
    insertRow(shop.db, 'clients', { name: 'Anna \ufffd\ufffd\ufffd', email: 'anna@example.com', address: '4 Battle St' });
    expect(keysOf(await find(shop, 'anna battle'))).toEqual(['client 3']);
  });

  test('finds the plans of a client by its name', async ({ shop }) => {
    insertRow(shop.db, 'plans', { rrule: 'FREQ=WEEKLY;BYDAY=TU', start_time: '10:00', service_type: 'residential' });
    const found = (await find(shop, 'maria')).find(({ kind }) => kind === 'plan');
    expect(found).toMatchObject({ id: 1, title: 'Maria Santos', detail: 'Every Tuesday at 10:00 a.m. · Residential' });
  });

  test.for([
    ['SPC034', 'invoice 1'],
    ['spc034', 'invoice 1'],
    ['34', 'invoice 1'],
    ['SPC-RCP012', 'receipt 1'],
    ['ORD-0012', 'order 12'],
    ['#12', 'receipt 1'],
    ['spc-1795204800000-ab3de', 'booking 1'],
    [WORK_ORDER, 'work-order 1'],
    ['bedb70', 'work-order 1'],
    ['…BEDB70', 'work-order 1'],
    ['WO …BEDB70', 'work-order 1'],
    ['maria@example.com', 'client 1'],
    ['(250) 555-0133', 'client 1'],
    ['2505550133', 'client 1'],
    ['1 250 555 0144', 'client 2'],
    ['squeegee', 'product 1'],
    ['e-1', 'member 1'],
  ] as const)('shows the record that is named "%s" first', async ([text, key], { shop }) => {
    const [first] = await find(shop, text);
    expect(first && [`${first.kind} ${first.id}`, first.isExact]).toEqual([key, true]);
  });

  test.for([
    ['zoe', ['client 2']],
    ['ANGSTR', ['client 2']],
    ['5550144', ['client 2']],
    ['555-0144', ['client 2']],
    ['skyline', ['client 1', 'work-order 1']],
    ['za', []],
    ['windows', ['product 1']],
    ['maria zoe', []],
    ['zoe battle', ['client 2']],
    ['zoë ångström', ['client 2']],
    ['santos SPC034', ['invoice 1']],
    ['zoe@example.com battle', ['client 2']],
    ['zoe@else.example', []],
    ['zoe@example.org', []],
    ['xzoe@example.com', []],
    ['oe@example.com', ['client 2']],
    ['ångström ba', ['client 2']],
    ['ångström bq', []],
    ['"%*', []],
    ['', []],
  ] as const)('finds "%s" as whole words, parts of words, digits or letters with accents', async ([text, keys], { shop }) => {
    expect(keysOf(await find(shop, text))).toEqual(keys);
  });

  test('finds an e-mail address in the description of an invoice', async ({ shop }) => {
    shop.db.$client.exec("update invoices set service_description = 'Keys from ann@office.example', customer_name = 'Ann'");
    expect(keysOf(await find(shop, 'ann@office.example'))).toEqual(['invoice 1']);
    expect(keysOf(await find(shop, 'ann@other.example'))).toEqual([]);
  });

  test('finds an old row of an address whose mailbox is newer elsewhere', async ({ shop }) => {
    insertRow(shop.db, 'clients', { name: 'Al', email: 'info@able.example', phone: '3' });
    for (let added = 0; added < 100; added++) insertRow(shop.db, 'clients', { name: 'Al', email: `info@away${added}.example`, phone: '3' });
    expect(keysOf(await find(shop, 'info@able.example'))).toEqual(['client 3']);
  });

  test('looks for words of one or two characters among the newest rows only', async ({ shop }) => {
    expect(keysOf(await find(shop, 'zo'))).toEqual(['client 2']);
    for (let added = 0; added < 500; added++) insertRow(shop.db, 'clients', { name: `Client ${added}` });
    expect(keysOf(await find(shop, 'zo'))).toEqual([]);
    expect(keysOf(await find(shop, 'zoë'))).toEqual(['client 2']);
  });

  test('leaves out deleted drafts, merged clients and deleted quote requests, but not voided invoices', async ({ shop }) => {
    const { db } = shop;
    db.$client.exec(`update clients set merged_into_id = 2 where id = 1; update contact_inquiries set deleted_at = created_at;
      update invoices set deleted_at = created_at`);
    const rows = await find(shop, 'maria');
    expect(keysOf(rows)).toEqual(['booking 1', 'invoice 1', 'receipt 1', 'order 12', 'message 1']);
    expect(rows.find(({ kind }) => kind === 'invoice')?.detail).toBe('$11.90 · Voided');
    db.$client.exec("update invoices set status = 'draft'");
    expect(keysOf(await find(shop, 'SPC034'))).toEqual(['message 1']);
  });

  test('returns at most the limit of each kind, the newest first', async ({ shop }) => {
    for (const id of [3, 4, 5]) insertRow(shop.db, 'clients', { id, name: `Maria ${id}`, email: `m${id}@example.com`, phone: `${id}` });
    expect(keysOf(await find(shop, 'maria', 2)).filter((key) => key.startsWith('client'))).toEqual(['client 5', 'client 4']);
    expect(keysOf(await find(shop, 'maria santos', 1))).toContain('client 1');
  });

  test('marks the open jobs that nobody has', async ({ shop }) => {
    expect(await find(shop, 'BEDB70')).toMatchObject([{ kind: 'work-order', isUnassigned: true }]);
    insertRow(shop.db, 'work_order_assignments');
    expect(await find(shop, 'BEDB70')).toMatchObject([{ isUnassigned: false }]);
    shop.db.$client.exec("delete from work_order_assignments; update work_orders set status = 'cancelled'");
    expect(await find(shop, 'BEDB70')).toMatchObject([{ isUnassigned: false }]);
  });

  test('shows an open invoice past its due date as overdue, and one credited in full as credited', async ({ shop }) => {
    shop.db.$client.exec("update invoices set due_date = '2026-11-01'");
    expect((await find(shop, 'SPC034'))[0]?.detail).toBe('$11.90 · Overdue');
    shop.db.$client.exec('update invoices set credited_cents = total_cents');
    expect((await find(shop, 'SPC034'))[0]?.detail).toBe('$11.90 · Credited');
  });

  test('follows changes of the texts that it searches', async ({ shop }) => {
    shop.db.$client.exec("update contact_inquiries set name = 'Otto Quist', email = 'otto@example.com'");
    expect(keysOf(await find(shop, 'quist'))).toEqual(['quote 1']);
    expect(keysOf(await find(shop, 'maria'))).not.toContain('quote 1');
    shop.db.$client.exec('update work_orders set inquiry_id = null; delete from contact_inquiries');
    expect(keysOf(await find(shop, 'quist'))).toEqual([]);
  });
});

test('records are named as they are now, in the order asked for, without missing ones', async ({ shop }) => {
  const records = [
    { kind: 'invoice', id: 1 },
    { kind: 'client', id: 99 },
    { kind: 'client', id: 2 },
  ] as const;
  const { rows } = await shop.admin.search.records({ records: [...records] });
  expect(rows.map(({ title }) => title)).toEqual(['SPC034 · Maria Santos', 'Zoë Ångström']);
});

describe('the plans of the search', () => {
  const LIMITED =
    /^(SCAN found|CO-ROUTINE|MATERIALIZE|SCAN \(subquery|SCAN json_each|SCAN \w+_search VIRTUAL TABLE|CORRELATED|LIST SUBQUERY|SCALAR SUBQUERY|USE TEMP B-TREE FOR ORDER BY$)/;
  test.for(['maria', 'ma', '(250) 555-0133', '34', 'maria ma'])(
    'for "%s" reads each table by an index or by its newest rows',
    async (text) => {
      const shop = openShop();
      fillTables(shop.db);
      const plans = await plansOf(shop, () => shop.admin.search.everything({ text }));
      expect(plans.length).toBeGreaterThan(20);
      const steps = plans.flatMap((plan) => plan.split('; '));
      expect(steps.filter((step) => !LIMITED.test(step) && !/^SEARCH \w+( EXISTS)?( USING .*)?$/.test(step))).toEqual([]);
      // Conditions that nearly all rows meet are no way to find a few.
      expect(
        steps.filter((step) => /clients_merged_into|contact_inquiries_deleted|invoices_live/.test(step) && !step.includes('rowid>?')),
      ).toEqual([]);
    },
  );
});
