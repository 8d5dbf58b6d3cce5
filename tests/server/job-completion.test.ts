import { test as base, describe, expect } from 'vitest';
import { appointmentBookings, jobComponents, outbox, workOrders } from '../../db/schema';
import { formatWorkOrderId } from '../../src/shared/work-order-id';
import { bookingStatus, doneMail, expectSound, jobStatus, type OpenStatus, openJob, readJob, setBooking } from '../support/booked-job';
import { phoneOf } from '../support/field';
import type { Shop } from '../support/shop';

const test = base.extend('shop', () => openJob());

type Finish = (shop: Shop, confirm: boolean) => Promise<unknown>;
const WAYS: [string, OpenStatus, Finish, path: string, body: object][] = [
  [
    'on the work order',
    'in-progress',
    (shop, confirm) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'completed', confirm }),
    '/api/work-orders/1/status',
    { status: 'completed' },
  ],
  [
    'on the dispatch board',
    'onsite',
    (shop, confirm) => shop.admin.dispatch.setAssignmentStatus({ id: 1, status: 'completed', confirm }),
    '/api/work-order-assignments/1/status',
    { status: 'completed', confirm: false },
  ],
  [
    'on its booking',
    'assigned',
    (shop, confirm) => shop.admin.booking.setStatus({ id: 1, status: 'completed', confirm }),
    '/trpc/booking.setStatus',
    { id: 1, status: 'completed', confirm: false },
  ],
];

describe.each(WAYS)('the office completes a job %s, which', (_where, status, finish, path, body) => {
  test('asks first while no task is ticked off, and changes nothing until then', async () => {
    const shop = await openJob(status);
    const before = shop.db.$client.serialize();
    await expect(finish(shop, false)).rejects.toMatchObject({
      cause: { code: 'CONFIRMATION_NEEDED', message: expect.stringContaining('No task is ticked off.') },
    });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    const answer = await shop.request(path.startsWith('/trpc') ? 'POST' : 'PATCH', path, { body, ...(await shop.logIn()) });
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([409, expect.stringContaining('CONFIRMATION_NEEDED')]);
    await finish(shop, true);
    expect([await jobStatus(shop), await bookingStatus(shop)]).toEqual(['completed', 'completed']);
  });
  test('does not ask once a task is ticked off, or when the job has none', async () => {
    const ticked = await openJob(status);
    await ticked.admin.dispatch.setJobComponent({ id: 1, isCompleted: true });
    await finish(ticked, false);
    expect(await jobStatus(ticked)).toBe('completed');
    const bare = await openJob(status);
    bare.db.delete(jobComponents).run();
    await finish(bare, false);
    expect(await jobStatus(bare)).toBe('completed');
  });
  test('mails the client after ten seconds, until which it can be undone', async () => {
    const shop = await openJob(status);
    const was = readJob(shop);
    await finish(shop, true);
    const sendAfter = new Date(shop.clock.now().getTime() + 10_000).toISOString();
    expect(doneMail(shop)).toMatchObject([{ to: 'maria@example.com', sendAfter }]);
    shop.clock.advance(9 / 60);
    expect(await shop.admin.dispatch.undoCompletion({ id: 1 })).toMatchObject({ status });
    expect([readJob(shop), await bookingStatus(shop), doneMail(shop)]).toEqual([was, 'confirmed', []]);
    await finish(shop, true);
    expect(doneMail(shop)).toHaveLength(1);
    expectSound(shop);
  });
});

describe('the start of a job by the office', () => {
  const start = (shop: Shop) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
  const undo = (shop: Shop) => shop.admin.dispatch.undoStart({ id: 1 });
  const REFUSED = { code: 'CONFLICT', message: 'This can no longer be undone.' };

  test.for(['scheduled', 'assigned'] as const)('can be undone for ten seconds, when it was %s', async (status) => {
    const shop = await openJob(status);
    const was = readJob(shop);
    await start(shop);
    shop.clock.advance(9 / 60);
    expect(await undo(shop)).toMatchObject({ status });
    expect(readJob(shop)).toEqual(was);
    await expect(undo(shop)).rejects.toMatchObject(REFUSED);
    await start(shop);
    expect(await jobStatus(shop)).toBe('in-progress');
  });
  test('cannot be undone later, or after another step', async () => {
    const late = await openJob('assigned');
    await start(late);
    late.clock.advance(1);
    await expect(undo(late)).rejects.toMatchObject(REFUSED);
    const followed = await openJob('assigned');
    await start(followed);
    await followed.admin.dispatch.updateWorkOrder({ id: 1, notes: 'Key at the desk.' });
    await expect(undo(followed)).rejects.toMatchObject(REFUSED);
    expect(await jobStatus(followed)).toBe('in-progress');
  });
});

describe('the question before a completion', () => {
  const MAILS = 'Complete the job anyway and e-mail the client that the cleaning is done?';
  const question = (shop: Shop) =>
    shop.admin.booking.setStatus({ id: 1, status: 'completed', confirm: false }).then(
      () => 'no question',
      ({ message }: Error) => message,
    );
  test('announces the mail to the client', async () => {
    const shop = await openJob('onsite');
    expect(await question(shop)).toBe(`No task is ticked off. ${MAILS}`);
    await setBooking(shop, 'no-show');
    const { workOrderId } = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    expect(await question(shop)).toBe(`${formatWorkOrderId(workOrderId)} was cancelled. ${MAILS}`);
  });
  test('announces no mail to a client without an e-mail address', async () => {
    const shop = await openJob('onsite');
    shop.db.update(appointmentBookings).set({ clientEmail: '' }).run();
    expect(await question(shop)).toBe('No task is ticked off. Complete the job anyway?');
  });
  test('announces no second mail after that of an earlier completion has left, and the new completion can be undone', async () => {
    const shop = await openJob('onsite');
    await setBooking(shop, 'completed');
    shop.db.update(outbox).set({ status: 'sent', attempts: 1 }).run();
    shop.clock.advance(60);
    await setBooking(shop, 'confirmed');
    expect(await question(shop)).toBe('No task is ticked off. Complete the job anyway?');
    await setBooking(shop, 'completed');
    expect(doneMail(shop)).toHaveLength(1);
    expect(await shop.admin.dispatch.undoCompletion({ id: 1 })).toMatchObject({ status: 'onsite' });
    expect([await bookingStatus(shop), doneMail(shop).length]).toEqual(['confirmed', 1]);
    expectSound(shop);
  });
});

describe('undoing a completion', () => {
  async function openInvoiced() {
    const shop = await openJob('onsite');
    shop.db.update(workOrders).set({ totalAmountCents: 10_000 }).run();
    await setBooking(shop, 'completed');
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    return shop;
  }
  test('is possible after the payment of the job, whose invoice stays paid', async () => {
    const shop = await openInvoiced();
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(await shop.admin.dispatch.undoCompletion({ id: 1 })).toMatchObject({ status: 'onsite', finalizedDate: null });
    expect([await bookingStatus(shop), doneMail(shop)]).toEqual(['confirmed', []]);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'paid' });
    expectSound(shop);
  });
  test('is rejected when the cleaner completed the job on the phone, which mails the client at once', async () => {
    const shop = await openJob('onsite');
    await phoneOf(shop, 1).field.setStatus({ id: 1, status: 'complete', teamMemberId: 1 });
    await expect(shop.admin.dispatch.undoCompletion({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This can no longer be undone.',
    });
    expect([await jobStatus(shop), doneMail(shop).length]).toEqual(['complete', 1]);
  });
  test('is rejected once staff finalized the job, whether or not it is paid', async () => {
    const shop = await openInvoiced();
    await shop.admin.dispatch.finalizeWorkOrder({ id: 1 });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    const before = shop.db.$client.serialize();
    await expect(shop.admin.dispatch.undoCompletion({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('is finalized, so it cannot be reopened.'),
    });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });
});

test('undoing a completed no-show makes it a no-show again, whose job is cancelled', async () => {
  const shop = await openJob('assigned');
  await setBooking(shop, 'no-show');
  await setBooking(shop, 'completed');
  expect(await jobStatus(shop)).toBe('completed');
  await shop.admin.dispatch.undoCompletion({ id: 1 });
  expect([await bookingStatus(shop), await jobStatus(shop)]).toEqual(['no-show', 'cancelled']);
  expectSound(shop);
});

test('a booking that was completed before its job stays so when the job’s completion is undone', async ({ shop }) => {
  shop.db.delete(workOrders).run();
  await setBooking(shop, 'completed');
  const { workOrderId } = await shop.admin.booking.createWorkOrder({ id: 1 });
  const job = { id: workOrderId ?? 0 };
  await shop.admin.dispatch.setWorkOrderStatus({ ...job, status: 'in-progress' });
  await shop.admin.dispatch.setWorkOrderStatus({ ...job, status: 'completed', confirm: true });
  expect(await shop.admin.dispatch.undoCompletion(job)).toMatchObject({ status: 'in-progress' });
  expect(await bookingStatus(shop)).toBe('completed');
});

test('a caller of the API that leaves out confirm completes an assignment or a booking without a question', async () => {
  const board = await openJob('onsite');
  await board.admin.dispatch.setAssignmentStatus({ id: 1, status: 'completed' });
  const calendar = await openJob('assigned');
  await calendar.admin.booking.setStatus({ id: 1, status: 'completed' });
  expect([await jobStatus(board), await jobStatus(calendar)]).toEqual(['completed', 'completed']);
});
