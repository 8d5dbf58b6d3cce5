import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { outbox } from '../../db/schema';
import { parseCents } from '../../src/shared/money';
import { expectSound } from '../support/booked-job';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { addCents, draftOfJob, openWithInvoice, PAYMENT } from '../support/invoices';
import { openShop, type Shop } from '../support/shop';

const test = base.extend('shop', () => openWithInvoice()).extend('invoices', ({ shop }) => shop.admin.invoices);

const REASON = { invoiceId: 1, reason: 'One room was left out' };
const credit = (shop: Shop, amount: string, more = {}) => shop.admin.invoices.createCreditNote({ ...REASON, amount, ...more });
const invoiceOf = (shop: Shop) => shop.admin.invoices.get({ id: 1 });

describe('a credit note', () => {
  test('credits part of an invoice with its share of the taxes, with its own series of numbers', async ({ shop, invoices }) => {
    expect(await credit(shop, '59.50')).toMatchObject({
      id: 1,
      creditNoteNumber: 'SPC-CN001',
      invoiceId: 1,
      invoiceNumber: 'SPC001',
      customerName: 'Maria Santos',
      subtotal: '50.00',
      hstAmount: '6.00',
      pstAmount: '3.50',
      amount: '59.50',
      reason: 'One room was left out',
      issuedDate: '2026-11-20',
      taxProfile: 'documented',
    });
    expect(await invoiceOf(shop)).toMatchObject({ credited: '59.50', balance: '59.50', status: 'pending', refundDue: '0.00' });
    expect((await invoices.summary()).outstanding).toEqual({ invoices: 1, amount: '59.50' });
    expect(await credit(shop, '9.50')).toMatchObject({ creditNoteNumber: 'SPC-CN002' });
    expect((await invoices.listCreditNotes({ invoiceId: 1 })).rows.map(({ id }) => id)).toEqual([2, 1]);
    expect(await invoices.listCreditNotes({ limit: 1 })).toMatchObject({ rows: [{ id: 2 }], nextCursor: 2 });
    expect((await invoices.listCreditNotes({ invoiceId: 9 })).rows).toEqual([]);
    expectSound(shop);
  });
  test('of a whole unpaid invoice leaves nothing to pay or change', async ({ shop, invoices }) => {
    await credit(shop, '119.00');
    expect(await invoiceOf(shop)).toMatchObject({ status: 'credited', balance: '0.00', amountPaid: '0.00' });
    expect(await invoices.summary()).toMatchObject({ outstanding: { invoices: 0, amount: '0.00' } });
    for (const [view, count] of [
      ['open', 0],
      ['pending', 0],
      ['credited', 1],
    ] as const)
      expect((await invoices.list({ view })).rows).toHaveLength(count);
    for (const change of [{ status: 'paid' }, { status: 'pending' }, { notes: 'x' }, { subtotal: 5 }] as const)
      await expect(invoices.update({ id: 1, ...change })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(invoices.recordPayment(PAYMENT)).rejects.toMatchObject({ code: 'CONFLICT' });
    expectSound(shop);
  });
  test('makes the invoice paid when the rest was paid before', async ({ shop, invoices }) => {
    await invoices.recordPayment({ ...PAYMENT, amount: 50 });
    await credit(shop, '59.50');
    expect(await invoiceOf(shop)).toMatchObject({ status: 'pending', balance: '9.50' });
    await credit(shop, '19.50');
    expect(await invoiceOf(shop)).toMatchObject({ status: 'paid', amountPaid: '50.00', balance: '0.00', refundDue: '10.00' });
    await invoices.createReceipt({ ...RECEIPT, amountPaid: 10, isRefund: true, invoiceId: 1 });
    expect(await invoiceOf(shop)).toMatchObject({ status: 'paid', refundDue: '0.00' });
    expectSound(shop);
    const receipts = (await invoiceOf(shop)).receipts.filter(({ isRefund }) => isRefund);
    await invoices.deleteReceipt({ id: receipts[0]?.id ?? 0 });
    await invoices.deleteReceipt({ id: 1 });
    expect(await invoiceOf(shop)).toMatchObject({ status: 'pending', amountPaid: '0.00', balance: '40.00' });
    expect(await invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', amountPaid: '40.00' });
    expectSound(shop);
  });
  test('of more than is owed is refunded once for all payments, up to what was paid', async ({ shop, invoices }) => {
    for (const amount of ['60.00', '59.00']) await invoices.recordPayment({ ...PAYMENT, amount });
    await credit(shop, '70.00');
    const { refundDue } = await invoiceOf(shop);
    expect(refundDue).toBe('70.00');
    const refund = (amountPaid: string) => invoices.createReceipt({ ...RECEIPT, amountPaid, isRefund: true, invoiceId: 1 });
    await expect(refund('119.01')).rejects.toThrow('At most $119.00 of invoice SPC001 can be refunded, not $119.01.');
    expect(await refund(refundDue)).toMatchObject({ invoiceId: 1, refundOfId: null });
    expect(await invoiceOf(shop)).toMatchObject({ status: 'paid', refundDue: '0.00' });
    expectSound(shop);
  });
  test('of a whole paid booking shows the refund due, and marks the booking as refunded', async () => {
    const shop = openShop();
    const { rows } = await shop.visitor.booking.listSlots({ date: '2026-11-23' });
    const client = { clientName: 'Jon Toews', clientEmail: 'jon@example.com', clientPhone: '250-555-0134', clientAddress: '9 Battle St' };
    const booked = await shop.visitor.booking.book({ slotId: rows[0]?.id ?? 0, ...client });
    const { id } = await draftOfJob(shop, { bookingId: booked.id });
    // Less the 15 % of a first booking online.
    await shop.admin.invoices.update({ id, subtotal: 100 });
    await shop.admin.invoices.update({ id, status: 'paid' });
    const status = () => shop.db.$client.prepare('select payment_status from appointment_bookings').pluck().get();
    expect(status()).toBe('paid');
    await credit(shop, '101.15', { invoiceId: id });
    expect(status()).toBe('refunded');
    expect(await shop.admin.invoices.get({ id })).toMatchObject({ status: 'credited', refundDue: '101.15', paidDate: null });
    await shop.admin.invoices.createReceipt({ ...RECEIPT, amountPaid: 101.15, isRefund: true, invoiceId: id });
    expect(await shop.admin.invoices.get({ id })).toMatchObject({ status: 'credited', amountPaid: '0.00', refundDue: '0.00' });
    expectSound(shop);
  });
  test.each([
    ['of 0', {}, '0.00', 'BAD_REQUEST', 'Please enter an amount above 0.'],
    ['of more than is left', {}, '119.01', 'CONFLICT', 'At most $119.00 of invoice SPC001 can be credited, not $119.01.'],
    ['of a draft', { status: 'draft' as const }, '10.00', 'CONFLICT', 'Invoice SPC001 is a draft. Please change or delete it instead.'],
  ])('%s is rejected', async (_which, change, amount, code, message) => {
    const shop = openShop();
    await shop.admin.invoices.create({ ...INVOICE, ...change });
    await expect(credit(shop, amount)).rejects.toMatchObject({ code, message });
    expect((await shop.admin.invoices.listCreditNotes({})).rows).toEqual([]);
  });
  test('needs a reason and an issued invoice that is not voided', async ({ shop, invoices }) => {
    await expect(credit(shop, '10.00', { reason: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await invoices.delete({ id: 1 });
    await expect(credit(shop, '10.00')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(invoices.getCreditNote({ id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('is created once per key', async ({ shop }) => {
    const once = { idempotencyKey: 'dialog-1' };
    const made = await Promise.all([1, 2, 3].map(() => credit(shop, '10.00', once)));
    expect(made.map(({ id }) => id)).toEqual([1, 1, 1]);
    await expect(credit(shop, '11.00', once)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(await invoiceOf(shop)).toMatchObject({ credited: '10.00' });
  });
  test('prevents changes to the lines of its invoice', async ({ shop, invoices }) => {
    await credit(shop, '10.00');
    await expect(invoices.update({ id: 1, subtotal: 200 })).rejects.toThrow('Invoice SPC001 has a credit note');
    expect(await invoices.update({ id: 1, notes: 'Side door' })).toMatchObject({ notes: 'Side door' });
  });
  test('is mailed with its PDF, once a minute', async ({ shop, invoices }) => {
    await credit(shop, '59.50');
    const mail = { creditNoteId: 1, customerEmail: 'maria@example.com' };
    expect(await invoices.emailCreditNote(mail)).toEqual({ success: true, isStored: true });
    await invoices.emailCreditNote(mail);
    const messages = shop.rows(outbox);
    expect(messages).toMatchObject([{ purpose: 'credit-note-sent', to: 'maria@example.com', relatedType: 'creditNote', relatedId: 1 }]);
    expect(messages[0]?.body).toContain('Credited: $59.50');
    const [file] = JSON.parse(messages[0]?.attachments ?? '[]');
    expect(file).toMatchObject({ contentType: 'application/pdf', filename: expect.stringContaining('SPC-CN001') });
  });
  test('of any amount adds up to the invoice with taxes to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6000 }), { maxLength: 5 }), async (parts) => {
        const shop = await openWithInvoice();
        for (const part of parts) await credit(shop, (part / 100).toFixed(2)).catch(() => undefined);
        const { balance, totalAmount, hstAmount, pstAmount } = await invoiceOf(shop);
        if (Number(balance) > 0) await credit(shop, balance);
        const { rows } = await shop.admin.invoices.listCreditNotes({});
        const sum = (field: 'amount' | 'hstAmount' | 'pstAmount') => addCents(rows, field);
        expect([sum('amount'), sum('hstAmount'), sum('pstAmount')]).toEqual([totalAmount, hstAmount, pstAmount].map(parseCents));
        expectSound(shop);
      }),
      { numRuns: 20 },
    );
  });
});
