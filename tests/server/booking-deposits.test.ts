import { expect } from 'vitest';
import { appointmentBookings, invoices, outbox } from '../../db/schema';
import { releaseLateDeposits } from '../../src/server/booking/manage';
import { bookSlot, countBookings, slotOf } from '../support/booking';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

async function bookWithDeposit(shop: Shop, deposit: object) {
  await shop.admin.settings.save({ bookingDeposit: { serviceTypes: ['residential'], ...deposit } } as Parameters<
    typeof shop.admin.settings.save
  >[0]);
  return bookSlot(shop, (await slotOf(shop)).id, { totalAmount: '120.05' });
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

test('cancelling the job of a booking voids its unpaid deposit', async ({ shop }) => {
  await bookWithDeposit(shop, { amount: '50.00' });
  const { rows } = await shop.admin.dispatch.listWorkOrders({});
  await shop.admin.dispatch.setWorkOrderStatus({ id: rows[0]?.id ?? '', status: 'cancelled', reason: 'The client moved.', confirm: true });
  expect(states(shop)).toEqual(['cancelled', false]);
});
