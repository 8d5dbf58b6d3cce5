import { beforeEach, describe, expect, test, vi } from 'vitest';
import { consents, outbox } from '../../db/schema';
import { startJobs } from '../../src/server/jobs';
import { writeDraft } from '../../src/server/mail/drafts';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import { retryMessage } from '../../src/server/mail/service';
import { AT, autoSend, consent, deliver, EMAIL, lapsed, openWithoutMail, opportunity, rows, shop, startShops } from '../support/drafts';
import { insertRow } from '../support/rows';
import { ADDRESSED } from '../support/shop';

startShops();

describe('an outdated message', () => {
  test('cannot be approved, such as a reminder of a paid invoice', async () => {
    insertRow(shop.db, 'invoices', { customer_email: EMAIL, status: 'overdue', due_date: '2026-11-01', handed_over_at: AT });
    const remind = (dedupeKey: string) =>
      writeDraft(shop.ctx, {
        purpose: 'overdue-reminder',
        to: EMAIL,
        values: { customerName: 'M', invoiceNumber: 'SPC001', balance: '$11.90', dueDate: 'Sunday, November 1, 2026' },
        relatedType: 'invoice',
        relatedId: 1,
        dedupeKey,
      });
    remind('1');
    await shop.admin.drafts.approve({ id: 1 });
    remind('2');
    shop.db.$client.prepare("update invoices set status = 'paid', paid_date = '2026-11-20', amount_paid_cents = total_cents").run();
    await expect(shop.admin.drafts.approve({ id: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^This message is no longer true\. .+\.$/),
    });
    expect(rows().map(({ status }) => status)).toEqual(['queued', 'draft']);
    // Nor is it sent where it was approved before, nor where it failed and is tried again.
    shop.db.$client.prepare("update outbox set status = 'failed' where id = 2").run();
    expect(await shop.admin.drafts.retry({ id: 2 })).toMatchObject({ status: 'suppressed', lastError: 'The invoice is paid.' });
    const sent: unknown[] = [];
    const log = shop.ctx.log;
    const jobs = startJobs({ ...shop.ctx, log }, async (message) => void sent.push(message));
    shop.ctx.live.publish('messages');
    await vi.waitFor(() => expect(rows()[0]).toMatchObject({ status: 'suppressed', lastError: 'The invoice is paid.' }));
    await jobs.stop();
    expect(sent).toEqual([]);
  });
});

describe('a queued message', () => {
  const ofJob = { to: EMAIL, relatedType: 'workOrder', relatedId: 1 };
  const values = { customerName: 'M', service: 'S', date: 'D' };
  const request = () => {
    insertRow(shop.db, 'clients');
    const done = { status: 'completed', completed_date: AT };
    insertRow(shop.db, 'work_orders', { assigned_team_member_id: null, inquiry_id: null, ...done });
    const reviewLink = 'http://shop.test/review';
    writeDraft(shop.ctx, { purpose: 'review-request', values: { ...values, reviewLink }, ...ofJob, dedupeKey: 'r' });
  };
  const night = '2026-11-21T08:20:00.000Z';
  const waking = '2026-11-21T15:00:00.000Z';
  const morning = '2026-11-21T16:00:00.000Z';
  const failing = () => deliverDueMessages(shop.ctx, () => Promise.reject(new Error('The server is down.')));
  beforeEach(() => consent());

  test('is checked before each try and suppressed with the reason once outdated', async () => {
    await autoSend(['lead-lapsed']);
    lapsed();
    const asked: string[] = [];
    const sent: string[] = [];
    const run = (why: string | null) =>
      deliverDueMessages(
        shop.ctx,
        () => Promise.reject(new Error(String(sent.push('try')))),
        undefined,
        (_ctx, { purpose }) => {
          asked.push(purpose);
          return why;
        },
      );
    await run(null);
    shop.clock.advance(60);
    await run('They booked again.');
    expect([asked, sent]).toEqual([['lead-lapsed', 'lead-lapsed'], ['try']]);
    expect(rows()[0]).toMatchObject({ status: 'suppressed', lastError: 'They booked again.' });
  });
  test("is sent by day only, and in the owner's hours if it asks for a review or says thanks", async () => {
    request();
    writeDraft(shop.ctx, { purpose: 'thank-you', values, ...ofJob, dedupeKey: 't' });
    lapsed();
    shop.clock.at = new Date(night);
    for (const id of [1, 2, 3]) await shop.admin.drafts.approve({ id });
    expect(rows().map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([morning, morning, waking]);
    expect(await deliver()).toEqual([]);
    shop.clock.at = new Date(waking);
    expect(await deliver()).toHaveLength(1);
    shop.clock.at = new Date(morning);
    expect(await deliver()).toHaveLength(2);
  });
  test('waits for the day after a failed try or a missed time', async () => {
    request();
    shop.clock.at = new Date('2026-11-22T02:59:00.000Z');
    await shop.admin.drafts.approve({ id: 1 });
    await failing();
    expect(rows()[0]).toMatchObject({ attempts: 1, nextAttemptAt: '2026-11-22T16:00:00.000Z' });
    shop.db.update(outbox).set({ nextAttemptAt: '2026-11-22T02:59:30.000Z' }).run();
    shop.clock.at = new Date('2026-11-22T03:00:00.000Z');
    expect(await deliver()).toEqual([]);
    expect(rows()[0]).toMatchObject({ attempts: 1, nextAttemptAt: '2026-11-22T16:00:00.000Z' });
    shop.db.update(outbox).set({ status: 'failed' }).run();
    expect(await shop.admin.drafts.retry({ id: 1 })).toMatchObject({ nextAttemptAt: '2026-11-22T16:00:00.000Z' });
  });
  test('is withdrawn with the reason when its opportunity is dismissed or lost', async () => {
    const id = opportunity();
    await autoSend(['lead-lapsed']);
    lapsed({ opportunityId: id });
    await autoSend([]);
    lapsed({ opportunityId: id, dedupeKey: 'second' });
    expect(rows().map(({ status }) => status)).toEqual(['queued', 'draft']);
    await shop.admin.automation.setOpportunityStatus({ id, status: 'dismissed' });
    expect(rows()).toMatchObject(Array(2).fill({ status: 'cancelled', lastError: 'The opportunity was dismissed.' }));
    expect(shop.db.$client.prepare("select count(*) from activity where verb = 'message.cancelled'").pluck().get()).toBe(2);
  });
  test('stays stopped when the current try fails', async () => {
    const id = opportunity();
    await autoSend(['lead-lapsed']);
    lapsed({ opportunityId: id });
    await deliverDueMessages(shop.ctx, async () => {
      await shop.admin.automation.setOpportunityStatus({ id, status: 'lost' });
      throw new Error('The server is down.');
    });
    expect(rows()[0]).toMatchObject({ status: 'cancelled', lastError: 'The opportunity was marked as lost.' });
  });
});

describe('marketing of a company without a postal address', () => {
  beforeEach(async () => {
    await shop.admin.settings.save({ company: { ...ADDRESSED, postalCode: null } });
    await consent();
  });
  const HELD = 'Held back: by law, this message must show your street and postal code. Please add them in Settings.';

  test('is drafted and approved, reports the missing address, and is sent once it is set', async () => {
    lapsed();
    expect((await shop.admin.mail.list({})).rows).toMatchObject([{ status: 'draft', heldBack: HELD }]);
    expect(await shop.admin.drafts.approve({ id: 1 })).toMatchObject({ status: 'queued', heldBack: HELD });
    await autoSend(['lead-lapsed']);
    lapsed({ dedupeKey: 'by itself' });
    shop.clock.advance(60);
    expect(await deliver()).toEqual([]);
    expect(rows()).toMatchObject(Array(2).fill({ status: 'queued', attempts: 0, lastError: null }));
    await shop.admin.settings.save({ company: { ...ADDRESSED, street: null } });
    shop.clock.advance(10);
    expect(await deliver()).toEqual([]);
    await shop.admin.settings.save({ company: ADDRESSED });
    shop.clock.advance(10);
    expect(await deliver()).toMatchObject(Array(2).fill({ body: expect.stringContaining('210 Lansdowne St, Kamloops, BC V2C 0A5') }));
    expect((await shop.admin.mail.list({})).rows[0]).toMatchObject({ heldBack: null });
  });

  test('cannot be resent by hand before that, and delays no other message', async () => {
    lapsed();
    shop.db.update(outbox).set({ status: 'failed' }).run();
    await shop.admin.drafts.retry({ id: 1 });
    insertRow(shop.db, 'outbox', { next_attempt_at: '2026-11-20T20:00:01.000Z' });
    shop.clock.advance(1);
    expect(await deliver()).toMatchObject([{ to: 'm@example.com' }]);
    expect(rows()[0]?.status).toBe('queued');
  });

  test('is suppressed if consent was withdrawn meanwhile', async () => {
    lapsed();
    await shop.admin.drafts.approve({ id: 1 });
    shop.db.update(consents).set({ withdrawnAt: AT }).run();
    expect(await deliver()).toEqual([]);
    expect(rows()[0]).toMatchObject({ status: 'suppressed' });
  });
});

describe('the consent check', () => {
  test('suppresses a message with the reason if consent is missing when it is sent', async () => {
    insertRow(shop.db, 'orders', { customer_email: EMAIL, created_at: AT, paid_date: '2026-11-20', paid_method: 'cash' });
    await autoSend(['lead-lapsed']);
    lapsed();
    insertRow(shop.db, 'outbox', { next_attempt_at: '2026-11-20T20:00:01.000Z' });
    shop.db.$client.prepare("update orders set status = 'cancelled'").run();
    shop.clock.advance(1);
    // The one behind it goes out all the same.
    expect(await deliver()).toMatchObject([{ to: 'm@example.com', unsubscribeUrl: undefined, body: 'B' }]);
    expect(rows()[0]).toMatchObject({
      status: 'suppressed',
      attempts: 0,
      lastError: 'There is no express consent, no purchase within two years and no inquiry within six months.',
    });
    await expect(shop.admin.drafts.retry({ id: 1 })).rejects.toMatchObject({
      message: 'A message that is suppressed cannot be sent again.',
    });
    expect((await shop.admin.mail.list({ view: 'stopped' })).rows).toMatchObject([{ id: 1 }]);
  });
  test('repeats when a stored message is sent later', async () => {
    openWithoutMail();
    await consent();
    await autoSend(['lead-lapsed']);
    lapsed();
    shop.ctx.hasMailServer = true;
    shop.db.update(consents).set({ withdrawnAt: AT }).run();
    expect(() => retryMessage(shop.ctx, { id: 1 })).toThrow('They withdrew their consent on Nov 20.');
    expect(rows()[0]?.status).toBe('stored');
  });
  test('fails once two years of implied consent end, to the day', async () => {
    insertRow(shop.db, 'orders', {
      customer_email: EMAIL,
      created_at: '2024-11-20T20:00:00.000Z',
      paid_date: '2024-11-20',
      paid_method: 'cash',
    });
    await autoSend(['lead-lapsed']);
    expect(lapsed({ sendAfter: '2026-11-21T07:00:00.000Z' })).toBe('queued');
    // It waits for the morning, and the two years end at midnight.
    shop.clock.at = new Date('2026-11-21T15:00:00.000Z');
    expect(await deliver()).toEqual([]);
    expect(rows()[0]?.status).toBe('suppressed');
  });
});

test('an opportunity is kept for a call when the recipient stops its draft, and a won one keeps no draft', async () => {
  await consent();
  const id = opportunity();
  lapsed({ opportunityId: id });
  shop.db.$client.prepare("update opportunities set status = 'drafted' where id = ?").run(id);
  await shop.admin.subscriptions.withdraw({ email: EMAIL });
  expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({
    status: 'open',
    callOnly: 'No consent on record: call only.',
  });
  await consent();
  lapsed({ opportunityId: id, dedupeKey: 'again' });
  await shop.admin.automation.setOpportunityStatus({ id, status: 'won' });
  expect(rows().map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});
