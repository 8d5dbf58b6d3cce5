import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/client';
import { activity, contactInquiries, outbox } from '../../db/schema';
import { startJobs } from '../../src/server/jobs';
import { type Deliver, deliverDueMessages, queueMessage, retryMessage } from '../../src/server/mail/outbox';
import { smtpDelivery } from '../../src/server/mail/transport';
import { company } from '../../src/shared/company';
import { MailServer, SilentServer } from '../support/mail-server';
import { openShop, QUOTE } from '../support/shop';

type Shop = ReturnType<typeof openShop>;
const openWithMail = (file?: string) => openShop({ hasMailServer: true, ...(file !== undefined && { file }) });
const rows = (shop: Shop) => shop.db.select().from(outbox).all();
const NOTE = {
  purpose: 'note',
  to: 'maria@example.com',
  subject: 'Hello',
  body: 'A line.\n',
  relatedType: 'quote',
  relatedId: 1,
  dedupeKey: 'note:1',
};

let server: MailServer;
let post: ReturnType<MailServer['connect']>;
beforeEach(async () => {
  server = await MailServer.start();
  post = server.connect();
});
afterEach(async () => {
  post.close();
  await server.stop();
});
const deliver = (shop: Shop, by: Deliver = post.deliver) => deliverDueMessages(shop.ctx, by);
const receivedBy = (address: string) => server.received.filter(({ recipients }) => recipients.includes(address));

describe('a quote request', () => {
  test('reaches the visitor and the owner, as one message each', async () => {
    const shop = openWithMail();
    await shop.visitor.quotes.submit({ ...QUOTE, name: 'Zoë Łukasiewicz 김', message: 'Straße 5, naïve café\n.\nEnde' });
    expect(rows(shop).map(({ status }) => status)).toEqual(['queued', 'queued']);
    await deliver(shop);
    expect(server.received.map(({ from, recipients }) => [from, recipients])).toEqual([
      [company.email, [QUOTE.email]],
      [company.email, [company.email]],
    ]);
    const [toVisitor, toOwner] = server.received.map(({ mail }) => mail);
    expect(toVisitor).toMatchObject({
      subject: 'We received your request',
      from: { name: company.name, address: company.email },
      to: [{ name: '', address: QUOTE.email }],
      messageId: rows(shop)[0]?.messageId,
    });
    expect(toOwner).toMatchObject({
      subject: 'New quote request: residential',
      to: [{ address: company.email }],
      messageId: rows(shop)[1]?.messageId,
    });
    for (const mail of [toVisitor, toOwner])
      for (const words of ['Zoë Łukasiewicz 김', 'Straße 5, naïve café\n.\nEnde', QUOTE.phone, QUOTE.address, 'residential'])
        expect(mail?.text).toContain(words);
    expect(toVisitor?.text).toContain('within 24 hours');
    expect(toOwner?.text).toContain('http://shop.test/admin');
    expect(rows(shop)).toMatchObject(Array(2).fill({ status: 'sent', attempts: 1, sentAt: '2026-11-20T20:00:00.000Z', lastError: null }));
    expect(
      shop.db
        .select()
        .from(activity)
        .all()
        .filter(({ verb }) => verb === 'message.sent'),
    ).toHaveLength(2);
    await deliver(shop);
    expect(server.received).toHaveLength(2);
  });

  test.each([
    { name: 'Maria\r\nBcc: victim@example.com' },
    { email: 'maria@example.com\r\nBcc: victim@example.com' },
    { email: 'maria@example.com, victim@example.com' },
    { email: '"a" <maria@example.com>' },
    { phone: '1\nBcc: victim@example.com' },
    { address: '1\u2028Bcc: victim@example.com' },
  ])('with %j causes no message at all', async (more) => {
    const shop = openWithMail();
    await expect(shop.visitor.quotes.submit({ ...QUOTE, ...more })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(rows(shop)).toEqual([]);
  });

  test('with a mail of its own inside the text stays one mail to one person', async () => {
    const shop = openWithMail();
    const message =
      'Hi\r\n.\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nBcc: victim@example.com\r\n\r\nspam\r\n.\r\n';
    await shop.visitor.quotes.submit({ ...QUOTE, message });
    await deliver(shop);
    expect(server.received.flatMap(({ recipients }) => recipients)).toEqual([QUOTE.email, company.email]);
    for (const { mail } of server.received) {
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.text).toContain('RCPT TO:<victim@example.com>');
    }
  });

  test('is answered at once while the mail server says nothing', async () => {
    const shop = openWithMail();
    const silent = await SilentServer.start();
    const slow = smtpDelivery(silent.url, { name: company.name, address: company.email });
    const jobs = startJobs(shop.ctx, { deliver: slow.deliver, log: pino({ level: 'silent' }), uploadFolder: shop.uploadFolder });
    const startedAt = performance.now();
    for (let i = 0; i < 3; i++) await shop.visitor.quotes.submit(QUOTE);
    expect((performance.now() - startedAt) / 3).toBeLessThan(300);
    await silent.stop();
    await jobs.stop();
    slow.close();
  });

  test('is sent without waiting for the timer', async () => {
    const shop = openWithMail();
    const jobs = startJobs(shop.ctx, { deliver: post.deliver, log: pino({ level: 'silent' }), uploadFolder: shop.uploadFolder });
    const startedAt = performance.now();
    await shop.visitor.quotes.submit(QUOTE);
    await expect.poll(() => server.received.length, { timeout: 5000, interval: 10 }).toBe(2);
    expect(performance.now() - startedAt).toBeLessThan(900);
    await jobs.stop();
    expect(rows(shop).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});

describe('what is in the outbox', () => {
  test('keeps its letters in subject and text, whatever they are', async () => {
    const shop = openWithMail();
    queueMessage(shop.ctx, { ...NOTE, subject: 'Grüße, 김 – 100 % & “more” 🧽 '.repeat(4).trim(), body: 'Größe 김 🧽\n..\n' });
    await deliver(shop);
    expect(server.received[0]?.mail).toMatchObject({ subject: rows(shop)[0]?.subject, text: 'Größe 김 🧽\n..\n' });
  });

  test.each([
    ['subject', { subject: 'Hello\r\nBcc: victim@example.com\r\nX-Evil: 1' }],
    ['recipient', { to: 'maria@example.com, victim@example.com' }],
    ['recipient with a line break', { to: 'maria@example.com\r\nBcc: victim@example.com' }],
  ])('even with a hostile %s reaches nobody else and gains no header', async (_what, more) => {
    const shop = openWithMail();
    queueMessage(shop.ctx, { ...NOTE, ...more });
    await deliver(shop);
    expect(receivedBy('victim@example.com')).toEqual([]);
    for (const { mail, recipients } of server.received) {
      expect(recipients).toHaveLength(1);
      expect(mail.headers.map(({ key }) => key)).not.toContain('x-evil');
      expect(mail.bcc ?? []).toEqual([]);
    }
  });

  test('under the same key is written once', () => {
    const shop = openWithMail();
    for (const body of ['first', 'second']) queueMessage(shop.ctx, { ...NOTE, body });
    queueMessage(shop.ctx, { ...NOTE, dedupeKey: 'note:2', body: 'third' });
    expect(rows(shop).map(({ body }) => body)).toEqual(['first', 'third']);
    expect(new Set(rows(shop).map(({ messageId }) => messageId)).size).toBe(2);
  });

  test('goes with its cause when that is rolled back, and nobody hears of it', async () => {
    const shop = openWithMail();
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    shop.db.$client.exec('create trigger full before insert on activity begin select raise(abort, "no"); end');
    await expect(shop.visitor.quotes.submit(QUOTE)).rejects.toThrow();
    expect(() =>
      inTransaction(shop.db, () => {
        queueMessage(shop.ctx, NOTE);
        throw new Error('changed my mind');
      }),
    ).toThrow('changed my mind');
    expect([rows(shop), topics, shop.db.select().from(contactInquiries).all()]).toEqual([[], [], []]);
    await deliver(shop);
    expect(server.received).toEqual([]);
  });
});

describe('without a mail server', () => {
  test('messages stay readable as stored, and go out on demand once there is one', async () => {
    const shop = openShop();
    await shop.visitor.quotes.submit(QUOTE);
    const { rows: listed, hasMailServer } = await shop.admin.mail.list({});
    expect(hasMailServer).toBe(false);
    expect(listed).toMatchObject([
      { id: 2, to: company.email, status: 'stored', attempts: 0, relatedType: 'quote', relatedId: 1 },
      { id: 1, to: QUOTE.email, status: 'stored', subject: 'We received your request', body: expect.stringContaining(QUOTE.message) },
    ]);
    await expect(shop.admin.mail.retry({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'No mail server is configured; the message is kept here.',
    });
    shop.ctx.hasMailServer = true;
    await deliver(shop);
    expect(server.received).toEqual([]);
    retryMessage(shop.ctx, { id: 1 });
    await deliver(shop);
    expect(receivedBy(QUOTE.email)).toHaveLength(1);
  });

  test('the list is in pages', async () => {
    const shop = openShop();
    await shop.visitor.quotes.submit(QUOTE);
    expect(await shop.admin.mail.list({ limit: 1 })).toMatchObject({ rows: [{ id: 2 }], nextCursor: 2 });
    expect(await shop.admin.mail.list({ limit: 1, cursor: 2 })).toMatchObject({ rows: [{ id: 1 }], nextCursor: null });
  });
});

describe('the office', () => {
  test('alone reads and repeats messages, and repeats only what did not go out', async () => {
    const shop = openWithMail();
    queueMessage(shop.ctx, NOTE);
    for (const [kind, code] of [
      ['visitor', 'UNAUTHORIZED'],
      ['member', 'FORBIDDEN'],
    ] as const) {
      await expect(shop[kind].mail.list({})).rejects.toMatchObject({ code });
      await expect(shop[kind].mail.retry({ id: 1 })).rejects.toMatchObject({ code });
    }
    await expect(shop.admin.mail.retry({ id: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.admin.mail.retry({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A message that is queued cannot be sent again.',
    });
    await deliver(shop);
    await expect(shop.admin.mail.retry({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A message that is sent cannot be sent again.',
    });
  });
});
