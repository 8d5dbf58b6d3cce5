import { describe, expect } from 'vitest';
import { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { ago, DAY, HOUR, invoice, messages, NOW, quote, requests, run, written } from '../support/engagement';
import { addClient, finishJob } from '../support/past-jobs';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { ADDRESSED, openShop } from '../support/shop';
import { test } from '../support/shop-test';

test('the worker writes each message once for a small company', async ({ shop }) => {
  await shop.admin.settings.save({ company: ADDRESSED });
  // Client 1 was never asked; client 2 was, 100 days ago, so that they are thanked.
  addClient(shop, 1, { name: 'Maria Santos' });
  addClient(shop, 2);
  finishJob(shop, 1, 1, ago(3 * HOUR));
  finishJob(shop, 2, 2, ago(4 * HOUR));
  finishJob(shop, 3, 2, ago(2 * HOUR));
  insertRow(shop.db, 'outbox', { purpose: 'review-request', to: 'Client2@example.com', status: 'sent', created_at: ago(100 * DAY) });
  invoice(shop, 1, '2026-11-17');
  invoice(shop, 2, '2026-11-18');
  quote(shop, 1, ago(3 * DAY));
  quote(shop, 2, ago(2 * DAY));
  expect(run(shop)).toMatchObject({
    status: 'ok',
    examined: 5,
    created: 4,
    message: 'examined 5, created 4: 1 review request, 1 thank-you, 1 payment reminder, 1 quote follow-up',
  });
  expect(written(shop).slice(1)).toEqual([
    'thank-you 2 draft',
    'review-request 1 draft',
    'overdue-reminder 1 draft',
    'quote-follow-up 1 draft',
  ]);
  expect(messages(shop)[2]).toMatchObject({ to: 'client1@example.com', marketing: true, opportunityId: 1 });
  expect(messages(shop)[2]?.body).toContain('Thank you for having us on Friday, November 20, 2026 for your residential cleaning.');
  expect(messages(shop)[2]?.body).toContain('https://www.google.com/search?q=Sage+%26+Pine+Cleaning+Kamloops+reviews');
  expect(messages(shop)[3]).toMatchObject({ to: 'customer1@example.com', marketing: false });
  expect(messages(shop)[3]?.body).toContain('invoice SPC001 was due on Tuesday, November 17, 2026, and $11.90 is still open.');
  expect(requests(shop)).toMatchObject([
    {
      kind: 'review_request',
      dedupeKey: 'review:workOrder:1',
      subjectType: 'client',
      subjectId: '1',
      title: 'Ask Maria Santos for a review',
      reason: 'WO-1 finished on Nov 20, not asked in the last 180 days',
      status: 'drafted',
    },
  ]);
  expect(run(shop)).toMatchObject({ status: 'empty', created: 0, message: 'examined 2, created 0: nobody is due for a message' });
});

test('the worker reports in one message what it wrote, what is missing, what waits and what it took back', async () => {
  const shop = openShop({ now: ago(DAY) });
  await shop.admin.settings.save({ company: ADDRESSED, automation: { ...DEFAULT_AUTOMATION, reviewLink: '' } });
  invoice(shop, 1, '2026-11-10');
  run(shop);
  const at = shop.clock.now().toISOString();
  shop.db.$client.prepare("update invoices set status = 'paid', paid_date = '2026-11-19', updated_at = ? where id = 1").run(at);
  // Nine in the evening of the next day in Kamloops.
  shop.clock.advance(DAY + 8 * HOUR);
  addClient(shop, 1);
  finishJob(shop, 1, 1, ago(HOUR));
  invoice(shop, 2, '2026-11-17');
  quote(shop, 1, ago(3 * DAY));
  expect(run(shop).message).toBe(
    'examined 3, created 2: 1 payment reminder, 1 quote follow-up, no review link is set, ' +
      '1 finished job must wait for the morning, 1 draft withdrawn because they no longer apply',
  );
});

test('the worker reports nothing to do for a company without work', ({ shop }) => {
  expect(run(shop)).toMatchObject({
    status: 'empty',
    message: 'examined 0, created 0: no job was just finished, nothing is owed, no quote waits',
  });
  expect(messages(shop)).toEqual([]);
});

describe("the owner's engagement settings", () => {
  test.each([0, 1, 2])('limit the payment reminders: %i', async (mostReminders) => {
    const shop = openShop();
    await shop.setAutomation({ mostReminders });
    invoice(shop, 1, '2026-11-10');
    for (let runs = 0; runs < 4; runs += 1) {
      run(shop);
      shop.db.$client.exec("update outbox set status = 'sent', sent_at = created_at where status = 'draft'");
      shop.clock.advance(10 * DAY);
    }
    expect(messages(shop)).toHaveLength(mostReminders);
  });

  test('hold an approved review request until the hours of the day', async () => {
    const shop = openShop({ hasMailServer: true });
    await shop.setAutomation({ reviewFromHour: 15, reviewToHour: 17 });
    shop.clock.advance(2 * HOUR);
    addClient(shop, 1);
    finishJob(shop, 1, 1, NOW.replace('T20', 'T10'));
    run(shop);
    shop.clock.advance(5 * HOUR);
    await shop.admin.drafts.approve({ id: 1 });
    // 3 in the afternoon of the next day.
    expect(messages(shop)[0]?.nextAttemptAt).toBe('2026-11-21T22:00:00.000Z');
  });

  test('set how long after a job a review is requested, and how long its draft lasts', async ({ shop }) => {
    await shop.setAutomation({ jobNewsDays: 2, staleDraftDays: 3 });
    for (const id of [1, 2]) addClient(shop, id);
    finishJob(shop, 1, 1, ago(2 * DAY + 4 * HOUR));
    finishJob(shop, 2, 2, ago(2 * DAY + 2 * HOUR));
    run(shop);
    expect(written(shop)).toEqual(['review-request 2 draft']);
    shop.clock.advance(22 * HOUR + 1);
    run(shop);
    expect(messages(shop)[0]).toMatchObject({ status: 'cancelled', lastError: 'The job was more than 3 days ago.' });
  });
});

test('the worker withdraws a thank-you or review request that waited for two weeks', ({ shop }) => {
  addClient(shop, 1);
  addClient(shop, 2);
  finishJob(shop, 1, 1, ago(4 * HOUR));
  finishJob(shop, 2, 2, ago(3 * HOUR));
  insertRow(shop.db, 'outbox', { id: 9, purpose: 'review-request', to: 'client2@example.com', status: 'sent', created_at: ago(100 * DAY) });
  run(shop);
  shop.db.$client.exec('delete from outbox where id = 9');
  shop.clock.advance(14 * DAY - 4 * HOUR);
  run(shop);
  expect(written(shop)).toEqual(['review-request 1 draft', 'thank-you 2 draft']);
  shop.clock.advance(2 * HOUR);
  run(shop);
  expect(written(shop)).toEqual(['review-request 1 cancelled', 'thank-you 2 cancelled']);
  expect(requests(shop)).toMatchObject([{ status: 'expired', closedReason: 'The job was more than 14 days ago.' }]);
});

test('the worker continues despite malformed rows', ({ shop }) => {
  addClient(shop, 1, { name: '<script>\r\nBcc: all@example.com', email: 'a@example.com, b@example.com' });
  addClient(shop, 2, { name: '\u2028', email: 'c@example.com' });
  finishJob(shop, 1, 1, ago(4 * HOUR));
  finishJob(shop, 2, 2, ago(4 * HOUR), { service_type: '{{signature}}\r\n' });
  invoice(shop, 1, '2026-11-10', { customer_name: 'Eve\r\nBcc: x', customer_email: '"' });
  invoice(shop, 2, '2026-11-10', { customer_name: '\u0000', invoice_number: 'X\r\nY' });
  quote(shop, 1, ago(4 * DAY), { name: '', email: '@' });
  expect(run(shop)).toMatchObject({ status: 'ok', created: 2 });
  expect(messages(shop).map(({ subject }) => subject)).toEqual(['How did we do?', 'A reminder about invoice X Y']);
  expect(messages(shop)[0]?.body).toContain('Hello there,');
});

test('the worker reads by indexes and sorts only the rows of one person', async ({ shop }) => {
  addClient(shop, 1);
  finishJob(shop, 1, 1, ago(4 * HOUR));
  finishJob(shop, 2, 1, ago(4 * HOUR));
  invoice(shop, 1, '2026-11-10');
  quote(shop, 1, ago(4 * DAY));
  const plans = await plansOf(shop, async () => {
    run(shop);
    run(shop);
  });
  expect(plans.length).toBeGreaterThan(20);
  expect(plans.filter((plan) => /SCAN (?!json_each|settings|CONSTANT|automation_workers)/.test(plan))).toEqual([]);
  expect(plans.filter((plan) => /TEMP B-TREE/.test(plan) && !/work_orders_client|invoices_email/.test(plan))).toEqual([]);
  for (const index of ['work_orders_completed', 'invoices_open_newest', 'contact_inquiries_waiting', 'outbox_by_status'])
    expect(
      plans.some((plan) => plan.includes(`INDEX ${index} (`)),
      index,
    ).toBe(true);
});
