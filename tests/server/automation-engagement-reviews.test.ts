import { describe, expect } from 'vitest';
import { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { ago, DAY, HOUR, messages, NOW, requests, run, written } from '../support/engagement';
import { addClient, finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { ADDRESSED, openShop } from '../support/shop';
import { test } from '../support/shop-test';

describe('a review request', () => {
  test.each([
    ['08:59', '9 to 20', {}, '2026-11-20T15:59:00.000Z', 0],
    ['09:00', '9 to 20', {}, '2026-11-20T16:00:00.000Z', 1],
    ['19:59', '9 to 20', {}, '2026-11-21T02:59:00.000Z', 1],
    ['20:00', '9 to 20', {}, '2026-11-21T03:00:00.000Z', 0],
    ['07:59', '8 to 17', { reviewFromHour: 8, reviewToHour: 17 }, '2026-11-20T14:59:00.000Z', 0],
    ['08:00', '8 to 17', { reviewFromHour: 8, reviewToHour: 17 }, '2026-11-20T15:00:00.000Z', 1],
    ['16:59', '8 to 17', { reviewFromHour: 8, reviewToHour: 17 }, '2026-11-20T23:59:00.000Z', 1],
    ['17:00', '8 to 17', { reviewFromHour: 8, reviewToHour: 17 }, '2026-11-21T00:00:00.000Z', 0],
  ])('is written within the hours of the settings only: at %s of %s', async (_time, _hours, hours, now, wanted) => {
    const shop = openShop({ now });
    await shop.setAutomation(hours);
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-11-20T02:00:00.000Z');
    const { message } = run(shop);
    expect(messages(shop)).toHaveLength(wanted);
    if (wanted === 0) expect(message).toBe('examined 1, created 0: 1 finished job must wait for the morning');
  });

  test('waits for the morning after a job that ends in the evening', () => {
    const shop = openShop({ now: '2026-11-21T03:30:00.000Z' });
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-11-21T00:30:00.000Z');
    run(shop);
    expect(messages(shop)).toEqual([]);
    shop.clock.advance(12.5 * HOUR);
    run(shop);
    expect(written(shop)).toEqual(['review-request 1 draft']);
  });

  test.for([
    ['less than 3 hours ago', ago(3 * HOUR - 1), {}, 0],
    ['3 hours ago', ago(3 * HOUR), {}, 1],
    ['a week and 3 hours ago', ago(7 * DAY + 3 * HOUR), {}, 0],
    ['but not as it should', ago(4 * HOUR), { status: 'incomplete' }, 0],
    ['before it was called off', ago(4 * HOUR), { status: 'cancelled' }, 0],
  ] as const)('depends on when and how the job was finished: %s', ([_case, at, more, wanted], { shop }) => {
    addClient(shop, 1);
    finishJob(shop, 1, 1, at, more);
    run(shop);
    expect(messages(shop)).toHaveLength(wanted);
  });

  test('is written once in 180 days per person, across clients and addresses', ({ shop }) => {
    addClient(shop, 1);
    addClient(shop, 2, { email: 'CLIENT1@example.com' });
    addClient(shop, 3, { email: 'old@example.com', merged_into_id: 1, is_active: 0 });
    insertRow(shop.db, 'outbox', { purpose: 'review-request', to: 'old@example.com', status: 'stored', created_at: ago(180 * DAY) });
    finishJob(shop, 1, 1, ago(4 * HOUR));
    finishJob(shop, 2, 2, ago(4 * HOUR));
    run(shop);
    expect(written(shop).slice(1)).toEqual(['thank-you 1 draft']);
    // Due a minute later, but they heard from us today.
    shop.clock.advance(1);
    finishJob(shop, 3, 1, ago(4 * HOUR));
    run(shop);
    expect(messages(shop)).toHaveLength(2);
    shop.clock.advance(DAY);
    run(shop);
    expect(written(shop).slice(2)).toEqual(['review-request 2 draft']);
  });

  test("is not written without a review link that fits the company's name", async ({ shop }) => {
    addClient(shop, 1);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    const save = (name: string, reviewLink?: string) =>
      shop.admin.settings.save({
        company: { ...ADDRESSED, name },
        ...(reviewLink !== undefined && { automation: { ...DEFAULT_AUTOMATION, reviewLink } }),
      });
    await save('Clear & Bright');
    expect(run(shop).message).toBe('examined 1, created 1: 1 thank-you, no review link is set');
    expect((await shop.admin.settings.get()).automation.reviewLink).toBe('');
    // Nor where the form was saved under the name before.
    await save('Sage & Pine Cleaning', DEFAULT_AUTOMATION.reviewLink);
    await save('Clear & Bright');
    addClient(shop, 2);
    finishJob(shop, 2, 2, ago(4 * HOUR));
    run(shop);
    expect(written(shop)).toEqual(['thank-you 1 draft', 'thank-you 2 draft']);
    await save('Clear & Bright', 'https://reviews.example/clear');
    addClient(shop, 3);
    finishJob(shop, 3, 3, ago(4 * HOUR));
    run(shop);
    expect(messages(shop)[2]).toMatchObject({ purpose: 'review-request', body: expect.stringContaining('https://reviews.example/clear') });
    expect(messages(shop)[2]?.body).not.toContain('Sage');
  });

  test('leads to the business listing until the owner gives another link', async ({ shop }) => {
    const before = await shop.admin.settings.get();
    const listing = 'https://g.page/r/clear/review';
    const { automation } = await shop.admin.settings.save({ company: ADDRESSED, links: { ...before.links, listing } });
    expect(automation.reviewLink).toBe(listing);
    addClient(shop, 1);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    run(shop);
    expect(messages(shop)[0]?.body).toContain(listing);
    const other = await shop.admin.settings.save({ automation: { ...automation, reviewLink: 'https://reviews.example/clear' } });
    expect(other.automation.reviewLink).toBe('https://reviews.example/clear');
  });

  test('leads to a business listing that is entered after other settings of the automation were saved', async ({ shop }) => {
    const save = shop.admin.settings.save;
    const { automation, links } = await save({ company: { ...ADDRESSED, name: 'Clear & Bright' } });
    await save({ automation: { ...automation, staleDraftDays: automation.staleDraftDays + 1 } });
    const listing = 'https://g.page/r/clear/review';
    const { automation: later } = await save({ links: { ...links, listing } });
    expect(later.reviewLink).toBe(listing);
    await save({ automation: { ...later, staleDraftDays: automation.staleDraftDays } });
    const moved = await save({ links: { ...links, listing: 'https://g.page/r/moved/review' } });
    expect(moved.automation.reviewLink).toBe('https://g.page/r/moved/review');
    const silent = await save({ automation: { ...moved.automation, reviewLink: '' } });
    expect(silent.automation.reviewLink).toBe('');
    expect((await save({ links: { ...links, listing } })).automation.reviewLink).toBe('');
  });

  test("is withdrawn when the company's name, and so the link, changes", async ({ shop }) => {
    addClient(shop, 1);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    run(shop);
    await shop.admin.settings.save({ company: { ...ADDRESSED, name: 'Clear & Bright' } });
    await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toThrow('The review link was changed in the meantime.');
    run(shop);
    expect(written(shop)).toEqual(['review-request 1 cancelled']);
  });

  test.each([
    ['', true],
    ['https://g.page/r/abc/review?x=1', true],
    ['http://g.page/r/abc', false],
    ['javascript:alert(1)', false],
    ['https://a b.ca', false],
    ['reviews', false],
  ])('has a link such as %j: %s', async (reviewLink, isFine) => {
    const { admin } = openShop();
    const saved = admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, reviewLink } });
    if (isFine) expect((await saved).automation.reviewLink).toBe(reviewLink);
    else await expect(saved).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test.for([
    ['is inactive', { is_active: 0 }],
    ['is no longer served', { do_not_service: 1 }],
    ['has no address', { email: '' }],
  ] as const)('is not written to a client who %s, and neither are thanks', ([_case, more], { shop }) => {
    addClient(shop, 1, more);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    run(shop);
    expect(messages(shop)).toEqual([]);
    expect(requests(shop)).toEqual([]);
  });

  test('is not written to an unsubscribed client', ({ shop }) => {
    addClient(shop, 1);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    shop.db.$client.exec(
      `insert into marketing_recipients (email, token, unsubscribed_at, created_at) values ('client1@example.com', 't', '${NOW}', '${NOW}')`,
    );
    expect(run(shop)).toMatchObject({ examined: 0, created: 0 });
    expect(messages(shop)).toEqual([]);
  });

  test('is sent automatically if the owner allows it, and leaves the list', async () => {
    const shop = openShop({ hasMailServer: true });
    await shop.setAutomation({ autoSend: ['review-request'] });
    addClient(shop, 1);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    run(shop);
    expect(written(shop)).toEqual(['review-request 1 queued']);
    expect(requests(shop)).toMatchObject([{ status: 'open' }]);
    shop.db.$client.exec("update outbox set status = 'sent'");
    run(shop);
    expect(requests(shop)).toMatchObject([{ status: 'expired', closedReason: 'The message was sent automatically.' }]);
    expect(messages(shop)).toHaveLength(1);
  });

  test('marks the client as contacted when approved, and leaves the list when discarded', async ({ shop }) => {
    for (const id of [1, 2]) {
      addClient(shop, id);
      finishJob(shop, id, id, ago(4 * HOUR));
    }
    run(shop);
    await shop.admin.drafts.approve({ id: 1 });
    await shop.admin.drafts.discard({ id: 2 });
    run(shop);
    expect(requests(shop).map(({ status, closedReason }) => [status, closedReason])).toEqual([
      ['contacted', null],
      ['expired', 'The draft was discarded.'],
    ]);
    expect(messages(shop)).toHaveLength(2);
  });
});

describe('a thank-you', () => {
  test('is written once for two jobs of a day, and not again for thirty days', async ({ shop }) => {
    await shop.setAutomation({ reviewCoolDownDays: 730 });
    addClient(shop, 1);
    insertRow(shop.db, 'outbox', { purpose: 'review-request', to: 'client1@example.com', status: 'sent', created_at: ago(100 * DAY) });
    const days: number[] = [];
    for (let day = 0; day < 65; day += 1) {
      const [at, before] = [new Date(shop.clock.now().getTime() - 4 * 3_600_000).toISOString(), messages(shop).length];
      finishJob(shop, 2 * day + 1, 1, at);
      finishJob(shop, 2 * day + 2, 1, at);
      run(shop);
      shop.db.$client.exec("update outbox set status = 'sent' where status = 'draft'");
      if (messages(shop).length > before) days.push(day);
      shop.clock.advance(DAY);
    }
    expect(days).toEqual([0, 31, 62]);
    expect(written(shop).slice(1)).toEqual(['thank-you 1 sent', 'thank-you 63 sent', 'thank-you 125 sent']);
  });

  test('does not wait for clients who were thanked recently', async ({ shop }) => {
    await shop.setAutomation({ reviewLink: '' });
    addClient(shop, 1);
    insertRow(shop.db, 'outbox', { purpose: 'thank-you', to: 'Client1@example.com', status: 'sent', created_at: ago(2 * DAY) });
    for (let id = 1; id <= 40; id += 1) finishJob(shop, id, 1, ago(5 * HOUR));
    addClient(shop, 2);
    finishJob(shop, 41, 2, ago(4 * HOUR));
    run(shop);
    expect(written(shop).slice(1)).toEqual(['thank-you 41 draft']);
  });
});
