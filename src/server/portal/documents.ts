import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { readPage } from '../../../db/prepared';
import { contactInquiries, invoices, quotes, receipts } from '../../../db/schema';
import { emailKey, nameKey } from '../../../db/schema/checks';
import { DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import type { ownPage, portalInvoices, portalQuotes, portalReceipts } from '../../shared/portal-schemas';
import { EXPIRING_QUOTE_STATUSES } from '../../shared/quoting';
import { businessDay } from '../../shared/time';
import { ownsEmail } from '../consents/own-email';
import type { Ctx } from '../context';
import { getBalance, getStatusOn } from '../invoices/reading';
import { getStatusOn as getQuoteStatusOn } from '../quoting/reading';
import { callingClient } from './calling-client';
import { isOwnBooking, isOwnJobRow } from './own-jobs';

/**
 * Matches rows that are known by an e-mail address alone and carry one of the client's: their own and those of the clients that were merged
 * into them, except addresses that were typed on a client's page and never confirmed. Of several clients with one address, a row with the
 * name of another one belongs to that client.
 */
function hasOwnEmail(ctx: Ctx): SQL {
  const id = callingClient(ctx);
  const mailboxes = sql`select lower(trim(email)) as mailbox from clients where (id = ${id} or merged_into_id = ${id}) and email is not null
    and ${ownsEmail(sql`clients.id`)}`;
  const isNamed = sql`${nameKey(sql`people.name`)} = ${nameKey(sql`customer_name`)}`;
  const root = sql`coalesce(people.merged_into_id, people.id)`;
  const isMailbox = sql`${emailKey(sql`people.email`)} = ${emailKey(sql`customer_email`)}`;
  return sql`${emailKey(sql`customer_email`)} in (select ${emailKey(sql`mailbox`)} from (${mailboxes}))
    and lower(trim(customer_email)) in (select mailbox from (${mailboxes}))
    and (not exists (select 1 from clients people where ${isMailbox} and ${isNamed} and ${root} <> ${id})
      or exists (select 1 from clients people where (people.id = ${id} or people.merged_into_id = ${id}) and ${isNamed}))`;
}

/** The client that an invoice belongs to by its job, its booking or its quote; null for one that is known by an address alone. */
const linkedClient = sql`coalesce(
  (select client_id from work_orders where id = invoices.work_order_id),
  (select jobs.client_id from invoice_jobs join work_orders jobs on jobs.id = invoice_jobs.work_order_id
    where invoice_jobs.invoice_id = invoices.id limit 1),
  (select client_id from appointment_bookings where id = coalesce(invoices.booking_id, invoices.deposit_booking_id)),
  (select client_id from quotes where deposit_invoice_id = invoices.id))`;

/** Selects the ids of the client's invoices, drafts and voided ones too. */
function ownInvoices(ctx: Ctx): SQL {
  const id = callingClient(ctx);
  const jobs = sql`select id from work_orders where ${isOwnJobRow(ctx)}`;
  const bookings = sql`select id from appointment_bookings where ${isOwnBooking(ctx)}`;
  return sql`select id from (
    select id from invoices where work_order_id in (${jobs})
    union select invoice_id from invoice_jobs where work_order_id in (${jobs})
    union select id from invoices where booking_id in (${bookings})
    union select id from invoices where deposit_booking_id is not null and deposit_booking_id in (${bookings})
    union select deposit_invoice_id from quotes where client_id = ${id} and deposit_invoice_id is not null
    union select id from invoices where ${hasOwnEmail(ctx)} and ${linkedClient} is null)
    own where ${id} = coalesce((select ${linkedClient} from invoices where invoices.id = own.id), ${id})`;
}

/** Matches the client's invoices that were issued and not voided. The pluses keep SQLite from the indexes of all invoices. */
const isOwnInvoice = (ctx: Ctx): SQL =>
  sql`${invoices.id} in (${ownInvoices(ctx)}) and +${invoices.deletedAt} is null and +${invoices.status} <> 'draft'`;

/** Matches the client's receipts without voided ones: those of their invoices, and those that are known by an address alone. */
const isOwnReceipt = (ctx: Ctx): SQL =>
  sql`${receipts.id} in (select id from receipts where invoice_id in (${ownInvoices(ctx)})
    union select id from receipts where ${hasOwnEmail(ctx)} and invoice_id is null) and +${receipts.voidedAt} is null`;

/** Throws NOT_FOUND unless the client has this invoice. */
export function assertOwnInvoice(ctx: Ctx, id: number): void {
  const own = ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, id), isOwnInvoice(ctx)))
    .get();
  if (!own) throw new DomainError('NOT_FOUND', 'This invoice does not exist.');
}

/** Throws NOT_FOUND unless the client has this receipt. */
export function assertOwnReceipt(ctx: Ctx, id: number): void {
  const own = ctx.db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.id, id), isOwnReceipt(ctx)))
    .get();
  if (!own) throw new DomainError('NOT_FOUND', 'This receipt does not exist.');
}

type Page = z.output<typeof ownPage>;

/** Lists the client's invoices, newest first. */
export function listInvoices(ctx: Ctx, { limit, cursor }: Page): z.output<typeof portalInvoices> {
  const today = businessDay(ctx.now());
  return readPage(
    ctx.db
      .select()
      .from(invoices)
      .where(and(isOwnInvoice(ctx), cursor == null ? undefined : sql`${invoices.id} < ${cursor}`))
      .orderBy(desc(invoices.id)),
    limit,
    ({ id }) => id,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        invoiceNumber: row.invoiceNumber,
        serviceDate: row.serviceDate,
        dueDate: row.dueDate,
        total: formatCents(row.totalCents),
        balance: formatCents(getOwed(row)),
        status: getStatusOn(row, today),
        payUrl: getOwed(row) > 0 && row.payToken !== null ? `/pay/${row.payToken}` : null,
        pdfUrl: `/my/invoices/${row.id}.pdf`,
      })),
  );
}

/** Returns what the client owes of an invoice, in cents; nothing of a paid one. */
const getOwed = (row: typeof invoices.$inferSelect): number => (row.status === 'paid' ? 0 : getBalance(row));

/** Returns the number of the client's invoices with a balance, and their sum. */
export function sumOwed(ctx: Ctx): { openInvoices: number; openBalance: string } {
  const open = ctx.db
    .select()
    .from(invoices)
    .where(and(isOwnInvoice(ctx), sql`+${invoices.status} <> 'paid'`))
    .all()
    .map(getOwed)
    .filter((cents) => cents > 0);
  return { openInvoices: open.length, openBalance: formatCents(open.reduce((sum, cents) => sum + cents, 0)) };
}

/** Lists the client's receipts and refunds, newest first. */
export const listReceipts = (ctx: Ctx, { limit, cursor }: Page): z.output<typeof portalReceipts> =>
  readPage(
    ctx.db
      .select()
      .from(receipts)
      .where(and(isOwnReceipt(ctx), cursor == null ? undefined : sql`${receipts.id} < ${cursor}`))
      .orderBy(desc(receipts.id)),
    limit,
    ({ id }) => id,
    (rows) =>
      rows.map(({ id, receiptNumber, paymentDate, amountPaidCents, paymentMethod, isRefund }) => ({
        ...{ id, receiptNumber, paymentDate, isRefund },
        amount: formatCents(amountPaidCents),
        method: paymentMethod,
        pdfUrl: `/my/receipts/${id}.pdf`,
      })),
  );

const SHOWN_QUOTES = ['sent', 'viewed', 'changes_requested', 'approved', 'expired'] as const;

/** Lists the client's quotes that were sent and not replaced or withdrawn, newest first. */
export function listQuotes(ctx: Ctx): z.output<typeof portalQuotes> {
  const today = businessDay(ctx.now());
  const id = callingClient(ctx);
  const requests = sql`(select id from ${contactInquiries} where client_id = ${id})`;
  const rows = ctx.db
    .select()
    .from(quotes)
    .where(
      and(
        or(eq(quotes.clientId, id), and(sql`+${quotes.clientId} is null`, sql`${quotes.inquiryId} in ${requests}`)),
        inArray(sql`+${quotes.status}`, [...SHOWN_QUOTES]),
      ),
    )
    .orderBy(desc(sql`+${quotes.id}`))
    .all();
  return {
    rows: rows.map((row) => ({
      number: row.number,
      total: formatCents(row.totalCents),
      validUntil: row.validUntil,
      status: getQuoteStatusOn(row, today),
      url: `/quote/${row.token}`,
    })),
  };
}

/** Counts the quotes that wait for the client's answer. */
export const countOpenQuotes = (ctx: Ctx): number =>
  listQuotes(ctx).rows.filter(({ status }) => (EXPIRING_QUOTE_STATUSES as readonly string[]).includes(status)).length;
