import { describe, expect, test } from 'vitest';
import { BOOKING_STATUSES } from '../../src/shared/booking';
import { bookSlot, DAY, REFERENCE, type Shop, slotOf } from '../support/booking';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

describe('the search for bookings', () => {
  const openWithMany = async () => {
    const shop = openShop();
    const { id } = await slotOf(shop);
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: '10:00-12:00', maxBookings: 9 });
    await bookSlot(shop, id, { clientName: 'Zoë Ångström', clientEmail: 'zoe@example.com', clientPhone: '250-555-0001' });
    await bookSlot(shop, id, {
      clientName: 'Li Wu',
      clientEmail: 'li@example.com',
      clientPhone: '250-555-0002',
      bookingReference: REFERENCE,
    });
    await bookSlot(shop, id, { clientName: 'Jon "JJ" 100% Park', clientEmail: 'jon@park.example', clientPhone: '250-555-0003' });
    await shop.admin.booking.setStatus({ id: 2, status: 'cancelled', reason: 'Ill' });
    return shop;
  };
  const found = async (shop: Shop, input: Parameters<Shop['admin']['booking']['search']>[0]) =>
    (await shop.admin.booking.search(input)).rows.map(({ id }) => id);

  test.each([
    ['', [3, 2, 1]],
    ['zoe', [1]],
    ['ANGSTR', [1]],
    ['example.com', [2, 1]],
    ['555-000', [3, 2, 1]],
    ['555-0002', [2]],
    ['AB3DE', [2]],
    ['ab3de', [2]],
    ['li', [2]],
    ['Wu', [2]],
    ['wu li', [2]],
    ['wu example', [2]],
    ['jon 00', [3]],
    ['jon zoe', []],
    ['"JJ"', [3]],
    ['100%', [3]],
    ['0%', [3]],
    ['_', []],
    ['"', [3]],
    ["'; drop table appointment_bookings; --", []],
    ['NEAR(a b) OR *', []],
    ['client_name:zoe', []],
  ])('for %j finds %j, newest first', async (search, ids) => {
    expect(await found(await openWithMany(), { search })).toEqual(ids);
  });

  test('filters by status, in pages', async () => {
    const shop = await openWithMany();
    expect(await found(shop, { status: 'confirmed' })).toEqual([3, 1]);
    expect(await found(shop, { status: 'cancelled', search: 'example' })).toEqual([2]);
    for (const search of [undefined, 'example', '55']) {
      const first = await shop.admin.booking.search({ search, limit: 2 });
      expect([first.rows.map(({ id }) => id), first.nextCursor]).toEqual([[3, 2], 2]);
      const last = await shop.admin.booking.search({ search, limit: 2, cursor: first.nextCursor });
      expect([last.rows.map(({ id }) => id), last.nextCursor]).toEqual([[1], null]);
    }
  });

  test('finds the same bookings of a status as the list without a search', async () => {
    const shop = openShop();
    const { id: slot_id } = await slotOf(shop);
    for (let i = 1; i <= 60; i++)
      insertRow(shop.db, 'appointment_bookings', {
        slot_id,
        client_name: ['Maria Wong', 'Ann Wong', 'Zoë Maris'][i % 3] ?? '',
        client_email: `client${i}@example.com`,
        booking_reference: `SPC-${i}`,
        status: BOOKING_STATUSES[(i * 7) % 4] ?? 'confirmed',
        client_id: null,
        work_order_id: null,
      });
    for (const status of [undefined, ...BOOKING_STATUSES]) {
      const { rows } = await shop.admin.booking.search({ status, limit: 100 });
      for (const search of ['mari', 'wong maria', 'client1', 'wong ma'])
        for (const cursor of [undefined, 31]) {
          const wanted = rows
            .filter(({ id }) => cursor === undefined || id < cursor)
            .filter(({ clientName, clientEmail }) =>
              search.split(' ').every((word) => `${clientName} ${clientEmail}`.toLowerCase().includes(word)),
            )
            .map(({ id }) => id);
          expect(await found(shop, { status, search, cursor, limit: 100 })).toEqual(wanted);
        }
    }
  });

  test('with one or two letters covers the newest two thousand bookings, with more all of them', async () => {
    const shop = await openWithMany();
    // The letters of a reference are drawn by lot.
    shop.db.$client.exec("update appointment_bookings set booking_reference = 'SPC-0-' || id");
    const fill = (client_name: string) =>
      insertRow(shop.db, 'appointment_bookings', { client_name, booking_reference: `SPC-${next++}`, client_id: null, work_order_id: null });
    let next = 1;
    shop.db.$client.transaction(() => Array.from({ length: 1998 }, (_, i) => fill(`Visitor ${i}`)))();
    expect([await found(shop, { search: 'wu' }), await found(shop, { search: 'zo' }), await found(shop, { search: 'zoe' })]).toEqual([
      [2],
      [],
      [1],
    ]);
  });

  test('shows a booking in full except for its link and its comparison keys', async () => {
    const shop = await openWithMany();
    const one = await shop.admin.booking.get({ id: 2 });
    expect(one).toMatchObject({
      id: 2,
      status: 'cancelled',
      cancelReason: 'Ill',
      cancelledBy: 'office',
      isFirstBooking: true,
      workOrderId: 2,
    });
    expect(Object.keys(one)).not.toContain('manageToken');
    expect(Object.keys(one)).not.toContain('requestHash');
    await expect(shop.admin.booking.get({ id: 4 })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'This booking does not exist.' });
  });
});
