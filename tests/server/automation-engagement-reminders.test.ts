import { describe, expect } from 'vitest';
import { runWorker } from '../../src/server/automation/scheduler';
import type { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { ago, DAY, HOUR, invoice, messages, NOW, quote, requests, run, type Shop, written } from '../support/engagement';
import { addClient, finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

describe('a payment reminder', () => {
  test.for([
    ['2 days late', '2026-11-18', {}, 0],
    ['3 days late', '2026-11-17', {}, 1],
    ['a draft', '2026-11-10', { status: 'draft', issued_at: null }, 0],
    ['paid', '2026-11-10', { status: 'paid' }, 0],
    ['in the bin', '2026-11-10', { deleted_at: NOW }, 0],
    ['without an address', '2026-11-10', { customer_email: null }, 0],
    ['with nothing left to pay', '2026-11-10', { amount_paid_cents: 1190 }, 0],
  ] as const)('depends on the state of the invoice: %s', ([_case, dueDate, more, wanted], { shop }) => {
    invoice(shop, 1, dueDate, more);
    run(shop);
    expect(messages(shop)).toHaveLength(wanted);
  });

  const mailed = (shop: Shop, status: string) =>
    insertRow(shop.db, 'outbox', { purpose: 'invoice-sent', to: 'c@example.com', status, related_type: 'invoice', related_id: 1 });
  test.for([
    ['never mailed or handed over', undefined, 0],
    ['mailed', 'sent', 1],
    ['stored for lack of a mail server', 'stored', 1],
    ['waiting to be mailed', 'queued', 0],
    ['not mailed, since the address does not exist', 'failed', 0],
  ] as const)('depends on whether the invoice reached the customer: %s', ([_case, status, wanted], { shop }) => {
    invoice(shop, 1, '2026-11-10', { handed_over_at: null });
    if (status) mailed(shop, status);
    run(shop);
    expect(messages(shop).filter(({ purpose }) => purpose === 'overdue-reminder')).toHaveLength(wanted);
  });

  test('is written once a printed invoice is marked as handed over, and withdrawn with the mark', async ({ shop }) => {
    invoice(shop, 1, '2026-11-10', { handed_over_at: null });
    run(shop);
    expect(messages(shop)).toEqual([]);
    await shop.admin.invoices.markHandedOver({ id: 1 });
    run(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 draft']);
    await shop.admin.invoices.markHandedOver({ id: 1, isHandedOver: false });
    run(shop);
    expect(messages(shop)).toMatchObject([{ status: 'cancelled', lastError: 'The invoice was neither mailed nor handed over.' }]);
  });

  test('waits from 21:00 to 08:00 when sent automatically', async () => {
    const shop = openShop({ now: '2026-11-21T04:30:00.000Z', hasMailServer: true });
    await shop.setAutomation({ autoSend: ['overdue-reminder'] });
    invoice(shop, 1, '2026-11-10');
    run(shop);
    expect(messages(shop)).toMatchObject([{ status: 'queued', nextAttemptAt: '2026-11-21T15:00:00.000Z' }]);
  });

  test('is written on the third and the tenth day only, each with the open amount', ({ shop }) => {
    invoice(shop, 1, '2026-11-17');
    const days: [day: number, count: number][] = [];
    for (let day = 3; day <= 40; day += 1) {
      run(shop);
      shop.db.$client.exec("update outbox set status = 'sent', sent_at = created_at where status = 'draft'");
      if (messages(shop).length !== (days.at(-1)?.[1] ?? 0)) days.push([day, messages(shop).length]);
      if (day === 5) shop.db.$client.exec('update invoices set amount_paid_cents = 190');
      shop.clock.advance(DAY);
    }
    expect(days).toEqual([
      [3, 1],
      [10, 2],
    ]);
    expect(messages(shop).map(({ body }) => /\$[\d.]+/.exec(body)?.[0])).toEqual(['$11.90', '$10.00']);
  });

  test('is written a second time only after the first was sent', ({ shop }) => {
    invoice(shop, 1, '2026-11-01');
    run(shop);
    shop.clock.advance(20 * DAY);
    run(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 draft']);
  });

  test('is withdrawn when the invoice is paid, and rewritten after a part payment', async ({ shop }) => {
    invoice(shop, 1, '2026-11-10');
    invoice(shop, 2, '2026-11-10');
    run(shop);
    shop.clock.advance(10);
    const at = shop.clock.now().toISOString();
    shop.db.$client.prepare('update invoices set amount_paid_cents = 500, updated_at = ? where id = 1').run(at);
    shop.db.$client.prepare("update invoices set status = 'paid', paid_date = '2026-11-20', updated_at = ? where id = 2").run(at);
    await expect(shop.admin.drafts.approve({ id: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This message is no longer true. The invoice is paid.',
    });
    expect(run(shop).message).toBe('examined 1, created 1: 1 payment reminder, 2 drafts withdrawn because they no longer apply');
    expect(messages(shop).map(({ status, lastError }) => [status, lastError])).toEqual([
      ['cancelled', 'The invoice was changed in the meantime.'],
      ['cancelled', 'The invoice is paid.'],
      ['draft', null],
    ]);
    expect(messages(shop)[2]?.body).toContain('$6.90');
  });

  test("keeps the owner's words while the invoice is unchanged", async ({ shop }) => {
    invoice(shop, 1, '2026-11-10');
    run(shop);
    await shop.admin.drafts.edit({ id: 1, subject: 'Hello', body: 'Did our invoice reach you?' });
    shop.clock.advance(30);
    run(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 draft']);
  });
});

describe('a quote follow-up', () => {
  const SOONER = { firstFollowUpDays: 2, secondFollowUpDays: 4, lastFollowUpDays: 5 };
  test.for([
    ['just short of 3 days', '3, 7 and 14', {}, ago(3 * DAY - 1), []],
    ['3 days', '3, 7 and 14', {}, ago(3 * DAY), [':1']],
    ['just short of 7 days', '3, 7 and 14', {}, ago(7 * DAY - 1), [':1']],
    ['7 days', '3, 7 and 14', {}, ago(7 * DAY), [':2']],
    ['14 days', '3, 7 and 14', {}, ago(14 * DAY), []],
    ['just short of 2 days', '2, 4 and 5', SOONER, ago(2 * DAY - 1), []],
    ['2 days', '2, 4 and 5', SOONER, ago(2 * DAY), [':1']],
    ['4 days', '2, 4 and 5', SOONER, ago(4 * DAY), [':2']],
    ['just short of 5 days', '2, 4 and 5', SOONER, ago(5 * DAY - 1), [':2']],
    ['5 days', '2, 4 and 5', SOONER, ago(5 * DAY), []],
  ] as const)('for a request of %s ago follows the days in the settings: %s', async ([_age, _days, days, at, steps], { shop }) => {
    await shop.setAutomation(days);
    quote(shop, 1, at);
    run(shop);
    expect(messages(shop).map(({ dedupeKey }) => dedupeKey)).toEqual(steps.map((step) => `quote-follow-up:quote:1${step}`));
  });

  test('is written twice without an answer, the second after the first was sent', async ({ shop }) => {
    quote(shop, 1, ago(3 * DAY));
    quote(shop, 2, ago(3 * DAY));
    run(shop);
    await shop.admin.drafts.approve({ id: 1 });
    shop.clock.advance(4 * DAY);
    run(shop);
    expect(written(shop)).toEqual(['quote-follow-up 1 stored', 'quote-follow-up 2 draft', 'quote-follow-up 1 draft']);
    shop.clock.advance(30 * DAY);
    run(shop);
    expect(messages(shop)).toHaveLength(3);
  });

  test.each([
    [
      'the request is confirmed',
      (shop: Shop) => shop.db.$client.exec("update contact_inquiries set status = 'confirmed'"),
      'The quote request was answered.',
    ],
    [
      'the request is deleted',
      (shop: Shop) => shop.db.$client.exec(`update contact_inquiries set deleted_at = '${NOW}'`),
      'The quote request was deleted.',
    ],
    [
      'they book',
      (shop: Shop) => {
        insertRow(shop.db, 'appointment_slots', { team_member_id: null });
        insertRow(shop.db, 'appointment_bookings', { client_email: 'ASKER1@example.com', client_id: null, work_order_id: null });
      },
      'They booked.',
    ],
  ])('is withdrawn and not written again once %s', async (_case, answer, reason) => {
    const shop = openShop({ now: ago(1) });
    quote(shop, 1, ago(3 * DAY + 1));
    run(shop);
    answer(shop);
    await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toThrow(`This message is no longer true. ${reason}`);
    run(shop);
    expect(messages(shop).map(({ status, lastError }) => [status, lastError])).toEqual([['cancelled', reason]]);
    shop.clock.advance(5 * DAY);
    run(shop);
    expect(messages(shop)).toHaveLength(1);
  });
});

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
