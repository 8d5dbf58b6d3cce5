import { beforeAll, describe, expect, test } from 'vitest';
import { activity, products, workOrders } from '../../db/schema';
import { DEMO_PASSWORD, type DemoCounts, seedDemo } from '../../src/server/demo/company';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import { saveSettings } from '../../src/server/settings/service';
import { addDays } from '../../src/shared/calendar-day';
import { parseCents } from '../../src/shared/money';
import { businessDay } from '../../src/shared/time';
import { times } from '../support/length';
import { ADDRESSED, openShop, QUOTE, type Shop } from '../support/shop';

/** Returns the rows of a query as arrays. */
const ask = ({ db }: Shop, query: string, ...values: unknown[]): unknown[][] =>
  db.$client
    .prepare<unknown[], unknown[]>(query)
    .raw()
    .all(...values);
/** Counts the rows by a column. */
const countBy = (shop: Shop, table: string, word = 'status') =>
  Object.fromEntries(ask(shop, `select ${word}, count(*) from ${table} group by 1`));

/** Returns what a seed makes. */
const facts = (demo: Shop) =>
  [
    'select order_number, customer_name, total_cents, status, created_at, updated_at, paid_date, shipped_at from orders',
    'select id, name, status, created_at, confirmed_at, client_id from contact_inquiries',
    'select id, inquiry_id from work_orders',
    'select id, slot_id, client_name, status, created_at, updated_at, payment_status from appointment_bookings',
    'select invoice_number, customer_name, total_cents, amount_paid_cents, status, created_at, due_date, paid_date from invoices',
    'select receipt_number, amount_paid_cents, payment_date, is_refund, created_at from receipts',
    'select product_id, kind, quantity, stock_after, at from stock_movements',
    'select id, client_id, status, scheduled_date, created_at, completed_date from work_orders',
    'select id, client_id, rrule, start_date, status, created_at from plans',
    'select at, verb, entity_type, entity_id from activity',
  ].map((query) => ask(demo, query));

const NOW = '2026-11-20T20:00:00.000Z';
/** Created once for all tests that only read it. */
let shop: Shop;
let made: DemoCounts;
let madeFacts: unknown;
beforeAll(async () => {
  shop = openShop({ now: NOW, hasMailServer: true });
  made = await seedDemo(shop.ctx);
  madeFacts = facts(shop);
});

describe('the demo company', () => {
  test('has clients, members and work orders in every state, on a busy day', async () => {
    expect(made).toEqual({ clients: 29, members: 6, workOrders: 84, orders: 14, quotes: 9, bookings: 8 });
    const tables = ['clients', 'team_members', 'work_orders', 'orders', 'contact_inquiries', 'appointment_bookings'];
    expect(tables.map((table) => ask(shop, `select count(*) from ${table}`)[0]?.[0])).toEqual(Object.values(made));
    expect(Object.keys(countBy(shop, 'work_orders'))).toEqual([
      'assigned',
      'cancelled',
      'complete',
      'enroute',
      'incomplete',
      'onsite',
      'scheduled',
    ]);
    expect((await shop.admin.dispatch.summary()).todaysJobs).toBeGreaterThanOrEqual(10);
    expect((await shop.admin.dispatch.active({})).rows.length).toBeGreaterThan(10);
    expect((await shop.admin.dispatch.unassigned({})).rows.length).toBeGreaterThan(5);
    const found = new Set((await shop.admin.clients.listAll({})).rows.map(({ status }) => status));
    expect([...found].sort()).toEqual(expect.arrayContaining(['lead', 'lapsed', 'recurring']));
    const login = await shop.visitor.team.login({ employeeId: 'E-101', password: DEMO_PASSWORD });
    expect(login.teamMember.name).toBe('Amelia Hart');
  });

  test('has plans in every state but the last, and visits of the active ones', async () => {
    expect(countBy(shop, 'plans')).toEqual({ active: 3, paused: 1, proposed: 1 });
    const { rows } = await shop.admin.plans.list({});
    expect(rows.map(({ words, discountPercent }) => [words, discountPercent])).toEqual([
      ['Every Friday at 9:00 a.m.', 0],
      ['The second Thursday of each month at 1:00 p.m.', 0],
      ['Every second Tuesday at 10:00 a.m.', 10],
      ['Every Wednesday at 6:00 p.m.', 0],
      ['Every second Sunday at 4:00 p.m.', 10],
    ]);
    expect(countBy(shop, 'work_orders where plan_id is not null', 'plan_id')).toEqual({ 2: 6, 3: 3, 4: 1 });
  });

  test('has a postal address for its marketing messages', async () => {
    expect((await shop.admin.settings.get()).company).toMatchObject({ street: '210 Lansdowne St', postalCode: 'V2C 0A5' });
  });

  test('has nine months of orders that add up to the sales chart', async () => {
    expect(countBy(shop, 'orders')).toEqual({ cancelled: 1, delivered: 9, pending: 1, processing: 1, shipped: 2 });
    expect(countBy(shop, 'orders', 'paid_date is null')).toEqual({ 0: 11, 1: 3 });
    expect((await shop.admin.store.listOrders({ view: 'to-ship' })).rows).toHaveLength(2);
    const [row = []] = ask(
      shop,
      `select sum(subtotal_cents), count(distinct substr(created_at, 1, 7)) from orders where paid_date is not null or status <> 'cancelled'`,
    );
    const [paidOrOpen, months] = row;
    const { salesByMonth } = await shop.admin.inventory.charts();
    expect(salesByMonth.reduce((cents, { sales }) => cents + Number(parseCents(sales)), 0)).toBe(paidOrOpen);
    expect(salesByMonth.filter(({ orders }) => orders > 0)).toHaveLength(Number(months));
    expect(months).toBeGreaterThanOrEqual(8);
    expect(ask(shop, 'select order_number from orders order by created_at')).toEqual(
      ask(shop, 'select order_number from orders order by order_number'),
    );
  });

  test('has three products to reorder, some of unknown cost, and a ledger that agrees with the stock', async () => {
    expect(countBy(shop, 'products where stock_quantity <= reorder_level', 'stock_quantity > 0')).toEqual({ 0: 2, 1: 1 });
    expect((await shop.admin.overview.today()).lowStock).toBe(3);
    expect(countBy(shop, 'products', 'cost_cents is null')).toEqual({ 0: 21, 1: 3 });
    const { marginSpread, valueByCategory } = await shop.admin.inventory.charts();
    expect(marginSpread.filter(({ products: count }) => count === 0)).toEqual([]);
    expect(valueByCategory.filter(({ valueAtCost }) => valueAtCost === '0.00')).toEqual([]);
    expect(
      ask(
        shop,
        `select name from products p where stock_quantity <> (select coalesce(sum(quantity), 0) from stock_movements where product_id = p.id)`,
      ),
    ).toEqual([]);
    expect(Object.keys(countBy(shop, 'stock_movements', 'kind'))).toEqual(['cancel', 'initial', 'receive', 'revaluation', 'sale']);
    expect(ask(shop, 'select min(at) from stock_movements')).toEqual(
      ask(shop, `select min(at) from stock_movements where kind = 'initial'`),
    );
  });

  test('has requests in every state, one of which has waited for two days', async () => {
    expect(countBy(shop, 'contact_inquiries')).toEqual({ completed: 3, confirmed: 3, pending: 3 });
    expect(await shop.admin.overview.today()).toMatchObject({ quotesPending: 3, quotesWaiting: 1 });
    expect(countBy(shop, 'work_orders w join contact_inquiries q on q.id = w.inquiry_id', 'w.status')).toEqual({
      assigned: 1,
      complete: 3,
      scheduled: 1,
    });
  });

  test('has past, current and coming bookings, one of them cancelled', async () => {
    const today = businessDay(shop.clock.now());
    expect(countBy(shop, 'appointment_bookings')).toEqual({ cancelled: 1, completed: 3, confirmed: 4 });
    const { days } = await shop.admin.booking.calendar({ from: today, days: 1 });
    expect(days[0]?.bookings.map(({ timeSlot }) => timeSlot)).toEqual(['14:00-16:00', '16:00-18:00']);
    const ahead = await shop.admin.booking.calendar({ from: addDays(today, 7), days: 7 });
    expect(ahead.days.flatMap(({ bookings }) => bookings.map(({ status }) => status))).toEqual(['confirmed', 'cancelled', 'confirmed']);
    expect(
      ask(
        shop,
        `select sum(current_bookings), (select count(*) from appointment_bookings where status <> 'cancelled') from appointment_slots`,
      ),
    ).toEqual([[7, 7]]);
    expect(ask(shop, 'select count(*) from appointment_bookings where work_order_id is null')).toEqual([[0]]);
  });

  test('has paid, open, overdue and partly paid invoices, and a refund', async () => {
    const { outstanding, overdue, drafts } = await shop.admin.invoices.summary();
    expect(overdue.invoices).toBeGreaterThan(2);
    expect(outstanding.invoices).toBeGreaterThan(overdue.invoices);
    expect(drafts).toBe(0);
    expect(ask(shop, 'select count(*) from invoices where amount_paid_cents > 0 and amount_paid_cents < total_cents')).toEqual([[2]]);
    expect(ask(shop, 'select r.amount_paid_cents < p.amount_paid_cents from receipts r join receipts p on p.id = r.refund_of_id')).toEqual([
      [1],
    ]);
    expect(countBy(shop, 'receipts', 'is_refund')).toMatchObject({ 1: 1 });
    const paid = (await shop.admin.invoices.list({ view: 'paid' })).rows;
    expect(paid.length).toBeGreaterThan(10);
    expect((await shop.admin.dispatch.getWorkOrder({ id: paid[0]?.workOrderId ?? 0 })).finalizedDate).not.toBeNull();
    expect(ask(shop, `select payment_status from appointment_bookings where status = 'completed' order by id`).flat()).toEqual([
      'paid',
      'paid',
      'pending',
    ]);
    expect(ask(shop, 'select invoice_number from invoices order by created_at, id')).toEqual(
      ask(shop, 'select invoice_number from invoices'),
    );
  });

  test('has a client with photos, an open balance, an e-Transfer that paid an invoice, and one that waits', async () => {
    const [waiting, paid, ...more] = (await shop.admin.payments.listMoneyIn({})).rows;
    expect(more).toEqual([]);
    expect(paid).toMatchObject({ status: 'matched', invoiceId: expect.any(Number), receiptId: expect.any(Number) });
    expect(waiting?.status).toBe('suggested');
    const [first] = waiting?.suggestions ?? [];
    const open = await shop.admin.invoices.get({ id: first?.invoiceId ?? 0 });
    expect([open.customerName, open.balance]).toEqual([waiting?.sender, waiting?.amount]);
    const clientId = Number(ask(shop, 'select id from clients where name = ?', paid?.sender)[0]?.[0]);
    const { portal } = shop.client(clientId);
    expect(await portal.home()).toMatchObject({ openBalance: waiting?.amount, openInvoices: 1 });
    const [newest] = (await portal.visits({ view: 'past' })).rows;
    expect(newest?.photos.map(({ kind }) => kind)).toEqual(['before', 'after']);
    expect((await shop.admin.overview.today()).todos.map(({ kind }) => kind)).toEqual(['money-in', 'rating']);
    expect(ask(shop, 'select count(*) from invoices where pay_token is null')).toEqual([[0]]);
  });

  test('has ratings, and a conversation that waits for an answer beside one that has it', async () => {
    expect(await shop.admin.ratings.figures({})).toEqual({ count: 6, average: '4.5', low: 1 });
    const { rows } = await shop.admin.conversations.list({});
    expect(rows.map(({ lastFrom, unread }) => [lastFrom, unread])).toEqual([
      ['client', 1],
      ['office', 0],
    ]);
  });

  test('has invented people only, not all of them in Kamloops', async () => {
    const people = `select email, phone, address from clients union all select email, phone, address from team_members
      union all select emergency_contact || '@example.com', emergency_phone, address from team_members
      union all select customer_email, customer_phone, shipping_address from orders
      union all select email, phone, coalesce(address, '') from contact_inquiries
      union all select client_email, client_phone, client_address from appointment_bookings`;
    expect(ask(shop, `select * from (${people}) where email not like '%@example.com' or phone not glob '(250) 555-01[0-9][0-9]'`)).toEqual(
      [],
    );
    for (const table of ['orders', 'contact_inquiries', 'appointment_bookings'])
      for (const town of ['Merritt', 'Sun Peaks', 'Barriere']) {
        const address = { orders: 'shipping_address', contact_inquiries: 'address', appointment_bookings: 'client_address' }[table];
        expect(ask(shop, `select count(*) > 0 from ${table} where ${address} like ?`, `%${town}, BC%`), `${table} ${town}`).toEqual([[1]]);
      }
    const strangers = 'select phone from clients group by phone having count(*) > 1';
    expect(ask(shop, strangers)).toEqual([]);
  });
});

test('never sends its messages, even with a mail server, and uses no real address', async () => {
  // Reminders of jobs that were done or cancelled since are cancelled.
  expect(Object.keys(countBy(shop, 'outbox')).sort()).toEqual(['cancelled', 'stored']);
  const purposes = Object.keys(countBy(shop, 'outbox', 'purpose'));
  expect(purposes).toEqual(expect.arrayContaining(['order-received', 'order-shipped', 'order-cancelled', 'new-order']));
  const sent: string[] = [];
  const aWeekLater = new Date(Date.parse(NOW) + 10_000 * 60_000);
  await deliverDueMessages({ ...shop.ctx, now: () => aWeekLater }, async ({ to }) => void sent.push(to));
  expect(sent).toEqual([]);
  expect(ask(shop, `select distinct "to" from outbox where "to" not like '%@example.com'`)).toEqual([['hello@sageandpine.example']]);
});

/** Returns a clock that is a minute later each time it is read. */
function tickingFrom(at: string): () => Date {
  let minutes = 0;
  return () => new Date(Date.parse(at) + minutes++ * 60_000);
}
/** Moments at which a day, a month, a year or the company's posted hours begin or end. */
const MOMENTS = [NOW, '2027-01-01T07:10:00.000Z', '2028-03-01T05:50:00.000Z', '2027-05-02T15:00:00.000Z'];
test.each(MOMENTS.slice(0, times(2, MOMENTS.length)))('has nothing done in the future, as of %s, however long it takes', async (at) => {
  const demo = at === NOW ? shop : openShop({ now: at });
  if (at !== NOW) await seedDemo({ ...demo.ctx, now: tickingFrom(at) });
  for (const order of demo.rows(workOrders))
    for (const done of [order.createdAt, order.processedDate, order.completedDate, order.finalizedDate])
      expect(done ?? '').not.toSatisfy((text: string) => text > at);
  expect(demo.rows(activity).filter((row) => row.at > at)).toEqual([]);
  const stamps = { orders: 'max(created_at, updated_at)', stock_movements: 'at', outbox: 'created_at', receipts: 'created_at' };
  const ours = { ...stamps, contact_inquiries: 'max(created_at, coalesce(confirmed_at, 0))', appointment_bookings: 'updated_at' };
  for (const [table, stamp] of Object.entries(ours)) expect(ask(demo, `select max(${stamp}) <= ? from ${table}`, at), table).toEqual([[1]]);
  expect(ask(demo, 'select max(payment_date) <= ? from receipts', businessDay(at))).toEqual([[1]]);
  expect(await demo.admin.overview.today()).toMatchObject({ quotesWaiting: 1, ordersToShip: 2, lowStock: 3 });
  expect(countBy(demo, 'appointment_bookings')).toEqual({ cancelled: 1, completed: 3, confirmed: 4 });
});

test.each(times([], [NOW]))('is the same for the same clock, however long it takes, as of %s', async (at) => {
  const slow = openShop({ now: at });
  await seedDemo({ ...slow.ctx, now: tickingFrom(at) });
  expect(facts(slow)).toEqual(madeFacts);
});

const CAPACITIES: [slotCapacity: number, bookings: number][] = [
  [0, 0],
  [2, 8],
];
test.each(times(CAPACITIES.slice(0, 1), CAPACITIES))(
  "follows the owner's settings: with %i places a window it has %i bookings",
  async (slotCapacity, bookings) => {
    const own = openShop({ now: NOW });
    await own.admin.settings.save({ company: { ...ADDRESSED, street: 'PO Box 12' }, createWorkOrders: false });
    // The starter catalogue is no business data.
    own.db.insert(products).values({ name: 'Mop', priceCents: 1000, category: 'Tools', createdAt: '2026-01-01T00:00:00.000Z' }).run();
    saveSettings(own.ctx, { slotCapacity });
    await expect(seedDemo(own.ctx)).resolves.toMatchObject({ workOrders: 76, bookings, orders: 14, quotes: 9 });
    expect((await own.admin.settings.get()).company.street).toBe('PO Box 12');
  },
);

test('rejects a database with business data and leaves it as it is', async () => {
  const other = openShop();
  await other.visitor.quotes.submit(QUOTE);
  const before = other.db.$client.serialize();
  await expect(seedDemo(other.ctx)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('quote requests') });
  expect(other.db.$client.serialize().equals(before)).toBe(true);
  await expect(seedDemo(shop.ctx)).rejects.toMatchObject({ code: 'CONFLICT' });
});
