import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIME_WINDOWS } from '../../src/shared/booking';
import {
  changeKey,
  demandPeriods,
  findChange,
  formatDemandKey,
  getKeyPosition,
  serviceKey,
  weekdayKey,
  windowKey,
} from '../../src/shared/demand';

test('the periods are ninety days each, one right after the other', () => {
  expect(demandPeriods('2026-11-20', 90)).toEqual({
    now: { periodStart: '2026-08-23', periodEnd: '2026-11-20' },
    before: { periodStart: '2026-05-25', periodEnd: '2026-08-22' },
  });
});

describe('a change in demand', () => {
  test.each([
    [125, 80, 56, { isMore: true, percent: 56 }],
    [125, 80, 57, undefined],
    [130, 100, 30, undefined],
    [260, 200, 30, { isMore: true, percent: 30 }],
    [140, 200, 30, { isMore: false, percent: 30 }],
    [141, 200, 30, undefined],
    // 7 against 2·√13 = 7.2, and 8 against 2·√14 = 7.5.
    [9, 3, 30, undefined],
    [10, 3, 30, undefined],
    [11, 3, 30, { isMore: true, percent: 267 }],
    [5, 0, 500, { isMore: true, percent: null }],
    [0, 5, 30, { isMore: false, percent: 100 }],
    [0, 5, 101, undefined],
    [4, 0, 30, 'few'],
    [4, 4, 30, 'few'],
    [0, 0, 30, 'few'],
    [9, 9, 0, undefined],
  ] as const)('from %i now against %i, by %i%% or more', (now, before, percent, expected) => {
    expect(findChange(now, before, percent, 5)).toEqual(expected);
  });
  test('is up when the same change in the other direction is down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), (now, before) => {
        const [there, back] = [findChange(now, before, 1, 5), findChange(before, now, 1, 5)];
        expect(typeof there).toBe(typeof back);
        if (typeof there === 'object' && typeof back === 'object') expect(there.isMore).toBe(!back.isMore);
      }),
    );
  });
  test('has one key for a quarter', () => {
    expect(changeKey('area', 'Kamloops', true, '2026-10-01')).toBe('insight:area:Kamloops:up:2026Q4');
    expect(changeKey('area', 'Kamloops', true, '2026-12-31')).toBe('insight:area:Kamloops:up:2026Q4');
    expect(changeKey('area', 'Kamloops', false, '2027-01-01')).toBe('insight:area:Kamloops:down:2027Q1');
  });
});

describe('the keys', () => {
  test.each([
    ['Deep Cleaning', 'deep-cleaning', 'Deep cleaning'],
    [' residential_cleaning ', 'residential', 'Residential'],
    ['residential', 'residential', 'Residential'],
    ['Move-in/Move-out', 'move-in/move-out', 'Move in/move out'],
  ])('of the service %j is %s', (service, key, shown) => {
    expect(serviceKey(service)).toBe(key);
    expect(formatDemandKey('service', key)).toBe(shown);
  });
  test.each([
    ['2026-11-20T15:59:59.000Z', '08:00-10:00'],
    ['2026-11-20T15:00:00.000Z', '08:00-10:00'],
    ['2026-11-20T17:00:00.000Z', '10:00-12:00'],
    ['2026-11-20T14:59:59.000Z', undefined],
    ['2026-11-21T02:59:59.000Z', '18:00-20:00'],
    ['2026-11-21T03:00:00.000Z', undefined],
  ])('of the window at %s is %s', (instant, key) => expect(windowKey(instant)).toBe(key));
  test.each([
    ['2026-11-16', 'Monday'],
    ['2026-11-20', 'Friday'],
    ['2026-11-22', 'Sunday'],
  ])('of %s is %s', (day, key) => expect(weekdayKey(day)).toBe(key));
  test('are formatted in words and sorted in their order', () => {
    expect(formatDemandKey('month', '2026-11')).toBe('November 2026');
    expect(formatDemandKey('window', '08:00-10:00')).toBe('8–10 a.m.');
    expect([formatDemandKey('area', 'other'), formatDemandKey('service', 'other'), formatDemandKey('area', 'V2C')]).toEqual([
      'Other areas',
      'Others',
      'V2C',
    ]);
    expect(TIME_WINDOWS.map((window) => getKeyPosition('window', window))).toEqual([0, 1, 2, 3, 4, 5]);
    expect([getKeyPosition('weekday', 'Monday'), getKeyPosition('weekday', 'Sunday'), getKeyPosition('area', 'V2C')]).toEqual([0, 6, 0]);
  });
});
