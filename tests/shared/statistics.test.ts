import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { median, percentile, roundHalfUp } from '../../src/shared/statistics';

describe('a percentile', () => {
  // The values for 1 to 4 match R's quantile(1:4) and Excel's PERCENTILE.INC.
  test.each([
    [[1, 2, 3, 4], 0.25, 1.75],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[1, 2, 3, 4], 0.75, 3.25],
    [[4, 1, 3, 2], 0, 1],
    [[4, 1, 3, 2], 1, 4],
    [[10, 20, 30, 40, 50], 0.25, 20],
    [[10, 20, 30, 40, 50], 0.1, 14],
    [[7], 0.75, 7],
    [[100, 9], 0.5, 54.5],
  ])('of %j at %d is %d', (values, share, expected) => expect(percentile(values, share)).toBeCloseTo(expected, 10));

  test('of no values is undefined', () => {
    expect(percentile([], 0.25)).toBeUndefined();
    expect(median([])).toBeUndefined();
  });

  const values = fc.array(fc.integer({ min: 0, max: 99_999_999_99 }), { minLength: 1, maxLength: 40 });
  test('lies among the values, does not fall as its share grows, and ignores their order', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (list, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((share) => percentile(list, share) ?? Number.NaN);
        expect(low).toBeGreaterThanOrEqual(Math.min(...list));
        expect(high).toBeLessThanOrEqual(Math.max(...list));
        expect(low).toBeLessThanOrEqual((high ?? 0) + 1e-6);
        expect(percentile(list.toReversed(), one)).toBe(percentile(list, one));
      }),
    );
  });
  test('of the middle has as many values below as above', () => {
    fc.assert(
      fc.property(values, (list) => {
        const middle = median(list) ?? Number.NaN;
        const below = list.filter((value) => value < middle).length;
        const above = list.filter((value) => value > middle).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(list.length / 2);
      }),
    );
  });
  test('leaves its input unchanged', () => {
    const list = [3, 1, 2];
    median(list);
    expect(list).toEqual([3, 1, 2]);
  });
});

test.each([
  [2.5, 3],
  [2.4999, 2],
  [-2.5, -2],
  [-2.6, -3],
  [14_900, 14_900],
])('rounds %d to %d', (value, whole) => expect(roundHalfUp(value)).toBe(whole));
