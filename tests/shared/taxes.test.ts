import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addTaxes, extractTaxes, getTaxLabels, getTaxTerms, listTaxLines, takeProportion } from '../../src/shared/taxes';

const services = (servicesCents: number) => ({ servicesCents, goodsCents: 0 });
const goods = (goodsCents: number) => ({ servicesCents: 0, goodsCents });
/** Half a cent up, in whole numbers of ten thousandths of a cent. */
const rounded = (cents: number, rate: number) => Number((BigInt(cents) * BigInt(rate) + 5000n) / 10_000n);

describe('taxes by the documented rates', () => {
  test.each([
    [1, 0, 0, 1],
    [4, 0, 0, 4],
    [5, 1, 0, 6],
    [7, 1, 0, 8],
    [8, 1, 1, 10],
    [14_900, 1788, 1043, 17_731],
    [10_000, 1200, 700, 11_900],
    [1995, 239, 140, 2374],
  ])('taxes %i cents with %i and %i, %i in total', (subtotal, hstCents, pstCents, totalCents) => {
    expect(addTaxes('documented', services(subtotal))).toEqual({ subtotalCents: subtotal, hstCents, pstCents, totalCents });
    expect(addTaxes('documented', goods(subtotal))).toMatchObject({ hstCents, pstCents, totalCents });
  });
  test('rounds each tax half up and sums the printed lines, for every subtotal from 0.01 to 500.00', () => {
    for (let cents = 1; cents <= 50_000; cents++)
      for (const [profile, taxable, rates] of [
        ['documented', services(cents), [1200, 700]],
        ['bc-current', services(cents), [500, 0]],
        ['bc-current', goods(cents), [500, 700]],
      ] as const) {
        const sums = addTaxes(profile, taxable);
        const expected = rates.map((rate) => rounded(cents, rate));
        if (sums.hstCents !== expected[0] || sums.pstCents !== expected[1] || sums.totalCents !== cents + sums.hstCents + sums.pstCents)
          expect({ profile, cents, sums }).toEqual(expected);
      }
  });
  test('whole dollars total the subtotal times 1.19', () => {
    for (let dollars = 1; dollars <= 5000; dollars++)
      expect(addTaxes('documented', services(dollars * 100)).totalCents).toBe(dollars * 119);
  });
});

describe("taxes by the province's rates", () => {
  test('charges PST on goods but not on services', () => {
    expect(addTaxes('bc-current', { servicesCents: 10_000, goodsCents: 5000 })).toEqual({
      subtotalCents: 15_000,
      hstCents: 750,
      pstCents: 350,
      totalCents: 16_100,
    });
  });
  test('labels the taxes GST and PST, the documented ones HST and BC PST', () => {
    expect(getTaxLabels(getTaxTerms('documented', services(1)))).toEqual({ hst: 'HST (12%)', pst: 'BC PST (7%)' });
    expect(getTaxLabels(getTaxTerms('bc-current', goods(1)))).toEqual({ hst: 'GST (5%)', pst: 'BC PST (7%)' });
    expect(getTaxTerms('bc-current', services(1)).pstRate).toBe(0);
  });
});

test('extracts taxes that match those added to the subtotal within a cent, and the parts add up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.constantFrom('documented', 'bc-current'), (amount, profile) => {
      const terms = getTaxTerms(profile, goods(amount));
      const { subtotalCents, hstCents, pstCents, totalCents } = extractTaxes(amount, terms);
      expect(subtotalCents + hstCents + pstCents).toBe(amount);
      expect(totalCents).toBe(amount);
      expect(Math.min(subtotalCents, hstCents, pstCents)).toBeGreaterThanOrEqual(0);
      expect(Math.abs(hstCents - rounded(subtotalCents, terms.hstRate))).toBeLessThanOrEqual(1);
      expect(Math.abs(pstCents - rounded(subtotalCents, terms.pstRate))).toBeLessThanOrEqual(1);
    }),
  );
});

test('parts taken one after another are never negative and add up to the whole, each tax to the cent', () => {
  const cents = fc.integer({ min: 0, max: 3_000_000_000 });
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
  fc.assert(
    fc.property(cents, cents, cents, cuts, (subtotalCents, hstCents, pstCents, shares) => {
      let left = { subtotalCents, hstCents, pstCents, totalCents: subtotalCents + hstCents + pstCents };
      for (const share of [...shares, 1]) {
        const part = takeProportion(left, Math.round(left.totalCents * share));
        expect(part.subtotalCents + part.hstCents + part.pstCents).toBe(part.totalCents);
        expect(Math.min(part.subtotalCents, part.hstCents, part.pstCents)).toBeGreaterThanOrEqual(0);
        const less = (of: keyof typeof left) => left[of] - part[of];
        left = {
          subtotalCents: less('subtotalCents'),
          hstCents: less('hstCents'),
          pstCents: less('pstCents'),
          totalCents: less('totalCents'),
        };
        expect(Math.min(...Object.values(left))).toBeGreaterThanOrEqual(0);
      }
      expect(left.totalCents).toBe(0);
    }),
  );
});

test('leaves out a tax at 0% unless an amount was charged', () => {
  const terms = getTaxTerms('bc-current', services(100));
  expect(listTaxLines({ ...terms, hstAmount: '5.00', pstAmount: '0.00' })).toEqual([{ label: 'GST (5%)', amount: '5.00' }]);
  expect(listTaxLines({ ...terms, hstAmount: '5.00', pstAmount: '0.35' })).toHaveLength(2);
  expect(listTaxLines({ ...getTaxTerms('documented', services(0)), hstAmount: '0.00', pstAmount: '0.00' })).toHaveLength(2);
});
