import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { company } from '../../src/shared/company';
import { STAFF_PATHS } from '../browser/owner';
import { appOf, openOffice, parsePage, type Shop } from '../support/http';
import { openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

const get = (shop: Shop, path: string, headers: Record<string, string> = {}) => shop.request('GET', path, { headers });
const documentOf = async (response: Response) => parsePage(await response.text());
describe('the landing page', () => {
  test('has title, description, canonical address and social card', async () => {
    const response = await get(openShop(), '/');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = await documentOf(response);
    const meta = (name: string) => page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
    expect(page.documentElement.lang).toMatch(/^en/);
    expect(page.title).toContain(company.name);
    expect(meta('description')?.length).toBeGreaterThan(50);
    expect(meta('viewport')).toContain('width=device-width');
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('http://shop.test/');
    expect(['og:title', 'og:description', 'og:type', 'og:url', 'og:image', 'og:site_name'].map(meta)).toEqual([
      page.title,
      meta('description'),
      'website',
      'http://shop.test/',
      expect.stringMatching(/^http:\/\/shop\.test\/.+\.(png|jpg)$/),
      company.name,
    ]);
    expect(meta('robots')).toBeUndefined();
  });

  test('shows sections, headline and form in the specified order', async () => {
    const page = await documentOf(await get(openShop(), '/'));
    const anchors = [...page.querySelectorAll('section[id]')].map((section) => section.id);
    expect(anchors.filter((id) => ['home', 'services', 'about', 'testimonials', 'contact'].includes(id))).toEqual([
      'home',
      'services',
      'about',
      'testimonials',
      'contact',
    ]);
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    expect(page.querySelector('h1')?.textContent?.replace(/\s+/g, ' ')).toBe('Flawless Cleaning, Every Time');
    for (const words of ['Get Free Quote', 'Our Services', 'Shop Supplies', 'Insured & Bonded', '500+', '5+', 'Kamloops', '24/7'])
      expect(page.body.textContent).toContain(words);
    for (const href of ['/marketplace', '/store', '/company-profile', '/team-login', '/admin', '/appointments'])
      expect(page.querySelector(`header a[href="${href}"]`)).not.toBeNull();
    const form = page.querySelector('form[method=post]');
    for (const name of ['name', 'email', 'phone', 'address', 'serviceType', 'message'])
      expect(form?.querySelector(`[name="${name}"]`)).not.toBeNull();
    const services = [...(form?.querySelectorAll('[name=serviceType] option') ?? [])].map((option) => option.getAttribute('value'));
    expect(services.filter(Boolean)).toEqual(['residential', 'commercial', 'specialty', 'emergency']);
  });

  test('has structured data of the business', async () => {
    const page = await documentOf(await get(openShop(), '/'));
    const scripts = [...page.querySelectorAll('script[type="application/ld+json"]')];
    expect(scripts).toHaveLength(1);
    const data = JSON.parse(scripts[0]?.textContent ?? '');
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'LocalBusiness',
      name: company.name,
      url: 'http://shop.test/',
      email: company.email,
    });
    expect(data.openingHoursSpecification).toEqual([
      expect.objectContaining({ dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '08:00', closes: '22:00' }),
      expect.objectContaining({ dayOfWeek: ['Saturday', 'Sunday'], opens: '09:00', closes: '22:00' }),
    ]);
  });

  test('names the configured address, whatever host was asked', async () => {
    const app = appOf(openShop(), { origin: 'https://clean.example' });
    const page = await documentOf(await app.request('http://evil.example/', { headers: { host: 'evil.example' } }));
    expect(page.documentElement.outerHTML).not.toContain('evil.example');
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://clean.example/');
  });

  test('is revalidated by its tag with 304', async ({ shop }) => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const accept = { 'accept-encoding': encoding };
      const etag = (await get(shop, '/', accept)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const tag of [etag, `"other", ${etag}`]) {
        const again = await get(shop, '/', { ...accept, 'if-none-match': tag });
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      }
      expect((await get(shop, '/', { ...accept, 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  test('is compressed for browsers that accept it', async ({ shop }) => {
    const plain = await (await get(shop, '/')).text();
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0', 'gzip'],
    ] as const) {
      const response = await get(shop, '/', { 'accept-encoding': accepted });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(unpack[encoding](bytes).toString()).toBe(plain);
    }
    const tags = await Promise.all(
      ['', 'br', 'gzip'].map(async (accepted) => (await get(shop, '/', { 'accept-encoding': accepted })).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(3);
    for (const accepted of ['', 'identity', 'deflate'])
      expect((await get(shop, '/', { 'accept-encoding': accepted })).headers.has('content-encoding')).toBe(false);
  });

  test('has the same headers and no body for HEAD', async ({ shop }) => {
    const [head, full] = [await shop.request('HEAD', '/'), await get(shop, '/')];
    expect([head.status, await head.text()]).toEqual([200, '']);
    const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'));
    expect(headersOf(head)).toEqual(headersOf(full));
  });

  test('ignores search parameters other than the thanks', async ({ shop }) => {
    const plain = await (await get(shop, '/')).text();
    expect(await (await get(shop, '/?ref=customer&q=%3Cscript%3Ealert(1)%3C/script%3E')).text()).toBe(plain);
    expect(await (await get(shop, '/?inquiry=%22%3E%3Cscript%3E')).text()).toBe(plain);
    const thanks = await documentOf(await get(shop, '/?inquiry=received'));
    expect(thanks.querySelector('#contact')?.textContent).toContain('Thank you for your inquiry!');
    expect(thanks.querySelector('#contact')?.textContent).toMatch(/24 hours/);
  });
});

describe('a path without a page', () => {
  test.each([
    '/nothing',
    '/nothing/at/all',
    '/%00',
    '/%',
    '/..%2f..%2fetc/passwd',
    '/.env',
    '/.git/config',
    '/index.html',
    '/API/contact',
    '//evil.example',
    '/assets/none.js',
    '/NOWHERE',
    '/store/nowhere',
  ])('%s returns 404 with the documented words', async (path) => {
    const response = await get(openShop(), path);
    expect(response.status).toBe(404);
    const page = await documentOf(response);
    expect(page.title).toBe('Page not found · Sage & Pine Cleaning');
    expect(page.body.textContent).toContain('404 Page Not Found');
    expect(page.body.textContent).toContain('Did you forget to add the page to the router?');
    expect(page.querySelector('link[rel=canonical]')).toBeNull();
    for (const link of ['a[href^="tel:"]', 'a[href^="mailto:"]']) expect(page.querySelector(link)).not.toBeNull();
  });

  test('does not echo the path', async () => {
    const html = await (await get(openShop(), '/%22%3E%3Cscript%3Ealert(77)%3C/script%3E')).text();
    expect(html).not.toContain('alert(77)');
  });
});

describe('search engines', () => {
  test('are kept from the office and the API by robots.txt, which names the sitemap', async () => {
    const response = await get(openShop(), '/robots.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    const lines = (await response.text()).split('\n');
    for (const line of ['User-agent: *', 'Disallow: /api/', 'Disallow: /admin', 'Sitemap: http://shop.test/sitemap.xml'])
      expect(lines).toContain(line);
  });

  test('find only existing public pages in the sitemap', async ({ shop }) => {
    const response = await get(shop, '/sitemap.xml');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/xml/)]);
    const xml = parsePage(await response.text(), 'application/xml');
    const places = [...xml.querySelectorAll('url > loc')].map((place) => place.textContent ?? '');
    expect(places).toContain('http://shop.test/');
    for (const place of places) {
      const url = new URL(place);
      expect(url.origin).toBe('http://shop.test');
      expect(url.pathname).not.toMatch(/^\/(admin|team|dispatch|invoices|receipts|inventory|api)/);
      expect((await get(shop, url.pathname)).status).toBe(200);
    }
  });
});

describe('the staff side', () => {
  const PATHS = ['/admin', '/team-login', ...STAFF_PATHS];

  test.each(PATHS)('%s is an empty frame without data, not indexed', async (path) => {
    const { shop, cookie } = await openOffice();
    await shop.visitor.quotes.submit({ ...QUOTE, name: 'Somebody Private' });
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    for (const proof of [{}, { headers: { cookie } }]) {
      const response = await shop.request('GET', path, proof);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const html = await response.text();
      const robots = parsePage(html).querySelector('meta[name=robots]')?.getAttribute('content');
      expect(response.headers.get('x-robots-tag') ?? robots).toMatch(/noindex/);
      for (const secret of ['Somebody Private', QUOTE.email, QUOTE.phone, cookie.split(/[=;]/)[1] ?? '', 'WO-'])
        expect(html).not.toContain(secret);
    }
  });

  test('sets the dark scheme in the head, which public pages and the page of unknown paths do not', async ({ shop }) => {
    const hasScheme = async (path: string) => (await (await get(shop, path)).text()).includes('prefers-color-scheme');
    expect(await Promise.all(['/admin', '/team-login', '/', '/store', '/facebook-cover', '/nothing'].map(hasScheme))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
