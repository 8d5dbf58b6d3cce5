import { randomBytes } from 'node:crypto';
import { afterEach, test as base, beforeEach, describe, expect } from 'vitest';
import { inTransaction } from '../../db/client';
import { startJobs } from '../../src/server/jobs';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import { queueFromTemplate } from '../../src/server/mail/templates';
import { smtpDelivery } from '../../src/server/mail/transport';
import { company } from '../../src/shared/company';
import { bookSlot, slotOf } from '../support/booking';
import { MailServer, SilentServer } from '../support/mail-server';
import { QUOTE } from '../support/shop';
import { mailOf, ORDER, openStore } from '../support/storefront';

const test = base.extend('shop', () => openStore({ hasMailServer: true }));

type Shop = ReturnType<typeof openStore>;
const PDF = randomBytes(40_001);
const SENDER = () => ({ name: company.name, address: company.email });

/** A mail server that can stop and return at the same address. */
let server: MailServer | undefined;
let port: number;
let post: ReturnType<typeof smtpDelivery>;
beforeEach(async () => {
  server = await MailServer.start();
  port = server.port;
  post = server.connect();
});
afterEach(async () => {
  post.close();
  await server?.stop();
});

/** Does what sends mail at once: a quote request, an order, a booking without reminders, and an invoice with its document. */
async function act(shop: Shop): Promise<void> {
  const { reminders } = await shop.admin.settings.get();
  await shop.admin.settings.save({ reminders: { ...reminders, enabled: false } });
  await shop.visitor.quotes.submit(QUOTE);
  await shop.visitor.store.placeOrder(ORDER);
  await bookSlot(shop, (await slotOf(shop)).id);
  inTransaction(shop.db, () =>
    queueFromTemplate(shop.ctx, {
      purpose: 'invoice-sent',
      to: 'maria@example.com',
      values: {
        customerName: 'Maria',
        invoiceNumber: 'SPC001',
        issueDate: 'Friday, November 20, 2026',
        date: 'Friday, November 20, 2026',
        description: 'Deep cleaning',
        total: '$214.20',
        balance: '$214.20',
        dueDate: 'Friday, December 4, 2026',
        paymentMethod: '',
        howToPay: '',
        payLink: '',
      },
      relatedType: 'invoice',
      relatedId: 1,
      dedupeKey: 'invoice-sent:1',
      attachments: [{ filename: 'SPC001.pdf', contentType: 'application/pdf', content: PDF.toString('base64'), encoding: 'base64' }],
    }),
  );
}
/** Does the same while the jobs use a mail server. It takes no longer than without mail. */
async function actWith(shop: Shop, url: string): Promise<{ stop: () => Promise<void> }> {
  const quietShop = openStore();
  const beganAt = performance.now();
  await act(quietShop);
  const usual = performance.now() - beganAt;
  const delivery = smtpDelivery(url, SENDER);
  const jobs = startJobs(shop.ctx, delivery.deliver);
  const startedAt = performance.now();
  await act(shop);
  // Allows a second for a busy machine. A call that waited for the mail server would take ten.
  expect(performance.now() - startedAt).toBeLessThan(2 * usual + 1000);
  const stop = async () => {
    await jobs.stop();
    delivery.close();
  };
  return { stop };
}

/** Checks that each message arrives once under its own id, with unchanged attachments. */
async function expectAllArrive(shop: Shop): Promise<void> {
  const written = mailOf(shop);
  expect(written).toHaveLength(7);
  await deliverDueMessages(shop.ctx, post.deliver);
  const received = server?.received ?? [];
  expect(received.map(({ mail }) => mail.messageId).sort()).toEqual(written.map(({ messageId }) => messageId).sort());
  expect(mailOf(shop).map(({ status, lastError }) => [status, lastError])).toEqual(Array(7).fill(['sent', null]));
  const invoice = received.find(({ mail }) => mail.subject?.includes('SPC001'));
  const [file] = invoice?.mail.attachments ?? [];
  expect(file).toMatchObject({ filename: 'SPC001.pdf', mimeType: 'application/pdf' });
  expect(Buffer.from(file?.content as ArrayBuffer).equals(PDF)).toBe(true);
  expect(received.flatMap(({ mail }) => mail.attachments.map(({ filename }) => filename)).sort()).toEqual(['SPC001.pdf', 'booking.ics']);
}

/** Checks that the office sees each message's error and its next try a minute later. */
async function expectWaiting(shop: Shop, lastError: unknown): Promise<void> {
  const { rows } = await shop.admin.mail.list({ view: 'waiting' });
  expect(rows).toHaveLength(7);
  expect(await shop.admin.mail.counts()).toMatchObject({ waiting: 7, sent: 0, failed: 0 });
  for (const row of rows)
    expect(row).toMatchObject({ status: 'queued', attempts: 1, lastError, nextAttemptAt: '2026-11-20T20:01:00.000Z' });
}

describe('an outage of the mail server', () => {
  test('delays no visitor while it is down, and their mail arrives later', async ({ shop }) => {
    await server?.stop();
    server = undefined;
    const { stop } = await actWith(shop, `smtp://127.0.0.1:${port}`);
    await expect.poll(() => mailOf(shop).filter(({ lastError }) => lastError).length, { timeout: 5000 }).toBe(7);
    await stop();
    await expectWaiting(shop, expect.stringContaining('ECONNREFUSED'));
    server = await MailServer.start(port);
    await deliverDueMessages(shop.ctx, post.deliver);
    expect(server.received).toEqual([]);
    shop.clock.advance(1);
    await expectAllArrive(shop);
  });

  test.for(['', '220 mail.example ESMTP\r\n'])(
    'delays no visitor while it accepts connections and then sends only %j',
    async (greeting, { shop }) => {
      const tarpit = await SilentServer.start(greeting);
      const { url } = tarpit;
      const { stop } = await actWith(shop, url);
      await expect.poll(() => tarpit.sockets.size, { timeout: 5000 }).toBe(1);
      // The first message hangs and the others wait. All survive a broken connection.
      expect(mailOf(shop).map(({ status }) => status)).toEqual(Array(7).fill('queued'));
      await tarpit.stop();
      await stop();
      const broken = smtpDelivery(url, SENDER);
      await deliverDueMessages(shop.ctx, broken.deliver);
      broken.close();
      await expectWaiting(shop, expect.any(String));
      shop.clock.advance(1);
      await expectAllArrive(shop);
    },
  );

  test.for([
    ['for now', { at: 'rcpt', code: 451 }],
    ['for good', { at: 'data', code: 554 }],
  ] as const)('delays no visitor while it rejects everything %s', async ([_how, refusal], { shop }) => {
    if (server) server.refusal = refusal;
    const { stop } = await actWith(shop, server?.url ?? '');
    await expect.poll(() => mailOf(shop).filter(({ lastError }) => lastError).length, { timeout: 5000 }).toBe(7);
    await stop();
    await expectWaiting(shop, expect.stringContaining(String(refusal.code)));
    if (server) server.refusal = undefined;
    shop.clock.advance(1);
    await expectAllArrive(shop);
  });
});
