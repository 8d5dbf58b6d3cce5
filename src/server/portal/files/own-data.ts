import { and, asc, eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client';
import { appointmentBookings, appointmentSlots, consents, contactInquiries } from '../../../../db/schema';
import { emailKey } from '../../../../db/schema/checks';
import { recordActivity } from '../../activity';
import { getRow } from '../../clients/service';
import { isOwnEmail } from '../../consents/own-email';
import type { Ctx } from '../../context';
import { callingClient } from '../calling-client';
import { getOwnClient } from '../details';
import { listInvoices, listQuotes, listReceipts } from '../documents';
import { listMessages } from '../messages';
import { isOwnBooking } from '../own-jobs';
import { listEveryPlan } from '../plans';
import { listEveryVisit } from '../visits';

type Page = { limit: number; cursor?: number | null };
type List<Row> = (ctx: Ctx, page: Page) => { rows: Row[]; nextCursor: number | null };

const ROWS_A_READ = 100;
/** Reads all pages of a list. */
function readAll<Row>(ctx: Ctx, list: List<Row>): Row[] {
  const all: Row[] = [];
  let cursor: number | null | undefined;
  do {
    const page = list(ctx, { limit: ROWS_A_READ, ...(cursor != null && { cursor }) });
    all.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

const listBookings = (ctx: Ctx) =>
  ctx.db
    .select({
      bookingReference: appointmentBookings.bookingReference,
      date: appointmentSlots.date,
      timeSlot: appointmentSlots.timeSlot,
      serviceType: appointmentBookings.serviceType,
      name: appointmentBookings.clientName,
      email: appointmentBookings.clientEmail,
      phone: appointmentBookings.clientPhone,
      address: appointmentBookings.clientAddress,
      specialRequests: appointmentBookings.specialRequests,
      frequency: appointmentBookings.frequency,
      status: appointmentBookings.status,
      createdAt: appointmentBookings.createdAt,
    })
    .from(appointmentBookings)
    .innerJoin(appointmentSlots, eq(appointmentSlots.id, appointmentBookings.slotId))
    .where(isOwnBooking(ctx))
    .orderBy(asc(appointmentBookings.id))
    .all();

const listRequests = (ctx: Ctx) =>
  ctx.db
    .select({
      serviceType: contactInquiries.serviceType,
      message: contactInquiries.message,
      status: contactInquiries.status,
      createdAt: contactInquiries.createdAt,
    })
    .from(contactInquiries)
    .where(and(eq(contactInquiries.clientId, callingClient(ctx)), sql`+${contactInquiries.deletedAt} is null`))
    .orderBy(asc(contactInquiries.id))
    .all();

/** Lists the consents of the client's e-mail address, unless it may belong to another person. */
function listConsents(ctx: Ctx) {
  const { id, email } = getRow(ctx, callingClient(ctx));
  if (email === null || !isOwnEmail(ctx, id)) return [];
  const { basis, source, obtainedAt, expiresAt, withdrawnAt } = consents;
  return ctx.db
    .select({ basis, source, obtainedAt, expiresAt, withdrawnAt })
    .from(consents)
    .where(eq(emailKey(sql`${consents.email}`), emailKey(sql`${email}`)))
    .orderBy(asc(consents.id))
    .all();
}

/**
 * Returns what the company stores about the client, as a text to download: their own rows of every kind, without the office's notes and
 * without the keys of links.
 */
export function exportOwnData(ctx: Ctx): string {
  const id = callingClient(ctx);
  inTransaction(ctx.db, () => recordActivity(ctx, { verb: 'client.dataDownloaded', entityType: 'client', entityId: id }));
  const { smsConsentAt, createdAt } = getRow(ctx, id);
  const visits = listEveryVisit(ctx);
  const data = {
    exportedAt: ctx.now().toISOString(),
    client: { ...getOwnClient(ctx), createdAt, smsConsentAt },
    requests: listRequests(ctx),
    quotes: listQuotes(ctx).rows.map(({ url: _url, ...quote }) => quote),
    bookings: listBookings(ctx),
    plans: listEveryPlan(ctx),
    visits,
    ratings: visits.flatMap(({ workOrderId, date, rating }) => (rating ? { workOrderId, date, ...rating } : [])),
    invoices: readAll(ctx, listInvoices).map(({ payUrl: _url, ...invoice }) => invoice),
    receipts: readAll(ctx, listReceipts),
    messages: readAll(ctx, listMessages),
    consents: listConsents(ctx),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}
