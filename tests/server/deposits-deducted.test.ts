import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { appointmentBookings, invoiceItems, invoices, plans, quotes, workOrders } from '../../db/schema';
import { billPlanVisits } from '../../src/server/billing/plan-visits';
import { expectSound } from '../support/booked-job';
import { bookSlot, slotOf } from '../support/booking';
import { completeJob } from '../support/job-invoices';
import { openWithPlan } from '../support/plans';
import { approve, send } from '../support/quoting';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

type Settings = Parameters<Shop['admin']['settings']['save']>[0];
type Deposit = { amount: string } | { percent: number } | undefined;
type Opened = { deposit?: Deposit; hasJob?: boolean; price?: string | null; settings?: Settings };

const FIFTY = { amount: '50.00' };
/** Opens a shop with Maria's booking of $120.00 by her estimate, the deposit of which is invoice 1, and its finished job. */
async function openWithDeposit({ deposit = FIFTY, hasJob = true, price = '150.00', settings = {} }: Opened = {}) {
  const shop = openShop();
  const bookingDeposit = deposit && { serviceTypes: ['residential' as const], ...deposit };
  await shop.admin.settings.save({ bookingDeposit, createWorkOrders: hasJob, ...settings });
  await bookSlot(shop, (await slotOf(shop)).id, { totalAmount: '120.00' });
  if (!hasJob) return shop;
  if (price !== null) await shop.admin.dispatch.updateWorkOrder({ id: 1, totalAmount: price });
  await completeJob(shop);
  return shop;
}
/** Opens the same shop without deposits. */
const openWithout = (opened: Opened) => openWithDeposit({ ...opened, deposit: undefined, settings: { bookingDeposit: null } });

type Sums = Pick<Awaited<ReturnType<Shop['admin']['invoices']['get']>>, 'subtotal' | 'hstAmount' | 'pstAmount' | 'totalAmount'>;
const cents = (amount: string) => Math.round(Number(amount) * 100);
const toCents = ({ subtotal, hstAmount, pstAmount, totalAmount }: Sums) => [subtotal, hstAmount, pstAmount, totalAmount].map(cents);
const addSums = (sums: Sums[]) => [0, 1, 2, 3].map((place) => sums.reduce((sum, one) => sum + (toCents(one)[place] ?? 0), 0));

const bill = ({ admin }: Shop, hasJob = true) =>
  hasJob ? admin.invoices.createFromWorkOrder({ id: 1 }) : admin.invoices.createFromBooking({ id: 1 });
const pay = (shop: Shop, amount: string) =>
  shop.admin.invoices.recordPayment({ id: 1, amount, paymentMethod: 'cash', paymentDate: '2026-11-20' });
const deducted = (shop: Shop) => shop.rows(invoiceItems).flatMap(({ depositInvoiceId }) => depositInvoiceId ?? []);

describe('the invoice of a booking with a deposit', () => {
  const DEPOSITS = [
    ['an amount', FIFTY],
    ['a percentage', { percent: 33 }],
  ] as const;
  const JOBS = [
    ['with a job', true],
    ['without a job', false],
  ] as const;
  const PAYMENTS = [
    ['unpaid', null],
    ['part paid', '10.00'],
    ['paid', 'all'],
  ] as const;
  const CASES = DEPOSITS.flatMap(([kind, deposit]) =>
    JOBS.flatMap(([where, hasJob]) => PAYMENTS.map(([how, paid]) => ({ kind, deposit, where, hasJob, how, paid }))),
  );
  test.for(CASES)('adds up to the whole price with $kind, $where, $how', async ({ deposit, hasJob, paid }) => {
    const shop = await openWithDeposit({ deposit, hasJob });
    const first = await shop.admin.invoices.get({ id: 1 });
    if (paid) await pay(shop, paid === 'all' ? first.totalAmount : paid);
    const invoice = await bill(shop, hasJob);
    const whole = await bill(await openWithout({ hasJob }), hasJob);
    expect(addSums([first, invoice])).toEqual(toCents(whole));
    expect(invoice.items[1]).toMatchObject({ description: 'Deposit, invoice SPC001', price: `-${first.subtotal}`, depositInvoiceId: 1 });
    expect(invoice).toMatchObject({ status: hasJob ? 'pending' : 'draft', bookingId: 1, balance: invoice.totalAmount });
    expect(shop.rows(appointmentBookings)[0]?.paymentStatus).toBe('pending');
    await shop.admin.invoices.update({ id: invoice.id, status: 'paid' });
    expect(shop.rows(appointmentBookings)[0]?.paymentStatus).toBe('paid');
    expectSound(shop);
  });

  test('is a draft with only the estimate of the client, less the deposit and the offer of the whole estimate', async () => {
    const shop = await openWithDeposit({ price: null });
    const invoice = await bill(shop);
    // 15 % of 120.00 come off, then the 42.02 of the deposit before tax.
    expect(invoice).toMatchObject({ status: 'draft', subtotal: '59.98', totalAmount: '71.38' });
    expect(invoice.items.map(({ price }) => price)).toEqual(['120.00', '-42.02', '-18.00']);
    const changed = await shop.admin.invoices.update({ id: invoice.id, subtotal: '200.00' });
    expect(changed.items.map(({ price }) => price)).toEqual(['200.00', '-42.02', '-30.00']);
    expectSound(shop);
  });

  test('has the tax terms of the deposit, also when its draft is changed later', async () => {
    const shop = await openWithDeposit({ price: null });
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    const { id } = await bill(shop);
    await shop.admin.invoices.update({ id, subtotal: '200.00' });
    expect(await shop.admin.invoices.get({ id })).toMatchObject({ taxProfile: 'documented', subtotal: '127.98', totalAmount: '152.30' });
    expectSound(shop);
  });

  test('charges everything once the deposit was voided before, which cannot come back then', async () => {
    const shop = await openWithDeposit();
    await shop.admin.invoices.delete({ id: 1 });
    const invoice = await bill(shop);
    expect(invoice).toMatchObject({ subtotal: '127.50', totalAmount: '151.73' });
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Invoice SPC002 already charges the whole price of this job.',
    });
    await shop.admin.invoices.delete({ id: invoice.id });
    await shop.admin.invoices.restore({ id: 1 });
    await expect(shop.admin.invoices.restore({ id: invoice.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This invoice charges the whole price of its job, but invoice SPC001 charges a deposit. Please bill the job again instead.',
    });
    expectSound(shop);
  });

  test('charges everything of a booking without a job once the deposit was voided before', async () => {
    const shop = await openWithDeposit({ hasJob: false });
    await shop.admin.invoices.delete({ id: 1 });
    const { id } = await bill(shop, false);
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toThrow(/charges the whole price/);
    await shop.admin.invoices.delete({ id });
    await shop.admin.invoices.restore({ id: 1 });
    await expect(shop.admin.invoices.restore({ id })).rejects.toThrow(/charges a deposit/);
  });

  test('can be deleted and restored with its deposit, which stays as it is meanwhile', async () => {
    const shop = await openWithDeposit();
    const { id } = await bill(shop);
    for (const refused of [
      shop.admin.invoices.delete({ id: 1 }),
      shop.admin.invoices.createCreditNote({ invoiceId: 1, amount: '5.00', reason: 'Sorry' }),
      shop.admin.invoices.update({ id: 1, subtotal: '10.00', items: [{ description: 'Less', price: '10.00' }] }),
    ])
      await expect(refused).rejects.toThrow(/deducts the deposit/);
    await shop.admin.invoices.delete({ id });
    expect(await shop.admin.invoices.restore({ id })).toMatchObject({ totalAmount: '101.73' });
    expectSound(shop);
  });

  test('deducts what a credit note left of the deposit, and nothing of one credited in full', async () => {
    const shop = await openWithDeposit();
    await shop.admin.invoices.createCreditNote({ invoiceId: 1, amount: '20.00', reason: 'Sorry' });
    const { id, totalAmount } = await bill(shop);
    expect(totalAmount).toBe('121.73');
    await shop.admin.invoices.delete({ id });
    await shop.admin.invoices.createCreditNote({ invoiceId: 1, amount: '30.00', reason: 'Sorry' });
    const full = await bill(shop);
    expect(full.totalAmount).toBe('151.73');
    expect(full.items.some(({ depositInvoiceId }) => depositInvoiceId)).toBe(false);
    expectSound(shop);
  });

  test('is paid if the deposit was all of it', async () => {
    const shop = await openWithDeposit({ deposit: { amount: '119.00' }, price: '100.00' });
    shop.db.update(appointmentBookings).set({ isFirstBooking: false }).run();
    expect(await bill(shop)).toMatchObject({ totalAmount: '0.00', status: 'paid' });
    expectSound(shop);
  });

  test('stays a draft with only the estimate, also if the deposit was all of it', async () => {
    const shop = await openWithDeposit({ deposit: { amount: '119.00' }, price: null });
    shop.db.update(appointmentBookings).set({ isFirstBooking: false, totalAmountCents: 10_000 }).run();
    expect(await bill(shop)).toMatchObject({ totalAmount: '0.00', status: 'draft' });
    expectSound(shop);
  });

  test('is refused for a deposit above the price', async () => {
    const shop = await openWithDeposit({ price: '20.00' });
    await expect(bill(shop)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('more than this invoice') });
  });
});

describe('an invoice that the office writes itself', () => {
  test.for([
    ['the work order', { workOrderId: 1 }],
    ['the booking', { bookingId: 1 }],
  ] as const)('starts with what is left by %s, and is the same as the one made at once', async ([, job]) => {
    const shop = await openWithDeposit();
    const form = await shop.admin.invoices.forJob(job);
    expect(form).toMatchObject({ subtotal: '107.98', deposit: '42.02', suggested: null });
    expect(await shop.admin.invoices.create(form)).toMatchObject({ subtotal: '85.48', totalAmount: '101.73', status: 'pending' });
    expect(deducted(shop)).toEqual([1]);
    expect((await (await openWithout({})).admin.invoices.forJob(job)).deposit).toBeNull();
    expectSound(shop);
  });

  test.for([
    ['line items', { subtotal: '100.00', items: [{ description: 'Windows', price: '100.00' }] }, '42.98'],
    ['another subtotal, which is what is left before offers', { subtotal: '60.00' }, '44.70'],
  ] as const)('deducts the deposit from %s', async ([, sent, subtotal]) => {
    const shop = await openWithDeposit();
    const form = await shop.admin.invoices.forJob({ workOrderId: 1 });
    expect(await shop.admin.invoices.create({ ...form, ...sent, items: 'items' in sent ? [...sent.items] : [] })).toMatchObject({
      subtotal,
    });
    expect(deducted(shop)).toEqual([1]);
    expectSound(shop);
  });

  test('takes the subtotal of a job without any price as its price', async () => {
    const shop = await openWithDeposit({ price: null });
    shop.db.update(appointmentBookings).set({ isFirstBooking: false, totalAmountCents: 0 }).run();
    const form = await shop.admin.invoices.forJob({ workOrderId: 1 });
    expect(form).toMatchObject({ subtotal: '', deposit: '42.02' });
    await expect(bill(shop)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await shop.admin.invoices.create({ ...form, subtotal: '100.00' })).toMatchObject({ subtotal: '57.98', totalAmount: '69.00' });
  });
});

describe('jobs that are billed together or by themselves', () => {
  test('deduct the deposit, once when they are billed twice at the same time', async () => {
    const shop = await openWithDeposit();
    const answers = await Promise.all([1, 2].map(() => shop.admin.billing.billMany({ workOrderIds: [1], send: false })));
    expect(answers.map(({ rows }) => rows[0]?.status)).toEqual(['billed', 'already']);
    expect(shop.rows(invoices).map(({ totalCents }) => totalCents)).toEqual([5000, 10_173]);
    expect(deducted(shop)).toEqual([1]);
    expectSound(shop);
  });

  test.for(['draft', 'send'] as const)('deduct the deposit from the visit of a plan and its discount: %s', async (autoBill) => {
    const shop = await openWithDeposit({ settings: { autoBill } });
    const at = '2026-11-01T20:00:00.000Z';
    const rule = { rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2026-11-24', startTime: '10:00', minutes: 60, discountPercent: 10 };
    shop.db
      .insert(plans)
      .values({ ...rule, clientId: 1, serviceType: 'residential', createdAt: at, updatedAt: at })
      .run();
    shop.db.update(workOrders).set({ planId: 1, planDate: '2026-11-24', discountPercent: 10 }).run();
    await billPlanVisits(shop.ctx);
    const invoice = await shop.admin.invoices.get({ id: 2 });
    expect(invoice.items.map(({ price }) => price)).toEqual(['150.00', '-15.00', '-42.02', '-20.25']);
    expect(invoice.status).toBe(autoBill === 'draft' ? 'draft' : 'pending');
    expectSound(shop);
  });

  test('deduct the deposit of the quote of a plan from one visit, also if the price of the plan has changed', async () => {
    const { shop } = await openWithPlan({ price: '130.00' });
    await approve(shop, await send(shop, { deposit: { amount: '50.00' } }));
    shop.db.update(quotes).set({ planId: 1, workOrderId: null }).run();
    for (const id of [1, 2]) await completeJob(shop, id);
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: [1, 2], send: false });
    const billed = await Promise.all(rows.map(({ invoiceId }) => shop.admin.invoices.get({ id: invoiceId ?? 0 })));
    expect(billed.map(({ subtotal, totalAmount }) => [subtotal, totalAmount])).toEqual([
      ['87.98', '104.70'],
      ['130.00', '154.70'],
    ]);
    // The deposit is free again, and the other visit stays as it is.
    for (const { id } of billed) await shop.admin.invoices.delete({ id });
    await shop.admin.invoices.restore({ id: billed[1]?.id ?? 0 });
    expectSound(shop);
  });

  test('deduct the deposit of the quote of a plan once from the invoice of a month, with the terms of the quote', async () => {
    const { shop } = await openWithPlan({ price: '130.00', billing: 'month', startDate: '2026-12-01' });
    await approve(shop, await send(shop, { deposit: { amount: '50.00' } }));
    shop.db.update(quotes).set({ planId: 1, workOrderId: null }).run();
    for (const id of [1, 2]) await completeJob(shop, id);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: [1, 2], send: false });
    expect(rows.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['SPC002', 'SPC002']);
    const invoice = await shop.admin.invoices.get({ id: rows[0]?.invoiceId ?? 0 });
    // Two visits of 130.00 less the deposit before tax, and 309.40 less the deposit.
    expect(invoice).toMatchObject({ subtotal: '217.98', totalAmount: '259.40', taxProfile: 'documented' });
    expect(deducted(shop)).toEqual([1]);
    expectSound(shop);
  });

  test.for([
    ['two months', false],
    ['a month and a booked visit', true],
  ] as const)('deduct the deposit of the quote of a plan once from %s in one call', async ([, isBooked]) => {
    const { shop } = await openWithPlan({ price: '130.00', billing: 'month' });
    await approve(shop, await send(shop, { deposit: { amount: '50.00' } }));
    shop.db.update(quotes).set({ planId: 1, workOrderId: null }).run();
    shop.db.update(workOrders).set({ totalAmountCents: 14_000 }).where(eq(workOrders.id, 2)).run();
    if (isBooked) {
      insertRow(shop.db, 'appointment_slots', { team_member_id: null });
      insertRow(shop.db, 'appointment_bookings', { work_order_id: 1, client_id: 1 });
    }
    for (const id of [1, 2]) await completeJob(shop, id);
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: [2, 1], send: false });
    expect(rows.map(({ status }) => status)).toEqual(['billed', 'billed']);
    expect(deducted(shop)).toEqual([1]);
    expect(shop.rows(invoices).reduce((sum, { subtotalCents }) => sum + subtotalCents, 0)).toBe(27_000);
    expectSound(shop);
  });

  test('deduct the deposits of a quote and of a booking, each once', async () => {
    const shop = await openWithDeposit();
    const quote = await send(shop, { deposit: { amount: '30.00' } });
    await approve(shop, quote);
    shop.db.update(quotes).set({ workOrderId: 1 }).run();
    const whole = [toCents(await shop.admin.invoices.get({ id: 1 })), toCents(await shop.admin.invoices.get({ id: 2 }))];
    const invoice = await bill(shop);
    expect(deducted(shop)).toEqual([2, 1]);
    // The office's price of 150.00 holds, taxed as the quote was.
    expect(cents(invoice.totalAmount) + (whole[0]?.[3] ?? 0) + (whole[1]?.[3] ?? 0)).toBe(17_850);
    expectSound(shop);
    await shop.admin.invoices.delete({ id: invoice.id });
    await bill(shop);
    expectSound(shop);
  });
});
