import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { outbox } from '../../db/schema';
import { openInvoice, openPage, pay } from '../support/invoices-page';
import { change, choose, findDialog, findRow, lastToast, press } from '../support/office';

const panel = async () => within(await screen.findByRole('region', { name: 'Credit Notes' }));
const credit = ({ admin }: Awaited<ReturnType<typeof openInvoice>>, amount: string) =>
  admin.invoices.createCreditNote({ invoiceId: 1, amount, reason: 'One room was left out' });
/** Opens an office whose invoice was paid in full and then credited in part. */
async function openRefundDue() {
  const office = await openInvoice();
  await pay(office, '119.00');
  await credit(office, '59.50');
  return office;
}

test('an issued invoice can be credited in part with a reason, and shows the credit note with its documents', async () => {
  const office = await openInvoice();
  openPage('/invoices?invoice=1');
  expect((await panel()).getByText('No credit notes for this invoice.')).toBeInTheDocument();
  await press(/^Create Credit Note/);
  const form = await findDialog();
  expect(form.getByText(/Up to \$119\.00 can be credited/)).toBeInTheDocument();
  expect(form.getByLabelText(/^Amount/)).toHaveValue('119.00');
  change(/^Amount/, '59.50', form);
  await press('Create Credit Note');
  await waitFor(() => expect(form.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please enter the reason.'));
  change(/^Reason/, 'One room was left out', form);
  await press('Create Credit Note');
  await waitFor(() =>
    expect(lastToast()).toMatchObject({ title: 'Credit Note Created', description: 'SPC-CN001 takes $59.50 off SPC001.' }),
  );
  const note = { creditNoteNumber: 'SPC-CN001', amount: '59.50', hstAmount: '6.00', reason: 'One room was left out' };
  expect(office.sent('invoices.createCreditNote')).toMatchObject([{ idempotencyKey: expect.stringMatching(/^\S{8,}$/) }]);
  expect(await office.invoice()).toMatchObject({ balance: '59.50', creditNotes: [note] });
  expect(await screen.findByRole('heading', { name: 'SPC-CN001' })).toBeInTheDocument();
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toContain('Less credit notes$59.50');
  await press('Email, SPC-CN001');
  await waitFor(() => expect(lastToast()?.title).toBe('Email Sent'));
  expect(office.db.select().from(outbox).all()).toMatchObject([{ to: 'maria@example.com', subject: expect.stringContaining('SPC-CN001') }]);
});

test('an amount that the server rejects is marked at its field', async () => {
  const office = await openInvoice();
  openPage('/invoices?invoice=1');
  await press(/^Create Credit Note/);
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Too much' } });
  await credit(office, '59.00');
  await press('Create Credit Note');
  const message = 'At most $60.00 of invoice SPC001 can be credited, not $119.00.';
  await waitFor(() => expect(screen.getByLabelText(/^Amount/)).toHaveAccessibleDescription(message));
});

test('a paid invoice that was credited in full shows the refund due, and offers nothing more', async () => {
  const office = await openInvoice();
  await pay(office, '119.00');
  await credit(office, '119.00');
  openPage('/invoices?invoice=1');
  expect((await panel()).getByText('Refund due:', { exact: false })).toHaveTextContent('$119.00');
  const drawer = await findDialog();
  expect(drawer.getByText('Credited')).toBeInTheDocument();
  for (const name of [/^Create Credit Note/, /^Mark as Paid/, /^Record Payment/]) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('the refund due is recorded on the page of the invoice, with its amount filled in', async () => {
  const office = await openRefundDue();
  openPage('/invoices?invoice=1');
  expect((await panel()).getByText(/^Refund due/)).toHaveTextContent('Refund due: $59.50');
  await press('Record Refund, SPC001');
  const form = within(await screen.findByRole('dialog', { name: 'Record a refund of SPC001' }));
  expect(form.getByText('$59.50 is due back. Record it once the money is on its way.')).toBeInTheDocument();
  expect(form.getByLabelText(/^Amount/)).toHaveValue('59.50');
  expect(form.getByLabelText(/^Refund Method/)).toHaveValue('cheque');
  expect(form.getByLabelText(/^Refund Date/)).toHaveValue('2026-11-20');
  change(/^Amount/, '', form);
  await press('Record Refund', form);
  await waitFor(() => expect(form.getByLabelText(/^Amount/)).toHaveAccessibleDescription('Please enter the amount.'));
  change(/^Amount/, '59.50', form);
  await press('Record Refund', form);
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'Refund Recorded',
      description: '$59.50 of SPC001 went back. Receipt SPC-RCP002 was created.',
    }),
  );
  const { receipts, refundDue } = await office.invoice();
  expect(refundDue).toBe('0.00');
  expect(receipts[1]).toMatchObject({
    invoiceId: 1,
    isRefund: true,
    customerName: 'Maria Santos',
    customerEmail: 'maria@example.com',
    paymentMethod: 'cheque',
    amountPaid: '59.50',
    paymentDate: '2026-11-20',
    description: 'Refund of invoice SPC001',
  });
  expect(office.sent('invoices.createReceipt')).toMatchObject([{ idempotencyKey: expect.stringMatching(/^\S{8,}$/) }]);
  await waitFor(() => expect(screen.queryByText(/^Refund due/)).toBeNull());
});

test('a refund that the server rejects stays in its dialog, and a voided invoice offers none', async () => {
  const office = await openRefundDue();
  openPage('/invoices?invoice=1');
  await press('Record Refund, SPC001');
  const refund = { invoiceId: 1, isRefund: true, paymentMethod: 'cheque', paymentDate: '2026-11-20' } as const;
  await office.admin.invoices.createReceipt({ ...refund, customerName: 'Maria Santos', amountPaid: '109.00', description: 'Back' });
  await userEvent.click((await findDialog()).getByRole('button', { name: 'Record Refund' }));
  await waitFor(() => expect(lastToast()?.description).toBe('At most $10.00 of invoice SPC001 can be refunded, not $59.50.'));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  cleanup();
  const voided = await openRefundDue();
  await voided.admin.invoices.delete({ id: 1 });
  openPage('/invoices?invoice=1');
  expect((await panel()).getByText(/^Refund due/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Record Refund/ })).toBeNull();
});

test('a draft has no credit notes', async () => {
  await openInvoice({ status: 'draft' });
  openPage('/invoices?invoice=1');
  await screen.findByRole('heading', { name: 'Payments' });
  expect(screen.queryByRole('heading', { name: 'Credit Notes' })).toBeNull();
});

test('all credit notes have a tab of their own, each with a link to its invoice', async () => {
  const office = await openInvoice();
  await credit(office, '59.50');
  const page = openPage('/invoices?view=credit-notes');
  const shown = await findRow(/SPC-CN001/);
  for (const words of ['SPC001', 'Maria Santos', 'One room was left out', '$59.50']) expect(shown).toHaveTextContent(words);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(office.sent('invoices.list')).toEqual([]);
  await choose('Email');
  await waitFor(() => expect(lastToast()?.title).toBe('Email Sent'));
  await userEvent.click(screen.getByRole('link', { name: 'SPC-CN001' }));
  await waitFor(() => expect(page.search()).toEqual({ view: 'credit-notes', invoice: '1' }));
});
