import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { clients } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { VOID_BOOKING_STATUSES } from '../../shared/booking-words';
import { phaseOf, WORK_ORDER_STATUSES } from '../../shared/dispatch';
import type { friendList, friendListInput, ReferredFriend, referralCode } from '../../shared/offers';
import { makeReferralCode } from '../clients/referral-code';
import { getRow as getClientRow, PHONE_LENGTH } from '../clients/service';
import { bookingIdOf } from '../invoices/offer-lines';
import type { InvoiceRow } from '../invoices/reading';
import { countRows, cutPage } from '../prepared';
import type { Ctx } from '../trpc';

/** The link that a client hands on. */
const linkOf = (ctx: Ctx, code: string) => `${ctx.origin}/?ref=${code}`;

/** Makes a client's code, once, and answers the link with it. Throws NOT_FOUND, CONFLICT. */
export function makeCode(ctx: Ctx, { clientId }: { clientId: number }): z.output<typeof referralCode> {
  const code = makeReferralCode(ctx, clientId);
  return { code, link: linkOf(ctx, code) };
}

const DONE = sql.raw(
  WORK_ORDER_STATUSES.filter((status) => phaseOf(status) === 'done')
    .map((status) => `'${status}'`)
    .join(', '),
);
/** The friend is somebody else than the referrer, also after clients were found to be the same. */
const isFriend = sql`b.client_id is not r.referrer_id`;

/** The bookings of friends whom a client sent, the oldest first: of somebody else than the client, neither cancelled nor missed. */
export const friendBookingsOf = (ctx: Ctx, referrerId: number, limit: number): { id: number; at: string }[] =>
  ctx.db.all(
    sql`select b.id, b.created_at as at from referrals r join appointment_bookings b on b.id = r.booking_id
      where r.referrer_id = ${referrerId} and ${isFriend} and b.status not in ${VOID_BOOKING_STATUSES} order by r.id limit ${limit}`,
  );

/** What came in of an invoice by its receipts, less what went back. */
const received = sql`(select coalesce(sum(iif(p.is_refund, -p.amount_paid_cents, p.amount_paid_cents)), 0) from receipts p where p.invoice_id = i.id and p.voided_at is null)`;
/** The invoice outside the bin of the friend's job, which is finished; its money came in and stayed. */
const paidInvoice = sql`(select i.invoice_number from invoices i where i.deleted_at is null and i.status = 'paid'
  and ${received} >= i.total_cents - i.credited_cents and (i.booking_id = b.id or i.work_order_id = b.work_order_id)
  and case when b.work_order_id is null then b.status = 'completed'
    else exists (select 1 from work_orders w where w.id = b.work_order_id and w.status in (${DONE})) end limit 1)`;
/** The invoice outside the bin that has the reward. */
const rewardInvoice = (but: number) =>
  sql`(select i.id from invoice_items l join invoices i on i.id = l.invoice_id
    where l.referral_id = r.id and l.offer = 'referral-reward' and i.deleted_at is null and i.id <> ${but} limit 1)`;

export type Referral = { id: number; code: string; referrerName: string };
/** Who sent the friend that a booking is of. */
export const findReferralOf = (ctx: Ctx, bookingId: number): Referral | undefined =>
  ctx.db.all<Referral>(
    sql`select r.id, r.code, c.name as referrerName from referrals r join clients c on c.id = r.referrer_id
      join appointment_bookings b on b.id = r.booking_id where r.booking_id = ${bookingId} and ${isFriend}`,
  )[0];

/** Whom an invoice is for: the client of its job, else the one with its e-mail, else with its phone. */
function clientIdOf(ctx: Ctx, row: InvoiceRow): number | undefined {
  const phone = phoneKey(sql`${row.customerPhone ?? ''}`);
  const first = (from: ReturnType<typeof sql>) => ctx.db.all<{ id: number | null }>(from)[0]?.id ?? undefined;
  const id =
    first(sql`select client_id as id from work_orders where id = ${row.workOrderId}`) ??
    first(sql`select client_id as id from appointment_bookings where id = ${bookingIdOf(ctx, row)}`) ??
    first(sql`select id from clients where ${emailKey(sql`email`)} = ${emailKey(sql`${row.customerEmail}`)} order by id limit 1`) ??
    first(
      sql`select id from clients where ${phoneKey(sql`${clients.phone}`)} = ${phone} and length(${phone}) >= ${PHONE_LENGTH} order by id limit 1`,
    );
  return id === undefined ? undefined : (getClientRow(ctx, id).mergedIntoId ?? id);
}

/** Rewards that one invoice may be offered. */
const MOST_REWARDS = 20;
type Earned = { id: number; friendName: string; invoiceNumber: string };

/** The rewards that the customer of an invoice has earned and got on no other, the oldest first: the friend's job is finished and paid. */
export function earnedRewardsOf(ctx: Ctx, row: InvoiceRow): Earned[] {
  const clientId = clientIdOf(ctx, row);
  if (clientId === undefined) return [];
  return ctx.db.all<Earned>(
    sql`select r.id, b.client_name as friendName, ${paidInvoice} as invoiceNumber from referrals r
      join appointment_bookings b on b.id = r.booking_id
      where r.referrer_id = ${clientId} and ${isFriend} and ${paidInvoice} is not null and ${rewardInvoice(row.id)} is null
      order by r.id limit ${MOST_REWARDS}`,
  );
}

type FriendRow = {
  id: number;
  name: string;
  bookingId: number;
  bookedAt: string;
  status: string;
  isFriend: number;
  paidOn: string | null;
  invoiceId: number | null;
  invoiceNumber: string | null;
};

function stateOf({ status, isFriend: isOther, paidOn, invoiceId }: FriendRow): ReferredFriend['state'] {
  if (invoiceId !== null) return 'granted';
  if (!isOther) return 'void';
  if (paidOn !== null) return 'earned';
  return VOID_BOOKING_STATUSES.includes(status) ? 'void' : 'waiting';
}

const toFriend = (row: FriendRow): ReferredFriend => ({
  id: row.id,
  name: row.name,
  bookingId: row.bookingId,
  bookedAt: row.bookedAt,
  state: stateOf(row),
  invoice: row.invoiceId === null || row.invoiceNumber === null ? null : { id: row.invoiceId, invoiceNumber: row.invoiceNumber },
});

/** Refused bookings of one client that are shown. */
const MOST_REFUSED = 10;
type Refused = z.output<typeof friendList>['refused'][number];

/** The newest bookings that a client made with their own code. */
const refusedOf = (ctx: Ctx, clientId: number): Refused[] =>
  ctx.db.all<Refused>(
    sql`select b.id as bookingId, b.client_name as name, a.at as bookedAt
      from activity a join appointment_bookings b on b.id = cast(a.entity_id as integer)
      where a.verb = 'referral.refused'
        and json_extract(a.data, '$.referrerId') in (select id from clients where id = ${clientId} or merged_into_id = ${clientId})
      order by a.at desc limit ${MOST_REFUSED}`,
  );

/** A client's code, and the friends who booked with it, newest first, with what became of each reward. Throws NOT_FOUND. */
export function listFriends(ctx: Ctx, { clientId, limit, cursor }: z.output<typeof friendListInput>): z.output<typeof friendList> {
  const { referralCode: code } = getClientRow(ctx, clientId);
  const rows = ctx.db.all<FriendRow>(
    sql`select f.*, i.invoice_number as invoiceNumber from (
        select r.id, b.client_name as name, b.id as bookingId, r.created_at as bookedAt, b.status, ${isFriend} as isFriend,
          ${paidInvoice} as paidOn, ${rewardInvoice(0)} as invoiceId
        from referrals r join appointment_bookings b on b.id = r.booking_id
        where r.referrer_id = ${clientId} ${cursor == null ? sql`` : sql`and r.id < ${cursor}`} order by r.id desc limit ${limit + 1}) f
      left join invoices i on i.id = f.invoiceId order by f.id desc`,
  );
  const { rows: page, nextCursor } = cutPage(rows, limit, ({ id }) => id);
  return {
    code,
    link: code === null ? null : linkOf(ctx, code),
    friends: countRows(ctx.db, sql`referrals`, sql`referrer_id = ${clientId}`),
    rows: page.map(toFriend),
    refused: cursor == null ? refusedOf(ctx, clientId) : [],
    nextCursor,
  };
}
