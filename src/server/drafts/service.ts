import { inTransaction } from '../../../db/client';
import { DomainError } from '../../shared/errors';
import type { Message } from '../../shared/messages';
import type { Ctx } from '../context';
import { approveDraft, discardDraft, getDraft } from '../mail/drafts';
import type { ReasonNotToSend } from '../mail/outbox';
import { retryMessage } from '../mail/service';

/** Hooks of the automation for a person's decision about a draft; they are passed in, since no other domain may import it. */
export type DraftHooks = {
  reasonNotToSend: ReasonNotToSend;
  noteContacted: (ctx: Ctx, opportunityId: number) => void;
  noteUndrafted: (ctx: Ctx, opportunityId: number) => void;
};

/**
 * Approves a draft, which marks its opportunity as contacted. Throws NOT_FOUND, and CONFLICT if the message is no longer true, such
 * as a reminder of a paid invoice.
 */
export function approve(ctx: Ctx, { id }: { id: number }, { reasonNotToSend, noteContacted }: DraftHooks): Message {
  return inTransaction(ctx.db, () => {
    const reason = reasonNotToSend(ctx, getDraft(ctx, { id }));
    if (reason !== null) throw new DomainError('CONFLICT', `This message is no longer true. ${reason}`);
    const message = approveDraft(ctx, { id });
    if (message.opportunityId !== null) noteContacted(ctx, message.opportunityId);
    return message;
  });
}

/** Discards a draft for good, which opens its opportunity again. Throws NOT_FOUND, CONFLICT. */
export function discard(ctx: Ctx, { id }: { id: number }, { noteUndrafted }: DraftHooks): Message {
  return inTransaction(ctx.db, () => {
    const message = discardDraft(ctx, { id });
    if (message.opportunityId !== null) noteUndrafted(ctx, message.opportunityId);
    return message;
  });
}

/** Queues a failed or stored message again; a message that is no longer true is suppressed. Throws NOT_FOUND, CONFLICT. */
export const retry = (ctx: Ctx, { id }: { id: number }, { reasonNotToSend }: DraftHooks): Message =>
  retryMessage(ctx, { id }, reasonNotToSend);
