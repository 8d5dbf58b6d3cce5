import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { activity, clients } from '../../../../db/schema';
import { emailKey, phoneKey, quoteWords } from '../../../../db/schema/checks';
import { VOID_BOOKING_STATUSES } from '../../../shared/booking';
import { DONE_STATUSES } from '../../../shared/dispatch';
import { askFirst } from '../../../shared/errors';
import { OFFER_LINES, type Offer } from '../../../shared/offer-terms';
import { hasRoomFor, isSameOffer, offerCents, type PromisedOffer, type promiseQuestion } from '../../../shared/offers';
import { addUp } from '../../../shared/statistics';
import { formatMoney } from '../../../shared/store-sums';
import { getRow as getBookingRow } from '../../calendar/bookings';
import { getRow as getClientRow, PHONE_LENGTH } from '../../clients/service';
import type { Ctx } from '../../context';
import type { InvoiceRow } from '../reading';
import { findBookingId, findUse, type Granted, getOfferRank, listGrantedOffers, sumDeposits } from './offer-lines';

const DONE = sql.raw(quoteWords(DONE_STATUSES));
/** The friend is another client than the referrer, also after clients were merged. */
export const isFriend = sql`b.client_id is not r.referrer_id`;

const received = sql`(select coalesce(sum(iif(p.is_refund, -p.amount_paid_cents, p.amount_paid_cents)), 0) from receipts p where p.invoice_id = i.id and p.voided_at is null)`;
/** The live invoice of the friend's finished job, which is paid and not refunded. */
export const paidInvoice = sql`(select i.invoice_number from invoices i where i.deleted_at is null and i.status = 'paid'
  and ${received} >= i.total_cents - i.credited_cents and (i.booking_id = b.id or i.work_order_id = b.work_order_id)
  and case when b.work_order_id is null then b.status = 'completed'
    else exists (select 1 from work_orders w where w.id = b.work_order_id and w.status in (${DONE})) end limit 1)`;
/** Selects the live invoice that has the reward, other than `but`. */
export const rewardInvoice = (but: number) =>
  sql`(select i.id from invoice_items l join invoices i on i.id = l.invoice_id
    where l.referral_id = r.id and l.offer = 'referral-reward' and i.deleted_at is null and i.id <> ${but} limit 1)`;

type Referral = { id: number; code: string; referrerName: string };
/** Returns the referral of a booking, unless the friend is the referrer. */
const findReferral = (ctx: Ctx, bookingId: number): Referral | undefined =>
  ctx.db.all<Referral>(
    sql`select r.id, r.code, c.name as referrerName from referrals r join clients c on c.id = r.referrer_id
      join appointment_bookings b on b.id = r.booking_id where r.booking_id = ${bookingId} and ${isFriend}`,
  )[0];

/** The job and the customer of an invoice; the id is 0 before the invoice exists. */
type Billed = Pick<InvoiceRow, 'id' | 'workOrderId' | 'bookingId' | 'customerEmail' | 'customerPhone'>;

/** Returns the client of an invoice: the client of its job, else one with its e-mail, else one with its phone. */
function findClientId(ctx: Ctx, row: Billed): number | undefined {
  const phone = phoneKey(sql`${row.customerPhone ?? ''}`);
  const first = (from: ReturnType<typeof sql>) => ctx.db.all<{ id: number | null }>(from)[0]?.id ?? undefined;
  const id =
    first(
      sql`select client_id as id from work_orders
        where id = coalesce(${row.workOrderId}, (select work_order_id from invoice_jobs where invoice_id = ${row.id} limit 1))`,
    ) ??
    first(sql`select client_id as id from appointment_bookings where id = ${findBookingId(ctx, row)}`) ??
    first(sql`select id from clients where ${emailKey(sql`email`)} = ${emailKey(sql`${row.customerEmail}`)} order by id limit 1`) ??
    first(
      sql`select id from clients where ${phoneKey(sql`${clients.phone}`)} = ${phone} and length(${phone}) >= ${PHONE_LENGTH} order by id limit 1`,
    );
  return id === undefined ? undefined : (getClientRow(ctx, id).mergedIntoId ?? id);
}

/** Most rewards that one invoice may be offered. */
const MAX_REWARDS = 20;
type Earned = { id: number; friendName: string; invoiceNumber: string };

/** Returns the rewards that a customer earned by friends' finished and paid jobs and has not received yet, oldest first. */
function findEarnedRewards(ctx: Ctx, row: Billed): Earned[] {
  const clientId = findClientId(ctx, row);
  if (clientId === undefined) return [];
  return ctx.db.all<Earned>(
    sql`select r.id, b.client_name as friendName, ${paidInvoice} as invoiceNumber from referrals r
      join appointment_bookings b on b.id = r.booking_id
      where r.referrer_id = ${clientId} and ${isFriend} and ${paidInvoice} is not null and ${rewardInvoice(row.id)} is null
      order by r.id limit ${MAX_REWARDS}`,
  );
}

export type Candidate = Granted & { reason: string };

/** Returns the offers of a job that was the person's first online booking. */
function listBookingOffers(ctx: Ctx, bookingId: number): Candidate[] {
  const { clientName, bookingReference, isFirstBooking, status } = getBookingRow(ctx, bookingId);
  if (!isFirstBooking || VOID_BOOKING_STATUSES.includes(status)) return [];
  const reason = `${clientName} booked this job online, for the first time: ${bookingReference}.`;
  const first: Candidate = { offer: 'first-online-booking', referralId: null, reason };
  const referral = findReferral(ctx, bookingId);
  if (!referral) return [first];
  const { id: referralId, code, referrerName } = referral;
  return [first, { offer: 'referral-friend', referralId, reason: `${referrerName} sent them: booked with the code ${code}.` }];
}

/** Returns every offer that fits the customer and the job of an invoice, even if another invoice has it already. */
export function listCandidates(ctx: Ctx, row: Billed): Candidate[] {
  const bookingId = findBookingId(ctx, row);
  const rewards = findEarnedRewards(ctx, row).map(({ id, friendName, invoiceNumber }) => ({
    offer: 'referral-reward' as const,
    referralId: id,
    reason: `${friendName} booked with their code; that job is finished and paid on ${invoiceNumber}.`,
  }));
  return [...(bookingId === null ? [] : listBookingOffers(ctx, bookingId)), ...rewards];
}

/** Returns the offers that a new invoice for a job or a customer gets. Throws NOT_FOUND for a booking that does not exist. */
export function listPromised(
  ctx: Ctx,
  { workOrderId, bookingId, customerEmail, customerPhone }: z.output<typeof promiseQuestion>,
): { rows: PromisedOffer[] } {
  const job = { workOrderId: workOrderId ?? null, bookingId: bookingId ?? null };
  const billed: Billed = { id: 0, ...job, customerEmail: customerEmail ?? null, customerPhone };
  const use = { bookingId: findBookingId(ctx, billed), but: billed.id };
  const rows = listCandidates(ctx, billed).filter((candidate) => !findUse(ctx, candidate, use));
  return { rows: rows.map((candidate) => ({ ...candidate, description: OFFER_LINES[candidate.offer] })) };
}

/** Returns the offers of an invoice, the cents charged before them and its deposits, and a function that calculates another offer. */
export function readOfferSums(ctx: Ctx, row: InvoiceRow) {
  const granted = listGrantedOffers(ctx, row.id);
  const depositCents = sumDeposits(ctx, row.id);
  const leftCents = row.subtotalCents + addUp(granted, 'cents');
  const chargedCents = leftCents + depositCents;
  const getCents = (offer: Offer): number => {
    const before = granted.filter((one) => getOfferRank(one.offer) <= getOfferRank(offer));
    // An invoice that comes to 0 has no room for another offer, whatever the order.
    return offerCents(offer, { chargedCents, leftCents: row.subtotalCents === 0 ? 0 : leftCents - addUp(before, 'cents') });
  };
  return { granted, chargedCents, getCents };
}

/** Returns why the owner removed an offer from an invoice; null if they did not, or added it again since. */
export const findRemovalReason = (ctx: Ctx, row: InvoiceRow, { offer, referralId }: Granted): string | null =>
  ctx.db
    .select({ reason: sql<string | null>`json_extract(${activity.data}, '$.reason')` })
    .from(activity)
    .where(
      and(
        eq(activity.entityType, 'invoice'),
        eq(activity.entityId, String(row.id)),
        sql`+${activity.verb} in ('invoice.offerGranted', 'invoice.offerRemoved')`,
        sql`json_extract(${activity.data}, '$.offer') = ${offer}`,
        sql`json_extract(${activity.data}, '$.referralId') is ${referralId}`,
      ),
    )
    .orderBy(desc(activity.id))
    .limit(1)
    .get()?.reason ?? null;

const isOpenToOffers = ({ status, amountPaidCents, creditedCents }: InvoiceRow): boolean =>
  status !== 'paid' && amountPaidCents === 0 && creditedCents === 0;

type Promised = Granted & { cents: number };
/**
 * Finds the offers that the customer of an invoice was promised and that it does not have, with what each would take off now.
 * Leaves out those that another invoice has or that the owner removed. A reward waits for an invoice that it can come off in full.
 */
export function findPromises(ctx: Ctx, row: InvoiceRow): Promised[] {
  if (row.subtotalCents === 0 || !isOpenToOffers(row)) return [];
  const bookingId = findBookingId(ctx, row);
  const { granted, getCents } = readOfferSums(ctx, row);
  return listCandidates(ctx, row).flatMap(({ offer, referralId }) => {
    const wanted = { offer, referralId };
    const cents = getCents(offer);
    if (!hasRoomFor(offer, cents) || granted.some(isSameOffer(wanted)) || findUse(ctx, wanted, { bookingId, but: row.id })) return [];
    return findRemovalReason(ctx, row, wanted) === null ? [{ ...wanted, cents }] : [];
  });
}

/** Finds a first-booking discount that takes off less than promised, since the invoice became more expensive after it was added. */
function findShortfall(ctx: Ctx, row: InvoiceRow): { cents: number; promisedCents: number } | undefined {
  const { granted, chargedCents } = readOfferSums(ctx, row);
  const share = granted.find(({ offer }) => offer === 'first-online-booking');
  const promisedCents = offerCents('first-online-booking', { chargedCents, leftCents: chargedCents });
  return share && isOpenToOffers(row) && share.cents < promisedCents ? { cents: share.cents, promisedCents } : undefined;
}

/** Asks first if an invoice takes off less than its customer was promised. Throws CONFIRMATION_NEEDED. */
export function askAboutPromises(ctx: Ctx, row: InvoiceRow, isConfirmed: boolean): void {
  if (isConfirmed) return;
  const missing = findPromises(ctx, row).map(({ offer, cents }) => `“${OFFER_LINES[offer]}” (${formatMoney(cents)}) is missing`);
  const less = findShortfall(ctx, row);
  if (less)
    missing.push(
      `“${OFFER_LINES['first-online-booking']}” takes off ${formatMoney(less.cents)} instead of ${formatMoney(less.promisedCents)}`,
    );
  if (missing.length > 0)
    askFirst(
      isConfirmed,
      `${row.customerName} was promised more than invoice ${row.invoiceNumber} takes off: ${missing.join(', and ')}. Continue anyway?`,
    );
}
