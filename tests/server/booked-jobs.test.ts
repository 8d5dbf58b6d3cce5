import { test as base, describe, expect } from 'vitest';
import { appointmentBookings, outbox } from '../../db/schema';
import { expectSound } from '../support/booked-job';
import { bookSlot, calendarFile, DAY, slotOf } from '../support/booking';
import { addMember, phoneOf } from '../support/field';
import { openShop, type Shop } from '../support/shop';

const test = base.extend('opened', () => openWithJob());

const mailOf = (shop: Shop) => shop.rows(outbox).map(({ purpose, to }) => `${purpose} to ${to}`);
const fileOf = (shop: Shop, purpose: string): string =>
  calendarFile(
    shop,
    shop.rows(outbox).find((row) => row.purpose === purpose),
  );
const seatsAt = async (shop: Shop, ...slot: Parameters<typeof slotOf> extends [Shop, ...infer Rest] ? Rest : never) =>
  (await slotOf(shop, ...slot)).currentBookings;

/** A shop with one booking, of Tuesday at ten, whose job Dee has. Only what is written from now on is in the outbox. */
async function openWithJob() {
  const shop = openShop();
  addMember(shop);
  const booked = await bookSlot(shop, (await slotOf(shop)).id);
  await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1, estimatedArrival: '2026-11-24T17:05:00.000Z' });
  shop.db.delete(outbox).run();
  const { dispatch, booking } = shop.admin;
  return { shop, dispatch, booking, booked };
}
const complete = (shop: Shop) => async () => {
  for (const status of ['in-progress', 'completed'] as const)
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status, confirm: true });
};
async function completeByPhone(shop: Shop): Promise<void> {
  const dee = phoneOf(shop, 1);
  await dee.field.respond({ id: 1, accepted: true, teamMemberId: 1 });
  shop.clock.at = new Date('2026-11-24T16:30:00.000Z');
  for (const status of ['enroute', 'onsite', 'complete'] as const) await dee.field.setStatus({ id: 1, status, teamMemberId: 1 });
}
async function completeByBoard(shop: Shop): Promise<void> {
  for (const status of ['accepted', 'dispatched', 'arrived', 'completed'] as const)
    await shop.admin.dispatch.setAssignmentStatus({ id: 1, status, confirm: true });
}

describe('a booking and its job', () => {
  test('are cancelled together, which frees the place and notifies the client and the member', async ({
    opened: { shop, dispatch, booking },
  }) => {
    await dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Our van broke down' });
    expect(await booking.get({ id: 1 })).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'office',
      cancelReason: 'Our van broke down',
      workOrderId: 1,
    });
    expect(await seatsAt(shop)).toBe(0);
    expect(mailOf(shop)).toEqual(['job-withdrawn to dee@example.com', 'booking-cancelled to maria@example.com']);
    expect(shop.rows(outbox)[1]?.body).toContain('Reason: Our van broke down');
    expect(await booking.toConvert({})).toMatchObject({ rows: [] });
    expectSound(shop);
  });
  test('are cancelled together without a mail to the client if the office prefers that', async ({ opened: { shop, dispatch } }) => {
    await dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Double', notifyClient: false });
    expect(mailOf(shop)).toEqual(['job-withdrawn to dee@example.com']);
  });
  test('move together if the new time is a window with a place', async ({ opened: { shop, dispatch, booking, booked } }) => {
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-25T21:00:00.000Z' });
    expect(await booking.get({ id: 1 })).toMatchObject({ date: '2026-11-25', timeSlot: '14:00-16:00', agreedTime: null });
    expect([await seatsAt(shop), await seatsAt(shop, '2026-11-25', '14:00-16:00')]).toEqual([0, 1]);
    expect(mailOf(shop)).toEqual([
      'job-moved to dee@example.com',
      'booking-moved to maria@example.com',
      'visit_reminder to maria@example.com',
      'visit_reminder to maria@example.com',
    ]);
    const entry = fileOf(shop, 'booking-moved');
    expect(entry).toContain('SEQUENCE:1');
    expect(entry).toContain('DTSTART:20261125T210000Z');
    expect(await shop.visitor.booking.getManaged({ token: booked.token })).toMatchObject({ date: '2026-11-25', timeSlot: '14:00-16:00' });
    expect((await dispatch.listAssignments({})).rows).toMatchObject([{ status: 'assigned', estimatedArrival: null }]);
    expectSound(shop);
  });
  test.each([
    ['between two windows', '2026-11-25T20:30:00.000Z', async () => undefined],
    ['in a window that is closed', '2026-11-25T21:00:00.000Z', (shop: Shop) => shop.admin.booking.closeDay({ date: '2026-11-25' })],
    ['at night', '2026-11-26T06:00:00.000Z', async () => undefined],
  ])('stay linked when the new time is %s, which the client sees', async (_where, scheduledDate, prepare) => {
    const { shop, dispatch, booking, booked } = await openWithJob();
    await prepare(shop);
    await dispatch.updateWorkOrder({ id: 1, scheduledDate, confirm: true });
    expect(await booking.get({ id: 1 })).toMatchObject({ date: DAY, timeSlot: '10:00-12:00', agreedTime: scheduledDate, workOrderId: 1 });
    expect(await seatsAt(shop)).toBe(1);
    expect(await shop.visitor.booking.getManaged({ token: booked.token })).toMatchObject({ agreedTime: scheduledDate });
    const moved = shop.rows(outbox).findLast(({ purpose }) => purpose === 'booking-moved');
    expect(moved).toMatchObject({ to: 'maria@example.com' });
    expect(calendarFile(shop, moved)).toContain(`DTSTART:${scheduledDate.replace(/[-:]|\.000/g, '')}`);
    expectSound(shop);
    // Back in its window, nothing is agreed on beside it any more.
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-24T17:00:00.000Z', notifyClient: false });
    expect(await booking.get({ id: 1 })).toMatchObject({ agreedTime: null });
  });
  test('move into the past without a message to the client, so that a record can be corrected', async ({
    opened: { shop, dispatch, booking },
  }) => {
    const edit = { id: 1, scheduledDate: '2026-11-03T18:30:00.000Z', notifyClient: true };
    await dispatch.updateWorkOrder(edit);
    expect(await booking.get({ id: 1 })).toMatchObject({ agreedTime: edit.scheduledDate });
    await dispatch.updateWorkOrder({ ...edit, scheduledDate: '2026-11-03T11:00:00.000Z' });
    expect(new Set(mailOf(shop))).toEqual(new Set(['job-moved to dee@example.com']));
  });
  test('warn the office of a window without a place, in which the booking gets none', async ({ opened: { shop, dispatch } }) => {
    const move = async (scheduledDate: string) => (await dispatch.updateWorkOrder({ id: 1, scheduledDate, confirm: true })).warnings;
    await slotOf(shop, '2026-11-25');
    shop.db.$client.exec("update appointment_slots set max_bookings = 1, current_bookings = 1 where date = '2026-11-25'");
    expect(await move('2026-11-25T20:30:00.000Z')).toEqual([]);
    expect(await move('2026-11-25T21:00:00.000Z')).toEqual([
      'This time window is fully booked. The booking keeps its place on Nov 24, and the client sees the new time.',
    ]);
    await shop.admin.booking.closeDay({ date: '2026-11-26' });
    expect(await move('2026-11-26T21:00:00.000Z')).toEqual([
      'We are closed on this day. The booking keeps its place on Nov 24, and the client sees the new time.',
    ]);
    expect(await move('2026-11-27T21:00:00.000Z')).toEqual([]);
  });
  test.each([
    ['has begun', '2026-11-20T17:00:00.000Z', 0],
    ['is over', '2026-11-25T21:00:00.000Z', 6],
  ])('warn the office of no window that %s, since a record is corrected then', async (_state, scheduledDate, daysLater) => {
    const { shop, dispatch } = await openWithJob();
    await slotOf(shop, '2026-11-25');
    shop.clock.advance(daysLater * 1440);
    expect(await dispatch.updateWorkOrder({ id: 1, scheduledDate })).toMatchObject({ warnings: [] });
  });
  test('stay unchanged when other details of the job change', async ({ opened: { shop, dispatch } }) => {
    await dispatch.updateWorkOrder({ id: 1, priority: 'high', estimatedDuration: 90 });
    expect(mailOf(shop)).toEqual([]);
  });
  test('are restored together when a no-show is corrected', async ({ opened: { shop, dispatch, booking } }) => {
    await booking.setStatus({ id: 1, status: 'no-show' });
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status: 'cancelled' });
    await booking.setStatus({ id: 1, status: 'confirmed' });
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status: 'scheduled', cancelReason: null });
    expect(await booking.get({ id: 1 })).toMatchObject({ workOrderId: 1, isWorkOrderCancelled: false });
    expect((await dispatch.unassigned({})).rows).toHaveLength(1);
    expectSound(shop);
  });
  test('get a new job when the old one is cancelled', async ({ opened: { shop, booking } }) => {
    await booking.setStatus({ id: 1, status: 'no-show' });
    shop.db.$client.exec('delete from work_orders');
    await booking.setStatus({ id: 1, status: 'confirmed' });
    expect(await booking.get({ id: 1 })).toMatchObject({ workOrderId: 2 });
  });
  test.each([
    ['in the office', (shop: Shop) => complete(shop)(), 'completed'],
    ['on the board', completeByBoard, 'completed'],
    ['on the phone', completeByPhone, 'complete'],
    ['by its booking', (shop: Shop) => shop.admin.booking.setStatus({ id: 1, status: 'completed', confirm: true }), 'completed'],
  ])('complete together with the same times, %s', async (_where, finish, status) => {
    const { shop, dispatch, booking } = await openWithJob();
    await finish(shop);
    const now = shop.clock.now().toISOString();
    expect(await booking.get({ id: 1 })).toMatchObject({ status: 'completed' });
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status, completedDate: now, finalizedDate: null });
    expect((await dispatch.listAssignments({})).rows).toMatchObject([{ status: 'completed' }]);
    expect(mailOf(shop).filter((line) => line.startsWith('job-done'))).toEqual(['job-done to maria@example.com']);
    await expect(booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expectSound(shop);
  });
  test('cannot be cancelled by the client once the work is done', async ({ opened: { shop, booked } }) => {
    await complete(shop)();
    // As earlier versions left a booking that was set back to confirmed.
    shop.db.update(appointmentBookings).set({ status: 'confirmed' }).run();
    await expect(shop.visitor.booking.cancelManaged({ token: booked.token, reason: null })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The job of this booking is done, so it cannot be cancelled.',
    });
  });
});

describe('"Complete Work"', () => {
  const start = async () => {
    const opened = await openWithJob();
    await opened.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    opened.shop.clock.advance(120);
    return opened;
  };
  test('cannot be undone once the mail was sent, or later', async () => {
    const { shop, dispatch } = await start();
    await expect(dispatch.undoCompletion({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    await dispatch.setWorkOrderStatus({ id: 1, status: 'completed', confirm: true });
    shop.db.update(outbox).set({ status: 'sent', attempts: 1 }).run();
    await expect(dispatch.undoCompletion({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT', message: 'This can no longer be undone.' });
    shop.db.update(outbox).set({ status: 'queued', attempts: 0 }).run();
    shop.clock.advance(1);
    await expect(dispatch.undoCompletion({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
