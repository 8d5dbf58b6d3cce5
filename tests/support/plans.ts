import { MARIA } from './dispatch';
import { openShop, type Shop } from './shop';

/** Every Tuesday at 10:00 a.m. from 2026-11-24 on; tests begin on Friday, 2026-11-20. */
export const WEEKLY = {
  clientId: 1,
  serviceType: 'residential',
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
  startDate: '2026-11-24',
  startTime: '10:00',
  minutes: 120,
  price: '120.00',
};
type PlanFields = Parameters<Shop['admin']['plans']['create']>[0];

/** Opens a shop with the client Maria. */
export async function openWithClient(more: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(more);
  await shop.admin.clients.create(MARIA);
  return shop;
}

/** Opens a shop with a weekly plan of Maria. */
export async function openWithPlan(more: Partial<PlanFields> = {}) {
  const shop = await openWithClient();
  const plan = await shop.admin.plans.create({ ...WEEKLY, ...more });
  return { shop, plan };
}

/** Returns the visits of a plan as "2026-11-24" or "2026-11-24>2026-11-25" for one that is held on another day, with other states named. */
export async function listVisits(shop: Shop, id = 1): Promise<string[]> {
  const { visits = [] } = await shop.admin.plans.get({ id });
  return visits.map(({ date, on, status }) => {
    const held = on === null || on === date ? date : `${date}>${on}`;
    return status === 'planned' || status === 'moved' ? held : `${held} ${status}`;
  });
}
