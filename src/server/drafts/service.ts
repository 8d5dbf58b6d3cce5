import { inTransaction } from '../../../db/client';
import { DomainError } from '../../shared/errors';
import type { Message } from '../../shared/messages';
import { whyUntrue } from '../automation/engagement-truth';
import { getOpportunity, setOpportunityStatus } from '../automation/opportunities';
import { approveDraft, getDraft } from '../mail/drafts';
import { retryMessage } from '../mail/messages';
import type { Ctx } from '../trpc';

/**
 * Lets a draft go; whom it answers counts as contacted then, since approving is the owner's own act. Throws NOT_FOUND, and
 * CONFLICT also where what it says is no longer true, such as a reminder of an invoice that was paid.
 */
export function approve(ctx: Ctx, { id }: { id: number }): Message {
  return inTransaction(ctx.db, () => {
    const untrue = whyUntrue(ctx, getDraft(ctx, { id }));
    if (untrue !== null) throw new DomainError('CONFLICT', `This message is no longer true. ${untrue}`);
    const message = approveDraft(ctx, { id });
    if (message.opportunityId !== null) noteContacted(ctx, message.opportunityId);
    return message;
  });
}

/** Puts a failed or stored message in the queue again; one that is no longer true is suppressed with the reason. Throws NOT_FOUND, CONFLICT. */
export const retry = (ctx: Ctx, { id }: { id: number }): Message => retryMessage(ctx, { id }, whyUntrue);

function noteContacted(ctx: Ctx, id: number): void {
  const { status } = getOpportunity(ctx, { id });
  if (status === 'open' || status === 'drafted') setOpportunityStatus(ctx, { id, status: 'contacted', reason: null });
}
