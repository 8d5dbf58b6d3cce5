import { describe, expect } from 'vitest';
import { clients } from '../../db/schema';
import { DAY, leads, messages, NOW, quote, run } from '../support/leads';
import { addClient, finishJob } from '../support/past-jobs';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

describe('a reopened lead', () => {
  test('gets one new draft unless its message was sent', async ({ shop }) => {
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-09-02');
    await shop.admin.consents.record({ email: shop.db.select().from(clients).get()?.email ?? '', source: 'fair' });
    run(shop);
    for (const status of ['dismissed', 'open'] as const) await shop.admin.automation.setOpportunityStatus({ id: 1, status });
    for (let runs = 0; runs < 2; runs += 1) run(shop);
    expect(messages(shop).map(({ status }) => status)).toEqual(['cancelled', 'draft']);
    shop.db.$client.prepare("update outbox set status = 'sent', created_at = '2026-01-01T20:00:00.000Z' where id = 2").run();
    for (const status of ['lost', 'open'] as const) await shop.admin.automation.setOpportunityStatus({ id: 1, status });
    run(shop);
    expect([leads(shop)[0]?.status, messages(shop).length]).toEqual(['open', 2]);
  });
});

describe('an outdated lead', () => {
  test('closes with the reason and withdraws its draft', async ({ shop }) => {
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-09-02');
    quote(shop, 1);
    quote(shop, 2);
    quote(shop, 3);
    run(shop);
    expect(leads(shop).map(({ status }) => status)).toEqual(['drafted', 'drafted', 'drafted', 'drafted']);
    finishJob(shop, 2, 1, '2026-11-25', { status: 'scheduled', completed_date: null });
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    shop.db.$client.prepare('update contact_inquiries set deleted_at = ? where id = 2').run(NOW);
    const { message } = run(shop);
    expect(message).toContain('3 closed because they no longer apply');
    expect(leads(shop).map(({ subjectId, status, closedReason }) => [subjectId, status, closedReason])).toEqual([
      ['1', 'expired', 'It is too recent.'],
      ['2', 'expired', 'The quote request was deleted.'],
      ['3', 'drafted', null],
      ['1', 'expired', 'They booked again.'],
    ]);
    const drafts = messages(shop).filter(({ purpose }) => purpose.startsWith('lead-'));
    expect(drafts.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'draft', 'cancelled']);
  });

  test('keeps the decision of a person', async ({ shop }) => {
    quote(shop, 1);
    run(shop);
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'won' });
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    run(shop);
    expect(leads(shop)).toMatchObject([{ status: 'won' }]);
  });
});

describe('messages to leads', () => {
  test('are sent automatically if the owner allows their kind, and the lead stays open', async () => {
    const shop = openShop({ hasMailServer: true });
    await shop.setAutomation({ autoSend: ['lead-stale-quote'] });
    quote(shop, 1);
    expect(run(shop).message).toContain('1 sent');
    expect(messages(shop)).toMatchObject([{ status: 'queued', purpose: 'lead-stale-quote' }]);
    expect(leads(shop)).toMatchObject([{ status: 'open' }]);
    run(shop);
    expect(messages(shop)).toHaveLength(1);
  });

  test('to one person keep the interval set by the owner', async ({ shop }) => {
    await shop.setAutomation({ leadSpacingDays: 2 });
    quote(shop, 1);
    quote(shop, 2, { email: 'ASKER1@example.com' });
    run(shop);
    await shop.admin.drafts.approve({ id: 1 });
    shop.clock.advance(2 * DAY - 1);
    run(shop);
    expect(messages(shop)).toHaveLength(1);
    shop.clock.advance(2);
    run(shop);
    expect(messages(shop)).toHaveLength(2);
  });

  test('to one person are a week apart, and a discarded one is not written again', async ({ shop }) => {
    quote(shop, 1);
    quote(shop, 2, { email: 'ASKER1@example.com' });
    run(shop);
    expect(messages(shop).map(({ relatedId }) => relatedId)).toEqual([1]);
    await shop.admin.drafts.approve({ id: 1 });
    shop.clock.advance(7 * DAY - 1);
    run(shop);
    expect(messages(shop)).toHaveLength(1);
    shop.clock.advance(2);
    run(shop);
    expect(messages(shop).map(({ relatedId }) => relatedId)).toEqual([1, 2]);
    await shop.admin.drafts.discard({ id: 2 });
    // It waits for a call then, and says no more that a draft does.
    expect(await shop.admin.automation.getOpportunity({ id: 2 })).toMatchObject({ status: 'open', messageId: null });
    shop.clock.advance(30 * DAY);
    run(shop);
    expect(messages(shop)).toHaveLength(2);
  });
});
