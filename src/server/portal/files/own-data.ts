import { setImmediate as breathe } from 'node:timers/promises';
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
import { readEveryVisit } from '../visits';

type Page = { limit: number; cursor?: number | null };
type List<Row> = (ctx: Ctx, page: Page) => { rows: Row[]; nextCursor: number | null };

/** Rows that are read at once; other requests run before the next ones. */
const ROWS_A_READ = 100;
/** Reads all pages of a list. */
function* readPages<Row>(ctx: Ctx, list: List<Row>): Generator<Row[]> {
  let cursor: number | null | undefined;
  do {
    const page = list(ctx, { limit: ROWS_A_READ, ...(cursor != null && { cursor }) });
    yield page.rows;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Writes a list as JSON, a row on a line. */
async function writeRows<Row extends object>(
  batches: Iterable<readonly Row[]>,
  toShown: (row: Row) => object = (row) => row,
): Promise<string> {
  const lines: string[] = [];
  for (const rows of batches) {
    lines.push(...rows.map((row) => `\n    ${JSON.stringify(toShown(row))}`));
    await breathe();
  }
  return lines.length === 0 ? '[]' : `[${lines.join(',')}\n  ]`;
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
export async function exportOwnData(ctx: Ctx): Promise<string> {
  const id = callingClient(ctx);
  inTransaction(ctx.db, () => recordActivity(ctx, { verb: 'client.dataDownloaded', entityType: 'client', entityId: id }));
  const { smsConsentAt, createdAt } = getRow(ctx, id);
  const ratings: object[] = [];
  const visits = await writeRows(readEveryVisit(ctx, ROWS_A_READ), (visit) => {
    const { workOrderId, date, rating } = visit;
    if (rating) ratings.push({ workOrderId, date, ...rating });
    return visit;
  });
  const parts = {
    exportedAt: JSON.stringify(ctx.now().toISOString()),
    client: JSON.stringify({ ...getOwnClient(ctx), createdAt, smsConsentAt }),
    requests: await writeRows([listRequests(ctx)]),
    quotes: await writeRows([listQuotes(ctx).rows], ({ url: _url, ...quote }) => quote),
    bookings: await writeRows([listBookings(ctx)]),
    plans: await writeRows([listEveryPlan(ctx)]),
    visits,
    ratings: await writeRows([ratings]),
    invoices: await writeRows(readPages(ctx, listInvoices), ({ payUrl: _url, ...invoice }) => invoice),
    receipts: await writeRows(readPages(ctx, listReceipts)),
    messages: await writeRows(readPages(ctx, listMessages)),
    consents: await writeRows([listConsents(ctx)]),
  };
  return `{${Object.entries(parts)
    .map(([name, text]) => `\n  "${name}": ${text}`)
    .join(',')}\n}\n`;
}
