import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { moneyIn } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.receipts';
import { INVOICE } from '../support/invoice-inputs';
import { lastToast, openOffice, openStaffPage, press } from '../support/office';

const AT = '2026-11-20T19:00:00.000Z';

/** Opens the money that came in: one e-Transfer without a message, whose amount is the balance of the only open invoice. */
async function openMoneyIn() {
  const office = openOffice();
  const { balance } = await office.admin.invoices.create({ ...INVOICE, customerName: 'Maria Santos', status: 'pending' });
  office.db
    .insert(moneyIn)
    .values({
      ...{ reference: 'CA1', source: 'mail', sender: 'Maria Santos', memo: null, status: 'suggested' },
      amountCents: Math.round(Number(balance) * 100),
      reason: 'The e-Transfer has no message.',
      ...{ receivedAt: AT, createdAt: AT, updatedAt: AT },
    })
    .run();
  openStaffPage(Route, '/receipts?view=money-in');
  await within(await screen.findByRole('list', { name: 'Money in' })).findByText('The e-Transfer has no message.');
  return { listed: async () => (await office.admin.payments.listMoneyIn({})).rows };
}

describe('the money that came in', () => {
  test('is booked on the suggested invoice with one press', async () => {
    const { listed } = await openMoneyIn();
    expect(screen.getByText('The amount is its balance, the name is similar.')).toBeInTheDocument();
    await press(/^Confirm,/);
    expect(await screen.findByRole('link', { name: /^Receipt,/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Invoice, Maria/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Ignore,/ })).toBeNull();
    expect(lastToast()).toMatchObject({ description: 'From Maria Santos' });
    expect(await listed()).toMatchObject([{ status: 'matched', invoiceId: 1, receiptId: 1 }]);
  });

  test('is set aside with one press', async () => {
    const { listed } = await openMoneyIn();
    await press(/^Ignore,/);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Ignored' }));
    expect(await screen.findByText('Ignored by the office.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Confirm,/ })).toBeNull();
    expect(await listed()).toMatchObject([{ status: 'ignored', receiptId: null }]);
  });

  test('is read from all chosen files, and the files that could not be read are named', async () => {
    const { listed } = await openMoneyIn();
    const files = [
      new File(['a,b\n1,2\n'], 'hours.csv'),
      new File(['Date,Description,Credit\n2026-11-19,INTERAC e-Transfer From: Jane Doe,75.00\n'], 'bank.csv'),
    ];
    fireEvent.change(screen.getByLabelText('Notices or a bank list'), { target: { files } });
    await waitFor(() => expect(lastToast()).toMatchObject({ title: '1 of 2 files read', kind: 'destructive' }));
    expect(lastToast()?.description).toMatch(/^1 to check\. hours\.csv: .*has to name the columns/);
    expect(await listed()).toMatchObject([{ sender: 'Jane Doe' }, { sender: 'Maria Santos' }]);
  });
});
