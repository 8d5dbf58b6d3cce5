import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, consents, contactInquiries, invoices, orders, workOrders } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import type { ConsentBasis } from '../../shared/automation';
import { isDay } from '../../shared/calendar-day';
import { impliedConsentEnd } from '../../shared/consents';
import { businessInstant, isInstant } from '../../shared/time';
import type { Ctx } from '../context';
import type { Person } from './person';

/** Prefix of the source of a consent ticked at the checkout; the id of the cart follows. */
export const AT_CHECKOUT = 'checkout, cart ';

/**
 * SQL expression for queries of `clients`: the instant of the unsubscribe, or of the withdrawal of an express consent that was not
 * renewed, or null. Column names are raw text, because a Drizzle query of one table drops table names. The plus keeps SQLite from walking
 * all express consents for each client.
 */
export const unsubscribedSince = sql<string | null>`(select coalesce(
  (select max(recipient.unsubscribed_at) from marketing_recipients recipient
    where ${emailKey(sql`recipient.email`)} = ${emailKey(sql`clients.email`)}),
  (select max(withdrawn.withdrawn_at) from consents withdrawn where ${emailKey(sql`withdrawn.email`)} = ${emailKey(sql`clients.email`)}
    and +withdrawn.basis = 'express' and withdrawn.source not like ${`${AT_CHECKOUT}%`}
    and not exists (select 1 from consents renewed where ${emailKey(sql`renewed.email`)} = ${emailKey(sql`withdrawn.email`)} and renewed.basis = 'express'
      and renewed.withdrawn_at is null and renewed.obtained_at >= withdrawn.withdrawn_at))))`;

/** Grounds for marketing to a person: the proof in words, its start, and the instant it ends or null. */
export type Basis = { basis: ConsentBasis; source: string; since: string; until: string | null };

const given = sql.placeholder;
type Event = { source: string; at: string };
/** Returns the latest event; ignores events whose date cannot be read, because they prove nothing. */
const latest = (events: (Event | undefined)[]): Event | undefined =>
  events.reduce<Event | undefined>((a, b) => (b && isInstant(b.at) && (!a || b.at > a.at) ? b : a), undefined);
const implied = (basis: Exclude<ConsentBasis, 'express'>, event: Event | undefined): Basis | undefined =>
  event && { basis, source: event.source, since: event.at, until: impliedConsentEnd(basis, event.at) };

/** Prepares the query for the newest of some rows with an e-mail address, as an event. */
const prepareNewest = (
  table: SQLiteTable,
  email: SQLiteColumn,
  { source, at, by }: { source: SQL; at: SQLiteColumn; by: SQLiteColumn },
  which?: SQL,
) =>
  prepared((db) =>
    db
      .select({ source: sql<string>`${source}`, at: sql<string>`${at}` })
      .from(table)
      .where(and(eq(emailKey(sql`${email}`), emailKey(sql`${given('email')}`)), which))
      .orderBy(desc(by))
      .limit(1),
  );

const findExpress = prepareNewest(
  consents,
  consents.email,
  { source: sql`${consents.source}`, at: consents.obtainedAt, by: consents.id },
  and(eq(consents.basis, 'express'), isNull(consents.withdrawnAt)),
);
export function newestExpress(ctx: Pick<Ctx, 'db'>, { emails }: Person): Basis | undefined {
  const event = latest(emails.map((email) => findExpress(ctx.db).get({ email })));
  return event && { basis: 'express', source: event.source, since: event.at, until: null };
}

const findOrder = prepareNewest(
  orders,
  orders.customerEmail,
  { source: sql`'order ' || ${orders.orderNumber}`, at: orders.createdAt, by: orders.orderNumber },
  and(ne(orders.status, 'cancelled'), isNotNull(orders.paidDate)),
);
const findBooking = prepareNewest(
  appointmentBookings,
  appointmentBookings.clientEmail,
  { source: sql`'booking ' || ${appointmentBookings.bookingReference}`, at: appointmentBookings.createdAt, by: appointmentBookings.id },
  eq(appointmentBookings.status, 'completed'),
);
const findInvoice = prepareNewest(
  invoices,
  invoices.customerEmail,
  { source: sql`'invoice ' || ${invoices.invoiceNumber}`, at: invoices.paidDate, by: invoices.paidDate },
  and(isNull(invoices.deletedAt), eq(invoices.status, 'paid'), isNotNull(invoices.paidDate)),
);
const findJobRow = prepared((db) =>
  db
    .select({ number: workOrders.workOrderId, at: workOrders.completedDate })
    .from(workOrders)
    .where(
      and(
        eq(workOrders.clientId, given('clientId')),
        inArray(workOrders.status, ['complete', 'completed']),
        isNotNull(workOrders.completedDate),
      ),
    )
    .orderBy(desc(workOrders.completedDate))
    .limit(1),
);

function findPurchases({ db }: Pick<Ctx, 'db'>, email: string): (Event | undefined)[] {
  const invoice = findInvoice(db).get({ email });
  return [
    findOrder(db).get({ email }),
    findBooking(db).get({ email }),
    invoice && isDay(invoice.at) ? { ...invoice, at: businessInstant(invoice.at, '00:00') } : undefined,
  ];
}

function findJob({ db }: Pick<Ctx, 'db'>, clientId: number): Event | undefined {
  const job = findJobRow(db).get({ clientId });
  return job?.at ? { source: `work order ${job.number}`, at: job.at } : undefined;
}

/**
 * Returns a person's last purchase: a paid order that was not cancelled, a completed booking, a finished job or a paid invoice. An
 * unpaid cart or a visit that never took place is no business relationship (S.C. 2010, c. 23, s. 10(10)).
 */
export const newestPurchase = (ctx: Pick<Ctx, 'db'>, { emails, clientIds }: Person): Basis | undefined =>
  implied('purchase', latest([...emails.flatMap((email) => findPurchases(ctx, email)), ...clientIds.map((id) => findJob(ctx, id))]));

const findInquiry = prepareNewest(
  contactInquiries,
  contactInquiries.email,
  { source: sql`'quote request ' || ${contactInquiries.id}`, at: contactInquiries.createdAt, by: contactInquiries.id },
  isNull(contactInquiries.deletedAt),
);
export const newestInquiry = (ctx: Pick<Ctx, 'db'>, { emails }: Person): Basis | undefined =>
  implied('inquiry', latest(emails.map((email) => findInquiry(ctx.db).get({ email }))));
