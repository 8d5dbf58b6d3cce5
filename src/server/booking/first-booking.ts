import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, clients, invoices, workOrders } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { VOID_BOOKING_STATUSES } from '../../shared/booking';
import { DONE_STATUSES } from '../../shared/dispatch';
import { PHONE_LENGTH } from '../clients/service';
import type { Ctx } from '../context';

const [email, phone] = [emailKey(sql`${sql.placeholder('email')}`), phoneKey(sql`${sql.placeholder('phone')}`)];

/** Matches the bookings that were made with a person's e-mail address or phone number. */
export const isOfPerson = or(
  sql`${emailKey(sql`${appointmentBookings.clientEmail}`)} = ${email}`,
  sql`${phoneKey(sql`${appointmentBookings.clientPhone}`)} = ${phone}`,
);
/** Like {@link isOfPerson}, for rows that the office types: ignores a phone that is too short to identify a person. */
const isKnownBy = (emailColumn: AnySQLiteColumn, phoneColumn: AnySQLiteColumn): SQL =>
  sql`(${emailKey(sql`${emailColumn}`)} = ${email} or (${phoneColumn} is not null and ${phoneKey(sql`${phoneColumn}`)} = ${phone}
    and length(${phone}) >= ${sql.raw(String(PHONE_LENGTH))}))`;

// The plus signs keep SQLite from walking the indexes of statuses and of live invoices. Only the first row is read; with a limit SQLite
// would plan the whole query anew each time.
const earlierBusiness = prepared((db) =>
  unionAll(
    db
      .select({ id: appointmentBookings.id })
      .from(appointmentBookings)
      .where(and(isOfPerson, sql`+${appointmentBookings.status} not in ${VOID_BOOKING_STATUSES}`)),
    db
      .select({ id: workOrders.id })
      .from(clients)
      .innerJoin(workOrders, eq(workOrders.clientId, sql`coalesce(${clients.mergedIntoId}, ${clients.id})`))
      .where(and(isKnownBy(clients.email, clients.phone), sql`+${workOrders.status} in ${DONE_STATUSES}`)),
    db
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(isKnownBy(invoices.customerEmail, invoices.customerPhone), sql`+${invoices.deletedAt} is null`)),
  ),
);

/**
 * Returns whether a person, known by e-mail or phone, is new: they have no open or completed booking, no finished job and no
 * invoice. Cancelled and missed bookings and deleted or voided invoices do not count.
 */
export const isFirstBooking = (ctx: Ctx, person: { email: string; phone: string }): boolean =>
  earlierBusiness(ctx.db).get(person) === undefined;
