import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orders } from '../../db/schema';
import { PROFIT_RATINGS, profitRating } from '../../src/shared/inventory';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { shelve } from '../support/storefront';

type Row = NonNullable<Parameters<typeof insertRow>[2]>;
const shopOf = (...rows: Row[]) => {
  const shop = openShop();
  shelve(shop, ...rows);
  return shop;
};

describe('the cards', () => {
  test('are zero or empty in an empty shop', async () => {
    expect(await openShop().admin.inventory.summary()).toEqual({
      totalProducts: 0,
      units: 0,
      valueAtPrice: '0.00',
      valueAtCost: '0.00',
      potentialProfit: '0.00',
      averageMargin: null,
      withoutCost: 0,
      lowStock: 0,
      lowStockTen: 0,
      outOfStock: 0,
      toReorder: 0,
      isSample: false,
      categories: [],
    });
  });

  test('leave out retired products, and products without a cost have no profit', async () => {
    const shop = shopOf(
      { price_cents: 2000, cost_cents: 1000, stock_quantity: 10, category: 'Tools' },
      { price_cents: 1000, cost_cents: 900, stock_quantity: 5, category: 'tools' },
      { price_cents: 500, cost_cents: null, stock_quantity: 4, category: 'Detergents' },
      { price_cents: 700, cost_cents: 0, stock_quantity: 0, category: 'detergents' },
      { price_cents: 9900, stock_quantity: 99, category: 'Antiques', is_active: 0 },
    );
    const summary = await shop.admin.inventory.summary();
    expect(summary).toEqual({
      totalProducts: 4,
      units: 19,
      valueAtPrice: '270.00',
      valueAtCost: '145.00',
      potentialProfit: '105.00',
      averageMargin: '30.00',
      withoutCost: 1,
      lowStock: 2,
      lowStockTen: 3,
      outOfStock: 1,
      toReorder: 3,
      isSample: false,
      categories: [
        { category: 'Detergents', products: 2 },
        { category: 'Tools', products: 2 },
      ],
    });
    const { inventory } = shop.admin;
    for (const [view, count] of [
      ['active', summary.totalProducts],
      ['low', summary.lowStock],
      ['low-ten', summary.lowStockTen],
      ['out', summary.outOfStock],
      ['reorder', summary.toReorder],
      ['no-cost', summary.withoutCost],
    ] as const)
      expect([view, (await inventory.list({ view })).rows.length]).toEqual([view, count]);
  });
});

describe('the top performers', () => {
  test('are the ten highest margins, and equal margins are sorted by potential profit', async () => {
    const shop = shopOf(
      ...Array.from({ length: 11 }, (_, i) => ({ name: `P${i}`, price_cents: 1000, cost_cents: 100 + i * 80, stock_quantity: 1 })),
      { name: 'More of it', price_cents: 2000, cost_cents: 200, stock_quantity: 5 },
      { name: 'No cost', cost_cents: null },
      { name: 'Free', cost_cents: 0 },
      { name: 'Given away', price_cents: 0 },
      { name: 'Gone', price_cents: 1000, cost_cents: 1, is_active: 0 },
    );
    const top = await shop.admin.inventory.topPerformers();
    expect(top.map(({ name }) => name)).toEqual(['More of it', 'P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8']);
    expect(top[0]).toEqual({
      id: 12,
      name: 'More of it',
      category: 'Tools',
      price: '20.00',
      costPrice: '2.00',
      profitMargin: '90.00',
      rating: 'Excellent',
      stockQuantity: 5,
      potentialProfit: '90.00',
    });
    expect(top.map(({ profitMargin, rating }) => [profitMargin, rating]).slice(-2)).toEqual([
      ['34.00', 'Excellent'],
      ['26.00', 'Good'],
    ]);
  });
});

test('equal the same figures counted one product at a time', async () => {
  const shop = openShop();
  const { admin } = shop;
  const amount = fc.constantFrom(0, 1, 3, 7, 10, 100, 333, 1000, 1429, 9_999_999_999);
  const product = fc.record({
    price_cents: amount,
    cost_cents: fc.option(amount),
    stock_quantity: fc.nat(12),
    category: fc.constantFrom('Tools', 'tools', 'Paper', 'Équipement'),
    is_active: fc.constantFrom(0, 1, 1, 1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(product, { maxLength: 40 }), async (rows) => {
      shop.db.$client.exec('delete from stock_movements; delete from products');
      for (const [index, row] of rows.entries())
        insertRow(shop.db, 'products', { ...row, id: index + 1, stock_value_cents: row.stock_quantity * (row.cost_cents ?? 0) });
      const active = rows.map((row, index) => ({ ...row, id: index + 1 })).filter(({ is_active }) => is_active === 1);
      const spread = PROFIT_RATINGS.map((rating) => ({
        rating,
        products: active.filter((row) => profitRating(row.price_cents, row.cost_cents) === rating).length,
      }));
      expect((await admin.inventory.charts()).marginSpread).toEqual(spread);
      const top = active
        .flatMap((row) => {
          const { id, price_cents: price, cost_cents: cost, stock_quantity: stock } = row;
          if (price === 0 || !cost) return [];
          return [{ id, margin: ((price - cost) * 100) / price, profit: (price - cost) * stock }];
        })
        .sort((a, b) => b.margin - a.margin || b.profit - a.profit || a.id - b.id);
      expect((await admin.inventory.topPerformers()).map(({ id }) => id)).toEqual(top.slice(0, 10).map(({ id }) => id));
      const { totalProducts, averageMargin, outOfStock } = await admin.inventory.summary();
      const average = top.reduce((sum, { margin }) => sum + margin, 0) / top.length;
      expect([totalProducts, outOfStock]).toEqual([active.length, active.filter((row) => row.stock_quantity === 0).length]);
      if (top.length === 0) expect(averageMargin).toBeNull();
      else expect(Number(averageMargin)).toBeCloseTo(average, 1);
    }),
    { numRuns: 60 },
  );
});

describe('the charts', () => {
  test('show the value of each category, the largest first, and the number of products by margin', async () => {
    const shop = shopOf(
      { price_cents: 1000, cost_cents: 700, stock_quantity: 2, category: 'Tools' },
      { price_cents: 1000, cost_cents: 950, stock_quantity: 5, category: 'Equipment' },
      { price_cents: 1000, cost_cents: null, stock_quantity: 9, category: 'Laundry Care' },
      { price_cents: 1000, cost_cents: 701, stock_quantity: 0, category: 'tools' },
    );
    const { valueByCategory, marginSpread } = await shop.admin.inventory.charts();
    expect(valueByCategory).toEqual([
      { category: 'Equipment', valueAtCost: '47.50', valueAtPrice: '50.00' },
      { category: 'Tools', valueAtCost: '14.00', valueAtPrice: '20.00' },
      { category: 'Laundry Care', valueAtCost: '0.00', valueAtPrice: '90.00' },
    ]);
    expect(marginSpread).toEqual([
      { rating: 'Excellent', products: 1 },
      { rating: 'Good', products: 1 },
      { rating: 'Fair', products: 0 },
      { rating: 'Poor', products: 1 },
      { rating: 'n/a', products: 1 },
    ]);
  });

  test('show the sales before tax of the last twelve months of the company’s calendar, without cancelled orders', async () => {
    const shop = openShop({ now: '2026-12-01T06:30:00.000Z' });
    // It is still November in the company's time zone.
    for (const [created_at, status, subtotal_cents] of [
      ['2026-12-01T06:00:00.000Z', 'pending', 1000],
      ['2026-11-01T07:00:00.000Z', 'delivered', 250],
      ['2026-11-01T06:59:59.999Z', 'shipped', 400],
      ['2026-11-15T20:00:00.000Z', 'cancelled', 9999],
      ['2025-12-01T08:00:00.000Z', 'delivered', 70],
      ['2025-12-01T07:59:59.999Z', 'delivered', 8888],
    ] as const)
      insertRow(shop.db, 'orders', {
        created_at,
        status,
        subtotal_cents,
        tax_cents: 0,
        total_cents: subtotal_cents,
        public_id: `o-${created_at}-${status}`,
      });
    expect(shop.rows(orders)).toHaveLength(6);
    const { salesByMonth } = await shop.admin.inventory.charts();
    expect(salesByMonth.map(({ month }) => month)).toEqual([
      '2025-12',
      ...Array.from({ length: 11 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}`),
    ]);
    expect(salesByMonth.filter(({ orders: count }) => count > 0)).toEqual([
      { month: '2025-12', orders: 1, sales: '0.70' },
      { month: '2026-10', orders: 1, sales: '4.00' },
      { month: '2026-11', orders: 2, sales: '12.50' },
    ]);
    expect(salesByMonth[3]).toEqual({ month: '2026-03', orders: 0, sales: '0.00' });
  });
});

describe('the reorder list', () => {
  test('is grouped by supplier, out of stock first, with the cost of the order if it is known', async () => {
    const shop = shopOf(
      { name: 'Wipes', supplier_name: 'Pacific', supplier_sku: 'P-1', stock_quantity: 4, cost_cents: 150 },
      { name: 'Bags', supplier_name: 'pacific ', stock_quantity: 0, reorder_level: 3, cost_cents: null },
      { name: 'Enough', supplier_name: 'Pacific', stock_quantity: 6 },
      { name: 'Retired', supplier_name: 'Pacific', stock_quantity: 0, is_active: 0 },
      { name: 'Never again', supplier_name: 'Pacific', stock_quantity: 0, reorder_level: 0 },
      { name: 'Brush', stock_quantity: 5, cost_cents: 200 },
      { name: 'Mop', supplier_name: 'Acme', stock_quantity: 1, cost_cents: 1000 },
    );
    const list = await shop.admin.inventory.reorderList();
    expect(
      list.map(({ supplierName, orderCost, withoutCost, products }) => [supplierName, orderCost, withoutCost, products.length]),
    ).toEqual([
      ['Acme', '90.00', 0, 1],
      ['Pacific', '9.00', 1, 2],
      [null, '10.00', 0, 1],
    ]);
    const alert = await shop.admin.inventory.statement({ type: 'stock-alert' });
    expect('suppliers' in alert && alert.suppliers.map(({ products, ...sums }) => [sums, products.map(({ id }) => id)])).toEqual(
      list.map(({ products, ...sums }) => [sums, products.map(({ id }) => id)]),
    );
    expect(list[1]?.products).toEqual([
      {
        id: 2,
        name: 'Bags',
        supplierSku: null,
        stockQuantity: 0,
        reorderLevel: 3,
        status: 'Out of Stock',
        suggestedQuantity: 6,
        costPrice: null,
        orderCost: null,
      },
      {
        id: 1,
        name: 'Wipes',
        supplierSku: 'P-1',
        stockQuantity: 4,
        reorderLevel: 5,
        status: 'Low',
        suggestedQuantity: 6,
        costPrice: '1.50',
        orderCost: '9.00',
      },
    ]);
  });
});
