import { beforeEach, describe, expect, test, vi } from 'vitest';
import { consents, outbox } from '../../db/schema';
import { recordFinding } from '../../src/server/automation/opportunities';
import { startJobs } from '../../src/server/jobs';
import { writeDraft } from '../../src/server/mail/drafts';
import { retryMessage } from '../../src/server/mail/messages';
import { deliverDueMessages, type Outgoing } from '../../src/server/mail/outbox';
import { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { GROWTH_TEMPLATES } from '../../src/shared/growth-message-templates';
import { isMarketing, PURPOSES } from '../../src/shared/message-templates';
import { insertRow } from '../support/rows';
import { ADDRESSED, openShop } from '../support/shop';

const EMAIL = 'maria@example.com';
const AT = '2026-11-20T20:00:00.000Z';
const VALUES = { customerName: 'Maria Santos', lastVisit: 'Wednesday, September 2, 2026', bookingLink: 'http://shop.test/appointments' };

let shop: ReturnType<typeof openShop>;
beforeEach(async () => {
  shop = openShop({ hasMailServer: true });
  await shop.admin.settings.save({ company: ADDRESSED });
});

const consent = (email = EMAIL) => shop.admin.consents.record({ email, source: 'said on the phone' });
const lapsed = (changes: Partial<Parameters<typeof writeDraft<'lead-lapsed'>>[1]> = {}) =>
  writeDraft(shop.ctx, {
    purpose: 'lead-lapsed',
    to: EMAIL,
    values: VALUES,
    relatedType: 'client',
    relatedId: 1,
    dedupeKey: 'lapsed:client:12:2026Q4',
    ...changes,
  });
const rows = () => shop.db.select().from(outbox).all();
const autoSend = (purposes: (typeof DEFAULT_AUTOMATION)['autoSend']) =>
  shop.admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, autoSend: purposes } });
async function deliver(): Promise<Outgoing[]> {
  const sent: Outgoing[] = [];
  await deliverDueMessages(shop.ctx, async (message) => void sent.push(message));
  return sent;
}
const opportunity = () => {
  const at = AT;
  const { lastInsertRowid } = shop.db.$client
    .prepare(
      "insert into automation_runs (worker_key, trigger, started_at, status, message) values ('lead-generation', 'manual', ?, 'ok', 'found')",
    )
    .run(at);
  const finding = {
    // Of a kind whose rule is not asked again before a message goes out.
    kind: 'partnership',
    dedupeKey: 'lapsed',
    subjectType: 'client',
    subjectId: 1,
    title: 'T',
    reason: 'R',
    score: 50,
  } as const;
  const row = recordFinding(shop.ctx, Number(lastInsertRowid), { ...finding, evidence: [] });
  if (!row) throw new Error('known already');
  return row.id;
};

describe('a message that a worker writes', () => {
  test('waits for approval, once for its cause, with the proof of the consent it rests on', () => {
    insertRow(shop.db, 'orders', { customer_email: EMAIL, created_at: AT, paid_date: '2026-11-20', paid_method: 'cash' });
    expect(lapsed()).toBe('draft');
    expect(lapsed()).toBe('known');
    expect(rows()).toMatchObject([
      { purpose: 'lead-lapsed', marketing: true, status: 'draft', to: EMAIL, subject: 'Time for another clean?' },
    ]);
    expect(rows()[0]?.body).toContain('Hello Maria Santos,');
    expect(shop.db.select().from(consents).all()).toMatchObject([
      { basis: 'purchase', source: 'order 1', obtainedAt: AT, expiresAt: '2028-11-21T07:00:00.000Z', withdrawnAt: null },
    ]);
    expect(lapsed({ dedupeKey: 'another' })).toBe('draft');
    expect(shop.db.select().from(consents).all()).toHaveLength(1);
  });

  test.each([
    ['nobody agreed', EMAIL],
    ['there is no address', null],
    ['the address is none', 'not an address'],
    ['the address holds another', 'a@example.com, b@example.com'],
    ['the address holds a line', 'a@example.com\nBcc: b@example.com'],
  ])('is not written where %s: they can only be called', (_why, to) => {
    expect(lapsed({ to })).toBe('call-only');
    expect(rows()).toEqual([]);
  });

  test('is never sent while it waits', async () => {
    await consent();
    lapsed();
    shop.clock.advance(60 * 24 * 30);
    expect(await deliver()).toEqual([]);
  });

  test('about an invoice needs no consent', () => {
    const written = writeDraft(shop.ctx, {
      purpose: 'overdue-reminder',
      to: EMAIL,
      values: { customerName: 'M', invoiceNumber: 'SPC012', balance: '$214.20', dueDate: 'Friday, November 20, 2026' },
      relatedType: 'invoice',
      relatedId: 12,
      dedupeKey: 'overdue:12:1',
    });
    expect(written).toBe('draft');
    expect(rows()).toMatchObject([{ marketing: false }]);
    expect(shop.db.select().from(consents).all()).toEqual([]);
  });

  test('goes by itself only where the owner lets its kind, and not before its time', async () => {
    await consent();
    await autoSend(['lead-lapsed']);
    expect(lapsed({ sendAfter: '2026-11-21T17:00:00.000Z' })).toBe('queued');
    expect(
      writeDraft(shop.ctx, { purpose: 'lead-onetime', to: EMAIL, values: VALUES, relatedType: null, relatedId: null, dedupeKey: 'one' }),
    ).toBe('draft');
    shop.clock.at = new Date('2026-11-21T16:59:59.000Z');
    expect(await deliver()).toEqual([]);
    shop.clock.at = new Date('2026-11-21T17:00:00.000Z');
    expect(await deliver()).toMatchObject([{ to: EMAIL, subject: 'Time for another clean?' }]);
  });

  test('is kept where there is no mail server', async () => {
    shop = openShop();
    await consent();
    await autoSend(['lead-lapsed']);
    expect(lapsed()).toBe('stored');
  });

  test('all purposes but reminders of payment are marketing, and none of the older ones', () => {
    const growth = Object.keys(GROWTH_TEMPLATES);
    expect(PURPOSES.filter(isMarketing)).toEqual(growth.filter((name) => name !== 'overdue-reminder'));
    expect(growth).toHaveLength(12);
  });
});

describe('a draft', () => {
  beforeEach(async () => {
    await consent();
    lapsed();
  });

  test('is listed among the drafts with what will stand below it, and counted there', async () => {
    const { rows: drafts } = await shop.admin.mail.list({ view: 'drafts' });
    expect(drafts).toMatchObject([{ id: 1, status: 'draft', marketing: true }]);
    expect(drafts[0]?.footer).toMatch(
      /^Sage & Pine Cleaning, .*Kamloops.*\nTo stop messages like this one, press Unsubscribe on this page: http:\/\/shop\.test\/unsubscribe\/[\w-]{22}\n$/,
    );
    expect(await shop.admin.mail.counts()).toMatchObject({ all: 1, drafts: 1, waiting: 0, stopped: 0 });
    expect((await shop.admin.mail.list({ view: 'waiting' })).rows).toEqual([]);
  });

  test('is given other words, which are sent with the link below them once it is approved', async () => {
    await shop.admin.drafts.edit({ id: 1, subject: 'Hello again', body: 'Short and sweet.' });
    expect(await shop.admin.drafts.approve({ id: 1 })).toMatchObject({ status: 'queued', approvedBy: 'owner' });
    const [mail] = await deliver();
    expect(mail).toMatchObject({ subject: 'Hello again' });
    const url = mail?.unsubscribeUrl ?? '';
    expect(url).toMatch(/^http:\/\/shop\.test\/unsubscribe\/[\w-]{22}$/);
    expect(mail?.body).toBe(
      `Short and sweet.\n\n----\nSage & Pine Cleaning, 210 Lansdowne St, Kamloops, BC V2C 0A5\nTo stop messages like this one, press Unsubscribe on this page: ${url}\n`,
    );
    expect((await shop.admin.mail.list({ view: 'sent' })).rows).toMatchObject([{ id: 1 }]);
  });

  test.each([
    ['a blank subject', { subject: ' ', body: 'B' }],
    ['a subject of two lines', { subject: 'a\nBcc: b', body: 'B' }],
    ['a blank text', { subject: 'S', body: '\n' }],
    ['a text that is too long', { subject: 'S', body: 'x'.repeat(5001) }],
  ])('keeps its words where it is given %s', async (_what, words) => {
    await expect(shop.admin.drafts.edit({ id: 1, ...words })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(rows()[0]?.subject).toBe('Time for another clean?');
  });

  test('that is discarded is never sent, nor written again', async () => {
    expect(await shop.admin.drafts.discard({ id: 1 })).toMatchObject({ status: 'cancelled' });
    expect(await deliver()).toEqual([]);
    expect(lapsed()).toBe('known');
    expect((await shop.admin.mail.list({ view: 'stopped' })).rows).toMatchObject([{ id: 1 }]);
  });

  test.each(['approve', 'discard', 'edit', 'rewrite'] as const)('is none any more once it is decided: %s is refused', async (what) => {
    await shop.admin.drafts.approve({ id: 1 });
    const call = () => (what === 'edit' ? shop.admin.drafts.edit({ id: 1, subject: 'S', body: 'B' }) : shop.admin.drafts[what]({ id: 1 }));
    await expect(call()).rejects.toMatchObject({ code: 'CONFLICT', message: 'This message is no longer a draft: it is queued.' });
    await expect(shop.admin.drafts.approve({ id: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is not approved where the consent is gone meanwhile', async () => {
    shop.db.update(consents).set({ withdrawnAt: AT }).run();
    await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This message may not be sent. They withdrew their consent on Friday, November 20, 2026.',
    });
    expect(rows()[0]?.status).toBe('draft');
  });

  test('waits for its time also when it is approved before it', async () => {
    lapsed({ dedupeKey: 'later', sendAfter: '2026-11-21T17:00:00.000Z' });
    expect(await shop.admin.drafts.approve({ id: 2 })).toMatchObject({ nextAttemptAt: '2026-11-21T17:00:00.000Z' });
    expect(await deliver()).toEqual([]);
  });
});

describe('the draft of an opportunity', () => {
  test('makes it contacted once it is approved, since that is the act of the owner', async () => {
    await consent();
    const id = opportunity();
    lapsed({ opportunityId: id });
    await shop.admin.drafts.edit({ id: 1, subject: 'S', body: 'B' });
    expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({ status: 'open' });
    await shop.admin.drafts.approve({ id: 1 });
    expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({ status: 'contacted', statusChangedBy: 'owner' });
  });
  test('that is refused leaves it untouched', async () => {
    await consent();
    const id = opportunity();
    lapsed({ opportunityId: id });
    shop.db.update(consents).set({ withdrawnAt: AT }).run();
    await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({ status: 'open' });
  });
  test('that goes by itself leaves it open', async () => {
    await consent();
    await autoSend(['lead-lapsed']);
    const id = opportunity();
    lapsed({ opportunityId: id });
    expect(await deliver()).toHaveLength(1);
    expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({ status: 'open' });
  });
});

describe('what is no longer true', () => {
  test('is not approved: a reminder of an invoice that was paid meanwhile', async () => {
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
    const jobs = startJobs(shop.ctx, { deliver: async (message) => void sent.push(message), log, uploadFolder: shop.uploadFolder });
    shop.ctx.live.publish('messages');
    await vi.waitFor(() => expect(rows()[0]).toMatchObject({ status: 'suppressed', lastError: 'The invoice is paid.' }));
    await jobs.stop();
    expect(sent).toEqual([]);
  });
});

describe('a message that waits to go out', () => {
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

  test('is asked before each try whether it is still true, and is suppressed with the reason', async () => {
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
  test('goes by day alone, whenever it is approved, and in the owner’s hours if it asks for a review or thanks', async () => {
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
  test('waits for the day also after a try that failed, and where nobody sent it in time', async () => {
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
  test('is taken back with the reason where its opportunity is dismissed or lost', async () => {
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
  test('stays stopped where the try under way fails', async () => {
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

  test('is written and may be approved, says what is missing, and goes out once it is there', async () => {
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

  test('is sent again by hand no sooner, and holds up nothing else', async () => {
    lapsed();
    shop.db.update(outbox).set({ status: 'failed' }).run();
    await shop.admin.drafts.retry({ id: 1 });
    insertRow(shop.db, 'outbox', { next_attempt_at: '2026-11-20T20:00:01.000Z' });
    shop.clock.advance(1);
    expect(await deliver()).toMatchObject([{ to: 'm@example.com' }]);
    expect(rows()[0]?.status).toBe('queued');
  });

  test('is suppressed all the same where consent is gone meanwhile', async () => {
    lapsed();
    await shop.admin.drafts.approve({ id: 1 });
    shop.db.update(consents).set({ withdrawnAt: AT }).run();
    expect(await deliver()).toEqual([]);
    expect(rows()[0]).toMatchObject({ status: 'suppressed' });
  });
});

describe('consent is looked at again', () => {
  test('when a message is sent: without it the message is suppressed with the reason, and stays so', async () => {
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
  test('when a kept one is to be sent after all', async () => {
    shop = openShop();
    await consent();
    await autoSend(['lead-lapsed']);
    lapsed();
    shop.ctx.hasMailServer = true;
    shop.db.update(consents).set({ withdrawnAt: AT }).run();
    expect(() => retryMessage(shop.ctx, { id: 1 })).toThrow('They withdrew their consent on Friday, November 20, 2026.');
    expect(rows()[0]?.status).toBe('stored');
  });
  test('after two years of trying, to the day', async () => {
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

test('an opportunity whose draft is stopped by the recipient is there for a call, and a won one keeps no draft', async () => {
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
