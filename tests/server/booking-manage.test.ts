import { describe, expect } from 'vitest';
import { appointmentBookings } from '../../db/schema';
import { BOOKING_STATUSES, BOOKING_TRANSITIONS, type BookingStatus } from '../../src/shared/booking';
import {
  bookingVerbs,
  bookSlot,
  countBookings,
  DAY,
  findBooking,
  LATER,
  mailPurposes,
  miscounted,
  openWithBooking,
  slotOf,
} from '../support/booking';
import type { Shop } from '../support/shop';
import { test as base } from '../support/shop-test';

const test = base.extend('opened', () => openWithBooking());

describe('the status of a booking', () => {
  test.each(
    BOOKING_STATUSES.flatMap((from) =>
      BOOKING_STATUSES.map((to): [BookingStatus, BookingStatus, boolean] => [from, to, BOOKING_TRANSITIONS[from].includes(to)]),
    ),
  )('changes from %s to %s: %s', async (from, to, isAllowed) => {
    const { shop } = await openWithBooking();
    const set = (status: BookingStatus) => shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill', confirm: true });
    if (from !== 'confirmed') await set(from);
    const before = { row: findBooking(shop), verbs: bookingVerbs(shop), seats: await countBookings(shop) };
    shop.clock.advance(1);
    if (from === to) {
      expect(await set(to)).toMatchObject({ status: from });
      expect({ row: findBooking(shop), verbs: bookingVerbs(shop), seats: await countBookings(shop) }).toEqual(before);
    } else if (isAllowed) {
      expect(await set(to)).toMatchObject({ status: to, updatedAt: '2026-11-20T20:01:00.000Z' });
      expect(await countBookings(shop)).toBe(to === 'cancelled' ? 0 : 1);
      expect(bookingVerbs(shop).at(-1)).toBe(`booking.${to} by admin`);
    } else {
      await expect(set(to)).rejects.toMatchObject({ code: 'CONFLICT', message: `A booking that is ${from} cannot become ${to}.` });
      expect({ row: findBooking(shop), verbs: bookingVerbs(shop), seats: await countBookings(shop) }).toEqual(before);
    }
    expect(miscounted(shop)).toEqual([]);
  });

  test('needs a reason to become cancelled, frees the place, cancels the job and notifies the client once', async ({
    opened: { shop, slot },
  }) => {
    for (const reason of [undefined, null, ' '])
      await expect(shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'reason', message: expect.any(String) }] },
      });
    expect(findBooking(shop)).toMatchObject({ status: 'confirmed', cancelReason: null });
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    const cancelled = { status: 'cancelled', cancelReason: 'Flooded street', cancelledBy: 'office' };
    for (let i = 0; i < 2; i++)
      expect(await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Flooded street' })).toMatchObject(cancelled);
    expect(topics.sort()).toEqual(['booking', 'dispatch', 'messages']);
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status: 'cancelled', cancelReason: 'Flooded street' });
    expect(mailPurposes(shop)).toEqual(['booking-confirmed', 'new-booking', 'booking-cancelled']);
    await bookSlot(shop, slot.id);
    await bookSlot(shop, slot.id);
    expect(await countBookings(shop)).toBe(2);
  });

  test('cannot become cancelled once the job is completed', async ({ opened: { shop } }) => {
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status, confirm: true });
    // As earlier versions left a booking that was set back to confirmed.
    shop.db.update(appointmentBookings).set({ status: 'confirmed' }).run();
    await expect(shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status: 'completed', cancelReason: null });
    expect(await countBookings(shop)).toBe(1);
  });

  test('rejects an unknown status or booking', async ({ opened: { shop } }) => {
    await expect(shop.admin.booking.setStatus({ id: 1, status: 'lost' as 'completed' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(shop.admin.booking.setStatus({ id: 2, status: 'completed' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a booking moved by the office', () => {
  test('takes its place and job to the new slot and notifies the client', async ({ opened: { shop, slot } }) => {
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
    expect([await countBookings(shop), await countBookings(shop, LATER, '16:00-18:00', 'window-cleaning')]).toEqual([0, 1]);
    expect(findBooking(shop)).toMatchObject({ calendarSequence: 1 });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({
      scheduledDate: '2026-11-25T23:00:00.000Z',
      serviceType: 'window-cleaning',
      status: 'scheduled',
    });
    expect(mailPurposes(shop)).toEqual(['booking-confirmed', 'new-booking', 'booking-moved']);
    expect(bookingVerbs(shop)).toEqual(['booking.made by visitor', 'booking.moved by admin']);
    expect(await shop.admin.booking.move({ id: 1, slotId: target.id })).toEqual(moved);
    await shop.admin.booking.move({ id: 1, slotId: slot.id });
    expect([await countBookings(shop), findBooking(shop)?.calendarSequence, mailPurposes(shop).length]).toEqual([1, 2, 4]);
  });

  test('is rejected once the job has started', async ({ opened: { shop } }) => {
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    await expect(shop.admin.booking.move({ id: 1, slotId: (await slotOf(shop, LATER)).id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The job of this booking is under way, so it cannot be moved.',
    });
    expect(await countBookings(shop)).toBe(1);
  });

  test('keeps its slot when the new one has no place', async ({ opened: { shop, slot } }) => {
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
    expect(findBooking(shop)).toMatchObject({ slotId: slot.id, calendarSequence: 0 });
    expect([await countBookings(shop), await countBookings(shop, LATER), miscounted(shop)]).toEqual([1, 2, []]);
  });

  test('can change service within its own fully booked window, which its calendar offers', async ({ opened: { shop } }) => {
    await shop.admin.settings.save({ crewCap: 1 });
    const offers = async (bookingId?: number) => {
      const [day] = (await shop.admin.booking.calendar({ from: DAY, days: 1, bookingId })).days;
      return day?.slots.filter(({ timeSlot, isAvailable }) => timeSlot === '10:00-12:00' && isAvailable).length;
    };
    expect([await offers(), await offers(1)]).toEqual([0, 5]);
    await shop.admin.booking.move({ id: 1, slotId: (await slotOf(shop, DAY, '10:00-12:00', 'commercial')).id });
    expect(findBooking(shop)).toMatchObject({ serviceType: 'commercial' });
  });

  test.each(['cancelled', 'no-show', 'completed'] as const)('is rejected when it is %s', async (status) => {
    const { shop, slot, booked } = await openWithBooking();
    await shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill', confirm: true });
    const refusal = { code: 'CONFLICT', message: `A booking that is ${status} cannot be moved.` };
    for (const slotId of [slot.id, (await slotOf(shop, LATER)).id]) {
      await expect(shop.admin.booking.move({ id: 1, slotId })).rejects.toMatchObject(refusal);
      await expect(shop.visitor.booking.moveManaged({ token: booked.token, slotId })).rejects.toMatchObject(refusal);
    }
  });
});

describe('the work order of a booking', () => {
  const orderOf = (shop: Shop, id: number) => shop.admin.dispatch.getWorkOrder({ id });

  test('gets the checklist of the new service when the booking moves', async ({ shop }) => {
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

  test('is cancelled when the client was not there', async ({ shop }) => {
    const { id } = await bookSlot(shop, (await slotOf(shop)).id);
    shop.clock.at = new Date('2026-11-24T20:00:00.000Z');
    await shop.admin.booking.setStatus({ id, status: 'no-show' });
    expect(await orderOf(shop, 1)).toMatchObject({ status: 'cancelled', cancelReason: 'The client was not there.' });
  });
});
