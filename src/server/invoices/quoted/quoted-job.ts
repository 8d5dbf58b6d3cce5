import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { invoices, quoteLines, quotes, workOrders } from '../../../../db/schema';
import { DomainError } from '../../../shared/errors';
import { parseCents } from '../../../shared/money';
import { countedLines } from '../../../shared/quoting';
import type { TaxTerms } from '../../../shared/taxes';
import type { Ctx } from '../../context';
import type { Items } from '../lines';
import { findJobInvoice, getStoredRow, type InvoiceRow } from '../reading';
import { findPlanDiscount } from '../visits/discounts';
import { findDeductor, getDepositSums } from './deposits';

type Quote = typeof quotes.$inferSelect;
/** Lines of an invoice that were agreed in a quote, with the tax terms that were frozen at its approval. */
export type Agreed = { items: Items; subtotal: number; terms: TaxTerms };
type Order = { id: number; totalAmount: string | null; planId: number | null };

/** Plans that one was split off from, which have the same quote. */
const PLAN_AND_PARENTS = (workOrderId: number) => sql`(with recursive line(id, parent) as (
    select p.id, p.parent_plan_id from work_orders w join plans p on p.id = w.plan_id where w.id = ${workOrderId}
    union all select p.id, p.parent_plan_id from line join plans p on p.id = line.parent
  ) select id from line)`;

/** Returns the approved quote of a job, or of the plan that the job is a visit of. */
const findJobQuote = (ctx: Ctx, workOrderId: number): Quote | undefined =>
  ctx.db
    .select()
    .from(quotes)
    .where(
      or(
        and(eq(quotes.workOrderId, workOrderId), isNotNull(quotes.workOrderId)),
        and(isNotNull(quotes.planId), sql`${quotes.planId} in ${PLAN_AND_PARENTS(workOrderId)}`),
      ),
    )
    .limit(1)
    .get();

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

/** Returns the line that deducts the deposit of a quote; undefined without a deposit, and for one that was voided, credited or deducted. */
function findDepositLine(ctx: Ctx, { depositInvoiceId }: Quote): Items[number] | undefined {
  if (depositInvoiceId === null) return undefined;
  const { deletedAt, invoiceNumber } = getStoredRow(ctx, depositInvoiceId);
  const { subtotalCents, totalCents } = getDepositSums(ctx, depositInvoiceId);
  if (deletedAt !== null || totalCents === 0 || findDeductor(ctx, depositInvoiceId)) return undefined;
  const line = { description: `Deposit, invoice ${invoiceNumber}`, quantity: 1, price: -subtotalCents, isGoods: false };
  return { ...line, isDeduction: true, depositInvoiceId };
}

/** Returns the line that deducts the deposit of a job's quote from its next invoice, if there is one left to deduct. */
function findJobDeposit(ctx: Ctx, workOrderId: number): { line: Items[number]; terms: TaxTerms } | undefined {
  const quote = findJobQuote(ctx, workOrderId);
  const line = quote && findDepositLine(ctx, quote);
  return line && { line, terms: quote };
}

const addUp = (items: Items): number => items.reduce((cents, { price, quantity }) => cents + price * quantity, 0);

/**
 * Returns the lines of the invoice of a quoted job: those of the quote, the difference to a price that the office changed since, the
 * discount of its plan and the deposit that was invoiced. Undefined for a job without a quote, and for a visit of a plan whose price is not that of the quote.
 */
export function getAgreed(ctx: Ctx, order: Order | undefined): Agreed | undefined {
  const quote = order && findJobQuote(ctx, order.id);
  if (!quote) return undefined;
  const quoted = listQuoted(ctx, quote);
  const change = order.totalAmount === null ? 0 : (parseCents(order.totalAmount) ?? 0) - addUp(quoted);
  if (change !== 0 && quote.planId !== null) return undefined;
  const deposit = findDepositLine(ctx, quote);
  const difference = { description: 'Change of price since the quote', quantity: 1, price: change, isGoods: false };
  const items = [
    ...quoted,
    ...(change === 0 ? [] : [{ ...difference, ...(change < 0 && { isDeduction: true }) }]),
    ...[findPlanDiscount(ctx, order.planId, addUp(quoted) + change) ?? []].flat(),
    ...(deposit ? [deposit] : []),
  ];
  return { items, subtotal: addUp(items), terms: quote };
}

/**
 * Returns what an invoice of a job charges that the office wrote itself: the quote's lines if its subtotal is theirs, otherwise its own
 * lines less the deposit. Without lines, its subtotal is what is left to pay before tax.
 */
export function agreeWith(
  ctx: Ctx,
  order: Order | undefined,
  { items = [], subtotal }: { items?: Items | undefined; subtotal: number },
  serviceType: string,
): Agreed | undefined {
  const agreed = getAgreed(ctx, order);
  if (agreed && items.length === 0 && subtotal === agreed.subtotal) return agreed;
  const deposit = order && findJobDeposit(ctx, order.id);
  if (!deposit) return agreed && { items, subtotal, terms: agreed.terms };
  const { line, terms } = deposit;
  const own = items.length > 0 ? items : [{ description: serviceType, quantity: 1, price: subtotal - line.price, isGoods: false }];
  const all = [...own, line];
  return { items: all, subtotal: addUp(all), terms };
}

/** Throws CONFLICT if the job of a voided deposit invoice was billed in full since, so that nothing is billed twice. */
export function assertDepositUnbilled(ctx: Ctx, { id }: Pick<InvoiceRow, 'id'>): void {
  const quote = ctx.db
    .select()
    .from(quotes)
    .where(and(eq(quotes.depositInvoiceId, id), isNotNull(quotes.depositInvoiceId)))
    .get();
  if (!quote) return;
  const invoice =
    quote.workOrderId !== null ? findJobInvoice(ctx, { workOrderId: quote.workOrderId, bookingId: null }) : findVisitInvoice(ctx, quote);
  if (invoice) throw new DomainError('CONFLICT', `Invoice ${invoice.invoiceNumber} charges the whole price of this job by now.`);
}

const findVisitInvoice = (ctx: Ctx, { planId }: Quote): { invoiceNumber: string } | undefined =>
  ctx.db
    .select({ invoiceNumber: invoices.invoiceNumber })
    .from(workOrders)
    .innerJoin(invoices, eq(invoices.workOrderId, workOrders.id))
    .where(and(eq(workOrders.planId, planId ?? 0), sql`${invoices.deletedAt} is null`))
    .limit(1)
    .get();
