import { describe, expect } from 'vitest';
import { opportunities } from '../../db/schema';
import { ask, BEFORE, book, OLD, openCompany, run } from '../support/demand';
import { test } from '../support/shop-test';

describe('a change in demand', () => {
  test('reports a change once a quarter with the figures of both periods, but no small change', async () => {
    const shop = openCompany();
    ask(shop, 10);
    const { id, message, created } = run(shop);
    // Residential 18 against 3, Kamloops 16 against 3, Tuesday 16 against none; Merritt, Monday and Saturday are few.
    expect([created, message]).toEqual([3, 'examined 23, created 3: 3 changes of 30% or more; too few cases in 3 of 6']);
    const found = shop.rows(opportunities);
    expect(found.map(({ kind, title, subjectType, subjectId, runId }) => [kind, title, subjectType, subjectId, runId])).toEqual([
      ['insight', 'Residential: demand up 500%', 'service', 'residential', id],
      ['insight', 'Kamloops: demand up 433%', 'town', 'Kamloops', id],
      ['insight', 'Tuesday: demand where there was none', 'service', 'Tuesday', id],
    ]);
    expect(found[1]).toMatchObject({
      dedupeKey: 'insight:area:Kamloops:up:2026Q4',
      reason: '16 inquiries and bookings in the 90 days to November 20, 2026, 3 in the 90 days before',
      score: 66,
    });
    expect(JSON.parse(found[1]?.evidence ?? '')).toEqual([
      {
        type: 'demand',
        id: 'area:Kamloops',
        text: '90 days to November 20, 2026: 16 inquiries (1 became a job), 0 bookings, 1 job done for $149.00 before tax',
      },
      {
        type: 'demand',
        id: 'area:Kamloops',
        text: '90 days to August 22, 2026: 3 inquiries (0 became a job), 0 bookings, 1 job done for $100.00 before tax',
      },
    ]);
    shop.clock.advance(240);
    expect(run(shop)).toMatchObject({
      status: 'empty',
      message: 'examined 23, created 0: 3 changes of 30% or more, known already; too few cases in 3 of 6',
    });
  });

  test("follows the owner's percentage", async () => {
    const shop = openCompany();
    ask(shop, 10);
    await shop.setAutomation({ insightPercent: 450 });
    expect(run(shop).message).toBe('examined 23, created 2: 2 changes of 450% or more; too few cases in 3 of 6');
  });

  test("follows the owner's cases and days, and shows the counted days after the setting changes", async ({ shop }) => {
    ask(shop, 8, { created_at: '2026-11-10T18:00:00.000Z' });
    ask(shop, 1, { created_at: '2026-10-30T18:00:00.000Z' });
    ask(shop, 9, { created_at: '2026-10-06T18:00:00.000Z' });
    await shop.setAutomation({ insightCases: 8, periodDays: 14 });
    expect(run(shop)).toMatchObject({ examined: 9 });
    const reasons = shop.db.select({ reason: opportunities.reason }).from(opportunities).all();
    expect(reasons[0]?.reason).toBe('8 inquiries and bookings in the 14 days to November 20, 2026, 1 in the 14 days before');
    await shop.setAutomation({});
    expect(await shop.admin.market.demand()).toMatchObject({
      periodStart: '2026-11-07',
      periodEnd: '2026-11-20',
      beforeStart: '2026-10-24',
      beforeEnd: '2026-11-06',
      total: { now: { inquiries: 8 }, before: { inquiries: 1 } },
    });
  });

  test('reports a fall, but not from four cases', async ({ shop }) => {
    ask(shop, 1, { created_at: OLD });
    ask(shop, 4);
    expect(run(shop)).toMatchObject({ status: 'empty', message: 'examined 4, created 0: too few cases' });
    ask(shop, 10, { created_at: BEFORE, address: '3 C St, V2B 1A1', service_type: 'commercial' });
    expect(run(shop).created).toBe(3);
    const titles = shop.db.select({ title: opportunities.title, type: opportunities.subjectType }).from(opportunities).all();
    expect(titles).toEqual([
      { title: 'Commercial: demand down 100%', type: 'service' },
      { title: 'V2B: demand down 100%', type: 'area' },
      { title: 'Monday: demand down 100%', type: 'service' },
    ]);
  });

  test.for([
    ['a company that opened last week', undefined, false],
    ['records that begin on the second day of the earlier period', '2026-05-26T18:00:00.000Z', false],
    ['records that begin on its first day', '2026-05-25T18:00:00.000Z', true],
  ] as const)('compares only periods that the records cover fully: %s', async ([_case, first, isCompared], { shop }) => {
    if (first) ask(shop, 1, { created_at: first, address: '3 C St, Vernon', service_type: 'commercial' });
    ask(shop, 40, { created_at: '2026-11-17T18:00:00.000Z' });
    const { created, message } = run(shop);
    if (isCompared) expect(created).toBe(3);
    else
      expect([created, message]).toEqual([
        0,
        `examined ${first ? 41 : 40}, created 0: your records do not cover 180 days yet, so nothing was compared`,
      ]);
    expect(await shop.admin.market.demand()).toMatchObject({ isBeforeWhole: isCompared });
  });

  test('compares no time windows unless bookings were taken in both periods', ({ shop }) => {
    ask(shop, 1, { created_at: OLD });
    for (let i = 0; i < 9; i++) book(shop);
    run(shop);
    const titles = () => shop.db.select({ title: opportunities.title }).from(opportunities).all();
    expect(titles()).toHaveLength(3);
    expect(titles()).not.toContainEqual({ title: '8–10 a.m.: demand where there was none' });
    book(shop, { created_at: OLD, status: 'cancelled' });
    run(shop);
    expect(titles()).toContainEqual({ title: '8–10 a.m.: demand where there was none' });
  });

  test('reports no change that chance explains', ({ shop }) => {
    ask(shop, 1, { created_at: OLD });
    ask(shop, 20);
    ask(shop, 10, { created_at: '2026-06-02T18:00:00.000Z' });
    expect(run(shop)).toMatchObject({ status: 'empty', message: 'examined 30, created 0: no clear change of 30% or more' });
  });
});
