import { describe, expect } from 'vitest';
import { activity, appointmentBookings, outbox } from '../../db/schema';
import { BOOKING_STATUSES, BOOKING_TRANSITIONS, type BookingStatus } from '../../src/shared/booking';
import { company } from '../../src/shared/company';
import { bookSlot, CLIENT, DAY, miscounted, slotOf } from '../support/booking';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

const purposes = (shop: Shop) => shop.rows(outbox).map(({ purpose }) => purpose);
const verbs = (shop: Shop) =>
  shop
    .rows(activity)
    .filter(({ entityType }) => entityType === 'booking')
    .map(({ verb, actorKind }) => `${verb} by ${actorKind}`);
const rowOf = (shop: Shop) => shop.db.select().from(appointmentBookings).get();
const seatsAt = async (shop: Shop, ...slot: Parameters<typeof slotOf> extends [Shop, ...infer Rest] ? Rest : never) =>
  (await slotOf(shop, ...slot)).currentBookings;
const NOW = '2026-11-20T20:00:00.000Z';
const LATER = '2026-11-25';

/** A shop with one booking, of Tuesday at ten. */
async function openWithBooking(more: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(more);
  const slot = await slotOf(shop);
  return { shop, slot, booked: await bookSlot(shop, slot.id, { specialRequests: 'One dog.' }) };
}

describe('the office gives a booking a status', () => {
  test.each(
    BOOKING_STATUSES.flatMap((from) =>
      BOOKING_STATUSES.map((to): [BookingStatus, BookingStatus, boolean] => [from, to, BOOKING_TRANSITIONS[from].includes(to)]),
    ),
  )('from %s to %s: %s', async (from, to, isAllowed) => {
    const { shop } = await openWithBooking();
    const set = (status: BookingStatus) => shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill', confirm: true });
    if (from !== 'confirmed') await set(from);
    const before = { row: rowOf(shop), verbs: verbs(shop), seats: await seatsAt(shop) };
    shop.clock.advance(1);
    if (from === to) {
      expect(await set(to)).toMatchObject({ status: from });
      expect({ row: rowOf(shop), verbs: verbs(shop), seats: await seatsAt(shop) }).toEqual(before);
    } else if (isAllowed) {
      expect(await set(to)).toMatchObject({ status: to, updatedAt: '2026-11-20T20:01:00.000Z' });
      expect(await seatsAt(shop)).toBe(to === 'cancelled' ? 0 : 1);
      expect(verbs(shop).at(-1)).toBe(`booking.${to} by admin`);
    } else {
      await expect(set(to)).rejects.toMatchObject({ code: 'CONFLICT', message: `A booking that is ${from} cannot become ${to}.` });
      expect({ row: rowOf(shop), verbs: verbs(shop), seats: await seatsAt(shop) }).toEqual(before);
    }
    expect(miscounted(shop)).toEqual([]);
  });

  test('of cancelled only with a reason; the place is free, the work order is off and the client is told, once', async () => {
    const { shop, slot } = await openWithBooking();
    for (const reason of [undefined, null, ' '])
      await expect(shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'reason', message: expect.any(String) }] },
      });
    expect(rowOf(shop)).toMatchObject({ status: 'confirmed', cancelReason: null });
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    const cancelled = { status: 'cancelled', cancelReason: 'Flooded street', cancelledBy: 'office' };
    for (let i = 0; i < 2; i++)
      expect(await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Flooded street' })).toMatchObject(cancelled);
    expect(topics.sort()).toEqual(['booking', 'dispatch', 'messages']);
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status: 'cancelled', cancelReason: 'Flooded street' });
    expect(purposes(shop)).toEqual(['booking-confirmed', 'new-booking', 'booking-cancelled']);
    await bookSlot(shop, slot.id);
    await bookSlot(shop, slot.id);
    expect(await seatsAt(shop)).toBe(2);
  });

  test('of cancelled is refused once its work order is done', async () => {
    const { shop } = await openWithBooking();
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status, confirm: true });
    // As earlier versions left a booking that was set back to confirmed.
    shop.db.update(appointmentBookings).set({ status: 'confirmed' }).run();
    await expect(shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status: 'completed', cancelReason: null });
    expect(await seatsAt(shop)).toBe(1);
  });

  test('that there is none of, or to a booking that there is not', async () => {
    const { shop } = await openWithBooking();
    await expect(shop.admin.booking.setStatus({ id: 1, status: 'lost' as 'completed' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(shop.admin.booking.setStatus({ id: 2, status: 'completed' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the office moves a booking', () => {
  test('to another day, window and service; its place, its work order and its client move along', async () => {
    const { shop, slot } = await openWithBooking();
    const target = await slotOf(shop, LATER, '16:00-18:00', 'window-cleaning');
    shop.clock.advance(5);
    const moved = await shop.admin.booking.move({ id: 1, slotId: target.id });
    expect(moved).toMatchObject({
      slotId: target.id,
      date: LATER,
      timeSlot: '16:00-18:00',
      serviceType: 'window-cleaning',
      status: 'confirmed',
      updatedAt: '2026-11-20T20:05:00.000Z',
    });
    expect([await seatsAt(shop), await seatsAt(shop, LATER, '16:00-18:00', 'window-cleaning')]).toEqual([0, 1]);
    expect(rowOf(shop)).toMatchObject({ calendarSequence: 1 });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({
      scheduledDate: '2026-11-25T23:00:00.000Z',
      serviceType: 'window-cleaning',
      status: 'scheduled',
    });
    expect(purposes(shop)).toEqual(['booking-confirmed', 'new-booking', 'booking-moved']);
    expect(verbs(shop)).toEqual(['booking.made by visitor', 'booking.moved by admin']);
    expect(await shop.admin.booking.move({ id: 1, slotId: target.id })).toEqual(moved);
    await shop.admin.booking.move({ id: 1, slotId: slot.id });
    expect([await seatsAt(shop), rowOf(shop)?.calendarSequence, purposes(shop).length]).toEqual([1, 2, 4]);
  });

  test('is refused once its work order is under way', async () => {
    const { shop } = await openWithBooking();
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    await expect(shop.admin.booking.move({ id: 1, slotId: (await slotOf(shop, LATER)).id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The job of this booking is under way, so it cannot be moved.',
    });
    expect(await seatsAt(shop)).toBe(1);
  });

  test('not to where there is no place; it keeps its own', async () => {
    const { shop, slot } = await openWithBooking();
    const full = await slotOf(shop, LATER);
    for (let i = 0; i < 2; i++) await bookSlot(shop, full.id);
    await shop.admin.booking.closeDay({ date: '2026-11-26' });
    const closed = await slotOf(shop, '2026-11-26');
    for (const [slotId, sentence] of [
      [full.id, /fully booked/],
      [closed.id, /closed on this day/],
    ] as const)
      await expect(shop.admin.booking.move({ id: 1, slotId })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(sentence),
      });
    await expect(shop.admin.booking.move({ id: 1, slotId: 99_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.admin.booking.move({ id: 99, slotId: full.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(rowOf(shop)).toMatchObject({ slotId: slot.id, calendarSequence: 0 });
    expect([await seatsAt(shop), await seatsAt(shop, LATER), miscounted(shop)]).toEqual([1, 2, []]);
  });

  test('within a window whose crew is busy with it already', async () => {
    const { shop } = await openWithBooking();
    await shop.admin.settings.save({ crewCap: 1 });
    await shop.admin.booking.move({ id: 1, slotId: (await slotOf(shop, DAY, '10:00-12:00', 'commercial')).id });
    expect(rowOf(shop)).toMatchObject({ serviceType: 'commercial' });
  });

  test.each(['cancelled', 'no-show', 'completed'] as const)('but not one that is %s', async (status) => {
    const { shop, slot, booked } = await openWithBooking();
    await shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill', confirm: true });
    const refusal = { code: 'CONFLICT', message: `A booking that is ${status} cannot be moved.` };
    for (const slotId of [slot.id, (await slotOf(shop, LATER)).id]) {
      await expect(shop.admin.booking.move({ id: 1, slotId })).rejects.toMatchObject(refusal);
      await expect(shop.visitor.booking.moveManaged({ token: booked.token, slotId })).rejects.toMatchObject(refusal);
    }
  });
});

describe('behind the link of a booking', () => {
  test('is the booking as it is now, and nothing that belongs to others', async () => {
    const { shop, slot, booked } = await openWithBooking();
    const before = shop.db.$client.serialize();
    const managed = {
      date: DAY,
      timeSlot: '10:00-12:00',
      serviceType: 'residential',
      clientName: CLIENT.clientName,
      clientAddress: CLIENT.clientAddress,
      specialRequests: 'One dog.',
      status: 'confirmed',
      bookingReference: booked.bookingReference,
      slotId: slot.id,
      estimatedDuration: 120,
      canChange: true,
      changeableUntil: '2026-11-23T17:00:00.000Z',
      cutoffHours: 24,
      cancelReason: null,
      agreedTime: null,
    };
    expect(await shop.visitor.booking.getManaged({ token: booked.token })).toEqual(managed);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    const target = await slotOf(shop, LATER);
    await shop.admin.booking.move({ id: 1, slotId: target.id });
    const moved = { ...managed, date: LATER, slotId: target.id, changeableUntil: '2026-11-24T17:00:00.000Z' };
    expect(await shop.visitor.booking.getManaged({ token: booked.token })).toEqual(moved);
    for (const status of ['no-show', 'confirmed', 'cancelled'] as const) {
      await shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill', confirm: true });
      const isOpen = status === 'confirmed';
      expect(await shop.visitor.booking.getManaged({ token: booked.token })).toEqual({
        ...moved,
        status,
        canChange: isOpen,
        cancelReason: status === 'cancelled' ? 'Ill' : null,
      });
    }
  });

  test.each(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAA', '1', 'null', "' or 1=1 --"])('%j, which is none, is nothing', async (token) => {
    const { shop, slot } = await openWithBooking();
    const refusal = { code: 'NOT_FOUND', message: 'This booking link is not valid.' };
    await expect(shop.visitor.booking.getManaged({ token })).rejects.toMatchObject(refusal);
    await expect(shop.visitor.booking.moveManaged({ token, slotId: slot.id })).rejects.toMatchObject(refusal);
    await expect(shop.visitor.booking.cancelManaged({ token, reason: 'x' })).rejects.toMatchObject(refusal);
  });

  test('one who tries out links is stopped after thirty', async () => {
    const { shop, booked } = await openWithBooking({ isLimited: true });
    for (let i = 0; i < 30; i++)
      await expect(shop.visitor.booking.getManaged({ token: `${i}`.padStart(22, 'A') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.visitor.booking.getManaged({ token: booked.token })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('the client moves it to a free slot of its service, and the owner hears of it', async () => {
    const { shop, booked } = await openWithBooking();
    const target = await slotOf(shop, LATER, '08:00-10:00');
    for (let i = 0; i < 2; i++)
      expect(await shop.visitor.booking.moveManaged({ token: booked.token, slotId: target.id })).toMatchObject({
        date: LATER,
        slotId: target.id,
      });
    expect([await seatsAt(shop), await seatsAt(shop, LATER, '08:00-10:00')]).toEqual([0, 1]);
    expect(purposes(shop)).toEqual(['booking-confirmed', 'new-booking', 'booking-moved', 'booking-moved-by-client']);
    expect(verbs(shop)).toEqual(['booking.made by visitor', 'booking.moved by visitor']);
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ scheduledDate: '2026-11-25T15:00:00.000Z' });
    const other = await slotOf(shop, LATER, '08:00-10:00', 'commercial');
    await expect(shop.visitor.booking.moveManaged({ token: booked.token, slotId: other.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Residential Cleaning'),
    });
    await expect(shop.visitor.booking.moveManaged({ token: booked.token, slotId: 99_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the client cancels it without a reason, and no mail mentions one', async () => {
    const { shop, booked } = await openWithBooking();
    const cancelled = await shop.visitor.booking.cancelManaged({ token: booked.token });
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: null });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'The client cancelled the booking.',
    });
    const mails = shop.rows(outbox).filter(({ purpose }) => purpose.startsWith('booking-cancelled'));
    expect(mails).toHaveLength(2);
    for (const { body } of mails) expect(body).not.toMatch(/reason|null/i);
  });

  test('the client cancels it with a reason, once, and the owner hears of it', async () => {
    const { shop, booked } = await openWithBooking();
    const first = await shop.visitor.booking.cancelManaged({ token: booked.token, reason: 'We are away' });
    expect(first).toMatchObject({ status: 'cancelled', cancelReason: 'We are away', canChange: false });
    shop.clock.advance(10 * 1440);
    expect(await shop.visitor.booking.cancelManaged({ token: booked.token, reason: 'Again' })).toEqual(first);
    expect(await shop.admin.booking.get({ id: 1 })).toMatchObject({ cancelledBy: 'client', cancelReason: 'We are away' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status: 'cancelled', cancelReason: 'We are away' });
    expect(purposes(shop)).toEqual(['booking-confirmed', 'new-booking', 'booking-cancelled', 'booking-cancelled-by-client']);
    expect([verbs(shop), miscounted(shop), await seatsAt(shop)]).toEqual([
      ['booking.made by visitor', 'booking.cancelled by visitor'],
      [],
      0,
    ]);
  });

  test.each([
    [24, '2026-11-23T16:59:59.999Z', true],
    [24, '2026-11-23T17:00:00.000Z', false],
    [0, '2026-11-24T16:59:59.999Z', true],
    [0, '2026-11-24T17:00:00.000Z', false],
    [720, NOW, false],
  ])('with %i hours to go it may at %s be changed there: %s', async (manageCutoffHours, now, isAllowed) => {
    const { shop, booked } = await openWithBooking();
    const { id: slotId } = await slotOf(shop, LATER);
    await shop.admin.settings.save({ manageCutoffHours });
    shop.clock.at = new Date(now);
    const { token } = booked;
    expect(await shop.visitor.booking.getManaged({ token })).toMatchObject({ canChange: isAllowed, cutoffHours: manageCutoffHours });
    const move = shop.visitor.booking.moveManaged({ token, slotId });
    if (isAllowed) return expect(await move).toMatchObject({ slotId });
    const refusal = { code: 'CONFLICT', message: expect.stringContaining(company.phone.display) };
    await expect(move).rejects.toMatchObject(refusal);
    await expect(shop.visitor.booking.cancelManaged({ token, reason: 'Ill' })).rejects.toMatchObject(refusal);
    expect(rowOf(shop)).toMatchObject({ status: 'confirmed', slotId: booked.slotId });
  });

  test.each(['no-show', 'completed'] as const)('one that is %s is neither moved nor cancelled', async (status) => {
    const { shop, booked } = await openWithBooking();
    await shop.admin.booking.setStatus({ id: 1, status, confirm: true });
    const { token } = booked;
    await expect(shop.visitor.booking.moveManaged({ token, slotId: (await slotOf(shop, LATER)).id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(shop.visitor.booking.cancelManaged({ token, reason: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('two who race for one place: one has it, the other keeps their own', async ({ shop }) => {
    await shop.admin.settings.save({ slotCapacity: 1 });
    const mine = await bookSlot(shop, (await slotOf(shop, DAY, '08:00-10:00')).id);
    const yours = await bookSlot(shop, (await slotOf(shop, DAY, '10:00-12:00')).id);
    const { id: slotId } = await slotOf(shop, LATER);
    const outcomes = await Promise.allSettled([mine, yours].map(({ token }) => shop.visitor.booking.moveManaged({ token, slotId })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const rows = shop.rows(appointmentBookings);
    expect(rows.filter((row) => row.slotId === slotId)).toHaveLength(1);
    expect(rows.filter((row) => [mine.slotId, yours.slotId].includes(row.slotId))).toHaveLength(1);
    expect(miscounted(shop)).toEqual([]);
  });
});

describe('the work order of a booking', () => {
  const orderOf = (shop: Shop, id: number) => shop.admin.dispatch.getWorkOrder({ id });

  test('has the checklist of the service that the booking is moved to', async ({ shop }) => {
    const { id } = await bookSlot(shop, (await slotOf(shop)).id);
    const windows = await slotOf(shop, DAY, '12:00-14:00', 'window-cleaning');
    const before = (await orderOf(shop, 1)).jobComponents.map(({ component }) => component);
    await shop.admin.booking.move({ id, slotId: windows.id });
    const after = (await orderOf(shop, 1)).jobComponents.map(({ component }) => component);
    expect(after.length).toBeGreaterThan(0);
    expect(after).not.toEqual(before);
    // Components that the office added by hand are kept.
    const added = await shop.admin.dispatch.createJobComponent({ workOrderId: 1, component: 'Balcony' });
    await shop.admin.booking.move({ id, slotId: (await slotOf(shop, '2026-11-25')).id });
    expect((await orderOf(shop, 1)).jobComponents.map(({ component }) => component)).toEqual([...after, 'Balcony']);
    await shop.admin.booking.move({ id, slotId: windows.id });
    shop.db.$client.prepare('delete from job_components where id = ?').run(added.id);
    // One that was begun keeps what is ticked off.
    const [first] = (await orderOf(shop, 1)).jobComponents;
    await shop.admin.dispatch.setJobComponent({ id: first?.id ?? 0, isCompleted: true });
    await shop.admin.booking.move({ id, slotId: (await slotOf(shop)).id });
    expect((await orderOf(shop, 1)).jobComponents.map(({ component }) => component)).toEqual(after);
  });

  test('is called off where nobody was there', async ({ shop }) => {
    const { id } = await bookSlot(shop, (await slotOf(shop)).id);
    shop.clock.at = new Date('2026-11-24T20:00:00.000Z');
    await shop.admin.booking.setStatus({ id, status: 'no-show' });
    expect(await orderOf(shop, 1)).toMatchObject({ status: 'cancelled', cancelReason: 'The client was not there.' });
  });
});
