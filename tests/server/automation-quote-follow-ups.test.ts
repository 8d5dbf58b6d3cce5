import { describe, expect, test } from 'vitest';
import { runWorker } from '../../src/server/automation/scheduler';
import type { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { ago, DAY, HOUR, messages, quote, requests, run, type Shop, written } from '../support/engagement';
import { addClient, finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

describe('messages about a quote request and its lead', () => {
  const findLeads = (shop: Shop) => runWorker(shop.ctx, 'lead-generation', 'manual');
  const autoSend = (shop: Shop, purposes: (typeof DEFAULT_AUTOMATION)['autoSend']) => shop.setAutomation({ autoSend: purposes });
  const after3Days = (createdAt = ago(3 * DAY)) => {
    const shop = openShop();
    quote(shop, 1, createdAt);
    return shop;
  };

  test.each(['contacted', 'won', 'lost', 'dismissed'] as const)(
    'write no follow-up once the lead is %s, and reject a waiting one',
    async (status) => {
      const shop = after3Days();
      run(shop);
      findLeads(shop);
      await shop.admin.automation.setOpportunityStatus({ id: 1, status, reason: 'They called.' });
      await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toThrow(`The lead was ${status}.`);
      run(shop);
      expect(messages(shop)).toMatchObject([{ status: 'cancelled', lastError: `The lead was ${status}.` }]);
      shop.clock.advance(5 * DAY);
      run(shop);
      expect(messages(shop)).toHaveLength(1);
      if (status === 'contacted') return;
      await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'open', reason: null });
      run(shop);
      expect(written(shop)).toEqual(['quote-follow-up 1 cancelled', 'quote-follow-up 1 draft']);
    },
  );

  test('are a week apart if both are sent automatically, whichever comes first', async () => {
    const shop = after3Days(ago(2 * DAY + HOUR));
    await autoSend(shop, ['lead-stale-quote', 'quote-follow-up']);
    findLeads(shop);
    shop.clock.advance(DAY);
    run(shop);
    shop.clock.advance(5 * DAY);
    run(shop);
    expect(written(shop)).toEqual(['lead-stale-quote 1 stored']);
    shop.clock.advance(DAY);
    run(shop);
    expect(written(shop)).toEqual(['lead-stale-quote 1 stored', 'quote-follow-up 1 stored']);
    const other = after3Days();
    await autoSend(other, ['lead-stale-quote', 'quote-follow-up']);
    run(other);
    findLeads(other);
    expect(written(other)).toEqual(['quote-follow-up 1 stored']);
  });

  test("are limited to one draft; the follow-up is written once the lead's draft was discarded", async () => {
    const shop = after3Days();
    findLeads(shop);
    run(shop);
    expect(written(shop)).toEqual(['lead-stale-quote 1 draft']);
    await shop.admin.drafts.discard({ id: 1 });
    run(shop);
    expect(written(shop)).toEqual(['lead-stale-quote 1 cancelled', 'quote-follow-up 1 draft']);
  });

  test('give way to a follow-up that is sent automatically, and the lead remains for a call', async () => {
    const shop = after3Days();
    await autoSend(shop, ['quote-follow-up']);
    findLeads(shop);
    run(shop);
    expect(written(shop)).toEqual(['lead-stale-quote 1 cancelled', 'quote-follow-up 1 stored']);
    expect(requests(shop)).toMatchObject([{ kind: 'lead_stale_quote', status: 'open' }]);
    findLeads(shop);
    expect(messages(shop)).toHaveLength(2);
  });

  test('wait for a message about another lead of the same person', async () => {
    const shop = after3Days();
    await autoSend(shop, ['quote-follow-up']);
    addClient(shop, 1, { email: 'ASKER1@example.com' });
    finishJob(shop, 1, 1, '2026-09-02');
    findLeads(shop);
    shop.db.$client.exec(
      "update outbox set purpose = 'lead-lapsed', opportunity_id = (select id from opportunities where kind = 'lead_lapsed')",
    );
    run(shop);
    expect(messages(shop)).toMatchObject([{ purpose: 'lead-lapsed', status: 'draft' }]);
  });
});

test('answered quote requests do not delay the follow-up of another one, however many there are', () => {
  const shop = openShop();
  insertRow(shop.db, 'appointment_slots', { team_member_id: null });
  for (let id = 1; id <= 230; id += 1) {
    quote(shop, id, ago(3 * DAY + 300 - id));
    if (id <= 210)
      insertRow(shop.db, 'appointment_bookings', {
        ...{ id, client_email: `asker${id}@example.com`, client_phone: '1', booking_reference: `SPC-${id}` },
        ...{ client_id: null, work_order_id: null },
      });
  }
  const perRun = [1, 2, 3, 4].map(() => run(shop).created);
  expect(perRun).toEqual([0, 0, 15, 5]);
  expect(messages(shop)).toHaveLength(20);
});
