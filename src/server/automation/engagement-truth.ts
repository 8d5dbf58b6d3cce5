import { eq } from 'drizzle-orm';
import { opportunities } from '../../../db/schema';
import type { Message } from '../../shared/messages';
import type { Ctx } from '../trpc';
import { judgeAgain } from './leads-now';
import { whyNothingIsOwed } from './payment-reminders';
import { whyNoFollowUp } from './quote-follow-ups';
import { whyJobIsNoNews } from './reviews';

/** What has to be known of a message. */
type Claim = Pick<Message, 'purpose' | 'relatedId' | 'opportunityId' | 'createdAt' | 'body'>;

function whyLeadIsOver(ctx: Ctx, opportunityId: number | null): string | null {
  if (opportunityId === null) return null;
  const row = ctx.db.select().from(opportunities).where(eq(opportunities.id, opportunityId)).get();
  const judged = row && judgeAgain(ctx, row);
  return typeof judged === 'string' ? judged : null;
}

/**
 * Why what a worker's message says is no longer true, in words: the invoice is paid, the quote answered, the client back. Null
 * where it is, and for messages that claim nothing of the kind.
 */
export function whyUntrue(ctx: Ctx, { purpose, relatedId: id, opportunityId, createdAt, body }: Claim): string | null {
  switch (purpose) {
    case 'review-request':
    case 'thank-you':
      return whyJobIsNoNews(ctx, { id, purpose });
    case 'overdue-reminder':
      return whyNothingIsOwed(ctx, { id, createdAt, body });
    case 'quote-follow-up':
      return whyNoFollowUp(ctx, id);
    default:
      return whyLeadIsOver(ctx, opportunityId);
  }
}
