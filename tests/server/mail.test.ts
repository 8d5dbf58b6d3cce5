import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/client';
import { activity, contactInquiries, outbox } from '../../db/schema';
import { startJobs } from '../../src/server/jobs';
import { retryMessage } from '../../src/server/mail/messages';
import { queueMessage } from '../../src/server/mail/outbox';
import { smtpDelivery } from '../../src/server/mail/transport';
import { company } from '../../src/shared/company';
import { MESSAGE_VIEWS, type MessageView } from '../../src/shared/message-statuses';
import { SilentServer } from '../support/mail-server';
import { NOTE, openWithMail, PostOffice, rows, type Shop } from '../support/mail-shop';
import { openShop, QUOTE } from '../support/shop';

const postOffice = new PostOffice();
const receivedBy = (address: string) => postOffice.server.received.filter(({ recipients }) => recipients.includes(address));

describe('a quote request', () => {
  test('sends one message to the visitor and one to the owner', async () => {
    const shop = openWithMail();
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
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toHaveLength(2);
  });

  test.each([
    { name: 'Maria\r\nBcc: victim@example.com' },
    { email: 'maria@example.com\r\nBcc: victim@example.com' },
    { email: 'maria@example.com, victim@example.com' },
    { email: '"a" <maria@example.com>' },
    { phone: '1\nBcc: victim@example.com' },
    { address: '1\u2028Bcc: victim@example.com' },
  ])('with %j queues no message', async (more) => {
    const shop = openWithMail();
    await expect(shop.visitor.quotes.submit({ ...QUOTE, ...more })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(rows(shop)).toEqual([]);
  });

  test('stays one mail to one person when its text contains mail headers', async () => {
    const shop = openWithMail();
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

  test('returns at once while the mail server hangs', async () => {
    const shop = openWithMail();
    const silent = await SilentServer.start();
    const slow = smtpDelivery(silent.url, () => ({ name: company.name, address: company.email }));
    const jobs = startJobs(shop.ctx, { deliver: slow.deliver, log: pino({ level: 'silent' }), uploadFolder: shop.uploadFolder });
    const startedAt = performance.now();
    for (let i = 0; i < 3; i++) await shop.visitor.quotes.submit(QUOTE);
    expect((performance.now() - startedAt) / 3).toBeLessThan(300);
    await silent.stop();
    await jobs.stop();
    slow.close();
  });

  test('is mailed right after the commit, without waiting for the timer', async () => {
    const shop = openWithMail();
    const jobs = startJobs(shop.ctx, { deliver: postOffice.post.deliver, log: pino({ level: 'silent' }), uploadFolder: shop.uploadFolder });
    const startedAt = performance.now();
    await shop.visitor.quotes.submit(QUOTE);
    await expect.poll(() => postOffice.server.received.length, { timeout: 5000, interval: 10 }).toBe(2);
    expect(performance.now() - startedAt).toBeLessThan(900);
    await jobs.stop();
    expect(rows(shop).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});

describe('a message in the outbox', () => {
  test('keeps every character of its subject and text', async () => {
    const shop = openWithMail();
    queueMessage(shop.ctx, { ...NOTE, subject: 'Grüße, 김 – 100 % & “more” 🧽 '.repeat(4).trim(), body: 'Größe 김 🧽\n..\n' });
    await postOffice.deliver(shop);
    expect(postOffice.server.received[0]?.mail).toMatchObject({ subject: rows(shop)[0]?.subject, text: 'Größe 김 🧽\n..\n' });
  });

  test.each([
    ['subject', { subject: 'Hello\r\nBcc: victim@example.com\r\nX-Evil: 1' }],
    ['recipient', { to: 'maria@example.com, victim@example.com' }],
    ['recipient with a line break', { to: 'maria@example.com\r\nBcc: victim@example.com' }],
  ])('reaches no other recipient and gains no header with a hostile %s', async (_what, more) => {
    const shop = openWithMail();
    queueMessage(shop.ctx, { ...NOTE, ...more });
    await postOffice.deliver(shop);
    expect(receivedBy('victim@example.com')).toEqual([]);
    for (const { mail, recipients } of postOffice.server.received) {
      expect(recipients).toHaveLength(1);
      expect(mail.headers.map(({ key }) => key)).not.toContain('x-evil');
      expect(mail.bcc ?? []).toEqual([]);
    }
  });

  test('is written once per key', () => {
    const shop = openWithMail();
    for (const body of ['first', 'second']) queueMessage(shop.ctx, { ...NOTE, body });
    queueMessage(shop.ctx, { ...NOTE, dedupeKey: 'note:2', body: 'third' });
    expect(rows(shop).map(({ body }) => body)).toEqual(['first', 'third']);
    expect(new Set(rows(shop).map(({ messageId }) => messageId)).size).toBe(2);
  });

  test('disappears without a notification when its cause is rolled back', async () => {
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
    await postOffice.deliver(shop);
    expect(postOffice.server.received).toEqual([]);
  });
});

test('a message stopped during its last refused attempt stays stopped', async () => {
  const shop = openWithMail();
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

describe('the office', () => {
  test('is the only role that reads and resends messages, and resends only unsent ones', async () => {
    const shop = openWithMail();
    queueMessage(shop.ctx, NOTE);
    for (const [kind, code] of [
      ['visitor', 'UNAUTHORIZED'],
      ['member', 'FORBIDDEN'],
    ] as const) {
      await expect(shop[kind].mail.list({})).rejects.toMatchObject({ code });
      await expect(shop[kind].drafts.retry({ id: 1 })).rejects.toMatchObject({ code });
    }
    await expect(shop.admin.drafts.retry({ id: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.admin.drafts.retry({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A message that is queued cannot be sent again.',
    });
    // One that was refused once need not wait for its time.
    shop.db.update(outbox).set({ lastError: '451 Not today', attempts: 3, nextAttemptAt: '2026-11-20T23:00:00.000Z' }).run();
    expect(await shop.admin.drafts.retry({ id: 1 })).toMatchObject({
      status: 'queued',
      attempts: 0,
      nextAttemptAt: '2026-11-20T20:00:00.000Z',
    });
    await postOffice.deliver(shop);
    await expect(shop.admin.drafts.retry({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A message that is sent cannot be sent again.',
    });
  });
});

describe('the outbox', () => {
  /** One of each state, by hand: 1 queued, 2 draft, 3 sent, 4 failed, 5 stored, 6 cancelled, and twice more of each. */
  function fill(shop: Shop) {
    const states = ['queued', 'draft', 'sent', 'failed', 'stored', 'cancelled'] as const;
    for (let round = 0; round < 3; round++)
      for (const status of states) {
        queueMessage(shop.ctx, { ...NOTE, dedupeKey: `${status}:${round}` });
        shop.db
          .update(outbox)
          .set({ status })
          .where(eq(outbox.dedupeKey, `${status}:${round}`))
          .run();
      }
  }

  test('shows the messages of each view, newest first, with their number', async () => {
    const shop = openWithMail();
    fill(shop);
    const idsOf = async (view: MessageView) => (await shop.admin.mail.list({ view })).rows.map(({ id }) => id);
    expect(await idsOf('drafts')).toEqual([14, 8, 2]);
    expect(await idsOf('waiting')).toEqual([13, 7, 1]);
    expect(await idsOf('sent')).toEqual([15, 9, 3]);
    expect(await idsOf('failed')).toEqual([16, 10, 4]);
    expect(await idsOf('kept')).toEqual([17, 11, 5]);
    expect(await idsOf('stopped')).toEqual([18, 12, 6]);
    expect(await idsOf('all')).toEqual(Array.from({ length: 18 }, (_, place) => 18 - place));
    expect(await shop.admin.mail.counts()).toEqual({ all: 18, drafts: 3, waiting: 3, sent: 3, failed: 3, kept: 3, stopped: 3 });
  });

  test.each(MESSAGE_VIEWS)('pages through "%s" without skipping or repeating a message', async (view) => {
    const shop = openWithMail();
    fill(shop);
    const whole = (await shop.admin.mail.list({ view })).rows.map(({ id }) => id);
    const turned: number[] = [];
    let cursor: number | undefined;
    do {
      const page = await shop.admin.mail.list({ view, limit: 2, ...(cursor !== undefined && { cursor }) });
      turned.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(turned).toEqual(whole);
  });

  test('reads each view by an index without sorting', () => {
    const shop = openWithMail();
    const planOf = (query: string) =>
      (shop.db.$client.prepare(`explain query plan ${query}`).all() as { detail: string }[]).map(({ detail }) => detail).join();
    for (const query of [
      "select body from outbox where status = 'sent' order by id desc limit 31",
      "select body from outbox where status = 'sent' and id < 9 order by id desc limit 31",
    ])
      expect(planOf(query)).toMatch(/^SEARCH outbox USING INDEX outbox_by_status \([^,]+$/);
    expect(planOf('select status, count(*) from outbox group by status')).toBe('SCAN outbox USING COVERING INDEX outbox_by_status');
    expect(planOf("select * from outbox where status = 'queued' and next_attempt_at <= 'x' order by next_attempt_at limit 1")).toMatch(
      /^SEARCH outbox USING INDEX outbox_due \([^,]+$/,
    );
  });

  test('lists only whether a message has attachments', async () => {
    const shop = openWithMail();
    const content = 'x'.repeat(100_000);
    queueMessage(shop.ctx, { ...NOTE, attachments: [{ filename: 'a.txt', contentType: 'text/plain', content }] });
    queueMessage(shop.ctx, { ...NOTE, dedupeKey: 'note:2' });
    const list = await shop.admin.mail.list({});
    expect(list.rows.map(({ hasAttachments }) => hasAttachments)).toEqual([false, true]);
    expect(JSON.stringify(list).length).toBeLessThan(2000);
    shop.db.update(outbox).set({ status: 'failed' }).run();
    expect(await shop.admin.drafts.retry({ id: 1 })).toMatchObject({ hasAttachments: true, status: 'queued' });
  });
});

describe('a test message', () => {
  test('goes to the company or a given address, every time as a new message', async () => {
    const shop = openWithMail();
    expect(await shop.admin.mail.sendTest({})).toMatchObject({ id: 1, to: company.email, status: 'queued', purpose: 'test-message' });
    await shop.admin.mail.sendTest({ to: ' maria@example.com ' });
    await postOffice.deliver(shop);
    expect(postOffice.server.received.map(({ recipients, mail }) => [recipients, mail.subject])).toEqual([
      [[company.email], `Test message from ${company.name}`],
      [['maria@example.com'], `Test message from ${company.name}`],
    ]);
    expect(postOffice.server.received[0]?.mail.text).toContain('Sent: Fri, Nov 20, 2026, 1:00 p.m.');
    expect(
      shop.db
        .select()
        .from(activity)
        .all()
        .map(({ verb }) => verb),
    ).toEqual(['message.tested', 'message.tested', 'message.sent', 'message.sent']);
  });

  test('is stored when no mail server is configured', async () => {
    const shop = openShop();
    expect(await shop.admin.mail.sendTest({})).toMatchObject({ status: 'stored' });
  });

  test.each(['', 'maria', 'maria@example.com, victim@example.com', 'maria@example.com\r\nBcc: victim@example.com'])(
    'is refused to %j',
    async (to) => {
      const shop = openWithMail();
      await expect(shop.admin.mail.sendTest({ to })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      expect(rows(shop)).toEqual([]);
    },
  );

  test('can be sent by the office only', async () => {
    const shop = openWithMail();
    await expect(shop.visitor.mail.sendTest({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.member.mail.sendTest({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(shop.visitor.mail.counts()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.member.mail.counts()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(rows(shop)).toEqual([]);
  });
});
