import { describe, expect, test } from 'vitest';
import { DAY, LATER, mailPurposes, message, slotOf, WINDOW } from '../support/booking';
import { openShop } from '../support/shop';
import { entries, faults, fillSlot, openFull, waiter } from '../support/waitlist';

describe('joining the waitlist', () => {
  test('adds an entry, mails its link, and shows it without personal data', async () => {
    const { shop, first, read } = await openFull('Ann');
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(await read(first)).toEqual({
      status: 'waiting',
      offeredUntil: null,
      serviceType: 'residential',
      date: DAY,
      timeSlot: WINDOW,
      offeredTimeSlot: null,
      bookingReference: null,
      manageUrl: null,
    });
    const [joined] = message(shop, 'waitlist-joined');
    expect(joined).toMatchObject({
      to: 'ann@example.com',
      subject: 'You are on the list: Residential Cleaning, Tuesday, November 24, 2026',
    });
    expect(joined?.body).toContain(`http://shop.test/waitlist/${first}`);
    expect(faults(shop)).toEqual([]);
  });

  test('refuses a window that is free, and any window of a day on which one is free', async () => {
    const { shop } = await openFull();
    const refusal = { code: 'CONFLICT', message: 'There is a free time on this day: please book it.' };
    await expect(shop.visitor.booking.joinWaitlist(waiter('Ann', { timeSlot: '12:00-14:00' }))).rejects.toMatchObject(refusal);
    await expect(shop.visitor.booking.joinWaitlist(waiter('Ann', { timeSlot: null }))).rejects.toMatchObject(refusal);
    expect(entries(shop)).toEqual([]);
  });

  test('returns the earlier entry to the same person for the same day and service', async () => {
    const { shop, first } = await openFull('Ann');
    expect(await shop.visitor.booking.joinWaitlist(waiter('Ann', { clientEmail: 'ANN@example.com' }))).toEqual({ token: first });
    const clientPhone = `+1 ${waiter('Ann').clientPhone} ext. 4`;
    expect(await shop.visitor.booking.joinWaitlist(waiter('Ann', { clientPhone }))).toEqual({ token: first });
    expect(entries(shop)).toEqual(['Ann waiting']);
    // A neighbour who knows the phone of Ann, or shares it, must not get the key of the entry.
    for (const other of [{ clientEmail: 'other@example.com' }, { clientName: 'Otto' }]) {
      const { token } = await shop.visitor.booking.joinWaitlist(waiter('Ann', other));
      expect(token).not.toBe(first);
    }
    expect(entries(shop)).toHaveLength(3);
  });

  test('refuses a fourth open entry of a person, but does not confuse people without a usable phone', async () => {
    const { shop, first } = await openFull('Ann');
    const join = async (name: string, date: string, more = {}) => {
      await fillSlot(shop, date);
      return shop.visitor.booking.joinWaitlist(waiter(name, { date, ...more }));
    };
    await join('Ann', LATER, { clientEmail: 'second@example.com' });
    await join('Ann', '2026-11-26', { clientPhone: 'none' });
    await expect(join('Ann', '2026-11-27')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message: /3 times already/ });
    await join('Bob', '2026-11-27', { clientPhone: 'none' });
    await shop.visitor.booking.leaveWaitlist({ token: first });
    await join('Ann', '2026-11-27');
    expect(entries(shop)).toHaveLength(5);
  });

  test('refuses days that have passed, windows that have begun or do not exist, and forms filled in by programs', async () => {
    const { shop } = await openFull();
    const join = (more: object) => shop.visitor.booking.joinWaitlist({ ...waiter('Ann'), ...more });
    for (const more of [
      { date: '2026-11-19' },
      { date: '2026-11-19', timeSlot: null },
      { date: '2026-11-20', timeSlot: '08:00-10:00' },
      { date: '2028-01-01' },
      { timeSlot: '09:00-11:00' },
      { serviceType: 'laundry' },
      { website: 'https://spam.example' },
      { clientName: ' ' },
    ])
      await expect(join(more), JSON.stringify(more)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(entries(shop)).toEqual([]);
  });
});

test('asks a visitor to call about a window that begins too soon to book', async () => {
  const { shop } = await openFull();
  await shop.admin.settings.save({ minNoticeHours: 168 });
  for (const timeSlot of [WINDOW, null] as const)
    await expect(shop.visitor.booking.joinWaitlist(waiter('Ann', { timeSlot }))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Please call us to book within 168 hours\./),
    });
});

test('can be joined for full windows and for those that the office closed, but not for those that one must call about or that are over', async () => {
  const { shop, slot } = await openFull();
  const { rows } = await shop.visitor.booking.listSlots({ date: DAY });
  expect(rows.flatMap(({ id, isWaitable }) => (isWaitable ? id : []))).toEqual([slot.id]);
  await shop.admin.booking.closeDay({ date: DAY, reason: 'Snow' });
  expect((await shop.visitor.booking.listSlots({ date: DAY })).rows.every(({ isWaitable }) => isWaitable)).toBe(true);
  await shop.admin.settings.save({ minNoticeHours: 168 });
  for (const date of [DAY, '2026-11-19', '2026-11-20'])
    expect((await shop.visitor.booking.listSlots({ date })).rows.filter(({ isWaitable }) => isWaitable)).toEqual([]);
});

describe('the waitlist', () => {
  test('has no entry behind an unknown link, and none to accept before an offer', async () => {
    const { shop, first } = await openFull('Ann');
    const calls = shop.visitor.booking;
    for (const call of [calls.getWaitlistEntry, calls.acceptOffer, calls.leaveWaitlist])
      for (const token of ['AAAAAAAAAAAAAAAAAAAAAA', 'nonsense'])
        await expect(call({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(calls.acceptOffer({ token: first })).rejects.toMatchObject({ code: 'CONFLICT', message: /No place has opened yet/ });
    await calls.leaveWaitlist({ token: first });
    await expect(calls.acceptOffer({ token: first })).rejects.toMatchObject({ code: 'CONFLICT', message: /left the list/ });
  });

  test('is shown to the office page by page, newest first', async () => {
    const { shop, second, cancelFirst } = await openFull('Ann', 'Bob', 'Cleo');
    await cancelFirst();
    const page = await shop.admin.booking.listWaitlist({ limit: 2 });
    expect(page.rows.map(({ clientName, status }) => [clientName, status])).toEqual([
      ['Cleo', 'waiting'],
      ['Bob', 'waiting'],
    ]);
    const last = await shop.admin.booking.listWaitlist({ limit: 2, cursor: page.nextCursor ?? undefined });
    expect(last.rows).toMatchObject([
      { clientName: 'Ann', status: 'offered', offeredUntil: '2026-11-20T21:00:00.000Z', offeredTimeSlot: WINDOW },
    ]);
    expect(last.nextCursor).toBeNull();
    await shop.visitor.booking.leaveWaitlist({ token: second });
    const namesIn = async (view: 'open' | 'ended') =>
      (await shop.admin.booking.listWaitlist({ view })).rows.map(({ clientName }) => clientName);
    expect([await namesIn('open'), await namesIn('ended')]).toEqual([['Cleo', 'Ann'], ['Bob']]);
    await expect(shop.visitor.booking.listWaitlist({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('books the place that was held, also for a person with many open bookings', async () => {
    const shop = openShop({ isLimited: true });
    const { slot } = await fillSlot(shop);
    const person = waiter('Ann');
    const { token } = await shop.visitor.booking.joinWaitlist(person);
    for (const timeSlot of ['12:00-14:00', '14:00-16:00', '16:00-18:00'] as const)
      await shop.visitor.booking.book({ ...person, slotId: (await slotOf(shop, DAY, timeSlot)).id });
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: WINDOW, maxBookings: slot.maxBookings + 1 });
    expect(mailPurposes(shop)).toContain('waitlist-offer');
    expect(await shop.visitor.booking.acceptOffer({ token })).toMatchObject({ status: 'booked' });
  });
});
