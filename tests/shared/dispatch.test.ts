import { describe, expect, test } from 'vitest';
import { company } from '../../src/shared/company';
import {
  defaultComponents,
  isOutsideHours,
  OPEN_STATUSES,
  phaseOf,
  STAFF_TRANSITIONS,
  WORK_ORDER_STATUSES,
} from '../../src/shared/dispatch';

describe('work orders', () => {
  test.each([
    ['residential', [45, 60, 30, 20]],
    ['commercial', [90, 30, 45, 15]],
    ['specialty', [30, 120, 20]],
    ['emergency', [15, 90, 60]],
    ['deep-cleaning', [45, 60, 30, 20]],
    ['carpet-cleaning', [30, 120, 20]],
    ['window-cleaning', [30, 120, 20]],
    ['something new', [45, 60, 30, 20]],
  ])('a %s order begins with the documented minutes', (service, minutes) => {
    expect(defaultComponents(service).map((component) => component.estimatedTime)).toEqual(minutes);
  });

  test('staff may make exactly the documented moves', () => {
    const moves = WORK_ORDER_STATUSES.flatMap((from) => STAFF_TRANSITIONS[from].map((to) => `${from}→${to}`));
    expect(moves.sort()).toEqual(
      [
        'scheduled→in-progress',
        'assigned→in-progress',
        'in-progress→completed',
        'incomplete→scheduled',
        ...['scheduled', 'assigned', 'enroute', 'onsite', 'in-progress', 'incomplete'].map((from) => `${from}→cancelled`),
      ].sort(),
    );
  });

  test('open orders are those neither done nor cancelled', () => {
    expect(OPEN_STATUSES).toEqual(['scheduled', 'assigned', 'enroute', 'onsite', 'in-progress', 'incomplete']);
    expect(phaseOf('complete')).toBe('done');
  });

  test.each([
    ['2026-11-20T15:00:00Z', false], // Friday 8:00
    ['2026-11-20T14:59:00Z', true], // Friday 7:59
    ['2026-11-21T15:30:00Z', true], // Saturday 8:30
    ['2026-11-21T16:00:00Z', false], // Saturday 9:00
    ['2026-11-21T05:00:00Z', true], // Friday 22:00
  ])('%s outside the posted hours: %s', (instant, isOutside) => {
    expect(isOutsideHours(instant, company.hours)).toBe(isOutside);
  });
});
