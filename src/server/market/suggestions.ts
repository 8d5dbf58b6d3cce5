import { and, eq, gt, isNull, max, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { preparedFor, preparedRows } from '../../../db/prepared';
import { contactInquiries, priceSuggestions } from '../../../db/schema';
import { doAtOnce } from '../../../db/slices';
import { findArea } from '../../shared/area';
import { getFamily } from '../../shared/dispatch';
import type { byInquiry, PriceSuggestion } from '../../shared/market';
import { formatCents } from '../../shared/money';
import { suggestPrice } from '../../shared/price-suggestion';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import { MOST_JOBS, MOST_JOBS_AT_ONCE, readPastJobs, readPricedQuotes, remembered } from './past-jobs';

/** New quotes that one run reads. */
const MOST_NEW = 200;
const NOTHING = { examined: 0, created: 0, message: 'examined 0, created 0: no quote request is pending' };
/** A suggestion is calculated anew after a day. */
const FRESH_MINUTES = 1440;

type Place = { after: number; limit: number };
const pendingAfter = preparedFor((db, { limit }: Pick<Place, 'limit'>) =>
  db
    .select({
      id: contactInquiries.id,
      serviceType: contactInquiries.serviceType,
      address: contactInquiries.address,
      n: priceSuggestions.n,
      createdAt: priceSuggestions.createdAt,
    })
    .from(contactInquiries)
    .leftJoin(priceSuggestions, eq(priceSuggestions.inquiryId, contactInquiries.id))
    .where(
      and(isNull(contactInquiries.deletedAt), eq(contactInquiries.status, 'pending'), gt(contactInquiries.id, sql.placeholder('after'))),
    )
    .orderBy(contactInquiries.id)
    .limit(limit),
);
/** Returns the pending quotes after an id, in the order of their ids, with the facts of their suggestion. */
const listPendingAfter = ({ db }: Ctx, { after, limit }: Place) => pendingAfter(db, { limit }).all({ after });

type Pending = ReturnType<typeof listPendingAfter>[number];
type NextPart = (read: typeof listPendingAfter, handle: (quote: Pending) => boolean) => unknown;

/** Returns the quotes of a run: the next part of all pending ones, and those that came in since the newest one with a suggestion. */
function listQuotes(ctx: Ctx, nextPart: NextPart): Pending[] {
  const quotes: Pending[] = [];
  nextPart(listPendingAfter, (quote) => quotes.push(quote) > 0);
  const lastSuggested = ctx.db
    .select({ id: max(priceSuggestions.inquiryId) })
    .from(priceSuggestions)
    .get();
  const after = Math.max(lastSuggested?.id ?? 0, quotes.at(-1)?.id ?? 0);
  return [...quotes, ...listPendingAfter(ctx, { after, limit: MOST_NEW })];
}

const FIGURES = ['area', 'n', 'p25_cents', 'median_cents', 'p75_cents', 'minutes_median', 'suggested_cents', 'explanation'];
const REPLACED = ['service_type', ...FIGURES, 'run_id', 'created_at'];
/** Stores one row for each quote and replaces the earlier suggestion. */
const writeSuggestions = preparedRows(
  'price_suggestions',
  ['inquiry_id', ...REPLACED],
  `on conflict (inquiry_id) do update set ${REPLACED.map((name) => `${name} = excluded.${name}`).join(', ')}`,
);

/**
 * Suggests a price for each pending quote that has no suggestion, or one that is a day old or rests on another number of jobs.
 * If there are many quotes, each run takes a part of them in turn. Writes one suggestion for each and never changes a quote.
 * Call it inside a transaction, which may end at each yield: the quotes are read after the last one.
 */
export function* renewSuggestions(ctx: Ctx, runId: number, nextPart: NextPart) {
  if (listPendingAfter(ctx, { after: 0, limit: 1 }).length === 0) return NOTHING;
  const { families, isCut } = yield* readPastJobs(ctx);
  const priced = yield* readPricedQuotes(ctx);
  yield;
  const quotes = listQuotes(ctx, nextPart);
  const limits = getSettings(ctx).automation;
  const staleBefore = addMinutes(ctx.now(), -FRESH_MINUTES);
  const suggestFor = remembered((key: string) => {
    const [service = '', area = ''] = key.split('\n');
    return suggestPrice({
      ...{ service, area: area || null, limits },
      jobs: families.get(service) ?? [],
      quotes: priced.get(service) ?? [],
    });
  });
  const written: Parameters<typeof writeSuggestions>[1][number][] = [];
  let [withPrice, tooFew, tooDifferent] = [0, 0, 0];
  for (const { id, serviceType, address, n, createdAt } of quotes) {
    const suggestion = suggestFor(`${getFamily(serviceType)}\n${findArea(address) ?? ''}`);
    if (createdAt && createdAt > staleBefore && n === suggestion.n) continue;
    written.push({
      inquiry_id: id,
      service_type: serviceType,
      area: suggestion.area,
      n: suggestion.n,
      p25_cents: suggestion.p25Cents,
      median_cents: suggestion.medianCents,
      p75_cents: suggestion.p75Cents,
      minutes_median: suggestion.minutesMedian,
      suggested_cents: suggestion.suggestedCents,
      explanation: suggestion.explanation,
      run_id: runId,
      created_at: ctx.now().toISOString(),
    });
    if (suggestion.suggestedCents !== null) withPrice++;
    else if (suggestion.medianCents === null) tooFew++;
    else tooDifferent++;
  }
  writeSuggestions(ctx.db, written);
  const created = withPrice + tooFew + tooDifferent;
  if (created > 0) publishAfterCommit(ctx, 'automation');
  const counts: [count: number, text: string][] = [
    [withPrice, 'with a price'],
    [tooFew, 'with too few past jobs'],
    [tooDifferent, 'with past jobs that differ too much'],
  ];
  const outcome =
    counts.flatMap(([count, text]) => (count > 0 ? `${count} ${text}` : [])).join(', ') || 'all suggestions are less than a day old';
  const cut = isCut ? `; of the past jobs the newest ${MOST_JOBS} were looked at` : '';
  return { examined: quotes.length, created, message: `examined ${quotes.length}, created ${created}: ${outcome}${cut}` };
}

/** Returns the price that similar past jobs suggest for a job, or null if they are too few or differ too much. */
export function suggestJobPrice(ctx: Ctx, { serviceType, address }: { serviceType: string; address: string | null }): string | null {
  const service = getFamily(serviceType);
  const { families } = doAtOnce(readPastJobs(ctx, MOST_JOBS_AT_ONCE));
  const jobs = families.get(service) ?? [];
  const limits = getSettings(ctx).automation;
  const { suggestedCents } = suggestPrice({ service, area: findArea(address), jobs, quotes: [], limits });
  return suggestedCents === null ? null : formatCents(suggestedCents);
}

/** Returns the suggested price of a quote, or null before the first run. */
export function findSuggestion(ctx: Ctx, { inquiryId }: z.output<typeof byInquiry>): PriceSuggestion | null {
  const row = ctx.db.select().from(priceSuggestions).where(eq(priceSuggestions.inquiryId, inquiryId)).get();
  if (!row) return null;
  const { id: _id, runId: _runId, p25Cents, medianCents, p75Cents, suggestedCents, ...facts } = row;
  const money = (cents: number | null) => (cents === null ? null : formatCents(cents));
  return { ...facts, inquiryId, p25: money(p25Cents), median: money(medianCents), p75: money(p75Cents), suggested: money(suggestedCents) };
}
