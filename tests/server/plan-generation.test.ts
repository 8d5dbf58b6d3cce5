import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../db/client';
import { closedDays, outbox, planExceptions, plans, workOrderAssignments, workOrders } from '../../db/schema';
import { checkPeopleAgain } from '../../src/server/dispatch/plan-visits/detaching';
import { generateVisits } from '../../src/server/plans/visits/nightly';
import { addMember } from '../support/field';
import { longestStall, onThisMachine, processorMs } from '../support/pace';
import { listVisits, openWithClient, openWithPlan, WEEKLY } from '../support/plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

/** Inserts weekly plans of as many clients, on all days of the work week and at all hours. */
function insertPlans(db: Db, plans: number): void {
  for (let id = 1; id <= plans; id++) {
    const day = ['MO', 'TU', 'WE', 'TH', 'FR'][id % 5];
    insertRow(db, 'clients', { name: `Client ${id}`, email: `c${id}@example.com` });
    insertRow(db, 'plans', {
      ...{ client_id: id, rrule: `FREQ=WEEKLY;BYDAY=${day}`, start_date: '2026-11-02' },
      ...{ start_time: `${String(8 + (id % 9)).padStart(2, '0')}:00`, price_cents: 12_000 },
    });
  }
}

describe('closed days', () => {
  test('leave a visit out and show it as closed', async () => {
    const shop = await openWithClient();
    await shop.admin.booking.closeDay({ date: '2026-12-08', reason: 'Inventory' });
    await shop.admin.plans.create(WEEKLY);
    expect((await listVisits(shop)).slice(0, 4)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08 closed', '2026-12-15']);
  });

  test('move a visit to the next open day, past several closed days', async () => {
    const shop = await openWithClient();
    for (const date of ['2026-12-08', '2026-12-09', '2026-12-10']) await shop.admin.booking.closeDay({ date, reason: null });
    await shop.admin.plans.create({ ...WEEKLY, holidayRule: 'next' });
    expect((await listVisits(shop)).slice(1, 4)).toEqual(['2026-12-01', '2026-12-08>2026-12-11', '2026-12-15']);
    expect(shop.rows(workOrders)[2]).toMatchObject({ planDate: '2026-12-08', scheduledDate: '2026-12-11T17:00:00.000Z' });
    expect(shop.rows(planExceptions)).toMatchObject([{ date: '2026-12-08', kind: 'moved', movedTo: '2026-12-11' }]);
  });

  test('reach the visits that were generated before, but not one that was edited by hand', async () => {
    const { shop } = await openWithPlan();
    await shop.admin.plans.create({ ...WEEKLY, holidayRule: 'next' });
    await shop.admin.dispatch.updateWorkOrder({ id: 2, notes: 'Ring twice' });
    for (const date of ['2026-12-01', '2026-12-08', '2026-12-09']) await shop.admin.booking.closeDay({ date, reason: null });
    expect((await listVisits(shop, 1)).slice(0, 4)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08 closed', '2026-12-15']);
    expect((await listVisits(shop, 2)).slice(1, 3)).toEqual(['2026-12-01>2026-12-02', '2026-12-08>2026-12-10']);
    await shop.admin.booking.openDay({ date: '2026-12-09' });
    expect((await listVisits(shop, 2)).slice(2, 3)).toEqual(['2026-12-08>2026-12-09']);
    await shop.admin.booking.openDay({ date: '2026-12-08' });
    for (const id of [1, 2]) expect((await listVisits(shop, id)).slice(2, 3)).toEqual(['2026-12-08']);
    expect(shop.rows(planExceptions)).toMatchObject([{ date: '2026-12-01', kind: 'moved' }]);
  });
});

test('closes a day for 500 plans in slices of less than 50 ms', { timeout: 60_000 }, async () => {
  const shop = openShop();
  insertPlans(shop.db, 500);
  await shop.admin.plans.generate();
  const most = onThisMachine(50);
  let stall = Number.POSITIVE_INFINITY;
  // The machine may be busy with other tests: the best of three days counts.
  for (const date of ['2026-12-01', '2026-12-08', '2026-12-15'])
    if (stall >= most) stall = Math.min(stall, await longestStall(() => shop.admin.booking.closeDay({ date, reason: null })));
  expect(stall).toBeLessThan(most);
});

test('finishes at night what a day that was closed did not reach', async () => {
  const { shop } = await openWithPlan();
  insertRow(shop.db, 'closed_days', { date: '2026-12-08' });
  await shop.admin.plans.generate();
  expect((await listVisits(shop)).slice(1, 4)).toEqual(['2026-12-01', '2026-12-08 closed', '2026-12-15']);
});

test('brings visits back at night that a day had moved which was opened while the process ended', async () => {
  const { shop } = await openWithPlan({ holidayRule: 'next' });
  for (const date of ['2026-12-08', '2026-12-09']) await shop.admin.booking.closeDay({ date, reason: null });
  const openWithoutSync = async (date: string) => {
    shop.db.delete(closedDays).where(eq(closedDays.date, date)).run();
    await shop.admin.plans.generate();
    return (await listVisits(shop))[2];
  };
  expect(await openWithoutSync('2026-12-09')).toBe('2026-12-08>2026-12-09');
  expect(await openWithoutSync('2026-12-08')).toBe('2026-12-08');
  expect(shop.rows(planExceptions)).toEqual([]);
});

/** Gives a plan a crew that no job can have. */
function breakCrew(db: Db, planId: number): void {
  db.$client.pragma('ignore_check_constraints = on');
  db.$client.prepare('update plans set crew_size = 11 where id = ?').run(planId);
  db.$client.pragma('ignore_check_constraints = off');
}

test('generates, closes and opens days for the other plans if the database refuses the visits of one', async () => {
  const { shop } = await openWithPlan();
  await shop.admin.plans.create(WEEKLY);
  await shop.admin.booking.closeDay({ date: '2026-12-08', reason: null });
  shop.db.delete(workOrders).run();
  breakCrew(shop.db, 1);
  expect(await shop.admin.plans.generate()).toEqual({ plans: 2, created: 5 });
  await shop.admin.booking.openDay({ date: '2026-12-08' });
  await shop.admin.booking.closeDay({ date: '2026-12-01', reason: null });
  expect([await listVisits(shop, 1), (await listVisits(shop, 2)).slice(0, 3)]).toEqual([
    ['2026-12-01 closed'],
    ['2026-11-24', '2026-12-01 closed', '2026-12-08'],
  ]);
});

test('closes the day for the other plans if one cannot be read', async () => {
  const { shop } = await openWithPlan();
  await shop.admin.plans.create(WEEKLY);
  shop.db.$client.prepare("update plans set rrule = 'FREQ=DAILY' where id = 1").run();
  await shop.admin.booking.closeDay({ date: '2026-12-08', reason: null });
  expect((await listVisits(shop, 2))[2]).toBe('2026-12-08 closed');
});

describe('the crew of a visit', () => {
  test('is the preferred member on the days on which they are free', async () => {
    const shop = await openWithClient();
    addMember(shop);
    insertRow(shop.db, 'time_off', { start_date: '2026-12-08', end_date: '2026-12-08', status: 'approved' });
    await shop.admin.plans.create({ ...WEEKLY, preferredMemberId: 1 });
    await shop.admin.plans.create({ ...WEEKLY, startTime: '11:00', preferredMemberId: 1 });
    const assigned = shop.rows(workOrderAssignments).map(({ workOrderId }) => workOrderId);
    expect(assigned).toEqual([1, 2, 4, 5, 6]);
    expect(shop.rows(outbox).filter(({ purpose }) => purpose === 'job-scheduled')).toEqual([]);
  });

  test('is not a member who has left', async () => {
    const shop = await openWithClient();
    addMember(shop, { is_active: 0 });
    await shop.admin.plans.create({ ...WEEKLY, preferredMemberId: 1 });
    expect(shop.rows(workOrderAssignments)).toEqual([]);
  });

  test('changes with the preferred member of the plan, unless the office gave the visit to someone else', async () => {
    const shop = await openWithClient();
    for (const id of [1, 2, 3]) addMember(shop, { employee_id: `E-${id}`, email: `${id}@example.com` });
    await shop.admin.plans.create({ ...WEEKLY, until: '2026-12-01', preferredMemberId: 1 });
    await shop.admin.dispatch.moveAssignment({ id: 2, teamMemberId: 3 });
    const { changed } = await shop.admin.plans.edit({ id: 1, scope: 'all', change: { preferredMemberId: 2 } });
    expect(changed).toEqual([1, 2]);
    expect(shop.rows(workOrders).map(({ assignedTeamMemberId }) => assignedTeamMemberId)).toEqual([2, 3]);
  });
});

test('generates the other plans if one cannot be read', async () => {
  const { shop } = await openWithPlan();
  await shop.admin.plans.create(WEEKLY);
  shop.db.delete(workOrders).run();
  shop.db.$client.prepare("update plans set rrule = 'FREQ=DAILY' where id = 1").run();
  expect(await shop.admin.plans.generate()).toEqual({ plans: 2, created: 6 });
  expect(shop.rows(plans)).toHaveLength(2);
});

test('stores the statuses that have changed by themselves', async () => {
  const { shop } = await openWithPlan({ count: 2 });
  await shop.admin.plans.create({ ...WEEKLY, until: '2026-12-01' });
  await shop.admin.plans.create(WEEKLY);
  await shop.admin.plans.pause({ id: 3, until: '2026-12-01' });
  shop.clock.advance(12 * 1440);
  await shop.admin.plans.generate();
  expect(shop.rows(plans).map(({ status, pausedUntil }) => ({ status, pausedUntil }))).toEqual([
    { status: 'ended', pausedUntil: null },
    { status: 'ended', pausedUntil: null },
    { status: 'active', pausedUntil: null },
  ]);
});

test('creates each visit once if it is asked 20 times at once', async () => {
  const { shop } = await openWithPlan();
  await shop.admin.plans.create({ ...WEEKLY, rrule: 'FREQ=WEEKLY;BYDAY=MO,TH' });
  shop.db.delete(workOrders).run();
  const reports = await Promise.all(Array.from({ length: 20 }, () => shop.admin.plans.generate()));
  expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(17);
  expect([await listVisits(shop, 1), await listVisits(shop, 2)].map((visits) => visits.length)).toEqual([6, 11]);
});

test('checks overbooked visits again 50 at a time, so that requests are answered meanwhile', async () => {
  const shop = await openWithClient();
  for (let job = 1; job <= 60; job++)
    insertRow(shop.db, 'work_orders', {
      ...{ work_order_id: `WO-${job}`, scheduled_date: `2026-12-01T18:${10 + (job % 50)}:00.000Z`, overbooked: 1, crew_size: 1 },
      ...{ assigned_team_member_id: null, inquiry_id: null },
    });
  await shop.admin.settings.save({ crewCap: 100 });
  const marked = () => shop.rows(workOrders).filter(({ overbooked }) => overbooked).length;
  const before = marked();
  const done = checkPeopleAgain(shop.ctx);
  const meanwhile = marked();
  await done;
  expect([before, meanwhile]).toEqual([60, 10 + marked()]);
});

test('generates the visits of 500 plans in less than a second, in slices of less than 50 ms', { timeout: 60_000 }, async () => {
  const [mostMs, mostStall] = [onThisMachine(1000), onThisMachine(50)];
  // The machine may be busy with other tests: the best of five counts.
  const best = { ms: Number.POSITIVE_INFINITY, stall: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < 5 && (best.ms >= mostMs || best.stall >= mostStall); tries++) {
    const shop = openShop();
    insertPlans(shop.db, 500);
    const before = processorMs();
    const stall = await longestStall(async () => {
      expect(await shop.admin.plans.generate()).toEqual({ plans: 500, created: 3100 });
    });
    best.ms = Math.min(best.ms, processorMs() - before);
    best.stall = Math.min(best.stall, stall);
  }
  expect(best.ms).toBeLessThan(mostMs);
  expect(best.stall).toBeLessThan(mostStall);
});

test('counts the visits of the same run when it looks for free people', async () => {
  const shop = openShop();
  addMember(shop);
  await shop.admin.settings.save({ capacityFrom: 'crew' });
  insertPlans(shop.db, 1);
  for (const start_time of ['10:00', '13:00', '14:00', '23:00'])
    insertRow(shop.db, 'plans', { rrule: 'FREQ=WEEKLY;BYDAY=TU', start_date: '2026-11-02', start_time });
  await shop.admin.plans.generate();
  const marked = shop.rows(workOrders).map(({ planId, overbooked }) => `${planId} ${overbooked}`);
  expect([...new Set(marked)]).toEqual(['1 false', '2 true', '3 false', '4 true', '5 true']);
});

/** Generates the visits of one batch, without the check of overbooked visits that follows. */
const generateOneBatch = (shop: Shop) => generateVisits(shop.ctx, () => true);

test('counts a visit that lasts past midnight once on the day after it', async () => {
  const shop = openShop();
  for (const id of [1, 2]) addMember(shop, { employee_id: `E-${id}`, email: `${id}@example.com` });
  await shop.admin.settings.save({ capacityFrom: 'crew' });
  insertRow(shop.db, 'clients');
  insertRow(shop.db, 'plans', { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,TH,FR', start_date: '2026-11-02', start_time: '22:00', minutes: 720 });
  insertRow(shop.db, 'plans', { rrule: 'FREQ=WEEKLY;BYDAY=WE', start_date: '2026-11-02', start_time: '09:00', minutes: 120 });
  await generateOneBatch(shop);
  const wednesdays = shop.rows(workOrders).filter(({ planId }) => planId === 2);
  expect(new Set(wednesdays.map(({ overbooked }) => overbooked))).toEqual(new Set([false]));
});

test('does not count the visits of a plan that could not be written when it looks for free people', async () => {
  const shop = openShop();
  addMember(shop);
  await shop.admin.settings.save({ capacityFrom: 'crew' });
  insertPlans(shop.db, 1);
  for (let plan = 1; plan <= 2; plan++)
    insertRow(shop.db, 'plans', { rrule: 'FREQ=WEEKLY;BYDAY=TH', start_date: '2026-11-02', start_time: '10:00' });
  breakCrew(shop.db, 2);
  await generateOneBatch(shop);
  const marked = shop.rows(workOrders).map(({ planId, overbooked }) => `${planId} ${overbooked}`);
  expect([...new Set(marked)]).toEqual(['1 false', '3 false']);
});

test('gives the other plans of a batch their visits if one cannot be written', async () => {
  const shop = openShop();
  insertPlans(shop.db, 3);
  shop.db.$client.prepare("update plans set start_time = 'noon' where id = 2").run();
  expect(await shop.admin.plans.generate()).toEqual({ plans: 3, created: 12 });
  expect(new Set(shop.rows(workOrders).map(({ planId }) => planId))).toEqual(new Set([1, 3]));
});
