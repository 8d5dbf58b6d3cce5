import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openInvoice, openPage, pay, summary } from '../support/invoices-page';
import { change, field, lastToast, press } from '../support/office';

const openForm = async () => {
  const page = openPage('/invoices?invoice=1&edit=1');
  await screen.findByLabelText(/^Subtotal/);
  return page;
};

test('begins with the stored values, and sends the amount only if it was changed', async () => {
  const office = await openInvoice({ serviceType: 'Post-construction Cleaning', paymentMethod: 'card' }, { taxProfile: 'bc-current' });
  const page = await openForm();
  expect(field(/^Service Type/)).toHaveValue('Post-construction Cleaning');
  expect(field(/^Payment Method/)).toHaveValue('card');
  expect(summary().getByText('GST (5%)')).toBeInTheDocument();
  // A tax without a rate is not named.
  expect(summary().queryAllByText(/PST/)).toHaveLength(0);
  change(/^Notes/, 'Side door.');
  await press('Save Changes');
  await waitFor(() => expect(lastToast()?.title).toBe('Invoice Saved'));
  const [sent] = office.sent('invoices.update');
  for (const money of ['subtotal', 'items']) expect(sent).not.toHaveProperty(money);
  const kept = { serviceDate: '2026-11-18', dueDate: '2026-12-04', paymentMethod: 'card', totalAmount: '105.00' };
  expect(await office.invoice()).toMatchObject({ notes: 'Side door.', ...kept });
  await waitFor(() => expect(page.search()).toEqual({ invoice: '1' }));
});

test('applies the current tax rates to the new amount of a draft, as the form shows', async () => {
  const office = await openInvoice({ status: 'draft' }, { taxProfile: 'bc-current' });
  await office.admin.settings.save({ taxProfile: 'documented' });
  await openForm();
  change(/^Subtotal/, '200');
  expect(await screen.findByText('HST (12%)')).toBeInTheDocument();
  expect(summary().getByText('$238.00')).toBeInTheDocument();
  await press('Save Changes');
  await waitFor(async () => expect(await office.invoice()).toMatchObject({ subtotal: '200.00', totalAmount: '238.00', items: [] }));
});

test('is rejected after a change by another person, and begins again with the newer version', async () => {
  const office = await openInvoice();
  await openForm();
  change(/^Notes/, 'Side door.');
  await office.admin.invoices.update({ id: 1, notes: 'Back door.' });
  await press('Save Changes');
  expect(await screen.findByRole('alert')).toHaveTextContent('This invoice was changed meanwhile.');
  // Sent again it is the same change of the same version.
  await press('Save Changes');
  await waitFor(() => expect(office.sent('invoices.update')).toHaveLength(2));
  const [first, second] = office.sent('invoices.update').map(({ updatedAtWas }) => updatedAtWas);
  expect(second).toBe(first);
  expect((await office.invoice()).notes).toBe('Back door.');
  await press('Load Newer Version');
  await waitFor(() => expect(field(/^Notes/)).toHaveValue('Back door.'));
  expect(screen.queryAllByRole('alert')).toHaveLength(0);
  change(/^Notes/, 'Side door.');
  await press('Save Changes');
  await waitFor(() => expect(lastToast()?.title).toBe('Invoice Saved'));
  expect((await office.invoice()).notes).toBe('Side door.');
});

test('is still based on the older version if another person changed the invoice while it was typed', async () => {
  const office = await openInvoice();
  const { updatedAt } = await office.invoice();
  await openForm();
  change(/^Notes/, 'Side door.');
  cleanup();
  await office.admin.invoices.update({ id: 1, notes: 'Back door.' });
  openPage('/invoices?invoice=1&edit=1');
  expect(await screen.findByRole('alert')).toHaveTextContent('This invoice was changed meanwhile.');
  await press('Save Changes');
  await waitFor(() => expect(office.sent('invoices.update')[0]).toMatchObject({ updatedAtWas: updatedAt }));
  expect((await office.invoice()).notes).toBe('Back door.');
});

test('keeps the tax rates of the issue for the new amount of an issued invoice', async () => {
  const office = await openInvoice({}, { taxProfile: 'bc-current' });
  await office.admin.settings.save({ taxProfile: 'documented' });
  await openForm();
  change(/^Subtotal/, '200');
  expect(await summary().findByText('$210.00')).toBeInTheDocument();
  expect(summary().getByText('GST (5%)')).toBeInTheDocument();
});

test('is not offered once the invoice is paid', async () => {
  await pay(await openInvoice(), '119.00');
  openPage('/invoices?invoice=1&edit=1');
  expect(await screen.findByText('This invoice is paid')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
});
