import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { countRows, cutPage } from '../../../db/prepared';
import { VOID_BOOKING_STATUSES } from '../../shared/booking-words';
import type { friendList, friendListInput, ReferredFriend, referralCode } from '../../shared/offers';
import { makeReferralCode } from '../clients/referral-code';
import { getRow as getClientRow } from '../clients/service';
import type { Ctx } from '../context';
import { isFriend, paidInvoice, rewardInvoice } from '../invoices/promises';

/** The link that a client hands on. */
const linkOf = (ctx: Ctx, code: string) => `${ctx.origin}/?ref=${code}`;

/** Makes a client's code, once, and answers the link with it. Throws NOT_FOUND, CONFLICT. */
export function makeCode(ctx: Ctx, { clientId }: { clientId: number }): z.output<typeof referralCode> {
  const code = makeReferralCode(ctx, clientId);
  return { code, link: linkOf(ctx, code) };
}

/** The bookings of friends whom a client sent, the oldest first: of somebody else than the client, neither cancelled nor missed. */
export const listFriendBookings = (ctx: Ctx, referrerId: number, limit: number): { id: number; at: string }[] =>
  ctx.db.all(
    sql`select b.id, b.created_at as at from referrals r join appointment_bookings b on b.id = r.booking_id
      where r.referrer_id = ${referrerId} and ${isFriend} and b.status not in ${VOID_BOOKING_STATUSES} order by r.id limit ${limit}`,
  );

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
