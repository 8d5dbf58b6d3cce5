import { describe, expect } from 'vitest';
import { outbox } from '../../db/schema';
import { invoicePaper } from '../../src/server/documents/papers/invoice';
import { describePayment } from '../../src/server/settings/ways-to-pay';
import { DEFAULT_COMPANY } from '../../src/shared/company';
import { RECEIPT } from '../support/invoice-inputs';
import { createInvoice, verbs } from '../support/invoices';
import type { Shop } from '../support/shop';
import { test as base } from '../support/shop-test';

const test = base.extend('invoices', ({ shop }) => shop.admin.invoices);

describe('an issued invoice', () => {
  const issuedAt = '2026-11-22T20:00:00.000Z';
  test.for<[string, (shop: Shop) => unknown]>([
    ['by the office', ({ admin }) => admin.invoices.update({ id: 1, status: 'pending' })],
    ['as paid', ({ admin }) => admin.invoices.update({ id: 1, status: 'paid' })],
    [
      'by a part payment',
      ({ admin }) => admin.invoices.recordPayment({ id: 1, amount: 10, paymentMethod: 'card', paymentDate: '2026-11-20' }),
    ],
    ['by e-mail', ({ admin }) => admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' })],
  ])('%s shows the day of issue on its document, and is logged once', async ([_how, issue], { shop }) => {
    expect(await createInvoice(shop, { status: 'draft' })).toMatchObject({ issuedAt: null });
    shop.clock.advance(2 * 1440);
    await issue(shop);
    const issued = await shop.admin.invoices.get({ id: 1 });
    expect(issued).toMatchObject({ createdAt: '2026-11-20T20:00:00.000Z', issuedAt });
    expect(invoicePaper(issued, DEFAULT_COMPANY).facts).toContainEqual({ label: 'Date', text: 'Sunday, November 22, 2026' });
    expect(verbs(shop).filter((verb) => verb === 'invoice.issued')).toHaveLength(1);
  });
  test('has its time of creation as its time of issue when it is created as pending', async ({ shop }) => {
    expect(await createInvoice(shop)).toMatchObject({ issuedAt: '2026-11-20T20:00:00.000Z' });
  });
});

describe('an invoice by e-mail', () => {
  test('says until when and how to pay it in each way, with its number and its link, in text, HTML and PDF', async ({ shop, invoices }) => {
    await createInvoice(shop, { status: 'draft', dueDate: '2027-03-09' });
    await invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
    const [mail] = shop.rows(outbox);
    const { payUrl } = await invoices.get({ id: 1 });
    expect(payUrl).toMatch(/^http:\/\/shop\.test\/pay\/[\w-]{22}$/);
    for (const words of ['Balance due: $119.00', 'March 9, 2027', `Pay your invoice: ${payUrl}`, 'write SPC001 in the message'])
      expect(mail?.body).toContain(words);
    for (const way of ['Interac e-Transfer: ', 'Direct Deposit: ', 'Cash: ', 'Cheque: ']) expect(mail?.body).toContain(`\n${way}Please `);
    const paper = describePayment(shop.ctx, { invoiceNumber: 'SPC001', payUrl });
    expect(paper).toContain('write SPC001 in the message');
    expect(paper).toContain(`Online: ${payUrl}`);
  });

  test('that is paid says nothing about paying', async ({ shop, invoices }) => {
    await createInvoice(shop);
    await invoices.update({ id: 1, status: 'paid' });
    await invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
    expect(shop.rows(outbox)[0]?.body).not.toMatch(/How to pay|\/pay\//);
  });

  test('is sent once a minute to each address, and again after a change', async ({ shop, invoices }) => {
    await createInvoice(shop, { status: 'draft' });
    const send = (customerEmail = 'maria@example.com') => invoices.email({ invoiceId: 1, customerEmail });
    const sent = () => shop.rows(outbox).length;
    const answers = await Promise.all([send(), send(), send('Maria@Example.com')]);
    expect([answers, sent()]).toEqual([Array.from({ length: 3 }, () => ({ success: true, isStored: true })), 1]);
    await send('jon@example.com');
    expect(sent()).toBe(2);
    await invoices.update({ id: 1, notes: 'Thank you' });
    await send();
    expect(sent()).toBe(3);
    shop.clock.advance(2);
    await send();
    expect(sent()).toBe(4);
  });
  test('states the method of payment when paid, otherwise the balance and the due date', async ({ shop, invoices }) => {
    await createInvoice(shop);
    const send = async () => {
      await invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
      return shop.rows(outbox).at(-1)?.body;
    };
    expect(await send()).toMatch(/\$119\.00[\s\S]*December 4, 2026/);
    await invoices.update({ id: 1, status: 'paid', paymentMethod: 'e-transfer' });
    const paid = await send();
    expect(paid).toMatch(/e-transfer/i);
    expect(paid).not.toMatch(/December 4/);
  });
});

describe('a receipt by e-mail', () => {
  test('is called a refund when it is one', async ({ shop, invoices }) => {
    await invoices.createReceipt({ ...RECEIPT, isRefund: true });
    await invoices.emailReceipt({ receiptId: 1, customerEmail: 'maria@example.com' });
    expect(shop.rows(outbox)).toMatchObject([{ purpose: 'refund-sent', subject: expect.stringMatching(/refund/i) }]);
  });
  test('is sent once a minute', async ({ shop, invoices }) => {
    await invoices.createReceipt(RECEIPT);
    const send = () => invoices.emailReceipt({ receiptId: 1, customerEmail: 'maria@example.com' });
    expect(await send()).toEqual(await send());
    expect(shop.rows(outbox)).toHaveLength(1);
  });
});
