import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { CLEAN_UP_ROWS, isInCleanUp } from '../../../db/prepared';
import { quotes } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import { EXPIRING_QUOTE_STATUSES, OPEN_QUOTE_STATUSES } from '../../shared/quoting';
import type { PricedQuote } from '../../shared/quoting-schemas';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { pricedQuoteAttachment } from '../documents/papers/priced-quote';
import { queueQuoteSent } from '../mail/messages/priced-quote';
import type { Attachment } from '../mail/outgoing';
import { fromRow, priceLines } from './composing';
import { getRow, isPastValidity, listLines, type QuoteRow, toQuote } from './reading';
import { assertUnapproved, changeRow, noteChange } from './service';

/** Statuses of an older version that the newly sent one replaces. */
const REPLACED: QuoteRow['status'][] = [...OPEN_QUOTE_STATUSES, 'declined', 'expired'];
const SENT: readonly QuoteRow['status'][] = OPEN_QUOTE_STATUSES;

/** Attempts to make the PDF of a quote that changes meanwhile. */
const TRIES = 3;

/** Returns a draft as it will be sent, with the taxes of today. */
function toSent(ctx: Ctx, row: QuoteRow): QuoteRow {
  const lines = listLines(ctx, row.id).map(fromRow);
  return { ...row, ...priceLines(ctx, lines, row.planDiscountPercent), status: 'sent', sentAt: ctx.now().toISOString() };
}

/**
 * Sends a draft, see {@link sendPrepared}. The PDF is made before, so that its transaction waits for nothing; a client without an e-mail
 * address gets none.
 */
export async function sendQuote(ctx: Ctx, { id }: { id: number }): Promise<PricedQuote> {
  for (let tries = 0; tries < TRIES; tries++) {
    const row = getRow(ctx, id);
    const isMailed = row.status === 'draft' && row.customerEmail !== null;
    const attachments = isMailed ? [await pricedQuoteAttachment(ctx, toQuote(ctx, toSent(ctx, row)))] : [];
    const sent = sendPrepared(ctx, row, attachments);
    if (sent) return sent;
  }
  throw new DomainError('CONFLICT', 'The quote is being changed. Please try again.');
}

/**
 * Sends a draft: from now on its link works, and those of older versions point to it. Sending it again changes nothing. Its taxes are
 * those of today. Throws NOT_FOUND, BAD_REQUEST for a validity that is over, and CONFLICT after an approval of any version.
 * Returns undefined if the draft was changed since its PDF was made.
 */
function sendPrepared(ctx: Ctx, { id, updatedAt, status }: QuoteRow, attachments: Attachment[]): PricedQuote | undefined {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (row.status === 'draft' && (status !== 'draft' || row.updatedAt !== updatedAt)) return undefined;
    if (SENT.includes(row.status)) return toQuote(ctx, row);
    assertUnapproved(ctx, row);
    if (row.status !== 'draft') throw new DomainError('CONFLICT', `Quote ${row.number} is ${row.status} and cannot be sent.`);
    if (isPastValidity(row, businessDay(ctx.now()))) throw fieldError('validUntil', 'Please choose a day from today on.');
    ctx.db
      .update(quotes)
      .set({ status: 'superseded', updatedAt: ctx.now().toISOString() })
      .where(and(eq(quotes.numberValue, row.numberValue), inArray(quotes.status, REPLACED)))
      .run();
    const sent = changeRow(ctx, row, toSent(ctx, row));
    noteChange(ctx, sent, 'sent', { totalCents: sent.totalCents });
    const quote = toQuote(ctx, sent);
    queueQuoteSent(ctx, quote, attachments);
    return quote;
  });
}

const WITHDRAWABLE: readonly QuoteRow['status'][] = ['draft', ...EXPIRING_QUOTE_STATUSES, 'changes_requested', 'expired'];

/** Withdraws a quote, whose link then says so; a draft is withdrawn too, since its number stays used. Throws NOT_FOUND, CONFLICT. */
export function withdrawQuote(ctx: Ctx, { id }: { id: number }): PricedQuote {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (row.status === 'withdrawn') return toQuote(ctx, row);
    if (!WITHDRAWABLE.includes(row.status))
      throw new DomainError('CONFLICT', `Quote ${row.number} is ${row.status} and cannot be withdrawn.`);
    const withdrawn = changeRow(ctx, row, { status: 'withdrawn' });
    noteChange(ctx, withdrawn, 'withdrawn', { from: row.status });
    return toQuote(ctx, withdrawn);
  });
}

/**
 * Stores `expired` for unanswered quotes after their last day, so that lists and reports agree with the screens. Returns true if there may
 * be more.
 */
export function markExpiredQuotes(ctx: Ctx): boolean {
  return inTransaction(ctx.db, () => {
    const today = businessDay(ctx.now());
    const expired = ctx.db
      .update(quotes)
      .set({ status: 'expired', updatedAt: ctx.now().toISOString() })
      // Written as the partial index has it.
      .where(isInCleanUp(quotes, and(sql`status in ('sent', 'viewed')`, lt(quotes.validUntil, today))))
      .returning()
      .all();
    for (const row of expired) noteChange(ctx, row, 'expired');
    return expired.length === CLEAN_UP_ROWS;
  });
}
