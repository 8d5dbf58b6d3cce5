import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculatePercent } from '../../src/shared/money';
import {
  type Basket,
  countUnits,
  formatAbout,
  listLines,
  PRICE_UNITS,
  type PricedItem,
  sumMinutes,
  sumPrices,
} from '../../src/shared/pricing';

const item = (id: number, unit: PricedItem['unit'], priceCents: number, minutes = 0): PricedItem => ({
  ...{ id, unit, priceCents, minutes, name: `Item ${id}` },
});

describe('the units of an item', () => {
  test.each<[PricedItem['unit'], Basket, number]>([
    ['flat', {}, 1],
    ['bedroom', { bedrooms: 3 }, 3],
    ['bedroom', { bathrooms: 3 }, 0],
    ['bathroom', { bathrooms: 2 }, 2],
    ['100sqft', { squareFeet: 1000 }, 10],
    ['100sqft', { squareFeet: 1001 }, 11],
    ['100sqft', { squareFeet: 1 }, 1],
    ['100sqft', { squareFeet: 0.5 }, 1],
    ['100sqft', { squareFeet: 0 }, 0],
    ['100sqft', {}, 0],
    ['hour', { hours: 4 }, 4],
    ['extra', { extras: [7, 1] }, 1],
    ['extra', { extras: [1, 1] }, 1],
    ['extra', { extras: [2] }, 0],
    ['extra', {}, 0],
  ])('a price by %s for %j counts %i times', (unit, basket, units) => {
    expect(countUnits({ id: 1, unit }, basket)).toBe(units);
  });
});

describe('a percentage', () => {
  test.each([
    [10_005, 10, 1001],
    [10_004, 10, 1000],
    [8900, 12.5, 1113],
    [8900, 0, 0],
    [8900, 100, 8900],
    [1, 50, 1],
    [3333, 0.07, 2],
  ])('of %i cents by %d % is %i cents, half a cent up', (cents, percent, wanted) => {
    expect(calculatePercent(cents, percent)).toBe(wanted);
  });
});

describe('the lines of an estimate', () => {
  const BOOK = [item(1, 'flat', 4900, 60), item(2, 'bedroom', 1500, 30), item(3, 'bathroom', 2500, 30), item(4, 'extra', 3500, 30)];
  const shorten = (lines: ReturnType<typeof listLines>) => lines.map(({ kind, quantity, priceCents }) => [kind, quantity, priceCents]);

  test('follow the order of the items and leave out those of which there are none', () => {
    expect(listLines(BOOK, { bedrooms: 2, extras: [4] }, {})).toEqual([
      { kind: 'service', description: 'Item 1', quantity: 1, priceCents: 4900, minutes: 60 },
      { kind: 'service', description: 'Item 2', quantity: 2, priceCents: 1500, minutes: 30 },
      { kind: 'extra', description: 'Item 4', quantity: 1, priceCents: 3500, minutes: 30 },
    ]);
  });

  test('add up all items of a unit', () => {
    expect(sumPrices(listLines([...BOOK, item(5, 'bedroom', 500)], { bedrooms: 2 }, {}))).toBe(4900 + 2 * 2000);
  });

  test('fill up to the minimum charge', () => {
    const rules = { minimumCents: 8900 };
    expect(shorten(listLines(BOOK, { bedrooms: 1 }, rules))).toEqual([
      ['service', 1, 4900],
      ['service', 1, 1500],
      ['service', 1, 2500],
    ]);
    expect(listLines(BOOK, { bedrooms: 1 }, rules).at(-1)).toMatchObject({ description: 'Minimum charge', minutes: 0 });
    expect(listLines(BOOK, { bedrooms: 1, bathrooms: 1 }, rules)).toHaveLength(3);
  });

  test('discount the minimum charge too', () => {
    const lines = listLines(BOOK, { frequency: '2weeks' }, { minimumCents: 8900, discountPercent: 10 });
    expect(lines.at(-1)).toEqual({ kind: 'discount', description: 'Every 2 weeks: 10% off', quantity: 1, priceCents: -890, minutes: 0 });
    expect(sumPrices(lines)).toBe(8010);
  });

  test('are empty if the basket has nothing of the service', () => {
    expect(listLines([item(2, 'bedroom', 1500)], {}, { discountPercent: 10 })).toEqual([]);
  });

  test('of 10,000 random baskets add up to the cent', () => {
    const money = fc.integer({ min: 0, max: 100_000 });
    const items = fc.array(fc.record({ unit: fc.constantFrom(...PRICE_UNITS), priceCents: money, minutes: fc.nat(300) }), {
      maxLength: 12,
    });
    const basket = fc.record({
      ...{ bedrooms: fc.nat(12), bathrooms: fc.nat(12), squareFeet: fc.nat(9999), hours: fc.nat(24) },
      extras: fc.array(fc.integer({ min: 1, max: 12 })),
    });
    const rules = fc.record({ minimumCents: money, discountPercent: fc.integer({ min: 0, max: 10_000 }).map((part) => part / 100) });
    fc.assert(
      fc.property(items, basket, rules, (rows, asked, { minimumCents, discountPercent }) => {
        const book = rows.map((row, index) => ({ ...row, id: index + 1, name: `Item ${index + 1}` }));
        const lines = listLines(book, asked, { minimumCents, discountPercent });
        const units = { flat: 1, bedroom: asked.bedrooms, bathroom: asked.bathrooms, hour: asked.hours };
        let [cents, minutes] = [0, 0];
        for (const { id, unit, ...each } of book) {
          const count =
            unit === 'extra' ? Number(asked.extras.includes(id)) : unit === '100sqft' ? Math.ceil(asked.squareFeet / 100) : units[unit];
          cents += count * each.priceCents;
          minutes += count * each.minutes;
        }
        const full = Math.max(cents, minimumCents);
        const discount = Number((BigInt(full) * BigInt(Math.round(discountPercent * 100)) + 5000n) / 10_000n);
        expect([sumPrices(lines), sumMinutes(lines)]).toEqual([full - discount, minutes]);
        expect(lines.every(({ quantity, priceCents }) => Number.isInteger(quantity * priceCents) && quantity > 0)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });
});

test.each([
  [45, 'about 45 min'],
  [60, 'about 1 h'],
  [110, 'about 2 h'],
  [120, 'about 2 h'],
  [150, 'about 2.5 h'],
  [100, 'about 1.5 h'],
])('%i minutes of work are shown as %s', (minutes, words) => {
  expect(formatAbout(minutes)).toBe(words);
});
