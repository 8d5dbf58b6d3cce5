import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { activity, appointmentSlots, clients, outbox } from '../../db/schema';
import type { TIME_WINDOWS } from '../../src/shared/booking';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { bookings, bookSlot, CLIENT, DAY, message, miscounted, orders, REFERENCE, type Shop, slotOf } from '../support/booking';
import { INVOICE } from '../support/invoice-inputs';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

const seats = (shop: Shop, id: number) =>
  shop.db.select({ seats: appointmentSlots.currentBookings }).from(appointmentSlots).where(eq(appointmentSlots.id, id)).get()?.seats;
const topicsOf = (shop: Shop) => {
  const topics: string[] = [];
  shop.live.onChange((topic) => topics.push(topic));
  return topics;
};
const turnTo = (instant: string) => (shop: Shop) => {
  shop.clock.at = new Date(instant);
};

describe("a visitor's booking", () => {
  test('gets a place, a reference, a link, two messages, a client and a work order', async ({ shop }) => {
    const slot = await slotOf(shop);
    const topics = topicsOf(shop);
    const { token, manageUrl, ...booked } = await bookSlot(shop, slot.id, {
      specialRequests: 'One dog.\nKey at the neighbour.',
      estimatedDuration: 90,
      totalAmount: '149.50',
      ref: 'customer',
    });
    expect(booked).toEqual({
      ...CLIENT,
      id: 1,
      slotId: slot.id,
      date: DAY,
      timeSlot: '10:00-12:00',
      serviceType: 'residential',
      specialRequests: 'One dog.\nKey at the neighbour.',
      status: 'confirmed',
      bookingReference: expect.stringMatching(/^SPC-1795204800000-[A-Z2-9]{5}$/),
      estimatedDuration: 90,
      totalAmount: '149.50',
      paymentStatus: 'pending',
      createdAt: '2026-11-20T20:00:00.000Z',
      updatedAt: '2026-11-20T20:00:00.000Z',
    });
    expect(manageUrl).toMatch(/^http:\/\/shop\.test\/manage\/[\w-]{22}$/);
    expect(seats(shop, slot.id)).toBe(1);
    expect(bookings(shop)).toMatchObject([{ ref: 'customer', isFirstBooking: true, manageToken: token, clientId: 1, workOrderId: 1 }]);
    expect(shop.rows(outbox).filter(({ relatedType }) => relatedType === 'booking')).toMatchObject([
      { purpose: 'booking-confirmed', to: CLIENT.clientEmail, relatedType: 'booking', relatedId: 1, status: 'stored' },
      { purpose: 'new-booking', to: 'hello@sageandpine.example', relatedType: 'booking', relatedId: 1, status: 'stored' },
    ]);
    const log = shop.db.select().from(activity).where(eq(activity.entityType, 'booking')).all();
    expect(log.map(({ verb, actorKind }) => [verb, actorKind])).toEqual([['booking.made', 'visitor']]);
    expect(JSON.stringify(shop.rows(activity))).not.toMatch(/Maria|Seymour|555/);
    expect(topics.sort()).toEqual(['booking', 'clients', 'dispatch', 'messages']);
  });

  test("is rejected for an unknown slot or another service than the slot's", async ({ shop }) => {
    const slot = await slotOf(shop);
    await expect(bookSlot(shop, 9999)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'This time window does not exist.' });
    await expect(bookSlot(shop, slot.id, { serviceType: 'commercial' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This time window is for Residential Cleaning.',
      cause: { issues: [{ path: 'serviceType', message: 'This time window is for Residential Cleaning.' }] },
    });
    expect(await bookSlot(shop, slot.id, { serviceType: 'residential' })).toMatchObject({ serviceType: 'residential' });
    expect(seats(shop, slot.id)).toBe(1);
  });

  const close = async (shop: Shop) => void (await shop.admin.booking.closeDay({ date: DAY, reason: 'Holiday' }));
  const switchOff = async (shop: Shop) =>
    void (await shop.admin.booking.changeSlots({ date: DAY, timeSlot: '10:00-12:00', serviceType: 'residential', isOpen: false }));
  const fill = async (shop: Shop) => {
    const { id } = await slotOf(shop);
    for (let i = 0; i < 2; i++) await bookSlot(shop, id);
  };
  const busyCrew = async (shop: Shop) => {
    await shop.admin.settings.save({ crewCap: 1 });
    await bookSlot(shop, (await slotOf(shop, DAY, '10:00-12:00', 'window-cleaning')).id);
  };
  test.for([
    ['on a closed day', close, /closed on this day/],
    ['that the office switched off', switchOff, /not available/],
    ['that is full', fill, /fully booked/],
    ['for which there is no crew left', busyCrew, /crews are busy/],
    ['that has begun', turnTo('2026-11-24T17:00:00.000Z'), /already begun/],
    ['of a day that is over', turnTo('2026-11-25T07:00:00.000Z'), /day is over/],
    ['further ahead than the horizon', turnTo('2026-05-27T20:00:00.000Z'), /too far ahead/],
  ] as const)('is rejected for a slot %s', async ([_what, prepare, sentence], { shop }) => {
    const { id } = await slotOf(shop);
    await prepare(shop);
    const before = { seats: seats(shop, id), rows: bookings(shop).length };
    await expect(bookSlot(shop, id, { clientEmail: 'late@example.com' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(sentence),
    });
    expect({ seats: seats(shop, id), rows: bookings(shop).length }).toEqual(before);
    expect(miscounted(shop)).toEqual([]);
  });

  test('is rejected before the posted hours and accepted from then on', async ({ shop }) => {
    const hours = { weekdays: { opens: '12:00', closes: '20:00' }, weekend: { opens: '08:00', closes: '12:00' } };
    await shop.admin.settings.save({ respectPostedHours: true, company: { ...DEFAULT_FACTS, hours } });
    const idOf = async (date: string, window: '08:00-10:00' | '10:00-12:00' | '12:00-14:00') => (await slotOf(shop, date, window)).id;
    const refusal = { code: 'CONFLICT', message: expect.stringMatching(/opening hours/) };
    await expect(bookSlot(shop, await idOf('2026-11-27', '10:00-12:00'))).rejects.toMatchObject(refusal);
    await expect(bookSlot(shop, await idOf('2026-11-28', '12:00-14:00'))).rejects.toMatchObject(refusal);
    await bookSlot(shop, await idOf('2026-11-27', '12:00-14:00'));
    await bookSlot(shop, await idOf('2026-11-28', '08:00-10:00'));
  });

  test('writes nothing when a part of it cannot be written', async ({ shop }) => {
    const { id } = await slotOf(shop);
    shop.db.$client.exec('create trigger full before insert on outbox begin select raise(abort, "no"); end');
    await expect(bookSlot(shop, id)).rejects.toThrow();
    expect([seats(shop, id), bookings(shop), orders(shop), shop.rows(clients)]).toEqual([0, [], [], []]);
  });

  test('is a first booking only once, however the address is written', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await bookSlot(shop, id);
    await bookSlot(shop, id, { clientEmail: 'MARIA@Example.com', clientPhone: '(250) 555-0199' });
    const jon = { clientEmail: 'jon@example.com', clientPhone: '(250) 555-0142' };
    await bookSlot(shop, (await slotOf(shop, DAY, '12:00-14:00')).id, jon);
    expect(bookings(shop).map((row) => row.isFirstBooking)).toEqual([true, false, true]);
    // One that came to nothing was none.
    await shop.admin.booking.setStatus({ id: 3, status: 'cancelled', reason: 'Ill' });
    await bookSlot(shop, (await slotOf(shop, DAY, '14:00-16:00')).id, jon);
    expect(bookings(shop).at(-1)?.isFirstBooking).toBe(true);
    // A phone number that booked before is a returning client, even with another e-mail address.
    await bookSlot(shop, (await slotOf(shop, DAY, '16:00-18:00')).id, { clientEmail: 'm@example.com', clientPhone: '+1 250.555.0133' });
    expect(bookings(shop).at(-1)?.isFirstBooking).toBe(false);
    const told = message(shop, 'booking-confirmed').filter(({ body }) => /15% off.*on the invoice/.test(body));
    expect(told.map(({ to }) => to).sort()).toEqual([jon.clientEmail, jon.clientEmail, CLIENT.clientEmail]);
  });

  const KNOWN = { name: 'Maria S.', address: '9 Pine St, Kamloops', notes: null };
  const jobOf = (person: { email: string; phone: string }, status: 'completed' | 'cancelled') => (shop: Shop) => {
    insertRow(shop.db, 'clients', { ...KNOWN, ...person });
    insertRow(shop.db, 'work_orders', { status, assigned_team_member_id: null, inquiry_id: null });
  };
  const invoiceOf = (person: object) => async (shop: Shop) => {
    await shop.admin.invoices.create({ ...INVOICE, ...person });
  };
  const STRANGER = { email: 'm.s@example.com', phone: '(250) 555-0199' };
  test.for<[string, (shop: Shop) => unknown, boolean]>([
    ['a finished job, by e-mail', jobOf({ ...STRANGER, email: 'MARIA@example.com' }, 'completed'), false],
    ['a finished job, by phone', jobOf({ ...STRANGER, phone: '+1 250.555.0133 ext. 4' }, 'completed'), false],
    ['only a cancelled job', jobOf({ email: CLIENT.clientEmail, phone: CLIENT.clientPhone }, 'cancelled'), true],
    ['a finished job of somebody else', jobOf(STRANGER, 'completed'), true],
    ['an invoice, by e-mail', invoiceOf({ customerEmail: 'Maria@Example.com', customerPhone: null }), false],
    ['an invoice, by phone', invoiceOf({ customerEmail: null, customerPhone: '250/555-0133' }), false],
    ['an invoice of somebody else', invoiceOf({ customerEmail: null, customerPhone: null }), true],
    [
      'only a voided invoice',
      async (shop) => {
        await invoiceOf({})(shop);
        await shop.admin.invoices.delete({ id: 1 });
      },
      true,
    ],
    [
      'a finished job that came with a client who was merged',
      async (shop) => {
        jobOf(STRANGER, 'completed')(shop);
        insertRow(shop.db, 'clients', { ...KNOWN, email: CLIENT.clientEmail, phone: '(250) 555-0100', merged_into_id: 1 });
      },
      false,
    ],
  ])('recognizes whether it is the first booking of a person who has %s', async ([_known, arrange, isFirst], { shop }) => {
    await arrange(shop);
    await bookSlot(shop, (await slotOf(shop)).id);
    expect(bookings(shop)).toMatchObject([{ isFirstBooking: isFirst }]);
  });
});

describe('a booking reference', () => {
  test('returns the first booking when sent again, even if the slot is full, past or renamed', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: '10:00-12:00', serviceType: 'residential', maxBookings: 1 });
    const first = await bookSlot(shop, id, { bookingReference: REFERENCE, totalAmount: 20, estimatedDuration: '60', filledInMs: 9000 });
    expect(first.bookingReference).toBe(REFERENCE);
    const again = { bookingReference: REFERENCE, website: '', estimatedDuration: 60, totalAmount: '20.00', extra: 1 };
    expect(await bookSlot(shop, id, again)).toEqual(first);
    shop.clock.advance(7 * 1440);
    expect(await bookSlot(shop, id, again)).toEqual(first);
    expect([bookings(shop).length, orders(shop).length, shop.rows(outbox).length, seats(shop, id)]).toEqual([1, 1, 4, 1]);
  });

  test.for([
    { clientName: 'Maria S.' },
    { clientEmail: 'other@example.com' },
    { clientPhone: '1' },
    { clientAddress: 'Elsewhere' },
    { specialRequests: 'More' },
    { estimatedDuration: 60 },
    { totalAmount: '1' },
    { ref: 'somebody' },
    { slotId: 3 },
  ])('is rejected when sent again with other contents: %j', async (more, { shop }) => {
    const { id } = await slotOf(shop);
    await bookSlot(shop, id, { bookingReference: REFERENCE });
    await expect(bookSlot(shop, id, { bookingReference: REFERENCE, ...more })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(bookings(shop)).toHaveLength(1);
  });

  test.for([undefined, null, '', 'SPC-1-A', 12, { a: 1 }])(
    'is generated, new each time, when it is invalid, such as %j',
    async (bookingReference, { shop }) => {
      const { id } = await slotOf(shop);
      const references = [];
      for (let i = 0; i < 2; i++) references.push((await bookSlot(shop, id, { bookingReference })).bookingReference);
      expect(new Set(references).size).toBe(2);
      for (const reference of references) expect(reference).toMatch(/^SPC-\d{13}-[A-Z0-9]{5}$/);
    },
  );
});

describe('the booking limits', () => {
  test.override('shop', () => openShop({ isLimited: true }));

  test('allow three open bookings per e-mail address or phone number until one begins or is cancelled', async ({ shop }) => {
    const at = async (timeSlot: (typeof TIME_WINDOWS)[number]) => (await slotOf(shop, DAY, timeSlot)).id;
    await bookSlot(shop, await at('08:00-10:00'));
    await bookSlot(shop, await at('10:00-12:00'), { clientEmail: 'MARIA@example.com', clientPhone: '2' });
    const last = await bookSlot(shop, await at('12:00-14:00'), { clientEmail: 'other@example.com', bookingReference: REFERENCE });
    await expect(bookSlot(shop, await at('14:00-16:00'))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('(250) 555-0142'),
      // Until eight o'clock of that Tuesday.
      cause: { retryAfterSeconds: Date.parse('2026-11-24T15:00:00Z') / 1000 - Date.parse('2026-11-20T20:00:00Z') / 1000 },
    });
    // The answer to a repeated request is no new booking.
    expect(await bookSlot(shop, await at('12:00-14:00'), { clientEmail: 'other@example.com', bookingReference: REFERENCE })).toEqual(last);
    expect(bookings(shop)).toHaveLength(3);
  });

  test.for([
    ['begins', turnTo('2026-11-24T15:00:00.000Z')],
    ['is cancelled', (shop: Shop) => shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' })],
  ] as const)('allow a fourth booking when the first %s', async ([_what, prepare], { shop }) => {
    for (const timeSlot of ['08:00-10:00', '10:00-12:00', '12:00-14:00'] as const)
      await bookSlot(shop, (await slotOf(shop, DAY, timeSlot)).id);
    await prepare(shop);
    await bookSlot(shop, (await slotOf(shop, DAY, '14:00-16:00')).id);
  });

  test('reject a form that fills the trap field or is faster than a person', async ({ shop }) => {
    const { id } = await slotOf(shop);
    for (const more of [{ website: 'http://spam.example' }, { filledInMs: 1999 }])
      await expect(bookSlot(shop, id, more)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await bookSlot(shop, id, { filledInMs: 2000 });
  });

  test('reject the sixth booking of an hour from one address', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: '10:00-12:00', maxBookings: 9 });
    const ask = (i: number) => bookSlot(shop, id, { clientEmail: `m${i}@example.com`, clientPhone: `${i}` });
    for (let i = 0; i < 5; i++) await ask(i);
    await expect(ask(5)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
