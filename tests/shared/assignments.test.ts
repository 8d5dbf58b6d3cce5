import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ASSIGNMENT_TRANSITIONS,
  assignmentDispatch,
  assignmentInput,
  assignmentStatusChange,
  assignmentWarnings,
  bulkAssignment,
} from '../../src/shared/assignments';
import { ASSIGNMENT_STATUSES, LIVE_ASSIGNMENTS } from '../../src/shared/dispatch';

const AT = '2026-11-20T18:00:00.000Z';
const job = (scheduledDate: string, estimatedDuration: number | null = 60, serviceType = 'residential') => ({
  scheduledDate,
  estimatedDuration,
  serviceType,
});
const other = (scheduledDate: string, estimatedDuration: number | null = 60) => ({
  scheduledDate,
  estimatedDuration,
  workOrderId: 'WO-7',
  clientName: 'Jon Toews',
});
const FREE = {
  job: job(AT),
  others: [],
  daysOff: [],
  specializations: [],
  bufferMinutes: 30,
  doNotService: null,
};

describe('the steps of an assignment', () => {
  test('are exactly the documented ones of the office', () => {
    const moves = ASSIGNMENT_STATUSES.flatMap((from) => ASSIGNMENT_TRANSITIONS[from].map((to) => `${from}→${to}`));
    expect(moves).toEqual(['assigned→accepted', 'accepted→dispatched', 'dispatched→arrived', 'arrived→completed']);
    expect(LIVE_ASSIGNMENTS).toEqual(['assigned', 'accepted', 'dispatched', 'arrived']);
  });
});

describe('the warnings of an assignment', () => {
  test('are empty for a member who is free', () => expect(assignmentWarnings(FREE)).toEqual([]));

  // The job is from 18:00 to 19:00 UTC, with half an hour of travel on either side.
  test.each([
    ['2026-11-20T19:29:00.000Z', 60, true],
    ['2026-11-20T19:30:00.000Z', 60, false],
    ['2026-11-20T16:31:00.000Z', 60, true],
    ['2026-11-20T16:30:00.000Z', 60, false],
    ['2026-11-20T15:31:00.000Z', null, true],
    ['2026-11-20T15:30:00.000Z', null, false],
    ['2026-11-20T15:31:00.000Z', 0, true],
    ['2026-11-20T18:10:00.000Z', 5, true],
    ['2026-11-20T10:00:00.000Z', 1000, true],
  ])('mention another job at %s of %s minutes: %s', (at, minutes, isOverlap) => {
    expect(assignmentWarnings({ ...FREE, others: [other(at, minutes)] })).toHaveLength(isOverlap ? 1 : 0);
  });
  test('say whether the jobs overlap, and name all days of a job', () => {
    expect(assignmentWarnings({ ...FREE, others: [other('2026-11-20T18:30:00.000Z')] })).toEqual([
      'Overlap: WO-7 at Jon Toews, 11:30 a.m.–12:30 p.m., overlaps with this job.',
    ]);
    expect(assignmentWarnings({ ...FREE, others: [other('2026-11-19T22:00:00.000Z', 1440)] })).toEqual([
      'Overlap: WO-7 at Jon Toews, Nov 19, 3:00 p.m. to Nov 20, 3:00 p.m., overlaps with this job.',
    ]);
  });
  test('name the other job, its client, its times and the travel', () => {
    expect(assignmentWarnings({ ...FREE, others: [other('2026-11-20T19:10:00.000Z', null)] })).toEqual([
      'Overlap: WO-7 at Jon Toews, 12:10–2:10 p.m., leaves less than 30 minutes of travel.',
    ]);
    expect(assignmentWarnings({ ...FREE, others: [other('2026-11-20T19:10:00.000Z', 45)] })[0]).toContain('12:10–12:55 p.m.');
  });
  test('are the same for either of two overlapping jobs', () => {
    const from = Date.parse(AT);
    const minute = fc.integer({ min: 0, max: 600 });
    fc.assert(
      fc.property(
        minute,
        minute,
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 90 }),
        (a, b, lengthA, lengthB, bufferMinutes) => {
          const at = (minutes: number) => new Date(from + minutes * 60_000).toISOString();
          const warns = (x: number, lengthX: number, y: number, lengthY: number) =>
            assignmentWarnings({ ...FREE, bufferMinutes, job: job(at(x), lengthX), others: [other(at(y), lengthY)] }).length;
          const [first, second] = a <= b ? [[a, lengthA] as const, b] : [[b, lengthB] as const, a];
          expect(warns(a, lengthA, b, lengthB)).toBe(warns(b, lengthB, a, lengthA));
          if (a !== b) expect(warns(a, lengthA, b, lengthB)).toBe(second < first[0] + (first[1] || 120) + bufferMinutes ? 1 : 0);
        },
      ),
    );
  });

  test.each([
    ['2026-11-20', '2026-11-20', true],
    ['2026-11-18', '2026-11-20', true],
    ['2026-11-20', '2026-11-24', true],
    ['2026-11-18', '2026-11-19', false],
    ['2026-11-21', '2026-11-24', false],
  ])('mention time off from %s to %s: %s', (startDate, endDate, isOff) => {
    expect(assignmentWarnings({ ...FREE, daysOff: [{ startDate, endDate }] })).toHaveLength(isOff ? 1 : 0);
  });
  test('mention time off that begins during a job over midnight', () => {
    const night = { ...FREE, job: job('2026-11-21T05:00:00.000Z', 240) };
    const off = (day: string) => assignmentWarnings({ ...night, daysOff: [{ startDate: day, endDate: day }] });
    expect([off('2026-11-20'), off('2026-11-21'), off('2026-11-22')].map((warnings) => warnings.length)).toEqual([1, 1, 0]);
    const untilMidnight = { ...FREE, job: job('2026-11-21T05:00:00.000Z', 120) };
    expect(assignmentWarnings({ ...untilMidnight, daysOff: [{ startDate: '2026-11-21', endDate: '2026-11-21' }] })).toEqual([]);
  });
  test('use the company’s days for time off, and name them', () => {
    const late = { ...FREE, job: job('2026-11-21T03:00:00.000Z') };
    const daysOff = [{ startDate: '2026-11-20', endDate: '2026-11-21' }];
    expect(assignmentWarnings({ ...late, daysOff: [{ startDate: '2026-11-21', endDate: '2026-11-21' }] })).toEqual([]);
    expect(assignmentWarnings({ ...late, daysOff })).toEqual(['Time off: from Nov 20 to Nov 21.']);
  });

  test.each([
    ['carpet-cleaning', ['carpet-cleaning'], true],
    ['carpet-cleaning', ['Carpet Cleaning'], true],
    ['carpet-cleaning', [' window_cleaning '], true],
    ['carpet-cleaning', ['specialty'], true],
    ['carpet-cleaning', ['residential', 'specialty'], true],
    ['carpet-cleaning', ['residential'], false],
    ['carpet-cleaning', ['juggling'], false],
    ['Juggling', ['juggling'], true],
    ['residential', ['deep  cleaning'], true],
    ['residential', ['commercial', 'emergency'], false],
    ['residential', ['residential'], true],
    ['residential', ['Deep Cleaning'], true],
    ['commercial', [], true],
    ['commercial', ['residential'], false],
    ['specialty', ['windows'], false],
    ['specialty', ['carpet-cleaning'], true],
  ])('accept a job of %s for a member with the specializations %j: %s', (serviceType, specializations, isTrained) => {
    const found = assignmentWarnings({ ...FREE, job: job(AT, 60, serviceType), specializations });
    expect(found).toHaveLength(isTrained ? 0 : 1);
  });
  test('name the family of the service and the specializations', () => {
    expect(assignmentWarnings({ ...FREE, specializations: ['commercial', 'emergency'] })).toEqual([
      'Missing specialization: residential, this member does commercial, emergency.',
    ]);
  });

  test('name a single day off once', () => {
    const daysOff = [{ startDate: '2026-11-20', endDate: '2026-11-20' }];
    expect(assignmentWarnings({ ...FREE, daysOff })).toEqual(['Time off: on Nov 20.']);
  });

  test('begin with a client the company no longer works for', () => {
    const found = assignmentWarnings({
      ...FREE,
      doNotService: 'Threatened the crew',
      others: [other(AT)],
      daysOff: [{ startDate: '2026-11-20', endDate: '2026-11-20' }],
      specializations: ['commercial'],
    });
    expect(found.map((sentence) => sentence.split(':')[0])).toEqual(['Do not service', 'Overlap', 'Time off', 'Missing specialization']);
    expect(found[0]).toBe('Do not service: Threatened the crew');
  });
});

describe('the input of an assignment', () => {
  const wordsOf = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues[0]?.message;
  test('takes a member by id, employee id or name', () => {
    for (const [teamMemberId, read] of [
      [3, 3],
      ['3', 3],
      ['E-101', 'E-101'],
      ['Dee Marsh', 'Dee Marsh'],
    ])
      expect(assignmentInput.parse({ workOrderId: 1, teamMemberId }).teamMemberId).toBe(read);
    for (const teamMemberId of [undefined, null, {}]) {
      const refused = assignmentInput.safeParse({ workOrderId: 1, teamMemberId });
      expect(wordsOf(refused)).toBe('Please choose a team member.');
    }
    expect(assignmentInput.safeParse({ workOrderId: 1, teamMemberId: ' ' }).success).toBe(false);
    expect(assignmentInput.safeParse({ workOrderId: 1, teamMemberId: 'x'.repeat(161) }).success).toBe(false);
  });
  test.each([
    ['', null],
    [null, null],
    [undefined, undefined],
    ['2026-11-20T11:00:00-07:00', '2026-11-20T18:00:00.000Z'],
  ])('reads the estimated arrival %j as %j', (estimatedArrival, read) => {
    expect(assignmentInput.parse({ workOrderId: 'WO-1', teamMemberId: 1, estimatedArrival }).estimatedArrival).toBe(read);
  });
  test('rejects an arrival that is not a time', () => {
    const wrong = { workOrderId: 1, teamMemberId: 1, estimatedArrival: 'noon' };
    const words = 'Please give the estimated arrival (estimatedArrival) as a time such as 2026-11-20T18:00:00Z.';
    expect(wordsOf(assignmentInput.safeParse(wrong))).toBe(words);
    for (const estimatedArrival of ['', 'noon', '2026-11-20', null, 5])
      expect(wordsOf(assignmentDispatch.safeParse({ id: 1, estimatedArrival }))).toBe(words);
  });
  test('takes one to fifty work orders at a time', () => {
    const of = (count: number) => bulkAssignment.safeParse({ workOrderIds: Array(count).fill(1), teamMemberId: 1 });
    expect([wordsOf(of(0)), of(1).success, of(50).success, wordsOf(of(51))]).toEqual([
      'Please choose work orders.',
      true,
      true,
      'Please choose at most 50.',
    ]);
    expect(wordsOf(bulkAssignment.safeParse({ teamMemberId: 1 }))).toBe('Please choose work orders.');
  });
  test('takes only a known status', () => {
    expect(wordsOf(assignmentStatusChange.safeParse({ id: 1, status: 'gone' }))).toBe(
      'Please choose a status: assigned, accepted, dispatched, arrived, completed, declined, released.',
    );
  });
});
