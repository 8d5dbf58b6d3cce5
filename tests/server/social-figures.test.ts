import { beforeEach, describe, expect } from 'vitest';
import { outbox, socialAccounts, socialPosts } from '../../db/schema';
import { isConnected } from '../../src/server/social/accounts';
import { refreshMetrics } from '../../src/server/social/metrics';
import { graph, NOW, open, type Shop, startPages } from '../support/facebook-shop';
import { plansOf } from '../support/query-plans';
import { test } from '../support/shop-test';

let posts = 0;
/** A post that is out; it was written an hour before. */
function posted(shop: Shop, postedAt: string, more: Partial<typeof socialPosts.$inferInsert> = {}) {
  posts += 1;
  const createdAt = new Date(Date.parse(postedAt) - 3_600_000).toISOString();
  const base = { platform: 'facebook', type: 'cleaning-tip', content: `Post ${posts}`, status: 'posted' } as const;
  return shop.db
    .insert(socialPosts)
    .values({ ...base, externalId: `1_${posts}`, postedAt, createdAt, updatedAt: postedAt, ...more })
    .returning()
    .get();
}
const figures = (likes: number, comments = 0, shares = 0) => ({ likes, comments, shares, metricsAt: NOW });

describe('figures of posts', () => {
  let shop: Shop;
  startPages();
  beforeEach(async () => {
    shop = open();
    await shop.admin.social.testFacebook();
    graph.calls.length = 0;
  });
  const rowOf = (id: number) => shop.admin.social.getPost({ id });
  const asked = () => graph.calls.map(({ path }) => path.split('/')[2]).filter((id) => id?.includes('_'));

  test('are read every six hours, of posts younger than 30 days', async () => {
    const young = posted(shop, '2026-10-21T20:00:00.000Z');
    posted(shop, '2026-10-21T19:59:59.999Z');
    graph.figures.set(young.externalId ?? '', { likes: 12, comments: 3, reach: 140 });
    await refreshMetrics(shop.ctx);
    expect(asked()).toEqual([young.externalId, young.externalId]);
    expect(await rowOf(young.id)).toMatchObject({ likes: 12, comments: 3, shares: 0, reach: 140, metricsAt: NOW, nextAttemptAt: null });
    graph.calls.length = 0;
    shop.db.update(socialPosts).set({ postedAt: NOW }).run();
    shop.clock.advance(359);
    await refreshMetrics(shop.ctx);
    expect(asked()).not.toContain(young.externalId);
    shop.clock.advance(1);
    await refreshMetrics(shop.ctx);
    expect(asked()).toContain(young.externalId);
  });

  test('are stored without a reach, and keep the reach that is known', async () => {
    const { id, externalId } = posted(shop, NOW);
    graph.figures.set(externalId ?? '', { likes: 1, reach: 50 });
    await refreshMetrics(shop.ctx);
    graph.hasInsights = false;
    graph.figures.set(externalId ?? '', { likes: 2 });
    shop.clock.advance(360);
    await refreshMetrics(shop.ctx);
    expect(await rowOf(id)).toMatchObject({ likes: 2, reach: 50 });
  });

  test('of a deleted post are read later, and do not delay those of other posts', async () => {
    const gone = posted(shop, '2026-11-19T20:00:00.000Z');
    const there = posted(shop, NOW);
    graph.figures.set(there.externalId ?? '', { likes: 4 });
    await refreshMetrics(shop.ctx);
    expect(await rowOf(gone.id)).toMatchObject({ likes: null, metricsAt: null });
    expect(await rowOf(there.id)).toMatchObject({ likes: 4 });
    expect(isConnected(shop.ctx)).toBe(true);
    expect(shop.rows(outbox)).toEqual([]);
    graph.calls.length = 0;
    await refreshMetrics(shop.ctx);
    expect(graph.calls).toEqual([]);
  });

  test.each([{ error: { code: 4 } }, 'gateway'] as const)('pause for an hour if Facebook takes no calls (%j)', async (mood) => {
    for (let n = 0; n < 5; n += 1) posted(shop, NOW);
    graph.mood = mood;
    await refreshMetrics(shop.ctx);
    await refreshMetrics(shop.ctx);
    expect(graph.calls).toHaveLength(1);
    shop.clock.advance(60);
    await refreshMetrics(shop.ctx);
    expect(graph.calls).toHaveLength(2);
  });

  test('are no longer read once the token is refused, and the owner gets a message', async () => {
    for (let n = 0; n < 3; n += 1) posted(shop, NOW);
    graph.mood = { error: { code: 190 } };
    await refreshMetrics(shop.ctx);
    shop.clock.advance(1440);
    await refreshMetrics(shop.ctx);
    expect(graph.calls).toHaveLength(1);
    expect(shop.rows(outbox)).toMatchObject([{ purpose: 'facebook-disconnected' }]);
  });

  test('are read for at most ten posts per tick, by an index', async () => {
    for (let n = 0; n < 12; n += 1) graph.figures.set(posted(shop, NOW).externalId ?? '', { likes: 1 });
    const plans = await plansOf(shop, () => refreshMetrics(shop.ctx));
    expect(new Set(asked()).size).toBe(10);
    expect(plans).toEqual(expect.arrayContaining([expect.stringContaining('social_posts_posted_at (posted_at>?)')]));
  });

  test('of the page itself are read once a day', async () => {
    graph.followers = 500;
    shop.clock.advance(1439);
    await refreshMetrics(shop.ctx);
    expect(graph.calls).toEqual([]);
    shop.clock.advance(1);
    await refreshMetrics(shop.ctx);
    expect(shop.db.select().from(socialAccounts).get()).toMatchObject({ followers: 500 });
    const { length } = graph.calls;
    await refreshMetrics(shop.ctx);
    expect(graph.calls).toHaveLength(length);
  });
});

describe('the analytics', () => {
  test('are null before the first post, whatever is planned', async ({ shop }) => {
    await shop.admin.social.createPost({ content: 'A draft.' });
    expect(await shop.admin.social.analytics()).toBeNull();
  });

  test('match weeks, types, sums, averages, best, worst, failures and delay counted by hand', async ({ shop }) => {
    // Monday to Sunday of the company: the first is on a Sunday evening in Kamloops, which is Monday in UTC.
    const first = posted(shop, '2026-11-02T06:30:00.000Z', figures(10, 2, 1));
    posted(shop, '2026-11-03T20:00:00.000Z', { ...figures(4, 0, 1), type: 'achievement', reach: 90 });
    const worst = posted(shop, '2026-11-04T20:00:00.000Z', { ...figures(1), type: 'achievement', createdAt: '2026-11-01T20:00:00.000Z' });
    posted(shop, '2026-11-18T20:00:00.000Z');
    posted(shop, '2025-11-20T06:59:59.999Z', figures(900));
    posted(shop, NOW, { status: 'failed', postedAt: null, externalId: null });
    const found = await shop.admin.social.analytics();
    expect(found).toMatchObject({
      since: '2025-11-20',
      isCut: false,
      posts: 4,
      measured: 3,
      likes: 15,
      comments: 2,
      shares: 2,
      reach: 90,
      averages: { likes: 5, comments: 0.7, shares: 0.7, engagement: 6.3 },
      perWeek: [
        { week: '2026-10-26', posts: 1 },
        { week: '2026-11-02', posts: 2 },
        { week: '2026-11-09', posts: 0 },
        { week: '2026-11-16', posts: 1 },
      ],
      byType: [
        { type: 'achievement', posts: 2, likes: 5, comments: 0, shares: 1, averageEngagement: 3 },
        { type: 'cleaning-tip', posts: 2, likes: 10, comments: 2, shares: 1, averageEngagement: 13 },
      ],
      byPlatform: [{ platform: 'facebook', posts: 4, likes: 15, averageEngagement: 6.3 }],
      failed: 1,
      failedShare: 20,
      medianMinutesToPost: 60,
    });
    expect([found?.best?.id, found?.worst?.id]).toEqual([first.id, worst.id]);
  });

  test('have no figures if none were reported, and no worst of a single post', async ({ shop }) => {
    posted(shop, NOW);
    expect(await shop.admin.social.analytics()).toMatchObject({
      posts: 1,
      measured: 0,
      likes: null,
      reach: null,
      averages: { likes: null, engagement: null },
      best: null,
      worst: null,
    });
    posted(shop, NOW, figures(3));
    expect(await shop.admin.social.analytics()).toMatchObject({ best: { likes: 3 }, worst: null, byType: [{ averageEngagement: 3 }] });
  });

  test('are read by the index of the times of posting', async ({ shop }) => {
    posted(shop, NOW);
    const plans = await plansOf(shop, () => shop.admin.social.analytics());
    expect(plans.join('\n')).toContain('social_posts_posted_at (posted_at>?)');
    expect(plans.join('\n')).not.toContain('SCAN social_posts');
  });
});

describe('suggested times', () => {
  /** Fridays at noon in Kamloops do best, then Mondays at nine. */
  function post(shop: Shop, n: number): void {
    const weeks = Math.floor(n / 2) * 7 * 86_400_000;
    if (n % 2 === 0) posted(shop, new Date(Date.parse('2026-11-20T19:10:00.000Z') - weeks).toISOString(), figures(8, 1, 1));
    else posted(shop, new Date(Date.parse('2026-11-16T16:50:00.000Z') - weeks).toISOString(), figures(2));
  }
  test('begin with twenty posts, and rest on their reactions', async ({ shop }) => {
    for (let n = 0; n < 19; n += 1) post(shop, n);
    expect(await shop.admin.social.suggestedTimes()).toEqual({ posted: 19, needed: 20, times: [] });
    post(shop, 19);
    expect(await shop.admin.social.suggestedTimes()).toEqual({
      posted: 20,
      needed: 20,
      times: [
        { weekday: 5, hour: 12, posts: 10, averageEngagement: 10, next: '2026-11-27T19:00:00.000Z' },
        { weekday: 1, hour: 9, posts: 10, averageEngagement: 2, next: '2026-11-23T16:00:00.000Z' },
      ],
    });
  });
  test('leave out hours with a single post, and posts without figures', async ({ shop }) => {
    for (let n = 0; n < 20; n += 1) posted(shop, new Date(Date.parse(NOW) - (n + 1) * 25 * 3_600_000).toISOString(), figures(n));
    for (let n = 0; n < 5; n += 1) posted(shop, NOW);
    expect(await shop.admin.social.suggestedTimes()).toEqual({ posted: 25, needed: 20, times: [] });
  });
});
