import { timeOff } from '../../db/schema';
import { DAY } from './booking';
import { addMember } from './field';
import type { Shop } from './shop';

/** Lets people limit bookings, with members who work from 8 to 20 unless a test says otherwise, and room in each slot. */
export async function countPeople(shop: Shop, people: number, settings: Record<string, unknown> = {}) {
  for (let number = 1; number <= people; number++)
    addMember(shop, { first_name: `Member ${number}`, employee_id: `E-${number}`, email: `member${number}@example.com` });
  const { company } = await shop.admin.settings.get();
  const hours = { weekdays: { opens: '08:00', closes: '20:00' }, weekend: { opens: '08:00', closes: '20:00' } };
  await shop.admin.settings.save({
    capacityFrom: 'crew',
    slotCapacity: 50,
    travelBufferMinutes: 0,
    company: { ...company, hours },
    ...settings,
  });
}
/** Gives a member the day off on which the tests book. */
export const takeOff = (shop: Shop, teamMemberId: number, status: 'approved' | 'requested' = 'approved') =>
  shop.db.insert(timeOff).values({ teamMemberId, startDate: DAY, endDate: DAY, status, createdAt: '2026-11-01T00:00:00.000Z' }).run();
