import { eq, sql } from 'drizzle-orm';
import { appointmentBookings, clients, referrals } from '../../../db/schema';
import { phoneKey } from '../../../db/schema/checks';
import { VOID_BOOKING_STATUSES } from '../../shared/booking-words';
import { codeIn } from '../../shared/offers';
import { recordActivity } from '../activity';
import { findClientByCode } from '../clients/referral-code';
import { PHONE_LENGTH } from '../clients/service';
import { publishAfterCommit } from '../live';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';

/** The client whose code a `ref` is; undefined for any other, and for a client whom the company no longer serves. */
export function findReferrer(ctx: Ctx, ref: string | null): { id: number; code: string } | undefined {
  const code = codeIn(ref);
  const client = code === undefined ? undefined : findClientByCode(ctx, code);
  return code === undefined || !client || client.doNotService ? undefined : { id: client.id, code };
}

const given = sql.placeholder;
const isPerson = prepared((db) =>
  db
    .select({ id: clients.id })
    .from(clients)
    .where(
      sql`(${clients.id} = ${given('id')} or ${clients.mergedIntoId} = ${given('id')}) and (lower(${clients.email}) = lower(${given('email')})
        or (${phoneKey(sql`${clients.phone}`)} = ${phoneKey(sql`${given('phone')}`)} and length(${phoneKey(sql`${given('phone')}`)}) >= ${sql.raw(String(PHONE_LENGTH))}))`,
    )
    .limit(1)
    .prepare(),
);
const earlierReferral = prepared((db) =>
  db
    .select({ id: referrals.id, code: referrals.code, status: appointmentBookings.status })
    .from(referrals)
    .innerJoin(appointmentBookings, eq(appointmentBookings.id, referrals.bookingId))
    .where(eq(referrals.friendEmail, given('email')))
    .prepare(),
);

type FirstBooking = { id: number; ref: string | null; clientEmail: string; clientPhone: string };

/**
 * Notes who sent the friend that a first booking online is of, by the code it came with; a person is referred once, and nobody
 * by themselves. It takes the place of an earlier one that came to nothing, whose code counts on where this one has none. Call it
 * inside the transaction.
 */
export function recordReferral(ctx: Ctx, { id: bookingId, ref, clientEmail, clientPhone }: FirstBooking): void {
  const friendEmail = clientEmail.toLowerCase();
  const earlier = earlierReferral(ctx.db).get({ email: friendEmail });
  const referrer =
    findReferrer(ctx, ref) ?? findReferrer(ctx, earlier && VOID_BOOKING_STATUSES.includes(earlier.status) ? earlier.code : null);
  if (!referrer || isPerson(ctx.db).get({ id: referrer.id, email: clientEmail, phone: clientPhone })) return;
  const values = { code: referrer.code, referrerId: referrer.id, bookingId, friendEmail, createdAt: ctx.now().toISOString() };
  const { id } = earlier
    ? ctx.db.update(referrals).set(values).where(eq(referrals.id, earlier.id)).returning().get()
    : ctx.db.insert(referrals).values(values).returning().get();
  recordActivity(ctx, { verb: 'referral.made', entityType: 'referral', entityId: id, data: { referrerId: referrer.id, bookingId } });
  publishAfterCommit(ctx, 'clients');
}
