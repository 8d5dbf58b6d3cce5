import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { activity, outbox } from '../../db/schema';
import { queueMessage } from '../../src/server/mail/outbox';
import { company } from '../../src/shared/company';
import { MESSAGE_VIEWS, type MessageView } from '../../src/shared/message-statuses';
import { NOTE, openWithMail, PostOffice, rows, type Shop } from '../support/mail-shop';
import { openShop } from '../support/shop';

const test = base.extend('shop', () => openWithMail());

const postOffice = new PostOffice();

describe('the office', () => {
  test('resends only unsent messages', async ({ shop }) => {
    queueMessage(shop.ctx, NOTE);
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

  test('shows the messages of each view, newest first, with their number', async ({ shop }) => {
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

  test('reads each view by an index without sorting', ({ shop }) => {
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

  test('lists only whether a message has attachments', async ({ shop }) => {
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
  test('goes to the company or a given address, every time as a new message', async ({ shop }) => {
    expect(await shop.admin.mail.sendTest({})).toMatchObject({ id: 1, to: company.email, status: 'queued', purpose: 'test-message' });
    await shop.admin.mail.sendTest({ to: ' maria@example.com ' });
    await postOffice.deliver(shop);
    expect(postOffice.server.received.map(({ recipients, mail }) => [recipients, mail.subject])).toEqual([
      [[company.email], `Test message from ${company.name}`],
      [['maria@example.com'], `Test message from ${company.name}`],
    ]);
    expect(postOffice.server.received[0]?.mail.text).toContain('Sent: Fri, Nov 20, 2026, 1:00 p.m.');
    expect(shop.rows(activity).map(({ verb }) => verb)).toEqual(['message.tested', 'message.tested', 'message.sent', 'message.sent']);
  });

  test('is stored when no mail server is configured', async () => {
    const shop = openShop();
    expect(await shop.admin.mail.sendTest({})).toMatchObject({ status: 'stored' });
  });

  test.for(['', 'maria', 'maria@example.com, victim@example.com', 'maria@example.com\r\nBcc: victim@example.com'])(
    'is refused to %j',
    async (to, { shop }) => {
      await expect(shop.admin.mail.sendTest({ to })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      expect(rows(shop)).toEqual([]);
    },
  );
});
