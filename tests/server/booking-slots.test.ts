import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { activity, appointmentSlots, closedDays } from '../../db/schema';
import { BOOKING_SERVICE_TYPES, BOOKING_STATUSES } from '../../src/shared/booking';
import { bookSlot, DAY, listSlots, miscounted, slotOf, slotRows, TODAY, WINDOW } from '../support/booking';
import { times } from '../support/length';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

describe('the calendar of the office', () => {
  test('shows the slots, closed days and bookings of a week by window', async ({ shop }) => {
    await bookSlot(shop, (await slotOf(shop, DAY, '14:00-16:00')).id);
    await bookSlot(shop, (await slotOf(shop, DAY, '08:00-10:00', 'commercial')).id);
    await bookSlot(shop, (await slotOf(shop, DAY, '14:00-16:00')).id, { clientName: 'Jon Park' });
    await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' });
    await shop.admin.booking.closeDay({ date: '2026-11-25', reason: 'Stocktaking' });
    await shop.admin.booking.changeSlots({
      date: DAY,
      timeSlot: '18:00-20:00',
      serviceType: 'residential',
      isOpen: false,
      reason: 'Short of crew',
    });
    const { days } = await shop.admin.booking.calendar({ from: '2026-11-19', days: 7 });
    expect(
      days.map(({ date, isClosed, closedReason, slots, bookings }) => [date, isClosed, closedReason, slots.length, bookings.length]),
    ).toEqual([
      ['2026-11-19', false, null, 0, 0],
      ['2026-11-20', false, null, 30, 0],
      ['2026-11-21', false, null, 30, 0],
      ['2026-11-22', false, null, 30, 0],
      ['2026-11-23', false, null, 30, 0],
      [DAY, false, null, 30, 3],
      ['2026-11-25', true, 'Stocktaking', 30, 0],
    ]);
    const tuesday = days[5];
    expect(tuesday?.bookings.map(({ id, timeSlot, status }) => [id, timeSlot, status])).toEqual([
      [2, '08:00-10:00', 'confirmed'],
      [1, '14:00-16:00', 'cancelled'],
      [3, '14:00-16:00', 'confirmed'],
    ]);
    expect(tuesday?.slots[5]).toMatchObject({ timeSlot: '18:00-20:00', isOpen: false, isAvailable: false, notes: 'Short of crew' });
    expect(days[6]?.slots[0]).toMatchObject({ isOpen: true, isAvailable: false });
    expect((await shop.admin.booking.calendar({ from: DAY, days: 1 })).days).toEqual([tuesday]);
  });

  test('reaches the last day that dates can express', async () => {
    const { days } = await openShop().admin.booking.calendar({ from: '9999-12-31', days: 7 });
    expect(days.map(({ slots }) => slots.length)).toEqual(Array(7).fill(0));
  });
});

describe('closed days', () => {
  test('are listed from today on, keep their bookings, and can be reopened', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await bookSlot(shop, id);
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    await shop.admin.booking.closeDay({ date: '2026-12-25', reason: 'Christmas' });
    expect(await shop.admin.booking.closeDay({ date: DAY, reason: ' ' })).toEqual({
      days: [
        { date: DAY, reason: null },
        { date: '2026-12-25', reason: 'Christmas' },
      ],
    });
    expect(await shop.admin.booking.get({ id: 1 })).toMatchObject({ status: 'confirmed' });
    expect(await slotOf(shop)).toMatchObject({ isAvailable: false, currentBookings: 1 });
    shop.clock.advance(5 * 1440);
    expect(await shop.admin.booking.closedDays()).toEqual({ days: [{ date: '2026-12-25', reason: 'Christmas' }] });
    expect(await shop.admin.booking.openDay({ date: '2026-12-25' })).toEqual({ days: [] });
    expect(topics).toEqual(Array(3).fill('booking'));
  });

  test('keep one entry with the newer reason when closed twice, and repeating a change does nothing', async ({ shop }) => {
    for (const reason of ['Holiday', 'Storm', 'Storm']) await shop.admin.booking.closeDay({ date: DAY, reason });
    for (let i = 0; i < 2; i++) await shop.admin.booking.openDay({ date: '2026-11-25' });
    expect(shop.rows(closedDays)).toMatchObject([{ date: DAY, reason: 'Storm' }]);
    expect(shop.rows(activity).map(({ verb }) => verb)).toEqual(['day.closed', 'day.closed']);
  });

  test.for([
    ['2026-11-19', false],
    [TODAY, true],
    ['2028-11-20', true],
    ['2028-11-21', false],
  ] as const)('can be set for %s: %s', async ([date, isAllowed], { shop }) => {
    const call = shop.admin.booking.closeDay({ date });
    if (isAllowed) expect(await call).toEqual({ days: [{ date, reason: null }] });
    else await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: 'date' }] } });
  });
});

describe('changes to slots', () => {
  test('apply to one service or all, even on days without slots yet', async ({ shop }) => {
    const { rows } = await shop.admin.booking.changeSlots({ date: DAY, timeSlot: WINDOW, maxBookings: '4' });
    expect(rows).toHaveLength(30);
    expect(rows.filter((row) => row.maxBookings === 4).map((row) => row.timeSlot)).toEqual(Array(5).fill(WINDOW));
    await shop.admin.booking.changeSlots({
      date: DAY,
      timeSlot: WINDOW,
      serviceType: 'residential',
      maxBookings: 0,
      isOpen: false,
      reason: 'Away',
    });
    expect(shop.db.select().from(appointmentSlots).where(eq(appointmentSlots.notes, 'Away')).all()).toMatchObject([
      { serviceType: 'residential', timeSlot: WINDOW, maxBookings: 0, isAvailable: false },
    ]);
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: WINDOW, isOpen: true });
    expect(slotRows(shop).filter((row) => row.notes !== null || !row.isAvailable)).toEqual([]);
  });

  test('are all rejected if a slot would have fewer places than bookings', async ({ shop }) => {
    const { id } = await slotOf(shop, DAY, WINDOW, 'deep-cleaning');
    const change = (maxBookings: number) => shop.admin.booking.changeSlots({ date: DAY, timeSlot: WINDOW, maxBookings });
    await bookSlot(shop, id);
    await expect(change(0)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/1 place is booked or held for Deep Cleaning/),
    });
    await bookSlot(shop, id);
    await expect(change(1)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/2 places are booked or held/) });
    expect(slotRows(shop).map((row) => row.maxBookings)).toEqual(Array(30).fill(2));
    await change(2);
  });

  test('are rejected on a day that can have no slots', async ({ shop }) => {
    for (const date of ['2026-11-19', '2027-05-20'])
      await expect(shop.admin.booking.changeSlots({ date, timeSlot: WINDOW, isOpen: false })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const before = await listSlots(shop, DAY);
    expect((await shop.admin.booking.changeSlots({ date: DAY, timeSlot: WINDOW })).rows).toEqual(before);
  });
});

const SERVICES = BOOKING_SERVICE_TYPES.slice(0, 2);

const [slot, nth] = [fc.nat(3), fc.nat(11)];

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('book' as const), slot }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('move' as const), nth, slot }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('manage' as const), nth, slot }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('leave' as const), nth }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('status' as const), nth, status: fc.constantFrom(...BOOKING_STATUSES) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('places' as const), slot, places: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('crew' as const), crewCap: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 2 }) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('the count of a slot', () => {
  test('equals its active bookings and never exceeds its places, after any sequence of changes', { timeout: 60_000 }, async () => {
    const refusals = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        const shop = openShop();
        const slots: Awaited<ReturnType<typeof slotOf>>[] = [];
        for (const timeSlot of ['08:00-10:00', WINDOW] as const)
          for (const service of SERVICES) slots.push(await slotOf(shop, DAY, timeSlot, service));
        const tokens: string[] = [];
        const slotId = (index: number) => slots[index]?.id ?? 0;
        const take = async (one: Step): Promise<unknown> => {
          const { booking } = shop.admin;
          if (one.what === 'book') return tokens.push((await bookSlot(shop, slotId(one.slot))).token);
          const id = 'nth' in one ? 1 + (one.nth % Math.max(1, tokens.length)) : 0;
          const token = tokens[id - 1] ?? '';
          if (one.what === 'move') return booking.move({ id, slotId: slotId(one.slot) });
          if (one.what === 'manage') return booking.moveManaged({ token, slotId: slotId(one.slot) });
          if (one.what === 'leave') return booking.cancelManaged({ token, reason: 'Away' });
          if (one.what === 'status') return booking.setStatus({ id, status: one.status, reason: 'Away' });
          if (one.what === 'crew') return shop.admin.settings.save({ crewCap: one.crewCap });
          const { timeSlot, serviceType } = slots[one.slot] ?? { timeSlot: WINDOW, serviceType: 'residential' };
          return booking.changeSlots({ date: DAY, timeSlot, serviceType, maxBookings: one.places });
        };
        for (const one of steps) {
          const refusal = await take(one).then(
            () => undefined,
            (error: { code: string; message: string }) => error,
          );
          if (refusal) {
            expect(['CONFLICT', 'NOT_FOUND']).toContain(refusal.code);
            // A refusal by storage would mean a rule that our own code lacks.
            expect(refusal.message).not.toMatch(/does not fit the data|already exists/);
            refusals.add(refusal.message);
          }
          expect(miscounted(shop)).toEqual([]);
          expect(slotRows(shop).filter((row) => row.currentBookings > row.maxBookings)).toEqual([]);
        }
        expect(shop.faults).toEqual([]);
      }),
      { numRuns: times(6, 100) },
    );
    for (const sentence of [/fully booked/, /crews are busy/, /cannot become/, /cannot be moved/])
      expect([...refusals].filter((refusal) => sentence.test(refusal))).not.toEqual([]);
  });
});
