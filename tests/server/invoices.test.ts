import { describe, expect } from 'vitest';
import { invoices } from '../../db/schema';
import { markOverdueInvoices } from '../../src/server/invoices/service';
import { INVOICE } from '../support/invoice-inputs';
import { createInvoice, listNumbers, verbs } from '../support/invoices';
import { plansOf } from '../support/query-plans';
import { openShop } from '../support/shop';
import { test as base } from '../support/shop-test';
import { untyped } from '../support/untyped';

const test = base.extend('invoices', ({ shop }) => shop.admin.invoices);

describe('a new invoice', () => {
  test('gets its number, taxes and total from the server, and is pending', async ({ shop }) => {
    expect(await createInvoice(shop)).toMatchObject({
      invoiceNumber: 'SPC001',
      subtotal: '100.00',
      hstAmount: '12.00',
      pstAmount: '7.00',
      totalAmount: '119.00',
      amountPaid: '0.00',
      balance: '119.00',
      status: 'pending',
      taxProfile: 'documented',
      hstRate: 1200,
      pstRate: 700,
      serviceDate: '2026-11-18',
      dueDate: '2026-12-04',
      paidDate: null,
    });
    expect(verbs(shop)).toContain('invoice.created');
  });
  test('ignores taxes, a total and a number that the caller sends', async ({ shop }) => {
    const sent = { ...INVOICE, hstAmount: '0.00', pstAmount: 0, totalAmount: '1.00', invoiceNumber: 'X-9', id: 77 };
    expect(await createInvoice(shop, sent)).toMatchObject({ id: 1, invoiceNumber: 'SPC001', hstAmount: '12.00', totalAmount: '119.00' });
  });
  test('can be a draft, which has a number but is not owed', async ({ shop, invoices }) => {
    expect(await createInvoice(shop, { status: 'draft' })).toMatchObject({ invoiceNumber: 'SPC001', status: 'draft' });
    expect(await invoices.summary()).toMatchObject({ drafts: 1, outstanding: { invoices: 0, amount: '0.00' } });
    expect(await invoices.update({ id: 1, status: 'pending' })).toMatchObject({ status: 'pending' });
    expect(await invoices.summary()).toMatchObject({ drafts: 0, outstanding: { invoices: 1, amount: '119.00' } });
  });
  test('stores its line items, which add up to the subtotal', async ({ shop }) => {
    const items = [
      { description: 'Kitchen', quantity: 2, price: '30.00' },
      { description: 'Soap', quantity: 4, price: 10, isGoods: true },
    ];
    expect((await createInvoice(shop, { items })).items).toEqual([
      { description: 'Kitchen', quantity: 2, price: '30.00', isGoods: false },
      { description: 'Soap', quantity: 4, price: '10.00', isGoods: true },
    ]);
    await expect(createInvoice(shop, { items, subtotal: '99.99' })).rejects.toThrow('These line items come to $100.00.');
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await createInvoice(shop, { items })).toMatchObject({
      hstAmount: '5.00',
      pstAmount: '2.80',
      totalAmount: '107.80',
      pstRate: 700,
    });
  });
  test('keeps its taxes when the settings change', async ({ shop, invoices }) => {
    await createInvoice(shop);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await createInvoice(shop)).toMatchObject({
      taxProfile: 'bc-current',
      hstRate: 500,
      pstRate: 0,
      hstAmount: '5.00',
      pstAmount: '0.00',
    });
    expect(await invoices.get({ id: 1 })).toMatchObject({ taxProfile: 'documented', hstAmount: '12.00' });
    expect(await invoices.update({ id: 1, notes: 'Thank you' })).toMatchObject({ taxProfile: 'documented', totalAmount: '119.00' });
    expect(await invoices.update({ id: 1, subtotal: 200 })).toMatchObject({ taxProfile: 'documented', totalAmount: '238.00' });
  });
  test('gets the current taxes as long as it is a draft', async ({ shop, invoices }) => {
    await createInvoice(shop, { status: 'draft' });
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await invoices.update({ id: 1, subtotal: 200 })).toMatchObject({ taxProfile: 'bc-current', totalAmount: '210.00' });
  });
  test('keeps its tax profile and rates when its lines change', async ({ shop, invoices }) => {
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    await createInvoice(shop);
    // As of a year with another rate.
    shop.db.$client.exec('update invoices set hst_rate = 700');
    await shop.admin.settings.save({ taxProfile: 'documented' });
    const items = [
      { description: 'Kitchen', price: 100 },
      { description: 'Soap', price: 50, isGoods: true },
    ];
    expect(await invoices.update({ id: 1, items, subtotal: 150 })).toMatchObject({
      taxProfile: 'bc-current',
      hstRate: 700,
      pstRate: 700,
      hstAmount: '10.50',
      pstAmount: '3.50',
      totalAmount: '164.00',
    });
  });
  test.for([
    ['no customer', { customerName: ' ' }, 'Missing Information: Please fill in all required fields.'],
    ['a day that does not exist', { dueDate: '2026-02-30' }, 'Please enter a day such as 2026-11-20.'],
    ['an amount in words', { subtotal: '1e3' }, 'Please enter an amount such as 149.00.'],
    ['a negative amount', { subtotal: '-1' }, 'Please enter an amount such as 149.00.'],
    ['an invalid e-mail address', { customerEmail: 'maria' }, 'Please enter a valid email address, such as name@example.com.'],
    ['the status paid', { status: 'paid' }, 'A new invoice is draft or pending.'],
    ['a total above the limit', { subtotal: '90000000.00' }, 'Please keep the total at or under $99,999,999.99.'],
  ])('is rejected with %s', async ([_what, more, message], { shop }) => {
    await expect(createInvoice(shop, untyped(more))).rejects.toThrow(message);
    expect(await listNumbers(shop)).toEqual([]);
  });
  test('is created once per key, and other contents under that key are rejected', async ({ shop }) => {
    const first = await createInvoice(shop, { idempotencyKey: 'form-1' });
    expect(await createInvoice(shop, { idempotencyKey: 'form-1' })).toEqual(first);
    await expect(createInvoice(shop, { idempotencyKey: 'form-1', subtotal: 7 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(await listNumbers(shop)).toEqual(['SPC001']);
  });
  test('is not created again under the key of a voided invoice', async ({ shop, invoices }) => {
    await createInvoice(shop, { idempotencyKey: 'form-1' });
    await invoices.delete({ id: 1 });
    const { token } = await shop.logIn();
    const answer = await shop.request('POST', '/api/invoices', { body: INVOICE, token, headers: { 'Idempotency-Key': 'form-1' } });
    const message = 'This request already made invoice SPC001, which was voided.';
    expect([answer.status, await answer.json()]).toMatchObject([409, { message }]);
    await invoices.restore({ id: 1 });
    expect(await createInvoice(shop, { idempotencyKey: 'form-1' })).toMatchObject({ id: 1 });
  });
});

describe('the days of an invoice', () => {
  test.for(['2026-11-18', '2026-11-18T00:00:00.000Z', '2026-11-18T20:00:00-07:00', '2026-11-19T02:00:00Z'])(
    'do not shift when %s is saved five times',
    async (day, { shop, invoices }) => {
      let saved = await createInvoice(shop, { serviceDate: day, dueDate: day });
      for (let time = 0; time < 5; time++)
        saved = await invoices.update({ id: 1, serviceDate: saved.serviceDate, dueDate: saved.dueDate, notes: `${time}` });
      expect([saved.serviceDate, saved.dueDate]).toEqual(['2026-11-18', '2026-11-18']);
    },
  );
});

describe('an invoice past its due date', () => {
  test('is overdue from the next day in Kamloops on, whatever status is stored', async () => {
    const shop = openShop({ now: '2026-12-05T06:59:00.000Z' });
    await createInvoice(shop);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'pending' });
    shop.clock.advance(1);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'overdue' });
    expect(await listNumbers(shop, { view: 'overdue' })).toEqual(['SPC001']);
    expect(await listNumbers(shop, { view: 'pending' })).toEqual([]);
    expect(await listNumbers(shop, { view: 'open' })).toEqual(['SPC001']);
    expect(await shop.admin.invoices.summary()).toMatchObject({ overdue: { invoices: 1, amount: '119.00' } });
  });
  test('is marked by the daily job, is pending again with a later date, and can be paid', async () => {
    const shop = openShop({ now: '2026-12-06T20:00:00.000Z' });
    await createInvoice(shop);
    await createInvoice(shop, { status: 'draft' });
    markOverdueInvoices(shop.ctx);
    markOverdueInvoices(shop.ctx);
    expect(verbs(shop).filter((verb) => verb === 'invoice.overdue')).toHaveLength(1);
    expect(await shop.admin.invoices.update({ id: 1, dueDate: '2026-12-31' })).toMatchObject({ status: 'pending' });
    expect(shop.rows(invoices)).toMatchObject([{ status: 'pending' }, { status: 'draft' }]);
    expect(await shop.admin.invoices.update({ id: 2 })).toMatchObject({ status: 'draft' });
    expect(await shop.admin.invoices.update({ id: 1, dueDate: '2026-12-01' })).toMatchObject({ status: 'overdue' });
    expect(await shop.admin.invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid' });
    markOverdueInvoices(shop.ctx);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'paid' });
  });
  test('is found by an index of due dates', async ({ shop }) => {
    await createInvoice(shop);
    const plans = await plansOf(shop, async () => markOverdueInvoices(shop.ctx));
    expect(plans).toEqual([
      'SEARCH invoices USING INTEGER PRIMARY KEY (rowid=?); LIST SUBQUERY 1; SEARCH invoices USING INDEX invoices_status_due (status=? AND due_date<?)',
    ]);
  });
});

describe('a change of an invoice', () => {
  test('keeps omitted fields and computes the total again', async ({ shop, invoices }) => {
    await createInvoice(shop);
    expect(await invoices.update({ id: 1, subtotal: '250', customerName: 'Maria S.' })).toMatchObject({
      customerName: 'Maria S.',
      customerEmail: 'maria@example.com',
      serviceDescription: 'Two floors',
      subtotal: '250.00',
      totalAmount: '297.50',
    });
  });
  test('keeps the line items and their subtotal unless new ones are sent', async ({ shop, invoices }) => {
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    const made = await createInvoice(shop, { items: [{ description: 'Soap', quantity: 1, price: 100, isGoods: true }] });
    expect(made).toMatchObject({ totalAmount: '112.00' });
    expect(await invoices.update({ id: 1, subtotal: '100.00' })).toMatchObject({ totalAmount: '112.00', items: made.items });
    await expect(invoices.update({ id: 1, subtotal: 90 })).rejects.toThrow('These line items come to $100.00.');
    expect(await invoices.update({ id: 1, subtotal: 90, items: [] })).toMatchObject({ totalAmount: '94.50', items: [] });
  });
  test('is rejected when the invoice changed since the form was opened', async ({ shop, invoices }) => {
    const { updatedAt } = await createInvoice(shop);
    shop.clock.advance(1);
    await invoices.update({ id: 1, notes: 'one', updatedAtWas: updatedAt });
    await expect(invoices.update({ id: 1, notes: 'two', updatedAtWas: updatedAt })).rejects.toThrow(
      'Invoice SPC001 was changed meanwhile. Please look at it again.',
    );
    expect(await invoices.get({ id: 1 })).toMatchObject({ notes: 'one' });
  });
  test('gets a newer version stamp than another change in the same millisecond', async ({ shop, invoices }) => {
    const { updatedAt } = await createInvoice(shop);
    await invoices.update({ id: 1, notes: 'one', updatedAtWas: updatedAt });
    const second = invoices.update({ id: 1, notes: 'two', updatedAtWas: updatedAt });
    await expect(second).rejects.toThrow('Invoice SPC001 was changed meanwhile.');
    const seen = new Set([updatedAt, (await invoices.get({ id: 1 })).updatedAt]);
    const payment = { id: 1, amount: 10, paymentMethod: 'card', paymentDate: '2026-11-20' } as const;
    seen.add((await invoices.recordPayment(payment)).updatedAt);
    await invoices.deleteReceipt({ id: 1 });
    seen.add((await invoices.get({ id: 1 })).updatedAt);
    await invoices.delete({ id: 1 });
    seen.add((await invoices.restore({ id: 1 })).updatedAt);
    seen.add((await invoices.update({ id: 1, status: 'paid' })).updatedAt);
    expect(seen.size).toBe(6);
  });
  test('is rejected when the invoice is paid, or when the new total is below what was paid', async ({ shop, invoices }) => {
    await createInvoice(shop);
    await invoices.recordPayment({ id: 1, amount: 60, paymentMethod: 'card', paymentDate: '2026-11-20' });
    await expect(invoices.update({ id: 1, subtotal: 50 })).rejects.toThrow('$60.00 of invoice SPC001 is paid already');
    await invoices.update({ id: 1, status: 'paid' });
    await expect(invoices.update({ id: 1, notes: 'x' })).rejects.toThrow('Invoice SPC001 is paid and cannot be changed.');
  });
  test.for([
    ['pending', 'draft', 'An invoice that is pending cannot become draft.'],
    ['pending', 'overdue', 'An invoice that is pending cannot become overdue.'],
    ['draft', 'overdue', 'An invoice that is draft cannot become overdue.'],
    ['paid', 'draft', 'An invoice that is paid cannot become draft.'],
  ] as const)('from %s to %s is rejected', async ([from, to, message], { shop, invoices }) => {
    await createInvoice(shop, { status: from === 'draft' ? 'draft' : 'pending' });
    if (from === 'paid') await invoices.update({ id: 1, status: 'paid' });
    await expect(invoices.update({ id: 1, status: to })).rejects.toThrow(message);
    expect(await invoices.update({ id: 1, status: from })).toMatchObject({ status: from });
  });
  test('is rejected for an unknown invoice', async () => {
    await expect(openShop().admin.invoices.update({ id: 9, notes: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
