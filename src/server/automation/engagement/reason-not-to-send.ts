import { eq } from 'drizzle-orm';
import { opportunities } from '../../../../db/schema';
import type { Message } from '../../../shared/messages';
import { reasonNotToMailInvoice } from '../../billing/mails';
import type { Ctx } from '../../context';
import { reasonNotToRemind } from '../../invoices/payments/reminders';
import { reasonNotToSendLink } from '../../portal/sign-in';
import { REMINDER } from '../../visits/reminders';
import { reasonNotToRemindOfVisit } from '../../visits/review';
import { recheckLead } from '../leads/lead-generation';
import { LIVE_STATUSES } from '../opportunities';
import { findPerson, reasonNotToContact } from '../people';
import { reasonNotToFollowUpPriced } from './priced-quote-follow-ups';
import { reasonNotToFollowUp } from './quote-follow-ups';
import { reasonNotToAskOrThank } from './reviews';

type MessageFacts = Pick<Message, 'purpose' | 'to' | 'relatedId' | 'opportunityId' | 'createdAt' | 'body' | 'channel' | 'id'>;

const findOpportunity = ({ db }: Ctx, id: number | null) =>
  id === null ? undefined : db.select().from(opportunities).where(eq(opportunities.id, id)).get();

/** Returns a reason once the opportunity is closed or the client must not be contacted, so that a stale proposal is never sent. */
function reasonNotToPropose(ctx: Ctx, { to, opportunityId }: Pick<MessageFacts, 'to' | 'opportunityId'>): string | null {
  const status = findOpportunity(ctx, opportunityId)?.status;
  if (status && !LIVE_STATUSES.includes(status)) return `The opportunity is ${status}.`;
  return reasonNotToContact(findPerson(ctx, { email: to }));
}

function reasonLeadIsClosed(ctx: Ctx, opportunityId: number | null): string | null {
  const row = findOpportunity(ctx, opportunityId);
  const judged = row && recheckLead(ctx, row);
  if (typeof judged === 'object' && judged.to === null) return 'They do not want to be reminded of it.';
  return typeof judged === 'string' ? judged : null;
}

/**
 * Returns the reason why a message is no longer true (the invoice is paid, the quote answered, the client back, the visit moved), or null.
 */
export function reasonNotToSend(ctx: Ctx, message: MessageFacts): string | null {
  const { purpose, to, relatedId: id, opportunityId, createdAt, body } = message;
  switch (purpose) {
    case 'review-request':
    case 'thank-you':
      return reasonNotToAskOrThank(ctx, { id, purpose, body });
    case 'overdue-reminder':
      return reasonNotToRemind(ctx, { id, createdAt, body });
    case 'quote-follow-up':
      return reasonNotToFollowUp(ctx, id);
    case 'priced-quote-follow-up':
      return reasonNotToFollowUpPriced(ctx, id);
    case 'partnership-proposal':
    case 'contract-proposal':
    case 'alliance-proposal':
      return reasonNotToPropose(ctx, { to, opportunityId });
    case 'invoice-sent':
      return reasonNotToMailInvoice(ctx, id);
    case 'client-link':
      return reasonNotToSendLink(ctx, createdAt);
    case REMINDER:
      return reasonNotToRemindOfVisit(ctx, message);
    default:
      return reasonLeadIsClosed(ctx, opportunityId);
  }
}
