import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { workOrders } from '../../db/schema';
import { listVisits, openWithPlan } from '../support/plans';

describe('a visit that a closed day moved from yesterday to tomorrow', () => {
  /** Opens a shop on Wednesday, 2026-11-25; the visit of Tuesday is held on Thursday. */
  async function openAcross() {
    const { shop } = await openWithPlan({ holidayRule: 'next' });
    for (const date of ['2026-11-24', '2026-11-25']) await shop.admin.booking.closeDay({ date, reason: null });
    shop.clock.advance(5 * 1440);
    expect((await listVisits(shop)).slice(0, 2)).toEqual(['2026-11-24>2026-11-26', '2026-12-01']);
    return shop;
  }

  test('is removed by a pause and comes back when the plan is resumed', async () => {
    const shop = await openAcross();
    await shop.admin.plans.pause({ id: 1 });
    expect(await listVisits(shop)).toEqual([]);
    await shop.admin.plans.resume({ id: 1 });
    expect((await listVisits(shop)).slice(0, 2)).toEqual(['2026-11-24>2026-11-26', '2026-12-01']);
  });

  test('is removed if the plan ends before it is held', async () => {
    const shop = await openAcross();
    await shop.admin.plans.end({ id: 1, on: '2026-11-25' });
    expect(await listVisits(shop)).toEqual([]);
  });

  test('takes part in changes of the plan, and is made again if it is missing', async () => {
    const shop = await openAcross();
    const { changed } = await shop.admin.plans.edit({ id: 1, scope: 'all', change: { startTime: '14:00' } });
    expect(changed).toContain(1);
    expect(shop.rows(workOrders)[0]?.scheduledDate).toBe('2026-11-26T21:00:00.000Z');
    shop.db.delete(workOrders).where(eq(workOrders.id, 1)).run();
    await shop.admin.plans.generate();
    expect((await listVisits(shop))[0]).toBe('2026-11-24>2026-11-26');
  });
});

test('reports the finished visits of the last 90 days that an edit keeps, and shows those of a year', async () => {
  const { shop } = await openWithPlan();
  const finished = (id: number, day: string) => ({
    planDate: day,
    scheduledDate: `${day}T17:00:00.000Z`,
    status: 'completed' as const,
    id,
  });
  for (const { id, ...values } of [finished(1, '2026-08-18'), finished(2, '2026-09-01'), finished(3, '2025-08-19')])
    shop.db.update(workOrders).set(values).where(eq(workOrders.id, id)).run();
  const { kept } = await shop.admin.plans.edit({ id: 1, scope: 'all', change: { price: '130.00' } });
  expect(kept).toEqual([{ workOrderId: 2, reason: 'finished' }]);
  expect((await listVisits(shop)).slice(0, 2)).toEqual(['2026-08-18 done', '2026-09-01 done']);
});
