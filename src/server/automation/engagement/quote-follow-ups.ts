import { and, eq, inArray, sql } from 'drizzle-orm';
import { countRows } from '../../../../db/prepared';
import { contactInquiries, opportunities, outbox } from '../../../../db/schema';
import { emailKey } from '../../../../db/schema/checks';
import type { Sliced } from '../../../../db/slices';
import { toSingleLine } from '../../../shared/message-text';
import { addMinutes, businessDay, formatDay, isInstant } from '../../../shared/time';
import type { Ctx } from '../../context';
import { cancelDraft, isSentWithoutApproval, writeDraft } from '../../mail/drafts';
import { hasSentQuote } from '../../quoting/reading';
import { getSettings } from '../../settings/service';
import { recentLeadMessages } from '../leads/lead';
import { findQuote, type QuoteRow } from '../leads/stale-quotes';
import { getOpportunityRow, listAbout, noteUndrafted } from '../opportunities';
import { findPerson, hasReturnedSince, reasonNotToContact } from '../people';
import type { Place, Read, RunUnderWay, Sweep } from '../sweep';
import { followUpPriced, listUnansweredAfter, type Window } from './priced-quote-follow-ups';

/** Requests of each step that one run reads at most, and messages that it writes at most. */
const MOST_QUOTES = 100;
const MOST_WRITTEN = 15;

/** Lists requests without a message of a step, so that others do not use up the limit. The pluses keep SQLite on the order of the ids. */
const listWaitingAfter = ({ db }: Ctx, { from, to, step }: Window, { after, limit }: Place) =>
  db
    .select({ id: contactInquiries.id })
    .from(contactInquiries)
    .where(
      sql`contact_inquiries.id > ${after} and +status = 'pending' and +deleted_at is null
        and +contact_inquiries.created_at > ${from} and +contact_inquiries.created_at <= ${to}
        and not exists (select 1 from outbox where dedupe_key = 'quote-follow-up:quote:' || contact_inquiries.id || ${step})
        and not exists (select 1 from marketing_recipients where ${emailKey(sql`marketing_recipients.email`)} = ${emailKey(sql`contact_inquiries.email`)} and unsubscribed_at is not null)`,
    )
    .orderBy(contactInquiries.id)
    .limit(limit)
    .all();

const isOfPurpose = and(eq(outbox.purpose, 'quote-follow-up'), eq(outbox.status, 'draft'));
const hasDraft = ({ db }: Ctx, id: number): boolean =>
  countRows(db, outbox, and(eq(outbox.relatedType, 'quote'), eq(outbox.relatedId, id), isOfPurpose)) > 0;

/** Returns the reason a follow-up is no longer needed (someone replied or booked, or a priced quote was sent), or null. */
function findAnswer(ctx: Ctx, quote: QuoteRow | undefined): string | null {
  if (!quote || quote.deletedAt !== null) return 'The quote request was deleted.';
  if (quote.status !== 'pending') return 'The quote request was answered.';
  if (hasSentQuote(ctx, quote.id)) return 'A priced quote was sent.';
  if (!isInstant(quote.createdAt)) return 'Its date is unreadable.';
  const person = findPerson(ctx, quote);
  const obstacle = reasonNotToContact(person) ?? (hasReturnedSince(ctx, person, quote.createdAt) ? 'They booked.' : null);
  if (obstacle !== null) return obstacle;
  const [lead] = listAbout(
    ctx,
    { subjectType: 'quote', subjectId: quote.id },
    inArray(opportunities.status, ['contacted', 'won', 'lost', 'dismissed']),
  );
  return lead ? `The lead was ${lead.status}.` : null;
}

/**
 * Returns true if another message about a lead is waiting for this person or went out recently. A follow-up that is sent
 * automatically replaces the draft about the same request instead.
 */
function isCrowdedOut(ctx: Ctx, quote: QuoteRow): boolean {
  const others = recentLeadMessages(ctx, quote.email).map((message) => ({
    ...message,
    lead: message.opportunityId === null ? undefined : getOpportunityRow(ctx, message.opportunityId),
  }));
  const isOfRequest = ({ status, lead }: (typeof others)[number]) =>
    status === 'draft' && lead?.subjectType === 'quote' && lead.subjectId === String(quote.id);
  if (others.length > 0 && !(isSentWithoutApproval(ctx, 'quote-follow-up') && others.every(isOfRequest))) return true;
  for (const { id, lead } of others) {
    cancelDraft(ctx, { id, reason: 'The follow-up of the request goes out instead.' });
    if (lead) noteUndrafted(ctx, lead.id);
  }
  return false;
}

function followUp(ctx: Ctx, id: number, step: string): boolean {
  const quote = findQuote(ctx, id);
  if (!quote || findAnswer(ctx, quote) !== null || hasDraft(ctx, id) || isCrowdedOut(ctx, quote)) return false;
  const outcome = writeDraft(ctx, {
    purpose: 'quote-follow-up',
    to: quote.email,
    values: {
      customerName: toSingleLine(quote.name),
      serviceType: quote.serviceType,
      askedOn: formatDay(businessDay(quote.createdAt)),
      bookingLink: `${ctx.origin}/appointments`,
    },
    relatedType: 'quote',
    relatedId: id,
    dedupeKey: `quote-follow-up:quote:${id}${step}`,
  });
  return outcome !== 'call-only' && outcome !== 'known';
}

/** Reads the requests of a step, beginning with the first that is old enough. */
function readRequests(ctx: Ctx, window: Window): Read<{ id: number }> {
  const first =
    ctx.db
      .select({ id: sql<number | null>`min(contact_inquiries.id)` })
      .from(sql`contact_inquiries indexed by contact_inquiries_waiting`)
      .where(sql`status = 'pending' and deleted_at is null and created_at > ${window.from} and created_at <= ${window.to}`)
      .get()?.id ?? null;
  return (_ctx, { after, limit }) => (first === null ? [] : listWaitingAfter(ctx, window, { after: Math.max(after, first - 1), limit }));
}

/**
 * Writes follow-ups of pending quote requests and of sent quotes after 3 and 7 days (by default) until either side answers. Returns their
 * number.
 */
export function* followUpQuotes(ctx: Ctx, sweep: Sweep, run: RunUnderWay): Sliced<number> {
  const daysAgo = (days: number) => addMinutes(ctx.now(), -days * 1440);
  let followed = 0;
  const { firstFollowUpDays, secondFollowUpDays, lastFollowUpDays } = getSettings(ctx).automation;
  for (const [step, days, end] of [
    [':1', firstFollowUpDays, secondFollowUpDays],
    [':2', secondFollowUpDays, lastFollowUpDays],
  ] as const) {
    const window = { from: daysAgo(end), to: daysAgo(days), step };
    const lists: [name: string, read: Read<{ id: number }>, write: typeof followUp][] = [
      [`follow-ups${step}`, readRequests(ctx, window), followUp],
      [`quotes${step}`, (_ctx, place) => listUnansweredAfter(ctx, window, place), followUpPriced],
    ];
    for (const [name, read, write] of lists) {
      let written = 0;
      yield* sweep.each(name, MOST_QUOTES, read, ({ id }) => {
        if (written >= MOST_WRITTEN) return false;
        if (write(ctx, id, step)) {
          written += 1;
          run.created += 1;
        }
        run.examined += 1;
        return true;
      });
      followed += written;
    }
  }
  return followed;
}

export const reasonNotToFollowUp = (ctx: Ctx, id: number | null): string | null =>
  findAnswer(ctx, id === null ? undefined : findQuote(ctx, id));
