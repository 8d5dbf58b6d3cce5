import { beforeAll, describe, expect, test } from 'vitest';
import { CSV_REPORTS, csvPath } from '../../src/shared/inventory';
import { onThisMachine, timeBest } from '../support/pace';
import { plansOf } from '../support/query-plans';
import { openShop, type Shop } from '../support/shop';

const PRODUCTS = 5000;
const LIMIT_MS = onThisMachine(200);
let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = openShop();
  ({ token } = await shop.logIn());
  const words = ['Mop', 'Bucket', 'Squeegee', 'Detergent', 'Gloves', 'Vacuum', 'Polish'];
  const insert = shop.db.$client.prepare(
    `insert into products (name, description, price_cents, cost_cents, category, stock_quantity, supplier_name, is_active, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, '2026-11-20T20:00:00.000Z')`,
  );
  const line = shop.db.$client.prepare(
    "insert into order_items (order_number, product_id, name, quantity, price_cents, cost_cents) values (?, ?, 'x', 2, 500, 300)",
  );
  const order = shop.db.$client.prepare(
    `insert into orders (public_id, customer_name, customer_email, customer_phone, shipping_address, subtotal_cents, tax_cents, total_cents, tax_reading, created_at)
     values (?, 'M', 'm@example.com', '3', 'A', 1000, 120, 1120, 'checkout-12', ?)`,
  );
  shop.db.$client.transaction(() => {
    for (let i = 0; i < PRODUCTS; i++)
      insert.run(
        `${words[i % 7]} ${i}`,
        `A good ${words[(i + 3) % 7]} for every day, number ${i}`,
        500 + (i % 900),
        i % 11 === 0 ? null : 300 + (i % 700),
        `Category ${i % 40}`,
        i % 23,
        `Supplier ${i % 60}`,
        i % 50 === 0 ? 0 : 1,
      );
    for (let i = 0; i < 10_000; i++) {
      order.run(`order-${i}`.padEnd(22, 'x'), new Date(Date.parse('2025-12-01T12:00:00Z') + i * 3_000_000).toISOString());
      line.run(i + 1, (i % PRODUCTS) + 1);
    }
  })();
}, 60_000);

const READS: [what: string, read: (shop: Shop) => Promise<unknown>][] = [
  ['the first page', ({ admin }) => admin.inventory.list({})],
  ['a page of what is low', ({ admin }) => admin.inventory.list({ view: 'low', limit: 100 })],
  ['a page of a category', ({ admin }) => admin.inventory.list({ category: 'category 7' })],
  ['a search for a word', ({ admin }) => admin.inventory.list({ search: 'squeegee' })],
  ['a search for two letters', ({ admin }) => admin.inventory.list({ search: 'zq' })],
  ['a page far down', ({ admin }) => admin.inventory.list({ cursor: { value: 'squeegee 4999', id: 5000 } })],
  ['the cards', ({ admin }) => admin.inventory.summary()],
  ['the top performers', ({ admin }) => admin.inventory.topPerformers()],
  ['the charts', ({ admin }) => admin.inventory.charts()],
  ['the list to reorder', ({ admin }) => admin.inventory.reorderList()],
];

const plansInFreshShop = (call: (fresh: Shop) => Promise<unknown>) => {
  const fresh = openShop();
  return plansOf(fresh, () => call(fresh));
};

describe('with 5,000 products and 10,000 orders', () => {
  test.each(READS)('reads %s within the limit', async (_what, read) => {
    expect(await timeBest(() => read(shop))).toBeLessThan(LIMIT_MS);
  });
  test.each(CSV_REPORTS)('makes the report %s within the limit', async (type) => {
    const fetchReport = async () => expect((await shop.request('GET', csvPath(type), { token })).status).toBe(200);
    expect(await timeBest(fetchReport)).toBeLessThan(LIMIT_MS);
  });
});

describe('the plan', () => {
  test.each([
    [{}, /^SEARCH products USING (COVERING )?INDEX products_active_by_name \(is_active=\?\)$/],
    [
      { cursor: { value: 'mop', id: 3 } },
      /^SEARCH products USING (COVERING )?INDEX products_active_by_name \(is_active=\? AND <expr>>\?\)$/,
    ],
    [{ view: 'out', cursor: null }, /^SEARCH products USING (COVERING )?INDEX products_active_by_name \(is_active=\?\)$/],
    [{ view: 'retired' }, /^SEARCH products USING (COVERING )?INDEX products_active_by_name \(is_active=\?\)$/],
    [
      { sort: '-price', cursor: { value: 500, id: 3 } },
      /^SEARCH products USING (COVERING )?INDEX products_active_by_price \(is_active=\? AND price_cents<\?\)$/,
    ],
    [{ view: 'retired', sort: 'stock' }, /^SEARCH products USING (COVERING )?INDEX products_active_by_stock \(is_active=\?\)$/],
    [
      { sort: 'margin', cursor: { value: 0.25, id: 3 } },
      /^SEARCH products USING (COVERING )?INDEX products_active_by_margin \(is_active=\? AND <expr>>\?\)$/,
    ],
    [{ view: 'low' }, /^SCAN products USING INDEX products_to_reorder$/],
    [
      { view: 'reorder', sort: '-name', cursor: { value: 'mop', id: 3 } },
      /^SEARCH products USING INDEX products_to_reorder \(<expr><\?\); CORR[^;]*; SEARCH stock_movements USING INDEX[^;]*$/,
    ],
    [
      { view: 'reorder', sort: 'price' },
      /^CO-ROUTINE newest; .*SCAN products USING (COVERING )?INDEX products_to_reorder; .*SCAN newest; SEARCH products USING/,
    ],
    [{ category: 'Tools' }, /^CO-ROUTINE newest; SEARCH products USING INDEX products_by_category \(<expr>=\?\); SCAN newest; SEARCH/],
    [
      { search: 'soap' },
      /^CO-ROUTINE newest; SCAN products_search VIRTUAL TABLE INDEX \d+:.*M\d; SEARCH products USING INTEGER PRIMARY KEY/,
    ],
  ] as const)('of the list by %j uses an index', async (input, wanted) => {
    const [plan, ...more] = await plansInFreshShop(({ admin }) => admin.inventory.list(input));
    expect(more).toEqual([]);
    expect(plan).toMatch(wanted);
  });
  test('of the cards and charts reads an index of the figures, and kept sums of the sales', async () => {
    const OF_STOCK = /^SEARCH products USING COVERING INDEX products_figures \(is_active=\?\)(; USE TEMP B-TREE FOR GROUP BY)?$/;
    const [toReorder, ...cards] = (await plansInFreshShop(({ admin }) => admin.inventory.summary())).sort();
    expect(toReorder).toMatch(/^SCAN products USING INDEX products_to_reorder;/);
    expect(cards).toHaveLength(2);
    for (const plan of cards) expect(plan).toMatch(OF_STOCK);
    const [sales, ...spread] = (await plansInFreshShop(({ admin }) => admin.inventory.charts())).sort();
    expect(sales).toMatch(/^SEARCH daily_sums USING INDEX sqlite_autoindex_daily_sums_1 \(kind=\? AND day>\? AND day<\?\)/);
    expect(spread).toHaveLength(2);
    for (const plan of spread) expect(plan).toMatch(OF_STOCK);
  });
  test('of the top performers reads the products near the tenth margin alone', async () => {
    expect(await plansInFreshShop(({ admin }) => admin.inventory.topPerformers())).toEqual([
      expect.stringMatching(/^SEARCH products USING INDEX products_active_by_margin \(is_active=\? AND <expr>>\?\); /),
    ]);
  });
  test('of the reorder list reads no other products', async () => {
    expect((await plansInFreshShop(({ admin }) => admin.inventory.reorderList())).join()).toMatch(
      /^SEARCH products USING INTEGER PRIMARY KEY \(rowid=\?\); LIST SUBQUERY \d; SCAN products USING (COVERING )?INDEX products_to_reorder/,
    );
  });
});
