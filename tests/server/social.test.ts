import { asc } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { activity, outbox, socialAccounts, socialPosts } from '../../db/schema';
import { company } from '../../src/shared/company';
import { graph, startPages } from '../support/facebook-shop';
import { PAGE_ID } from '../support/graph-server';
import { plansOf } from '../support/query-plans';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

/** Sat, Nov 21, 2026, 10:00 in Kamloops. */
const LATER = '2026-11-21T17:00:00.000Z';
const POST = { platform: 'facebook', type: 'cleaning-tip', content: 'Clean from the top down.' } as const;
const verbsOf = (shop: Shop) =>
  shop.db
    .select({ verb: activity.verb })
    .from(activity)
    .orderBy(asc(activity.id))
    .all()
    .map(({ verb }) => verb);
const worker = (shop: Shop, more: Partial<typeof socialPosts.$inferInsert> = {}) =>
  shop.db
    .insert(socialPosts)
    .values({ ...POST, status: 'draft', source: 'worker', createdAt: LATER, updatedAt: LATER, ...more })
    .returning()
    .get();

describe('a post', () => {
  test('is a draft without a time, and is scheduled with one, which approves it', async ({ shop }) => {
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    const draft = await shop.admin.social.createPost({ content: ' A fresh start. ' });
    expect(draft).toMatchObject({
      platform: 'facebook',
      type: 'business-update',
      content: 'A fresh start.',
      status: 'draft',
      isApproved: false,
    });
    const scheduled = await shop.admin.social.createPost({ ...POST, scheduledFor: '2026-11-21T10:00:00-07:00', source: 'template' });
    expect(scheduled).toMatchObject({ status: 'scheduled', isApproved: true, scheduledFor: LATER, source: 'template', evidence: [] });
    expect(await shop.admin.social.getPost({ id: 2 })).toEqual(scheduled);
    expect(verbsOf(shop)).toEqual(['post.drafted', 'post.scheduled']);
    expect(topics).toEqual(['social', 'social']);
  });

  test('cannot be scheduled for the past or on another platform', async () => {
    const { admin } = openShop();
    const now = '2026-11-20T20:00:00.000Z';
    await expect(admin.social.createPost({ ...POST, scheduledFor: now })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(admin.social.createPost({ ...POST, platform: 'instagram', scheduledFor: LATER })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Instagram posting is not available; copy the text instead.',
    });
    const { id } = await admin.social.createPost({ ...POST, scheduledFor: LATER });
    await expect(admin.social.movePost({ id, scheduledFor: now })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(admin.social.updatePost({ id, platform: 'tiktok' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await admin.social.getPost({ id })).toMatchObject({ platform: 'facebook', scheduledFor: LATER });
  });

  test('stays a draft with a day until it is approved, and is scheduled then', async ({ shop }) => {
    const { id } = worker(shop);
    expect(await shop.admin.social.movePost({ id, scheduledFor: LATER })).toMatchObject({ status: 'draft', scheduledFor: LATER });
    expect(await shop.admin.social.approvePost({ id })).toMatchObject({ status: 'scheduled', isApproved: true });
    expect(await shop.admin.social.movePost({ id, scheduledFor: null })).toMatchObject({
      status: 'draft',
      isApproved: true,
      scheduledFor: null,
    });
    expect(await shop.admin.social.movePost({ id, scheduledFor: LATER })).toMatchObject({ status: 'scheduled' });
    expect(verbsOf(shop)).toEqual(['post.moved', 'post.approved', 'post.moved', 'post.moved']);
  });

  test('is not approved for a past time', async ({ shop }) => {
    const { id } = worker(shop, { scheduledFor: LATER });
    shop.clock.advance(2 * 1440);
    await expect(shop.admin.social.approvePost({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('time has passed'),
    });
  });

  test('can be edited, approved and cancelled, and a repeat changes nothing', async ({ shop }) => {
    const { id } = await shop.admin.social.createPost(POST);
    expect(await shop.admin.social.updatePost({ id, content: 'Other words.', type: 'achievement' })).toMatchObject({
      content: 'Other words.',
      type: 'achievement',
    });
    await shop.admin.social.updatePost({ id, content: 'Other words.' });
    await shop.admin.social.approvePost({ id });
    expect(await shop.admin.social.approvePost({ id })).toMatchObject({ status: 'draft', isApproved: true });
    await shop.admin.social.cancelPost({ id });
    expect(await shop.admin.social.cancelPost({ id })).toMatchObject({ status: 'cancelled' });
    expect(verbsOf(shop)).toEqual(['post.drafted', 'post.edited', 'post.approved', 'post.cancelled']);
  });

  test('can be planned again after a failure, which resets its attempts', async ({ shop }) => {
    const { id } = worker(shop, {
      status: 'failed',
      isApproved: true,
      scheduledFor: LATER,
      attempts: 3,
      error: 'Facebook is not available.',
    });
    expect(await shop.admin.social.updatePost({ id, content: 'Other words.' })).toMatchObject({ status: 'failed', attempts: 3 });
    expect(await shop.admin.social.movePost({ id, scheduledFor: LATER })).toMatchObject({ status: 'scheduled', attempts: 0, error: null });
  });

  test.for(['publishing', 'posted', 'cancelled'] as const)('cannot be changed once it is %s', async (status, { shop }) => {
    const { id } = worker(shop, { status, ...(status === 'posted' && { postedAt: LATER, externalId: '1_1' }) });
    await expect(shop.admin.social.updatePost({ id, content: 'Other words.' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(shop.admin.social.movePost({ id, scheduledFor: LATER })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(shop.admin.social.approvePost({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    if (status !== 'cancelled') await expect(shop.admin.social.cancelPost({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(shop.db.select().from(socialPosts).get()).toMatchObject({ status, content: POST.content });
  });

  test('is not found if it is missing, and is for the office only', async () => {
    const { admin, member, visitor } = openShop();
    for (const call of ['getPost', 'updatePost', 'approvePost', 'cancelPost', 'publishPost'] as const)
      await expect(admin.social[call]({ id: 7 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(member.social.createPost(POST)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(visitor.social.overview()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('the list', () => {
  test('returns posts newest first, page by page, of all statuses or one', async ({ shop }) => {
    for (let n = 0; n < 5; n += 1) worker(shop, n === 3 ? { status: 'cancelled' } : {});
    const first = await shop.admin.social.listPosts({ limit: 2 });
    expect([first.rows.map(({ id }) => id), first.nextCursor]).toEqual([[5, 4], 4]);
    const second = await shop.admin.social.listPosts({ limit: 3, cursor: 4 });
    expect([second.rows.map(({ id }) => id), second.nextCursor]).toEqual([[3, 2, 1], null]);
    expect((await shop.admin.social.listPosts({ view: 'draft' })).rows.map(({ id }) => id)).toEqual([5, 3, 2, 1]);
  });

  test('of some days has the posts planned for them and posted on them, on the company’s clock', async ({ shop }) => {
    const [before, start, end, after] = [
      '2026-11-21T06:59:59.999Z',
      '2026-11-21T07:00:00.000Z',
      '2026-11-22T06:59:59.999Z',
      '2026-11-22T07:00:00.000Z',
    ];
    for (const scheduledFor of [before, start, end, after]) worker(shop, { scheduledFor });
    for (const postedAt of [before, start, end, after]) worker(shop, { status: 'posted', postedAt, scheduledFor: start });
    worker(shop);
    const range = { from: '2026-11-21', to: '2026-11-21' };
    expect((await shop.admin.social.listPosts(range)).rows.map(({ id }) => id)).toEqual([7, 6, 3, 2]);
    expect((await shop.admin.social.listPosts({ ...range, view: 'posted' })).rows.map(({ id }) => id)).toEqual([7, 6]);
    const page = await shop.admin.social.listPosts({ ...range, limit: 2, cursor: 7 });
    expect([page.rows.map(({ id }) => id), page.nextCursor]).toEqual([[6, 3], 3]);
  });

  test.for([
    [{ view: 'failed' }, ['social_posts_status (status=?)']],
    [{ view: 'failed', cursor: 9 }, ['social_posts_status (status=? AND rowid<?)']],
    [{ cursor: 9 }, ['INTEGER PRIMARY KEY (rowid<?)']],
    ...[{}, { view: 'scheduled' } as const, { cursor: 9 }].map(
      (more) =>
        [
          { from: '2026-11-01', to: '2026-11-30', ...more },
          ['social_posts_posted_at (posted_at>? AND posted_at<?)', 'social_posts_planned (scheduled_for>? AND scheduled_for<?)'],
        ] as const,
    ),
  ] as const)('is read by an index: %j', async ([input, indexes], { shop }) => {
    const plans = await plansOf(shop, () => shop.admin.social.listPosts(input));
    expect(plans).toHaveLength(indexes.length);
    for (const [n, index] of indexes.entries()) expect(plans[n]).toContain(index);
  });
  test('of the latest posts is read by indexes', async ({ shop }) => {
    const plans = await plansOf(shop, () => shop.admin.social.overview());
    expect(plans.filter((plan) => plan.includes('SCAN social_posts') || plan.includes('TEMP B-TREE'))).toEqual([]);
  });
});

describe('the cards', () => {
  startPages();
  const card = async (shop: Shop) => (await shop.admin.social.overview()).platforms[0];

  test('show the documented samples while nothing is configured', async () => {
    const { admin } = openShop();
    const { isConfigured, platforms, latest } = await admin.social.overview();
    expect({ isConfigured, latest }).toEqual({ isConfigured: false, latest: [] });
    expect(platforms.map(({ platform, status, isSample }) => [platform, status, isSample])).toEqual(
      ['facebook', 'instagram', 'tiktok', 'google'].map((platform) => [platform, 'disconnected', true]),
    );
    expect(await admin.social.testFacebook()).toEqual({
      success: false,
      message: 'Please configure your Facebook API credentials to enable posting.',
    });
  });

  test('are pending until the first test, and show the figures of the page after it', async () => {
    const shop = openShop({ facebook: graph.connect() });
    expect(await card(shop)).toMatchObject({ status: 'pending', isSample: true });
    expect(await shop.admin.social.testFacebook()).toMatchObject({ success: true, name: 'Sage & Pine Cleaning', followers: 480 });
    expect(await card(shop)).toMatchObject({ status: 'connected', isSample: false, followers: 480, engagement: null, posts: 0 });
    expect(verbsOf(shop)).toEqual(['account.connected']);
    expect(shop.rows(outbox)).toEqual([]);
  });

  test('count the reactions to posts of the last 30 days against the followers', async () => {
    const shop = openShop({ facebook: graph.connect() });
    await shop.admin.social.testFacebook();
    const posted = (postedAt: string, likes: number | null) =>
      worker(shop, {
        status: 'posted',
        postedAt,
        likes,
        comments: likes && 2,
        shares: likes && 1,
        metricsAt: likes === null ? null : postedAt,
      });
    posted('2026-11-19T20:00:00.000Z', 10);
    posted('2026-10-21T20:00:00.000Z', 8);
    posted('2026-10-21T19:59:59.999Z', 500);
    posted('2026-11-20T20:00:00.000Z', null);
    // (13 + 11) ÷ 480
    expect(await card(shop)).toMatchObject({ posts: 3, engagement: 5 });
    graph.followers = 0;
    await shop.admin.social.testFacebook();
    expect(await card(shop)).toMatchObject({ followers: 0, engagement: null });
  });

  test('show why a page is disconnected, and notify the owner once if it worked before', async () => {
    const shop = openShop({ facebook: graph.connect() });
    graph.isUserToken = true;
    expect(await shop.admin.social.testFacebook()).toMatchObject({ success: false, message: expect.stringContaining('user token') });
    expect(await card(shop)).toMatchObject({ status: 'disconnected', isSample: true, lastError: expect.stringContaining('user token') });
    expect(shop.rows(outbox)).toEqual([]);
    graph.isUserToken = false;
    await shop.admin.social.testFacebook();
    graph.mood = { error: { code: 190, error_subcode: 463 } };
    await shop.admin.social.testFacebook();
    await shop.admin.social.testFacebook();
    expect(shop.rows(outbox)).toMatchObject([{ purpose: 'facebook-disconnected', to: company.email, status: 'stored' }]);
    expect(verbsOf(shop)).toEqual(['account.disconnected', 'account.connected', 'account.disconnected']);
  });

  test('stay connected through a temporary error, which they show', async () => {
    const shop = openShop({ facebook: graph.connect() });
    await shop.admin.social.testFacebook();
    graph.mood = 'gateway';
    expect((await shop.admin.social.testFacebook()).success).toBe(false);
    expect(await card(shop)).toMatchObject({ status: 'connected', followers: 480, lastError: expect.stringContaining('not available') });
  });

  test('forget a page that is no longer configured', async () => {
    const shop = openShop({ facebook: graph.connect() });
    shop.db
      .insert(socialAccounts)
      .values({ platform: 'facebook', status: 'connected', externalId: `${PAGE_ID}0`, followers: 9 })
      .run();
    expect(await card(shop)).toMatchObject({ status: 'pending', isSample: true });
  });

  test('come with the latest five posts, by time of posting or else of writing', async ({ shop }) => {
    for (let n = 0; n < 6; n += 1) worker(shop, { createdAt: `2026-11-2${n}T00:00:00.000Z` });
    worker(shop, { status: 'cancelled', createdAt: '2026-11-29T00:00:00.000Z' });
    worker(shop, { status: 'posted', postedAt: '2026-11-24T12:00:00.000Z', createdAt: '2026-11-01T00:00:00.000Z' });
    expect((await shop.admin.social.overview()).latest.map(({ id }) => id)).toEqual([6, 8, 5, 4, 3]);
  });
});
