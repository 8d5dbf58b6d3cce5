import { describe, expect, test } from 'vitest';
import { graph, startPages } from '../support/facebook-shop';
import { PAGE_ID, PAGE_TOKEN } from '../support/graph-server';
import { bodyOf, refusalOf } from '../support/http';
import { openShop } from '../support/shop';

const POST = '/api/facebook/post';
const AUTO = '/api/facebook/auto-post';
const NOT_SET_UP = 'Please configure your Facebook API credentials to enable posting.';

startPages();
async function open(isConfigured = true) {
  const shop = openShop({ facebook: isConfigured ? graph.connect() : undefined });
  const { token } = await shop.logIn();
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    shop.request(method, path, { token, headers, ...(body !== undefined && { body }) });
  return { shop, call };
}

test('GET /api/facebook/test reports if posts can be published, without the token', async () => {
  const { call } = await open();
  expect(await bodyOf(await call('GET', '/api/facebook/test'), 200)).toMatchObject({ success: true, followers: 480 });
  graph.isUserToken = true;
  const text = await (await call('GET', '/api/facebook/test')).text();
  expect(JSON.parse(text)).toEqual({ success: false, message: expect.stringContaining('user token') });
  expect(text).not.toContain(PAGE_TOKEN);
});

describe('POST /api/facebook/post', () => {
  test('posts and returns the id and the address', async () => {
    const { call } = await open();
    const body = { message: 'Hello Kamloops', type: 'business-update', platform: 'facebook', more: 1 };
    const answer = await bodyOf(await call('POST', POST, body), 200);
    expect(answer).toMatchObject({ success: true, postId: `${PAGE_ID}_1`, permalink: `https://www.facebook.com/${PAGE_ID}/posts/1` });
    expect(answer).not.toHaveProperty('error');
  });
  test('returns 200 also when the platform rejects the post', async () => {
    const { call } = await open();
    graph.mood = { error: { code: 190 } };
    expect(await bodyOf(await call('POST', POST, { message: 'Hello' }), 200)).toMatchObject({
      success: false,
      error: expect.stringContaining('access token'),
    });
  });
  test.each([
    [{}, 'Content Required: Please enter content for your post.'],
    [{ message: 'Hello', platform: 'myspace' }, 'Please choose a platform: facebook, instagram, tiktok, google.'],
    [{ message: 'Hello', type: 'rant' }, expect.stringMatching(/^Please choose a type/)],
  ])('rejects %j', async (body, message) => {
    const { call } = await open();
    expect(await refusalOf(await call('POST', POST, body), 400)).toMatchObject({ message });
    expect(graph.calls).toEqual([]);
  });
  test('reads the key of a post from the header', async () => {
    const { call } = await open();
    const headers = { 'idempotency-key': 'key-0123456789' };
    const answers = [1, 2].map(async () => (await call('POST', POST, { message: 'Hello' }, headers)).text());
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    expect(graph.posts).toHaveLength(1);
    await refusalOf(await call('POST', POST, { message: 'Other words' }, headers), 422);
  });
});

test.each([
  ['GET', '/api/facebook/test', { message: NOT_SET_UP }],
  ['POST', POST, { error: NOT_SET_UP }],
  ['POST', AUTO, { error: 'Please configure Facebook credentials first.' }],
])('%s %s explains what to do if nothing is configured', async (method, path, reason) => {
  const { call } = await open(false);
  const body = method === 'POST' ? { message: 'Hello' } : undefined;
  expect(await bodyOf(await call(method, path, body), 200)).toEqual({ success: false, ...reason });
});

test('POST /api/facebook/auto-post needs no body, and asks before it posts an unapproved draft', async () => {
  const { shop, call } = await open();
  expect(await bodyOf(await call('POST', AUTO), 200)).toMatchObject({ success: false, error: expect.stringContaining('no draft') });
  await shop.admin.automation.runNow({ key: 'social-content' });
  const asked = await bodyOf<{ draft: { id: number } }>(await call('POST', AUTO, {}), 200);
  expect(asked).toMatchObject({ success: false, needsConfirmation: true, draft: { source: 'worker' } });
  expect(await bodyOf(await call('POST', AUTO, { confirm: true, draftId: asked.draft.id }), 200)).toMatchObject({ success: true });
  expect(graph.posts).toHaveLength(1);
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
