import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productChange, productInput, profitRating, stockStatus } from '../../src/shared/inventory';
import { profitMargin } from '../../src/shared/store';

test.each([
  [0, 5, 'Out of Stock'],
  [0, 0, 'Out of Stock'],
  [1, 5, 'Low'],
  [5, 5, 'Low'],
  [6, 5, 'In Stock'],
  [1, 0, 'In Stock'],
])('%i in stock with a reorder level of %i is %s', (stock, level, status) => expect(stockStatus(stock, level)).toBe(status));

test.each([
  [10_000, 1, 'Excellent'],
  [10_000, 7000, 'Excellent'],
  // 29.996 % of the price, which shows as 30.00 %.
  [25_000, 17_501, 'Good'],
  [10_000, 8000, 'Good'],
  [25_000, 20_001, 'Fair'],
  [10_000, 9000, 'Fair'],
  [25_000, 22_501, 'Poor'],
  [10_000, 12_500, 'Poor'],
  [10_000, 0, 'n/a'],
  [10_000, null, 'n/a'],
  [0, 100, 'n/a'],
])('a price of %s cents over a cost of %s is rated %s', (price, cost, rating) => expect(profitRating(price, cost)).toBe(rating));

test('a margin is a decimal of two places, the nearest one, wherever both prices are above nothing', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999 });
  fc.assert(
    fc.property(cents, cents, (price, cost) => {
      const margin = profitMargin(price, cost) ?? '';
      expect(margin).toMatch(/^-?\d+\.\d\d$/);
      const exact = ((price - cost) / price) * 100;
      expect(Math.abs(Number(margin) - exact)).toBeLessThan(0.0051 + Math.abs(exact) * 1e-9);
      expect(margin).not.toBe('-0.00');
    }),
  );
});

describe('what is sent of a product', () => {
  const MOP = { name: 'Mop', price: '12.50', category: 'Tools' };
  test('is as much as is given: a change without a field says nothing of it', () => {
    expect(productChange.parse({ id: 3 })).toEqual({ id: 3 });
    expect(productChange.parse({ id: '3', price: 4, stockWas: '7' })).toEqual({ id: 3, price: 400, stockWas: 7 });
  });
  test('is nothing where a form leaves it blank', () => {
    const blank = { description: ' ', costPrice: '', imageUrl: '', supplierName: '', supplierSku: ' ', lastPurchaseDate: '' };
    expect(productChange.parse({ id: 1, ...blank })).toEqual({
      id: 1,
      ...Object.fromEntries(Object.keys(blank).map((key) => [key, null])),
    });
  });
  test('has the documented defaults where a new product leaves it out', () => {
    expect(productInput.parse({ ...MOP, profitMargin: 99, id: 8, createdAt: 'x' })).toMatchObject({
      price: 1250,
      stockQuantity: 0,
      reorderLevel: 5,
      isActive: true,
      isHstTaxable: true,
      isPstTaxable: true,
    });
    expect(productInput.parse({ ...MOP, profitMargin: 99, id: 8 })).not.toHaveProperty('profitMargin');
  });
});
