import { z } from 'zod';

/** Failed logins before the lock, and its seconds. */
export const LOCK_AFTER_FAILURES = 3;
export const LOCK_SECONDS = 300;

export const loginInput = z.object({
  username: z.string('Username is required').min(1, 'Username is required').max(120, 'Please keep this under 120 characters.'),
  password: z.string('Password is required').min(1, 'Password is required').max(256, 'Please keep this under 256 characters.'),
});

export const loginAnswer = z.object({ success: z.literal(true), token: z.string() });
/** Who the server takes the caller for, and until when. */
export const whoAmI = z.object({ kind: z.enum(['admin', 'member']), name: z.string(), expiresAt: z.string() });
