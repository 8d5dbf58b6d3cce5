import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import type { PublicQuote, quoteChangeRequest, quoteDecline } from '../../shared/quoting-schemas';
import type { Ctx } from '../context';
import { queueQuoteChange, queueQuoteDeclined } from '../mail/messages/priced-quote';
import { getRowByToken, type QuoteRow, toPublicQuote, toQuote } from './reading';
import { changeRow, noteChange, REFUSALS, refuse } from './service';

/** Marks a sent quote as viewed by its client; all later calls change nothing. Throws NOT_FOUND. */
export function markViewed(ctx: Ctx, { token }: { token: string }): { ok: true } {
  if (getRowByToken(ctx, token).status !== 'sent') return { ok: true };
  return inTransaction(ctx.db, () => {
    const row = getRowByToken(ctx, token);
    if (row.status === 'sent') noteChange(ctx, changeRow(ctx, row, { status: 'viewed', viewedAt: ctx.now().toISOString() }), 'viewed');
    return { ok: true };
  });
}

const CLOSED: Partial<Record<QuoteRow['status'], string>> = {
  approved: 'You approved this quote already. Please contact us to change it.',
  ...REFUSALS,
};

/** Throws CONFLICT, with the quote as it is now, if it can no longer be answered. An expired one can still be declined or discussed. */
function assertAnswerable(ctx: Ctx, row: QuoteRow): void {
  const refusal = CLOSED[row.status];
  if (refusal) throw refuse(ctx, row, refusal);
}

/** Declines a quote for its client; declining it again changes nothing. Throws NOT_FOUND, CONFLICT. */
export function declineQuote(ctx: Ctx, { token, reason }: z.output<typeof quoteDecline>): PublicQuote {
  return inTransaction(ctx.db, () => {
    const row = getRowByToken(ctx, token);
    if (row.status === 'declined') return toPublicQuote(ctx, row);
    assertAnswerable(ctx, row);
    const declined = changeRow(ctx, row, { status: 'declined', declineReason: reason, answeredAt: ctx.now().toISOString() });
    queueQuoteDeclined(ctx, toQuote(ctx, declined));
    noteChange(ctx, declined, 'declined');
    return toPublicQuote(ctx, declined);
  });
}

/** Stores the change that a client asks for; the same text again changes nothing. Throws NOT_FOUND, CONFLICT. */
export function requestChange(ctx: Ctx, { token, text }: z.output<typeof quoteChangeRequest>): PublicQuote {
  return inTransaction(ctx.db, () => {
    const row = getRowByToken(ctx, token);
    assertAnswerable(ctx, row);
    const changeRequest = text.trim();
    if (row.status === 'changes_requested' && row.changeRequest === changeRequest) return toPublicQuote(ctx, row);
    const asked = changeRow(ctx, row, { status: 'changes_requested', changeRequest, answeredAt: ctx.now().toISOString() });
    queueQuoteChange(ctx, toQuote(ctx, asked));
    noteChange(ctx, asked, 'changeRequested');
    return toPublicQuote(ctx, asked);
  });
}
