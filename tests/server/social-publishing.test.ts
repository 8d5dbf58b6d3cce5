import { pino } from 'pino';
import { test as base, describe, expect } from 'vitest';
import { closeDb } from '../../db/client';
import { activity, outbox, socialAccounts, socialPosts } from '../../db/schema';
import { UNKNOWN_RESULT } from '../../src/server/providers/facebook';
import { publishDue } from '../../src/server/social/publishing';
import { LOOK_FIRST } from '../../src/shared/social';
import { DataFolder } from '../support/data-folder';
import { graph, KEY, MESSAGE, NOW, open, rowsOf, type Shop, schedule, scheduleAndWait, startPages } from '../support/facebook-shop';
import { PAGE_ID, PAGE_TOKEN } from '../support/graph-server';
import { openShop } from '../support/shop';

const test = base.extend('shop', () => open());

startPages();

describe('posting now', () => {
  test('publishes the text, and stores the post with its id and address', async ({ shop }) => {
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

  test('commits the attempt before it calls Facebook, so that a crash is noticed', async ({ shop }) => {
    graph.mood = 'gateway';
    const seen: unknown[] = [];
    graph.onCall = () => seen.push(...rowsOf(shop));
    const outcome = await shop.admin.social.postNow(MESSAGE);
    expect(seen).toMatchObject([{ status: 'publishing', publishingSince: NOW, attempts: 1 }]);
    expect(outcome).toMatchObject({ success: false, error: UNKNOWN_RESULT });
  });

  test.for([
    [{ ...MESSAGE, platform: 'instagram' } as const, 'Instagram posting is not available; copy the text instead'],
    [{ ...MESSAGE, platform: 'tiktok' } as const, 'TikTok posting is not available; copy the text instead'],
    [{ ...MESSAGE, platform: 'google' } as const, 'Google My Business posting is not available; copy the text instead'],
  ] as const)('rejects other platforms: %j', async ([input, error], { shop }) => {
    expect(await shop.admin.social.postNow(input)).toEqual({ success: false, error });
    const { id } = await shop.admin.social.createPost({ content: 'A text.', platform: input.platform });
    expect(await shop.admin.social.publishPost({ id })).toEqual({ success: false, error });
    expect([graph.calls.length, rowsOf(shop).length]).toEqual([0, 1]);
  });

  test('is rejected while no page is configured', async () => {
    const shop = openShop();
    const error = 'Please configure your Facebook API credentials to enable posting.';
    expect(await shop.admin.social.postNow(MESSAGE)).toEqual({ success: false, error });
    const { id } = await shop.admin.social.createPost({ content: 'A text.' });
    expect(await shop.admin.social.publishPost({ id })).toEqual({ success: false, error });
    expect(rowsOf(shop)).toMatchObject([{ status: 'draft', attempts: 0 }]);
  });

  test('returns the reason of Facebook, and stores it with the post', async ({ shop }) => {
    graph.mood = { error: { code: 506, message: '(#506) Duplicate status message' } };
    const error = 'Facebook refused it: (#506) Duplicate status message';
    expect(await shop.admin.social.postNow(MESSAGE)).toMatchObject({ success: false, error, post: { status: 'failed', error } });
    expect(shop.rows(outbox)).toEqual([]);
  });

  test.for(['rate', 'temporary'] as const)('is not retried automatically (%s), since a person saw it fail', async (kind, { shop }) => {
    graph.mood = { error: { code: kind === 'rate' ? 32 : 2 } };
    expect(await shop.admin.social.postNow(MESSAGE)).toMatchObject({ success: false, post: { status: 'failed' } });
    graph.mood = 'good';
    shop.clock.advance(120);
    await publishDue(shop.ctx);
    expect(graph.posts).toEqual([]);
    expect(await shop.admin.social.publishPost({ id: 1 })).toMatchObject({ success: true });
  });
});

describe('an idempotency key', () => {
  test('posts once for thirty calls at once, which all get the same answer', async ({ shop }) => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ success: true, postId: `${PAGE_ID}_1` });
    expect(await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })).toEqual(answers[0]);
    expect([graph.attempts, rowsOf(shop).length]).toEqual([1, 1]);
  });
  test('repeats a failure without another attempt', async ({ shop }) => {
    graph.mood = { error: { code: 2 } };
    const first = await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY });
    graph.mood = 'good';
    expect(await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })).toEqual(first);
    expect(graph.attempts).toBe(1);
  });
  test('cannot be stored twice, even past the service', async ({ shop }) => {
    await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY });
    await schedule(shop);
    const steal = () =>
      shop.db
        .update(socialPosts)
        .set({ dedupeKey: `request:${KEY}` })
        .run();
    expect(steal).toThrow(/UNIQUE.*dedupe_key/);
  });

  test('rejects another text', async ({ shop }) => {
    await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY });
    await expect(shop.admin.social.postNow({ message: 'Other words.', idempotencyKey: KEY })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    expect(graph.posts).toHaveLength(1);
  });
  test('posts a draft once for ten presses at once', async ({ shop }) => {
    const { id } = await shop.admin.social.createPost({ content: 'A draft.' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.admin.social.publishPost({ id })));
    expect(new Set(answers.map(({ postId }) => postId))).toEqual(new Set([`${PAGE_ID}_1`]));
    expect(graph.attempts).toBe(1);
  });
});

test('the token never appears in a log, row, answer or message', async () => {
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
  const rows = [socialPosts, socialAccounts, outbox, activity].map((table) => shop.rows(table));
  expect(JSON.stringify([answers, rows, lines, shop.faults])).not.toContain(PAGE_TOKEN);
  expect(graph.calls.every(({ authorization }) => authorization === `Bearer ${token}`)).toBe(true);
  expect(JSON.stringify(graph.calls.map(({ path, query, body }) => `${path}${query}${body}`))).not.toContain(PAGE_TOKEN);
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

  test('is marked, and is not posted again by a press or the same key', async () => {
    const { shop, outcome } = await openUnknown();
    expect(outcome).toMatchObject({ success: false, error: UNKNOWN_RESULT, post: { status: 'failed', isUnknown: true } });
    for (const input of [{ id: 1 }, { id: 1, confirm: false }])
      await expect(shop.admin.social.publishPost(input)).rejects.toMatchObject({ code: 'CONFLICT', message: LOOK_FIRST });
    expect(await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })).toEqual(outcome);
    expect([graph.attempts, rowsOf(shop)[0]?.status]).toEqual([1, 'failed']);
  });

  test('is posted again after a person checked the page, and its result is known then', async () => {
    const { shop } = await openUnknown();
    graph.mood = { error: { code: 506 } };
    expect(await shop.admin.social.publishPost({ id: 1, confirm: true })).toMatchObject({ success: false, post: { isUnknown: false } });
    graph.mood = 'good';
    expect(await shop.admin.social.publishPost({ id: 1 })).toMatchObject({ success: true, post: { isUnknown: false, error: null } });
    expect(graph.attempts).toBe(3);
  });

  test.each([LATER, null])('is moved to %s only after a person checked the page, and keeps its warning', async (scheduledFor) => {
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

  test('is reported as unknown after ten minutes, and never posts a second time', async () => {
    const { file } = folder;
    const before = openShop({ now: NOW, file, facebook: graph.connect() });
    await scheduleAndWait(before);
    graph.mood = 'made, then cut';
    // The process ends while Facebook works: the post is made, but never recorded.
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

describe('a database that refuses a write', () => {
  /** From now on the database refuses to note this state. */
  const refuse = (shop: Shop, status: string) =>
    shop.db.$client.exec(
      `create trigger full before update on social_posts when new.status = '${status}' begin select raise(abort, 'full'); end`,
    );
  test('about the attempt prevents the call', async () => {
    const shop = open();
    await scheduleAndWait(shop);
    refuse(shop, 'publishing');
    await expect(publishDue(shop.ctx)).rejects.toThrow('full');
    await expect(shop.admin.social.publishPost({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([graph.attempts, rowsOf(shop)[0]?.status]).toEqual([0, 'scheduled']);
  });
  test('about the result does not cause a second call', async () => {
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
