import { test as base, expect } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import { receipts, receiptTotals } from '../../db/schema';
import { expectSound } from '../support/booked-job';
import { askStatement } from '../support/books';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';
import { mailOf, ORDER, openStore } from '../support/storefront';

const test = base.extend('opened', () => openWithOrder());

const PAID = { method: 'interac', date: '2026-11-19' } as const;
type Shop = ReturnType<typeof openStore>;
type Marks = Omit<Parameters<Shop['admin']['store']['setOrderPayment']>[0], 'orderNumber'>;

/** A store with order 1: a squeegee of $19.95 with $2.39 of HST and $1.40 of PST. */
async function openWithOrder() {
  const shop = openStore();
  await shop.visitor.store.placeOrder({ ...ORDER, taxAmount: '3.79' });
  const pay = (marks: Marks = { paid: PAID }) => shop.admin.store.setOrderPayment({ orderNumber: 1, ...marks });
  const cancel = () => shop.admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Sold out' });
  const refund = (more: { amount?: string; sendReceipt?: boolean; paymentDate?: string } = {}) =>
    shop.admin.store.recordOrderRefund({ orderNumber: 1, paymentMethod: 'interac', paymentDate: '2026-11-20', ...more });
  const list = async () => (await shop.admin.invoices.listReceipts({})).rows;
  const statement = () => askStatement(shop, 'financial-statement');
  return { shop, pay, cancel, refund, list, statement };
}

test('marking an order as paid creates a receipt with its stored taxes', async ({ opened: { shop, pay, list } }) => {
  await shop.admin.inventory.updateProduct({ id: 1, isPstTaxable: false });
  expect(await pay()).toMatchObject({ paidDate: '2026-11-19', receiptId: 1, receiptNumber: 'SPC-RCP001', refundDue: '0.00' });
  expect(await list()).toMatchObject([
    {
      receiptNumber: 'SPC-RCP001',
      orderNumber: 1,
      invoiceId: null,
      customerName: ORDER.customerName,
      customerEmail: ORDER.customerEmail,
      paymentMethod: 'interac',
      paymentDate: '2026-11-19',
      subtotal: '19.95',
      hstAmount: '2.39',
      pstAmount: '1.40',
      amountPaid: '23.74',
      description: 'Payment for order ORD-0001',
    },
  ]);
  expect((await pay()).receiptNumber).toBe('SPC-RCP001');
  expect(await list()).toHaveLength(1);
  expectSound(shop);
});

test('counts the receipt of an order as money received, and its taxes once, with the order', async ({
  opened: { shop, pay, statement },
}) => {
  await pay({ paid: { ...PAID, date: '2026-11-20' } });
  const { receipts: money, taxes, orders } = await statement();
  expect(money).toMatchObject({ received: { count: 1, amount: '23.74' }, net: '23.74' });
  expect(orders).toMatchObject({ tax: '3.79', unpaid: { count: 0 } });
  expect(taxes.map(({ label, total }) => [label, total])).toEqual([
    ['HST (12%)', '2.39'],
    ['BC PST (7%)', '1.40'],
  ]);
  expect(await shop.admin.invoices.receiptSummary()).toMatchObject({ totalReceipts: 1, totalPayments: '23.74' });
  expect(await shop.admin.automation.aiFigures()).toMatchObject({ receivedToday: '23.74', receivedThisMonth: '23.74' });
});

test('e-mails the receipt of an order only on request', async ({ opened: { shop, pay } }) => {
  const sent = () => mailOf(shop).filter(({ purpose }) => purpose === 'receipt-sent');
  await pay();
  expect(sent()).toEqual([]);
  await pay({ paid: PAID, sendReceipt: true });
  expect(sent()).toMatchObject([{ to: ORDER.customerEmail, subject: expect.stringContaining('SPC-RCP001') }]);
});

test('clearing or changing a payment voids its receipt, and a change creates a new one', async ({ opened: { shop, pay, list } }) => {
  await pay();
  expect(await pay({ paid: null })).toMatchObject({ paidDate: null, receiptId: null, receiptNumber: null });
  expect(await list()).toEqual([]);
  await pay();
  expect(await pay({ paid: { method: 'cash', date: '2026-11-20' } })).toMatchObject({ receiptNumber: 'SPC-RCP003', paidMethod: 'cash' });
  expect((await list()).map(({ receiptNumber }) => receiptNumber)).toEqual(['SPC-RCP003']);
  await expect(shop.admin.invoices.deleteReceipt({ id: 3 })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Receipt SPC-RCP003 is the payment of order ORD-0001. Please clear the payment of the order.',
  });
  expectSound(shop);
});

test('cancelling a paid order shows the refund due until it is recorded', async ({
  opened: { shop, pay, cancel, refund, list, statement },
}) => {
  await pay();
  expect(await cancel()).toMatchObject({ status: 'cancelled', paidDate: '2026-11-19', refundDue: '23.74', refunded: '0.00' });
  expect((await shop.admin.store.listOrders({})).rows).toMatchObject([{ refundDue: '23.74' }]);
  expect(await refund({ amount: '3.74' })).toMatchObject({
    refundDue: '20.00',
    refunded: '3.74',
    refundReceipts: [{ id: 2, receiptNumber: 'SPC-RCP002' }],
  });
  expect(await refund()).toMatchObject({
    refundDue: '0.00',
    refunded: '23.74',
    receiptNumber: 'SPC-RCP001',
    refundReceipts: [
      { id: 2, receiptNumber: 'SPC-RCP002' },
      { id: 3, receiptNumber: 'SPC-RCP003' },
    ],
  });
  const [second, first] = await list();
  expect([first, second]).toMatchObject([
    { isRefund: true, orderNumber: 1, refundOfId: 1, amountPaid: '3.74', description: 'Refund for order ORD-0001' },
    { isRefund: true, orderNumber: 1, refundOfId: 1, amountPaid: '20.00' },
  ]);
  const { receipts: money, taxes } = await statement();
  expect(money).toMatchObject({ received: { amount: '23.74' }, refunds: { amount: '23.74' }, net: '0.00' });
  // The order is cancelled, so there is no tax that the refund could lower.
  expect(taxes).toEqual([]);
  await expect(refund()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The payment of order ORD-0001 was already refunded in full.',
  });
  await shop.admin.invoices.deleteReceipt({ id: 3 });
  expect(await shop.admin.store.getStaffOrder({ orderNumber: 1 })).toMatchObject({ refundDue: '20.00', refunded: '3.74' });
  expectSound(shop);
});

test('refunding an order that is not cancelled keeps its taxes and payment, and e-mails the receipt on request', async ({
  opened: { shop, pay, refund, statement },
}) => {
  await pay();
  expect(await refund({ amount: '5.00', sendReceipt: true })).toMatchObject({ refundDue: '0.00', refunded: '5.00' });
  expect(mailOf(shop).filter(({ purpose }) => purpose === 'refund-sent')).toHaveLength(1);
  expect((await statement()).taxes.map(({ total }) => total)).toEqual(['2.39', '1.40']);
  await expect(pay({ paid: null })).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('was refunded') });
  expect(await shop.admin.store.getStaffOrder({ orderNumber: 1 })).toMatchObject({ paidDate: '2026-11-19', receiptId: 1 });
});

test('rejects refunds above the payment, in the future, or of unpaid orders', async ({ opened: { pay, refund, list } }) => {
  await expect(refund()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Order ORD-0001 was not paid, so there is nothing to refund.',
  });
  await pay();
  await expect(refund({ amount: '23.75' })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(refund({ amount: '0' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(refund({ paymentDate: '2026-11-21' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await list()).toHaveLength(1);
});

test('the migration adds missing receipts to paid orders and keeps those written by hand', () => {
  const db = openMigrated('order_receipts', (old) => {
    const place = (number: number, more: Record<string, string | number | null> = {}) =>
      insertRow(old, 'orders', {
        public_id: `order-${String(number).padStart(20, '0')}`,
        paid_date: '2026-11-19',
        paid_method: 'cash',
        updated_at: '2026-11-19T20:00:00.000Z',
        ...more,
      });
    place(1, { paid_date: '2026-11-20', tax_reading: 'cart-19', pst_cents: 45 });
    place(2, { paid_date: null, paid_method: null });
    place(3, { customer_email: 'anna@example.com' });
    place(4, { tax_profile: 'bc-current', pst_cents: 70, status: 'cancelled' });
    const receipt = { invoice_id: null, customer_email: 'Anna@example.com', payment_date: '2026-11-19' };
    insertRow(old, 'receipts', { ...receipt, amount_paid_cents: 1120, number_value: 7, receipt_number: 'SPC-RCP007' });
    insertRow(old, 'receipts', { ...receipt, amount_paid_cents: 999, number_value: 2, receipt_number: 'SPC-RCP002' });
  });
  const rows = db.select().from(receipts).all();
  expect(
    rows.map((row) => [row.receiptNumber, row.orderNumber, row.amountPaidCents, row.hstCents, row.pstCents, row.pstRate, row.paymentDate]),
  ).toMatchObject([
    ['SPC-RCP007', 3, 1120, null, null, 700, '2026-11-19'],
    ['SPC-RCP002', null, 999, null, null, 700, '2026-11-19'],
    ['SPC-RCP008', 4, 1120, 50, 70, 700, '2026-11-19'],
    ['SPC-RCP009', 1, 1120, 75, 45, 700, '2026-11-20'],
  ]);
  expect(db.select().from(receiptTotals).get()).toMatchObject({ receipts: 4 });
  const broken = checkInvariants(db.$client).filter(({ count }) => count > 0);
  expect(broken.map(({ name }) => name).filter((name) => /eceipt|umber/.test(name) && name !== 'receiptsThatDoNotAddUp')).toEqual([]);
});

test.each([
  ['one receipt', 1, ['SPC-RCP001', 1], ['SPC-RCP002', 2]],
  ['a receipt each', 2, ['SPC-RCP001', 1], ['SPC-RCP002', 2]],
  ['more receipts than orders', 3, ['SPC-RCP001', 1], ['SPC-RCP002', 2], ['SPC-RCP003', null]],
])('the migration shares no receipt between two equal orders with %s written by hand', (_how, written, ...wanted) => {
  const db = openMigrated('order_receipts', (old) => {
    for (const number of [1, 2])
      insertRow(old, 'orders', { public_id: `order-${String(number).padStart(20, '0')}`, paid_date: '2026-11-20', paid_method: 'cash' });
    for (let number = 1; number <= written; number++)
      insertRow(old, 'receipts', {
        ...{ receipt_number: `SPC-RCP00${number}`, number_value: number, invoice_id: null },
        ...{ customer_email: 'M@example.com', amount_paid_cents: 1120 },
      });
  });
  const rows = db.select().from(receipts).orderBy(receipts.id).all();
  expect(rows.map(({ receiptNumber, orderNumber }) => [receiptNumber, orderNumber])).toEqual(wanted);
});
