import { expect, test } from 'vitest';
import { workOrders } from '../../db/schema';
import { listVisits, openWithClient, openWithPlan, WEEKLY } from '../support/plans';

const TUESDAYS = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];

test('creates a plan with its visits of six weeks', async () => {
  const { shop, plan } = await openWithPlan();
  expect(plan).toMatchObject({
    ...WEEKLY,
    id: 1,
    words: 'Every Tuesday at 10:00 a.m.',
    status: 'active',
    addressId: null,
    crewSize: 1,
    discountPercent: 0,
    holidayRule: 'skip',
    billing: 'visit',
    checklist: [],
    notes: null,
    until: null,
    count: null,
    preferredMemberId: null,
    pausedUntil: null,
    parentPlanId: null,
    bookingId: null,
    nextVisit: '2026-11-24',
    monthlyValue: '520.00',
  });
  expect(await listVisits(shop)).toEqual(TUESDAYS);
  const [first] = shop.rows(workOrders);
  expect(first).toMatchObject({ planId: 1, planDate: '2026-11-24', scheduledDate: '2026-11-24T17:00:00.000Z', totalAmountCents: 12000 });
  const order = await shop.admin.dispatch.getWorkOrder({ id: 1 });
  expect(order).toMatchObject({
    planId: 1,
    planDate: '2026-11-24',
    detached: false,
    overbooked: false,
    crewSize: 1,
    estimatedDuration: 120,
  });
  expect(order.jobComponents.map(({ component }) => component)).toContain('Kitchen');
});

test('generates nothing twice and fills what is missing', async () => {
  const { shop } = await openWithPlan();
  expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 0 });
  shop.db.delete(workOrders).run();
  expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 6 });
  shop.clock.advance(7 * 1440);
  expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 1 });
});

test('previews ten dates with the closed days among them', async () => {
  const shop = await openWithClient();
  await shop.admin.booking.closeDay({ date: '2026-12-08', reason: 'Inventory' });
  const { words, dates } = await shop.admin.plans.preview({ ...WEEKLY, rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' });
  expect(words).toBe('Every second Tuesday at 10:00 a.m.');
  expect(dates).toHaveLength(10);
  expect(dates.slice(0, 3)).toEqual([
    { date: '2026-11-24', on: '2026-11-24', conflicts: [] },
    { date: '2026-12-08', on: null, conflicts: ['Closed: Inventory'] },
    { date: '2026-12-22', on: '2026-12-22', conflicts: [] },
  ]);
});
