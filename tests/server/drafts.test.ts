import { beforeEach, describe, expect, test } from 'vitest';
import { consents } from '../../db/schema';
import { writeDraft } from '../../src/server/mail/drafts';
import { GROWTH_TEMPLATES } from '../../src/shared/growth-message-templates';
import { isMarketing, PURPOSES } from '../../src/shared/message-templates';
import {
  AT,
  autoSend,
  consent,
  deliver,
  EMAIL,
  lapsed,
  openWithoutMail,
  opportunity,
  rows,
  shop,
  startShops,
  VALUES,
} from '../support/drafts';
import { insertRow } from '../support/rows';

startShops();

describe("a worker's message", () => {
  test('waits for approval, once per cause, with proof of consent', () => {
    insertRow(shop.db, 'orders', { customer_email: EMAIL, created_at: AT, paid_date: '2026-11-20', paid_method: 'cash' });
    expect(lapsed()).toBe('draft');
    expect(lapsed()).toBe('known');
    expect(rows()).toMatchObject([
      { purpose: 'lead-lapsed', marketing: true, status: 'draft', to: EMAIL, subject: 'Time for another clean?' },
    ]);
    expect(rows()[0]?.body).toContain('Hello Maria Santos,');
    expect(shop.rows(consents)).toMatchObject([
      { basis: 'purchase', source: 'order 1', obtainedAt: AT, expiresAt: '2028-11-21T07:00:00.000Z', withdrawnAt: null },
    ]);
    expect(lapsed({ dedupeKey: 'another' })).toBe('draft');
    expect(shop.rows(consents)).toHaveLength(1);
  });

  test.each([
    ['nobody agreed', EMAIL],
    ['there is no address', null],
    ['the address is none', 'not an address'],
    ['the address holds another', 'a@example.com, b@example.com'],
    ['the address holds a line', 'a@example.com\nBcc: b@example.com'],
  ])('is not written if %s, and the client can only be called', (_why, to) => {
    expect(lapsed({ to })).toBe('call-only');
    expect(rows()).toEqual([]);
  });

  test('is not sent before approval', async () => {
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
    expect(shop.rows(consents)).toEqual([]);
  });

  test('is sent automatically only if the owner allows its kind, and not before its time', async () => {
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

  test('is stored without a mail server', async () => {
    openWithoutMail();
    await consent();
    await autoSend(['lead-lapsed']);
    expect(lapsed()).toBe('stored');
  });

  test('is marketing for all worker purposes except payment reminders', () => {
    const growth = Object.keys(GROWTH_TEMPLATES);
    expect(PURPOSES.filter(isMarketing)).toEqual(growth.filter((name) => name !== 'overdue-reminder'));
    expect(growth).toHaveLength(13);
  });
});

describe('a draft', () => {
  beforeEach(async () => {
    await consent();
    lapsed();
  });

  test('is listed and counted among the drafts with its footer', async () => {
    const { rows: drafts } = await shop.admin.mail.list({ view: 'drafts' });
    expect(drafts).toMatchObject([{ id: 1, status: 'draft', marketing: true }]);
    expect(drafts[0]?.footer).toMatch(
      /^Sage & Pine Cleaning, .*Kamloops.*\nTo stop messages like this one, press Unsubscribe on this page: http:\/\/shop\.test\/unsubscribe\/[\w-]{22}\n$/,
    );
    expect(await shop.admin.mail.counts()).toMatchObject({ all: 1, drafts: 1, waiting: 0, stopped: 0 });
    expect((await shop.admin.mail.list({ view: 'waiting' })).rows).toEqual([]);
  });

  test('can be edited, and is sent with the unsubscribe link once approved', async () => {
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
  ])('keeps its text when edited with %s', async (_what, words) => {
    await expect(shop.admin.drafts.edit({ id: 1, ...words })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(rows()[0]?.subject).toBe('Time for another clean?');
  });

  test('is neither sent nor written again once discarded', async () => {
    expect(await shop.admin.drafts.discard({ id: 1 })).toMatchObject({ status: 'cancelled' });
    expect(await deliver()).toEqual([]);
    expect(lapsed()).toBe('known');
    expect((await shop.admin.mail.list({ view: 'stopped' })).rows).toMatchObject([{ id: 1 }]);
  });

  test.each(['approve', 'discard', 'edit', 'rewrite'] as const)('cannot be changed once decided: %s is rejected', async (what) => {
    await shop.admin.drafts.approve({ id: 1 });
    const call = () => (what === 'edit' ? shop.admin.drafts.edit({ id: 1, subject: 'S', body: 'B' }) : shop.admin.drafts[what]({ id: 1 }));
    await expect(call()).rejects.toMatchObject({ code: 'CONFLICT', message: 'This message is no longer a draft: it is queued.' });
    await expect(shop.admin.drafts.approve({ id: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('cannot be approved if consent was withdrawn meanwhile', async () => {
    shop.db.update(consents).set({ withdrawnAt: AT }).run();
    await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This message may not be sent. They withdrew their consent on Nov 20.',
    });
    expect(rows()[0]?.status).toBe('draft');
  });

  test('waits for its time even when approved earlier', async () => {
    lapsed({ dedupeKey: 'later', sendAfter: '2026-11-21T17:00:00.000Z' });
    expect(await shop.admin.drafts.approve({ id: 2 })).toMatchObject({ nextAttemptAt: '2026-11-21T17:00:00.000Z' });
    expect(await deliver()).toEqual([]);
  });
});

describe('the draft of an opportunity', () => {
  test('marks it as contacted once the owner approves', async () => {
    await consent();
    const id = opportunity();
    lapsed({ opportunityId: id });
    await shop.admin.drafts.edit({ id: 1, subject: 'S', body: 'B' });
    expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({ status: 'open' });
    await shop.admin.drafts.approve({ id: 1 });
    expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({ status: 'contacted', statusChangedBy: 'owner' });
  });
  test('leaves it unchanged when rejected', async () => {
    await consent();
    const id = opportunity();
    lapsed({ opportunityId: id });
    shop.db.update(consents).set({ withdrawnAt: AT }).run();
    await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({ status: 'open' });
  });
  test('leaves it open when sent automatically', async () => {
    await consent();
    await autoSend(['lead-lapsed']);
    const id = opportunity();
    lapsed({ opportunityId: id });
    expect(await deliver()).toHaveLength(1);
    expect(await shop.admin.automation.getOpportunity({ id })).toMatchObject({ status: 'open' });
  });
});
