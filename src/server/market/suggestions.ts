import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { contactInquiries, priceSuggestions } from '../../../db/schema';
import { areaOf } from '../../shared/area';
import { familyOf } from '../../shared/dispatch';
import type { byInquiry, PriceSuggestion } from '../../shared/market';
import { formatCents } from '../../shared/money';
import { suggestPrice } from '../../shared/price-suggestion';
import { addMinutes } from '../../shared/time';
import { publishAfterCommit } from '../live';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';
import { MOST_JOBS, readPastJobs, readPricedQuotes } from './past-jobs';

/** Quotes without a suggestion that one run looks at, and as many of those that have one. */
const MOST_QUOTES = 200;
/** A suggestion is reckoned anew after a day. */
const FRESH_MINUTES = 1440;

const isPending = and(isNull(contactInquiries.deletedAt), eq(contactInquiries.status, 'pending'));
const asked = {
  id: contactInquiries.id,
  serviceType: contactInquiries.serviceType,
  address: contactInquiries.address,
};

/** Those nobody has suggested a price for, which have waited longest first. */
const withoutOne = prepared((db) =>
  db
    .select({ ...asked, n: sql<null>`null`, createdAt: sql<null>`null` })
    .from(contactInquiries)
    .where(and(isPending, sql`not exists (select 1 from ${priceSuggestions} where ${priceSuggestions.inquiryId} = ${contactInquiries.id})`))
    .orderBy(contactInquiries.id)
    .limit(sql.placeholder('limit'))
    .prepare(),
);
/** Those with a suggestion, the newest first. */
const withOne = prepared((db) =>
  db
    .select({ ...asked, n: priceSuggestions.n, createdAt: priceSuggestions.createdAt })
    .from(contactInquiries)
    .innerJoin(priceSuggestions, eq(priceSuggestions.inquiryId, contactInquiries.id))
    .where(isPending)
    .orderBy(desc(contactInquiries.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

type Suggestion = Omit<typeof priceSuggestions.$inferInsert, 'id'>;
/** One row for each quote: what was suggested before is replaced. */
const writeSuggestion = (ctx: Ctx, row: Suggestion) =>
  ctx.db.insert(priceSuggestions).values(row).onConflictDoUpdate({ target: priceSuggestions.inquiryId, set: row }).run();

type Outcome = { examined: number; created: number; message: string };

/**
 * Suggests a price for each pending quote that has no suggestion, or one that is a day old or rests on another number of jobs.
 * Writes suggestions only, never a quote; one row for each (automation.md §3). Call it inside the transaction of the run.
 */
export function renewSuggestions(ctx: Ctx, runId: number): Outcome {
  const quotes = [...withoutOne(ctx.db).all({ limit: MOST_QUOTES }), ...withOne(ctx.db).all({ limit: MOST_QUOTES })];
  if (quotes.length === 0) return { examined: 0, created: 0, message: 'examined 0, created 0: no quote request is pending' };
  const { families, isCut } = readPastJobs(ctx);
  const priced = readPricedQuotes(ctx);
  const staleBefore = addMinutes(ctx.now(), -FRESH_MINUTES);
  let [withPrice, withoutPrice] = [0, 0];
  for (const { id, serviceType, address, n, createdAt } of quotes) {
    const service = familyOf(serviceType);
    const jobs = (families.get(service) ?? []).filter(({ minutes }) => minutes > 0);
    const suggestion = suggestPrice({ service, area: areaOf(address), jobs, quotes: priced.get(service) ?? [] });
    if (createdAt !== null && createdAt > staleBefore && n === suggestion.n) continue;
    writeSuggestion(ctx, { ...suggestion, inquiryId: id, serviceType, runId, createdAt: ctx.now().toISOString() });
    if (suggestion.suggestedCents === null) withoutPrice++;
    else withPrice++;
  }
  const created = withPrice + withoutPrice;
  if (created > 0) publishAfterCommit(ctx, 'automation');
  const outcome =
    created === 0 ? 'all suggestions are less than a day old' : `${withPrice} with a price, ${withoutPrice} with too few past jobs`;
  const cut = isCut ? `; of the past jobs the newest ${MOST_JOBS} were looked at` : '';
  return { examined: quotes.length, created, message: `examined ${quotes.length}, created ${created}: ${outcome}${cut}` };
}

const byInquiryId = prepared((db) =>
  db
    .select()
    .from(priceSuggestions)
    .where(eq(priceSuggestions.inquiryId, sql.placeholder('inquiryId')))
    .prepare(),
);

/** What a quote may cost; null where nobody has looked yet. */
export function findSuggestion(ctx: Ctx, { inquiryId }: z.output<typeof byInquiry>): PriceSuggestion | null {
  const row = byInquiryId(ctx.db).get({ inquiryId });
  if (!row) return null;
  const money = (cents: number | null) => (cents === null ? null : formatCents(cents));
  const { serviceType, area, n, minutesMedian, explanation, createdAt } = row;
  return {
    inquiryId,
    serviceType,
    area,
    n,
    p25: money(row.p25Cents),
    median: money(row.medianCents),
    p75: money(row.p75Cents),
    minutesMedian,
    suggested: money(row.suggestedCents),
    explanation,
    createdAt,
  };
}
