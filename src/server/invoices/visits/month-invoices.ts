import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { invoices } from '../../../../db/schema';
import { MAX_ITEMS } from '../../../shared/invoices';
import { parseCents } from '../../../shared/money';
import { formatMonth } from '../../../shared/staff-times';
import { groupBy } from '../../../shared/statistics';
import { getTaxTerms, ratesAtIssue, type TaxTerms } from '../../../shared/taxes';
import { businessDay, formatDate } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getSettings } from '../../settings/service';
import { getAgreed } from '../agreed/agreed-job';
import { getService, type Job } from '../agreed/job';
import { assertOrderDone, assertUnpaid, getDueDay, getJobFacts, getJobOfOrder } from '../billing';
import { changeRow, issueDraft } from '../issuing';
import { changeFields, type Items, listItems } from '../lines';
import { priceOffers, sumLines } from '../offers/offer-lines';
import type { InvoiceRow } from '../reading';
import { insertInvoice } from '../service';
import { assertPriced, payIfFree } from '../sources';
import { findPlanDiscount } from './discounts';
import { addJobs } from './jobs';

/** Most lines of an invoice of visits, so that offers and the office can still add some. */
const MOST_LINES = MAX_ITEMS / 2;

/** A finished visit that goes onto the invoice of its month, with its day and its lines. */
export type MonthVisit = { id: number; job: Job; day: string; items: Items; terms: TaxTerms | undefined; isFixed: boolean };

/**
 * Returns whether a job is a visit of a plan that is billed by month. A visit that its client booked online keeps an invoice of its own,
 * with the offers and the deposit of the booking.
 */
export const isBilledByMonth = ({ db }: Pick<Ctx, 'db'>, workOrderId: number): boolean =>
  db.get(sql`select 1 from work_orders w join plans p on p.id = w.plan_id and p.billing = 'month' where w.id = ${workOrderId}
    and not exists (select 1 from appointment_bookings b where b.work_order_id = w.id)`) !== undefined;

/**
 * Returns what a visit charges, with its day in each line. Throws NOT_FOUND, and CONFLICT for a visit that cannot be billed, see
 * `billWorkOrder`.
 */
export function readMonthVisit(ctx: Ctx, id: number): MonthVisit {
  const job = getJobOfOrder(ctx, id);
  assertOrderDone(job);
  assertPriced(job);
  assertUnpaid(ctx, job, false);
  const { order } = job;
  if (!order) throw new Error('A visit without a work order.');
  const day = businessDay(order.scheduledDate);
  const agreed = getAgreed(ctx, job);
  const dated = (items: Items): Items =>
    items.map((item) => (item.isDeduction ? item : { ...item, description: `${item.description.slice(0, 200)}, ${formatDate(day)}` }));
  if (agreed) return { id, job, day, items: dated(agreed.items), terms: agreed.terms, isFixed: agreed.isFixed };
  const price = parseCents(order.totalAmount ?? '') ?? 0;
  const service = { description: getService(order.serviceType), quantity: 1, price, isGoods: false };
  const discount = findPlanDiscount(ctx, id, price);
  return { id, job, day, items: dated([service, ...(discount ? [discount] : [])]), terms: undefined, isFixed: false };
}

/** Puts the lines of visits together: charges by day, then each discount once with its sum, then each deposit once. */
function joinLines(items: Items): Items {
  const charges = items.filter(({ isDeduction }) => !isDeduction);
  const discounts = new Map<string, Items[number]>();
  const deposits = new Map<number, Items[number]>();
  for (const item of items)
    if (item.depositInvoiceId != null) deposits.set(item.depositInvoiceId, item);
    else if (item.isDeduction) {
      const key = `${item.isGoods}|${item.description}`;
      const sum = (discounts.get(key)?.price ?? 0) + item.price * item.quantity;
      discounts.set(key, { ...item, quantity: 1, price: sum });
    }
  return [...charges, ...discounts.values(), ...deposits.values()];
}

/** Groups visits by client and month, each group in the order of the days. */
export function groupByMonth(visits: readonly MonthVisit[]): MonthVisit[][] {
  const sorted = [...visits].sort((one, other) => one.day.localeCompare(other.day) || one.id - other.id);
  return [...groupBy(sorted, ({ job, day }) => `${job.order?.clientId}|${day.slice(0, 7)}`).values()];
}

const countLines = (visits: readonly MonthVisit[]): number => visits.reduce((count, { items }) => count + items.length, 0);

/** Takes the visits for the next invoice from those of a month: all with the tax terms of the first, as far as they fit. */
export function takeInvoice([first, ...others]: readonly MonthVisit[]): MonthVisit[] {
  if (!first) return [];
  const key = ({ terms }: MonthVisit) => [terms?.taxProfile, terms?.hstRate, terms?.pstRate].join('|');
  const taken = [first];
  for (const visit of others)
    if (key(visit) !== key(first)) continue;
    else if (countLines([...taken, visit]) > MOST_LINES) break;
    else taken.push(visit);
  return taken;
}

/** Returns whether today's tax terms are those of a draft. The terms of a quote may be others, and stay. */
function hasTermsOfToday(ctx: Ctx, draft: InvoiceRow): boolean {
  const { taxProfile } = getSettings(ctx);
  const today = getTaxTerms(taxProfile, { servicesCents: 0, goodsCents: 0 });
  return draft.taxProfile === taxProfile && isDeepStrictEqual(ratesAtIssue(draft), ratesAtIssue(today));
}

/** Returns the lines of a draft; one without lines charges its subtotal. */
function listOwnLines(ctx: Ctx, { id, serviceType, subtotalCents }: InvoiceRow): Items {
  const stored = listItems(ctx, id);
  return stored.length > 0 ? stored : [{ description: serviceType, quantity: 1, price: subtotalCents, isGoods: false }];
}

/** Finds the first draft of the visits of a client and month that is taxed as visits are today and has room for further lines. */
const findDraft = (ctx: Ctx, clientId: number, month: string, lines: number): InvoiceRow | undefined =>
  ctx.db
    .select()
    .from(invoices)
    .where(
      and(
        isNull(invoices.deletedAt),
        eq(invoices.status, 'draft'),
        sql`substr(${invoices.serviceDate}, 1, 7) = ${month}`,
        sql`${invoices.id} in (select j.invoice_id from work_orders w join invoice_jobs j on j.work_order_id = w.id where w.client_id = ${clientId})`,
      ),
    )
    .orderBy(asc(invoices.id))
    .all()
    .find((draft) => hasTermsOfToday(ctx, draft) && listOwnLines(ctx, draft).length + lines <= MOST_LINES);

/** Adds visits to a draft. Its offers take their share of the new sum. */
function addToDraft(ctx: Ctx, draft: InvoiceRow, visits: readonly MonthVisit[], day: string): InvoiceRow {
  const own = listOwnLines(ctx, draft);
  const offers = own.filter(({ offer }) => offer);
  const charged = joinLines([...own.filter(({ offer }) => !offer), ...visits.flatMap(({ items }) => items)]);
  const items = priceOffers([...charged, ...offers]);
  addJobs(
    ctx,
    draft.id,
    visits.map(({ id }) => id),
  );
  return changeFields(ctx, draft, draft.serviceDate < day ? { serviceDate: day } : {}, items, sumLines(items));
}

/**
 * Bills visits of one client and month on one invoice: a line for each visit with its day, each discount of a plan as a line of its own,
 * and the taxes once on the sum. Visits join a draft of the same month; if that invoice is issued already they get a new one. Call it
 * inside a transaction. Throws CONFLICT and what asks first.
 */
export function billMonth(ctx: Ctx, visits: readonly MonthVisit[], status: 'draft' | 'pending'): InvoiceRow {
  const [first, last] = [visits[0], visits.at(-1)];
  const clientId = first?.job.order?.clientId;
  if (!first || !last || clientId === undefined) throw new Error('An invoice without visits.');
  const month = last.day.slice(0, 7);
  const draft = first.terms ? undefined : findDraft(ctx, clientId, month, countLines(visits));
  if (draft) {
    const joined = addToDraft(ctx, draft, visits, last.day);
    return status === 'draft' ? joined : payIfFree(ctx, issueDraft(ctx, changeRow(ctx, joined, { dueDate: getDueDay(ctx) }), false));
  }
  const items = joinLines(visits.flatMap((visit) => visit.items));
  const services = new Set(visits.map(({ job }) => getService(job.order?.serviceType ?? '')));
  const [service = ''] = services;
  const facts = {
    ...getJobFacts(last.job),
    serviceType: services.size === 1 ? service : 'Cleaning visits',
    serviceDescription: `Visits of ${formatMonth(last.day)}`,
    serviceDate: last.day,
    dueDate: getDueDay(ctx),
  };
  const agreed = first.terms && { terms: first.terms, isFixed: visits.some(({ isFixed }) => isFixed) };
  const ids = visits.map(({ id }) => id);
  const row = insertInvoice(ctx, { ...facts, items, subtotal: sumLines(items), status }, null, agreed, ids);
  return payIfFree(ctx, row);
}
