import type Database from 'better-sqlite3';
import { WRONG_DAYS } from './daily-sums';
import { WRONG_COUNTS, WRONG_PEOPLE } from './kept-counts';

/** Receipts of an invoice less its refunds. */
const RECEIVED = `coalesce((select sum(iif(is_refund, -amount_paid_cents, amount_paid_cents)) from receipts r where r.invoice_id = v.id and voided_at is null), 0)`;
/** Receipts of an invoice, whatever was refunded later. */
const PAYMENTS = `coalesce((select sum(amount_paid_cents) from receipts r where r.invoice_id = v.id and not is_refund and voided_at is null), 0)`;

/**
 * Rules that hold in every database of the business. Each query finds the rows that break the rule, which its name describes. Rules about
 * one table alone are CHECK constraints.
 */
export const INVARIANTS = {
  ordersThatDoNotAddUp: `select order_number from orders o where subtotal_cents is not
    (select sum(quantity * price_cents) from order_items i where i.order_number = o.order_number)`,
  ordersNotInTheLedger: `select order_number from orders o where
    (select sum(quantity) from order_items i where i.order_number = o.order_number) is not
    (select -sum(quantity) from stock_movements m where m.order_number = o.order_number and kind = 'sale')`,
  cancelledOrdersNotBackInStock: `select order_number from orders o where
    iif(status = 'cancelled', (select sum(quantity) from order_items i where i.order_number = o.order_number), 0) is not
    coalesce((select sum(quantity) from stock_movements m where m.order_number = o.order_number and kind = 'cancel'), 0)`,
  stocksOtherThanTheirLedger: `select id from products p where stock_quantity <>
    coalesce((select sum(quantity) from stock_movements m where m.product_id = p.id), 0)`,
  stockValuesOtherThanTheirLedger: `select id from products p where stock_value_cents <> coalesce((select coalesce(value_after_cents, 0)
    from stock_movements m where m.product_id = p.id order by id desc limit 1), stock_value_cents)`,
  stockValuesWithoutStockOrCost: `select id from products where stock_value_cents <> 0 and (stock_quantity = 0 or cost_cents is null)`,
  ledgersThatJump: `select id from (select id, stock_after, quantity,
    lag(stock_after, 1, 0) over (partition by product_id order by id) as before from stock_movements)
    where before + quantity <> stock_after`,
  slotsOtherThanTheirBookings: `select id from appointment_slots s where current_bookings <>
    (select count(*) from appointment_bookings b where b.slot_id = s.id and status <> 'cancelled') +
    (select count(*) from waitlist_entries w where w.offered_slot_id = s.id and status = 'offered')`,
  conversationsOtherThanTheirMessages: `select client_id from (select * from (select client_id, last_message_id, last_at, unread from conversations)
    except select client_id, max(id), created_at, sum("from" = 'client' and read_at is null) from client_messages group by client_id)
    union select client_id from client_messages where client_id not in (select client_id from conversations)`,
  ratingsOfOtherClients: `select r.id from ratings r join work_orders w on w.id = r.work_order_id where r.client_id <> w.client_id`,
  visitsWithoutTheirDay: `select id from work_orders where plan_id is not null and plan_date is null`,
  visitsOfOtherClients: `select w.id from work_orders w join plans p on p.id = w.plan_id where w.client_id <> p.client_id`,
  skippedDaysWithVisits: `select e.id from plan_exceptions e join work_orders w on w.plan_id = e.plan_id and w.plan_date = e.date
    where e.kind = 'skipped' and w.status in ('scheduled', 'assigned') and w.detached = 0`,
  openBookingsOfEndedJobs: `select b.id from appointment_bookings b join work_orders w on w.id = b.work_order_id
    where b.status = 'confirmed' and w.status = 'cancelled'`,
  invoicesThatDoNotAddUp: `select id from invoices v where exists (select 1 from invoice_items i where i.invoice_id = v.id)
    and subtotal_cents <> (select sum(quantity * price_cents) from invoice_items i where i.invoice_id = v.id)`,
  jobsOtherThanTheirInvoices: `select id from work_orders w where is_invoiced <>
    (exists (select 1 from invoices v where v.work_order_id = w.id and v.deleted_at is null)
      or exists (select 1 from invoice_jobs j join invoices v on v.id = j.invoice_id where j.work_order_id = w.id and v.deleted_at is null))`,
  jobsOnTwoInvoices: `select work_order_id from (select work_order_id from invoices where deleted_at is null and work_order_id is not null
    union all select j.work_order_id from invoice_jobs j join invoices v on v.id = j.invoice_id where v.deleted_at is null)
    group by work_order_id having count(*) > 1`,
  // A paid invoice stays paid after a refund, but never without receipts of its payments.
  invoicesOtherThanTheirReceipts: `select id from invoices v where
    iif(status = 'paid', amount_paid_cents + credited_cents < total_cents or ${PAYMENTS} < amount_paid_cents, amount_paid_cents <> ${RECEIVED})`,
  invoicesOtherThanTheirCreditNotes: `select id from invoices v where credited_cents > total_cents or
    credited_cents <> coalesce((select sum(amount_cents) from credit_notes c where c.invoice_id = v.id), 0)`,
  unpaidBookingsOfPaidInvoices: `select b.id from invoices v join appointment_bookings b on b.id = v.booking_id
    where v.status = 'paid' and v.deleted_at is null and b.payment_status <> 'paid'`,
  receiptsThatDoNotAddUp: `select id from receipts where amount_paid_cents <> subtotal_cents + hst_cents + pst_cents`,
  receiptTotalsOtherThanTheirReceipts: `select t.id from receipt_totals t where
    (t.receipts, t.amount_cents, t.refunds, t.refund_cents) is not (select count(*), coalesce(sum(amount_paid_cents), 0),
      coalesce(sum(is_refund), 0), coalesce(sum(iif(is_refund, amount_paid_cents, 0)), 0) from receipts where voided_at is null)`,
  ordersOtherThanTheirReceipts: `select order_number from orders o where iif(paid_date is null, 0, total_cents) <> coalesce((select
    sum(amount_paid_cents) from receipts r where r.order_number = o.order_number and is_refund = 0 and voided_at is null), 0)`,
  numbersAboveTheHighestGiven: `select 'invoice' where (select max(number_value) from invoices) >
      coalesce((select highest from number_series where series = 'invoice'), 0)
    union all select 'receipt' where (select max(number_value) from receipts) >
      coalesce((select highest from number_series where series = 'receipt'), 0)
    union all select 'credit-note' where (select max(number_value) from credit_notes) >
      coalesce((select highest from number_series where series = 'credit-note'), 0)`,
  numbersOtherThanTheirText: `select invoice_number from invoices where number_value <> 0 + ltrim(invoice_number, rtrim(invoice_number, '0123456789'))
    union all select receipt_number from receipts where number_value <> 0 + ltrim(receipt_number, rtrim(receipt_number, '0123456789'))`,
  // Rows are deleted with an activity entry only, so that every gap in the numbers is explained.
  ordersThatVanished: `select entity_id from activity where verb = 'order.placed'
    and cast(entity_id as integer) not in (select order_number from orders)`,
  bookingsThatVanished: `select entity_id from activity where verb = 'booking.made'
    and cast(entity_id as integer) not in (select id from appointment_bookings)`,
  receiptsThatVanished: `select entity_id from activity a where verb in ('receipt.created', 'receipt.refunded')
    and cast(entity_id as integer) not in (select id from receipts)
    and not exists (select 1 from activity d where d.entity_type = 'receipt' and d.entity_id = a.entity_id and d.verb = 'receipt.deleted')`,
  invoicesThatVanished: `select made - purged - kept from (select
    (select count(*) from activity where verb = 'invoice.created') as made,
    (select coalesce(sum(data ->> 'purged'), 0) from activity where verb = 'invoice.purged') as purged,
    (select count(*) from invoices) as kept) where made - purged > kept`,
  // Quotes are withdrawn, never deleted.
  gapsInTheNumbersOfQuotes: `select number_value from quotes q where version = 1 and number_value > 1001
    and not exists (select 1 from quotes p where p.number_value = q.number_value - 1 and p.version = 1)`,
  // A plan takes its percentage off the lines, as `calculatePercent` rounds it. Totals of earlier versions did not include that discount.
  quotesThatDoNotAddUp: `select id from (select id, subtotal_cents, coalesce(plan_discount_percent, 0) as percent,
      coalesce((select sum(quantity * price_cents) from quote_lines l where l.quote_id = q.id and (not is_optional or is_chosen)), 0) as gross
    from quotes q) where subtotal_cents not in (gross, gross - (max(gross, 0) * cast(round(percent * 100) as integer) + 5000) / 10000)`,
  approvalsOtherThanTheirSnapshots: `select id from quotes where status = 'approved' and (snapshot is null or length(snapshot_hash) is not 64
    or (snapshot ->> 'subtotalCents', snapshot ->> 'hstCents', snapshot ->> 'pstCents', snapshot ->> 'totalCents', snapshot ->> 'version')
      is not (subtotal_cents, hst_cents, pst_cents, total_cents, version))`,
  depositsDeductedTwice: `select deposit_invoice_id from invoice_items i join invoices v on v.id = i.invoice_id
    where deposit_invoice_id is not null and v.deleted_at is null group by deposit_invoice_id having count(*) > 1`,
  deductionsOfVoidedDeposits: `select v.id from invoice_items i join invoices v on v.id = i.invoice_id
    join invoices d on d.id = i.deposit_invoice_id where v.deleted_at is null and d.deleted_at is not null`,
  keptCountsOtherThanTheirRows: WRONG_COUNTS,
  dailySumsOtherThanTheirRows: WRONG_DAYS,
  consentPeopleOtherThanTheirConsents: WRONG_PEOPLE,
  gapsInTheLog: `select count(*) from activity having count(*) <> coalesce(max(id), 0)`,
} as const;

const NAMED = 5;

type Counter = { name: string; query: string; counter: Database.Statement<[], number> };
const counters = new WeakMap<Database.Database, Counter[]>();

/** Returns the statements that count what breaks each invariant. Preparing them takes longer than most of them run. */
function listCounters(sqlite: Database.Database): Counter[] {
  const known = counters.get(sqlite);
  if (known) return known;
  const prepared = Object.entries(INVARIANTS).map(([name, query]) => ({
    name,
    query,
    counter: sqlite.prepare<[], number>(`select count(*) from (${query})`).pluck(),
  }));
  counters.set(sqlite, prepared);
  return prepared;
}

/** Returns every invariant with the number of rows that break it, and the first of their ids. */
export function checkInvariants(sqlite: Database.Database): { name: string; count: number; first: unknown[] }[] {
  return listCounters(sqlite).map(({ name, query, counter }) => {
    const count = counter.get() ?? 0;
    return {
      name,
      count,
      first: count === 0 ? [] : sqlite.prepare<[number], unknown>(`select * from (${query}) limit ?`).pluck().all(NAMED),
    };
  });
}
