import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CREDIT_NOTE, INVOICE, openOffice, openPage, PAID, prepareInvoicesPage, press } from '../support/invoices-page';
import { lastToast, Refusal } from '../support/office';

prepareInvoicesPage();
/** A paid invoice of which a credit note took back a part. */
const DUE = { ...PAID, credited: '59.50', refundDue: '59.50', creditNotes: [CREDIT_NOTE] };
const panel = async () => within(await screen.findByRole('region', { name: 'Credit Notes' }));

test('an issued invoice takes a credit note of a part, with a reason, and shows it with its documents', async () => {
  const office = openOffice();
  openPage('/invoices?invoice=5');
  expect((await panel()).getByText('No credit notes for this invoice.')).toBeInTheDocument();
  await press(/^Create Credit Note/);
  const form = within(await screen.findByRole('dialog'));
  expect(form.getByText(/Up to \$119\.00 can be credited/)).toBeInTheDocument();
  expect(form.getByLabelText(/^Amount/)).toHaveValue('119.00');
  fireEvent.change(form.getByLabelText(/^Amount/), { target: { value: '59.50' } });
  await press('Create Credit Note');
  await waitFor(() => expect(form.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please enter the reason.'));
  fireEvent.change(form.getByLabelText(/^Reason/), { target: { value: 'One room was left out' } });
  await press('Create Credit Note');
  await waitFor(() =>
    expect(lastToast()).toMatchObject({ title: 'Credit Note Created', description: 'SPC-CN003 takes $59.50 off SPC005.' }),
  );
  expect(office.sent('invoices.createCreditNote')).toEqual([
    { invoiceId: 5, amount: '59.50', reason: 'One room was left out', idempotencyKey: expect.stringMatching(/^\S{8,}$/) },
  ]);
  expect(await screen.findByRole('heading', { name: 'SPC-CN003' })).toBeInTheDocument();
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toContain('Less credit notes$59.50');
  await press('Email, SPC-CN003');
  await waitFor(() => expect(lastToast()?.title).toBe('Email Sent'));
  expect(office.sent('invoices.emailCreditNote')).toEqual([{ creditNoteId: 3, customerEmail: 'maria@example.com' }]);
});

test('what the server refuses stands at its field', async () => {
  const message = 'At most $60.00 of invoice SPC005 can be credited, not $119.00.';
  const refusal = new Refusal(409, message, [{ path: 'amount', message }]);
  openOffice({}, { 'invoices.createCreditNote': () => Promise.reject(refusal) });
  openPage('/invoices?invoice=5');
  await press(/^Create Credit Note/);
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Too much' } });
  await press('Create Credit Note');
  await waitFor(() => expect(screen.getByLabelText(/^Amount/)).toHaveAccessibleDescription(message));
});

test('a paid invoice that was credited in full says what has to go back, and offers nothing more', async () => {
  openOffice({ ...PAID, status: 'credited', paidDate: null, credited: '119.00', refundDue: '119.00', creditNotes: [CREDIT_NOTE] });
  openPage('/invoices?invoice=5');
  expect((await panel()).getByText('$119.00')).toBeInTheDocument();
  expect(screen.getByText('Credited')).toBeInTheDocument();
  for (const name of [/^Create Credit Note/, /^Mark as Paid/, /^Record Payment/]) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('what was credited beyond what is owed is refunded on the page of the invoice, with its amount filled in', async () => {
  const office = openOffice(DUE, {
    'invoices.createReceipt': (input) => {
      office.handlers['invoices.get'] = () => ({ ...INVOICE, ...DUE, refundDue: '0.00' });
      return { ...input, id: 10, receiptNumber: 'SPC-RCP010' };
    },
  });
  openPage('/invoices?invoice=5');
  expect((await panel()).getByText(/^Refund due/)).toHaveTextContent('Refund due: $59.50');
  await press('Record Refund, SPC005');
  const form = within(await screen.findByRole('dialog', { name: 'Record a refund of SPC005' }));
  expect(form.getByText('$59.50 is due back. Record it once the money is on its way.')).toBeInTheDocument();
  expect(form.getByLabelText(/^Amount/)).toHaveValue('59.50');
  expect(form.getByLabelText(/^Refund Method/)).toHaveValue('cheque');
  expect(form.getByLabelText(/^Refund Date/)).toHaveValue('2026-11-20');
  fireEvent.change(form.getByLabelText(/^Amount/), { target: { value: '' } });
  await userEvent.click(form.getByRole('button', { name: 'Record Refund' }));
  await waitFor(() => expect(form.getByLabelText(/^Amount/)).toHaveAccessibleDescription('Please enter the amount.'));
  fireEvent.change(form.getByLabelText(/^Amount/), { target: { value: '59.50' } });
  await userEvent.click(form.getByRole('button', { name: 'Record Refund' }));
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'Refund Recorded',
      description: '$59.50 of SPC005 went back. Receipt SPC-RCP010 was made.',
    }),
  );
  expect(office.sent('invoices.createReceipt')).toEqual([
    {
      invoiceId: 5,
      isRefund: true,
      customerName: 'Maria Santos',
      customerEmail: 'maria@example.com',
      paymentMethod: 'cheque',
      amountPaid: '59.50',
      paymentDate: '2026-11-20',
      description: 'Refund of invoice SPC005',
      idempotencyKey: expect.stringMatching(/^\S{8,}$/),
    },
  ]);
  await waitFor(() => expect(screen.queryByText(/^Refund due/)).toBeNull());
});

test('a refund that the server refuses stays in its dialog, and a voided invoice offers none', async () => {
  const message = 'Of invoice SPC005 at most $10.00 can be refunded, not $59.50.';
  openOffice(DUE, { 'invoices.createReceipt': () => Promise.reject(new Refusal(409, message)) });
  openPage('/invoices?invoice=5');
  await press('Record Refund, SPC005');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Record Refund' }));
  await waitFor(() => expect(lastToast()?.description).toBe(message));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  cleanup();
  openOffice({ ...DUE, voidedAt: '2026-11-20T20:05:00.000Z', deletedAt: '2026-11-20T20:05:00.000Z' });
  openPage('/invoices?invoice=5');
  expect((await panel()).getByText(/^Refund due/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Record Refund/ })).toBeNull();
});

test('a draft has no credit notes', async () => {
  openOffice({ status: 'draft' });
  openPage('/invoices?invoice=5');
  await screen.findByRole('heading', { name: 'Payments' });
  expect(screen.queryByRole('heading', { name: 'Credit Notes' })).toBeNull();
});

test('all credit notes have a tab of their own, each with the way to its invoice', async () => {
  const office = openOffice();
  const page = openPage('/invoices?view=credit-notes');
  expect(await screen.findByRole('heading', { name: 'SPC-CN003' })).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(office.sent('invoices.list')).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'SPC005' }));
  await waitFor(() => expect(page.search()).toEqual({ invoice: '5' }));
});
