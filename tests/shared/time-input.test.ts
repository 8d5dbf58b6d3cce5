import { describe, expect, test } from 'vitest';
import { daysBetween, getQuarter, getWeekday } from '../../src/shared/calendar-day';
import { addMonths } from '../../src/shared/calendar-periods';
import { addMinutes, formatClock, formatClockTime, formatDate, minutesBetween } from '../../src/shared/time';
import { dayOrInstant, daySchema, formatLocalTime, instantSchema, readLocalTime } from '../../src/shared/time-input';

const TIME = 'Please enter a time such as 2026-11-20T18:00:00Z.';
const DAY = 'Please enter a day such as 2026-11-20.';
const wordsOf = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues[0]?.message;

describe('an instant', () => {
  test.each([
    ['2026-11-20T20:00:00Z', '2026-11-20T20:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is %s', (text, instant) => expect(instantSchema.parse(text)).toBe(instant));
  test.each([
    ...'0000-00-00T00:00:00Z 1969-12-31T23:59:59Z 2026-02-30T00:00:00Z 2026-13-01T00:00:00Z 2026-11-20T24:00:01Z'.split(' '),
    ...'2026-11-20T23:59:61Z 2026-11-20T10:00:00+99:00 +275760-09-13T00:00:00Z +275760-09-13T00:00:01Z 2026-02-30 noon'.split(' '),
    ...'-000001-01-01T00:00:00Z 0000-01-01T00:00:00+23:59 9999-12-31T23:59:59-23:59 2026-11-20T10:00:00 2026-11-20'.split(' '),
    ...['2026-11-20T10:00:00Z\n', 12, undefined],
  ])('%j is rejected', (value) => {
    expect(wordsOf(instantSchema.safeParse(value))).toBe(TIME);
  });
});

describe('a day', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T00:00Z', '2026-11-20'],
    ['2026-11-20T00:00:00Z', '2026-11-20'],
    ['2026-11-20T00:00:00.000Z', '2026-11-20'],
    ['2026-11-20T00:00:00.0+00:00', '2026-11-20'],
    ['2026-11-20T00:00:00-00:00', '2026-11-20'],
    ['2026-11-20T00:00:01Z', '2026-11-19'],
    ['2026-11-20T00:00:00+01:00', '2026-11-19'],
    ['2026-11-20T07:00:00Z', '2026-11-20'],
    ['2026-11-20T06:59:59Z', '2026-11-19'],
  ])('%s is read as %s', (text, day) => expect(dayOrInstant.parse(text)).toBe(day));
  test.each([
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-01-05T10:00:00',
    '20260105',
    'tomorrow',
    '',
    20_261_120,
    null,
  ])('%j is not a day', (value) => {
    expect([wordsOf(dayOrInstant.safeParse(value)), wordsOf(daySchema.safeParse(value))]).toEqual([DAY, DAY]);
  });
  test('schema rejects an instant', () => expect(daySchema.safeParse('2026-11-20T07:00:00Z').success).toBe(false));
});

describe('a typed local time', () => {
  test.each([
    ['2026-11-21 10:30', '2026-11-21T17:30:00.000Z'],
    ['2026-11-21T10:30', '2026-11-21T17:30:00.000Z'],
    ['  2026-11-21 00:00 ', '2026-11-21T07:00:00.000Z'],
    ['2026-11-21 19:59', '2026-11-22T02:59:00.000Z'],
    ['2026-11-21 23:59', '2026-11-22T06:59:00.000Z'],
    ['2026-01-15 10:30', '2026-01-15T18:30:00.000Z'],
  ])('%j is %s, and formats back', (text, instant) => {
    expect(readLocalTime(text)).toBe(instant);
    expect(formatLocalTime(instant)).toBe(text.trim().replace(' ', 'T'));
  });
  test.each([
    '2026-11-21',
    '10:30',
    '2026-11-21 24:00',
    '2026-11-21 10:60',
    '2026-02-30 10:00',
    '2026-11-21 9:30',
    'x2026-11-21 10:30',
    '2026-11-21 10:30:00',
    '2026-11-21  10:30',
    '',
  ])('%j is rejected', (text) => expect(readLocalTime(text)).toBeUndefined());
});

describe('formatting', () => {
  test.each([
    ['00:00', '12:00 a.m.'],
    ['01:05', '1:05 a.m.'],
    ['11:59', '11:59 a.m.'],
    ['12:00', '12:00 p.m.'],
    ['23:09', '11:09 p.m.'],
  ])('%s is %s', (time, words) => expect(formatClockTime(time)).toBe(words));
  test('shows a day without its weekday', () => expect(formatDate('2026-11-20')).toBe('November 20, 2026'));
  test('shows the running clock', () => {
    expect(formatClock('2026-11-20T20:05:09Z')).toBe('Friday, November 20 at 1:05:09 p.m.');
    expect(formatClock('2025-11-20T20:05:09Z')).toBe('Thursday, November 20 at 12:05:09 p.m.');
  });
});

describe('date arithmetic', () => {
  test.each([
    ['2026-11-20T20:00:00Z', '2026-11-20T20:01:00Z', 1],
    ['2026-11-20T20:00:00Z', '2026-11-20T20:00:29Z', 0],
    ['2026-11-20T20:00:00Z', '2026-11-20T20:00:30Z', 1],
    ['2026-11-20T20:00:00Z', '2026-11-20T19:00:00Z', 0],
    [null, '2026-11-20T20:00:00Z', null],
  ])('from %s to %s: %s minutes', (from, to, minutes) => expect(minutesBetween(from, to)).toBe(minutes));
  test('adds and subtracts minutes', () => {
    expect(addMinutes(new Date('2026-11-20T20:00:00Z'), 90)).toBe('2026-11-20T21:30:00.000Z');
    expect(addMinutes(new Date('2026-11-20T20:00:00Z'), -0.5)).toBe('2026-11-20T19:59:30.000Z');
  });
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-20', 24, '2028-11-20'],
    ['2026-11-20', 0, '2026-11-20'],
  ])('%s plus %i months is %s', (day, months, then) => expect(addMonths(day, months)).toBe(then));
  test.each([
    ['2026-11-20', '2026-11-21', 1],
    ['2026-11-21', '2026-11-20', -1],
    ['2026-03-07', '2026-03-09', 2],
    ['2026-01-01', '2027-01-01', 365],
  ])('from %s to %s: %i days', (from, to, days) => expect(daysBetween(from, to)).toBe(days));
  test.each([
    ['2026-01-01', '2026Q1'],
    ['2026-03-31', '2026Q1'],
    ['2026-04-01', '2026Q2'],
    ['2026-09-30', '2026Q3'],
    ['2026-10-01', '2026Q4'],
    ['2026-12-31', '2026Q4'],
  ])('%s is in %s', (day, quarter) => expect(getQuarter(day)).toBe(quarter));
  test.each([
    ['2026-11-22', 0],
    ['2026-11-20', 5],
    ['2026-11-21', 6],
  ])('%s is weekday %i', (day, weekday) => expect(getWeekday(day)).toBe(weekday));
});
