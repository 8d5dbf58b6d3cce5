// tests/fuzz/corpus.test.ts and strings.test.ts send malformed bodies, ids, days, line breaks and markup to every call.
import { describe, expect } from 'vitest';
import { contactInquiries } from '../../db/schema';
import { bodyOf, openOffice, refusalOf, type Shop } from '../support/http';
import { openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

type Field = keyof typeof QUOTE;
const FIELDS = Object.keys(QUOTE) as Field[];

/** Checks a tRPC rejection: its envelope around the same sentence, one for each call of a batch. */
async function expectTrpcRefusal(response: Response, status: number): Promise<void> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, text]);
  expect(text).not.toMatch(/"stack"|node_modules|sqlite/i);
  const told = [JSON.parse(text)].flat() as { error: { message: string } }[];
  expect(told.length).toBeGreaterThan(0);
  for (const { error } of told) expect(error.message).toMatch(/\S/);
}

/** Sends the same quote over REST and over tRPC to empty shops. Both must reject it, or both store it. */
async function send(shop: Shop, body: unknown): Promise<'stored' | 'refused'> {
  const count = () => shop.rows(contactInquiries).length;
  const before = count();
  const rest = await shop.request('POST', '/api/contact', { body });
  const trpc = await shop.request('POST', '/trpc/quotes.submit', { body });
  if (rest.status === 201) {
    expect([trpc.status, count()]).toEqual([200, before + 2]);
    return 'stored';
  }
  const isLarge = JSON.stringify(body).length > 256 * 1024;
  await refusalOf(rest, isLarge ? 413 : 400);
  await (isLarge ? refusalOf(trpc, 413) : expectTrpcRefusal(trpc, 400));
  expect(count()).toBe(before);
  return 'refused';
}

describe('values that are not text are rejected in every field', () => {
  test.for([
    ['a list', ['Maria']],
    ['an empty list', []],
    ['an object', { $ne: null }],
    ['a number', 12],
    ['a number beyond all', 1e308],
    ['a boolean', true],
    ['a null byte', 'Ma\u0000ria'],
    ['half a character', 'Maria \ud800'],
    ['the other half', '\udc00 Maria'],
    ['a bell', 'Maria\u0007'],
    ['an escape sequence', '\u001b[31mMaria'],
    ['5 000 letters', 'x'.repeat(5000)],
    ['200 kB', 'x'.repeat(200_000)],
    ['1 MB', 'x'.repeat(1_000_000)],
  ])('%s', async ([_what, value], { shop }) => {
    for (const field of FIELDS) expect([field, await send(shop, { ...QUOTE, [field]: value })]).toEqual([field, 'refused']);
  });
});

test('accepts line breaks in the message', async ({ shop }) => {
  expect(await send(shop, { ...QUOTE, message: 'Two floors.\r\nOne dog.\n\tThanks.' })).toBe('stored');
});

describe('text that only looks dangerous is stored unchanged', () => {
  test.for([
    ["Robert'); DROP TABLE contact_inquiries;--"],
    ['" OR ""="'],
    ['<script>alert(1)</script>'],
    ['"><img src=x onerror=alert(1)>'],
    ["=cmd|' /C calc'!A0"],
    ['../../etc/passwd'],
    ['$' + '{7*7}{{7*7}}<%= 7*7 %>'],
    ['%s%n%x'],
    ['__proto__'],
    ['مرحبا بكم'],
    ['\u202Egnp.exe\u202C'],
    ['👩‍👩‍👧‍👦 Zoë Ångström'],
    ['Zoe\u0308 and Zoë'],
    ['  O’Neill  '],
  ])('%s', async ([text], { shop }) => {
    for (const field of ['name', 'address', 'message'] as const) {
      const { inquiry } = await bodyOf<{ inquiry: { id: number } }>(
        await shop.request('POST', '/api/contact', { body: { ...QUOTE, [field]: text } }),
        201,
      );
      expect(inquiry).toMatchObject({ [field]: text });
      expect(shop.rows(contactInquiries).at(-1)?.[field]).toBe(text);
    }
  });
});

describe('names with a meaning in JavaScript', () => {
  test.for([
    '{"__proto__":{"isAdmin":true},',
    '{"constructor":{"prototype":{"isAdmin":true}},',
    '{"__proto__":null,',
    '{"toString":1,"valueOf":1,"hasOwnProperty":1,',
  ])('%s…} is ignored like any unknown field', async (start, { shop }) => {
    const body = start + JSON.stringify(QUOTE).slice(1);
    for (const path of ['/api/contact', '/trpc/quotes.submit']) expect((await shop.request('POST', path, { body })).ok).toBe(true);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect((await shop.request('GET', '/api/contact')).status).toBe(401);
  });

  test('rejects an object in place of a number', async () => {
    const { call } = await openOffice();
    const client = { ...QUOTE, latitude: { valueOf: 1, toString: 1 } };
    await refusalOf(await call('POST', '/api/clients', client), 400);
  });

  test('uses the last of two equal fields', async ({ shop }) => {
    const body = JSON.stringify(QUOTE).replace('{', '{"name":"First",');
    expect(await bodyOf(await shop.request('POST', '/api/contact', { body }), 201)).toMatchObject({ inquiry: { name: QUOTE.name } });
  });
});

describe('ids', () => {
  const malformed = [...'0 -1 +1 1.0 1e3 0x1 01 %20 1%20OR%201=1 1; ٣ %00 %ff ..%2fall NaN __proto__'.split(' '), '9'.repeat(400)];

  test.each([
    ['PATCH', '/api/contact/ID/status', { status: 'confirmed' }],
    ['PATCH', '/api/work-orders/ID/status', { status: 'in-progress' }],
    ['PATCH', '/api/job-components/ID', { isCompleted: true }],
  ])('%s %s returns 400 for malformed and 404 for unknown ids', async (method, path, body) => {
    const { call } = await openOffice();
    for (const id of malformed)
      expect((await refusalOf(await call(method, path.replace('ID', id), body), 400)).issues?.[0]?.path).toBe('id');
    for (const id of ['1', '999999999999999']) await refusalOf(await call(method, path.replace('ID', id), body), 404);
  });
});

describe('limit and cursor', () => {
  const queries = [
    ...['0', '-1', '1001', '1.5', 'NaN', 'Infinity', 'abc', '', '1;2', '1e400', '%00'].map((value) => ['limit', value] as const),
    ...['0', '-1', '1.5', 'NaN', 'abc', '', '9'.repeat(30), '%00', '1%20or%201=1'].map((value) => ['cursor', value] as const),
  ];
  test.each(['/api/contact', '/api/clients', '/api/work-orders'])('%s rejects invalid values', async (path) => {
    const { call } = await openOffice();
    for (const [name, value] of queries) {
      const { issues } = await refusalOf(await call('GET', `${path}?${name}=${value}`), 400);
      expect(issues?.map((issue) => issue.path)).toEqual([name]);
    }
    await bodyOf(await call('GET', `${path}?limit=1000&cursor=999999999999999&__proto__[x]=1&constructor=1`), 200);
  });
});

describe('headers', () => {
  test.for([
    ['authorization', `Bearer ${'x'.repeat(8000)}`],
    ['authorization', 'Bearer '],
    ['authorization', "Bearer ' OR 1=1 --"],
    ['cookie', 'tidyline-admin=%E0%A4%A; =; ;;; tidyline-device=%'],
    ['cookie', `tidyline-admin=${'x'.repeat(8000)}`],
    ['cookie', '__proto__=1; constructor=2; toString=3'],
    ['x-forwarded-for', `,,,${'9'.repeat(5000)}, ::::::, [::1]:80`],
    ['content-length', 'abc'],
    ['content-length', '-1'],
    ['origin', 'null'],
    ['accept-encoding', 'br;q=x, \u00ff'],
    ['if-none-match', '"'.repeat(2000)],
    ['sec-fetch-site', 'everywhere'],
  ] as const)('survives a strange %s: %s', async ([name, value], { shop }) => {
    for (const [method, path, body] of [
      ['GET', '/'],
      ['GET', '/api/products'],
      ['POST', '/api/contact', QUOTE],
      ['POST', '/api/admin/login', {}],
    ] as const) {
      const response = await shop.request(method, path, { body, headers: { [name]: value } });
      expect([path, response.status]).toEqual([path, expect.toBeOneOf([200, 201, 400, 403])]);
    }
  });
});

describe('/trpc', () => {
  const batch = (size: number, procedure: string) => `/trpc/${Array(size).fill(procedure).join(',')}?batch=1`;
  const inputs = (size: number, input: unknown) => Object.fromEntries(Array.from({ length: size }, (_, index) => [index, input]));

  test('answers a batch of ten and rejects a batch of eleven without running any call', async ({ shop }) => {
    const ten = await bodyOf<unknown[]>(await shop.request('POST', batch(10, 'quotes.submit'), { body: inputs(10, QUOTE) }), 200);
    expect(ten).toHaveLength(10);
    await expectTrpcRefusal(await shop.request('POST', batch(11, 'quotes.submit'), { body: inputs(11, QUOTE) }), 400);
    const query = `&input=${encodeURIComponent(JSON.stringify(inputs(11, {})))}`;
    await expectTrpcRefusal(await shop.request('GET', `${batch(11, 'store.listProducts')}${query}`), 400);
    expect(shop.rows(contactInquiries)).toHaveLength(10);
  });

  test.for([
    ['POST', '/trpc/nothing', '{}', 404],
    ['POST', '/trpc/quotes', '{}', 404],
    ['POST', '/trpc/__proto__', '{}', 404],
    ['POST', '/trpc/quotes.__proto__.submit', '{}', 404],
    ['POST', '/trpc/constructor.prototype', '{}', 404],
    ['POST', '/trpc/toString', '{}', 404],
    ['POST', '/trpc/%ff', '{}', 404],
    ['POST', '/trpc/quotes.submit', '{', 400],
    ['POST', '/trpc/quotes.submit', '[]', 400],
    ['POST', '/trpc/quotes.submit', 'null', 400],
    ['POST', '/trpc/quotes.submit', '"x"', 400],
    ['POST', '/trpc/quotes.submit?batch=1', '[]', 400],
    ['POST', '/trpc/quotes.submit?batch=1', '{"0":null}', 400],
    ['POST', '/trpc/quotes.submit', '['.repeat(40), 400],
    ['GET', '/trpc/quotes.submit', undefined, 405],
    ['GET', `/trpc/quotes.submit?input=${encodeURIComponent(JSON.stringify(QUOTE))}`, undefined, 405],
    ['GET', '/trpc/store.listProducts?input=%7B', undefined, 400],
    ['GET', '/trpc/store.listProducts?input=%FF', undefined, 400],
    ['GET', '/trpc/store.listProducts', undefined, 400],
    ['GET', '/trpc/quotes.list?input=%7B%7D', undefined, 401],
    ['POST', '/trpc/quotes.deleteAll', '{}', 401],
  ] as const)('%s %s with %s returns %i', async ([method, path, body, status], { shop }) => {
    await expectTrpcRefusal(await shop.request(method, path, { body }), status);
    expect(shop.rows(contactInquiries)).toEqual([]);
  });

  test('rejects a field with 50 000 nested lists', async () => {
    const body = `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    await expectTrpcRefusal(await openShop().request('POST', '/trpc/quotes.submit', { body }), 400);
  });

  test('reports invalid fields like REST', async ({ shop }) => {
    const body = { ...QUOTE, email: 'nobody' };
    const { message, issues } = await refusalOf(await shop.request('POST', '/api/contact', { body }), 400);
    const told = await bodyOf<{ error: unknown }>(await shop.request('POST', '/trpc/quotes.submit', { body }), 400);
    expect(told.error).toMatchObject({ message, data: { code: 'BAD_REQUEST', httpStatus: 400, issues } });
  });
});
