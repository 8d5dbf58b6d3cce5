import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GraphServer, PAGE_ID, PAGE_TOKEN } from '../support/graph-server';
import { bodyOf, refusalOf } from '../support/http';
import { openShop } from '../support/shop';

const POST = '/api/facebook/post';
const AUTO = '/api/facebook/auto-post';
let graph: GraphServer;
beforeEach(async () => {
  graph = await GraphServer.start();
});
afterEach(() => graph.stop());
async function open(isConfigured = true) {
  const shop = openShop({ facebook: isConfigured ? graph.connect() : undefined });
  const { token } = await shop.logIn();
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    shop.request(method, path, { token, headers, ...(body !== undefined && { body }) });
  return { shop, call };
}

describe('GET /api/facebook/test', () => {
  test('reports if posts can be published', async () => {
    const { call } = await open();
    expect(await bodyOf(await call('GET', '/api/facebook/test'), 200)).toMatchObject({ success: true, followers: 480 });
    graph.isUserToken = true;
    const text = await (await call('GET', '/api/facebook/test')).text();
    expect(JSON.parse(text)).toEqual({ success: false, message: expect.stringContaining('user token') });
    expect(text).not.toContain(PAGE_TOKEN);
  });
  test('explains what to do when nothing is configured', async () => {
    const { call } = await open(false);
    const message = 'Please configure your Facebook API credentials to enable posting.';
    expect(await bodyOf(await call('GET', '/api/facebook/test'), 200)).toEqual({ success: false, message });
  });
});

describe('POST /api/facebook/post', () => {
  test('posts and returns the id and the address', async () => {
    const { call } = await open();
    const answer = await bodyOf(
      await call('POST', POST, { message: 'Hello Kamloops', type: 'business-update', platform: 'facebook', more: 1 }),
      200,
    );
    expect(answer).toMatchObject({ success: true, postId: `${PAGE_ID}_1`, permalink: `https://www.facebook.com/${PAGE_ID}/posts/1` });
    expect(answer).not.toHaveProperty('error');
  });
  test('returns 200 also when the platform rejects the post', async () => {
    const { call } = await open();
    expect(await bodyOf(await call('POST', POST, { message: 'Hello', platform: 'instagram' }), 200)).toEqual({
      success: false,
      error: 'Instagram posting is not available; copy the text instead',
    });
    graph.mood = { error: { code: 190 } };
    expect(await bodyOf(await call('POST', POST, { message: 'Hello' }), 200)).toMatchObject({
      success: false,
      error: expect.stringContaining('access token'),
    });
    const { call: callBare } = await open(false);
    expect(await bodyOf(await callBare('POST', POST, { message: 'Hello' }), 200)).toEqual({
      success: false,
      error: 'Please configure your Facebook API credentials to enable posting.',
    });
  });
  test.each([
    [{}, 'Content Required: Please enter content for your post.'],
    [{ message: '  ' }, 'Content Required: Please enter content for your post.'],
    [{ message: 'x'.repeat(281) }, 'Please keep this to 280 characters.'],
    [{ message: 'Hello', platform: 'myspace' }, 'Please choose a platform: facebook, instagram, tiktok, google.'],
    [{ message: 'Hello', type: 'rant' }, expect.stringMatching(/^Please choose a type/)],
  ])('rejects %j', async (body, message) => {
    const { call } = await open();
    expect(await refusalOf(await call('POST', POST, body), 400)).toMatchObject({ message });
    expect(graph.calls).toEqual([]);
  });
  test('posts once per key', async () => {
    const { call } = await open();
    const headers = { 'idempotency-key': 'key-0123456789' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => (await call('POST', POST, { message: 'Hello' }, headers)).text()),
    );
    expect(new Set(answers).size).toBe(1);
    expect(graph.posts).toHaveLength(1);
    await refusalOf(await call('POST', POST, { message: 'Other words' }, headers), 422);
  });
});

describe('POST /api/facebook/auto-post', () => {
  test('needs no body, and asks before it posts an unapproved draft', async () => {
    const { shop, call } = await open();
    expect(await bodyOf(await call('POST', AUTO), 200)).toMatchObject({ success: false, error: expect.stringContaining('no draft') });
    await shop.admin.automation.runNow({ key: 'social-content' });
    const asked = await bodyOf<{ draft: { id: number } }>(await call('POST', AUTO, {}), 200);
    expect(asked).toMatchObject({ success: false, needsConfirmation: true, draft: { source: 'worker' } });
    expect(await bodyOf(await call('POST', AUTO, { confirm: true, draftId: asked.draft.id }), 200)).toMatchObject({ success: true });
    expect(graph.posts).toHaveLength(1);
  });
  test('explains what is missing when nothing is configured', async () => {
    const { call } = await open(false);
    expect(await bodyOf(await call('POST', AUTO), 200)).toEqual({ success: false, error: 'Please configure Facebook credentials first.' });
  });
});

test.each([
  ['GET', '/api/facebook/test'],
  ['POST', POST],
  ['POST', AUTO],
])('%s %s is for the office only', async (method, path) => {
  const shop = openShop({ facebook: graph.connect() });
  await refusalOf(await shop.request(method, path, method === 'POST' ? { body: { message: 'Hello' } } : {}), 401);
  expect(graph.calls).toEqual([]);
});
