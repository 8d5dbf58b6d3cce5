import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { company } from '../../src/shared/company';
import { decideDate } from '../../src/shared/date-mails';
import {
  formatPlannedMinutes,
  formatService,
  getFamily,
  getPhase,
  isOutsideHours,
  isWorkOrderText,
  jobFields,
  OPEN_STATUSES,
  STAFF_TRANSITIONS,
  WORK_ORDER_STATUSES,
  workOrderEdit,
  workOrderRef,
} from '../../src/shared/dispatch';
import { defaultComponents } from '../../src/shared/job-components';

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
  ])('a %s order has the documented minutes', (service, minutes) => {
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
    expect(getPhase('complete')).toBe('done');
  });

  test.each([
    ['2026-11-20T15:00:00Z', false], // Friday 8:00
    ['2026-11-20T14:59:00Z', true], // Friday 7:59
    ['2026-11-21T15:30:00Z', true], // Saturday 8:30
    ['2026-11-21T16:00:00Z', false], // Saturday 9:00
    ['2026-11-21T05:00:00Z', true], // Friday 22:00
  ])('%s is outside business hours: %s', (instant, isOutside) => {
    expect(isOutsideHours(instant, company.hours)).toBe(isOutside);
  });

  test.each([
    ['carpet-cleaning', 'specialty'],
    ['Carpet Cleaning', 'specialty'],
    ['carpet__cleaning', 'specialty'],
    ['Move-in/Move-out', 'residential'],
    ['juggling', 'residential'],
  ])('%s is of the family %s', (service, family) => {
    expect(getFamily(service)).toBe(family);
    expect(getFamily(service, null)).toBe(service === 'juggling' ? null : family);
  });
  test.each([
    ['deep-cleaning', 'Deep cleaning'],
    ['deep__cleaning', 'Deep cleaning'],
    [' residential ', 'Residential'],
    ['', ''],
  ])('%j is shown as %j', (service, words) => expect(formatService(service)).toBe(words));

  test.each([
    [1, 1],
    ['7', 7],
    ['WO-20261120-AB', 'WO-20261120-AB'],
  ])('%j can name a work order', (value, read) => expect(workOrderRef.parse(value)).toBe(read));
  test.each([0, '0', 'WO-', 'WO-x y', `WO-${'x'.repeat(61)}`, 'wo-1', 'xWO-1', null])('%j cannot name a work order', (value) => {
    expect(workOrderRef.safeParse(value).error?.issues[0]?.message).toMatch(/^Please give a valid (work order )?id\.$/);
    expect(isWorkOrderText(String(value))).toBe(false);
  });
  test.each([
    [0, true],
    [1440, true],
    ['90', true],
    ['', false],
    [1441, false],
    [-1, false],
    [1.5, false],
    ['an hour', false],
  ])('a duration of %j minutes is accepted: %s', (estimatedDuration, isTaken) => {
    expect(workOrderEdit.safeParse({ id: 1, estimatedDuration }).success).toBe(isTaken);
  });
  const jobForm = z.object(jobFields);
  test('an empty price or duration of a form is none', () => {
    const fields = { estimatedDuration: '', totalAmount: '', crewSize: '2', notes: '' };
    expect(jobForm.parse(fields)).toEqual({ estimatedDuration: null, totalAmount: null, crewSize: 2, notes: null });
  });
  test.each([
    ['totalAmount', '1,2', 'Please enter an amount such as 149.00.'],
    ['estimatedDuration', '1441', 'Please enter at most 1440 minutes.'],
    ['estimatedDuration', 'long', 'Please enter whole minutes.'],
    ['crewSize', '11', 'Please enter a crew of 1 to 10 members.'],
  ])('%s %j is refused: %s', (name, value, message) => {
    const fields = { estimatedDuration: '90', totalAmount: '', crewSize: '2', notes: '', [name]: value };
    expect(jobForm.safeParse(fields).error?.issues).toMatchObject([{ path: [name], message }]);
  });
});

test.each([
  [90, [45, 60], '90 min'],
  [null, [45, 60, null], '105 min'],
  [null, [null], 'TBD'],
  [null, [], 'TBD'],
])('a work order of %j minutes with components of %j takes %s', (estimatedDuration, times, shown) => {
  expect(formatPlannedMinutes({ estimatedDuration, jobComponents: times.map((estimatedTime) => ({ estimatedTime })) })).toBe(shown);
});

describe('the date of a job', () => {
  const DAY = '2026-11-27T17:00:00.000Z';
  const NIGHT = '2026-11-24T11:22:00.000Z';
  const CLIENTS = {
    'has no date': { isBooked: false, sentDate: null },
    'has another date': { isBooked: false, sentDate: DAY },
    'booked the job': { isBooked: true, sentDate: null },
  };
  const typed = true;
  test.each([
    ['has no date', DAY, !typed, { undefined: 'send', true: 'send', false: 'skip' }],
    ['has another date', DAY, !typed, { undefined: 'send', true: 'send', false: 'skip' }],
    ['has no date', NIGHT, !typed, { undefined: 'hold', true: 'ask', false: 'skip' }],
    ['has another date', NIGHT, !typed, { undefined: 'hold', true: 'ask', false: 'skip' }],
    ['has no date', DAY, typed, { undefined: 'send', true: 'send', false: 'skip' }],
    ['has another date', DAY, typed, { undefined: 'send', true: 'send', false: 'skip' }],
    ['booked the job', DAY, typed, { undefined: 'send', true: 'send', false: 'skip' }],
    ['has no date', NIGHT, typed, { undefined: 'hold', true: 'ask', false: 'skip' }],
    ['has another date', NIGHT, typed, { undefined: 'send', true: 'ask', false: 'skip' }],
    ['booked the job', NIGHT, typed, { undefined: 'send', true: 'ask', false: 'skip' }],
  ] as const)('is mailed as the caller chooses to a client who %s, at %s, typed: %s', (client, scheduledDate, isTyped, decisions) => {
    const order = { ...CLIENTS[client], scheduledDate };
    const decide = (notifyClient: boolean | undefined) => decideDate(order, { hours: company.hours, notifyClient, isTyped });
    expect({ undefined: decide(undefined), true: decide(true), false: decide(false) }).toEqual(decisions);
  });
});
