import { desc } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { activity, competitorPrices, demandSnapshots, opportunities } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { untyped } from '../support/untyped';
import * as rows from '../support/worker-rows';

const { run } = rows.forWorker('competitor-analysis');
const PRICE = {
  competitor: 'Valley Maids',
  service: 'residential',
  price: '140.00',
  unit: 'job',
  source: 'their flyer',
  observedOn: '2026-11-01',
} as const;

const finish = (shop: Shop, cents: number, minutes: number, more: rows.Row = {}) =>
  rows.finish(shop, { completed_date: '2026-10-06T18:00:00.000Z', total_amount_cents: cents, actual_duration: minutes, ...more });

describe('competitor prices', () => {
  test('are added, corrected and removed, each with an activity row', async ({ shop }) => {
    const added = await shop.admin.market.addPrice(PRICE);
    expect(added).toEqual({ id: 1, ...PRICE, enteredBy: 'owner', createdAt: '2026-11-20T20:00:00.000Z' });
    const updated = await shop.admin.market.updatePrice({ ...PRICE, id: 1, price: 145.5, source: ' ' });
    expect(updated).toEqual({ ...added, price: '145.50', source: null });
    expect(await shop.admin.market.listPrices({})).toEqual({ rows: [updated], nextCursor: null });
    expect(await shop.admin.market.removePrice({ id: 1 })).toEqual({ id: 1 });
    expect(await shop.admin.market.listPrices({})).toEqual({ rows: [], nextCursor: null });
    const log = shop.db.select({ verb: activity.verb, data: activity.data }).from(activity).orderBy(desc(activity.id)).limit(3).all();
    expect(log.map(({ verb }) => verb)).toEqual(['competitorPrice.removed', 'competitorPrice.updated', 'competitorPrice.added']);
    expect(log[0]?.data).toBe('{"service":"residential","unit":"job"}');
  });

  test.each([
    [{ competitor: ' ' }, 'Missing Information: Please fill in all required fields.'],
    [{ service: 'gardening' }, 'Please choose a service: residential, commercial, specialty, emergency.'],
    [{ price: '0' }, 'Please enter a price above 0.'],
    [{ price: '12.345' }, 'Please enter an amount such as 149.00.'],
    [{ unit: 'week' }, 'Please choose what the price is for.'],
    [{ observedOn: '2026-02-30' }, 'Please enter a day such as 2026-11-20.'],
    [{ observedOn: '2026-11-21' }, 'Please enter a day up to today.'],
  ])('are rejected with %j', async (wrong, sentence) => {
    const shop = openShop();
    await expect(shop.admin.market.addPrice({ ...PRICE, ...wrong } as typeof PRICE)).rejects.toThrow(sentence);
    await shop.admin.market.addPrice({ ...PRICE, observedOn: '2026-11-20' });
    await expect(shop.admin.market.updatePrice(untyped({ ...PRICE, id: 1, ...wrong }))).rejects.toThrow(sentence);
    expect(shop.rows(competitorPrices)).toMatchObject([{ priceCents: 14_000 }]);
  });

  test('cannot be corrected or removed if they do not exist', async () => {
    const { admin } = openShop();
    await expect(admin.market.updatePrice({ ...PRICE, id: 1 })).rejects.toThrow('This price does not exist.');
    await expect(admin.market.removePrice({ id: 1 })).rejects.toThrow('This price does not exist.');
  });

  test('are listed in pages, the last entered first', async ({ shop }) => {
    for (const competitor of ['A', 'B', 'C']) await shop.admin.market.addPrice({ ...PRICE, competitor });
    const first = await shop.admin.market.listPrices({ limit: 2 });
    expect([first.rows.map(({ competitor }) => competitor), first.nextCursor]).toEqual([['C', 'B'], 2]);
    const second = await shop.admin.market.listPrices({ limit: 2, cursor: first.nextCursor });
    expect([second.rows.map(({ competitor }) => competitor), second.nextCursor]).toEqual([['A'], null]);
  });

  test('are available to the office only', async () => {
    const { visitor, member } = openShop();
    for (const { market } of [visitor, member]) {
      await expect(market.addPrice(PRICE)).rejects.toThrow();
      await expect(market.listPrices({})).rejects.toThrow();
      await expect(market.demand()).rejects.toThrow();
    }
  });
});

describe('the competitor analysis', () => {
  test('is skipped without entered prices', async ({ shop }) => {
    expect(run(shop)).toMatchObject({ status: 'skipped', examined: 0, created: 0, message: 'No competitor prices entered' });
    expect(await shop.admin.market.comparison()).toBeNull();
  });

  test('compares the median of their prices with the median of ours', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    // Ours: $120, $150 and $200 a job, which are $72, $75 and $80 an hour; what is older or of another family does not count.
    finish(shop, 12_000, 100);
    finish(shop, 15_000, 120, { service_type: 'deep-cleaning' });
    finish(shop, 20_000, 150);
    finish(shop, 90_000, 100, { service_type: 'commercial' });
    finish(shop, 90_000, 100, { completed_date: '2025-11-01T18:00:00.000Z' });
    const { addPrice } = shop.admin.market;
    await addPrice(PRICE);
    await addPrice({ ...PRICE, competitor: 'valley maids ', price: '165.01', observedOn: '2026-11-19' });
    await addPrice({ ...PRICE, unit: 'hour', price: '60', competitor: 'Bright' });
    await addPrice({ ...PRICE, unit: 'square-foot', price: '0.25' });
    await addPrice({ ...PRICE, service: 'emergency', price: '400' });
    expect(run(shop)).toMatchObject({
      status: 'ok',
      examined: 5,
      created: 4,
      message: [
        'examined 5, created 4: emergency per job $400.00 (1 price, the newest 19 days old) against no figure of our own',
        'residential per square foot $0.25 (1 price, the newest 19 days old) against no figure of our own',
        'residential per hour $60.00 (1 price, the newest 19 days old) against our $75.00 (3 jobs)',
        'residential per job $152.51 (2 prices, the newest 1 day old) against our $150.00 (3 jobs)',
      ].join('; '),
    });
    const comparison = await shop.admin.market.comparison();
    expect(comparison).toMatchObject({ comparedAt: '2026-11-20T20:00:00.000Z', today: '2026-11-20' });
    expect(comparison?.services.at(-1)).toEqual({
      service: 'residential',
      unit: 'job',
      prices: 2,
      competitors: 1,
      median: '152.51',
      ownJobs: 3,
      ownMedian: '150.00',
      newestOn: '2026-11-19',
      oldestOn: '2026-11-01',
    });
    expect(shop.rows(opportunities)).toEqual([]);
    // The market analysis has not run yet.
    expect(await shop.admin.market.demand()).toBeNull();
  });

  test('is deleted with the last price, and kept for twelve runs', async ({ shop }) => {
    await shop.admin.market.addPrice(PRICE);
    const runs = Array.from({ length: 13 }, () => run(shop).id);
    expect(shop.rows(demandSnapshots).map(({ runId, dimension }) => [runId, dimension])).toEqual(
      runs.slice(1).map((id) => [id, 'competitor']),
    );
    // A run of the market analysis does not count among the twelve.
    insertRow(shop.db, 'contact_inquiries', { client_id: null });
    runWorker(shop.ctx, 'market-analysis', 'manual');
    expect((await shop.admin.market.comparison())?.services).toHaveLength(1);
    await shop.admin.market.removePrice({ id: 1 });
    expect(await shop.admin.market.comparison()).toBeNull();
  });

  test('accepts markup, unknown services and units, and days in the future', async ({ shop }) => {
    const hostile = { competitor: '<b>X</b>', priceCents: 1, source: '<script>', enteredBy: 'x', createdAt: '2026-11-20T20:00:00.000Z' };
    for (let i = 0; i < 9; i++)
      shop.db
        .insert(competitorPrices)
        .values({ ...hostile, service: `s-${i}`, unit: 'week', observedOn: '9999-12-31' })
        .run();
    const { error, created, message } = run(shop);
    expect([error, created]).toEqual([null, 9]);
    expect(message).toMatch(/^examined 9, created 9: s 8 per week \$0\.01 .*; and 3 more$/);
    expect((await shop.admin.market.comparison())?.services).toHaveLength(9);
  });
});
