import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productChange, productInput, profitRating, stockStatus } from '../../src/shared/inventory';
import { changeWorth, type StockWorth } from '../../src/shared/stock-value';
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

test('a margin is rounded to two decimal places if both prices are above zero', () => {
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

describe('the input of a product', () => {
  const MOP = { name: 'Mop', price: '12.50', category: 'Tools' };
  test('leaves missing fields out of a change', () => {
    expect(productChange.parse({ id: 3 })).toEqual({ id: 3 });
    expect(productChange.parse({ id: '3', price: 4, stockWas: '7' })).toEqual({ id: 3, price: 400, stockWas: 7 });
  });
  test('reads blank fields of a form as null', () => {
    const blank = { description: ' ', costPrice: '', imageUrl: '', supplierName: '', supplierSku: ' ', lastPurchaseDate: '' };
    expect(productChange.parse({ id: 1, ...blank })).toEqual({
      id: 1,
      ...Object.fromEntries(Object.keys(blank).map((key) => [key, null])),
    });
  });
  test('has the documented defaults for a new product', () => {
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

const HUNDRED = { quantity: 100, costCents: 5_00, valueCents: 500_00 };

test('a delivery at another price moves the average, and the value is the sum of both', () => {
  expect(changeWorth(HUNDRED, { quantity: 10, unitCostCents: 8_00 })).toEqual({ costCents: 5_27, valueCents: 580_00, changeCents: 80_00 });
});
test('a delivery without a cost is valued at the average', () => {
  expect(changeWorth(HUNDRED, { quantity: 10 })).toEqual({ costCents: 5_00, valueCents: 550_00, changeCents: 50_00 });
  const empty = { quantity: 0, costCents: 5_27, valueCents: 0 };
  expect(changeWorth(empty, { quantity: 3 })).toEqual({ costCents: 5_27, valueCents: 15_81, changeCents: 15_81 });
});
test('a sale takes the average cost with it, and the last one also what rounding left', () => {
  const stock = { quantity: 3, costCents: 3_33, valueCents: 10_00 };
  expect(changeWorth(stock, { quantity: -1 })).toEqual({ costCents: 3_33, valueCents: 6_67, changeCents: -3_33 });
  expect(changeWorth({ ...stock, quantity: 2, valueCents: 6_67 }, { quantity: -2 })).toMatchObject({ valueCents: 0, changeCents: -6_67 });
});
test('a stock without a known cost has no value until a delivery with a cost', () => {
  const unknown = { quantity: 5, costCents: null, valueCents: 0 };
  for (const quantity of [3, -3]) expect(changeWorth(unknown, { quantity })).toEqual({ costCents: null, valueCents: 0, changeCents: null });
  expect(changeWorth(unknown, { quantity: 5, unitCostCents: 8_00 })).toEqual({ costCents: 8_00, valueCents: 80_00, changeCents: 80_00 });
});
test('after any changes the value is never negative, and zero for an empty stock', () => {
  const change = fc.record({ quantity: fc.integer({ min: -50, max: 50 }), unitCostCents: fc.option(fc.integer({ min: 0, max: 100_00 })) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let stock: StockWorth = { quantity: 0, costCents: 1_99, valueCents: 0 };
      let sum = 0;
      for (const { quantity: wanted, unitCostCents } of changes) {
        const quantity = Math.max(wanted, -stock.quantity);
        if (quantity === 0) continue;
        const cost = unitCostCents === null || quantity < 0 ? undefined : unitCostCents;
        const { costCents, valueCents, changeCents } = changeWorth(stock, { quantity, unitCostCents: cost });
        sum += changeCents ?? 0;
        stock = { quantity: stock.quantity + quantity, costCents, valueCents };
        expect(valueCents).toBe(sum);
        expect(valueCents).toBeGreaterThanOrEqual(0);
        if (stock.quantity === 0) expect(valueCents).toBe(0);
      }
    }),
  );
});
