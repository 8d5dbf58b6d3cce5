import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRODUCT_SORTS } from '../../src/shared/store-options';
import type { Shop } from '../support/http';
import { openShop } from '../support/shop';
import { openStore, shelve } from '../support/storefront';

type Browse = Parameters<Shop['visitor']['store']['browse']>[0];
const browse = async (shop: Shop, input: Browse = {}) => (await shop.visitor.store.browse(input)).rows;
const namesOf = async (shop: Shop, input: Browse = {}) => (await browse(shop, input)).map(({ name }) => name);
/** Every page of a filter, each of so many. */
async function pagesOf(shop: Shop, input: Browse, limit: number): Promise<number[]> {
  const seen: number[] = [];
  for (let cursor: number | null = null, pages = 0; pages < 100; pages++) {
    const page: Awaited<ReturnType<Shop['visitor']['store']['browse']>> = await shop.visitor.store.browse({ ...input, limit, cursor });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) return seen;
  }
  throw new Error('The pages do not end.');
}

describe('the catalogue', () => {
  test('returns active products with public columns and tax flags, also to the owner', async () => {
    const shop = openStore();
    const rows = await browse(shop);
    expect(rows.map(({ name }) => name)).toEqual(['Soap', 'Squeegee', 'Towels']);
    expect(rows[1]).toEqual({
      id: 1,
      name: 'Squeegee',
      description: null,
      price: '19.95',
      category: 'Tools',
      imageUrl: null,
      stockQuantity: 3,
      rating: null,
      reviews: null,
      isHstTaxable: true,
      isPstTaxable: true,
    });
    expect((await shop.admin.store.browse({})).rows).toEqual(rows);
  });

  test.each([
    ['CHEMICALS', ['Bleach', 'Wax']],
    ['floor care', ['Wax']],
    ['all', ['Bleach', 'Mask', 'Wax']],
    ['garden', []],
  ])('the category %j contains %j', async (category, names) => {
    const shop = openShop();
    shelve(
      shop,
      { name: 'Wax', category: 'Floor Care' },
      { name: 'Bleach', category: 'Disinfectants' },
      { name: 'Mask', category: 'Safety Equipment' },
    );
    expect(await namesOf(shop, { category })).toEqual(names);
  });
});

describe('searching the catalogue', () => {
  const shop = openShop();
  shelve(
    shop,
    { name: 'Citrus Dish Detergent, 950 mL', description: 'Cuts grease. Émulsion à l’orange.', category: 'Detergents' },
    { name: 'Bin Liners', description: 'Compostable, 75 L; 100 % plant-based' },
    { name: 'Zoë’s "Best" Cloth_2', description: null },
    { name: 'Crème brûlée polish', description: 'Zoe\u0308 likes it' },
    { name: 'Old detergent', is_active: 0 },
  );
  test.each([
    ['ergent', [1]],
    ['DETERGENT', [1]],
    ['detergent citrus', [1]],
    ['grease dish', [1]],
    ['detergent cloth', []],
    ['emulsion', [1]],
    ['ÉMULSION', [1]],
    ['creme brulee', [4]],
    ['zoe', [3, 4]],
    ['ZOË', [3, 4]],
    ['Zoe\u0308', [3, 4]],
    ['l’orange', [1]],
    // Words too short for the search table.
    ['ml', [1]],
    ['75', [2]],
    ['à', [1, 2]],
    ['mL 950', [1]],
    ['de zo', []],
    ['l 75', [2]],
    // Special characters of SQL, FTS5, LIKE and GLOB match themselves.
    ['"best"', [3]],
    ['"', [3]],
    ['%', [2]],
    ['100 %', [2]],
    ['_2', [3]],
    ['h_2', [3]],
    ['*', []],
    ['?', []],
    ['[a]', []],
    ['[a-z]', []],
    ['bin*', []],
    ['bin OR cloth', []],
    ['NOT', []],
    ['name:bin', []],
    ['NEAR(bin liners)', []],
    ["'; drop table products; --", []],
    ['-', [2]],
    ['plant-based', [2]],
    ['   ', [2, 1, 4, 3]],
    ['\u0308', [2, 1, 4, 3]],
    ['old', []],
  ])('%j finds %j', async (search, ids) => {
    const found = (await browse(shop, { search })).map(({ id }) => id);
    expect(found.toSorted()).toEqual(ids.toSorted());
    for (const sort of PRODUCT_SORTS) expect((await browse(shop, { search, sort })).length).toBe(ids.length);
  });

  test('finds renamed products by their new name only, and no retired ones', async () => {
    const changing = openShop();
    shelve(changing, { name: 'Sponge' }, { name: 'Brush' });
    changing.db.$client.exec(
      "update products set name = 'Mitten', description = 'Woollen' where id = 1; delete from products where id = 2",
    );
    const finds = (search: string) => namesOf(changing, { search });
    expect([await finds('sponge'), await finds('mitten'), await finds('woollen'), await finds('brush')]).toEqual([
      [],
      ['Mitten'],
      ['Mitten'],
      [],
    ]);
  });

  test('combines with a category, and finds parts of names in any case', async () => {
    expect((await browse(shop, { search: 'best', category: 'tools' })).map(({ id }) => id)).toEqual([3]);
    expect(await browse(shop, { search: 'best', category: 'detergents' })).toEqual([]);
    const name = 'Citrus Dish Detergent, 950 mL';
    await fc.assert(
      fc.asyncProperty(fc.nat(name.length - 1), fc.integer({ min: 1, max: 12 }), fc.boolean(), async (from, length, isLoud) => {
        const part = name.slice(from, from + length);
        expect(await namesOf(shop, { search: isLoud ? part.toUpperCase() : part })).toContain(name);
      }),
    );
  });

  test.each(['x'.repeat(101), 'a\u0000b', 'a\nb'])('rejects %j', async (search) => {
    await expect(browse(shop, { search })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('sorting the catalogue', () => {
  const shop = openShop();
  shelve(
    shop,
    { name: 'banana', price_cents: 300, rating: 4.5 },
    { name: 'Apple', price_cents: 500 },
    { name: 'cherry', price_cents: 300, rating: 5 },
    { name: 'apple', price_cents: 100, rating: 4.4 },
    { name: 'Date', price_cents: 500, rating: 1 },
  );
  test('sorts equal ratings by name', async () => {
    const alike = openShop();
    shelve(alike, { name: 'Soap' }, { name: 'broom', rating: 4.5 }, { name: 'Mop' });
    expect(await namesOf(alike, { sort: 'rating' })).toEqual(['broom', 'Mop', 'Soap']);
  });
  test.each([
    [undefined, [2, 4, 1, 3, 5]],
    ['name', [2, 4, 1, 3, 5]],
    ['price-low', [4, 1, 3, 2, 5]],
    ['price-high', [5, 2, 3, 1, 4]],
    // A product without ratings sorts by its sample rating of 4.5.
    ['rating', [3, 2, 1, 4, 5]],
  ] as const)('%s is %j, in one page and in pages of any size, found or all', async (sort, ids) => {
    for (const search of [undefined, 'a', 'e'])
      for (const limit of [1, 2, 3, 100]) {
        const wanted = ids.filter(
          (id) => !search || ['banana', 'Apple', 'cherry', 'apple', 'Date'][id - 1]?.toLowerCase().includes(search),
        );
        expect(await pagesOf(shop, { sort, search }, limit)).toEqual(wanted);
      }
  });

  test('keeps its order across the pages of a long search', async () => {
    const large = openShop();
    for (let i = 0; i < 60; i++) shelve(large, { name: `Soap ${i % 7}`, price_cents: (i * 37) % 11, rating: i % 3 === 0 ? null : i % 5 });
    for (const sort of PRODUCT_SORTS) {
      const all = (await browse(large, { sort, limit: 100 })).map(({ id }) => id);
      expect(await pagesOf(large, { sort }, 7)).toEqual(all);
      expect(await pagesOf(large, { sort, search: 'soap' }, 7)).toEqual(all);
    }
  });

  test('returns an empty page after an unknown cursor, and continues after a retired product', async () => {
    const changing = openStore();
    for (const sort of PRODUCT_SORTS)
      expect(await changing.visitor.store.browse({ sort, cursor: 99 })).toEqual({ rows: [], nextCursor: null });
    changing.db.$client.exec('update products set is_active = 0 where id = 2');
    expect(await namesOf(changing, { cursor: 2 })).toEqual(['Squeegee', 'Towels']);
  });

  test.each([{ sort: 'newest' }, { limit: 0 }, { limit: 101 }, { cursor: -1 }, { cursor: 'x' }])('rejects %j', async (input) => {
    await expect(browse(shop, input as Browse)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('pricing a cart', () => {
  test('returns today’s products without retired and unknown ones', async () => {
    const shop = openStore();
    shop.db.$client.exec('update products set price_cents = 2100, is_pst_taxable = 0 where id = 1');
    const items = [4, 1, 3, 99, 1].map((productId) => ({ productId, quantity: 2, price: '19.95' }));
    const { products } = await shop.visitor.store.priceCart({ items });
    expect(products.map(({ id, price, isPstTaxable, stockQuantity }) => [id, price, isPstTaxable, stockQuantity])).toEqual([
      [1, '21.00', false, 3],
      [4, '19.95', true, 0],
    ]);
    expect(products[0]).not.toHaveProperty('costPrice');
    expect(await shop.visitor.store.priceCart({ items: [] })).toEqual({ products: [] });
  });
});
