import { Writable } from 'node:stream';
import { pino } from 'pino';
import { test as base, describe, expect, vi } from 'vitest';
import { contactInquiries } from '../../db/schema';
import { Limits } from '../../src/server/http/requests/limits';
import { newBookingReference } from '../../src/shared/booking';
import { bookSlot, CLIENT, DAY, slotOf } from '../support/booking';
import { appOf, bodyOf, openOffice, refusalOf, type Shop } from '../support/http';
import { openClientSession } from '../support/portal';
import { insertRow } from '../support/rows';
import { ADMIN, openShop, QUOTE } from '../support/shop';

const test = base.extend('shop', () => openShop({ isLimited: true }));

const ORIGIN = 'http://shop.test';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const form = new URLSearchParams(QUOTE).toString();
const requests = (shop: Shop) => shop.rows(contactInquiries).length;
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('write limits of one address', () => {
  const submit = (shop: Shop, address: string) => shop.request('POST', '/api/contact', { body: QUOTE, headers: from(address) });

  test('reject the sixth quote within an hour with 429 and the time to wait, for this address only', async ({ shop }) => {
    for (let i = 0; i < 5; i++) await bodyOf(await submit(shop, '203.0.113.7'), 201);
    const sixth = await submit(shop, '203.0.113.7');
    const seconds = Number(sixth.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect((await refusalOf(sixth, 429)).code).toBe('TOO_MANY_REQUESTS');
    await bodyOf(await submit(shop, '203.0.113.8'), 201);
    expect(requests(shop)).toBe(6);
  });

  test('are not used up by CSP violation reports, which have a limit of their own', async ({ shop }) => {
    const report = () => shop.request('POST', '/api/csp-report', { body: {}, headers: from('203.0.113.7') });
    for (let i = 0; i < 60; i++) expect((await report()).status).toBe(204);
    await refusalOf(await report(), 429);
    await bodyOf(await submit(shop, '203.0.113.7'), 201);
  });

  test('are shared by tRPC, its batches and the form', async ({ shop }) => {
    const batch = { 0: QUOTE, 1: QUOTE, 2: QUOTE };
    await shop.request('POST', `/trpc/${Array(3).fill('quotes.submit').join(',')}?batch=1`, { body: batch, headers: from('203.0.113.7') });
    for (const status of [303, 303, 429]) {
      const response = await shop.request('POST', '/', { body: form, headers: { ...FORM, ...from('203.0.113.7') } });
      expect(response.status).toBe(status);
      expect(response.headers.has('retry-after')).toBe(status === 429);
    }
    await refusalOf(await submit(shop, '203.0.113.7'), 429);
    expect(requests(shop)).toBe(5);
  });

  test('apply to clients who are signed in, but not to the office', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    const { token } = await shop.logIn();
    const client = { cookie: openClientSession(shop, 1), ...from('203.0.113.7') };
    for (let i = 0; i < 60; i++) await shop.request('POST', '/trpc/portal.markRead', { body: {}, headers: client });
    expect((await shop.request('POST', '/trpc/portal.markRead', { body: {}, headers: client })).status).toBe(429);
    const office = await shop.request('POST', '/trpc/clients.endPortalSessions', { body: { id: 1 }, token, headers: from('203.0.113.7') });
    expect(office.status).toBe(200);
  });

  test('do not count a form with a mistake', async ({ shop }) => {
    for (let i = 0; i < 10; i++)
      await refusalOf(await shop.request('POST', '/api/contact', { body: {}, headers: from('203.0.113.7') }), 400);
    await bodyOf(await submit(shop, '203.0.113.7'), 201);
  });

  test('report the time to wait over tRPC for a call, a batch and a locked login', async ({ shop }) => {
    // The limiter reads the machine's own clock, so some seconds of its hour may have passed.
    const ask = async (call: string, body: unknown) => {
      const response = await shop.request('POST', `/trpc/${call}`, { body, headers: from('203.0.113.7') });
      const seconds = Number(response.headers.get('retry-after'));
      return [response.status, seconds > 3500 && seconds <= 3600 ? 'an hour' : seconds];
    };
    for (let i = 0; i < 5; i++) expect(await ask('quotes.submit', QUOTE)).toEqual([200, 0]);
    expect(await ask('quotes.submit', QUOTE)).toEqual([429, 'an hour']);
    const login = { username: ADMIN.username, password: 'wrong battery' };
    for (let i = 0; i < 2; i++) expect(await ask('session.login', login)).toEqual([401, 0]);
    expect(await ask('session.login', login)).toEqual([429, 300]);
    expect(await ask('session.login', login)).toEqual([429, 300]);
    expect(await ask('session.login,quotes.submit?batch=1', { 0: login, 1: QUOTE })).toEqual([429, 'an hour']);
    expect(await ask('quotes.submit,session.login?batch=1', { 0: QUOTE, 1: login })).toEqual([429, 'an hour']);
  });

  test('count an IPv6 network as one address', async ({ shop }) => {
    for (let i = 1; i <= 5; i++) await bodyOf(await submit(shop, `2001:db8:1:2::${i}`), 201);
    for (const same of ['2001:db8:1:2:ffff:ffff:ffff:9', '2001:0DB8:0001:0002:0000:0000:0000:0009'])
      await refusalOf(await submit(shop, same), 429);
    await bodyOf(await submit(shop, '2001:db8:1:3::1'), 201);
  });

  test('reject 61 writes or 301 reads a minute for visitors, not for the owner', async () => {
    const { shop, token } = await openOffice({ isLimited: true });
    const last = async (times: number, method: string, path: string, more: Parameters<Shop['request']>[2]) => {
      for (let i = 1; i < times; i++) expect((await shop.request(method, path, more)).status).not.toBe(429);
      return shop.request(method, path, more);
    };
    await refusalOf(await last(61, 'POST', '/api/contact', { body: {}, headers: from('203.0.113.7') }), 429);
    const read = await last(301, 'GET', '/api/products', { headers: from('203.0.113.7') });
    expect(Number(read.headers.get('retry-after'))).toBeGreaterThan(0);
    await refusalOf(read, 429);
    await bodyOf(await last(310, 'GET', '/api/clients', { token, headers: from('203.0.113.7') }), 200);
    await bodyOf(await shop.request('GET', '/api/health', { headers: from('203.0.113.7') }), 200);
  });

  test('count nothing when limits are off', async () => {
    const shop = openShop();
    for (let i = 0; i < 7; i++) await bodyOf(await submit(shop, '203.0.113.7'), 201);
  });
});

describe('more requests than the server handles', () => {
  test('are rejected while health responds, and the log reports their number once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }));
    const app = appOf(openShop(), { log });
    const answered: string[] = [];
    const ask = async (path: string) => {
      const response = await app.request(ORIGIN + path);
      answered.push(path);
      return response;
    };
    const asked = Array.from({ length: 700 }, () => ask('/api/products'));
    const health = await ask('/api/health');
    expect([health.status, answered.length <= 201]).toEqual([200, true]);
    const responses = await Promise.all(asked);
    const shed = responses.filter(({ status }) => status === 503);
    expect([shed.length, responses.filter(({ status }) => status === 200).length]).toEqual([200, 500]);
    expect(Object.fromEntries(shed[0]?.headers ?? [])).toMatchObject({
      'retry-after': '1',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    for (const response of shed) await refusalOf(response, 503);
    expect((await ask('/api/products')).status).toBe(200);
    vi.runAllTimers();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([expect.objectContaining({ evt: 'requests.shed', count: 200 })]);
    vi.useRealTimers();
  });
});

describe('the counted address', () => {
  const CLOUD = '198.51.100.1';
  /** Returns the status of the sixth quote from the peer with these values of X-Forwarded-For in turn. */
  async function sixth(trustedProxies: number, forwarded: (index: number) => string, peer: (index: number) => string = () => CLOUD) {
    const app = appOf(openShop(), { limits: new Limits(true), trustedProxies });
    let status = 0;
    for (let i = 1; i <= 6; i++) {
      const init = { method: 'POST', body: JSON.stringify(QUOTE), headers: { 'content-type': 'application/json', ...from(forwarded(i)) } };
      ({ status } = await app.request(`${ORIGIN}/api/contact`, init, { incoming: { socket: { remoteAddress: peer(i) } } }));
    }
    return status;
  }

  test('ignores X-Forwarded-For without proxies', async () => {
    expect(await sixth(0, (i) => `203.0.113.${i}`)).toBe(429);
    expect(
      await sixth(
        0,
        () => '203.0.113.7',
        (i) => `198.51.100.${i}`,
      ),
    ).toBe(201);
  });

  test('is the last entry behind one proxy, whatever the caller put before it', async () => {
    expect(await sixth(1, (i) => `203.0.113.${i}`)).toBe(201);
    expect(await sixth(1, (i) => `203.0.113.${i}, 192.0.2.9`)).toBe(429);
  });

  test('is the last but one behind two proxies', async () => {
    expect(await sixth(2, (i) => `203.0.113.${i}, 10.0.0.1`)).toBe(201);
    expect(await sixth(2, (i) => `203.0.113.${i}, 192.0.2.9, 10.0.0.1`)).toBe(429);
  });
});

describe('forms sent by a program', () => {
  test.each([true, false])('are rejected with 400 when the hidden field is filled (limits on: %s)', async (isLimited) => {
    const shop = openShop({ isLimited });
    const refusal = await refusalOf(
      await shop.request('POST', '/api/contact', { body: { ...QUOTE, website: 'http://spam.example' } }),
      400,
    );
    expect(refusal.issues?.map((issue) => issue.path)).toEqual(['website']);
    expect((await shop.request('POST', '/', { body: `${form}&website=x`, headers: FORM })).status).toBe(400);
    expect(requests(shop)).toBe(0);
    await bodyOf(await shop.request('POST', '/api/contact', { body: { ...QUOTE, website: '' } }), 201);
  });

  test("count against no visitor's limit", async ({ shop }) => {
    const send = (more: object, address: string) =>
      shop.request('POST', '/api/contact', { body: { ...QUOTE, ...more }, headers: from(address) });
    for (let i = 0; i < 205; i++) {
      const address = i < 6 ? '203.0.113.7' : `198.51.100.${i}`;
      expect((await send(i % 2 ? { website: 'http://spam.example' } : { filledInMs: 5 }, address)).status).toBe(400);
    }
    for (let i = 0; i < 5; i++) await bodyOf(await send({}, '203.0.113.7'), 201);
    await refusalOf(await send({}, '203.0.113.7'), 429);
  });

  test('are rejected with 400 under two seconds while limits are on', async () => {
    const ask = async (isLimited: boolean, filledInMs: number) =>
      (await openShop({ isLimited }).request('POST', '/api/contact', { body: { ...QUOTE, filledInMs } })).status;
    expect([await ask(true, 0), await ask(true, 1999), await ask(true, 2000), await ask(false, 0)]).toEqual([400, 400, 201, 201]);
  });
});

describe('calls that cost nothing of a limit', () => {
  const order = {
    customerName: 'Maria Santos',
    customerEmail: 'maria@example.com',
    customerPhone: '250-555-0133',
    shippingAddress: '12 Seymour St, Kamloops, V2C 1A1',
    paymentMethod: 'interac',
    items: [{ productId: 1, quantity: 1 }],
  };
  const openStore = () => {
    const shop = openShop({ isLimited: true });
    insertRow(shop.db, 'products', { stock_quantity: 200 });
    return shop;
  };

  test('include a hundred orders under one key, while the 21st new order is 429', async () => {
    const shop = openStore();
    // Below the general sixty a minute: three minutes of the same click.
    const send = (key: string, address = '203.0.113.7') =>
      shop.request('POST', '/api/orders', { body: order, headers: { 'idempotency-key': key, ...from(address) } });
    const first = await bodyOf(await send('one'), 201);
    for (let i = 0; i < 50; i++) expect(await bodyOf(await send('one'), 201)).toEqual(first);
    const others: number[] = [];
    for (let i = 2; i <= 21; i++) others.push((await send(`${i}`, '203.0.113.8')).status);
    expect(others).toEqual(Array(20).fill(201));
    expect((await send('22', '203.0.113.8')).status).toBe(429);
  });

  test('include rejected orders', async () => {
    const shop = openStore();
    const send = (totalAmount: number) =>
      shop.request('POST', '/api/orders', { body: { ...order, totalAmount }, headers: from('203.0.113.7') });
    for (let i = 0; i < 25; i++) await refusalOf(await send(1), 409);
    await bodyOf(await shop.request('POST', '/api/orders', { body: order, headers: from('203.0.113.7') }), 201);
  });

  test('include repeated bookings, full windows, and bookings by the office for callers', async ({ shop }) => {
    const { id } = await slotOf(shop);
    const full = await slotOf(shop, DAY, '12:00-14:00');
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: '12:00-14:00', maxBookings: 0 });
    const book = (more: Record<string, unknown>, headers: Record<string, string> = from('203.0.113.7')) =>
      shop.request('POST', '/api/appointment-bookings', { body: { ...CLIENT, slotId: id, ...more }, headers });
    const bookingReference = newBookingReference(1_795_204_800_000, new Uint8Array(5));
    const { id: booked } = await bodyOf(await book({ bookingReference }), 201);
    for (let i = 0; i < 8; i++) expect(await bodyOf(await book({ bookingReference }), 201)).toMatchObject({ id: booked });
    for (let i = 0; i < 8; i++)
      await refusalOf(await book({ slotId: full.id, clientEmail: `m${i}@example.com`, clientPhone: `${i}` }), 409);
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: '10:00-12:00', maxBookings: 50 });
    const { token } = await shop.logIn();
    for (let i = 0; i < 8; i++) await bodyOf(await book({}, { authorization: `Bearer ${token}`, ...from('203.0.113.9') }), 201);
  });

  test('exclude an address that moves bookings more than ten times an hour', async ({ shop }) => {
    const [here, there] = [await slotOf(shop), await slotOf(shop, '2026-11-25')];
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: '10:00-12:00', maxBookings: 5 });
    await shop.admin.booking.changeSlots({ date: '2026-11-25', timeSlot: '10:00-12:00', maxBookings: 5 });
    const tokens: string[] = [];
    for (const name of ['ann', 'lee'])
      tokens.push(
        (await bookSlot(shop, here.id, { clientEmail: `${name}@example.com`, clientPhone: `(250) 555-01${name.length}${tokens.length}` }))
          .token,
      );
    const move = (turn: number) =>
      shop.visitor.booking.moveManaged({ token: tokens[turn % 2] ?? '', slotId: (turn >> 1) % 2 ? here.id : there.id });
    for (let turn = 0; turn < 10; turn++) await move(turn);
    await expect(move(10)).rejects.toThrow(/^Too many requests/);
  });
});
