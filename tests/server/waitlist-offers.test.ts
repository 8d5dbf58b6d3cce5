import { describe, expect, test, vi } from 'vitest';
import { waitlistEntries } from '../../db/schema';
import { endRunOutEntries } from '../../src/server/booking/waitlist';
import { startJobs } from '../../src/server/jobs';
import { bookSlot, countBookings, DAY, LATER, message, slotOf, WINDOW } from '../support/booking';
import { addMember } from '../support/field';
import { countPeople, takeOff } from '../support/people';
import { openShop, type Shop } from '../support/shop';
import { MEMBER } from '../support/team';
import { cancel, entries, faults, fillSlot, openFull, waiter } from '../support/waitlist';

describe('a freed place', () => {
  test('is offered to the first person who waits, and is held for an hour', async () => {
    const { shop, slot, first, second, read, cancelFirst } = await openFull('Ann', 'Bob');
    await cancelFirst();
    expect(await read(first)).toMatchObject({ status: 'offered', offeredUntil: '2026-11-20T21:00:00.000Z', offeredTimeSlot: WINDOW });
    expect(await read(second)).toMatchObject({ status: 'waiting', offeredUntil: null });
    expect((await slotOf(shop)).currentBookings).toBe(slot.maxBookings);
    await expect(shop.visitor.booking.book({ ...waiter('Eve'), slotId: slot.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    const [offer, ...more] = message(shop, 'waitlist-offer');
    expect(more).toEqual([]);
    expect(offer).toMatchObject({ to: 'ann@example.com', subject: 'A place opened: Tuesday, November 24, 2026, 10:00 a.m. to 12:00 p.m.' });
    expect(offer?.body).toContain('until Fri, Nov 20, 2026, 2:00 p.m., Pacific time');
    expect(offer?.body).toContain(`http://shop.test/waitlist/${first}`);
    expect(faults(shop)).toEqual([]);
  });

  test('becomes a booking with the data of the person who accepts it', async () => {
    const { shop, first, read, cancelFirst } = await openFull('Ann', 'Bob');
    await cancelFirst();
    const accepted = await shop.visitor.booking.acceptOffer({ token: first });
    expect(accepted).toMatchObject({ status: 'booked', offeredUntil: null, offeredTimeSlot: WINDOW });
    expect(await read(first)).toEqual(accepted);
    const { rows } = await shop.admin.booking.search({ search: 'Ann' });
    expect(rows).toMatchObject([
      {
        bookingReference: accepted.bookingReference,
        clientEmail: 'ann@example.com',
        clientAddress: '9 Battle St, Kamloops',
        status: 'confirmed',
      },
    ]);
    expect(rows[0]?.workOrderId).not.toBeNull();
    expect(accepted.manageUrl).toMatch(/^http:\/\/shop\.test\/manage\/[\w-]{22}$/);
    expect(message(shop, 'booking-confirmed').map(({ to }) => to)).toContain('ann@example.com');
    await expect(shop.visitor.booking.acceptOffer({ token: first })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await shop.visitor.booking.leaveWaitlist({ token: first })).status).toBe('booked');
    expect(faults(shop)).toEqual([]);
  });

  test('goes to the next person when the first one leaves, and to everyone when nobody waits', async () => {
    const { shop, slot, first, second, cancelFirst } = await openFull('Ann', 'Bob');
    await cancelFirst();
    expect((await shop.visitor.booking.leaveWaitlist({ token: first })).status).toBe('left');
    expect((await shop.visitor.booking.leaveWaitlist({ token: first })).status).toBe('left');
    expect(entries(shop)).toEqual(['Ann left', 'Bob offered']);
    await shop.visitor.booking.leaveWaitlist({ token: second });
    expect(await countBookings(shop)).toBe(slot.maxBookings - 1);
    await shop.visitor.booking.book({ ...waiter('Eve'), slotId: slot.id });
    expect(faults(shop)).toEqual([]);
  });

  test('goes to the next person when the offer runs out, which the entry shows at once', async () => {
    const { shop, slot, first, second, read, cancelFirst } = await openFull('Ann', 'Bob');
    await cancelFirst();
    shop.clock.advance(59);
    endRunOutEntries(shop.ctx);
    expect(entries(shop)).toEqual(['Ann offered', 'Bob waiting']);
    shop.clock.advance(1);
    expect(await read(first)).toMatchObject({ status: 'expired', offeredUntil: null });
    await expect(shop.visitor.booking.acceptOffer({ token: first })).rejects.toMatchObject({ code: 'CONFLICT', message: /run out/ });
    endRunOutEntries(shop.ctx);
    expect(await read(second)).toMatchObject({ status: 'offered', offeredUntil: '2026-11-20T22:00:00.000Z' });
    shop.clock.advance(60);
    endRunOutEntries(shop.ctx);
    expect(entries(shop)).toEqual(['Ann expired', 'Bob expired']);
    expect(await countBookings(shop)).toBe(slot.maxBookings - 1);
    expect(faults(shop)).toEqual([]);
  });

  test('is not offered beyond the start of its window', async () => {
    const { shop, first, read, cancelFirst, booked } = await openFull('Ann', 'Bob');
    shop.clock.at = new Date('2026-11-24T16:20:00.000Z');
    await shop.admin.booking.setStatus({ id: booked[0]?.id ?? 0, status: 'cancelled', reason: 'Ill' });
    await expect(cancelFirst()).resolves.toMatchObject({ status: 'cancelled' });
    expect(await read(first)).toMatchObject({ status: 'offered', offeredUntil: '2026-11-24T17:00:00.000Z' });
    shop.clock.advance(40);
    endRunOutEntries(shop.ctx);
    expect(entries(shop)).toEqual(['Ann expired', 'Bob waiting']);
    shop.clock.at = new Date('2026-11-25T08:00:00.000Z');
    endRunOutEntries(shop.ctx);
    expect(entries(shop)).toEqual(['Ann expired', 'Bob expired']);
    expect(faults(shop)).toEqual([]);
  });

  test('comes from a move by the client or the office, a job that moves or is cancelled, a higher capacity and an opened window', async () => {
    const { shop, slot, booked } = await openFull('Ann', 'Bob', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gus');
    const [first, second] = booked;
    const offered = () => entries(shop).filter((entry) => entry.endsWith('offered')).length;
    await shop.visitor.booking.moveManaged({ token: first?.token ?? '', slotId: (await slotOf(shop, LATER)).id });
    expect(offered()).toBe(1);
    await shop.admin.booking.move({ id: second?.id ?? 0, slotId: (await slotOf(shop, LATER)).id });
    expect(offered()).toBe(2);
    const [ann] = shop.rows(waitlistEntries);
    await shop.visitor.booking.acceptOffer({ token: ann?.token ?? '' });
    const jobOf = async (name: string) => (await shop.admin.booking.search({ search: name })).rows[0]?.workOrderId ?? 0;
    await shop.admin.dispatch.updateWorkOrder({ id: await jobOf('Ann'), scheduledDate: '2026-11-26T17:00:00.000Z' });
    expect(entries(shop).slice(0, 4)).toEqual(['Ann booked', 'Bob offered', 'Cleo offered', 'Dora waiting']);
    await shop.visitor.booking.acceptOffer({ token: shop.rows(waitlistEntries)[1]?.token ?? '' });
    await shop.admin.dispatch.setWorkOrderStatus({ id: await jobOf('Bob'), status: 'cancelled', reason: 'Ill' });
    expect(entries(shop).slice(3, 5)).toEqual(['Dora offered', 'Emil waiting']);
    const window = { date: DAY, timeSlot: WINDOW, serviceType: 'residential' } as const;
    await shop.admin.booking.changeSlots({ ...window, maxBookings: slot.maxBookings + 1 });
    expect(entries(shop).slice(4, 6)).toEqual(['Emil offered', 'Finn waiting']);
    await shop.admin.booking.changeSlots({ ...window, isOpen: false, maxBookings: slot.maxBookings + 2 });
    expect(entries(shop).slice(5)).toEqual(['Finn waiting', 'Gus waiting']);
    await shop.admin.booking.changeSlots({ ...window, isOpen: true });
    expect(entries(shop).slice(5)).toEqual(['Finn offered', 'Gus waiting']);
    expect(faults(shop)).toEqual([]);
  });

  test('makes as many offers as places were freed', async () => {
    const { shop, booked } = await openFull('Ann', 'Bob', 'Cleo');
    for (const { token } of booked) await cancel(shop, token);
    expect(entries(shop)).toEqual(['Ann offered', 'Bob offered', 'Cleo waiting']);
    expect(message(shop, 'waitlist-offer')).toHaveLength(2);
  });

  test('is not offered on a closed day; opening the day offers what was freed meanwhile', async () => {
    const { shop, slot, first, cancelFirst } = await openFull('Ann', 'Bob');
    await shop.admin.booking.closeDay({ date: DAY, reason: 'Storm' });
    await cancelFirst();
    expect(entries(shop)).toEqual(['Ann waiting', 'Bob waiting']);
    expect(await countBookings(shop)).toBe(slot.maxBookings - 1);
    await shop.admin.booking.openDay({ date: DAY });
    expect(entries(shop)).toEqual(['Ann offered', 'Bob waiting']);
    await shop.admin.booking.closeDay({ date: DAY, reason: 'Storm' });
    // The offer is taken back and made again, so that Ann keeps her turn if the day was closed by mistake.
    expect(entries(shop)).toEqual(['Ann waiting', 'Bob waiting']);
    expect(await countBookings(shop)).toBe(slot.maxBookings - 1);
    await expect(shop.visitor.booking.acceptOffer({ token: first })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: /No place has opened yet/,
    });
    shop.clock.advance(1);
    await shop.admin.booking.openDay({ date: DAY });
    expect(entries(shop)).toEqual(['Ann offered', 'Bob waiting']);
    expect(message(shop, 'waitlist-offer')).toHaveLength(2);
    expect(faults(shop)).toEqual([]);
  });

  test('goes to the first person who takes any window, but not to those of other services, days or windows', async () => {
    const shop = openShop();
    const windows = (await shop.visitor.booking.listSlots({ date: DAY })).rows.filter(({ serviceType }) => serviceType === 'residential');
    const filled = [];
    for (const { timeSlot } of windows) filled.push(await fillSlot(shop, DAY, timeSlot));
    await fillSlot(shop, LATER);
    await fillSlot(shop, DAY, WINDOW, 'commercial');
    const join = (name: string, more = {}) => shop.visitor.booking.joinWaitlist(waiter(name, more));
    await join('Ann', { date: LATER });
    await join('Bob', { serviceType: 'commercial' });
    await join('Cleo', { timeSlot: '08:00-10:00' });
    const { token } = await join('Dora', { timeSlot: null });
    await join('Emil');
    await cancel(shop, filled[1]?.booked[0]?.token);
    expect(await shop.visitor.booking.getWaitlistEntry({ token })).toMatchObject({
      status: 'offered',
      timeSlot: null,
      offeredTimeSlot: WINDOW,
    });
    expect(entries(shop).filter((entry) => entry.endsWith('offered'))).toEqual(['Dora offered']);
  });

  test('stays booked if it cannot be offered for a fault', async () => {
    const { shop, cancelFirst } = await openFull('Ann');
    shop.db.$client.exec(`create trigger broken before update on appointment_slots when new.current_bookings > old.current_bookings
      begin select raise(abort, 'Broken.'); end`);
    await expect(cancelFirst()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(entries(shop)).toEqual(['Ann waiting']);
    expect(faults(shop)).toEqual([]);
    expect((await shop.admin.booking.search({ status: 'cancelled' })).rows).toEqual([]);
  });

  test('is offered only while a person is free for it, and then needs that person', async () => {
    const { shop, first, read, cancelFirst, booked } = await openFull('Ann', 'Bob');
    await addMember(shop);
    await shop.admin.settings.save({ capacityFrom: 'crew' });
    await cancelFirst();
    expect(entries(shop)).toEqual(['Ann waiting', 'Bob waiting']);
    await cancel(shop, booked[1]?.token);
    expect(entries(shop)).toEqual(['Ann offered', 'Bob waiting']);
    expect(await slotOf(shop)).toMatchObject({ currentBookings: 1, freePlaces: 0, isAvailable: false });
    await shop.visitor.booking.acceptOffer({ token: first });
    expect((await read(first)).status).toBe('booked');
    expect(faults(shop)).toEqual([]);
  });

  type Freeing = [what: string, free: (shop: Shop) => Promise<unknown>];
  const FREEING: Freeing[] = [
    ['settings that count slots only', (shop) => shop.admin.settings.save({ capacityFrom: 'slots' })],
    ['other hours of a member', (shop) => shop.admin.team.setHours({ memberId: 2, hours: [] })],
    ['days off that are removed', (shop) => shop.admin.team.removeTimeOff({ id: 1 })],
    ['a new member', (shop) => shop.admin.team.create(MEMBER)],
    ['a member who returns', (shop) => shop.admin.team.update({ id: 4, isActive: true })],
  ];
  test.for(FREEING)('comes at once from people: %s', async ([, free]) => {
    const shop = openShop();
    await countPeople(shop, 4);
    await shop.admin.team.deactivate({ id: 4 });
    await shop.admin.team.setHours({ memberId: 2, hours: [{ weekday: 0, opens: '08:00', closes: '09:00' }] });
    takeOff(shop, 3);
    await bookSlot(shop, (await slotOf(shop, DAY, WINDOW)).id);
    await shop.visitor.booking.joinWaitlist(waiter('Ann'));
    await free(shop);
    expect(entries(shop)).toEqual(['Ann offered']);
    expect(faults(shop)).toEqual([]);
  });

  test('stays with the crews: a place that no crew can take is not offered', async () => {
    const { shop, first, read, booked } = await openFull('Ann');
    await shop.admin.settings.save({ crewCap: 1 });
    await cancel(shop, booked[0]?.token);
    expect((await read(first)).status).toBe('waiting');
    await cancel(shop, booked[1]?.token);
    expect((await read(first)).status).toBe('offered');
  });
});

test('the background work passes on offers that ran out, and offers places that became free without a change of a booking', async () => {
  const { shop, cancelFirst } = await openFull('Ann', 'Bob', 'Cleo');
  await cancelFirst();
  shop.clock.advance(60);
  const first = startJobs(shop.ctx);
  await vi.waitFor(() => expect(entries(shop)).toEqual(['Ann expired', 'Bob offered', 'Cleo waiting']), 5000);
  await first.stop();
  shop.db.$client.prepare('update appointment_slots set max_bookings = 3').run();
  const second = startJobs(shop.ctx);
  await vi.waitFor(() => expect(entries(shop)).toEqual(['Ann expired', 'Bob offered', 'Cleo offered']), 5000);
  await second.stop();
  expect(faults(shop)).toEqual([]);
});
