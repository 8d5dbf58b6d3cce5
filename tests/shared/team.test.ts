import { describe, expect, test } from 'vitest';
import { MEMBER_SESSION_KEY, parseMemberSession } from '../../src/shared/session-keys';
import { memberChange, memberForm, memberInput } from '../../src/shared/team';
import { dayOrInstant } from '../../src/shared/time-input';

describe('a member as it is typed', () => {
  const TYPED = {
    employeeId: ' E-7 ',
    firstName: 'Dee',
    lastName: 'Marsh',
    email: 'dee@example.com',
    phone: '(250) 555-0123',
    role: 'cleaner',
    hireDate: '2026-01-05',
    hourlyRate: '',
    specializations: [],
    emergencyContact: '',
    emergencyPhone: ' ',
    address: '',
    notes: '',
  };

  test('has nothing where a field is empty, and an employee ID without spaces around it', () => {
    expect(memberForm.parse(TYPED)).toEqual({
      ...TYPED,
      employeeId: 'E-7',
      hourlyRate: null,
      emergencyContact: null,
      emergencyPhone: null,
      address: null,
      notes: null,
    });
  });

  test.each([
    ['22.50', 2250],
    [22.5, 2250],
    ['0', 0],
    ['', null],
    [null, null],
  ])('an hourly rate of %j is %j in cents', (hourlyRate, cents) => {
    expect(memberInput.parse({ ...TYPED, hourlyRate }).hourlyRate).toBe(cents);
  });

  test('a change holds what was named and nothing else', () => {
    expect(memberChange.parse({ id: '7' })).toEqual({ id: 7 });
    expect(memberChange.parse({ id: 7, notes: '', isActive: false })).toEqual({ id: 7, notes: null, isActive: false });
  });
});

describe('a day that may come as an instant', () => {
  test.each([
    ['2026-01-05', '2026-01-05'],
    ['2026-01-06T04:00:00Z', '2026-01-05'],
    ['2026-01-06T08:00:00Z', '2026-01-06'],
    ['2026-11-20T23:30:00-07:00', '2026-11-20'],
  ])('%s is the company’s %s', (text, day) => expect(dayOrInstant.parse(text)).toBe(day));

  test.each(['', 'soon', '2026-02-30', '2026-02-30T10:00:00Z', '2026-01-05T10:00:00', '20260105', 5])('%j is none', (text) => {
    expect(dayOrInstant.safeParse(text).success).toBe(false);
  });
});

describe('the stored session of a member', () => {
  const SESSION = { id: 7, name: 'Dee Marsh', role: 'cleaner', loginTime: '2026-11-20T20:00:00.000Z' };

  test('has the documented key and is read as it was written', () => {
    expect(MEMBER_SESSION_KEY).toBe('teamMemberSession');
    expect(parseMemberSession(JSON.stringify(SESSION))).toEqual(SESSION);
    expect(parseMemberSession(JSON.stringify({ ...SESSION, id: '7', loginTime: undefined }))).toEqual({ ...SESSION, loginTime: '' });
  });

  test.each([
    null,
    '',
    'null',
    '7',
    '{',
    '{}',
    JSON.stringify({ ...SESSION, id: 0 }),
    JSON.stringify({ ...SESSION, id: 'x' }),
    JSON.stringify({ ...SESSION, name: 7 }),
  ])('%j is none', (stored) => expect(parseMemberSession(stored)).toBeUndefined());
});
