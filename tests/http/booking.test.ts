import { describe, expect } from 'vitest';
import { appointmentBookings, appointmentSlots } from '../../db/schema';
import type { Booked, Slot } from '../../src/shared/booking-schemas';
import { CLIENT, DAY, miscounted, slotOf } from '../support/booking';
import { bodyOf, refusalOf, type Shop } from '../support/http';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

const post = (shop: Shop, body: unknown, headers: Record<string, string> = {}) =>
  shop.request('POST', '/api/appointment-bookings', { body, headers });
const slots = async (shop: Shop, query = '') => bodyOf<Slot[]>(await shop.request('GET', `/api/appointment-slots${query}`), 200);
const rows = (shop: Shop) => shop.rows(appointmentBookings);
const REFERENCE = 'SPC-1795204800000-AB3DE';
const BOOKED = [
  ...Object.keys(CLIENT),
  ...['id', 'slotId', 'date', 'timeSlot', 'serviceType', 'specialRequests', 'status', 'bookingReference', 'estimatedDuration'],
  ...['totalAmount', 'paymentStatus', 'createdAt', 'updatedAt', 'manageUrl'],
].sort();

describe('GET /api/appointment-slots', () => {
  test.each([
    `?date=${DAY}`,
    `?day=${DAY}`,
    `?selectedDate=${DAY}&_=1700000000`,
    `?x=1&when=${DAY}`,
    `?${DAY}`,
    `?${DAY}=`,
    `/${DAY}`,
    `/${DAY}?x=1`,
    `?date=${DAY}&limit=500`,
  ])('reads the day from %s', async (query) => {
    expect(new Set((await slots(openShop(), query)).map(({ date }) => date))).toEqual(new Set([DAY]));
  });

  test.for([
    '?date=tomorrow',
    '?date=2026-02-30',
    '?date=0000-00-00',
    '?date=2026-13-01',
    '?date=20261124',
    '?date=2026-11-24T00:00:00Z',
    `?date=${DAY}%20`,
    '?date=275760-09-13',
    `?date=%27%20or%201=1`,
    '/tomorrow',
    '/2026-02-30',
    `?date=${DAY}&limit=0`,
    `?date=${DAY}&limit=1001`,
    `?date=${DAY}&cursor=x`,
  ])('rejects %s', async (query, { shop }) => {
    await refusalOf(await shop.request('GET', `/api/appointment-slots${query}`), 400);
    expect(shop.rows(appointmentSlots)).toEqual([]);
  });

  test('returns a page when a limit is sent', async ({ shop }) => {
    const first = await shop.request('GET', `/api/appointment-slots?date=${DAY}&limit=18`);
    const cursor = first.headers.get('x-next-cursor');
    const rest = await shop.request('GET', `/api/appointment-slots?date=${DAY}&limit=18&cursor=${cursor}`);
    expect(rest.headers.has('x-next-cursor')).toBe(false);
    expect([...(await bodyOf<Slot[]>(first, 200)), ...(await bodyOf<Slot[]>(rest, 200))]).toEqual(await slots(shop, `?date=${DAY}`));
  });

  test.each(['', '?', '?date=', '?limit=500'])(
    "returns the slots of the company's current day, without the office's fields, for %j",
    async (query) => {
      const all = await slots(openShop({ now: '2026-11-21T06:59:00.000Z' }), query);
      const slot = { id: expect.any(Number), date: '2026-11-20', timeSlot: expect.any(String), serviceType: expect.any(String) };
      expect(all).toEqual(
        Array(30).fill({ ...slot, isAvailable: false, maxBookings: 2, currentBookings: 0, freePlaces: 2, isWaitable: false }),
      );
    },
  );

  test('is public and allows GET only', async ({ shop }) => {
    await refusalOf(await shop.request('POST', '/api/appointment-slots', { body: {} }), 405);
    const response = await shop.request('GET', '/api/appointment-slots', { token: 'x'.repeat(43) });
    expect(response.status).toBe(200);
  });
});

describe('POST /api/appointment-bookings', () => {
  test('returns 201 with the booking, converts numbers and text, and ignores server fields that were sent', async ({ shop }) => {
    const { id } = await slotOf(shop);
    const sent = {
      ...CLIENT,
      slotId: String(id),
      serviceType: 'residential',
      specialRequests: 'One dog.',
      bookingReference: REFERENCE,
      estimatedDuration: '90',
      totalAmount: 149.5,
      status: 'completed',
      paymentStatus: 'paid',
      id: 77,
      manageToken: 'mine',
      isFirstBooking: false,
      calendarSequence: 9,
      createdAt: '1999-01-01',
      colour: 'blue',
    };
    const booked = await bodyOf<Booked>(await post(shop, sent), 201);
    expect(Object.keys(booked).sort()).toEqual(BOOKED);
    expect(booked).toMatchObject({
      ...CLIENT,
      id: 1,
      slotId: id,
      serviceType: 'residential',
      specialRequests: 'One dog.',
      bookingReference: REFERENCE,
      estimatedDuration: 90,
      totalAmount: '149.50',
      status: 'confirmed',
      paymentStatus: 'pending',
      createdAt: '2026-11-20T20:00:00.000Z',
    });
    expect(rows(shop)).toMatchObject([{ status: 'confirmed', paymentStatus: 'pending', calendarSequence: 0, isFirstBooking: true }]);
    expect(rows(shop)[0]?.manageToken).not.toBe('mine');
  });

  test('defaults to a duration of 120 minutes and no estimate', async ({ shop }) => {
    const { id } = await slotOf(shop);
    expect(await bodyOf<Booked>(await post(shop, { ...CLIENT, slotId: id }), 201)).toMatchObject({
      estimatedDuration: 120,
      totalAmount: '0.00',
      specialRequests: null,
    });
  });

  const REFUSED: [field: string, value: unknown][] = [
    ...['slotId', ...Object.keys(CLIENT)].map((field): [string, unknown] => [field, undefined]),
    ...Object.keys(CLIENT).map((field): [string, unknown] => [field, '  ']),
    ['slotId', 0],
    ['slotId', -1],
    ['slotId', 1.5],
    ['slotId', '1 or 1=1'],
    ['slotId', 1e300],
    ['slotId', null],
    ['clientEmail', 'maria'],
    ['clientEmail', 'a@example.com, b@example.com'],
    ['clientName', 'Maria\r\nBcc: eve@example.com'],
    ['clientName', 'x'.repeat(121)],
    ['clientPhone', 12],
    ['clientAddress', ['A']],
    ['serviceType', 'commercial'],
    ['serviceType', 'gardening'],
    ['specialRequests', 'x'.repeat(4001)],
    ['estimatedDuration', 1441],
    ['estimatedDuration', -1],
    ['totalAmount', '-1'],
    ['totalAmount', '12.345'],
    ['totalAmount', '100000000'],
    ['website', 'http://spam.example'],
  ];
  test.for(REFUSED)('rejects %s: %j with 400 and names the field', async ([field, value], { shop }) => {
    const { id } = await slotOf(shop);
    const refusal = await refusalOf(await post(shop, { ...CLIENT, slotId: id, [field]: value }), 400);
    expect(refusal.issues?.map(({ path }) => path)).toEqual([field]);
    expect([rows(shop), (await slotOf(shop)).currentBookings]).toEqual([[], 0]);
  });

  test('rejects malformed JSON, other content types and other origins', async ({ shop }) => {
    await refusalOf(await post(shop, '{'), 400);
    await refusalOf(await post(shop, 'slotId=1', { 'content-type': 'application/x-www-form-urlencoded' }), 415);
    await refusalOf(await post(shop, { ...CLIENT, slotId: 1 }, { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }), 403);
    await refusalOf(await shop.request('GET', '/api/appointment-bookings'), 405);
  });

  test('returns 404 for an unknown slot and 409 for a full one', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await refusalOf(await post(shop, { ...CLIENT, slotId: 999 }), 404);
    for (let i = 0; i < 2; i++) await bodyOf(await post(shop, { ...CLIENT, slotId: id }), 201);
    expect(await refusalOf(await post(shop, { ...CLIENT, slotId: id }), 409)).toEqual({
      code: 'CONFLICT',
      message: 'This time window is fully booked. Please choose another one.',
    });
    shop.clock.at = new Date('2026-11-24T17:00:00.000Z');
    await refusalOf(await post(shop, { ...CLIENT, slotId: id }), 409);
  });
});

describe('two hundred bookings at once', () => {
  test('accept three in a window when the crew cap is three, over all services', async ({ shop }) => {
    await shop.admin.settings.save({ crewCap: 3, slotCapacity: 2 });
    const ids = (await slots(shop, `?date=${DAY}`)).filter(({ timeSlot }) => timeSlot === '10:00-12:00').map(({ id }) => id);
    const responses = await Promise.all(Array.from({ length: 200 }, (_, i) => post(shop, { ...CLIENT, slotId: ids[i % 5] })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    expect([rows(shop).length, miscounted(shop)]).toEqual([3, []]);
  });
});

describe('a reference', () => {
  const REPEATED = { ...CLIENT, bookingReference: REFERENCE, totalAmount: '20' };

  test('repeats the answer for the same fields in another order, and returns 422 for other ones', async ({ shop }) => {
    const { id } = await slotOf(shop);
    const first = await bodyOf(await post(shop, { ...REPEATED, slotId: id }), 201);
    const turned = Object.fromEntries(Object.entries({ ...REPEATED, slotId: String(id), totalAmount: 20 }).reverse());
    expect(await bodyOf(await post(shop, { ...turned, filledInMs: 5000, status: 'cancelled' }), 201)).toEqual(first);
    await refusalOf(await post(shop, { ...REPEATED, slotId: id, totalAmount: 21 }), 422);
    expect(rows(shop)).toHaveLength(1);
  });

  test('opens neither the page nor the calendar file of the booking', async ({ shop }) => {
    await post(shop, { ...REPEATED, slotId: (await slotOf(shop)).id });
    await refusalOf(await shop.request('GET', `/manage/${REFERENCE}/booking.ics`), 404);
    await expect(shop.visitor.booking.getManaged({ token: REFERENCE })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
