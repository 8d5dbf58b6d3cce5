import { describe, expect, test } from 'vitest';
import { businessDay, businessDayBounds, businessTime, instantSchema, showDateTime } from '../../src/shared/time';

describe("the company's clock", () => {
  // British Columbia stays at UTC−7 since 2026-03-08; older zone data disagrees in winter (guide/traps.md).
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

  test.each([
    ['2026-11-20', '2026-11-20T07:00:00.000Z', '2026-11-21T07:00:00.000Z'],
    ['2026-01-15', '2026-01-15T08:00:00.000Z', '2026-01-16T08:00:00.000Z'],
    ['2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ])('the day %s runs from %s to %s', (day, from, to) => {
    expect(businessDayBounds(day)).toEqual([from, to]);
  });

  test('a time is shown without the name of a zone', () => {
    expect(showDateTime('2026-11-20T20:05:00Z')).toBe('Fri, Nov 20, 2026, 1:05 p.m.');
  });

  test('an instant with an offset becomes UTC, and one without is refused', () => {
    expect(instantSchema.parse('2026-11-20T13:00:00-07:00')).toBe('2026-11-20T20:00:00.000Z');
    expect(instantSchema.safeParse('2026-11-20T13:00:00').success).toBe(false);
    expect(instantSchema.safeParse('2026-02-30T13:00:00Z').success).toBe(false);
  });
});
