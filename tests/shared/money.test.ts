import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCents, MAX_CENTS, parseCents } from '../../src/shared/money';
import { computedMoneyInput, moneyInput } from '../../src/shared/money-input';

describe('money', () => {
  test('every amount round-trips through text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }), (cents) => {
        expect(parseCents(formatCents(cents))).toBe(cents);
      }),
    );
  });

  test.each([
    [14900, '149.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [0, '0.00'],
  ])('formats %i cents as %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  test.each([
    '1e3',
    '١٢',
    '12.345',
    '',
    ' ',
    'abc',
    '1,000.00',
    '0x10',
    '99999999999',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0.001,
    -0.01,
    '-1',
    '100000000.00',
  ])('rejects %s', (value) => {
    expect(moneyInput.safeParse(value).success).toBe(false);
  });

  test.each([
    ['149', 14900],
    ['149.5', 14950],
    [149.5, 14950],
    ['0.01', 1],
    ['99999999.99', MAX_CENTS],
  ])('parses %s as %i cents', (value, cents) => {
    expect(moneyInput.parse(value)).toBe(cents);
  });

  test.each([
    [0.1 + 0.2, 30],
    [59.97 * 1.12 - 59.97, undefined],
    [67.16999999999999, 6717],
    [1.006, undefined],
  ])('accepts %f as %o cents, or as the nearest cent if a client computed it', (value, cents) => {
    expect(moneyInput.safeParse(value).data).toBe(cents);
    expect(computedMoneyInput.parse(value)).toBe(Math.round(Number((value * 100).toFixed(6))));
  });

  test.each([
    ['-0.01', 'Please enter an amount such as 149.00.'],
    ['99999999.99', undefined],
    [MAX_CENTS / 100 + 0.01, 'Please enter an amount such as 149.00.'],
    ['free', 'Please enter an amount such as 149.00.'],
  ])('reports %s: %s', (value, words) => expect(moneyInput.safeParse(value).error?.issues[0]?.message).toBe(words));

  test.each([
    ['12.3456', 1235],
    ['12.344999', 1234],
    ['12', 1200],
    [12, 1200],
    ['x12', undefined],
    ['12x', undefined],
    ['12.', undefined],
    ['-12.345', undefined],
    ['123456789.123', undefined],
    [null, undefined],
  ])('rounds a computed %j to %s cents', (value, cents) => expect(computedMoneyInput.safeParse(value).data).toBe(cents));

  test.each([
    [' 149.00 ', 14_900],
    ['-0', 0],
    ['-0.00', 0],
    ['-149.5', -14_950],
    [-0.1 - 0.2, -30],
    ['149.005', undefined],
    ['149,00', undefined],
    ['x149', undefined],
    ['149x', undefined],
  ])('parses %j as %s cents', (value, cents) => expect(parseCents(value)).toBe(cents));
});
