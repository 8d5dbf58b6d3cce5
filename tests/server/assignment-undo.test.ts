import { test as base, describe, expect } from 'vitest';
import { activity, teamMembers, workOrderAssignments, workOrders } from '../../db/schema';
import { mailPurposes, mailRows } from '../support/booking';
import { assignJob, getJob, openField, phoneOf, type Shop } from '../support/field';

const test = base.extend('shop', () => openField());
const PAST = { code: 'CONFLICT', message: 'This can no longer be undone.' };
const ETA = '2026-11-21T17:15:00.000Z';

const undo = (shop: Shop, status: Parameters<Shop['admin']['dispatch']['undoStep']>[0]['status'], id = 1) =>
  shop.admin.dispatch.undoStep({ id, status });
const accept = (shop: Shop) => shop.admin.dispatch.setAssignmentStatus({ id: 1, status: 'accepted', confirm: false });
const dispatch = (shop: Shop) => shop.admin.dispatch.dispatchAssignment({ id: 1, estimatedArrival: ETA });
const arrive = (shop: Shop) => shop.admin.dispatch.setAssignmentStatus({ id: 1, status: 'arrived', confirm: false });
const assignments = (shop: Shop) => shop.rows(workOrderAssignments);
const job = (shop: Shop) => {
  const { updatedAt: _, ...row } = shop.rows(workOrders)[0] ?? {};
  return row;
};

describe('an assignment of the office', () => {
  test('waits ten seconds with its mails, and is taken back with them until then', async ({ shop }) => {
    const before = job(shop);
    await assignJob(shop);
    const sendAfter = new Date(shop.clock.now().getTime() + 10_000).toISOString();
    expect(mailRows(shop)).toMatchObject([
      { purpose: 'job-assigned', sendAfter },
      { purpose: 'job-scheduled', sendAfter },
    ]);
    shop.clock.advance(9 / 60);
    expect(await undo(shop, 'assigned')).toMatchObject({ status: 'released', notes: 'Undone.' });
    expect([job(shop), mailPurposes(shop)]).toEqual([before, []]);
    expect((await getJob(shop)).sentDate).toBeNull();
    expect((await shop.admin.dispatch.unassigned({})).rows).toMatchObject([{ id: 1 }]);
    await assignJob(shop, 2);
    expect(mailPurposes(shop)).toEqual(['job-assigned', 'job-scheduled']);
  });
  test('returns an incomplete job to where it was', async () => {
    const shop = await openField({ status: 'incomplete' });
    shop.db.update(workOrders).set({ processedDate: '2026-11-20T18:00:00.000Z' }).run();
    const before = job(shop);
    await assignJob(shop);
    expect(job(shop)).not.toEqual(before);
    await undo(shop, 'assigned');
    expect(job(shop)).toEqual(before);
  });
  test.each([
    ['to its member', 'job-assigned'],
    ['with the date to its client', 'job-scheduled'],
  ])('stays when the mail %s has left', async (_whom, purpose) => {
    const shop = await openField();
    await assignJob(shop);
    const id = mailRows(shop).find((mail) => mail.purpose === purpose)?.id;
    shop.db.$client.prepare("update outbox set status = 'sent' where id = ?").run(id);
    await expect(undo(shop, 'assigned')).rejects.toMatchObject(PAST);
    expect(assignments(shop)).toMatchObject([{ status: 'assigned' }]);
    expect(mailPurposes(shop)).toEqual(['job-assigned', 'job-scheduled']);
  });
  test('keeps earlier mails about the date', async ({ shop }) => {
    await assignJob(shop);
    shop.clock.advance(1);
    await shop.admin.dispatch.release({ id: 1, reason: 'Ill' });
    await assignJob(shop, 2);
    shop.clock.advance(0.1);
    await undo(shop, 'assigned', 2);
    expect(mailPurposes(shop)).toEqual(['job-assigned', 'job-scheduled', 'job-withdrawn']);
  });
  test.each(['assigned', 'accepted'] as const)('that moves an %s job returns it to the member who had it', async (status) => {
    const shop = await openField();
    await assignJob(shop);
    if (status === 'accepted') await accept(shop);
    shop.clock.advance(1);
    const [held, before, sent] = [assignments(shop)[0], job(shop), mailPurposes(shop)];
    await shop.admin.dispatch.moveAssignment({ id: 1, teamMemberId: 2 });
    expect(mailPurposes(shop)).toEqual([...sent, 'job-withdrawn', 'job-assigned']);
    await undo(shop, 'assigned', 2);
    expect([assignments(shop)[0], job(shop), mailPurposes(shop)]).toEqual([held, before, sent]);
    expect(assignments(shop)[1]).toMatchObject({ status: 'released', notes: 'Undone.' });
  });
  test('that moves a job stays when the mail to the member who had it has left', async ({ shop }) => {
    await assignJob(shop);
    await shop.admin.dispatch.moveAssignment({ id: 1, teamMemberId: 2 });
    shop.db.$client.prepare("update outbox set status = 'sent' where purpose = 'job-withdrawn'").run();
    await expect(undo(shop, 'assigned', 2)).rejects.toMatchObject(PAST);
    expect(assignments(shop).map(({ status }) => status)).toEqual(['released', 'assigned']);
  });
});

describe('a job that the office took back', () => {
  const release = (shop: Shop, id = 1) => shop.admin.dispatch.release({ id, reason: 'Ill' });
  const state = (shop: Shop) => [assignments(shop), job(shop), mailPurposes(shop)];
  const takeBack = async (crewSize = 1, ...members: number[]) => {
    const shop = await openField({ job: { crewSize } });
    for (const id of [1, ...members]) await assignJob(shop, id);
    await accept(shop);
    await dispatch(shop);
    await arrive(shop);
    shop.clock.advance(1);
    const before = state(shop);
    await release(shop);
    return { shop, before };
  };

  test('waits ten seconds with its mails, and returns to its member as it was', async () => {
    const { shop, before } = await takeBack();
    const sendAfter = new Date(shop.clock.now().getTime() + 10_000).toISOString();
    expect(mailRows(shop).filter(({ purpose }) => purpose === 'job-withdrawn')).toMatchObject([{ sendAfter }]);
    expect(state(shop)).not.toEqual(before);
    await undo(shop, 'released');
    expect(state(shop)).toEqual(before);
  });
  test('returns to the lead of its crew, and the office hears of no new lead', async () => {
    const { shop, before } = await takeBack(2, 2);
    expect(mailPurposes(shop)).toContain('job-new-lead');
    await undo(shop, 'released');
    expect(state(shop)).toEqual(before);
  });
  test('returns to a helper without a change of its lead', async () => {
    const shop = await openField({ job: { crewSize: 2 } });
    for (const id of [1, 2]) await assignJob(shop, id);
    const before = state(shop);
    await release(shop, 2);
    await undo(shop, 'released', 2);
    expect(state(shop)).toEqual(before);
  });
  test('stays when the mail to its member has left', async () => {
    const { shop } = await takeBack();
    shop.db.$client.prepare("update outbox set status = 'sent' where purpose = 'job-withdrawn'").run();
    await expect(undo(shop, 'released')).rejects.toMatchObject(PAST);
  });
  test('stays when its member has left the company meanwhile', async () => {
    const { shop } = await takeBack();
    await shop.admin.team.deactivate({ id: 1 });
    await expect(undo(shop, 'released')).rejects.toMatchObject(PAST);
  });
  test('stays when it was taken back because its member left the company', async ({ shop }) => {
    await assignJob(shop);
    await shop.admin.team.deactivate({ id: 1 });
    shop.db.update(teamMembers).set({ isActive: true }).run();
    await expect(undo(shop, 'released')).rejects.toMatchObject(PAST);
  });
});

describe('several new assignments', () => {
  test('are taken back in one step, except for those that went further', async ({ shop }) => {
    await shop.admin.dispatch.createWorkOrder({ clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-24T17:30:00.000Z' });
    const { rows } = await shop.admin.dispatch.assignInBulk({ workOrderIds: [1, 2], teamMemberId: 1 });
    const ids = rows.flatMap(({ assignmentId }) => assignmentId ?? []);
    await accept(shop);
    expect(await shop.admin.dispatch.undoInBulk({ ids })).toEqual({
      results: [
        { id: 1, error: PAST.message },
        { id: 2, error: null },
      ],
    });
    expect(assignments(shop).map(({ status }) => status)).toEqual(['accepted', 'released']);
    await expect(shop.admin.dispatch.undoInBulk({ ids })).rejects.toMatchObject(PAST);
    await expect(phoneOf(shop, 1).dispatch.undoInBulk({ ids })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a step of the office', () => {
  const STEPS = [
    ['accepted', accept, []],
    ['dispatched', dispatch, [accept]],
    ['arrived', arrive, [accept, dispatch]],
  ] as const;
  test.each(STEPS)('to %s can be undone', async (status, step, earlier) => {
    const shop = await openField();
    await assignJob(shop);
    for (const take of earlier) await take(shop);
    shop.clock.advance(1);
    const before = [assignments(shop), job(shop)];
    await step(shop);
    expect([assignments(shop), job(shop)]).not.toEqual(before);
    shop.clock.advance(9 / 60);
    await undo(shop, status);
    expect([assignments(shop), job(shop)]).toEqual(before);
    await step(shop);
    expect(assignments(shop)[0]?.status).toBe(status);
  });
  test('leaves a job that is under way as it is', async ({ shop }) => {
    await assignJob(shop);
    shop.db.update(workOrders).set({ status: 'in-progress' }).run();
    await accept(shop);
    await undo(shop, 'accepted');
    expect(job(shop)).toMatchObject({ status: 'in-progress' });
  });
  test('can be undone for twice ten seconds, and not later', async ({ shop }) => {
    await assignJob(shop);
    await accept(shop);
    shop.clock.advance(20.01 / 60);
    await expect(undo(shop, 'accepted')).rejects.toMatchObject(PAST);
    await dispatch(shop);
    shop.clock.advance(20 / 60);
    expect(await undo(shop, 'dispatched')).toMatchObject({ status: 'accepted', estimatedArrival: null, dispatchedAt: null });
  });
  test('is undone once, and not after another step or by the name of another one', async ({ shop }) => {
    await assignJob(shop);
    await accept(shop);
    await expect(undo(shop, 'assigned')).rejects.toMatchObject(PAST);
    await expect(undo(shop, 'dispatched')).rejects.toMatchObject(PAST);
    await undo(shop, 'accepted');
    await expect(undo(shop, 'accepted')).rejects.toMatchObject(PAST);
    await expect(undo(shop, 'assigned')).rejects.toMatchObject(PAST);
    expect(assignments(shop)).toMatchObject([{ status: 'assigned' }]);
  });
  test('of a member stays', async ({ shop }) => {
    await assignJob(shop);
    await phoneOf(shop, 1).field.respond({ id: 1, accepted: true, teamMemberId: 1 });
    await expect(undo(shop, 'accepted')).rejects.toMatchObject(PAST);
    expect(assignments(shop)).toMatchObject([{ status: 'accepted' }]);
  });
  test('stays when it belongs to another assignment of the job', async ({ shop }) => {
    await assignJob(shop);
    await shop.admin.dispatch.release({ id: 1, reason: 'Ill' });
    await assignJob(shop, 2);
    await expect(undo(shop, 'assigned', 1)).rejects.toMatchObject(PAST);
    expect(assignments(shop).map(({ status }) => status)).toEqual(['released', 'assigned']);
  });
  test('is missing for an assignment that does not exist, and for anybody but the office', async ({ shop }) => {
    await expect(undo(shop, 'assigned', 9)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await assignJob(shop);
    await expect(phoneOf(shop, 1).dispatch.undoStep({ id: 1, status: 'assigned' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
  test('is recorded with the step that it took back', async ({ shop }) => {
    await assignJob(shop);
    await accept(shop);
    await undo(shop, 'accepted');
    const { verb, data } = shop.rows(activity).at(-1) ?? {};
    expect([verb, JSON.parse(data ?? '')]).toEqual([
      'assignment.undone',
      { assignmentId: 1, teamMemberId: 1, from: 'accepted', to: 'assigned' },
    ]);
  });
});
