import { and, eq, gt, isNull } from 'drizzle-orm';
import { contactInquiries } from '../../../../db/schema';
import { daysBetween } from '../../../shared/calendar-day';
import { formatCount } from '../../../shared/counts';
import { toSingleLine } from '../../../shared/message-text';
import { shortDate } from '../../../shared/staff-times';
import { addMinutes, businessDay, formatDay, isInstant } from '../../../shared/time';
import type { Ctx } from '../../context';
import { writeDraft } from '../../mail/drafts';
import { hasSentQuote } from '../../quoting/reading';
import { getSettings } from '../../settings/service';
import { countFinishedJobs, estimateJobValue, findPerson, hasReturnedSince, reasonNotToContact } from '../people';
import type { Read } from '../sweep';
import { type Judged, scoreLead } from './lead';

export type QuoteRow = typeof contactInquiries.$inferSelect;

export const findQuote = ({ db }: Ctx, id: number): QuoteRow | undefined =>
  db.select().from(contactInquiries).where(eq(contactInquiries.id, id)).get();
export const listQuotesAfter =
  (status: 'pending' | 'confirmed'): Read<QuoteRow> =>
  ({ db }, { after, limit }) =>
    db
      .select()
      .from(contactInquiries)
      .where(and(isNull(contactInquiries.deletedAt), eq(contactInquiries.status, status), gt(contactInquiries.id, after)))
      .orderBy(contactInquiries.id)
      .limit(limit)
      .all();

/** Returns since when a quote request waits, and after how many hours it is stale; undefined if it is completed. */
function findWait(ctx: Ctx, quote: QuoteRow) {
  const { staleQuoteHours, staleConfirmedHours } = getSettings(ctx).automation;
  if (quote.status === 'pending') return { since: quote.createdAt, hours: staleQuoteHours, state: 'without an answer' };
  if (quote.status !== 'confirmed') return undefined;
  return { since: quote.confirmedAt ?? quote.createdAt, hours: staleConfirmedHours, state: 'confirmed, with no job planned' };
}

/** Finds a quote request that is pending for more than 48 hours, or confirmed for more than 72 without a planned job (the defaults). */
export function judgeQuote(ctx: Ctx, quote: QuoteRow | undefined): Judged {
  if (!quote || quote.deletedAt !== null) return 'The quote request was deleted.';
  const wait = findWait(ctx, quote);
  if (!wait) return 'The quote request was completed.';
  if (hasSentQuote(ctx, quote.id)) return 'A priced quote was sent.';
  if (!isInstant(quote.createdAt) || !isInstant(wait.since)) return 'Its date is unreadable.';
  if (addMinutes(ctx.now(), -wait.hours * 60) <= wait.since) return 'It is too recent.';
  const person = findPerson(ctx, quote);
  const obstacle = reasonNotToContact(person);
  if (obstacle !== null) return obstacle;
  if (hasReturnedSince(ctx, person, quote.createdAt)) return 'They booked, or a job was planned.';
  const today = businessDay(ctx.now());
  const [asked, since] = [businessDay(quote.createdAt), businessDay(wait.since)];
  const reason = `Asked for ${quote.serviceType} cleaning on ${shortDate(asked, today)}, ${wait.state} since ${shortDate(since, today)}`;
  const daysPastDue = daysBetween(since, today) - wait.hours / 24;
  const name = toSingleLine(quote.name);
  const values = {
    customerName: name,
    serviceType: quote.serviceType,
    askedOn: formatDay(asked),
    bookingLink: `${ctx.origin}/appointments`,
  };
  const causeKey = `stale-quote:quote:${quote.id}:${quote.status}`;
  return {
    kind: 'lead_stale_quote',
    causeKey,
    dedupeKey: causeKey,
    changedReason: quote.status === 'confirmed' ? 'The quote request was confirmed.' : 'The quote request is pending again.',
    subjectType: 'quote',
    subjectId: quote.id,
    title: `Quote for ${name} waits for ${formatCount(daysBetween(since, today), 'day')}`,
    reason,
    evidence: [{ type: 'quote', id: quote.id, text: reason }],
    score: scoreLead('lead_stale_quote', { jobs: countFinishedJobs(ctx, person), daysPastDue }),
    value: estimateJobValue(ctx, person),
    to: quote.email,
    related: { relatedType: 'quote', relatedId: quote.id },
    write: (message) => writeDraft(ctx, { purpose: 'lead-stale-quote', values, ...message }),
  };
}
