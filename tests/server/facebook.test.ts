import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readEnv } from '../../src/server/env';
import { Facebook, GraphRefusal, readFacebook, UNKNOWN_RESULT } from '../../src/server/providers/facebook';
import { graph, startPages } from '../support/facebook-shop';
import { type GraphError, PAGE_ID, PAGE_TOKEN } from '../support/graph-server';

startPages();
const refusalOf = (attempt: Promise<unknown>): Promise<GraphRefusal> =>
  attempt.then(
    () => Promise.reject(new Error('It was done.')),
    (error: unknown) => (error instanceof GraphRefusal ? error : Promise.reject(error)),
  );

describe('the page', () => {
  test('returns its name and followers, with the token in the header only and our API version', async () => {
    expect(await graph.connect().checkPage()).toEqual({ id: PAGE_ID, name: 'Sage & Pine Cleaning', followers: 480 });
    expect(graph.calls[0]).toMatchObject({ method: 'GET', path: `/v25.0/${PAGE_ID}`, authorization: `Bearer ${PAGE_TOKEN}` });
    expect(graph.calls[0]?.query.get('fields')).toBe('id,name,followers_count');
    for (const { path, query, body } of graph.calls) expect(`${path}?${query}${body}`).not.toContain(PAGE_TOKEN);
  });
  test.each(['isUserToken', 'answersUser'] as const)('rejects a user token (%s), which can read but not post', async (kind) => {
    graph[kind] = true;
    expect(await refusalOf(graph.connect().checkPage())).toMatchObject({ kind: 'token', message: expect.stringContaining('user token') });
  });
  test('is missing for a token that may not see it', async () => {
    graph.mood = { error: { code: 100, error_subcode: 33 } };
    expect((await refusalOf(graph.connect().checkPage())).kind).toBe('token');
  });
  test('may hide its followers', async () => {
    graph.followers = undefined;
    expect(await graph.connect().checkPage()).toMatchObject({ followers: null });
  });
  test('is called at the version that the configured address names', async () => {
    await new Facebook(PAGE_ID, PAGE_TOKEN, `${graph.url}/v24.0/`).checkPage();
    expect(graph.calls[0]?.path).toBe(`/v24.0/${PAGE_ID}`);
  });
});

describe('a post', () => {
  test('goes out once with its text unchanged', async () => {
    const message = 'Clean & bright: 50% more light! 🧽 + a "tip"\nBook at https://example.com/?a=1&b=2';
    const facebook = graph.connect();
    const id = await facebook.publish(message);
    expect(graph.posts).toEqual([{ id, message }]);
    expect(await facebook.findPermalink(id)).toBe(`https://www.facebook.com/${PAGE_ID}/posts/1`);
  });
  test.each<[string, GraphError & { status?: number }]>([
    ['token', { code: 190, error_subcode: 463 }],
    ['token', { code: 190, error_subcode: 467 }],
    ['token', { code: 102 }],
    ['token', { code: 10 }],
    ['token', { code: 200 }],
    ['token', { code: 100, error_subcode: 33 }],
    ['rate', { code: 4 }],
    ['rate', { code: 17 }],
    ['rate', { code: 32 }],
    ['rate', { code: 613 }],
    ['rate', { code: 80_001 }],
    ['temporary', { code: 1 }],
    ['temporary', { code: 2 }],
    ['temporary', { code: 12_345, is_transient: true }],
    ['content', { code: 100 }],
    ['content', { code: 368 }],
    ['content', { code: 506, message: '(#506) Duplicate status message' }],
    ['content', { code: 12_345 }],
  ])('is rejected as %s for %j', async (kind, error) => {
    graph.mood = { error };
    expect((await refusalOf(graph.connect().publish('Hello'))).kind).toBe(kind);
    expect(graph.attempts).toBe(1);
  });
  test("is rejected with Facebook's reason when the post is the problem", async () => {
    graph.mood = { error: { code: 506, message: '(#506)\nDuplicate   status message' } };
    expect((await refusalOf(graph.connect().publish('Hello'))).message).toBe('Facebook refused it: (#506) Duplicate status message');
  });
  test.each(['hang', 'huge', 'not json', 'gateway', 'redirect', 'made, then cut'] as const)(
    'may be on the page when the answer is: %s',
    async (mood) => {
      graph.mood = mood;
      expect(await refusalOf(graph.connect({ timeoutMs: 500 }).publish('Hello'))).toMatchObject({
        kind: 'unknown',
        message: UNKNOWN_RESULT,
      });
      expect(graph.calls.map(({ path }) => path)).toEqual([`/v25.0/${PAGE_ID}/feed`]);
    },
  );
  test('is not on the page when the connection is refused, so it may be retried', async () => {
    const facebook = graph.connect();
    await graph.stop();
    expect((await refusalOf(facebook.publish('Hello'))).kind).toBe('temporary');
  });
  test.each(['hang', 'huge', 'not json', 'gateway'] as const)('may be read again when the answer is: %s', async (mood) => {
    graph.mood = mood;
    const facebook = graph.connect({ timeoutMs: 500 });
    expect((await refusalOf(facebook.readMetrics('1_1'))).kind).toBe('temporary');
    expect(await facebook.findPermalink('1_1')).toBeNull();
  });
});

describe('metrics', () => {
  test('are reactions, comments and shares, with the reach from a separate call', async () => {
    graph.figures.set('1_1', { likes: 7, comments: 2, shares: 1, reach: 90 });
    expect(await graph.connect().readMetrics('1_1')).toEqual({ likes: 7, comments: 2, shares: 1, reach: 90 });
    expect(graph.calls.map(({ query }) => Object.fromEntries(query))).toEqual([
      { fields: 'reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0),shares' },
      { metric: 'post_total_media_view_unique' },
    ]);
  });
  test('of a deleted post are a problem of the post, not of the token', async () => {
    expect((await refusalOf(graph.connect().readMetrics('1_1'))).kind).toBe('content');
  });
  test('come without the reach when that metric was removed, and with 0 shares when Facebook leaves them out', async () => {
    graph.figures.set('1_1', { likes: 7 });
    graph.hasInsights = false;
    expect(await graph.connect().readMetrics('1_1')).toEqual({ likes: 7, comments: 0, shares: 0, reach: null });
  });
});

describe('the token', () => {
  test('is in no error, even when Facebook repeats it, and cannot be printed', async () => {
    const token = 'EAAGexpiredToken+/=987';
    const facebook = graph.connect({ token });
    expect((await refusalOf(facebook.publish('Hello'))).message).not.toContain(token);
    graph.mood = { error: { code: 100, message: `Bad request with ${token}` } };
    expect((await refusalOf(facebook.publish('Hello'))).message).toBe('Facebook refused it: Bad request with …');
    expect(inspect(facebook, { depth: 9, showHidden: true }) + JSON.stringify(facebook)).not.toContain(token);
  });
  test('counts only together with the page', () => {
    const configured = { FACEBOOK_PAGE_ID: PAGE_ID, FACEBOOK_PAGE_ACCESS_TOKEN: PAGE_TOKEN };
    expect(readFacebook(readEnv(configured))?.pageId).toBe(PAGE_ID);
    for (const name of Object.keys(configured)) expect(readFacebook(readEnv({ ...configured, [name]: '' }))).toBeUndefined();
  });
  test.each([{ FACEBOOK_PAGE_ACCESS_TOKEN: 'two\r\nlines' }, { FACEBOOK_PAGE_ID: '../me' }, { FACEBOOK_GRAPH_URL: 'file:///etc/hosts' }])(
    '%j is rejected by its name and without its value',
    (source) => {
      const [[name, value] = ['', '']] = Object.entries(source);
      expect(() => readEnv(source)).toThrow(`The environment is not usable: ${name}`);
      expect(() => readEnv(source)).not.toThrow(value);
    },
  );
});
