import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { INVOICE } from '../support/invoice-inputs';
import { openEmpty, openInvoice, openPage, pay } from '../support/invoices-page';
import { findRow, press, refuse } from '../support/office';

const row = () => findRow(/SPC001/);

describe('the list of invoices', () => {
  test('shows number, customer, service, both days, status, total and balance, and links to the invoice', async () => {
    const office = await openInvoice({ serviceDate: '2026-11-10', dueDate: '2026-11-15' });
    await pay(office, '50.00');
    openPage();
    const shown = await row();
    for (const words of ['Maria Santos', 'maria@example.com', 'Residential Cleaning', 'Overdue', '$119.00', 'Balance $69.00'])
      expect(shown).toHaveTextContent(words);
    expect(within(shown).getByText('Nov 10')).toHaveAttribute('datetime', '2026-11-10');
    expect(within(shown).getByText('Nov 15')).toHaveAttribute('datetime', '2026-11-15');
    expect(within(shown).getByRole('link', { name: 'SPC001' })).toHaveAttribute('href', '/invoices?invoice=1');
    expect(shown).not.toHaveTextContent('Paid on');
  });

  test('shows the day on which a paid invoice was paid, and offers no payment for it', async () => {
    await pay(await openInvoice(), '119.00');
    openPage();
    const shown = await row();
    expect(shown).toHaveTextContent('Paid on Nov 20');
    expect(shown).not.toHaveTextContent('Balance');
    expect(within(shown).queryByRole('button', { name: /^(Mark as Paid|Issue)/ })).toBeNull();
    await press(/^More actions/, within(shown));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['Download', 'Quote', 'Email', 'Delete']);
  });

  test('sums up what is owed, overdue, not issued and received, and counts the filters', async () => {
    const office = await openInvoice();
    const { invoices } = office.admin;
    await invoices.create({ ...INVOICE, dueDate: '2026-11-15' });
    await invoices.create({ ...INVOICE, status: 'draft' });
    await invoices.delete(await invoices.create({ ...INVOICE, status: 'draft' }));
    const refund = { isRefund: true, paymentMethod: 'cash', paymentDate: '2026-11-20', amountPaid: '20.00' } as const;
    await invoices.createReceipt({ ...refund, customerName: 'Jon Toews', description: 'Windows' });
    const page = openPage('/invoices?search=maria');
    expect(await screen.findByText('$238.00')).toBeInTheDocument();
    expect(screen.getByText('2 invoices')).toBeInTheDocument();
    expect(screen.getByText('1 invoice')).toBeInTheDocument();
    expect(screen.getByText('−$20.00')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Outstanding' })).toHaveAttribute('href', '/invoices?view=open');
    const pills = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('button');
    expect(pills.map((pill) => pill.textContent?.trim())).toEqual([
      'All',
      'Draft 1',
      'Pending 1',
      'Overdue 1',
      'Paid',
      'Credit Notes',
      'Voided',
      'Bin 1',
    ]);
    await press('Overdue 1');
    await waitFor(() => expect(page.search()).toEqual({ view: 'overdue', search: 'maria' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'SPC001' })).toBeNull());
    expect(await screen.findByRole('link', { name: 'SPC002' })).toBeInTheDocument();
  });

  test('ignores unreadable parts of its address, and searches digits as words', async () => {
    const office = await openInvoice({ serviceDescription: 'Unit 1005' });
    await office.admin.invoices.create({ ...INVOICE });
    openPage('/invoices?view=lost&invoice=-1&edit=7&search=1005');
    await row();
    expect(screen.queryByRole('link', { name: 'SPC002' })).toBeNull();
    expect(office.sent('invoices.list').at(-1)).toEqual({ limit: 20, search: '1005' });
  });

  test('explains an empty list, links back to all invoices after no match, and can be loaded again after a failure', async () => {
    const office = await openEmpty();
    const page = openPage('/invoices?view=paid');
    expect(await screen.findByText('No invoices match')).toBeInTheDocument();
    await press('Show All Invoices');
    expect(await screen.findByText('No invoices yet')).toBeInTheDocument();
    await office.admin.invoices.create({ ...INVOICE, status: 'draft' });
    office.fail('invoices.list', refuse(500));
    await press('Paid');
    await waitFor(() => expect(page.search()).toEqual({ view: 'paid' }));
    await press(/^Draft/);
    expect(await screen.findByRole('alert')).toHaveTextContent('The invoices could not be loaded.');
    office.repair('invoices.list');
    await press('Try again');
    expect(await screen.findByRole('link', { name: 'SPC001' })).toBeInTheDocument();
  });

  test('goes back to the previous page, or to the office without one', async () => {
    await openInvoice();
    const first = openPage();
    expect(await screen.findByRole('link', { name: 'Back to Admin' })).toHaveAttribute('href', '/admin');
    await press('Go Back');
    await waitFor(() => expect(first.path()).toBe('/admin'));
    cleanup();
    const page = openPage('/invoices?view=paid');
    await press('Create Invoice');
    await screen.findByRole('heading', { name: 'Create New Invoice' });
    await press('Back to Invoices');
    await waitFor(() => expect(page.search()).toEqual({ view: 'paid' }));
    act(() => page.router.history.push('/invoices?view=overdue'));
    await waitFor(() => expect(page.search()).toEqual({ view: 'overdue' }));
    await press('Create Invoice');
    await press('Back to Invoices');
    await press('Go Back');
    await waitFor(() => expect(page.search()).toEqual({ view: 'paid' }));
  });
});
