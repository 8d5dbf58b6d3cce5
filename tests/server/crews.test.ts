import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { outbox, workOrderAssignments, workOrders } from '../../db/schema';
import { addMember, assignJob, getJob, openField, phoneOf, type Shop } from '../support/field';

async function openCrew(crewSize = 3) {
  const shop = await openField({ job: { crewSize } });
  addMember(shop, { first_name: 'Lou', employee_id: 'E-3', email: 'lou@example.com' });
  addMember(shop, { first_name: 'Max', employee_id: 'E-4', email: 'max@example.com' });
  return shop;
}
const test = base.extend('shop', () => openCrew());

const leadOf = (shop: Shop) => shop.rows(workOrderAssignments).flatMap(({ isLead, teamMemberId }) => (isLead ? teamMemberId : []));
const newLeads = (shop: Shop) => shop.db.select().from(outbox).where(eq(outbox.purpose, 'job-new-lead')).all();
const accept = (shop: Shop, teamMemberId: number) => phoneOf(shop, teamMemberId).field.respond({ id: 1, accepted: true, teamMemberId });
const step = (shop: Shop, teamMemberId: number, status: 'enroute' | 'onsite' | 'complete' | 'incomplete') =>
  phoneOf(shop, teamMemberId).field.setStatus({ id: 1, status, teamMemberId, confirm: true });

async function assignAll(shop: Shop, ...ids: number[]) {
  for (const id of ids) {
    await assignJob(shop, id);
    shop.clock.advance(1000);
  }
}

describe('assigning a crew', () => {
  test('takes as many members as the job needs, the first of whom leads', async ({ shop }) => {
    await assignAll(shop, 1, 2, 3);
    expect(leadOf(shop)).toEqual([1]);
    await expect(assignJob(shop, 4)).rejects.toMatchObject({ code: 'CONFLICT', message: 'This job has its full crew of 3.' });
    expect(shop.rows(workOrders)).toMatchObject([{ assignedTeamMemberId: 1, crewSize: 3 }]);
  });

  test('takes each member once', async ({ shop }) => {
    await assignJob(shop, 1);
    await expect(assignJob(shop, 1)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Dee Marsh is in the crew of this job already.',
    });
  });

  test('does not change the state of the job', async ({ shop }) => {
    await assignJob(shop, 1);
    await accept(shop, 1);
    await assignJob(shop, 2);
    expect(await getJob(shop)).toMatchObject({ status: 'assigned', assignedTeamMember: 'Dee Marsh', crewSize: 3 });
    await accept(shop, 2);
    expect((await getJob(shop)).status).toBe('assigned');
  });

  test.for([0, 11, 1.5, 'many'])('refuses a crew of %j', async (crewSize, { shop }) => {
    await expect(shop.admin.dispatch.updateWorkOrder({ id: 1, crewSize: crewSize as number })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('cannot become smaller than its members', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await expect(shop.admin.dispatch.updateWorkOrder({ id: 1, crewSize: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.dispatch.updateWorkOrder({ id: 1, crewSize: 2 })).toMatchObject({ crewSize: 2 });
  });

  test('warns of a clash with a job at which the member only helps', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await shop.admin.dispatch.createWorkOrder({ clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-21T17:30:00.000Z' });
    expect((await shop.admin.dispatch.checkAssignment({ workOrderId: 2, teamMemberId: 2 })).warnings).toEqual([
      expect.stringContaining('overlaps with this job'),
    ]);
    expect((await shop.admin.dispatch.checkAssignment({ workOrderId: 2, teamMemberId: 3 })).warnings).toEqual([]);
  });
});

describe('the lead', () => {
  test('makes the job assigned by accepting it', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await accept(shop, 2);
    expect((await getJob(shop)).status).toBe('scheduled');
    await accept(shop, 1);
    expect((await getJob(shop)).status).toBe('assigned');
  });

  test('can be another member', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await accept(shop, 1);
    expect(await shop.admin.dispatch.setLead({ assignmentId: 2 })).toMatchObject({ id: 2, isLead: true });
    await shop.admin.dispatch.setLead({ assignmentId: 2 });
    expect(leadOf(shop)).toEqual([2]);
    expect(await getJob(shop)).toMatchObject({ assignedTeamMember: 'Kim Marsh', status: 'scheduled' });
  });

  test('of before gets a job back that is under way when the change is undone', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await accept(shop, 1);
    await step(shop, 1, 'enroute');
    await step(shop, 1, 'onsite');
    const before = await getJob(shop);
    await shop.admin.dispatch.setLead({ assignmentId: 2 });
    expect(await getJob(shop)).toMatchObject({ status: 'scheduled', processedDate: null });
    shop.clock.advance(9 / 60);
    expect(await shop.admin.dispatch.undoStep({ id: 2, status: 'led' })).toMatchObject({ id: 2, isLead: false });
    expect(leadOf(shop)).toEqual([1]);
    const { status, processedDate, assignedTeamMember } = before;
    expect(status).toBe('onsite');
    expect(await getJob(shop)).toMatchObject({ status, processedDate, assignedTeamMember });
    expect(newLeads(shop)).toEqual([]);
  });

  test('stays when the change was not the last step, was no change of the office, or is too old to be undone', async ({ shop }) => {
    const undo = (id: number) => shop.admin.dispatch.undoStep({ id, status: 'led' });
    const refused = { code: 'CONFLICT', message: 'This can no longer be undone.' };
    await assignAll(shop, 1, 2, 3);
    await shop.admin.dispatch.setLead({ assignmentId: 2 });
    await accept(shop, 2);
    await expect(undo(2)).rejects.toMatchObject(refused);
    await shop.admin.dispatch.setLead({ assignmentId: 1 });
    await undo(1);
    await expect(undo(2)).rejects.toMatchObject(refused);
    await shop.admin.dispatch.setLead({ assignmentId: 3 });
    shop.clock.advance(21 / 60);
    await expect(undo(3)).rejects.toMatchObject(refused);
    expect(leadOf(shop)).toEqual([3]);
  });

  test('cannot be a member who has left the job', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await shop.admin.dispatch.release({ id: 2 });
    await expect(shop.admin.dispatch.setLead({ assignmentId: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  type Leaving = [how: string, leave: (shop: Shop) => Promise<unknown>];
  const LEAVING: Leaving[] = [
    ['is taken off the job', (shop) => shop.admin.dispatch.release({ id: 1 })],
    ['declines', (shop) => phoneOf(shop, 1).field.respond({ id: 1, accepted: false, teamMemberId: 1 })],
    ['gives it to another member', (shop) => shop.admin.dispatch.moveAssignment({ id: 1, teamMemberId: 4 })],
    ['leaves the company', (shop) => shop.admin.team.deactivate({ id: 1 })],
  ];
  test.for(LEAVING)('is followed by the longest-assigned member when they: %s', async ([, leave], { shop }) => {
    await assignAll(shop, 1, 2, 3);
    await accept(shop, 2);
    await leave(shop);
    expect(leadOf(shop)).toEqual([2]);
    const { workOrderId, ...job } = await getJob(shop);
    expect(job).toMatchObject({ status: 'assigned', assignedTeamMember: 'Kim Marsh' });
    expect(newLeads(shop)).toMatchObject([{ to: 'hello@sageandpine.example', body: expect.stringContaining('Kim Marsh') }]);
    expect(newLeads(shop)[0]?.subject).toContain(workOrderId);
  });

  test('is followed by a member who has not accepted, so that the job is scheduled', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await accept(shop, 1);
    await shop.admin.dispatch.release({ id: 1 });
    expect(await getJob(shop)).toMatchObject({ status: 'scheduled', assignedTeamMember: 'Kim Marsh' });
  });

  test('gets the job back when a move is undone, and the office hears nothing', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await accept(shop, 1);
    const moved = await shop.admin.dispatch.moveAssignment({ id: 1, teamMemberId: 3 });
    expect(leadOf(shop)).toEqual([2]);
    await shop.admin.dispatch.undoStep({ id: moved.id, status: 'assigned' });
    expect(leadOf(shop)).toEqual([1]);
    expect(await getJob(shop)).toMatchObject({ status: 'assigned', assignedTeamMember: 'Dee Marsh' });
    expect(newLeads(shop)).toEqual([]);
  });

  test('is named to the office each time the former one leaves', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    await shop.admin.dispatch.release({ id: 1 });
    await shop.admin.dispatch.undoStep({ id: 1, status: 'released' });
    await shop.admin.dispatch.release({ id: 1 });
    const { id } = await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
    await shop.admin.dispatch.setLead({ assignmentId: id });
    await shop.admin.dispatch.release({ id });
    expect(newLeads(shop)).toHaveLength(2);
  });

  test('is nobody after a cancellation, of which no new lead is told', async ({ shop }) => {
    await assignAll(shop, 1, 2, 3);
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Moved away' });
    expect(leadOf(shop)).toEqual([]);
    expect(newLeads(shop)).toEqual([]);
    expect((await getJob(shop)).assignedTeamMember).toBe(null);
  });
});

describe('a helper', () => {
  test('who declines frees only their own place', async ({ shop }) => {
    await assignAll(shop, 1, 2, 3);
    await accept(shop, 1);
    await phoneOf(shop, 2).field.respond({ id: 1, accepted: false, teamMemberId: 2, remarks: 'Too far' });
    expect(await getJob(shop)).toMatchObject({ status: 'assigned', assignedTeamMember: 'Dee Marsh' });
    expect((await shop.admin.dispatch.boardJob({ id: 1 })).crew.map(({ teamMemberId }) => teamMemberId)).toEqual([1, 3]);
    expect(shop.db.select().from(outbox).where(eq(outbox.purpose, 'job-declined')).all()).toMatchObject([
      { body: expect.stringContaining('Kim Marsh') },
    ]);
    // The same answer again, from a phone that lost the first one.
    await phoneOf(shop, 2).field.respond({ id: 1, accepted: false, teamMemberId: 2, remarks: 'Too far' });
  });

  test('who arrives first makes the job onsite, and the lead arrives later', async ({ shop }) => {
    await assignAll(shop, 1, 2);
    for (const id of [1, 2]) await accept(shop, id);
    await step(shop, 2, 'enroute');
    expect((await getJob(shop)).status).toBe('assigned');
    await step(shop, 2, 'onsite');
    const arrivedFirst = shop.clock.now().toISOString();
    expect(await getJob(shop)).toMatchObject({ status: 'onsite', processedDate: arrivedFirst });
    shop.clock.advance(60_000);
    await step(shop, 1, 'enroute');
    const job = await step(shop, 1, 'onsite');
    expect(job).toMatchObject({ status: 'onsite', memberStatus: 'onsite', processedDate: arrivedFirst });
    expect(shop.rows(workOrderAssignments).map(({ arrivedAt }) => arrivedAt)).toEqual([shop.clock.now().toISOString(), arrivedFirst]);
  });

  test.for(['complete', 'incomplete'] as const)('cannot make the job %s', async (status, { shop }) => {
    await assignAll(shop, 1, 2);
    for (const id of [1, 2]) await accept(shop, id);
    for (const name of ['enroute', 'onsite'] as const) await step(shop, 2, name);
    await expect(step(shop, 2, status)).rejects.toMatchObject({ code: 'CONFLICT', message: 'Only the lead completes this job.' });
  });

  test('sees the job with the crew and without its price', async ({ shop }) => {
    await shop.admin.dispatch.updateWorkOrder({ id: 1, totalAmount: '261.75' });
    await assignAll(shop, 1, 2);
    const phone = phoneOf(shop, 2);
    const { rows } = await phone.field.listAssigned({ id: 2 });
    expect(rows).toMatchObject([
      {
        id: 1,
        memberStatus: 'scheduled',
        assignment: { id: 2, isLead: false },
        crew: [
          { firstName: 'Dee', phone: '1', isLead: true },
          { firstName: 'Kim', isLead: false },
        ],
        accessNotes: { gate: null },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('261');
    expect(await phone.field.dashboard({ id: 2 })).toMatchObject({ jobs: [{ id: 1 }] });
    await phone.field.addRemark({ id: 1, teamMemberId: 2, remarks: 'The key sticks.' });
    await expect(phoneOf(shop, 4).field.addRemark({ id: 1, teamMemberId: 4, remarks: 'Hello' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a finished job', () => {
  test('ends the work of the whole crew, counts for each, and can be reopened', async ({ shop }) => {
    await assignAll(shop, 1, 2, 3);
    for (const id of [1, 2, 3]) await accept(shop, id);
    for (const name of ['enroute', 'onsite', 'complete'] as const) await step(shop, 1, name);
    // A second phone that was offline reports the same.
    await step(shop, 1, 'complete');
    await step(shop, 2, 'complete');
    const at = shop.clock.now().toISOString();
    const ended = shop.rows(workOrderAssignments);
    expect(ended.map(({ status, leftAt, arrivedAt, acceptedAt }) => [status, leftAt, arrivedAt !== null, acceptedAt !== null])).toEqual([
      ['completed', at, true, true],
      ['completed', at, false, true],
      ['completed', at, false, true],
    ]);
    expect(shop.db.select().from(outbox).where(eq(outbox.purpose, 'job-done')).all()).toHaveLength(1);
    for (const id of [1, 2])
      expect((await phoneOf(shop, id).field.dashboard({ id })).counters).toMatchObject({ completed: 1, inProgress: 0 });
  });

  test('gets its crew back when the office undoes its completion, but nobody who left before', async ({ shop }) => {
    await assignAll(shop, 1, 2, 3);
    await shop.admin.dispatch.release({ id: 3 });
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'completed', confirm: true });
    await shop.admin.dispatch.undoCompletion({ id: 1 });
    expect(leadOf(shop)).toEqual([1]);
    expect(shop.rows(workOrderAssignments)).toMatchObject([
      { status: 'assigned', leftAt: null },
      { status: 'assigned', leftAt: null },
      { status: 'released', isLead: false },
    ]);
  });
});
