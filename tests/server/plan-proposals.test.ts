import { describe, expect, test } from 'vitest';
import { appointmentBookings, plans, workOrders } from '../../db/schema';
import { MAX_ADDRESSES } from '../../src/shared/clients';
import { bookSlot, slotOf } from '../support/booking';
import { MARIA } from '../support/dispatch';
import { addMember } from '../support/field';
import { listVisits } from '../support/plans';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

/** Opens a shop with a booking on Tuesday, 2026-11-24 at 10 that asks for a frequency. */
async function openWithProposal({ frequency = 'week' as 'once' | 'week' | '2weeks' | '4weeks', settings = {}, booking = {} } = {}) {
  const shop = openShop();
  await shop.admin.settings.save({ planDiscounts: { week: 10, '2weeks': 7.5, '4weeks': 0 }, ...settings });
  const slot = await slotOf(shop, '2026-11-24', '10:00-12:00');
  const booked = await bookSlot(shop, slot.id, { frequency, ...booking });
  return { shop, booked };
}

const BOOKED_BY = { clientName: MARIA.name, clientPhone: MARIA.phone };

describe('a booking with a frequency', () => {
  test('shows its proposal on the page of its client, unless another person of the home booked it', async () => {
    for (const [clientEmail, shown] of [
      ['maria@example.com', 1],
      ['another.santos@example.com', 0],
    ] as const) {
      const shop = openShop();
      await shop.admin.clients.create(MARIA);
      await bookSlot(shop, (await slotOf(shop, '2026-11-24', '10:00-12:00')).id, { ...BOOKED_BY, clientEmail, frequency: 'week' });
      const { portal } = shop.client(1);
      expect(shop.rows(plans)).toMatchObject([{ clientId: 1, status: 'proposed' }]);
      expect((await portal.plans()).rows).toHaveLength(shown);
      if (shown === 0)
        await expect(portal.requestPlanChange({ planId: 1, text: 'Later, please.' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await shop.admin.plans.accept({ id: 1 });
      expect((await portal.plans()).rows).toHaveLength(1);
    }
  });
  test('books its first visit and leaves a proposal with the discount', async () => {
    const { shop } = await openWithProposal({ frequency: '2weeks', booking: { specialRequests: 'One dog' } });
    const { rows } = await shop.admin.plans.list({ status: 'proposed' });
    expect(rows).toMatchObject([
      {
        id: 1,
        clientId: 1,
        status: 'proposed',
        bookingId: 1,
        rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
        words: 'Every second Tuesday at 10:00 a.m.',
        startDate: '2026-11-24',
        startTime: '10:00',
        minutes: 120,
        price: null,
        discountPercent: 7.5,
        notes: 'One dog',
        serviceType: 'residential',
      },
    ]);
    expect(shop.rows(workOrders)).toMatchObject([{ planId: null }]);
    expect(shop.rows(appointmentBookings)).toMatchObject([{ planId: 1, frequency: '2weeks' }]);
    expect(await listVisits(shop)).toEqual([]);
  });

  test('notes its address on the proposal and its visits if the client has no room for another', async () => {
    const shop = openShop();
    await shop.admin.clients.create(MARIA);
    for (let place = 1; place <= MAX_ADDRESSES; place++) insertRow(shop.db, 'client_addresses', { address: `${place} Lake Rd` });
    const slot = await slotOf(shop, '2026-11-24', '10:00-12:00');
    const details = { clientAddress: '99 Battle St, Kamloops', specialRequests: 'One dog', frequency: 'week' };
    await bookSlot(shop, slot.id, { ...BOOKED_BY, clientEmail: MARIA.email, ...details });
    const notes = 'One dog\nAddress on the booking: 99 Battle St, Kamloops';
    expect(shop.rows(plans)).toMatchObject([{ clientId: 1, addressId: null, notes }]);
    await shop.admin.plans.accept({ id: 1 });
    expect(shop.rows(workOrders).every((order) => order.notes?.endsWith('Address on the booking: 99 Battle St, Kamloops'))).toBe(true);
  });

  test('leaves no plan if it is booked once, the default', async () => {
    const { shop } = await openWithProposal({ frequency: 'once' });
    const other = await slotOf(shop, '2026-11-25', '10:00-12:00');
    await bookSlot(shop, other.id);
    expect(shop.rows(plans)).toEqual([]);
  });

  test('takes the price before the discount from the price book', async () => {
    const shop = openShop();
    await shop.admin.settings.save({ planDiscounts: { week: 10, '2weeks': 0, '4weeks': 0 } });
    await shop.admin.pricing.saveItem({ serviceType: 'residential', name: 'Bedroom', unit: 'bedroom', price: '60.00', minutes: 30 });
    const slot = await slotOf(shop, '2026-11-24', '10:00-12:00');
    await bookSlot(shop, slot.id, { frequency: 'week', estimate: { bedrooms: 2 } });
    expect(await shop.admin.plans.get({ id: 1 })).toMatchObject({ price: '120.00', discountPercent: 10, monthlyValue: '468.00' });
  });
});

describe('accepting a proposal', () => {
  test('makes the job of the booking the first visit, with price and crew', async () => {
    const { shop } = await openWithProposal();
    const plan = await shop.admin.plans.accept({ id: 1, price: '140.00', crewSize: 2 });
    expect(plan).toMatchObject({ status: 'active', price: '140.00', crewSize: 2, discountPercent: 10, nextVisit: '2026-11-24' });
    expect(plan.visits).toHaveLength(6);
    expect(plan.visits?.[0]).toEqual({ date: '2026-11-24', on: '2026-11-24', status: 'planned', workOrderId: 1, overbooked: false });
    const orders = shop.rows(workOrders);
    expect(orders).toHaveLength(6);
    expect(orders[0]).toMatchObject({
      planId: 1,
      planDate: '2026-11-24',
      totalAmountCents: 14000,
      discountPercent: 10,
      crewSize: 2,
      detached: false,
    });
    expect(orders[1]).toMatchObject({ planId: 1, planDate: '2026-12-01', totalAmountCents: 14000, crewSize: 2 });
    await expect(shop.admin.plans.accept({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This plan was accepted already.',
    });
  });

  test('creates the job of the booking if bookings make none', async () => {
    const { shop } = await openWithProposal({ settings: { createWorkOrders: false } });
    expect(shop.rows(workOrders)).toEqual([]);
    await shop.admin.plans.accept({ id: 1 });
    expect(shop.rows(workOrders)).toHaveLength(6);
    expect(shop.rows(appointmentBookings)).toMatchObject([{ workOrderId: 1 }]);
  });

  test('follows a booking that was moved in the meantime', async () => {
    const { shop } = await openWithProposal();
    const later = await slotOf(shop, '2026-11-26', '14:00-16:00');
    await shop.admin.booking.move({ id: 1, slotId: later.id });
    expect(await shop.admin.plans.accept({ id: 1 })).toMatchObject({ words: 'Every Thursday at 2:00 p.m.', startDate: '2026-11-26' });
    expect((await listVisits(shop)).slice(0, 2)).toEqual(['2026-11-26', '2026-12-03']);
  });

  test('keeps the booked visit if the office chose other days', async () => {
    const { shop } = await openWithProposal();
    await shop.admin.plans.edit({ id: 1, scope: 'all', change: { rrule: 'FREQ=WEEKLY;BYDAY=FR' } });
    await shop.admin.plans.accept({ id: 1 });
    await shop.admin.plans.edit({ id: 1, scope: 'all', change: { startTime: '09:00' } });
    expect((await listVisits(shop)).slice(0, 2)).toEqual(['2026-11-24', '2026-11-27']);
    expect(shop.rows(appointmentBookings)).toMatchObject([{ status: 'confirmed' }]);
  });

  test('takes the size of a larger crew that the office has assigned already', async () => {
    const { shop } = await openWithProposal();
    for (const id of [1, 2]) addMember(shop, { employee_id: `E-${id}`, email: `${id}@example.com` });
    await shop.admin.dispatch.updateWorkOrder({ id: 1, crewSize: 2 });
    for (const teamMemberId of [1, 2]) await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId, confirm: true });
    await expect(shop.admin.plans.accept({ id: 1, crewSize: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.plans.accept({ id: 1 })).toMatchObject({ status: 'active', crewSize: 2 });
    expect(shop.rows(workOrders).map(({ crewSize }) => crewSize)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test('flags the visits for whose crew too few people are free', async () => {
    const { shop } = await openWithProposal({ settings: { capacityFrom: 'crew' } });
    addMember(shop);
    expect(await shop.admin.plans.accept({ id: 1, crewSize: 3 })).toMatchObject({ status: 'active', crewSize: 3 });
    expect(shop.rows(workOrders).map(({ crewSize, overbooked }) => `${crewSize} ${overbooked}`)).toEqual(Array(6).fill('3 true'));
  });

  test('leaves the price and crew of a visit that is done', async () => {
    const { shop } = await openWithProposal();
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status, confirm: true });
    await shop.admin.plans.accept({ id: 1, price: '140.00', crewSize: 2 });
    expect(shop.rows(workOrders)[0]).toMatchObject({ planId: 1, planDate: '2026-11-24', totalAmountCents: null, crewSize: 1 });
    expect((await listVisits(shop)).slice(0, 2)).toEqual(['2026-11-24 done', '2026-12-01']);
  });

  test('begins without a booked visit after a no-show', async () => {
    const { shop } = await openWithProposal();
    await shop.admin.booking.setStatus({ id: 1, status: 'no-show', confirm: true });
    await shop.admin.plans.accept({ id: 1 });
    expect((await listVisits(shop))[0]).toBe('2026-11-24');
    expect(shop.rows(appointmentBookings)).toMatchObject([{ status: 'no-show', workOrderId: 1 }]);
    expect(shop.rows(workOrders)[0]).toMatchObject({ status: 'cancelled', planId: null });
  });
});

describe('a proposal whose booking is cancelled', () => {
  test.each([
    ['by the client', ({ shop, booked }) => shop.visitor.booking.cancelManaged({ token: booked.manageUrl.split('/').at(-1) ?? '' })],
    ['by the office', ({ shop }) => shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Away' })],
    ['with its job', ({ shop }) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Away' })],
  ] as [string, (opened: Awaited<ReturnType<typeof openWithProposal>>) => Promise<unknown>][])('ends %s', async (_, cancel) => {
    const opened = await openWithProposal();
    await cancel(opened);
    const { admin } = opened.shop;
    expect(await admin.plans.get({ id: 1 })).toMatchObject({ status: 'ended' });
    expect((await admin.plans.list({ status: 'proposed' })).rows).toEqual([]);
    expect((await admin.plans.list({ status: 'ended' })).rows).toHaveLength(1);
    await expect(admin.plans.accept({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT', message: 'This plan has ended.' });
    expect(await admin.plans.generate()).toMatchObject({ created: 0 });
  });

  test('cannot be paused, skipped, resumed or split before it is accepted', async () => {
    const { shop } = await openWithProposal();
    const { plans: calls } = shop.admin;
    for (const call of [
      () => calls.pause({ id: 1 }),
      () => calls.resume({ id: 1 }),
      () => calls.skip({ id: 1, date: '2026-11-24' }),
      () => calls.edit({ id: 1, scope: 'following', from: '2026-12-01', change: { minutes: 60 } }),
    ])
      await expect(call()).rejects.toThrow('Please accept this plan first.');
    expect(await calls.end({ id: 1, on: '2026-12-24' })).toMatchObject({ status: 'ended', visits: [] });
    expect(shop.rows(appointmentBookings)).toMatchObject([{ status: 'confirmed' }]);
    // The job of the booking stays the only one.
    expect(shop.rows(workOrders)).toMatchObject([{ id: 1, planId: null, status: 'scheduled' }]);
  });
});
