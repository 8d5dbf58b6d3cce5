import { eq, type SQL, sql } from 'drizzle-orm';
import { numberSeries } from '../../../db/schema';
import { company } from '../../shared/company';
import type { NumberSeries } from '../../shared/invoices';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

/** The prefix of each series, as in SPC001, SPC-RCP001 and SPC-CN001, and the rows whose numbers are used. */
const SERIES: Record<NumberSeries, { prefix: string; used: SQL }> = {
  // A voided invoice keeps its number, a deleted draft gives it back. Written as the partial index has it.
  invoice: { prefix: company.code, used: sql`invoices where (deleted_at is null or status <> 'draft')` },
  receipt: { prefix: `${company.code}-RCP`, used: sql`receipts where true` },
  'credit-note': { prefix: `${company.code}-CN`, used: sql`credit_notes where true` },
};

/** Formats a number with at least three digits: 7 is "SPC007", 1000 is "SPC1000". */
const formatNumber = (series: NumberSeries, value: number): string => `${SERIES[series].prefix}${String(value).padStart(3, '0')}`;

const isTaken = (ctx: Ctx, series: NumberSeries, value: number): boolean =>
  ctx.db.get(sql`select 1 from ${SERIES[series].used} and number_value = ${value}`) !== undefined;

const getHighestEver = (ctx: Ctx, series: NumberSeries): number =>
  ctx.db.select().from(numberSeries).where(eq(numberSeries.series, series)).get()?.highest ?? 0;

type Numbered = { text: string; value: number };

/** Returns the number that the next one must exceed: the highest in use, or the highest ever if the owner never reuses numbers. */
function findHighest(ctx: Ctx, series: NumberSeries): number {
  const highest = ctx.db.get<{ highest: number | null }>(sql`select max(number_value) as highest from ${SERIES[series].used}`).highest ?? 0;
  return getSettings(ctx).numbering === 'highest-plus-one' ? highest : Math.max(highest, getHighestEver(ctx, series));
}

/** Returns the number that the next document of a series gets, unless another one is made first. */
export const peekNumber = (ctx: Ctx, series: NumberSeries): string => formatNumber(series, findHighest(ctx, series) + 1);

/** Returns the requested number if it is well-formed and free. With "never reuse" it must never have been given out. */
function findRequestedNumber(ctx: Ctx, series: NumberSeries, requested: string | null | undefined): Numbered | undefined {
  const [, digits] = new RegExp(`^${SERIES[series].prefix}(\\d{3,9})$`).exec(requested ?? '') ?? [];
  const value = Number(digits ?? 0);
  if (value === 0 || formatNumber(series, value) !== requested || isTaken(ctx, series, value)) return undefined;
  const wasGiven = getSettings(ctx).numbering === 'never-reuse' && value <= getHighestEver(ctx, series);
  return wasGiven ? undefined : { text: formatNumber(series, value), value };
}

/** Takes the next number of a series, or the requested one if it can be used. Call it inside the transaction that writes the document. */
export function takeNumber(ctx: Ctx, series: NumberSeries, requested?: string | null): Numbered {
  const next = findHighest(ctx, series) + 1;
  const taken = findRequestedNumber(ctx, series, requested) ?? { text: formatNumber(series, next), value: next };
  ctx.db
    .insert(numberSeries)
    .values({ series, highest: taken.value })
    .onConflictDoUpdate({ target: numberSeries.series, set: { highest: sql`max(${numberSeries.highest}, excluded.highest)` } })
    .run();
  return taken;
}
