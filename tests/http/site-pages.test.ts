import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { products } from '../../db/schema';
import { seedCatalogue } from '../../db/seed';
import { company } from '../../src/shared/company';
import { SERVICE_PACKAGES } from '../../src/shared/packages';
import { parsePage, type Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';
import { ORDER } from '../support/storefront';

const get = (shop: Shop, path: string, headers: Record<string, string> = {}) => shop.request('GET', path, { headers });
const textOf = async (shop: Shop, path: string) => parsePage(await (await get(shop, path)).text()).body.textContent ?? '';

describe('the public pages', () => {
  test.each([
    ['/store', 'Supply Store'],
    ['/marketplace', 'Marketplace'],
    ['/checkout', 'Checkout'],
    ['/appointments', 'Book Your Appointment'],
    ['/company-profile', 'Company Profile'],
    ['/facebook-cover', 'Facebook'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
  ])('%s is rendered on the server with one heading, a title, a description and one address', async (path, word) => {
    const response = await get(openShop(), path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = parsePage(await response.text());
    expect([...page.querySelectorAll('h1')].map((heading) => heading.textContent)).toHaveLength(1);
    expect(page.title).toContain(word);
    expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toMatch(/.{30,}/);
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`http://shop.test${path}`);
    expect(page.documentElement.lang).toBe('en-CA');
    for (const href of [company.phone.href, `mailto:${company.email}`])
      expect(page.querySelector(`body > footer a[href="${href}"]`)).not.toBeNull();
  });

  test('are in the sitemap if searches should find them', async () => {
    const places = parsePage(await (await get(openShop(), '/sitemap.xml')).text(), 'application/xml').querySelectorAll('loc');
    expect([...places].map((place) => place.textContent)).toEqual(
      ['/', '/store', '/marketplace', '/appointments', '/company-profile', '/privacy', '/terms'].map((path) => `http://shop.test${path}`),
    );
  });
});

describe("the pages of the owner's own text", () => {
  test.for([
    ['/privacy', ['PIPA', 'PIPEDA', 'CASL', 'six years', 'Stripe', 'your messages and ratings', 'one-way hash of your network address']],
    ['/terms', ['Pacific time', 'British Columbia']],
  ] as const)('%s starts with a text that names the company, and every footer links to it', async ([path, words], { shop }) => {
    const text = await textOf(shop, path);
    for (const word of [...words, company.name, company.email, company.phone.display]) expect(text).toContain(word);
    const landing = parsePage(await (await get(shop, '/')).text());
    expect(landing.querySelector(`footer a[href="${path}"]`)).not.toBeNull();
    expect((await shop.admin.settings.get())[path === '/privacy' ? 'privacy' : 'terms'].isReviewed).toBe(false);
  });

  test('change when the owner saves them, with headings, lists and the day', async () => {
    const shop = openShop({ now: '2026-11-20T20:00:00Z' });
    expect(await textOf(shop, '/privacy')).not.toContain('Last updated');
    await shop.admin.settings.save({ privacy: { text: 'We <b>ask</b>.\n\n# Our rule\n- One\n- Two', isReviewed: true } });
    const page = parsePage(await (await get(shop, '/privacy')).text());
    const article = page.querySelector('article');
    expect([...(article?.children ?? [])].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['P', 'We <b>ask</b>.'],
      ['H2', 'Our rule'],
      ['UL', 'OneTwo'],
    ]);
    expect(page.querySelector('main')?.textContent).toContain('Last updated Friday, November 20, 2026');
    expect(await textOf(shop, '/terms')).not.toContain('Last updated');
  });

  test('name the company by its settings', async ({ shop }) => {
    const { company: facts } = await shop.admin.settings.get();
    await shop.admin.settings.save({ company: { ...facts, name: 'Bright Rooms', email: 'hi@bright.example' } });
    const text = await textOf(shop, '/privacy');
    expect(text).toContain('hi@bright.example');
    expect(text).not.toContain(company.name);
  });

  test.each([
    ['', 'privacy.text'],
    ['a'.repeat(30_001), 'privacy.text'],
  ])('reject an empty or too long text', async (text, path) => {
    const refused = await openShop()
      .admin.settings.save({ privacy: { text, isReviewed: false } })
      .catch((error: { cause: { issues: { path: (string | number)[] }[] } }) => error.cause.issues[0]?.path.join('.'));
    expect(refused).toBe(path);
  });
});

describe('pages that show products', () => {
  test.for(['/store', '/marketplace'])('%s shows active products without internal fields', async (path, { shop }) => {
    insertRow(shop.db, 'products', { name: 'Squeegee', supplier_name: 'Secret Supplier' });
    insertRow(shop.db, 'products', { name: 'Retired broom', is_active: 0 });
    const html = await (await get(shop, path)).text();
    expect(html).toContain('Squeegee');
    expect(html).not.toMatch(/Retired broom|Secret Supplier|costPrice|reorderLevel|1090|10\.90/);
  });

  test.for(['/store', '/marketplace'])('%s is cached until stock or settings change', async (path, { shop }) => {
    insertRow(shop.db, 'products', { name: 'Squeegee', stock_quantity: 3 });
    const tagOf = async () => (await get(shop, path)).headers.get('etag');
    const first = await tagOf();
    expect(await tagOf()).toBe(first);
    expect(await textOf(shop, path)).toContain('3 in stock');
    await shop.visitor.store.placeOrder({ ...ORDER, items: [{ productId: 1, quantity: 1 }] });
    expect(await textOf(shop, path)).toContain('2 in stock');
    const second = await tagOf();
    await shop.admin.settings.save({ taxRule: 'checkout-12', showSampleRatings: false });
    expect(await tagOf()).not.toBe(second);
  });

  test('has a page for each category, and shows everything for an unknown one', async ({ shop }) => {
    insertRow(shop.db, 'products', { name: 'Squeegee', category: 'Tools' });
    insertRow(shop.db, 'products', { name: 'Bleach', category: 'Disinfectants' });
    const has = async (path: string) => {
      const text = await textOf(shop, path);
      return [text.includes('Squeegee'), text.includes('Bleach')];
    };
    expect(await has('/store?category=tools')).toEqual([true, false]);
    expect(await has('/store?category=chemicals')).toEqual([false, true]);
    expect(await has('/store?category=all')).toEqual([true, true]);
    expect(await has('/store?category=nothing')).toEqual([true, true]);
  });
});

describe('the page of an order', () => {
  const placed = async (shop: Shop) => {
    insertRow(shop.db, 'products', { name: 'Squeegee', stock_quantity: 3 });
    return shop.visitor.store.placeOrder({ ...ORDER, items: [{ productId: 1, quantity: 2 }] });
  };

  test('is shown by its id, uncached and not indexed', async ({ shop }) => {
    const { id, orderNumber } = await placed(shop);
    const response = await get(shop, `/order-confirmation/${id}`);
    expect(response.status).toBe(200);
    expect(
      Object.fromEntries(['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => [name, response.headers.get(name)])),
    ).toEqual({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    const text = parsePage(await response.text()).body.textContent ?? '';
    for (const word of [orderNumber, 'Squeegee', '$39.90', '$4.79', '$44.69']) expect(text).toContain(word);
    expect(text).not.toContain('maria@example.com');
    for (const word of [company.phone.display, company.email]) expect(text).toContain(word);
  });

  test('is missing for another id, in the documented words', async ({ shop }) => {
    const { id } = await placed(shop);
    const swapped = id.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
    for (const other of ['1', 'ORD-0001', swapped, 'a'.repeat(22)]) {
      const response = await get(shop, `/order-confirmation/${other}`);
      const text = parsePage(await response.text()).body.textContent ?? '';
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(text).toContain('Order Not Found');
      expect(text).toContain("We couldn't find this order. Please check your order number.");
    }
  });

  test('cannot be guessed: after thirty misses the address waits, and others do not', async () => {
    const shop = openShop({ isLimited: true });
    const { id } = await placed(shop);
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let miss = 0; miss < 30; miss++)
      expect((await get(shop, `/api/orders/${String(miss).padStart(22, 'x')}`, from('203.0.113.7'))).status).toBe(404);
    const refused = await get(shop, `/api/orders/${id}`, from('203.0.113.7'));
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await get(shop, `/api/orders/${id}`, from('203.0.113.8'))).status).toBe(200);
  });
});

function openMarketplace() {
  const shop = openShop();
  seedCatalogue(shop.db, shop.clock.now());
  const page = async (search = '') => parsePage(await (await get(shop, `/marketplace${search}`)).text());
  return { shop, page };
}
const headings = (page: Document) => [...page.querySelectorAll('[role=tabpanel] h3')].map((heading) => heading.textContent);

describe('the server-rendered marketplace', () => {
  test('starts with the products by name, each with all its details', async () => {
    const page = await openMarketplace().page();
    expect(page.querySelector('h1')?.textContent).toBe('Marketplace');
    expect(page.querySelector('[role=tab][aria-selected=true]')?.textContent).toBe('Products');
    const shown = headings(page);
    expect(shown).toHaveLength(24);
    expect(shown).toEqual([...shown].sort((a, b) => (a ?? '').toLowerCase().localeCompare((b ?? '').toLowerCase(), 'en')));
    expect(page.querySelector('[role=tabpanel] li')?.textContent).toMatch(/Detergents.*4\.5.*12 reviews.*\$14\.99.*64 in stock/s);
    expect(page.querySelector('[role=tabpanel] img')?.getAttribute('src')).toBe('/products/all-purpose-concentrate.svg');
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('http://shop.test/marketplace');
  });

  test('shows services under their own address and products under any other', async () => {
    const { page } = openMarketplace();
    expect(headings(await page('?tab=services'))).toEqual([...SERVICE_PACKAGES.map(({ name }) => name), 'Need a Custom Service?']);
    for (const search of ['?tab=other', '?search=mop', '?tab=services&tab=products', '?details=3'])
      expect((await page(search)).querySelectorAll('[role=tabpanel]')).toHaveLength(1);
    expect(headings(await page('?search=mop'))).toHaveLength(24);
  });

  test('hides sample ratings when the owner turns them off, and keeps real ones', async () => {
    const { shop, page } = openMarketplace();
    shop.db.update(products).set({ rating: 3.7, reviews: 9 }).where(eq(products.id, 1)).run();
    const ratings = async () =>
      [...(await page()).querySelectorAll('[role=tabpanel] li')].flatMap((card) => card.textContent?.match(/Rated ([\d.]+)/)?.[1] ?? []);
    expect(await ratings()).toEqual(['3.7', ...Array<string>(23).fill('4.5')]);
    await shop.admin.settings.save({ showSampleRatings: false });
    expect(await ratings()).toEqual(['3.7']);
  });

  test('renders without products', async () => {
    const page = parsePage(await (await get(openShop(), '/marketplace')).text());
    expect(page.body.textContent).toContain('No products found matching your criteria.');
  });
});
