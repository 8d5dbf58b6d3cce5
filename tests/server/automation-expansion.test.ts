import { describe, expect } from 'vitest';
import { runWorker } from '../../src/server/automation/scheduler';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import * as rows from '../support/worker-rows';

const { run, found } = rows.forWorker('expansion', 'market_expansion');
/** In the last 90 days, which begin on August 23, and in the 90 before. */
const NOW = '2026-11-06T20:00:00.000Z';
const BEFORE = '2026-08-22T20:00:00.000Z';
/** Before both periods. */
const OLD = '2026-05-01T20:00:00.000Z';

const ask = (shop: Shop, address: string | null, times: number, more: rows.Row = {}) =>
  rows.ask(shop, times, { address, created_at: NOW, ...more });
const book = (shop: Shop, address: string, more: rows.Row = {}) => rows.book(shop, { client_address: address, created_at: NOW, ...more });
const order = (shop: Shop, address: string, more: rows.Row = {}) =>
  rows.order(shop, { shipping_address: address, created_at: NOW, ...more });
const plan = (shop: Shop, service: string, times: number, more: rows.Row = {}) => {
  if (!shop.db.$client.prepare('select 1 from clients').get()) insertRow(shop.db, 'clients');
  const planned = { service_type: service, status: 'scheduled', created_at: NOW, scheduled_date: '2026-11-09T18:00:00.000Z' };
  for (let i = 0; i < times; i++) rows.finish(shop, { ...planned, ...more });
};

describe('expansions', () => {
  test('report a town outside the served ones with three cases in 90 days', async ({ shop }) => {
    ask(shop, '1 A St, Chase, BC V0E 1M0', 1, { email: 'ann@gmail.com' });
    book(shop, '2 B St, Chase', { client_email: 'ANN@gmail.com' });
    order(shop, '3 C St, Chase', { customer_email: 'bob@gmail.com' });
    ask(shop, '1 Chase St, Vernon', 2);
    ask(shop, '1 A St, Vernon', 1, { deleted_at: NOW });
    ask(shop, '1 A St, Vernon', 1, { created_at: BEFORE });
    book(shop, '1 A St, Vernon', { status: 'cancelled' });
    order(shop, '1 A St, Vernon', { status: 'cancelled' });
    ask(shop, '1 A St, Kamloops', 4);
    ask(shop, null, 5);
    expect(run(shop)).toMatchObject({ status: 'ok', created: 1, examined: 15 });
    expect(await found(shop)).toMatchObject([
      {
        subjectType: 'town',
        subjectId: 'Chase',
        title: 'Expansion to Chase',
        reason: 'Chase is outside the towns you serve: 1 request, 1 booking, 1 order by 2 people in 90 days.',
        evidence: [
          { type: 'quote', id: 1, text: 'Request of Nov 6' },
          { type: 'booking', id: 1, text: 'Booking of Nov 6' },
          { type: 'order', id: 1 },
        ],
        score: 50,
      },
    ]);
  });

  test('follow the towns in the settings', async ({ shop }) => {
    ask(shop, '1 A St, Chase', 3);
    ask(shop, '1 A St, Merritt', 3);
    const { company } = await shop.admin.settings.get();
    await shop.admin.settings.save({ company: { ...company, towns: ['Kamloops', 'chase'] } });
    run(shop);
    expect((await found(shop)).map(({ subjectId }) => subjectId)).toEqual(['Merritt']);
  });

  test.for([
    [
      '63 against 42, which is 50% more and not chance',
      63,
      42,
      'Merritt is growing: 63 requests by 1 person in 90 days, against 42 in the 90 days before, 50% more.',
    ],
    ['6 against 4, which is chance', 6, 4, undefined],
    ['63 against 43', 63, 43, undefined],
    ['4 against 1', 4, 1, undefined],
    ['5 against none', 5, 0, 'Merritt is growing: 5 requests by 1 person in 90 days, against 0 in the 90 days before.'],
  ] as const)('judge the growth of a town: %s', async ([_what, now, before, reason], { shop }) => {
    ask(shop, '1 A St, Merritt', now);
    ask(shop, '1 A St, Merritt', before, { created_at: BEFORE });
    ask(shop, '1 A St, Ashcroft', 1, { created_at: OLD });
    run(shop);
    expect((await found(shop)).map((row) => row.reason)).toEqual(reason === undefined ? [] : [reason]);
  });

  test("judge growth by the owner's percentage, cases and days", async ({ shop }) => {
    ask(shop, '1 A St, Merritt', 14);
    ask(shop, '1 A St, Merritt', 4, { created_at: '2026-10-10T20:00:00.000Z' });
    ask(shop, '1 A St, Merritt', 1, { created_at: OLD });
    const { automation } = await shop.admin.settings.get();
    const save = (more: Partial<typeof automation>) => shop.admin.settings.save({ automation: { ...automation, periodDays: 30, ...more } });
    await save({ growthCases: 15 });
    expect(run(shop)).toMatchObject({ created: 0 });
    await save({ growthCases: 14, growthPercent: 251 });
    expect(run(shop)).toMatchObject({ created: 0 });
    await save({ growthCases: 14, growthPercent: 250 });
    run(shop);
    expect((await found(shop)).map((row) => row.reason)).toEqual([
      'Merritt is growing: 14 requests by 1 person in 30 days, against 4 in the 30 days before, 250% more.',
    ]);
  });

  test.for([
    ['a request', (shop: Shop) => ask(shop, '1 A St, Merritt', 1, { created_at: BEFORE })],
    ['a store order', (shop: Shop) => order(shop, '1 A St, Kamloops', { created_at: BEFORE })],
  ] as const)('report no growth unless the records cover both periods, as with only %s before', ([_what, insert], { shop }) => {
    ask(shop, '1 A St, Kamloops', 9);
    insert(shop);
    expect(run(shop)).toMatchObject({ status: 'empty', created: 0 });
  });

  test('report a service that is asked for but not offered', async ({ shop }) => {
    plan(shop, 'Pressure washing', 2);
    plan(shop, 'pressure-washing', 1);
    plan(shop, 'pressure washing', 1, { status: 'cancelled' });
    plan(shop, 'pressure washing', 1, { created_at: BEFORE });
    // A job of last year, entered today.
    plan(shop, 'pressure washing', 1, { scheduled_date: '2025-11-06T18:00:00.000Z' });
    plan(shop, 'roof', 2);
    for (const offered of ['Deep Cleaning', 'emergency', 'Move-in/move-out', 'residential cleaning', 'window_cleaning'])
      plan(shop, offered, 3);
    expect(run(shop)).toMatchObject({ created: 1, message: expect.stringContaining('the words of messages were not read.') });
    expect(await found(shop)).toMatchObject([
      {
        subjectType: 'service',
        subjectId: 'pressure-washing',
        reason: 'Pressure washing is not among the services you offer, and 3 work orders of 90 days ask for it.',
        evidence: [{ type: 'work-order', id: 3, text: 'Made on Nov 6' }, { id: 2 }, { id: 1 }],
      },
    ]);
  });

  test('are reported once a quarter', async ({ shop }) => {
    ask(shop, '1 A St, Chase', 3);
    run(shop);
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'dismissed', reason: null });
    expect(run(shop)).toMatchObject({ status: 'empty', created: 0, message: expect.stringContaining('created 0; 1 was known already.') });
  });

  test('recognize towns that are on no list, in any spelling, and count addresses without a town', async ({ shop }) => {
    ask(shop, '4 Oak St, Williams Lake, BC V2G 1A1', 1);
    book(shop, '5 Oak St\nWILLIAMS  LAKE BC  V2G 1A1');
    order(shop, '6 Oak St, williams lake V2G1A1');
    ask(shop, '7 Oak St', 3);
    ask(shop, 'V2G 1A1', 1, { created_at: BEFORE });
    for (const nothing of [null, '', '  ']) ask(shop, nothing, 1);
    expect(run(shop)).toMatchObject({
      created: 1,
      message: expect.stringMatching(/^Examined 8 requests, 1 booking and 1 order, created 1\. 4 addresses name no town\. Towns were read/),
    });
    expect(await found(shop)).toMatchObject([
      {
        subjectId: 'Williams Lake',
        title: 'Expansion to Williams Lake',
        reason: expect.stringContaining('1 request, 1 booking, 1 order by'),
      },
    ]);
  });

  test('recognize a served town in any spelling of the settings', async ({ shop }) => {
    ask(shop, '1 A St, Ft. St. John, BC V1J 6M7', 3);
    const { company } = await shop.admin.settings.get();
    await shop.admin.settings.save({ company: { ...company, towns: ['Kamloops', 'FT. SAINT JOHN'] } });
    run(shop);
    expect(await found(shop)).toEqual([]);
  });

  test('count growth without store orders, as the market analysis does', async ({ shop }) => {
    ask(shop, '1 A St, Kamloops', 15);
    book(shop, '1 A St, Kamloops');
    ask(shop, '1 A St, Kamloops', 4, { created_at: BEFORE });
    ask(shop, '1 A St, Kamloops', 1, { created_at: OLD });
    for (let i = 0; i < 9; i++) order(shop, '1 A St, Kamloops');
    order(shop, '1 A St, Kamloops', { created_at: BEFORE });
    run(shop);
    runWorker(shop.ctx, 'market-analysis', 'manual');
    const [growth] = await found(shop);
    expect(growth).toMatchObject({
      title: 'Kamloops is growing',
      reason: 'Kamloops is growing: 15 requests, 1 booking by 2 people in 90 days, against 4 in the 90 days before, 300% more.',
      callOnly: null,
    });
    expect(growth?.evidence.map(({ type }) => type)).not.toContain('order');
    const { rows } = await shop.admin.automation.listOpportunities({ kinds: ['insight'], view: 'all' });
    expect(rows.filter(({ subjectId }) => subjectId === 'Kamloops')).toMatchObject([
      { title: 'Kamloops: demand up 300%', reason: expect.stringMatching(/^16 inquiries and bookings .*, 4 in the 90 days before$/) },
    ]);
  });

  test('find nothing in an empty database, and treat hostile rows as text', () => {
    expect(run(openShop())).toMatchObject({ status: 'empty', examined: 0 });
    const shop = openShop();
    ask(shop, `${'Chase,\n'.repeat(2000)}<script>alert(1)</script>`, 3);
    ask(shop, ',,,\u0000, Chase', 3, { email: '', created_at: '2026-11-not a day' });
    plan(shop, '', 3);
    plan(shop, '<b>\u0000__proto__', 3, { scheduled_date: 'zzz' });
    expect(run(shop)).toMatchObject({ status: 'ok' });
  });

  test('are found through indexes, and report when there are more cases than one run reads', async ({ shop }) => {
    ask(shop, '1 A St, Merritt', 1, { created_at: BEFORE });
    ask(shop, '1 A St, Merritt', 1);
    shop.db.$client.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
      insert into contact_inquiries (name, email, address, service_type, created_at)
      select 'M', 'm@gmail.com', '1 A St, Merritt', 'residential', '${NOW}' from n`);
    const plans = await plansOf(shop, async () =>
      expect(run(shop)).toMatchObject({ created: 0, message: expect.stringContaining('so growth was not judged.') }),
    );
    expect(plans.filter((line) => /SCAN (contact_inquiries|appointment_bookings|orders|work_orders)\b(?! USING)/.test(line))).toEqual([]);
    expect(plans.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
  });
});
