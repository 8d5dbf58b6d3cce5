import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { invoices, outbox, plans, workOrders } from '../../db/schema';
import { billPlanVisits } from '../../src/server/billing/plan-visits';
import { expectSound } from '../support/booked-job';
import { bookAsJon, completeJob } from '../support/job-invoices';
import { KEPT_COUNT, plansOf } from '../support/query-plans';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

const JOB = { clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-20T17:00:00.000Z' } as const;

/** Adds the client Maria and finished jobs with these prices; null leaves a price out. */
async function finishJobs(shop: Shop, prices: readonly (string | null)[], email: string | null = 'maria@example.com') {
  const { admin } = shop;
  if ((await admin.clients.list({})).rows.length === 0)
    await admin.clients.create({ name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St' });
  shop.db.$client.prepare('update clients set email = ?').run(email ?? '');
  const ids: number[] = [];
  for (const totalAmount of prices) {
    const { id } = await admin.dispatch.createWorkOrder({ ...JOB, totalAmount, estimatedDuration: 120 });
    await completeJob(shop, id);
    ids.push(id);
  }
  return ids;
}

const mails = (shop: Shop) => shop.db.select().from(outbox).where(eq(outbox.purpose, 'invoice-sent')).all();

describe('the list of jobs to bill', () => {
  test('has finished jobs with a price or minutes, newest first, and the sum of all', async ({ shop }) => {
    const [first, second, third] = await finishJobs(shop, ['100.00', null, '49.50']);
    await shop.admin.dispatch.createWorkOrder({ ...JOB, totalAmount: '70.00' });
    const { rows, total, jobs, nextCursor } = await shop.admin.billing.listUnbilled({ limit: 2 });
    expect(rows.map(({ workOrderId, amount }) => [workOrderId, amount])).toEqual([
      [third, '49.50'],
      [second, null],
    ]);
    expect(rows[0]).toMatchObject({ clientId: 1, clientName: 'Maria Santos', completedAt: '2026-11-20T20:00:00.000Z' });
    expect([total, jobs]).toEqual(['149.50', 3]);
    const rest = await shop.admin.billing.listUnbilled({ limit: 2, cursor: nextCursor ?? 0 });
    expect(rest.rows.map(({ workOrderId }) => workOrderId)).toEqual([first]);
    expect([rest.total, rest.nextCursor]).toEqual(['149.50', null]);
  });

  test('leaves out jobs without a price and minutes, invoiced jobs and finalized jobs', async ({ shop }) => {
    const [bare, invoiced, finalized] = await finishJobs(shop, [null, '80.00', '90.00']);
    shop.db
      .update(workOrders)
      .set({ estimatedDuration: null, actualDuration: null })
      .where(eq(workOrders.id, bare as number))
      .run();
    await shop.admin.invoices.createFromWorkOrder({ id: invoiced as number });
    await shop.admin.dispatch.finalizeWorkOrder({ id: finalized as number });
    expect(await shop.admin.billing.listUnbilled({})).toEqual({ rows: [], nextCursor: null, jobs: 0, total: '0.00' });
  });

  test('has a job again once its invoice is deleted', async ({ shop }) => {
    const [id = 0] = await finishJobs(shop, ['80.00']);
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: [id], send: false });
    expect((await shop.admin.billing.listUnbilled({})).rows).toEqual([]);
    await shop.admin.invoices.delete({ id: rows[0]?.invoiceId ?? 0 });
    expect((await shop.admin.billing.listUnbilled({})).total).toBe('80.00');
  });

  test('is read by its index, and its sum by the row that triggers keep', async ({ shop }) => {
    const plans = await plansOf(shop, () => shop.admin.billing.listUnbilled({ limit: 20, cursor: 100 }));
    expect(plans).toEqual([
      'SEARCH work_orders USING INDEX work_orders_to_bill (id<?); SEARCH clients USING INTEGER PRIMARY KEY (rowid=?); CORRELATED SCALAR SUBQUERY 1; SEARCH p USING INTEGER PRIMARY KEY (rowid=?)',
      KEPT_COUNT,
    ]);
  });
});

describe('completed visits of plans', () => {
  test.for([
    ['off', [], 0],
    ['draft', ['draft'], 0],
    ['send', ['pending'], 1],
  ] as const)('are billed by themselves as the setting says: %s', async ([autoBill, statuses, mailed], { shop }) => {
    const ids = await finishJobs(shop, ['100.00', '50.00']);
    const at = '2026-11-01T20:00:00.000Z';
    const rule = { rrule: 'FREQ=WEEKLY;BYDAY=FR', startDate: '2026-11-20', startTime: '10:00', minutes: 60 };
    shop.db
      .insert(plans)
      .values({ ...rule, clientId: 1, serviceType: 'residential', createdAt: at, updatedAt: at })
      .run();
    shop.db
      .update(workOrders)
      .set({ planId: 1, planDate: '2026-11-20' })
      .where(eq(workOrders.id, ids[0] as number))
      .run();
    await shop.admin.settings.save({ autoBill });
    for (let times = 0; times < 2; times++) await billPlanVisits(shop.ctx);
    expect(shop.rows(invoices).map(({ status }) => status)).toEqual(statuses);
    expect(mails(shop)).toHaveLength(mailed);
  });
});

describe('billing many jobs', () => {
  test('makes one issued invoice for each job and mails each once', async ({ shop }) => {
    const ids = await finishJobs(shop, ['100.00', '50.00']);
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: ids, send: true });
    expect(rows).toEqual([
      { workOrderId: ids[0], status: 'billed', invoiceId: 1, invoiceNumber: 'SPC001', message: null },
      { workOrderId: ids[1], status: 'billed', invoiceId: 2, invoiceNumber: 'SPC002', message: null },
    ]);
    expect(shop.rows(invoices).map(({ status, subtotalCents }) => [status, subtotalCents])).toEqual([
      ['pending', 10_000],
      ['pending', 5000],
    ]);
    expect(mails(shop).map(({ relatedId, to }) => [relatedId, to])).toEqual([
      [1, 'maria@example.com'],
      [2, 'maria@example.com'],
    ]);
    expectSound(shop);
  });

  test('names the invoice of a job that has one and mails it no second time', async ({ shop }) => {
    const ids = await finishJobs(shop, ['100.00']);
    await shop.admin.billing.billMany({ workOrderIds: ids, send: true });
    shop.clock.advance(60);
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: ids, send: true });
    expect(rows).toEqual([{ workOrderId: ids[0], status: 'already', invoiceId: 1, invoiceNumber: 'SPC001', message: null }]);
    expect(mails(shop)).toHaveLength(1);
  });

  test('rejects the ids of nothing', async ({ shop }) => {
    for (const id of [0, -1])
      await expect(shop.admin.billing.billMany({ workOrderIds: [id], send: false })).rejects.toThrow('Please give a valid id.');
  });

  test('mails nothing unless asked', async ({ shop }) => {
    await shop.admin.billing.billMany({ workOrderIds: await finishJobs(shop, ['100.00']), send: false });
    expect(mails(shop)).toEqual([]);
  });

  test('refuses unknown, unfinished and unpriced jobs and bills the others', async ({ shop }) => {
    const [priced, unpriced, free] = await finishJobs(shop, ['100.00', null, '0.00']);
    const { id: open } = await shop.admin.dispatch.createWorkOrder({ ...JOB, totalAmount: '70.00' });
    const workOrderIds = [9999, open, unpriced as number, free as number, priced as number, priced as number];
    const { rows } = await shop.admin.billing.billMany({ workOrderIds, send: false });
    expect(rows).toEqual([
      { workOrderId: 9999, status: 'refused', invoiceId: null, invoiceNumber: null, message: 'This work order does not exist.' },
      expect.objectContaining({ workOrderId: open, status: 'refused', message: expect.stringContaining('completed') }),
      expect.objectContaining({ workOrderId: unpriced, status: 'refused', message: expect.stringContaining('no price yet') }),
      expect.objectContaining({ workOrderId: free, status: 'refused', message: expect.stringContaining('no price yet') }),
      expect.objectContaining({ workOrderId: priced, status: 'billed', invoiceNumber: 'SPC001' }),
    ]);
    expect(shop.rows(invoices)).toHaveLength(1);
  });

  test('refuses a job that has only the estimate of its client', async ({ shop }) => {
    await bookAsJon(shop);
    shop.clock.at = new Date('2026-11-23T22:00:00.000Z');
    await completeJob(shop);
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: [1], send: true });
    expect(rows[0]).toMatchObject({ status: 'refused', message: expect.stringContaining('$120.00') });
    expect(shop.rows(invoices)).toEqual([]);
  });

  test('refuses a job whose voided invoice holds money, with the question', async ({ shop }) => {
    const [id = 0] = await finishJobs(shop, ['100.00']);
    await shop.admin.billing.billMany({ workOrderIds: [id], send: false });
    await shop.admin.invoices.recordPayment({ id: 1, amount: '40.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    await shop.admin.invoices.delete({ id: 1 });
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: [id], send: false });
    expect(rows[0]).toMatchObject({ status: 'refused', message: expect.stringContaining('$40.00 was paid') });
  });

  test('says that an invoice without an e-mail address was not mailed', async ({ shop }) => {
    const ids = await finishJobs(shop, ['100.00'], null);
    const { rows } = await shop.admin.billing.billMany({ workOrderIds: ids, send: true });
    expect(rows[0]).toMatchObject({ status: 'billed', message: 'SPC001 has no e-mail address, so it was not mailed.' });
  });

  test('in two calls at once bills each job once, with numbers without gaps', async ({ shop }) => {
    const ids = await finishJobs(shop, ['10.00', '20.00', '30.00', '40.00']);
    const calls = await Promise.all(Array.from({ length: 5 }, () => shop.admin.billing.billMany({ workOrderIds: ids, send: true })));
    expect(calls.flatMap(({ rows }) => rows).filter(({ status }) => status === 'billed')).toHaveLength(4);
    expect(shop.rows(invoices).map(({ invoiceNumber }) => invoiceNumber)).toEqual(['SPC001', 'SPC002', 'SPC003', 'SPC004']);
    expect(mails(shop)).toHaveLength(4);
    expectSound(shop);
  });
});
