import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../src/shared/errors';
import { agreeOnTax } from '../../src/shared/order-amounts';
import { findFilterCategories, profitMargin } from '../../src/shared/store';
import { getInitialStatus, ORDER_STATUSES, ORDER_TRANSITIONS } from '../../src/shared/store-options';
import {
  applyRate,
  calculateTax,
  calculateTotals,
  DOCUMENTED_READINGS,
  formatMoney,
  formatOrderNumber,
  formatPrice,
  getTaxReading,
  type PricedLine,
  type TaxRule,
} from '../../src/shared/store-sums';

const line = (priceCents: number, quantity = 1, more: Partial<PricedLine> = {}): PricedLine => ({
  priceCents,
  quantity,
  isHstTaxable: true,
  isPstTaxable: true,
  ...more,
});
const lines = fc.array(
  fc.record({
    priceCents: fc.integer({ min: 0, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
    isHstTaxable: fc.constant(true),
    isPstTaxable: fc.constant(true),
  }),
  { minLength: 1, maxLength: 20 },
);

describe('taxes and totals', () => {
  test.each([
    // Subtotal, 12 % HST, 7 % PST, in cents.
    [10_000, 1200, 700],
    [1995, 239, 140],
    [4, 0, 0],
    [5, 1, 0],
    [8, 1, 1],
    [1, 0, 0],
    [0, 0, 0],
    [3450, 414, 242],
  ])('taxes %i cents with %i cents of HST and %i of PST', (subtotalCents, hstCents, pstCents) => {
    expect(calculateTotals([line(subtotalCents)])).toMatchObject({ subtotalCents, hstCents, pstCents });
    expect(DOCUMENTED_READINGS.map((reading) => calculateTax(calculateTotals([line(subtotalCents)]), reading))).toEqual([
      hstCents,
      hstCents + pstCents,
    ]);
  });

  test('rounds half a cent up', () => {
    expect([applyRate(50, 700), applyRate(150, 700), applyRate(25, 1200), applyRate(49, 700)]).toEqual([4, 11, 3, 3]);
  });

  test('rounds each tax once over its lines', () => {
    expect(calculateTotals(Array.from({ length: 3 }, () => line(4)))).toEqual({ subtotalCents: 12, hstCents: 1, gstCents: 1, pstCents: 1 });
    const mixed = [line(1000, 2), line(500, 1, { isPstTaxable: false }), line(300, 1, { isHstTaxable: false, isPstTaxable: false })];
    expect(calculateTotals(mixed)).toEqual({ subtotalCents: 2800, hstCents: 300, gstCents: 125, pstCents: 140 });
  });

  test('taxes of 12% and 7% sum to 19% within a cent, exactly for whole dollars', () => {
    fc.assert(
      fc.property(lines, (cart) => {
        const totals = calculateTotals(cart);
        expect(totals.subtotalCents).toBe(cart.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0));
        const tax = calculateTax(totals, 'cart-19');
        expect(Math.abs(tax - totals.subtotalCents * 0.19)).toBeLessThanOrEqual(1);
        if (totals.subtotalCents % 100 === 0) expect(tax).toBe((totals.subtotalCents * 19) / 100);
        expect(Math.abs(calculateTax(totals, 'checkout-12') - totals.subtotalCents * 0.12)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test('ignores the order of lines and how a product is split over them', () => {
    fc.assert(
      fc.property(lines, (cart) => {
        const apart = cart.flatMap(({ quantity, ...rest }) =>
          (quantity > 1 ? [quantity - 1, 1] : [1]).map((part) => ({ ...rest, quantity: part })),
        );
        expect(calculateTotals(apart.reverse())).toEqual(calculateTotals(cart));
      }),
    );
  });

  test('shows each page its documented reading, or both the one of the setting', () => {
    const pages = (rule: TaxRule) => [getTaxReading(rule, 'cart'), getTaxReading(rule, 'checkout')];
    expect(pages('documented')).toEqual(['cart-19', 'checkout-12']);
    expect(pages('cart-19')).toEqual(['cart-19', 'cart-19']);
    expect(pages('checkout-12')).toEqual(['checkout-12', 'checkout-12']);
    expect(pages('bc-current')).toEqual(['bc-current', 'bc-current']);
  });
});

describe('matching the tax a customer saw', () => {
  // 19.95: HST 2.39, PST 1.40, so 22.34 or 23.74 in all.
  const totals = calculateTotals([line(1995)]);
  const agree = (seen: Parameters<typeof agreeOnTax>[1], rule: TaxRule = 'documented') => {
    try {
      const { taxReading, taxCents } = agreeOnTax(totals, seen, rule);
      return [taxReading, taxCents];
    } catch (error) {
      if (error instanceof DomainError && error.code === 'CONFLICT') return error.message;
      throw error;
    }
  };

  test.each([
    ['nothing', {}, ['checkout-12', 239]],
    ['the subtotal alone', { subtotal: 1995 }, ['checkout-12', 239]],
    ['all of the checkout', { subtotal: 1995, taxAmount: 239, totalAmount: 2234 }, ['checkout-12', 239]],
    ['all of the cart', { subtotal: 1995, taxAmount: 379, totalAmount: 2374 }, ['cart-19', 379]],
    ['a tax one cent lower', { taxAmount: 238 }, ['checkout-12', 238]],
    ['a tax one cent higher, and its total', { taxAmount: 380, totalAmount: 2375 }, ['cart-19', 380]],
    ['a total one cent off its tax', { taxAmount: 239, totalAmount: 2235 }, ['checkout-12', 239]],
    ['the total of the cart alone', { totalAmount: 2374 }, ['cart-19', 379]],
    ['the total of the checkout alone, a cent lower', { totalAmount: 2233 }, ['checkout-12', 238]],
    ['nulls', { subtotal: null, taxAmount: null, totalAmount: null }, ['checkout-12', 239]],
  ])('from %s', (_what, seen, agreed) => {
    expect(agree(seen)).toEqual(agreed);
  });

  test.each([
    [{ subtotal: 1994 }, 'The subtotal is now $19.95, not $19.94.'],
    [{ subtotal: 1996 }, 'The subtotal is now $19.95, not $19.96.'],
    [{ taxAmount: 237 }, 'The tax is now $2.39 or $3.79, not $2.37.'],
    [{ taxAmount: 241 }, 'The tax is now $2.39 or $3.79, not $2.41.'],
    [{ taxAmount: 0 }, 'The tax is now $2.39 or $3.79, not $0.00.'],
    [{ taxAmount: 381 }, 'The tax is now $2.39 or $3.79, not $3.81.'],
    [{ totalAmount: 2232 }, 'The total is now $22.34 or $23.74, not $22.32.'],
    [{ totalAmount: 1995 }, 'The total is now $22.34 or $23.74, not $19.95.'],
    [{ taxAmount: 239, totalAmount: 2374 }, 'The total is now $22.34, not $23.74.'],
    [{ taxAmount: 379, totalAmount: 2234 }, 'The total is now $23.74, not $22.34.'],
    [{ taxAmount: 239, totalAmount: 2236 }, 'The total is now $22.34, not $22.36.'],
  ])('rejects %j', (seen, sentence) => {
    expect(agree(seen)).toBe(`${sentence} Please look at your cart again.`);
  });

  test('uses the only reading of the setting', () => {
    expect(agree({}, 'cart-19')).toEqual(['cart-19', 379]);
    expect(agree({}, 'checkout-12')).toEqual(['checkout-12', 239]);
    // By the province's rates: GST 1.00 and PST 1.40.
    expect(agree({}, 'bc-current')).toEqual(['bc-current', 240]);
    expect(agree({ taxAmount: 379 }, 'bc-current')).toMatch(/^The tax is now \$2\.40, not \$3\.79\./);
    expect(agree({ taxAmount: 379 }, 'cart-19')).toEqual(['cart-19', 379]);
    expect(agree({ taxAmount: 239 }, 'cart-19')).toMatch(/^The tax is now \$3\.79, not \$2\.39\./);
    expect(agree({ totalAmount: 2374 }, 'checkout-12')).toMatch(/^The total is now \$22\.34, not \$23\.74\./);
  });

  test('accepts a difference of one cent, rejects more, and is never negative', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(...DOCUMENTED_READINGS), fc.integer({ min: -3, max: 3 }), (cart, taxReading, off) => {
        const sums = calculateTotals(cart);
        const taxAmount = calculateTax(sums, taxReading) + off;
        fc.pre(taxAmount >= 0);
        const isTaken = DOCUMENTED_READINGS.some((reading) => Math.abs(calculateTax(sums, reading) - taxAmount) <= 1);
        const seen = { subtotal: sums.subtotalCents, taxAmount, totalAmount: sums.subtotalCents + taxAmount };
        if (isTaken) expect(agreeOnTax(sums, seen, 'documented').taxCents).toBe(taxAmount);
        else expect(() => agreeOnTax(sums, seen, 'documented')).toThrow(DomainError);
        const bySum = { totalAmount: Math.max(0, sums.subtotalCents + calculateTax(sums, taxReading) - 1) };
        expect(agreeOnTax(sums, bySum, 'documented').taxCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('statuses and formats', () => {
  test.each(['interac', 'direct-deposit', 'cheque', 'cash'] as const)('paid by %s begin with their status', (method) => {
    expect(getInitialStatus(method)).toBe(method === 'cash' ? 'pending' : 'processing');
  });
  test('every status leads to known statuses other than itself', () => {
    for (const status of ORDER_STATUSES) {
      expect(ORDER_STATUSES).toEqual(expect.arrayContaining([...ORDER_TRANSITIONS[status]]));
      expect(ORDER_TRANSITIONS[status]).not.toContain(status);
    }
    expect([ORDER_TRANSITIONS.delivered, ORDER_TRANSITIONS.cancelled]).toEqual([[], []]);
  });
  test('formats numbers and amounts', () => {
    expect([1, 12, 99_999].map(formatOrderNumber)).toEqual(['ORD-0001', 'ORD-0012', 'ORD-99999']);
    expect([5, 123_450, 100_000_000, -500].map(formatMoney)).toEqual(['$0.05', '$1,234.50', '$1,000,000.00', '−$5.00']);
    expect(formatPrice('149.00')).toBe('$149.00');
  });
});

describe('the filters of the store', () => {
  test.each([
    ['chemicals', ['chemicals', 'disinfectants', 'floor care']],
    [' Protective ', ['protective', 'safety equipment']],
    ['SUPPLIES', ['supplies', 'cleaning supplies']],
    ['Detergents', ['detergents', 'laundry care']],
    ['tools', ['tools']],
    ['Laundry Care', ['laundry care']],
    ['All', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j matches %j', (filter, words) => {
    expect(findFilterCategories(filter)).toEqual(words);
  });
  test('calculates the margin, or null without a price or cost', () => {
    expect([profitMargin(1995, 1090), profitMargin(1000, 1200), profitMargin(0, 10), profitMargin(10, 0), profitMargin(10, null)]).toEqual([
      '45.36',
      '-20.00',
      null,
      null,
      null,
    ]);
  });
});
