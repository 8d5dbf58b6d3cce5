import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/client';
import { invoices } from '../../db/schema';
import { finalizePrepaidJobs, payInFull } from '../../src/server/invoices/payments';
import { getRow } from '../../src/server/invoices/reading';
import { purgeInvoiceBin } from '../../src/server/invoices/service';
import { parseCents } from '../../src/shared/money';
import { INVOICE, RECEIPT } from '../support/invoices';
import { openShop, QUOTE } from '../support/shop';

type Shop = ReturnType<typeof openShop>;
async function openWithInvoice(more = {}) {
  const shop = openShop();
  await shop.admin.invoices.create({ ...INVOICE, ...more });
  return shop;
}
const PAYMENT = { id: 1, amount: '40.00', paymentMethod: 'e-transfer', paymentDate: '2026-11-19' } as const;
const receiptsOf = async (shop: Shop) => (await shop.admin.invoices.get({ id: 1 })).receipts;

describe('marking an invoice as paid', () => {
  test('by what was read before somebody else did is undone by the database itself', async () => {
    const shop = await openWithInvoice();
    const before = getRow(shop.ctx, 1);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(() => inTransaction(shop.db, () => payInFull(shop.ctx, before, 'cash'))).toThrow(/UNIQUE.*receipts\.invoice_id/);
    expect(await receiptsOf(shop)).toHaveLength(1);
  });
  test('makes its receipt of the open balance in the same step', async () => {
    const shop = await openWithInvoice();
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
  test('fifty times at once makes one receipt', async () => {
    const shop = await openWithInvoice();
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
    for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status });
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
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
  test('leaves a balance, has a receipt of its own, and at zero the invoice is paid', async () => {
    const shop = await openWithInvoice();
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
  test.each([
    ['more than is open', { amount: '119.01' }, 'The balance of invoice SPC001 is $119.00, not $119.01.'],
    ['nothing', { amount: '0' }, 'Please enter an amount above 0.'],
    ['on a day to come', { paymentDate: '2026-11-21' }, 'Please enter a day that is not in the future.'],
    ['of an invoice that is not there', { id: 9 }, 'This invoice does not exist.'],
  ])('is refused for %s', async (_what, more, message) => {
    const shop = await openWithInvoice();
    await expect(shop.admin.invoices.recordPayment({ ...PAYMENT, ...more })).rejects.toThrow(message);
    expect(await receiptsOf(shop)).toEqual([]);
  });
  test('of a paid invoice is refused', async () => {
    const shop = await openWithInvoice();
    expect(await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 119 })).toMatchObject({ status: 'paid', paidDate: '2026-11-19' });
    await expect(shop.admin.invoices.recordPayment(PAYMENT)).rejects.toThrow('Invoice SPC001 is paid already.');
  });
  test('sent again under its key takes nothing more, and another one under it is refused', async () => {
    const shop = await openWithInvoice();
    const once = { ...PAYMENT, idempotencyKey: 'dialog-1' };
    await Promise.all([1, 2, 3, 4].map(() => shop.admin.invoices.recordPayment(once)));
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '40.00' });
    await expect(shop.admin.invoices.recordPayment({ ...once, amount: 41 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  });
  test('is open again once its receipt is deleted, while the invoice is not paid', async () => {
    const shop = await openWithInvoice();
    await shop.admin.invoices.recordPayment(PAYMENT);
    await shop.admin.invoices.deleteReceipt({ id: 1 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '0.00', balance: '119.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    const [receipt] = await receiptsOf(shop);
    await shop.admin.invoices.deleteReceipt({ id: receipt?.id ?? 0 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'paid', balance: '0.00', receipts: [] });
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
  test('of an invoice pays it', async () => {
    const shop = await openWithInvoice();
    await shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: 19 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ balance: '100.00', receipts: [{ description: 'Windows' }] });
    await expect(shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: 101 })).rejects.toThrow(
      'The balance of invoice SPC001 is $100.00',
    );
    await expect(shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('of a refund is stored above nothing, counts against what it refunds, and off the net', async () => {
    const shop = await openWithInvoice();
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
  test('of a payment of an invoice on a day to come is refused; one that stands for itself may be dated ahead', async () => {
    const shop = await openWithInvoice();
    await expect(shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1, paymentDate: '2026-11-21' })).rejects.toThrow(
      'Please enter a day that is not in the future.',
    );
    expect(await shop.admin.invoices.createReceipt({ ...RECEIPT, paymentDate: '2026-11-21' })).toMatchObject({ paymentDate: '2026-11-21' });
  });
  test('of a refund of a part payment opens the invoice again by as much, until that is paid', async () => {
    const shop = await openWithInvoice();
    await shop.admin.invoices.recordPayment(PAYMENT);
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 40 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '0.00', balance: '119.00' });
    await shop.admin.invoices.deleteReceipt({ id: 2 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ amountPaid: '40.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 40 });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'paid', balance: '0.00' });
  });
  test('of a refund is of the invoice of what it refunds, and no more than came in', async () => {
    const shop = await openWithInvoice();
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
  test('is found by any words, deleted for good, and counted by the totals that triggers keep', async () => {
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
  });
  test('is kept from others than the office', async () => {
    const shop = openShop();
    await expect(shop.visitor.invoices.createReceipt(RECEIPT)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.member.invoices.deleteReceipt({ id: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('an invoice out of a job', () => {
  async function openWithJob() {
    const shop = openShop();
    await shop.visitor.quotes.submit(QUOTE);
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    return shop;
  }
  const complete = async (shop: Shop) => {
    for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status });
  };
  test('is made in one click once that is completed, and once only', async () => {
    const shop = await openWithJob();
    await expect(shop.admin.invoices.createFromWorkOrder({ id: 1 })).rejects.toThrow(
      'Only a completed work order can be invoiced; this one is scheduled.',
    );
    await complete(shop);
    const [first, second] = await Promise.all([1, 2].map(() => shop.admin.invoices.createFromWorkOrder({ id: 1 })));
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      customerName: 'Maria Santos',
      customerEmail: 'maria@example.com',
      customerAddress: '12 Seymour St, Kamloops',
      serviceType: 'Residential Cleaning',
      serviceDate: '2026-11-20',
      dueDate: '2026-12-04',
      workOrderId: 1,
      // Its price is not known yet.
      status: 'draft',
      subtotal: '0.00',
    });
  });
  test('has the price of the work order, and the days that the owner gives', async () => {
    const shop = await openWithJob();
    await shop.admin.settings.save({ invoiceDueDays: 30 });
    const { id } = await shop.admin.dispatch.createWorkOrder({
      clientId: 1,
      serviceType: 'deep-cleaning',
      scheduledDate: '2026-11-19T18:00:00Z',
      totalAmount: '149.00',
    });
    for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status });
    expect(await shop.admin.invoices.createFromWorkOrder({ id })).toMatchObject({
      serviceType: 'Deep Cleaning',
      subtotal: '149.00',
      totalAmount: '177.31',
      status: 'pending',
      dueDate: '2026-12-20',
    });
  });
  test('may be made anew once it lies in the bin, and one that comes back is then nobody’s', async () => {
    const shop = await openWithJob();
    await complete(shop);
    const first = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.delete({ id: first.id });
    const second = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(second.id).not.toBe(first.id);
    expect(await shop.admin.invoices.restore({ id: first.id })).toMatchObject({ workOrderId: null, invoiceNumber: 'SPC002' });
  });
  test('at a price of nothing is a draft, since nobody could pay it', async () => {
    const shop = await openWithJob();
    const free = { clientId: 1, serviceType: 'deep-cleaning', scheduledDate: '2026-11-19T18:00:00Z', totalAmount: '0.00' };
    const { id } = await shop.admin.dispatch.createWorkOrder(free);
    for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status });
    expect(await shop.admin.invoices.createFromWorkOrder({ id })).toMatchObject({ status: 'draft', totalAmount: '0.00' });
  });
  test('that was paid is not made once more while the first lies in the bin', async () => {
    const shop = await openWithJob();
    await complete(shop);
    const first = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.update({ id: first.id, subtotal: 100 });
    await shop.admin.invoices.recordPayment({ ...PAYMENT, id: first.id });
    await shop.admin.invoices.delete({ id: first.id });
    await expect(shop.admin.invoices.createFromWorkOrder({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Invoice SPC001 of this job has payments and lies in the bin. Please restore it.',
    });
    await shop.admin.invoices.restore({ id: first.id });
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 1 })).toMatchObject({ id: first.id });
  });
  test('of a booking that is paid is not made once more, even where the first is gone for good', async () => {
    const shop = openShop();
    const { rows } = await shop.visitor.booking.listSlots({ date: '2026-11-23' });
    const client = { clientName: 'Jon Toews', clientEmail: 'jon@example.com', clientPhone: '250-555-0134', clientAddress: '9 Battle St' };
    const booked = await shop.visitor.booking.book({ slotId: rows[0]?.id ?? 0, ...client });
    const { id } = await shop.admin.invoices.createFromBooking({ id: booked.id });
    await shop.admin.invoices.update({ id, subtotal: 100 });
    await shop.admin.invoices.update({ id, status: 'paid' });
    await shop.admin.invoices.delete({ id });
    await expect(shop.admin.invoices.createFromBooking({ id: booked.id })).rejects.toThrow('Please restore it.');
    shop.clock.advance(31 * 1440);
    purgeInvoiceBin(shop.ctx);
    await expect(shop.admin.invoices.createFromBooking({ id: booked.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This booking is paid already.',
    });
  });
  test('of a booking has what was booked, and is the one of its work order too', async () => {
    const shop = openShop();
    const [slot] = await shop.visitor.booking
      .listSlots({ date: '2026-11-23' })
      .then(({ rows }) => rows.filter(({ serviceType }) => serviceType === 'window-cleaning'));
    const booked = await shop.visitor.booking.book({
      slotId: slot?.id ?? 0,
      clientName: 'Jon Toews',
      clientEmail: 'jon@example.com',
      clientPhone: '250-555-0134',
      clientAddress: '9 Battle St',
      totalAmount: '120.00',
    });
    const invoice = await shop.admin.invoices.createFromBooking({ id: booked.id });
    expect(invoice).toMatchObject({
      customerName: 'Jon Toews',
      serviceType: 'Window Cleaning',
      serviceDate: '2026-11-23',
      subtotal: '120.00',
      // The amount is the client's own guess.
      status: 'draft',
      bookingId: booked.id,
    });
    expect(await shop.admin.invoices.createFromBooking({ id: booked.id })).toEqual(invoice);
    expect(shop.db.select().from(invoices).all()).toHaveLength(1);
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('pending');
    await shop.admin.invoices.update({ id: invoice.id, status: 'paid' });
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('paid');
    // It was paid beforehand: its job is closed once that is done.
    const { workOrderId } = await shop.admin.booking.get({ id: booked.id });
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: workOrderId ?? 0, status });
    const finalized = async () => (await shop.admin.dispatch.getWorkOrder({ id: workOrderId ?? 0 })).finalizedDate;
    expect(await finalized()).toBeNull();
    finalizePrepaidJobs(shop.ctx);
    expect(await finalized()).not.toBeNull();
    expect((await shop.admin.invoices.createFromWorkOrder({ id: workOrderId ?? 0 })).id).toBe(invoice.id);
  });
  test('is one, whether it was made of the booking or of the work order that came later', async () => {
    const shop = openShop();
    await shop.admin.settings.save({ createWorkOrders: false });
    const { rows } = await shop.visitor.booking.listSlots({ date: '2026-11-23' });
    const client = { clientName: 'Jon Toews', clientEmail: 'jon@example.com', clientPhone: '250-555-0134', clientAddress: '9 Battle St' };
    const booked = await shop.visitor.booking.book({ slotId: rows[0]?.id ?? 0, ...client });
    const first = await shop.admin.invoices.createFromBooking({ id: booked.id });
    const { workOrderId } = await shop.admin.booking.createWorkOrder({ id: booked.id });
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: workOrderId ?? 0, status });
    expect(await shop.admin.invoices.createFromWorkOrder({ id: workOrderId ?? 0 })).toMatchObject({ id: first.id, workOrderId });
    await shop.admin.invoices.update({ id: first.id, subtotal: 80 });
    await shop.admin.invoices.update({ id: first.id, status: 'paid' });
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('paid');
    expect((await shop.admin.dispatch.getWorkOrder({ id: workOrderId ?? 0 })).finalizedDate).not.toBeNull();
  });
  test('of a booking that did not take place is refused', async () => {
    const shop = openShop();
    const { rows } = await shop.visitor.booking.listSlots({ date: '2026-11-23' });
    const client = { clientName: 'Jon Toews', clientEmail: 'jon@example.com', clientPhone: '250-555-0134', clientAddress: '9 Battle St' };
    const booked = await shop.visitor.booking.book({ slotId: rows[0]?.id ?? 0, ...client });
    await shop.admin.booking.setStatus({ id: booked.id, status: 'cancelled', reason: 'Moved away' });
    await expect(shop.admin.invoices.createFromBooking({ id: booked.id })).rejects.toThrow(
      'A booking that is cancelled cannot be invoiced.',
    );
    await expect(shop.admin.invoices.createFromBooking({ id: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
