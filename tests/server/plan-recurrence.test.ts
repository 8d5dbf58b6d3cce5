import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workOrders } from '../../db/schema';
import { findLastDay, isRuleDay, listRuleDays } from '../../src/server/plans/visits/recurrence';
import { addDays, daysBetween, getWeekday } from '../../src/shared/calendar-day';
import { getMonday } from '../../src/shared/calendar-periods';
import { WEEKDAY_CODES } from '../../src/shared/plans';
import { openWithClient, WEEKLY } from '../support/plans';

const rule = (rrule: string, startDate: string, more: { until?: string; count?: number } = {}) => ({
  rrule,
  startDate,
  until: more.until ?? null,
  count: more.count ?? null,
});
const list = (rrule: string, startDate: string, limit: number, more = {}) =>
  listRuleDays(rule(rrule, startDate, more), startDate, '2099-12-31', limit);

describe('the days of a rule', () => {
  test.each([
    ['goes on over the end of a year', 'FREQ=WEEKLY;BYDAY=TH', '2026-12-24', ['2026-12-24', '2026-12-31', '2027-01-07']],
    ['goes on over a year of 53 weeks', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-12-21', ['2026-12-21', '2027-01-04', '2027-01-18']],
    ['has the leap day', 'FREQ=WEEKLY;BYDAY=TU', '2028-02-22', ['2028-02-22', '2028-02-29', '2028-03-07']],
    ['has the last weekday of a leap February', 'FREQ=MONTHLY;BYDAY=-1TU', '2028-02-01', ['2028-02-29', '2028-03-28', '2028-04-25']],
    ['begins on the first day on or after the start', 'FREQ=WEEKLY;BYDAY=TU', '2026-11-25', ['2026-12-01', '2026-12-08']],
    ['begins on the start itself', 'FREQ=WEEKLY;BYDAY=WE', '2026-11-25', ['2026-11-25', '2026-12-02']],
    ['counts weeks from Monday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU', '2026-11-25', ['2026-11-29', '2026-12-13']],
    ['passes over the rest of the first week', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-11-25', ['2026-12-07', '2026-12-21']],
    ['has several days a week', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=FR,MO', '2026-11-25', ['2026-11-27', '2026-12-14', '2026-12-18']],
    ['passes over months without a fifth weekday', 'FREQ=MONTHLY;BYDAY=5MO', '2026-11-01', ['2026-11-30', '2027-03-29', '2027-05-31']],
    ['has the last weekday, fourth or fifth', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-11-01', ['2026-11-27', '2026-12-25', '2027-01-29']],
    ['begins next month after the nth weekday', 'FREQ=MONTHLY;BYDAY=2TU', '2026-11-11', ['2026-12-08', '2027-01-12']],
  ])('%s: %s from %s', (_what, rrule, startDate, days) => {
    expect(list(rrule, startDate, days.length)).toEqual(days);
  });

  test('end on the last day, which is served, or after a number of visits', () => {
    expect(list('FREQ=WEEKLY;BYDAY=TU', '2026-11-24', 9, { until: '2026-12-08' })).toEqual(['2026-11-24', '2026-12-01', '2026-12-08']);
    expect(list('FREQ=WEEKLY;BYDAY=TU', '2026-11-24', 9, { until: '2026-12-07' })).toEqual(['2026-11-24', '2026-12-01']);
    const counted = rule('FREQ=WEEKLY;BYDAY=TU', '2026-11-25', { count: 3 });
    expect(listRuleDays(counted, '2026-12-08', '2027-12-31')).toEqual(['2026-12-08', '2026-12-15']);
    expect(findLastDay(counted)).toBe('2026-12-15');
    expect(findLastDay(rule('FREQ=WEEKLY;BYDAY=TU', '2026-11-25'))).toBeNull();
  });
});

describe('any weekly rule', () => {
  const weekly = fc.record({
    weeks: fc.integer({ min: 1, max: 52 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
    startDate: fc.integer({ min: 0, max: 5000 }).map((days) => addDays('2026-01-01', days)),
    ahead: fc.integer({ min: 0, max: 1500 }),
  });
  test('has exactly its weekdays in every nth week that begins on Monday, wherever the list begins', () => {
    fc.assert(
      fc.property(weekly, ({ weeks, weekdays, startDate, ahead }) => {
        const recurrence = rule(
          `FREQ=WEEKLY;${weeks > 1 ? `INTERVAL=${weeks};` : ''}BYDAY=${weekdays.map((day) => WEEKDAY_CODES[day]).join(',')}`,
          startDate,
        );
        const from = addDays(startDate, ahead);
        const wanted = Array.from({ length: 60 }, (_, days) => addDays(from, days)).filter(
          (day) => weekdays.includes(getWeekday(day)) && (daysBetween(getMonday(startDate), getMonday(day)) / 7) % weeks === 0,
        );
        expect(listRuleDays(recurrence, from, addDays(from, 59))).toEqual(wanted);
        for (const day of wanted) expect(isRuleDay(recurrence, day)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  ['before the last change of clocks', '2026-02-20T20:00:00.000Z', '2026-03-03', '2026-03-03T18:00:00.000Z'],
  ['after it', '2026-02-20T20:00:00.000Z', '2026-03-10', '2026-03-10T17:00:00.000Z'],
  ['in winter, as British Columbia stays on UTC-7', '2026-11-20T20:00:00.000Z', '2026-12-01', '2026-12-01T17:00:00.000Z'],
])('holds a visit at 10:00 a.m. local time %s', async (_when, now, planDate, scheduledDate) => {
  const shop = await openWithClient({ now });
  await shop.admin.plans.create({ ...WEEKLY, startDate: now.slice(0, 10) });
  expect(shop.rows(workOrders).find((order) => order.planDate === planDate)).toMatchObject({ scheduledDate });
});
