import { describe, expect } from 'vitest';
import { appointmentBookings, outbox } from '../../db/schema';
import { company } from '../../src/shared/company';
import {
  bookingVerbs,
  bookSlot,
  CLIENT,
  countBookings,
  DAY,
  findBooking,
  LATER,
  mailPurposes,
  miscounted,
  openWithBooking,
  slotOf,
} from '../support/booking';
import { test } from '../support/shop-test';

const NOW = '2026-11-20T20:00:00.000Z';

describe('the manage link of a booking', () => {
  test('shows the booking as it is now, and nothing of other clients', async () => {
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
      deposit: null,
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

  test.each(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAA', '1', 'null', "' or 1=1 --"])('is not found for %j', async (token) => {
    const { shop, slot } = await openWithBooking();
    const refusal = { code: 'NOT_FOUND', message: 'This booking link is not valid.' };
    await expect(shop.visitor.booking.getManaged({ token })).rejects.toMatchObject(refusal);
    await expect(shop.visitor.booking.moveManaged({ token, slotId: slot.id })).rejects.toMatchObject(refusal);
    await expect(shop.visitor.booking.cancelManaged({ token, reason: 'x' })).rejects.toMatchObject(refusal);
  });

  test('blocks a visitor who tries more than thirty links', async () => {
    const { shop, booked } = await openWithBooking({ isLimited: true });
    for (let i = 0; i < 30; i++)
      await expect(shop.visitor.booking.getManaged({ token: `${i}`.padStart(22, 'A') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.visitor.booking.getManaged({ token: booked.token })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('moves the booking to a free slot of its service and notifies the owner', async () => {
    const { shop, booked } = await openWithBooking();
    const target = await slotOf(shop, LATER, '08:00-10:00');
    for (let i = 0; i < 2; i++)
      expect(await shop.visitor.booking.moveManaged({ token: booked.token, slotId: target.id })).toMatchObject({
        date: LATER,
        slotId: target.id,
      });
    expect([await countBookings(shop), await countBookings(shop, LATER, '08:00-10:00')]).toEqual([0, 1]);
    expect(mailPurposes(shop)).toEqual(['booking-confirmed', 'new-booking', 'booking-moved', 'booking-moved-by-client']);
    expect(bookingVerbs(shop)).toEqual(['booking.made by visitor', 'booking.moved by visitor']);
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ scheduledDate: '2026-11-25T15:00:00.000Z' });
    const other = await slotOf(shop, LATER, '08:00-10:00', 'commercial');
    await expect(shop.visitor.booking.moveManaged({ token: booked.token, slotId: other.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Residential Cleaning'),
    });
    await expect(shop.visitor.booking.moveManaged({ token: booked.token, slotId: 99_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('cancels without a reason, which no mail mentions', async () => {
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

  test('cancels once with a reason and notifies the owner', async () => {
    const { shop, booked } = await openWithBooking();
    const first = await shop.visitor.booking.cancelManaged({ token: booked.token, reason: 'We are away' });
    expect(first).toMatchObject({ status: 'cancelled', cancelReason: 'We are away', canChange: false });
    shop.clock.advance(10 * 1440);
    expect(await shop.visitor.booking.cancelManaged({ token: booked.token, reason: 'Again' })).toEqual(first);
    expect(await shop.admin.booking.get({ id: 1 })).toMatchObject({ cancelledBy: 'client', cancelReason: 'We are away' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status: 'cancelled', cancelReason: 'We are away' });
    expect(mailPurposes(shop)).toEqual(['booking-confirmed', 'new-booking', 'booking-cancelled', 'booking-cancelled-by-client']);
    expect([bookingVerbs(shop), miscounted(shop), await countBookings(shop)]).toEqual([
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
  ])('with a cut-off of %i hours allows changes at %s: %s', async (manageCutoffHours, now, isAllowed) => {
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
    expect(findBooking(shop)).toMatchObject({ status: 'confirmed', slotId: booked.slotId });
  });

  test.each(['no-show', 'completed'] as const)('rejects moving or cancelling a booking that is %s', async (status) => {
    const { shop, booked } = await openWithBooking();
    await shop.admin.booking.setStatus({ id: 1, status, confirm: true });
    const { token } = booked;
    await expect(shop.visitor.booking.moveManaged({ token, slotId: (await slotOf(shop, LATER)).id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(shop.visitor.booking.cancelManaged({ token, reason: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('gives the last place to one of two clients, and the other keeps theirs', async ({ shop }) => {
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
