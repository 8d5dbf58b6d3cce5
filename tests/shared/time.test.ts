import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, getWeekday, isDay } from '../../src/shared/calendar-day';
import { askToSetOff } from '../../src/shared/field';
import { timestamp } from '../../src/shared/staff-times';
import {
  businessDay,
  businessDayBounds,
  businessHour,
  businessInstant,
  businessTime,
  formatDateTime,
  formatDay,
  formatWindow,
  isInstant,
  withoutDoubleStops,
} from '../../src/shared/time';
import { instantSchema } from '../../src/shared/time-input';

describe("the company's clock", () => {
  // British Columbia stays at UTC−7 since 2026-03-08; older zone data disagrees in winter.
  test.each([
    ['2026-03-07T20:00Z', '12:00'],
    ['2026-03-08T09:59Z', '01:59'],
    ['2026-03-08T10:00Z', '03:00'],
    ['2026-11-01T08:59Z', '01:59'],
    ['2026-11-01T09:00Z', '02:00'],
    ['2026-11-20T20:00Z', '13:00'],
    ['2027-01-15T20:00Z', '13:00'],
    ['2027-03-14T10:30Z', '03:30'],
    ['2025-11-02T09:30Z', '01:30'],
  ])('%s is %s in Kamloops', (instant, time) => {
    expect(businessTime(new Date(instant))).toBe(time);
  });

  test.each([
    ['2026-11-20T06:59:59Z', '2026-11-19'],
    ['2026-11-20T07:00:00Z', '2026-11-20'],
    ['2026-07-01T06:59:59Z', '2026-06-30'],
    ['2026-02-01T07:30:00Z', '2026-01-31'],
  ])('%s falls on %s', (instant, day) => {
    expect(businessDay(instant)).toBe(day);
  });

  test('equals Intl at UTC−7 for any instant since the fixed offset', () => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Etc/GMT+7', dateStyle: 'short' });
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Etc/GMT+7', timeStyle: 'short' });
    const since = Date.parse('2026-03-08T10:00:00.000Z');
    fc.assert(
      fc.property(fc.integer({ min: since, max: since + 100 * 365 * 86_400_000 }), (milliseconds) => {
        const instant = new Date(milliseconds);
        expect([businessDay(instant), businessTime(instant)]).toEqual([day.format(instant), time.format(instant)]);
      }),
    );
  });

  test('equals Intl in every hour around each change of the clock since 1990', () => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Vancouver', dateStyle: 'short' });
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Vancouver', timeStyle: 'short' });
    const wrong: string[] = [];
    for (let year = 1990; year < 2026; year++)
      for (const [month, first] of [
        [2, 1],
        [3, 1],
        [9, 25],
        [10, 1],
        [11, 31],
      ] as const)
        for (let hour = -24; hour < 14 * 24; hour++) {
          const instant = new Date(Date.UTC(year, month, first, hour, 59, 59, 999));
          if (instant.getTime() >= Date.parse('2026-01-01')) continue;
          const [onDay, atTime, [weekday, hourOfDay]] = [businessDay(instant), businessTime(instant), businessHour(instant)];
          const isRight = onDay === day.format(instant) && atTime === time.format(instant);
          if (!isRight || weekday !== getWeekday(onDay) || hourOfDay !== Number(atTime.slice(0, 2))) wrong.push(instant.toISOString());
        }
    expect(wrong).toEqual([]);
  });

  test('rejects what is not an instant', () => {
    expect(() => businessDay('soon')).toThrow(RangeError);
  });

  test.each([
    ['2026-11-20', '2026-11-20T07:00:00.000Z', '2026-11-21T07:00:00.000Z'],
    ['2026-01-15', '2026-01-15T08:00:00.000Z', '2026-01-16T08:00:00.000Z'],
    ['2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ])('the day %s runs from %s to %s', (day, from, to) => {
    expect(businessDayBounds(day)).toEqual([from, to]);
  });

  test('shows a time without a zone name', () => {
    expect(formatDateTime('2026-11-20T20:05:00Z')).toBe('Fri, Nov 20, 2026, 1:05 p.m.');
  });

  test('converts an instant with an offset to UTC, and rejects one without', () => {
    expect(instantSchema.parse('2026-11-20T13:00:00-07:00')).toBe('2026-11-20T20:00:00.000Z');
    expect(instantSchema.safeParse('2026-11-20T13:00:00').success).toBe(false);
    expect(instantSchema.safeParse('2026-02-30T13:00:00Z').success).toBe(false);
  });
});

describe('a day and a time of the company', () => {
  test.each([
    ['2026-03-07', '12:00', '2026-03-07T20:00:00.000Z'],
    ['2026-03-08', '03:00', '2026-03-08T10:00:00.000Z'],
    ['2026-11-01', '02:00', '2026-11-01T09:00:00.000Z'],
    ['2026-11-20', '13:00', '2026-11-20T20:00:00.000Z'],
    ['2027-01-15', '08:00', '2027-01-15T15:00:00.000Z'],
    ['2027-07-15', '18:00', '2027-07-16T01:00:00.000Z'],
  ])('%s at %s is %s', (day, time, instant) => {
    expect(businessInstant(day, time)).toBe(instant);
    expect([businessDay(instant), businessTime(instant)]).toEqual([day, time]);
  });
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-11-01', -1, '2026-10-31'],
    ['2026-11-20', 180, '2027-05-19'],
  ])('%s plus %i days is %s', (day, days, then) => expect(addDays(day, days)).toBe(then));
  test.each([
    ['2026-02-28', true],
    ['2026-02-30', false],
    ['2026-2-3', false],
    ['0000-00-00', false],
    ['tomorrow', false],
    ['2026-11-20T00:00:00Z', false],
  ])('%s is a day: %s', (text, is) => expect(isDay(text)).toBe(is));
  test('is formatted in words like Intl', () => {
    const words = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', dateStyle: 'full' });
    for (let day = '2026-01-01'; day < '2029-01-01'; day = addDays(day, 1)) expect(formatDay(day)).toBe(words.format(new Date(day)));
    expect(formatDay('2026-11-20')).toBe('Friday, November 20, 2026');
    expect(() => formatDay('2026-13-01')).toThrow(RangeError);
    expect(formatWindow('08:00-10:00')).toBe('8:00 a.m. to 10:00 a.m.');
    expect(formatWindow('12:00-14:00')).toBe('12:00 p.m. to 2:00 p.m.');
  });
});

test.each([
  ['2026-11-20T20:00:00.000Z', true],
  ['2026-11-20T20:00:00Z', true],
  ['1900-01-01T00:00:00Z', true],
  ['2999-12-31T23:59:59Z', true],
  ['2026-11-19T99:00:00Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['9999-12-31T23:59:59Z', false],
  ['0000-01-01T00:00:00Z', false],
  ['2026-11-20', false],
  ['garbage 7', false],
  ['1795204800000', false],
  ['', false],
])('%j is a usable instant: %s', (text, is) => {
  expect(isInstant(text)).toBe(is);
});

describe('a sentence that ends in a time', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  test('has one full stop, and keeps three dots', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(withoutDoubleStops(`It begins ${formatDateTime(at)}. Go on.`)).toBe(`It begins ${formatDateTime(at)} Go on.`);
        expect(withoutDoubleStops(`It begins ${formatDateTime(at)}...`)).toBe(`It begins ${formatDateTime(at)}...`);
      }),
    );
  });
  test('has one in the question before a member sets off', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const question = askToSetOff(at.toISOString(), '2025-01-01T00:00:00.000Z');
        expect(question).toContain(`${timestamp(at.toISOString(), '2024-12-31')} Set off now`);
      }),
    );
  });
});
