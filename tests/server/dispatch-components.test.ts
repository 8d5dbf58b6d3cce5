import { test as base, describe, expect } from 'vitest';
import { activity, jobComponents, workOrders } from '../../db/schema';
import { AT, openWithOrder } from '../support/dispatch';

const test = base.extend('shop', () => openWithOrder()).extend('dispatch', ({ shop }) => shop.admin.dispatch);

describe('a job component', () => {
  test('starts open', async ({ dispatch }) => {
    expect((await dispatch.getWorkOrder({ id: 1 })).jobComponents).toEqual([
      {
        id: 1,
        workOrderId: 1,
        component: 'Kitchen',
        description: null,
        estimatedTime: 45,
        actualTime: null,
        isCompleted: false,
        completedAt: null,
        notes: null,
      },
    ]);
  });

  test('is rejected for an unknown job', async ({ shop, dispatch }) => {
    const made = dispatch.createJobComponent({ workOrderId: 9, component: 'Attic' });
    await expect(made).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(shop.rows(jobComponents)).toHaveLength(1);
  });

  // A time sent by a phone that was offline counts within 24 hours; otherwise the server's own time counts.
  test.for([
    ['none', undefined, AT],
    ['null', null, AT],
    ['an hour ago', '2026-11-20T19:00:00.000Z', '2026-11-20T19:00:00.000Z'],
    ['an hour ago, with an offset', '2026-11-20T12:00:00-07:00', '2026-11-20T19:00:00.000Z'],
    ['24 hours ago', '2026-11-19T20:00:00.000Z', '2026-11-19T20:00:00.000Z'],
    ['a moment more than 24 hours ago', '2026-11-19T19:59:59.999Z', AT],
    ['last year', '2025-11-20T20:00:00.000Z', AT],
    ['a minute ahead', '2026-11-20T20:01:00.000Z', '2026-11-20T20:01:00.000Z'],
    ['more than 24 hours ahead', '2026-11-21T20:00:00.001Z', AT],
  ])('is completed with the sent time %s', async ([_what, completedAt, stored], { shop, dispatch }) => {
    const ticked = await dispatch.setJobComponent({ id: 1, isCompleted: true, completedAt });
    expect(ticked).toMatchObject({ id: 1, isCompleted: true, completedAt: stored });
    expect(await dispatch.setJobComponent({ id: 1, isCompleted: false, completedAt: null })).toMatchObject({
      isCompleted: false,
      completedAt: null,
    });
    expect(shop.db.select().from(jobComponents).get()).toMatchObject({ isCompleted: false, completedAt: null });
  });

  test('keeps its first time and one log line when completed twice', async ({ shop, dispatch }) => {
    await dispatch.setJobComponent({ id: 1, isCompleted: true });
    const lines = shop.rows(activity).length;
    shop.clock.advance(30);
    expect(await dispatch.setJobComponent({ id: 1, isCompleted: true })).toMatchObject({ completedAt: AT });
    expect(shop.rows(activity)).toHaveLength(lines);
  });

  test('reopens, whatever time is sent along', async ({ shop, dispatch }) => {
    await dispatch.setJobComponent({ id: 1, isCompleted: true });
    expect(await dispatch.setJobComponent({ id: 1, isCompleted: false, completedAt: AT })).toMatchObject({
      isCompleted: false,
      completedAt: null,
    });
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'jobComponent.reopened', entityId: '1' });
  });

  test('cannot change once its job is cancelled', async ({ shop, dispatch }) => {
    shop.db.update(workOrders).set({ status: 'cancelled' }).run();
    await expect(dispatch.setJobComponent({ id: 1, isCompleted: true })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(shop.db.select().from(jobComponents).get()?.isCompleted).toBe(false);
  });
});
