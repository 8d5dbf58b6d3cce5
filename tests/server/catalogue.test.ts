import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDb } from '../../db/client';
import { activity, products } from '../../db/schema';
import { seedCatalogue } from '../../db/seed';
import { categoriesOf } from '../../src/shared/store';
import { now } from '../support/data-folder';

describe('the starter catalogue', () => {
  const seeded = () => {
    const { db } = openDb(':memory:', { now });
    seedCatalogue(db, now());
    return db;
  };
  test('has 24 products with a description, a price above its cost, a supplier and no invented rating', () => {
    const all = seeded().select().from(products).all();
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
    const all = seeded().select().from(products).all();
    const low = all.filter((row) => row.stockQuantity > 0 && row.stockQuantity <= row.reorderLevel);
    expect([all.filter((row) => row.stockQuantity === 0).length, low.length]).toEqual([3, 5]);
  });
  test('has something behind every filter of the store and every category of the staff', () => {
    const categories = seeded()
      .select()
      .from(products)
      .all()
      .map((row) => row.category);
    for (const filter of ['detergents', 'equipment', 'tools', 'supplies', 'chemicals', 'protective'])
      expect(
        categories.some((category) => categoriesOf(filter)?.includes(category.toLowerCase())),
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
  test('shows each product as a small picture without script', () => {
    for (const { imageUrl } of seeded().select().from(products).all()) {
      const file = path.resolve(import.meta.dirname, '../../public', `.${imageUrl}`);
      expect(existsSync(file), file).toBe(true);
      const text = readFileSync(file, 'utf8');
      expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 320 240"/);
      expect(text).not.toMatch(/<script|href|\bon\w+=/);
      expect(text.length).toBeLessThan(2500);
    }
  });
  test('loaded again changes nothing, and brings back only what is missing', () => {
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
