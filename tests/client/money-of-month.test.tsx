import '@testing-library/jest-dom/vitest';
import { describe, expect, test } from 'vitest';
import { findPanel, openOffice } from '../support/office';
import { insertRow } from '../support/rows';
import { show } from '../support/start-page';

describe('the money of the month', () => {
  test('is compared with the same day of last month, in words and as a table for screen readers', async () => {
    const office = openOffice();
    const receipt = (id: number, paymentDate: string, cents: number) =>
      insertRow(office.db, 'receipts', {
        receipt_number: `SPC-RCP00${id}`,
        number_value: id,
        payment_date: paymentDate,
        amount_paid_cents: cents,
        subtotal_cents: null,
        hst_cents: null,
        pst_cents: null,
        invoice_id: null,
        refund_of_id: null,
      });
    receipt(1, '2026-11-02', 100_00);
    receipt(2, '2026-10-20', 60_00);
    receipt(3, '2026-10-25', 500_00);
    show();
    const money = await findPanel('Money this month');
    expect(money.getByText('$100.00', { selector: 'strong' })).toBeVisible();
    expect(money.getByText('$560.00 in October')).toBeVisible();
    expect(money.getByText('$40.00 more than by this day last month.')).toBeVisible();
    expect(
      money.getByRole('img', { name: /^Money received by day: \$100\.00 in November 2026, \$560\.00 in October 2026\.$/ }),
    ).toBeVisible();
    expect(money.getByRole('row', { name: '20 $100.00 $60.00' })).toBeInTheDocument();
    expect(money.getByRole('row', { name: '31 $560.00' })).toBeInTheDocument();
  });

  test('is a sentence while there is none', async () => {
    openOffice();
    show();
    expect(await (await findPanel('Money this month')).findByText('Nothing invoiced or received yet.')).toBeVisible();
  });
});
