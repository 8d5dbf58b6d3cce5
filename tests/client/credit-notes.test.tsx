import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CREDIT_NOTE, openOffice, openPage, PAID, prepareInvoicesPage, press } from '../support/invoices-page';
import { lastToast, Refusal } from '../support/office';

prepareInvoicesPage();
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
