import { expect, test } from 'vitest';
import { getReminderTime } from '../../src/shared/reminder-times';

const NIGHT = { quietFrom: '21:00', quietTo: '08:00' };

// British Columbia keeps UTC−7: 17:00Z is ten in the morning.
test.each([
  ['stays outside the quiet hours', '2026-11-25T20:00:00.000Z', 3, NIGHT, '2026-11-25T17:00:00.000Z'],
  ['stays at the end of the quiet hours', '2026-11-25T18:00:00.000Z', 3, NIGHT, '2026-11-25T15:00:00.000Z'],
  ['moves to the evening before from a minute earlier', '2026-11-25T17:59:00.000Z', 3, NIGHT, '2026-11-25T03:45:00.000Z'],
  ['moves to the same evening from the start of the quiet hours', '2026-11-25T07:00:00.000Z', 3, NIGHT, '2026-11-25T03:45:00.000Z'],
  ['stays a minute before the quiet hours', '2026-11-25T06:59:00.000Z', 3, NIGHT, '2026-11-25T03:59:00.000Z'],
  ['moves before a quiet noon', '2026-11-25T22:00:00.000Z', 3, { quietFrom: '12:00', quietTo: '13:00' }, '2026-11-25T18:45:00.000Z'],
  ['stays without quiet hours', '2026-11-25T10:00:00.000Z', 3, { quietFrom: '21:00', quietTo: '21:00' }, '2026-11-25T07:00:00.000Z'],
])('%s', (_what, startsAt, hours, quiet, expected) => {
  expect(getReminderTime(startsAt, hours, quiet)).toBe(expected);
});
