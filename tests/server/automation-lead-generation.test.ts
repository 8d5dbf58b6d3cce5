import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clients, opportunities, outbox } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { addClient, finishJob } from '../support/past-jobs';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, QUOTE } from '../support/shop';

type Shop = ReturnType<typeof openShop>;
const NOW = '2026-11-20T20:00:00.000Z';
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * MINUTE).toISOString();
const [HOUR, DAY] = [60, 1440];
const run = (shop: Shop) => runWorker(shop.ctx, 'lead-generation', 'manual');
const leads = (shop: Shop) => shop.db.select().from(opportunities).orderBy(asc(opportunities.id)).all();
const keys = (shop: Shop) => leads(shop).map(({ dedupeKey }) => dedupeKey);
const messages = (shop: Shop) => shop.db.select().from(outbox).orderBy(asc(outbox.id)).all();

const quote = (shop: Shop, id: number, more: Record<string, string | number | null> = {}) =>
  insertRow(shop.db, 'contact_inquiries', {
    id,
    name: `Asker ${id}`,
    email: `asker${id}@example.com`,
    client_id: null,
    created_at: ago(49 * HOUR),
    ...more,
  });
const CART_ID = '0b0f4a1e-6a37-4c1c-9f0e-3a1d5f0c7d11';
type Cart = { email?: string | null; items?: string; orderId?: number; consent?: 0 | 1 };
const cart = (shop: Shop, updatedAt: string, more: Cart = {}) =>
  shop.db.$client
    .prepare('insert into saved_carts (id, email, items, subtotal_cents, consent, updated_at, order_id) values (?, ?, ?, 3990, ?, ?, ?)')
    .run(
      CART_ID,
      more.email === undefined ? 'jo@example.com' : more.email,
      more.items ?? '[{"productId":1,"name":"Squeegee","quantity":2,"price":"19.95"}]',
      more.consent ?? 1,
      updatedAt,
      more.orderId ?? null,
    );
const cancelled = (shop: Shop, id: number, updatedAt: string, more: Record<string, string | number | null> = {}) => {
  if (id === 1) insertRow(shop.db, 'appointment_slots', { team_member_id: null, date: '2026-11-11', current_bookings: 0 });
  insertRow(shop.db, 'appointment_bookings', {
    id,
    client_name: 'Ann Lee',
    client_email: 'ann@example.com',
    client_phone: '(250) 555-0177',
    booking_reference: `SPC-${id}`,
    status: 'cancelled',
    cancelled_by: 'client',
    client_id: null,
    work_order_id: null,
    created_at: '2026-11-01T20:00:00.000Z',
    updated_at: updatedAt,
    ...more,
  });
};

describe('a small company worked out by hand', () => {
  test('gives one lead of each kind, with evidence, value and a draft where consent allows', async () => {
    const shop = openShop({ now: NOW });
    // Lapsed: gaps of 28 and 28 days, 1.5 times is 42; the last job is 79 days ago.
    addClient(shop, 1, { name: 'Maria Santos' });
    finishJob(shop, 1, 1, '2026-07-08', { total_amount_cents: 10_000 });
    finishJob(shop, 2, 1, '2026-08-05', { total_amount_cents: 14_000 });
    finishJob(shop, 3, 1, '2026-09-02', { total_amount_cents: 12_001 });
    // Once, 30 days ago; without an amount there is no value.
    addClient(shop, 2, { name: 'Jon Toews' });
    finishJob(shop, 4, 2, '2026-10-21', { total_amount_cents: null });
    // Every two weeks, the last one 9 days ago: no lead.
    addClient(shop, 3);
    finishJob(shop, 5, 3, '2026-10-28');
    finishJob(shop, 6, 3, '2026-11-11');
    quote(shop, 1);
    cart(shop, ago(2 * HOUR));
    cancelled(shop, 1, ago(8 * DAY));

    expect(run(shop)).toMatchObject({
      status: 'ok',
      examined: 6,
      created: 5,
      message:
        'examined 6, created 5: 1 lapsed, 1 quote without an answer, 1 cart left behind, 1 cancelled and not booked again, 1 here once so far; 3 drafts, 2 call only; not sent before the postal address stands under Settings',
    });
    expect(leads(shop)).toMatchObject([
      {
        kind: 'lead_cart',
        dedupeKey: `cart:cart:${CART_ID}:${ago(2 * HOUR)}`,
        reason: '1 product for $39.90 before tax, not touched for 2 hours',
        valueCents: 3990,
        valueBasis: 'subtotal of the cart',
        score: 60,
        status: 'open',
        callOnly: 'No consent on record: call only.',
      },
      {
        kind: 'lead_stale_quote',
        dedupeKey: 'stale-quote:quote:1:pending',
        reason: 'Asked for residential cleaning on 18 November, without an answer since 18 November',
        score: 70,
        valueCents: null,
        status: 'drafted',
        callOnly: null,
      },
      {
        kind: 'lead_cancelled',
        dedupeKey: 'cancelled:booking:1',
        reason: 'Residential Cleaning for 11 November cancelled on 12 November, nothing booked since',
        score: 55,
        status: 'open',
        callOnly: 'No consent on record: call only.',
      },
      {
        kind: 'lead_lapsed',
        dedupeKey: 'lapsed:client:1:2026Q4',
        subjectId: '1',
        title: 'Maria Santos was last here on 2 September',
        reason: '3 jobs, last on 2 September, usual gap 28 days',
        // 45 and 3 × 5, less 1 for each of the 5 full weeks that 37 days past the 42 hold.
        score: 55,
        valueCents: 12_001,
        valueBasis: 'median of 3 jobs',
        status: 'drafted',
      },
      {
        kind: 'lead_onetime',
        dedupeKey: 'onetime:client:2',
        reason: '1 job, on 21 October, nothing planned since',
        // 50 and 5, less 1 for the week since the 21st day.
        score: 54,
        valueCents: null,
        valueBasis: null,
        status: 'drafted',
      },
    ]);
    expect(JSON.parse(leads(shop).find(({ kind }) => kind === 'lead_lapsed')?.evidence ?? '')).toEqual([
      { type: 'client', id: 1, text: '3 jobs, last on 2 September, usual gap 28 days' },
      { type: 'work-order', id: 3, text: 'Job finished on 2 September for $120.01 (WO-3)' },
      { type: 'work-order', id: 2, text: 'Job finished on 5 August for $140.00 (WO-2)' },
      { type: 'work-order', id: 1, text: 'Job finished on 8 July for $100.00 (WO-1)' },
    ]);
    const written = messages(shop).map(({ purpose, to, status, marketing }) => ({ purpose, to, status, marketing }));
    expect(written).toEqual([
      { purpose: 'lead-stale-quote', to: 'asker1@example.com', status: 'draft', marketing: true },
      { purpose: 'lead-lapsed', to: 'client1@example.com', status: 'draft', marketing: true },
      { purpose: 'lead-onetime', to: 'client2@example.com', status: 'draft', marketing: true },
    ]);
    expect(messages(shop)[1]?.body).toContain('Wednesday, September 2, 2026');

    expect(run(shop)).toMatchObject({ status: 'empty', created: 0, message: 'examined 5, created 0: nobody new to win back' });
    expect(leads(shop)).toHaveLength(5);
    expect(messages(shop)).toHaveLength(3);
  });

  test('names the jobs of a lead with what their paid invoices came to where they have no amount of their own', () => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1);
    for (const id of [1, 2, 3]) finishJob(shop, id, 1, `2026-0${id}-02`, { total_amount_cents: id === 3 ? null : 10_000 });
    insertRow(shop.db, 'invoices', { work_order_id: 3, status: 'paid', paid_date: '2026-03-02' });
    insertRow(shop.db, 'invoices', {
      invoice_number: 'SPC002',
      number_value: 2,
      work_order_id: 2,
      status: 'pending',
    });
    run(shop);
    const [lead] = leads(shop);
    expect(JSON.parse(lead?.evidence ?? '').map(({ text }: { text: string }) => text)).toEqual([
      '3 jobs, last on 2 March, usual gap 30 days',
      'Job finished on 2 March for $10.00 (WO-3)',
      'Job finished on 2 February for $100.00 (WO-2)',
      'Job finished on 2 January for $100.00 (WO-1)',
    ]);
  });

  test('with nothing in it finds nothing and says so', () => {
    const shop = openShop({ now: NOW });
    expect(run(shop)).toMatchObject({
      status: 'empty',
      examined: 0,
      created: 0,
      message: 'examined 0, created 0: no clients, quote requests, carts or cancelled bookings yet',
    });
    expect(leads(shop)).toEqual([]);
  });
});

describe('a client counts as lapsed', () => {
  const lapsedAfter = (dates: string[], more: (shop: Shop) => void = () => {}) => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1);
    for (const [place, date] of dates.entries()) finishJob(shop, place + 1, 1, date);
    more(shop);
    run(shop);
    return keys(shop);
  };
  test.each([
    ['42 days after the last of jobs every four weeks: not yet', ['2026-09-11', '2026-10-09'], false],
    ['43 days after it', ['2026-09-10', '2026-10-08'], true],
    ['60 days after jobs 40 apart: not yet', ['2026-08-12', '2026-09-21'], false],
    ['61 days after jobs 40 apart', ['2026-08-11', '2026-09-20'], true],
    // Gaps of 10, 40 and 90: the middle one counts.
    ['61 days after gaps of 10, 40 and 90', ['2026-05-03', '2026-05-13', '2026-06-22', '2026-09-20'], true],
    ['43 days after the only job', ['2026-10-08'], true],
    // Two jobs of one day are one visit: the gap is 40, not between 0 and 40.
    ['60 days after jobs 40 apart, two of them on one day: not yet', ['2026-08-12', '2026-08-12', '2026-09-21'], false],
  ])('%s', (_case, dates, isLapsed) => {
    expect(lapsedAfter(dates).filter((key) => key.startsWith('lapsed'))).toEqual(isLapsed ? ['lapsed:client:1:2026Q4'] : []);
  });

  test.each([
    ['a job is planned for today', (shop: Shop) => finishJob(shop, 9, 1, NOW, { status: 'scheduled', completed_date: null })],
    ['one is under way', (shop: Shop) => finishJob(shop, 9, 1, '2026-11-19', { status: 'in-progress', completed_date: null })],
    ['they are inactive', (shop: Shop) => void shop.db.$client.exec('update clients set is_active = 0')],
    ['the company does not work for them', (shop: Shop) => void shop.db.$client.exec('update clients set do_not_service = 1')],
    [
      'they were merged into another',
      (shop: Shop) => {
        addClient(shop, 2);
        shop.db.$client.exec('update clients set merged_into_id = 2 where id = 1');
      },
    ],
    [
      'a booking of theirs is ahead',
      (shop: Shop) => {
        cancelled(shop, 1, NOW, { status: 'confirmed', client_email: 'CLIENT1@example.com', client_phone: '9' });
        shop.db.$client.exec("update appointment_slots set date = '2026-11-21'");
      },
    ],
  ])('not where %s', (_case, more) => {
    expect(lapsedAfter(['2026-09-02'], more)).toEqual([]);
  });

  test('though a job planned for yesterday was never done', () => {
    const planned = (shop: Shop) => finishJob(shop, 9, 1, '2026-11-19', { status: 'scheduled', completed_date: null });
    expect(lapsedAfter(['2026-09-02'], planned)).toEqual(['lapsed:client:1:2026Q4']);
  });

  test('again in the next quarter once the lead of this one is decided', async () => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-09-02');
    run(shop);
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'dismissed', reason: 'moved away' });
    run(shop);
    shop.clock.advance(50 * DAY);
    run(shop);
    expect(keys(shop)).toEqual(['lapsed:client:1:2026Q4', 'lapsed:client:1:2027Q1']);
    shop.clock.advance(90 * DAY);
    run(shop);
    // The one of January still waits.
    expect(keys(shop)).toHaveLength(2);
  });

  test('again in the next quarter, and not before, where they were contacted in this one', async () => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-09-02');
    run(shop);
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'contacted', reason: null });
    shop.clock.advance(41 * DAY);
    run(shop);
    expect(keys(shop)).toEqual(['lapsed:client:1:2026Q4']);
    shop.clock.advance(DAY);
    run(shop);
    expect(keys(shop)).toEqual(['lapsed:client:1:2026Q4', 'lapsed:client:1:2027Q1']);
  });
});

describe('a single job', () => {
  test.each([
    ['20 days ago', '2026-10-31', []],
    ['21 days ago', '2026-10-30', ['onetime:client:1']],
    ['45 days ago', '2026-10-06', ['onetime:client:1', 'lapsed:client:1:2026Q4']],
    ['46 days ago', '2026-10-05', ['lapsed:client:1:2026Q4']],
  ])('%s', (_case, day, wanted) => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1);
    finishJob(shop, 1, 1, day);
    run(shop);
    expect(keys(shop)).toEqual(wanted);
    // One message to one person, whatever they are a lead for.
    expect(messages(shop)).toHaveLength(Math.min(1, wanted.length));
  });
});

describe('a quote request', () => {
  test.each([
    ['pending for 48 hours', { created_at: ago(48 * HOUR) }, []],
    ['pending for longer', { created_at: ago(48 * HOUR + 1) }, ['stale-quote:quote:1:pending']],
    ['confirmed for 72 hours', { status: 'confirmed', confirmed_at: ago(72 * HOUR) }, []],
    ['confirmed for longer', { status: 'confirmed', confirmed_at: ago(72 * HOUR + 1) }, ['stale-quote:quote:1:confirmed']],
    ['completed', { status: 'completed' }, []],
    ['in the bin', { deleted_at: NOW }, []],
  ])('%s', (_case, more, wanted) => {
    const shop = openShop({ now: NOW });
    quote(shop, 1, more);
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });

  test.each([
    ['cancelled', ['stale-quote:quote:1:confirmed']],
    ['scheduled', []],
    ['completed', []],
  ])('confirmed, with a job that is %s', (status, wanted) => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1, { email: 'asker1@example.com' });
    quote(shop, 1, { status: 'confirmed', confirmed_at: ago(100 * HOUR), created_at: ago(120 * HOUR), client_id: 1 });
    finishJob(shop, 1, 1, ago(100 * HOUR), { status, inquiry_id: 1 });
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });

  test('of somebody for whom the company does not work is left alone, also under another address', () => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1, { phone: '250 555 0133', do_not_service: 1 });
    quote(shop, 1, { phone: '(250) 555-0133' });
    run(shop);
    expect(keys(shop)).toEqual([]);
  });
});

describe('a cart', () => {
  test.each([
    ['touched less than an hour ago', ago(59), {}, 0],
    ['touched an hour ago', ago(60), {}, 1],
    ['touched 7 days ago', ago(7 * DAY), {}, 1],
    ['touched longer ago', ago(7 * DAY + 1), {}, 0],
    ['without an address', ago(90), { email: null }, 0],
    ['that is empty', ago(90), { items: '[]' }, 0],
    ['that was ordered', ago(90), { orderId: 1 }, 0],
  ])('%s', (_case, updatedAt, more, wanted) => {
    const shop = openShop({ now: NOW });
    insertRow(shop.db, 'orders');
    cart(shop, updatedAt, more);
    run(shop);
    expect(leads(shop)).toHaveLength(wanted);
  });

  test('is drafted with what is in it once they agreed, and is over once they order', async () => {
    const shop = openShop({ now: NOW });
    await shop.admin.consents.record({ email: 'jo@example.com', source: 'checkout' });
    cart(shop, ago(90));
    run(shop);
    expect(messages(shop)[0]?.body).toContain('2 × Squeegee\n\nSubtotal: $39.90');
    insertRow(shop.db, 'orders', { customer_email: 'Jo@example.com', created_at: NOW });
    await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toThrow('This message is no longer true. They ordered.');
    expect(run(shop).message).toBe(
      'examined 0, created 0: no clients, quote requests, carts or cancelled bookings yet; 1 closed, no longer so',
    );
    expect(leads(shop)).toMatchObject([{ status: 'expired', closedReason: 'They ordered.' }]);
    expect(messages(shop)).toMatchObject([{ status: 'cancelled' }]);
  });
});

test('a cart for which nobody agreed to a reminder is for a call, also where they bought before', async () => {
  const shop = openShop({ now: NOW });
  insertRow(shop.db, 'orders', {
    customer_email: 'jo@example.com',
    created_at: '2026-11-01T20:00:00.000Z',
    paid_date: '2026-11-01',
    paid_method: 'cash',
  });
  cart(shop, ago(90), { consent: 0 });
  run(shop);
  expect(leads(shop)).toMatchObject([{ kind: 'lead_cart', status: 'open', callOnly: 'No consent on record: call only.' }]);
  expect(messages(shop)).toEqual([]);
  // One that was written while they agreed is not sent either.
  const other = openShop({ now: NOW });
  insertRow(other.db, 'orders', {
    customer_email: 'jo@example.com',
    created_at: '2026-11-01T20:00:00.000Z',
    paid_date: '2026-11-01',
    paid_method: 'cash',
  });
  cart(other, ago(90));
  run(other);
  other.db.$client.exec('update saved_carts set consent = 0');
  await expect(other.admin.drafts.approve({ id: 1 })).rejects.toThrow('They do not want to be reminded of it.');
});

describe('a cancelled booking', () => {
  test.each([
    ['6 days and 23 hours ago', ago(7 * DAY - HOUR), {}, []],
    ['7 days ago', ago(7 * DAY), {}, ['cancelled:booking:1']],
    ['with another one by the same phone after it', ago(8 * DAY), { client_email: 'b@example.com' }, []],
    ['with another one by the same address after it', ago(8 * DAY), { client_email: 'ANN@example.com', client_phone: '1' }, []],
    ['with one of somebody else', ago(8 * DAY), { client_email: 'b@example.com', client_phone: '1' }, ['cancelled:booking:1']],
  ])('%s', (_case, updatedAt, other, wanted) => {
    const shop = openShop({ now: NOW });
    cancelled(shop, 1, updatedAt);
    if (Object.keys(other).length > 0) cancelled(shop, 2, NOW, { status: 'confirmed', created_at: ago(DAY), ...other });
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });

  test.each([
    ['by the office', { cancelled_by: 'office' }],
    ['by nobody known', { cancelled_by: null }],
  ])('%s is no lead', (_case, more) => {
    const shop = openShop({ now: NOW });
    cancelled(shop, 1, ago(8 * DAY), more);
    run(shop);
    expect(keys(shop)).toEqual([]);
  });

  test.each([
    ['a booking of theirs made before was still ahead and is completed by now', '2026-11-15', 'completed', []],
    ['a booking of theirs made before was over', '2026-11-10', 'completed', ['cancelled:booking:1']],
    ['they cancelled the other booking too', '2026-11-15', 'cancelled', ['cancelled:booking:1', 'cancelled:booking:2']],
  ])('at which %s', (_case, date, status, wanted) => {
    const shop = openShop({ now: NOW });
    cancelled(shop, 1, ago(8 * DAY));
    insertRow(shop.db, 'appointment_slots', { id: 2, team_member_id: null, date, time_slot: '14:00-16:00', current_bookings: 0 });
    cancelled(shop, 2, ago(8 * DAY), { slot_id: 2, status });
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });

  test.each([
    ['a job planned before was done after it', '2026-11-16', 'completed', []],
    ['a job planned before was called off', '2026-11-16', 'cancelled', ['cancelled:booking:1']],
    ['a job was done before it', '2026-11-05', 'completed', ['cancelled:booking:1']],
  ])('whose client has a history: %s', (_case, when, status, wanted) => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1, { email: 'ann@example.com' });
    finishJob(shop, 1, 1, when, {
      status,
      created_at: '2026-11-01T20:00:00.000Z',
      ...(status === 'cancelled' && { completed_date: null }),
    });
    cancelled(shop, 1, ago(8 * DAY), { client_id: 1 });
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });
});

describe('a lead that is opened again', () => {
  test('gets a draft again, once; one whose message went out does not', async () => {
    const shop = openShop({ now: NOW });
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

describe('a lead that holds no longer', () => {
  test('is closed with the reason, and its draft taken back', async () => {
    const shop = openShop({ now: NOW });
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
    expect(message).toContain('3 closed, no longer so');
    expect(leads(shop).map(({ subjectId, status, closedReason }) => [subjectId, status, closedReason])).toEqual([
      ['1', 'expired', 'It is not that long ago.'],
      ['2', 'expired', 'The quote request was deleted.'],
      ['3', 'drafted', null],
      ['1', 'expired', 'They booked again.'],
    ]);
    const drafts = messages(shop).filter(({ purpose }) => purpose.startsWith('lead-'));
    expect(drafts.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'draft', 'cancelled']);
  });

  test('was decided by a person: it stays as it is', async () => {
    const shop = openShop({ now: NOW });
    quote(shop, 1);
    run(shop);
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'won' });
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    run(shop);
    expect(leads(shop)).toMatchObject([{ status: 'won' }]);
  });
});

describe('messages', () => {
  test('go out by themselves where the owner lets their kind, and the lead stays open', async () => {
    const shop = openShop({ now: NOW, hasMailServer: true });
    await shop.admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, autoSend: ['lead-stale-quote'] } });
    quote(shop, 1);
    expect(run(shop).message).toContain('1 sent');
    expect(messages(shop)).toMatchObject([{ status: 'queued', purpose: 'lead-stale-quote' }]);
    expect(leads(shop)).toMatchObject([{ status: 'open' }]);
    run(shop);
    expect(messages(shop)).toHaveLength(1);
  });

  test('to one person come as far apart as the owner says', async () => {
    const shop = openShop({ now: NOW });
    await shop.admin.settings.save({ automation: { ...DEFAULT_AUTOMATION, leadSpacingDays: 2 } });
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

  test('to one person come a week apart, and a discarded one is not written again', async () => {
    const shop = openShop({ now: NOW });
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

describe('rows that nobody would type', () => {
  test('stop no run: bad addresses, markup, line breaks, missing values', () => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1, { name: '<b>Eve</b>\r\nBcc: all@example.com', email: 'eve@example.com, mallory@example.com' });
    finishJob(shop, 1, 1, '2026-09-02');
    addClient(shop, 2, { name: '  ', email: 'x@example.com', phone: '' });
    finishJob(shop, 2, 2, '2026-09-02', { total_amount_cents: 0 });
    quote(shop, 1, { name: '{{signature}}', email: '', phone: null });
    quote(shop, 2, {
      name: '\u2028',
      email: 'q@example.com',
      status: 'confirmed',
      confirmed_at: null,
      created_at: '2020-01-01T00:00:00.000Z',
    });
    cart(shop, ago(90), { items: '{"a":1}' });
    cancelled(shop, 1, ago(8 * DAY), { client_email: '"', client_phone: '' });
    expect(run(shop)).toMatchObject({ status: 'ok', created: 5 });
    expect(leads(shop).map(({ callOnly }) => callOnly !== null)).toEqual([true, true, true, true, false]);
    const [message] = messages(shop);
    expect(message?.body).toContain('Hello there,');
    expect(leads(shop).some(({ title }) => /[\r\n]/.test(title))).toBe(false);
  });
});

describe('a large company', () => {
  test('is looked at a part each run, and none is left out', () => {
    const shop = openShop({ now: NOW });
    shop.db.$client.exec(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 650)
      insert into clients (id, name, email, phone, address, created_at) select i, 'C' || i, 'c' || i || '@example.com', '', 'A', '${NOW}' from n;
      insert into work_orders (work_order_id, client_id, service_type, scheduled_date, completed_date, status, created_at, updated_at)
      select 'WO-' || id, id, 'residential', '2026-11-10T18:00:00.000Z', case when id in (299, 300, 301, 650) then '2026-09-02T18:00:00.000Z' else '2026-11-10T18:00:00.000Z' end,
        'completed', '2026-01-01T18:00:00.000Z', '2026-01-01T18:00:00.000Z' from clients;`);
    const found = [1, 2, 3, 4].map(() => {
      const { examined, created } = run(shop);
      return [examined, created];
    });
    expect(found).toEqual([
      [300, 2],
      [300, 1],
      [50, 1],
      [300, 0],
    ]);
    expect(keys(shop)).toHaveLength(4);
  });

  test('never gets more than 12 leads of a kind at once; the rest follow', () => {
    const shop = openShop({ now: NOW });
    for (let id = 1; id <= 20; id += 1) quote(shop, id, { email: '' });
    expect([run(shop).created, run(shop).created, run(shop).created]).toEqual([12, 8, 0]);
  });

  test('every read of a run goes by an index and sorts nothing but the jobs and invoices of one client', async () => {
    const shop = openShop({ now: NOW });
    addClient(shop, 1);
    finishJob(shop, 1, 1, '2026-09-02');
    quote(shop, 1);
    quote(shop, 2, { status: 'confirmed', confirmed_at: ago(80 * HOUR) });
    cart(shop, ago(90));
    cancelled(shop, 1, ago(8 * DAY));
    const plans = await plansOf(shop, async () => {
      run(shop);
      run(shop);
    });
    expect(plans.length).toBeGreaterThan(20);
    const wide = plans.filter((plan) => /SCAN (?!json_each|settings|CONSTANT|automation_workers)/.test(plan));
    expect(wide).toEqual([]);
    expect(plans.filter((plan) => /TEMP B-TREE/.test(plan) && !/work_orders_client|invoices_email/.test(plan))).toEqual([]);
  });
});

test('a visitor’s own request becomes a lead two days later, and is none after their booking', async () => {
  const shop = openShop({ now: NOW });
  await shop.visitor.quotes.submit({ ...QUOTE });
  run(shop);
  expect(leads(shop)).toEqual([]);
  shop.clock.advance(48 * HOUR + 1);
  run(shop);
  expect(keys(shop)).toEqual(['stale-quote:quote:1:pending']);
  cancelled(shop, 1, NOW, { status: 'confirmed', client_phone: QUOTE.phone, created_at: shop.clock.now().toISOString() });
  run(shop);
  expect(shop.db.select().from(opportunities).where(eq(opportunities.status, 'expired')).all()).toHaveLength(1);
});
