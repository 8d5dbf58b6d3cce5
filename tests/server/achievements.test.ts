import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { achievementUnlocks, appointmentBookings, dailyStats, opportunities } from '../../db/schema';
import { recordFinding } from '../../src/server/automation/opportunities';
import { runWorker } from '../../src/server/automation/scheduler';
import { startJobs } from '../../src/server/jobs';
import { purgeQuoteBin } from '../../src/server/quotes/service';
import { book, confirmQuote } from '../support/commitments';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

/** Friday, November 20, noon in Kamloops. */
const TODAY = '2026-11-20';

/** Records an opportunity and sets its status. */
function find(shop: Shop, kind: 'lead_lapsed' | 'partnership' | 'corporate_contract' | 'market_expansion', number: number, status?: 'won') {
  const { id: runId } = runWorker(shop.ctx, 'competitor-analysis', 'manual');
  for (let place = 0; place < number; place += 1) {
    const row = recordFinding(shop.ctx, runId, {
      ...{ kind, subjectType: 'client', subjectId: place, title: 'T', reason: 'R', evidence: [], score: 1 },
      dedupeKey: `${kind}-${place}-${shop.clock.now().toISOString()}`,
    });
    if (row && status) shop.db.update(opportunities).set({ status }).where(eq(opportunities.id, row.id)).run();
  }
}
const idsOf = ({ achievements }: { achievements: { id: string }[] }) => achievements.map(({ id }) => id);

describe('achievements', () => {
  test('are 24 and locked at first, with all figures at zero', async ({ shop }) => {
    const { success, achievements } = await shop.admin.achievements.list();
    expect([success, achievements.length, achievements.filter(({ unlockedAt }) => unlockedAt).length]).toEqual([true, 24, 0]);
    expect(await shop.admin.achievements.check()).toEqual({ success: true, achievements: [] });
    expect((await shop.admin.achievements.stats()).stats).toEqual({
      totalLeadsGenerated: 0,
      totalPartnershipsCreated: 0,
      totalCorporateContracts: 0,
      dailyStreak: 0,
      bestDailyPerformance: 0,
      socialMediaPosts: 0,
      marketExpansions: 0,
      teamMemberAssignments: 0,
      lastActiveDate: null,
      joinDate: null,
    });
  });

  test('unlock once however often they are checked, and stay unlocked when a figure drops', async ({ shop }) => {
    find(shop, 'lead_lapsed', 25);
    find(shop, 'partnership', 1, 'won');
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.admin.achievements.check()));
    expect(answers.flatMap(idsOf).sort()).toEqual(['lead-1', 'lead-25', 'partner-1']);
    expect(shop.rows(achievementUnlocks)).toHaveLength(3);
    shop.db.delete(opportunities).run();
    shop.clock.advance(60);
    expect(idsOf(await shop.admin.achievements.check())).toEqual([]);
    const { achievements } = await shop.admin.achievements.unlocked();
    expect(achievements.map(({ id, progress, maxProgress, unlockedAt }) => [id, progress, maxProgress, unlockedAt])).toEqual([
      ['lead-1', 1, 1, '2026-11-20T20:00:00.000Z'],
      ['lead-25', 25, 25, '2026-11-20T20:00:00.000Z'],
      ['partner-1', 1, 1, '2026-11-20T20:00:00.000Z'],
    ]);
  });

  test("count today's clients for the best day, as the dashboard does, without writing", async () => {
    const shop = openShop({ now: '2026-11-19T20:00:00.000Z' });
    for (const name of ['one', 'two']) await confirmQuote(shop, { email: `${name}@example.com`, phone: '' });
    await shop.admin.achievements.check();
    const best = async () => {
      const { dailyClientsAcquired } = await shop.admin.automation.aiStatus();
      const { stats } = await shop.admin.achievements.stats();
      return [dailyClientsAcquired, stats.bestDailyPerformance, stats.dailyStreak];
    };
    expect(await best()).toEqual([2, 2, 1]);
    await book(shop, 'three@example.com', '250 555 0103');
    expect(await best()).toEqual([3, 3, 1]);
    const reason = { cancelReason: 'away', cancelledBy: 'client' } as const;
    shop.db
      .update(appointmentBookings)
      .set({ status: 'cancelled', ...reason })
      .run();
    expect(await best()).toEqual([2, 2, 1]);
    shop.clock.advance(24 * 60);
    expect(await best()).toEqual([0, 2, 1]);
    await confirmQuote(shop, { email: 'four@example.com', phone: '' });
    expect(await best()).toEqual([1, 2, 2]);
    expect(shop.db.select().from(dailyStats).where(eq(dailyStats.date, TODAY)).all()).toEqual([]);
    expect(idsOf(await shop.admin.achievements.check())).toEqual([]);
  });

  test('show as unlocked when they are reached, before a check stores them', async ({ shop }) => {
    await book(shop, 'one@example.com', '250 555 0101');
    const { achievements } = await shop.admin.achievements.list();
    expect(achievements.find(({ id }) => id === 'first-client')).toMatchObject({
      progress: 1,
      maxProgress: 1,
      unlockedAt: '2026-11-20T20:00:00.000Z',
    });
    expect(idsOf(await shop.admin.achievements.unlocked())).toEqual(['first-client']);
    expect(shop.rows(achievementUnlocks)).toEqual([]);
    expect(idsOf(await shop.admin.achievements.check())).toEqual(['first-client']);
  });

  test('keep their counts when the office deletes the quotes for good', async ({ shop }) => {
    for (const name of ['one', 'two', 'three']) await confirmQuote(shop, { email: `${name}@example.com`, phone: '' });
    const counted = async () => [
      (await shop.admin.automation.aiStatus()).dailyClientsAcquired,
      (await shop.admin.achievements.stats()).stats.bestDailyPerformance,
    ];
    expect(await counted()).toEqual([3, 3]);
    await shop.admin.quotes.deleteAll();
    await shop.admin.achievements.check();
    expect(await counted()).toEqual([3, 3]);
    shop.clock.advance(40 * 1440);
    purgeQuoteBin(shop.ctx);
    await shop.admin.achievements.check();
    expect(await counted()).toEqual([0, 3]);
  });

  test('are checked by the button, after each run of a worker, and periodically', async ({ shop }) => {
    const jobs = startJobs(shop.ctx);
    const stored = () => shop.rows(achievementUnlocks).map(({ achievementId }) => achievementId);
    // The first tick of the timer, and a decision in between.
    await expect.poll(() => shop.rows(dailyStats).length, { timeout: 5000, interval: 20 }).toBeGreaterThan(0);
    await confirmQuote(shop);
    await shop.admin.automation.setWorkerEnabled({ key: 'contracts', enabled: false });
    shop.ctx.live.publish('social');
    await setTimeout(50);
    expect(stored()).toEqual([]);
    await shop.admin.automation.runNow({ key: 'contracts' });
    await expect.poll(stored, { timeout: 5000, interval: 20 }).toEqual(['first-client']);
    await jobs.stop();
  });

  test('match counts in plain SQL', async ({ shop }) => {
    find(shop, 'lead_lapsed', 3);
    find(shop, 'partnership', 2);
    find(shop, 'corporate_contract', 4, 'won');
    find(shop, 'market_expansion', 1, 'won');
    await confirmQuote(shop);
    await shop.admin.automation.startAi();
    await shop.admin.achievements.check();
    const one = (text: string) => (shop.db.get(sql.raw(`select (${text}) as n`)) as { n: number }).n;
    expect((await shop.admin.achievements.stats()).stats).toMatchObject({
      totalLeadsGenerated: one("select count(*) from opportunities where kind like 'lead%'"),
      totalPartnershipsCreated: one("select count(*) from opportunities where kind = 'partnership' and status = 'won'"),
      totalCorporateContracts: 4,
      marketExpansions: 1,
      bestDailyPerformance: one('select max(clients_acquired) from daily_stats'),
      dailyStreak: 1,
      joinDate: TODAY,
    });
    expect(one('select sum(clients_acquired) from daily_stats')).toBe(1);
  });

  test('date the beginning by the first start, and the last activity by the last run that found something', async () => {
    const shop = openShop({ now: '2025-11-20T20:00:00.000Z' });
    await shop.admin.automation.startCanaan();
    await shop.admin.automation.stopCanaan();
    shop.clock.advance(365 * 24 * 60 - 24 * 60);
    await shop.admin.automation.startCanaan();
    expect(idsOf(await shop.admin.achievements.check())).not.toContain('one-year');
    shop.clock.advance(24 * 60);
    expect(idsOf(await shop.admin.achievements.check())).toContain('one-year');
    expect((await shop.admin.achievements.stats()).stats).toMatchObject({ joinDate: '2025-11-20', lastActiveDate: null });
  });

  test('are available at the documented REST paths', async ({ shop }) => {
    const { token } = await shop.logIn();
    const call = async (method: string, path: string) => (await shop.request(method, path, { token })).json();
    expect((await call('GET', '/api/achievements')).achievements).toHaveLength(24);
    expect(await call('GET', '/api/achievements/unlocked')).toEqual({ success: true, achievements: [] });
    expect(await call('GET', '/api/achievements/stats')).toMatchObject({ success: true, stats: { totalLeadsGenerated: 0 } });
    expect(await call('POST', '/api/achievements/check')).toEqual({ success: true, achievements: [] });
  });
});

describe('the figures of a day', () => {
  test('are counted for every day since the last count, even after downtime, and again for yesterday', async ({ shop }) => {
    await confirmQuote(shop);
    await shop.admin.achievements.check();
    await shop.admin.quotes.setStatus({ id: 1, status: 'completed' });
    find(shop, 'lead_lapsed', 2);
    shop.clock.advance(3 * 24 * 60);
    await confirmQuote(shop, { email: 'new@example.com', phone: '250 555 0199' });
    await shop.admin.achievements.check();
    expect(shop.db.select().from(dailyStats).orderBy(dailyStats.date).all()).toMatchObject([
      { date: '2026-11-19', clientsAcquired: 0, leads: 0 },
      { date: '2026-11-20', clientsAcquired: 1, leads: 2 },
      { date: '2026-11-21', clientsAcquired: 0 },
      { date: '2026-11-22', clientsAcquired: 0 },
      { date: '2026-11-23', clientsAcquired: 1, leads: 0 },
    ]);
  });

  test('count an opportunity once a day however often its status changes', async ({ shop }) => {
    find(shop, 'partnership', 2);
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'contacted' });
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'won' });
    await shop.admin.automation.setOpportunityStatus({ id: 2, status: 'dismissed' });
    await shop.admin.achievements.check();
    expect(shop.db.select().from(dailyStats).where(eq(dailyStats.date, TODAY)).get()).toMatchObject({ contactedOrWon: 1 });
  });
});
