import { z } from 'zod';
import { tooLong } from './text';

/** Failed logins until the lock, and its seconds. */
export const LOCK_AFTER_FAILURES = 3;
export const LOCK_SECONDS = 300;

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 256;
const PASSWORD_LENGTH = `needs ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
/** The rule of every new password. Its message follows a name ("The password needs 8 to 256 characters"). */
export const newPassword = z.string(PASSWORD_LENGTH).min(PASSWORD_MIN, PASSWORD_LENGTH).max(PASSWORD_MAX, PASSWORD_LENGTH);

export const loginInput = z.object({
  username: z.string('Username is required').min(1, 'Username is required').max(120, tooLong(120)),
  password: z.string('Password is required').min(1, 'Password is required').max(PASSWORD_MAX, tooLong(PASSWORD_MAX)),
});

export const loginAnswer = z.object({ success: z.literal(true), token: z.string() });
/** The signed-in person and the end of the session. */
export const whoAmI = z.object({ kind: z.enum(['admin', 'member']), name: z.string(), expiresAt: z.string() });
