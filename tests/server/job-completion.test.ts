import { test as base, describe, expect } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import { appointmentBookings, jobComponents, outbox, workOrderAssignments, workOrders } from '../../db/schema';
import { BOOKING_STATUSES, BOOKING_TRANSITIONS, type BookingStatus } from '../../src/shared/booking';
import type { WorkOrderStatus } from '../../src/shared/dispatch';
import { bookSlot, slotOf } from '../support/booking';
import { addMember, phoneOf } from '../support/field';
import { INVOICE, RECEIPT } from '../support/invoices';
import { openShop, type Shop } from '../support/shop';

const test = base.extend('shop', () => openJob());

const STARTS = { scheduled: 0, assigned: 1, enroute: 2, onsite: 3, incomplete: 4, 'in-progress': 1 } as const;
type OpenStatus = keyof typeof STARTS;
const OPEN = Object.keys(STARTS) as OpenStatus[];

/** A shop with one booking whose job Dee has taken as far as told. */
async function openJob(status: OpenStatus = 'scheduled') {
  const shop = openShop();
  addMember(shop);
  await bookSlot(shop, (await slotOf(shop)).id);
  await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
  const dee = phoneOf(shop, 1);
  if (STARTS[status] > 0) await dee.field.respond({ id: 1, accepted: true, teamMemberId: 1 });
  shop.clock.at = new Date('2026-11-24T17:00:00.000Z');
  for (const step of (['enroute', 'onsite', 'incomplete'] as const).slice(0, Math.max(0, STARTS[status] - 1))) {
    await dee.field.setStatus({ id: 1, status: step, teamMemberId: 1 });
    shop.clock.advance(20);
  }
  if (status === 'in-progress') await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status });
  shop.clock.advance(30);
  shop.db.delete(outbox).run();
  return shop;
}
const rows = (shop: Shop) => ({
  order: { ...shop.db.select().from(workOrders).get(), updatedAt: '' },
  assignments: shop.rows(workOrderAssignments),
});
const bookingStatus = async (shop: Shop) => (await shop.admin.booking.get({ id: 1 })).status;
const jobStatus = async (shop: Shop) => (await shop.admin.dispatch.getWorkOrder({ id: 1 })).status;
const setBooking = (shop: Shop, status: BookingStatus) =>
  shop.admin.booking.setStatus({ id: 1, status, reason: 'The client moved away', confirm: true });
const doneMail = (shop: Shop) => shop.rows(outbox).filter(({ purpose }) => purpose === 'job-done');
const isSound = (shop: Shop): void => expect(checkInvariants(shop.db.$client).filter(({ count }) => count > 0)).toEqual([]);

/** Expected status of a booking's job, given its status when the booking was last confirmed. */
const JOB_AFTER: Record<string, (before: OpenStatus) => WorkOrderStatus> = {
  'confirmed → cancelled': () => 'cancelled',
  'confirmed → no-show': () => 'cancelled',
  'confirmed → completed': () => 'completed',
  'no-show → confirmed': () => 'scheduled',
  'no-show → completed': () => 'completed',
  'completed → confirmed': (before) => before,
  'completed → no-show': () => 'cancelled',
};
const EDGES = BOOKING_STATUSES.flatMap((from) => BOOKING_TRANSITIONS[from].map((to) => [from, to] as const));

describe('a booking and its job', () => {
  test('have a rule for every change of the booking’s status', () => {
    expect(EDGES.map(([from, to]) => `${from} → ${to}`).sort()).toEqual(Object.keys(JOB_AFTER).sort());
  });
  test.each(EDGES.flatMap(([from, to]) => OPEN.map((before) => [from, to, before] as const)))(
    'move together when the booking goes %s → %s and its job was %s',
    async (from, to, before) => {
      const shop = await openJob(before);
      if (from !== 'confirmed') await setBooking(shop, from);
      await setBooking(shop, to);
      expect([await bookingStatus(shop), await jobStatus(shop)]).toEqual([to, JOB_AFTER[`${from} → ${to}`]?.(before)]);
      isSound(shop);
    },
  );
  test.each(OPEN)('are as they were when a completed booking is confirmed again and its job was %s', async (before) => {
    const shop = await openJob(before);
    const was = rows(shop);
    await setBooking(shop, 'completed');
    shop.clock.advance(24 * 60);
    await setBooking(shop, 'confirmed');
    expect(rows(shop)).toEqual(was);
  });
  test.for(['confirmed', 'no-show'] as const)(
    'send no news of the end when the booking is set to %s before it left',
    async (status, { shop }) => {
      await setBooking(shop, 'completed');
      await setBooking(shop, status);
      expect(doneMail(shop)).toEqual([]);
    },
  );
  test('go back to the step of the phone when the cleaner has completed the job', async () => {
    const shop = await openJob('onsite');
    const was = rows(shop);
    await phoneOf(shop, 1).field.setStatus({ id: 1, status: 'complete', teamMemberId: 1 });
    expect(await bookingStatus(shop)).toBe('completed');
    await setBooking(shop, 'confirmed');
    expect(rows(shop)).toEqual(was);
  });
  test.for(['confirmed', 'no-show'] as const)('stay completed once the job is finalized, instead of %s', async (status, { shop }) => {
    await setBooking(shop, 'completed');
    await shop.admin.dispatch.finalizeWorkOrder({ id: 1 });
    await expect(setBooking(shop, status)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('is finalized, so it cannot be reopened.'),
    });
    expect([await bookingStatus(shop), await jobStatus(shop)]).toEqual(['completed', 'completed']);
  });
  test.each(['confirmed', 'no-show'] as const)('can be corrected to %s although the payment finalized the job', async (status) => {
    const shop = await openJob('onsite');
    await setBooking(shop, 'completed');
    shop.db.update(workOrders).set({ totalAmountCents: 10_000 }).run();
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).finalizedDate).not.toBeNull();
    await setBooking(shop, status);
    const { status: job, finalizedDate } = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    expect([job, finalizedDate]).toEqual([status === 'confirmed' ? 'onsite' : 'cancelled', null]);
    isSound(shop);
  });
  test('asks the screen first when a no-show would cancel a job that has an invoice', async () => {
    const shop = await openJob('onsite');
    await setBooking(shop, 'completed');
    shop.db.update(workOrders).set({ totalAmountCents: 10_000 }).run();
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    const noShow = { id: 1, status: 'no-show', confirm: false } as const;
    await expect(shop.admin.booking.setStatus(noShow)).rejects.toMatchObject({ cause: { code: 'CONFIRMATION_NEEDED' } });
    expect(await jobStatus(shop)).toBe('completed');
    await shop.admin.booking.setStatus({ ...noShow, confirm: true });
    expect(await jobStatus(shop)).toBe('cancelled');
  });
  const invoice = (shop: Shop) => shop.admin.invoices.create({ ...INVOICE, bookingId: 1, confirm: true });
  async function payInvoice(shop: Shop) {
    await invoice(shop);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
  }
  const LIVE = 'This booking has invoice SPC001. Mark it as a no-show anyway? The invoice stays.';
  test.each<[string, (shop: Shop) => Promise<unknown>, string]>([
    [
      'has an invoice for its finished job',
      async (shop) => {
        await setBooking(shop, 'completed');
        await invoice(shop);
      },
      LIVE,
    ],
    ['was paid in advance', payInvoice, LIVE],
    [
      'has an invoice, but no job',
      async (shop) => {
        await invoice(shop);
        shop.db.delete(workOrders).run();
      },
      LIVE,
    ],
    [
      'has a voided invoice whose money was not refunded',
      async (shop) => {
        await setBooking(shop, 'completed');
        await payInvoice(shop);
        await shop.admin.invoices.delete({ id: 1 });
      },
      '$101.15 was paid on invoice SPC001 of this booking, which was voided. Mark it as a no-show anyway? The money stays until you refund it.',
    ],
  ])('asks before a no-show when the booking %s, also without `confirm`', async (_which, prepare, message) => {
    const shop = await openJob('onsite');
    await prepare(shop);
    const noShow = { id: 1, status: 'no-show' } as const;
    const staff = await shop.logIn();
    const before = await bookingStatus(shop);
    for (const more of [{}, { confirm: false }])
      await expect(shop.admin.booking.setStatus({ ...noShow, ...more })).rejects.toMatchObject({
        message,
        cause: { code: 'CONFIRMATION_NEEDED' },
      });
    const answer = await shop.request('POST', '/trpc/booking.setStatus', { body: noShow, ...staff });
    expect([answer.status, await bookingStatus(shop)]).toEqual([409, before]);
    await shop.admin.booking.setStatus({ ...noShow, confirm: true });
    expect(await bookingStatus(shop)).toBe('no-show');
    isSound(shop);
  });
  test('becomes a no-show without a question once all money of its voided invoice was refunded', async () => {
    const shop = await openJob('onsite');
    await payInvoice(shop);
    const { amountPaid } = await shop.admin.invoices.getReceipt({ id: 1 });
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid });
    await shop.admin.invoices.delete({ id: 1 });
    await shop.admin.booking.setStatus({ id: 1, status: 'no-show', confirm: false });
    expect([await bookingStatus(shop), await jobStatus(shop)]).toEqual(['no-show', 'cancelled']);
  });
  test('asks the screen before it completes a booking whose job was cancelled', async ({ shop }) => {
    shop.db.update(workOrders).set({ status: 'cancelled', cancelReason: 'Flood' }).run();
    const complete = { id: 1, status: 'completed', confirm: false } as const;
    await expect(shop.admin.booking.setStatus(complete)).rejects.toMatchObject({
      cause: { code: 'CONFIRMATION_NEEDED', message: expect.stringContaining('was cancelled') },
    });
    expect([await bookingStatus(shop), doneMail(shop)]).toEqual(['confirmed', []]);
  });
  test('come back from an entry of the log that names the status alone', async () => {
    const shop = await openJob('in-progress');
    await setBooking(shop, 'completed');
    shop.db.$client.exec(
      `drop trigger activity_is_not_changed; update activity set data = '{"from":"in-progress"}' where verb = 'workOrder.completed'`,
    );
    await setBooking(shop, 'confirmed');
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({
      status: 'in-progress',
      processedDate: '2026-11-24T17:00:00.000Z',
      completedDate: null,
    });
  });
});

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
    const was = rows(shop);
    await finish(shop, true);
    const sendAfter = new Date(shop.clock.now().getTime() + 10_000).toISOString();
    expect(doneMail(shop)).toMatchObject([{ to: 'maria@example.com', sendAfter }]);
    shop.clock.advance(9 / 60);
    expect(await shop.admin.dispatch.undoCompletion({ id: 1 })).toMatchObject({ status });
    expect([rows(shop), await bookingStatus(shop), doneMail(shop)]).toEqual([was, 'confirmed', []]);
    isSound(shop);
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
    expect(await question(shop)).toBe(`${workOrderId} was cancelled. ${MAILS}`);
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
    isSound(shop);
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
  test('is rejected for a job that a member completed', async () => {
    const shop = await openJob('onsite');
    await phoneOf(shop, 1).field.setStatus({ id: 1, status: 'complete', teamMemberId: 1 });
    await expect(shop.admin.dispatch.undoCompletion({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This can no longer be undone.',
    });
    expect(await jobStatus(shop)).toBe('complete');
  });
  test('is possible after the payment of the job, whose invoice stays paid', async () => {
    const shop = await openInvoiced();
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(await shop.admin.dispatch.undoCompletion({ id: 1 })).toMatchObject({ status: 'onsite', finalizedDate: null });
    expect([await bookingStatus(shop), doneMail(shop)]).toEqual(['confirmed', []]);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'paid' });
    isSound(shop);
  });
  test('is refused when the cleaner completed the job on the phone, which mails the client at once', async () => {
    const shop = await openJob('onsite');
    await phoneOf(shop, 1).field.setStatus({ id: 1, status: 'complete', teamMemberId: 1 });
    await expect(shop.admin.dispatch.undoCompletion({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This can no longer be undone.',
    });
    expect([await jobStatus(shop), doneMail(shop).length]).toEqual(['complete', 1]);
  });
  test('is refused once staff finalized the job, whether or not it is paid', async () => {
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
  isSound(shop);
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
