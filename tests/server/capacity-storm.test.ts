import { describe, expect } from 'vitest';
import { workOrders } from '../../db/schema';
import { BOOKING_SERVICE_TYPES, TIME_WINDOWS } from '../../src/shared/booking';
import { addMinutes } from '../../src/shared/time';
import { bookings, bookSlot, DAY, listSlots } from '../support/booking';
import { countPeople, takeOff } from '../support/people';
import { test } from '../support/shop-test';

describe('a storm of 200 bookings', () => {
  test.for([1, 3])('never puts the work of more than %i people into any moment', async (people, { shop }) => {
    await countPeople(shop, people + 1, { travelBufferMinutes: 15 });
    takeOff(shop, people + 1);
    const slots = await listSlots(shop, DAY);
    const minutes = [60, 120, 180, 240, 90];
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, (_, turn) => {
        const slot = slots[(turn * 7) % slots.length];
        const client = { clientName: `V ${turn}`, clientEmail: `v${turn}@example.com`, clientPhone: `250-556-${1000 + turn}` };
        return bookSlot(shop, slot?.id ?? 0, { ...client, estimatedDuration: minutes[turn % minutes.length] });
      }),
    );
    const accepted = answers.filter(({ status }) => status === 'fulfilled').length;
    expect(accepted).toBeGreaterThanOrEqual(people * 2);
    expect(bookings(shop)).toHaveLength(accepted);
    const jobs = shop.rows(workOrders).map(({ scheduledDate, estimatedDuration }) => ({
      from: scheduledDate,
      to: addMinutes(new Date(scheduledDate), (estimatedDuration ?? 0) + 15),
    }));
    for (const { from } of jobs) expect(jobs.filter((job) => job.from <= from && from < job.to).length).toBeLessThanOrEqual(people);
  });

  test('accepts none while everyone is off', async ({ shop }) => {
    await countPeople(shop, 2);
    takeOff(shop, 1);
    takeOff(shop, 2);
    const slots = await listSlots(shop, DAY);
    expect(slots).toHaveLength(BOOKING_SERVICE_TYPES.length * TIME_WINDOWS.length);
    const answers = await Promise.allSettled(slots.map(({ id }) => bookSlot(shop, id)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });
});
