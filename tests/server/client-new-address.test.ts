import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { activity, consents, opportunities, outbox } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { writeDraft } from '../../src/server/mail/drafts';
import { addClient, finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const OLD = 'client1@example.com';
const NEW = 'new@example.com';
let shop: Shop;
beforeEach(() => {
  shop = openShop({ hasMailServer: true });
  addClient(shop, 1);
});

const messages = () => shop.db.select().from(outbox).orderBy(asc(outbox.id)).all();
const written = () => messages().map(({ purpose, to, status }) => `${purpose} ${to} ${status}`);
const move = (email: string) =>
  shop.admin.clients.update({ id: 1, name: 'Client 1', phone: '2505551001', address: '12 Seymour St', isActive: true, email });
const thank = (workOrderId: number, to: string) =>
  writeDraft(shop.ctx, {
    purpose: 'thank-you',
    to,
    values: { customerName: 'C', service: 'S', date: 'D' },
    ...{ relatedType: 'workOrder', relatedId: workOrderId, dedupeKey: `thank-you:workOrder:${workOrderId}` },
  });

describe('marketing to a client with a new address', () => {
  test('moves to the new address if unsent, with unchanged text and the proof of consent', async () => {
    finishJob(shop, 1, 1, '2026-09-02');
    runWorker(shop.ctx, 'lead-generation', 'manual');
    await shop.admin.drafts.edit({ id: 1, subject: 'Mine', body: 'My own words.' });
    await shop.setAutomation({ autoSend: ['thank-you'] });
    thank(1, OLD.toUpperCase());
    await move(NEW);
    expect(written()).toEqual([`lead-lapsed ${NEW} draft`, `thank-you ${NEW} queued`]);
    expect(messages()[0]).toMatchObject({ subject: 'Mine', body: 'My own words.\n' });
    expect((await shop.admin.mail.list({})).rows[0]?.footer).toContain('http://shop.test/unsubscribe/');
    expect(shop.rows(consents)).toMatchObject([{ email: OLD }, { email: NEW, basis: 'purchase' }]);
    const verbs = shop.rows(activity);
    expect(verbs.filter(({ verb }) => verb === 'message.readdressed')).toHaveLength(2);
    expect(await shop.admin.drafts.approve({ id: 1 })).toMatchObject({ to: NEW, status: 'queued' });
  });

  test('is stopped when only the old address had consent, and the lead opens again', async () => {
    finishJob(shop, 1, 1, '2024-09-02');
    await shop.admin.consents.record({ email: OLD, source: 'said on the phone' });
    runWorker(shop.ctx, 'lead-generation', 'manual');
    await shop.setAutomation({ autoSend: ['thank-you'] });
    thank(1, OLD);
    await move(NEW);
    const lastError = 'There is no express consent, no purchase within two years and no inquiry within six months.';
    expect(messages()).toMatchObject([
      { to: OLD, status: 'cancelled', lastError },
      { to: OLD, status: 'suppressed', lastError },
    ]);
    await shop.admin.consents.record({ email: NEW, source: 'said on the phone' });
    runWorker(shop.ctx, 'lead-generation', 'manual');
    expect(written().slice(2)).toEqual([`lead-lapsed ${NEW} draft`]);
    expect(shop.rows(opportunities)).toMatchObject([{ status: 'drafted' }]);
  });

  test('stays with another client at the same address', async () => {
    addClient(shop, 2, { email: OLD.toUpperCase() });
    finishJob(shop, 1, 1, '2026-11-19');
    finishJob(shop, 2, 2, '2026-11-19');
    thank(1, OLD);
    thank(2, OLD);
    await move(NEW);
    expect(written()).toEqual([`thank-you ${NEW} draft`, `thank-you ${OLD} draft`]);
  });

  test('moves with the client it is about when another client has the same old address', async () => {
    addClient(shop, 2, { email: OLD });
    finishJob(shop, 1, 1, '2026-09-02');
    runWorker(shop.ctx, 'lead-generation', 'manual');
    expect(written()).toEqual([`lead-lapsed ${OLD} draft`]);
    await move(NEW);
    expect(written()).toEqual([`lead-lapsed ${NEW} draft`]);
  });

  test('stays unchanged when already sent, when it is no marketing, or when the address is the same', async () => {
    finishJob(shop, 1, 1, '2026-11-19');
    thank(1, OLD);
    await move(OLD.toUpperCase());
    expect(written()).toEqual([`thank-you ${OLD} draft`]);
    shop.db.update(outbox).set({ status: 'sent' }).run();
    insertRow(shop.db, 'outbox', { purpose: 'overdue-reminder', to: OLD, status: 'draft', marketing: 0 });
    await move(NEW);
    expect(written()).toEqual([`thank-you ${OLD} sent`, `overdue-reminder ${OLD} draft`]);
  });
});
