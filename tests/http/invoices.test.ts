import { test as base, describe, expect } from 'vitest';
import { outbox } from '../../db/schema';
import type { Invoice, Receipt } from '../../src/shared/invoices-schemas';
import { bodyOf, openOffice, refusalOf } from '../support/http';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';

const test = base.extend('opened', () => openOffice());

describe('POST /api/invoices', () => {
  test('returns 201 with generated number, taxes and total, and amounts as text with two decimals', async ({ opened: { call } }) => {
    const sent = {
      ...INVOICE,
      subtotal: 100,
      hstAmount: '12.00',
      pstAmount: '7.00',
      totalAmount: '119.00',
      status: 'pending',
      paymentMethod: 'Cash',
    };
    expect(await bodyOf<Invoice>(await call('POST', '/api/invoices', sent), 201)).toMatchObject({
      id: 1,
      invoiceNumber: 'SPC001',
      customerName: 'Maria Santos',
      subtotal: '100.00',
      hstAmount: '12.00',
      pstAmount: '7.00',
      totalAmount: '119.00',
      status: 'pending',
      serviceDate: '2026-11-18',
      dueDate: '2026-12-04',
      paidDate: null,
      paymentMethod: 'cash',
    });
  });
  test('names the missing fields', async ({ opened: { call } }) => {
    const { message, issues } = await refusalOf(await call('POST', '/api/invoices', { customerEmail: 'x' }), 400);
    expect(message).toBe('Missing Information: Please fill in all required fields.');
    expect(issues?.map(({ path }) => path).sort()).toEqual([
      'customerEmail',
      'customerName',
      'dueDate',
      'serviceDate',
      'serviceType',
      'subtotal',
    ]);
  });
  test('creates one invoice per Idempotency-Key, and returns 422 for other contents', async ({ opened: { shop, token } }) => {
    const send = (body: unknown) => shop.request('POST', '/api/invoices', { body, token, headers: { 'idempotency-key': 'a-1' } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(INVOICE)));
    const bodies = await Promise.all(answers.map((answer) => bodyOf(answer, 201)));
    expect(new Set(bodies.map(({ invoiceNumber }) => invoiceNumber))).toEqual(new Set(['SPC001']));
    await refusalOf(await send({ ...INVOICE, subtotal: 5 }), 422);
  });
});

describe('the lists', () => {
  test('are bounded arrays, newest first, with the cursor in a header', async ({ opened: { call } }) => {
    for (let count = 0; count < 3; count++) {
      await call('POST', '/api/invoices', INVOICE);
      await call('POST', '/api/receipts', RECEIPT);
    }
    for (const [path, name] of [
      ['/api/invoices', 'invoiceNumber'],
      ['/api/receipts', 'receiptNumber'],
    ] as const) {
      const first = await call('GET', `${path}?limit=2`);
      expect(first.headers.get('x-next-cursor')).toBe('2');
      const rows = await bodyOf<(Invoice & Receipt)[]>(first, 200);
      const rest = await bodyOf<(Invoice & Receipt)[]>(await call('GET', `${path}?limit=2&cursor=2`), 200);
      expect([...rows, ...rest].map((row) => row[name].slice(-3))).toEqual(['003', '002', '001']);
      await refusalOf(await call('GET', `${path}?limit=0`), 400);
    }
  });
});

describe('PATCH and DELETE /api/invoices/{id}', () => {
  test('change, pay and delete invoices, and reject unknown and forbidden ones', async ({ opened: { call } }) => {
    await call('POST', '/api/invoices', INVOICE);
    expect(await bodyOf(await call('PATCH', '/api/invoices/1', { notes: 'Thank you' }), 200)).toMatchObject({
      notes: 'Thank you',
      customerName: 'Maria Santos',
    });
    await refusalOf(await call('PATCH', '/api/invoices/1', { status: 'sent' }), 400);
    await refusalOf(await call('PATCH', '/api/invoices/1', { status: 'draft' }), 409);
    await refusalOf(await call('PATCH', '/api/invoices/2', { status: 'paid' }), 404);
    await refusalOf(await call('PATCH', '/api/invoices/x', { status: 'paid' }), 400);
    expect(await bodyOf(await call('PATCH', '/api/invoices/1', { status: 'paid', paymentMethod: 'cheque' }), 200)).toMatchObject({
      status: 'paid',
      paymentMethod: 'cheque',
    });
    const [receipt] = await bodyOf<Receipt[]>(await call('GET', '/api/receipts'), 200);
    expect(receipt).toMatchObject({ invoiceId: 1, paymentMethod: 'cheque', amountPaid: '119.00' });
    expect(await bodyOf(await call('DELETE', '/api/invoices/1'), 200)).toEqual({ success: true });
    await refusalOf(await call('DELETE', '/api/invoices/1'), 404);
    expect(await bodyOf(await call('DELETE', '/api/receipts/1'), 200)).toEqual({ success: true });
    await refusalOf(await call('DELETE', '/api/receipts/1'), 404);
  });
});

describe('POST /api/email-invoice and /api/email-receipt', () => {
  test('return 202 and queue the message with its document', async () => {
    const { shop, call } = await openOffice({ hasMailServer: true });
    await call('POST', '/api/invoices', { ...INVOICE, status: 'draft', serviceDate: '2026-11-18' });
    await call('POST', '/api/receipts', RECEIPT);
    expect(await bodyOf(await call('POST', '/api/email-invoice', { invoiceId: 1, customerEmail: 'maria@example.com' }), 202)).toMatchObject(
      { success: true },
    );
    expect(await bodyOf(await call('POST', '/api/email-receipt', { receiptId: 1, customerEmail: 'jon@example.com' }), 202)).toMatchObject({
      success: true,
    });
    const [invoiceMail, receiptMail] = shop.rows(outbox);
    expect(invoiceMail).toMatchObject({
      to: 'maria@example.com',
      status: 'queued',
      purpose: 'invoice-sent',
      relatedType: 'invoice',
      relatedId: 1,
    });
    // The same dates as on the attached paper.
    expect(invoiceMail?.body).toContain('\nDate: Friday, November 20, 2026\nService date: Wednesday, November 18, 2026\n');
    const [pdf] = JSON.parse(invoiceMail?.attachments ?? '[]');
    expect(pdf).toMatchObject({
      contentType: 'application/pdf',
      encoding: 'base64',
      filename: expect.stringMatching(/^Invoice_SPC001_2026-11-20\.pdf$/),
    });
    expect(Buffer.from(pdf.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(receiptMail).toMatchObject({ to: 'jon@example.com', status: 'queued', purpose: 'receipt-sent' });
    expect(JSON.parse(receiptMail?.attachments ?? '[]')).toMatchObject([{ filename: 'Receipt_SPC-RCP001_2026-11-20.html' }]);
    // Mailing a draft issues it.
    expect((await shop.admin.invoices.get({ id: 1 })).status).toBe('pending');
  });
  test('keep the message in the outbox without a mail server, and say so', async ({ opened: { shop, call } }) => {
    await call('POST', '/api/invoices', INVOICE);
    expect(await bodyOf(await call('POST', '/api/email-invoice', { invoiceId: 1, customerEmail: 'maria@example.com' }), 202)).toEqual({
      success: true,
      isStored: true,
    });
    expect(shop.rows(outbox)).toMatchObject([{ status: 'stored' }]);
  });
  test.each(['', 'maria', 'a@b.com, c@d.com', 'a@b.com\r\nBcc: evil@example.com'])('reject the address %j', async (customerEmail) => {
    const { shop, call } = await openOffice();
    await call('POST', '/api/invoices', INVOICE);
    await call('POST', '/api/receipts', RECEIPT);
    await refusalOf(await call('POST', '/api/email-invoice', { invoiceId: 1, customerEmail }), 400);
    await refusalOf(await call('POST', '/api/email-receipt', { receiptId: 1, customerEmail }), 400);
    await refusalOf(await call('POST', '/api/email-invoice', { invoiceId: 9, customerEmail: 'a@example.com' }), 404);
    expect(shop.rows(outbox)).toEqual([]);
  });
});
