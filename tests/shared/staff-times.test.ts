import { describe, expect, test } from 'vitest';
import {
  formatHours,
  formatMonth,
  formatShortDay,
  formatTime,
  longDay,
  shortDate,
  shortDates,
  timestamp,
} from '../../src/shared/staff-times';
import { formatWorkOrderId, splitWorkOrderId } from '../../src/shared/work-order-id';

const TODAY = '2026-11-20';

describe('days and times of staff screens', () => {
  test('leave out the year unless it is another one', () => {
    expect(longDay('2026-11-22', TODAY)).toBe('Sunday, November 22');
    expect(longDay('2027-01-03', TODAY)).toBe('Sunday, January 3, 2027');
    expect(shortDate('2026-11-22', TODAY)).toBe('Nov 22');
    expect(shortDate('2025-05-01', TODAY)).toBe('May 1, 2025');
    expect(timestamp('2026-11-22T23:45:00.000Z', TODAY)).toBe('Nov 22, 4:45 p.m.');
    expect(timestamp('2026-01-01T03:00:00.000Z', TODAY)).toBe('Dec 31, 2025, 7:00 p.m.');
  });
  test('show a single day of a range once', () => {
    expect(shortDates({ startDate: '2026-12-24', endDate: '2026-12-24' }, TODAY)).toBe('Dec 24');
    expect(shortDates({ startDate: '2026-12-24', endDate: '2027-01-02' }, TODAY)).toBe('Dec 24 to Jan 2, 2027');
  });
  test('are short where a screen needs no more', () => {
    expect(formatShortDay('2026-11-20')).toBe('Fri, Nov 20');
    expect(formatTime('2026-11-20T20:05:00.000Z')).toBe('1:05 p.m.');
    expect([formatMonth('2026-11'), formatMonth('2026-11-20')]).toEqual(['November 2026', 'November 2026']);
  });
  test.each([
    ['16:00-18:00', '4–6 p.m.'],
    ['08:00-10:00', '8–10 a.m.'],
    ['10:00-12:00', '10 a.m.–12 p.m.'],
    ['08:30-10:00', '8:30–10 a.m.'],
  ])('show the window %s as %s', (window, words) => expect(formatHours(window)).toBe(words));
});

describe('a work order id', () => {
  test('shows its last six characters, unless it is short already', () => {
    expect(formatWorkOrderId('WO-1795377600000-BEDB70')).toBe('…BEDB70');
    expect(splitWorkOrderId('WO-1795377600000-BEDB70').join('')).toBe('WO-1795377600000-BEDB70');
    expect(formatWorkOrderId('WO-1-ABC')).toBe('WO-1-ABC');
  });
});
