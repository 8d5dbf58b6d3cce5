import { inTransaction } from '../../../db/client';
import type { ConsentAnswer } from '../../shared/consents';
import { findRecipient, getConsent, normalizeEmail, noteWithdrawal, recordConsent } from '../consents/service';
import { stopMarketing } from '../mail/drafts';
import type { Ctx } from '../trpc';

const UNSUBSCRIBED = 'They unsubscribed.';
/** What the automation makes of an opportunity whose message was stopped: handed in, since no domain calls the automation. */
export type OpportunityHook = (ctx: Ctx, opportunityId: number) => void;

function withdraw(ctx: Ctx, email: string, reason: string, noteCallOnly: OpportunityHook): void {
  for (const id of stopMarketing(ctx, noteWithdrawal(ctx, email), reason)) noteCallOnly(ctx, id);
}

/** Returns whether a recipient has that link, and changes nothing. */
export const isSubscriptionLink = (ctx: Ctx, link: { token: string }): boolean => findRecipient(ctx, link) !== undefined;

/** Ends all marketing to whoever has that link, with what waited to go out; the same again changes nothing. False for no such link. */
export function unsubscribe(ctx: Ctx, { token }: { token: string }, noteCallOnly: OpportunityHook): boolean {
  return inTransaction(ctx.db, () => {
    const recipient = findRecipient(ctx, { token });
    if (recipient) withdraw(ctx, recipient.email, UNSUBSCRIBED, noteCallOnly);
    return recipient !== undefined;
  });
}

/** Their own word that they want messages again, which is an express consent. False for no such link. */
export function subscribeAgain(ctx: Ctx, { token }: { token: string }): boolean {
  return inTransaction(ctx.db, () => {
    const recipient = findRecipient(ctx, { token });
    if (recipient)
      recordConsent(ctx, { ...recipient, phone: null, basis: 'express', source: 'subscribed again by the link of a message' }, true);
    return recipient !== undefined;
  });
}

/** Notes for the owner that somebody wants no more marketing, with what waited to go out. Answers what is known of the address then. */
export function withdrawConsent(ctx: Ctx, { email }: { email: string }, noteCallOnly: OpportunityHook): ConsentAnswer {
  return inTransaction(ctx.db, () => {
    withdraw(ctx, normalizeEmail(email), 'Their consent was withdrawn.', noteCallOnly);
    return getConsent(ctx, { email });
  });
}
