import { eq } from 'drizzle-orm';
import { opportunities } from '../../../db/schema';
import type { Message } from '../../shared/messages';
import type { Ctx } from '../trpc';
import { judgeAgain } from './leads-now';
import { LIVE_STATUSES } from './opportunities';
import { whyNothingIsOwed } from './payment-reminders';
import { obstacleOf, personOf } from './people';
import { whyNoFollowUp } from './quote-follow-ups';
import { whyJobIsNoNews } from './reviews';

/** What has to be known of a message. */
type Claim = Pick<Message, 'purpose' | 'to' | 'relatedId' | 'opportunityId' | 'createdAt' | 'body'>;

const findOpportunity = ({ db }: Ctx, id: number | null) =>
  id === null ? undefined : db.select().from(opportunities).where(eq(opportunities.id, id)).get();

/** A proposal is for as long as nobody closed its opportunity, and to nobody who is left alone by now. */
function whyNoProposal(ctx: Ctx, { to, opportunityId }: Pick<Claim, 'to' | 'opportunityId'>): string | null {
  const status = findOpportunity(ctx, opportunityId)?.status;
  if (status && !LIVE_STATUSES.includes(status)) return `The opportunity is ${status}.`;
  return obstacleOf(personOf(ctx, { email: to }));
}

function whyLeadIsOver(ctx: Ctx, opportunityId: number | null): string | null {
  const row = findOpportunity(ctx, opportunityId);
  const judged = row && judgeAgain(ctx, row);
  if (typeof judged === 'object' && judged.to === null) return 'They do not want to be reminded of it.';
  return typeof judged === 'string' ? judged : null;
}

/**
 * Why what a worker's message says is no longer true, in words: the invoice is paid, the quote answered, the client back. Null
 * where it is, and for messages that claim nothing of the kind.
 */
export function whyUntrue(ctx: Ctx, { purpose, to, relatedId: id, opportunityId, createdAt, body }: Claim): string | null {
  switch (purpose) {
    case 'review-request':
    case 'thank-you':
      return whyJobIsNoNews(ctx, { id, purpose, body });
    case 'overdue-reminder':
      return whyNothingIsOwed(ctx, { id, createdAt, body });
    case 'quote-follow-up':
      return whyNoFollowUp(ctx, id);
    case 'partnership-proposal':
    case 'contract-proposal':
    case 'alliance-proposal':
      return whyNoProposal(ctx, { to, opportunityId });
    default:
      return whyLeadIsOver(ctx, opportunityId);
  }
}
