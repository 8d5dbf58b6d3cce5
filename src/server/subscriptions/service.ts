import { inTransaction } from '../../../db/client';
import type { ConsentAnswer } from '../../shared/consents';
import { findRecipient, getConsent, normalizeEmail, recordConsent, recordWithdrawal } from '../consents/service';
import type { Ctx } from '../context';
import { stopMarketing } from '../mail/drafts';

const UNSUBSCRIBED = 'They unsubscribed.';
/** Callback to the automation for an opportunity whose message was stopped; passed in because no domain imports the automation. */
export type OpportunityHook = (ctx: Ctx, opportunityId: number) => void;

function withdraw(ctx: Ctx, email: string, reason: string, noteCallOnly: OpportunityHook): void {
  for (const id of stopMarketing(ctx, recordWithdrawal(ctx, email), reason)) noteCallOnly(ctx, id);
}

export const isSubscriptionLink = (ctx: Ctx, link: { token: string }): boolean => findRecipient(ctx, link) !== undefined;

/** Unsubscribes the owner of a link and stops their unsent marketing. Repeating it changes nothing. Returns false for an unknown link. */
export function unsubscribe(ctx: Ctx, { token }: { token: string }, noteCallOnly: OpportunityHook): boolean {
  return inTransaction(ctx.db, () => {
    const recipient = findRecipient(ctx, { token });
    if (recipient) withdraw(ctx, recipient.email, UNSUBSCRIBED, noteCallOnly);
    return recipient !== undefined;
  });
}

/** Stores the express consent of a person who subscribes again by the link. Returns false for an unknown link. */
export function subscribeAgain(ctx: Ctx, { token }: { token: string }): boolean {
  return inTransaction(ctx.db, () => {
    const recipient = findRecipient(ctx, { token });
    if (recipient)
      recordConsent(ctx, { ...recipient, phone: null, basis: 'express', source: 'subscribed again by the link of a message' }, true);
    return recipient !== undefined;
  });
}

/** Withdraws a person's consent for the owner and stops their unsent marketing. Returns the consent of the address. */
export function withdrawConsent(ctx: Ctx, { email }: { email: string }, noteCallOnly: OpportunityHook): ConsentAnswer {
  return inTransaction(ctx.db, () => {
    withdraw(ctx, normalizeEmail(email), 'Their consent was withdrawn.', noteCallOnly);
    return getConsent(ctx, { email });
  });
}
