import { randomUUID } from 'node:crypto';
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, max, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inRepeatableTransaction, inTransaction } from '../../../db/client';
import { countKept } from '../../../db/kept-counts';
import { CLEAN_UP_ROWS, cleanUp, countRows, cutPage, hasRows, placeholders, prepared, preparedFor } from '../../../db/prepared';
import { contactInquiries, quotes } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import type { SentEstimate } from '../../shared/pricing-schemas';
import { ADDRESS_NEEDED, type quoteWorkOrder } from '../../shared/quote-work-order';
import type { QuoteStatus } from '../../shared/quotes';
import { QUOTE_ANSWER_MINUTES, QUOTE_BIN_DAYS, QUOTE_STATUSES, QUOTE_TRANSITIONS } from '../../shared/quotes';
import type { Inquiry, QuoteSubmission, quotePage } from '../../shared/quotes-schemas';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { findOrAddAddress } from '../clients/addresses';
import { findOrCreateClient, listAddresses, takeSmsConsent } from '../clients/service';
import type { Ctx } from '../context';
import { planWorkOrder } from '../dispatch/service';
import { publishAfterCommit } from '../live';
import { queueQuoteMessages } from '../mail/messages/quote';
import { readSentEstimate, toSentEstimate } from '../pricing/sent-estimates';

const { deletedAt: _deletedAt, deletionBatch: _deletionBatch, ...shownColumns } = getTableColumns(contactInquiries);
const columns = {
  ...shownColumns,
  estimate: sql<SentEstimate | null>`${contactInquiries.estimate}`.mapWith(readSentEstimate),
  workOrderId: sql<number | null>`(select max(id) from work_orders where inquiry_id = contact_inquiries.id)`,
  workOrderDate: sql<
    string | null
  >`(select scheduled_date from work_orders where inquiry_id = contact_inquiries.id order by work_orders.id desc limit 1)`,
};
type Row = Omit<typeof contactInquiries.$inferSelect, 'deletedAt' | 'deletionBatch' | 'estimate'> &
  Pick<Inquiry, 'workOrderId' | 'workOrderDate' | 'estimate'>;

const isLive = isNull(contactInquiries.deletedAt);

/** Returns a request that is not deleted. Throws NOT_FOUND. */
export function getRow(ctx: Ctx, id: number): Row {
  const row = ctx.db
    .select(columns)
    .from(contactInquiries)
    .where(and(eq(contactInquiries.id, id), isLive))
    .get();
  if (!row) throw new DomainError('NOT_FOUND', 'This quote request does not exist.');
  return row;
}

const quoteInsert = prepared((db) =>
  db
    .insert(contactInquiries)
    .values(placeholders('name', 'email', 'phone', 'address', 'serviceType', 'message', 'estimate', 'smsConsentAt', 'createdAt'))
    .returning(),
);

/** Stores a visitor's request and queues the messages to the visitor and the office. */
export function submitQuote(ctx: Ctx, input: QuoteSubmission): { success: true; inquiry: Inquiry } {
  return inTransaction(ctx.db, () => {
    const { name, email, phone, address, serviceType, message } = input;
    const createdAt = ctx.now().toISOString();
    const smsConsentAt = input.smsConsent ? createdAt : null;
    const estimate = toSentEstimate(ctx, input.estimate && { ...input.estimate, serviceType: input.estimate.serviceType ?? serviceType });
    const row = quoteInsert(ctx.db).get({ name, email, phone, address, serviceType, message, estimate, smsConsentAt, createdAt });
    const inquiry = { ...row, estimate: readSentEstimate(estimate), workOrderId: null, workOrderDate: null };
    queueQuoteMessages(ctx, inquiry);
    recordActivity(ctx, { verb: 'quote.received', entityType: 'quote', entityId: row.id, data: { serviceType } });
    publishAfterCommit(ctx, 'quotes');
    return { success: true, inquiry };
  });
}

/** Returns the instant before which a request waits too long, to the minute, since the list is cached for as long. */
const waitingSince = (ctx: Ctx): string => {
  const minute = Math.floor(ctx.now().getTime() / 60_000) * 60_000;
  return addMinutes(new Date(minute), -QUOTE_ANSWER_MINUTES);
};
/** Condition for pending requests older than 24 hours; repeats the condition of the partial index. */
const isWaiting = (since: string | Placeholder): SQL => sql`status = 'pending' and deleted_at is null and created_at < ${since}`;

export const countWaitingQuotes = (ctx: Ctx): number =>
  countRows(ctx.db, sql`contact_inquiries indexed by contact_inquiries_waiting`, isWaiting(waitingSince(ctx)));

export const countPendingQuotes = (ctx: Ctx): number => countKept(ctx, 'quotes', ['pending']);

const FILTERS = {
  id: and(isLive, eq(contactInquiries.id, sql.placeholder('id'))),
  waiting: isWaiting(sql.placeholder('since')),
  status: and(isLive, eq(contactInquiries.status, sql.placeholder('status'))),
  all: isLive,
};
const pageFor = preparedFor((db, { filter, hasCursor, rows }: { filter: keyof typeof FILTERS; hasCursor: boolean; rows: number }) =>
  db
    .select(columns)
    .from(contactInquiries)
    .where(and(FILTERS[filter], hasCursor ? lt(contactInquiries.id, sql.placeholder('cursor')) : undefined))
    .orderBy(desc(contactInquiries.id))
    .limit(rows),
);

/** Returns a page of requests, newest first, with the total: by status, those that wait longer than 24 hours, or a single one. */
export function listQuotes(ctx: Ctx, input: z.output<typeof quotePage>) {
  const { id, waiting, status, limit, cursor } = input;
  const filter = id !== undefined ? 'id' : waiting ? 'waiting' : status ? 'status' : 'all';
  const statement = pageFor(ctx.db, { filter, hasCursor: cursor != null, rows: limit + 1 });
  const rows = statement.all({ id, status, cursor, since: waiting ? waitingSince(ctx) : undefined });
  const { rows: inquiries, nextCursor } = cutPage(rows, limit, (row) => row.id);
  return { inquiries, total: countShown(ctx, input, inquiries.length), nextCursor };
}

function countShown(ctx: Ctx, { id, waiting, status }: z.output<typeof quotePage>, found: number): number {
  if (id !== undefined) return found;
  return waiting ? countWaitingQuotes(ctx) : countKept(ctx, 'quotes', status ? [status] : QUOTE_STATUSES);
}

/** Log entry of a status step, by which `undoQuoteStep` takes it back: the request before the step, and the ids of new rows. */
export type QuoteStep = Pick<Row, 'confirmedAt' | 'clientId'> & {
  from: QuoteStatus;
  made: { workOrderId?: number; clientId?: number; addressId?: number };
};

/**
 * Changes the status of a request. The first confirmation of a request with an address also creates the client and a work order
 * with its default components. Throws NOT_FOUND, CONFLICT.
 */
export function setQuoteStatus(ctx: Ctx, { id, status }: { id: number; status: QuoteStatus }): Inquiry {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (row.status === status) return row;
    if (!QUOTE_TRANSITIONS[row.status].includes(status))
      throw new DomainError('CONFLICT', `A quote request that is ${row.status} cannot become ${status}.`);
    const confirmedAt = status === 'confirmed' ? ctx.now().toISOString() : row.confirmedAt;
    ctx.db.update(contactInquiries).set({ status, confirmedAt }).where(eq(contactInquiries.id, id)).run();
    const isFirst = status === 'confirmed' && row.address !== null && row.workOrderId === null && !isQuoteApproved(ctx, id);
    const made = isFirst ? linkWorkOrder(ctx, row, row.address ?? '') : {};
    const data: QuoteStep = { from: row.status, confirmedAt: row.confirmedAt, clientId: row.clientId, made };
    recordActivity(ctx, { verb: `quote.${status}`, entityType: 'quote', entityId: id, data });
    publishAfterCommit(ctx, 'quotes');
    return getRow(ctx, id);
  });
}

/** Returns whether the client approved a priced quote, which created the job or the plan of the request. */
const isQuoteApproved = ({ db }: Ctx, inquiryId: number): boolean =>
  hasRows(db, quotes, and(eq(quotes.inquiryId, inquiryId), eq(quotes.status, 'approved')));

/**
 * Confirms the request of an approved quote and links it to its client. The quote creates the job, so this creates none. A deleted request
 * stays as it is. Call it inside a transaction.
 */
export function confirmByQuote(ctx: Ctx, id: number, { clientId, quoteId }: { clientId: number; quoteId: number }): void {
  const row = ctx.db
    .select()
    .from(contactInquiries)
    .where(and(eq(contactInquiries.id, id), isLive))
    .get();
  if (!row) return;
  takeSmsConsent(ctx, { ...row, clientId });
  const isConfirmed = row.status !== 'pending';
  const confirmation = isConfirmed ? {} : ({ status: 'confirmed', confirmedAt: ctx.now().toISOString() } as const);
  ctx.db
    .update(contactInquiries)
    .set({ ...confirmation, clientId })
    .where(eq(contactInquiries.id, id))
    .run();
  // Without the data of a step of the office, so that it cannot be undone.
  if (!isConfirmed) recordActivity(ctx, { verb: 'quote.confirmed', entityType: 'quote', entityId: id, data: { quoteId } });
  publishAfterCommit(ctx, 'quotes');
}

/** Creates the client and the address unless they are known, and a work order. Returns the ids of the new rows. */
function linkWorkOrder(ctx: Ctx, row: Row, address: string, job: Partial<Parameters<typeof planWorkOrder>[1]> = {}): QuoteStep['made'] {
  const client = findOrCreateClient(ctx, { name: row.name, email: row.email, phone: row.phone, address, notes: null });
  takeSmsConsent(ctx, { ...row, clientId: client.id });
  const known = listAddresses(ctx, client.id);
  const addressId = findOrAddAddress(ctx, client.id, address, 'From a quote request');
  const order = planWorkOrder(ctx, {
    ...job,
    clientId: client.id,
    addressId,
    serviceType: row.serviceType,
    description: row.message,
    notes: addressId === undefined ? `Address on the quote request: ${address}` : null,
    inquiryId: row.id,
  });
  ctx.db.update(contactInquiries).set({ clientId: client.id }).where(eq(contactInquiries.id, row.id)).run();
  const isNewAddress = addressId != null && !known.some(({ id }) => id === addressId);
  return { workOrderId: order.id, ...(client.isNew && { clientId: client.id }), ...(isNewAddress && { addressId }) };
}

/** Creates a work order for a confirmed request. Throws NOT_FOUND, CONFLICT, and BAD_REQUEST if no address is known. */
export function createQuoteWorkOrder(ctx: Ctx, input: z.output<typeof quoteWorkOrder>): Inquiry {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, input.id);
    if (row.status !== 'confirmed')
      throw new DomainError('CONFLICT', `A quote request that is ${row.status} gets no work order; confirm it first.`);
    if (row.workOrderId !== null && !input.another) throw new DomainError('CONFLICT', 'This quote request has a work order already.');
    const address = row.address ?? input.address;
    if (!address) throw fieldError('address', ADDRESS_NEEDED);
    if (row.address === null) ctx.db.update(contactInquiries).set({ address }).where(eq(contactInquiries.id, row.id)).run();
    const { totalAmount = null, estimatedDuration, crewSize } = input;
    linkWorkOrder(ctx, row, address, { totalAmount, crewSize, ...(estimatedDuration != null && { estimatedDuration }) });
    recordActivity(ctx, { verb: 'quote.workOrderAdded', entityType: 'quote', entityId: row.id });
    publishAfterCommit(ctx, 'quotes');
    return getRow(ctx, input.id);
  });
}

/** Deletes every request; they can be restored for 30 days. Clients and work orders stay as they are. */
export function deleteAllQuotes(ctx: Ctx): { success: true; deletedCount: number } {
  return inTransaction(ctx.db, () => {
    const deletedAt = ctx.now().toISOString();
    const deletedCount = ctx.db.update(contactInquiries).set({ deletedAt, deletionBatch: randomUUID() }).where(isLive).run().changes;
    if (deletedCount > 0) {
      recordActivity(ctx, { verb: 'quotes.deleted', entityType: 'quote', entityId: 'all', data: { deletedCount } });
      publishAfterCommit(ctx, 'quotes');
    }
    return { success: true, deletedCount };
  });
}

export function getQuoteBin(ctx: Ctx): { count: number; deletedAt: string | null } {
  const row = ctx.db
    .select({ deletedAt: max(contactInquiries.deletedAt) })
    .from(contactInquiries)
    .where(isNotNull(contactInquiries.deletedAt))
    .get();
  return { count: countKept(ctx, 'quotes', ['deleted']), deletedAt: row?.deletedAt ?? null };
}

/** Restores the requests of the last deletion only. */
export function restoreQuotes(ctx: Ctx): { restoredCount: number } {
  return inTransaction(ctx.db, () => {
    const last = ctx.db
      .select({ batch: contactInquiries.deletionBatch, deletedAt: contactInquiries.deletedAt })
      .from(contactInquiries)
      .where(isNotNull(contactInquiries.deletedAt))
      .orderBy(desc(contactInquiries.deletedAt), desc(contactInquiries.id))
      .limit(1)
      .get();
    if (!last?.batch || !last.deletedAt) return { restoredCount: 0 };
    const restoredCount = ctx.db
      .update(contactInquiries)
      .set({ deletedAt: null, deletionBatch: null })
      .where(and(eq(contactInquiries.deletedAt, last.deletedAt), eq(contactInquiries.deletionBatch, last.batch)))
      .run().changes;
    recordActivity(ctx, { verb: 'quotes.restored', entityType: 'quote', entityId: 'all', data: { restoredCount } });
    publishAfterCommit(ctx, 'quotes');
    return { restoredCount };
  });
}

/** Removes requests for good that were deleted more than 30 days ago. Returns true if there may be more. */
export function purgeQuoteBin(ctx: Ctx): boolean {
  const before = addMinutes(ctx.now(), -QUOTE_BIN_DAYS * 1440);
  return inRepeatableTransaction(ctx.db, () => {
    const purged = cleanUp(ctx.db, contactInquiries, lt(contactInquiries.deletedAt, before));
    if (purged > 0) recordActivity(ctx, { verb: 'quotes.purged', entityType: 'quote', entityId: 'all', data: { purged } });
    return purged === CLEAN_UP_ROWS;
  });
}
