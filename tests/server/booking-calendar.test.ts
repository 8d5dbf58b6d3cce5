import { describe, expect, vi } from 'vitest';
import { activity } from '../../db/schema';
import { BOOKING_SERVICE_TYPES, TIME_WINDOWS } from '../../src/shared/booking';
import { bookSlot, DAY, listSlots, slotOf, slotRows, TODAY, WINDOW } from '../support/booking';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

const open = async (shop: Shop, date = DAY, timeSlot: (typeof TIME_WINDOWS)[number] = WINDOW) =>
  (await listSlots(shop, date)).filter((row) => row.timeSlot === timeSlot && row.isAvailable).map((row) => row.serviceType);

describe('the slots of a day', () => {
  test('are thirty, one per service and window, created on the first request', async ({ shop }) => {
    expect(slotRows(shop)).toEqual([]);
    const rows = await listSlots(shop, DAY);
    expect(rows.map((row) => `${row.serviceType} ${row.timeSlot}`)).toEqual(
      BOOKING_SERVICE_TYPES.flatMap((service) => TIME_WINDOWS.map((timeSlot) => `${service} ${timeSlot}`)),
    );
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      date: DAY,
      timeSlot: '08:00-10:00',
      serviceType: 'residential',
      isAvailable: true,
      maxBookings: 2,
      currentBookings: 0,
      freePlaces: 2,
      isWaitable: false,
    });
    expect(slotRows(shop)).toHaveLength(30);
  });

  test('are created once when several requests arrive together, and later requests write nothing', async ({ shop }) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => listSlots(shop, DAY)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(slotRows(shop)).toHaveLength(30);
    expect(shop.rows(activity)).toMatchObject([{ verb: 'slots.created', entityId: DAY, data: '{"slots":30}' }]);
    const transaction = vi.spyOn(shop.db.$client, 'transaction');
    const before = shop.db.$client.serialize();
    await listSlots(shop, DAY);
    expect(transaction).not.toHaveBeenCalled();
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('are completed if only some exist, and keep their bookings', async ({ shop }) => {
    await listSlots(shop, DAY);
    shop.db.$client.exec("update appointment_slots set max_bookings = 7 where service_type = 'commercial'");
    shop.db.$client.exec("delete from appointment_slots where service_type <> 'commercial'");
    const rows = await listSlots(shop, DAY);
    expect(rows.map((row) => row.maxBookings)).toEqual(
      BOOKING_SERVICE_TYPES.flatMap((service) => Array(6).fill(service === 'commercial' ? 7 : 2)),
    );
  });

  test("default to today by the company's clock, not the machine's", async () => {
    const shop = openShop({ now: '2026-11-21T06:59:00.000Z' });
    expect((await listSlots(shop)).map((row) => row.date)).toEqual(Array(30).fill(TODAY));
    shop.clock.advance(2);
    expect((await listSlots(shop)).map((row) => row.date)).toEqual(Array(30).fill('2026-11-21'));
  });

  test.for([
    ['yesterday', '2026-11-19', 0],
    ['today', TODAY, 30],
    ['in 180 days', '2027-05-19', 30],
    ['in 181 days', '2027-05-20', 0],
    ['in a thousand years', '3026-01-01', 0],
    ['a thousand years ago', '1026-01-01', 0],
  ] as const)('for %s, %s, number %i', async ([_what, date, count], { shop }) => {
    expect(await listSlots(shop, date)).toHaveLength(count);
    expect(slotRows(shop)).toHaveLength(count);
  });

  test('of a past day remain as they were and cannot be booked', async ({ shop }) => {
    const before = await listSlots(shop);
    shop.clock.advance(1440);
    expect(await listSlots(shop, TODAY)).toEqual(before.map((row) => ({ ...row, isAvailable: false })));
  });

  test('get the number of places from the settings when new, and keep it once created', async ({ shop }) => {
    await listSlots(shop, DAY);
    await shop.admin.settings.save({ slotCapacity: 5 });
    expect((await listSlots(shop, DAY)).map((row) => row.maxBookings)).toEqual(Array(30).fill(2));
    expect((await listSlots(shop, '2026-11-25')).map((row) => row.maxBookings)).toEqual(Array(30).fill(5));
  });

  test('come in pages of the requested size', async ({ shop }) => {
    const all = await listSlots(shop, DAY);
    const first = await shop.visitor.booking.listSlots({ date: DAY, limit: 20 });
    expect([first.rows, first.nextCursor]).toEqual([all.slice(0, 20), all[19]?.id]);
    const last = await shop.visitor.booking.listSlots({ date: DAY, limit: 20, cursor: first.nextCursor ?? 0 });
    expect([last.rows, last.nextCursor]).toEqual([all.slice(20), null]);
    expect(await shop.visitor.booking.listSlots({ date: DAY, cursor: 9999 })).toEqual({ rows: [], nextCursor: null });
  });

  test('show visitors no internal notes or counts of the office', async ({ shop }) => {
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: WINDOW, isOpen: false, reason: 'Dee is away' });
    expect(JSON.stringify(await listSlots(shop, DAY))).not.toMatch(/Dee|notes|isOpen|teamMember/);
  });
});

describe('the availability of a slot', () => {
  test.each([
    ['2026-11-20T14:59:59.999Z', 6],
    ['2026-11-20T15:00:00.000Z', 5],
    ['2026-11-20T20:00:00.000Z', 3],
    ['2026-11-21T00:59:00.000Z', 1],
    ['2026-11-21T01:00:00.000Z', 0],
    ['2026-11-21T06:59:00.000Z', 0],
    ['2026-11-21T07:01:00.000Z', 0],
  ])("at %s covers the last %i windows of that Friday, whatever the machine's time zone", async (now, left) => {
    const shop = openShop({ now: '2026-11-20T12:00:00.000Z' });
    await listSlots(shop, TODAY);
    shop.clock.at = new Date(now);
    const windows = new Set((await listSlots(shop, TODAY)).filter((row) => row.isAvailable).map((row) => row.timeSlot));
    expect([...windows]).toEqual(TIME_WINDOWS.slice(6 - left));
  });

  test('ends when the slot is switched off, its day is closed, or it lies outside the posted hours', async ({ shop }) => {
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: WINDOW, serviceType: 'commercial', isOpen: false });
    expect(await open(shop)).toEqual(BOOKING_SERVICE_TYPES.filter((service) => service !== 'commercial'));
    await shop.admin.booking.closeDay({ date: DAY });
    expect((await listSlots(shop, DAY)).filter((row) => row.isAvailable)).toEqual([]);
    await shop.admin.booking.openDay({ date: DAY });
    expect(await open(shop)).toHaveLength(4);
    await shop.admin.settings.save({ respectPostedHours: true });
    expect([await open(shop, '2026-11-28', '08:00-10:00'), await open(shop, '2026-11-28', WINDOW)]).toEqual([
      [],
      [...BOOKING_SERVICE_TYPES],
    ]);
  });

  test('ends when the crew is fully booked in its window, over all services', async ({ shop }) => {
    await shop.admin.settings.save({ crewCap: 2 });
    for (const service of ['residential', 'window-cleaning'] as const) await bookSlot(shop, (await slotOf(shop, DAY, WINDOW, service)).id);
    expect([await open(shop), await open(shop, DAY, '12:00-14:00')]).toEqual([[], [...BOOKING_SERVICE_TYPES]]);
    await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' });
    expect(await open(shop)).toEqual([...BOOKING_SERVICE_TYPES]);
  });

  test('ends when all places are taken', async ({ shop }) => {
    const { id } = await slotOf(shop);
    for (let i = 0; i < 2; i++) await bookSlot(shop, id);
    expect(await slotOf(shop)).toMatchObject({ isAvailable: false, currentBookings: 2, maxBookings: 2, freePlaces: 0 });
  });
});
