import { z } from 'zod';
import { moneyInput } from './money-input';
import { PAYMENT_METHODS } from './store-options';
import { TAX_PROFILES } from './store-sums';
import { idSchema, MISSING, requiredEmail } from './text';
import { dayOrInstant } from './time-input';

/** Payment methods as the labels of the forms spell them. */
const METHOD_WORDS: Record<string, (typeof PAYMENT_METHODS)[number]> = {
  'interac e-transfer': 'e-transfer',
  'direct deposit': 'direct-deposit',
  'credit/debit card': 'card',
};
const METHOD = `Please choose a method: ${PAYMENT_METHODS.join(', ')}.`;
export const methodInput = z.preprocess(
  (value) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    return typeof word === 'string' ? (METHOD_WORDS[word] ?? word) : word;
  },
  z.enum(PAYMENT_METHODS, METHOD),
);

export const optionalEmail = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  requiredEmail.nullish(),
);
export const requiredDay = z
  .string({ error: () => MISSING })
  .refine((text) => text.trim() !== '', MISSING)
  .pipe(dayOrInstant);
export const requiredMoney = z
  .union([z.string(), z.number()], MISSING)
  .refine((value) => value !== '', MISSING)
  .pipe(moneyInput);

/** A key that the caller makes for one request, so that a repeated request returns the first answer instead of acting twice. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'Please send an Idempotency-Key of 1 to 200 plain characters.')
  .nullish();

/** The wire form of an amount with its taxes, and the profile and rates behind them. */
export const sums = { subtotal: z.string(), hstAmount: z.string(), pstAmount: z.string() };
export const terms = { taxProfile: z.enum(TAX_PROFILES), hstRate: z.int(), pstRate: z.int() };
export const page = { limit: z.int().min(1).max(100).default(25), cursor: idSchema.nullish() };
