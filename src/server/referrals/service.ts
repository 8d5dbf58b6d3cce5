import { eq, or, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, clients, referrals } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { VOID_BOOKING_STATUSES } from '../../shared/booking-words';
import { addressKey, isSameName } from '../../shared/clients';
import { codeIn } from '../../shared/offers';
import { recordActivity } from '../activity';
import { findClientByCode } from '../clients/referral-code';
import { PHONE_LENGTH } from '../clients/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';

/** The client whose code a `ref` is; undefined for any other, and for a client whom the company no longer serves. */
export function findReferrer(ctx: Ctx, ref: string | null): { id: number; code: string } | undefined {
  const code = codeIn(ref);
  const client = code === undefined ? undefined : findClientByCode(ctx, code);
  return code === undefined || !client || client.doNotService ? undefined : { id: client.id, code };
}

const given = sql.placeholder;
const referrerRows = prepared((db) =>
  db
    .select({
      name: clients.name,
      address: clients.address,
      sameMark: sql<number>`(${emailKey(sql`${clients.email}`)} = ${emailKey(sql`${given('email')}`)}
        or (${phoneKey(sql`${clients.phone}`)} = ${phoneKey(sql`${given('phone')}`)} and length(${phoneKey(sql`${given('phone')}`)}) >= ${sql.raw(String(PHONE_LENGTH))}))`,
    })
    .from(clients)
    .where(or(eq(clients.id, given('id')), eq(clients.mergedIntoId, given('id'))))
    .prepare(),
);
/** Whether a friend shares an e-mail address, a phone number, or name and address with the client who referred them. */
const isReferrer = (ctx: Ctx, id: number, friend: FirstBooking): boolean =>
  referrerRows(ctx.db)
    .all({ id, email: friend.clientEmail, phone: friend.clientPhone })
    .some(
      ({ sameMark, name, address }) =>
        Boolean(sameMark) || (isSameName(name, friend.clientName) && addressKey(address) === addressKey(friend.clientAddress)),
    );
const earlierReferrals = prepared((db) =>
  db
    .select({ id: referrals.id, code: referrals.code, friendEmail: referrals.friendEmail, status: appointmentBookings.status })
    .from(referrals)
    .innerJoin(appointmentBookings, eq(appointmentBookings.id, referrals.bookingId))
    .where(eq(emailKey(sql`${referrals.friendEmail}`), emailKey(sql`${given('email')}`)))
    .prepare(),
);

type FirstBooking = {
  id: number;
  ref: string | null;
  clientName: string;
  clientEmail: string;
  clientPhone: string;
  clientAddress: string;
};

/**
 * Records who referred the friend that a first online booking is for, by the code it came with. A person is referred once. A friend
 * who is the referrer earns nothing, and the activity log shows it to the owner. A new referral replaces an earlier one whose
 * booking was cancelled; the earlier code still counts where the new booking has none. Call it inside the transaction.
 */
export function recordReferral(ctx: Ctx, booking: FirstBooking): void {
  const { id: bookingId, ref, clientEmail } = booking;
  const friendEmail = clientEmail.toLowerCase();
  const known = earlierReferrals(ctx.db).all({ email: friendEmail });
  // Two spellings of one mailbox may each have a row from earlier versions; an address is stored once.
  const earlier = known.find((row) => row.friendEmail === friendEmail) ?? known.at(-1);
  const referrer =
    findReferrer(ctx, ref) ?? findReferrer(ctx, earlier && VOID_BOOKING_STATUSES.includes(earlier.status) ? earlier.code : null);
  if (!referrer) return;
  if (isReferrer(ctx, referrer.id, booking)) {
    recordActivity(ctx, { verb: 'referral.refused', entityType: 'booking', entityId: bookingId, data: { referrerId: referrer.id } });
    publishAfterCommit(ctx, 'clients');
    return;
  }
  const values = { code: referrer.code, referrerId: referrer.id, bookingId, friendEmail, createdAt: ctx.now().toISOString() };
  const { id } = earlier
    ? ctx.db.update(referrals).set(values).where(eq(referrals.id, earlier.id)).returning().get()
    : ctx.db.insert(referrals).values(values).returning().get();
  recordActivity(ctx, { verb: 'referral.made', entityType: 'referral', entityId: id, data: { referrerId: referrer.id, bookingId } });
  publishAfterCommit(ctx, 'clients');
}
