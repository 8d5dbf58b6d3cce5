import { describe, expect } from 'vitest';
import { activity, outbox } from '../../db/schema';
import { queueFromTemplate } from '../../src/server/mail/templates';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { MESSAGE_TEMPLATES } from '../../src/shared/message-templates';
import { QUOTE, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { ORDER, openStore } from '../support/storefront';

const rows = (shop: Shop) => shop.rows(outbox);
const verbs = (shop: Shop) => shop.rows(activity).map(({ verb, entityId }) => `${verb} ${entityId}`);
const OWN = {
  purpose: 'quote-received',
  subject: 'Got it, {{customerName}}',
  body: 'Hi {{customerName}}!\n\n{{message}}\n\n{{signature}}',
} as const;

describe('the owner', () => {
  test('rewords a message, which then applies, and restores the default', async ({ shop }) => {
    await shop.visitor.quotes.submit(QUOTE);
    expect(await shop.admin.mail.saveTemplate(OWN)).toEqual({ 'quote-received': { subject: OWN.subject, body: OWN.body } });
    await shop.visitor.quotes.submit({ ...QUOTE, name: 'Zoë {{signature}} $& Łukasiewicz', message: 'Price of {{total}}?' });
    await shop.admin.mail.resetTemplate({ purpose: 'quote-received' });
    await shop.visitor.quotes.submit(QUOTE);
    const [before, own, after] = rows(shop).filter(({ purpose }) => purpose === 'quote-received');
    expect(own).toMatchObject({
      subject: 'Got it, Zoë {{signature}} $& Łukasiewicz',
      body: 'Hi Zoë {{signature}} $& Łukasiewicz!\n\nPrice of {{total}}?\n\nSage & Pine Cleaning\n(250) 555-0142\nhello@sageandpine.example\nKamloops, BC\n',
    });
    expect(before).toMatchObject({ subject: 'We received your request', body: expect.stringContaining('within 24 hours') });
    expect([after?.subject, after?.body]).toEqual([before?.subject, before?.body]);
    expect((await shop.admin.settings.get()).messageTemplates).toEqual({});
    expect(verbs(shop).filter((verb) => verb.startsWith('template'))).toEqual([
      'template.saved quote-received',
      'template.reset quote-received',
    ]);
  });

  test('changes one message only, and stores nothing when the text equals the default', async ({ shop }) => {
    const { subject, body } = MESSAGE_TEMPLATES['quote-received'];
    await shop.admin.mail.saveTemplate({ purpose: 'new-quote', subject: 'Quote!', body: 'Look: {{officeLink}}' });
    await shop.admin.mail.saveTemplate(OWN);
    expect(await shop.admin.mail.saveTemplate({ purpose: 'quote-received', subject, body: `${body}\r\n` })).toEqual({
      'new-quote': { subject: 'Quote!', body: 'Look: {{officeLink}}' },
    });
    const before = verbs(shop);
    expect(await shop.admin.mail.resetTemplate({ purpose: 'quote-received' })).toEqual({
      'new-quote': { subject: 'Quote!', body: 'Look: {{officeLink}}' },
    });
    expect(verbs(shop)).toEqual(before);
    await shop.visitor.quotes.submit(QUOTE);
    expect(rows(shop).find(({ purpose }) => purpose === 'new-quote')).toMatchObject({
      subject: 'Quote!',
      body: 'Look: http://shop.test/admin\n',
    });
  });

  test('gets an error for an unknown variable, and nothing is saved', async ({ shop }) => {
    await expect(shop.admin.mail.saveTemplate({ ...OWN, body: 'Hello {{orderNumber}}' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/^There is no variable \{\{orderNumber\}\}\. Allowed here: \{\{customerName\}\}, /),
    });
    await expect(
      shop.admin.settings.save({ messageTemplates: { 'quote-received': { subject: 'Hi {{', body: 'Hi' } } }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('is not closed') });
    expect((await shop.admin.settings.get()).messageTemplates).toEqual({});
    const { token } = await shop.logIn();
    const answer = await shop.request('POST', '/trpc/mail.saveTemplate', { token, body: { ...OWN, subject: '{{nobody}}' } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { data: { issues: [{ path: 'subject', message: expect.stringContaining('{{nobody}}') }] } },
    });
  });

  test('gets mail at the address in the settings, and messages use the sign-off in the settings', async () => {
    const shop = openStore();
    await shop.admin.settings.save({
      company: { ...DEFAULT_FACTS, name: 'Clear & Bright', email: 'office@clear.example', phone: '(604) 555-0100', city: 'Surrey' },
    });
    await shop.visitor.store.placeOrder(ORDER);
    expect(rows(shop).map(({ purpose, to }) => [purpose, to])).toEqual([
      ['order-received', ORDER.customerEmail],
      ['new-order', 'office@clear.example'],
    ]);
    expect(rows(shop)[0]?.body).toMatch(/\n\nClear & Bright\n\(604\) 555-0100\noffice@clear\.example\nSurrey, BC\n$/);
  });
});

describe('a document by mail', () => {
  const attachments = [{ filename: 'SPC012.pdf', contentType: 'application/pdf', content: 'JVBERg==', encoding: 'base64' as const }];
  const COMMON = { customerName: 'Maria', date: 'Friday, November 20, 2026', description: 'Deep cleaning' };

  test('shows the balance, and omits it when all is paid', ({ shop }) => {
    const message = { purpose: 'invoice-sent', to: 'maria@example.com', relatedType: 'invoice', relatedId: 12, attachments } as const;
    const invoice = {
      ...COMMON,
      issueDate: COMMON.date,
      invoiceNumber: 'SPC012',
      total: '$214.20',
      paymentMethod: '',
      howToPay: '',
      payLink: '',
    };
    for (const [balance, dueDate] of [
      ['$100.00', 'Friday, December 4, 2026'],
      ['', ''],
    ] as const)
      queueFromTemplate(shop.ctx, {
        ...message,
        attachments: [...attachments],
        values: { ...invoice, balance, dueDate, payLink: balance && 'https://example.com/pay/1' },
        dedupeKey: `invoice-sent:${balance}`,
      });
    const [open, paid] = rows(shop);
    expect(open).toMatchObject({
      purpose: 'invoice-sent',
      subject: 'Your invoice SPC012 from Sage & Pine Cleaning',
      relatedType: 'invoice',
      relatedId: 12,
      attachments: JSON.stringify(attachments),
    });
    expect(open?.body).toContain(
      '\nTotal: $214.20\nBalance due: $100.00\nDue date: Friday, December 4, 2026\n\nPay your invoice: https://example.com/pay/1\n\nIf something',
    );
    expect(paid?.body).toContain('\nTotal: $214.20\n\nIf something');
  });

  test('is sent as a receipt or a refund receipt', ({ shop }) => {
    const values = { ...COMMON, receiptNumber: 'SPC-RCP003', amount: '$50.00', paymentMethod: 'Cash' };
    for (const purpose of ['receipt-sent', 'refund-sent'] as const)
      queueFromTemplate(shop.ctx, { purpose, to: 'maria@example.com', relatedType: 'receipt', relatedId: 3, values, dedupeKey: purpose });
    expect(rows(shop)).toMatchObject([
      {
        purpose: 'receipt-sent',
        subject: 'Your receipt SPC-RCP003 from Sage & Pine Cleaning',
        body: expect.stringContaining('Amount: $50.00\nPaid by: Cash'),
      },
      {
        purpose: 'refund-sent',
        relatedType: 'receipt',
        relatedId: 3,
        body: expect.stringContaining('Refunded: $50.00\nRefunded by: Cash'),
      },
    ]);
  });
});
