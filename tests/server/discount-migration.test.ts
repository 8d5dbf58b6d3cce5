import { expect, test } from 'vitest';
import { invoices } from '../../db/schema';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';

/** $100 of service and $100 of goods, 15 % off, with PST on all of the goods. */
const SUMS = { subtotal_cents: 170_00, hst_cents: 8_50, pst_cents: 7_00, total_cents: 185_50, tax_profile: 'bc-current', hst_rate: 500 };
const LINES: Record<string, string | number>[] = [
  { description: 'Windows', price_cents: 100_00 },
  { description: 'Soap', quantity: 2, price_cents: 50_00, is_goods: 1 },
  { description: '15% off', price_cents: -30_00, offer: 'first-online-booking' },
];

test('a stored draft takes its discount off services and goods alike, and an issued invoice keeps its taxes', () => {
  const db = openMigrated('discount_shares', (old) => {
    for (const [index, row] of [{ status: 'draft' }, { status: 'pending' }, { status: 'draft', tax_profile: 'documented' }].entries()) {
      insertRow(old, 'invoices', { ...SUMS, invoice_number: `SPC00${index + 1}`, number_value: index + 1, ...row });
      for (const line of LINES) insertRow(old, 'invoice_items', { quantity: 1, ...line, invoice_id: index + 1 });
    }
  });
  expect(db.select().from(invoices).all()).toMatchObject([
    { pstCents: 5_95, totalCents: 184_45, pstRate: 700 },
    { pstCents: 7_00, totalCents: 185_50 },
    { pstCents: 7_00, totalCents: 185_50 },
  ]);
});
