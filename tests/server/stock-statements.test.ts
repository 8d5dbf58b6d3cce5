import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { askStatement, openBooks, type Row } from '../support/books';
import { onThisMachine, timeBest } from '../support/pace';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

describe('the valuation of the stock', () => {
  test('lists products by category, and apart from them those without a cost and retired ones', async () => {
    const shop = openBooks();
    insertRow(shop.db, 'products', { name: 'bucket', category: 'tools', price_cents: 1000, cost_cents: 250, stock_quantity: 4 });
    insertRow(shop.db, 'products', { name: 'Gone', is_active: 0, stock_quantity: 0 });
    const { categories, total, withoutCost, retired } = await askStatement(shop, 'inventory-valuation');
    expect(categories).toEqual([
      {
        category: 'Tools',
        units: 7,
        value: '43.00',
        products: [
          { id: 4, name: 'bucket', stockQuantity: 4, costPrice: '2.50', value: '10.00' },
          { id: 1, name: 'Squeegee', stockQuantity: 3, costPrice: '11.00', value: '33.00' },
        ],
      },
    ]);
    expect(total).toEqual({ products: 2, units: 7, value: '43.00' });
    expect(withoutCost.map(({ name, stockQuantity }) => [name, stockQuantity])).toEqual([['Soap', 10]]);
    expect(retired.map(({ name, value }) => [name, value])).toEqual([['Old mop', '8.00']]);
  });
});

describe('the stock alert', () => {
  test('lists products that are out of stock or low, and what to order from each supplier', async ({ shop }) => {
    const add = (name: string, stock: number, level: number, changes: Row = {}) =>
      insertRow(shop.db, 'products', {
        name,
        stock_quantity: stock,
        reorder_level: level,
        supplier_name: 'Pacific',
        cost_cents: 100,
        ...changes,
      });
    add('Out', 0, 5);
    add('At the level', 5, 5, { supplier_name: 'PACIFIC' });
    add('Above', 6, 5);
    add('Without cost', 1, 4, { cost_cents: null });
    add('Nobody sells it', 2, 3, { supplier_name: null });
    add('Never ordered', 0, 0);
    add('Retired', 0, 5, { is_active: 0 });
    const { outOfStock, low, suppliers } = await askStatement(shop, 'stock-alert');
    expect(outOfStock.map(({ name, suggestedQuantity }) => [name, suggestedQuantity])).toEqual([
      ['Never ordered', 0],
      ['Out', 10],
    ]);
    expect(low.map(({ name, suggestedQuantity, orderCost }) => [name, suggestedQuantity, orderCost])).toEqual([
      ['At the level', 5, '5.00'],
      ['Nobody sells it', 4, '4.00'],
      ['Without cost', 7, null],
    ]);
    expect(
      suppliers.map(({ supplierName, orderCost, withoutCost, products }) => [supplierName, orderCost, withoutCost, products.length]),
    ).toEqual([
      ['Pacific', '15.00', 1, 3],
      [null, '4.00', 0, 1],
    ]);
  });
});

/** Opens a company with a number of products of three names, so that products of the same name are on both sides of a slice's end. */
function openWarehouse(products: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-slices-'));
  const shop = openShop({ file: path.join(folder, 'tidyline.db') });
  onTestFinished(() => {
    shop.db.$client.close();
    rmSync(folder, { recursive: true });
  });
  const addProducts = (count: number) =>
    shop.db.$client.exec(`delete from products; with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into products (name, price_cents, cost_cents, category, stock_quantity, stock_value_cents, created_at)
      select iif(n % 2, 'Product ', 'PRODUCT ') || n % 3, 1000, 500, 'Tools', 1, 500, '2026-11-20' from numbers`);
  addProducts(products);
  return { shop, addProducts };
}

test('values the stock of one moment, in slices between which the server answers others', async () => {
  const { shop, addProducts } = openWarehouse(2500);
  const asked = Promise.all([askStatement(shop, 'inventory-valuation'), askStatement(shop, 'stock-alert')]);
  const isAnswered = vi.fn();
  void asked.then(isAnswered);
  await breathe();
  addProducts(3500);
  expect(isAnswered).not.toHaveBeenCalled();
  const [{ total, categories }, alert] = await asked;
  expect(total).toEqual({ products: 2500, units: 2500, value: '12500.00' });
  expect(new Set(categories[0]?.products.map(({ id }) => id)).size).toBe(2500);
  expect(new Set(alert.low.map(({ id }) => id)).size).toBe(2500);
  expect(alert.low).toHaveLength(2500);
  expect((await askStatement(shop, 'inventory-valuation')).total.products).toBe(3500);
});

test('makes two statements of products at a time, and a third one after them', async () => {
  const { shop, addProducts } = openWarehouse(2500);
  const asked = Promise.all(Array.from({ length: 5 }, () => askStatement(shop, 'inventory-valuation')));
  await breathe();
  addProducts(3500);
  expect((await asked).map(({ total }) => total.products)).toEqual([2500, 2500, 3500, 3500, 3500]);
});

test('a statement that fails lets the next one be made', async () => {
  const { shop } = openWarehouse(1);
  shop.db.$client.exec('alter table products rename to hidden');
  const asked = await Promise.allSettled(Array.from({ length: 3 }, () => askStatement(shop, 'inventory-valuation')));
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  shop.db.$client.exec('alter table hidden rename to products');
  expect((await askStatement(shop, 'inventory-valuation')).total.products).toBe(1);
});

test('makes each statement in 200 ms with 10,000 invoices, orders and receipts and 5,000 products', async ({ shop }) => {
  insertRow(shop.db, 'products');
  shop.db.$client.exec(`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)
      insert into invoices (invoice_number, number_value, customer_name, service_type, service_date, subtotal_cents, hst_cents, pst_cents, total_cents, status, due_date, created_at, issued_at)
      select 'SPC' || n, n, 'C', 'Deep Cleaning', '2026-11-01', 1000, 120, 70, 1190, 'pending', '2026-12-01', '2026-11-10T20:00:00.000Z', '2026-11-10T20:00:00.000Z' from numbers;
    insert into receipts (receipt_number, number_value, customer_name, payment_method, amount_paid_cents, payment_date, description, created_at)
      select 'SPC-RCP' || id, id, 'C', 'cash', 1190, '2026-11-10', 'Paid', created_at from invoices;
    insert into orders (order_number, public_id, customer_name, customer_email, customer_phone, shipping_address, subtotal_cents, tax_cents, total_cents, tax_reading, created_at, updated_at)
      select id, printf('%022d', id), 'C', 'c@example.com', '1', 'A', 1000, 190, 1190, 'cart-19', created_at, created_at from invoices;
    insert into order_items (order_number, product_id, name, quantity, price_cents) select id, 1, 'Squeegee', 1, 1000 from invoices;
    insert into products (name, price_cents, cost_cents, category, stock_quantity, supplier_name, created_at)
      select 'Product ' || id, 1000, 500, 'Tools', id % 9, 'Supplier ' || id % 20, created_at from invoices where id <= 5000;`);
  for (const type of ['financial-statement', 'inventory-valuation', 'stock-alert'] as const)
    expect(await timeBest(() => shop.admin.inventory.statement({ type })), type).toBeLessThan(onThisMachine(200));
});
