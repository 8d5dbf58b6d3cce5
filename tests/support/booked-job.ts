import { expect } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import { outbox, workOrderAssignments, workOrders } from '../../db/schema';
import type { BookingStatus } from '../../src/shared/booking';
import { bookSlot, slotOf } from './booking';
import { addMember, phoneOf } from './field';
import { openShop, type Shop } from './shop';

const STARTS = { scheduled: 0, assigned: 1, enroute: 2, onsite: 3, incomplete: 4, 'in-progress': 1 } as const;
export type OpenStatus = keyof typeof STARTS;
export const OPEN = Object.keys(STARTS) as OpenStatus[];

/** Opens a shop with one booking whose job Dee has taken to the given status. */
export async function openJob(status: OpenStatus = 'scheduled') {
  const shop = openShop();
  addMember(shop);
  await bookSlot(shop, (await slotOf(shop)).id);
  await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
  const dee = phoneOf(shop, 1);
  if (STARTS[status] > 0) await dee.field.respond({ id: 1, accepted: true, teamMemberId: 1 });
  shop.clock.at = new Date('2026-11-24T17:00:00.000Z');
  for (const step of (['enroute', 'onsite', 'incomplete'] as const).slice(0, Math.max(0, STARTS[status] - 1))) {
    await dee.field.setStatus({ id: 1, status: step, teamMemberId: 1 });
    shop.clock.advance(20);
  }
  if (status === 'in-progress') await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status });
  shop.clock.advance(30);
  shop.db.delete(outbox).run();
  return shop;
}
export const readJob = (shop: Shop) => ({
  order: { ...shop.db.select().from(workOrders).get(), updatedAt: '' },
  assignments: shop.rows(workOrderAssignments),
});
export const bookingStatus = async (shop: Shop) => (await shop.admin.booking.get({ id: 1 })).status;
export const jobStatus = async (shop: Shop) => (await shop.admin.dispatch.getWorkOrder({ id: 1 })).status;
export const setBooking = (shop: Shop, status: BookingStatus) =>
  shop.admin.booking.setStatus({ id: 1, status, reason: 'The client moved away', confirm: true });
export const doneMail = (shop: Shop) => shop.rows(outbox).filter(({ purpose }) => purpose === 'job-done');
export const expectSound = (shop: Shop): void => expect(checkInvariants(shop.db.$client).filter(({ count }) => count > 0)).toEqual([]);
