import { eq, or, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, clients, referrals } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { VOID_BOOKING_STATUSES } from '../../shared/booking';
import { addressKey, isSameName } from '../../shared/clients';
import { parseReferralCode } from '../../shared/offers';
import { recordActivity } from '../activity';
import { findClientByCode } from '../clients/referral-code';
import { PHONE_LENGTH } from '../clients/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';

/** Finds the client whose code a `ref` is; undefined if there is no such client or the company no longer serves them. */
export function findReferrer(ctx: Ctx, ref: string | null): { id: number; code: string } | undefined {
  const code = parseReferralCode(ref);
  const client = code === undefined ? undefined : findClientByCode(ctx, code);
  return code === undefined || !client || client.doNotService ? undefined : { id: client.id, code };
}

/** Returns true if the friend has the e-mail address, the phone number, or the name and address of the referrer. */
const isReferrer = (ctx: Ctx, id: number, friend: ReferredBooking): boolean =>
  ctx.db
    .select({
      name: clients.name,
      address: clients.address,
      sameMark: sql<number>`(${emailKey(sql`${clients.email}`)} = ${emailKey(sql`${friend.clientEmail}`)}
        or (${phoneKey(sql`${clients.phone}`)} = ${phoneKey(sql`${friend.clientPhone}`)} and length(${phoneKey(sql`${friend.clientPhone}`)}) >= ${sql.raw(String(PHONE_LENGTH))}))`,
    })
    .from(clients)
    .where(or(eq(clients.id, id), eq(clients.mergedIntoId, id)))
    .all()
    .some(
      ({ sameMark, name, address }) =>
        Boolean(sameMark) || (isSameName(name, friend.clientName) && addressKey(address) === addressKey(friend.clientAddress)),
    );

const referralsOfMailbox = prepared((db) =>
  db
    .select({ id: referrals.id, code: referrals.code, friendEmail: referrals.friendEmail, status: appointmentBookings.status })
    .from(referrals)
    .innerJoin(appointmentBookings, eq(appointmentBookings.id, referrals.bookingId))
    .where(eq(emailKey(sql`${referrals.friendEmail}`), emailKey(sql`${sql.placeholder('friendEmail')}`))),
);

type ReferredBooking = {
  id: number;
  isFirstBooking: boolean;
  ref: string | null;
  clientName: string;
  clientEmail: string;
  clientPhone: string;
  clientAddress: string;
};

/**
 * Records the referral of a first online booking, by the code it came with. A person can be referred once; a new referral replaces
 * one whose booking was cancelled, and the earlier code still counts if the new booking has no code. A client who books with their
 * own code earns nothing, which the activity log shows to the owner, also if it is not their first booking. Call it inside a
 * transaction.
 */
export function recordReferral(ctx: Ctx, booking: ReferredBooking): void {
  const { id: bookingId, ref, clientEmail, isFirstBooking } = booking;
  const friendEmail = clientEmail.toLowerCase();
  const known = referralsOfMailbox(ctx.db).all({ friendEmail });
  // Earlier versions stored a row for each spelling of a mailbox.
  const earlier = known.find((row) => row.friendEmail === friendEmail) ?? known.at(-1);
  const referrer =
    findReferrer(ctx, ref) ??
    findReferrer(ctx, isFirstBooking && earlier && VOID_BOOKING_STATUSES.includes(earlier.status) ? earlier.code : null);
  if (!referrer) return;
  if (isReferrer(ctx, referrer.id, booking)) {
    recordActivity(ctx, { verb: 'referral.refused', entityType: 'booking', entityId: bookingId, data: { referrerId: referrer.id } });
    publishAfterCommit(ctx, 'clients');
    return;
  }
  if (!isFirstBooking) return;
  const values = { code: referrer.code, referrerId: referrer.id, bookingId, friendEmail, createdAt: ctx.now().toISOString() };
  const { id } = earlier
    ? ctx.db.update(referrals).set(values).where(eq(referrals.id, earlier.id)).returning().get()
    : ctx.db.insert(referrals).values(values).returning().get();
  recordActivity(ctx, { verb: 'referral.made', entityType: 'referral', entityId: id, data: { referrerId: referrer.id, bookingId } });
  publishAfterCommit(ctx, 'clients');
}
