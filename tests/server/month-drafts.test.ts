import { describe, expect, test } from 'vitest';
import { invoiceItems, invoiceJobs, invoices, outbox, workOrders } from '../../db/schema';
import { billPlanVisits } from '../../src/server/billing/plan-visits';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { expectSound } from '../support/booked-job';
import { bill, finish, openDraft, openMonthly, runAt } from '../support/month-visits';
import type { Shop } from '../support/shop';

const finalized = (shop: Shop) => shop.rows(workOrders).flatMap(({ id, finalizedDate }) => (finalizedDate === null ? [] : [id]));
const FREE = { description: 'Free', quantity: 1, priceCents: 0, isGoods: false };

test('visits whose draft was deleted are not drafted again, and the draft is purged once they are too old for that', async () => {
  const shop = await openDraft([5]);
  await shop.admin.invoices.delete({ id: 1 });
  const states = async (at: string) => {
    shop.clock.at = new Date(at);
    purgeInvoiceBin(shop.ctx);
    await billPlanVisits(shop.ctx);
    return shop.rows(invoices).map(({ deletedAt }) => (deletedAt === null ? 'draft' : 'deleted'));
  };
  expect(await states('2027-02-04T20:00:00.000Z')).toEqual(['deleted']);
  expect(await states('2027-02-07T20:00:00.000Z')).toEqual([]);
});

describe('visits that join a draft of their month', () => {
  test('are on it together, and a late visit joins it', async () => {
    const shop = await openMonthly([2, 3]);
    await shop.admin.settings.save({ autoBill: 'draft' });
    await runAt(shop, '2027-01-04T20:00:00.000Z');
    await finish(shop, [4]);
    await billPlanVisits(shop.ctx);
    const [invoice, ...others] = shop.rows(invoices);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ status: 'draft', subtotalCents: 32_400, serviceDate: '2026-12-15' });
    expect((await shop.admin.invoices.get({ id: 1 })).items.map(({ price }) => price)).toEqual(['120.00', '120.00', '120.00', '-36.00']);
    expect(shop.rows(outbox).filter(({ purpose }) => purpose === 'invoice-sent')).toEqual([]);
    await finish(shop, [5]);
    expect(await bill(shop, [5])).toMatchObject([{ status: 'billed', invoiceId: 1 }]);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'pending', subtotal: '432.00' });
    expectSound(shop);
  });

  test('are left off it if it has other tax terms', async () => {
    const shop = await openDraft([2]);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    await finish(shop, [3]);
    await bill(shop, [3]);
    expect(shop.rows(invoices)).toMatchObject([
      { status: 'draft', taxProfile: 'documented', subtotalCents: 10_800, totalCents: 12_852 },
      { status: 'pending', taxProfile: 'bc-current', subtotalCents: 10_800 },
    ]);
    expect(shop.rows(invoiceJobs)).toEqual([
      { invoiceId: 1, workOrderId: 2 },
      { invoiceId: 2, workOrderId: 3 },
    ]);
  });

  test.for([
    [98, 1],
    [99, 2],
  ] as const)('join one of %i lines only if they fit', async ([lines, invoiceId]) => {
    const shop = await openDraft([2]);
    for (let line = 2; line < lines; line++)
      shop.db
        .insert(invoiceItems)
        .values({ ...FREE, invoiceId: 1 })
        .run();
    await finish(shop, [3]);
    expect(await bill(shop, [3])).toMatchObject([{ status: 'billed', invoiceId }]);
  });

  test('are due by the day on which it is issued', async () => {
    const shop = await openDraft([2]);
    await finish(shop, [3]);
    shop.clock.at = new Date('2027-02-01T20:00:00.000Z');
    await bill(shop, [3]);
    expect(shop.rows(invoices)).toMatchObject([{ status: 'pending', dueDate: '2027-02-15' }]);
  });

  test('are paid at once if it comes to $0.00', async () => {
    const shop = await openDraft([2], { discountPercent: 100 });
    await finish(shop, [3]);
    await bill(shop, [3]);
    expect(shop.rows(invoices)).toMatchObject([{ status: 'paid', totalCents: 0 }]);
    expect(finalized(shop)).toEqual([2, 3]);
    expectSound(shop);
  });
});
