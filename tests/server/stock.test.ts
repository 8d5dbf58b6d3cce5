import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { openDb } from '../../db/client';
import { activity, products, stockMovements } from '../../db/schema';
import { seedCatalogue } from '../../db/seed';
import { changeStock } from '../../src/server/inventory/service';
import { openOffice } from '../support/http';
import { times } from '../support/length';
import { insertRow } from '../support/rows';
import { ledgerFaults, ledgerOf, ORDER, openStore, orderFirstProduct, stockOf } from '../support/storefront';

const test = base.extend('shop', () => openStore());

describe('receiving stock', () => {
  test('adds the goods, writes who received them and when, and sets the last purchase', async ({ shop }) => {
    expect(await shop.admin.inventory.receive({ id: 1, quantity: 12, note: 'Invoice 77' })).toEqual({ productId: 1, stockQuantity: 15 });
    expect(ledgerOf(shop).at(-1)).toEqual({
      id: 4,
      productId: 1,
      kind: 'receive',
      quantity: 12,
      stockAfter: 15,
      unitCostCents: 1090,
      valueAfterCents: 15 * 1090,
      orderNumber: null,
      note: 'Invoice 77',
      actorKind: 'admin',
      actorId: 1,
      at: '2026-11-20T20:00:00.000Z',
    });
    const changed = shop.rows(products);
    expect(changed.map(({ stockQuantity, lastPurchaseDate }) => [stockQuantity, lastPurchaseDate])).toEqual([
      [15, '2026-11-20'],
      [50, null],
      [3, null],
      [0, null],
    ]);
    expect(shop.rows(activity)).toMatchObject([
      { verb: 'stock.received', entityType: 'product', entityId: '1', data: '{"quantity":12,"stockQuantity":15}' },
    ]);
  });

  test('adds goods of retired products too', async ({ shop }) => {
    expect(await shop.admin.inventory.receive({ id: 3, quantity: '2' })).toEqual({ productId: 3, stockQuantity: 5 });
  });

  test.for([0, -1, 1.5, 100_001, 'many', null])('rejects a quantity of %j', async (quantity, { shop }) => {
    await expect(shop.admin.inventory.receive({ id: 1, quantity: quantity as number })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect([stockOf(shop), ledgerOf(shop).length]).toEqual([3, 1]);
  });
});

describe('adjusting stock', () => {
  test.for([
    [-2, 1],
    [-3, 0],
    [4, 7],
    ['-1', 2],
  ] as const)('corrects by %j, to %i', async ([quantity, left], { shop }) => {
    expect(await shop.admin.inventory.adjust({ id: 1, quantity, note: 'Counted' })).toEqual({ productId: 1, stockQuantity: left });
    expect(ledgerOf(shop).at(-1)).toMatchObject({ kind: 'adjust', quantity: Number(quantity), stockAfter: left, note: 'Counted' });
    expect(shop.rows(activity)).toMatchObject([{ verb: 'stock.adjusted' }]);
  });

  test('rejects an adjustment below zero', async ({ shop }) => {
    await expect(shop.admin.inventory.adjust({ id: 1, quantity: -4, note: 'Counted' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Not enough stock of Squeegee: 3 left, 4 wanted.',
    });
    expect([stockOf(shop), ledgerOf(shop).length]).toEqual([3, 1]);
  });

  test('applies a difference, so that a sale in between is not undone', async ({ shop }) => {
    await orderFirstProduct(shop, 2);
    expect(await shop.admin.inventory.adjust({ id: 1, quantity: 1, note: 'Found one' })).toEqual({ productId: 1, stockQuantity: 2 });
  });

  test.for([{ quantity: 0 }, { quantity: 0.5 }, { quantity: 100_001 }, { quantity: 'x' }, { note: ' ' }, { note: undefined }])(
    'rejects %j',
    async (change, { shop }) => {
      const input = { id: 1, quantity: 1, note: 'Counted', ...change } as { id: number; quantity: number; note: string };
      await expect(shop.admin.inventory.adjust(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

test('rejects a sale of a retired product even if it was read before it was retired', async ({ shop }) => {
  await shop.admin.inventory.updateProduct({ id: 1, isActive: false });
  const sell = () => changeStock(shop.ctx, { productId: 1, kind: 'sale', quantity: -1 });
  expect(sell).toThrow('Squeegee is no longer sold.');
  expect([stockOf(shop), ledgerOf(shop).length]).toEqual([3, 1]);
});

test('rejects changes to the stock of an unknown product', async () => {
  const { admin } = openStore();
  for (const call of [
    () => admin.inventory.receive({ id: 99, quantity: 1 }),
    () => admin.inventory.adjust({ id: 99, quantity: -1, note: 'x' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'This product does not exist.' });
});

describe('the ledger', () => {
  test('names the product, the order and the person of each change, newest first', async () => {
    const { shop } = await openOffice();
    insertRow(shop.db, 'products', { stock_quantity: 0 });
    insertRow(shop.db, 'products', { name: 'Soap', stock_quantity: 0 });
    await shop.admin.inventory.receive({ id: 1, quantity: 5 });
    await orderFirstProduct(shop, 2);
    insertRow(shop.db, 'stock_movements', { product_id: 2, quantity: 4, stock_after: 4 });
    await shop.admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Changed their mind' });
    const { rows, nextCursor } = await shop.admin.inventory.movements({});
    expect(
      rows.map(({ kind, productName, quantity, stockAfter, orderNumber, actor }) => [
        kind,
        productName,
        quantity,
        stockAfter,
        orderNumber,
        actor,
      ]),
    ).toEqual([
      ['cancel', 'Squeegee', 2, 5, 1, 'owner'],
      ['initial', 'Soap', 4, 4, null, 'system'],
      ['sale', 'Squeegee', -2, 3, 1, 'customer'],
      ['receive', 'Squeegee', 5, 5, null, 'owner'],
    ]);
    expect([nextCursor, Object.keys(rows[0] ?? {}).sort()]).toEqual([
      null,
      ['actor', 'at', 'id', 'kind', 'note', 'orderNumber', 'productId', 'productName', 'quantity', 'stockAfter', 'unitCost', 'valueAfter'],
    ]);
  });

  test('of one product or of all comes in pages', async ({ shop }) => {
    for (let i = 0; i < 4; i++) await shop.admin.inventory.receive({ id: 1 + (i % 2), quantity: 1 });
    const first = await shop.admin.inventory.movements({ productId: 1, limit: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual([6, 4]);
    const second = await shop.admin.inventory.movements({ productId: 1, limit: 2, cursor: first.nextCursor });
    expect([second.rows.map(({ id }) => id), second.nextCursor]).toEqual([[1], null]);
    expect((await shop.admin.inventory.movements({ limit: 3 })).rows.map(({ id }) => id)).toEqual([7, 6, 5]);
    expect(await shop.admin.inventory.movements({ productId: 99 })).toEqual({ rows: [], nextCursor: null });
  });

  test('cannot be changed or shortened, and is deleted only with its product', ({ shop }) => {
    const run = (text: string) => () => shop.db.$client.exec(text);
    expect(run('update stock_movements set quantity = 9')).toThrow(/append-only/);
    expect(run('delete from stock_movements where product_id = 1')).toThrow(/append-only/);
    expect(
      run(
        "insert or replace into stock_movements (id, product_id, kind, quantity, stock_after, actor_kind, at) values (1, 1, 'adjust', 1, 1, 'system', 'x')",
      ),
    ).toThrow(/append-only/);
    run('delete from products where id = 1')();
    expect(ledgerOf(shop)).toEqual([]);
  });

  test('of the starter catalogue begins with what is in stock', () => {
    const now = new Date('2026-11-20T20:00:00.000Z');
    const { db } = openDb(':memory:', { now: () => now });
    seedCatalogue(db, now);
    seedCatalogue(db, now);
    const rows = db.select().from(stockMovements).all();
    const inStock = db
      .select()
      .from(products)
      .all()
      .filter(({ stockQuantity }) => stockQuantity > 0);
    expect(rows.map(({ productId, quantity, stockAfter }) => [productId, quantity, stockAfter])).toEqual(
      inStock.map(({ id, stockQuantity }) => [id, stockQuantity, stockQuantity]),
    );
    expect(new Set(rows.map(({ kind, actorKind, at }) => `${kind} ${actorKind} ${at}`))).toEqual(
      new Set([`initial system ${now.toISOString()}`]),
    );
  });
});

test('notifies open screens of each change once, and not of rejected ones', async ({ shop }) => {
  const topics: string[] = [];
  shop.live.onChange((topic) => topics.push(topic));
  await shop.admin.inventory.receive({ id: 1, quantity: 1 });
  await shop.admin.inventory.adjust({ id: 1, quantity: -1, note: 'x' });
  await shop.admin.inventory.adjust({ id: 1, quantity: -9, note: 'x' }).catch(() => undefined);
  expect(topics).toEqual(['store', 'store']);
});

test('keeps ledger, stock and sold quantities equal after any orders, cancellations, deliveries and counts', async () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        order: fc.array(fc.tuple(fc.constantFrom(1, 2, 4), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ cancel: fc.integer({ min: 1, max: 12 }) }) },
    { weight: 1, arbitrary: fc.record({ receive: fc.constantFrom(1, 2, 3, 4), quantity: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ adjust: fc.constantFrom(1, 2, 3, 4), quantity: fc.constantFrom(-5, -1, 2) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const shop = openStore();
      for (const next of steps) {
        const done =
          'order' in next
            ? shop.visitor.store.placeOrder({ ...ORDER, items: next.order.map(([productId, quantity]) => ({ productId, quantity })) })
            : 'cancel' in next
              ? shop.admin.store.setOrderStatus({ orderNumber: next.cancel, status: 'cancelled', reason: 'Test' })
              : 'receive' in next
                ? shop.admin.inventory.receive({ id: next.receive, quantity: next.quantity })
                : shop.admin.inventory.adjust({ id: next.adjust, quantity: next.quantity, note: 'Counted' });
        await done.catch((error: { code: string }) => expect(error.code).toBeOneOf(['CONFLICT', 'NOT_FOUND']));
      }
      expect(ledgerFaults(shop)).toEqual([]);
      const differing = shop.db.$client
        .prepare(
          `select product_id from stock_movements where kind in ('sale', 'cancel') group by product_id
           having -sum(quantity) <> (select coalesce(sum(quantity), 0) from order_items join orders using (order_number)
             where order_items.product_id = stock_movements.product_id and orders.status <> 'cancelled')`,
        )
        .all();
      expect(differing).toEqual([]);
    }),
    { numRuns: times(10, 200) },
  );
});
