import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { workOrders } from '../../db/schema';
import { STAFF_TRANSITIONS, WORK_ORDER_STATUSES, workOrderDetails } from '../../src/shared/dispatch';
import { AT, JOB, MARIA, openWithOrder, verbs } from '../support/dispatch';
import { openShop, type Shop } from '../support/shop';

const test = base.extend('shop', () => openWithOrder()).extend('dispatch', ({ shop }) => shop.admin.dispatch);

const orderRow = (shop: Shop) => shop.db.select().from(workOrders).where(eq(workOrders.id, 1)).get();

test('says both forms of a date, and keeps a job between the year 2000 and five years ahead', async () => {
  const shop = openShop();
  await shop.admin.clients.create({ name: 'Jon Toews', email: 'jon@example.com', phone: '250 555 0134', address: '9 Battle St' });
  await shop.admin.dispatch.createWorkOrder({ clientId: 1, ...JOB, scheduledDate: '2000-01-01' });
  const move = (scheduledDate: string) => shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate, notifyClient: false });
  await expect(move('2026-11-21T10:00')).rejects.toThrow('Please enter a day such as 2026-11-20, or a time such as 2026-11-20T18:00:00Z.');
  for (const day of ['1970-01-01', '1999-12-31', '2032-01-01'])
    await expect(move(day)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Please enter a day from 2000-01-01 to five years ahead.',
    });
  for (const day of ['2031-11-20', '2019-06-03', '2000-01-01']) await move(day);
  // A job of an earlier version keeps its time when something else changes.
  shop.db.$client.exec("update work_orders set scheduled_date = '1999-01-02T17:00:00.000Z'");
  expect(await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: '1999-01-02T17:00:00.000Z', priority: 'high' })).toMatchObject({
    priority: 'high',
  });
});

describe('a work order', () => {
  test('gets its number, its WO- text and its defaults from the server', async ({ dispatch }) => {
    const order = await dispatch.getWorkOrder({ id: 1 });
    expect(order).toMatchObject({
      id: 1,
      clientId: 1,
      serviceType: 'residential',
      status: 'scheduled',
      priority: 'medium',
      scheduledDate: '2026-11-21T17:00:00.000Z',
      processedDate: null,
      completedDate: null,
      finalizedDate: null,
      assignedTeamMember: null,
      createdAt: AT,
      updatedAt: AT,
      client: { id: 1, ...MARIA },
    });
    expect(Object.keys(order).sort()).toEqual(Object.keys(workOrderDetails.shape).sort());
    expect(order.workOrderId).toMatch(new RegExp(`^WO-${Date.parse(AT)}-[0-9A-F]{6}$`));
    expect(order.jobComponents).toMatchObject([{ component: 'Kitchen', estimatedTime: 45, isCompleted: false, completedAt: null }]);
  });

  test('keeps a WO- text that is free, and replaces a taken or malformed one', async ({ dispatch }) => {
    const make = (workOrderId?: string) => dispatch.createWorkOrder({ ...JOB, clientId: 1, workOrderId });
    expect((await make('WO-1763-abc')).workOrderId).toBe('WO-1763-abc');
    for (const sent of ['WO-1763-abc', 'order 7', '', undefined]) expect((await make(sent)).workOrderId).toMatch(/^WO-\d{13}-[0-9A-F]{6}$/);
    expect(new Set((await dispatch.listWorkOrders({})).rows.map((order) => order.workOrderId)).size).toBe(6);
  });

  test('is found by its number, as a number or text, and by its WO- text', async ({ dispatch }) => {
    const { workOrderId } = await dispatch.getWorkOrder({ id: 1 });
    for (const id of ['1', workOrderId]) expect((await dispatch.getWorkOrder({ id })).id).toBe(1);
    expect((await dispatch.setWorkOrderStatus({ id: workOrderId, status: 'in-progress' })).status).toBe('in-progress');
    expect(await dispatch.createJobComponent({ workOrderId, component: 'Attic' })).toMatchObject({ workOrderId: 1 });
    for (const id of [2, 'WO-unknown']) {
      await expect(dispatch.getWorkOrder({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(dispatch.setWorkOrderStatus({ id, status: 'in-progress' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(dispatch.getWorkOrder({ id: 'seven' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('is rejected for an unknown client, and writes nothing', async () => {
    const shop = openShop();
    await expect(shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(shop.rows(workOrders)).toEqual([]);
    expect(verbs(shop)).toEqual([]);
  });

  test('is listed newest first, in pages, with its own client and components', async ({ shop, dispatch }) => {
    await shop.admin.clients.create({ ...MARIA, name: 'Jon Park', email: 'jon@example.com' });
    for (const clientId of [2, 1]) await dispatch.createWorkOrder({ ...JOB, clientId });
    await dispatch.createJobComponent({ workOrderId: 2, component: 'Windows' });
    const first = await dispatch.listWorkOrders({ limit: 2 });
    expect(first.rows.map((order) => [order.id, order.client.name, order.jobComponents.map(({ component }) => component)])).toEqual([
      [3, 'Maria Santos', []],
      [2, 'Jon Park', ['Windows']],
    ]);
    expect(first.nextCursor).toBe(2);
    const last = await dispatch.listWorkOrders({ limit: 2, cursor: 2 });
    expect([last.rows.map((order) => order.id), last.nextCursor]).toEqual([[1], null]);
  });
});

const EVERY_MOVE = WORK_ORDER_STATUSES.flatMap((from) =>
  WORK_ORDER_STATUSES.map((to) => {
    const outcome = from === to ? 'nothing happens' : STAFF_TRANSITIONS[from].includes(to) ? 'done' : 'refused';
    return [from, to, outcome] as const;
  }),
);

describe('the status of a work order', () => {
  test.each(EVERY_MOVE)('changes from %s to %s: %s', async (from, to, outcome) => {
    const shop = await openWithOrder(from);
    shop.clock.advance(5);
    const before = { row: orderRow(shop), verbs: verbs(shop) };
    const move = () => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: to, reason: 'The client moved away', confirm: true });
    if (outcome === 'done') {
      expect(await move()).toMatchObject({ id: 1, status: to, updatedAt: '2026-11-20T20:05:00.000Z' });
      expect(verbs(shop)).toEqual([...before.verbs, `workOrder.${to}`]);
      return;
    }
    if (outcome === 'refused')
      await expect(move()).rejects.toMatchObject({ code: 'CONFLICT', message: `A work order that is ${from} cannot become ${to}.` });
    else expect(await move()).toMatchObject({ id: 1, status: from });
    expect({ row: orderRow(shop), verbs: verbs(shop) }).toEqual(before);
  });

  test('records when the job starts and completes, and the minutes between', async ({ shop, dispatch }) => {
    shop.clock.advance(10);
    const started = await dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    expect(started).toMatchObject({ processedDate: '2026-11-20T20:10:00.000Z', completedDate: null, actualDuration: null });
    shop.clock.advance(95);
    const done = await dispatch.setWorkOrderStatus({ id: 1, status: 'completed', confirm: true });
    expect(done).toMatchObject({
      processedDate: '2026-11-20T20:10:00.000Z',
      completedDate: '2026-11-20T21:45:00.000Z',
      actualDuration: 95,
      finalizedDate: null,
      updatedAt: '2026-11-20T21:45:00.000Z',
    });
  });

  test('records no negative duration when the clock was set back', async ({ shop, dispatch }) => {
    await dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    shop.clock.advance(-60);
    expect(await dispatch.setWorkOrderStatus({ id: 1, status: 'completed', confirm: true })).toMatchObject({
      status: 'completed',
      completedDate: '2026-11-20T20:00:00.000Z',
      actualDuration: null,
    });
  });

  test('starts a job once when fifty requests arrive together', async ({ shop, dispatch }) => {
    await Promise.all(Array.from({ length: 50 }, () => dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' })));
    expect(verbs(shop).filter((verb) => verb === 'workOrder.in-progress')).toHaveLength(1);
  });

  test.each([[undefined], [null], [''], ['   ']])('rejects a cancellation with the reason %j at its field', async (reason) => {
    const shop = await openWithOrder('in-progress');
    await expect(shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'reason' }] },
    });
    expect(orderRow(shop)?.status).toBe('in-progress');
    expect((await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Burst pipe' })).cancelReason).toBe(
      'Burst pipe',
    );
  });
});

describe('a finalized work order', () => {
  test.each(['completed', 'complete'] as const)('is finalized once when it is %s, and repeating it changes nothing', async (status) => {
    const shop = await openWithOrder(status);
    shop.clock.advance(5);
    const { workOrderId } = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    const first = await shop.admin.dispatch.finalizeWorkOrder({ id: workOrderId });
    const at = '2026-11-20T20:05:00.000Z';
    expect(first).toMatchObject({ id: 1, status, finalizedDate: at, updatedAt: at });
    shop.clock.advance(60);
    const before = shop.db.$client.serialize();
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    expect(await shop.admin.dispatch.finalizeWorkOrder({ id: 1 })).toEqual(first);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    expect(topics).toEqual([]);
    expect(verbs(shop).filter((verb) => verb === 'workOrder.finalized')).toHaveLength(1);
  });

  test.each(WORK_ORDER_STATUSES.filter((status) => !['completed', 'complete'].includes(status)))(
    'cannot be finalized while it is %s',
    async (status) => {
      const shop = await openWithOrder(status);
      const before = shop.db.$client.serialize();
      await expect(shop.admin.dispatch.finalizeWorkOrder({ id: 1 })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: `A work order that is ${status} cannot be finalized; complete it first.`,
      });
      expect(shop.db.$client.serialize().equals(before)).toBe(true);
    },
  );

  test('is rejected if the job does not exist', async () => {
    await expect(openShop().admin.dispatch.finalizeWorkOrder({ id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the counters of the Team Dashboard', () => {
  // Kamloops: UTC−7 all year since 2026-03-08, before that UTC−8 in winter. Each row: a midnight there, and the midnights around it.
  test.each([
    ['2026-11-21T07:00:00.000Z', '2026-11-20T07:00:00.000Z', '2026-11-22T07:00:00.000Z'],
    ['2027-01-15T07:00:00.000Z', '2027-01-14T07:00:00.000Z', '2027-01-16T07:00:00.000Z'],
    ['2026-11-02T07:00:00.000Z', '2026-11-01T07:00:00.000Z', '2026-11-03T07:00:00.000Z'],
    ['2026-01-15T08:00:00.000Z', '2026-01-14T08:00:00.000Z', '2026-01-16T08:00:00.000Z'],
    ['2026-03-09T07:00:00.000Z', '2026-03-08T08:00:00.000Z', '2026-03-10T07:00:00.000Z'],
    ['2025-11-03T08:00:00.000Z', '2025-11-02T07:00:00.000Z', '2025-11-04T08:00:00.000Z'],
  ])("count the jobs of the next day from the company's midnight %s", async (midnight, before, after) => {
    const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    const shop = await openWithOrder('scheduled', justBefore(midnight));
    shop.db
      .update(workOrders)
      .set({ scheduledDate: justBefore(before) })
      .run();
    for (const scheduledDate of [before, justBefore(midnight), midnight, midnight, justBefore(after), after])
      await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, scheduledDate });
    expect(await shop.admin.dispatch.summary()).toEqual({ activeOrders: 7, todaysJobs: 2, jobsToInvoice: 0 });
    shop.clock.at = new Date(midnight);
    expect(await shop.admin.dispatch.summary()).toEqual({ activeOrders: 7, todaysJobs: 3, jobsToInvoice: 0 });
  });

  test.each(WORK_ORDER_STATUSES.map((status) => [status, ['completed', 'complete', 'cancelled'].includes(status) ? 0 : 1] as const))(
    'count a job that is %s as %i in Active Orders',
    async (status, activeOrders) => {
      const { dispatch } = (await openWithOrder(status)).admin;
      expect((await dispatch.summary()).activeOrders).toBe(activeOrders);
    },
  );

  test('still count a completed job of today', async () => {
    const { dispatch } = (await openWithOrder('completed', JOB.scheduledDate)).admin;
    expect(await dispatch.summary()).toEqual({ activeOrders: 0, todaysJobs: 1, jobsToInvoice: 1 });
  });
});
