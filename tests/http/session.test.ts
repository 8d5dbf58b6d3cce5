import { test as base, describe, expect } from 'vitest';
import { sessions } from '../../db/schema';
import { setAdminPassword } from '../../src/server/session/service';
import { bodyOf, openOffice, refusalOf, type Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { ADMIN, openShop, QUOTE } from '../support/shop';

const WRONG = { username: ADMIN.username, password: 'not it' };
const FIRST_FAILURE = 'Invalid credentials. 2 attempts remaining.';

/** Opens a shop whose owner has a password and is not signed in. */
async function openShopWithOwner() {
  const shop = openShop();
  await setAdminPassword(shop.ctx, ADMIN.username, ADMIN.password);
  const wait = (seconds: number) => {
    shop.clock.at = new Date(shop.clock.at.getTime() + seconds * 1000);
  };
  return { shop, wait };
}

const test = base.extend('opened', openShopWithOwner);

const logIn = (shop: Shop, body: unknown = ADMIN, headers: Record<string, string> = {}) =>
  shop.request('POST', '/api/admin/login', { body, headers });
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Sends three wrong passwords from one address. */
async function lockOut(shop: Shop, headers?: Record<string, string>): Promise<void> {
  for (const status of [401, 401, 429]) await refusalOf(await logIn(shop, WRONG, headers), status);
}

/** Counts the answers after which a password was verified. */
const evaluated = (messages: string[]) =>
  messages.filter((message) => /^(Invalid credentials|Too many failed attempts)/.test(message)).length;

describe('login of the owner', () => {
  test('returns a token and sets the cookies of session and device', async ({ opened: { shop } }) => {
    const response = await logIn(shop);
    const names = response.headers.getSetCookie().map((line) => line.split('=')[0]);
    expect(names).toEqual(['tidyline-admin', 'tidyline-device']);
    expect(await bodyOf(response, 200)).toEqual({ success: true, token: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test.each(['username', 'password'])('without %s returns 400 and costs no attempt', async (field) => {
    const { shop } = await openShopWithOwner();
    for (const value of [undefined, null, '', 5, ['owner']]) {
      const { issues } = await refusalOf(await logIn(shop, { ...ADMIN, [field]: value }), 400);
      expect(issues?.map((issue) => issue.path)).toEqual([field]);
    }
    expect((await refusalOf(await logIn(shop, WRONG), 401)).message).toBe(FIRST_FAILURE);
  });
});

describe('wrong passwords', () => {
  test.each([
    [0, 300],
    [299, 1],
  ])('after %i seconds leave %i to wait, also for the right password', async (seconds, left) => {
    const { shop, wait } = await openShopWithOwner();
    await lockOut(shop);
    wait(seconds);
    for (const body of [WRONG, ADMIN]) {
      const response = await logIn(shop, body);
      expect(response.headers.get('retry-after')).toBe(String(left));
      expect(response.headers.getSetCookie()).toEqual([]);
      expect((await refusalOf(response, 429)).message).toBe(`Account locked. Try again in ${left} seconds.`);
    }
    expect(shop.rows(sessions)).toEqual([]);
  });

  test('in batches of 50 over tRPC verify no more passwords than one by one', async ({ opened: { shop } }) => {
    const path = `/trpc/${Array(10).fill('session.login').join(',')}?batch=1`;
    const body = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, WRONG]));
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.request('POST', path, { body })));
    const calls = (await Promise.all(answers.map((answer) => answer.json()))).flat() as { error: { message: string } }[];
    expect(calls).toHaveLength(50);
    expect(evaluated(calls.map((call) => call.error.message))).toBe(3);
  });

  test('get the same answer and headers for a name that does not exist', async () => {
    const tell = async (body: unknown) => {
      const { shop } = await openShopWithOwner();
      const answers = [];
      for (let i = 0; i < 4; i++) {
        const response = await logIn(shop, body);
        const headers = { ...Object.fromEntries(response.headers), 'x-request-id': 'its own' };
        answers.push([response.status, headers, await response.text()]);
      }
      return answers;
    };
    expect(await tell({ ...WRONG, username: 'nobody' })).toEqual(await tell(WRONG));
  });

  test.each(['203.0.113.7', '192.0.2.1'])("of strangers at %s do not lock out the owner's known browser", async (address) => {
    const { shop, cookie } = await openOffice();
    const device = cookie.split('; ').find((one) => one.startsWith('tidyline-device=')) ?? '';
    await lockOut(shop, from(address));
    await refusalOf(await logIn(shop, ADMIN, from(address)), 429);
    await bodyOf(await logIn(shop, ADMIN, { ...from(address), cookie: device }), 200);
  });

  test('never show a hash or the password', async ({ opened: { shop } }) => {
    const texts = [];
    for (const body of [ADMIN, WRONG, WRONG, WRONG, ADMIN]) texts.push(await (await logIn(shop, body)).text());
    expect(texts.join()).not.toMatch(/argon2|\$v=|correct horse|not it|hash/i);
  });
});

describe('the session', () => {
  test.each(['token', 'cookie'] as const)('is dead at once for both after logout by the %s', async (by) => {
    const { shop, token, cookie } = await openOffice();
    const response = await shop.request('POST', '/api/admin/logout', by === 'token' ? { token } : { headers: { cookie } });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^tidyline-admin=; Max-Age=0; Path=\//)]);
    for (const proof of [{ token }, { headers: { cookie } }]) await refusalOf(await shop.request('GET', '/api/contact', proof), 401);
    await refusalOf(await shop.request('POST', '/api/admin/logout', { token }), 401);
  });
});

/** A call of each kind; principals.test.ts makes every call as every kind of person. */
const STAFF_CALLS: [method: string, path: string, body?: unknown][] = [
  ['GET', '/api/contact'],
  ['POST', '/api/admin/logout'],
  ['POST', '/api/clients', QUOTE],
  ['PATCH', '/api/products/1', { stockQuantity: 9 }],
  ['DELETE', '/api/products/1'],
];

test.each(STAFF_CALLS)('%s %s is rejected for everyone but the owner and changes nothing', async (method, path, body) => {
  const { shop, token, wait } = await openOffice();
  insertRow(shop.db, 'products');
  const { token: loggedOut } = await bodyOf<{ token: string }>(await shop.request('POST', '/api/admin/login', { body: ADMIN }), 200);
  await shop.request('POST', '/api/admin/logout', { token: loggedOut });
  const expectKeptOut = async (proofs: Parameters<Shop['request']>[2][]) => {
    const before = shop.db.$client.serialize();
    for (const proof of proofs)
      expect((await refusalOf(await shop.request(method, path, { body, ...proof }), 401)).code).toBe('UNAUTHORIZED');
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  };
  const cookie = (value: string) => ({ headers: { cookie: `tidyline-admin=${value}` } });
  await expectKeptOut([
    {},
    { token: 'x'.repeat(43) },
    cookie('x'.repeat(43)),
    { token: loggedOut },
    cookie(loggedOut),
    { headers: { authorization: token } },
    { headers: { authorization: `Basic ${token}` } },
    { token: "' or 1=1 --" },
  ]);
  wait(30 * 60);
  await expectKeptOut([{ token }, cookie(token)]);
  wait(-30 * 60);
  expect((await shop.request(method, path, { body, token })).ok).toBe(true);
});
