import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { closeDb } from '../../db/client';
import { activity } from '../../db/schema';
import { startJobs } from '../../src/server/jobs';
import { queueMessage } from '../../src/server/mail/outbox';
import { company } from '../../src/shared/company';
import { DataFolder } from '../support/data-folder';
import { MailServer } from '../support/mail-server';
import { NOTE, openWithMail, PostOffice, rows, type Shop } from '../support/mail-shop';
import { QUOTE } from '../support/shop';

const postOffice = new PostOffice();
/** Attempts can be counted, but not what came of them. */
const refuseToNote = (shop: Shop) =>
  shop.db.$client.exec('create trigger full before update of last_error on outbox begin select raise(abort, "disk full"); end');

describe('a mail server that refuses', () => {
  test.each([
    ['the recipient for now', { at: 'rcpt', code: 451 }],
    ['the recipient for good', { at: 'rcpt', code: 550 }],
    ['the message for now', { at: 'data', code: 452 }],
    ['the message for good', { at: 'data', code: 554 }],
  ] as const)('%s is asked again after 1, 2, 4 … minutes, and after eight tries not any more', async (_what, refusal) => {
    const shop = openWithMail();
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
    expect(
      shop.db
        .select()
        .from(activity)
        .all()
        .map(({ verb }) => verb),
    ).toEqual(['message.failed']);
    shop.clock.advance(100_000);
    postOffice.server.refusal = undefined;
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toEqual([]);

    expect(await shop.admin.drafts.retry({ id: 1 })).toMatchObject({ status: 'queued', attempts: 0 });
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toHaveLength(1);
    expect(rows(shop)[0]).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
  });

  test('one recipient still takes what is for another, and the owner sees what is wrong', async () => {
    const shop = openWithMail();
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

  test('connections counts like any other refusal, and delivery goes on when it is back', async () => {
    const shop = openWithMail();
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

describe('a fault of ours', () => {
  const data = new DataFolder();
  test('between sending and noting it sends again under the same Message-ID', async () => {
    const first = openWithMail(data.file);
    queueMessage(first.ctx, NOTE);
    let isSent = () => {};
    const sent = new Promise<void>((done) => {
      isSent = done;
    });
    void postOffice.deliver(first, async (message) => {
      await postOffice.post.deliver(message);
      isSent();
      await new Promise(() => undefined); // the process is killed here
    });
    await sent;
    closeDb(first.db);

    const second = openWithMail(data.file);
    await postOffice.deliver(second);
    expect(postOffice.server.received).toHaveLength(1);
    second.clock.advance(1);
    await postOffice.deliver(second);
    expect(postOffice.server.received.map(({ mail }) => mail.messageId)).toEqual(Array(2).fill(rows(second)[0]?.messageId));
    expect(rows(second)[0]).toMatchObject({ status: 'sent', attempts: 2 });
    await postOffice.deliver(second);
    expect(postOffice.server.received).toHaveLength(2);
    closeDb(second.db);
  });

  test('in noting the attempt beforehand keeps the mail here', async () => {
    const shop = openWithMail();
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

  test('in noting that it went out repeats it ever more slowly, eight times in all, and then asks a person', async () => {
    const shop = openWithMail();
    queueMessage(shop.ctx, NOTE);
    refuseToNote(shop);
    const sentAfter: number[] = [];
    for (let minute = 0; minute < 300; minute++) {
      const before = postOffice.server.received.length;
      await postOffice.deliver(shop).catch(() => undefined);
      if (postOffice.server.received.length > before) sentAfter.push(minute);
      shop.clock.advance(1);
    }
    expect(sentAfter).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
    expect(new Set(postOffice.server.received.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(rows(shop)[0]).toMatchObject({ status: 'queued', attempts: 8 });
    shop.db.$client.exec('drop trigger full');
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toHaveLength(8);
    expect(rows(shop)[0]).toMatchObject({ status: 'failed', lastError: 'What came of the tries could not be noted.' });
    expect(shop.db.select().from(activity).all()).toMatchObject([{ verb: 'message.failed', entityId: '1' }]);
  });

  test('in noting what the mail server said tells the log no address', async () => {
    const shop = openWithMail();
    const lines: string[] = [];
    refuseToNote(shop);
    const jobs = startJobs(shop.ctx, {
      deliver: async ({ to }) => {
        throw new Error(`550 <${to}> is unknown here`);
      },
      log: pino({}, { write: (line: string) => lines.push(line) }),
      uploadFolder: shop.uploadFolder,
    });
    queueMessage(shop.ctx, NOTE);
    await expect.poll(() => lines.length, { timeout: 5000 }).toBeGreaterThan(0);
    await jobs.stop();
    expect(lines.join('')).toContain('job.failed');
    expect(lines.join('')).not.toContain(NOTE.to);
  });
});
