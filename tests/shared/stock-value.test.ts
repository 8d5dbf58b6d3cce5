import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeWorth, type StockWorth } from '../../src/shared/stock-value';

const HUNDRED = { quantity: 100, costCents: 5_00, valueCents: 500_00 };

test('a delivery at another price moves the average, and the value is the sum of both', () => {
  expect(changeWorth(HUNDRED, { quantity: 10, unitCostCents: 8_00 })).toEqual({ costCents: 5_27, valueCents: 580_00, changeCents: 80_00 });
});
test('goods that come without a price of their own are worth the average', () => {
  expect(changeWorth(HUNDRED, { quantity: 10 })).toEqual({ costCents: 5_00, valueCents: 550_00, changeCents: 50_00 });
  const empty = { quantity: 0, costCents: 5_27, valueCents: 0 };
  expect(changeWorth(empty, { quantity: 3 })).toEqual({ costCents: 5_27, valueCents: 15_81, changeCents: 15_81 });
});
test('goods that go take the average with them, and the last ones what rounding left', () => {
  const stock = { quantity: 3, costCents: 3_33, valueCents: 10_00 };
  expect(changeWorth(stock, { quantity: -1 })).toEqual({ costCents: 3_33, valueCents: 6_67, changeCents: -3_33 });
  expect(changeWorth({ ...stock, quantity: 2, valueCents: 6_67 }, { quantity: -2 })).toMatchObject({ valueCents: 0, changeCents: -6_67 });
});
test('a stock whose cost is not known has no value until a delivery brings one', () => {
  const unknown = { quantity: 5, costCents: null, valueCents: 0 };
  for (const quantity of [3, -3]) expect(changeWorth(unknown, { quantity })).toEqual({ costCents: null, valueCents: 0, changeCents: null });
  expect(changeWorth(unknown, { quantity: 5, unitCostCents: 8_00 })).toEqual({ costCents: 8_00, valueCents: 80_00, changeCents: 80_00 });
});
test('whatever comes and goes: the value is never below nothing, and nothing of it is left when the stock is gone', () => {
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
