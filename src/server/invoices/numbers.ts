import { max, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { creditNotes, invoices, numberSeries, receipts } from '../../../db/schema';
import { company } from '../../shared/company';
import type { NumberSeries } from '../../shared/invoices';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

/** The prefix of each series, as in SPC001, SPC-RCP001 and SPC-CN001. */
const PREFIXES: Record<NumberSeries, string> = {
  invoice: company.code,
  receipt: `${company.code}-RCP`,
  'credit-note': `${company.code}-CN`,
};

/** Formats a number with at least three digits: 7 is "SPC007", 1000 is "SPC1000". */
const showNumber = (series: NumberSeries, value: number): string => `${PREFIXES[series]}${String(value).padStart(3, '0')}`;

/** A voided invoice keeps its number, a deleted draft gives it back. Written as the partial index has it. */
const isNumberUsed = sql`(deleted_at is null or status <> 'draft')`;
const highestInvoice = prepared((db) =>
  db
    .select({ highest: max(invoices.numberValue) })
    .from(invoices)
    .where(sql`${isNumberUsed}`)
    .prepare(),
);
const highestReceipt = prepared((db) =>
  db
    .select({ highest: max(receipts.numberValue) })
    .from(receipts)
    .prepare(),
);
const highestCreditNote = prepared((db) =>
  db
    .select({ highest: max(creditNotes.numberValue) })
    .from(creditNotes)
    .prepare(),
);
const HIGHEST = { invoice: highestInvoice, receipt: highestReceipt, 'credit-note': highestCreditNote };
const highestEver = prepared((db) =>
  db
    .select({ highest: numberSeries.highest })
    .from(numberSeries)
    .where(sql`${numberSeries.series} = ${sql.placeholder('series')}`)
    .prepare(),
);
const noteHighest = prepared((db) =>
  db
    .insert(numberSeries)
    .values({ series: sql.placeholder('series'), highest: sql.placeholder('value') })
    .onConflictDoUpdate({
      target: numberSeries.series,
      set: { highest: sql`max(${numberSeries.highest}, excluded.highest)` },
    })
    .prepare(),
);
const isTaken: Record<NumberSeries, (ctx: Ctx, value: number) => boolean> = {
  invoice: (ctx, value) =>
    ctx.db.get(sql`select 1 from ${invoices} where ${invoices.numberValue} = ${value} and ${isNumberUsed}`) !== undefined,
  receipt: (ctx, value) => ctx.db.get(sql`select 1 from ${receipts} where ${receipts.numberValue} = ${value}`) !== undefined,
  'credit-note': (ctx, value) => ctx.db.get(sql`select 1 from ${creditNotes} where ${creditNotes.numberValue} = ${value}`) !== undefined,
};

type Numbered = { text: string; value: number };

/** Returns the number that the next one must exceed: the highest of the series, or the highest ever given out if the owner chose never to reuse one. */
function findHighest(ctx: Ctx, series: NumberSeries): number {
  const highest = HIGHEST[series](ctx.db).get()?.highest ?? 0;
  if (getSettings(ctx).numbering === 'highest-plus-one') return highest;
  return Math.max(highest, highestEver(ctx.db).get({ series })?.highest ?? 0);
}

/** Returns the number that the next document of a series gets, unless another one is made first. */
export const peekNumber = (ctx: Ctx, series: NumberSeries): string => showNumber(series, findHighest(ctx, series) + 1);

/** Returns the number that a caller asked for if it is well-formed and free; with "never reuse" it must never have been given out. */
function wishedNumber(ctx: Ctx, series: NumberSeries, wish: string | null | undefined): Numbered | undefined {
  const [, digits] = new RegExp(`^${PREFIXES[series]}(\\d{3,9})$`).exec(wish ?? '') ?? [];
  const value = Number(digits ?? 0);
  if (value === 0 || showNumber(series, value) !== wish || isTaken[series](ctx, value)) return undefined;
  const wasGiven = getSettings(ctx).numbering === 'never-reuse' && value <= (highestEver(ctx.db).get({ series })?.highest ?? 0);
  return wasGiven ? undefined : { text: showNumber(series, value), value };
}

/** Takes the next number of a series, or the one asked for. Call it inside the transaction that writes the document. */
export function takeNumber(ctx: Ctx, series: NumberSeries, wish?: string | null): Numbered {
  const next = findHighest(ctx, series) + 1;
  const taken = wishedNumber(ctx, series, wish) ?? { text: showNumber(series, next), value: next };
  noteHighest(ctx.db).run({ series, value: taken.value });
  return taken;
}
