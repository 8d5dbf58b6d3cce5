import { describe, expect } from 'vitest';
import { memberHours, teamMembers } from '../../db/schema';
import type { TimeWindow } from '../../src/shared/booking';
import { businessInstant } from '../../src/shared/time';
import { bookSlot, DAY, LATER, listSlots, slotOf } from '../support/booking';
import { addMember } from '../support/field';
import { countPeople, takeOff } from '../support/people';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

const FULL = 'This time window is fully booked. Please choose another one.';
const TUESDAY = 2;

let person = 0;
/** Books as another visitor each time. */
const book = async (shop: Shop, timeSlot: TimeWindow, more: Record<string, unknown> = {}, date = DAY) => {
  person += 1;
  const client = {
    clientName: `Visitor ${person}`,
    clientEmail: `visitor${person}@example.com`,
    clientPhone: `250-555-${String(1000 + person).slice(-4)}`,
  };
  return bookSlot(shop, (await slotOf(shop, date, timeSlot)).id, { ...client, ...more });
};
const free = async (shop: Shop, timeSlot: TimeWindow, date = DAY) => {
  const { freePlaces, isAvailable } = await slotOf(shop, date, timeSlot);
  return [freePlaces, isAvailable];
};
const setHours = (shop: Shop, teamMemberId: number, ...spans: [opens: string, closes: string][]) =>
  shop.db
    .insert(memberHours)
    .values(spans.map(([opens, closes]) => ({ teamMemberId, weekday: TUESDAY, opens, closes })))
    .run();
describe('places counted from slots', () => {
  test('are what the capacity leaves, whoever works', async ({ shop }) => {
    addMember(shop);
    await book(shop, '08:00-10:00');
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
    await book(shop, '08:00-10:00');
    expect(await free(shop, '08:00-10:00')).toEqual([0, false]);
  });

  test('are fewer if a crew cap is smaller', async ({ shop }) => {
    await shop.admin.settings.save({ crewCap: 1 });
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
  });
});

describe('places counted from people', () => {
  test('are as many as people are free, over all services', async ({ shop }) => {
    await countPeople(shop, 2);
    expect(await free(shop, '08:00-10:00')).toEqual([2, true]);
    await bookSlot(shop, (await slotOf(shop, DAY, '08:00-10:00', 'window-cleaning')).id);
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
    await book(shop, '08:00-10:00');
    expect(await free(shop, '08:00-10:00')).toEqual([0, false]);
    await expect(book(shop, '08:00-10:00')).rejects.toThrow(FULL);
    expect(await free(shop, '10:00-12:00')).toEqual([2, true]);
  });

  test('are never more than the slot has', async ({ shop }) => {
    await countPeople(shop, 5, { slotCapacity: 1 });
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
    await book(shop, '08:00-10:00');
    await expect(book(shop, '08:00-10:00')).rejects.toThrow(FULL);
  });

  test('are those of the slots alone while nobody is active', async ({ shop }) => {
    await countPeople(shop, 1);
    shop.db.update(teamMembers).set({ isActive: false }).run();
    expect(await free(shop, '08:00-10:00')).toEqual([50, true]);
  });

  test('are none while everyone is off, and a request for days off takes none', async ({ shop }) => {
    await countPeople(shop, 2);
    takeOff(shop, 1, 'requested');
    expect(await free(shop, '08:00-10:00')).toEqual([2, true]);
    takeOff(shop, 1);
    takeOff(shop, 2);
    expect(await free(shop, '08:00-10:00')).toEqual([0, false]);
    await expect(book(shop, '08:00-10:00')).rejects.toThrow(FULL);
    expect(await free(shop, '08:00-10:00', LATER)).toEqual([2, true]);
  });

  test.for<[sentence: string, spans: [string, string][], free: number[]]>([
    ['only in the hours of a member', [['08:00', '12:00']], [1, 1, 0, 0, 0, 0]],
    ['only where the hours cover the whole job', [['09:00', '13:00']], [0, 1, 0, 0, 0, 0]],
    [
      'in both spans of a day',
      [
        ['08:00', '10:00'],
        ['14:00', '18:00'],
      ],
      [1, 0, 0, 1, 1, 0],
    ],
    [
      'across two spans that meet',
      [
        ['08:00', '11:00'],
        ['11:00', '14:00'],
      ],
      [1, 1, 1, 0, 0, 0],
    ],
  ])('are %s', async ([, spans, expected], { shop }) => {
    await countPeople(shop, 1);
    setHours(shop, 1, ...spans);
    const rows = (await listSlots(shop, DAY)).filter(({ serviceType }) => serviceType === 'residential');
    expect(rows.map(({ freePlaces }) => freePlaces)).toEqual(expected);
  });

  test('are none on a weekday on which the only member has no hours', async ({ shop }) => {
    await countPeople(shop, 1);
    setHours(shop, 1, ['08:00', '20:00']);
    expect([await free(shop, '08:00-10:00'), await free(shop, '08:00-10:00', LATER)]).toEqual([
      [1, true],
      [0, false],
    ]);
  });

  test('follow the posted hours for members without hours of their own', async ({ shop }) => {
    await countPeople(shop, 1);
    const { company } = await shop.admin.settings.get();
    await shop.admin.settings.save({ company: { ...company, hours: { ...company.hours, weekdays: { opens: '10:00', closes: '16:00' } } } });
    expect([await free(shop, '08:00-10:00'), await free(shop, '10:00-12:00'), await free(shop, '16:00-18:00')]).toEqual([
      [0, false],
      [1, true],
      [0, false],
    ]);
  });

  test('count the whole job, so that a long one needs one person for all of it', async ({ shop }) => {
    await countPeople(shop, 2);
    setHours(shop, 1, ['08:00', '12:00']);
    setHours(shop, 2, ['12:00', '20:00']);
    await expect(book(shop, '10:00-12:00', { estimatedDuration: 240 })).rejects.toThrow(FULL);
    await book(shop, '10:00-12:00', { estimatedDuration: 120 });
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
  });

  test('end at midnight', async ({ shop }) => {
    await countPeople(shop, 1);
    setHours(shop, 1, ['08:00', '23:59']);
    await expect(book(shop, '18:00-20:00', { estimatedDuration: 400 })).rejects.toThrow(FULL);
    await book(shop, '18:00-20:00', { estimatedDuration: 300 });
  });

  test('keep the travel buffer on both sides, so that one person never gets two adjacent windows', async ({ shop }) => {
    await countPeople(shop, 1, { travelBufferMinutes: 30 });
    await book(shop, '12:00-14:00');
    const rows = (await listSlots(shop, DAY)).filter(({ serviceType }) => serviceType === 'residential');
    expect(rows.map(({ freePlaces }) => freePlaces)).toEqual([1, 0, 0, 0, 1, 1]);
  });

  test('count a booking and its job once, and a job for its whole crew', async ({ shop }) => {
    await countPeople(shop, 3);
    await book(shop, '08:00-10:00');
    expect(await free(shop, '08:00-10:00')).toEqual([2, true]);
    await shop.admin.dispatch.updateWorkOrder({ id: 1, crewSize: 2 });
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
    await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
    // A member who is off needs a replacement.
    takeOff(shop, 1);
    expect(await free(shop, '08:00-10:00')).toEqual([0, false]);
    await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' });
    expect(await free(shop, '08:00-10:00')).toEqual([2, true]);
  });

  test('count bookings without a job by their own minutes', async ({ shop }) => {
    await countPeople(shop, 1, { createWorkOrders: false });
    await book(shop, '08:00-10:00', { estimatedDuration: 200 });
    expect([await free(shop, '10:00-12:00'), await free(shop, '12:00-14:00')]).toEqual([
      [0, false],
      [1, true],
    ]);
  });

  test('count a job that began the day before and still goes on', async ({ shop }) => {
    await countPeople(shop, 1);
    await shop.admin.clients.create({ name: 'Jon', email: 'jon@example.com', phone: '250-555-0134', address: '9 Battle St' });
    await shop.admin.dispatch.createWorkOrder({
      clientId: 1,
      serviceType: 'commercial',
      scheduledDate: businessInstant('2026-11-23', '20:00'),
      estimatedDuration: 13 * 60,
    });
    expect([await free(shop, '08:00-10:00'), await free(shop, '10:00-12:00')]).toEqual([
      [0, false],
      [1, true],
    ]);
  });
});

describe('a move when people count', () => {
  test('does not count the booking itself', async ({ shop }) => {
    await countPeople(shop, 1);
    const { token } = await book(shop, '08:00-10:00', { estimatedDuration: 240 });
    // It lasts until noon, so others cannot have the next window.
    expect(await free(shop, '10:00-12:00')).toEqual([0, false]);
    const ownSlots = await shop.visitor.booking.listSlots({ date: DAY, token });
    expect(ownSlots.rows[1]).toMatchObject({ timeSlot: '10:00-12:00', freePlaces: 1, isAvailable: true });
    // It would not end before the member goes home.
    expect(ownSlots.rows[5]).toMatchObject({ timeSlot: '18:00-20:00', freePlaces: 0, isAvailable: false });
    const slotOfOffice = async (bookingId?: number) =>
      (await shop.admin.booking.calendar({ from: DAY, days: 1, bookingId })).days[0]?.slots[1];
    expect(await slotOfOffice()).toMatchObject({ isAvailable: false, canForce: true });
    expect(await slotOfOffice(1)).toMatchObject({ isAvailable: true, canForce: false });
    await shop.visitor.booking.moveManaged({ token, slotId: (await slotOf(shop, DAY, '10:00-12:00')).id });
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
  });

  test('is refused where nobody is free, for the client and the office, unless the office forces it', async ({ shop }) => {
    await countPeople(shop, 1);
    const { id, token } = await book(shop, '08:00-10:00');
    await book(shop, '12:00-14:00');
    const slotId = (await slotOf(shop, DAY, '12:00-14:00', 'residential')).id;
    await expect(shop.visitor.booking.moveManaged({ token, slotId })).rejects.toThrow(FULL);
    await expect(shop.admin.booking.move({ id, slotId })).rejects.toThrow(FULL);
    expect(await shop.admin.booking.move({ id, slotId, force: true })).toMatchObject({ timeSlot: '12:00-14:00' });
    expect(await free(shop, '08:00-10:00')).toEqual([1, true]);
  });

  test('needs as many people as the job', async ({ shop }) => {
    await countPeople(shop, 2);
    const { id } = await book(shop, '08:00-10:00');
    await shop.admin.dispatch.updateWorkOrder({ id: 1, crewSize: 2 });
    await book(shop, '12:00-14:00');
    await expect(shop.admin.booking.move({ id, slotId: (await slotOf(shop, DAY, '12:00-14:00')).id })).rejects.toThrow(FULL);
  });
});

describe('a booking with force', () => {
  test('takes a place without a free person for the office only, and never more than the slot has', async ({ shop }) => {
    await countPeople(shop, 1, { slotCapacity: 2 });
    await book(shop, '08:00-10:00');
    const { id: slotId } = await slotOf(shop, DAY, '08:00-10:00');
    await expect(book(shop, '08:00-10:00', { force: true })).rejects.toThrow(FULL);
    const client = { clientName: 'Ann', clientEmail: 'ann@example.com', clientPhone: '250-555-0190', clientAddress: '1 Main St' };
    await expect(shop.admin.booking.book({ ...client, slotId })).rejects.toThrow(FULL);
    expect(await shop.admin.booking.book({ ...client, slotId, force: true })).toMatchObject({ status: 'confirmed' });
    await expect(shop.admin.booking.book({ ...client, slotId, force: true })).rejects.toThrow(FULL);
  });
});

describe('the notice that the company asks for', () => {
  test('closes windows that start sooner to visitors and clients, but not to the office', async ({ shop }) => {
    const { token } = await book(shop, '08:00-10:00', {}, LATER);
    await shop.admin.settings.save({ minNoticeHours: 91 });
    // It is Friday at one; the window of Tuesday at eight starts in 91 hours.
    expect([await free(shop, '08:00-10:00', '2026-11-24'), await free(shop, '18:00-20:00', '2026-11-23')]).toEqual([
      [2, true],
      [2, false],
    ]);
    const REFUSAL = 'Please call us to book within 91 hours. Our phone number is (250) 555-0142.';
    await expect(book(shop, '18:00-20:00', {}, '2026-11-23')).rejects.toMatchObject({ code: 'CONFLICT', message: REFUSAL });
    const { id: slotId } = await slotOf(shop, '2026-11-23', '18:00-20:00');
    await expect(shop.visitor.booking.moveManaged({ token, slotId })).rejects.toThrow(REFUSAL);
    const client = { clientName: 'Ann', clientEmail: 'ann@example.com', clientPhone: '250-555-0190', clientAddress: '1 Main St' };
    expect(await shop.admin.booking.book({ ...client, slotId })).toMatchObject({ status: 'confirmed' });
    expect(await shop.admin.booking.move({ id: 1, slotId })).toMatchObject({ slotId });
  });

  test.for([0, 168, '24'])('may be %s hours', async (minNoticeHours, { shop }) => {
    expect(await shop.admin.settings.save({ minNoticeHours } as object)).toMatchObject({ minNoticeHours: Number(minNoticeHours) });
  });
  test.for([-1, 169, 1.5])('may not be %s hours', async (minNoticeHours, { shop }) => {
    await expect(shop.admin.settings.save({ minNoticeHours })).rejects.toThrow('Please enter a whole number from 0 to 168.');
  });
});
