import { z } from 'zod';
import { PASSWORD_LENGTH, passwordRule } from './session-schemas';
import { blank, byId, tooLong } from './text';

export const MAX_ADMINS = 50;

const USERNAME = 'Username is required';
const username = z
  .string(USERNAME)
  .trim()
  .min(1, USERNAME)
  .max(60, tooLong(60))
  .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'Please use one line of ordinary text.');
/** A typed password. When it is blank or missing, the server makes one and returns it once. */
const password = z
  .union([
    blank,
    passwordRule(`The password needs ${PASSWORD_LENGTH}.`).refine((text) => text.trim() !== '', 'The password cannot be blank.'),
  ])
  .nullish();

export const newAdmin = z.object({ username, password });
/** `currentPassword` is required for one's own account, so that an unattended screen cannot be taken over. */
export const adminReset = byId.extend({ password, currentPassword: z.string().max(256).nullish() });

const adminSchema = z.object({
  id: z.int(),
  username: z.string(),
  createdAt: z.string(),
  /** The last login; null before the first. */
  lastSessionAt: z.string().nullable(),
  isLocked: z.boolean(),
  isYou: z.boolean(),
});
export type Admin = z.output<typeof adminSchema>;
export const adminList = z.object({ rows: z.array(adminSchema) });
/** An admin with a new password, which is included if the server made it. */
export const adminWithPassword = z.object({ id: z.int(), username: z.string(), madePassword: z.string().nullable() });
export const locksReleased = z.object({ released: z.int() });
