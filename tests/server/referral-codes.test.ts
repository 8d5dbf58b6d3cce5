import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { activity, referrals } from '../../db/schema';
import { bookSlot, slotOf } from '../support/booking';
import { draftOfJob } from '../support/invoices';
import { ANNA, book, finish, openWithCode, type Shop } from '../support/offers';
import { openShop } from '../support/shop';

const test = base.extend('opened', () => openWithCode());

const referralsOf = (shop: Shop) => shop.rows(referrals);

describe("a client's code", () => {
  test('is created once on request, and is part of a link', async ({ opened: { shop, code } }) => {
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{7}$/);
    expect(await shop.admin.offers.makeCode({ clientId: 1 })).toEqual({ code, link: `http://shop.test/?ref=${code}` });
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'client.referralCodeMade')).all()).toHaveLength(1);
    await expect(shop.admin.offers.makeCode({ clientId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('is not created for a merged client, whose earlier code leads to the successor', async ({ opened: { shop, code } }) => {
    await shop.admin.clients.create({ ...ANNA, name: 'Anna B', email: 'a.berg@example.com' });
    await book(shop, { ref: code });
    await shop.admin.clients.merge({ id: 1, intoId: 2 });
    await expect(shop.admin.offers.makeCode({ clientId: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.offers.listFriends({ clientId: 2 })).toMatchObject({
      code: null,
      friends: 1,
      rows: [{ name: 'Maria Santos' }],
    });
    await book(shop, { ref: code, clientEmail: 'jon@example.com', clientPhone: '(250) 555-0142' });
    expect(referralsOf(shop).map(({ referrerId }) => referrerId)).toEqual([2, 2]);
  });
});

describe('the offer shown to a visitor', () => {
  test('mentions the 15% for any link, and the $25 for a code, without a name', async ({ opened: { shop, code } }) => {
    for (const ref of [undefined, null, '', 'customer'])
      expect(await shop.visitor.offers.describe({ ref })).toEqual({ offers: ['first-online-booking'] });
    const sent = await shop.visitor.offers.describe({ ref: code.toLowerCase() });
    expect(sent).toEqual({ offers: ['first-online-booking', 'referral-friend'] });
    expect(await shop.visitor.offers.describe({ ref: 'ABCDEFG' })).toEqual({ offers: ['first-online-booking'] });
    await shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Dogs' });
    expect(await shop.visitor.offers.describe({ ref: code })).toEqual({ offers: ['first-online-booking'] });
  });
  test('stops for a visitor who guesses codes', async () => {
    const shop = openShop({ isLimited: true });
    for (const ref of [null, 'customer']) for (let asked = 0; asked < 31; asked++) await shop.visitor.offers.describe({ ref });
    for (let tries = 0; tries < 30; tries++)
      expect(await shop.visitor.offers.describe({ ref: 'ABCDEFG' })).toEqual({ offers: ['first-online-booking'] });
    await expect(shop.visitor.offers.describe({ ref: 'ABCDEFG' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('a booking with a code', () => {
  test('is recorded as a referral with an activity row, and keeps the ref as sent', async ({ opened: { shop, code } }) => {
    await book(shop, { ref: code.toLowerCase(), clientEmail: 'Maria@Example.com' });
    expect(referralsOf(shop)).toEqual([
      { id: 1, code, referrerId: 1, bookingId: 1, friendEmail: 'maria@example.com', createdAt: '2026-11-20T20:00:00.000Z' },
    ]);
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'referral.made')).all()).toMatchObject([{ entityId: '1' }]);
    expect((await shop.admin.booking.get({ id: 1 })).ref).toBe(code.toLowerCase());
  });
  test.each([
    ['made by the referrer, by e-mail', { clientEmail: 'ANNA@example.com' }],
    ['made by the referrer, by phone', { clientPhone: '+1 250.555.0177' }],
    ['made with the common ref', { ref: 'customer' }],
    ['with a code of no client', { ref: 'ABCDEFG' }],
  ])('is no referral when %s', async (_what, more) => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code, ...more });
    expect(referralsOf(shop)).toEqual([]);
  });
  test.each([
    ['phone, with an extension', 'anna@example.com', { clientPhone: '250/555\u20110177 ext. 12' }],
    ['Gmail address, with dots and a tag', 'annaberg@gmail.com', { clientEmail: 'Anna.Berg+friend@gmail.com' }],
    ['name and address', 'anna@example.com', { clientName: 'anna  berg', clientAddress: ANNA.address }],
  ])('by a friend with the same %s earns nothing and is shown to the owner', async (_what, email, more) => {
    const shop = openShop();
    await shop.admin.clients.create({ ...ANNA, email });
    const { code } = await shop.admin.offers.makeCode({ clientId: 1 });
    await book(shop, { ref: code, ...more });
    expect(referralsOf(shop)).toEqual([]);
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'referral.refused')).all()).toMatchObject([{ entityId: '1' }]);
    const { rows, refused } = await shop.admin.offers.listFriends({ clientId: 1 });
    expect(rows).toEqual([]);
    expect(refused).toMatchObject([{ bookingId: 1, name: expect.any(String), bookedAt: '2026-11-20T20:00:00.000Z' }]);
  });
  test('by the referrer under another name and e-mail is shown to the owner even if it is not a first booking', async ({
    opened: { shop, code },
  }) => {
    await book(shop, { clientPhone: ANNA.phone });
    await book(shop, { ref: code, clientEmail: 'other@example.com', clientPhone: ANNA.phone });
    expect(await shop.admin.booking.get({ id: 2 })).toMatchObject({ isFirstBooking: false });
    expect(referralsOf(shop)).toEqual([]);
    const { refused } = await shop.admin.offers.listFriends({ clientId: 1 });
    expect(refused).toMatchObject([{ bookingId: 2, name: 'Maria Santos' }]);
  });
  test('is no referral from the second booking on, by e-mail or phone', async ({ opened: { shop, code } }) => {
    await book(shop);
    await book(shop, { ref: code, clientPhone: '(250) 555-0199' });
    await book(shop, { ref: code, clientEmail: 'other@example.com' }, '12:00-14:00');
    expect(referralsOf(shop)).toEqual([]);
  });
  test('is one referral for twenty bookings at once by one person', async ({ opened: { shop, code } }) => {
    const windows = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00'] as const;
    const slots = await Promise.all(
      windows.flatMap((window) => ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-30'].map((day) => slotOf(shop, day, window))),
    );
    const booked = await Promise.allSettled(slots.map(({ id }) => bookSlot(shop, id, { ref: code })));
    expect(booked.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(10);
    expect(referralsOf(shop)).toHaveLength(1);
  });
  test.each(['cancelled', 'no-show'] as const)('moves its referral to the next booking if it ends as %s', async (status) => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code });
    await shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill' });
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ bookingId: 1, state: 'void' }]);
    await book(shop, { ref: code });
    expect(referralsOf(shop)).toMatchObject([{ id: 1, bookingId: 2 }]);
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ bookingId: 2, state: 'waiting' }]);
  });
  test.each([
    ['cancelled', {}],
    ['cancelled', { ref: 'customer' }],
    ['no-show', {}],
  ] as const)('that ends as %s moves its referral to the next booking, even one without the code: %o', async (status, more) => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code });
    await shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill' });
    await book(shop, { clientEmail: 'MARIA@example.com', ...more });
    expect(referralsOf(shop)).toMatchObject([{ id: 1, bookingId: 2, code, referrerId: 1 }]);
    await finish(shop, 2);
    await draftOfJob(shop, { workOrderId: 2 });
    await shop.admin.invoices.update({ id: 1, subtotal: '100.00' });
    const { rows } = await shop.admin.offers.listFor({ invoiceId: 1 });
    expect(rows.map(({ offer }) => offer)).toEqual(['first-online-booking', 'referral-friend']);
  });
  test('uses no earlier referral whose booking stands if it has no code', async ({ opened: { shop, code } }) => {
    await book(shop, { ref: code });
    shop.db.$client.exec("update appointment_bookings set client_email = 'typo@example.com', client_phone = '(250) 555-0100'");
    await book(shop);
    expect(referralsOf(shop)).toMatchObject([{ bookingId: 1 }]);
  });
});
