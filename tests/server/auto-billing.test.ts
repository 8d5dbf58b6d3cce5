import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clients, invoices, outbox, workOrders } from '../../db/schema';
import { billPlanVisits } from '../../src/server/billing/plan-visits';
import { addDays } from '../../src/shared/calendar-day';
import { MAX_CENTS } from '../../src/shared/money';
import { completeJob } from '../support/job-invoices';
import { openMonthly, runAt } from '../support/month-visits';
import { openWithPlan, WEEKLY } from '../support/plans';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';

const statuses = (shop: Shop) => shop.rows(invoices).map(({ status, deletedAt }) => (deletedAt === null ? status : 'deleted'));
const mailed = (shop: Shop) => shop.rows(outbox).filter(({ purpose }) => purpose === 'invoice-sent').length;

/** A price that is too much for an invoice with its taxes. */
const TOO_MUCH = MAX_CENTS;

/** Opens a shop with a finished visit of Maria and one of Lee. */
async function openWithTwo() {
  const { shop } = await openWithPlan();
  const lee = { name: 'Lee Wong', email: 'lee@example.com', phone: '(250) 555-0144', address: '9 Oak St' };
  const { id: clientId } = await shop.admin.clients.create(lee);
  await shop.admin.plans.create({ ...WEEKLY, clientId });
  const [visit = 0] = shop.rows(workOrders).flatMap((job) => (job.clientId === clientId ? [job.id] : []));
  for (const id of [1, visit]) await completeJob(shop, id);
  await shop.admin.settings.save({ autoBill: 'draft' });
  return shop;
}

describe('visits that are billed by themselves', () => {
  test.for(['draft', 'send'] as const)('stay under "To bill" once their invoice was deleted: %s', async (autoBill) => {
    const { shop } = await openWithPlan();
    await completeJob(shop, 1);
    await shop.admin.settings.save({ autoBill });
    await billPlanVisits(shop.ctx);
    await shop.admin.invoices.delete({ id: 1 });
    await billPlanVisits(shop.ctx);
    expect(statuses(shop)).toEqual(['deleted']);
    expect(mailed(shop)).toBe(autoBill === 'send' ? 1 : 0);
    expect((await shop.admin.billing.listUnbilled({})).rows.map(({ workOrderId }) => workOrderId)).toEqual([1]);
  });

  test('stay there also once the invoice of their month was voided', async () => {
    const shop = await openMonthly([2, 3]);
    await shop.admin.settings.save({ autoBill: 'send' });
    await runAt(shop, '2027-01-04T20:00:00.000Z');
    await shop.admin.invoices.delete({ id: 1 });
    await billPlanVisits(shop.ctx);
    expect(statuses(shop)).toEqual(['deleted']);
    expect(mailed(shop)).toBe(1);
    expect((await shop.admin.billing.listUnbilled({})).jobs).toBe(2);
  });

  test('are asked about when their invoice is issued but cannot be mailed, once', async () => {
    const { shop } = await openWithPlan();
    shop.db.update(clients).set({ email: null }).run();
    await completeJob(shop, 1);
    await shop.admin.settings.save({ autoBill: 'send' });
    for (let run = 0; run < 2; run++) await billPlanVisits(shop.ctx);
    expect(statuses(shop)).toEqual(['pending']);
    expect(mailed(shop)).toBe(0);
    expect((await shop.admin.overview.today()).todos).toMatchObject([
      { kind: 'money-in', text: 'Invoice to deliver: SPC001 has no e-mail address, so it was not mailed.', path: '/invoices?invoice=1' },
    ]);
  });

  test('are billed client by client, and other work runs in between', async () => {
    const shop = await openWithTwo();
    const billing = billPlanVisits(shop.ctx);
    expect(shop.rows(invoices).map(({ customerName }) => customerName)).toEqual(['Maria Santos']);
    await billing;
    expect(shop.rows(invoices).map(({ customerName }) => customerName)).toEqual(['Maria Santos', 'Lee Wong']);
  });

  test('do not continue with the next client when the server stops', async () => {
    const shop = await openWithTwo();
    await billPlanVisits(shop.ctx, () => shop.rows(invoices).length > 0);
    expect(shop.rows(invoices)).toHaveLength(1);
  });

  test('do not wait for others that a rule refuses', async () => {
    const shop = await openWithTwo();
    shop.db.update(workOrders).set({ totalAmountCents: TOO_MUCH }).where(eq(workOrders.id, 1)).run();
    for (let visit = 1; visit < 60; visit++)
      insertRow(shop.db, 'work_orders', {
        ...{ work_order_id: `WO-X${visit}`, client_id: 1, plan_id: 1, plan_date: addDays('2027-03-01', visit) },
        ...{ assigned_team_member_id: null, inquiry_id: null },
        ...{ status: 'completed', completed_date: shop.clock.at.toISOString(), total_amount_cents: TOO_MUCH },
      });
    await billPlanVisits(shop.ctx);
    expect(shop.rows(invoices).map(({ customerName }) => customerName)).toEqual(['Lee Wong']);
  });
});
