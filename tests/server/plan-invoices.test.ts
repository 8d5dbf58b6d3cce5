import { describe, expect, test } from 'vitest';
import { invoiceItems } from '../../db/schema';
import { openWithPlan } from '../support/plans';

const DISCOUNT = { description: 'Discount of 7.5% for regular visits', quantity: 1, price: '-9.00', isGoods: false };

/** Opens a shop with a finished visit of a plan. */
async function openWithFinished(discountPercent: number) {
  const { shop } = await openWithPlan({ discountPercent });
  for (const status of ['in-progress', 'completed'] as const)
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status, confirm: true });
  return shop;
}

describe('the invoice of a visit', () => {
  test('has the discount of the plan as its own line', async () => {
    const shop = await openWithFinished(7.5);
    const invoice = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(invoice).toMatchObject({ subtotal: '111.00', status: 'pending' });
    expect(invoice.items).toMatchObject([{ description: 'Residential', quantity: 1, price: '120.00' }, DISCOUNT]);
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

  test('has no such line without a discount', async () => {
    const shop = await openWithFinished(0);
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 1 })).toMatchObject({ subtotal: '120.00', items: [] });
  });
});
