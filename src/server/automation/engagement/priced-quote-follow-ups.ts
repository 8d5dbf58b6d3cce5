import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { hasRows } from '../../../../db/prepared';
import { clientMessages, outbox, quotes } from '../../../../db/schema';
import { toSingleLine } from '../../../shared/message-text';
import { formatCents } from '../../../shared/money';
import { EXPIRING_QUOTE_STATUSES, quotePagePath } from '../../../shared/quoting';
import { formatPrice } from '../../../shared/store-sums';
import { businessDay, formatDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import { writeDraft } from '../../mail/drafts';
import { getRow, isPastValidity, type QuoteRow } from '../../quoting/reading';
import { recentLeadMessages } from '../leads/lead';
import { findPerson, hasAskedSince, hasReturnedSince, type Person, reasonNotToContact } from '../people';
import type { Place } from '../sweep';

/** The instants between which a quote was sent, or its request came in, and the end of the key of the message that is due then. */
export type Window = { from: string; to: string; step: string };
/** Lists the priced quotes without a message of a step that were sent within its days and still wait for an answer. */
export function listUnansweredAfter(ctx: Ctx, { from, to, step }: Window, { after, limit }: Place): { id: number }[] {
  const due = (status: 'sent' | 'viewed') => sql`select id from quotes where status = ${status} and id > ${after}
    and +sent_at > ${from} and +sent_at <= ${to} and +valid_until >= ${businessDay(ctx.now())} and customer_email is not null
    and not exists (select 1 from outbox where dedupe_key = 'priced-quote-follow-up:' || quotes.id || ${step})`;
  // Two searches in the order of the ids, which SQLite merges without a sort.
  return ctx.db.all(sql`${due('sent')} union all ${due('viewed')} order by id limit ${limit}`);
}

/** Returns the later step that makes the follow-up of a sent quote needless, or null. */
function findLaterStep(ctx: Ctx, { numberValue, version }: QuoteRow, person: Person, sentAt: string): string | null {
  if (hasRows(ctx.db, quotes, and(eq(quotes.numberValue, numberValue), gt(quotes.version, version))))
    return 'The quote has a newer version.';
  if (hasReturnedSince(ctx, person, sentAt)) return 'They booked, or a job was planned.';
  if (hasAskedSince(ctx, person, sentAt)) return 'They sent another request.';
  const clientIds = person.clients.map(({ id }) => id);
  const isAnswer = and(
    inArray(clientMessages.clientId, clientIds),
    eq(clientMessages.from, 'client'),
    gt(clientMessages.createdAt, sentAt),
  );
  return clientIds.length > 0 && hasRows(ctx.db, clientMessages, isAnswer) ? 'They wrote a message.' : null;
}

const WAITING: readonly QuoteRow['status'][] = EXPIRING_QUOTE_STATUSES;
/**
 * Returns the reason that a priced quote needs no follow-up, or null: its client answered, booked, asked or wrote since, or it expired, was
 * withdrawn or has a newer version.
 */
export function reasonNotToFollowUpPriced(ctx: Ctx, id: number | null): string | null {
  if (id === null) return 'The quote is missing.';
  const row = getRow(ctx, id);
  if (!WAITING.includes(row.status)) return `The quote is ${row.status.replace('changes_requested', 'to be changed')}.`;
  if (isPastValidity(row, businessDay(ctx.now()))) return 'The quote has expired.';
  const person = findPerson(ctx, { clientId: row.clientId, email: row.customerEmail, phone: row.customerPhone });
  return reasonNotToContact(person) ?? (row.sentAt === null ? null : findLaterStep(ctx, row, person, row.sentAt));
}

const isWaiting = and(eq(outbox.purpose, 'priced-quote-follow-up'), eq(outbox.status, 'draft'));
const hasDraft = ({ db }: Ctx, id: number): boolean =>
  hasRows(db, outbox, and(eq(outbox.relatedType, 'pricedQuote'), eq(outbox.relatedId, id), isWaiting));

/** Writes the follow-up of a priced quote with its link. Returns whether it was written. */
export function followUpPriced(ctx: Ctx, id: number, step: string): boolean {
  const row = getRow(ctx, id);
  if (row.customerEmail === null || row.sentAt === null || reasonNotToFollowUpPriced(ctx, id) !== null) return false;
  if (hasDraft(ctx, id) || recentLeadMessages(ctx, row.customerEmail).length > 0) return false;
  const outcome = writeDraft(ctx, {
    purpose: 'priced-quote-follow-up',
    to: row.customerEmail,
    values: {
      customerName: toSingleLine(row.customerName),
      quoteNumber: row.number,
      total: formatPrice(formatCents(row.totalCents)),
      sentOn: formatDay(businessDay(row.sentAt)),
      validUntil: formatDay(row.validUntil),
      quoteLink: `${ctx.origin}${quotePagePath(row.token)}`,
    },
    relatedType: 'pricedQuote',
    relatedId: id,
    dedupeKey: `priced-quote-follow-up:${id}${step}`,
  });
  return outcome !== 'call-only' && outcome !== 'known';
}
