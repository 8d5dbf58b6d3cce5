import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activity, jobComponents, planExceptions, plans, workOrders } from '../../db/schema';
import { listVisits, openWithPlan } from '../support/plans';
import type { Shop } from '../support/shop';

const TUESDAYS = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];
const ids = (shop: Shop) => shop.rows(workOrders).map(({ id }) => id);
const times = (shop: Shop) => shop.rows(workOrders).map(({ scheduledDate }) => scheduledDate);
const all = { id: 1, scope: 'all' } as const;

/** Completes the job of a visit. */
async function finish(shop: Shop, id: number) {
  for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
}

describe('editing all visits', () => {
  test('changes the untouched ones and reports them', async () => {
    const { shop } = await openWithPlan();
    const effect = await shop.admin.plans.edit({
      ...all,
      change: { startTime: '13:30', price: '135.00', crewSize: 2, minutes: 90, notes: 'Keys' },
    });
    expect(effect).toMatchObject({ created: [], changed: [1, 2, 3, 4, 5, 6], removed: [], kept: [] });
    expect(effect.plan).toMatchObject({ words: 'Every Tuesday at 1:30 p.m.', price: '135.00', crewSize: 2, minutes: 90, notes: 'Keys' });
    expect(shop.rows(workOrders)[0]).toMatchObject({
      scheduledDate: '2026-11-24T20:30:00.000Z',
      totalAmountCents: 13500,
      crewSize: 2,
      estimatedDuration: 90,
      notes: 'Keys',
      scheduleVersion: 2,
      detached: false,
    });
  });

  test('answers empty lists and writes nothing if nothing changes', async () => {
    const { shop } = await openWithPlan();
    const before = shop.rows(activity).length;
    const effect = await shop.admin.plans.edit({ ...all, change: { price: '120', startTime: '10:00', notes: null, checklist: [] } });
    expect(effect).toMatchObject({ created: [], changed: [], removed: [], kept: [] });
    expect(shop.rows(activity)).toHaveLength(before);
  });

  test('keeps visits that are finished, begun, invoiced, edited by hand or cancelled, each with its reason', async () => {
    const { shop } = await openWithPlan();
    const { admin } = shop;
    await finish(shop, 1);
    await admin.dispatch.setWorkOrderStatus({ id: 2, status: 'in-progress' });
    await admin.dispatch.updateWorkOrder({ id: 4, notes: 'Ring twice' });
    await admin.dispatch.setWorkOrderStatus({ id: 5, status: 'cancelled', reason: 'Away' });
    shop.db.update(workOrders).set({ isInvoiced: true }).where(eq(workOrders.id, 3)).run();
    const effect = await admin.plans.edit({ ...all, change: { price: '150.00' } });
    expect(effect.changed).toEqual([6]);
    expect(effect.kept).toEqual([
      { workOrderId: 1, reason: 'finished' },
      { workOrderId: 2, reason: 'begun' },
      { workOrderId: 3, reason: 'invoiced' },
      { workOrderId: 4, reason: 'detached' },
      { workOrderId: 5, reason: 'cancelled' },
    ]);
    expect(shop.rows(workOrders).map(({ totalAmountCents }) => totalAmountCents)).toEqual([12000, 12000, 12000, 12000, 12000, 15000]);
  });

  test('replaces the visits of another rule, but not a cancelled one of the same day', async () => {
    const { shop } = await openWithPlan();
    await shop.admin.dispatch.setWorkOrderStatus({ id: 2, status: 'cancelled', reason: 'Away' });
    const effect = await shop.admin.plans.edit({ ...all, change: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR' } });
    expect(effect).toMatchObject({ changed: [], removed: [4, 6], kept: [{ workOrderId: 2, reason: 'cancelled' }] });
    expect(effect.created).toHaveLength(3);
    expect(await listVisits(shop)).toEqual([
      '2026-11-24',
      '2026-11-27',
      '2026-12-01 cancelled',
      '2026-12-08',
      '2026-12-11',
      '2026-12-22',
      '2026-12-25',
    ]);
  });

  test('replaces the tasks of a visit, those of another service included', async () => {
    const { shop } = await openWithPlan({ until: '2026-11-24' });
    await shop.admin.plans.edit({ ...all, change: { checklist: [{ component: 'Attic', estimatedTime: 20 }] } });
    expect(shop.rows(jobComponents).map(({ component }) => component)).toEqual(['Attic']);
    await shop.admin.plans.edit({ ...all, change: { checklist: [], serviceType: 'commercial' } });
    expect(shop.rows(jobComponents).map(({ component }) => component)).toContain('Waste and lock-up');
  });
});

describe('editing the following visits', () => {
  test('splits the plan, whose later visits belong to the new one', async () => {
    const { shop } = await openWithPlan();
    const effect = await shop.admin.plans.edit({ id: 1, scope: 'following', from: '2026-12-09', change: { price: '140.00' } });
    expect(effect).toMatchObject({ created: [], changed: [4, 5, 6], removed: [], kept: [] });
    expect(effect.plan).toMatchObject({ id: 2, parentPlanId: 1, startDate: '2026-12-15', price: '140.00', status: 'active', until: null });
    expect(await shop.admin.plans.get({ id: 1 })).toMatchObject({ until: '2026-12-08', price: '120.00', status: 'active' });
    expect(await listVisits(shop, 1)).toEqual(TUESDAYS.slice(0, 3));
    expect(await listVisits(shop, 2)).toEqual(TUESDAYS.slice(3));
    expect(await shop.admin.plans.generate()).toEqual({ plans: 2, created: 0 });
  });

  test('goes on in the same weeks, and counts the visits that are left', async () => {
    const { shop } = await openWithPlan({ rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', count: 5 });
    const { plan } = await shop.admin.plans.edit({ id: 1, scope: 'following', from: '2026-11-26', change: { minutes: 90 } });
    expect(plan).toMatchObject({ startDate: '2026-12-08', count: 4, until: null });
    expect(plan.visits?.map(({ date }) => date)).toEqual(['2026-12-08', '2026-12-22']);
  });

  test('keeps what is finished and does not make it again', async () => {
    const { shop } = await openWithPlan();
    await finish(shop, 5);
    await shop.admin.plans.skip({ id: 1, date: '2026-12-29' });
    const effect = await shop.admin.plans.edit({
      id: 1,
      scope: 'following',
      from: '2026-12-15',
      change: { rrule: 'FREQ=WEEKLY;BYDAY=TU,WE' },
    });
    expect(effect).toMatchObject({ changed: [], removed: [], kept: [] });
    expect(await listVisits(shop, 2)).toEqual([
      '2026-12-15',
      '2026-12-16',
      '2026-12-22 done',
      '2026-12-23',
      '2026-12-29 skipped',
      '2026-12-30',
    ]);
  });

  test('ends a plan at once that has no visit left before the split', async () => {
    const { shop } = await openWithPlan();
    const { plan } = await shop.admin.plans.edit({ id: 1, scope: 'following', from: '2026-11-24', change: { minutes: 60 } });
    expect(plan.visits).toHaveLength(6);
    expect(await shop.admin.plans.get({ id: 1 })).toMatchObject({ status: 'ended', visits: [] });
  });

  test('rejects a day without a visit from then on, a start before it, an end before the start, and a missing day', async () => {
    const { shop } = await openWithPlan({ until: '2026-12-08' });
    const edit = (more: object) => shop.admin.plans.edit({ id: 1, scope: 'following', change: { minutes: 60 }, ...more });
    await expect(edit({ from: '2026-12-09' })).rejects.toThrow('This plan has no visit on or after this day.');
    await expect(edit({ from: '2026-12-01', change: { startDate: '2026-11-25' } })).rejects.toThrow('The new plan cannot begin before');
    await expect(edit({ from: '2026-12-01', change: { until: '2026-11-30' } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The last day is before the first one.',
    });
    await expect(edit({})).rejects.toThrow('Please choose the first day that changes.');
    expect(shop.rows(plans)).toHaveLength(1);
  });
});

describe('skipping', () => {
  test('removes the visit of a day until it is served again', async () => {
    const { shop } = await openWithPlan();
    for (const _ of [1, 2]) await shop.admin.plans.skip({ id: 1, date: '2026-12-01' });
    expect(await listVisits(shop)).toEqual(['2026-11-24', '2026-12-01 skipped', ...TUESDAYS.slice(2)]);
    expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 0 });
    expect(ids(shop)).toEqual([1, 3, 4, 5, 6]);
    for (const _ of [1, 2]) await shop.admin.plans.unskip({ id: 1, date: '2026-12-01' });
    expect(await listVisits(shop)).toEqual(TUESDAYS);
    expect(shop.rows(planExceptions)).toEqual([]);
    expect(shop.rows(activity).filter(({ verb }) => verb === 'plan.skipped' || verb === 'plan.unskipped')).toHaveLength(2);
  });

  test('leaves out a day beyond six weeks, which is then never generated', async () => {
    const { shop } = await openWithPlan();
    await shop.admin.plans.skip({ id: 1, date: '2027-01-05' });
    shop.clock.advance(7 * 1440);
    expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 0 });
  });

  test('never removes a finished visit', async () => {
    const { shop } = await openWithPlan();
    await finish(shop, 1);
    await shop.admin.plans.skip({ id: 1, date: '2026-11-24' });
    expect((await listVisits(shop))[0]).toEqual('2026-11-24 done');
  });

  test('rejects a cancelled visit', async () => {
    const { shop } = await openWithPlan();
    await shop.admin.dispatch.setWorkOrderStatus({ id: 2, status: 'cancelled', reason: 'Away' });
    await expect(shop.admin.plans.skip({ id: 1, date: '2026-12-01' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This visit was cancelled already.',
    });
    expect((await listVisits(shop))[1]).toEqual('2026-12-01 cancelled');
  });

  test.each([
    ['edited by hand', (shop: Shop) => shop.admin.dispatch.updateWorkOrder({ id: 1, notes: 'Ring twice' })],
    ['begun', (shop: Shop) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress', confirm: true })],
    ['on an invoice', (shop: Shop) => shop.db.update(workOrders).set({ isInvoiced: true }).run()],
  ] as const)('rejects a visit that is %s', async (reason, change) => {
    const { shop } = await openWithPlan();
    await change(shop);
    await expect(shop.admin.plans.skip({ id: 1, date: '2026-11-24' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(new RegExp(`^This visit .*${reason}`)),
    });
    expect((await listVisits(shop))[0]).toBe('2026-11-24');
    expect(shop.rows(planExceptions)).toEqual([]);
  });

  test('rejects a day that the rule lacks with 404, and no day with 400', async () => {
    const { shop } = await openWithPlan();
    for (const change of ['skip', 'unskip'] as const) {
      await expect(shop.admin.plans[change]({ id: 1, date: '2026-12-02' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(shop.admin.plans[change]({ id: 1, date: '2026-11-17' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(shop.admin.plans[change]({ id: 1, date: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});

describe('pausing', () => {
  test('removes the visits to come, and resuming brings the same dates back', async () => {
    const { shop } = await openWithPlan();
    const before = times(shop);
    expect(await shop.admin.plans.pause({ id: 1 })).toMatchObject({ status: 'paused', pausedUntil: null, nextVisit: null, visits: [] });
    expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 0 });
    expect(await shop.admin.plans.resume({ id: 1 })).toMatchObject({ status: 'active', nextVisit: '2026-11-24' });
    expect(times(shop)).toEqual(before);
    expect(await shop.admin.plans.resume({ id: 1 })).toMatchObject({ status: 'active' });
  });

  test('keeps the visits from its last day on, and ends by itself', async () => {
    const { shop } = await openWithPlan();
    expect(await shop.admin.plans.pause({ id: 1, until: '2026-12-15' })).toMatchObject({ status: 'paused', nextVisit: '2026-12-15' });
    expect(await listVisits(shop)).toEqual(TUESDAYS.slice(3));
    shop.clock.advance(25 * 1440);
    expect(await shop.admin.plans.get({ id: 1 })).toMatchObject({ status: 'active' });
    expect((await shop.admin.plans.list({ status: 'active' })).rows).toHaveLength(1);
    expect((await shop.admin.plans.list({ status: 'paused' })).rows).toHaveLength(0);
    expect((await shop.admin.plans.generate()).created).toBe(4);
  });

  test('rejects a last day that is not ahead', async () => {
    const { shop } = await openWithPlan();
    await expect(shop.admin.plans.pause({ id: 1, until: '2026-11-20' })).rejects.toThrow('Please choose a day after today.');
  });

  test('keeps a visit that was edited by hand', async () => {
    const { shop } = await openWithPlan();
    await shop.admin.dispatch.updateWorkOrder({ id: 3, totalAmount: '99.00' });
    await shop.admin.plans.pause({ id: 1 });
    expect(await listVisits(shop)).toEqual(['2026-12-08']);
    await shop.admin.plans.resume({ id: 1 });
    expect(await listVisits(shop)).toEqual(TUESDAYS);
  });
});

describe('ending', () => {
  test('serves the last day and removes the later visits', async () => {
    const { shop } = await openWithPlan();
    expect(await shop.admin.plans.end({ id: 1, on: '2026-12-08' })).toMatchObject({ status: 'active', until: '2026-12-08' });
    expect(await listVisits(shop)).toEqual(TUESDAYS.slice(0, 3));
    shop.clock.advance(19 * 1440);
    expect(await shop.admin.plans.get({ id: 1 })).toMatchObject({ status: 'ended' });
    expect((await shop.admin.plans.list({ status: 'ended' })).rows).toHaveLength(1);
  });

  test('ends at once with today, after which editing and resuming are 409', async () => {
    const { shop } = await openWithPlan({ startDate: '2026-11-20', rrule: 'FREQ=WEEKLY;BYDAY=FR', startTime: '15:00' });
    expect(await shop.admin.plans.end({ id: 1, on: '2026-11-20' })).toMatchObject({ status: 'ended' });
    expect(await listVisits(shop)).toEqual(['2026-11-20']);
    for (const call of [
      () => shop.admin.plans.edit({ ...all, change: { minutes: 60 } }),
      () => shop.admin.plans.resume({ id: 1 }),
      () => shop.admin.plans.pause({ id: 1 }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'CONFLICT', message: 'This plan has ended.' });
    expect(await shop.admin.plans.end({ id: 1, on: '2026-12-20' })).toMatchObject({ status: 'ended', until: '2026-11-20' });
  });

  test('rejects a day in the past', async () => {
    const { shop } = await openWithPlan();
    await expect(shop.admin.plans.end({ id: 1, on: '2026-11-19' })).rejects.toThrow('Please choose today or a later day.');
  });
});
