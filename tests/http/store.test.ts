import { describe, expect } from 'vitest';
import { bodyOf, openOffice, refusalOf, type Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

type Product = Record<string, unknown> & { name: string };
const PUBLIC = ['category', 'description', 'id', 'imageUrl', 'name', 'price', 'rating', 'reviews', 'stockQuantity'];
const SECRET = ['costPrice', 'profitMargin', 'supplierName', 'supplierSku', 'reorderLevel', 'lastPurchaseDate', 'isActive'];

const stock = (shop: Shop, ...rows: Parameters<typeof insertRow>[2][]) => {
  for (const row of rows) insertRow(shop.db, 'products', row);
};
const namesOf = async (shop: Shop, query = '') =>
  (await bodyOf<Product[]>(await shop.request('GET', `/api/products${query}`), 200)).map((product) => product.name);

describe('GET /api/products for a visitor', () => {
  test('returns active products by name in the public shape, with money as text', async ({ shop }) => {
    stock(shop, { name: 'squeegee', price_cents: 14_900 }, { name: 'Bleach', price_cents: 5 }, { name: 'Apron', is_active: 0 });
    const products = await bodyOf<Product[]>(await shop.request('GET', '/api/products'), 200);
    expect(products.map(({ name, price }) => [name, price])).toEqual([
      ['Bleach', '0.05'],
      ['squeegee', '149.00'],
    ]);
    for (const product of products) expect(Object.keys(product).sort()).toEqual(PUBLIC);
  });

  test.for([
    ['nobody', {}],
    ['somebody with a made-up token', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['somebody with a made-up cookie', { cookie: `tidyline-admin=${'x'.repeat(43)}` }],
    ['somebody with a broken header', { authorization: 'Basic b3duZXI6b3duZXI=' }],
  ] as const)('hides internal fields from %s', async ([_who, headers], { shop }) => {
    stock(shop, { name: 'Squeegee', cost_cents: 1090, supplier_name: 'Acme', supplier_sku: 'AC-77' });
    const text = await (await shop.request('GET', '/api/products', { headers })).text();
    expect(text).toContain('Squeegee');
    for (const word of [...SECRET, '10.90', 'Acme', 'AC-77']) expect(text).not.toContain(word);
  });

  test.for([
    ['', ['Box', 'Lamp', 'Mask', 'Soap']],
    ['?category=all', ['Box', 'Lamp', 'Mask', 'Soap']],
    ['?category=', ['Box', 'Lamp', 'Mask', 'Soap']],
    ['?category=TooLs', ['Lamp']],
    ['?category=detergents', ['Soap']],
    ['?category=nothing', []],
    [`?category=${encodeURIComponent("tools' or 1=1 --")}`, []],
  ] as const)('%s allows %j', async ([query, names], { shop }) => {
    stock(
      shop,
      { name: 'Box', category: 'Cleaning Supplies' },
      { name: 'Lamp', category: 'Tools' },
      { name: 'Mask', category: 'Safety Equipment' },
      { name: 'Soap', category: 'Laundry Care' },
    );
    expect(await namesOf(shop, query)).toEqual(names);
  });

  test('ignores unknown parameters', async ({ shop }) => {
    stock(shop, {});
    expect(await namesOf(shop, '?colour=blue&__proto__=x')).toEqual(['Squeegee']);
  });

  test('returns an empty array for an empty store', async () => {
    expect(await namesOf(openShop())).toEqual([]);
  });
});

describe('GET /api/products for the owner', () => {
  test.each(['token', 'cookie'] as const)('by the %s shows every product with cost and margin', async (by) => {
    const { shop, ...office } = await openOffice();
    stock(shop, { name: 'Squeegee', price_cents: 1995, cost_cents: 1090 }, { name: 'Apron', is_active: 0, cost_cents: null });
    const proof = by === 'token' ? { token: office.token } : { headers: { cookie: office.cookie } };
    const response = await shop.request('GET', '/api/products', proof);
    const [apron, squeegee] = await bodyOf<Product[]>(response, 200);
    expect(squeegee).toMatchObject({ name: 'Squeegee', price: '19.95', costPrice: '10.90', profitMargin: '45.36', isActive: true });
    expect(apron).toMatchObject({ name: 'Apron', costPrice: null, profitMargin: null, isActive: false });
    for (const field of [...PUBLIC, ...SECRET]) expect(squeegee).toHaveProperty(field);
  });

  test('with an expired session shows what visitors see', async () => {
    const { shop, call, wait } = await openOffice();
    stock(shop, { name: 'Squeegee' }, { name: 'Apron', is_active: 0 });
    wait(30 * 60);
    const products = await bodyOf<Product[]>(await call('GET', '/api/products'), 200);
    expect(products.map((product) => Object.keys(product).sort())).toEqual([PUBLIC]);
  });
});

describe('the list in pages', () => {
  test('is bounded by limit and continues at the cursor', async ({ shop }) => {
    stock(shop, { name: 'C' }, { name: 'a' }, { name: 'B' });
    const first = await shop.request('GET', '/api/products?limit=2');
    const cursor = first.headers.get('x-next-cursor');
    expect((await bodyOf<Product[]>(first, 200)).map((product) => product.name)).toEqual(['a', 'B']);
    expect(cursor).not.toBeNull();
    const last = await shop.request('GET', `/api/products?limit=2&cursor=${cursor}`);
    expect(last.headers.has('x-next-cursor')).toBe(false);
    expect((await bodyOf<Product[]>(last, 200)).map((product) => product.name)).toEqual(['C']);
  });

  test('returns 500 by default', async ({ shop }) => {
    for (let i = 0; i < 501; i++) stock(shop, { name: `Product ${i}` });
    const response = await shop.request('GET', '/api/products');
    expect(response.headers.has('x-next-cursor')).toBe(true);
    expect(await namesOf(shop)).toHaveLength(500);
  });

  test('rejects an invalid limit or cursor', async () => {
    for (const query of ['limit=0', 'limit=1001', 'limit=NaN', 'limit=-1', 'cursor=-1'])
      await refusalOf(await openShop().request('GET', `/api/products?${query}`), 400);
  });
});
