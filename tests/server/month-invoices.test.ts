import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { invoiceItems, invoiceJobs, invoices, outbox, quotes, workOrders } from '../../db/schema';
import { finalizePrepaidJobs } from '../../src/server/invoices/payments/settling';
import { billMonth, readMonthVisit } from '../../src/server/invoices/visits/month-invoices';
import { expectSound } from '../support/booked-job';
import { bill, finish, openMonthly, runAt } from '../support/month-visits';
import { approve, send } from '../support/quoting';
import type { Shop } from '../support/shop';

const isInvoiced = (shop: Shop) => shop.rows(workOrders).map((job) => job.isInvoiced);
const mails = (shop: Shop) => shop.db.select().from(outbox).where(eq(outbox.purpose, 'invoice-sent')).all();
const finalized = (shop: Shop) => shop.rows(workOrders).flatMap(({ id, finalizedDate }) => (finalizedDate === null ? [] : [id]));

describe('the invoice of a month', () => {
  test('has a line for each visit with its day, the discount as one line, and the taxes once on the sum', async () => {
    const shop = await openMonthly([2, 3]);
    expect(await bill(shop, [2, 3])).toEqual([
      { workOrderId: 2, status: 'billed', invoiceId: 1, invoiceNumber: 'SPC001', message: null },
      { workOrderId: 3, status: 'billed', invoiceId: 1, invoiceNumber: 'SPC001', message: null },
    ]);
    const invoice = await shop.admin.invoices.get({ id: 1 });
    expect(invoice.items).toMatchObject([
      { description: 'Residential Cleaning, December 1, 2026', quantity: 1, price: '120.00' },
      { description: 'Residential Cleaning, December 8, 2026', quantity: 1, price: '120.00' },
      { description: 'Discount of 10% for regular visits', quantity: 1, price: '-24.00', isDeduction: true },
    ]);
    expect(invoice).toMatchObject({
      ...{ subtotal: '216.00', hstAmount: '25.92', pstAmount: '15.12', totalAmount: '257.04', status: 'pending' },
      ...{ serviceType: 'Residential Cleaning', serviceDescription: 'Visits of December 2026', serviceDate: '2026-12-08' },
      ...{ workOrderId: null, dueDate: '2026-12-22' },
    });
    const page = await (await shop.request('GET', new URL(invoice.payUrl ?? '').pathname)).text();
    expect(page).toContain('<p class="quiet">Residential Cleaning</p>');
    expect(page).toContain('Residential Cleaning, December 8, 2026');
    expect(invoice.jobs).toEqual([
      { id: 2, serviceType: 'Residential Cleaning', day: '2026-12-01' },
      { id: 3, serviceType: 'Residential Cleaning', day: '2026-12-08' },
    ]);
    expectSound(shop);
  });

  test('is one for each client and month', async () => {
    const shop = await openMonthly([1, 2, 3]);
    const other = await shop.admin.clients.create({
      name: 'Lee Wong',
      email: 'lee@example.com',
      phone: '(250) 555-0144',
      address: '9 Oak St',
    });
    const plan = await shop.admin.plans.get({ id: 1 });
    await shop.admin.plans.create({ ...toInput(plan), clientId: other.id, startDate: '2026-12-15' });
    const [lee = 0] = shop.rows(workOrders).flatMap(({ id, clientId }) => (clientId === other.id ? [id] : []));
    await finish(shop, [lee]);
    const rows = await bill(shop, [3, lee, 1, 2]);
    expect(rows.map(({ workOrderId, invoiceNumber }) => [workOrderId, invoiceNumber])).toEqual([
      [3, 'SPC002'],
      [lee, 'SPC003'],
      [1, 'SPC001'],
      [2, 'SPC002'],
    ]);
    expectSound(shop);
  });

  test('bills each job once, whatever is repeated or runs at once', async () => {
    const shop = await openMonthly([2, 3, 4]);
    const calls = await Promise.all(Array.from({ length: 5 }, () => bill(shop, [2, 3, 4], true)));
    expect(calls.flat().filter(({ status }) => status === 'billed')).toHaveLength(3);
    expect(await bill(shop, [2, 3, 4], true)).toMatchObject(
      [2, 3, 4].map((workOrderId) => ({ workOrderId, status: 'already', invoiceId: 1 })),
    );
    expect(shop.rows(invoices).map(({ invoiceNumber }) => invoiceNumber)).toEqual(['SPC001']);
    expect(mails(shop).map(({ relatedId, to }) => [relatedId, to])).toEqual([[1, 'maria@example.com']]);
    expect(mails(shop)[0]?.body).toContain('\nService date: December 1, 2026 to December 15, 2026\n');
    expectSound(shop);
  });

  test('leaves a later visit of the same month to a new invoice once it is issued', async () => {
    const shop = await openMonthly([2]);
    await bill(shop, [2]);
    await finish(shop, [3]);
    expect(await bill(shop, [2, 3])).toMatchObject([
      { workOrderId: 2, status: 'already', invoiceNumber: 'SPC001' },
      { workOrderId: 3, status: 'billed', invoiceNumber: 'SPC002' },
    ]);
  });

  test('bills the other visits if one has no price', async () => {
    const shop = await openMonthly([2, 3]);
    shop.db.update(workOrders).set({ totalAmountCents: null }).where(eq(workOrders.id, 2)).run();
    expect(await bill(shop, [2, 3])).toMatchObject([
      { workOrderId: 2, status: 'refused', message: expect.stringContaining('no price yet') },
      { workOrderId: 3, status: 'billed' },
    ]);
    expect(shop.rows(invoiceJobs)).toEqual([{ invoiceId: 1, workOrderId: 3 }]);
  });

  test('has a discount of services and one of goods with the same name as two lines', async () => {
    const discount = { description: 'Spring discount', quantity: 1, price: -500, isDeduction: true };
    const shop = await openMonthly([2, 3]);
    const visits = [2, 3].map((id) => readMonthVisit(shop.ctx, id));
    for (const isGoods of [false, true]) visits[0]?.items.push({ ...discount, isGoods });
    billMonth(shop.ctx, visits, 'draft');
    expect(shop.rows(invoiceItems).filter(({ description }) => description === 'Spring discount')).toMatchObject([
      { priceCents: -500, isGoods: false },
      { priceCents: -500, isGoods: true },
    ]);
  });

  test('keeps a voided deposit of its quote from being restored', async () => {
    const shop = await openMonthly([]);
    await approve(shop, await send(shop, { deposit: { amount: '50.00' } }));
    shop.db.update(quotes).set({ planId: 1, workOrderId: null }).run();
    await finish(shop, [2, 3]);
    await shop.admin.invoices.delete({ id: 1 });
    await bill(shop, [2, 3]);
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toThrow('Invoice SPC002 already charges the whole price of this job.');
  });

  test('is paid at once if its discount leaves nothing to pay', async () => {
    const shop = await openMonthly([2, 3], { discountPercent: 100 });
    await bill(shop, [2, 3]);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ totalAmount: '0.00', status: 'paid', receipts: [] });
    expect(finalized(shop)).toEqual([2, 3]);
  });
});

describe('each visit of a month', () => {
  test('leaves the list of jobs to bill, and names its invoice on the job and on the form', async () => {
    const shop = await openMonthly([2, 3]);
    expect((await shop.admin.billing.listUnbilled({})).rows).toMatchObject([
      { workOrderId: 3, isMonthly: true, amount: '120.00' },
      { workOrderId: 2, isMonthly: true },
    ]);
    await bill(shop, [2, 3]);
    expect(await shop.admin.billing.listUnbilled({})).toMatchObject({ rows: [], jobs: 0, total: '0.00' });
    for (const id of [2, 3]) {
      expect((await shop.admin.invoices.forJob({ workOrderId: id })).invoiceId).toBe(1);
      expect((await shop.admin.dispatch.getWorkOrder({ id })).invoiceId).toBe(1);
      expect((await shop.admin.invoices.createFromWorkOrder({ id })).id).toBe(1);
    }
    const form = await shop.admin.invoices.forJob({ workOrderId: 3 });
    await expect(shop.admin.invoices.create(form)).rejects.toThrow('This job has invoice SPC001 already.');
    expect(shop.rows(invoices)).toMatchObject([{ workOrderId: null }]);
    expectSound(shop);
  });

  test('is finalized when the invoice is paid, and is as before when the payment is undone', async () => {
    const shop = await openMonthly([2, 3]);
    await bill(shop, [2, 3]);
    await shop.admin.invoices.recordPayment({ id: 1, amount: '100.00', paymentMethod: 'cash', paymentDate: '2026-12-08' });
    expect(finalized(shop)).toEqual([]);
    await shop.admin.invoices.update({ id: 1, status: 'paid', paymentMethod: 'cash' });
    expect(finalized(shop)).toEqual([2, 3]);
    await shop.admin.invoices.update({ id: 1, status: 'pending' });
    expect(finalized(shop)).toEqual([]);
    expectSound(shop);
  });

  test('is finalized later if it was not done when the invoice was paid', async () => {
    const shop = await openMonthly([2, 3]);
    await bill(shop, [2, 3]);
    shop.db.update(workOrders).set({ status: 'in-progress' }).where(eq(workOrders.id, 3)).run();
    await shop.admin.invoices.update({ id: 1, status: 'paid', paymentMethod: 'cash' });
    expect(finalized(shop)).toEqual([2]);
    shop.db.update(workOrders).set({ status: 'completed' }).where(eq(workOrders.id, 3)).run();
    finalizePrepaidJobs(shop.ctx);
    expect(finalized(shop)).toEqual([2, 3]);
  });

  test('is to be billed again once the invoice is voided, which asks first if it holds money', async () => {
    const shop = await openMonthly([2, 3]);
    await bill(shop, [2, 3]);
    await shop.admin.invoices.recordPayment({ id: 1, amount: '40.00', paymentMethod: 'cash', paymentDate: '2026-12-08' });
    await shop.admin.invoices.delete({ id: 1 });
    expect((await shop.admin.billing.listUnbilled({})).rows.map(({ workOrderId }) => workOrderId)).toEqual([3, 2]);
    expect(await bill(shop, [2, 3])).toMatchObject(
      [2, 3].map(() => ({ status: 'refused', message: expect.stringContaining('$40.00 was paid') })),
    );
    expect((await shop.admin.invoices.get({ id: 1 })).jobs).toHaveLength(2);
    expectSound(shop);
  });

  test('keeps a voided invoice from being restored while another invoice bills it', async () => {
    const shop = await openMonthly([2, 3]);
    await bill(shop, [2, 3]);
    await shop.admin.invoices.delete({ id: 1 });
    await bill(shop, [2]);
    await expect(shop.admin.invoices.restore({ id: 1, confirm: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Invoice SPC002 now bills visits of this invoice/),
    });
    expectSound(shop);
    await shop.admin.invoices.delete({ id: 2 });
    await shop.admin.invoices.restore({ id: 1 });
    expect(isInvoiced(shop).slice(0, 4)).toEqual([false, true, true, false]);
    expectSound(shop);
  });

  test('can be credited with the others', async () => {
    const shop = await openMonthly([2, 3]);
    await bill(shop, [2, 3]);
    await shop.admin.invoices.createCreditNote({ invoiceId: 1, amount: '257.04', reason: 'Not cleaned' });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'credited', balance: '0.00' });
    expect(isInvoiced(shop).slice(0, 3)).toEqual([false, true, true]);
    expectSound(shop);
  });

  test('is cancelled only after a question about its invoice', async () => {
    const shop = await openMonthly([2, 3]);
    await bill(shop, [2, 3]);
    shop.db.update(workOrders).set({ status: 'scheduled' }).where(eq(workOrders.id, 3)).run();
    const cancel = { id: 3, status: 'cancelled', reason: 'Ill', confirm: false } as const;
    await expect(shop.admin.dispatch.setWorkOrderStatus(cancel)).rejects.toThrow('This work order has invoice SPC001.');
  });
});

describe('visits that are billed by themselves', () => {
  test('wait for the first business day after their month', async () => {
    const shop = await openMonthly([2, 3, 4, 5, 6]);
    await shop.admin.settings.save({ autoBill: 'send' });
    // January 1, 2027 is a Friday.
    await shop.admin.booking.closeDay({ date: '2027-01-01', reason: "New Year's Day" });
    for (const at of ['2026-12-30T18:00:00.000Z', '2027-01-01T20:00:00.000Z', '2027-01-03T20:00:00.000Z']) await runAt(shop, at);
    expect(shop.rows(invoices)).toEqual([]);
    for (const at of ['2027-01-04T08:00:00.000Z', '2027-01-04T08:01:00.000Z']) await runAt(shop, at);
    expect(shop.rows(invoices).map(({ status, subtotalCents }) => [status, subtotalCents])).toEqual([['pending', 54_000]]);
    expect(mails(shop)).toHaveLength(1);
    expectSound(shop);
  });

  test('stay on the list if the owner bills by hand', async () => {
    const shop = await openMonthly([2, 3]);
    await runAt(shop, '2027-01-04T20:00:00.000Z');
    expect(shop.rows(invoices)).toEqual([]);
  });
});

type Plan = Awaited<ReturnType<Shop['admin']['plans']['get']>>;
const toInput = ({ serviceType, rrule, startTime, minutes, price, billing }: Plan) => ({
  serviceType,
  rrule,
  startTime,
  minutes,
  price,
  billing,
});
