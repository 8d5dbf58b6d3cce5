import { describe, expect } from 'vitest';
import { appointmentBookings, invoices, outbox, todos } from '../../db/schema';
import { releaseLateDeposits } from '../../src/server/booking/manage';
import { bookSlot, countBookings, slotOf } from '../support/booking';
import { addMember, assignJob, getJob, takeJob } from '../support/field';
import { RECEIPT } from '../support/invoice-inputs';
import { assertSound } from '../support/quoting';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

async function bookWithDeposit(shop: Shop, deposit: object, more: Record<string, unknown> = {}) {
  await shop.admin.settings.save({ bookingDeposit: { serviceTypes: ['residential'], ...deposit } } as Parameters<
    typeof shop.admin.settings.save
  >[0]);
  return bookSlot(shop, (await slotOf(shop)).id, { totalAmount: '120.05', ...more });
}
const states = (shop: Shop) => [shop.rows(appointmentBookings)[0]?.status, shop.rows(invoices)[0]?.deletedAt === null];

test('a booking with a deposit gets its issued invoice, and its mail the link to pay it', async ({ shop }) => {
  await bookWithDeposit(shop, { amount: '50.00' });
  const [invoice] = shop.rows(invoices);
  expect(invoice).toMatchObject({ status: 'pending', totalCents: 5000, depositBookingId: 1, dueDate: '2026-11-21' });
  const mail = shop.rows(outbox).find(({ purpose }) => purpose === 'booking-confirmed');
  expect(mail?.body).toContain(`/pay/${invoice?.payToken}`);
  expect(mail?.body).toContain('$50.00');
  expect(shop.rows(appointmentBookings)[0]).toMatchObject({ paymentStatus: 'pending', depositDueAt: '2026-11-21T20:00:00.000Z' });
});

test('a percentage is of the estimated cost, half a cent up, and other services need no deposit', async ({ shop }) => {
  await bookWithDeposit(shop, { percent: 50 });
  await bookSlot(shop, (await slotOf(shop, undefined, undefined, 'commercial')).id, { totalAmount: '100.00' });
  expect(shop.rows(invoices).map(({ totalCents }) => totalCents)).toEqual([6003]);
});

test('a small percentage is computed in whole cents', async ({ shop }) => {
  await bookWithDeposit(shop, { percent: 0.57 }, { totalAmount: '50.00' });
  expect(shop.rows(invoices).map(({ totalCents }) => totalCents)).toEqual([29]);
});

test('an unpaid deposit releases the place and tells the client, a paid one keeps it', async ({ shop }) => {
  await bookWithDeposit(shop, { amount: '50.00' });
  releaseLateDeposits(shop.ctx);
  expect(states(shop)).toEqual(['confirmed', true]);
  shop.clock.advance(24 * 60);
  releaseLateDeposits(shop.ctx);
  expect(states(shop)).toEqual(['cancelled', false]);
  expect(await countBookings(shop)).toBe(0);
  expect(shop.rows(outbox).some(({ purpose, body }) => purpose === 'booking-cancelled' && body.includes('deposit was not paid'))).toBe(
    true,
  );
  await bookSlot(shop, (await slotOf(shop)).id, { clientEmail: 'jon@example.com', clientPhone: '250-555-0199' });
  await shop.admin.invoices.update({ id: 2, status: 'paid' });
  shop.clock.advance(24 * 60);
  releaseLateDeposits(shop.ctx);
  expect(shop.rows(appointmentBookings)[1]?.status).toBe('confirmed');
});

async function openTwoLate(shop: Shop) {
  await bookWithDeposit(shop, { amount: '50.00' });
  await bookSlot(shop, (await slotOf(shop)).id, { clientEmail: 'jon@example.com', clientPhone: '250-555-0199' });
  return () => {
    shop.clock.advance(24 * 60);
    releaseLateDeposits(shop.ctx);
    return shop.rows(appointmentBookings).map(({ status }) => status);
  };
}

test('a booking that cannot be cancelled keeps no other one', async ({ shop }) => {
  const release = await openTwoLate(shop);
  shop.db.$client.exec(
    "create trigger stuck before update of status on appointment_bookings when old.id = 1 begin select raise(abort, 'stuck'); end",
  );
  expect(release()).toEqual(['confirmed', 'cancelled']);
});

test('a deposit paid in part releases the place', async ({ shop }) => {
  const release = await openTwoLate(shop);
  await shop.admin.invoices.recordPayment({ id: 1, amount: '20.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
  await shop.admin.invoices.recordPayment({ id: 2, amount: '50.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
  expect(release()).toEqual(['cancelled', 'confirmed']);
});

describe('a booking whose deposit is unpaid when its crew has set out', () => {
  test.for(['enroute', 'onsite', 'incomplete'] as const)('stays with its job, which is %s', async (status, { shop }) => {
    addMember(shop);
    await bookWithDeposit(shop, { amount: '50.00' });
    shop.clock.at = new Date('2026-11-21T19:30:00.000Z');
    await takeJob(shop, status);
    shop.clock.advance(60);
    releaseLateDeposits(shop.ctx);
    expect(states(shop)).toEqual(['confirmed', true]);
    expect((await getJob(shop)).status).toBe(status);
    expect((await shop.admin.booking.get({ id: 1 })).deposit).toMatchObject({ amount: '50.00', dueAt: null });
    assertSound(shop);
  });

  test('stays when another member takes the job over', async ({ shop }) => {
    addMember(shop);
    addMember(shop, { first_name: 'Kim', employee_id: 'E-2', email: 'kim@example.com' });
    await bookWithDeposit(shop, { amount: '50.00' });
    shop.clock.at = new Date('2026-11-21T19:30:00.000Z');
    await takeJob(shop, 'enroute');
    shop.clock.advance(60);
    releaseLateDeposits(shop.ctx);
    await shop.admin.dispatch.release({ id: 1, reason: null });
    await assignJob(shop, 2);
    releaseLateDeposits(shop.ctx);
    expect(states(shop)).toEqual(['confirmed', true]);
  });
});

test('cancelling the job of a booking voids its unpaid deposit', async ({ shop }) => {
  await bookWithDeposit(shop, { amount: '50.00' });
  const { rows } = await shop.admin.dispatch.listWorkOrders({});
  await shop.admin.dispatch.setWorkOrderStatus({ id: rows[0]?.id ?? '', status: 'cancelled', reason: 'The client moved.', confirm: true });
  expect(states(shop)).toEqual(['cancelled', false]);
});

describe('a cancelled booking', () => {
  const WAYS = {
    'by its client': async (shop: Shop) => {
      const { manageToken } = shop.rows(appointmentBookings)[0] ?? expect.fail();
      await shop.visitor.booking.cancelManaged({ token: manageToken ?? '' });
    },
    'by the office': (shop: Shop) => shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Moved away', confirm: true }),
    'with its job': (shop: Shop) =>
      shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Moved away', confirm: true }),
    'by a skipped visit of its plan': (shop: Shop) => shop.admin.plans.skip({ id: 1, date: '2026-11-24' }),
  };
  const CASES = Object.entries(WAYS).map(([name, cancel]) => ({ name, cancel }));
  const listTodos = async (shop: Shop) => (await shop.admin.overview.today()).todos.map(({ kind, text, path }) => ({ kind, text, path }));
  const refund = (amount: string) => ({ kind: 'refund', text: `Refund ${amount} to Maria Santos`, path: '/invoices?invoice=1' });

  /** Books the first visit of a weekly plan, whose deposit of $50.00 is invoice 1, and pays an amount of it. */
  async function openWithPaid(shop: Shop, amount: string | null) {
    await bookWithDeposit(shop, { amount: '50.00' }, { frequency: 'week' });
    await shop.admin.plans.accept({ id: 1, price: '100.00' });
    if (amount !== null) await shop.admin.invoices.recordPayment({ id: 1, amount, paymentMethod: 'cash', paymentDate: '2026-11-20' });
  }

  test.for(CASES)('$name asks the office to refund a paid deposit, once', async ({ cancel }, { shop }) => {
    await openWithPaid(shop, '50.00');
    await cancel(shop);
    expect(states(shop)).toEqual(['cancelled', true]);
    expect(await listTodos(shop)).toEqual([refund('$50.00')]);
    expect(shop.rows(todos).map(({ dedupeKey }) => dedupeKey)).toEqual(['deposit:1']);
    assertSound(shop);
  });

  test.for(CASES)('$name asks the office to refund what was paid of a deposit', async ({ cancel }, { shop }) => {
    await openWithPaid(shop, '20.00');
    await cancel(shop);
    expect(await listTodos(shop)).toEqual([refund('$20.00')]);
    expect(states(shop)).toEqual(['cancelled', true]);
  });

  test.for(CASES)('$name voids an unpaid deposit and asks for no refund', async ({ cancel }, { shop }) => {
    await openWithPaid(shop, null);
    await cancel(shop);
    expect(states(shop)).toEqual(['cancelled', false]);
    expect(await listTodos(shop)).toEqual([]);
    assertSound(shop);
  });

  test.for(CASES.slice(0, 3))('$name keeps an unpaid deposit that the invoice of its job deducts', async ({ cancel }, { shop }) => {
    await openWithPaid(shop, null);
    const { id } = await shop.admin.invoices.createFromBooking({ id: 1 });
    await cancel(shop);
    expect(states(shop)).toEqual(['cancelled', true]);
    expect(await shop.admin.invoices.get({ id })).toMatchObject({ status: 'pending' });
    assertSound(shop);
  });

  test('asks for no refund of what was refunded before, and of the rest only', async ({ shop }) => {
    await openWithPaid(shop, '50.00');
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: '30.00' });
    await WAYS['by the office'](shop);
    expect(await listTodos(shop)).toEqual([refund('$20.00')]);
  });

  test('keeps a deposit that was refunded in full', async ({ shop }) => {
    await openWithPaid(shop, '50.00');
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: '50.00' });
    await WAYS['by the office'](shop);
    expect(states(shop)).toEqual(['cancelled', true]);
    expect(await listTodos(shop)).toEqual([]);
  });

  test('needs no live deposit', async ({ shop }) => {
    await openWithPaid(shop, null);
    await shop.admin.invoices.delete({ id: 1 });
    await WAYS['by the office'](shop);
    expect(states(shop)).toEqual(['cancelled', false]);
  });

  test('is not cancelled if its to-do cannot be stored', async ({ shop }) => {
    await openWithPaid(shop, '50.00');
    shop.db.$client.exec("create trigger stuck before insert on todos begin select raise(abort, 'stuck'); end");
    await expect(WAYS['by its client'](shop)).rejects.toThrow();
    expect(states(shop)).toEqual(['confirmed', true]);
  });
});

describe('an unpaid deposit', () => {
  const readBoth = async (shop: Shop) => {
    const { manageToken } = shop.rows(appointmentBookings)[0] ?? expect.fail();
    const { deposit: shown } = await shop.visitor.booking.getManaged({ token: manageToken ?? '' });
    return { shown, office: (await shop.admin.booking.get({ id: 1 })).deposit };
  };
  test('is shown to the client and the office with its amount, its deadline and the page to pay it', async ({ shop }) => {
    await bookWithDeposit(shop, { amount: '50.00' });
    const payUrl = `http://shop.test/pay/${shop.rows(invoices)[0]?.payToken}`;
    const deposit = { amount: '50.00', dueAt: '2026-11-21T20:00:00.000Z', payUrl };
    expect(await readBoth(shop)).toEqual({ shown: deposit, office: { ...deposit, invoiceId: 1, invoiceNumber: 'SPC001' } });
    await shop.admin.invoices.recordPayment({ id: 1, amount: '20.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    expect((await readBoth(shop)).shown?.amount).toBe('30.00');
  });
  test('is shown no longer once it is paid', async ({ shop }) => {
    await bookWithDeposit(shop, { amount: '50.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(await readBoth(shop)).toEqual({ shown: null, office: null });
  });
  test('is not shown for a cancelled booking, and a booking without one has none', async ({ shop }) => {
    await bookWithDeposit(shop, { amount: '50.00' });
    await shop.admin.invoices.recordPayment({ id: 1, amount: '20.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Moved away', confirm: true });
    expect(await readBoth(shop)).toEqual({ shown: null, office: null });
    await shop.admin.settings.save({ bookingDeposit: null });
    await bookSlot(shop, (await slotOf(shop)).id, { clientEmail: 'jon@example.com', clientPhone: '250-555-0199' });
    expect((await shop.admin.booking.get({ id: 2 })).deposit).toBeNull();
  });
});

test('the to-do to refund a deposit is ticked off when the office recorded all of the refund', async ({ shop }) => {
  await bookWithDeposit(shop, { amount: '50.00' });
  await shop.admin.invoices.update({ id: 1, status: 'paid' });
  await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Moved away', confirm: true });
  const open = async () => (await shop.admin.overview.today()).todos.map(({ text }) => text);
  const refund = (amountPaid: string) => shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, invoiceId: 1, amountPaid });
  await refund('20.00');
  expect(await open()).toEqual([expect.stringMatching(/^Refund \$50\.00 to /)]);
  await refund('30.00');
  expect(await open()).toEqual([]);
});
