import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CartItem, countItems, parseCart, type StoreProduct, setQuantity, toPricedLines } from '../../src/shared/cart';
import { MAX_QUANTITY } from '../../src/shared/store-options';
import { calculateTotals } from '../../src/shared/store-sums';
import { product as baseProduct, inCart } from '../support/cart-items';

const PLAIN = { description: null, price: '19.95' };
const product = (id: number, more: Partial<StoreProduct> = {}) => baseProduct(id, { ...PLAIN, ...more });
const item = (id: number, quantity: number, more: Partial<StoreProduct> = {}) => inCart(id, quantity, { ...PLAIN, ...more });

describe('parsing the saved cart', () => {
  test('returns null for a missing cart, unlike an empty one', () => {
    expect(parseCart(null)).toBeNull();
    expect(parseCart('[]')).toEqual([]);
  });

  test.each(['', '{', 'null', '{}', '"cart"', '12', '[', 'undefined', '[1, null, "x", []]', '[{}]'])(
    'returns an empty cart for %s',
    (stored) => {
      expect(parseCart(stored)).toEqual([]);
    },
  );

  test.each([
    { id: 1.5 },
    { id: '1' },
    { id: null },
    { name: 12 },
    { price: 'free' },
    { price: null },
    { price: 1.234 },
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: '2' },
    { quantity: null },
  ])('skips an item with %j and keeps the others', (change) => {
    expect(parseCart(JSON.stringify([{ ...item(1, 2), ...change }, item(2, 1)]))).toEqual([item(2, 1)]);
  });

  test('completes items of older pages, with numeric prices and missing fields', () => {
    const old = [{ id: 7, name: 'Soap', price: 2.5, quantity: 3 }];
    expect(parseCart(JSON.stringify(old))).toEqual([
      { ...item(7, 3), name: 'Soap', price: '2.50', category: '', stockQuantity: MAX_QUANTITY },
    ]);
  });

  test('restores a saved cart', () => {
    const cart = [item(1, 2), item(2, 5, { isPstTaxable: false, rating: 4.2, reviews: 3, description: 'Soft.' })];
    expect(parseCart(JSON.stringify(cart))).toEqual(cart);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        for (const { id, quantity } of parseCart(stored) ?? []) expect([Number.isSafeInteger(id), quantity >= 1]).toEqual([true, true]);
      }),
    );
  });
});

describe('setting a quantity', () => {
  test('adds a new product at the end', () => {
    expect(setQuantity([item(1, 1)], product(2), 2)).toEqual([item(1, 1), item(2, 2)]);
  });
  test('changes a product in place', () => {
    expect(setQuantity([item(1, 1), item(2, 1)], product(1), 4)).toEqual([item(1, 4), item(2, 1)]);
  });
  test.each([0, -1])('%i removes the product', (quantity) => {
    expect(setQuantity([item(1, 3), item(2, 1)], product(1), quantity)).toEqual([item(2, 1)]);
  });
  test('is limited to the stock and to the limit of an order', () => {
    expect(setQuantity([], product(1), 99)).toEqual([item(1, 5)]);
    expect(setQuantity([], product(1, { stockQuantity: 0 }), 1)).toEqual([]);
    expect(countItems(setQuantity([], product(1, { stockQuantity: 1e6 }), 1e6))).toBe(MAX_QUANTITY);
  });
  test('does not modify the given cart', () => {
    const cart = Object.freeze([Object.freeze(item(1, 1))]);
    setQuantity(cart, product(1), 3);
    expect(cart).toEqual([item(1, 1)]);
  });
  test('keeps each product once and within its stock after any changes', () => {
    const step = fc.record({ id: fc.integer({ min: 1, max: 4 }), quantity: fc.integer({ min: -2, max: 9 }) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const cart = steps.reduce<CartItem[]>((before, { id, quantity }) => setQuantity(before, product(id), quantity), []);
        expect(new Set(cart.map(({ id }) => id)).size).toBe(cart.length);
        for (const { id, quantity } of cart) {
          expect([quantity >= 1, quantity <= 5]).toEqual([true, true]);
          expect(quantity).toBe(Math.min(5, steps.findLast((last) => last.id === id)?.quantity ?? 0));
        }
      }),
    );
  });
});

test('counts units and derives totals from the lines', () => {
  const cart = [item(1, 2), item(2, 3, { price: '2.50', isPstTaxable: false })];
  expect([countItems([]), countItems(cart)]).toEqual([0, 5]);
  expect(calculateTotals(toPricedLines(cart))).toEqual({ subtotalCents: 4740, hstCents: 569, gstCents: 237, pstCents: 279 });
});
