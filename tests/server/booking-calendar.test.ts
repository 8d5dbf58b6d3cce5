import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, vi } from 'vitest';
import { activity, appointmentSlots, closedDays } from '../../db/schema';
import { BOOKING_SERVICE_TYPES, BOOKING_STATUSES, TIME_WINDOWS } from '../../src/shared/booking';
import { bookSlot, DAY, miscounted, slotOf } from '../support/booking';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

const TODAY = '2026-11-20';
const slotRows = (shop: Shop) => shop.rows(appointmentSlots);
const listed = async (shop: Shop, date?: string) => (await shop.visitor.booking.listSlots({ date })).rows;
const window = '10:00-12:00';
const open = async (shop: Shop, date = DAY, timeSlot: (typeof TIME_WINDOWS)[number] = window) =>
  (await listed(shop, date)).filter((row) => row.timeSlot === timeSlot && row.isAvailable).map((row) => row.serviceType);

describe('the slots of a day', () => {
  test('are thirty, by service and window, made when first asked for', async ({ shop }) => {
    expect(slotRows(shop)).toEqual([]);
    const rows = await listed(shop, DAY);
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
    });
    expect(slotRows(shop)).toHaveLength(30);
  });

  test('are made once, however many ask at the same time, and the next who asks writes nothing', async ({ shop }) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => listed(shop, DAY)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(slotRows(shop)).toHaveLength(30);
    expect(shop.rows(activity)).toMatchObject([{ verb: 'slots.created', entityId: DAY, data: '{"slots":30}' }]);
    const transaction = vi.spyOn(shop.db.$client, 'transaction');
    const before = shop.db.$client.serialize();
    await listed(shop, DAY);
    expect(transaction).not.toHaveBeenCalled();
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('that were made in part are made up, and keep what they have', async ({ shop }) => {
    await listed(shop, DAY);
    shop.db.$client.exec("update appointment_slots set max_bookings = 7 where service_type = 'commercial'");
    shop.db.$client.exec("delete from appointment_slots where service_type <> 'commercial'");
    const rows = await listed(shop, DAY);
    expect(rows.map((row) => row.maxBookings)).toEqual(
      BOOKING_SERVICE_TYPES.flatMap((service) => Array(6).fill(service === 'commercial' ? 7 : 2)),
    );
  });

  test('of today come where no day is given: today of the company, not of the machine', async () => {
    const shop = openShop({ now: '2026-11-21T06:59:00.000Z' });
    expect((await listed(shop)).map((row) => row.date)).toEqual(Array(30).fill(TODAY));
    shop.clock.advance(2);
    expect((await listed(shop)).map((row) => row.date)).toEqual(Array(30).fill('2026-11-21'));
  });

  test.for([
    ['yesterday', '2026-11-19', 0],
    ['today', TODAY, 30],
    ['in 180 days', '2027-05-19', 30],
    ['in 181 days', '2027-05-20', 0],
    ['in a thousand years', '3026-01-01', 0],
    ['a thousand years ago', '1026-01-01', 0],
  ] as const)('of %s, %s, are %i', async ([_what, date, count], { shop }) => {
    expect(await listed(shop, date)).toHaveLength(count);
    expect(slotRows(shop)).toHaveLength(count);
  });

  test('of a day that is over are those that there were, and none can be booked', async ({ shop }) => {
    const before = await listed(shop);
    shop.clock.advance(1440);
    expect(await listed(shop, TODAY)).toEqual(before.map((row) => ({ ...row, isAvailable: false })));
  });

  test('have the places that the owner gives new ones; those that are there keep theirs', async ({ shop }) => {
    await listed(shop, DAY);
    await shop.admin.settings.save({ slotCapacity: 5 });
    expect((await listed(shop, DAY)).map((row) => row.maxBookings)).toEqual(Array(30).fill(2));
    expect((await listed(shop, '2026-11-25')).map((row) => row.maxBookings)).toEqual(Array(30).fill(5));
  });

  test('come in pieces where fewer are asked for', async ({ shop }) => {
    const all = await listed(shop, DAY);
    const first = await shop.visitor.booking.listSlots({ date: DAY, limit: 20 });
    expect([first.rows, first.nextCursor]).toEqual([all.slice(0, 20), all[19]?.id]);
    const last = await shop.visitor.booking.listSlots({ date: DAY, limit: 20, cursor: first.nextCursor ?? 0 });
    expect([last.rows, last.nextCursor]).toEqual([all.slice(20), null]);
    expect(await shop.visitor.booking.listSlots({ date: DAY, cursor: 9999 })).toEqual({ rows: [], nextCursor: null });
  });

  test('tell visitors nothing of the office', async ({ shop }) => {
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: window, isOpen: false, reason: 'Dee is away' });
    expect(JSON.stringify(await listed(shop, DAY))).not.toMatch(/Dee|notes|isOpen|teamMember/);
  });
});

describe('a slot can be booked', () => {
  test.each([
    ['2026-11-20T14:59:59.999Z', 6],
    ['2026-11-20T15:00:00.000Z', 5],
    ['2026-11-20T20:00:00.000Z', 3],
    ['2026-11-21T00:59:00.000Z', 1],
    ['2026-11-21T01:00:00.000Z', 0],
    ['2026-11-21T06:59:00.000Z', 0],
    ['2026-11-21T07:01:00.000Z', 0],
  ])('at %s in the last %i windows of that Friday, whatever the zone of the machine', async (now, left) => {
    const shop = openShop({ now: '2026-11-20T12:00:00.000Z' });
    await listed(shop, TODAY);
    shop.clock.at = new Date(now);
    const windows = new Set((await listed(shop, TODAY)).filter((row) => row.isAvailable).map((row) => row.timeSlot));
    expect([...windows]).toEqual(TIME_WINDOWS.slice(6 - left));
  });

  test.each([
    ['2026-03-07T15:30:00.000Z', '2026-03-07', 6],
    ['2026-03-08T15:30:00.000Z', '2026-03-08', 5],
    ['2026-11-01T15:30:00.000Z', '2026-11-01', 5],
    ['2027-01-15T15:30:00.000Z', '2027-01-15', 5],
    ['2025-11-02T15:30:00.000Z', '2025-11-02', 6],
  ])('by the clock that British Columbia has at %s', async (now, date, left) => {
    const available = (await listed(openShop({ now }))).filter((row) => row.isAvailable);
    expect([new Set(available.map((row) => row.date)), available.length]).toEqual([new Set([date]), left * 5]);
  });

  test('unless its own switch is off, its day is closed, or the posted hours forbid it', async ({ shop }) => {
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: window, serviceType: 'commercial', isOpen: false });
    expect(await open(shop)).toEqual(BOOKING_SERVICE_TYPES.filter((service) => service !== 'commercial'));
    await shop.admin.booking.closeDay({ date: DAY });
    expect((await listed(shop, DAY)).filter((row) => row.isAvailable)).toEqual([]);
    await shop.admin.booking.openDay({ date: DAY });
    expect(await open(shop)).toHaveLength(4);
    await shop.admin.settings.save({ respectPostedHours: true });
    expect([await open(shop, '2026-11-28', '08:00-10:00'), await open(shop, '2026-11-28', window)]).toEqual([
      [],
      [...BOOKING_SERVICE_TYPES],
    ]);
  });

  test('until the crew is busy in its window, over all services and in no other window', async ({ shop }) => {
    await shop.admin.settings.save({ crewCap: 2 });
    for (const service of ['residential', 'window-cleaning'] as const) await bookSlot(shop, (await slotOf(shop, DAY, window, service)).id);
    expect([await open(shop), await open(shop, DAY, '12:00-14:00')]).toEqual([[], [...BOOKING_SERVICE_TYPES]]);
    await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' });
    expect(await open(shop)).toEqual([...BOOKING_SERVICE_TYPES]);
  });

  test('and is still called available when its places are all taken, which the count says', async ({ shop }) => {
    const { id } = await slotOf(shop);
    for (let i = 0; i < 2; i++) await bookSlot(shop, id);
    expect(await slotOf(shop)).toMatchObject({ isAvailable: true, currentBookings: 2, maxBookings: 2 });
  });
});

describe('the calendar of the office', () => {
  test('shows a week with its slots, its closed days and every booking by window', async ({ shop }) => {
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

  test('goes to the end of what there is of time', async () => {
    const { days } = await openShop().admin.booking.calendar({ from: '9999-12-31', days: 7 });
    expect(days.map(({ slots }) => slots.length)).toEqual(Array(7).fill(0));
  });
});

describe('closed days', () => {
  test('are listed from today on, keep their bookings, and open again', async ({ shop }) => {
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

  test('closed twice are closed once, with the newer reason; the same again, and opening an open day, change nothing', async ({ shop }) => {
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
  ] as const)('on %s: %s', async ([date, isAllowed], { shop }) => {
    const call = shop.admin.booking.closeDay({ date });
    if (isAllowed) expect(await call).toEqual({ days: [{ date, reason: null }] });
    else await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: 'date' }] } });
  });
});

describe('the office changes slots', () => {
  test('of one service or of all, of days that nobody asked for yet too', async ({ shop }) => {
    const { rows } = await shop.admin.booking.changeSlots({ date: DAY, timeSlot: window, maxBookings: '4' });
    expect(rows).toHaveLength(30);
    expect(rows.filter((row) => row.maxBookings === 4).map((row) => row.timeSlot)).toEqual(Array(5).fill(window));
    await shop.admin.booking.changeSlots({
      date: DAY,
      timeSlot: window,
      serviceType: 'residential',
      maxBookings: 0,
      isOpen: false,
      reason: 'Away',
    });
    expect(shop.db.select().from(appointmentSlots).where(eq(appointmentSlots.notes, 'Away')).all()).toMatchObject([
      { serviceType: 'residential', timeSlot: window, maxBookings: 0, isAvailable: false },
    ]);
    await shop.admin.booking.changeSlots({ date: DAY, timeSlot: window, isOpen: true });
    expect(slotRows(shop).filter((row) => row.notes !== null || !row.isAvailable)).toEqual([]);
  });

  test('but not to fewer places than are booked, and then none of them', async ({ shop }) => {
    const { id } = await slotOf(shop, DAY, window, 'deep-cleaning');
    const change = (maxBookings: number) => shop.admin.booking.changeSlots({ date: DAY, timeSlot: window, maxBookings });
    await bookSlot(shop, id);
    await expect(change(0)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/There is 1 booking for Deep Cleaning/),
    });
    await bookSlot(shop, id);
    await expect(change(1)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/There are 2 bookings/) });
    expect(slotRows(shop).map((row) => row.maxBookings)).toEqual(Array(30).fill(2));
    await change(2);
  });

  test('and a day that has none is no day to change', async ({ shop }) => {
    for (const date of ['2026-11-19', '2027-05-20'])
      await expect(shop.admin.booking.changeSlots({ date, timeSlot: window, isOpen: false })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const before = await listed(shop, DAY);
    expect((await shop.admin.booking.changeSlots({ date: DAY, timeSlot: window })).rows).toEqual(before);
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

describe('after any sequence of bookings, moves, cancellations and changes', () => {
  test('each slot counts its bookings that are not cancelled, and never more than it has places', { timeout: 60_000 }, async () => {
    const refusals = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        const shop = openShop();
        const slots: Awaited<ReturnType<typeof slotOf>>[] = [];
        for (const timeSlot of ['08:00-10:00', window] as const)
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
          const { timeSlot, serviceType } = slots[one.slot] ?? { timeSlot: window, serviceType: 'residential' };
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
      { numRuns: 25 },
    );
    for (const sentence of [/fully booked/, /crews are busy/, /cannot become/, /cannot be moved/])
      expect([...refusals].filter((refusal) => sentence.test(refusal))).not.toEqual([]);
  });
});
