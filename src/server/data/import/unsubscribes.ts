import { desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { marketingRecipients } from '../../../../db/schema';
import { emailKey } from '../../../../db/schema/checks';
import { requiredEmail } from '../../../shared/text';
import { businessDay, businessInstant, formatDate } from '../../../shared/time';
import { daySchema, instantSchema } from '../../../shared/time-input';
import { findBasis, normalizeEmail, recordWithdrawal } from '../../consents/service';
import type { Ctx } from '../../context';
import { stopMarketing } from '../../mail/drafts';
import type { Importer } from './importer';

/** An instant as our own export writes it, or a calendar day. */
export const unsubscribedAtRule = z.union(
  [instantSchema, daySchema.transform((day) => businessInstant(day, '00:00'))],
  'Please enter a day such as 2026-11-20.',
);

/**
 * Returns the instant to store for an unsubscribe in a file, with a note for the report if it differs: a date in the future becomes now,
 * and `at` is undefined if the address expressly agreed to marketing since.
 */
export function weighUnsubscribe(ctx: Ctx, email: string, unsubscribedAt: string): { at?: string; note?: string } {
  const basis = findBasis(ctx, email);
  if (basis?.basis === 'express' && basis.since >= unsubscribedAt)
    return { note: `unsubscribedAt: ignored, since they agreed again on ${formatDate(businessDay(basis.since))}.` };
  const now = ctx.now().toISOString();
  return unsubscribedAt > now ? { at: now, note: 'unsubscribedAt: today, since the date is in the future.' } : { at: unsubscribedAt };
}

/** Unsubscribes an address since an instant and stops the marketing that waits for it. Call it inside a transaction. */
export const unsubscribe = (ctx: Ctx, email: string, at: string): void => {
  stopMarketing(ctx, recordWithdrawal(ctx, email, at), 'They unsubscribed.');
};

type Recipient = { id: string; email: string; unsubscribedAt: string | null };
const write = (ctx: Ctx, email: unknown, { unsubscribedAt }: Record<string, unknown>): void =>
  unsubscribe(ctx, String(email), String(unsubscribedAt));

/**
 * Unsubscribes e-mail addresses, also of people who are no clients: since their date, or since now if the file has no column of dates. In
 * a file with that column rows without a date are unchanged: a file never subscribes an address again. Our own export of consents counts
 * by its withdrawals alone; a person can have several.
 */
export const unsubscribeImport: Importer<Recipient> = {
  columns: {
    email: { rule: requiredEmail, now: ({ email }) => email },
    unsubscribedAt: { rule: unsubscribedAtRule, now: ({ unsubscribedAt }) => unsubscribedAt, isKept: true },
  },
  prepare: ({ withdrawnAt, ...cells }) => {
    if (withdrawnAt === undefined || cells.unsubscribedAt !== undefined) return { cells };
    if (withdrawnAt === '') return { skipped: 'Skipped: this consent was not withdrawn.' };
    return { cells: { ...cells, unsubscribedAt: withdrawnAt }, mayRepeat: true };
  },
  getLabel: ({ email = '' }) => email,
  lookUp:
    (ctx) =>
    ({ email = '' }) => {
      const found = ctx.db
        .select({ unsubscribedAt: marketingRecipients.unsubscribedAt })
        .from(marketingRecipients)
        .where(eq(emailKey(sql`${marketingRecipients.email}`), emailKey(sql`${normalizeEmail(email)}`)))
        .orderBy(desc(marketingRecipients.unsubscribedAt))
        .limit(1)
        .get();
      return found && { row: { id: normalizeEmail(email), email, ...found } };
    },
  weigh: (ctx, row, { email = row?.email, unsubscribedAt }, cells) => {
    const isBare = cells.unsubscribedAt === undefined;
    if ((unsubscribedAt === undefined && !isBare) || (row && row.unsubscribedAt !== null)) return { values: {} };
    const since = isBare ? ctx.now().toISOString() : String(unsubscribedAt);
    const { at, ...report } = weighUnsubscribe(ctx, String(email), since);
    return { values: at === undefined ? {} : { ...(!row && { email }), unsubscribedAt: at }, ...report };
  },
  create: (ctx, values) => write(ctx, values.email, values),
  change: (ctx, { email }, values) => write(ctx, email, values),
};
