import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { bodyOf, openOffice, refusalOf, type Shop } from '../support/http';
import { QUOTE } from '../support/shop';
import { test } from '../support/shop-test';
import { logInMember, MEMBER, PASSWORD } from '../support/team';

const JSON_TYPE = { 'content-type': 'application/json' };
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Headers of a body of a known length, and of one that arrives in chunks. */
const KINDS = ['content-length', 'transfer-encoding'] as const;
type Kind = (typeof KINDS)[number];

/** Sends a POST whose body stays incomplete until it is finished. */
function slowPost(
  shop: Shop,
  headers: Record<string, string>,
  path = '/api/contact',
  text = JSON.stringify(QUOTE),
  kind: Kind = 'content-length',
) {
  const bytes = new TextEncoder().encode(text);
  let finish = () => {};
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes.subarray(0, 10));
      finish = () => {
        controller.enqueue(bytes.subarray(10));
        controller.close();
      };
    },
  });
  const response = Promise.resolve(
    shop.app.request(`http://shop.test${path}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, [kind]: kind === 'content-length' ? String(bytes.length) : 'chunked', ...headers },
      body,
      duplex: 'half',
    } as RequestInit),
  );
  return { response, finish: () => finish() };
}
/** Returns the status of each request, or 'waiting'. */
async function statusesOf(posts: { response: Promise<Response> }[]): Promise<(number | 'waiting')[]> {
  const waiting = { status: 'waiting' as const };
  return Promise.all(posts.map(async ({ response }) => (await Promise.race([response, Promise.resolve(waiting)])).status));
}
const count = (statuses: unknown[], status: unknown) => statuses.filter((one) => one === status).length;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());
/** Lets pending reads finish, then advances the time. */
async function pass(ms: number): Promise<void> {
  for (let turn = 0; turn < 50 + ms / 1000; turn++) await new Promise((done) => setImmediate(done));
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done));
}

describe('bodies that arrive slowly', () => {
  test.for(KINDS)('take no place among the five hundred running requests, with %s', async (kind, { shop }) => {
    const posts = Array.from({ length: 600 }, (_, place) => slowPost(shop, from(`203.0.113.${place % 200}`), undefined, undefined, kind));
    for (let turn = 0; turn < 700; turn++) await new Promise((done) => setImmediate(done));
    await bodyOf(await shop.request('GET', '/api/products'), 200);
    for (const { finish } of posts) finish();
    const statuses = await Promise.all(posts.map(async ({ response }) => (await response).status));
    expect([count(statuses, 201), count(statuses, 503)]).toEqual([500, 100]);
  });

  test.for(KINDS)('are limited to twenty per address, without affecting fast ones and other addresses, with %s', async (kind, { shop }) => {
    const posts = Array.from({ length: 25 }, () => slowPost(shop, from('203.0.113.7'), undefined, undefined, kind));
    const other = slowPost(shop, from('203.0.113.8'));
    await pass(300);
    const statuses = await statusesOf(posts);
    expect([count(statuses, 'waiting'), count(statuses, 429)]).toEqual([20, 5]);
    const refused = await posts[statuses.indexOf(429)]?.response;
    expect(Object.fromEntries(refused?.headers ?? [])).toMatchObject({ 'retry-after': '5', connection: 'close' });
    await bodyOf(await shop.request('POST', '/api/contact', { body: QUOTE, headers: from('203.0.113.7') }), 201);
    other.finish();
    await bodyOf(await other.response, 201);
    posts[0]?.finish();
    await bodyOf((await posts[0]?.response) ?? new Response(), 201);
    const next = slowPost(shop, from('203.0.113.7'));
    await pass(300);
    expect(await statusesOf([next])).toEqual(['waiting']);
  });

  test('are limited to ten per session of the office or of a member', async () => {
    const { shop, token } = await openOffice();
    await shop.admin.team.create({ ...MEMBER, password: PASSWORD });
    const member = await logInMember(shop);
    const sessions: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { cookie: `tidyline-member=${member.token}` }];
    for (const headers of sessions) {
      const posts = Array.from({ length: 15 }, (_, place) => slowPost(shop, { ...headers, ...from(`203.0.113.${place}`) }));
      await pass(300);
      const statuses = await statusesOf(posts);
      expect([count(statuses, 'waiting'), count(statuses, 429)]).toEqual([10, 5]);
      for (const { finish } of posts) finish();
      await Promise.all(posts.map(({ response }) => response));
    }
  });

  test('get ten seconds once there are fifty of them, and otherwise the usual time', async ({ shop }) => {
    const few = Array.from({ length: 49 }, (_, place) => slowPost(shop, from(`203.0.113.${place}`)));
    await pass(20_000);
    expect(count(await statusesOf(few), 'waiting')).toBe(49);
    const late = slowPost(shop, from('203.0.113.99'));
    await pass(2000);
    const statuses = await statusesOf([...few, late]);
    expect([count(statuses, 408), statuses.at(-1)]).toEqual([49, 'waiting']);
    expect((await refusalOf((await few[0]?.response) ?? new Response(), 408)).message).toBe(
      'The request took too long to arrive. Please try again.',
    );
    late.finish();
    await bodyOf(await late.response, 201);
  });
});
