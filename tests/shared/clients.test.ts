import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/shared/calendar-day';
import { addressKey, canSeeAccessNotes, clientStatus } from '../../src/shared/clients';

const TODAY = '2026-11-20';
/** The day some days ago. */
const ago = (days: number) => addDays(TODAY, -days);
const statusOf = (daysAgo: readonly number[], isPlanned = false, today = TODAY) =>
  clientStatus({ finishedDays: daysAgo.map(ago), isPlanned }, today);

describe('the status of a client', () => {
  test.each([
    ['nobody worked for yet', [], false, 'lead'],
    ['nobody worked for yet, but soon', [], true, 'lead'],
    ['worked for once, today', [0], false, 'one-time'],
    ['worked for once, 42 days ago', [42], false, 'one-time'],
    ['worked for once, 43 days ago', [43], false, 'lapsed'],
    ['worked for once, 43 days ago, with a job planned', [43], true, 'one-time'],
    ['worked for twice within 180 days', [180, 0], false, 'recurring'],
    ['worked for twice, once 181 days ago', [181, 0], false, 'one-time'],
    ['worked for twice on one day', [5, 5], false, 'recurring'],
    ['every week, last 42 days ago', [42, 49, 56], false, 'recurring'],
    ['every week, last 43 days ago', [43, 50, 57], false, 'lapsed'],
    ['every 60 days, last 90 days ago', [90, 150, 210], false, 'recurring'],
    ['every 60 days, last 91 days ago', [91, 151, 211], false, 'lapsed'],
    ['every 60 days, last 91 days ago, with a job planned', [91, 151, 211], true, 'recurring'],
    ['once a year, last 200 days ago', [200, 565], false, 'one-time'],
    ['with gaps of 10 and 90 days, whose middle is 50, last 75 days ago', [75, 85, 175], false, 'recurring'],
    ['with gaps of 10 and 90 days, whose middle is 50, last 76 days ago', [76, 86, 176], false, 'lapsed'],
    ['with gaps of 10, 10 and 200 days, last 43 days ago', [43, 53, 63, 263], false, 'lapsed'],
  ] as const)('%s (%j, planned: %s) is %s', (_who, daysAgo, isPlanned, status) => {
    expect(statusOf(daysAgo, isPlanned)).toBe(status);
  });

  const jobs = fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 12 });
  test('does not depend on the order of the jobs', () => {
    fc.assert(
      fc.property(jobs, fc.boolean(), (daysAgo, isPlanned) => {
        expect(statusOf([...daysAgo].reverse(), isPlanned)).toBe(statusOf(daysAgo, isPlanned));
      }),
    );
  });
  test('is lead if and only if no job is finished', () => {
    fc.assert(
      fc.property(jobs, fc.boolean(), (daysAgo, isPlanned) => (statusOf(daysAgo, isPlanned) === 'lead') === (daysAgo.length === 0)),
    );
  });
  test('is never lapsed with a job planned, nor within 42 days of the last one', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 0, max: 42 }), (daysAgo, last) => {
        expect(statusOf(daysAgo, true)).not.toBe('lapsed');
        expect(statusOf([...daysAgo, last])).not.toBe('lapsed');
      }),
    );
  });
  test('stays lapsed until a job is planned or finished', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 900 }), (daysAgo, later) => {
        if (statusOf(daysAgo) === 'lapsed') expect(statusOf(daysAgo, false, addDays(TODAY, later))).toBe('lapsed');
      }),
    );
  });
});

test.each([
  ['2026-11-18', false],
  ['2026-11-19', true],
  ['2026-11-20', true],
  ['2026-11-21', true],
  ['2026-11-22', false],
])('the access notes of a job on November 20 are visible to its cleaner on %s: %s', (today, isOpen) => {
  expect(canSeeAccessNotes('2026-11-20', today)).toBe(isOpen);
});
test("the access notes of a job on New Year's Day are visible on the last day of the year", () => {
  expect(canSeeAccessNotes('2027-01-01', '2026-12-31')).toBe(true);
});

test.each([
  ['12 Seymour St, Kamloops', '12 SEYMOUR ST. KAMLOOPS ', true],
  ['12 Seymour St,Kamloops', '12  Seymour St Kamloops', true],
  ['Café Rd 1', 'CAFE\u0301 RD 1', true],
  ['12 Seymour St', '121 Seymour St', false],
  ['12 Seymour St', '1 2 Seymour St', false],
])('“%s” and “%s” are the same address: %s', (a, b, isSame) => {
  expect(addressKey(a) === addressKey(b)).toBe(isSame);
});
