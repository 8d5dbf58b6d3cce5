import { and, eq, inArray, sql } from 'drizzle-orm';
import { contactInquiries, opportunities, outbox } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import { addMinutes, businessDay, isInstant, showDay } from '../../shared/time';
import { isSentByItself, takeBackDraft, writeDraft } from '../mail/drafts';
import { prepared } from '../prepared';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { plainLine, recentLeadMessages } from './lead';
import { getOpportunityRow, noteUndrafted } from './opportunities';
import { hasReturnedSince, obstacleOf, personOf } from './people';
import { findQuote, type QuoteRow } from './stale-quotes';
import type { Sweep } from './sweep';

/** Requests of each step that one run looks at, and messages that it writes at most. */
const MOST_QUOTES = 100;
const MOST_WRITTEN = 15;

const given = sql.placeholder;
/** The first request of a step, in the words of the partial index. */
const firstWaiting = prepared((db) =>
  db
    .select({ id: sql<number | null>`min(contact_inquiries.id)` })
    .from(sql`contact_inquiries indexed by contact_inquiries_waiting`)
    .where(sql`status = 'pending' and deleted_at is null and created_at > ${given('from')} and created_at <= ${given('to')}`)
    .prepare(),
);
/** In the order of their ids, which the pluses keep to; those whose message is written do not stand in the way of others. */
const waitingQuotes = prepared((db) =>
  db
    .select({ id: contactInquiries.id })
    .from(contactInquiries)
    .where(
      sql`contact_inquiries.id > ${given('after')} and +status = 'pending' and +deleted_at is null
        and +contact_inquiries.created_at > ${given('from')} and +contact_inquiries.created_at <= ${given('to')}
        and not exists (select 1 from outbox where dedupe_key = 'quote-follow-up:quote:' || contact_inquiries.id || ${given('step')})
        and not exists (select 1 from marketing_recipients where ${emailKey(sql`marketing_recipients.email`)} = ${emailKey(sql`contact_inquiries.email`)} and unsubscribed_at is not null)`,
    )
    .orderBy(contactInquiries.id)
    .limit(given('limit'))
    .prepare(),
);
const waitingMessage = prepared((db) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.relatedType, 'quote'),
        eq(outbox.relatedId, given('id')),
        eq(outbox.purpose, 'quote-follow-up'),
        eq(outbox.status, 'draft'),
      ),
    )
    .limit(1)
    .prepare(),
);

const decidedLead = prepared((db) =>
  db
    .select({ status: opportunities.status })
    .from(opportunities)
    .where(
      and(
        eq(opportunities.subjectType, 'quote'),
        eq(opportunities.subjectId, given('id')),
        inArray(opportunities.status, ['contacted', 'won', 'lost', 'dismissed']),
      ),
    )
    .limit(1)
    .prepare(),
);

/** Why a request needs no message any more, in words; null while it waits: any answer of either side ends it. */
function whyAnswered(ctx: Ctx, quote: QuoteRow | undefined): string | null {
  if (!quote || quote.deletedAt !== null) return 'The quote request was deleted.';
  if (quote.status !== 'pending') return 'The quote request was answered.';
  if (!isInstant(quote.createdAt)) return 'Its date is unreadable.';
  const person = personOf(ctx, quote);
  const obstacle = obstacleOf(person) ?? (hasReturnedSince(ctx, person, quote.createdAt) ? 'They booked.' : null);
  if (obstacle !== null) return obstacle;
  const lead = decidedLead(ctx.db).get({ id: String(quote.id) });
  return lead ? `The lead was ${lead.status}.` : null;
}

/**
 * Whether a message about a lead leaves no room for one about the request: another one waits for the same person, or went out
 * within a week. Where the follow-up goes out by itself, it takes the place of the draft about the request itself.
 */
function isCrowdedOut(ctx: Ctx, quote: QuoteRow): boolean {
  const others = recentLeadMessages(ctx, quote.email).map((message) => ({
    ...message,
    lead: message.opportunityId === null ? undefined : getOpportunityRow(ctx, message.opportunityId),
  }));
  const isOfRequest = ({ status, lead }: (typeof others)[number]) =>
    status === 'draft' && lead?.subjectType === 'quote' && lead.subjectId === String(quote.id);
  if (others.length > 0 && !(isSentByItself(ctx, 'quote-follow-up') && others.every(isOfRequest))) return true;
  for (const { id, lead } of others) {
    takeBackDraft(ctx, { id, reason: 'The follow-up of the request goes out instead.' });
    if (lead) noteUndrafted(ctx, lead.id);
  }
  return false;
}

function followUp(ctx: Ctx, id: number, step: string): boolean {
  const quote = findQuote(ctx, id);
  if (!quote || whyAnswered(ctx, quote) !== null || waitingMessage(ctx.db).get({ id }) || isCrowdedOut(ctx, quote)) return false;
  const outcome = writeDraft(ctx, {
    purpose: 'quote-follow-up',
    to: quote.email,
    values: {
      customerName: plainLine(quote.name),
      serviceType: quote.serviceType,
      askedOn: showDay(businessDay(quote.createdAt)),
      bookingLink: `${ctx.origin}/appointments`,
    },
    relatedType: 'quote',
    relatedId: id,
    dedupeKey: `quote-follow-up:quote:${id}${step}`,
  });
  return outcome !== 'call-only' && outcome !== 'known';
}

/** Follows up pending quote requests 3 and 7 days after they came unless the owner says otherwise, until there is any answer (automation.md §3). */
export function followUpQuotes(ctx: Ctx, sweep: Sweep): { examined: number; followed: number } {
  const daysAgo = (days: number) => addMinutes(ctx.now(), -days * 1440);
  const counts = { examined: 0, followed: 0 };
  const { firstFollowUpDays, secondFollowUpDays, lastFollowUpDays } = getSettings(ctx).automation;
  for (const [step, days, end] of [
    [':1', firstFollowUpDays, secondFollowUpDays],
    [':2', secondFollowUpDays, lastFollowUpDays],
  ] as const) {
    const window = { from: daysAgo(end), to: daysAgo(days), step };
    const first = firstWaiting(ctx.db).get(window)?.id ?? null;
    let written = 0;
    counts.examined += sweep.each(
      `follow-ups${step}`,
      MOST_QUOTES,
      ({ after, limit }) => (first === null ? [] : waitingQuotes(ctx.db).all({ ...window, after: Math.max(after, first - 1), limit })),
      ({ id }) => {
        if (written >= MOST_WRITTEN) return false;
        if (followUp(ctx, id, step)) written += 1;
        return true;
      },
    );
    counts.followed += written;
  }
  return counts;
}

/** Why a follow-up that waits for approval no longer holds, in words; null where it does. */
export const whyNoFollowUp = (ctx: Ctx, id: number | null): string | null => whyAnswered(ctx, id === null ? undefined : findQuote(ctx, id));
