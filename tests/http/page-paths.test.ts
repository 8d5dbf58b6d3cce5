import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { PublicAnswer, PublicAnswers } from '../../src/server/http/answers/public-answers';
import { localPath } from '../../src/server/http/pages';
import type { Shop } from '../support/http';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

const get = (shop: Shop, path: string, headers: Record<string, string> = {}) => shop.request('GET', path, { headers });

describe('another spelling of a path', () => {
  test.for([
    ['/admin/', '/admin'],
    ['/ADMIN/', '/admin'],
    ['/admin//', '/admin'],
    ['/admin%2F', '/admin'],
    ['/dispatch/?order=7&tab=notes', '/dispatch?order=7&tab=notes'],
    ['//', '/'],
    ['/ADMIN?a=b', '/admin?a=b'],
    ['/Admin?a=b', '/admin?a=b'],
    ['/%41dmin?a=b', '/admin?a=b'],
    ['/admin/?a=b', '/admin?a=b'],
    ['/STORE', '/store'],
    ['/Company-Profile', '/company-profile'],
    ['/Store?category=tools', '/store?category=tools'],
  ] as const)('%s redirects to %s, uncached', async ([path, location], { shop }) => {
    for (const _ of ['first', 'again']) {
      const response = await get(shop, path);
      expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
        308,
        location,
        'no-store',
      ]);
    }
  });

  test.each([
    '//evil.example/',
    '//evil/',
    '///evil/admin/',
    '/%2F%2Fevil.example/',
    '/%2Fevil/',
    '/%5C%5Cevil/',
    '/\\\\evil/',
    '/%09/evil/',
    '//admin/',
    '/nothing/',
  ])('%s redirects nowhere', async (path) => {
    const response = await get(openShop(), path);
    expect([response.status, response.headers.get('location')]).toEqual([404, null]);
  });

  test.each([
    ['/admin', '/admin'],
    ['//evil.example/admin?a=b', '/admin?a=b'],
    ['https://evil.example/admin', '/admin'],
    ['/\\\\evil.example', '/'],
    ['http://localhost//evil.example/', '/evil.example/'],
    ['javascript:alert(1)', '/alert(1)'],
  ])('a redirect to %s stays on this site as %s', (location, path) => expect(localPath(location)).toBe(path));

  test('with escaped letters is the same page', async ({ shop }) => {
    expect((await get(shop, '/adm%69n')).headers.get('etag')).toBe((await get(shop, '/admin')).headers.get('etag'));
  });

  test("may be lower-cased, since only customers' pages have variable parts in their address", () => {
    const varying = readdirSync(path.resolve(import.meta.dirname, '../../src/client/routes')).filter((name) => name.includes('$'));
    expect(varying.sort()).toEqual([
      '_field.team-member-dashboard.$id.tsx',
      'manage.$token.tsx',
      'my.$.tsx',
      'order-confirmation.$id.tsx',
      'quote.$token.tsx',
      'visit.$token.tsx',
      'waitlist.$token.tsx',
    ]);
  });
});

describe('the page cache', () => {
  const ADDRESS = { 'x-forwarded-for': '203.0.113.7' };
  const statusesOf = async (shop: Shop, paths: string[]) => {
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await get(shop, path, ADDRESS)).status);
    return statuses;
  };
  const words = (count: number, name: string) => Array.from({ length: count }, (_, index) => `/${name}-${index}`);

  test('counts a page as a read of the visitor only when it must be rendered', async () => {
    const shop = openShop({ isLimited: true });
    await get(shop, '/');
    await get(shop, '/admin');
    expect(new Set(await statusesOf(shop, Array(299).fill('/api/offers/none')))).toEqual(new Set([404]));
    expect(await statusesOf(shop, ['/terms'])).toEqual([200]);
    const refused = await get(shop, '/privacy', ADDRESS);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await statusesOf(shop, ['/', '/admin', '/ADMIN', '/adm%69n', '/terms', '/nothing'])).toEqual([200, 200, 308, 200, 200, 404]);
    expect((await get(shop, '/privacy', { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200);
  });

  test('shares one page for all unknown paths, rendered once and counted for no visitor', async () => {
    const shop = openShop({ isLimited: true });
    const first = await get(shop, '/nothing', ADDRESS);
    const paths = [...words(400, 'none'), '/store/none', '/wp-login.php', '/.env', '/a//b', `/${'a'.repeat(300)}`];
    const answers: Response[] = [];
    for (const path of paths) answers.push(await get(shop, path, ADDRESS));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ headers }) => headers.get('etag')))).toEqual(new Set([first.headers.get('etag')]));
  });

  test('drops the least recently used page first, never the landing page and the 404 page', async ({ shop }) => {
    const answers = new PublicAnswers(shop.ctx);
    const keep = (path: string, status = 200) => {
      const make = async () => new PublicAnswer(status, {}, path);
      void answers.make('settings', path, make, () => true);
    };
    const kept = (paths: string[]) => paths.filter((path) => answers.find('settings', path) !== undefined);
    kept(['/']);
    for (const [path, status] of [['/', 200], ['/404', 404], ...words(198, 'page').map((path) => [path, 200])] as [string, number][])
      keep(path, status);
    expect(kept(['/page-0'])).toEqual(['/page-0']);
    keep('/one-more');
    expect(kept(['/', '/404', '/page-0', '/page-1', '/page-2', '/one-more'])).toEqual(['/', '/404', '/page-0', '/page-2', '/one-more']);
    for (const path of words(500, 'other')) keep(path);
    expect(kept(['/', '/404', '/page-0', '/other-301', '/other-302', '/other-499'])).toEqual(['/', '/404', '/other-302', '/other-499']);
    shop.clock.advance(1440);
    expect(kept(['/'])).toEqual([]);
  });

  test('renders a page anew on the next business day', async ({ shop }) => {
    const today = await (await get(shop, '/company-profile')).text();
    expect(await (await get(shop, '/company-profile')).text()).toBe(today);
    shop.clock.advance(1440);
    // The profile names the day on which it is printed.
    expect(await (await get(shop, '/company-profile')).text()).not.toBe(today);
  });
});
