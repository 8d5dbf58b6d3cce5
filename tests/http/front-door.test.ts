import Database from 'better-sqlite3';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { frontDoor } from '../../src/server/http/answers/front-door';
import { Limits } from '../../src/server/http/requests/limits';
import { bookSlot, DAY, slotOf } from '../support/booking';
import { FileShop } from '../support/file-shop';
import { depsOf, type Shop } from '../support/http';
import { times } from '../support/length';
import { listenBehind, withoutOwn } from '../support/raw-server';
import { insertRow } from '../support/rows';
import { test } from '../support/shop-test';

type Headers = Record<string, string>;

const open = (shop: Shop, settings: Parameters<typeof depsOf>[1] = {}) => listenBehind(depsOf(shop, settings), frontDoor);

const BROWSE = `/trpc/store.browse?batch=1&input=${encodeURIComponent('{"0":{}}')}`;
const SHARED = [
  '/',
  '/store',
  '/store?category=tools',
  '/api/products',
  '/api/products?limit=1',
  '/api/appointment-slots?date=2026-11-24',
  BROWSE,
  '/trpc/settings.storefront',
  '/trpc/settings.storefront,booking.listSlots?batch=1&input=%7B%221%22%3A%7B%7D%7D',
];
const CODINGS = ['br', 'gzip', 'identity'];

describe('the front door', () => {
  test.for(SHARED)('answers %s as the framework does, in each coding, and 304 to those who have it', async (path, { shop }) => {
    for (const name of ['Broom', 'Soap']) insertRow(shop.db, 'products', { name, cost_cents: 100 });
    const { ask, count } = await open(shop);
    // The first request for slots creates them.
    await ask(path);
    for (const coding of CODINGS) {
      const first = await ask(path, { 'accept-encoding': coding });
      const before = count.passed;
      const again = await ask(path, { 'accept-encoding': coding });
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(withoutOwn(again.headers)).toEqual(withoutOwn(first.headers));
      expect(again.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      const known = await ask(path, { 'accept-encoding': coding, 'if-none-match': `"other", ${first.headers.etag}` });
      expect([known.status, known.text, known.headers.etag]).toEqual([304, '', first.headers.etag]);
      expect(count.passed).toBe(before);
    }
  });

  test.for<[string, Headers, string?]>([
    ['/api/products', { cookie: 'a=b' }],
    ['/api/products', { authorization: 'Bearer nobody' }],
    ['/api/products', { 'content-type': 'application/json' }],
    ['/api/products', { 'content-length': '0' }],
    [BROWSE, { 'trpc-accept': 'application/jsonl' }],
    [BROWSE, { accept: 'text/html, application/jsonl' }],
    ['/', { cookie: 'tidyline-admin=x' }],
    ['/', {}, 'HEAD'],
    ['/', {}, 'POST'],
    ['/api/products/', {}],
    ['//api/products', {}],
    ['/API/products', {}],
    ['/api/%70roducts', {}],
    ['/api/products?', {}],
    ['/api/products?limit=1&', {}],
    ['http://shop.test/api/products', {}],
  ])('hands %s with %o to the framework', async ([path, headers, method], { shop }) => {
    const { ask, count } = await open(shop);
    for (const known of ['/', '/api/products', BROWSE]) for (let i = 0; i < 2; i++) await ask(known);
    const before = count.passed;
    await ask(path, headers, method);
    expect(count.passed).toBe(before + 1);
  });

  test('counts calls against the read limit of the address, but no pages', async ({ shop }) => {
    const { ask } = await open(shop, { limits: new Limits(true), trustedProxies: 1 });
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const statuses: number[] = [];
    for (let i = 0; i < 300; i++) statuses.push((await ask('/api/products', from)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await ask('/api/products', from);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await ask('/api/products', { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200);
    await ask('/');
    expect((await ask('/', from)).status).toBe(200);
  });

  test('lets the framework close the connections of a server that stops', async ({ shop }) => {
    const { ask, count } = await open(shop);
    for (let i = 0; i < 2; i++) await ask('/api/products');
    shop.live.close();
    const before = count.passed;
    expect((await ask('/api/products')).headers.connection).toBe('close');
    expect(count.passed).toBe(before + 1);
  });

  test('logs a cached answer like others, by its path', async ({ shop }) => {
    const lines: string[] = [];
    const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
    const { ask } = await open(shop, { log });
    for (let i = 0; i < 2; i++) await ask('/api/products?limit=1');
    const [first, again] = lines.filter((line) => line.includes('"evt":"request"')).map((line) => JSON.parse(line));
    for (const line of [first, again])
      expect(line).toMatchObject({ evt: 'request', method: 'GET', path: '/api/products', status: 200, requestId: expect.any(String) });
  });
});

describe('a cached answer', () => {
  test('ends with any change of what it shows', async ({ shop }) => {
    insertRow(shop.db, 'products', { name: 'Soap', category: 'Tools', stock_quantity: 5 });
    const { ask } = await open(shop);
    const read = async () => Promise.all(['/api/products', BROWSE].map(async (path) => (await ask(path)).text));
    await read();
    for (const text of await read()) expect(text).toContain('"stockQuantity":5');
    shop.db.$client.exec('update products set stock_quantity = 4');
    for (const text of await read()) expect(text).toContain('"stockQuantity":4');
    const slots = `/api/appointment-slots?date=${DAY}`;
    for (let i = 0; i < 3; i++) await ask(slots);
    const { id } = await slotOf(shop);
    await bookSlot(shop, id);
    expect((await ask(slots)).text).toContain('"currentBookings":1');
    for (let i = 0; i < 2; i++) expect((await ask('/')).text).not.toContain('Sparkle Ltd.');
    const { company } = await shop.admin.settings.get();
    await shop.admin.settings.save({ company: { ...company, name: 'Sparkle Ltd.' } });
    expect((await ask('/')).text).toContain('Sparkle Ltd.');
  });
});

const onFile = new FileShop();
test('a change by another process ends cached answers', async () => {
  const { shop } = onFile;
  insertRow(shop.db, 'products', { name: 'Soap', stock_quantity: 5 });
  const { ask } = await open(shop);
  for (let i = 0; i < 2; i++) expect((await ask('/api/products')).text).toContain('"stockQuantity":5');
  const other = new Database(onFile.inside('tidyline.db'));
  other.exec('update products set stock_quantity = 3');
  other.close();
  expect((await ask('/api/products')).text).toContain('"stockQuantity":3');
});

test('no mix of callers, headers, spellings and changes gives a visitor what only the office sees, or anything outdated', async ({
  shop,
}) => {
  insertRow(shop.db, 'products', { name: 'Soap', category: 'Tools', cost_cents: 4711, stock_quantity: 1 });
  const { token, cookie } = await shop.logIn();
  const { ask } = await open(shop);
  const path = fc.constantFrom(
    ...SHARED,
    '/API/products',
    '/api/products/',
    '/api/products?limit=01',
    '/api//products',
    '/trpc/inventory.list',
    BROWSE.replace('%22', '"'),
  );
  const headers = fc.record(
    {
      'accept-encoding': fc.constantFrom('br', 'gzip', 'identity', '*', 'br;q=0', ''),
      accept: fc.constantFrom('*/*', 'application/jsonl', 'text/html'),
      'trpc-accept': fc.constant('application/jsonl'),
      vary: fc.constant('cookie'),
      'if-none-match': fc.constantFrom('*', '"x"'),
    },
    { requiredKeys: [] },
  );
  const caller = fc.constantFrom<Headers>(
    {},
    {},
    { authorization: `Bearer ${token}` },
    { cookie },
    { cookie: 'a=b' },
    { authorization: 'x' },
  );
  let stock = 1;
  const steps = fc.array(fc.tuple(path, headers, caller, fc.boolean()), { minLength: 5, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      for (const [target, sent, who, changes] of list) {
        if (changes) {
          stock += 1;
          await shop.admin.inventory.adjust({ id: 1, quantity: 1, note: 'Counted' });
        }
        const { status, text } = await ask(target, { ...(sent as Headers), ...who });
        const isOffice = who.authorization === `Bearer ${token}` || who.cookie === cookie;
        if (!isOffice) expect(text).not.toMatch(/4711|47\.11|cost_?(price|cents)/i);
        if (status === 200 && text.includes('"stockQuantity"')) expect(text).toContain(`"stockQuantity":${stock}`);
      }
    }),
    { numRuns: times(8, 100) },
  );
});
