import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { inTransaction } from '../../db/client';
import { checkInvariants } from '../../db/invariants';
import { payInFull } from '../../src/server/invoices/payments';
import { getRow } from '../../src/server/invoices/reading';
import { parseCents } from '../../src/shared/money';
import { draftOfJob, INVOICE, openWithInvoice, PAYMENT } from '../support/invoices';
import { openShop, QUOTE, type Shop } from '../support/shop';

const test = base.extend('shop', () => openWithInvoice());

const receiptsOf = async (shop: Shop) => (await shop.admin.invoices.get({ id: 1 })).receipts;

describe('marking an invoice as paid', () => {
  test('by what was read before somebody else did is refused', async ({ shop }) => {
    const before = getRow(shop.ctx, 1);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(() => inTransaction(shop.db, () => payInFull(shop.ctx, before, 'cash', false))).toThrow('Invoice SPC001 is paid already.');
    expect(await receiptsOf(shop)).toHaveLength(1);
  });
  test('makes its receipt of the open balance in the same step', async ({ shop }) => {
    expect(await shop.admin.invoices.update({ id: 1, status: 'paid', paymentMethod: 'cash' })).toMatchObject({
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
  test('is cash unless told otherwise, and takes any method also in the words of the form', async () => {
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
      (await openWithInvoice()).admin.invoices.update({ id: 1, status: 'paid', paymentMethod: 'shells' as never }),
    ).rejects.toThrow('Please choose a method');
  });
  test('fifty times at once makes one receipt', async ({ shop }) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        shop.admin.invoices.update({ id: 1, status: 'paid', paymentMethod: place % 2 ? 'cash' : 'card' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['paid']));
    expect((await shop.admin.invoices.receiptSummary()).totalReceipts).toBe(1);
  });
  test('pays a draft and an overdue one too', async () => {
    for (const more of [{ status: 'draft' }, { dueDate: '2026-11-01' }]) {
      const shop = await openWithInvoice(more);
      expect(await shop.admin.invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid' });
    }
  });
  test('finalizes the work order that it is for, where that is done', async () => {
    const shop = openShop();
    await shop.visitor.quotes.submit(QUOTE);
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status, confirm: true });
    await draftOfJob(shop, { workOrderId: 1 });
    await shop.admin.invoices.update({ id: 1, subtotal: 149 });
    await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 100 });
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).finalizedDate).toBeNull();
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).finalizedDate).toBe('2026-11-20T20:00:00.000Z');
  });
});

describe('an invoice without an amount', () => {
  test('is kept as a draft alone', async () => {
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
  test('is neither issued, sent nor paid', async () => {
    const shop = await openWithInvoice({ subtotal: 0, status: 'draft' });
    const sentence = 'Invoice SPC001 has no amount yet.';
    await expect(shop.admin.invoices.update({ id: 1, status: 'paid' })).rejects.toThrow(sentence);
    await expect(shop.admin.invoices.update({ id: 1, status: 'pending' })).rejects.toThrow(sentence);
    await expect(shop.admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' })).rejects.toThrow(sentence);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'draft', receipts: [] });
  });
});

describe('a part payment', () => {
  test('leaves a balance, has a receipt of its own, and at zero the invoice is paid', async ({ shop }) => {
    expect(await shop.admin.invoices.recordPayment(PAYMENT)).toMatchObject({ status: 'pending', amountPaid: '40.00', balance: '79.00' });
    expect(await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 29, paymentMethod: 'card' })).toMatchObject({ balance: '50.00' });
    expect(await shop.admin.invoices.summary()).toMatchObject({
      outstanding: { invoices: 1, amount: '50.00' },
      receivedThisMonth: '69.00',
    });
    expect(await shop.admin.invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', balance: '0.00' });
    const receipts = await receiptsOf(shop);
    expect(receipts.map(({ amountPaid, paymentMethod }) => [amountPaid, paymentMethod])).toEqual([
      ['40.00', 'e-transfer'],
      ['29.00', 'card'],
      ['50.00', 'cash'],
    ]);
  });
  test.for([
    ['more than is open', { amount: '119.01' }, 'The balance of invoice SPC001 is $119.00, not $119.01.'],
    ['nothing', { amount: '0' }, 'Please enter an amount above 0.'],
    ['on a day to come', { paymentDate: '2026-11-21' }, 'Please enter a day that is not in the future.'],
    ['of an invoice that is not there', { id: 9 }, 'This invoice does not exist.'],
  ] as const)('is refused for %s', async ([_what, more, message], { shop }) => {
    await expect(shop.admin.invoices.recordPayment({ ...PAYMENT, ...more })).rejects.toThrow(message);
    expect(await receiptsOf(shop)).toEqual([]);
  });
  test('of a paid invoice is refused', async ({ shop }) => {
    expect(await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 119 })).toMatchObject({ status: 'paid', paidDate: '2026-11-19' });
    await expect(shop.admin.invoices.recordPayment(PAYMENT)).rejects.toThrow('Invoice SPC001 is paid already.');
  });
  test('sent again under its key takes nothing more, and another one under it is refused', async ({ shop }) => {
    const once = { ...PAYMENT, idempotencyKey: 'dialog-1' };
    await Promise.all([1, 2, 3, 4].map(() => shop.admin.invoices.recordPayment(once)));
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '40.00' });
    await expect(shop.admin.invoices.recordPayment({ ...once, amount: 41 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  });
  test('is open again once its receipt is voided, also after the invoice was paid in full', async ({ shop }) => {
    await shop.admin.invoices.recordPayment(PAYMENT);
    await shop.admin.invoices.deleteReceipt({ id: 1 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '0.00', balance: '119.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    const [receipt] = await receiptsOf(shop);
    await shop.admin.invoices.deleteReceipt({ id: receipt?.id ?? 0 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({
      status: 'pending',
      amountPaid: '0.00',
      balance: '119.00',
      paidDate: null,
      paymentMethod: null,
      receipts: [],
    });
    expect(await shop.admin.invoices.summary()).toMatchObject({
      outstanding: { invoices: 1, amount: '119.00' },
      receivedThisMonth: '0.00',
    });
  });
  test('by a mark can be undone, which voids the receipt of the mark and keeps the deposit', async ({ shop }) => {
    await shop.admin.invoices.recordPayment(PAYMENT);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(await shop.admin.invoices.update({ id: 1, status: 'pending' })).toMatchObject({ status: 'pending', balance: '79.00' });
    expect((await shop.admin.invoices.listReceipts({ view: 'voided' })).rows).toMatchObject([{ amountPaid: '79.00' }]);
    expect((await receiptsOf(shop)).map(({ amountPaid }) => amountPaid)).toEqual(['40.00']);
    expect(await shop.admin.invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', balance: '0.00' });
    expect(checkInvariants(shop.db.$client).filter(({ count }) => count > 0)).toEqual([]);
  });
  test('by a receipt of its own is not undone by a change of status', async ({ shop }) => {
    await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 119 });
    await expect(shop.admin.invoices.update({ id: 1, status: 'pending' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Invoice SPC001 was paid by receipts of its own. Please delete the receipt to reopen it.',
    });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'paid', receipts: [{ amountPaid: '119.00' }] });
  });
  test('of any sizes: the receipts come to the invoice, with their taxes to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50_000 }),
        fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 6 }),
        async (subtotal, parts) => {
          const shop = await openWithInvoice({ subtotal: subtotal / 100 });
          for (const part of parts) await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: part / 100 }).catch(() => undefined);
          const invoice = await shop.admin.invoices.update({ id: 1, status: 'paid' });
          const receipts = await receiptsOf(shop);
          const sum = (of: 'amountPaid' | 'hstAmount' | 'pstAmount' | 'subtotal') =>
            receipts.reduce((cents, receipt) => cents + (parseCents(receipt[of]) ?? Number.NaN), 0);
          expect(sum('amountPaid')).toBe(parseCents(invoice.totalAmount));
          expect(sum('subtotal') + sum('hstAmount') + sum('pstAmount')).toBe(sum('amountPaid'));
          expect([sum('hstAmount'), sum('pstAmount')]).toEqual([invoice.hstAmount, invoice.pstAmount].map(parseCents));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('handing over an invoice on paper', () => {
  test('is noted once, issues a draft, and can be taken back', async () => {
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
  test('is told apart from mailing, which counts once the message is sent or stored', async ({ shop }) => {
    await shop.admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ handedOverAt: null, mailedAt: '2026-11-20T20:00:00.000Z' });
  });
  test('is refused for a draft without an amount, and for an invoice that does not exist', async () => {
    const shop = await openWithInvoice({ status: 'draft', subtotal: 0 });
    await expect(shop.admin.invoices.markHandedOver({ id: 1 })).rejects.toThrow('Invoice SPC001 has no amount yet.');
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ handedOverAt: null });
    await expect(shop.admin.invoices.markHandedOver({ id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
