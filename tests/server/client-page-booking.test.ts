import { describe, expect, test } from 'vitest';
import { appointmentBookings, clients, workOrders } from '../../db/schema';
import { message, slotOf } from '../support/booking';
import { MARIA } from '../support/dispatch';
import { openShop } from '../support/shop';

const REFERENCE = 'SPC-1795204800000-AB3DE';
type Job = { serviceType?: string; totalAmount?: string; addressId?: number };

/** Opens the page of a client with a finished job. An earlier client has the same e-mail address. */
async function openWithFinished(job: Job = {}, more: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(more);
  const { admin } = shop;
  await admin.clients.create({ ...MARIA, name: 'Luis Santos' });
  await admin.clients.create(MARIA);
  await admin.clients.addAddress({ clientId: 2, label: 'Cottage', address: '2 Lake Rd' });
  const { id } = await admin.dispatch.createWorkOrder({
    ...{ clientId: 2, serviceType: 'residential', scheduledDate: '2026-11-19T17:00:00.000Z', estimatedDuration: 90, ...job },
  });
  for (const status of ['in-progress', 'completed'] as const) await admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
  return { shop, id, portal: shop.client(2).portal };
}

describe('booking again', () => {
  test('offers the service, address and price of the last visit with the next free windows', async () => {
    const { shop, id, portal } = await openWithFinished({ totalAmount: '149.00', addressId: 1 });
    expect((await portal.home()).canBookAgain).toBe(true);
    const options = await portal.bookAgainOptions({});
    expect(options).toMatchObject({
      workOrderId: id,
      serviceType: 'residential',
      serviceName: 'Residential Cleaning',
      address: '2 Lake Rd',
      price: '149.00',
    });
    expect(options.slots).toHaveLength(6);
    const { date, timeSlot, slotId, label } = options.slots[0] ?? { date: '', timeSlot: '08:00-10:00', slotId: 0, label: '' };
    expect(slotId).toBe((await slotOf(shop, date, timeSlot)).id);
    expect(label).toMatch(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, .*[ap]\.m\.$/);
  });
  test('is a normal booking of this client, with its job and mail, and a repeat returns it', async () => {
    const { shop, id, portal } = await openWithFinished({ totalAmount: '149.00', addressId: 1 });
    const { slots } = await portal.bookAgainOptions({ workOrderId: id });
    const input = { workOrderId: id, slotId: slots[0]?.slotId ?? 0, bookingReference: REFERENCE };
    const booked = await portal.bookAgain(input);
    expect(booked).toEqual({ bookingReference: REFERENCE, date: slots[0]?.date, timeSlot: slots[0]?.timeSlot });
    expect(await portal.bookAgain(input)).toEqual(booked);
    expect(shop.rows(appointmentBookings)).toMatchObject([
      { clientId: 2, clientName: 'Maria Santos', clientAddress: '2 Lake Rd', totalAmountCents: 14_900, estimatedDuration: 90 },
    ]);
    expect(shop.rows(workOrders).slice(1)).toMatchObject([{ clientId: 2, addressId: 1, serviceType: 'residential' }]);
    expect(message(shop, 'booking-confirmed')).toHaveLength(1);
    expect((await portal.home()).nextVisit?.manageUrl).toMatch(/\/manage\//);
    expect(shop.rows(clients)).toHaveLength(2);
  });
  test('is 409 for a full window, 404 for an unknown one and 422 for a reference of another booking', async () => {
    const { shop, id, portal } = await openWithFinished();
    const full = await slotOf(shop, '2026-11-24', '10:00-12:00');
    await shop.admin.booking.changeSlots({ date: '2026-11-24', timeSlot: '10:00-12:00', maxBookings: 0 });
    const input = { workOrderId: id, slotId: full.id, bookingReference: REFERENCE };
    await expect(portal.bookAgain(input)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(portal.bookAgain({ ...input, slotId: 99_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const other = await slotOf(shop, '2026-11-24', '12:00-14:00');
    await portal.bookAgain({ ...input, slotId: other.id });
    const third = await slotOf(shop, '2026-11-24', '14:00-16:00');
    await expect(portal.bookAgain({ ...input, slotId: third.id })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(shop.rows(appointmentBookings)).toHaveLength(1);
  });
  test('shows no price that is not known and needs a service that is booked online', async () => {
    const { portal } = await openWithFinished();
    expect((await portal.bookAgainOptions({})).price).toBeNull();
    const other = await openWithFinished({ serviceType: 'snow-removal' });
    expect((await other.portal.home()).canBookAgain).toBe(false);
    await expect(other.portal.bookAgainOptions({})).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(openShop().client(1).portal.bookAgainOptions({})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('needs a phone number, which every booking has', async () => {
    const { shop, id, portal } = await openWithFinished();
    const { slots } = await portal.bookAgainOptions({});
    await shop.admin.clients.update({ ...MARIA, id: 2, phone: null, notes: null, isActive: true });
    await expect(portal.bookAgain({ workOrderId: id, slotId: slots[0]?.slotId ?? 0 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(shop.rows(appointmentBookings)).toEqual([]);
  });
});
