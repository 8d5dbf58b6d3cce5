import { test as base, describe, expect } from 'vitest';
import { workOrders } from '../../db/schema';
import { BOOKING_STATUSES, BOOKING_TRANSITIONS } from '../../src/shared/booking';
import type { WorkOrderStatus } from '../../src/shared/dispatch';
import {
  bookingStatus,
  doneMail,
  expectSound,
  jobStatus,
  OPEN,
  type OpenStatus,
  openJob,
  readJob,
  setBooking,
} from '../support/booked-job';
import { addMember, assignJob, phoneOf } from '../support/field';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import type { Shop } from '../support/shop';

const test = base.extend('shop', () => openJob());

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
      expectSound(shop);
    },
  );
  test.each(OPEN)('are as they were when a completed booking is confirmed again and its job was %s', async (before) => {
    const shop = await openJob(before);
    const was = readJob(shop);
    await setBooking(shop, 'completed');
    shop.clock.advance(24 * 60);
    await setBooking(shop, 'confirmed');
    expect(readJob(shop)).toEqual(was);
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
    const was = readJob(shop);
    await phoneOf(shop, 1).field.setStatus({ id: 1, status: 'complete', teamMemberId: 1 });
    expect(await bookingStatus(shop)).toBe('completed');
    await setBooking(shop, 'confirmed');
    expect(readJob(shop)).toEqual(was);
  });
  describe('whose cleaner has left', () => {
    const reopenWithoutDee = async (shop: Shop) => {
      await setBooking(shop, 'completed');
      await shop.admin.team.deactivate({ id: 1 });
      await setBooking(shop, 'confirmed');
      expectSound(shop);
      return shop.admin.dispatch.getWorkOrder({ id: 1 });
    };
    const listUnassigned = async (shop: Shop) => (await shop.admin.dispatch.unassigned({})).rows.map(({ id }) => id);

    test.for(['assigned', 'onsite'] as const)('leave a job that was %s unassigned when the booking is confirmed again', async (before) => {
      const shop = await openJob(before);
      expect(await reopenWithoutDee(shop)).toMatchObject({ status: 'scheduled', assignedTeamMember: null, crewCount: 0 });
      expect(await listUnassigned(shop)).toEqual([1]);
    });
    test('make the next member of the crew its lead', async () => {
      const shop = await openJob('assigned');
      addMember(shop, { first_name: 'Kim', employee_id: 'E-2', email: 'kim@example.com' });
      await shop.admin.dispatch.updateWorkOrder({ id: 1, crewSize: 2 });
      await assignJob(shop, 2);
      expect(await reopenWithoutDee(shop)).toMatchObject({ status: 'scheduled', assignedTeamMember: 'Kim Marsh', crewCount: 1 });
      expect(await listUnassigned(shop)).toEqual([]);
    });
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
    expectSound(shop);
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
    expectSound(shop);
  });
  const voidPaid = async (shop: Shop) => {
    await payInvoice(shop);
    await shop.admin.invoices.delete({ id: 1 });
  };
  const byBooking = { path: '/trpc/booking.setStatus', method: 'POST', noun: 'booking', body: { id: 1 } } as const;
  const byJob = { path: '/api/work-orders/1/status', method: 'PATCH', noun: 'work order', body: {} } as const;
  const CANCELLATIONS = [byBooking, byJob].flatMap((by) => {
    const live = `This ${by.noun} has invoice SPC001. Cancel the ${by.noun} anyway? The invoice stays.`;
    const held = `$101.15 was paid on invoice SPC001 of this ${by.noun}, which was voided. Cancel the ${by.noun} anyway? The money stays until you refund it.`;
    return [
      { ...by, which: 'an invoice', prepare: payInvoice, message: live },
      { ...by, which: 'a voided invoice whose money was not refunded', prepare: voidPaid, message: held },
    ];
  });
  test.each(CANCELLATIONS)('asks the screen before a $noun with $which is cancelled', async ({ path, method, body, prepare, message }) => {
    const shop = await openJob('assigned');
    await prepare(shop);
    const cancel = { ...body, status: 'cancelled', reason: 'The client moved away' };
    const staff = await shop.logIn();
    const asked = await shop.request(method, path, { body: { ...cancel, confirm: false }, ...staff });
    expect([asked.status, await asked.text()]).toEqual([409, expect.stringContaining(message)]);
    expect([await bookingStatus(shop), await jobStatus(shop)]).toEqual(['confirmed', 'assigned']);
    expect((await shop.request(method, path, { body: { ...cancel, confirm: true }, ...staff })).status).toBe(200);
    expect([await bookingStatus(shop), await jobStatus(shop)]).toEqual(['cancelled', 'cancelled']);
    expectSound(shop);
  });
  test.for([byBooking, byJob])('cancels a $noun with an invoice without a question for a call that leaves out `confirm`', async (by) => {
    const shop = await openJob('scheduled');
    await payInvoice(shop);
    const body = { ...by.body, status: 'cancelled', reason: 'The client moved away' };
    expect((await shop.request(by.method, by.path, { body, ...(await shop.logIn()) })).status).toBe(200);
    expect([await bookingStatus(shop), await jobStatus(shop)]).toEqual(['cancelled', 'cancelled']);
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
