import { inTransaction } from '../../../db/client';
import { DomainError } from '../../shared/errors';
import type { Message } from '../../shared/messages';
import type { Ctx } from '../context';
import { approveDraft, discardDraft, getDraft } from '../mail/drafts';
import { retryMessage } from '../mail/messages';
import type { ReasonNotToSend } from '../mail/outbox';

/** What the automation makes of what a person decides of a draft. It is handed in, since no domain calls the automation. */
export type DraftHooks = {
  reasonNotToSend: ReasonNotToSend;
  noteContacted: (ctx: Ctx, opportunityId: number) => void;
  noteUndrafted: (ctx: Ctx, opportunityId: number) => void;
};

/**
 * Lets a draft go; whom it answers counts as contacted then, since approving is the owner's own act. Throws NOT_FOUND, and
 * CONFLICT also where what it says is no longer true, such as a reminder of an invoice that was paid.
 */
export function approve(ctx: Ctx, { id }: { id: number }, { reasonNotToSend, noteContacted }: DraftHooks): Message {
  return inTransaction(ctx.db, () => {
    const untrue = reasonNotToSend(ctx, getDraft(ctx, { id }));
    if (untrue !== null) throw new DomainError('CONFLICT', `This message is no longer true. ${untrue}`);
    const message = approveDraft(ctx, { id });
    if (message.opportunityId !== null) noteContacted(ctx, message.opportunityId);
    return message;
  });
}

/** Takes a draft back for good; what it was about waits for somebody again. Throws NOT_FOUND, CONFLICT. */
export function discard(ctx: Ctx, { id }: { id: number }, { noteUndrafted }: DraftHooks): Message {
  return inTransaction(ctx.db, () => {
    const message = discardDraft(ctx, { id });
    if (message.opportunityId !== null) noteUndrafted(ctx, message.opportunityId);
    return message;
  });
}

/** Puts a failed or stored message in the queue again; one that is no longer true is suppressed with the reason. Throws NOT_FOUND, CONFLICT. */
export const retry = (ctx: Ctx, { id }: { id: number }, { reasonNotToSend }: DraftHooks): Message =>
  retryMessage(ctx, { id }, reasonNotToSend);
