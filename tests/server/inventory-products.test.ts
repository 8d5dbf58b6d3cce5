import { test as base, describe, expect } from 'vitest';
import { activity, products } from '../../db/schema';
import { bodyOf } from '../support/http';
import { openShop, type Shop } from '../support/shop';
import { ledgerFaults, ledgerOf, ORDER, openStore, shelve, stockOf } from '../support/storefront';

const test = base.extend('shop', () => openStore());

const MOP = { name: 'Mop', price: '12.50', category: 'Tools' };
const orderOf = (shop: Shop, productId: number, quantity = 1) =>
  shop.visitor.store.placeOrder({ ...ORDER, items: [{ productId, quantity }] });
const topicsOf = (shop: Shop) => {
  const topics: string[] = [];
  shop.live.onChange((topic) => topics.push(topic));
  return topics;
};
const verbsOf = (shop: Shop) => shop.rows(activity).map(({ verb, data }) => [verb, data]);

describe('a new product', () => {
  test('needs a name, a price and a category, and has the documented defaults', async () => {
    const shop = openShop();
    const topics = topicsOf(shop);
    expect(await shop.admin.inventory.createProduct(MOP)).toEqual({
      id: 1,
      name: 'Mop',
      description: null,
      price: '12.50',
      costPrice: null,
      profitMargin: null,
      category: 'Tools',
      imageUrl: null,
      stockQuantity: 0,
      reorderLevel: 5,
      supplierName: null,
      supplierSku: null,
      rating: null,
      reviews: null,
      isActive: true,
      isHstTaxable: true,
      isPstTaxable: true,
      lastPurchaseDate: null,
      createdAt: '2026-11-20T20:00:00.000Z',
    });
    expect([ledgerOf(shop), topics]).toEqual([[], ['store']]);
    expect(verbsOf(shop)).toEqual([['product.created', '{"category":"Tools","stockQuantity":0}']]);
  });

  test('starts its ledger with its stock, and its margin is computed, never taken from the caller', async () => {
    const shop = openShop();
    const sent = { ...MOP, price: 20, costPrice: '11.5', stockQuantity: '7', profitMargin: '99.99', lastPurchaseDate: '2026-11-02' };
    expect(await shop.admin.inventory.createProduct(sent as typeof sent & { stockQuantity: number })).toMatchObject({
      price: '20.00',
      costPrice: '11.50',
      profitMargin: '42.50',
      stockQuantity: 7,
      lastPurchaseDate: '2026-11-02',
    });
    expect(ledgerOf(shop)).toMatchObject([{ kind: 'initial', quantity: 7, stockAfter: 7, note: null, actorKind: 'admin' }]);
    expect(ledgerFaults(shop)).toEqual([]);
  });

  test('appears in the store at once if it is active', async () => {
    const shop = openShop();
    const names = async () => (await bodyOf<{ name: string }[]>(await shop.request('GET', '/api/products'), 200)).map(({ name }) => name);
    expect(await names()).toEqual([]);
    await shop.admin.inventory.createProduct(MOP);
    await shop.admin.inventory.createProduct({ ...MOP, name: 'Broom', isActive: false });
    expect(await names()).toEqual(['Mop']);
  });

  test.each([
    [{ name: ' ' }, 'name', 'Please fill in all required fields (name, price, category).'],
    [{ price: '' }, 'price', 'Please fill in all required fields (name, price, category).'],
    [{ category: undefined }, 'category', 'Please fill in all required fields (name, price, category).'],
    [{ price: 'ten' }, 'price', 'Please enter a valid price amount.'],
    [{ price: -1 }, 'price', 'Please enter a valid price amount.'],
    [{ price: '100000000.00' }, 'price', 'Please enter a valid price amount.'],
    [{ price: 'ten', category: '' }, 'price,category', 'Please fill in all required fields (name, price, category).'],
    [{ costPrice: 'x' }, 'costPrice', 'Please enter an amount such as 149.00.'],
    [{ stockQuantity: -1 }, 'stockQuantity', 'Please enter a whole number of at least 0.'],
    [{ stockQuantity: 1.5 }, 'stockQuantity', 'Please enter a whole number of at least 0.'],
    [{ reorderLevel: 'few' }, 'reorderLevel', 'Please enter a whole number of at least 0.'],
    [{ imageUrl: 'https://evil.example/x.png' }, 'imageUrl', 'Please upload a picture.'],
    [{ imageUrl: '//evil.example/x.png' }, 'imageUrl', 'Please upload a picture.'],
    [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl', 'Please upload a picture.'],
    [{ lastPurchaseDate: '2026-02-30' }, 'lastPurchaseDate', 'Please enter a day such as 2026-11-20.'],
  ])('rejects %j at %s', async (change, paths, message) => {
    const shop = openShop();
    const refused = await shop.admin.inventory.createProduct({ ...MOP, ...change } as typeof MOP).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', message });
    const { issues } = (refused as { cause: { issues: { path: string[] }[] } }).cause;
    expect(issues.map((issue) => issue.path.join('.')).join()).toBe(paths);
    expect(shop.rows(products)).toEqual([]);
  });
});

describe('a change', () => {
  test('keeps missing fields, and clears optional ones that are null or blank', async ({ shop }) => {
    const before = (await shop.admin.inventory.list({ search: 'squeegee' })).rows[0];
    expect(await shop.admin.inventory.updateProduct({ id: 1, description: 'Cleans glass', supplierName: 'Acme' })).toEqual({
      ...before,
      description: 'Cleans glass',
      supplierName: 'Acme',
    });
    expect(
      await shop.admin.inventory.updateProduct({ id: '1', price: '30.00', costPrice: null, supplierName: ' ', isActive: false }),
    ).toEqual({
      ...before,
      description: 'Cleans glass',
      price: '30.00',
      costPrice: null,
      profitMargin: null,
      isActive: false,
    });
    expect(verbsOf(shop)).toEqual([
      ['product.updated', '{"fields":["description","supplierName"]}'],
      ['product.updated', expect.stringContaining('priceCents')],
    ]);
  });

  test('writes a new stock into the ledger as the difference', async ({ shop }) => {
    expect(await shop.admin.inventory.updateProduct({ id: 1, stockQuantity: 10, stockWas: 3 })).toMatchObject({ stockQuantity: 10 });
    expect(await shop.admin.inventory.updateProduct({ id: 1, stockQuantity: 4 })).toMatchObject({ stockQuantity: 4 });
    expect(ledgerOf(shop).slice(1)).toMatchObject([
      { kind: 'adjust', quantity: 7, stockAfter: 10, note: 'Changed in the product form', actorKind: 'admin', actorId: 1 },
      { kind: 'adjust', quantity: -6, stockAfter: 4, note: 'Changed in the product form' },
    ]);
    expect(ledgerFaults(shop)).toEqual([]);
  });

  test('is rejected if a customer bought one meanwhile, so that no sale is undone', async ({ shop }) => {
    await orderOf(shop, 1);
    const before = shop.db.$client.serialize();
    await expect(shop.admin.inventory.updateProduct({ id: 1, name: 'Big squeegee', stockQuantity: 3, stockWas: 3 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The stock of Squeegee is now 2, not 3. Please look again.',
    });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('to the same values notifies nobody', async ({ shop }) => {
    const topics = topicsOf(shop);
    const before = shop.db.$client.serialize();
    await shop.admin.inventory.updateProduct({ id: 1, name: 'Squeegee', price: '19.95', stockQuantity: 3, isActive: true });
    expect([topics, shop.db.$client.serialize().equals(before)]).toEqual([[], true]);
    await shop.admin.inventory.updateProduct({ id: 1, price: '20.00' });
    expect(topics).toEqual(['store']);
  });

  test('brings a retired product back', async ({ shop }) => {
    await shop.admin.inventory.updateProduct({ id: 3, isActive: true });
    expect((await shop.visitor.store.listProducts({})).rows.map(({ name }) => name)).toContain('Apron');
  });

  test('with invalid values is rejected', async ({ shop }) => {
    const missing = 'Please fill in all required fields (name, price, category).';
    for (const [change, message] of [
      [{ name: '' }, missing],
      [{ price: null }, missing],
      [{ price: '1.234' }, 'Please enter a valid price amount.'],
      [{ price: '-5' }, 'Please enter a valid price amount.'],
      [{ stockQuantity: null }, 'Please enter a whole number of at least 0.'],
      [{ id: 'x' }, 'Please give a valid id.'],
    ] as const)
      await expect(shop.admin.inventory.updateProduct({ id: 1, ...change } as { id: number })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message,
      });
  });
});

describe('deleting a product', () => {
  test('deletes one that was never ordered with its ledger, and logs its name and stock', async ({ shop }) => {
    await shop.admin.inventory.receive({ id: 1, quantity: 2 });
    const topics = topicsOf(shop);
    expect(await shop.admin.inventory.deleteProduct({ id: 1 })).toEqual({ success: true });
    expect([stockOf(shop), ledgerOf(shop), topics]).toEqual([undefined, [], ['store']]);
    const [verb, data] = verbsOf(shop).at(-1) ?? [];
    expect([verb, JSON.parse(String(data))]).toMatchObject(['product.deleted', { name: 'Squeegee', stock: 5 }]);
  });

  test('retires one that was ordered, even in a cancelled order, which keeps its line', async ({ shop }) => {
    await orderOf(shop, 1);
    await shop.admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Changed their mind' });
    expect(await shop.admin.inventory.deleteProduct({ id: 1 })).toEqual({ success: true });
    expect(await shop.admin.inventory.deleteProduct({ id: 1 })).toEqual({ success: true });
    expect((await shop.admin.inventory.list({ view: 'retired' })).rows.map(({ name }) => name)).toEqual(['Apron', 'Squeegee']);
    expect((await shop.visitor.store.listProducts({})).rows.map(({ name }) => name)).not.toContain('Squeegee');
    expect((await shop.admin.store.getStaffOrder({ orderNumber: 1 })).items).toMatchObject([{ productId: 1, name: 'Squeegee' }]);
    expect(verbsOf(shop).filter(([verb]) => verb === 'product.retired')).toHaveLength(1);
  });

  test('rejects an unknown product, as a change does', async ({ shop }) => {
    const missing = { code: 'NOT_FOUND', message: 'This product does not exist.' };
    await expect(shop.admin.inventory.deleteProduct({ id: 99 })).rejects.toMatchObject(missing);
    await expect(shop.admin.inventory.updateProduct({ id: 99, name: 'Ghost' })).rejects.toMatchObject(missing);
  });
});

describe('the list of the inventory', () => {
  const openShelves = () => {
    const shop = openShop();
    shelve(
      shop,
      { name: 'soap bar', description: 'Gentle detergent', category: 'Detergents', stock_quantity: 20 },
      { name: 'Apron', category: 'Safety Equipment', stock_quantity: 5 },
      { name: 'Bucket', category: 'tools', stock_quantity: 0 },
      { name: 'Cloth', category: 'Tools', stock_quantity: 9, cost_cents: null },
      { name: 'Duster', category: 'Tools', stock_quantity: 2, is_active: 0 },
      { name: 'Crème', description: null, category: 'Laundry Care', stock_quantity: 12, reorder_level: 12 },
    );
    return shop;
  };
  test.each([
    [{}, ['Apron', 'Bucket', 'Cloth', 'Crème', 'soap bar']],
    [{ view: 'low' }, ['Apron', 'Crème']],
    [{ view: 'reorder' }, ['Apron', 'Bucket', 'Crème']],
    [{ view: 'low-ten' }, ['Apron', 'Bucket', 'Cloth']],
    [{ view: 'out' }, ['Bucket']],
    [{ view: 'no-cost' }, ['Cloth']],
    [{ view: 'retired' }, ['Duster']],
    [{ category: 'TOOLS' }, ['Bucket', 'Cloth']],
    [{ category: 'tools', view: 'retired' }, ['Duster']],
    [{ category: 'detergents' }, ['soap bar']],
    [{ search: 'ERGENT' }, ['soap bar']],
    [{ search: 'creme' }, ['Crème']],
    [{ search: 'so ba' }, ['soap bar']],
    [{ search: 'soap x' }, []],
    [{ search: 'cl', category: 'Tools' }, ['Cloth']],
    [{ search: '%' }, []],
    [{ search: '"' }, []],
    [{ search: 'duster' }, []],
  ] as const)('filtered by %j contains %j', async (input, names) => {
    const { rows } = await openShelves().admin.inventory.list(input);
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  test.each([{}, { view: 'low' }, { search: 'o' }, { category: 'Tools' }] as const)(
    'filtered by %j returns each product once over its pages',
    async (input) => {
      const { admin } = openShelves();
      const all = (await admin.inventory.list(input)).rows.map(({ id }) => id);
      const seen: number[] = [];
      let cursor: Awaited<ReturnType<typeof admin.inventory.list>>['nextCursor'] = null;
      do {
        const page = await admin.inventory.list({ ...input, limit: 1, cursor });
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null && seen.length < 9);
      expect(seen).toEqual(all);
    },
  );

  test.each([
    ['-name', ['soap bar', 'Crème', 'Cloth', 'Bucket', 'Apron']],
    ['price', ['Bucket', 'soap bar', 'Apron', 'Cloth', 'Crème']],
    ['stock', ['Bucket', 'Apron', 'Cloth', 'Crème', 'soap bar']],
    ['-stock', ['soap bar', 'Crème', 'Cloth', 'Apron', 'Bucket']],
    // A product without a cost has the lowest margin.
    ['margin', ['Cloth', 'Bucket', 'soap bar', 'Apron', 'Crème']],
  ] as const)('sorted by %s has the same order on one page and over its pages', async (sort, names) => {
    const { admin, db } = openShelves();
    db.$client.exec("update products set price_cents = price_cents - 500 where name = 'Bucket'");
    const seen: string[] = [];
    for (let cursor: Awaited<ReturnType<typeof admin.inventory.list>>['nextCursor'] = null; ; ) {
      const page = await admin.inventory.list({ sort, limit: 2, cursor });
      seen.push(...page.rows.map(({ name }) => name));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect((await admin.inventory.list({ sort })).rows.map(({ name }) => name)).toEqual(names);
    expect(seen).toEqual(names);
    const { rows } = await admin.inventory.list({ sort, category: 'tools' });
    expect(rows.map(({ name }) => name)).toEqual(names.filter((name) => name === 'Bucket' || name === 'Cloth'));
  });
});
