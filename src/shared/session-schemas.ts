import { z } from 'zod';
import { tooLong } from './text';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 256;
export const PASSWORD_LENGTH = `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
/** The rule of every new password. */
export const passwordRule = (message: string) => z.string(message).min(PASSWORD_MIN, message).max(PASSWORD_MAX, message);
/** A new password, with a message that follows its name ("The password needs 8 to 256 characters"). */
export const newPassword = passwordRule(`needs ${PASSWORD_LENGTH}`);

export const loginInput = z.object({
  username: z.string('Username is required').min(1, 'Username is required').max(120, tooLong(120)),
  password: z.string('Password is required').min(1, 'Password is required').max(PASSWORD_MAX, tooLong(PASSWORD_MAX)),
});

export const loginAnswer = z.object({ success: z.literal(true), token: z.string() });
/** The signed-in person and the end of the session. */
export const whoAmI = z.object({ kind: z.enum(['admin', 'member']), name: z.string(), expiresAt: z.string() });
