import { pino } from 'pino';
import { test as base, describe, expect, vi } from 'vitest';
import { closeDb } from '../../db/client';
import { activity } from '../../db/schema';
import { startJobs } from '../../src/server/jobs';
import { type Deliver, deliverDueMessages, queueMessage } from '../../src/server/mail/outbox';
import { smtpDelivery } from '../../src/server/mail/transport';
import { company } from '../../src/shared/company';
import { DataFolder } from '../support/data-folder';
import { MailServer, SilentServer, SlowServer } from '../support/mail-server';
import { NOTE, openWithMail, PostOffice, rows, type Shop } from '../support/mail-shop';
import { QUOTE } from '../support/shop';

const test = base.extend('shop', () => openWithMail());

const postOffice = new PostOffice();
/** Makes the database reject the result of an attempt, but not its counter. */
const refuseToNote = (shop: Shop) =>
  shop.db.$client.exec('create trigger full before update of last_error on outbox begin select raise(abort, "disk full"); end');

describe('a mail server that rejects', () => {
  test.for([
    ['the recipient for now', { at: 'rcpt', code: 451 }],
    ['the recipient for good', { at: 'rcpt', code: 550 }],
    ['the message for now', { at: 'data', code: 452 }],
    ['the message for good', { at: 'data', code: 554 }],
  ] as const)('%s is retried after 1, 2, 4 … minutes, at most eight times', async ([_what, refusal], { shop }) => {
    queueMessage(shop.ctx, NOTE);
    postOffice.server.refusal = refusal;
    for (const [index, wait] of [1, 2, 4, 8, 16, 32, 64].entries()) {
      await postOffice.deliver(shop);
      expect(rows(shop)[0]).toMatchObject({
        status: 'queued',
        attempts: index + 1,
        sentAt: null,
        lastError: expect.stringContaining(String(refusal.code)),
      });
      shop.clock.advance(wait - 1 / 60);
      await postOffice.deliver(shop);
      expect(rows(shop)[0]?.attempts).toBe(index + 1);
      shop.clock.advance(1 / 60);
    }
    await postOffice.deliver(shop);
    expect(rows(shop)[0]).toMatchObject({ status: 'failed', attempts: 8 });
    expect(shop.rows(activity).map(({ verb }) => verb)).toEqual(['message.failed']);
    shop.clock.advance(100_000);
    postOffice.server.refusal = undefined;
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toEqual([]);

    expect(await shop.admin.drafts.retry({ id: 1 })).toMatchObject({ status: 'queued', attempts: 0 });
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toHaveLength(1);
    expect(rows(shop)[0]).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
  });

  test('one recipient still accepts other mail, and the owner sees the problem', async ({ shop }) => {
    postOffice.server.refusal = { at: 'rcpt', code: 550, to: QUOTE.email };
    await shop.visitor.quotes.submit(QUOTE);
    await postOffice.deliver(shop);
    expect(postOffice.server.received.map(({ recipients }) => recipients)).toEqual([[company.email]]);
    const { rows: listed, hasMailServer } = await shop.admin.mail.list({});
    expect(hasMailServer).toBe(true);
    expect(listed.map(({ purpose, status, attempts }) => [purpose, status, attempts])).toEqual([
      ['new-quote', 'sent', 1],
      ['quote-received', 'queued', 1],
    ]);
    expect(listed[1]?.lastError).toContain('Not today');
  });

  test('connections is treated like any rejection, and delivery resumes when it is back', async ({ shop }) => {
    queueMessage(shop.ctx, NOTE);
    const { port } = postOffice.server;
    await postOffice.server.stop();
    await postOffice.deliver(shop);
    expect(rows(shop)[0]).toMatchObject({ status: 'queued', attempts: 1, lastError: expect.stringContaining('ECONNREFUSED') });
    postOffice.server = await MailServer.start(port);
    shop.clock.advance(1);
    await postOffice.deliver(shop);
    expect(rows(shop)[0]).toMatchObject({ status: 'sent', attempts: 2 });
  });
});

describe('a database error', () => {
  const data = new DataFolder();
  test('between handing over and noting leaves the message to a person and never resends it', async () => {
    const first = openWithMail(data.file);
    queueMessage(first.ctx, NOTE);
    let isSent = () => {};
    const sent = new Promise<void>((done) => {
      isSent = done;
    });
    const killed: Deliver = async (message, onHandedOver) => {
      await postOffice.post.deliver(message, onHandedOver);
      isSent();
      await new Promise(() => undefined);
    };
    let isKilled = false;
    void deliverDueMessages(first.ctx, killed, () => isKilled);
    await sent;
    isKilled = true;
    closeDb(first.db);

    const second = openWithMail(data.file);
    for (let hour = 0; hour < 12; hour++) {
      await postOffice.deliver(second);
      second.clock.advance(60);
    }
    expect(postOffice.server.received).toHaveLength(1);
    expect(rows(second)[0]).toMatchObject({ status: 'unknown', lastError: expect.stringContaining('may have been sent'), sentAt: null });
    expect((await second.admin.mail.list({ view: 'failed' })).rows).toMatchObject([{ id: 1, status: 'unknown' }]);
    expect(await second.admin.mail.markSent({ id: 1 })).toMatchObject({ status: 'sent', lastError: null });
    await expect(second.admin.mail.markSent({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    closeDb(second.db);
  });

  test('before the attempt is noted keeps the mail here', async ({ shop }) => {
    queueMessage(shop.ctx, NOTE);
    shop.db.$client.exec('create trigger full before update on outbox begin select raise(abort, "disk full"); end');
    for (let tick = 0; tick < 3; tick++) {
      await expect(postOffice.deliver(shop)).rejects.toThrow();
      shop.clock.advance(1000);
    }
    expect(postOffice.server.received).toEqual([]);
    shop.db.$client.exec('drop trigger full');
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toHaveLength(1);
    expect(rows(shop)[0]).toMatchObject({ status: 'sent', attempts: 1 });
  });

  test('after the message went out leaves it to a person', async ({ shop }) => {
    queueMessage(shop.ctx, NOTE);
    shop.db.$client.exec(
      "create trigger full before update of status on outbox when new.status = 'sent' begin select raise(abort, 'disk full'); end",
    );
    await expect(postOffice.deliver(shop)).rejects.toThrow('disk full');
    shop.db.$client.exec('drop trigger full');
    shop.clock.advance(1000);
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toHaveLength(1);
    expect(rows(shop)[0]).toMatchObject({ status: 'unknown', attempts: 1 });
    expect(await shop.admin.drafts.retry({ id: 1 })).toMatchObject({ status: 'queued', attempts: 0 });
  });

  test('before the handover is noted keeps the mail here', async ({ shop }) => {
    queueMessage(shop.ctx, NOTE);
    shop.db.$client.exec(
      "create trigger full before update of status on outbox when new.status = 'unknown' begin select raise(abort, 'disk full'); end",
    );
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toEqual([]);
    expect(rows(shop)[0]).toMatchObject({ status: 'queued', attempts: 1, lastError: expect.stringContaining('disk full') });
  });

  test("while the server's answer is noted logs no address", async ({ shop }) => {
    const lines: string[] = [];
    refuseToNote(shop);
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const jobs = startJobs({ ...shop.ctx, log }, async ({ to }) => {
      throw new Error(`550 <${to}> is unknown here`);
    });
    queueMessage(shop.ctx, NOTE);
    await expect.poll(() => lines.length, { timeout: 5000 }).toBeGreaterThan(0);
    await jobs.stop();
    expect(lines.join('')).toContain('job.failed');
    expect(lines.join('')).not.toContain(NOTE.to);
  });
});

describe('a mail server that is slow after the final dot', () => {
  /** Delivers until nothing more is waited for: lets the time for the confirmation pass once the server has the message. */
  async function deliverTo(slow: SlowServer, shop: Shop, deliver: Deliver) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const before = slow.taken;
    const underWay = postOffice.deliver(shop, deliver);
    await expect.poll(() => slow.taken).toBe(before + 1);
    vi.advanceTimersByTime(2000);
    await underWay;
    vi.useRealTimers();
  }

  test('delays no other mail, and its late answer counts', async () => {
    const slow = await SlowServer.start();
    const shop = openWithMail();
    queueMessage(shop.ctx, NOTE);
    queueMessage(shop.ctx, { ...NOTE, to: 'ann@example.com', dedupeKey: 'note:2' });
    const post = slow.connect();
    await deliverTo(slow, shop, (message, onHandedOver) =>
      message.to === NOTE.to ? post.deliver(message, onHandedOver) : postOffice.post.deliver(message, onHandedOver),
    );
    expect(rows(shop).map(({ status }) => status)).toEqual(['unknown', 'sent']);
    shop.clock.advance(9);
    await postOffice.deliver(shop, post.deliver);
    expect(slow.taken).toBe(1);
    slow.answer('250 OK');
    await expect.poll(() => rows(shop)[0]).toMatchObject({ status: 'sent', lastError: null, attempts: 1 });
    post.close();
    await slow.stop();
  });

  test('and then rejects is retried', async () => {
    const slow = await SlowServer.start();
    const shop = openWithMail();
    queueMessage(shop.ctx, NOTE);
    const post = slow.connect();
    await deliverTo(slow, shop, post.deliver);
    slow.answer('451 Not today');
    await expect.poll(() => rows(shop)[0]).toMatchObject({ status: 'queued', lastError: expect.stringContaining('451') });
    post.close();
    await slow.stop();
  });

  test('and then disconnects is not retried', async () => {
    const slow = await SlowServer.start();
    const shop = openWithMail();
    queueMessage(shop.ctx, NOTE);
    const post = slow.connect();
    const underWay = postOffice.deliver(shop, post.deliver);
    await expect.poll(() => slow.taken).toBe(1);
    await slow.stop();
    await underWay;
    for (let hour = 0; hour < 3; hour++) {
      shop.clock.advance(60);
      await postOffice.deliver(shop);
    }
    expect(postOffice.server.received).toEqual([]);
    expect(rows(shop)[0]).toMatchObject({ status: 'unknown', attempts: 1 });
    post.close();
  });

  test('is abandoned when it takes too long before the dot', async () => {
    const silent = await SilentServer.start('220 mail.example ESMTP\r\n');
    const shop = openWithMail();
    queueMessage(shop.ctx, NOTE);
    const post = smtpDelivery(silent.url, () => ({ name: company.name, address: company.email }), { handOverMs: 100 });
    await postOffice.deliver(shop, post.deliver);
    expect(rows(shop)[0]).toMatchObject({ status: 'queued', lastError: 'The mail server did not take the message in time.' });
    post.close();
    await silent.stop();
  });
});
