import { test as base, describe, expect } from 'vitest';
import { parseCents } from '../../src/shared/money';
import { INVOICE, openWithInvoice, PAYMENT, RECEIPT } from '../support/invoices';
import { openShop } from '../support/shop';

const test = base.extend('shop', () => openWithInvoice());

describe('a receipt', () => {
  test('of a payment that stands for itself has no taxes unless the amount holds them', async () => {
    const shop = openShop();
    expect(await shop.admin.invoices.createReceipt(RECEIPT)).toMatchObject({
      receiptNumber: 'SPC-RCP001',
      subtotal: '50.00',
      hstAmount: '0.00',
      pstAmount: '0.00',
      amountPaid: '50.00',
      customerEmail: null,
      isRefund: false,
    });
    expect(await shop.admin.invoices.createReceipt({ ...RECEIPT, amountPaid: '119', includesTax: true })).toMatchObject({
      subtotal: '100.00',
      hstAmount: '12.00',
      pstAmount: '7.00',
      amountPaid: '119.00',
    });
  });
  test('of an invoice pays it', async ({ shop }) => {
    await shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: 19 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ balance: '100.00', receipts: [{ description: 'Windows' }] });
    await expect(shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: 101 })).rejects.toThrow(
      'The balance of invoice SPC001 is $100.00',
    );
    await expect(shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('of a refund is stored above nothing, counts against what it refunds, and off the net', async ({ shop }) => {
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    const refund = { ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 59.5 };
    expect(await shop.admin.invoices.createReceipt(refund)).toMatchObject({
      amountPaid: '59.50',
      isRefund: true,
      refundOfId: 1,
      invoiceId: 1,
      subtotal: '50.00',
      hstAmount: '6.00',
      pstAmount: '3.50',
    });
    expect(await shop.admin.invoices.getReceipt({ id: 1 })).toMatchObject({ refunded: '59.50' });
    await expect(shop.admin.invoices.createReceipt({ ...refund, amountPaid: 59.51 })).rejects.toThrow(
      'Of receipt SPC-RCP001 at most $59.50 can be refunded, not $59.51.',
    );
    await expect(shop.admin.invoices.createReceipt({ ...refund, refundOfId: 2, amountPaid: 1 })).rejects.toThrow(
      'Please choose the receipt of a payment.',
    );
    await expect(shop.admin.invoices.createReceipt({ ...refund, isRefund: false })).rejects.toThrow('Please say that it is a refund.');
    expect(await shop.admin.invoices.receiptSummary()).toEqual({
      totalReceipts: 2,
      totalPayments: '178.50',
      refunds: 1,
      netOfRefunds: '59.50',
    });
    expect((await shop.admin.invoices.get({ id: 1 })).status).toBe('paid');
    expect((await shop.admin.invoices.listReceipts({ view: 'refunds' })).rows).toHaveLength(1);
    expect((await shop.admin.invoices.listReceipts({ view: 'payments' })).rows).toHaveLength(1);
  });
  test.for([
    ['of an invoice in the future', { invoiceId: 1, paymentDate: '2026-11-21' }, 'Please enter a day that is not in the future.'],
    ['that stands for itself in the future', { paymentDate: '2036-11-20' }, 'Please enter a day that is not in the future.'],
    ['that stands for itself before 2000', { paymentDate: '1999-12-31' }, 'Please enter a day from 2000-01-01 on.'],
    [
      'of an invoice more than a year before its issue',
      { invoiceId: 1, paymentDate: '2025-11-19' },
      'Please enter a day from 2025-11-20 on.',
    ],
  ] as const)('of a payment %s is rejected', async ([_which, more, message], { shop }) => {
    await expect(shop.admin.invoices.createReceipt({ ...RECEIPT, ...more })).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    if ('invoiceId' in more)
      await expect(shop.admin.invoices.recordPayment({ ...PAYMENT, paymentDate: more.paymentDate })).rejects.toThrow(message);
  });
  test('that stands for itself is taken from 2000 on', async ({ shop }) => {
    expect(await shop.admin.invoices.createReceipt({ ...RECEIPT, paymentDate: '2000-01-01' })).toMatchObject({ paymentDate: '2000-01-01' });
  });
  test('of a payment a year before the issue of its invoice is taken', async ({ shop }) => {
    const paid = { ...RECEIPT, invoiceId: 1, paymentDate: '2025-11-20' };
    expect(await shop.admin.invoices.createReceipt(paid)).toMatchObject({ paymentDate: '2025-11-20' });
  });
  test('of a refund of a part payment opens the invoice again by as much, until that is paid', async ({ shop }) => {
    await shop.admin.invoices.recordPayment(PAYMENT);
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 40 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '0.00', balance: '119.00' });
    await shop.admin.invoices.deleteReceipt({ id: 2 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '40.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 40 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'paid', balance: '0.00' });
  });
  test('of a refund is of the invoice of what it refunds, and no more than came in', async ({ shop }) => {
    await shop.admin.invoices.create(INVOICE);
    await shop.admin.invoices.recordPayment(PAYMENT);
    const refund = { ...RECEIPT, isRefund: true, amountPaid: 10 };
    await expect(shop.admin.invoices.createReceipt({ ...refund, refundOfId: 1, invoiceId: 2 })).rejects.toThrow(
      'That receipt is not of this invoice.',
    );
    await expect(shop.admin.invoices.createReceipt({ ...refund, invoiceId: 2 })).rejects.toThrow(
      'Of invoice SPC002 at most $0.00 can be refunded, not $10.00.',
    );
    expect(await shop.admin.invoices.createReceipt({ ...refund, invoiceId: 1 })).toMatchObject({ invoiceId: 1 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '30.00' });
  });
  test('of refunds in parts give all of the taxes back, to the cent', async () => {
    const shop = await openWithInvoice({ subtotal: 10 });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    for (let part = 0; part < 7; part++)
      await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: '1.70' });
    const refunds = (await shop.admin.invoices.listReceipts({ view: 'refunds' })).rows;
    const sum = (of: 'subtotal' | 'hstAmount' | 'pstAmount') =>
      refunds.reduce((cents, receipt) => cents + (parseCents(receipt[of]) ?? 0), 0);
    expect([sum('subtotal'), sum('hstAmount'), sum('pstAmount')]).toEqual([1000, 120, 70]);
  });
  test.each([
    ['no customer', { customerName: '' }],
    ['no method', { paymentMethod: '' }],
    ['no method at all', { paymentMethod: undefined }],
    ['no amount', { amountPaid: '' }],
    ['no day', { paymentDate: '' }],
    ['no description', { description: ' ' }],
  ])('is refused with %s', async (_what, more) => {
    await expect(openShop().admin.invoices.createReceipt({ ...RECEIPT, ...more } as never)).rejects.toThrow(
      'Missing Information: Please fill in all required fields.',
    );
  });
  test('sent twice under one key is one receipt', async () => {
    const shop = openShop();
    const keyed = { ...RECEIPT, idempotencyKey: 'form-7' };
    expect(await shop.admin.invoices.createReceipt(keyed)).toEqual(await shop.admin.invoices.createReceipt(keyed));
    await expect(shop.admin.invoices.createReceipt({ ...keyed, amountPaid: 1 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  });
  test('is found by any words, voided once, and counted by the totals that triggers keep', async () => {
    const shop = openShop();
    for (const customerName of ['Zoë Müller', 'Jon Toews', 'Maria Santos'])
      await shop.admin.invoices.createReceipt({ ...RECEIPT, customerName });
    const found = async (search: string) =>
      (await shop.admin.invoices.listReceipts({ search })).rows.map(({ customerName }) => customerName);
    expect(await found('muller')).toEqual(['Zoë Müller']);
    expect(await found('rcp003')).toEqual(['Maria Santos']);
    expect(await found('Jo')).toEqual(['Jon Toews']);
    expect(await shop.admin.invoices.deleteReceipt({ id: 2 })).toEqual({ success: true });
    await expect(shop.admin.invoices.deleteReceipt({ id: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await shop.admin.invoices.receiptSummary()).toMatchObject({ totalReceipts: 2, totalPayments: '100.00', netOfRefunds: '100.00' });
    expect((await shop.admin.invoices.listAllReceipts({ limit: 1 })).nextCursor).toBe(3);
    expect((await shop.admin.invoices.listAllReceipts({})).rows.map(({ id }) => id)).toEqual([3, 1]);
    expect((await shop.admin.invoices.listReceipts({ view: 'voided' })).rows).toMatchObject([
      { id: 2, customerName: 'Jon Toews', voidedAt: '2026-11-20T20:00:00.000Z' },
    ]);
    expect((await shop.admin.invoices.summary()).receivedThisMonth).toBe('100.00');
    const mail = { receiptId: 2, customerEmail: 'jon@example.com' };
    await expect(shop.admin.invoices.emailReceipt(mail)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
