import { expect } from 'vitest';
import { memberHours, workOrders } from '../../db/schema';
import { addDays } from '../../src/shared/calendar-day';
import { businessInstant } from '../../src/shared/time';
import { bookSlot, slotOf, TODAY } from '../support/booking';
import { countPeople, takeOff } from '../support/people';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

const TUESDAY = '2026-11-24';
/** Plans jobs of a day, all of which begin at ten. */
const plan = (shop: Shop, day: string, count: number, status: 'scheduled' | 'cancelled' | 'completed' = 'scheduled') => {
  const at = '2026-11-20T20:00:00.000Z';
  const rows = Array.from({ length: count }, (_, number) => ({
    workOrderId: `WO-${day}-${status}-${number}`,
    clientId: 1,
    serviceType: 'residential',
    scheduledDate: businessInstant(day, '10:00'),
    status,
    createdAt: at,
    updatedAt: at,
  }));
  shop.db.insert(workOrders).values(rows).run();
};
const overload = async (shop: Shop) => (await shop.admin.overview.today()).overload;

test('The start page names the days with more jobs than people', async ({ shop }) => {
  insertRow(shop.db, 'clients', {});
  await countPeople(shop, 2);
  plan(shop, TUESDAY, 2);
  expect(await overload(shop)).toEqual([]);
  await shop.admin.settings.save({ createWorkOrders: false, capacityFrom: 'slots' });
  await bookSlot(shop, (await slotOf(shop, TUESDAY)).id);
  expect(await overload(shop)).toEqual([{ day: TUESDAY, jobs: 3, people: 2, text: '3 jobs for 2 people on Tuesday, November 24' }]);
});

test('The warning counts only people who work on the day', async ({ shop }) => {
  insertRow(shop.db, 'clients', {});
  await countPeople(shop, 3);
  plan(shop, TUESDAY, 2);
  takeOff(shop, 1);
  expect(await overload(shop)).toEqual([]);
  shop.db.insert(memberHours).values({ teamMemberId: 2, weekday: 3, opens: '08:00', closes: '12:00' }).run();
  expect(await overload(shop)).toMatchObject([{ jobs: 2, people: 1, text: '2 jobs for 1 people on Tuesday, November 24' }]);
});

test('The warning looks two weeks ahead, at jobs that are still to be done', async ({ shop }) => {
  insertRow(shop.db, 'clients', {});
  plan(shop, TUESDAY, 3);
  expect(await overload(shop)).toEqual([]);
  await countPeople(shop, 1);
  plan(shop, addDays(TODAY, 13), 2);
  plan(shop, addDays(TODAY, 14), 2);
  plan(shop, addDays(TODAY, -1), 2);
  plan(shop, '2026-11-25', 2, 'cancelled');
  plan(shop, '2026-11-26', 2, 'completed');
  expect((await overload(shop)).map(({ day }) => day)).toEqual([TUESDAY, addDays(TODAY, 13)]);
});
