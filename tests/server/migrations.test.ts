import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readDailySums, WRONG_DAYS } from '../../db/daily-sums';
import { checkInvariants } from '../../db/invariants';
import { clients, dailySums, invoices, numberSeries, orders, receipts, receiptTotals, workOrders } from '../../db/schema';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';

/** $100 of service and $100 of goods, 15 % off, with PST on all of the goods. */
const DISCOUNTED = {
  subtotal_cents: 170_00,
  hst_cents: 8_50,
  pst_cents: 7_00,
  total_cents: 185_50,
  tax_profile: 'bc-current',
  hst_rate: 500,
};
const LINES: Record<string, string | number>[] = [
  { description: 'Windows', price_cents: 100_00 },
  { description: 'Soap', quantity: 2, price_cents: 50_00, is_goods: 1 },
  { description: '15% off', price_cents: -30_00, offer: 'first-online-booking' },
];

test('a stored draft takes its discount off services and goods alike, and an issued invoice keeps its taxes', () => {
  const db = openMigrated('discount_shares', (old) => {
    for (const [index, row] of [{ status: 'draft' }, { status: 'pending' }, { status: 'draft', tax_profile: 'documented' }].entries()) {
      insertRow(old, 'invoices', { ...DISCOUNTED, invoice_number: `SPC00${index + 1}`, number_value: index + 1, ...row });
      for (const line of LINES) insertRow(old, 'invoice_items', { quantity: 1, ...line, invoice_id: index + 1 });
    }
  });
  expect(db.select().from(invoices).all()).toMatchObject([
    { pstCents: 5_95, totalCents: 184_45, pstRate: 700 },
    { pstCents: 7_00, totalCents: 185_50 },
    { pstCents: 7_00, totalCents: 185_50 },
  ]);
});

test('a stored job counts as invoiced if an invoice outside the bin is linked to it or to its booking', () => {
  const db = openMigrated('jobs_to_invoice', (old) => {
    insertRow(old, 'team_members');
    insertRow(old, 'clients');
    insertRow(old, 'appointment_slots', { max_bookings: 9 });
    for (const job of [1, 2, 3, 4]) {
      insertRow(old, 'work_orders', { work_order_id: `WO-${job}`, inquiry_id: null, assigned_team_member_id: null });
      insertRow(old, 'appointment_bookings', { booking_reference: `SPC-${job}`, work_order_id: job });
    }
    const add = (number: number, links: Record<string, string | number | null>) =>
      insertRow(old, 'invoices', {
        ...{ invoice_number: `SPC00${number}`, number_value: number, work_order_id: null, booking_id: null },
        ...links,
      });
    add(1, { work_order_id: 1 });
    add(2, { work_order_id: 2, deleted_at: '2026-11-20T20:00:00.000Z' });
    add(3, { booking_id: 3 });
    // Job 4 has an invoice of its own, so the link of the other one stays as it is.
    add(4, { work_order_id: 4 });
    add(5, { booking_id: 4 });
  });
  const flags = db.select({ isInvoiced: workOrders.isInvoiced }).from(workOrders).orderBy(workOrders.id).all();
  expect(flags.map(({ isInvoiced }) => isInvoiced)).toEqual([true, false, true, true]);
  const links = db.select({ workOrderId: invoices.workOrderId }).from(invoices).orderBy(invoices.id).all();
  expect(links.map(({ workOrderId }) => workOrderId)).toEqual([1, 2, 3, 4, null]);
  expect(checkInvariants(db.$client).find(({ name }) => name === 'jobsOtherThanTheirInvoices')?.count).toBe(0);
});

test('a stored order gets both of its taxes from its total and the flags of its day', () => {
  const CHANGED = { verb: 'product.updated', entity_type: 'product', data: '{"fields":["name","isPstTaxable"]}' };
  const db = openMigrated('order_taxes', (old) => {
    const place = (productId: number, tax: number, more: Record<string, string | number> = {}) => {
      const number = Number(old.$client.prepare('select count(*) + 1 from orders').pluck().get());
      const sums = { subtotal_cents: 1000, tax_cents: tax, total_cents: 1000 + tax };
      insertRow(old, 'orders', { public_id: `order-${String(number).padStart(20, '0')}`, tax_reading: 'cart-19', ...sums, ...more });
      insertRow(old, 'order_items', { order_number: number, product_id: productId, price_cents: 1000 });
    };
    insertRow(old, 'products', { price_cents: 1000 });
    insertRow(old, 'products', { price_cents: 1000, is_pst_taxable: 0 });
    insertRow(old, 'products', { price_cents: 1000, is_hst_taxable: 0 });
    // The PST of product 2 was switched off a day after most orders.
    insertRow(old, 'activity', { ...CHANGED, entity_id: '2', at: '2026-11-21T20:00:00.000Z' });
    place(1, 120, { tax_reading: 'checkout-12' });
    place(1, 190);
    place(1, 191);
    place(1, 120, { tax_profile: 'bc-current', tax_reading: 'checkout-12' });
    place(2, 190);
    place(2, 120, { created_at: '2026-11-22T20:00:00.000Z' });
    place(3, 70);
    place(3, 69);
    // The origin of this tax is unknown.
    place(1, 95);
    place(1, 0);
  });
  const taxes = db.select({ hstCents: orders.hstCents, pstCents: orders.pstCents }).from(orders).all();
  expect(taxes.map(({ hstCents, pstCents }) => [hstCents, pstCents])).toEqual([
    [120, 0],
    [120, 70],
    [121, 70],
    [50, 70],
    [120, 70],
    [120, 0],
    [0, 70],
    [0, 69],
    [60, 35],
    [0, 0],
  ]);
});

test('addresses stored before get their postal code written as V2C 1A1, and are found by it', () => {
  const typed = ['12 Seymour St, Kamloops, v2c1a1 ', '14 Seymour St, V2C-1A1', '16 Seymour St, V2C 1A1', '18 Seymour St', 'Box D2C1A1'];
  const db = openMigrated('postal_codes', (old) => {
    for (const address of typed) insertRow(old, 'clients', { address });
  });
  expect(
    db
      .select({ address: clients.address })
      .from(clients)
      .all()
      .map(({ address }) => address),
  ).toEqual(['12 Seymour St, Kamloops, V2C 1A1', '14 Seymour St, V2C 1A1', '16 Seymour St, V2C 1A1', '18 Seymour St', 'Box D2C1A1']);
  expect(db.$client.prepare('select rowid from clients_search where clients_search match \'"V2C 1A1"\' order by 1').pluck().all()).toEqual([
    1, 2, 3,
  ]);
});

const AT = '2026-11-20T20:00:00.000Z';

test('older invoices and receipts stay paid, and their numbers are never given out again', () => {
  const db = openMigrated('money', (old) => {
    insertRow(old, 'invoices', {
      status: 'paid',
      paid_date: '2026-11-20',
      payment_method: 'cash',
      invoice_number: 'SPC041',
      number_value: 41,
    });
    insertRow(old, 'invoices', { status: 'pending', invoice_number: 'SPC007', number_value: 7, customer_name: 'Zoë' });
    insertRow(old, 'invoices', { status: 'draft', invoice_number: 'SPC008', number_value: 8 });
    insertRow(old, 'receipts', { receipt_number: 'SPC-RCP012', number_value: 12, is_refund: 1 });
    insertRow(old, 'settings', { key: 'taxRule', value: '"bc-current"' });
  });
  const rows = db.select().from(invoices).all();
  expect(rows).toMatchObject([
    { invoiceNumber: 'SPC041', amountPaidCents: 1190, taxProfile: 'documented', issuedAt: AT },
    { invoiceNumber: 'SPC007', amountPaidCents: 0, issuedAt: AT },
    { invoiceNumber: 'SPC008', status: 'draft', issuedAt: null },
  ]);
  expect(db.select().from(numberSeries).all()).toEqual([
    { series: 'invoice', highest: 41 },
    { series: 'receipt', highest: 13 },
  ]);
  // The paid invoice had no receipt of its payment, and gets one.
  expect(db.select().from(receipts).where(eq(receipts.isRefund, false)).all()).toMatchObject([
    { receiptNumber: 'SPC-RCP013', amountPaidCents: 1190, paymentMethod: 'cash', paymentDate: '2026-11-20', isAutomatic: true },
  ]);
  expect(checkInvariants(db.$client).map(({ name, count }) => count > 0 && name)).not.toContain('invoicesOtherThanTheirReceipts');
  expect(db.select().from(receiptTotals).all()).toMatchObject([{ receipts: 2, amountCents: 2380, refunds: 1, refundCents: 1190 }]);
  expect(db.$client.prepare('select rowid from invoices_search where invoices_search match \'"zoe"\'').pluck().all()).toEqual([2]);
  expect(db.$client.prepare("select key, value from settings where key like 'tax%' order by key").all()).toEqual([
    { key: 'taxProfile', value: '"bc-current"' },
    { key: 'taxRule', value: '"documented"' },
  ]);
});

test('a paid invoice whose receipt was deleted is open again, and a reused number stays with the later invoice', () => {
  const db = openMigrated('void_receipts', (old) => {
    const paid = { status: 'paid', paid_date: '2026-11-20', payment_method: 'cash', amount_paid_cents: 1190 };
    insertRow(old, 'invoices', { ...paid, invoice_number: 'SPC001', number_value: 1 });
    insertRow(old, 'invoices', { ...paid, invoice_number: 'SPC002', number_value: 2, deleted_at: AT });
    insertRow(old, 'invoices', { status: 'pending', invoice_number: 'SPC002', number_value: 2 });
    for (const verb of ['receipt.created', 'receipt.deleted'])
      insertRow(old, 'activity', { verb, entity_type: 'receipt', entity_id: '7', data: '{"invoiceId":1}' });
  });
  expect(db.select().from(invoices).all()).toMatchObject([
    { invoiceNumber: 'SPC001', status: 'pending', amountPaidCents: 0, paidDate: null, paymentMethod: null },
    { invoiceNumber: 'SPC002-void-2', numberValue: null, status: 'paid' },
    { invoiceNumber: 'SPC002', numberValue: 2, status: 'pending' },
  ]);
});

test('a stored invoice counts on the winter day of its issue', () => {
  const db = openMigrated('winter_days', (old) => insertRow(old, 'invoices', { status: 'pending', issued_at: '2026-01-05T07:30:00.000Z' }));
  expect(
    readDailySums({ db, now: () => new Date('2026-11-20T20:00:00.000Z') }, 'invoices', { from: '2026-01-01', to: '2026-01-31' }, 'day'),
  ).toMatchObject([{ period: '2026-01-04', total: 1190 }]);
});

test('stored orders, goods, invoices and receipts are added up by day', () => {
  const db = openMigrated('daily_sums', (old) => {
    for (const table of ['products', 'orders', 'order_items'] as const) insertRow(old, table);
    insertRow(old, 'receipts', { invoice_id: null });
    insertRow(old, 'invoices', { status: 'pending', issued_at: '2026-01-05T07:30:00.000Z' });
    // Unreadable times count on no day.
    insertRow(old, 'orders', { public_id: 'x'.repeat(22), created_at: 'soon' });
    insertRow(old, 'order_items', { order_number: 2 });
    insertRow(old, 'invoices', {
      status: 'pending',
      invoice_number: 'SPC2',
      number_value: 2,
      work_order_id: null,
      booking_id: null,
      issued_at: '',
    });
  });
  expect(db.select({ kind: dailySums.kind, rows: dailySums.rows }).from(dailySums).all()).toEqual(
    ['orders', 'goods', 'invoices', 'receipts'].map((kind) => ({ kind, rows: 1 })),
  );
  expect(db.$client.prepare(WRONG_DAYS).all()).toEqual([]);
});
