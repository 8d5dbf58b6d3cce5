import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDailySums, WRONG_DAYS } from '../../db/daily-sums';
import { WRONG_COUNTS, WRONG_PEOPLE } from '../../db/kept-counts';
import { businessDay } from '../../src/shared/time';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, QUOTE, type Shop } from '../support/shop';

const wrong = ({ db }: Shop) =>
  [WRONG_COUNTS, WRONG_PEOPLE, WRONG_DAYS].flatMap((query) => db.$client.prepare<[], string>(query).pluck().all());

/** Statements that change what is counted; `:n` is a number that picks rows and values. */
const CHANGES = [
  `insert into orders (public_id, customer_name, customer_email, customer_phone, shipping_address, subtotal_cents, tax_cents, total_cents, tax_reading, created_at)
    select lower(hex(randomblob(11))), 'M', 'm@example.com', '3', 'A', 1000, 120, 1120, 'checkout-12', '2026-11-20' where :n >= 0`,
  `update orders set status = case :n % 3 when 0 then 'processing' when 1 then 'cancelled' else 'delivered' end where order_number % 3 = :n % 3`,
  `update orders set paid_date = iif(:n % 2, '2026-11-20', null), paid_method = iif(:n % 2, 'cash', null) where order_number % 2 = :n % 2`,
  `update orders set created_at = iif(:n % 2, '2026-11-30T23:30:00.000Z', '2026-01-01T07:59:59.999Z'), subtotal_cents = :n, tax_cents = 0, pst_cents = 0, total_cents = :n
    where order_number % 3 = :n % 3`,
  `insert into order_items (order_number, product_id, name, quantity, price_cents, cogs_cents)
    select order_number, 1, 'Mop', 1 + :n % 3, 500 + :n, iif(:n % 4, :n * 100, null) from orders where order_number % 2 = :n % 2`,
  `update order_items set quantity = 1 + :n, price_cents = :n * 50, cogs_cents = iif(:n % 3, :n, null) where id % 3 = :n % 3`,
  `update order_items set order_number = (select max(order_number) from orders) where id % 4 = :n % 4`,
  `delete from order_items where id % 3 = :n % 3`,
  `update orders set tax_profile = iif(:n % 2, 'bc-current', 'documented'), tax_cents = :n, pst_cents = min(:n, 3), total_cents = subtotal_cents + :n
    where order_number % 3 = :n % 3`,
  `delete from orders where order_number % 7 = :n % 7 and order_number not in (select order_number from receipts where order_number is not null)`,
  `update contact_inquiries set deleted_at = iif(:n % 2, '2026-11-20', null), status = iif(:n % 3, 'confirmed', 'pending') where id % 2 = :n % 2`,
  `delete from contact_inquiries where id = :n`,
  `insert into consents (email, basis, source, obtained_at, expires_at) select iif(:n % 2, 'a.b+' || :n || '@gmail.com', 'Kim@Example.com'),
    iif(:n % 3, 'purchase', 'express'), 'x', '2026-11-20', iif(:n % 3, date('2026-11-10', :n || ' days'), null)`,
  `update consents set withdrawn_at = iif(:n % 2, '2026-11-20', null) where id % 3 = :n % 3`,
  `update consents set email = 'ab@gmail.com' where id = :n`,
  `delete from consents where id = :n`,
  `insert into marketing_recipients (email, token, unsubscribed_at, created_at) values (iif(:n % 2, 'ab' || :n || '@gmail.com', 'kim@example.com'), 't' || :n, '2026', '2026') on conflict do nothing`,
  `update marketing_recipients set unsubscribed_at = iif(:n % 2, '2026-11-20', null)`,
  `update work_orders set status = iif(:n % 2, 'completed', 'assigned'), assigned_team_member_id = iif(:n % 3, 1, null)`,
  `update work_orders set total_amount_cents = nullif(:n * 100, 0), actual_duration = iif(:n % 4, :n, null), finalized_date = iif(:n % 3, null, '2026-11-20')`,
  `update invoices set work_order_id = iif(:n % 2 and id = (select max(id) from invoices), 1, null)`,
  `insert into invoice_jobs (invoice_id, work_order_id) select id, 1 from invoices where id % 5 = :n % 5 on conflict do nothing`,
  `delete from work_order_assignments where id = :n`,
  `insert into receipts (receipt_number, customer_name, payment_method, amount_paid_cents, payment_date, description, is_refund, created_at)
    select 'R' || hex(randomblob(8)), 'M', 'cash', :n * 100, iif(:n % 2, '2026-11-20', '2026-11-21'), 'x', :n % 3 = 0, '2026-11-20' where :n >= 0`,
  `update receipts set voided_at = iif(:n % 2, '2026-11-20', null), amount_paid_cents = amount_paid_cents + :n, is_refund = :n % 5 = 0 where id % 3 = :n % 3`,
  `update receipts set payment_date = iif(:n % 2, '2026-11-22', '2026-11-20') where id % 2 = :n % 2`,
  `update receipts set hst_cents = :n, pst_cents = iif(:n % 2, 7, null), hst_rate = iif(:n % 3, 500, 1200), payment_method = iif(:n % 2, 'cheque', 'cash'),
    invoice_id = iif(:n % 5, null, (select max(id) from invoices)), order_number = iif(:n % 4, null, (select max(order_number) from orders))
    where id % 3 = :n % 3`,
  `delete from receipts where id % 7 = :n % 7`,
  `insert into invoices (invoice_number, customer_name, service_type, service_date, subtotal_cents, total_cents, status, due_date, created_at, issued_at)
    select 'I' || hex(randomblob(8)), 'M', 'x', '2026-11-20', :n, :n, iif(:n % 4, 'pending', 'draft'), '2026-12-01', '2026-11-20',
    iif(:n % 4, '2026-11-2' || :n % 3 || 'T06:30:00.000Z', null) where :n >= 0`,
  `update invoices set deleted_at = iif(:n % 2, '2026-11-20', null), subtotal_cents = :n, hst_cents = 0, pst_cents = 0, total_cents = :n, amount_paid_cents = 0,
    issued_at = iif(:n % 5, '2026-11-25T07:00:00.000Z', null) where id % 3 = :n % 3`,
  `update invoices set status = iif(:n % 3, 'paid', 'overdue'), due_date = iif(:n % 2, '2026-12-01', '2026-11-01'), amount_paid_cents = total_cents / 2,
    credited_cents = iif(:n % 5, 0, total_cents), tax_profile = iif(:n % 2, 'bc-current', 'documented'), pst_rate = iif(:n % 2, 0, 700) where id % 3 = :n % 3`,
  `update invoices set hst_cents = :n, pst_cents = 1, total_cents = subtotal_cents + :n + 1, amount_paid_cents = 0 where id % 3 = :n % 3`,
  `delete from invoices where id % 3 = :n % 3`,
  `update outbox set status = iif(:n % 2, 'sent', 'failed') where id % 2 = :n % 2`,
];

test('equals a recount after any changes, committed or not', async () => {
  const shop = openShop();
  for (const table of [
    'products',
    'orders',
    'order_items',
    'team_members',
    'clients',
    'contact_inquiries',
    'work_orders',
    'work_order_assignments',
  ] as const)
    insertRow(shop.db, table);
  await shop.visitor.quotes.submit(QUOTE);
  const { $client } = shop.db;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(CHANGES.length - 1), fc.nat(20)), { maxLength: 30, size: 'max' }),
      fc.boolean(),
      (steps, isKept) => {
        $client.exec('savepoint changes');
        for (const [which, number] of steps) $client.prepare(CHANGES[which] ?? '').run({ n: number });
        $client.exec(isKept ? 'release changes' : 'rollback to changes; release changes');
        expect(wrong(shop)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('finds a kept count or sum that is wrong, missing or left over', () => {
  const shop = openShop();
  insertRow(shop.db, 'orders');
  const change = (statement: string) => {
    shop.db.$client.exec(`savepoint damage; ${statement}`);
    const found = wrong(shop);
    shop.db.$client.exec('rollback to damage; release damage');
    return found;
  };
  expect(change("update kept_counts set rows = 5 where name = 'orders'")).toEqual(['orders pending unpaid']);
  expect(change("delete from kept_counts where name = 'orders'")).toEqual(['orders pending unpaid']);
  expect(change("insert into kept_counts (name, key, rows) values ('posts', 'posted', 1)")).toEqual(['posts posted']);
  for (const damage of [
    'update daily_sums set hst_cents = hst_cents + 1',
    'delete from daily_sums',
    "update daily_sums set state = 'paid'",
    "insert into daily_sums select 'goods', day, '', 0, 0, 'known', 1, 0, 0, 0, 0, 0, 0, 0 from daily_sums",
  ])
    expect(change(damage), damage).toEqual([expect.stringMatching(/^(orders|goods) 2026-11-20$/)]);
});

const EVER = { from: '2000-01-01', to: '2100-01-01' };
/** Returns the day on which a new row of a table is counted. */
function countedDay(shop: Shop, table: 'orders' | 'invoices', row: Parameters<typeof insertRow>[2]): string | undefined {
  shop.db.$client.exec(`delete from ${table}`);
  insertRow(shop.db, table, row);
  return readDailySums(shop.ctx, table, EVER, 'day')[0]?.period;
}
const placedAt = (shop: Shop, createdAt: string) => countedDay(shop, 'orders', { created_at: createdAt });
const issuedAt = (shop: Shop, instant: string) =>
  countedDay(shop, 'invoices', { status: 'pending', issued_at: instant, work_order_id: null, booking_id: null });

test('counts an order on the day of the company on which it was placed', () => {
  const shop = openShop();
  for (const day of ['2024-01-01', '2024-07-01', '2025-11-03', '2026-03-01', '2026-04-01', '2026-12-01', '2027-01-01'])
    for (const time of ['05:59:59.999', '06:00:00.000', '06:59:59.999', '07:00:00.000', '07:59:59.999', '08:00:00.000']) {
      const instant = `${day}T${time}Z`;
      expect(placedAt(shop, instant), instant).toBe(businessDay(instant));
    }
});

test.for([
  ['2026-01-05T07:30:00.000Z', '2026-01-04'],
  ['2026-01-05T08:00:00.000Z', '2026-01-05'],
  ['2026-03-08T09:59:59.999Z', '2026-03-08'],
  ['2026-12-05T07:30:00.000Z', '2026-12-05'],
  ['2025-07-05T07:30:00.000Z', '2025-07-05'],
  ['2025-11-02T07:00:00.000Z', '2025-11-02'],
  ['2025-11-03T07:30:00.000Z', '2025-11-02'],
  ['2024-03-10T07:30:00.000Z', '2024-03-09'],
  ['2024-03-11T07:30:00.000Z', '2024-03-11'],
] as const)("counts an invoice that was issued at %s on the company's day", ([instant, day]) => {
  expect(issuedAt(openShop(), instant)).toBe(day);
});

test("counts each invoice on the company's day, in summer and winter of any year", () => {
  const shop = openShop();
  const within = { min: new Date('2008-01-01T12:00:00Z'), max: new Date('2028-01-01T12:00:00Z'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(within), (date) => {
      expect(issuedAt(shop, date.toISOString())).toBe(businessDay(date));
    }),
    { numRuns: 300 },
  );
});

test('counts people with a consent once for all spellings of their mailbox, until the consent ends', async () => {
  const shop = openShop();
  const add = (email: string, expiresAt: string | null) =>
    shop.db.$client
      .prepare(
        `insert into consents (email, basis, source, obtained_at, expires_at) values (?, iif(? is null, 'express', 'purchase'), 'x', '2026', ?)`,
      )
      .run(email, expiresAt, expiresAt);
  add('Kim.Doe@gmail.com', null);
  add('kimdoe+mops@gmail.com', null);
  add('kimdoe@gmail.com', '2026-11-20T20:30:00.000Z');
  add('sam@example.com', '2026-11-21T08:00:00.000Z');
  add('lee@example.com', '2026-11-19T08:00:00.000Z');
  expect(await shop.admin.consents.counts()).toEqual({ express: 1, implied: 2, withdrawn: 0, unsubscribed: 0 });
  shop.clock.advance(30);
  expect(await shop.admin.consents.counts()).toMatchObject({ implied: 1 });
  shop.clock.advance(24 * 60);
  expect(await shop.admin.consents.counts()).toMatchObject({ implied: 0 });
});

test.each([
  ['orders', ({ admin }: Shop) => admin.store.countOrders()],
  ['messages', ({ admin }: Shop) => admin.mail.counts()],
  ['consents', ({ admin }: Shop) => admin.consents.counts()],
] as const)('reads the counts of %s without counting their rows', async (_what, call: (shop: Shop) => Promise<unknown>) => {
  const shop = openShop();
  const plans = await plansOf(shop, () => call(shop));
  expect(plans.filter((plan) => !/(kept_counts|consent_people) USING/.test(plan))).toEqual([]);
});
