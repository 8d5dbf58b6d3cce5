import { eq } from 'drizzle-orm';
import { test as base, describe, expect, vi } from 'vitest';
import { outbox, socialAccounts, socialPosts } from '../../db/schema';
import { startJobs } from '../../src/server/jobs';
import { UNKNOWN_RESULT } from '../../src/server/providers/facebook';
import { publishDue } from '../../src/server/social/publishing';
import { graph, NOW, open, rowsOf, schedule, scheduleAndWait, startPages } from '../support/facebook-shop';
import { openMigrated } from '../support/migration';
import { plansOf } from '../support/query-plans';
import { openShop } from '../support/shop';

const test = base.extend('shop', () => open());

startPages();

describe('scheduled posts', () => {
  test('go out at their time and not before, earliest first', async ({ shop }) => {
    await schedule(shop, 'First');
    shop.clock.advance(5);
    await schedule(shop, 'Second');
    await shop.admin.social.createPost({ content: 'A draft.' });
    shop.clock.advance(4);
    await publishDue(shop.ctx);
    expect(graph.posts).toEqual([]);
    shop.clock.advance(1);
    await publishDue(shop.ctx);
    expect(graph.posts.map(({ message }) => message)).toEqual(['First']);
    shop.clock.advance(60);
    await publishDue(shop.ctx);
    expect(graph.posts.map(({ message }) => message)).toEqual(['First', 'Second']);
    expect(rowsOf(shop).map(({ status }) => status)).toEqual(['posted', 'posted', 'draft']);
  });

  test('are posted once by two ticks at once and a press by hand', async ({ shop }) => {
    const { id } = await scheduleAndWait(shop);
    await Promise.all([publishDue(shop.ctx), publishDue(shop.ctx), shop.admin.social.publishPost({ id }), publishDue(shop.ctx)]);
    expect(graph.attempts).toBe(1);
    expect(rowsOf(shop)).toMatchObject([{ status: 'posted', attempts: 1 }]);
  });

  test('are skipped if another process cancels them before they are claimed', async ({ shop }) => {
    await scheduleAndWait(shop);
    const { $client } = shop.db;
    const begin = $client.transaction.bind($client);
    vi.spyOn($client, 'transaction').mockImplementationOnce((work) => {
      $client.exec("update social_posts set status = 'cancelled'");
      return begin(work);
    });
    await publishDue(shop.ctx);
    expect([graph.attempts, rowsOf(shop)[0]?.status]).toEqual([0, 'cancelled']);
  });

  test('are limited to ten per tick, and stop when the process stops', async ({ shop }) => {
    for (let n = 0; n < 12; n += 1) await schedule(shop, `Post ${n}`);
    shop.clock.advance(10);
    await publishDue(shop.ctx, () => graph.posts.length >= 2);
    expect(graph.posts).toHaveLength(2);
    await publishDue(shop.ctx);
    expect(graph.posts).toHaveLength(12);
  });

  test.for([
    ['rate', 32, [0, 15, 75]],
    ['temporary', 2, [0, 2, 12]],
  ] as const)(
    'are tried three times at growing intervals after a temporary error (%s), and then fail with the reason',
    async ([_kind, code, minutes], { shop }) => {
      await scheduleAndWait(shop);
      graph.mood = { error: { code } };
      for (let minute = 0; minute <= 120; minute += 1) {
        await publishDue(shop.ctx);
        expect(graph.attempts).toBe(minutes.filter((at) => at <= minute).length);
        if (graph.attempts < 3) expect(rowsOf(shop)).toMatchObject([{ status: 'scheduled', error: expect.stringContaining('try again') }]);
        shop.clock.advance(1);
      }
      expect(rowsOf(shop)).toMatchObject([{ status: 'failed', attempts: 3, error: expect.stringContaining('Facebook') }]);
      expect((await shop.admin.social.getPost({ id: 1 })).nextAttemptAt).toBeNull();
    },
  );

  test('are posted without an error after a second attempt', async ({ shop }) => {
    await scheduleAndWait(shop);
    graph.mood = { error: { code: 4 } };
    await publishDue(shop.ctx);
    expect(await shop.admin.social.getPost({ id: 1 })).toMatchObject({ status: 'scheduled', nextAttemptAt: '2026-11-20T20:25:00.000Z' });
    graph.mood = 'good';
    shop.clock.advance(15);
    await publishDue(shop.ctx);
    expect(rowsOf(shop)).toMatchObject([{ status: 'posted', attempts: 2, error: null }]);
  });

  test.each([
    ['content', { error: { code: 368 } }],
    ['a hang', 'hang'],
    ['a cut line', 'made, then cut'],
  ] as const)('fail at once and are never retried after %s', async (_what, mood) => {
    const shop = open(mood === 'hang' ? 500 : 5000);
    await scheduleAndWait(shop);
    graph.mood = mood;
    await publishDue(shop.ctx);
    graph.mood = 'good';
    shop.clock.advance(1440);
    await publishDue(shop.ctx);
    expect(graph.attempts).toBe(1);
    const error = mood === 'hang' || mood === 'made, then cut' ? UNKNOWN_RESULT : expect.stringContaining('Facebook refused it');
    expect(rowsOf(shop)).toMatchObject([{ status: 'failed', error }]);
  });

  test('fail with a reason if the page is no longer configured', async () => {
    const shop = openShop({ now: NOW });
    await scheduleAndWait(shop);
    await publishDue(shop.ctx);
    expect(rowsOf(shop)).toMatchObject([{ status: 'failed', error: expect.stringContaining('configure your Facebook') }]);
  });

  test('fail with an expired token, disconnect the page, and notify the owner once until it works again', async ({ shop }) => {
    const messages = () => shop.db.select().from(outbox).where(eq(outbox.purpose, 'facebook-disconnected')).all();
    graph.mood = { error: { code: 190, error_subcode: 463 } };
    for (let n = 0; n < 3; n += 1) {
      await scheduleAndWait(shop);
      await publishDue(shop.ctx);
    }
    expect(rowsOf(shop).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(shop.rows(socialAccounts)).toMatchObject([{ status: 'disconnected', lastError: expect.stringContaining('access token') }]);
    expect(messages()).toMatchObject([
      { subject: 'Facebook has to be connected again', marketing: false, body: expect.stringContaining('?tab=setup') },
    ]);
    graph.mood = 'good';
    await scheduleAndWait(shop);
    await publishDue(shop.ctx);
    graph.mood = { error: { code: 190, error_subcode: 467 } };
    await scheduleAndWait(shop);
    await publishDue(shop.ctx);
    expect(messages()).toHaveLength(2);
  });

  test.for([
    ['two hours', 120, 'posted'],
    ['longer than two hours', 121, 'missed'],
    ['three days', 3 * 1440, 'missed'],
  ] as const)('after an outage of %s (%i minutes late) are %s', async ([_long, minutes, status], { shop }) => {
    await scheduleAndWait(shop, 10 + minutes);
    await publishDue(shop.ctx);
    expect(rowsOf(shop)).toMatchObject([{ status, attempts: status === 'posted' ? 1 : 0 }]);
    expect(graph.attempts).toBe(status === 'posted' ? 1 : 0);
  });

  test('missed in an outage wait for the owner to post, move or cancel them', async ({ shop }) => {
    for (const content of ['Now', 'Later', 'Never']) await schedule(shop, content);
    shop.clock.advance(1440);
    await publishDue(shop.ctx);
    shop.clock.advance(1440);
    await publishDue(shop.ctx);
    expect(graph.attempts).toBe(0);
    const error = 'Its time passed while the site was down. Post it now, or choose a new time.';
    expect((await shop.admin.social.listPosts({ view: 'missed' })).rows).toMatchObject(
      [3, 2, 1].map((id) => ({ id, status: 'missed', error })),
    );
    expect(await shop.admin.social.updatePost({ id: 2, content: 'Later, in other words' })).toMatchObject({ status: 'missed' });
    expect(await shop.admin.social.publishPost({ id: 1 })).toMatchObject({ success: true });
    const scheduledFor = new Date(shop.clock.now().getTime() + 600_000).toISOString();
    expect(await shop.admin.social.movePost({ id: 2, scheduledFor })).toMatchObject({ status: 'scheduled', error: null });
    await shop.admin.social.cancelPost({ id: 3 });
    shop.clock.advance(10);
    await publishDue(shop.ctx);
    expect(graph.posts.map(({ message }) => message)).toEqual(['Now', 'Later, in other words']);
  });

  test('are also missed if their next attempt fell into an outage', async ({ shop }) => {
    await scheduleAndWait(shop);
    graph.mood = { error: { code: 2 } };
    await publishDue(shop.ctx);
    graph.mood = 'good';
    shop.clock.advance(2 + 121);
    await publishDue(shop.ctx);
    expect(rowsOf(shop)).toMatchObject([{ status: 'missed', attempts: 1, nextAttemptAt: null }]);
    expect(graph.posts).toEqual([]);
  });

  test('fail with a user token, which can read the page but not post', async ({ shop }) => {
    graph.isUserToken = true;
    await scheduleAndWait(shop);
    await publishDue(shop.ctx);
    expect(rowsOf(shop)).toMatchObject([{ status: 'failed', error: expect.stringContaining('pages_manage_posts') }]);
  });

  test('are found by an index', async ({ shop }) => {
    await scheduleAndWait(shop);
    const plans = await plansOf(shop, () => publishDue(shop.ctx));
    expect(plans.filter((plan) => plan.includes('SCAN social_posts'))).toEqual([]);
    expect(plans).toEqual(
      expect.arrayContaining([expect.stringContaining('social_posts_due'), expect.stringContaining('social_posts_status')]),
    );
  });
});

test('the timer of the process posts due posts, and finishes the current one when it stops', async ({ shop }) => {
  await scheduleAndWait(shop);
  const jobs = startJobs(shop.ctx);
  await expect.poll(() => graph.attempts, { timeout: 5000, interval: 5 }).toBe(1);
  await jobs.stop();
  expect(rowsOf(shop)).toMatchObject([{ status: 'posted' }]);
});

describe('auto-post', () => {
  test('needs a page, and something to post', async () => {
    expect(await openShop().admin.social.autoPost({})).toEqual({ success: false, error: 'Please configure Facebook credentials first.' });
    expect(await open().admin.social.autoPost({ confirm: true })).toMatchObject({
      success: false,
      error: expect.stringContaining('no draft'),
    });
  });

  test('takes the oldest approved draft, one for each press', async ({ shop }) => {
    for (const content of ['Not approved', 'First', 'Second']) await shop.admin.social.createPost({ content });
    const { id } = await shop.admin.social.createPost({ content: 'For another place', platform: 'instagram' });
    for (const approved of [id, 3, 2]) await shop.admin.social.approvePost({ id: approved });
    const answers = await Promise.all([shop.admin.social.autoPost({}), shop.admin.social.autoPost({})]);
    expect(answers.map(({ success }) => success)).toEqual([true, true]);
    expect(graph.posts.map(({ message }) => message)).toEqual(['First']);
    await shop.admin.social.autoPost({});
    expect(graph.posts.map(({ message }) => message)).toEqual(['First', 'Second']);
    expect(await shop.admin.social.autoPost({})).toMatchObject({ success: false });
  });

  test('asks before the newest draft of a worker goes out, and posts the one that was shown', async ({ shop }) => {
    const draft = (content: string) =>
      shop.db
        .insert(socialPosts)
        .values({ platform: 'facebook', type: 'cleaning-tip', content, status: 'draft', source: 'worker', createdAt: NOW, updatedAt: NOW })
        .run();
    draft('Older');
    draft('Newest');
    const asked = await shop.admin.social.autoPost({});
    expect(asked).toMatchObject({ success: false, needsConfirmation: true, draft: { id: 2, content: 'Newest' } });
    draft('Newer still');
    expect(await shop.admin.social.autoPost({ confirm: true, draftId: 2 })).toMatchObject({
      success: false,
      needsConfirmation: true,
      draft: { id: 3 },
    });
    expect(graph.posts).toEqual([]);
    expect(await shop.admin.social.autoPost({ confirm: true, draftId: 3 })).toMatchObject({ success: true, post: { isApproved: true } });
    expect(graph.posts.map(({ message }) => message)).toEqual(['Newer still']);
  });
});

test('the migration that adds the status missed keeps all posts', () => {
  const db = openMigrated('missed_posts', (old) =>
    old.$client.exec(`insert into social_posts
      (platform, type, content, status, posted_at, scheduled_for, external_id, likes, dedupe_key, created_at, updated_at)
      values ('facebook', 'cleaning-tip', 'Hi', 'posted', '${NOW}', '${NOW}', '1_2', 3, 'k', '${NOW}', '${NOW}')`),
  );
  expect(db.select().from(socialPosts).all()).toMatchObject([
    { content: 'Hi', status: 'posted', postedAt: NOW, scheduledFor: NOW, externalId: '1_2', likes: 3, dedupeKey: 'k' },
  ]);
});
