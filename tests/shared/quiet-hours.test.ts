import { expect, test } from 'vitest';
import { GROWTH_TEMPLATES } from '../../src/shared/growth-message-templates';
import { politeInstant } from '../../src/shared/quiet-hours';
import { businessInstant } from '../../src/shared/time';

test.each([
  ['2026-11-20', '08:59', '2026-11-20', '09:00'],
  ['2026-11-20', '09:00', '2026-11-20', '09:00'],
  ['2026-11-20', '19:59', '2026-11-20', '19:59'],
  ['2026-11-20', '20:00', '2026-11-21', '09:00'],
  ['2026-12-31', '23:59', '2027-01-01', '09:00'],
])('asks for reviews by day: a message due %s at %s goes out %s at %s', (day, time, wantedDay, wantedTime) => {
  expect(politeInstant('review-request', businessInstant(day, time), ['09:00', '20:00'])).toBe(businessInstant(wantedDay, wantedTime));
});

test.each([
  ['10:00', '24:00', '09:59', '2026-11-20', '10:00'],
  ['08:00', '17:00', '17:00', '2026-11-21', '08:00'],
  ['00:00', '24:00', '20:59', '2026-11-20', '20:59'],
  ['00:00', '24:00', '21:00', '2026-11-21', '08:00'],
  ['00:00', '24:00', '07:59', '2026-11-20', '08:00'],
  ['21:00', '23:00', '22:00', '2026-11-21', '08:00'],
])(
  'follows the owner’s hours without the quiet ones: with %s to %s a message due at %s goes out %s at %s',
  (opens, closes, time, wantedDay, wantedTime) => {
    expect(politeInstant('thank-you', businessInstant('2026-11-20', time), [opens, closes])).toBe(businessInstant(wantedDay, wantedTime));
  },
);

test.each([
  ...Object.keys(GROWTH_TEMPLATES).filter((purpose) => purpose !== 'review-request' && purpose !== 'thank-you'),
  'facebook-disconnected',
])('holds an automatic message (%s) from 21:00 to 08:00', (purpose) => {
  const goes = (time: string) => politeInstant(purpose, businessInstant('2026-11-20', time), ['09:00', '20:00']);
  expect(goes('20:59')).toBe(businessInstant('2026-11-20', '20:59'));
  expect(goes('21:00')).toBe(businessInstant('2026-11-21', '08:00'));
  expect(goes('03:00')).toBe(businessInstant('2026-11-20', '08:00'));
  expect(goes('08:00')).toBe(businessInstant('2026-11-20', '08:00'));
});

test.each(['booking-confirmed', 'quote-received', 'order-received', 'invoice-sent', 'job-done'])(
  'sends a message that answers an action (%s) at once',
  (purpose) => {
    const night = businessInstant('2026-11-20', '03:00');
    expect(politeInstant(purpose, night, ['09:00', '20:00'])).toBe(night);
  },
);
