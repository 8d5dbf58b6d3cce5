import { inTransaction } from '../../../db/client';
import type { ConsentAnswer } from '../../shared/consents';
import { noteCallOnly } from '../automation/opportunities';
import { emailKey, findRecipient, getConsent, noteWithdrawal, recordConsent } from '../consents/service';
import { stopMarketing } from '../mail/drafts';
import type { Ctx } from '../trpc';

const UNSUBSCRIBED = 'They unsubscribed.';

function withdraw(ctx: Ctx, email: string, reason: string): void {
  for (const id of stopMarketing(ctx, noteWithdrawal(ctx, email), reason)) noteCallOnly(ctx, id);
}

/** Ends all marketing to whoever has that link, with what waited to go out; the same again changes nothing. False for no such link. */
export function unsubscribe(ctx: Ctx, { token }: { token: string }): boolean {
  return inTransaction(ctx.db, () => {
    const recipient = findRecipient(ctx, { token });
    if (recipient) withdraw(ctx, recipient.email, UNSUBSCRIBED);
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
export function withdrawConsent(ctx: Ctx, { email }: { email: string }): ConsentAnswer {
  return inTransaction(ctx.db, () => {
    withdraw(ctx, emailKey(email), 'Their consent was withdrawn.');
    return getConsent(ctx, { email });
  });
}
