import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { products } from '../../db/schema';
import { seedCatalogue } from '../../db/seed';
import { SERVICE_PACKAGES } from '../../src/shared/packages';
import { parsePage } from '../support/http';
import { openShop } from '../support/shop';

function openStocked() {
  const shop = openShop();
  seedCatalogue(shop.db, shop.clock.now());
  const page = async (search = '') => parsePage(await (await shop.request('GET', `/marketplace${search}`)).text());
  return { shop, page };
}
const headings = (page: Document) => [...page.querySelectorAll('[role=tabpanel] h3')].map((heading) => heading.textContent);

describe('the server-rendered marketplace', () => {
  test('starts with the products by name, each with all its details', async () => {
    const page = await openStocked().page();
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
    const { page } = openStocked();
    expect(headings(await page('?tab=services'))).toEqual([...SERVICE_PACKAGES.map(({ name }) => name), 'Need a Custom Service?']);
    for (const search of ['?tab=other', '?search=mop', '?tab=services&tab=products', '?details=3'])
      expect((await page(search)).querySelectorAll('[role=tabpanel]')).toHaveLength(1);
    expect(headings(await page('?search=mop'))).toHaveLength(24);
  });

  test('hides sample ratings when the owner turns them off, and keeps real ones', async () => {
    const { shop, page } = openStocked();
    shop.db.update(products).set({ rating: 3.7, reviews: 9 }).where(eq(products.id, 1)).run();
    const ratings = async () =>
      [...(await page()).querySelectorAll('[role=tabpanel] li')].flatMap((card) => card.textContent?.match(/Rated ([\d.]+)/)?.[1] ?? []);
    expect(await ratings()).toEqual(['3.7', ...Array<string>(23).fill('4.5')]);
    await shop.admin.settings.save({ showSampleRatings: false });
    expect(await ratings()).toEqual(['3.7']);
  });

  test('renders without products', async () => {
    const page = parsePage(await (await openShop().request('GET', '/marketplace')).text());
    expect(page.body.textContent).toContain('No products found matching your criteria.');
  });
});
