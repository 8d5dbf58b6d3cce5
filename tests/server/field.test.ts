import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { clients, outbox, teamMemberLogs, workOrderAssignments, workOrders } from '../../db/schema';
import { WORK_ORDER_STATUSES } from '../../src/shared/dispatch';
import { jobSchema, MEMBER_TRANSITIONS } from '../../src/shared/field';
import { AT, JOB, openField, phoneOf, type Shop, takeJob } from '../support/field';
import { untyped } from '../support/untyped';

const test = base.extend('shop', () => openField());

const orderRow = (shop: Shop) => shop.db.select().from(workOrders).where(eq(workOrders.id, 1)).get();
const assignmentRow = (shop: Shop) => shop.db.select().from(workOrderAssignments).where(eq(workOrderAssignments.id, 1)).get();
const logs = (shop: Shop) => shop.rows(teamMemberLogs);
const mails = (shop: Shop, purpose: string) => shop.db.select().from(outbox).where(eq(outbox.purpose, purpose)).all();

const NOT_YOURS = { code: 'FORBIDDEN', message: 'This job is not yours.' };

describe('the member’s answer', () => {
  test('accepts the assignment and marks the order as assigned', async ({ shop }) => {
    await takeJob(shop, 'assigned');
    const job = await phoneOf(shop, 1).field.respond({ id: 1, accepted: true, teamMemberId: 1, responseTime: AT });
    expect(job).toMatchObject({ status: 'assigned', assignment: { status: 'accepted' }, client: { name: 'Maria Santos' } });
    expect(Object.keys(job).sort()).toEqual(Object.keys(jobSchema.shape).sort());
    expect(assignmentRow(shop)?.acceptedAt).toBe(AT);
    expect(logs(shop)).toMatchObject([{ teamMemberId: 1, workOrderId: 1, action: 'accepted' }]);
  });
  test('declines the job, stores the reason and notifies the dispatcher', async ({ shop }) => {
    await takeJob(shop, 'assigned');
    await phoneOf(shop, 1).field.respond({ id: 1, accepted: false, teamMemberId: 1, remarks: 'Too far' });
    expect(orderRow(shop)).toMatchObject({ status: 'scheduled', assignedTeamMemberId: null });
    expect(assignmentRow(shop)).toMatchObject({ status: 'declined', notes: 'Too far' });
    expect((await shop.admin.dispatch.active({})).rows).toEqual([]);
    expect((await shop.admin.dispatch.unassigned({})).rows).toHaveLength(1);
    expect(mails(shop, 'job-declined')).toMatchObject([{ to: 'hello@sageandpine.example', body: expect.stringContaining('Too far') }]);
    expect(logs(shop)).toMatchObject([{ action: 'declined', details: 'Too far' }]);
  });
  test('changes nothing when repeated, and rejects a different answer', async ({ shop }) => {
    await takeJob(shop, 'accepted');
    const dee = phoneOf(shop, 1);
    await dee.field.respond({ id: 1, accepted: true, teamMemberId: 1 });
    expect(logs(shop)).toHaveLength(1);
    await expect(dee.field.respond({ id: 1, accepted: false, teamMemberId: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    const other = await openField();
    await takeJob(other, 'assigned');
    for (let i = 0; i < 2; i++) await phoneOf(other, 1).field.respond({ id: 1, accepted: false, teamMemberId: 1 });
    expect(logs(other)).toHaveLength(1);
    await expect(phoneOf(other, 1).field.respond({ id: 1, accepted: true, teamMemberId: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
  test('lets the office offer a declined job again, even to the same member', async ({ shop }) => {
    await takeJob(shop, 'assigned');
    await phoneOf(shop, 1).field.respond({ id: 1, accepted: false, teamMemberId: 1 });
    await takeJob(shop, 'accepted');
    expect(orderRow(shop)).toMatchObject({ status: 'assigned', assignedTeamMemberId: 1 });
  });
});

describe('the member’s steps', () => {
  const matrix = WORK_ORDER_STATUSES.flatMap((from) => WORK_ORDER_STATUSES.map((to) => [from, to] as const));
  test.for(matrix)('of an order that is %s, asked to become %s', async ([from, to], { shop }) => {
    await takeJob(shop);
    shop.db.update(workOrders).set({ status: from }).run();
    const before = shop.db.$client.serialize();
    const move = phoneOf(shop, 1).field.setStatus({ id: 1, status: to, teamMemberId: 1, confirm: true });
    if (from === to) {
      expect((await move).status).toBe(to);
      expect(shop.db.$client.serialize().equals(before)).toBe(true);
    } else if (MEMBER_TRANSITIONS[from].includes(to)) expect((await move).status).toBe(to);
    else {
      await expect(move).rejects.toMatchObject({ code: 'CONFLICT', message: `A work order that is ${from} cannot become ${to}.` });
      expect(shop.db.$client.serialize().equals(before)).toBe(true);
    }
  });
  test('go from assigned to enroute, onsite, then complete or incomplete, and in no other order', () => {
    expect(Object.fromEntries(Object.entries(MEMBER_TRANSITIONS).filter(([, next]) => next.length > 0))).toEqual({
      assigned: ['enroute'],
      enroute: ['onsite'],
      onsite: ['complete', 'incomplete'],
    });
  });

  test('move the assignment alongside, and the job’s clock runs from onsite to complete', async ({ shop }) => {
    const dee = await takeJob(shop);
    const step = async (status: 'enroute' | 'onsite' | 'complete', minutes: number) => {
      shop.clock.advance(minutes);
      return dee.field.setStatus({ id: 1, status, teamMemberId: 1, confirm: true, remarks: `now ${status}` });
    };
    await step('enroute', 10);
    expect(assignmentRow(shop)).toMatchObject({ status: 'dispatched', dispatchedAt: '2026-11-20T20:10:00.000Z' });
    await step('onsite', 20);
    const arrivedAt = '2026-11-20T20:30:00.000Z';
    expect(assignmentRow(shop)).toMatchObject({ status: 'arrived', arrivedAt, actualArrival: arrivedAt });
    expect(orderRow(shop)).toMatchObject({ processedDate: arrivedAt, actualDuration: null });
    await step('complete', 95);
    expect(assignmentRow(shop)?.status).toBe('completed');
    expect(orderRow(shop)).toMatchObject({ completedDate: '2026-11-20T22:05:00.000Z', actualDuration: 95, assignedTeamMemberId: 1 });
    expect(logs(shop).map(({ action, details }) => [action, details])).toEqual([
      ['accepted', null],
      ['enroute', 'now enroute'],
      ['onsite', 'now onsite'],
      ['complete', 'now complete'],
    ]);
    expect(await shop.admin.dispatch.history({ id: 1 })).toMatchObject({
      entries: [{ action: 'complete', details: 'now complete', memberName: 'Dee Marsh' }, {}, {}, {}],
    });
  });

  test('continue after the office dispatched the member or marked the arrival', async ({ shop }) => {
    const dee = await takeJob(shop);
    await shop.admin.dispatch.dispatchAssignment({ id: 1, estimatedArrival: JOB.scheduledDate });
    await dee.field.setStatus({ id: 1, status: 'enroute', teamMemberId: 1, confirm: true });
    await shop.admin.dispatch.setAssignmentStatus({ id: 1, status: 'arrived' });
    shop.clock.advance(9);
    await dee.field.setStatus({ id: 1, status: 'onsite', teamMemberId: 1, confirm: true });
    expect(assignmentRow(shop)).toMatchObject({ status: 'arrived', arrivedAt: AT });
  });

  test('mail the client once when the member is on the way, with the time, and once when the job is done', async ({ shop }) => {
    const dee = await takeJob(shop);
    await dee.field.setStatus({ id: 1, status: 'enroute', teamMemberId: 1, confirm: true, estimatedArrival: '2026-11-20T20:25:00Z' });
    const body = expect.stringContaining('Dee should be there at about 1:25 p.m.');
    expect(mails(shop, 'on-the-way')).toMatchObject([{ to: 'maria@example.com', body }]);
    await dee.field.tickComponent({ id: 1, isCompleted: true });
    for (const status of ['onsite', 'complete', 'complete'] as const)
      await dee.field.setStatus({ id: 1, status, teamMemberId: 1, confirm: true });
    expect(mails(shop, 'job-done')).toMatchObject([{ to: 'maria@example.com', body: expect.stringContaining('- Kitchen') }]);
  });
  test.each([
    ['2026-12-20T21:45:00.000Z', 'Dee should be there on Sunday, December 20, 2026, at about 2:45 p.m.'],
    ['2019-12-20T21:45:00.000Z', 'Dee will be there as planned on Saturday, November 21, 2026, at 10:00 a.m.'],
    ['2026-11-20T19:50:00.000Z', 'Dee will be there as planned on Saturday, November 21, 2026, at 10:00 a.m.'],
    [undefined, 'Dee will be there as planned on Saturday, November 21, 2026, at 10:00 a.m.'],
  ])('tell the client the day of an arrival that is not today, and no time that has passed (%s)', async (estimatedArrival, words) => {
    const shop = await openField();
    const dee = await takeJob(shop);
    await dee.field.setStatus({ id: 1, status: 'enroute', teamMemberId: 1, confirm: true, estimatedArrival });
    expect(mails(shop, 'on-the-way')).toMatchObject([{ body: expect.stringContaining(words) }]);
  });
  test('leave the day out of the message when the job is planned for today', async ({ shop }) => {
    const dee = await takeJob(shop);
    shop.db.update(workOrders).set({ scheduledDate: '2026-11-20T22:00:00.000Z' }).run();
    await dee.field.setStatus({ id: 1, status: 'enroute', teamMemberId: 1 });
    expect(mails(shop, 'on-the-way')).toMatchObject([{ body: expect.stringContaining('Dee will be there as planned.') }]);
  });
  test('queue no message to a client without an e-mail address', async ({ shop }) => {
    const dee = await takeJob(shop);
    shop.db.update(clients).set({ email: '' }).run();
    for (const status of ['enroute', 'onsite', 'complete'] as const)
      await dee.field.setStatus({ id: 1, status, teamMemberId: 1, confirm: true });
    expect([...mails(shop, 'on-the-way'), ...mails(shop, 'job-done')]).toEqual([]);
  });
  test('notify the dispatcher of the reason when the work is incomplete', async ({ shop }) => {
    const dee = await takeJob(shop, 'onsite');
    await dee.field.setStatus({ id: 1, status: 'incomplete', teamMemberId: 1, confirm: true, remarks: 'No key' });
    expect(mails(shop, 'job-incomplete')).toMatchObject([{ body: expect.stringContaining('No key') }]);
    expect(assignmentRow(shop)?.status).toBe('arrived');
    expect(mails(shop, 'job-done')).toEqual([]);
  });
});

describe('an action that a phone sends late or twice', () => {
  test('is applied at its own time within a day of the server’s clock, else at the server’s', async () => {
    for (const [timestamp, kept] of [
      ['2026-11-20T18:00:00.000Z', '2026-11-20T18:00:00.000Z'],
      ['2026-11-19T20:00:00.000Z', '2026-11-19T20:00:00.000Z'],
      ['2026-11-19T19:59:59.000Z', AT],
      ['2030-01-01T00:00:00.000Z', AT],
    ] as const) {
      const shop = await openField();
      const dee = await takeJob(shop, 'enroute');
      await dee.field.setStatus({ id: 1, status: 'onsite', teamMemberId: 1, confirm: true, timestamp });
      expect(orderRow(shop)?.processedDate).toBe(kept);
    }
  });
  test('is applied once, however often the phone sends it', async ({ shop }) => {
    const dee = await takeJob(shop, 'onsite');
    const remark = { id: 1, teamMemberId: 1, remarks: 'Window is cracked', actionId: randomUUID() };
    for (let i = 0; i < 3; i++) await dee.field.addRemark(remark);
    expect(logs(shop).filter(({ action }) => action === 'remark')).toHaveLength(1);
    const done = { id: 1, status: 'incomplete', teamMemberId: 1, actionId: randomUUID() } as const;
    await dee.field.setStatus(done);
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'scheduled' });
    await takeJob(shop, 'onsite');
    expect((await dee.field.setStatus(done)).status).toBe('onsite');
    const tick = { id: 1, isCompleted: true, actionId: randomUUID() };
    await dee.field.tickComponent(tick);
    await dee.field.tickComponent({ id: 1, isCompleted: false, actionId: randomUUID() });
    expect((await dee.field.tickComponent(tick)).jobComponents).toMatchObject([{ isCompleted: false }]);
  });
  test('is rejected if its id was used for another action', async ({ shop }) => {
    const dee = await takeJob(shop, 'onsite');
    const actionId = randomUUID();
    await dee.field.addRemark({ id: 1, teamMemberId: 1, remarks: 'Window is cracked', actionId });
    const done = dee.field.setStatus({ id: 1, status: 'complete', teamMemberId: 1, confirm: true, actionId });
    await expect(done).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT', message: 'This action id was used for something else.' });
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).status).toBe('onsite');
  });
  test('is rejected with an explanation if the office took the job back', async ({ shop }) => {
    const dee = await takeJob(shop, 'enroute');
    await shop.admin.dispatch.release({ id: 1 });
    await expect(dee.field.setStatus({ id: 1, status: 'onsite', teamMemberId: 1, confirm: true })).rejects.toMatchObject(NOT_YOURS);
  });
});

describe('a member reaches only what is theirs', () => {
  const CALLS: [string, (phone: ReturnType<typeof phoneOf>, teamMemberId: number) => Promise<unknown>][] = [
    ['respond', (phone, teamMemberId) => phone.field.respond({ id: 1, accepted: true, teamMemberId })],
    ['setStatus', (phone, teamMemberId) => phone.field.setStatus({ id: 1, status: 'enroute', teamMemberId })],
    ['addRemark', (phone, teamMemberId) => phone.field.addRemark({ id: 1, remarks: 'Hello', teamMemberId })],
  ];
  test.for(CALLS)('%s on another’s job, with another’s number, or by the office is refused alike', async ([_name, call], { shop }) => {
    await takeJob(shop, 'assigned');
    const before = shop.db.$client.serialize();
    for (const [phone, teamMemberId] of [
      [phoneOf(shop, 2), 2],
      [phoneOf(shop, 2), 1],
      [phoneOf(shop, 1), 2],
      [shop.admin, 1],
    ] as const)
      await expect(call(phone, teamMemberId)).rejects.toMatchObject(NOT_YOURS);
    await expect(call(shop.visitor, 1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });
  test('a missing job is refused in the same words as another member’s job', async ({ shop }) => {
    for (const id of [99, 'WO-nothing', untyped('x')])
      await expect(phoneOf(shop, 1).field.setStatus({ id, status: untyped('nonsense'), teamMemberId: 1 })).rejects.toMatchObject(NOT_YOURS);
  });
  test('cannot tick components of another member’s job, but the office can', async ({ shop }) => {
    await takeJob(shop);
    for (const call of [phoneOf(shop, 2).field.tickComponent, phoneOf(shop, 2).dispatch.setJobComponent])
      await expect(call({ id: 1, isCompleted: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await phoneOf(shop, 1).dispatch.setJobComponent({ id: 1, isCompleted: true });
    await shop.admin.dispatch.setJobComponent({ id: 1, isCompleted: false });
  });
  test('lists and figures are visible to the member and the office only', async ({ shop }) => {
    await takeJob(shop);
    expect((await phoneOf(shop, 1).field.listAssigned({ id: 1 })).rows).toMatchObject([{ id: 1, assignment: { status: 'accepted' } }]);
    expect((await shop.admin.field.listAssigned({ id: 1 })).rows).toHaveLength(1);
    expect((await phoneOf(shop, 2).field.listAssigned({ id: 2 })).rows).toEqual([]);
    await expect(phoneOf(shop, 2).field.listAssigned({ id: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(phoneOf(shop, 2).field.dashboard({ id: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(shop.admin.field.listAssigned({ id: 77 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('never includes the price of a job', async () => {
    const shop = await openField({ job: { totalAmount: '149.00' } });
    await takeJob(shop);
    expect(JSON.stringify(await phoneOf(shop, 1).field.dashboard({ id: 1 }))).not.toMatch(/149|totalAmount|hourlyRate/);
  });
});

describe('the access notes', () => {
  test.for([
    ['2026-11-20T06:59:00Z', false],
    ['2026-11-20T07:00:00Z', true],
    ['2026-11-21T20:00:00Z', true],
    ['2026-11-23T06:59:00Z', true],
    ['2026-11-23T07:00:00Z', false],
  ] as const)('of a job on November 21, requested at %s, are visible: %s', async ([now, isVisible], { shop }) => {
    shop.db.$client.exec("update clients set access_gate = '4711#', access_pets = 'A friendly dog'");
    await takeJob(shop);
    shop.clock.at = new Date(now);
    const notes = async (phone: ReturnType<typeof phoneOf>) => (await phone.field.listAssigned({ id: 1 })).rows[0]?.accessNotes;
    expect(await notes(phoneOf(shop, 1))).toEqual(isVisible ? { gate: '4711#', alarm: null, pets: 'A friendly dog', key: null } : null);
    expect(await notes(shop.admin)).toBeNull();
  });
});

describe('the figures of the dashboard', () => {
  test.each(WORK_ORDER_STATUSES)('of a job of today that is %s', async (status) => {
    const shop = await openField({ now: '2026-11-21T16:00:00.000Z' });
    await takeJob(shop);
    shop.db.update(workOrders).set({ status }).run();
    const { counters } = await phoneOf(shop, 1).field.dashboard({ id: 1 });
    const isOpen = !['completed', 'complete', 'cancelled'].includes(status);
    expect(counters).toEqual({
      assignedToday: isOpen ? 1 : 0,
      completed: ['completed', 'complete'].includes(status) ? 1 : 0,
      inProgress: ['enroute', 'onsite', 'in-progress'].includes(status) ? 1 : 0,
      issues: status === 'incomplete' ? 1 : 0,
    });
  });
});

describe('work that is done without a network and sent hours later', () => {
  test('skips the mail that the member is on the way, but mails that the job is done', async ({ shop }) => {
    const dee = await takeJob(shop);
    shop.clock.advance(300);
    for (const [status, timestamp] of [
      ['enroute', '2026-11-20T20:10:00.000Z'],
      ['onsite', '2026-11-20T20:30:00.000Z'],
      ['complete', '2026-11-20T22:00:00.000Z'],
    ] as const)
      await dee.field.setStatus({ id: 1, status, teamMemberId: 1, confirm: true, timestamp });
    expect(mails(shop, 'on-the-way')).toEqual([]);
    expect(mails(shop, 'job-done')).toHaveLength(1);
    expect(orderRow(shop)).toMatchObject({ processedDate: '2026-11-20T20:30:00.000Z', actualDuration: 90 });
  });
});
