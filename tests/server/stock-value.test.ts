import { test as base, describe, expect } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import { orderItems, products, stockMovements } from '../../db/schema';
import { askStatement } from '../support/books';
import { openOffice } from '../support/http';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';
import { ledgerFaults, openStore, orderFirstProduct } from '../support/storefront';

const test = base.extend('shop', () => openStore());

describe('the value of the stock', () => {
  /** A hundred of product 1 at $5.00, and ten more that arrived at $8.00. */
  async function openAtTwoCosts() {
    const { shop } = await openOffice();
    insertRow(shop.db, 'products', { price_cents: 1000, cost_cents: 500, stock_quantity: 100 });
    insertRow(shop.db, 'stock_movements', { quantity: 100, stock_after: 100 });
    await shop.admin.inventory.receive({ id: 1, quantity: 10, unitCost: '8.00' });
    const worth = async () => (await shop.admin.inventory.summary()).valueAtCost;
    return { shop, worth };
  }

  test('is the weighted average of what each delivery cost', async () => {
    const { shop, worth } = await openAtTwoCosts();
    expect(await worth()).toBe('580.00');
    expect((await shop.admin.inventory.list({})).rows[0]).toMatchObject({ costPrice: '5.27', stockQuantity: 110 });
    expect((await shop.admin.inventory.movements({})).rows[0]).toMatchObject({ unitCost: '8.00', valueAfter: '580.00' });
    expect(await shop.admin.inventory.statement({ type: 'inventory-valuation' })).toMatchObject({ total: { units: 110, value: '580.00' } });
    await shop.admin.inventory.receive({ id: 1, quantity: 11 });
    expect(await worth()).toBe('638.00');
  });

  test('drops by the average cost of each sale, which the order line stores, and rises again with a cancelled order', async () => {
    const { shop, worth } = await openAtTwoCosts();
    await orderFirstProduct(shop, 11);
    expect(await worth()).toBe('522.00');
    const cost = () => askStatement(shop, 'financial-statement');
    expect((await cost()).goods).toMatchObject({ knownLines: 1, cost: '58.00', grossProfit: '52.00' });
    // A more expensive delivery and a new cost do not change earlier sales.
    await shop.admin.inventory.receive({ id: 1, quantity: 1, unitCost: '100.00' });
    await shop.admin.inventory.updateProduct({ id: 1, costPrice: '7.00' });
    expect((await cost()).goods).toMatchObject({ cost: '58.00' });
    expect(await worth()).toBe('700.00');
    await shop.admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Ill' });
    expect(await worth()).toBe('758.00');
    expect(shop.rows(orderItems)).toMatchObject([{ costCents: 527, cogsCents: 5800 }]);
    expect(ledgerFaults(shop)).toEqual([]);
  });

  test.each([
    [{ costReason: 'Write-down' }, 'Write-down'],
    [{}, 'cost changed'],
  ])('changes with the cost of its product, and the ledger says why: %j', async (reason, note) => {
    const { shop, worth } = await openAtTwoCosts();
    await shop.admin.inventory.updateProduct({ id: 1, costPrice: '4.00', ...reason });
    expect(await worth()).toBe('440.00');
    expect((await shop.admin.inventory.movements({})).rows[0]).toMatchObject({
      kind: 'revaluation',
      quantity: 0,
      stockAfter: 110,
      unitCost: '4.00',
      valueAfter: '440.00',
      note,
    });
    await shop.admin.inventory.updateProduct({ id: 1, costPrice: '4.00', costReason: 'The same' });
    expect((await shop.admin.inventory.movements({})).rows[0]).toMatchObject({ note });
  });

  test('is zero while the cost is unknown, until the first delivery with a cost', async () => {
    const { shop, worth } = await openAtTwoCosts();
    await shop.admin.inventory.updateProduct({ id: 1, costPrice: null });
    expect(await worth()).toBe('0.00');
    await orderFirstProduct(shop, 10);
    expect(shop.rows(orderItems)).toMatchObject([{ costCents: null, cogsCents: null }]);
    await shop.admin.inventory.receive({ id: 1, quantity: 10, unitCost: 6 });
    expect(await worth()).toBe('660.00');
  });

  test.each(['-1', '1.999', 'x'])('rejects a unit cost of %s', async (unitCost) => {
    const { shop } = await openAtTwoCosts();
    await expect(shop.admin.inventory.receive({ id: 1, quantity: 1, unitCost })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('of stored products is their quantity at their cost, and the ledger stays append-only', () => {
    const db = openMigrated('average_cost', (old) => {
      insertRow(old, 'products', { cost_cents: 500, stock_quantity: 7 });
      insertRow(old, 'products', { cost_cents: null, stock_quantity: 4, image_url: '/products/soap.svg', supplier_name: 'Acme' });
      insertRow(old, 'stock_movements', { product_id: 1, quantity: 9, stock_after: 9 });
      insertRow(old, 'stock_movements', { product_id: 2, quantity: 4, stock_after: 4 });
      insertRow(old, 'orders');
      insertRow(old, 'order_items', { quantity: 2, cost_cents: 450 });
      insertRow(old, 'stock_movements', { product_id: 1, kind: 'sale', quantity: -2, stock_after: 7, order_number: 1 });
    });
    expect(db.select().from(products).all()).toMatchObject([
      { stockValueCents: 3500, isSample: false },
      { stockValueCents: 0, isSample: false },
    ]);
    expect(db.select().from(orderItems).all()).toMatchObject([{ cogsCents: 900 }]);
    const rows = db.select().from(stockMovements).all();
    expect(rows.map(({ quantity, valueAfterCents, orderNumber }) => [quantity, valueAfterCents, orderNumber])).toEqual([
      [9, null, null],
      [4, null, null],
      [-2, 3500, 1],
    ]);
    expect(() => db.$client.exec('update stock_movements set quantity = 9')).toThrow(/append-only/);
    expect(() => db.$client.exec('delete from stock_movements')).toThrow(/append-only/);
    expect(checkInvariants(db.$client).filter(({ name, count }) => name.startsWith('stock') && count > 0)).toEqual([]);
  });
});
