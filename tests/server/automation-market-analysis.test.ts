import { and, eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { demandSnapshots, opportunities } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { countDemand } from '../../src/server/market/service';
import { ask, BEFORE, book, figures, finish, NONE, NOW, openCompany, run } from '../support/demand';
import { openMigrated } from '../support/migration';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

const test = base.extend('shop', () => openCompany());

describe('the market analysis', () => {
  test('gives the second dashboard the two towns with the most demand, but no postal district', async () => {
    const shop = openShop();
    ask(shop, 5, { address: '1 A St, V2C 1A1' });
    ask(shop, 2);
    ask(shop, 3, { address: '2 B St, Merritt' });
    ask(shop, 1, { address: '3 C St, Vernon' });
    run(shop);
    expect((await shop.admin.market.demand())?.dimensions.area.map(({ key }) => key)).toEqual(['V2C', 'Merritt', 'Kamloops', 'Vernon']);
    expect((await shop.admin.automation.canaanStatus()).focusAreas.slice(-2)).toEqual(['Merritt', 'Kamloops']);
  });

  test('counts a planned job as a conversion, but not a cancelled or missing one', async () => {
    const shop = openShop();
    insertRow(shop.db, 'clients');
    ask(shop, 4);
    finish(shop, { status: 'cancelled', completed_date: null, inquiry_id: 1 });
    finish(shop, { status: 'cancelled', completed_date: null, inquiry_id: 2 });
    finish(shop, { status: 'scheduled', completed_date: null, inquiry_id: 2 });
    finish(shop, { status: 'completed', inquiry_id: 3 });
    run(shop);
    const demand = await shop.admin.market.demand();
    expect(demand?.total.now).toMatchObject({ inquiries: 4, converted: 2 });
    expect(demand?.dimensions.area[0]?.now).toMatchObject({ inquiries: 4, converted: 2 });
  });

  test('stores what was counted in a thread before, for the period of that count', async ({ shop }) => {
    const counted = { ...countDemand(shop.ctx), examined: 99, periodDays: 30 };
    expect(runWorker(shop.ctx, 'market-analysis', 'manual', counted)).toMatchObject({ examined: 99, status: 'ok' });
    expect(await shop.admin.market.demand()).toMatchObject({ periodStart: '2026-10-22', periodEnd: '2026-11-20' });
  });

  test('counts two periods by each dimension', async ({ shop }) => {
    expect(await shop.admin.market.demand()).toBeNull();
    expect(run(shop)).toMatchObject({ examined: 13, status: 'ok' });
    const demand = await shop.admin.market.demand();
    expect(demand).toMatchObject({
      measuredAt: '2026-11-20T20:00:00.000Z',
      periodStart: '2026-08-23',
      periodEnd: '2026-11-20',
      beforeStart: '2026-05-25',
      beforeEnd: '2026-08-22',
      total: { now: figures(6, 2, 1, '149.00', 1), before: figures(3, 0, 1, '100.00', 0) },
    });
    expect(demand?.dimensions).toEqual({
      service: [{ key: 'residential', now: figures(6, 2, 1, '149.00', 1), before: figures(3, 0, 1, '100.00', 0) }],
      area: [
        { key: 'Kamloops', now: figures(6, 0, 1, '149.00', 1), before: figures(3, 0, 1, '100.00', 0) },
        { key: 'Merritt', now: figures(0, 2, 0, '0.00', 0), before: NONE },
      ],
      weekday: [
        { key: 'Monday', now: NONE, before: figures(3, 0, 1, '100.00', 0) },
        { key: 'Tuesday', now: figures(6, 0, 1, '149.00', 1), before: NONE },
        { key: 'Saturday', now: figures(0, 2, 0, '0.00', 0), before: NONE },
      ],
      window: [
        { key: '08:00-10:00', now: figures(0, 2, 1, '149.00', 0), before: NONE },
        { key: '10:00-12:00', now: NONE, before: figures(0, 0, 1, '100.00', 0) },
      ],
    });
    expect(demand?.months).toEqual([
      { key: '2026-05', figures: NONE },
      { key: '2026-06', figures: figures(3, 0, 1, '100.00', 0) },
      ...['2026-07', '2026-08', '2026-09'].map((key) => ({ key, figures: NONE })),
      { key: '2026-10', figures: figures(6, 2, 1, '149.00', 1) },
      { key: '2026-11', figures: NONE },
    ]);
  });

  test('matches counts in plain SQL', async ({ shop }) => {
    run(shop);
    const count = (sql: string) => shop.db.$client.prepare<[], number>(sql).pluck().get();
    const since = "'2026-08-23T07:00:00.000Z'";
    expect((await shop.admin.market.demand())?.total.now).toEqual({
      inquiries: count(`select count(*) from contact_inquiries where deleted_at is null and created_at >= ${since}`),
      converted: count(
        `select count(*) from contact_inquiries where id in (select inquiry_id from work_orders) and created_at >= ${since}`,
      ),
      bookings: count(`select count(*) from appointment_bookings where status <> 'cancelled' and created_at >= ${since}`),
      jobsDone: count(`select count(*) from work_orders where status in ('completed', 'complete') and completed_date >= ${since}`),
      revenue: count(
        `select printf('%.2f', sum(total_amount_cents) / 100.0) from work_orders where status in ('completed', 'complete') and completed_date >= ${since}`,
      ),
    });
  });

  test('leaves out deleted, cancelled, unfinished and older rows', async ({ shop }) => {
    run(shop);
    const before = (await shop.admin.market.demand())?.dimensions;
    ask(shop, 3, { deleted_at: NOW });
    ask(shop, 3, { created_at: '2026-05-25T06:59:59.000Z' });
    book(shop, { status: 'cancelled' });
    finish(shop, { status: 'cancelled' });
    finish(shop, { status: 'in-progress', completed_date: null });
    run(shop);
    expect((await shop.admin.market.demand())?.dimensions).toEqual(before);
    ask(shop, 1, { created_at: '2026-05-25T07:00:00.000Z' });
    book(shop, { status: 'no-show' });
    run(shop);
    expect((await shop.admin.market.demand())?.total).toMatchObject({ now: { bookings: 3 }, before: { inquiries: 4 } });
  });

  test('finds nothing in an empty company', async () => {
    const shop = openShop();
    expect(run(shop)).toMatchObject({
      status: 'empty',
      message: 'examined 0, created 0: nothing was asked for, booked or done in the last 180 days',
    });
    expect(await shop.admin.market.demand()).toBeNull();
    expect(shop.rows(demandSnapshots)).toEqual([]);
  });

  test('accepts rows of any content, and combines the least frequent of a hundred services', async () => {
    const shop = openShop();
    insertRow(shop.db, 'clients', { address: '<script>alert(1)</script>' });
    ask(shop, 5, { address: '<img src=x onerror=alert(1)>', name: '<b>' });
    ask(shop, 1, { address: null });
    for (let i = 0; i < 100; i++) finish(shop, { service_type: `<b>${i}</b>`, scheduled_date: 'never', total_amount_cents: null });
    ask(shop, 1, { created_at: '2026-10-06T never' });
    expect(run(shop)).toMatchObject({ error: null, examined: 106 });
    const demand = await shop.admin.market.demand();
    expect(demand?.dimensions.service).toHaveLength(41);
    expect(demand?.dimensions.service.at(-1)).toMatchObject({ key: 'other', now: { jobsDone: 61 } });
    expect(demand?.dimensions).toMatchObject({ area: [], window: [] });
    expect(demand?.total.now).toEqual(figures(6, 0, 100, '0.00', 0));
  });

  test('counts every one of very many rows, and reports that areas are incomplete', async ({ shop }) => {
    const copy = (times: number, address: string) =>
      shop.db.$client.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${times})
        insert into contact_inquiries (name, email, service_type, message, status, created_at, address)
        select 'N', 'n@example.com', 'residential', 'm', 'pending', '${NOW}', ${address} from n`);
    copy(20_000, "'1 A St, Kamloops'");
    run(shop);
    const whole = await shop.admin.market.demand();
    expect(whole).toMatchObject({
      isAreaCut: false,
      total: { now: figures(20_006, 2, 1, '149.00', 1), before: figures(3, 0, 1, '100.00', 0) },
    });
    expect(whole?.dimensions.area[0]).toMatchObject({ key: 'Kamloops', now: { inquiries: 20_006 } });
    copy(20_000, "i || ' B St, Merritt'");
    expect(run(shop).message).toMatch(/; there were more than 20000 addresses, so areas were not compared$/);
    const cut = await shop.admin.market.demand();
    expect(cut).toMatchObject({ isAreaCut: true, total: { now: { inquiries: 40_006 } } });
    expect(cut?.dimensions.service).toMatchObject([{ key: 'residential', now: { inquiries: 40_006 } }]);
    expect(shop.db.select({ title: opportunities.title }).from(opportunities).all()).toContainEqual({
      title: 'Tuesday: demand where there was none',
    });
  });

  test('keeps the snapshots of its last twelve runs', async () => {
    const shop = openShop();
    ask(shop, 1);
    const runs = Array.from({ length: 14 }, () => run(shop).id);
    const kept = shop.db.selectDistinct({ runId: demandSnapshots.runId }).from(demandSnapshots).all();
    expect(kept.map(({ runId }) => runId).sort((a, b) => a - b)).toEqual(runs.slice(2));
    const rows = shop.db.select().from(demandSnapshots);
    const last = rows.where(and(eq(demandSnapshots.runId, runs.at(-1) ?? 0), eq(demandSnapshots.dimension, 'service'))).all();
    expect(last.map(({ periodEnd, inquiries }) => [periodEnd, inquiries])).toEqual([
      ['2026-11-20', 1],
      ['2026-08-22', 0],
    ]);
  });

  test('names the two busiest towns of the current period, each once', async ({ shop }) => {
    ask(shop, 9, { created_at: BEFORE, address: '4 D St, Ashcroft' });
    run(shop);
    expect((await shop.admin.automation.canaanStatus()).focusAreas.slice(-2)).toEqual(['Kamloops', 'Merritt']);
  });

  test('reads through its indexes', async ({ shop }) => {
    const plans = await plansOf(shop, async () => run(shop));
    // Groups are sorted in memory, but no table is scanned.
    for (const index of [
      'contact_inquiries_created (created_at>? AND created_at<?)',
      'appointment_bookings_created (created_at>? AND created_at<?)',
      'work_orders_completed (completed_date>? AND completed_date<?)',
    ])
      expect(plans.filter((plan) => plan.includes(index) && !/SCAN /.test(plan))).toHaveLength(2);
  });
});

test('the migration removes insights and prices of earlier, looser rules unless a person acted on them', () => {
  const db = openMigrated('honest_findings', (old) => {
    const found = old.$client.prepare(
      `insert into opportunities (id, kind, dedupe_key, status, subject_type, subject_id, title, reason, evidence, score, created_at, status_changed_at)
        values (?, ?, ?, ?, 'service', 'x', 'T', 'R', '[]', 50, '${NOW}', '${NOW}')`,
    );
    for (const [id, kind, status] of [
      [1, 'insight', 'open'],
      [2, 'insight', 'dismissed'],
      [3, 'lead_lapsed', 'open'],
      [4, 'insight', 'open'],
    ])
      found.run(id, kind, `key:${id}`, status);
    insertRow(old, 'outbox', { opportunity_id: 4, status: 'cancelled' });
    old.$client.exec(`insert into price_suggestions (service_type, n, explanation, created_at) values ('residential', 5, 'E', '${NOW}')`);
  });
  expect(db.$client.prepare('select id from opportunities order by id').pluck().all()).toEqual([2, 3, 4]);
  expect(db.$client.prepare('select count(*) from price_suggestions').pluck().get()).toBe(0);
});
