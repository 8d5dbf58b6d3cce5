import { describe, expect } from 'vitest';
import { finalizePrepaidJobs } from '../../src/server/invoices/payments/settling';
import { expectSound } from '../support/booked-job';
import { RECEIPT } from '../support/invoice-inputs';
import { PAYMENT } from '../support/invoices';
import { bookAsJon, completeJob, openWithJob } from '../support/job-invoices';
import { openShop, type Shop } from '../support/shop';
import { test as base } from '../support/shop-test';

const test = base.extend('invoices', ({ shop }) => shop.admin.invoices);

describe('a job that was paid in advance', () => {
  const DAYS = 70;
  const isFinalized = async (shop: Shop) => (await shop.admin.dispatch.getWorkOrder({ id: 1 })).finalizedDate !== null;
  async function openPaid() {
    const shop = openShop();
    const { id } = await bookAsJon(shop);
    await shop.admin.invoices.createFromBooking({ id });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    return shop;
  }
  test('is finalized although it is completed long after its date', async () => {
    const shop = await openPaid();
    shop.clock.advance(DAYS * 1440);
    await completeJob(shop);
    finalizePrepaidJobs(shop.ctx);
    expect(await isFinalized(shop)).toBe(true);
  });
  test('is finalized again when its booking is corrected long after its date', async () => {
    const shop = await openPaid();
    await completeJob(shop);
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
    await completeJob(shop);
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
  ])('%s restores the earlier state of the job, which can be invoiced again once the invoice is voided', async (_how, pay, undo) => {
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
  test('leaves a job open that was paid before it was done', async ({ shop, invoices }) => {
    const { id } = await bookAsJon(shop);
    await invoices.createFromBooking({ id });
    await invoices.update({ id: 1, status: 'paid' });
    await completeJob(shop);
    finalizePrepaidJobs(shop.ctx);
    expect(await finalizedDate(shop)).not.toBeNull();
    await invoices.update({ id: 1, status: 'pending' });
    finalizePrepaidJobs(shop.ctx);
    expect(await finalizedDate(shop)).toBeNull();
    await invoices.update({ id: 1, status: 'paid' });
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
    const { id } = await bookAsJon(shop);
    await completeJob(shop);
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
    expectSound(shop);
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
  test('asks before it is restored without its job, and changes nothing of the job that another invoice bills', async () => {
    const shop = await openWithJob();
    await completeJob(shop);
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await pay(shop, 1);
    await shop.admin.invoices.delete({ id: 1 });
    await shop.admin.invoices.createFromWorkOrder({ id: 1, confirm: true });
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toMatchObject({
      message: expect.stringMatching(/^Invoice SPC002 now bills the job of this invoice\. .*keeps its amounts.* Restore it\?$/),
      cause: { code: 'CONFIRMATION_NEEDED' },
    });
    expect(await shop.admin.invoices.restore({ id: 1, confirm: true })).toMatchObject({ workOrderId: null, bookingId: null });
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
  test('leaves a job finalized that the office finalized', async ({ shop, invoices }) => {
    const { id } = await bookAsJon(shop);
    await completeJob(shop);
    await shop.admin.dispatch.finalizeWorkOrder({ id: 1 });
    await invoices.createFromBooking({ id });
    await pay(shop, 1);
    await invoices.delete({ id: 1 });
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
