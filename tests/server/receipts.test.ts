import { test as base, describe, expect } from 'vitest';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { addCents, openWithInvoice, PAYMENT } from '../support/invoices';
import { openShop } from '../support/shop';

const test = base.extend('shop', () => openWithInvoice()).extend('invoices', ({ shop }) => shop.admin.invoices);

describe('a receipt', () => {
  test('without an invoice has taxes only if its amount includes them', async () => {
    const { invoices } = openShop().admin;
    expect(await invoices.createReceipt(RECEIPT)).toMatchObject({
      receiptNumber: 'SPC-RCP001',
      subtotal: '50.00',
      hstAmount: '0.00',
      pstAmount: '0.00',
      amountPaid: '50.00',
      customerEmail: null,
      isRefund: false,
    });
    expect(await invoices.createReceipt({ ...RECEIPT, amountPaid: '119', includesTax: true })).toMatchObject({
      subtotal: '100.00',
      hstAmount: '12.00',
      pstAmount: '7.00',
      amountPaid: '119.00',
    });
  });
  test('pays its invoice', async ({ invoices }) => {
    await invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: 19 });
    expect(await invoices.get({ id: 1 })).toMatchObject({ balance: '100.00', receipts: [{ description: 'Windows' }] });
    await expect(invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: 101 })).rejects.toThrow(
      'The balance of invoice SPC001 is $100.00',
    );
    await expect(invoices.createReceipt({ ...RECEIPT, invoiceId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('of a refund has a positive amount, and reduces what can still be refunded and the net income', async ({ invoices }) => {
    await invoices.update({ id: 1, status: 'paid' });
    const refund = { ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 59.5 };
    expect(await invoices.createReceipt(refund)).toMatchObject({
      amountPaid: '59.50',
      isRefund: true,
      refundOfId: 1,
      invoiceId: 1,
      subtotal: '50.00',
      hstAmount: '6.00',
      pstAmount: '3.50',
    });
    expect(await invoices.getReceipt({ id: 1 })).toMatchObject({ refunded: '59.50' });
    await expect(invoices.createReceipt({ ...refund, amountPaid: 59.51 })).rejects.toThrow(
      'At most $59.50 of receipt SPC-RCP001 can be refunded, not $59.51.',
    );
    await expect(invoices.createReceipt({ ...refund, refundOfId: 2, amountPaid: 1 })).rejects.toThrow(
      'Please choose the receipt of a payment.',
    );
    await expect(invoices.createReceipt({ ...refund, isRefund: false })).rejects.toThrow('Please say that it is a refund.');
    expect(await invoices.receiptSummary()).toEqual({
      totalReceipts: 2,
      totalPayments: '178.50',
      refunds: 1,
      netOfRefunds: '59.50',
    });
    expect((await invoices.get({ id: 1 })).status).toBe('paid');
    expect((await invoices.listReceipts({ view: 'refunds' })).rows).toHaveLength(1);
    expect((await invoices.listReceipts({ view: 'payments' })).rows).toHaveLength(1);
  });
  test.for([
    ['for an invoice in the future', { invoiceId: 1, paymentDate: '2026-11-21' }, 'Please enter a day that is not in the future.'],
    ['without an invoice in the future', { paymentDate: '2036-11-20' }, 'Please enter a day that is not in the future.'],
    ['without an invoice before 2000', { paymentDate: '1999-12-31' }, 'Please enter a day from 2000-01-01 on.'],
    [
      'for an invoice more than a year before its issue',
      { invoiceId: 1, paymentDate: '2025-11-19' },
      'Please enter a day from 2025-11-20 on.',
    ],
  ] as const)('is rejected %s', async ([_which, more, message], { invoices }) => {
    await expect(invoices.createReceipt({ ...RECEIPT, ...more })).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    if ('invoiceId' in more) await expect(invoices.recordPayment({ ...PAYMENT, paymentDate: more.paymentDate })).rejects.toThrow(message);
  });
  test('without an invoice is accepted from 2000 on', async ({ invoices }) => {
    expect(await invoices.createReceipt({ ...RECEIPT, paymentDate: '2000-01-01' })).toMatchObject({ paymentDate: '2000-01-01' });
  });
  test('is accepted a year before the issue of its invoice', async ({ invoices }) => {
    const paid = { ...RECEIPT, invoiceId: 1, paymentDate: '2025-11-20' };
    expect(await invoices.createReceipt(paid)).toMatchObject({ paymentDate: '2025-11-20' });
  });
  test('of a refunded part payment reopens its amount until the invoice is paid', async ({ invoices }) => {
    await invoices.recordPayment(PAYMENT);
    await invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 40 });
    expect(await invoices.get({ id: 1 })).toMatchObject({ amountPaid: '0.00', balance: '119.00' });
    await invoices.deleteReceipt({ id: 2 });
    expect(await invoices.get({ id: 1 })).toMatchObject({ amountPaid: '40.00' });
    await invoices.update({ id: 1, status: 'paid' });
    await invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 40 });
    expect(await invoices.get({ id: 1 })).toMatchObject({ status: 'paid', balance: '0.00' });
  });
  test('of a refund belongs to the invoice of its payment, and is limited to what was paid', async ({ invoices }) => {
    await invoices.create(INVOICE);
    await invoices.recordPayment(PAYMENT);
    const refund = { ...RECEIPT, isRefund: true, amountPaid: 10 };
    await expect(invoices.createReceipt({ ...refund, refundOfId: 1, invoiceId: 2 })).rejects.toThrow(
      'That receipt does not belong to this invoice.',
    );
    await expect(invoices.createReceipt({ ...refund, invoiceId: 2 })).rejects.toThrow(
      'At most $0.00 of invoice SPC002 can be refunded, not $10.00.',
    );
    expect(await invoices.createReceipt({ ...refund, invoiceId: 1 })).toMatchObject({ invoiceId: 1 });
    expect(await invoices.get({ id: 1 })).toMatchObject({ amountPaid: '30.00' });
  });
  test('for each partial refund has its share of the taxes, and together they return all taxes to the cent', async () => {
    const { invoices } = (await openWithInvoice({ subtotal: 10 })).admin;
    await invoices.update({ id: 1, status: 'paid' });
    for (let part = 0; part < 7; part++) await invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: '1.70' });
    const refunds = (await invoices.listReceipts({ view: 'refunds' })).rows;
    expect((['subtotal', 'hstAmount', 'pstAmount'] as const).map((field) => addCents(refunds, field))).toEqual([-1000, -120, -70]);
  });
  test('is rejected without a description', async ({ invoices }) => {
    await expect(invoices.createReceipt({ ...RECEIPT, description: ' ' })).rejects.toThrow(
      'Missing Information: Please fill in all required fields.',
    );
  });
  test('is created once per key', async () => {
    const { invoices } = openShop().admin;
    const keyed = { ...RECEIPT, idempotencyKey: 'form-7' };
    expect(await invoices.createReceipt(keyed)).toEqual(await invoices.createReceipt(keyed));
    await expect(invoices.createReceipt({ ...keyed, amountPaid: 1 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  });
  test('is found by its words, voided once, and counted in the totals', async () => {
    const { invoices } = openShop().admin;
    for (const customerName of ['Zoë Müller', 'Jon Toews', 'Maria Santos']) await invoices.createReceipt({ ...RECEIPT, customerName });
    const found = async (search: string) => (await invoices.listReceipts({ search })).rows.map(({ customerName }) => customerName);
    expect(await found('muller')).toEqual(['Zoë Müller']);
    expect(await found('rcp003')).toEqual(['Maria Santos']);
    expect(await found('Jo')).toEqual(['Jon Toews']);
    expect(await invoices.deleteReceipt({ id: 2 })).toEqual({ success: true });
    await expect(invoices.deleteReceipt({ id: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await invoices.receiptSummary()).toMatchObject({ totalReceipts: 2, totalPayments: '100.00', netOfRefunds: '100.00' });
    expect((await invoices.listAllReceipts({ limit: 1 })).nextCursor).toBe(3);
    expect((await invoices.listAllReceipts({})).rows.map(({ id }) => id)).toEqual([3, 1]);
    expect((await invoices.listReceipts({ view: 'voided' })).rows).toMatchObject([
      { id: 2, customerName: 'Jon Toews', voidedAt: '2026-11-20T20:00:00.000Z' },
    ]);
    expect((await invoices.summary()).receivedThisMonth).toBe('100.00');
    const mail = { receiptId: 2, customerEmail: 'jon@example.com' };
    await expect(invoices.emailReceipt(mail)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
