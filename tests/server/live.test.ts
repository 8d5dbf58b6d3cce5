import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppRouter } from '../../src/server/router';
import { setAdminPassword } from '../../src/server/session/service';
import { ADMIN, openShop, QUOTE, type Shop } from '../support/shop';

let shop: Shop;
let server: ServerType;
let origin: string;
const closings: (() => void)[] = [];

beforeEach(async () => {
  shop = openShop();
  await new Promise<void>((done) => {
    server = serve({ fetch: shop.app.fetch, port: 0, hostname: '127.0.0.1' }, () => done());
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const close of closings.splice(0)) close();
  shop.live.close();
  const closed = new Promise((done) => server.close(done));
  if ('closeAllConnections' in server) server.closeAllConnections();
  await closed;
});

/** Opens a staff screen with this cookie and records its topics and the state of the stream. */
async function listen(cookie: string) {
  const screen = { topics: [] as string[], isComplete: false, attempts: 0, faults: [] as unknown[] };
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${origin}/trpc`,
        EventSource,
        eventSourceOptions: {
          fetch: (url: string | URL, init: RequestInit) => {
            screen.attempts += 1;
            return fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) } });
          },
        } as ConstructorParameters<typeof EventSource>[1],
      }),
    ],
  });
  await new Promise<void>((done) => {
    const { unsubscribe } = client.live.changes.subscribe(undefined, {
      onStarted: () => done(),
      onData: (topic) => screen.topics.push(topic),
      onComplete: () => {
        screen.isComplete = true;
      },
      onError: (error) => {
        screen.faults.push(error);
        done();
      },
    });
    closings.push(unsubscribe);
  });
  return screen;
}
const post = (body: object = QUOTE) =>
  fetch(`${origin}/api/contact`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
/** The stream itself is a 200 in tRPC; the rejection is its first and only event. */
const UNAUTHORIZED = { message: 'Please log in.', data: { code: 'UNAUTHORIZED', httpStatus: 401 } };
const soon = { timeout: 3000, interval: 10 };
/** Long enough for an unexpected topic to arrive. */
const aWhile = () => new Promise((done) => setTimeout(done, 200));

describe('an open staff screen', () => {
  test('is notified that quotes changed, and receives only the topic', async () => {
    const { cookie } = await shop.logIn();
    const screen = await listen(cookie);
    await aWhile();
    expect(screen.topics).toEqual([]);
    expect((await post()).status).toBe(201);
    await expect.poll(() => screen.topics, soon).toContain('quotes');
    await expect.poll(() => screen.topics.toSorted(), soon).toEqual(['messages', 'quotes']);
  });

  test('is notified of each topic once per confirmation', async () => {
    await shop.visitor.quotes.submit(QUOTE);
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    // The reminders of the new job are messages.
    expect(topics.sort()).toEqual(['clients', 'dispatch', 'messages', 'quotes']);
  });

  test('is notified of work orders like a second screen', async () => {
    const { cookie } = await shop.logIn();
    const screens = [await listen(cookie), await listen(cookie)];
    await post();
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    for (const screen of screens) await expect.poll(() => screen.topics, soon).toEqual(expect.arrayContaining(['quotes', 'dispatch']));
  });

  test('is not notified of a rejected or undone write', async () => {
    const { cookie } = await shop.logIn();
    const screen = await listen(cookie);
    expect((await post({ ...QUOTE, email: 'nobody' })).status).toBe(400);
    shop.db.$client.exec('create trigger full before insert on outbox begin select raise(abort, "no"); end');
    expect((await post()).status).toBeGreaterThanOrEqual(400);
    await aWhile();
    expect(screen.topics).toEqual([]);
  });
});

describe('the stream is rejected', () => {
  test.each([
    ['without a cookie', ''],
    ['with a cookie nobody gave out', `tidyline-admin=${'x'.repeat(43)}`],
  ])('for a visitor %s with 401 and without topics', async (_what, cookie) => {
    await shop.logIn();
    const screen = await listen(cookie);
    await post();
    await aWhile();
    expect(screen).toMatchObject({ topics: [], faults: [UNAUTHORIZED], attempts: 1 });
  });

  test('for a session that expired or was ended', async () => {
    const { token, cookie } = await shop.logIn();
    shop.clock.advance(30);
    const late = await listen(cookie);
    await expect.poll(() => late.faults, soon).toMatchObject([UNAUTHORIZED]);
    shop.clock.advance(-30);
    await shop.request('POST', '/api/admin/logout', { token });
    const after = await listen(cookie);
    await expect.poll(() => after.faults, soon).toMatchObject([UNAUTHORIZED]);
  });

  test('with a complete answer, so that no connection stays open', async () => {
    const response = await fetch(`${origin}/trpc/live.changes`, {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.timeout(3000),
    });
    const text = await response.text();
    expect(text).toContain('"httpStatus":401');
    expect(text).not.toMatch(/data: "(quotes|dispatch|messages|session)"/);
  });
});

describe('the stream ends', () => {
  test('at the logout, without later topics', async () => {
    const { token, cookie } = await shop.logIn();
    const screen = await listen(cookie);
    await shop.request('POST', '/api/admin/logout', { token });
    await expect.poll(() => screen.isComplete, soon).toBe(true);
    await post();
    await aWhile();
    expect(screen.topics).toEqual([]);
  });

  test('for the session that was logged out only', async () => {
    const [ended, other] = [await shop.logIn(), await secondLogin()];
    const screens = [await listen(ended.cookie), await listen(other)];
    await shop.request('POST', '/api/admin/logout', { token: ended.token });
    await expect.poll(() => screens[0]?.isComplete, soon).toBe(true);
    await post();
    await expect.poll(() => screens[1]?.topics, soon).toContain('quotes');
    expect(screens[1]?.isComplete).toBe(false);
    expect(screens[0]?.topics).toEqual([]);
  });

  test('after 30 minutes, without later topics', async () => {
    const { cookie } = await shop.logIn();
    const screen = await listen(cookie);
    shop.clock.advance(30);
    await post();
    await expect.poll(() => screen.isComplete, soon).toBe(true);
    expect(screen.topics).toEqual([]);
  });

  test('when the password is reset', async () => {
    const { cookie } = await shop.logIn();
    const screen = await listen(cookie);
    await setAdminPassword(shop.ctx, ADMIN.username, 'another horse battery');
    await post();
    await expect.poll(() => screen.isComplete, soon).toBe(true);
    expect(screen.topics).toEqual([]);
  });

  test('when the server stops', async () => {
    const { cookie } = await shop.logIn();
    const screens = [await listen(cookie), await listen(cookie)];
    const closed = new Promise<void>((done) => server.close(() => done()));
    shop.live.close();
    await expect.poll(() => screens.every(({ isComplete }) => isComplete), soon).toBe(true);
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    await closed;
  });
});

async function secondLogin(): Promise<string> {
  const response = await shop.request('POST', '/api/admin/login', { body: ADMIN });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
