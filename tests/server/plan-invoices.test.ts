import { describe, expect, test } from 'vitest';
import { invoiceItems } from '../../db/schema';
import { openWithPlan } from '../support/plans';
import type { Shop } from '../support/shop';

const DISCOUNT = { description: 'Discount of 7.5% for regular visits', quantity: 1, price: '-9.00', isGoods: false };

async function finish(shop: Shop, id: number) {
  for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
}

/** Opens a shop with a finished visit of a plan. */
async function openWithFinished(discountPercent: number) {
  const { shop } = await openWithPlan({ discountPercent });
  await finish(shop, 1);
  return shop;
}

describe('the invoice of a visit', () => {
  test('has the discount of the plan as its own line', async () => {
    const shop = await openWithFinished(7.5);
    const invoice = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(invoice).toMatchObject({ subtotal: '111.00', status: 'pending' });
    expect(invoice.items).toMatchObject([{ description: 'Residential Cleaning', quantity: 1, price: '120.00' }, DISCOUNT]);
    expect(shop.rows(invoiceItems).map(({ isDeduction }) => isDeduction)).toEqual([false, true]);
  });

  test('has it also from the form, unless the office enters another subtotal', async () => {
    const shop = await openWithFinished(7.5);
    const form = await shop.admin.invoices.forJob({ workOrderId: 1 });
    expect(form.subtotal).toBe('111.00');
    const made = await shop.admin.invoices.create(form);
    expect(made.items).toMatchObject([{ price: '120.00' }, DISCOUNT]);
    const other = await openWithFinished(7.5);
    expect(await other.admin.invoices.create({ ...form, subtotal: '100.00' })).toMatchObject({ subtotal: '100.00', items: [] });
  });

  test('keeps the discount of the day on which the visit was finished', async () => {
    const shop = await openWithFinished(7.5);
    const { kept, changed } = await shop.admin.plans.edit({ id: 1, scope: 'all', change: { discountPercent: 50 } });
    expect(kept).toEqual([{ workOrderId: 1, reason: 'finished' }]);
    expect(changed).toEqual([2, 3, 4, 5, 6]);
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 1 })).toMatchObject({ subtotal: '111.00' });
    await finish(shop, 2);
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 2 })).toMatchObject({ subtotal: '60.00' });
  });

  test('has no such line without a discount', async () => {
    const shop = await openWithFinished(0);
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 1 })).toMatchObject({ subtotal: '120.00', items: [] });
  });
});
