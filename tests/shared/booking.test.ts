import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BOOKING_SERVICE_TYPES,
  BOOKING_STATUSES,
  BOOKING_TRANSITIONS,
  isBookingReference,
  newBookingReference,
  TIME_WINDOWS,
} from '../../src/shared/booking';
import { bookingSubmission } from '../../src/shared/booking-schemas';
import { closureRefusal, timeRefusal, windowBounds } from '../../src/shared/booking-times';
import { DEFAULT_FACTS } from '../../src/shared/company';

const refusalAt = (
  now: string,
  date: string,
  timeSlot: (typeof TIME_WINDOWS)[number],
  respectPostedHours = false,
  company = DEFAULT_FACTS,
) => timeRefusal({ date, timeSlot }, { respectPostedHours, company }, new Date(now));

describe('a window of a day', () => {
  test.each([
    ['2025-11-01', '08:00-10:00', '2025-11-01T15:00:00.000Z', '2025-11-01T17:00:00.000Z'],
    ['2025-11-02', '08:00-10:00', '2025-11-02T16:00:00.000Z', '2025-11-02T18:00:00.000Z'],
    ['2026-03-07', '18:00-20:00', '2026-03-08T02:00:00.000Z', '2026-03-08T04:00:00.000Z'],
    ['2026-03-08', '08:00-10:00', '2026-03-08T15:00:00.000Z', '2026-03-08T17:00:00.000Z'],
    ['2026-11-01', '08:00-10:00', '2026-11-01T15:00:00.000Z', '2026-11-01T17:00:00.000Z'],
    ['2026-11-20', '12:00-14:00', '2026-11-20T19:00:00.000Z', '2026-11-20T21:00:00.000Z'],
    ['2027-01-15', '18:00-20:00', '2027-01-16T01:00:00.000Z', '2027-01-16T03:00:00.000Z'],
    ['2027-03-14', '08:00-10:00', '2027-03-14T15:00:00.000Z', '2027-03-14T17:00:00.000Z'],
  ] as const)('on %s at %s lasts from %s to %s', (date, timeSlot, begins, ends) => {
    expect(windowBounds({ date, timeSlot })).toEqual([begins, ends]);
  });

  test.each([
    ['2026-11-20T14:59:59.999Z', '2026-11-20', '08:00-10:00', undefined],
    ['2026-11-20T15:00:00.000Z', '2026-11-20', '08:00-10:00', /already begun/],
    ['2026-11-20T15:00:00.000Z', '2026-11-20', '10:00-12:00', undefined],
    ['2026-11-21T00:59:59.000Z', '2026-11-20', '18:00-20:00', undefined],
    ['2026-11-21T01:00:00.000Z', '2026-11-20', '18:00-20:00', /already begun/],
    ['2026-11-21T06:59:00.000Z', '2026-11-20', '18:00-20:00', /already begun/],
    ['2026-11-21T07:01:00.000Z', '2026-11-20', '18:00-20:00', /day is over/],
    ['2026-11-21T06:59:00.000Z', '2026-11-21', '08:00-10:00', undefined],
    // The day before the change of 2026 still has the old offset, the winter after it has not.
    ['2026-03-07T15:30:00.000Z', '2026-03-07', '08:00-10:00', undefined],
    ['2026-03-07T16:00:00.000Z', '2026-03-07', '08:00-10:00', /already begun/],
    ['2026-03-08T15:00:00.000Z', '2026-03-08', '08:00-10:00', /already begun/],
    ['2026-11-01T15:00:00.000Z', '2026-11-01', '08:00-10:00', /already begun/],
    ['2027-01-15T15:00:00.000Z', '2027-01-15', '08:00-10:00', /already begun/],
    ['2025-11-02T15:30:00.000Z', '2025-11-02', '08:00-10:00', undefined],
    // 180 days ahead and not one more, across the end of the year.
    ['2026-11-20T20:00:00.000Z', '2027-05-19', '08:00-10:00', undefined],
    ['2026-11-20T20:00:00.000Z', '2027-05-20', '08:00-10:00', /too far ahead.*180 days/],
  ] as const)('checked at %s: on %s %s is rejected with %s', (now, date, timeSlot, refusal) => {
    if (refusal) expect(refusalAt(now, date, timeSlot)).toMatch(refusal);
    else expect(refusalAt(now, date, timeSlot)).toBeUndefined();
  });

  test('lies outside the posted hours at eight on weekends, which matters only if the owner enforces them', () => {
    const outside: string[] = [];
    for (let day = 23; day <= 29; day++)
      for (const timeSlot of TIME_WINDOWS) {
        const date = `2026-11-${day}`;
        expect(refusalAt('2026-11-20T20:00:00.000Z', date, timeSlot)).toBeUndefined();
        if (refusalAt('2026-11-20T20:00:00.000Z', date, timeSlot, true)) outside.push(`${date} ${timeSlot}`);
      }
    expect(outside).toEqual(['2026-11-28 08:00-10:00', '2026-11-29 08:00-10:00']);
  });
});

test.each([
  [{}, null, undefined],
  [{ isDayClosed: true, isOpen: false }, null, /closed on this day/],
  [{ isOpen: false }, null, /not available/],
  [{ bookedInWindow: 3 }, 4, undefined],
  [{ bookedInWindow: 4 }, 4, /crews are busy/],
  [{ bookedInWindow: 0 }, 0, /crews are busy/],
  [{ bookedInWindow: 9 }, null, undefined],
  // A full slot is not a closure: visitors see the count.
  [{ currentBookings: 2 }, null, undefined],
] as const)('a slot with %j and a crew of %s is closed: %s', (more, crewCap, refusal) => {
  const slot = { isOpen: true, isDayClosed: false, bookedInWindow: 0, currentBookings: 0, maxBookings: 2, ...more };
  if (refusal) expect(closureRefusal(slot, { crewCap })).toMatch(refusal);
  else expect(closureRefusal(slot, { crewCap })).toBeUndefined();
});

describe('a booking reference', () => {
  test.each([
    ['SPC-1795204800000-AB3DE', true],
    ['SPC-1795204800000AB3DE', true],
    ['SPC-1795204800000-00000', true],
    ['SPC-1795204800000-ab3de', false],
    ['SPC-1795204800000-AB3D', false],
    ['SPC-1795204800000-AB3DEF', false],
    ['SPC-179520480000-AB3DE', false],
    ['SPC1795204800000-AB3DE', false],
    ['spc-1795204800000-AB3DE', false],
    ['SPC-1795204800000-AB3DE\n', false],
    ['', false],
    [undefined, false],
    [12, false],
    [{ toString: () => 'SPC-1795204800000-AB3DE' }, false],
  ])('%j: %s', (text, expected) => {
    expect(isBookingReference(text)).toBe(expected);
  });
  test('is valid if it is generated from any five bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) =>
        isBookingReference(newBookingReference(1_795_204_800_000, bytes)),
      ),
    );
  });
});

describe('the input of a booking', () => {
  const SENT = { slotId: 1, clientName: 'M', clientEmail: 'm@example.com', clientPhone: '1', clientAddress: 'A' };
  const parse = (more: Record<string, unknown>) => bookingSubmission.safeParse({ ...SENT, ...more });

  test.each([
    [undefined, 120],
    ['', 120],
    [null, 120],
    [0, 0],
    ['0', 0],
    [90, 90],
    ['90', 90],
    [1440, 1440],
    [1.5, 1],
    ['90.7', 90],
    ['abc', 0],
    ['12 3', 0],
    ['Infinity', 0],
    ['90 minutes', 0],
    [true, 0],
    [[], 0],
    [Number.NaN, 0],
  ])('a duration of %j is %i minutes', (estimatedDuration, minutes) => {
    expect(parse({ estimatedDuration }).data?.estimatedDuration).toBe(minutes);
  });
  test.each([-1, '-30', 1441, '99999'])('rejects a duration of %j', (estimatedDuration) => {
    expect(parse({ estimatedDuration }).success).toBe(false);
  });
  test.each([
    [undefined, 0],
    ['', 0],
    ['0', 0],
    [0, 0],
    ['149.00', 14_900],
    [149.5, 14_950],
    ['99999999.99', 9_999_999_999],
  ])('an estimate of %j is %i cents', (totalAmount, cents) => {
    expect(parse({ totalAmount }).data?.totalAmount).toBe(cents);
  });
  test.each(['-0.01', -1, '12.345', '1e3', '١٢', '100000000.00', 'free', true])('rejects an estimate of %j', (totalAmount) => {
    expect(parse({ totalAmount }).success).toBe(false);
  });
});

test('a cancelled booking can never be confirmed again, but every other status can be corrected', () => {
  expect(BOOKING_TRANSITIONS.cancelled).toEqual([]);
  for (const status of BOOKING_STATUSES)
    for (const next of BOOKING_TRANSITIONS[status]) {
      expect(next).not.toBe(status);
      if (next !== 'cancelled') expect(BOOKING_TRANSITIONS[next].length).toBeGreaterThan(0);
      if (next === 'cancelled') expect(status).toBe('confirmed');
    }
  expect([BOOKING_SERVICE_TYPES.length, TIME_WINDOWS.length]).toEqual([5, 6]);
});
