import { test as base, describe, expect } from 'vitest';
import { inTransaction } from '../../db/client';
import { activity, contactInquiries, outbox } from '../../db/schema';
import { startJobs } from '../../src/server/jobs';
import { queueMessage } from '../../src/server/mail/outbox';
import { retryMessage } from '../../src/server/mail/service';
import { smtpDelivery } from '../../src/server/mail/transport';
import { company } from '../../src/shared/company';
import { SilentServer } from '../support/mail-server';
import { NOTE, openWithMail, PostOffice, rows } from '../support/mail-shop';
import { openShop, QUOTE } from '../support/shop';

const test = base.extend('shop', () => openWithMail());

const postOffice = new PostOffice();
const receivedBy = (address: string) => postOffice.server.received.filter(({ recipients }) => recipients.includes(address));

describe('a quote request', () => {
  test('sends one message to the visitor and one to the owner', async ({ shop }) => {
    await shop.visitor.quotes.submit({ ...QUOTE, name: 'Zoë Łukasiewicz 김', message: 'Straße 5, naïve café\n.\nEnde' });
    expect(rows(shop).map(({ status }) => status)).toEqual(['queued', 'queued']);
    await postOffice.deliver(shop);
    expect(postOffice.server.received.map(({ from, recipients }) => [from, recipients])).toEqual([
      [company.email, [QUOTE.email]],
      [company.email, [company.email]],
    ]);
    const [toVisitor, toOwner] = postOffice.server.received.map(({ mail }) => mail);
    expect(toVisitor).toMatchObject({
      subject: 'We received your request',
      from: { name: company.name, address: company.email },
      to: [{ name: '', address: QUOTE.email }],
      messageId: rows(shop)[0]?.messageId,
    });
    expect(toOwner).toMatchObject({
      subject: 'New quote request: Residential',
      to: [{ address: company.email }],
      messageId: rows(shop)[1]?.messageId,
    });
    for (const mail of [toVisitor, toOwner])
      for (const words of ['Zoë Łukasiewicz 김', 'Straße 5, naïve café\n.\nEnde', QUOTE.phone, QUOTE.address, 'Residential'])
        expect(mail?.text).toContain(words);
    expect(toVisitor?.text).toContain('within 24 hours');
    expect(toOwner?.text).toContain('http://shop.test/admin');
    expect(rows(shop)).toMatchObject(Array(2).fill({ status: 'sent', attempts: 1, sentAt: '2026-11-20T20:00:00.000Z', lastError: null }));
    expect(shop.rows(activity).filter(({ verb }) => verb === 'message.sent')).toHaveLength(2);
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toHaveLength(2);
  });

  test('stays one mail to one person when its text contains mail headers', async ({ shop }) => {
    const message =
      'Hi\r\n.\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nBcc: victim@example.com\r\n\r\nspam\r\n.\r\n';
    await shop.visitor.quotes.submit({ ...QUOTE, message });
    await postOffice.deliver(shop);
    expect(postOffice.server.received.flatMap(({ recipients }) => recipients)).toEqual([QUOTE.email, company.email]);
    for (const { mail } of postOffice.server.received) {
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.text).toContain('RCPT TO:<victim@example.com>');
    }
  });

  test('returns at once while the mail server hangs', async ({ shop }) => {
    const silent = await SilentServer.start();
    const slow = smtpDelivery(silent.url, () => ({ name: company.name, address: company.email }));
    const jobs = startJobs(shop.ctx, slow.deliver);
    const startedAt = performance.now();
    for (let i = 0; i < 3; i++) await shop.visitor.quotes.submit(QUOTE);
    expect((performance.now() - startedAt) / 3).toBeLessThan(300);
    await silent.stop();
    await jobs.stop();
    slow.close();
  });

  test('is mailed right after the commit, without waiting for the timer', async ({ shop }) => {
    const jobs = startJobs(shop.ctx, postOffice.post.deliver);
    const startedAt = performance.now();
    await shop.visitor.quotes.submit(QUOTE);
    await expect.poll(() => postOffice.server.received.length, { timeout: 5000, interval: 10 }).toBe(2);
    expect(performance.now() - startedAt).toBeLessThan(900);
    await jobs.stop();
    expect(rows(shop).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});

describe('a message in the outbox', () => {
  test('keeps every character of its subject and text', async ({ shop }) => {
    queueMessage(shop.ctx, { ...NOTE, subject: 'Grüße, 김 – 100 % & “more” 🧽 '.repeat(4).trim(), body: 'Größe 김 🧽\n..\n' });
    await postOffice.deliver(shop);
    expect(postOffice.server.received[0]?.mail).toMatchObject({ subject: rows(shop)[0]?.subject, text: 'Größe 김 🧽\n..\n' });
  });

  test.for([
    ['subject', { subject: 'Hello\r\nBcc: victim@example.com\r\nX-Evil: 1' }],
    ['recipient', { to: 'maria@example.com, victim@example.com' }],
    ['recipient with a line break', { to: 'maria@example.com\r\nBcc: victim@example.com' }],
  ] as const)('reaches no other recipient and gains no header with a hostile %s', async ([_what, more], { shop }) => {
    queueMessage(shop.ctx, { ...NOTE, ...more });
    await postOffice.deliver(shop);
    expect(receivedBy('victim@example.com')).toEqual([]);
    for (const { mail, recipients } of postOffice.server.received) {
      expect(recipients).toHaveLength(1);
      expect(mail.headers.map(({ key }) => key)).not.toContain('x-evil');
      expect(mail.bcc ?? []).toEqual([]);
    }
  });

  test('is written once per key', ({ shop }) => {
    for (const body of ['first', 'second']) queueMessage(shop.ctx, { ...NOTE, body });
    queueMessage(shop.ctx, { ...NOTE, dedupeKey: 'note:2', body: 'third' });
    expect(rows(shop).map(({ body }) => body)).toEqual(['first', 'third']);
    expect(new Set(rows(shop).map(({ messageId }) => messageId)).size).toBe(2);
  });

  test('disappears without a notification when its cause is rolled back', async ({ shop }) => {
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
    expect([rows(shop), topics, shop.rows(contactInquiries)]).toEqual([[], [], []]);
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toEqual([]);
  });
});

test('a message stopped during its last refused attempt stays stopped', async ({ shop }) => {
  queueMessage(shop.ctx, NOTE);
  shop.db.update(outbox).set({ attempts: 7 }).run();
  await postOffice.deliver(shop, async () => {
    shop.db.update(outbox).set({ status: 'suppressed', lastError: 'They unsubscribed.' }).run();
    throw new Error('451 Not today');
  });
  expect(rows(shop)).toMatchObject([{ status: 'suppressed', lastError: 'They unsubscribed.', attempts: 8 }]);
});

describe('without a mail server', () => {
  test('messages are stored, and can be sent once a mail server exists', async () => {
    const shop = openShop();
    await shop.visitor.quotes.submit(QUOTE);
    const { rows: listed, hasMailServer } = await shop.admin.mail.list({});
    expect(hasMailServer).toBe(false);
    expect(listed).toMatchObject([
      { id: 2, to: company.email, status: 'stored', attempts: 0, relatedType: 'quote', relatedId: 1 },
      { id: 1, to: QUOTE.email, status: 'stored', subject: 'We received your request', body: expect.stringContaining(QUOTE.message) },
    ]);
    await expect(shop.admin.drafts.retry({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'No mail server is configured; the message is kept here.',
    });
    shop.ctx.hasMailServer = true;
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toEqual([]);
    retryMessage(shop.ctx, { id: 1 });
    await postOffice.deliver(shop);
    expect(receivedBy(QUOTE.email)).toHaveLength(1);
  });

  test('the list returns messages in pages', async () => {
    const shop = openShop();
    await shop.visitor.quotes.submit(QUOTE);
    expect(await shop.admin.mail.list({ limit: 1 })).toMatchObject({ rows: [{ id: 2 }], nextCursor: 2 });
    expect(await shop.admin.mail.list({ limit: 1, cursor: 2 })).toMatchObject({ rows: [{ id: 1 }], nextCursor: null });
  });
});
