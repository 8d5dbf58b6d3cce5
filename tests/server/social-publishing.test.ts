import { asc, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDb } from '../../db/client';
import { activity, outbox, socialAccounts, socialPosts } from '../../db/schema';
import { UNKNOWN_RESULT } from '../../src/server/facebook';
import { startJobs } from '../../src/server/jobs';
import { publishDue } from '../../src/server/social/publishing';
import { LOOK_FIRST } from '../../src/shared/social';
import { DataFolder } from '../support/data-folder';
import { GraphServer, PAGE_ID, PAGE_TOKEN } from '../support/graph-server';
import { plansOf } from '../support/query-plans';
import { openShop } from '../support/shop';

const NOW = '2026-11-20T20:00:00.000Z';
const KEY = '3f0c1d2e-post';
const MESSAGE = { message: 'Clean from the top down.', type: 'cleaning-tip' } as const;
type Shop = ReturnType<typeof openShop>;

let graph: GraphServer;
beforeEach(async () => {
  graph = await GraphServer.start();
});
afterEach(() => graph.stop());

const open = (timeoutMs = 5000) => openShop({ now: NOW, facebook: graph.connect({ timeoutMs }) });
const rowsOf = (shop: Shop) => shop.db.select().from(socialPosts).orderBy(asc(socialPosts.id)).all();
/** A post that is due in ten minutes. */
const schedule = (shop: Shop, content = 'A post.') =>
  shop.admin.social.createPost({ content, scheduledFor: new Date(shop.clock.now().getTime() + 600_000).toISOString() });
async function scheduleAndWait(shop: Shop, minutes = 10) {
  const post = await schedule(shop);
  shop.clock.advance(minutes);
  return post;
}

describe('posting now', () => {
  test('puts the text on the page, and keeps the post with its id and address', async () => {
    const shop = open();
    const outcome = await shop.admin.social.postNow(MESSAGE);
    const permalink = `https://www.facebook.com/${PAGE_ID}/posts/1`;
    expect(outcome).toMatchObject({
      success: true,
      postId: `${PAGE_ID}_1`,
      permalink,
      post: { status: 'posted', postedAt: NOW, content: MESSAGE.message },
    });
    expect(graph.posts).toEqual([{ id: `${PAGE_ID}_1`, message: MESSAGE.message }]);
    expect((await shop.admin.social.overview()).platforms[0]).toMatchObject({ status: 'connected' });
    expect(await shop.admin.social.publishPost({ id: 1 })).toEqual(outcome);
    expect(graph.attempts).toBe(1);
  });

  test('commits the attempt before it is made, so that a crash in the middle is seen', async () => {
    const shop = open();
    graph.mood = 'gateway';
    const seen: unknown[] = [];
    graph.onCall = () => seen.push(...rowsOf(shop));
    const outcome = await shop.admin.social.postNow(MESSAGE);
    expect(seen).toMatchObject([{ status: 'publishing', publishingSince: NOW, attempts: 1 }]);
    expect(outcome).toMatchObject({ success: false, error: UNKNOWN_RESULT });
  });

  test.each([
    [{ ...MESSAGE, platform: 'instagram' } as const, 'Instagram posting is not available; copy the text instead'],
    [{ ...MESSAGE, platform: 'tiktok' } as const, 'TikTok posting is not available; copy the text instead'],
    [{ ...MESSAGE, platform: 'google' } as const, 'Google My Business posting is not available; copy the text instead'],
  ])('is for Facebook alone: %j', async (input, error) => {
    const shop = open();
    expect(await shop.admin.social.postNow(input)).toEqual({ success: false, error });
    const { id } = await shop.admin.social.createPost({ content: 'A text.', platform: input.platform });
    expect(await shop.admin.social.publishPost({ id })).toEqual({ success: false, error });
    expect([graph.calls.length, rowsOf(shop).length]).toEqual([0, 1]);
  });

  test('needs a page', async () => {
    const shop = openShop();
    const error = 'Please configure your Facebook API credentials to enable posting.';
    expect(await shop.admin.social.postNow(MESSAGE)).toEqual({ success: false, error });
    const { id } = await shop.admin.social.createPost({ content: 'A text.' });
    expect(await shop.admin.social.publishPost({ id })).toEqual({ success: false, error });
    expect(rowsOf(shop)).toMatchObject([{ status: 'draft', attempts: 0 }]);
  });

  test('tells what Facebook has against the text, and keeps that with the post', async () => {
    const shop = open();
    graph.mood = { error: { code: 506, message: '(#506) Duplicate status message' } };
    const error = 'Facebook refused it: (#506) Duplicate status message';
    expect(await shop.admin.social.postNow(MESSAGE)).toMatchObject({ success: false, error, post: { status: 'failed', error } });
    expect(shop.db.select().from(outbox).all()).toEqual([]);
  });

  test.each(['rate', 'temporary'] as const)('does not try again by itself (%s): a person saw that it failed', async (kind) => {
    const shop = open();
    graph.mood = { error: { code: kind === 'rate' ? 32 : 2 } };
    expect(await shop.admin.social.postNow(MESSAGE)).toMatchObject({ success: false, post: { status: 'failed' } });
    graph.mood = 'good';
    shop.clock.advance(120);
    await publishDue(shop.ctx);
    expect(graph.posts).toEqual([]);
    expect(await shop.admin.social.publishPost({ id: 1 })).toMatchObject({ success: true });
  });
});

describe('one key, one post', () => {
  test('also for thirty calls at once, which all get the same answer', async () => {
    const shop = open();
    const answers = await Promise.all(Array.from({ length: 30 }, () => shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ success: true, postId: `${PAGE_ID}_1` });
    expect(await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })).toEqual(answers[0]);
    expect([graph.attempts, rowsOf(shop).length]).toEqual([1, 1]);
  });
  test('a failure is answered again, not tried again', async () => {
    const shop = open();
    graph.mood = { error: { code: 2 } };
    const first = await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY });
    graph.mood = 'good';
    expect(await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })).toEqual(first);
    expect(graph.attempts).toBe(1);
  });
  test('cannot be stored twice under one key, whoever writes it', async () => {
    const shop = open();
    await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY });
    await schedule(shop);
    const steal = () =>
      shop.db
        .update(socialPosts)
        .set({ dedupeKey: `request:${KEY}` })
        .run();
    expect(steal).toThrow(/UNIQUE.*dedupe_key/);
  });

  test('another text under the same key is refused', async () => {
    const shop = open();
    await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY });
    await expect(shop.admin.social.postNow({ message: 'Other words.', idempotencyKey: KEY })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    expect(graph.posts).toHaveLength(1);
  });
  test('a draft that is posted twice at once goes out once', async () => {
    const shop = open();
    const { id } = await shop.admin.social.createPost({ content: 'A draft.' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.admin.social.publishPost({ id })));
    expect(new Set(answers.map(({ postId }) => postId))).toEqual(new Set([`${PAGE_ID}_1`]));
    expect(graph.attempts).toBe(1);
  });
});

describe('scheduled posts', () => {
  test('go out at their time and not before, earliest first', async () => {
    const shop = open();
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

  test('go out once, by two ticks at once and with somebody who posts by hand', async () => {
    const shop = open();
    const { id } = await scheduleAndWait(shop);
    await Promise.all([publishDue(shop.ctx), publishDue(shop.ctx), shop.admin.social.publishPost({ id }), publishDue(shop.ctx)]);
    expect(graph.attempts).toBe(1);
    expect(rowsOf(shop)).toMatchObject([{ status: 'posted', attempts: 1 }]);
  });

  test('are left alone where another process took them back between the look and the claim', async () => {
    const shop = open();
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

  test('are ten at most in a tick, and none more once the process is to stop', async () => {
    const shop = open();
    for (let n = 0; n < 12; n += 1) await schedule(shop, `Post ${n}`);
    shop.clock.advance(10);
    await publishDue(shop.ctx, () => graph.posts.length >= 2);
    expect(graph.posts).toHaveLength(2);
    await publishDue(shop.ctx);
    expect(graph.posts).toHaveLength(12);
  });

  test.each([
    ['rate', 32, [0, 15, 75]],
    ['temporary', 2, [0, 2, 12]],
  ] as const)('are tried three times where it passes (%s), ever later, and then fail with the reason', async (_kind, code, minutes) => {
    const shop = open();
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
  });

  test('that got through at the second attempt are posted, without the reason', async () => {
    const shop = open();
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
  ] as const)('fail at once and are never sent a second time after %s', async (_what, mood) => {
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

  test('fail with the reason where the page is not configured any more', async () => {
    const shop = openShop({ now: NOW });
    await scheduleAndWait(shop);
    await publishDue(shop.ctx);
    expect(rowsOf(shop)).toMatchObject([{ status: 'failed', error: expect.stringContaining('configure your Facebook') }]);
  });

  test('with an expired token fail, disconnect the page, and the owner is told once until it works again', async () => {
    const shop = open();
    const messages = () => shop.db.select().from(outbox).where(eq(outbox.purpose, 'facebook-disconnected')).all();
    graph.mood = { error: { code: 190, error_subcode: 463 } };
    for (let n = 0; n < 3; n += 1) {
      await scheduleAndWait(shop);
      await publishDue(shop.ctx);
    }
    expect(rowsOf(shop).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(shop.db.select().from(socialAccounts).all()).toMatchObject([
      { status: 'disconnected', lastError: expect.stringContaining('access token') },
    ]);
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

  test('with a user token fail as well: it reads the page, and may not post', async () => {
    const shop = open();
    graph.isUserToken = true;
    await scheduleAndWait(shop);
    await publishDue(shop.ctx);
    expect(rowsOf(shop)).toMatchObject([{ status: 'failed', error: expect.stringContaining('pages_manage_posts') }]);
  });

  test('are found by an index', async () => {
    const shop = open();
    await scheduleAndWait(shop);
    const plans = await plansOf(shop, () => publishDue(shop.ctx));
    expect(plans.filter((plan) => plan.includes('SCAN social_posts'))).toEqual([]);
    expect(plans).toEqual(
      expect.arrayContaining([expect.stringContaining('social_posts_due'), expect.stringContaining('social_posts_status')]),
    );
  });
});

describe('a post that may be on the page', () => {
  const LATER = '2026-11-21T17:00:00.000Z';
  /** It is on the page, and the answer was cut off. */
  async function openUnknown() {
    const shop = open();
    graph.mood = 'made, then cut';
    const outcome = await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY });
    graph.mood = 'good';
    return { shop, outcome };
  }

  test('says so, and is not posted again by a press, nor by the same key', async () => {
    const { shop, outcome } = await openUnknown();
    expect(outcome).toMatchObject({ success: false, error: UNKNOWN_RESULT, post: { status: 'failed', isUnknown: true } });
    for (const input of [{ id: 1 }, { id: 1, confirm: false }])
      await expect(shop.admin.social.publishPost(input)).rejects.toMatchObject({ code: 'CONFLICT', message: LOOK_FIRST });
    expect(await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })).toEqual(outcome);
    expect([graph.attempts, rowsOf(shop)[0]?.status]).toEqual([1, 'failed']);
  });

  test('goes out again by somebody who looked, and is known then', async () => {
    const { shop } = await openUnknown();
    graph.mood = { error: { code: 506 } };
    expect(await shop.admin.social.publishPost({ id: 1, confirm: true })).toMatchObject({ success: false, post: { isUnknown: false } });
    graph.mood = 'good';
    expect(await shop.admin.social.publishPost({ id: 1 })).toMatchObject({ success: true, post: { isUnknown: false, error: null } });
    expect(graph.attempts).toBe(3);
  });

  test.each([LATER, null])('is moved to %s only by somebody who looked, and keeps what is not known of it', async (scheduledFor) => {
    const { shop } = await openUnknown();
    for (const move of [shop.admin.social.movePost, shop.admin.social.updatePost])
      await expect(move({ id: 1, scheduledFor })).rejects.toMatchObject({ code: 'CONFLICT', message: LOOK_FIRST });
    expect(await shop.admin.social.updatePost({ id: 1, content: 'Other words.' })).toMatchObject({ status: 'failed', isUnknown: true });
    const moved = await shop.admin.social.movePost({ id: 1, scheduledFor, confirm: true });
    expect(moved).toMatchObject({ status: scheduledFor ? 'scheduled' : 'draft', error: UNKNOWN_RESULT, isUnknown: false });
    const again = await shop.admin.social.movePost({ id: 1, scheduledFor: '2026-11-22T17:00:00.000Z' });
    expect(again).toMatchObject({ status: 'scheduled', error: UNKNOWN_RESULT });
    expect(graph.attempts).toBe(1);
  });
});

describe('a crash in the middle of posting', () => {
  const folder = new DataFolder();

  test('is told as unknown after ten minutes, and never posts a second time', async () => {
    const { file } = folder;
    const before = openShop({ now: NOW, file, facebook: graph.connect() });
    await scheduleAndWait(before);
    graph.mood = 'made, then cut';
    // The process ends while Facebook works: the post is made, and nobody is left to note it.
    const attempt = publishDue(before.ctx);
    closeDb(before.db);
    await attempt.catch(() => undefined);
    graph.mood = 'good';

    const after = openShop({ now: before.clock.now().toISOString(), file, facebook: graph.connect() });
    expect(rowsOf(after)).toMatchObject([{ status: 'publishing' }]);
    await publishDue(after.ctx);
    expect(rowsOf(after)).toMatchObject([{ status: 'publishing' }]);
    expect(await after.admin.social.publishPost({ id: 1 })).toMatchObject({ success: false });
    after.clock.advance(10);
    await publishDue(after.ctx);
    await publishDue(after.ctx);
    expect(rowsOf(after)).toMatchObject([{ status: 'failed', error: 'unknown result, check the page' }]);
    expect(await after.admin.social.getPost({ id: 1 })).toMatchObject({ isUnknown: true });
    await expect(after.admin.social.publishPost({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT', message: LOOK_FIRST });
    expect([graph.attempts, graph.posts.length]).toEqual([1, 1]);
    closeDb(after.db);
  });
});

describe('storage that refuses', () => {
  /** From now on the database refuses to note this state. */
  const refuse = (shop: Shop, status: string) =>
    shop.db.$client.exec(
      `create trigger full before update on social_posts when new.status = '${status}' begin select raise(abort, 'full'); end`,
    );
  test('to note the attempt lets nothing be sent', async () => {
    const shop = open();
    await scheduleAndWait(shop);
    refuse(shop, 'publishing');
    await expect(publishDue(shop.ctx)).rejects.toThrow('full');
    await expect(shop.admin.social.publishPost({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([graph.attempts, rowsOf(shop)[0]?.status]).toEqual([0, 'scheduled']);
  });
  test('to note that it is out does not let it be sent again', async () => {
    const shop = open();
    await scheduleAndWait(shop);
    refuse(shop, 'posted');
    await expect(publishDue(shop.ctx)).rejects.toThrow('full');
    shop.db.$client.exec('drop trigger full');
    for (let minute = 0; minute <= 11; minute += 1) {
      await publishDue(shop.ctx);
      shop.clock.advance(1);
    }
    expect(graph.attempts).toBe(1);
    expect(rowsOf(shop)).toMatchObject([{ status: 'failed', error: 'unknown result, check the page' }]);
  });
});

test('the timer of the process posts what is due, and lets the post under way finish when it stops', async () => {
  const shop = open();
  await scheduleAndWait(shop);
  const jobs = startJobs(shop.ctx, { deliver: undefined, log: pino({ level: 'silent' }), uploadFolder: shop.uploadFolder });
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

  test('takes the oldest approved draft, one for each press', async () => {
    const shop = open();
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

  test('asks before the newest draft of a worker goes out, and posts the one that was shown', async () => {
    const shop = open();
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

test('the token is in no log, no row, no answer and no message, whatever Facebook says', async () => {
  const lines: string[] = [];
  const token = `${PAGE_TOKEN}-old`;
  const shop = openShop({ now: NOW, facebook: graph.connect({ token, timeoutMs: 100 }) });
  const ctx = { ...shop.ctx, log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) };
  const answers: unknown[] = [];
  for (const mood of ['good', 'hang', 'huge', 'redirect', { error: { code: 100, message: `No: ${token}` } }] as const) {
    graph.mood = mood;
    answers.push(await shop.admin.social.testFacebook(), await shop.admin.social.postNow(MESSAGE));
    await scheduleAndWait(shop);
    await publishDue(ctx);
  }
  ctx.log.error({ ctx: { facebook: ctx.facebook } }, 'a context that got into the log');
  answers.push(await shop.admin.social.overview(), await shop.admin.social.listPosts({}));
  const rows = [socialPosts, socialAccounts, outbox, activity].map((table) => shop.db.select().from(table).all());
  expect(JSON.stringify([answers, rows, lines, shop.faults])).not.toContain(PAGE_TOKEN);
  expect(graph.calls.every(({ authorization }) => authorization === `Bearer ${token}`)).toBe(true);
  expect(JSON.stringify(graph.calls.map(({ path, query, body }) => `${path}${query}${body}`))).not.toContain(PAGE_TOKEN);
});
