import Database from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkInvariants, type INVARIANTS } from '../../db/invariants';
import { seedDemo } from '../../src/server/demo/company';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { bookSlot, slotOf } from '../support/booking';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { openShop, type Shop } from '../support/shop';
import { ORDER } from '../support/storefront';

const LINES = [
  { description: 'Windows', quantity: 2, price: '40.00', isGoods: false },
  { description: 'Mop', quantity: 1, price: '20.00', isGoods: true },
];

/** Everything that is done to orders, bookings, invoices and receipts, with what is taken back of it. */
async function keepBusy(shop: Shop): Promise<void> {
  const { store, booking, invoices, settings } = shop.admin;
  await seedDemo(shop.ctx);
  await shop.visitor.store.placeOrder({ ...ORDER, items: [1, 2].map((productId) => ({ productId, quantity: 2 })) });
  const { rows } = await store.listOrders({ limit: 1 });
  await store.setOrderStatus({ orderNumber: rows[0]?.orderNumber ?? 0, status: 'cancelled', reason: 'Changed their mind' });
  const { token } = await bookSlot(shop, (await slotOf(shop)).id);
  await shop.visitor.booking.cancelManaged({ token, reason: 'We are away' });
  const { id } = await bookSlot(shop, (await slotOf(shop)).id, { clientEmail: 'jon@example.com', clientPhone: '250-555-0199' });
  await booking.move({ id, slotId: (await slotOf(shop, '2026-11-25')).id });
  const [open, paid, binned, gone] = await Promise.all(Array.from({ length: 4 }, () => invoices.create({ ...INVOICE, items: LINES })));
  const invoiceId = open?.id ?? 0;
  await invoices.createReceipt({ ...RECEIPT, invoiceId });
  const { id: receiptId } = await invoices.createReceipt({ ...RECEIPT, amountPaid: '10.00', invoiceId });
  await invoices.createReceipt({ ...RECEIPT, amountPaid: '5.00', isRefund: true, invoiceId });
  await invoices.deleteReceipt({ id: receiptId });
  await invoices.update({ id: paid?.id ?? 0, status: 'paid', paymentMethod: 'card' });
  await invoices.createReceipt({ ...RECEIPT, amountPaid: '20.00', isRefund: true, invoiceId: paid?.id ?? 0 });
  await invoices.delete({ id: gone?.id ?? 0 });
  shop.clock.advance(31 * 24 * 60);
  purgeInvoiceBin(shop.ctx);
  await invoices.delete({ id: binned?.id ?? 0 });
  await settings.save({ numbering: 'never-reuse' });
  await invoices.create({ ...INVOICE, invoiceNumber: 'SPC5000' });
  await invoices.create({ ...INVOICE, status: 'draft' });
  await invoices.createReceipt({ ...RECEIPT, receiptNumber: 'SPC-RCP700' });
}

let busy: Buffer;
let sqlite: Database.Database;
beforeAll(async () => {
  const made = openShop();
  await keepBusy(made);
  busy = made.db.$client.serialize();
}, 60_000);
beforeEach(() => {
  sqlite = new Database(busy);
});
afterEach(() => {
  sqlite.close();
});

const broken = () => checkInvariants(sqlite).filter(({ count }) => count > 0);

test('all rules hold after a busy month', () => {
  expect(broken()).toEqual([]);
});

/** Adds a plan of the client of a work order. */
const PLAN = `insert into plans (client_id, service_type, rrule, start_date, start_time, minutes, created_at, updated_at)
  select client_id, 'residential', 'FREQ=WEEKLY;BYDAY=TU', '2026-11-24', '10:00', 60, '2026-11-20', '2026-11-20' from work_orders where id = 1;`;
const VISIT = "update work_orders set plan_id = (select max(id) from plans), plan_date = '2026-11-24', status = 'scheduled' where id = 1;";
/** Returns the statement that inserts a quote with a number, a status and a subtotal. */
const addQuote = (number: number, status: string, cents: number) =>
  `insert into quotes (number, number_value, status, token, customer_name, service_type, valid_until, tax_profile, hst_rate, pst_rate,
    subtotal_cents, hst_cents, pst_cents, total_cents, created_at, updated_at) values ('Q', ${number}, '${status}', 't${number}', 'Maria',
    'residential', '2026-12-20', 'documented', 0, 0, ${cents}, 0, 0, ${cents}, '2026-11-20', '2026-11-20')`;
const deduct = (
  deposit: string,
) => `insert into invoice_items (invoice_id, description, quantity, price_cents, is_deduction, deposit_invoice_id)
  select id, 'Deposit', 1, 0, 1, ${deposit} from invoices where deleted_at is null limit 2`;

/** Changes made directly in the database, past our code. */
const SABOTAGE: Record<keyof typeof INVARIANTS, string> = {
  ordersThatDoNotAddUp: 'delete from order_items where id = 1',
  ordersNotInTheLedger: "update stock_movements set order_number = null where order_number = 1 and kind = 'sale'",
  cancelledOrdersNotBackInStock:
    "update orders set status = 'cancelled' where order_number = (select min(order_number) from orders where status <> 'cancelled')",
  stocksOtherThanTheirLedger: 'update products set stock_quantity = stock_quantity + 1 where id = 3',
  stockValuesOtherThanTheirLedger: 'update products set stock_value_cents = stock_value_cents + 1 where stock_value_cents > 0',
  stockValuesWithoutStockOrCost: 'update products set cost_cents = null where stock_value_cents > 0',
  ledgersThatJump: 'update stock_movements set stock_after = stock_after + 1 where id = 5',
  slotsOtherThanTheirBookings:
    "update appointment_bookings set status = 'cancelled' where id = (select min(id) from appointment_bookings where status <> 'cancelled')",
  visitsWithoutTheirDay: `${PLAN} ${VISIT} update work_orders set plan_date = null where id = 1`,
  visitsOfOtherClients: `${PLAN} ${VISIT} update plans set client_id = (select min(id) from clients where id <> client_id)`,
  skippedDaysWithVisits: `${PLAN} ${VISIT} insert into plan_exceptions (plan_id, date, kind, created_at)
    select max(id), '2026-11-24', 'skipped', '2026-11-20' from plans`,
  conversationsOtherThanTheirMessages:
    "insert into client_messages (client_id, \"from\", text, created_at) select min(id), 'client', 'Hi', '2026-11-20' from clients",
  ratingsOfOtherClients: `insert into ratings (work_order_id, client_id, stars, created_at, updated_at)
    select id, -1, 5, '2026-11-20', '2026-11-20' from work_orders where id not in (select work_order_id from ratings) limit 1`,
  openBookingsOfEndedJobs:
    "update work_orders set status = 'cancelled' where id in (select work_order_id from appointment_bookings where status = 'confirmed')",
  invoicesThatDoNotAddUp: 'update invoice_items set quantity = quantity + 1',
  gapsInTheNumbersOfQuotes: addQuote(9001, 'draft', 0),
  quotesThatDoNotAddUp: addQuote(1006, 'draft', 100),
  approvalsOtherThanTheirSnapshots: addQuote(1006, 'approved', 0),
  depositsDeductedTwice: deduct('1'),
  deductionsOfVoidedDeposits: deduct("(select max(id) from invoices where deleted_at is not null and status <> 'draft')"),
  jobsOtherThanTheirInvoices: 'update work_orders set is_invoiced = not is_invoiced where id = 1',
  jobsOnTwoInvoices:
    'insert into invoice_jobs select (select max(id) from invoices), work_order_id from invoices where work_order_id is not null',
  invoicesOtherThanTheirReceipts: 'update receipts set voided_at = created_at where is_automatic = 1',
  invoicesOtherThanTheirCreditNotes: 'update invoices set credited_cents = 1 where id = 1',
  unpaidBookingsOfPaidInvoices:
    "update invoices set booking_id = (select max(id) from appointment_bookings) where id = (select max(id) from invoices where status = 'paid')",
  receiptsThatDoNotAddUp: 'update receipts set hst_cents = hst_cents + 1 where id = 1',
  receiptTotalsOtherThanTheirReceipts: 'update receipt_totals set refund_cents = refund_cents + 1',
  ordersOtherThanTheirReceipts: 'update receipts set order_number = null where order_number is not null',
  numbersAboveTheHighestGiven: "update number_series set highest = 1 where series = 'receipt'",
  numbersOtherThanTheirText: "update invoices set invoice_number = 'SPC77777' where id = 1",
  ordersThatVanished: 'delete from orders where order_number = (select max(order_number) from orders)',
  bookingsThatVanished: 'delete from appointment_bookings where id = 1',
  receiptsThatVanished: 'delete from receipts where id = 3',
  invoicesThatVanished: 'delete from invoices where id = 2',
  keptCountsOtherThanTheirRows: "update kept_counts set rows = rows + 1 where name = 'orders'",
  dailySumsOtherThanTheirRows: "update daily_sums set cost_cents = cost_cents + 1 where kind = 'goods'",
  consentPeopleOtherThanTheirConsents:
    "insert into consents (email, basis, source, obtained_at) values ('new@example.com', 'express', 'x', '2026-11-20')",
  gapsInTheLog: 'delete from activity where id = 2',
};

test.each(Object.entries(SABOTAGE))('reports %s', (name, statement) => {
  const triggers = sqlite.prepare<[], string>("select name from sqlite_master where type = 'trigger'").pluck().all();
  for (const trigger of triggers) sqlite.exec(`drop trigger "${trigger}"`);
  sqlite.pragma('foreign_keys = off');
  sqlite.pragma('ignore_check_constraints = on');
  const changes = statement.split('; ').map((part) => sqlite.prepare(part).run().changes);
  expect(changes.at(-1)).toBeGreaterThan(0);
  expect(broken().map((one) => one.name)).toContain(name);
});

test('accepts totals of quotes with and without the discount of their plan, but no others', () => {
  sqlite.exec(addQuote(1006, 'expired', 10_000));
  sqlite.exec(`update quotes set plan_discount_percent = 12.5 where number_value = 1006;
    insert into quote_lines (quote_id, position, kind, description, price_cents) select id, 0, 'service', 'Windows', 10000 from quotes where number_value = 1006`);
  const check = (cents: number) => {
    sqlite.exec(`update quotes set subtotal_cents = ${cents}, total_cents = ${cents} where number_value = 1006`);
    return broken().map(({ name }) => name);
  };
  expect([check(10_000), check(8750), check(8751)]).toEqual([[], [], ['quotesThatDoNotAddUp']]);
});

test('counts all rows that break a rule, and names the first five', () => {
  sqlite.exec('update products set stock_quantity = stock_quantity + 1');
  const all = sqlite.prepare<[], number>('select id from products').pluck().all();
  const [found] = broken();
  expect([found?.name, found?.count]).toEqual(['stocksOtherThanTheirLedger', all.length]);
  expect(found?.first).toHaveLength(5);
});
