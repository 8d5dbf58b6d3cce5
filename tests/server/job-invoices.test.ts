import { describe, expect } from 'vitest';
import { invoices, workOrders } from '../../db/schema';
import { finalizePrepaidJobs } from '../../src/server/invoices/payments/settling';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { PAYMENT } from '../support/invoices';
import { bookAsJon, completeJob, openWithJob } from '../support/job-invoices';
import { test as base } from '../support/shop-test';

const test = base.extend('invoices', ({ shop }) => shop.admin.invoices);

describe('the invoice of a job', () => {
  test('is created in one click once the job is completed, and only once', async () => {
    const shop = await openWithJob();
    await expect(shop.admin.invoices.createFromWorkOrder({ id: 1 })).rejects.toThrow(
      'Only a completed work order can be invoiced; this one is scheduled.',
    );
    await completeJob(shop);
    const [first, second] = await Promise.all([1, 2].map(() => shop.admin.invoices.createFromWorkOrder({ id: 1 })));
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      customerName: 'Maria Santos',
      customerEmail: 'maria@example.com',
      customerAddress: '12 Seymour St, Kamloops',
      serviceType: 'Residential Cleaning',
      serviceDate: '2026-11-20',
      dueDate: '2026-12-04',
      workOrderId: 1,
      status: 'pending',
      subtotal: '149.00',
    });
  });
  test('is not stored without a price, but its form is filled in except for the subtotal', async () => {
    const shop = await openWithJob();
    shop.db.$client.exec('update work_orders set total_amount_cents = null');
    await completeJob(shop);
    shop.clock.advance(2 * 1440);
    const message = 'This job has no price yet. Please enter the subtotal.';
    await expect(shop.admin.invoices.createFromWorkOrder({ id: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    expect(shop.rows(invoices)).toEqual([]);
    const facts = await shop.admin.invoices.forJob({ workOrderId: 1 });
    expect(facts).toMatchObject({
      invoiceId: null,
      workOrderId: 1,
      customerName: 'Maria Santos',
      serviceType: 'Residential Cleaning',
      // The day it was done, and two weeks from the issue.
      serviceDate: '2026-11-20',
      dueDate: '2026-12-06',
      subtotal: '',
    });
    const made = await shop.admin.invoices.create({ ...facts, subtotal: '149.00' });
    expect(made).toMatchObject({ workOrderId: 1, status: 'pending', totalAmount: '177.31' });
    expect(await shop.admin.invoices.forJob({ workOrderId: 1 })).toMatchObject({ invoiceId: made.id });
    await expect(shop.admin.invoices.create({ ...facts, subtotal: '149.00' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This job has invoice SPC001 already.',
    });
    await shop.admin.invoices.update({ id: made.id, status: 'paid' });
    await shop.admin.invoices.delete({ id: made.id });
    await expect(shop.admin.invoices.create({ ...facts, subtotal: '149.00' })).rejects.toThrow('Bill the job again?');
    expect(await shop.admin.invoices.create({ ...facts, subtotal: '149.00', confirm: true })).toMatchObject({ invoiceNumber: 'SPC002' });
  });
  test.each([
    ['a job that is not done', { workOrderId: 1 }, 'CONFLICT'],
    ['a work order that does not exist', { workOrderId: 9 }, 'NOT_FOUND'],
    ['a booking that does not exist', { bookingId: 9 }, 'NOT_FOUND'],
  ])('is not created with its form for %s', async (_which, job, code) => {
    const shop = await openWithJob();
    await expect(shop.admin.invoices.create({ ...INVOICE, ...job })).rejects.toMatchObject({ code });
    expect(shop.rows(invoices)).toEqual([]);
  });
  test('has the price of the work order, and the owner’s days to pay', async () => {
    const shop = await openWithJob();
    await shop.admin.settings.save({ invoiceDueDays: 30 });
    const { id } = await shop.admin.dispatch.createWorkOrder({
      clientId: 1,
      serviceType: 'deep-cleaning',
      scheduledDate: '2026-11-19T18:00:00Z',
      totalAmount: '149.00',
    });
    await completeJob(shop, id);
    expect(await shop.admin.invoices.createFromWorkOrder({ id })).toMatchObject({
      serviceType: 'Deep Cleaning',
      subtotal: '149.00',
      totalAmount: '177.31',
      status: 'pending',
      dueDate: '2026-12-20',
    });
  });
  test('can be created again once it is voided; restored, the first one belongs to no job', async () => {
    const shop = await openWithJob();
    await completeJob(shop);
    const first = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.delete({ id: first.id });
    const second = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(second.id).not.toBe(first.id);
    expect(await shop.admin.invoices.restore({ id: first.id, confirm: true })).toMatchObject({
      workOrderId: null,
      invoiceNumber: 'SPC001',
    });
  });
  test('asks before it is created again after a paid one was voided', async () => {
    const shop = await openWithJob();
    await completeJob(shop);
    const first = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.update({ id: first.id, subtotal: 100 });
    await shop.admin.invoices.recordPayment({ ...PAYMENT, id: first.id });
    await shop.admin.invoices.delete({ id: first.id });
    await expect(shop.admin.invoices.createFromWorkOrder({ id: 1 })).rejects.toMatchObject({
      message: '$40.00 was paid on invoice SPC001 of this job, which was voided. Bill the job again?',
      cause: { code: 'CONFIRMATION_NEEDED' },
    });
    const again = await shop.admin.invoices.createFromWorkOrder({ id: 1, confirm: true });
    expect(again).toMatchObject({ invoiceNumber: 'SPC002', amountPaid: '0.00' });
    await shop.admin.invoices.delete({ id: again.id });
    await shop.admin.invoices.restore({ id: first.id });
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 1 })).toMatchObject({ id: first.id });
  });
  test.each([
    ['before it was voided', true],
    ['after it was voided', false],
  ])('names only the money not yet refunded %s, and does not ask when all of it was', async (_when, isBefore) => {
    const shop = await openWithJob();
    await completeJob(shop);
    const { id } = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.update({ id, status: 'paid' });
    if (!isBefore) await shop.admin.invoices.delete({ id });
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: '100.00' });
    if (isBefore) await shop.admin.invoices.delete({ id });
    await expect(shop.admin.invoices.createFromWorkOrder({ id: 1 })).rejects.toThrow(
      '$77.31 was paid on invoice SPC001 of this job, which was voided. Bill the job again?',
    );
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: '77.31' });
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 1 })).toMatchObject({ invoiceNumber: 'SPC002' });
  });
  test('of a booking that was refunded in full is created without a question', async ({ shop, invoices }) => {
    const booked = await bookAsJon(shop);
    const { id } = await invoices.createFromBooking({ id: booked.id });
    await invoices.update({ id, status: 'paid' });
    const { amountPaid } = await invoices.getReceipt({ id: 1 });
    await invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid });
    await invoices.delete({ id });
    expect(await invoices.createFromBooking({ id: booked.id })).toMatchObject({ invoiceNumber: 'SPC002' });
  });
  test('of a paid booking asks before it is created again, however long ago the first one was voided', async ({ shop, invoices }) => {
    const booked = await bookAsJon(shop);
    const { id } = await invoices.createFromBooking({ id: booked.id });
    await invoices.update({ id, subtotal: 100 });
    await invoices.update({ id, status: 'paid' });
    await invoices.delete({ id });
    shop.clock.advance(31 * 1440);
    purgeInvoiceBin(shop.ctx);
    await expect(invoices.createFromBooking({ id: booked.id })).rejects.toThrow('Bill the job again?');
    expect(await invoices.createFromBooking({ id: booked.id, confirm: true })).toMatchObject({ invoiceNumber: 'SPC002' });
  });
  test('of a booking that was marked as paid elsewhere is rejected', async ({ shop, invoices }) => {
    const booked = await bookAsJon(shop);
    shop.db.$client.exec("update appointment_bookings set payment_status = 'paid'");
    await expect(invoices.createFromBooking({ id: booked.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This booking is paid already.',
    });
  });
  test('has the booked service and price, and belongs to the booking and its work order', async ({ shop, invoices }) => {
    const booked = await bookAsJon(shop, 'window-cleaning');
    const invoice = await invoices.createFromBooking({ id: booked.id });
    expect(invoice).toMatchObject({
      customerName: 'Jon Toews',
      serviceType: 'Window Cleaning',
      serviceDate: '2026-11-23',
      // The client's own guess, less the 15 % of a first booking online.
      subtotal: '102.00',
      status: 'draft',
      bookingId: booked.id,
    });
    expect(await invoices.createFromBooking({ id: booked.id })).toEqual(invoice);
    expect((await invoices.list({})).rows).toHaveLength(1);
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('pending');
    await invoices.update({ id: invoice.id, status: 'paid' });
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('paid');
    // It was paid beforehand: its job is closed once that is done.
    const { workOrderId } = await shop.admin.booking.get({ id: booked.id });
    await completeJob(shop, workOrderId ?? 0);
    const finalized = async () => (await shop.admin.dispatch.getWorkOrder({ id: workOrderId ?? 0 })).finalizedDate;
    expect(await finalized()).toBeNull();
    finalizePrepaidJobs(shop.ctx);
    expect(await finalized()).not.toBeNull();
    expect((await invoices.createFromWorkOrder({ id: workOrderId ?? 0 })).id).toBe(invoice.id);
  });
  test('is shown with its status on the booking until it is deleted, also after a no-show', async ({ shop, invoices }) => {
    const booked = await bookAsJon(shop);
    const shown = async () => (await shop.admin.booking.get({ id: booked.id })).invoice;
    expect(await shown()).toBeNull();
    const { id, invoiceNumber } = await invoices.createFromBooking({ id: booked.id });
    expect(await shown()).toEqual({ id, invoiceNumber, status: 'draft' });
    await invoices.update({ id, status: 'pending' });
    shop.clock.advance(30 * 1440);
    expect(await shown()).toMatchObject({ status: 'overdue' });
    await shop.admin.booking.setStatus({ id: booked.id, status: 'no-show', confirm: true });
    expect(await shown()).toMatchObject({ id, status: 'overdue' });
    await invoices.delete({ id });
    expect(await shown()).toBeNull();
  });
  test('is the same for the booking and its later work order', async ({ shop, invoices }) => {
    await shop.admin.settings.save({ createWorkOrders: false });
    const booked = await bookAsJon(shop);
    const first = await invoices.createFromBooking({ id: booked.id });
    const { workOrderId } = await shop.admin.booking.createWorkOrder({ id: booked.id });
    expect(await invoices.get({ id: first.id })).toMatchObject({ workOrderId });
    await completeJob(shop, workOrderId ?? 0);
    expect(await invoices.createFromWorkOrder({ id: workOrderId ?? 0 })).toMatchObject({ id: first.id, workOrderId });
    await invoices.update({ id: first.id, subtotal: 80 });
    await invoices.update({ id: first.id, status: 'paid' });
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('paid');
    expect((await shop.admin.dispatch.getWorkOrder({ id: workOrderId ?? 0 })).finalizedDate).not.toBeNull();
  });
  test('of a booking follows it to a new work order when the first one was cancelled', async ({ shop, invoices }) => {
    const booked = await bookAsJon(shop);
    const { id } = await invoices.createFromBooking({ id: booked.id });
    shop.db.update(workOrders).set({ status: 'cancelled' }).run();
    const { workOrderId } = await shop.admin.booking.createWorkOrder({ id: booked.id });
    expect(workOrderId).toBe(2);
    expect(await shop.admin.dispatch.getWorkOrder({ id: 2 })).toMatchObject({ invoiceId: id });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ invoiceId: null });
  });
  test('of a booking that did not take place is rejected', async ({ shop, invoices }) => {
    const booked = await bookAsJon(shop);
    await shop.admin.booking.setStatus({ id: booked.id, status: 'cancelled', reason: 'Moved away' });
    await expect(invoices.createFromBooking({ id: booked.id })).rejects.toThrow('A booking that is cancelled cannot be invoiced.');
    await expect(invoices.createFromBooking({ id: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
