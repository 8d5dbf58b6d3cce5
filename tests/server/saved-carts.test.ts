import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { activity, consents, savedCarts } from '../../db/schema';
import { findBasis } from '../../src/server/consents/service';
import { deleteOldCarts } from '../../src/server/store/saved-carts';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { ORDER, openStore } from '../support/storefront';

const test = base.extend('shop', () => openStore());

type Shop = ReturnType<typeof openStore>;
const ID = 'a4ba6ea1-4a4c-4a6b-8d8e-0f2f4a1f2b3c';
const CART = { id: ID, items: [{ productId: 1, quantity: 2 }], email: 'Maria@Example.com', consent: false };
const cartsOf = (shop: Shop) => shop.rows(savedCarts);
const consentsOf = (shop: Shop) => shop.rows(consents);
const logOf = (shop: Shop) =>
  shop.db
    .select()
    .from(activity)
    .where(eq(activity.entityType, 'cart'))
    .all()
    .map(({ verb }) => verb);

describe('a saved cart', () => {
  test('is visible to the office until it is deleted', async ({ shop }) => {
    await shop.visitor.store.saveCart({ ...CART, consent: true });
    const { products } = await shop.visitor.store.priceCart({ items: [{ productId: 1, quantity: 2 }] });
    const [price, ...others] = products.map((product) => product.price);
    expect(others).toEqual([]);
    expect(await shop.admin.store.getCart({ id: ID })).toEqual({
      email: 'Maria@Example.com',
      consent: true,
      items: [{ name: products[0]?.name, quantity: 2, price }],
      subtotal: (2 * Number(price)).toFixed(2),
      updatedAt: shop.clock.now().toISOString(),
      orderNumber: null,
    });
    shop.db.update(savedCarts).set({ items: '{"a":1}' }).run();
    expect((await shop.admin.store.getCart({ id: ID })).items).toEqual([]);
    await expect(shop.admin.store.getCart({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('has the server’s prices and the latest contents', async ({ shop }) => {
    expect(await shop.visitor.store.saveCart(CART)).toEqual({ isKept: true });
    shop.clock.advance(5);
    const items = [
      { productId: 1, quantity: 1 },
      { productId: 2, quantity: 1 },
      { productId: 2, quantity: 2 },
      // One that is no longer sold, and one that never was.
      { productId: 3, quantity: 1 },
      { productId: 99, quantity: 1 },
    ];
    await shop.visitor.store.saveCart({ ...CART, items });
    expect(cartsOf(shop)).toEqual([
      {
        id: ID,
        email: 'Maria@Example.com',
        items: expect.any(String),
        subtotalCents: 2745,
        consent: false,
        updatedAt: '2026-11-20T20:05:00.000Z',
        orderId: null,
      },
    ]);
    expect(JSON.parse(cartsOf(shop)[0]?.items ?? '')).toEqual([
      { productId: 1, name: 'Squeegee', quantity: 1, price: '19.95' },
      { productId: 2, name: 'Soap', quantity: 3, price: '2.50' },
    ]);
    expect(logOf(shop)).toEqual(['cart.saved', 'cart.changed']);
    expect(consentsOf(shop)).toEqual([]);
  });
  test('is deleted when it is emptied', async ({ shop }) => {
    await shop.visitor.store.saveCart(CART);
    expect(await shop.visitor.store.saveCart({ ...CART, items: [] })).toEqual({ isKept: false });
    await shop.visitor.store.saveCart({ ...CART, items: [{ productId: 3, quantity: 1 }] });
    expect([cartsOf(shop), logOf(shop)]).toEqual([[], ['cart.saved', 'cart.removed']]);
  });
  test.each([
    ['an id that is no uuid', { id: 'cart-1' }],
    ['an address that is none', { email: 'maria' }],
    ['a quantity of nothing', { items: [{ productId: 1, quantity: 0 }] }],
    ['too much of one', { items: [{ productId: 1, quantity: 1e9 }] }],
    ['51 lines', { items: Array.from({ length: 51 }, (_, place) => ({ productId: place + 1, quantity: 1 })) }],
  ])('is rejected with %s', async (_what, more) => {
    const shop = openStore();
    await expect(shop.visitor.store.saveCart({ ...CART, ...more })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(cartsOf(shop)).toEqual([]);
  });
  test('is limited to 120 saves an hour per network address', async () => {
    const shop = openStore({ isLimited: true });
    const { visitor } = shop;
    for (let time = 0; time < 120; time++) await visitor.store.saveCart({ ...CART, id: randomUUID() });
    await expect(visitor.store.saveCart(CART)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
  test.for([30, 60])('is deleted after 30 days, or after the owner’s longer reminder window: %i', async (days, { shop }) => {
    const { automation } = await shop.admin.settings.get();
    if (days > 30) await shop.admin.settings.save({ automation: { ...automation, cartMaxDays: days } });
    await shop.visitor.store.saveCart(CART);
    shop.clock.advance(days * 1440);
    deleteOldCarts(shop.ctx);
    expect(cartsOf(shop)).toHaveLength(1);
    shop.clock.advance(1);
    const plans = await plansOf(shop, async () => deleteOldCarts(shop.ctx));
    expect(plans.join()).toContain('SEARCH saved_carts USING COVERING INDEX saved_carts_updated');
    expect([cartsOf(shop), logOf(shop)]).toEqual([[], ['cart.saved', 'cart.dropped']]);
  });
});

test('saved carts have no index on the e-mail address that no query needs', () => {
  const indexes = openStore().db.$client.prepare<[], { name: string }>(
    `select name from pragma_index_list('saved_carts') where origin = 'c'`,
  );
  expect(
    indexes
      .all()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['saved_carts_idle', 'saved_carts_order', 'saved_carts_updated']);
});

describe('consent at the checkout', () => {
  test('records express consent once, withdraws it when the box is cleared, and records it again when it is ticked again', async ({
    shop,
  }) => {
    await shop.visitor.store.saveCart({ ...CART, consent: true });
    await shop.visitor.store.saveCart({ ...CART, items: [{ productId: 2, quantity: 1 }], consent: true });
    expect(consentsOf(shop)).toMatchObject([
      {
        email: 'maria@example.com',
        basis: 'express',
        source: `checkout, cart ${ID}`,
        obtainedAt: '2026-11-20T20:00:00.000Z',
        withdrawnAt: null,
      },
    ]);
    expect(findBasis(shop.ctx, 'maria@example.com')).toMatchObject({ basis: 'express' });
    shop.clock.advance(1);
    await shop.visitor.store.saveCart(CART);
    expect(findBasis(shop.ctx, 'maria@example.com')).toBeUndefined();
    expect(consentsOf(shop)).toMatchObject([{ withdrawnAt: '2026-11-20T20:01:00.000Z' }]);
    shop.clock.advance(1);
    await shop.visitor.store.saveCart({ ...CART, consent: true });
    expect(findBasis(shop.ctx, 'maria@example.com')).toMatchObject({ basis: 'express' });
  });
  test('does not override an unsubscription by link or by the owner', async ({ shop }) => {
    await shop.visitor.store.saveCart({ ...CART, consent: true });
    await shop.admin.subscriptions.withdraw({ email: 'maria@example.com' });
    for (const consent of [false, true]) await shop.visitor.store.saveCart({ ...CART, consent });
    expect(findBasis(shop.ctx, 'maria@example.com')).toBeUndefined();
  });
  test('clearing the box on another cart does not withdraw the consent of an address', async ({ shop }) => {
    insertRow(shop.db, 'orders', {
      customer_email: 'lee@example.com',
      created_at: '2026-11-01T20:00:00.000Z',
      paid_date: '2026-11-01',
      paid_method: 'cash',
    });
    await shop.admin.consents.record({ email: 'maria@example.com', source: 'said on the phone' });
    for (const email of ['maria@example.com', 'lee@example.com', 'else@example.com']) {
      await shop.visitor.store.saveCart({ ...CART, email, consent: true });
      shop.clock.advance(1);
    }
    expect(findBasis(shop.ctx, 'maria@example.com')).toMatchObject({ basis: 'express', source: 'said on the phone' });
    expect(findBasis(shop.ctx, 'lee@example.com')).toMatchObject({ basis: 'purchase' });
    expect(await shop.admin.consents.find({ email: 'lee@example.com' })).toMatchObject({ unsubscribedAt: null });
  });
  test('moves with the address, so that a mistyped one gets no mail', async ({ shop }) => {
    await shop.visitor.store.saveCart({ ...CART, email: 'maria@example.co', consent: true });
    await shop.visitor.store.saveCart({ ...CART, consent: true });
    expect(findBasis(shop.ctx, 'maria@example.co')).toBeUndefined();
    expect(findBasis(shop.ctx, 'maria@example.com')).toMatchObject({ basis: 'express' });
  });
  test('needs an address', async ({ shop }) => {
    await shop.visitor.store.saveCart({ ...CART, email: null, consent: true });
    expect(consentsOf(shop)).toEqual([]);
  });
});

describe('an order with a saved cart', () => {
  test('links its cart, also on a retry', async ({ shop }) => {
    await shop.visitor.store.saveCart(CART);
    const first = await shop.visitor.store.placeOrder({ ...ORDER, cartId: ID, idempotencyKey: 'k1' });
    const orderId = Number(first.orderNumber.replace(/\D/g, ''));
    expect(await shop.visitor.store.placeOrder({ ...ORDER, idempotencyKey: 'k1' })).toEqual(first);
    expect(cartsOf(shop)).toMatchObject([{ id: ID, orderId, subtotalCents: 3990 }]);
    expect(await shop.visitor.store.saveCart({ ...CART, items: [] })).toEqual({ isKept: false });
    expect(cartsOf(shop)).toMatchObject([{ orderId, subtotalCents: 3990 }]);
  });
  test('prevents a reminder for a cart saved after it, and keeps the consent that arrives with that cart', async ({ shop }) => {
    await shop.visitor.store.placeOrder({ ...ORDER, cartId: ID });
    expect(await shop.visitor.store.saveCart({ ...CART, consent: true })).toEqual({ isKept: false });
    expect(cartsOf(shop)).toMatchObject([{ orderId: 1, items: '[]', consent: true }]);
    expect(consentsOf(shop)).toMatchObject([{ source: `checkout, cart ${ID}` }]);
  });
  test('keeps its cart when another order sends the same one', async ({ shop }) => {
    for (const idempotencyKey of ['k1', 'k2']) await shop.visitor.store.placeOrder({ ...ORDER, cartId: ID, idempotencyKey });
    expect(cartsOf(shop)).toMatchObject([{ id: ID, orderId: 1 }]);
  });
  test('leaves the cart unchanged when it is rejected', async ({ shop }) => {
    await shop.visitor.store.saveCart(CART);
    await expect(shop.visitor.store.placeOrder({ ...ORDER, items: [{ productId: 1, quantity: 9 }], cartId: ID })).rejects.toThrow();
    expect(cartsOf(shop)).toMatchObject([{ orderId: null }]);
  });
});
