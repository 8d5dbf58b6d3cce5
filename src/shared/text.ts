import { z } from 'zod';
import type { Issue } from './errors';
import { cleanPhone } from './phone';
import { formatPostalCodes } from './postal-code';
import { MISSING_TEXT, MISSING_TITLE } from './quotes';

/** The error for an empty required field. */
export const MISSING = `${MISSING_TITLE}: ${MISSING_TEXT}`;

/** The error for an empty required field of a product. */
export const PRODUCT_MISSING = 'Please fill in all required fields (name, price, category).';

/** Returns whether a validation message asks for an empty required field. */
export const isRequiredMessage = (message: unknown): boolean => message === MISSING || message === PRODUCT_MISSING;

export const toIssues = (error: z.ZodError | undefined): Issue[] =>
  (error?.issues ?? []).map((issue) => {
    const { path, message } = issue;
    const limit = issue.code === 'too_big' && issue.origin === 'string' ? Number(issue.maximum) : undefined;
    return {
      path: path.join('.'),
      message,
      ...(isRequiredMessage(message) && { kind: 'required' as const }),
      ...(limit !== undefined && { kind: 'too-long' as const, limit }),
    };
  });

/** The error for a text longer than `max`. */
export const tooLong = (max: number): string => `Use at most ${max} characters.`;

const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const CONTROL_BUT_NEWLINES = /[^\P{Cc}\n\r\t]|\p{Cs}/u;

/** Collapses white space to single spaces. Not for the names of people, which are stored as typed. */
export const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** One line of text without control characters (it may end up in a mail header) and lone surrogates. */
export const line = (max: number) =>
  z
    .string('Please enter text.')
    .max(max, tooLong(max))
    .refine((text) => !CONTROL.test(text), 'Please use one line of ordinary text.');

/** A required line; blank counts as missing. */
export const requiredLine = (max: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? MISSING : 'Please enter text.') })
    .refine((text) => text.trim() !== '', MISSING)
    .pipe(line(max));

/** An optional line; blank and null become null. */
export const optionalLine = (max: number) =>
  line(max)
    .nullish()
    .transform((text) => (text?.trim() ? text : null));

const PHONE_LENGTH = 40;
/** A required phone number as people write it; see {@link cleanPhone} for what is changed. */
export const requiredPhone = requiredLine(PHONE_LENGTH)
  .transform(cleanPhone)
  .refine((text) => text.trim() !== '', MISSING);

/** An optional phone number like {@link requiredPhone}; blank and null become null. */
export const optionalPhone = optionalLine(PHONE_LENGTH)
  .transform((text) => text && cleanPhone(text))
  .transform((text) => (text?.trim() ? text : null));

/** A required address on one line; its postal code is formatted as "V2C 1A1". */
export const requiredAddress = (max: number) => requiredLine(max).transform(formatPostalCodes);

/** An optional address on one line, formatted like {@link requiredAddress}; blank and null become null. */
export const optionalAddress = (max: number) => optionalLine(max).transform((text) => text && formatPostalCodes(text));

/** Optional text of several lines; blank and null become null. */
export const optionalText = (max: number) =>
  z
    .string('Please enter text.')
    .max(max, tooLong(max))
    .refine((text) => !CONTROL_BUT_NEWLINES.test(text), 'Please use ordinary text.')
    .nullish()
    .transform((text) => (text?.trim() ? text : null));

/** Text of several lines that a change may leave out: a missing one stays undefined, blank and null become null. */
export const changedText = (max: number) =>
  z
    .string('Please enter text.')
    .max(max, tooLong(max))
    .refine((text) => !CONTROL_BUT_NEWLINES.test(text), 'Please use ordinary text.')
    .nullish()
    .transform((text) => (text === undefined ? undefined : text?.trim() ? text : null));

/** A bare e-mail address: no list, no display name. */
export const requiredEmail = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === null ? MISSING : 'Please enter text.') })
  .refine((text) => text.trim() !== '', MISSING)
  .pipe(z.string().trim().max(254, tooLong(254)).pipe(z.email('Please enter a valid email address, such as name@example.com.')));

/** An e-mail address like {@link requiredEmail}, or null if it is blank or missing. */
export const emailOrNull = z
  .string('Please enter text.')
  .nullish()
  .transform((text) => text?.trim() || null)
  .pipe(requiredEmail.nullable());

/** An https link, or an empty text. */
export const linkOrBlank = (message: string) =>
  z
    .string(message)
    .trim()
    .max(500, tooLong(500))
    .regex(/^$|^https:\/\/[\w-]+(\.[\w-]+)+(:\d+)?([/?#][^\s<>"]*)?$/i, message);

/** The id of a row, as a number or as the digits of a path. */
export const idSchema = z.union(
  [
    z.int('Please give a valid id.').positive('Please give a valid id.'),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'Please give a valid id.')
      .transform(Number),
  ],
  'Please give a valid id.',
);

export const byId = z.object({ id: idSchema });

/** An empty text, which stands for no value. */
export const blank = z.literal('').transform(() => null);

/** A number, or text in plain digits; stricter than `Number`, which also accepts "", "0x10" and "1e3". */
export const numberInput = (message: string) =>
  z.union(
    [
      z.number(message),
      z
        .string()
        .regex(/^-?\d{1,15}(\.\d{1,15})?$/, message)
        .transform(Number),
    ],
    message,
  );

const LIMIT = 'Please give a limit from 1 to 1000.';
/** A page of a list: `limit` rows after `cursor`. */
export const pageInput = z.object({
  limit: numberInput(LIMIT).pipe(z.int(LIMIT).min(1, LIMIT).max(1000, LIMIT)).default(500),
  cursor: idSchema.optional(),
});

/** Fields that detect bots: `website` is a hidden trap, `filledInMs` the time it took to fill in the form. */
export const personGuard = { website: z.string().optional(), filledInMs: z.number().optional() };

/** Consent to text messages; a form without scripts sends "on". */
export const smsConsent = z
  .union([z.boolean(), z.literal('on').transform(() => true)], 'Please say whether we may send you text messages.')
  .optional();

/** Required text of several lines. */
export const requiredText = (max: number) =>
  z
    .string('Please enter text.')
    .max(max, tooLong(max))
    .refine((text) => text.trim() !== '', 'Please enter text.')
    .refine((text) => !CONTROL_BUT_NEWLINES.test(text), 'Please use ordinary text.');
