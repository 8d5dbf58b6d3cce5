import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDb } from '../../db/client';
import { activity, products } from '../../db/schema';
import { seedCatalogue } from '../../db/seed';
import { importRows } from '../../src/server/data/imports';
import { readCsvReport } from '../../src/server/inventory/reports';
import { findFilterCategories } from '../../src/shared/store';
import { now } from '../support/data-folder';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { ledgerFaults, ORDER } from '../support/storefront';

describe('the starter catalogue', () => {
  const seeded = () => {
    const { db } = openDb(':memory:', { now });
    seedCatalogue(db, now());
    return db;
  };
  const listSeeded = () => seeded().select().from(products).all();
  test('has 24 products with a description, a price above its cost, a supplier and no invented rating', () => {
    const all = listSeeded();
    expect(all).toHaveLength(24);
    for (const row of all) {
      expect(row.description, row.name).toMatch(/^[A-Z].{30,}\.$/);
      expect(row.priceCents, row.name).toBeGreaterThan(row.costCents ?? Infinity);
      expect([row.rating, row.reviews, row.createdAt], row.name).toEqual([null, null, now().toISOString()]);
      expect([row.supplierName, row.supplierSku], row.name).not.toContain(null);
    }
    for (const key of ['name', 'supplierSku', 'imageUrl'] as const) expect(new Set(all.map((row) => row[key])).size, key).toBe(24);
  });
  test('is mostly in stock, with some low and three sold out', () => {
    const all = listSeeded();
    const low = all.filter((row) => row.stockQuantity > 0 && row.stockQuantity <= row.reorderLevel);
    expect([all.filter((row) => row.stockQuantity === 0).length, low.length]).toEqual([3, 5]);
  });
  test('has products for every filter of the store and every category of the office', () => {
    const categories = listSeeded().map((row) => row.category);
    for (const filter of ['detergents', 'equipment', 'tools', 'supplies', 'chemicals', 'protective'])
      expect(
        categories.some((category) => findFilterCategories(filter)?.includes(category.toLowerCase())),
        filter,
      ).toBe(true);
    expect([...new Set(categories)].sort()).toEqual([
      'Cleaning Supplies',
      'Detergents',
      'Disinfectants',
      'Equipment',
      'Floor Care',
      'Laundry Care',
      'Safety Equipment',
      'Supplies',
      'Tools',
    ]);
  });
  test('has a small picture without scripts for each product', () => {
    for (const { imageUrl } of listSeeded()) {
      const file = path.resolve(import.meta.dirname, '../../public', `.${imageUrl}`);
      expect(existsSync(file), file).toBe(true);
      const text = readFileSync(file, 'utf8');
      expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 320 240"/);
      expect(text).not.toMatch(/<script|href|\bon\w+=/);
      expect(text.length).toBeLessThan(2500);
    }
  });
  test('loading it again adds only missing products', () => {
    const db = seeded();
    db.update(products).set({ priceCents: 1 }).where(eq(products.id, 1)).run();
    db.delete(products).where(eq(products.id, 2)).run();
    seedCatalogue(db, now());
    seedCatalogue(db, now());
    expect(db.select().from(products).all()).toHaveLength(24);
    expect(db.select().from(products).where(eq(products.id, 1)).get()?.priceCents).toBe(1);
    expect(
      db
        .select()
        .from(activity)
        .all()
        .map((row) => row.data),
    ).toEqual(['{"products":24}', '{"products":1}']);
  });
});

describe('asking if the starter catalogue is the company’s stock', () => {
  const openNew = () => {
    const shop = openShop();
    seedCatalogue(shop.db, shop.clock.now());
    return shop;
  };
  const isSample = async (shop: Shop) => (await shop.admin.inventory.summary()).isSample;
  const answer = (shop: Shop, input: { isOurs: boolean; confirm?: boolean }) => shop.admin.inventory.confirmCatalogue(input);

  test('labels the stock value as a sample until the owner confirms it', async () => {
    const shop = openNew();
    expect(await isSample(shop)).toBe(true);
    expect(await shop.admin.inventory.statement({ type: 'inventory-valuation' })).toMatchObject({ isSample: true });
    expect(await shop.admin.inventory.statement({ type: 'financial-statement' })).toMatchObject({ stock: { isSample: true } });
    expect([...readCsvReport(shop.ctx, 'summary')].join('')).toContain('Sample stock,Yes');
    const { valueAtCost } = await shop.admin.inventory.summary();
    expect(await answer(shop, { isOurs: true })).toMatchObject({ isSample: false, valueAtCost });
    expect(await shop.admin.inventory.statement({ type: 'inventory-valuation' })).toMatchObject({ isSample: false });
    expect([...readCsvReport(shop.ctx, 'summary')].join('')).not.toContain('Sample stock');
    expect(ledgerFaults(shop)).toEqual([]);
  });

  test('confirms before it sets sample stock to zero; later deliveries count as real', async () => {
    const shop = openNew();
    await expect(answer(shop, { isOurs: false })).rejects.toMatchObject({
      message: 'This sets the stock of 21 products to 0. Receive or count what you really have afterwards.',
    });
    expect(await isSample(shop)).toBe(true);
    expect(await answer(shop, { isOurs: false, confirm: true })).toMatchObject({ isSample: false, units: 0, valueAtCost: '0.00' });
    expect((await shop.admin.inventory.movements({ limit: 1 })).rows).toMatchObject([{ kind: 'adjust', note: 'Sample stock removed' }]);
    expect(ledgerFaults(shop)).toEqual([]);
    await shop.admin.inventory.receive({ id: 1, quantity: 4 });
    expect(await isSample(shop)).toBe(false);
  });

  type Product = Awaited<ReturnType<Shop['admin']['inventory']['list']>>['rows'][number];
  const COUNTS: [string, (shop: Shop, product: Product) => Promise<unknown>][] = [
    ['receiving goods', (shop, { id }) => shop.admin.inventory.receive({ id, quantity: 4 })],
    ['an adjustment', (shop, { id }) => shop.admin.inventory.adjust({ id, quantity: 4, note: 'Counted' })],
    ['the product form', (shop, { id }) => shop.admin.inventory.updateProduct({ id, stockQuantity: 4, stockWas: 0 })],
    [
      'an imported file',
      (shop, { name }) => {
        const file = `name,stockQuantity,stockWas\r\n"${name.replaceAll('"', '""')}",4,0`;
        return importRows(shop.contextOf({ kind: 'admin', id: 1, name: 'owner' }), {
          kind: 'products',
          isDryRun: false,
          bytes: new TextEncoder().encode(file),
        });
      },
    ],
  ];
  test.each(COUNTS)('stays answered when the owner counts a product up from 0 by %s', async (_way, count) => {
    const shop = openNew();
    await answer(shop, { isOurs: false, confirm: true });
    const [product] = (await shop.admin.inventory.list({ limit: 1 })).rows;
    if (!product) throw new Error('The starter catalogue is empty.');
    await count(shop, product);
    expect(await shop.admin.inventory.summary()).toMatchObject({ units: 4, isSample: false });
    expect(await shop.admin.inventory.statement({ type: 'inventory-valuation' })).toMatchObject({ isSample: false });
    expect(await shop.admin.inventory.statement({ type: 'financial-statement' })).toMatchObject({ stock: { isSample: false } });
    expect([...readCsvReport(shop.ctx, 'summary')].join('')).not.toContain('Sample stock');
    expect(ledgerFaults(shop)).toEqual([]);
  });

  test('stays open through deliveries, sales and cancellations until the owner counts the stock', async () => {
    const shop = openNew();
    const isMarked = () => shop.db.select().from(products).where(eq(products.id, 1)).get()?.isSample;
    await shop.admin.inventory.receive({ id: 1, quantity: 4 });
    expect(isMarked()).toBe(true);
    await shop.visitor.store.placeOrder(ORDER);
    await answer(shop, { isOurs: false, confirm: true });
    expect(isMarked()).toBe(true);
    await shop.admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Test' });
    expect(isMarked()).toBe(true);
    await shop.admin.inventory.adjust({ id: 1, quantity: 2, note: 'Counted' });
    expect(isMarked()).toBe(false);
  });

  test('does not ask to reorder the made-up stock until the product is counted or sold', async () => {
    const shop = openNew();
    const toReorder = async () => {
      const [{ rows }, today] = [await shop.admin.inventory.list({ view: 'reorder', limit: 50 }), await shop.admin.overview.today()];
      const kinds = (await shop.admin.overview.needsYou()).filter(({ kind }) => kind === 'lowStock');
      const ids = rows.map(({ id }) => id);
      expect([today.lowStock, (await shop.admin.inventory.summary()).toReorder]).toEqual([ids.length, ids.length]);
      expect(kinds.map(({ total }) => total)).toEqual(ids.length > 0 ? [ids.length] : []);
      const listed = (await shop.admin.inventory.reorderList()).flatMap((supplier) => supplier.products.map(({ id }) => id));
      expect(listed.toSorted()).toEqual(ids.toSorted());
      return ids;
    };
    shop.db.update(products).set({ reorderLevel: 500 }).run();
    expect(await toReorder()).toEqual([]);
    expect((await shop.admin.inventory.summary()).lowStock).toBeGreaterThan(0);
    await shop.visitor.store.placeOrder(ORDER);
    expect(await toReorder()).toEqual([1]);
    await shop.admin.inventory.adjust({ id: 2, quantity: 1, note: 'Counted' });
    expect((await toReorder()).toSorted()).toEqual([1, 2]);
    await answer(shop, { isOurs: true });
    expect((await toReorder()).length).toBeGreaterThan(20);
  });

  test('does not ask a company with its own products', async () => {
    const shop = openShop();
    await shop.admin.inventory.createProduct({ name: 'Mop', price: 12, category: 'Tools', costPrice: 6, stockQuantity: 4 });
    expect(await isSample(shop)).toBe(false);
  });

  test('the migration marks only the starter catalogue of an existing company', () => {
    const db = openMigrated('average_cost', (old) => {
      const image = { image_url: '/products/flat-mop.svg' };
      insertRow(old, 'products', { ...image, supplier_name: 'Pacific Janitorial' });
      insertRow(old, 'products', { ...image, supplier_name: 'Our Wholesaler' });
      insertRow(old, 'products', { supplier_name: 'Pacific Janitorial' });
    });
    expect(
      db
        .select()
        .from(products)
        .all()
        .map((row) => row.isSample),
    ).toEqual([true, false, false]);
  });
});
