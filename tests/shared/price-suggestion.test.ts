import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { MAX_CENTS } from '../../src/shared/money';
import { type PastJob, suggestPrice, wonByThird } from '../../src/shared/price-suggestion';

const job = (cents: number, minutes: number, area: string | null = 'Kamloops'): PastJob => ({ cents, minutes, area });
const of = (jobs: PastJob[], more: Partial<Parameters<typeof suggestPrice>[0]> = {}) =>
  suggestPrice({ service: 'residential', area: 'Kamloops', jobs, quotes: [], limits: DEFAULT_AUTOMATION, ...more });

/** Prices 100, 110, 120, 150 and 200; per minute 1.00, 1.10, 1.20, 1.25 and 1.25; minutes 100, 100, 100, 120 and 160. */
const FIVE = [job(10_000, 100), job(11_000, 100), job(12_000, 100), job(15_000, 120), job(20_000, 160)];

describe('a suggested price', () => {
  test('is the median price per minute times the median minutes, with the middle half of the prices', () => {
    expect(of(FIVE)).toEqual({
      area: null,
      n: 5,
      p25Cents: 11_000,
      medianCents: 12_000,
      p75Cents: 15_000,
      minutesMedian: 100,
      suggestedCents: 12_000,
      explanation:
        '5 past residential jobs in all areas (only 5 in Kamloops), last 12 months. Middle values: $1.20 a minute × 100 minutes = $120.00. Half of them came to between $110.00 and $150.00, the middle one to $120.00.',
    });
  });

  test('names one amount when the middle half of the prices is all the same', () => {
    expect(of(Array.from({ length: 5 }, () => job(10_000, 100))).explanation).toContain(
      'Half of them came to $100.00, the middle one to $100.00.',
    );
    const apart = [100, 100, 100, 1000, 1000, 1000].map((minutes) => job(10_000, minutes));
    expect(of(apart)).toMatchObject({ suggestedCents: null, explanation: expect.stringMatching(/but half of them came to \$100\.00$/) });
  });

  test.each([
    [0, 'only 0 past jobs'],
    [1, 'only 1 past job'],
    [4, 'only 4 past jobs'],
  ])('is missing with %i jobs', (n, explanation) => {
    expect(of(FIVE.slice(0, n))).toEqual({
      area: null,
      n,
      p25Cents: null,
      medianCents: null,
      p75Cents: null,
      minutesMedian: null,
      suggestedCents: null,
      explanation,
    });
  });

  test('uses the area alone from eight jobs there on', () => {
    const there = Array.from({ length: 8 }, () => job(10_000, 100, 'Merritt'));
    const elsewhere = Array.from({ length: 20 }, () => job(30_000, 100));
    expect(of([...there.slice(1), ...elsewhere], { area: 'Merritt' })).toMatchObject({ area: null, n: 27, suggestedCents: 30_000 });
    const local = of([...there, ...elsewhere], { area: 'Merritt' });
    expect(local).toMatchObject({ area: 'Merritt', n: 8, suggestedCents: 10_000 });
    expect(local.explanation).toMatch(/^8 past residential jobs in Merritt, last 12 months\./);
    expect(of([...there, ...elsewhere], { area: null }).explanation).toMatch(/^28 past residential jobs in all areas, /);
  });

  test('follows the numbers of jobs and quotes that the owner set', () => {
    const limits = { priceJobs: 6, priceAreaJobs: 6, priceThirdsQuotes: 3 };
    expect(of(FIVE, { limits })).toMatchObject({ suggestedCents: null, explanation: 'only 5 past jobs' });
    const quotes = [10_000, 20_000, 30_000].map((cents) => ({ cents, isWon: true }));
    const more = of([...FIVE, ...FIVE, job(90_000, 100, 'Merritt')], { limits, quotes });
    expect(more).toMatchObject({ area: 'Kamloops', n: 10 });
    expect(more.explanation).toContain('1 of 1 in the lower third');
  });

  test('is rounded half up, with enough decimal places to repeat the calculation', () => {
    // 0.333… per minute × 100.5 minutes, the median of six, is $33.50.
    const jobs = [100, 100, 100, 101, 101, 101].map((minutes) => job((minutes * 100) / 3, minutes));
    expect(of(jobs).explanation).toContain('$0.3333 a minute × 100.5 minutes = $33.50');
    expect(of(Array.from({ length: 5 }, () => job(1, 20))).suggestedCents).toBe(1);
    expect(of([101, 102, 102, 101, 101, 102].map((cents) => job(cents, 15)))).toMatchObject({ suggestedCents: 102, medianCents: 102 });
  });

  test('stays within the middle half of the prices, and reports if that moved it', () => {
    // Per minute 1.00, 1.00, 1.00, 2.00 and 2.00; minutes 300, 300, 90, 100 and 150: 1.00 × 150 is $150, below $200.
    const low = of([job(30_000, 300), job(30_000, 300), job(9_000, 90), job(20_000, 100), job(30_000, 150)]);
    expect(low).toMatchObject({ p25Cents: 20_000, p75Cents: 30_000, suggestedCents: 20_000 });
    expect(low.explanation).toContain(
      '$1.00 a minute × 150 minutes = $150.00. Half of them came to between $200.00 and $300.00, the middle one to $300.00. Raised to $200.00 to stay in that range.',
    );
    // 2.00 per minute × 100 minutes is $200, above $120.
    const high = of([job(4_000, 20), job(4_000, 20), job(20_000, 100), job(12_000, 110), job(12_000, 120)]);
    expect(high).toMatchObject({ p75Cents: 12_000, suggestedCents: 12_000 });
    expect(high.explanation).toContain(
      '= $200.00. Half of them came to between $40.00 and $120.00, the middle one to $120.00. Lowered to $120.00 ',
    );
    expect(of(FIVE).explanation).not.toMatch(/Raised|Lowered/);
  });

  test('is missing if that would move it by more than half', () => {
    // 1.00 per minute × 80 minutes is $80, but half of the prices are above $180.
    const jobs = [job(30_000, 300), job(30_000, 300), job(5_000, 50), job(18_000, 60), job(24_000, 80)];
    expect(of(jobs)).toMatchObject({
      n: 5,
      p25Cents: 18_000,
      p75Cents: 30_000,
      suggestedCents: null,
      explanation:
        'the 5 past jobs differ too much. $1.00 a minute × 80 minutes = $80.00, but half of them came to between $180.00 and $300.00',
    });
  });

  test('ignores jobs under 15 minutes', () => {
    const quick = Array.from({ length: 20 }, () => job(50_000, 14));
    expect(of([...FIVE, ...quick])).toEqual(of(FIVE));
    expect(of([...FIVE.slice(1), ...quick])).toMatchObject({ n: 4, suggestedCents: null });
    expect(of([...FIVE.slice(1), job(10_000, 15)])).toMatchObject({ n: 5 });
  });

  test('is missing or lies in the middle half of the prices', () => {
    const jobs = fc.array(fc.record({ cents: fc.integer({ min: 1, max: MAX_CENTS }), minutes: fc.integer({ min: 1, max: 100_000 }) }), {
      minLength: 5,
      maxLength: 20,
    });
    fc.assert(
      fc.property(jobs, (list) => {
        const { suggestedCents, p25Cents, medianCents, p75Cents } = of(list.map(({ cents, minutes }) => job(cents, minutes)));
        expect([p25Cents, medianCents, p75Cents]).toEqual([p25Cents, medianCents, p75Cents].toSorted((a, b) => Number(a) - Number(b)));
        if (suggestedCents === null) return;
        expect(Number.isSafeInteger(suggestedCents)).toBe(true);
        expect(suggestedCents).toBeGreaterThanOrEqual(Number(p25Cents));
        expect(suggestedCents).toBeLessThanOrEqual(Number(p75Cents));
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 15, max: 1440 }), (cents, minutes) => {
        expect(of(Array.from({ length: 5 }, () => job(cents, minutes))).suggestedCents).toBe(cents);
      }),
    );
  });
});

describe('quotes won by thirds of their price', () => {
  const quotes = (...won: boolean[]) => won.map((isWon, place) => ({ cents: (place + 1) * 1000, isWon }));
  const FIFTEEN = quotes(true, true, true, true, false, true, true, false, false, true, false, false, false, false, true);

  test('are reported from fifteen quotes on', () => {
    expect(wonByThird(FIFTEEN.slice(1), 15)).toBeUndefined();
    expect(wonByThird(FIFTEEN, 15)).toEqual([
      { name: 'lower', won: 4, quotes: 5, highestCents: 5000 },
      { name: 'middle', won: 3, quotes: 5, highestCents: 10_000 },
      { name: 'upper', won: 1, quotes: 5, highestCents: 15_000 },
    ]);
    expect(of(FIVE, { quotes: FIFTEEN }).explanation).toMatch(
      / Quotes won, of those that became a job, by price: 4 of 5 in the lower third \(up to \$50\.00\), 3 of 5 in the middle third \(up to \$100\.00\), 1 of 5 in the upper third\.$/,
    );
    expect(of(FIVE, { quotes: FIFTEEN.slice(1) }).explanation).not.toContain('Quotes won');
  });
  test('have all quotes of the same price in the lower third', () => {
    expect(of(FIVE, { quotes: FIFTEEN.map(({ isWon }) => ({ cents: 9000, isWon })) }).explanation).toContain(
      '8 of 15 in the lower third (up to $90.00), none asked in the middle third (up to $90.00), none asked in the upper third.',
    );
  });
  test('have each quote in one of them', () => {
    const some = fc.array(fc.record({ cents: fc.integer({ min: 0, max: 50 }), isWon: fc.boolean() }), { minLength: 15, maxLength: 60 });
    fc.assert(
      fc.property(some, (list) => {
        const thirds = wonByThird(list, 15) ?? [];
        const sum = (of: 'won' | 'quotes') => thirds.reduce((total, third) => total + third[of], 0);
        expect([sum('quotes'), sum('won')]).toEqual([list.length, list.filter(({ isWon }) => isWon).length]);
      }),
    );
  });
});
