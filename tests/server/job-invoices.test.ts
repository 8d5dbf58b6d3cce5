import { describe, expect } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import { invoices, workOrders } from '../../db/schema';
import { finalizePrepaidJobs } from '../../src/server/invoices/settling';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { bookSlot, slotOf } from '../support/booking';
import { INVOICE, PAYMENT, RECEIPT } from '../support/invoices';
import { openShop, QUOTE, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

async function openWithJob() {
  const shop = openShop();
  await shop.visitor.quotes.submit(QUOTE);
  await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
  shop.db.$client.exec('update work_orders set total_amount_cents = 14900');
  return shop;
}
/** Books a window of Monday as Jon, who guesses $120.00. */
const book = async (shop: Shop, serviceType?: Parameters<typeof slotOf>[3]) =>
  bookSlot(shop, (await slotOf(shop, '2026-11-23', undefined, serviceType)).id, {
    clientName: 'Jon Toews',
    clientEmail: 'jon@example.com',
    clientPhone: '250-555-0134',
    clientAddress: '9 Battle St',
    totalAmount: '120.00',
  });
const complete = async (shop: Shop) => {
  for (const status of ['in-progress', 'completed'] as const)
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status, confirm: true });
};

describe('an invoice out of a job', () => {
  test('is made in one click once that is completed, and once only', async () => {
    const shop = await openWithJob();
    await expect(shop.admin.invoices.createFromWorkOrder({ id: 1 })).rejects.toThrow(
      'Only a completed work order can be invoiced; this one is scheduled.',
    );
    await complete(shop);
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
  test('without a price is not stored: its form begins with what is known, and an empty subtotal', async () => {
    const shop = await openWithJob();
    shop.db.$client.exec('update work_orders set total_amount_cents = null');
    await complete(shop);
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
  ])('is not made by its form for %s', async (_which, job, code) => {
    const shop = await openWithJob();
    await expect(shop.admin.invoices.create({ ...INVOICE, ...job })).rejects.toMatchObject({ code });
    expect(shop.rows(invoices)).toEqual([]);
  });
  test('has the price of the work order, and the days that the owner gives', async () => {
    const shop = await openWithJob();
    await shop.admin.settings.save({ invoiceDueDays: 30 });
    const { id } = await shop.admin.dispatch.createWorkOrder({
      clientId: 1,
      serviceType: 'deep-cleaning',
      scheduledDate: '2026-11-19T18:00:00Z',
      totalAmount: '149.00',
    });
    for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
    expect(await shop.admin.invoices.createFromWorkOrder({ id })).toMatchObject({
      serviceType: 'Deep Cleaning',
      subtotal: '149.00',
      totalAmount: '177.31',
      status: 'pending',
      dueDate: '2026-12-20',
    });
  });
  test('may be made anew once it is voided, and one that comes back is then nobody’s', async () => {
    const shop = await openWithJob();
    await complete(shop);
    const first = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.delete({ id: first.id });
    const second = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(second.id).not.toBe(first.id);
    expect(await shop.admin.invoices.restore({ id: first.id })).toMatchObject({ workOrderId: null, invoiceNumber: 'SPC001' });
  });
  test('asks before it is made again after the paid first one was voided', async () => {
    const shop = await openWithJob();
    await complete(shop);
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
  ])('names only the money that was not refunded %s, and asks nothing once all of it was', async (_when, isBefore) => {
    const shop = await openWithJob();
    await complete(shop);
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
  test('of a booking whose payment was refunded in full is made without a question', async ({ shop }) => {
    const booked = await book(shop);
    const { id } = await shop.admin.invoices.createFromBooking({ id: booked.id });
    await shop.admin.invoices.update({ id, status: 'paid' });
    const { amountPaid } = await shop.admin.invoices.getReceipt({ id: 1 });
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid });
    await shop.admin.invoices.delete({ id });
    expect(await shop.admin.invoices.createFromBooking({ id: booked.id })).toMatchObject({ invoiceNumber: 'SPC002' });
  });
  test('of a paid booking asks before it is made again, however long ago the first one was voided', async ({ shop }) => {
    const booked = await book(shop);
    const { id } = await shop.admin.invoices.createFromBooking({ id: booked.id });
    await shop.admin.invoices.update({ id, subtotal: 100 });
    await shop.admin.invoices.update({ id, status: 'paid' });
    await shop.admin.invoices.delete({ id });
    shop.clock.advance(31 * 1440);
    purgeInvoiceBin(shop.ctx);
    await expect(shop.admin.invoices.createFromBooking({ id: booked.id })).rejects.toThrow('Bill the job again?');
    expect(await shop.admin.invoices.createFromBooking({ id: booked.id, confirm: true })).toMatchObject({ invoiceNumber: 'SPC002' });
  });
  test('of a booking that was marked as paid elsewhere is refused', async ({ shop }) => {
    const booked = await book(shop);
    shop.db.$client.exec("update appointment_bookings set payment_status = 'paid'");
    await expect(shop.admin.invoices.createFromBooking({ id: booked.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This booking is paid already.',
    });
  });
  test('of a booking has what was booked, and is the one of its work order too', async ({ shop }) => {
    const booked = await book(shop, 'window-cleaning');
    const invoice = await shop.admin.invoices.createFromBooking({ id: booked.id });
    expect(invoice).toMatchObject({
      customerName: 'Jon Toews',
      serviceType: 'Window Cleaning',
      serviceDate: '2026-11-23',
      // The client's own guess, less the 15 % of a first booking online.
      subtotal: '102.00',
      status: 'draft',
      bookingId: booked.id,
    });
    expect(await shop.admin.invoices.createFromBooking({ id: booked.id })).toEqual(invoice);
    expect(shop.rows(invoices)).toHaveLength(1);
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('pending');
    await shop.admin.invoices.update({ id: invoice.id, status: 'paid' });
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('paid');
    // It was paid beforehand: its job is closed once that is done.
    const { workOrderId } = await shop.admin.booking.get({ id: booked.id });
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: workOrderId ?? 0, status, confirm: true });
    const finalized = async () => (await shop.admin.dispatch.getWorkOrder({ id: workOrderId ?? 0 })).finalizedDate;
    expect(await finalized()).toBeNull();
    finalizePrepaidJobs(shop.ctx);
    expect(await finalized()).not.toBeNull();
    expect((await shop.admin.invoices.createFromWorkOrder({ id: workOrderId ?? 0 })).id).toBe(invoice.id);
  });
  test('is shown with its status on the booking until it is deleted, also after a no-show', async ({ shop }) => {
    const booked = await book(shop);
    const shown = async () => (await shop.admin.booking.get({ id: booked.id })).invoice;
    expect(await shown()).toBeNull();
    const { id, invoiceNumber } = await shop.admin.invoices.createFromBooking({ id: booked.id });
    expect(await shown()).toEqual({ id, invoiceNumber, status: 'draft' });
    await shop.admin.invoices.update({ id, status: 'pending' });
    shop.clock.advance(30 * 1440);
    expect(await shown()).toMatchObject({ status: 'overdue' });
    await shop.admin.booking.setStatus({ id: booked.id, status: 'no-show', confirm: true });
    expect(await shown()).toMatchObject({ id, status: 'overdue' });
    await shop.admin.invoices.delete({ id });
    expect(await shown()).toBeNull();
  });
  test('is one, whether it was made of the booking or of the work order that came later', async ({ shop }) => {
    await shop.admin.settings.save({ createWorkOrders: false });
    const booked = await book(shop);
    const first = await shop.admin.invoices.createFromBooking({ id: booked.id });
    const { workOrderId } = await shop.admin.booking.createWorkOrder({ id: booked.id });
    expect(await shop.admin.invoices.get({ id: first.id })).toMatchObject({ workOrderId });
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: workOrderId ?? 0, status, confirm: true });
    expect(await shop.admin.invoices.createFromWorkOrder({ id: workOrderId ?? 0 })).toMatchObject({ id: first.id, workOrderId });
    await shop.admin.invoices.update({ id: first.id, subtotal: 80 });
    await shop.admin.invoices.update({ id: first.id, status: 'paid' });
    expect((await shop.admin.booking.get({ id: booked.id })).paymentStatus).toBe('paid');
    expect((await shop.admin.dispatch.getWorkOrder({ id: workOrderId ?? 0 })).finalizedDate).not.toBeNull();
  });
  test('of a booking follows it to a new work order when the first one was cancelled', async ({ shop }) => {
    const booked = await book(shop);
    const { id } = await shop.admin.invoices.createFromBooking({ id: booked.id });
    shop.db.update(workOrders).set({ status: 'cancelled' }).run();
    const { workOrderId } = await shop.admin.booking.createWorkOrder({ id: booked.id });
    expect(workOrderId).toBe(2);
    expect(await shop.admin.dispatch.getWorkOrder({ id: 2 })).toMatchObject({ invoiceId: id });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ invoiceId: null });
  });
  test('of a booking that did not take place is refused', async ({ shop }) => {
    const booked = await book(shop);
    await shop.admin.booking.setStatus({ id: booked.id, status: 'cancelled', reason: 'Moved away' });
    await expect(shop.admin.invoices.createFromBooking({ id: booked.id })).rejects.toThrow(
      'A booking that is cancelled cannot be invoiced.',
    );
    await expect(shop.admin.invoices.createFromBooking({ id: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a job that was paid in advance', () => {
  const DAYS = 70;
  const isFinalized = async (shop: Shop) => (await shop.admin.dispatch.getWorkOrder({ id: 1 })).finalizedDate !== null;
  async function openPaid() {
    const shop = openShop();
    const { id } = await book(shop);
    await shop.admin.invoices.createFromBooking({ id });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    return shop;
  }
  test('is finalized although it is completed long after its date', async () => {
    const shop = await openPaid();
    shop.clock.advance(DAYS * 1440);
    await complete(shop);
    finalizePrepaidJobs(shop.ctx);
    expect(await isFinalized(shop)).toBe(true);
  });
  test('is finalized again when its booking is corrected long after its date', async () => {
    const shop = await openPaid();
    await complete(shop);
    finalizePrepaidJobs(shop.ctx);
    shop.clock.advance(DAYS * 1440);
    for (const status of ['confirmed', 'completed'] as const) {
      await shop.admin.booking.setStatus({ id: 1, status, confirm: true });
      expect(await isFinalized(shop)).toBe(false);
    }
    finalizePrepaidJobs(shop.ctx);
    expect(await isFinalized(shop)).toBe(true);
  });
});

describe('a payment that is undone', () => {
  const finalizedDate = async (shop: Shop) => (await shop.admin.dispatch.getWorkOrder({ id: 1 })).finalizedDate;
  const toInvoice = async (shop: Shop) => {
    const { rows } = await shop.admin.dispatch.listWorkOrders({ when: 'to-invoice' });
    expect((await shop.admin.overview.today()).jobsToInvoice).toBe(rows.length);
    return rows.map(({ id }) => id);
  };
  async function openInvoiced() {
    const shop = await openWithJob();
    await complete(shop);
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    return shop;
  }
  test.each<[string, (shop: Shop) => Promise<unknown>, (shop: Shop) => Promise<unknown>]>([
    [
      'by Undo',
      (shop) => shop.admin.invoices.update({ id: 1, status: 'paid' }),
      (shop) => shop.admin.invoices.update({ id: 1, status: 'pending' }),
    ],
    [
      'by deleting its receipt',
      (shop) => shop.admin.invoices.recordPayment({ ...PAYMENT, amount: '177.31' }),
      (shop) => shop.admin.invoices.deleteReceipt({ id: 1 }),
    ],
  ])('%s leaves the job as it was before: to invoice again once the invoice is voided', async (_how, pay, undo) => {
    const shop = await openInvoiced();
    await pay(shop);
    expect(await finalizedDate(shop)).not.toBeNull();
    await undo(shop);
    expect(await finalizedDate(shop)).toBeNull();
    expect(await toInvoice(shop)).toEqual([]);
    await shop.admin.invoices.delete({ id: 1 });
    expect(await toInvoice(shop)).toEqual([1]);
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 1 })).toMatchObject({ invoiceNumber: 'SPC002' });
    expect(await toInvoice(shop)).toEqual([]);
  });
  test('leaves a job open that was paid before it was done', async ({ shop }) => {
    const { id } = await book(shop);
    await shop.admin.invoices.createFromBooking({ id });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await complete(shop);
    finalizePrepaidJobs(shop.ctx);
    expect(await finalizedDate(shop)).not.toBeNull();
    await shop.admin.invoices.update({ id: 1, status: 'pending' });
    finalizePrepaidJobs(shop.ctx);
    expect(await finalizedDate(shop)).toBeNull();
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(await finalizedDate(shop)).not.toBeNull();
  });
  test('leaves a job finalized that the office finalized before the payment', async () => {
    const shop = await openInvoiced();
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await shop.admin.invoices.update({ id: 1, status: 'pending' });
    await shop.admin.dispatch.finalizeWorkOrder({ id: 1 });
    const finalized = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await shop.admin.invoices.update({ id: 1, status: 'pending' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toEqual(finalized);
    await shop.admin.invoices.delete({ id: 1 });
    expect(await toInvoice(shop)).toEqual([]);
  });
});

describe('an invoice that was paid and voided', () => {
  const pay = (shop: Shop, id: number) => shop.admin.invoices.update({ id, status: 'paid' });
  /** Opens a shop whose only booking is done and has the paid invoice 1. */
  async function openPaid() {
    const shop = openShop();
    const { id } = await book(shop);
    await complete(shop);
    await shop.admin.invoices.createFromBooking({ id });
    await pay(shop, 1);
    return shop;
  }
  async function billAgain(shop: Shop) {
    await shop.admin.invoices.delete({ id: 1 });
    await shop.admin.invoices.createFromBooking({ id: 1, confirm: true });
    await pay(shop, 2);
  }
  /** Returns how the booking is paid, and whether its job is finalized. */
  async function stateOf(shop: Shop) {
    expect(checkInvariants(shop.db.$client).filter(({ count }) => count > 0)).toEqual([]);
    const { finalizedDate } = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    return [(await shop.admin.booking.get({ id: 1 })).paymentStatus, finalizedDate !== null];
  }
  test('leaves the job open and its booking unpaid until it is restored', async () => {
    const shop = await openPaid();
    expect(await stateOf(shop)).toEqual(['paid', true]);
    await shop.admin.invoices.delete({ id: 1 });
    expect(await stateOf(shop)).toEqual(['pending', false]);
    expect((await shop.admin.dispatch.listWorkOrders({ when: 'to-invoice' })).rows).toMatchObject([{ id: 1 }]);
    await shop.admin.invoices.restore({ id: 1 });
    expect(await stateOf(shop)).toEqual(['paid', true]);
  });
  test('changes nothing of the job when it is restored after another invoice took its place', async () => {
    const shop = await openWithJob();
    await complete(shop);
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await pay(shop, 1);
    await shop.admin.invoices.delete({ id: 1 });
    await shop.admin.invoices.createFromWorkOrder({ id: 1, confirm: true });
    await shop.admin.invoices.restore({ id: 1 });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ invoiceId: 2, finalizedDate: null });
  });
  test('can lose its receipt while the job stays paid by the invoice that replaced it', async () => {
    const shop = await openPaid();
    await billAgain(shop);
    await shop.admin.invoices.deleteReceipt({ id: 1 });
    expect(await stateOf(shop)).toEqual(['paid', true]);
  });
  test('does not keep the job finalized when the payment of the invoice that replaced it is undone', async () => {
    const shop = await openPaid();
    await billAgain(shop);
    await shop.admin.invoices.update({ id: 2, status: 'pending' });
    expect(await stateOf(shop)).toEqual(['pending', false]);
  });
  test('does not pay the job when its refund is deleted', async () => {
    const shop = await openPaid();
    await shop.admin.invoices.update({ id: 1, status: 'pending' });
    const { totalAmount } = await shop.admin.invoices.get({ id: 1 });
    const refund = { ...RECEIPT, isRefund: true, invoiceId: 1 };
    await shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: '20.00' });
    const { id } = await shop.admin.invoices.createReceipt({ ...refund, amountPaid: '20.00' });
    await shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: (Number(totalAmount) - 20).toFixed(2) });
    await shop.admin.invoices.delete({ id: 1 });
    await shop.admin.invoices.deleteReceipt({ id });
    expect(await stateOf(shop)).toEqual(['pending', false]);
  });
  test('leaves a job finalized that the office finalized', async ({ shop }) => {
    const { id } = await book(shop);
    await complete(shop);
    await shop.admin.dispatch.finalizeWorkOrder({ id: 1 });
    await shop.admin.invoices.createFromBooking({ id });
    await pay(shop, 1);
    await shop.admin.invoices.delete({ id: 1 });
    expect(await stateOf(shop)).toEqual(['pending', true]);
  });
  test('does not block a new invoice of a booking that an earlier version left as paid', async () => {
    const shop = await openPaid();
    const { amountPaid } = await shop.admin.invoices.getReceipt({ id: 1 });
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid });
    await shop.admin.invoices.delete({ id: 1 });
    shop.db.$client.exec("update appointment_bookings set payment_status = 'paid'");
    expect(await shop.admin.invoices.createFromBooking({ id: 1 })).toMatchObject({ invoiceNumber: 'SPC002' });
  });
});
