import { describe, expect } from 'vitest';
import { clients, jobComponents, outbox } from '../../db/schema';
import { bookings, bookSlot, CLIENT, DAY, orders, slotOf } from '../support/booking';
import { draftOfJob } from '../support/invoices';
import { test } from '../support/shop-test';

describe('the work order of a booking', () => {
  test('is planned for the window, with the request, the components of the service, and a link to the booking', async ({ shop }) => {
    const { id: slotId } = await slotOf(shop, DAY, '14:00-16:00', 'carpet-cleaning');
    await bookSlot(shop, slotId, { specialRequests: 'Stairs too.', estimatedDuration: 0, totalAmount: '99' });
    const order = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    expect(order).toMatchObject({
      clientId: 1,
      serviceType: 'carpet-cleaning',
      description: 'Stairs too.',
      status: 'scheduled',
      priority: 'medium',
      scheduledDate: '2026-11-24T21:00:00.000Z',
      estimatedDuration: 120,
      totalAmount: null,
      notes: null,
      client: { name: CLIENT.clientName, email: CLIENT.clientEmail, phone: CLIENT.clientPhone, address: CLIENT.clientAddress },
    });
    expect(order.jobComponents.map((component) => component.estimatedTime)).toEqual([30, 120, 20]);
    expect(orders(shop)).toHaveLength(1);
    expect(bookings(shop)).toMatchObject([{ id: 1, workOrderId: 1, clientId: 1 }]);
  });

  test('matches the client by e-mail, or by phone and name, however written, and goes to the typed address', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: '10:00-12:00', maxBookings: 9 });
    await bookSlot(shop, id);
    await bookSlot(shop, id, { clientEmail: 'MARIA@example.com', clientName: 'M. S.', clientAddress: '99 Elsewhere Rd' });
    await bookSlot(shop, id, { clientEmail: 'second@example.com' });
    await bookSlot(shop, id, { clientEmail: 'third@example.com', clientName: ' maría  SANTOS', clientPhone: '+1 250.555.0133' });
    await bookSlot(shop, id, { clientEmail: 'jon@example.com', clientName: 'Jon Park', clientPhone: '250-555-0199' });
    expect(bookings(shop).map((row) => row.clientId)).toEqual([1, 1, 1, 1, 2]);
    expect(orders(shop).map((row) => row.notes)).toEqual([null, null, null, null, null]);
    expect((await shop.admin.clients.get({ id: 1 })).addresses).toMatchObject([{ label: 'From a booking', address: '99 Elsewhere Rd' }]);
    expect((await shop.admin.dispatch.getWorkOrder({ id: 2 })).client.address).toBe('99 Elsewhere Rd');
    expect((await shop.admin.dispatch.getWorkOrder({ id: 3 })).client.address).toBe((await shop.admin.clients.get({ id: 1 })).address);
  });

  test('creates a client when only the phone matches, who gets the mails and the invoice', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await bookSlot(shop, id);
    await bookSlot(shop, id, { clientName: 'Kim Park', clientEmail: 'kim@example.com' });
    expect(bookings(shop).map((row) => row.clientId)).toEqual([1, 2]);
    const toKim = shop.rows(outbox).filter(({ to }) => to === 'kim@example.com');
    expect(toKim.map(({ purpose }) => purpose)).toEqual(['visit_reminder', 'visit_reminder', 'booking-confirmed']);
  });

  test('sends its mails and its invoice to the address given in the booking', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await bookSlot(shop, id);
    await bookSlot(shop, id, { clientEmail: 'work@example.com' });
    expect(bookings(shop).map((row) => row.clientId)).toEqual([1, 1]);
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: 2, status, confirm: true });
    expect(shop.rows(outbox).at(-1)).toMatchObject({ purpose: 'job-done', to: 'work@example.com' });
    expect(await draftOfJob(shop, { workOrderId: 2 })).toMatchObject({ customerEmail: 'work@example.com' });
  });

  test('matches no client by an invalid phone number', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await bookSlot(shop, id, { clientPhone: '-' });
    await bookSlot(shop, id, { clientPhone: '( )', clientEmail: 'jon@example.com' });
    expect(bookings(shop).map((row) => row.clientId)).toEqual([1, 2]);
  });

  test('is created once by hand if the owner prefers that, however often it is requested', async ({ shop }) => {
    await shop.admin.settings.save({ createWorkOrders: false });
    await bookSlot(shop, (await slotOf(shop)).id);
    expect([orders(shop), shop.rows(clients)]).toEqual([[], []]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.admin.booking.createWorkOrder({ id: 1 })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ id: 1, workOrderId: 1, clientId: 1 });
    expect(orders(shop)).toHaveLength(1);
    expect(shop.rows(jobComponents)).toHaveLength(4);
  });

  test('is rejected a second time by the database itself', async ({ shop }) => {
    await bookSlot(shop, (await slotOf(shop)).id);
    await bookSlot(shop, (await slotOf(shop)).id);
    expect(() => shop.db.$client.prepare('update appointment_bookings set work_order_id = 1').run()).toThrow(
      /UNIQUE.*appointment_bookings\.work_order_id/,
    );
  });

  test('is not created for a cancelled or unknown booking', async ({ shop }) => {
    await shop.admin.settings.save({ createWorkOrders: false });
    await bookSlot(shop, (await slotOf(shop)).id);
    await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' });
    await expect(shop.admin.booking.createWorkOrder({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(shop.admin.booking.createWorkOrder({ id: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(orders(shop)).toEqual([]);
  });
});
