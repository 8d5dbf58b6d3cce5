import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { appointmentBookings, clients, invoices, workOrders } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { VOID_BOOKING_STATUSES } from '../../shared/booking';
import { getPhase, WORK_ORDER_STATUSES } from '../../shared/dispatch';
import { PHONE_LENGTH } from '../clients/service';
import type { Ctx } from '../context';

type Person = { email: string; phone: string };

export const isOfPerson = ({ email, phone }: Person) =>
  or(
    sql`${emailKey(sql`${appointmentBookings.clientEmail}`)} = ${emailKey(sql`${email}`)}`,
    sql`${phoneKey(sql`${appointmentBookings.clientPhone}`)} = ${phoneKey(sql`${phone}`)}`,
  );
/** Like {@link isOfPerson}, for rows that the office types: ignores a phone that is too short to identify a person. */
const isKnownBy = ({ email, phone }: Person, emailColumn: AnySQLiteColumn, phoneColumn: AnySQLiteColumn): SQL =>
  sql`(${emailKey(sql`${emailColumn}`)} = ${emailKey(sql`${email}`)} or (${phoneColumn} is not null
    and ${phoneKey(sql`${phoneColumn}`)} = ${phoneKey(sql`${phone}`)} and length(${phoneKey(sql`${phone}`)}) >= ${PHONE_LENGTH}))`;

const DONE = WORK_ORDER_STATUSES.filter((status) => getPhase(status) === 'done');

/**
 * Returns whether a person, known by e-mail or phone, is new: they have no open or completed booking, no finished job and no
 * invoice. Cancelled and missed bookings and deleted or voided invoices do not count.
 */
export const isFirstBooking = ({ db }: Ctx, person: Person): boolean =>
  // The plus signs keep SQLite from walking the indexes of statuses and of live invoices.
  unionAll(
    db
      .select({ id: appointmentBookings.id })
      .from(appointmentBookings)
      .where(and(isOfPerson(person), sql`+${appointmentBookings.status} not in ${VOID_BOOKING_STATUSES}`)),
    db
      .select({ id: workOrders.id })
      .from(clients)
      .innerJoin(workOrders, eq(workOrders.clientId, sql`coalesce(${clients.mergedIntoId}, ${clients.id})`))
      .where(and(isKnownBy(person, clients.email, clients.phone), sql`+${workOrders.status} in ${DONE}`)),
    db
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(isKnownBy(person, invoices.customerEmail, invoices.customerPhone), sql`+${invoices.deletedAt} is null`)),
  )
    .limit(1)
    .get() === undefined;
