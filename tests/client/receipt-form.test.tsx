import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { change, field, lastToast, press, refuse } from '../support/office';
import { openPage, openReceipts, REFUND, storedReceipts, UNTAXED } from '../support/receipts-page';

const openForm = async (address = '/receipts?new=1') => {
  const page = openPage(address);
  await screen.findByLabelText(/^Customer Name/);
  return page;
};
const fillIn = () => {
  change(/^Customer Name/, 'Ada Low');
  change(/^Payment Method/, 'e-transfer');
  change(/^Amount Paid/, '119.00');
  change(/^Description/, 'Gift card');
};

test('offers the four documented methods, begins with today and names missing fields', async () => {
  const office = await openReceipts([]);
  const page = await openForm();
  expect(screen.getByRole('heading', { level: 1, name: 'Create New Receipt' })).toBeInTheDocument();
  expect([...field(/^Payment Method/).querySelectorAll('option')].map((option) => option.textContent).slice(1)).toEqual([
    'Cash',
    'Credit/Debit Card',
    'E-Transfer',
    'Cheque',
  ]);
  expect(field(/^Payment Date/)).toHaveValue('2026-11-20');
  change(/^Payment Date/, '');
  await press('Create Receipt');
  await waitFor(() =>
    expect(lastToast()).toMatchObject({ title: 'Missing Information', description: 'Please fill in all required fields.' }),
  );
  for (const name of [/^Customer Name/, /^Payment Method/, /^Amount Paid/, /^Payment Date/, /^Description/])
    expect(field(name)).toHaveAccessibleDescription(/Please/);
  expect(storedReceipts(office)).toEqual([]);
  await press('Back to Receipts');
  await waitFor(() => expect(page.search()).toEqual({}));
});

test('stores a receipt without an e-mail address and with the typed day', async () => {
  const office = await openReceipts([]);
  const page = await openForm();
  fillIn();
  change(/^Payment Date/, '2026-11-18');
  await press('Create Receipt');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Receipt Created', description: 'SPC-RCP001 for Ada Low, $119.00.' }));
  expect(storedReceipts(office)).toMatchObject([
    {
      customerName: 'Ada Low',
      customerEmail: null,
      paymentMethod: 'e-transfer',
      amountPaidCents: 119_00,
      hstCents: 0,
      paymentDate: '2026-11-18',
      description: 'Gift card',
      isRefund: false,
      refundOfId: null,
      idempotencyKey: expect.any(String),
    },
  ]);
  await waitFor(() => expect(page.search()).toEqual({}));
  expect(Object.keys(localStorage)).toEqual(['adminToken']);
});

test('shows the taxes that the amount includes', async () => {
  const office = await openReceipts([]);
  await openForm();
  fillIn();
  expect(screen.queryByText('HST (12%)')).toBeNull();
  await userEvent.click(screen.getByLabelText('Amount includes tax'));
  const [subtotal, hst, pst] = [...((await screen.findByText('HST (12%)')).closest('dl') as HTMLElement).children];
  expect([subtotal, hst, pst].map((row) => row?.textContent)).toEqual(['Subtotal$100.00', 'HST (12%)$12.00', 'BC PST (7%)$7.00']);
  await press('Create Receipt');
  await waitFor(() => expect(storedReceipts(office)).toMatchObject([{ subtotalCents: 100_00, hstCents: 12_00, pstCents: 7_00 }]));
});

test('names the receipt of a refund, and fills in its remaining amount', async () => {
  const office = await openReceipts([UNTAXED, { ...REFUND, amountPaid: '190.00' }]);
  await openForm();
  await userEvent.click(screen.getByLabelText('This is a refund'));
  change(/^Refunded Receipt/, 'maria');
  await screen.findByRole('button', { name: /^SPC-RCP001, Maria Santos/ });
  expect(screen.queryByRole('button', { name: /^SPC-RCP002/ })).toBeNull();
  await press(/^SPC-RCP001, Maria Santos/);
  expect(field(/^Amount Paid/)).toHaveValue(1000);
  expect(field(/^Customer Name/)).toHaveValue('Maria Santos');
  expect(await screen.findByText('Up to $1,000.00 can go back.')).toBeInTheDocument();
  expect(screen.queryByLabelText('Amount includes tax')).toBeNull();
  change(/^Payment Method/, 'cash');
  change(/^Description/, 'Two windows');
  await press('Create Receipt');
  await waitFor(() => expect(storedReceipts(office)[2]).toMatchObject({ isRefund: true, refundOfId: 1, amountPaidCents: 1000_00 }));
});

test('clears the receipt when it is no longer a refund', async () => {
  const office = await openReceipts([UNTAXED]);
  await openForm('/receipts?new=1&refund=1');
  await userEvent.click(screen.getByLabelText('This is a refund'));
  await press('Create Receipt');
  await waitFor(() => expect(storedReceipts(office)[1]).toMatchObject({ isRefund: false, refundOfId: null }));
});

test('is filled in with the receipt to refund, also with a method that the form does not offer', async () => {
  const office = await openReceipts([
    { ...UNTAXED, paymentMethod: 'direct-deposit' },
    { ...REFUND, amountPaid: '90.10' },
  ]);
  await openForm('/receipts?new=1&refund=1');
  expect(field(/^Amount Paid/)).toHaveValue(1099.9);
  expect(field(/^Payment Method/)).toHaveValue('direct-deposit');
  expect(screen.getByLabelText('This is a refund')).toBeChecked();
  await press('Create Receipt');
  await waitFor(() => expect(lastToast()?.description).toBe('SPC-RCP003 for Maria Santos, −$1,099.90.'));
  expect(storedReceipts(office)[2]).toMatchObject({
    customerEmail: 'maria@example.com',
    paymentMethod: 'direct-deposit',
    amountPaidCents: 1099_90,
    description: 'Refund of receipt SPC-RCP001',
    isRefund: true,
    refundOfId: 1,
  });
});

test('keeps its values and its key when the session ended, until it is stored or cleared', async () => {
  const office = await openReceipts([]);
  office.fail('invoices.createReceipt', refuse(401, 'Please log in.'));
  await openForm();
  fillIn();
  for (const tries of [1, 2]) {
    if (tries === 2) {
      cleanup();
      await openForm();
      expect(field(/^Description/)).toHaveValue('Gift card');
    }
    await press('Create Receipt');
    await waitFor(() => expect(office.sent('invoices.createReceipt')).toHaveLength(tries));
  }
  const [first, second] = office.sent('invoices.createReceipt').map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  await press('Clear');
  expect(field(/^Description/)).toHaveValue('');
});

test.each([
  [500, 'Something went wrong.', 'Failed to create receipt. Please try again.'],
  [409, 'At most $5.00 of receipt SPC-RCP009 can be refunded.', 'At most $5.00 of receipt SPC-RCP009 can be refunded.'],
])('shows a toast when it fails with %i', async (status, message, shown) => {
  (await openReceipts([])).fail('invoices.createReceipt', refuse(status, message));
  await openForm();
  fillIn();
  await press('Create Receipt');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: shown }));
});

test('shows an error of the server at its field', async () => {
  const office = await openReceipts([]);
  await openForm();
  fillIn();
  change(/^Payment Date/, '2026-11-21');
  await press('Create Receipt');
  await waitFor(() => expect(field(/^Payment Date/)).toHaveAccessibleDescription('Please enter a day that is not in the future.'));
  expect(storedReceipts(office)).toEqual([]);
});
