import { test as base, describe, expect } from 'vitest';
import { orders } from '../../db/schema';
import type { Shop } from '../support/http';
import { line, openStore, place, refusal, traces } from '../support/storefront';

const test = base.extend('shop', () => openStore());

type Placing = Parameters<Shop['visitor']['store']['placeOrder']>[0];

describe('sending an order again', () => {
  const idempotencyKey = 'checkout-1';
  test('returns the first order without new stock changes or messages, even after its status has changed', async ({ shop }) => {
    const first = await place(shop, { idempotencyKey });
    await shop.admin.store.setOrderStatus({ orderNumber: 1, status: 'processing' });
    await shop.admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Changed their mind' });
    shop.db.$client.exec('update products set price_cents = 1, is_active = 0');
    const before = traces(shop);
    expect(await place(shop, { idempotencyKey })).toEqual(first);
    expect(first.status).toBe('pending');
    expect(traces(shop)).toEqual(before);
  });

  test('recognizes the same order with different whitespace and fill time', async ({ shop }) => {
    const items = [line(1, 1, { price: '19.95' })];
    const first = await place(shop, { idempotencyKey, items, subtotal: '19.95', filledInMs: 5000 });
    const again = { idempotencyKey, items: [line(1, 1, { price: 19.95, name: null })], subtotal: 19.95, orderNotes: '', filledInMs: 9000 };
    expect(await place(shop, { ...again, ...({ status: 'shipped' } as object) })).toEqual(first);
  });

  test.for<[string, Partial<Placing>]>([
    ['another name', { customerName: 'Jon Park' }],
    ['another address', { shippingAddress: 'Elsewhere' }],
    ['another method', { paymentMethod: 'cheque' }],
    ['another quantity', { items: [line(1, 2)] }],
    ['another product', { items: [line(2)] }],
    ['a line more', { items: [line(1), line(2)] }],
    ['notes', { orderNotes: 'Ring twice.' }],
    ['an amount', { totalAmount: '22.34' }],
  ])('rejects %s under the same key', async ([_what, more], { shop }) => {
    await place(shop, { idempotencyKey });
    const before = traces(shop);
    expect(await refusal(shop, { idempotencyKey, ...more })).toEqual([
      'UNPROCESSABLE_CONTENT',
      'This Idempotency-Key was already used for a different order.',
    ]);
    expect(traces(shop)).toEqual(before);
  });

  test('the database rejects a second order under one key', async ({ shop }) => {
    await place(shop, { idempotencyKey });
    await place(shop, { items: [line(2)] });
    const steal = () => shop.db.$client.exec("update orders set idempotency_key = 'checkout-1' where order_number = 2");
    expect(steal).toThrow(/UNIQUE.*idempotency_key/);
  });

  test('creates another order without a key or with a new one; a rejected order does not use up its key', async ({ shop }) => {
    expect(await refusal(shop, { idempotencyKey, items: [line(4)] })).toMatchObject(['CONFLICT', expect.any(String)]);
    for (const key of [undefined, undefined, idempotencyKey, 'checkout-2']) await place(shop, { items: [line(2)], idempotencyKey: key });
    expect(shop.rows(orders)).toHaveLength(4);
  });
});
