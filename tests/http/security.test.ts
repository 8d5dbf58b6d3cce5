import { describe, expect } from 'vitest';
import { contactInquiries } from '../../db/schema';
import { setAdminPassword } from '../../src/server/session/service';
import { appOf, bodyOf, openOffice, refusalOf, type Shop } from '../support/http';
import { ADMIN, openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

const ORIGIN = 'http://shop.test';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const form = new URLSearchParams(QUOTE).toString();
const requests = (shop: Shop) => shop.rows(contactInquiries).length;

describe('a write that another site caused', () => {
  const sources: [what: string, headers: Record<string, string>, isTaken: boolean][] = [
    ['a program that tells neither', {}, true],
    ['this site, in a new browser', { 'sec-fetch-site': 'same-origin', origin: ORIGIN }, true],
    ['this site, in an old browser', { origin: ORIGIN }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    ['another site, in an old browser', { origin: 'https://evil.example' }, false],
    ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }, false],
    ['another site that hides', { 'sec-fetch-site': 'cross-site' }, false],
    ['a frame in a sandbox', { origin: 'null' }, false],
    ['a neighbour on the same domain', { 'sec-fetch-site': 'same-site', origin: 'http://evil.shop.test' }, false],
    ['the same name over another scheme', { origin: 'https://shop.test' }, false],
    ['the same name on another port', { origin: 'http://shop.test:8080' }, false],
    ['a name that begins like ours', { origin: 'http://shop.test.evil.example' }, false],
  ];

  test.for(sources)('%s, over REST, tRPC and the form', async ([_what, headers, isTaken], { shop }) => {
    const rest = await shop.request('POST', '/api/contact', { body: QUOTE, headers });
    const trpc = await shop.request('POST', '/trpc/quotes.submit', { body: QUOTE, headers });
    const page = await shop.request('POST', '/', { body: form, headers: { ...FORM, ...headers } });
    expect([rest.status, trpc.status, page.status]).toEqual(isTaken ? [201, 200, 303] : [403, 403, 403]);
    expect(requests(shop)).toBe(isTaken ? 3 : 0);
    if (!isTaken) expect((await refusalOf(rest, 403)).code).toBe('FORBIDDEN');
  });

  test("is rejected with the owner's cookie and any body", async () => {
    const { shop, cookie } = await openOffice();
    await shop.visitor.quotes.submit(QUOTE);
    const headers = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/api/contact/all', '/api/admin/logout']) {
      const method = path.endsWith('all') ? 'DELETE' : 'POST';
      await refusalOf(await shop.request(method, path, { headers }), 403);
      await refusalOf(await shop.request(method, path, { headers: { ...headers, ...FORM }, body: 'a=b' }), 403);
    }
    expect((await shop.request('POST', '/trpc/quotes.deleteAll', { headers, body: {} })).status).toBe(403);
    for (const type of ['multipart/form-data; boundary=x', 'text/plain', FORM['content-type']])
      expect([403, 415]).toContain(
        (await shop.request('POST', '/trpc/quotes.deleteAll', { headers: { cookie, 'content-type': type }, body: '' })).status,
      );
    expect(requests(shop)).toBe(1);
    await bodyOf(await shop.request('GET', '/api/contact', { headers: { cookie } }), 200);
  });

  test('leaves reading allowed', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/', '/api/products', '/api/health']) expect((await openShop().request('GET', path, { headers })).status).toBe(200);
  });

  test('is recognized by the requested host when no origin is configured', async () => {
    const app = appOf(openShop(), { isOriginConfigured: false, origin: 'http://127.0.0.1:3000' });
    const ask = (origin: string) =>
      app.request('http://localhost:3000/api/contact', {
        method: 'POST',
        headers: { 'content-type': 'application/json', host: 'localhost:3000', origin },
        body: JSON.stringify(QUOTE),
      });
    expect((await ask('http://localhost:3000')).status).toBe(201);
    expect((await ask('http://evil.example')).status).toBe(403);
  });
});

describe('the headers of every answer', () => {
  const calls: [what: string, method: string, path: string, more?: Parameters<Shop['request']>[2]][] = [
    ['the landing page', 'GET', '/'],
    ['the landing page by HEAD', 'HEAD', '/'],
    ['a page that does not exist', 'GET', '/nothing-here'],
    ['a staff page', 'GET', '/admin'],
    ['robots.txt', 'GET', '/robots.txt'],
    ['the sitemap', 'GET', '/sitemap.xml'],
    ['a thank-you redirect', 'POST', '/', { body: form, headers: FORM }],
    ['a form sent back', 'POST', '/', { body: 'name=', headers: FORM }],
    ['a method no page has', 'DELETE', '/store'],
    ['a call', 'GET', '/api/products'],
    ['health', 'GET', '/api/health'],
    ['a call that does not exist', 'GET', '/api/nothing'],
    ['a wrong method', 'PUT', '/api/contact'],
    ['a wrong body', 'POST', '/api/contact', { body: '{' }],
    ['a body too large', 'POST', '/api/contact', { body: `{"a":"${'x'.repeat(300_000)}"}` }],
    ['a call without a session', 'GET', '/api/clients'],
    ['a call from elsewhere', 'POST', '/api/contact', { body: QUOTE, headers: { origin: 'https://evil.example' } }],
    ['a wrong login', 'POST', '/api/admin/login', { body: { username: 'a', password: 'b' } }],
    ['a tRPC call', 'GET', '/trpc/store.listProducts?input=%7B%7D'],
    ['a refused tRPC call', 'GET', '/trpc/quotes.list?input=%7B%7D'],
    ['a tRPC call of the wrong type', 'POST', '/trpc/quotes.submit', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ];

  test.for(calls)('%s', async ([_what, method, path, more], { shop }) => {
    const { headers } = await shop.request(method, path, more);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin|strict-origin)/),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('access-control-allow-origin')).toBe(false);
    if (/^\/(api|trpc)\//.test(path)) {
      expect(headers.get('cache-control')).toBe(/products/i.test(path) ? 'no-cache' : 'no-store');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  test.each(calls)('include HSTS over https: %s', async (_what, method, path, more) => {
    const app = appOf(openShop(), { origin: 'https://shop.test' });
    const body = more?.body === undefined ? undefined : typeof more.body === 'string' ? more.body : JSON.stringify(more.body);
    const { headers } = await app.request(`https://shop.test${path}`, {
      method,
      body,
      headers: { 'content-type': 'application/json', ...more?.headers },
    });
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000\b/);
  });

  test('are sent with errors too', async ({ shop }) => {
    shop.db.$client.exec('pragma foreign_keys = off; drop table contact_inquiries');
    const response = await shop.request('POST', '/api/contact', { body: QUOTE });
    expect([response.status, response.headers.get('x-content-type-options'), response.headers.get('cache-control')]).toEqual([
      500,
      'nosniff',
      'no-store',
    ]);
  });
});

describe('the cookies of a login', () => {
  const cookiesOf = async (origin: string) => {
    const shop = openShop();
    await setAdminPassword(shop.ctx, ADMIN.username, ADMIN.password);
    const app = appOf(shop, { origin });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) };
    const lines = (await app.request(`${origin}/api/admin/login`, init)).headers.getSetCookie();
    return { app, lines, parts: lines.map((line) => line.split('; ')) };
  };

  test('over http: HttpOnly, SameSite=Strict, whole site, 30 minutes', async () => {
    const { parts } = await cookiesOf(ORIGIN);
    const [session = [], device = []] = parts;
    expect(session[0]).toMatch(/^tidyline-admin=[\w-]{43}$/);
    expect(session.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Strict']);
    expect(device[0]).toMatch(/^tidyline-device=[\w-]{43}$/);
    expect(device).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Strict']));
  });

  test('over https: Secure, and bound to this host by their names', async () => {
    const { app, lines, parts } = await cookiesOf('https://shop.test');
    expect(parts).toHaveLength(2);
    for (const part of parts) {
      expect(part[0]).toMatch(/^__Host-tidyline-/);
      expect(part).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']));
      expect(part.join()).not.toMatch(/domain=/i);
    }
    const cookie = lines[0]?.split(';')[0] ?? '';
    expect((await app.request('https://shop.test/api/contact', { headers: { cookie } })).status).toBe(200);
    const plain = cookie.replace('__Host-', '');
    expect((await app.request('https://shop.test/api/contact', { headers: { cookie: plain } })).status).toBe(401);
  });
});

describe('a bearer token bound to its cookie (ADMIN_SESSION_BINDING=strict)', () => {
  test('opens the office with its own cookie only, and the cookie alone does too', async () => {
    const { shop, token, cookie } = await openOffice();
    const other = cookie.replace(/=.*/, `=${'x'.repeat(43)}`);
    /** Returns the status of a call of the office. The readiness call must agree: it shows its checks to the same callers. */
    const statusOf = async (isSessionBound: boolean, headers: Record<string, string>) => {
      const app = appOf(shop, { isSessionBound });
      const { status } = await app.request(`${ORIGIN}/api/contact`, { headers });
      const ready: object = await (await app.request(`${ORIGIN}/api/ready`, { headers })).json();
      expect('checks' in ready).toBe(status === 200);
      return status;
    };
    const authorization = `Bearer ${token}`;
    expect(await statusOf(false, { authorization })).toBe(200);
    expect(await statusOf(true, { authorization })).toBe(401);
    expect(await statusOf(true, { authorization, cookie: other })).toBe(401);
    expect(await statusOf(true, { authorization, cookie })).toBe(200);
    expect(await statusOf(true, { cookie })).toBe(200);
  });
});
