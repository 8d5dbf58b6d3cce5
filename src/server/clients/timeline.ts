import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { shownInvoiceStatus } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { type BookingServiceType, SERVICE_NAMES, type TimeWindow } from '../../shared/booking';
import type { clientTimeline, TimelineEntry, TimelineKind, timelineInput } from '../../shared/clients';
import { formatKnownCents } from '../../shared/money';
import { formatRule } from '../../shared/plans';
import { formatHours, shortDate } from '../../shared/staff-times';
import { formatOrderNumber } from '../../shared/store-sums';
import { businessDay } from '../../shared/time';
import { formatWorkOrderId } from '../../shared/work-order-id';
import type { Ctx } from '../context';
import { getRow, PHONE_LENGTH } from './service';

type Joined = {
  kind: TimelineKind;
  id: number;
  at: string;
  name: string | null;
  detail: string | null;
  day: string | null;
  status: string | null;
  cents: number | null;
};

const hasTheirEmail = (column: string) => sql`${emailKey(sql.raw(column))} in (select mailbox from who)`;
const THEIR_JOBS = sql`select id from work_orders where client_id in (select id from who)`;
const THEIR_BOOKINGS = sql`select id from appointment_bookings where client_id in (select id from who)`;
/** Selects the client's invoices, deleted ones too: by e-mail, by job or booking, by the visits of a month, and by a quote's deposit. */
const THEIR_INVOICES = sql`
  select id from invoices where ${hasTheirEmail('customer_email')}
  union select id from invoices where work_order_id in (${THEIR_JOBS})
  union select invoice_id from invoice_jobs where work_order_id in (${THEIR_JOBS})
  union select id from invoices where booking_id in (${THEIR_BOOKINGS})
  union select id from invoices where deposit_booking_id is not null and deposit_booking_id in (${THEIR_BOOKINGS})
  union select deposit_invoice_id from quotes where client_id in (select id from who) and deposit_invoice_id is not null`;
/**
 * All rows of a client and of those merged into it: by foreign key if the table has one, else by e-mail, store orders also by phone.
 * The pluses keep SQLite from indexes that cover nearly every row.
 */
const selectAll = (today: string) => sql`
  select 'quote' as kind, id, created_at as at, null as name, service_type as detail, null as day, status, null as cents
    from contact_inquiries
    where (client_id in (select id from who) or (+client_id is null and ${hasTheirEmail('email')})) and +deleted_at is null
  union all
  select 'pricedQuote', id, created_at, number || iif(version > 1, ', version ' || version, ''), service_type, null,
      replace(status, '_', ' '), total_cents
    from quotes where client_id in (select id from who)
  union all
  select 'plan', id, created_at, rrule, service_type, start_time, status, price_cents
    from plans where client_id in (select id from who)
  union all
  select 'booking', bookings.id, bookings.created_at, booking_reference, bookings.service_type, slots.date || ' ' || slots.time_slot,
      status, nullif(total_amount_cents, 0)
    from appointment_bookings bookings join appointment_slots slots on slots.id = bookings.slot_id
    where client_id in (select id from who) or (+client_id is null and ${hasTheirEmail('client_email')})
  union all
  select 'workOrder', id, coalesce(completed_date, scheduled_date), work_order_id, service_type, null, status, total_amount_cents
    from work_orders where client_id in (select id from who)
  union all
  select 'order', order_number, created_at, null, null, null, status, total_cents
    from orders where ${hasTheirEmail('customer_email')} or ${phoneKey(sql`customer_phone`)} in (select phone from who)
  union all
  select 'invoice', id, created_at, invoice_number, service_type, null, ${sql.raw(shownInvoiceStatus(`'${today}'`))}, total_cents
    from invoices where id in (select id from their_invoices) and +deleted_at is null
  union all
  select 'receipt', id, created_at, receipt_number, description, null, iif(is_refund, 'refund', null),
      iif(is_refund, -amount_paid_cents, amount_paid_cents)
    from receipts
    where (${hasTheirEmail('customer_email')} or invoice_id in (select id from their_invoices)) and voided_at is null
  union all
  select 'message', id, created_at, subject, null, null, status, null
    from outbox where ${hasTheirEmail('"to"')}`;

const phone = phoneKey(sql`phone`);

/** Returns a page of a client's timeline: planned jobs first, then newest first. Throws NOT_FOUND. */
export function getTimeline(ctx: Ctx, { id, limit, cursor }: z.output<typeof timelineInput>): z.output<typeof clientTimeline> {
  getRow(ctx, id);
  const after = cursor ? sql`where (at, kind, id) < (${cursor.at}, ${cursor.kind}, ${cursor.id})` : sql``;
  const rows = ctx.db.all<Joined>(
    sql`with who as materialized (
        select id, ${emailKey(sql`email`)} as mailbox, iif(length(${phone}) >= ${PHONE_LENGTH}, ${phone}, null) as phone
        from clients where id = ${id} or merged_into_id = ${id}),
        their_invoices as materialized (${THEIR_INVOICES})
      select * from (${selectAll(businessDay(ctx.now()))}) ${after} order by at desc, kind desc, id desc limit ${limit + 1}`,
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit).map(toEntry), nextCursor: last ? { at: last.at, kind: last.kind, id: last.id } : null };
}

const sentence = (text: string | null) => (text ? text.charAt(0).toUpperCase() + text.slice(1) : null);

/** The title of each kind of row, the screen that shows it, and the parameter of its address that names the row. */
const KINDS: Record<TimelineKind, [title: (row: Joined) => string, path: TimelineEntry['link']['path'], parameter?: string]> = {
  quote: [() => 'Quote request', '/admin'],
  pricedQuote: [({ name }) => `Quote ${name}`, '/admin', 'priced'],
  plan: [({ name, day }) => `Regular visits: ${formatRule(name ?? '', day ?? '')}`, '/plans', 'plan'],
  booking: [({ name }) => `Booking ${name}`, '/bookings', 'booking'],
  workOrder: [({ name }) => `Work order ${formatWorkOrderId(name ?? '')}`, '/team', 'order'],
  order: [({ id }) => `Order ${formatOrderNumber(id)}`, '/orders', 'order'],
  invoice: [({ name }) => `Invoice ${name}`, '/invoices', 'invoice'],
  receipt: [({ name }) => `Receipt ${name}`, '/receipts', 'receipt'],
  message: [({ name }) => `Message: ${name}`, '/messages'],
};

function describeBooking({ at, detail, day }: Joined): string {
  const [date = '', window] = (day ?? '').split(' ');
  return `${SERVICE_NAMES[detail as BookingServiceType]}, ${shortDate(date, businessDay(at))}, ${formatHours(window as TimeWindow)}`;
}

function toEntry(row: Joined): TimelineEntry {
  const { kind, id, at, detail, status, cents } = row;
  const [toTitle, path, parameter] = KINDS[kind];
  return {
    kind,
    id,
    at,
    title: toTitle(row),
    text: kind === 'booking' ? describeBooking(row) : sentence(detail),
    status,
    amount: formatKnownCents(cents),
    link: { path, search: parameter ? { [parameter]: id } : {} },
  };
}
