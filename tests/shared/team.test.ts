import { describe, expect, test } from 'vitest';
import { parseMemberSession } from '../../src/shared/session';
import { MEMBER_SESSION_KEY } from '../../src/shared/session-keys';
import { memberChange, memberForm, memberInput } from '../../src/shared/team';

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
    hours: [],
  };

  test('has null for empty fields, and an employee ID without spaces around it', () => {
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

  test('a change has only the given fields', () => {
    expect(memberChange.parse({ id: '7' })).toEqual({ id: 7 });
    expect(memberChange.parse({ id: 7, notes: '', isActive: false })).toEqual({ id: 7, notes: null, isActive: false });
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
  ])('%j is not a session', (stored) => expect(parseMemberSession(stored)).toBeUndefined());
});
