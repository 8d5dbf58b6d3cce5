import { expect, test } from 'vitest';
import { orders } from '../../db/schema';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';

test('a stored order gets both of its taxes from its total and the flags of its day', () => {
  const CHANGED = { verb: 'product.updated', entity_type: 'product', data: '{"fields":["name","isPstTaxable"]}' };
  const db = openMigrated('order_taxes', (old) => {
    const place = (productId: number, tax: number, more: Record<string, string | number> = {}) => {
      const number = Number(old.$client.prepare('select count(*) + 1 from orders').pluck().get());
      const sums = { subtotal_cents: 1000, tax_cents: tax, total_cents: 1000 + tax };
      insertRow(old, 'orders', { public_id: `order-${String(number).padStart(20, '0')}`, tax_reading: 'cart-19', ...sums, ...more });
      insertRow(old, 'order_items', { order_number: number, product_id: productId, price_cents: 1000 });
    };
    insertRow(old, 'products', { price_cents: 1000 });
    insertRow(old, 'products', { price_cents: 1000, is_pst_taxable: 0 });
    insertRow(old, 'products', { price_cents: 1000, is_hst_taxable: 0 });
    // The PST of product 2 was switched off a day after most orders.
    insertRow(old, 'activity', { ...CHANGED, entity_id: '2', at: '2026-11-21T20:00:00.000Z' });
    place(1, 120, { tax_reading: 'checkout-12' });
    place(1, 190);
    place(1, 191);
    place(1, 120, { tax_profile: 'bc-current', tax_reading: 'checkout-12' });
    place(2, 190);
    place(2, 120, { created_at: '2026-11-22T20:00:00.000Z' });
    place(3, 70);
    place(3, 69);
    // The origin of this tax is unknown.
    place(1, 95);
    place(1, 0);
  });
  const taxes = db.select({ hstCents: orders.hstCents, pstCents: orders.pstCents }).from(orders).all();
  expect(taxes.map(({ hstCents, pstCents }) => [hstCents, pstCents])).toEqual([
    [120, 0],
    [120, 70],
    [121, 70],
    [50, 70],
    [120, 70],
    [120, 0],
    [0, 70],
    [0, 69],
    [60, 35],
    [0, 0],
  ]);
});
