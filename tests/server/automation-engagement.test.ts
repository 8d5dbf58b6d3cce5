import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { opportunities, outbox } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { addClient, finishJob } from '../support/past-jobs';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { ADDRESSED, openShop } from '../support/shop';

type Shop = ReturnType<typeof openShop>;
type Row = Record<string, string | number | null>;
/** A Friday, 13:00 of the company. */
const NOW = '2026-11-20T20:00:00.000Z';
const [HOUR, DAY] = [60, 1440];
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const run = (shop: Shop) => runWorker(shop.ctx, 'engagement', 'manual');
const messages = (shop: Shop) => shop.db.select().from(outbox).orderBy(asc(outbox.id)).all();
const written = (shop: Shop) => messages(shop).map(({ purpose, relatedId, status }) => `${purpose} ${relatedId} ${status}`);
const requests = (shop: Shop) => shop.db.select().from(opportunities).all();

const invoice = (shop: Shop, id: number, dueDate: string, more: Row = {}) =>
  insertRow(shop.db, 'invoices', {
    id,
    invoice_number: `SPC00${id}`,
    number_value: id,
    customer_name: `Customer ${id}`,
    customer_email: `customer${id}@example.com`,
    status: 'pending',
    due_date: dueDate,
    created_at: '2026-10-01T20:00:00.000Z',
    issued_at: '2026-10-01T20:00:00.000Z',
    handed_over_at: '2026-10-01T20:00:00.000Z',
    ...more,
  });
const quote = (shop: Shop, id: number, createdAt: string, more: Row = {}) =>
  insertRow(shop.db, 'contact_inquiries', { id, email: `asker${id}@example.com`, client_id: null, created_at: createdAt, ...more });

test('a small company worked out by hand gets each message once', async () => {
  const shop = openShop({ now: NOW });
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
  expect(messages(shop)[2]?.body).toContain('thank you for having us on Friday, November 20, 2026 for your residential cleaning.');
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
      reason: 'WO-1 finished on 20 November, not asked in the last 180 days',
      status: 'drafted',
    },
  ]);
  expect(run(shop)).toMatchObject({ status: 'empty', created: 0, message: 'examined 2, created 0: nobody is due for a message' });
});

test('a company with nothing to do writes nothing and says so', () => {
  const shop = openShop({ now: NOW });
  expect(run(shop)).toMatchObject({
    status: 'empty',
    message: 'examined 0, created 0: no job was just finished, nothing is owed, no quote waits',
  });
  expect(messages(shop)).toEqual([]);
});

describe('a review', () => {
  test.each([
    ['08:59', '2026-11-20T15:59:00.000Z', 0],
    ['09:00', '2026-11-20T16:00:00.000Z', 1],
    ['19:59', '2026-11-21T02:59:00.000Z', 1],
    ['20:00', '2026-11-21T03:00:00.000Z', 0],
  ])('is asked for by day only: at %s', (_time, now, wanted) => {
    const shop = openShop({ now });
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-11-20T02:00:00.000Z');
    const { message } = run(shop);
    expect(messages(shop)).toHaveLength(wanted);
    if (wanted === 0) expect(message).toBe('examined 1, created 0: 1 finished job must wait for the morning');
  });

  test('of a job finished in the evening waits for the morning', () => {
    const shop = openShop({ now: '2026-11-21T03:30:00.000Z' });
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-11-21T00:30:00.000Z');
    run(shop);
    expect(messages(shop)).toEqual([]);
    shop.clock.advance(12.5 * HOUR);
    run(shop);
    expect(written(shop)).toEqual(['review-request 1 draft']);
  });

  test.each([
    ['less than 3 hours ago', ago(3 * HOUR - 1), {}, 0],
    ['3 hours ago', ago(3 * HOUR), {}, 1],
    ['a week and 3 hours ago', ago(7 * DAY + 3 * HOUR), {}, 0],
    ['but not as it should', ago(4 * HOUR), { status: 'incomplete' }, 0],
    ['before it was called off', ago(4 * HOUR), { status: 'cancelled' }, 0],
  ])('is asked for a job finished %s', (_case, at, more, wanted) => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1);
    finishJob(shop, 1, 1, at, more);
    run(shop);
    expect(messages(shop)).toHaveLength(wanted);
  });

  test('is asked for once in 180 days, whatever client or address of theirs', () => {
    const shop = openShop({ now: NOW });
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

  test('is not asked for while there is no link to write one, as under another name than that of the link', async () => {
    const shop = openShop({ now: NOW });
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

  test('that waits is taken back once the company has another name, and so another link', async () => {
    const shop = openShop({ now: NOW });
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
    const { admin } = openShop({ now: NOW });
    const saved = admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, reviewLink } });
    if (isFine) expect((await saved).automation.reviewLink).toBe(reviewLink);
    else await expect(saved).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test.each([
    ['is inactive', { is_active: 0 }],
    ['is no longer served', { do_not_service: 1 }],
    ['has no address', { email: '' }],
  ])('is not asked of a client who %s, nor are they thanked', (_case, more) => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1, more);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    run(shop);
    expect(messages(shop)).toEqual([]);
    expect(requests(shop)).toEqual([]);
  });

  test('is not asked of somebody who unsubscribed', () => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    shop.db.$client.exec(
      `insert into marketing_recipients (email, token, unsubscribed_at, created_at) values ('client1@example.com', 't', '${NOW}', '${NOW}')`,
    );
    expect(run(shop)).toMatchObject({ examined: 0, created: 0 });
    expect(messages(shop)).toEqual([]);
  });

  test('goes out by itself where the owner lets it, and is then off the list', async () => {
    const shop = openShop({ now: NOW, hasMailServer: true });
    await shop.admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, autoSend: ['review-request'] } });
    addClient(shop, 1);
    finishJob(shop, 1, 1, ago(4 * HOUR));
    run(shop);
    expect(written(shop)).toEqual(['review-request 1 queued']);
    expect(requests(shop)).toMatchObject([{ status: 'open' }]);
    shop.db.$client.exec("update outbox set status = 'sent'");
    run(shop);
    expect(requests(shop)).toMatchObject([{ status: 'expired', closedReason: 'The message went out by itself.' }]);
    expect(messages(shop)).toHaveLength(1);
  });

  test('that is approved makes it contacted; one that was discarded is off the list', async () => {
    const shop = openShop({ now: NOW });
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
  test('comes once where two jobs were done on a day, and not again for thirty days', async () => {
    const shop = openShop({ now: NOW });
    await shop.admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, reviewCoolDownDays: 730 } });
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

  test('does not wait behind those of others who were thanked lately', async () => {
    const shop = openShop({ now: NOW });
    await shop.admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, reviewLink: '' } });
    addClient(shop, 1);
    insertRow(shop.db, 'outbox', { purpose: 'thank-you', to: 'Client1@example.com', status: 'sent', created_at: ago(2 * DAY) });
    for (let id = 1; id <= 40; id += 1) finishJob(shop, id, 1, ago(5 * HOUR));
    addClient(shop, 2);
    finishJob(shop, 41, 2, ago(4 * HOUR));
    run(shop);
    expect(written(shop).slice(1)).toEqual(['thank-you 41 draft']);
  });
});

describe('a payment reminder', () => {
  test.each([
    ['2 days late', '2026-11-18', {}, 0],
    ['3 days late', '2026-11-17', {}, 1],
    ['a draft', '2026-11-10', { status: 'draft', issued_at: null }, 0],
    ['paid', '2026-11-10', { status: 'paid' }, 0],
    ['in the bin', '2026-11-10', { deleted_at: NOW }, 0],
    ['without an address', '2026-11-10', { customer_email: null }, 0],
    ['with nothing left to pay', '2026-11-10', { amount_paid_cents: 1190 }, 0],
  ])('for an invoice that is %s', (_case, dueDate, more, wanted) => {
    const shop = openShop({ now: NOW });
    invoice(shop, 1, dueDate, more);
    run(shop);
    expect(messages(shop)).toHaveLength(wanted);
  });

  const mailed = (shop: Shop, status: string) =>
    insertRow(shop.db, 'outbox', { purpose: 'invoice-sent', to: 'c@example.com', status, related_type: 'invoice', related_id: 1 });
  test.each([
    ['never mailed or handed over', undefined, 0],
    ['mailed', 'sent', 1],
    ['stored for lack of a mail server', 'stored', 1],
    ['waiting to be mailed', 'queued', 0],
    ['not mailed, since the address does not exist', 'failed', 0],
  ])('depends on whether the invoice reached the customer: %s', (_case, status, wanted) => {
    const shop = openShop({ now: NOW });
    invoice(shop, 1, '2026-11-10', { handed_over_at: null });
    if (status) mailed(shop, status);
    run(shop);
    expect(messages(shop).filter(({ purpose }) => purpose === 'overdue-reminder')).toHaveLength(wanted);
  });

  test('goes out once the office marks a printed invoice as handed over, and is taken back with the mark', async () => {
    const shop = openShop({ now: NOW });
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

  test('that goes out by itself waits from 21:00 to 08:00', async () => {
    const shop = openShop({ now: '2026-11-21T04:30:00.000Z', hasMailServer: true });
    const { automation } = await shop.admin.settings.get();
    await shop.admin.settings.save({ automation: { ...automation, autoSend: ['overdue-reminder'] } });
    invoice(shop, 1, '2026-11-10');
    run(shop);
    expect(messages(shop)).toMatchObject([{ status: 'queued', nextAttemptAt: '2026-11-21T15:00:00.000Z' }]);
  });

  test('comes on the third and the tenth day and never again, each with what is open then', () => {
    const shop = openShop({ now: NOW });
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

  test('waits for the first to go out before the second is written', () => {
    const shop = openShop({ now: NOW });
    invoice(shop, 1, '2026-11-01');
    run(shop);
    shop.clock.advance(20 * DAY);
    run(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 draft']);
  });

  test('is taken back when the invoice is paid, and written anew when a part is', async () => {
    const shop = openShop({ now: NOW });
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
    expect(run(shop).message).toBe('examined 1, created 1: 1 payment reminder, 2 drafts taken back, no longer true');
    expect(messages(shop).map(({ status, lastError }) => [status, lastError])).toEqual([
      ['cancelled', 'The invoice was changed in the meantime.'],
      ['cancelled', 'The invoice is paid.'],
      ['draft', null],
    ]);
    expect(messages(shop)[2]?.body).toContain('$6.90');
  });

  test('in the owner’s words stays, while the invoice does', async () => {
    const shop = openShop({ now: NOW });
    invoice(shop, 1, '2026-11-10');
    run(shop);
    await shop.admin.drafts.edit({ id: 1, subject: 'Hello', body: 'Did our invoice reach you?' });
    shop.clock.advance(30);
    run(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 draft']);
  });
});

describe('a quote follow-up', () => {
  test.each([
    ['just short of 3 days ago', ago(3 * DAY - 1), []],
    ['3 days ago', ago(3 * DAY), [':1']],
    ['just short of 7 days ago', ago(7 * DAY - 1), [':1']],
    ['7 days ago', ago(7 * DAY), [':2']],
    ['14 days ago', ago(14 * DAY), []],
  ])('to a request of %s', (_case, createdAt, steps) => {
    const shop = openShop({ now: NOW });
    quote(shop, 1, createdAt);
    run(shop);
    expect(messages(shop).map(({ dedupeKey }) => dedupeKey)).toEqual(steps.map((step) => `quote-follow-up:quote:1${step}`));
  });

  test('comes twice where nobody answers, and the second waits for the first', async () => {
    const shop = openShop({ now: NOW });
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
  ])('is taken back, and not written again, once %s', async (_case, answer, reason) => {
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

describe('the owner decides', () => {
  const openWith = async (more: Partial<typeof DEFAULT_AUTOMATION>, now = NOW) => {
    const shop = openShop({ now });
    await shop.admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, ...more } });
    return shop;
  };

  test.each([
    ['just short of 2 days ago', ago(2 * DAY - 1), []],
    ['2 days ago', ago(2 * DAY), [':1']],
    ['4 days ago', ago(4 * DAY), [':2']],
    ['just short of 5 days ago', ago(5 * DAY - 1), [':2']],
    ['5 days ago', ago(5 * DAY), []],
  ])('after how many days a request is followed up: one of %s', async (_case, createdAt, steps) => {
    const shop = await openWith({ firstFollowUpDays: 2, secondFollowUpDays: 4, lastFollowUpDays: 5 });
    quote(shop, 1, createdAt);
    run(shop);
    expect(messages(shop).map(({ dedupeKey }) => dedupeKey)).toEqual(steps.map((step) => `quote-follow-up:quote:1${step}`));
  });

  test.each([0, 1, 2])('of how many payments people are reminded at most: %i', async (mostReminders) => {
    const shop = await openWith({ mostReminders });
    invoice(shop, 1, '2026-11-10');
    for (let runs = 0; runs < 4; runs += 1) {
      run(shop);
      shop.db.$client.exec("update outbox set status = 'sent', sent_at = created_at where status = 'draft'");
      shop.clock.advance(10 * DAY);
    }
    expect(messages(shop)).toHaveLength(mostReminders);
  });

  test.each([
    ['2026-11-20T14:59:00.000Z', 0],
    ['2026-11-20T15:00:00.000Z', 1],
    ['2026-11-20T23:59:00.000Z', 1],
    ['2026-11-21T00:00:00.000Z', 0],
  ])('between which hours people are asked: at %s', async (now, wanted) => {
    const shop = await openWith({ reviewFromHour: 8, reviewToHour: 17 }, now);
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-11-20T02:00:00.000Z');
    run(shop);
    expect(messages(shop)).toHaveLength(wanted);
  });

  test('when an approved request may go: in the hours of the day', async () => {
    const shop = openShop({ now: NOW, hasMailServer: true });
    await shop.admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, reviewFromHour: 15, reviewToHour: 17 } });
    shop.clock.advance(2 * HOUR);
    addClient(shop, 1);
    finishJob(shop, 1, 1, NOW.replace('T20', 'T10'));
    run(shop);
    shop.clock.advance(5 * HOUR);
    await shop.admin.drafts.approve({ id: 1 });
    // 3 in the afternoon of the next day.
    expect(messages(shop)[0]?.nextAttemptAt).toBe('2026-11-21T22:00:00.000Z');
  });

  test('for how long a job is news, and a draft of it', async () => {
    const shop = await openWith({ jobNewsDays: 2, staleDraftDays: 3 });
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

test('a thank-you or a review request that waited for two weeks is taken back', () => {
  const shop = openShop({ now: NOW });
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

test('rows that nobody would type stop no run', () => {
  const shop = openShop({ now: NOW });
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

test('every read of a run goes by an index and sorts nothing but rows of one person', async () => {
  const shop = openShop({ now: NOW });
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
