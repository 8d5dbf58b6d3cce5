import { and, eq, sql } from 'drizzle-orm';
import { outbox } from '../../../db/schema';
import { addMinutes, businessDay, showDay } from '../../shared/time';
import { writeDraft } from '../mail/drafts';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';
import { plainLine } from './lead';
import { hasReturnedSince, obstacleOf, personOf } from './people';
import { findQuote, type QuoteRow } from './stale-quotes';

/** Days after the request of the two messages, and after which none is written any more (automation.md §3). */
const STEPS = [3, 7] as const;
const LAST_DAY = 14;
const MOST_QUOTES = 15;

const given = sql.placeholder;
/** In the words of the partial index; those whose message is written do not stand in the way of others. */
const waitingQuotes = prepared((db) =>
  db
    .select({ id: sql<number>`contact_inquiries.id` })
    .from(sql`contact_inquiries indexed by contact_inquiries_waiting`)
    .where(
      sql`status = 'pending' and deleted_at is null and contact_inquiries.created_at > ${given('from')} and contact_inquiries.created_at <= ${given('to')}
        and not exists (select 1 from outbox where dedupe_key = 'quote-follow-up:quote:' || contact_inquiries.id || ${given('step')})
        and not exists (select 1 from marketing_recipients where marketing_recipients.email = lower(contact_inquiries.email) and unsubscribed_at is not null)`,
    )
    .orderBy(sql`contact_inquiries.created_at`)
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

/** Why a request needs no message any more, in words; null while it waits: any answer of either side ends it. */
function whyAnswered(ctx: Ctx, quote: QuoteRow | undefined): string | null {
  if (!quote || quote.deletedAt !== null) return 'The quote request was deleted.';
  if (quote.status !== 'pending') return 'The quote request was answered.';
  const person = personOf(ctx, quote);
  return obstacleOf(person) ?? (hasReturnedSince(ctx, person, quote.createdAt) ? 'They booked.' : null);
}

function followUp(ctx: Ctx, id: number, step: string): boolean {
  const quote = findQuote(ctx, id);
  if (!quote || whyAnswered(ctx, quote) !== null || waitingMessage(ctx.db).get({ id })) return false;
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

/** Follows up pending quote requests 3 and 7 days after they came, until there is any answer (automation.md §3). */
export function followUpQuotes(ctx: Ctx): { examined: number; followed: number } {
  const daysAgo = (days: number) => addMinutes(ctx.now(), -days * 1440);
  const counts = { examined: 0, followed: 0 };
  for (const [place, days] of STEPS.entries()) {
    const step = `:${place + 1}`;
    const from = daysAgo(STEPS[place + 1] ?? LAST_DAY);
    const waiting = waitingQuotes(ctx.db).all({ from, to: daysAgo(days), step, limit: MOST_QUOTES });
    counts.examined += waiting.length;
    counts.followed += waiting.filter(({ id }) => followUp(ctx, id, step)).length;
  }
  return counts;
}

/** Why a follow-up that waits for approval no longer holds, in words; null where it does. */
export const whyNoFollowUp = (ctx: Ctx, id: number | null): string | null => whyAnswered(ctx, id === null ? undefined : findQuote(ctx, id));
