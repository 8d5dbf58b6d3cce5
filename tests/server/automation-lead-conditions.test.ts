import { describe, expect } from 'vitest';
import { ago, cancelled, cart, DAY, HOUR, keys, leads, messages, NOW, quote, run, type Shop } from '../support/leads';
import { addClient, finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

describe('a lapsed client', () => {
  const lapsedAfter = (dates: string[], more: (shop: Shop) => void = () => {}) => {
    const shop = openShop();
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
  ])('is found by the usual gap between jobs: %s', (_case, dates, isLapsed) => {
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
  ])('is not a lead if %s', (_case, more) => {
    expect(lapsedAfter(['2026-09-02'], more)).toEqual([]);
  });

  test('is a lead although a job planned for yesterday was never done', () => {
    const planned = (shop: Shop) => finishJob(shop, 9, 1, '2026-11-19', { status: 'scheduled', completed_date: null });
    expect(lapsedAfter(['2026-09-02'], planned)).toEqual(['lapsed:client:1:2026Q4']);
  });

  test('is a lead again in the next quarter once this lead is decided', async ({ shop }) => {
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

  test('is a lead again only in the next quarter after they were contacted', async ({ shop }) => {
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
  test.for([
    ['20 days ago', '2026-10-31', []],
    ['21 days ago', '2026-10-30', ['onetime:client:1']],
    ['45 days ago', '2026-10-06', ['onetime:client:1', 'lapsed:client:1:2026Q4']],
    ['46 days ago', '2026-10-05', ['lapsed:client:1:2026Q4']],
  ] as const)('is a lead by its age: %s', ([_case, day, wanted], { shop }) => {
    addClient(shop, 1);
    finishJob(shop, 1, 1, day);
    run(shop);
    expect(keys(shop)).toEqual(wanted);
    // One message to one person, whatever they are a lead for.
    expect(messages(shop)).toHaveLength(Math.min(1, wanted.length));
  });
});

describe('a quote request', () => {
  test.for([
    ['pending for 48 hours', { created_at: ago(48 * HOUR) }, []],
    ['pending for longer', { created_at: ago(48 * HOUR + 1) }, ['stale-quote:quote:1:pending']],
    ['confirmed for 72 hours', { status: 'confirmed', confirmed_at: ago(72 * HOUR) }, []],
    ['confirmed for longer', { status: 'confirmed', confirmed_at: ago(72 * HOUR + 1) }, ['stale-quote:quote:1:confirmed']],
    ['completed', { status: 'completed' }, []],
    ['in the bin', { deleted_at: NOW }, []],
  ] as const)('is a lead by its status and age: %s', ([_case, more, wanted], { shop }) => {
    quote(shop, 1, more);
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });

  test.for([
    ['cancelled', ['stale-quote:quote:1:confirmed']],
    ['scheduled', []],
    ['completed', []],
  ] as const)('that is confirmed depends on its job being %s', ([status, wanted], { shop }) => {
    addClient(shop, 1, { email: 'asker1@example.com' });
    quote(shop, 1, { status: 'confirmed', confirmed_at: ago(100 * HOUR), created_at: ago(120 * HOUR), client_id: 1 });
    finishJob(shop, 1, 1, ago(100 * HOUR), { status, inquiry_id: 1 });
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });

  test('of a do-not-service client is skipped, even under another address', ({ shop }) => {
    addClient(shop, 1, { phone: '250 555 0133', do_not_service: 1 });
    quote(shop, 1, { phone: '(250) 555-0133' });
    run(shop);
    expect(keys(shop)).toEqual([]);
  });
});

describe('a cart', () => {
  test.for([
    ['touched less than an hour ago', ago(59), {}, 0],
    ['touched an hour ago', ago(60), {}, 1],
    ['touched 7 days ago', ago(7 * DAY), {}, 1],
    ['touched longer ago', ago(7 * DAY + 1), {}, 0],
    ['without an address', ago(90), { email: null }, 0],
    ['that is empty', ago(90), { items: '[]' }, 0],
    ['that was ordered', ago(90), { orderId: 1 }, 0],
  ] as const)('is a lead by its state and age: %s', ([_case, updatedAt, more, wanted], { shop }) => {
    insertRow(shop.db, 'orders');
    cart(shop, updatedAt, more);
    run(shop);
    expect(leads(shop)).toHaveLength(wanted);
  });

  test('gets a draft with its contents after consent, and closes once the visitor orders', async ({ shop }) => {
    await shop.admin.consents.record({ email: 'jo@example.com', source: 'checkout' });
    cart(shop, ago(90));
    run(shop);
    expect(messages(shop)[0]?.body).toContain('2 × Squeegee\n\nSubtotal: $39.90');
    insertRow(shop.db, 'orders', { customer_email: 'Jo@example.com', created_at: NOW });
    await expect(shop.admin.drafts.approve({ id: 1 })).rejects.toThrow('This message is no longer true. They ordered.');
    expect(run(shop).message).toBe(
      'examined 0, created 0: no clients, quote requests, carts or cancelled bookings yet; 1 closed because they no longer apply',
    );
    expect(leads(shop)).toMatchObject([{ status: 'expired', closedReason: 'They ordered.' }]);
    expect(messages(shop)).toMatchObject([{ status: 'cancelled' }]);
  });
});

test('suggests a call for a cart without consent, even for a past buyer', async ({ shop }) => {
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
  const other = openShop();
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
  test.for([
    ['6 days and 23 hours ago', ago(7 * DAY - HOUR), {}, []],
    ['7 days ago', ago(7 * DAY), {}, ['cancelled:booking:1']],
    ['with another one by the same phone after it', ago(8 * DAY), { client_email: 'b@example.com' }, []],
    ['with another one by the same address after it', ago(8 * DAY), { client_email: 'ANN@example.com', client_phone: '1' }, []],
    ['with one of somebody else', ago(8 * DAY), { client_email: 'b@example.com', client_phone: '1' }, ['cancelled:booking:1']],
  ] as const)('is a lead by its date and later bookings: %s', ([_case, updatedAt, other, wanted], { shop }) => {
    cancelled(shop, 1, updatedAt);
    if (Object.keys(other).length > 0) cancelled(shop, 2, NOW, { status: 'confirmed', created_at: ago(DAY), ...other });
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });

  test.for([
    ['by the office', { cancelled_by: 'office' }],
    ['by nobody known', { cancelled_by: null }],
  ] as const)('is not a lead if cancelled %s', ([_case, more], { shop }) => {
    cancelled(shop, 1, ago(8 * DAY), more);
    run(shop);
    expect(keys(shop)).toEqual([]);
  });

  test.for([
    ['a booking of theirs made before was still ahead and is completed by now', '2026-11-15', 'completed', []],
    ['a booking of theirs made before was over', '2026-11-10', 'completed', ['cancelled:booking:1']],
    ['they cancelled the other booking too', '2026-11-15', 'cancelled', ['cancelled:booking:1', 'cancelled:booking:2']],
  ] as const)('depends on the other booking of the client: %s', ([_case, date, status, wanted], { shop }) => {
    cancelled(shop, 1, ago(8 * DAY));
    insertRow(shop.db, 'appointment_slots', { id: 2, team_member_id: null, date, time_slot: '14:00-16:00', current_bookings: 0 });
    cancelled(shop, 2, ago(8 * DAY), { slot_id: 2, status });
    run(shop);
    expect(keys(shop)).toEqual(wanted);
  });

  test.for([
    ['a job planned before was done after it', '2026-11-16', 'completed', []],
    ['a job planned before was called off', '2026-11-16', 'cancelled', ['cancelled:booking:1']],
    ['a job was done before it', '2026-11-05', 'completed', ['cancelled:booking:1']],
  ] as const)('depends on the jobs of the client: %s', ([_case, when, status, wanted], { shop }) => {
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
