import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import { invoices, numberSeries, receipts, receiptTotals } from '../../db/schema';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';

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
