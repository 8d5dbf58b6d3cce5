import { expect, test } from 'vitest';
import { loginInput, newPassword } from '../../src/shared/session-schemas';

test.each([
  [0, false],
  [7, false],
  [8, true],
  [256, true],
  [257, false],
])('a new password of %i characters: %s', (length, isTaken) => {
  const parsed = newPassword.safeParse('x'.repeat(length));
  expect(parsed.success).toBe(isTaken);
  if (!isTaken) expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['needs 8 to 256 characters']);
});

test('the login accepts every password that may be set', () => {
  for (const length of [8, 256]) expect(loginInput.safeParse({ username: 'owner', password: 'x'.repeat(length) }).success).toBe(true);
  expect(loginInput.safeParse({ username: 'owner', password: 'x'.repeat(257) }).success).toBe(false);
});
