import { test as base, describe, expect } from 'vitest';
import { workOrders } from '../../db/schema';
import { addMember, assignJob, getJob, JOB, openField, phoneOf, takeJob } from '../support/field';
import { insertRow } from '../support/rows';

const test = base.extend('shop', () => openField()).extend('dispatch', ({ shop }) => shop.admin.dispatch);

describe('the dispatch board', () => {
  test('lists unassigned jobs by priority, then by date, in pages', async ({ dispatch }) => {
    const make = (priority: 'urgent' | 'high' | 'medium' | 'low', scheduledDate: string) =>
      dispatch.createWorkOrder({ ...JOB, clientId: 1, priority, scheduledDate });
    await make('low', '2026-11-21T10:00:00Z');
    await make('urgent', '2026-11-25T10:00:00Z');
    await make('high', '2026-11-22T10:00:00Z');
    await make('urgent', '2026-11-24T10:00:00Z');
    await make('medium', '2026-11-21T16:00:00Z');
    const all = (await dispatch.unassigned({})).rows.map(({ id }) => id);
    expect(all).toEqual([5, 3, 4, 6, 1, 2]);
    const paged: number[] = [];
    let cursor: number | undefined;
    do {
      const page = await dispatch.unassigned({ limit: 2, ...(cursor && { cursor }) });
      paged.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all);
  });

  test('assigns several jobs at once and reports each result', async ({ shop, dispatch }) => {
    await dispatch.createWorkOrder({ ...JOB, clientId: 1 });
    await assignJob(shop, 2, 1);
    expect(await dispatch.assignInBulk({ workOrderIds: [1, 2, 99], teamMemberId: 1 })).toEqual({
      rows: [
        { workOrderId: 1, assignmentId: null, warnings: [], error: expect.stringMatching(/assigned to Kim Marsh already/) },
        { workOrderId: 2, assignmentId: 2, warnings: [], error: null },
        { workOrderId: 99, assignmentId: null, warnings: [], error: 'This work order does not exist.' },
      ],
    });
  });

  test('shows a day by member, with the planned minutes and days off', async ({ shop, dispatch }) => {
    addMember(shop, { first_name: 'Gone', employee_id: 'E-3', email: 'gone@example.com', is_active: 0 });
    await dispatch.createWorkOrder({ ...JOB, scheduledDate: '2026-11-22T06:59:59Z', clientId: 1, estimatedDuration: undefined });
    await dispatch.createWorkOrder({ ...JOB, scheduledDate: '2026-11-22T07:00:00Z', clientId: 1 });
    for (const id of [1, 2, 3]) await assignJob(shop, 1, id);
    insertRow(shop.db, 'time_off', {
      team_member_id: 2,
      start_date: '2026-11-20',
      end_date: '2026-11-21',
      status: 'approved',
      reason: 'Wedding',
    });
    const plan = await dispatch.planDay({ day: '2026-11-21' });
    expect(
      plan.members.map(({ member, plannedMinutes, timeOff, jobs }) => [
        member.name,
        plannedMinutes,
        timeOff,
        jobs.map(({ order: { id } }) => id),
      ]),
    ).toEqual([
      ['Dee Marsh', 240, null, [1, 2]],
      ['Kim Marsh', 0, 'Wedding', []],
    ]);
  });
});

describe('the details of a job', () => {
  test('changes only the date, priority and minutes of an open job', async ({ dispatch }) => {
    const changes = { scheduledDate: '2026-11-25T18:00:00.000Z', priority: 'high', estimatedDuration: 90 } as const;
    expect(await dispatch.updateWorkOrder({ id: 1, ...changes })).toMatchObject({
      ...changes,
      status: 'scheduled',
      serviceType: 'residential',
    });
    expect(await dispatch.updateWorkOrder({ id: 1, priority: 'low' })).toMatchObject({ ...changes, priority: 'low' });
  });
  test.each(['completed', 'complete', 'cancelled'] as const)('rejects changes to a job that is %s', async (status) => {
    const { dispatch } = (await openField({ status })).admin;
    await expect(dispatch.updateWorkOrder({ id: 1, priority: 'low' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

test('the jobs of a member who leaves return to dispatch', async ({ shop }) => {
  await takeJob(shop, 'accepted');
  expect((await phoneOf(shop, 1).field.dashboard({ id: 1 })).jobs).toHaveLength(1);
  const { releaseMember } = await import('../../src/server/dispatch/assignment-steps');
  expect(releaseMember(shop.ctx, 1)).toEqual([{ workOrderId: (await getJob(shop)).workOrderId }]);
  expect(shop.db.select().from(workOrders).get()).toMatchObject({ status: 'scheduled', assignedTeamMemberId: null });
});
