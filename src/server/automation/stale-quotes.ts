import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { contactInquiries } from '../../../db/schema';
import { daysBetween } from '../../shared/calendar-day';
import { addMinutes, businessDay, isInstant, showDay } from '../../shared/time';
import { writeDraft } from '../mail/drafts';
import { prepared } from '../prepared';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { counted, type Judged, plainLine, scoreOf, tellDay } from './lead';
import { countFinished, hasReturnedSince, obstacleOf, personOf, usualValue } from './people';

export type QuoteRow = typeof contactInquiries.$inferSelect;

const quoteById = prepared((db) =>
  db
    .select()
    .from(contactInquiries)
    .where(eq(contactInquiries.id, sql.placeholder('id')))
    .prepare(),
);
const quotesOfStatus = prepared((db) =>
  db
    .select()
    .from(contactInquiries)
    .where(
      and(
        isNull(contactInquiries.deletedAt),
        eq(contactInquiries.status, sql.placeholder('status')),
        gt(contactInquiries.id, sql.placeholder('after')),
      ),
    )
    .orderBy(contactInquiries.id)
    .limit(sql.placeholder('limit'))
    .prepare(),
);

export const findQuote = (ctx: Ctx, id: number): QuoteRow | undefined => quoteById(ctx.db).get({ id });
/** Quote requests of a status outside the bin, in the order of their ids. */
export const quotesAfter = (ctx: Ctx, status: 'pending' | 'confirmed', place: { after: number; limit: number }): QuoteRow[] =>
  quotesOfStatus(ctx.db).all({ status, ...place });

/** What is stale of a quote request, since when, and after how many hours it is; undefined for one that is done with. */
function waitOf(ctx: Ctx, quote: QuoteRow) {
  const { staleQuoteHours, staleConfirmedHours } = getSettings(ctx).automation;
  if (quote.status === 'pending') return { since: quote.createdAt, hours: staleQuoteHours, told: 'without an answer' };
  if (quote.status !== 'confirmed') return undefined;
  return { since: quote.confirmedAt ?? quote.createdAt, hours: staleConfirmedHours, told: 'confirmed, with no job planned' };
}

/** A quote request that is pending for more than 48 hours, or confirmed for more than 72 with no planned job (automation.md §3). */
export function judgeQuote(ctx: Ctx, quote: QuoteRow | undefined): Judged {
  if (!quote || quote.deletedAt !== null) return 'The quote request was deleted.';
  const wait = waitOf(ctx, quote);
  if (!wait) return 'The quote request was completed.';
  if (!isInstant(quote.createdAt) || !isInstant(wait.since)) return 'Its date is unreadable.';
  if (addMinutes(ctx.now(), -wait.hours * 60) <= wait.since) return 'It is not that long ago.';
  const person = personOf(ctx, quote);
  const obstacle = obstacleOf(person);
  if (obstacle !== null) return obstacle;
  if (hasReturnedSince(ctx, person, quote.createdAt)) return 'They booked, or a job was planned.';
  const today = businessDay(ctx.now());
  const [asked, since] = [businessDay(quote.createdAt), businessDay(wait.since)];
  const reason = `Asked for ${quote.serviceType} cleaning on ${tellDay(asked, today)}, ${wait.told} since ${tellDay(since, today)}`;
  const daysPastDue = daysBetween(since, today) - wait.hours / 24;
  const name = plainLine(quote.name);
  const values = { customerName: name, serviceType: quote.serviceType, askedOn: showDay(asked), bookingLink: `${ctx.origin}/appointments` };
  const cause = `stale-quote:quote:${quote.id}:${quote.status}`;
  return {
    kind: 'lead_stale_quote',
    cause,
    dedupeKey: cause,
    otherwise: quote.status === 'confirmed' ? 'The quote request was confirmed.' : 'The quote request is pending again.',
    subjectType: 'quote',
    subjectId: quote.id,
    title: `Quote for ${name} waits for ${counted(daysBetween(since, today), 'day')}`,
    reason,
    evidence: [{ type: 'quote', id: quote.id, text: reason }],
    score: scoreOf('lead_stale_quote', { jobs: countFinished(ctx, person), daysPastDue }),
    value: usualValue(ctx, person),
    to: quote.email,
    related: { relatedType: 'quote', relatedId: quote.id },
    write: (message) => writeDraft(ctx, { purpose: 'lead-stale-quote', values, ...message }),
  };
}
