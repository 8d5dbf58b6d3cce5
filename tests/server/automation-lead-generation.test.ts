import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { opportunities } from '../../db/schema';
import { ago, CART_ID, cancelled, cart, DAY, HOUR, keys, leads, messages, NOW, quote, run } from '../support/leads';
import { addClient, finishJob } from '../support/past-jobs';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

describe('a small company worked out by hand', () => {
  test('gets one lead of each kind, with evidence, value and, with consent, a draft', async ({ shop }) => {
    // Lapsed: gaps of 28 and 28 days, 1.5 times is 42; the last job is 79 days ago.
    addClient(shop, 1, { name: 'Maria Santos' });
    finishJob(shop, 1, 1, '2026-07-08', { total_amount_cents: 10_000 });
    finishJob(shop, 2, 1, '2026-08-05', { total_amount_cents: 14_000 });
    finishJob(shop, 3, 1, '2026-09-02', { total_amount_cents: 12_001 });
    // Once, 30 days ago; without an amount there is no value.
    addClient(shop, 2, { name: 'Jon Toews' });
    finishJob(shop, 4, 2, '2026-10-21', { total_amount_cents: null });
    // Every two weeks, the last one 9 days ago: no lead.
    addClient(shop, 3);
    finishJob(shop, 5, 3, '2026-10-28');
    finishJob(shop, 6, 3, '2026-11-11');
    quote(shop, 1);
    cart(shop, ago(2 * HOUR));
    cancelled(shop, 1, ago(8 * DAY));

    expect(run(shop)).toMatchObject({
      status: 'ok',
      examined: 6,
      created: 5,
      message:
        'examined 6, created 5: 1 lapsed, 1 quote without an answer, 1 cart left behind, 1 cancelled and not booked again, 1 here once so far; 3 drafts, 2 call only; not sent until you enter a postal address in Settings',
    });
    expect(leads(shop)).toMatchObject([
      {
        kind: 'lead_cart',
        dedupeKey: `cart:cart:${CART_ID}:${ago(2 * HOUR)}`,
        reason: '1 product for $39.90 before tax, not touched for 2 hours',
        valueCents: 3990,
        valueBasis: 'subtotal of the cart',
        score: 60,
        status: 'open',
        callOnly: 'No consent on record: call only.',
      },
      {
        kind: 'lead_stale_quote',
        dedupeKey: 'stale-quote:quote:1:pending',
        reason: 'Asked for residential cleaning on Nov 18, without an answer since Nov 18',
        score: 70,
        valueCents: null,
        status: 'drafted',
        callOnly: null,
      },
      {
        kind: 'lead_cancelled',
        dedupeKey: 'cancelled:booking:1',
        reason: 'Residential Cleaning for Nov 11 cancelled on Nov 12, nothing booked since',
        score: 55,
        status: 'open',
        callOnly: 'No consent on record: call only.',
      },
      {
        kind: 'lead_lapsed',
        dedupeKey: 'lapsed:client:1:2026Q4',
        subjectId: '1',
        title: 'Maria Santos was last here on Sep 2',
        reason: '3 jobs, last on Sep 2, usual gap 28 days',
        // 45 and 3 × 5, less 1 for each of the 5 full weeks that 37 days past the 42 hold.
        score: 55,
        valueCents: 12_001,
        valueBasis: 'median of 3 jobs',
        status: 'drafted',
      },
      {
        kind: 'lead_onetime',
        dedupeKey: 'onetime:client:2',
        reason: '1 job, on Oct 21, nothing planned since',
        // 50 and 5, less 1 for the week since the 21st day.
        score: 54,
        valueCents: null,
        valueBasis: null,
        status: 'drafted',
      },
    ]);
    expect(JSON.parse(leads(shop).find(({ kind }) => kind === 'lead_lapsed')?.evidence ?? '')).toEqual([
      { type: 'client', id: 1, text: '3 jobs, last on Sep 2, usual gap 28 days' },
      { type: 'work-order', id: 3, text: 'Job finished on Sep 2 for $120.01 (WO-3)' },
      { type: 'work-order', id: 2, text: 'Job finished on Aug 5 for $140.00 (WO-2)' },
      { type: 'work-order', id: 1, text: 'Job finished on Jul 8 for $100.00 (WO-1)' },
    ]);
    const written = messages(shop).map(({ purpose, to, status, marketing }) => ({ purpose, to, status, marketing }));
    expect(written).toEqual([
      { purpose: 'lead-stale-quote', to: 'asker1@example.com', status: 'draft', marketing: true },
      { purpose: 'lead-lapsed', to: 'client1@example.com', status: 'draft', marketing: true },
      { purpose: 'lead-onetime', to: 'client2@example.com', status: 'draft', marketing: true },
    ]);
    expect(messages(shop)[1]?.body).toContain('Wednesday, September 2, 2026');

    expect(run(shop)).toMatchObject({ status: 'empty', created: 0, message: 'examined 5, created 0: nobody new to win back' });
    expect(leads(shop)).toHaveLength(5);
    expect(messages(shop)).toHaveLength(3);
  });

  test('shows paid invoice totals for jobs without an amount of their own', ({ shop }) => {
    addClient(shop, 1);
    for (const id of [1, 2, 3]) finishJob(shop, id, 1, `2026-0${id}-02`, { total_amount_cents: id === 3 ? null : 10_000 });
    insertRow(shop.db, 'invoices', { work_order_id: 3, status: 'paid', paid_date: '2026-03-02' });
    insertRow(shop.db, 'invoices', {
      invoice_number: 'SPC002',
      number_value: 2,
      work_order_id: 2,
      status: 'pending',
    });
    run(shop);
    const [lead] = leads(shop);
    expect(JSON.parse(lead?.evidence ?? '').map(({ text }: { text: string }) => text)).toEqual([
      '3 jobs, last on Mar 2, usual gap 30 days',
      'Job finished on Mar 2 for $10.00 (WO-3)',
      'Job finished on Feb 2 for $100.00 (WO-2)',
      'Job finished on Jan 2 for $100.00 (WO-1)',
    ]);
  });

  test('reports nothing to do when it is empty', ({ shop }) => {
    expect(run(shop)).toMatchObject({
      status: 'empty',
      examined: 0,
      created: 0,
      message: 'examined 0, created 0: no clients, quote requests, carts or cancelled bookings yet',
    });
    expect(leads(shop)).toEqual([]);
  });
});

describe('malformed rows', () => {
  test('do not stop a run, whatever addresses, markup, line breaks or gaps they hold', ({ shop }) => {
    addClient(shop, 1, { name: '<b>Eve</b>\r\nBcc: all@example.com', email: 'eve@example.com, mallory@example.com' });
    finishJob(shop, 1, 1, '2026-09-02');
    addClient(shop, 2, { name: '  ', email: 'x@example.com', phone: '' });
    finishJob(shop, 2, 2, '2026-09-02', { total_amount_cents: 0 });
    quote(shop, 1, { name: '{{signature}}', email: '', phone: null });
    quote(shop, 2, {
      name: '\u2028',
      email: 'q@example.com',
      status: 'confirmed',
      confirmed_at: null,
      created_at: '2020-01-01T00:00:00.000Z',
    });
    cart(shop, ago(90), { items: '{"a":1}' });
    cancelled(shop, 1, ago(8 * DAY), { client_email: '"', client_phone: '' });
    expect(run(shop)).toMatchObject({ status: 'ok', created: 5 });
    expect(leads(shop).map(({ callOnly }) => callOnly !== null)).toEqual([true, true, true, true, false]);
    const [message] = messages(shop);
    expect(message?.body).toContain('Hello there,');
    expect(leads(shop).some(({ title }) => /[\r\n]/.test(title))).toBe(false);
  });
});

describe('a large company', () => {
  test('is examined in parts until every row was read', ({ shop }) => {
    shop.db.$client.exec(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 650)
      insert into clients (id, name, email, phone, address, created_at) select i, 'C' || i, 'c' || i || '@example.com', '', 'A', '${NOW}' from n;
      insert into work_orders (work_order_id, client_id, service_type, scheduled_date, completed_date, status, created_at, updated_at)
      select 'WO-' || id, id, 'residential', '2026-11-10T18:00:00.000Z', case when id in (299, 300, 301, 650) then '2026-09-02T18:00:00.000Z' else '2026-11-10T18:00:00.000Z' end,
        'completed', '2026-01-01T18:00:00.000Z', '2026-01-01T18:00:00.000Z' from clients;`);
    const found = [1, 2, 3, 4].map(() => {
      const { examined, created } = run(shop);
      return [examined, created];
    });
    expect(found).toEqual([
      [300, 2],
      [300, 1],
      [50, 1],
      [300, 0],
    ]);
    expect(keys(shop)).toHaveLength(4);
  });

  test('gets at most 12 leads of a kind at once, and the rest in later runs', ({ shop }) => {
    for (let id = 1; id <= 20; id += 1) quote(shop, id, { email: '' });
    expect([run(shop).created, run(shop).created, run(shop).created]).toEqual([12, 8, 0]);
  });

  test('is read by indexes and sorts only the jobs and invoices of one client', async ({ shop }) => {
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-09-02');
    quote(shop, 1);
    quote(shop, 2, { status: 'confirmed', confirmed_at: ago(80 * HOUR) });
    cart(shop, ago(90));
    cancelled(shop, 1, ago(8 * DAY));
    const plans = await plansOf(shop, async () => {
      run(shop);
      run(shop);
    });
    expect(plans.length).toBeGreaterThan(20);
    const wide = plans.filter((plan) => /SCAN (?!json_each|settings|CONSTANT|automation_workers)/.test(plan));
    expect(wide).toEqual([]);
    expect(plans.filter((plan) => /TEMP B-TREE/.test(plan) && !/work_orders_client|invoices_email/.test(plan))).toEqual([]);
  });
});

test('an unanswered request becomes a lead after two days and closes after a booking', async ({ shop }) => {
  await shop.visitor.quotes.submit({ ...QUOTE });
  run(shop);
  expect(leads(shop)).toEqual([]);
  shop.clock.advance(48 * HOUR + 1);
  run(shop);
  expect(keys(shop)).toEqual(['stale-quote:quote:1:pending']);
  cancelled(shop, 1, NOW, { status: 'confirmed', client_phone: QUOTE.phone, created_at: shop.clock.now().toISOString() });
  run(shop);
  expect(shop.db.select().from(opportunities).where(eq(opportunities.status, 'expired')).all()).toHaveLength(1);
});
