import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { countRows, cutPage } from '../../../db/prepared';
import { VOID_BOOKING_STATUSES } from '../../shared/booking';
import type { friendList, friendListInput, ReferredFriend, referralCode } from '../../shared/offers';
import { makeReferralCode } from '../clients/referral-code';
import { getRow as getClientRow } from '../clients/service';
import type { Ctx } from '../context';
import { isFriend, paidInvoice, rewardInvoice } from '../invoices/offers/promises';

const formatReferralLink = (ctx: Ctx, code: string) => `${ctx.origin}/?ref=${code}`;

/** Creates a client's referral code unless it exists, and returns it with its link. Throws NOT_FOUND, CONFLICT. */
export function makeCode(ctx: Ctx, { clientId }: { clientId: number }): z.output<typeof referralCode> {
  const code = makeReferralCode(ctx, clientId);
  return { code, link: formatReferralLink(ctx, code) };
}

/** Returns the bookings of referred friends, oldest first; leaves out cancelled and missed ones, and those of the referrer. */
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

function getRewardState({ status, isFriend: isOther, paidOn, invoiceId }: FriendRow): ReferredFriend['state'] {
  if (invoiceId !== null) return 'granted';
  if (!isOther) return 'void';
  if (paidOn !== null) return 'earned';
  return VOID_BOOKING_STATUSES.includes(status) ? 'void' : 'waiting';
}

const toFriend = (row: FriendRow): ReferredFriend => ({
  ...row,
  state: getRewardState(row),
  invoice: row.invoiceId === null || row.invoiceNumber === null ? null : { id: row.invoiceId, invoiceNumber: row.invoiceNumber },
});

const MOST_REFUSED = 10;
type Refused = z.output<typeof friendList>['refused'][number];

const listRefused = (ctx: Ctx, clientId: number): Refused[] =>
  ctx.db.all<Refused>(
    sql`select b.id as bookingId, b.client_name as name, a.at as bookedAt
      from activity a join appointment_bookings b on b.id = cast(a.entity_id as integer)
      where a.verb = 'referral.refused'
        and json_extract(a.data, '$.referrerId') in (select id from clients where id = ${clientId} or merged_into_id = ${clientId})
      order by a.at desc limit ${MOST_REFUSED}`,
  );

/** Returns a client's code and the friends who booked with it, newest first, with the state of each reward. Throws NOT_FOUND. */
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
    link: code === null ? null : formatReferralLink(ctx, code),
    friends: countRows(ctx.db, sql`referrals`, sql`referrer_id = ${clientId}`),
    rows: page.map(toFriend),
    refused: cursor == null ? listRefused(ctx, clientId) : [],
    nextCursor,
  };
}
