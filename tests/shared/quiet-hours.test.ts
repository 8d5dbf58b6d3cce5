import { expect, test } from 'vitest';
import { politeInstant } from '../../src/shared/quiet-hours';
import { businessInstant } from '../../src/shared/time';

test.each([
  ['2026-11-20', '08:59', '2026-11-20', '09:00'],
  ['2026-11-20', '09:00', '2026-11-20', '09:00'],
  ['2026-11-20', '19:59', '2026-11-20', '19:59'],
  ['2026-11-20', '20:00', '2026-11-21', '09:00'],
  ['2026-12-31', '23:59', '2027-01-01', '09:00'],
])('a review is asked for by day: what is due %s at %s goes on %s at %s', (day, time, wantedDay, wantedTime) => {
  expect(politeInstant('review-request', businessInstant(day, time), ['09:00', '20:00'])).toBe(businessInstant(wantedDay, wantedTime));
});

test.each([
  ['00:00', '24:00', '23:59', '2026-11-20', '23:59'],
  ['10:00', '24:00', '09:59', '2026-11-20', '10:00'],
  ['08:00', '17:00', '17:00', '2026-11-21', '08:00'],
])('the hours are the owner’s: with %s to %s what is due at %s goes on %s at %s', (opens, closes, time, wantedDay, wantedTime) => {
  expect(politeInstant('thank-you', businessInstant('2026-11-20', time), [opens, closes])).toBe(businessInstant(wantedDay, wantedTime));
});

test('other messages go at once', () => {
  const night = businessInstant('2026-11-20', '03:00');
  expect(politeInstant('overdue-reminder', night, ['09:00', '20:00'])).toBe(night);
});
