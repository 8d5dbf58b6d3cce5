import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invoiceInput } from '../../src/shared/invoices-schemas';
import { offerCents, parseReferralCode } from '../../src/shared/offers';
import { addTaxes, splitTaxable } from '../../src/shared/taxes';

const line = (price: string, more: object = {}) => ({ description: 'A line', quantity: 1, price, ...more });
const priceIssue = (item: object) =>
  invoiceInput.shape.items.safeParse([item]).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('the discount of an offer', () => {
  test.each([
    ['first-online-booking', 100_00, 100_00, 15_00],
    // 15 % of $1.10 is 16.5 cents, of $0.03 is 0.45.
    ['first-online-booking', 110, 110, 17],
    ['first-online-booking', 3, 3, 0],
    ['first-online-booking', 4, 4, 1],
    ['first-online-booking', 149_95, 149_95, 22_49],
    ['first-online-booking', 100_00, 10_00, 10_00],
    ['first-online-booking', 0, 0, 0],
    ['referral-friend', 100_00, 85_00, 25_00],
    ['referral-friend', 29_40, 24_99, 24_99],
    ['referral-reward', 100_00, 25_00, 25_00],
    ['referral-reward', 100_00, 0, 0],
  ] as const)('%s of %i cents with %i left is %i', (offer, chargedCents, leftCents, cents) => {
    expect(offerCents(offer, { chargedCents, leftCents })).toBe(cents);
  });
  test('rounds 15% half up once and never goes below zero after the $25, for every subtotal from 0.01 to 500.00', () => {
    for (let cents = 1; cents <= 50_000; cents++) {
      const share = offerCents('first-online-booking', { chargedCents: cents, leftCents: cents });
      const friend = offerCents('referral-friend', { chargedCents: cents, leftCents: cents - share });
      const expected = Number((BigInt(cents) * 15n + 50n) / 100n);
      if (share !== expected || friend !== Math.min(2500, cents - expected)) expect({ cents, share, friend }).toEqual(expected);
    }
  });
});

describe('the taxed amounts after a discount', () => {
  test.each([
    [[100_00, -15_00], [], 85_00, 0],
    [[100_00, -30_00], [100_00], 85_00, 85_00],
    [[100_00, -15_00], [50_00], 90_00, 45_00],
    [[10_00, -25_00], [50_00], 5_83, 29_17],
    [[10_00, -75_00], [50_00], 0, 0],
    [[-25_00], [50_00], 0, 25_00],
    [[10_00, -25_00], [], 0, 0],
  ])('for services %j and goods %j are %i and %i', (services, goods, servicesCents, goodsCents) => {
    const lines = [...services.map((cents) => ({ cents, isGoods: false })), ...goods.map((cents) => ({ cents, isGoods: true }))];
    expect(splitTaxable(lines)).toEqual({ servicesCents, goodsCents });
  });
  test('leave $5.95 of PST for 15% off $100 of service and $100 of goods', () => {
    const lines = [100_00, 100_00, -30_00].map((cents, place) => ({ cents, isGoods: place === 1 }));
    expect(addTaxes('bc-current', splitTaxable(lines))).toEqual({
      subtotalCents: 170_00,
      hstCents: 8_50,
      pstCents: 5_95,
      totalCents: 184_45,
    });
  });
  test('add up with the printed lines and taxes, whatever the discount', () => {
    const cents = fc.integer({ min: 0, max: 500_00 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ cents, isGoods: fc.boolean() }), { minLength: 1, maxLength: 6 }),
        fc.array(cents, { maxLength: 3 }),
        fc.constantFrom('documented', 'bc-current'),
        (charged, asked, profile) => {
          let left = charged.reduce((sum, item) => sum + item.cents, 0);
          const offers = asked.map((wanted) => {
            const off = Math.min(wanted, left);
            left -= off;
            return { cents: off === 0 ? 0 : -off, isGoods: false };
          });
          const lines = [...charged, ...offers];
          const sums = addTaxes(profile, splitTaxable(lines));
          expect(sums.subtotalCents).toBe(lines.reduce((sum, item) => sum + item.cents, 0));
          expect(sums.totalCents).toBe(sums.subtotalCents + sums.hstCents + sums.pstCents);
          expect(Math.min(sums.subtotalCents, sums.hstCents, sums.pstCents)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('the line of an invoice', () => {
  test.each([
    [line('20.00'), []],
    [line('0'), []],
    [line('-25.00', { offer: 'referral-friend', referralId: 1 }), []],
    [line('0', { offer: 'first-online-booking' }), []],
    [line('-20.00'), [['0.price', 'Please enter an amount such as 149.00.']]],
    [line('abc'), [['0.price', 'Please enter an amount such as 149.00.']]],
    [line('100000000'), [['0.price', 'Please enter an amount such as 149.00.']]],
    [line('5.00', { offer: 'referral-friend' }), [['0.price', 'Please enter an offer as one negative amount, such as -25.00.']]],
    [
      line('-25.00', { offer: 'referral-friend', quantity: 2 }),
      [['0.price', 'Please enter an offer as one negative amount, such as -25.00.']],
    ],
  ])('%j is rejected with %j', (item, issues) => {
    expect(priceIssue(item)).toEqual(issues);
  });
});

test.each([
  ['ABCDEFG', 'ABCDEFG'],
  [' abc2def', 'ABC2DEF'],
  ['customer', undefined],
  ['ABCDEF', undefined],
  ['ABCDEFGH', undefined],
  ['ABCDEF0', undefined],
  ['ABCDEFI', undefined],
  ['', undefined],
  [null, undefined],
])('the code in the ref %j is %j', (ref, code) => {
  expect(parseReferralCode(ref)).toBe(code);
});
