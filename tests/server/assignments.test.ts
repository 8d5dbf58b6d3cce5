import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { outbox, teamMembers, workOrderAssignments } from '../../db/schema';
import { ASSIGNMENT_TRANSITIONS } from '../../src/shared/assignments';
import { ASSIGNMENT_STATUSES, WORK_ORDER_STATUSES } from '../../src/shared/dispatch';
import { AT, assignJob, getJob, JOB, openField, phoneOf, type Shop, takeJob } from '../support/field';
import { untyped } from '../support/untyped';

const test = base.extend('shop', () => openField()).extend('dispatch', ({ shop }) => shop.admin.dispatch);

const assignment = (shop: Shop, id = 1) => shop.db.select().from(workOrderAssignments).where(eq(workOrderAssignments.id, id)).get();

const PASSED = { cause: { code: 'BAD_REQUEST', issues: [{ path: 'estimatedArrival', message: expect.stringContaining('has passed') }] } };

describe('giving a job to a member', () => {
  test('leaves the order scheduled until the member answers, and names the member', async ({ dispatch }) => {
    const made = await dispatch.assign({ workOrderId: 1, teamMemberId: 1, estimatedArrival: '2026-11-21T17:00:00Z' });
    expect(made).toMatchObject({
      id: 1,
      workOrderId: 1,
      teamMemberId: 1,
      status: 'assigned',
      assignedAt: AT,
      estimatedArrival: '2026-11-21T17:00:00.000Z',
      warnings: [],
      teamMember: { name: 'Dee Marsh', employeeId: 'E-1', phone: '1' },
      workOrder: { status: 'scheduled', assignedTeamMember: 'Dee Marsh', client: { name: 'Maria Santos' } },
    });
    expect((await dispatch.unassigned({})).rows).toEqual([]);
    expect((await dispatch.active({})).rows).toMatchObject([{ id: 1 }]);
  });

  test.for([[1], ['1'], ['E-1'], ['Dee Marsh']])('takes the member as %j', async ([ref], { shop }) => {
    expect(await assignJob(shop, ref)).toMatchObject({ teamMemberId: 1 });
  });
  test('takes the order by its WO- text', async ({ shop }) => {
    expect(await assignJob(shop, 1, (await getJob(shop)).workOrderId)).toMatchObject({ workOrderId: 1 });
  });

  test('mails the member once, with the place and a link to answer', async ({ shop }) => {
    await assignJob(shop);
    const mails = shop.db.select().from(outbox).where(eq(outbox.purpose, 'job-assigned')).all();
    expect(mails).toMatchObject([{ to: 'dee@example.com', relatedType: 'workOrder', relatedId: 1 }]);
    for (const words of ['Maria Santos', '12 Seymour St, Kamloops', 'http://shop.test/team-member-dashboard/1'])
      expect(mails[0]?.body).toContain(words);
  });

  test('leaves a started job in progress, also when the member accepts', async ({ shop, dispatch }) => {
    await dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    await assignJob(shop);
    await dispatch.setAssignmentStatus({ id: 1, status: 'accepted' });
    expect([(await getJob(shop)).status, assignment(shop)?.status]).toEqual(['in-progress', 'accepted']);
  });

  test('is rejected if the job is already assigned, also at the same moment', async ({ shop }) => {
    const answers = await Promise.allSettled([assignJob(shop, 1), assignJob(shop, 2), assignJob(shop, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(shop.rows(workOrderAssignments)).toHaveLength(1);
    await expect(assignJob(shop, 2)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Dee Marsh') });
  });

  test('is rejected for a member who has left', async ({ shop }) => {
    shop.db.update(teamMembers).set({ isActive: false }).run();
    await expect(assignJob(shop)).rejects.toMatchObject({ code: 'CONFLICT', message: 'Dee Marsh is not active.' });
  });

  test.for([
    ['member', { teamMemberId: 9 }],
    ['name', { teamMemberId: 'Nobody Here' }],
    ['work order', { workOrderId: 9 }],
  ] as const)('is rejected for an unknown %s', async ([_what, change], { dispatch }) => {
    await expect(dispatch.assign({ workOrderId: 1, teamMemberId: 1, ...change })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each(WORK_ORDER_STATUSES)('is possible only if the job is still open: %s', async (status) => {
    const shop = await openField({ status });
    if (['completed', 'complete', 'cancelled'].includes(status)) {
      await expect(assignJob(shop)).rejects.toMatchObject({ code: 'CONFLICT' });
      return;
    }
    await assignJob(shop);
    expect((await getJob(shop)).status).toBe(status === 'in-progress' ? 'in-progress' : 'scheduled');
  });
});

describe('an assignment', () => {
  const matrix = ASSIGNMENT_STATUSES.flatMap((from) => ASSIGNMENT_STATUSES.map((to) => [from, to] as const));
  test.for(matrix)('changes from %s to %s only if that is allowed', async ([from, to], { shop, dispatch }) => {
    await assignJob(shop);
    shop.db.update(workOrderAssignments).set({ status: from }).run();
    const before = shop.db.$client.serialize();
    const move = dispatch.setAssignmentStatus({ id: 1, status: to, confirm: true });
    if (from === to) {
      expect(await move).toMatchObject({ status: to });
      expect(shop.db.$client.serialize().equals(before)).toBe(true);
    } else if (ASSIGNMENT_TRANSITIONS[from].includes(to)) expect(await move).toMatchObject({ status: to });
    else {
      await expect(move).rejects.toMatchObject({ code: 'CONFLICT', message: `An assignment that is ${from} cannot become ${to}.` });
      expect(shop.db.$client.serialize().equals(before)).toBe(true);
    }
  });
  test('is rejected with an unknown status or number', async ({ dispatch }) => {
    await expect(dispatch.setAssignmentStatus({ id: 1, status: 'accepted' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(dispatch.setAssignmentStatus({ id: 1, status: untyped('gone') })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('records the time of each step; accepting assigns the job, and arriving does not start it', async ({ shop, dispatch }) => {
    await assignJob(shop);
    const minute = (n: number) => `2026-11-20T20:0${n}:00.000Z`;
    shop.clock.advance(1);
    expect(await dispatch.setAssignmentStatus({ id: 1, status: 'accepted' })).toMatchObject({
      acceptedAt: minute(1),
      workOrder: { status: 'assigned' },
    });
    shop.clock.advance(1);
    expect(await dispatch.dispatchAssignment({ id: 1, estimatedArrival: '2026-11-21T10:05:00-07:00' })).toMatchObject({
      status: 'dispatched',
      dispatchedAt: minute(2),
      estimatedArrival: '2026-11-21T17:05:00.000Z',
      workOrder: { status: 'assigned' },
    });
    shop.clock.advance(1);
    expect(await dispatch.setAssignmentStatus({ id: 1, status: 'arrived' })).toMatchObject({
      arrivedAt: minute(3),
      actualArrival: minute(3),
      workOrder: { status: 'assigned' },
    });
  });

  test('that the office completes also completes its order, with its duration, and mails the client', async ({ shop, dispatch }) => {
    await takeJob(shop, 'onsite');
    shop.clock.advance(50);
    await dispatch.setAssignmentStatus({ id: 1, status: 'completed', confirm: true });
    expect(await getJob(shop)).toMatchObject({ status: 'completed', actualDuration: 50, assignedTeamMember: 'Dee Marsh' });
    expect((await dispatch.unassigned({})).rows).toEqual([]);
    expect(shop.db.select().from(outbox).where(eq(outbox.purpose, 'job-done')).all()).toHaveLength(1);
  });

  test('is dispatched only when it is accepted, and its time of arrival can then be changed', async ({ shop, dispatch }) => {
    await assignJob(shop);
    await expect(dispatch.dispatchAssignment({ id: 1, estimatedArrival: AT })).rejects.toMatchObject({ code: 'CONFLICT' });
    await dispatch.setAssignmentStatus({ id: 1, status: 'accepted' });
    const first = await dispatch.dispatchAssignment({ id: 1, estimatedArrival: AT });
    shop.clock.advance(5);
    expect(await dispatch.dispatchAssignment({ id: 1, estimatedArrival: JOB.scheduledDate })).toMatchObject({
      estimatedArrival: JOB.scheduledDate,
      dispatchedAt: first.dispatchedAt,
    });
  });

  test('is not dispatched for a time more than 15 minutes ago', async ({ shop }) => {
    await assignJob(shop);
    await shop.admin.dispatch.setAssignmentStatus({ id: 1, status: 'accepted' });
    const dispatch = (estimatedArrival: string) => shop.admin.dispatch.dispatchAssignment({ id: 1, estimatedArrival });
    for (const past of ['2019-01-15T17:00:00.000Z', '2026-11-20T19:44:00.000Z']) await expect(dispatch(past)).rejects.toMatchObject(PASSED);
    expect(assignment(shop)).toMatchObject({ status: 'accepted', estimatedArrival: null });
    expect(await dispatch('2026-11-20T19:45:00.000Z')).toMatchObject({ status: 'dispatched' });
    await expect(dispatch('2019-01-15T17:00:00.000Z')).rejects.toMatchObject(PASSED);
  });
});

describe('an arrival in the past', () => {
  const PAST = '2026-11-20T19:44:00.000Z';
  test('is rejected when the job is assigned', async ({ shop, dispatch }) => {
    const assign = (estimatedArrival: string) => dispatch.assign({ workOrderId: 1, teamMemberId: 1, estimatedArrival });
    await expect(assign(PAST)).rejects.toMatchObject(PASSED);
    expect(shop.rows(workOrderAssignments)).toEqual([]);
    expect(await assign('2026-11-20T19:45:00.000Z')).toMatchObject({ estimatedArrival: '2026-11-20T19:45:00.000Z' });
  });
  test('changes nothing when the dispatch is repeated later', async ({ shop }) => {
    await takeJob(shop);
    const dispatch = { id: 1, estimatedArrival: AT };
    const first = await shop.admin.dispatch.dispatchAssignment(dispatch);
    shop.clock.advance(30);
    const before = shop.db.$client.serialize();
    expect(await shop.admin.dispatch.dispatchAssignment(dispatch)).toEqual(first);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });
  test('is dropped when the job moves to another member', async ({ shop, dispatch }) => {
    await dispatch.assign({ workOrderId: 1, teamMemberId: 1, estimatedArrival: AT });
    shop.clock.advance(30);
    expect(await dispatch.moveAssignment({ id: 1, teamMemberId: 2 })).toMatchObject({ estimatedArrival: null });
  });
  test.for([
    ['is ignored when a phone sends it', AT, '2026-11-20T19:44:00.000Z', JOB.scheduledDate],
    ['is kept when a phone sends an earlier step late', '2026-11-20T18:50:00.000Z', '2026-11-20T19:20:00.000Z', '2026-11-20T19:20:00.000Z'],
  ])('%s', async ([_what, timestamp, estimatedArrival, stored], { shop, dispatch }) => {
    await dispatch.assign({ workOrderId: 1, teamMemberId: 1, estimatedArrival: JOB.scheduledDate });
    const { field } = phoneOf(shop, 1);
    await field.respond({ id: 1, accepted: true, teamMemberId: 1 });
    await field.setStatus({ id: 1, status: 'enroute', teamMemberId: 1, confirm: true, timestamp, estimatedArrival });
    expect(assignment(shop)).toMatchObject({ status: 'dispatched', estimatedArrival: stored });
  });
});

describe('a job that is assigned', () => {
  test('is completed together with its assignment', async ({ shop, dispatch }) => {
    await takeJob(shop);
    await dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    await dispatch.setWorkOrderStatus({ id: 1, status: 'completed', confirm: true });
    expect(assignment(shop)?.status).toBe('completed');
    expect((await getJob(shop)).assignedTeamMember).toBe('Dee Marsh');
  });
  test('that is cancelled is released', async ({ shop, dispatch }) => {
    await takeJob(shop, 'onsite');
    await dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Snow' });
    expect(assignment(shop)?.status).toBe('released');
    expect(await getJob(shop)).toMatchObject({ status: 'cancelled', assignedTeamMember: null, cancelReason: 'Snow', processedDate: AT });
  });
  test('that was not finished can be scheduled again and assigned to somebody else', async ({ shop, dispatch }) => {
    await takeJob(shop, 'incomplete');
    expect((await dispatch.unassigned({})).rows).toEqual([]);
    await dispatch.setWorkOrderStatus({ id: 1, status: 'scheduled' });
    expect(assignment(shop)?.status).toBe('released');
    expect((await dispatch.unassigned({})).rows).toMatchObject([{ id: 1, processedDate: null }]);
    await assignJob(shop, 2);
    expect(await getJob(shop)).toMatchObject({ status: 'scheduled', assignedTeamMember: 'Kim Marsh' });
  });
  test('that is taken back is scheduled and unassigned', async ({ shop, dispatch }) => {
    await takeJob(shop, 'onsite');
    await dispatch.release({ id: 1, reason: 'Car broke down' });
    expect(assignment(shop)).toMatchObject({ status: 'released', notes: 'Car broke down' });
    expect(shop.db.select().from(outbox).where(eq(outbox.purpose, 'job-withdrawn')).all()).toMatchObject([
      { to: 'dee@example.com', body: expect.stringContaining('Car broke down') },
    ]);
    expect(await getJob(shop)).toMatchObject({ status: 'scheduled', assignedTeamMember: null, processedDate: null });
    await expect(dispatch.release({ id: 1 })).resolves.toMatchObject({ status: 'released' });
  });
  test('that has ended is not taken back', async ({ shop, dispatch }) => {
    await takeJob(shop, 'complete');
    await expect(dispatch.release({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
  test('that has ended is not moved', async ({ shop, dispatch }) => {
    await takeJob(shop, 'complete');
    await expect(dispatch.moveAssignment({ id: 1, teamMemberId: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An assignment that is completed cannot be moved.',
    });
  });
  test('that the office has started is not moved', async ({ shop, dispatch }) => {
    await takeJob(shop);
    await dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    await expect(dispatch.moveAssignment({ id: 1, teamMemberId: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^This job is under way/),
    });
    expect(assignment(shop)?.status).toBe('accepted');
  });
  test('stays unchanged when it is moved to the member who has it', async ({ shop, dispatch }) => {
    await takeJob(shop);
    const before = shop.db.$client.serialize();
    expect(await dispatch.moveAssignment({ id: 1, teamMemberId: 1 })).toMatchObject({ id: 1, status: 'accepted', warnings: [] });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });
  test('is accepted without changing other jobs', async ({ shop, dispatch }) => {
    await dispatch.createWorkOrder({ ...JOB, clientId: 1 });
    await takeJob(shop);
    expect([(await getJob(shop)).status, (await getJob(shop, 2)).status]).toEqual(['assigned', 'scheduled']);
  });
  test('is moved to another member in one step, who then has to accept it', async ({ shop, dispatch }) => {
    await takeJob(shop);
    const moved = await dispatch.moveAssignment({ id: 1, teamMemberId: 2 });
    expect(moved).toMatchObject({ id: 2, status: 'assigned', teamMember: { name: 'Kim Marsh' }, workOrder: { status: 'scheduled' } });
    expect(assignment(shop)).toMatchObject({ status: 'released', notes: 'Moved to Kim Marsh.' });
  });
  test('is not moved once the member is on the way, nor to a member who has left', async ({ shop, dispatch }) => {
    await takeJob(shop, 'enroute');
    await expect(dispatch.moveAssignment({ id: 1, teamMemberId: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
    const arrived = await openField();
    await takeJob(arrived);
    for (const status of ['dispatched', 'arrived'] as const) await arrived.admin.dispatch.setAssignmentStatus({ id: 1, status });
    await expect(arrived.admin.dispatch.moveAssignment({ id: 1, teamMemberId: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
    const other = await openField();
    await takeJob(other);
    other.db.update(teamMembers).set({ isActive: false }).where(eq(teamMembers.id, 2)).run();
    await expect(other.admin.dispatch.moveAssignment({ id: 1, teamMemberId: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(assignment(other)?.status).toBe('accepted');
  });
});
