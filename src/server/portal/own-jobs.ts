import { type SQL, sql } from 'drizzle-orm';
import { emailKey } from '../../../db/schema/checks';
import { FORMER_EMAIL, ownsEmail } from '../consents/own-email';
import type { Ctx } from '../context';
import { callingClient } from './calling-client';

/**
 * Matches bookings of the client that carry an e-mail address of theirs or of a client merged into them, carried one when they changed it,
 * or were made on the client's page. A booking may have found the client by phone and name, and then belong to another person of the same
 * home.
 */
export function isOwnBooking(ctx: Ctx): SQL {
  const id = callingClient(ctx);
  const mailboxes = sql`select ${emailKey(sql`own.email`)} from clients own where (own.id = ${id} or own.merged_into_id = ${id})
    and own.email is not null and ${ownsEmail(sql`own.id`)}`;
  return sql`appointment_bookings.client_id = ${id} and (${emailKey(sql`appointment_bookings.client_email`)} in (${mailboxes})
    or exists (select 1 from activity made where made.entity_type = 'booking' and made.entity_id = cast(appointment_bookings.id as text)
      and (made.verb = ${FORMER_EMAIL} or made.verb = 'booking.made' and made.actor_kind = 'visitor' and made.actor_id is not null)))`;
}

/** Matches the jobs that the client's page shows: theirs, without those of bookings that are not theirs. */
export const isOwnJobRow = (ctx: Ctx): SQL =>
  sql`work_orders.client_id = ${callingClient(ctx)} and not exists (select 1 from appointment_bookings
    where appointment_bookings.work_order_id = work_orders.id and not (${isOwnBooking(ctx)}))`;
