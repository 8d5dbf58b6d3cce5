import { and, eq } from 'drizzle-orm';
import { quotes } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { type QuoteRow, toPublicQuote } from './reading';

/** Records a change of a quote in the activity log. Call it inside a transaction. */
export function noteChange(ctx: Ctx, row: Pick<QuoteRow, 'id' | 'number' | 'version'>, verb: string, data?: Record<string, unknown>): void {
  const { id, number, version } = row;
  recordActivity(ctx, { verb: `pricedQuote.${verb}`, entityType: 'pricedQuote', entityId: id, data: { number, version, ...data } });
  publishAfterCommit(ctx, 'quoting');
}

/** Stores changed values of a quote. Returns the new row. Call it inside a transaction. */
export const changeRow = (ctx: Ctx, { id }: Pick<QuoteRow, 'id'>, values: Partial<QuoteRow>): QuoteRow =>
  ctx.db
    .update(quotes)
    .set({ ...values, updatedAt: ctx.now().toISOString() })
    .where(eq(quotes.id, id))
    .returning()
    .get();

/** Reasons that a client can no longer answer a quote, by its status. */
export const REFUSALS: Partial<Record<QuoteRow['status'], string>> = {
  superseded: 'There is a newer version of this quote.',
  withdrawn: 'This quote was withdrawn. Please contact us.',
  declined: 'You declined this quote. Please contact us if you changed your mind.',
};

/** Returns the CONFLICT of a client's answer to a quote, with the quote as it is now. */
export const refuse = (ctx: Ctx, row: QuoteRow, message: string): DomainError =>
  new DomainError('CONFLICT', message, { current: toPublicQuote(ctx, row) });

/** Throws CONFLICT if any version of a quote was approved. */
export function assertUnapproved(ctx: Ctx, { numberValue, number }: QuoteRow): void {
  const approved = ctx.db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.numberValue, numberValue), eq(quotes.status, 'approved')))
    .get();
  if (approved) throw new DomainError('CONFLICT', `Quote ${number} is approved and can no longer be changed. Please write a new quote.`);
}
