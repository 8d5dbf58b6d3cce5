import { describe, expect } from 'vitest';
import { contactInquiries } from '../../db/schema';
import { bodyOf, openOffice, refusalOf } from '../support/http';
import { openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

const JSON_TYPE = { 'content-type': 'application/json' };
const ELSEWHERE = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
const HUGE = { 'content-length': String(256 * 1024 + 1) };
const LIMIT = 256 * 1024;

/** Returns a valid quote of exactly so many bytes. */
function quoteOf(bytes: number): string {
  const bare = JSON.stringify({ ...QUOTE, padding: '' });
  return JSON.stringify({ ...QUOTE, padding: 'x'.repeat(bytes - bare.length) });
}

/** Returns a body in pieces of 64 KiB without a declared length; `read` counts the bytes that were read. */
function pieces(bytes: number) {
  let left = bytes;
  const taken = { bytes: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const size = Math.min(left, 65_536);
        left -= size;
        taken.bytes += size;
        if (size > 0) controller.enqueue(new Uint8Array(size).fill(32));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { taken, init: { method: 'POST', body: stream, duplex: 'half' as const } };
}

describe('the order of errors', () => {
  // Each row has all mistakes of the rows after it, and one more.
  const visitor = { ...ELSEWHERE, 'content-type': 'text/plain' };
  test.each([
    [404, 'unknown path', 'PATCH', '/api/nothing/1/status', '{', { ...visitor, ...HUGE }, false],
    [405, 'wrong method', 'PUT', '/api/contact/99/status', '{', { ...visitor, ...HUGE }, false],
    [413, 'too large', 'PATCH', '/api/contact/99/status', '{', { ...visitor, ...HUGE }, false],
    [401, 'nobody', 'PATCH', '/api/contact/99/status', '{', visitor, false],
    [403, 'from another site', 'PATCH', '/api/contact/99/status', '{', visitor, true],
    [415, 'not JSON by its type', 'PATCH', '/api/contact/99/status', '{', { 'content-type': 'text/plain' }, true],
    [400, 'not JSON', 'PATCH', '/api/contact/99/status', '{', JSON_TYPE, true],
    [400, 'not valid', 'PATCH', '/api/contact/99/status', '{"status":"gone"}', JSON_TYPE, true],
    [404, 'no such request', 'PATCH', '/api/contact/99/status', '{"status":"completed"}', JSON_TYPE, true],
    [409, 'no such step', 'PATCH', '/api/contact/1/status', '{"status":"completed"}', JSON_TYPE, true],
  ] as const)('%i: %s', async (status, _why, method, path, body, headers, isOwner) => {
    const { shop, token } = await openOffice();
    await shop.visitor.quotes.submit(QUOTE);
    const response = await shop.request(method, path, { body, headers: { ...headers }, ...(isOwner && { token }) });
    await refusalOf(response, status);
    expect(shop.db.select().from(contactInquiries).get()?.status).toBe('pending');
  });
});

describe('404', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/contact/',
    '/api/contact/1',
    '/api/contact/1/status/x',
    '/api/admin',
    '/api/%00',
    '/api/%ff',
  ])('returns JSON for %s, never a page', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await openShop().request(method, path, { headers: { accept: 'text/html' } });
      expect((await refusalOf(response, 404)).code).toBe('NOT_FOUND');
    }
  });
});

// tests/fuzz/paths.test.ts tries every method on every path of the REST API.
describe('405', () => {
  test.each([
    ['GET', '/api/upload-image', ['POST']],
    ['PUT', '/api/remove-background', ['POST']],
    ['POST', '/uploads/picture.webp', ['GET', 'HEAD']],
    ['POST', '/documents/packing-slip/1', ['GET']],
    ['POST', '/api/health', ['GET']],
    ['POST', '/api/openapi.json', ['GET']],
    ['PUT', '/trpc/quotes.submit', ['GET', 'POST']],
    ['POST', '/admin', ['GET']],
    ['DELETE', '/', ['GET', 'POST']],
  ])('%s %s lists the allowed methods', async (method, path, methods) => {
    const response = await openShop().request(method, path);
    const allowed = response.headers.get('allow')?.split(/,\s*/);
    await refusalOf(response, 405);
    expect(allowed).toEqual(expect.arrayContaining(methods));
    expect(allowed).not.toContain(method);
  });
});

describe('413', () => {
  test('accepts 256 KiB and not one byte more', async ({ shop }) => {
    await bodyOf(await shop.request('POST', '/api/contact', { body: quoteOf(LIMIT) }), 201);
    await refusalOf(await shop.request('POST', '/api/contact', { body: quoteOf(LIMIT + 1) }), 413);
    expect(shop.rows(contactInquiries)).toHaveLength(1);
  });

  test.each(['/api/contact', '/trpc/quotes.submit'])('%s: rejects a declared length that is too large without reading', async (path) => {
    await refusalOf(await openShop().request('POST', path, { body: QUOTE, headers: HUGE }), 413);
  });

  test.each(['/api/contact', '/trpc/quotes.submit', '/'])(
    '%s: drains the rest of a body without a length, so the connection is not reset',
    async (path) => {
      const { taken, init } = pieces(2 * 1024 * 1024);
      const type = path === '/' ? 'application/x-www-form-urlencoded' : 'application/json';
      const response = await openShop().app.request(`http://shop.test${path}`, {
        ...init,
        headers: { 'content-type': type },
      } as RequestInit);
      expect(response.status).toBe(413);
      expect(taken.bytes).toBe(2 * 1024 * 1024);
    },
  );

  test('stops reading an endless body', async () => {
    const { taken, init } = pieces(1024 ** 3);
    const response = await openShop().app.request('http://shop.test/api/contact', { ...init, headers: JSON_TYPE } as RequestInit);
    await refusalOf(response, 413);
    expect(taken.bytes).toBeLessThan(64 * 1024 ** 2);
  });
});

describe('415 and the content type', () => {
  test.for([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json; charset=utf-16'],
    ['application/jsonp'],
    ['text/json, application/json'],
  ] as const)('rejects %s over REST and tRPC', async ([type], { shop }) => {
    for (const path of ['/api/contact', '/trpc/quotes.submit'])
      expect((await refusalOf(await shop.request('POST', path, { body: QUOTE, headers: { 'content-type': type } }), 415)).code).toBe(
        'UNSUPPORTED_MEDIA_TYPE',
      );
    expect(shop.rows(contactInquiries)).toEqual([]);
  });

  test('rejects a body without a content type', async () => {
    const body = new TextEncoder().encode(JSON.stringify(QUOTE));
    await refusalOf(await openShop().app.request('http://shop.test/api/contact', { method: 'POST', body }), 415);
  });

  test.each(['application/json', 'Application/JSON', 'application/json;charset=utf-8', 'application/json; charset="UTF-8"'])(
    'accepts %s as JSON',
    async (type) => {
      await bodyOf(await openShop().request('POST', '/api/contact', { body: QUOTE, headers: { 'content-type': type } }), 201);
    },
  );

  test('accepts a call without body and content type', async () => {
    const { shop, token } = await openOffice();
    await bodyOf(await shop.request('DELETE', '/api/contact/all', { token }), 200);
    expect((await shop.request('POST', '/api/admin/logout', { token })).status).toBe(204);
  });
});

// tests/fuzz/corpus.test.ts sends malformed bodies to every call.
describe('400 for an unreadable body', () => {
  test('is returned for lists that are nested a hundred thousand times', async ({ shop }) => {
    const good = JSON.stringify(QUOTE);
    for (const body of ['['.repeat(100_000), `${good.slice(0, -1)},"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`])
      expect((await refusalOf(await shop.request('POST', '/api/contact', { body }), 400)).code).toBe('BAD_REQUEST');
    expect(shop.rows(contactInquiries)).toEqual([]);
  });

  test.each(['[]', '"name"', 'null', '1'])('is returned for %s, which is no object', async (body) => {
    const answer = await openShop().app.request('http://shop.test/api/contact', { method: 'POST', headers: JSON_TYPE, body });
    expect((await refusalOf(answer, 400)).message).toBe('The body must be a JSON object.');
  });

  test('treats a missing body as an empty form', async () => {
    expect((await refusalOf(await openShop().request('POST', '/api/contact'), 400)).message).toMatch(/^Missing Information/);
  });
});

test('returns 409 without SQL when the database has the value already', async () => {
  const { shop, call } = await openOffice();
  shop.db.$client.exec('create unique index one_address on contact_inquiries (email)');
  await bodyOf(await call('POST', '/api/contact', QUOTE), 201);
  expect(await refusalOf(await call('POST', '/api/contact', QUOTE), 409)).toEqual({ code: 'CONFLICT', message: 'That already exists.' });
});

describe('500 and 503', () => {
  test('reveals nothing of an unexpected error over REST, tRPC and the form', async ({ shop }) => {
    shop.db.$client.exec('pragma foreign_keys = off; drop table contact_inquiries');
    const sentence = 'Something went wrong. Please try again.';
    expect(await refusalOf(await shop.request('POST', '/api/contact', { body: QUOTE }), 500)).toEqual({
      message: sentence,
      code: 'INTERNAL_SERVER_ERROR',
    });
    const told = await bodyOf<{ error: { message: string } }>(await shop.request('POST', '/trpc/quotes.submit', { body: QUOTE }), 500);
    expect(told.error.message).toBe(sentence);
    expect(JSON.stringify(told)).not.toMatch(/stack|no such table|contact_inquiries/);
    const form = await shop.app.request('http://shop.test/', { method: 'POST', body: new URLSearchParams(QUOTE) });
    expect([form.status, await form.text()]).toEqual([500, expect.not.stringMatching(/no such table|contact_inquiries/)]);
  });

  test('returns 503 with a Retry-After header when storage rejects writes', async ({ shop }) => {
    shop.db.$client.pragma('query_only = on');
    const response = await shop.request('POST', '/api/contact', { body: QUOTE });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await refusalOf(response, 503)).code).toBe('SERVICE_UNAVAILABLE');
    await bodyOf(await shop.request('GET', '/api/products'), 200);
  });
});

describe('GET /api/health', () => {
  test('returns ok while the database responds', async () => {
    expect(await bodyOf(await openShop().request('GET', '/api/health'), 200)).toEqual({ status: 'ok' });
  });

  test('returns 503 when it does not', async ({ shop }) => {
    shop.db.$client.close();
    const response = await shop.request('GET', '/api/health');
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(await response.text()).not.toMatch(/\bok\b|sqlite|connection/i);
  });
});
