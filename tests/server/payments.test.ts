import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { inTransaction } from '../../db/client';
import { payInFull } from '../../src/server/invoices/payments/payments';
import { getRow } from '../../src/server/invoices/reading';
import { parseCents } from '../../src/shared/money';
import { expectSound } from '../support/booked-job';
import { INVOICE } from '../support/invoice-inputs';
import { addCents, draftOfJob, openWithInvoice, PAYMENT } from '../support/invoices';
import { completeJob, openWithJob } from '../support/job-invoices';
import { times } from '../support/length';
import { openShop, type Shop } from '../support/shop';
import { untyped } from '../support/untyped';

const test = base.extend('shop', () => openWithInvoice()).extend('invoices', ({ shop }) => shop.admin.invoices);

const receiptsOf = async (shop: Shop) => (await shop.admin.invoices.get({ id: 1 })).receipts;

describe('marking an invoice as paid', () => {
  test('is rejected when somebody else did it since the invoice was read', async ({ shop, invoices }) => {
    const before = getRow(shop.ctx, 1);
    await invoices.update({ id: 1, status: 'paid' });
    expect(() => inTransaction(shop.db, () => payInFull(shop.ctx, before, 'cash', false))).toThrow('Invoice SPC001 is paid already.');
    expect(await receiptsOf(shop)).toHaveLength(1);
  });
  test('creates a receipt of the balance', async ({ shop, invoices }) => {
    expect(await invoices.update({ id: 1, status: 'paid', paymentMethod: 'cash' })).toMatchObject({
      status: 'paid',
      paidDate: '2026-11-20',
      paymentMethod: 'cash',
      amountPaid: '119.00',
      balance: '0.00',
    });
    expect(await receiptsOf(shop)).toMatchObject([
      {
        receiptNumber: 'SPC-RCP001',
        invoiceId: 1,
        invoiceNumber: 'SPC001',
        customerName: 'Maria Santos',
        customerEmail: 'maria@example.com',
        paymentMethod: 'cash',
        description: 'Payment for invoice SPC001 – Residential Cleaning',
        subtotal: '100.00',
        hstAmount: '12.00',
        pstAmount: '7.00',
        amountPaid: '119.00',
        paymentDate: '2026-11-20',
        isRefund: false,
      },
    ]);
  });
  test('uses cash by default, and accepts each method by its value or label', async () => {
    for (const [sent, stored] of [
      [undefined, 'cash'],
      ['direct-deposit', 'direct-deposit'],
      ['Interac E-Transfer', 'e-transfer'],
      ['Cheque', 'cheque'],
    ] as const) {
      const shop = await openWithInvoice();
      expect(await shop.admin.invoices.update({ id: 1, status: 'paid', paymentMethod: sent })).toMatchObject({ paymentMethod: stored });
      expect(await receiptsOf(shop)).toMatchObject([{ paymentMethod: stored }]);
    }
    await expect(
      (await openWithInvoice()).admin.invoices.update({ id: 1, status: 'paid', paymentMethod: untyped('shells') }),
    ).rejects.toThrow('Please choose a method');
  });
  test('fifty times at once creates one receipt', async ({ invoices }) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) => invoices.update({ id: 1, status: 'paid', paymentMethod: place % 2 ? 'cash' : 'card' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['paid']));
    expect((await invoices.receiptSummary()).totalReceipts).toBe(1);
  });
  test('also works for drafts and overdue invoices', async () => {
    for (const more of [{ status: 'draft' }, { dueDate: '2026-11-01' }]) {
      const { invoices } = (await openWithInvoice(more)).admin;
      expect(await invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid' });
    }
  });
  test('finalizes its work order if that is completed', async () => {
    const shop = await openWithJob();
    await completeJob(shop);
    await draftOfJob(shop, { workOrderId: 1 });
    await shop.admin.invoices.update({ id: 1, subtotal: 149 });
    await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 100 });
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).finalizedDate).toBeNull();
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).finalizedDate).toBe('2026-11-20T20:00:00.000Z');
  });
});

describe('an invoice without an amount', () => {
  test('can only be stored as a draft', async () => {
    const shop = openShop();
    const refused = { code: 'BAD_REQUEST', message: 'Please enter a subtotal above 0, or keep it as a draft.' };
    await expect(shop.admin.invoices.create({ ...INVOICE, subtotal: '0' })).rejects.toMatchObject(refused);
    expect((await shop.admin.invoices.list({})).rows).toEqual([]);
    const { token } = await shop.logIn();
    const answer = await shop.request('POST', '/api/invoices', { body: { ...INVOICE, subtotal: '0' }, token });
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: 'subtotal', message: refused.message }] }]);
    await shop.admin.invoices.create(INVOICE);
    await expect(shop.admin.invoices.update({ id: 1, subtotal: 0 })).rejects.toMatchObject(refused);
  });
  test('cannot be issued, sent or paid', async () => {
    const { invoices } = (await openWithInvoice({ subtotal: 0, status: 'draft' })).admin;
    const sentence = 'Invoice SPC001 has no amount yet.';
    await expect(invoices.update({ id: 1, status: 'paid' })).rejects.toThrow(sentence);
    await expect(invoices.update({ id: 1, status: 'pending' })).rejects.toThrow(sentence);
    await expect(invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' })).rejects.toThrow(sentence);
    expect(await invoices.get({ id: 1 })).toMatchObject({ status: 'draft', receipts: [] });
  });
});

describe('a part payment', () => {
  test('leaves a balance, has its own receipt, and the last one pays the invoice', async ({ shop, invoices }) => {
    expect(await invoices.recordPayment(PAYMENT)).toMatchObject({ status: 'pending', amountPaid: '40.00', balance: '79.00' });
    expect(await invoices.recordPayment({ ...PAYMENT, amount: 29, paymentMethod: 'card' })).toMatchObject({ balance: '50.00' });
    expect(await invoices.summary()).toMatchObject({ outstanding: { invoices: 1, amount: '50.00' }, receivedThisMonth: '69.00' });
    expect(await invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', balance: '0.00' });
    const receipts = await receiptsOf(shop);
    expect(receipts.map(({ amountPaid, paymentMethod }) => [amountPaid, paymentMethod])).toEqual([
      ['40.00', 'e-transfer'],
      ['29.00', 'card'],
      ['50.00', 'cash'],
    ]);
  });
  test.for([
    ['more than the balance', { amount: '119.01' }, 'The balance of invoice SPC001 is $119.00, not $119.01.'],
    ['an amount of 0', { amount: '0' }, 'Please enter an amount above 0.'],
    ['a day in the future', { paymentDate: '2026-11-21' }, 'Please enter a day that is not in the future.'],
    ['an unknown invoice', { id: 9 }, 'This invoice does not exist.'],
  ] as const)('is rejected for %s', async ([_what, more, message], { shop, invoices }) => {
    await expect(invoices.recordPayment({ ...PAYMENT, ...more })).rejects.toThrow(message);
    expect(await receiptsOf(shop)).toEqual([]);
  });
  test('is rejected for a paid invoice', async ({ invoices }) => {
    expect(await invoices.recordPayment({ ...PAYMENT, amount: 119 })).toMatchObject({ status: 'paid', paidDate: '2026-11-19' });
    await expect(invoices.recordPayment(PAYMENT)).rejects.toThrow('Invoice SPC001 is paid already.');
  });
  test('is recorded once per key, and other contents under that key are rejected', async ({ invoices }) => {
    const once = { ...PAYMENT, idempotencyKey: 'dialog-1' };
    await Promise.all([1, 2, 3, 4].map(() => invoices.recordPayment(once)));
    expect(await invoices.get({ id: 1 })).toMatchObject({ amountPaid: '40.00' });
    await expect(invoices.recordPayment({ ...once, amount: 41 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  });
  test('is owed again when its receipt is voided, even if the invoice was paid in full', async ({ shop, invoices }) => {
    await invoices.recordPayment(PAYMENT);
    await invoices.deleteReceipt({ id: 1 });
    expect(await invoices.get({ id: 1 })).toMatchObject({ amountPaid: '0.00', balance: '119.00' });
    await invoices.update({ id: 1, status: 'paid' });
    const [receipt] = await receiptsOf(shop);
    await invoices.deleteReceipt({ id: receipt?.id ?? 0 });
    expect(await invoices.get({ id: 1 })).toMatchObject({
      status: 'pending',
      amountPaid: '0.00',
      balance: '119.00',
      paidDate: null,
      paymentMethod: null,
      receipts: [],
    });
    expect(await invoices.summary()).toMatchObject({ outstanding: { invoices: 1, amount: '119.00' }, receivedThisMonth: '0.00' });
  });
  test('stays when marking the invoice as paid is undone, which voids only the receipt of the rest', async ({ shop, invoices }) => {
    await invoices.recordPayment(PAYMENT);
    await invoices.update({ id: 1, status: 'paid' });
    expect(await invoices.update({ id: 1, status: 'pending' })).toMatchObject({ status: 'pending', balance: '79.00' });
    expect((await invoices.listReceipts({ view: 'voided' })).rows).toMatchObject([{ amountPaid: '79.00' }]);
    expect((await receiptsOf(shop)).map(({ amountPaid }) => amountPaid)).toEqual(['40.00']);
    expect(await invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', balance: '0.00' });
    expectSound(shop);
  });
  test('can be voided, and the invoice marked as paid again, after an earlier mark paid the rest', async ({ shop, invoices }) => {
    await invoices.recordPayment(PAYMENT);
    await invoices.update({ id: 1, status: 'paid' });
    await invoices.deleteReceipt({ id: 1 });
    expect(await invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', balance: '0.00' });
    expect(addCents(await receiptsOf(shop), 'amountPaid')).toBe(11900);
    expect(await invoices.update({ id: 1, status: 'pending' })).toMatchObject({ status: 'pending', balance: '40.00' });
    expectSound(shop);
  });
  test('that pays the invoice cannot be undone by changing the status', async ({ invoices }) => {
    await invoices.recordPayment({ ...PAYMENT, amount: 119 });
    await expect(invoices.update({ id: 1, status: 'pending' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Invoice SPC001 was not paid with Mark as Paid. Please delete the receipt of its payment to reopen it.',
    });
    expect(await invoices.get({ id: 1 })).toMatchObject({ status: 'paid', receipts: [{ amountPaid: '119.00' }] });
  });
  test('of any size leads to receipts that add up to the invoice, with taxes to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50_000 }),
        fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 6 }),
        async (subtotal, parts) => {
          const shop = await openWithInvoice({ subtotal: subtotal / 100 });
          for (const part of parts) await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: part / 100 }).catch(() => undefined);
          const invoice = await shop.admin.invoices.update({ id: 1, status: 'paid' });
          const receipts = await receiptsOf(shop);
          const sum = (field: 'amountPaid' | 'hstAmount' | 'pstAmount' | 'subtotal') => addCents(receipts, field);
          expect(sum('amountPaid')).toBe(parseCents(invoice.totalAmount));
          expect(sum('subtotal') + sum('hstAmount') + sum('pstAmount')).toBe(sum('amountPaid'));
          expect([sum('hstAmount'), sum('pstAmount')]).toEqual([invoice.hstAmount, invoice.pstAmount].map(parseCents));
        },
      ),
      { numRuns: times(12, 200) },
    );
  });
});

describe('handing over an invoice on paper', () => {
  test('is recorded once, issues a draft, and can be undone', async () => {
    const shop = await openWithInvoice({ status: 'draft' });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ handedOverAt: null, mailedAt: null });
    const first = await shop.admin.invoices.markHandedOver({ id: 1 });
    expect(first).toMatchObject({ status: 'pending', handedOverAt: '2026-11-20T20:00:00.000Z' });
    shop.clock.advance(60);
    expect(await shop.admin.invoices.markHandedOver({ id: 1 })).toEqual(first);
    expect(await shop.admin.invoices.markHandedOver({ id: 1, isHandedOver: false })).toMatchObject({
      status: 'pending',
      handedOverAt: null,
    });
  });
  test('is separate from mailing, which counts when the message is sent or stored', async ({ invoices }) => {
    await invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
    expect(await invoices.get({ id: 1 })).toMatchObject({ handedOverAt: null, mailedAt: '2026-11-20T20:00:00.000Z' });
  });
  test('is rejected for a draft without an amount, and for an unknown invoice', async () => {
    const { invoices } = (await openWithInvoice({ status: 'draft', subtotal: 0 })).admin;
    await expect(invoices.markHandedOver({ id: 1 })).rejects.toThrow('Invoice SPC001 has no amount yet.');
    expect(await invoices.get({ id: 1 })).toMatchObject({ handedOverAt: null });
    await expect(invoices.markHandedOver({ id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
