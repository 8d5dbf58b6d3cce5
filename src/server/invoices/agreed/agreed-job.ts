import { asc, eq } from 'drizzle-orm';
import { quoteLines } from '../../../../db/schema';
import { parseCents } from '../../../shared/money';
import { countedLines } from '../../../shared/quoting';
import type { TaxedSums, TaxTerms } from '../../../shared/taxes';
import type { Ctx } from '../../context';
import type { Items } from '../lines';
import { sumLines } from '../offers/offer-lines';
import { findPlanDiscount, getDiscounted } from '../visits/discounts';
import { sumDepositLines } from './deposits';
import { getPrice, getService, type Job } from './job';
import { findJobQuote, listJobDeposits, type Quote } from './job-deposits';

/**
 * Lines of the invoice of a job with a quote or an invoiced deposit, and the tax terms that were frozen with these. `isFixed` is true if
 * the client approved the total in a quote, so that no offers are taken off it.
 */
export type Agreed = { items: Items; subtotal: number; terms: TaxTerms; isFixed: boolean };

const toItem = ({ description, quantity, priceCents, isGoods, kind }: typeof quoteLines.$inferSelect): Items[number] => ({
  ...{ description, quantity, price: priceCents, isGoods },
  ...(kind === 'discount' && { isDeduction: true }),
});

/** Returns the approved lines of a quote as those of an invoice. */
function listQuoted(ctx: Ctx, { id }: Quote): Items {
  const lines = ctx.db.select().from(quoteLines).where(eq(quoteLines.quoteId, id)).orderBy(asc(quoteLines.position)).all();
  const chosen = lines.filter(({ isChosen }) => isChosen).map((line) => line.id);
  return countedLines(lines, chosen).map(toItem);
}

/**
 * Returns what a quoted job charges before its deposits: the lines of the quote, the difference to a price that the office changed since,
 * and the discount of its plan. Undefined for a visit of a plan whose price is not that of the quote.
 */
function findQuotedCharge(ctx: Ctx, { id, totalAmount }: NonNullable<Job['order']>, quote: Quote): Items | undefined {
  const quoted = listQuoted(ctx, quote);
  const change = totalAmount === null ? 0 : (parseCents(totalAmount) ?? 0) - sumLines(quoted);
  if (change !== 0 && quote.planId !== null) return undefined;
  const difference = { description: 'Change of price since the quote', quantity: 1, price: change, isGoods: false };
  return [
    ...quoted,
    ...(change === 0 ? [] : [{ ...difference, ...(change < 0 && { isDeduction: true }) }]),
    ...[findPlanDiscount(ctx, id, sumLines(quoted) + change) ?? []].flat(),
  ];
}

/**
 * Returns what a job without a quote charges: its price with the discount of its plan, or its client's estimate. Undefined without either.
 */
function findCharge(ctx: Ctx, job: Job): Items | undefined {
  const { price, estimate } = getPrice(job);
  const cents = price ?? estimate;
  if (cents === undefined) return undefined;
  const description = getService((job.order ?? job.booking)?.serviceType ?? '');
  return getDiscounted(ctx, job.order)?.items ?? [{ description, quantity: 1, price: cents, isGoods: false }];
}

/**
 * Returns the lines of the invoice of a quoted job or of a job with a deposit, less the deposits that were invoiced. Undefined for any
 * other job, and for one with a deposit but without a price.
 */
export function getAgreed(ctx: Ctx, job: Job): Agreed | undefined {
  const quote = job.order && findJobQuote(ctx, job.order.id);
  const quoted = quote && job.order && findQuotedCharge(ctx, job.order, quote);
  const deposits = listJobDeposits(ctx, job, quote);
  const terms = quoted ? quote : deposits[0]?.terms;
  const charge = terms && (quoted ?? findCharge(ctx, job));
  if (!charge) return undefined;
  const items = [...charge, ...deposits.map(({ line }) => line)];
  return { items, subtotal: sumLines(items), terms, isFixed: quoted !== undefined };
}

const listDepositLines = (ctx: Ctx, job: Job) => listJobDeposits(ctx, job, job.order && findJobQuote(ctx, job.order.id));

/**
 * Returns the sums that the deposits take off the next invoice of a job, and the tax terms of the first one; undefined without a deposit.
 */
export function findDeposited(ctx: Ctx, job: Job): { sums: TaxedSums; terms: TaxTerms } | undefined {
  const deposits = listDepositLines(ctx, job);
  const lines = deposits.map(({ line }) => line);
  return deposits[0] && { sums: sumDepositLines(ctx, lines), terms: deposits[0].terms };
}

/**
 * Returns what an invoice of a job charges that the office wrote itself: the agreed lines if its subtotal is theirs, otherwise its own
 * lines less the deposits. Without lines, its subtotal is what is left to pay before tax, or the price if the job had none.
 */
export function agreeWith(
  ctx: Ctx,
  job: Job,
  { items = [], subtotal }: { items?: Items | undefined; subtotal: number },
  serviceType: string,
): Agreed | undefined {
  const agreed = getAgreed(ctx, job);
  if (agreed && items.length === 0 && subtotal === agreed.subtotal) return agreed;
  const deposits = listDepositLines(ctx, job);
  const terms = agreed?.terms ?? deposits[0]?.terms;
  if (!terms) return undefined;
  if (deposits.length === 0) return agreed && { ...agreed, items, subtotal };
  const lines = deposits.map(({ line }) => line);
  const price = agreed ? subtotal - sumLines(lines) : subtotal;
  const own = items.length > 0 ? items : [{ description: serviceType, quantity: 1, price, isGoods: false }];
  const all = [...own, ...lines];
  return { items: all, subtotal: sumLines(all), terms, isFixed: agreed?.isFixed ?? false };
}
