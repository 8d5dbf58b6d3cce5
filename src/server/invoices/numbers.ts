import { max, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { creditNotes, invoices, numberSeries, receipts } from '../../../db/schema';
import { company } from '../../shared/company';
import type { NumberSeries } from '../../shared/invoice-words';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

/** What the numbers of a series begin with: SPC001 and SPC-RCP001 (back-office.md §9). */
const PREFIXES: Record<NumberSeries, string> = {
  invoice: company.code,
  receipt: `${company.code}-RCP`,
  'credit-note': `${company.code}-CN`,
};

/** A number as documents have it, at least three digits: 7 is "SPC007", 1000 is "SPC1000". */
const showNumber = (series: NumberSeries, value: number): string => `${PREFIXES[series]}${String(value).padStart(3, '0')}`;

/** A voided invoice keeps its number, a deleted draft gives it back; in the words of the partial index. */
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

/** The highest number that the next one has to be above, by the rule the owner chose (decisions X81). */
function highestOf(ctx: Ctx, series: NumberSeries): number {
  const highest = HIGHEST[series](ctx.db).get()?.highest ?? 0;
  if (getSettings(ctx).numbering === 'highest-plus-one') return highest;
  return Math.max(highest, highestEver(ctx.db).get({ series })?.highest ?? 0);
}

/** The number that the next one of a series gets, if nobody comes in between. */
export const peekNumber = (ctx: Ctx, series: NumberSeries): string => showNumber(series, highestOf(ctx, series) + 1);

/** A number that a caller wished for, where it is well-formed and free, and with "never reuse" was never given out. */
function wishedNumber(ctx: Ctx, series: NumberSeries, wish: string | null | undefined): Numbered | undefined {
  const [, digits] = new RegExp(`^${PREFIXES[series]}(\\d{3,9})$`).exec(wish ?? '') ?? [];
  const value = Number(digits ?? 0);
  if (value === 0 || showNumber(series, value) !== wish || isTaken[series](ctx, value)) return undefined;
  const wasGiven = getSettings(ctx).numbering === 'never-reuse' && value <= (highestEver(ctx.db).get({ series })?.highest ?? 0);
  return wasGiven ? undefined : { text: showNumber(series, value), value };
}

/** The next number of a series, or the one wished for. Call it inside the transaction that writes the document it is for. */
export function takeNumber(ctx: Ctx, series: NumberSeries, wish?: string | null): Numbered {
  const next = highestOf(ctx, series) + 1;
  const taken = wishedNumber(ctx, series, wish) ?? { text: showNumber(series, next), value: next };
  noteHighest(ctx.db).run({ series, value: taken.value });
  return taken;
}
