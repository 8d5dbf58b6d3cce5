import { beforeEach, describe, expect, test } from 'vitest';
import { consents, marketingRecipients } from '../../db/schema';
import { findPerson } from '../../src/server/automation/people';
import { explainBasis, findBasis, recordConsent, recordWithdrawal } from '../../src/server/consents/service';
import { businessInstant } from '../../src/shared/time';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const EMAIL = 'maria@example.com';
const AT = '2026-11-20T20:00:00.000Z';
let shop: Shop;
beforeEach(() => {
  shop = openShop();
});

const at = (day: string, time = '12:00') => businessInstant(day, time);
const basis = (email = EMAIL) => findBasis(shop.ctx, email);
const reason = (email = EMAIL) => explainBasis(shop.ctx, email).reason;
/** Returns the result of a question as of a day and time of the company. */
const on = <T>(day: string, time: string, ask: () => T): T => {
  shop.clock.at = new Date(at(day, time));
  return ask();
};

const order = (changes = {}) =>
  insertRow(shop.db, 'orders', {
    customer_email: EMAIL,
    created_at: at('2026-11-01'),
    updated_at: at('2026-11-01'),
    paid_date: '2026-11-01',
    paid_method: 'cash',
    ...changes,
  });
const inquiry = (changes = {}) => insertRow(shop.db, 'contact_inquiries', { client_id: null, created_at: at('2026-11-01'), ...changes });
const client = (changes = {}) => insertRow(shop.db, 'clients', changes);
const booking = (changes = {}) => {
  insertRow(shop.db, 'appointment_slots', { team_member_id: null });
  insertRow(shop.db, 'appointment_bookings', {
    client_email: EMAIL,
    client_id: null,
    work_order_id: null,
    status: 'completed',
    created_at: at('2026-11-01'),
    ...changes,
  });
};
const job = (changes = {}) => {
  client();
  const done = { status: 'completed', completed_date: at('2026-11-01') };
  insertRow(shop.db, 'work_orders', { assigned_team_member_id: null, inquiry_id: null, ...done, ...changes });
};
const invoice = (changes = {}) =>
  insertRow(shop.db, 'invoices', { customer_email: EMAIL, status: 'paid', paid_date: '2026-11-01', ...changes });

describe('a purchase', () => {
  test.each<[string, () => void, string]>([
    ['a paid order', () => order(), 'order 1'],
    ['a kept booking', () => booking(), 'booking SPC-1'],
    ['a finished job', () => job(), 'work order WO-1'],
    ['a job that a member finished', () => job({ status: 'complete' }), 'work order WO-1'],
    ['a paid invoice', () => invoice(), 'invoice SPC001'],
  ])('%s implies consent and is named as its proof', (_what, happen, source) => {
    expect(basis()).toBeUndefined();
    happen();
    expect(basis()).toMatchObject({ basis: 'purchase', source, until: at('2028-11-02', '00:00') });
    expect(basis('MARIA@Example.com ')).toEqual(basis());
    expect(basis('other@example.com')).toBeUndefined();
  });

  test.each<[string, () => void]>([
    ['an order that nobody paid', () => order({ paid_date: null, paid_method: null })],
    ['a booking that is still ahead', () => booking({ status: 'confirmed' })],
    ['a booking that the client missed', () => booking({ status: 'no-show' })],
    ['a cancelled order', () => order({ status: 'cancelled' })],
    ['a cancelled booking', () => booking({ status: 'cancelled' })],
    ['a planned job', () => job({ status: 'scheduled', completed_date: null })],
    ['a cancelled job', () => job({ status: 'cancelled' })],
    ['an unpaid invoice', () => invoice({ status: 'pending', paid_date: null })],
    ['an invoice in the bin', () => invoice({ deleted_at: at('2026-11-02') })],
    ['a quote request in the bin', () => inquiry({ deleted_at: at('2026-11-02') })],
  ])('%s implies no consent', (_what, happen) => {
    happen();
    expect(basis()).toBeUndefined();
    expect(reason()).toBe('There is no express consent, no purchase within two years and no inquiry within six months.');
  });

  test('implies consent for two years, an inquiry for six months', () => {
    order({ created_at: at('2026-11-20', '23:59') });
    expect(on('2028-11-20', '23:59', basis)).toMatchObject({ basis: 'purchase' });
    expect(on('2028-11-21', '00:00', basis)).toBeUndefined();
    inquiry({ email: 'lee@example.com', created_at: at('2026-11-20', '00:00') });
    expect(on('2027-05-20', '23:59', () => basis('lee@example.com'))).toMatchObject({ basis: 'inquiry', source: 'quote request 1' });
    expect(on('2027-05-21', '00:00', () => basis('lee@example.com'))).toBeUndefined();
  });

  test('counts by the newest purchase of any kind', () => {
    order({ created_at: at('2025-01-10') });
    invoice({ paid_date: '2026-03-05' });
    expect(basis()).toMatchObject({ source: 'invoice SPC001', since: at('2026-03-05', '00:00') });
  });
});

describe('one person under two addresses', () => {
  beforeEach(() => {
    client({ email: 'New@example.com' });
    client({ email: 'old@example.com', merged_into_id: 1, is_active: 0 });
    client({ email: 'stranger@example.com' });
  });
  test('has the consent of both addresses, which no other person gets', () => {
    order({ customer_email: 'OLD@example.com' });
    expect(basis('new@example.com')).toMatchObject({ source: 'order 1' });
    expect(basis('old@example.com')).toMatchObject({ source: 'order 1' });
    expect(basis('stranger@example.com')).toBeUndefined();
  });
  test('gets no marketing at either address after unsubscribing with one', async () => {
    order({ customer_email: 'old@example.com' });
    await shop.admin.subscriptions.withdraw({ email: 'old@example.com' });
    expect(reason('new@example.com')).toBe('They unsubscribed on Nov 20.');
    await shop.admin.consents.record({ email: 'new@example.com', source: 'said on the phone' });
    expect(basis('old@example.com')).toMatchObject({ basis: 'express' });
  });
});

describe('a person with a new or second address', () => {
  const at1 = { created_at: at('2026-11-01') };
  const details = { name: 'Maria Santos', email: 'new@example.com', phone: '2505550133', address: '12 Seymour St', isActive: true };
  const move = (email: string) => shop.admin.clients.update({ id: 1, ...details, email });
  beforeEach(() => client({ email: EMAIL }));

  test('stays unsubscribed when the office changes the address', async () => {
    insertRow(shop.db, 'work_orders', { assigned_team_member_id: null, inquiry_id: null, status: 'completed', completed_date: AT });
    expect(basis()).toMatchObject({ basis: 'purchase' });
    await shop.admin.subscriptions.withdraw({ email: EMAIL });
    shop.clock.advance(60);
    await move('New@example.com');
    expect(reason('new@example.com')).toBe('They unsubscribed on Nov 20.');
    expect(shop.rows(marketingRecipients)).toMatchObject([{ unsubscribedAt: AT }, { unsubscribedAt: AT }]);
  });
  test('keeps one copy of the withdrawal, and later purchases count', async () => {
    order({ customer_email: 'new@example.com' });
    const row = { email: EMAIL, basis: 'express', source: 'list', obtainedAt: at('2026-10-01'), withdrawnAt: at('2026-11-10') } as const;
    shop.db.insert(consents).values(row).run();
    for (const email of ['new@example.com', EMAIL, 'new@example.com']) await move(email);
    expect(reason('new@example.com')).toBe('They withdrew their consent on Nov 10.');
    expect(shop.rows(consents)).toHaveLength(2);
    order({ public_id: 'zyxwvutsrqponmlkjihgfe', customer_email: 'new@example.com', created_at: at('2026-11-11') });
    expect(basis('new@example.com')).toMatchObject({ source: 'order 2' });
  });
  test('gets no new record from a change of address without an unsubscribe', async () => {
    await move('new@example.com');
    expect([shop.rows(marketingRecipients), shop.rows(consents)]).toEqual([[], []]);
  });
  test.each<[string, () => void]>([
    ['a booking', () => booking({ client_id: 1, client_email: 'Work@example.com' })],
    ['a quote request', () => insertRow(shop.db, 'contact_inquiries', { client_id: 1, email: 'Work@example.com', ...at1 })],
  ])('is matched by the client of %s, whichever address unsubscribes', async (_what, happen) => {
    happen();
    expect(basis()).toEqual(basis('work@example.com'));
    expect(basis()).toBeDefined();
    await shop.admin.subscriptions.withdraw({ email: 'work@example.com' });
    expect([basis(), basis('work@example.com')]).toEqual([undefined, undefined]);
    const marked = shop.rows(marketingRecipients);
    expect(marked.map(({ email, unsubscribedAt }) => [email, unsubscribedAt]).sort()).toEqual([
      [EMAIL, AT],
      ['work@example.com', AT],
    ]);
    expect(findPerson(shop.ctx, { clientId: 1 }).emails).toContain('work@example.com');
    await shop.admin.consents.record({ email: EMAIL, source: 'asked for it' });
    expect(basis('work@example.com')).toMatchObject({ basis: 'express' });
  });
});

test('the figures count addresses instead of rows', async () => {
  for (const source of ['order 1', 'order 2'])
    shop.db
      .insert(consents)
      .values({ email: EMAIL, basis: 'purchase', source, obtainedAt: AT, expiresAt: at('2028-11-21') })
      .run();
  shop.db.insert(consents).values({ email: EMAIL.toUpperCase(), basis: 'express', source: 'a', obtainedAt: AT, withdrawnAt: AT }).run();
  shop.db.insert(consents).values({ email: EMAIL, basis: 'express', source: 'b', obtainedAt: AT, withdrawnAt: AT }).run();
  expect(await shop.admin.consents.counts()).toEqual({ express: 0, implied: 1, withdrawn: 1, unsubscribed: 0 });
});

describe('an express consent', () => {
  test('outranks implied ones, never expires, and stores its recorder and source', async () => {
    order();
    const answer = await shop.admin.consents.record({ email: 'Maria@example.com', phone: '(250) 555-0133', source: 'said on the phone' });
    expect(answer).toMatchObject({
      email: EMAIL,
      basis: { basis: 'express', source: 'said on the phone', since: '2026-11-20T20:00:00.000Z', until: null },
      reason: null,
      rows: [{ id: 1, phone: '(250) 555-0133', recordedBy: 'owner', withdrawnAt: null }],
    });
    shop.clock.at = new Date('2036-11-20T20:00:00.000Z');
    expect(basis()).toMatchObject({ basis: 'express' });
    // Said again, it is the same.
    await shop.admin.consents.record({ email: EMAIL, source: 'said again' });
    expect((await shop.admin.consents.list({})).rows).toHaveLength(1);
  });
});

describe('a person who unsubscribed', () => {
  test('gets no marketing after later purchases until they or the owner renew consent', async () => {
    order();
    await shop.admin.consents.record({ email: EMAIL, source: 'said on the phone' });
    shop.clock.advance(60);
    expect(await shop.admin.subscriptions.withdraw({ email: EMAIL })).toMatchObject({
      basis: null,
      reason: 'They unsubscribed on Nov 20.',
      unsubscribedAt: '2026-11-20T21:00:00.000Z',
      rows: [{ withdrawnAt: '2026-11-20T21:00:00.000Z' }],
    });
    shop.clock.advance(60);
    order({ public_id: 'zyxwvutsrqponmlkjihgfe', created_at: shop.clock.now().toISOString() });
    expect(basis()).toBeUndefined();
    // Anyone can type an address into a form.
    recordConsent(shop.ctx, { email: EMAIL, phone: null, basis: 'express', source: 'checkout' });
    expect(basis()).toBeUndefined();
    await shop.admin.consents.record({ email: EMAIL, source: 'asked for it in writing' });
    expect(basis()).toMatchObject({ basis: 'express', source: 'asked for it in writing' });
    expect(await shop.admin.consents.counts()).toEqual({ express: 1, implied: 0, withdrawn: 1, unsubscribed: 0 });
  });
  test('gets marketing again after a new purchase when only an express consent was withdrawn', () => {
    order({ created_at: at('2026-11-01') });
    shop.db
      .insert(consents)
      .values({ email: EMAIL, basis: 'express', source: 'list', obtainedAt: at('2026-10-01'), withdrawnAt: at('2026-11-10') })
      .run();
    expect(reason()).toBe('They withdrew their consent on Nov 10.');
    order({ public_id: 'zyxwvutsrqponmlkjihgfe', created_at: at('2026-11-11') });
    expect(basis()).toMatchObject({ source: 'order 2' });
  });
  test('is unsubscribed once when the link is used twice', async () => {
    await shop.admin.subscriptions.withdraw({ email: EMAIL });
    shop.clock.advance(60);
    await shop.admin.subscriptions.withdraw({ email: EMAIL });
    expect(shop.rows(marketingRecipients)).toMatchObject([{ email: EMAIL, unsubscribedAt: '2026-11-20T20:00:00.000Z' }]);
    expect(shop.db.$client.prepare("select count(*) from activity where verb = 'consent.withdrawn'").pluck().get()).toBe(1);
  });
});

test('a consent from the checkout counts only for people who never unsubscribed', () => {
  recordConsent(shop.ctx, { email: 'New@Example.com', phone: null, basis: 'express', source: 'checkout' });
  expect(basis('new@example.com')).toMatchObject({ basis: 'express', source: 'checkout' });
});

test('the activity log contains no e-mail address', async () => {
  await shop.admin.consents.record({ email: EMAIL, phone: '2505550133', source: 'said on the phone' });
  await shop.admin.subscriptions.withdraw({ email: EMAIL });
  const log = shop.db.$client.prepare('select * from activity').all();
  expect(log).toHaveLength(2);
  expect(JSON.stringify(log)).not.toMatch(/maria|5550133/);
});

test('proofs are listed newest first in pages', async () => {
  for (const name of ['a', 'b', 'c']) await shop.admin.consents.record({ email: `${name}@example.com`, source: 'fair' });
  expect(await shop.admin.consents.list({ limit: 2 })).toMatchObject({ rows: [{ id: 3 }, { id: 2 }], nextCursor: 2 });
  expect(await shop.admin.consents.list({ limit: 2, cursor: 2 })).toMatchObject({ rows: [{ id: 1 }], nextCursor: null });
});

test('looking up and withdrawing a consent uses indexes only', async () => {
  job();
  const plans = await plansOf(shop, () => shop.admin.consents.find({ email: EMAIL }));
  expect(plans.length).toBeGreaterThan(8);
  plans.push(...(await plansOf(shop, () => shop.admin.subscriptions.withdraw({ email: EMAIL }))));
  expect(plans.filter((plan) => plan.includes('SCAN'))).toEqual([]);
});

describe('one mailbox at Gmail', () => {
  test('unsubscribes and subscribes again under every spelling at once', async () => {
    await shop.admin.consents.record({ email: 'ann.lee@gmail.com', phone: null, source: 'said on the phone' });
    expect(basis('AnnLee+news@googlemail.com')).toMatchObject({ source: 'said on the phone' });
    recordWithdrawal(shop.ctx, 'annlee@gmail.com');
    for (const email of ['ann.lee@gmail.com', 'annlee+x@gmail.com']) expect(reason(email)).toMatch(/^They unsubscribed/);
    expect(await shop.admin.consents.counts()).toMatchObject({ withdrawn: 1, unsubscribed: 1 });
    await shop.admin.consents.record({ email: 'a.n.n.lee@gmail.com', phone: null, source: 'wrote' });
    expect(basis('ann.lee@gmail.com')).toMatchObject({ basis: 'express' });
  });
});
