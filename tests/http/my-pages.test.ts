import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { clientLinks, sessions } from '../../db/schema';
import { appOf, parsePage } from '../support/http';
import { openClientSession, requestSignIn, signInWith } from '../support/portal';
import { openShop, type Shop } from '../support/shop';

const MARIA = { name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St, Kamloops' };
const PAGES = ['/my', '/my/choose'];

async function openWithClient() {
  const shop = openShop();
  await shop.admin.clients.create(MARIA);
  return { shop, cookie: openClientSession(shop, 1) };
}
const get = (shop: Shop, path: string, headers: Record<string, string> = {}) => shop.request('GET', path, { headers });
const read = async (answer: Response) => parsePage(await answer.text());

describe('the page of a sign-in link', () => {
  test.each(['GET', 'HEAD'])('%s sets no cookie and uses nothing up', async (method) => {
    const { shop } = await openWithClient();
    const token = await requestSignIn(shop, MARIA.email);
    for (let count = 0; count < 3; count++) {
      const page = await shop.request(method, `/my/open/${token}`);
      expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    }
    expect(shop.rows(clientLinks)).toMatchObject([{ usedAt: null }]);
    expect((await signInWith(shop, token)).clients).toHaveLength(1);
  });

  test('has one button and no personal data', async () => {
    const { shop } = await openWithClient();
    const page = await read(await get(shop, `/my/open/${await requestSignIn(shop, MARIA.email)}`));
    expect([...page.querySelectorAll('main button')].map(({ textContent }) => textContent)).toEqual(['Open my page']);
    expect(page.body.textContent).not.toContain('Maria');
  });

  test('is the same for a link that nobody was sent', async () => {
    const page = await get(openShop(), `/my/open/${'x'.repeat(43)}`);
    expect(page.status).toBe(200);
    expect((await read(page)).querySelector('main button')?.textContent).toBe('Open my page');
  });

  test('is logged without the token', async () => {
    const { shop } = await openWithClient();
    const lines: string[] = [];
    const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
    const token = await requestSignIn(shop, MARIA.email);
    const app = appOf(shop, { log });
    await app.request(`http://shop.test/my/open/${token}`);
    await app.request('http://shop.test/MY/');
    expect(lines.filter((line) => line.includes('"evt":"request"')).map((line) => JSON.parse(line).path)).toEqual([
      '/my/open/{key}',
      '/my',
    ]);
    expect(lines.join()).not.toContain(token);
  });
});

describe('the pages of a client', () => {
  test.each([...PAGES, '/my/open/abc'])('%s is never cached, not indexed, and sends no referrer', async (path) => {
    const { shop, cookie } = await openWithClient();
    for (const sent of ['', cookie]) {
      const page = await get(shop, path, { cookie: sent });
      const names = ['cache-control', 'x-robots-tag', 'referrer-policy'];
      expect(names.map((name) => page.headers.get(name))).toEqual(['no-store', 'noindex', 'no-referrer']);
      expect(page.headers.getSetCookie()).toEqual([]);
    }
  });

  test('ask a visitor for the e-mail address, in every spelling of the address', async () => {
    for (const path of ['/my', '/MY', '/my/', '/my?x=1']) {
      const page = await read(await get(openShop(), path));
      expect(page.querySelector('main form input[type=email]')?.getAttribute('autocomplete')).toBe('email');
      expect(page.querySelector('main form button')?.textContent).toBe('Sign in');
    }
  });

  test('show the client to nobody but the client', async () => {
    const { shop, cookie } = await openWithClient();
    await shop.admin.clients.create({ ...MARIA, name: 'Nora Berg', email: 'nora@example.com', phone: '(250) 555-0144' });
    const other = openClientSession(shop, 2);
    const { token } = await shop.logIn();
    const text = async (headers: Record<string, string>) => (await read(await get(shop, '/my', headers))).body.textContent;
    for (let round = 0; round < 2; round++) {
      expect(await text({ cookie })).toContain('Maria');
      for (const sent of ['', other]) expect(await text({ cookie: sent })).not.toContain('Maria');
      expect(await text({ authorization: `Bearer ${token}` })).not.toContain('Maria');
    }
  });

  test('ask for the e-mail address again once the session has ended', async () => {
    const { shop, cookie } = await openWithClient();
    expect((await read(await get(shop, '/my', { cookie }))).querySelector('main input[type=email]')).toBeNull();
    await shop.admin.clients.endPortalSessions({ id: 1 });
    expect((await read(await get(shop, '/my', { cookie }))).querySelector('main input[type=email]')).not.toBeNull();
  });

  test('ask which of several clients, and lead to the page once one is chosen', async () => {
    const { shop } = await openWithClient();
    await shop.admin.clients.create({ ...MARIA, name: 'Clinic Santos', phone: '(250) 555-0199' });
    const { cookie } = await signInWith(shop, await requestSignIn(shop, MARIA.email));
    for (const path of PAGES) {
      const page = await read(await get(shop, path, { cookie }));
      expect([...page.querySelectorAll('main button')].map(({ textContent }) => textContent)).toEqual(['Maria Santos', 'Clinic Santos']);
    }
    await shop.request('POST', '/trpc/portal.choose', { body: { clientId: 2 }, headers: { cookie } });
    const chosen = await get(shop, '/my/choose', { cookie });
    expect([chosen.status, chosen.headers.get('location'), chosen.headers.get('cache-control')]).toEqual([303, '/my', 'no-store']);
    expect(shop.rows(sessions).map(({ subjectId }) => subjectId)).toContain(2);
  });
});

test('each page of a client has a title of its own', async () => {
  const { shop, cookie } = await openWithClient();
  const titles = [];
  for (const path of ['/my', '/my/visits', '/my/invoices', '/my/messages', '/my/details'])
    titles.push((await read(await get(shop, path, { cookie }))).title.split(' · ').slice(0, -1).join(' · '));
  expect(titles).toEqual(['My Page', 'Visits · My Page', 'Invoices · My Page', 'Messages · My Page', 'Details · My Page']);
});
