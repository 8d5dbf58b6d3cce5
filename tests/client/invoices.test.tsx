import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { INVOICE, openOffice, openPage, PAID, PART_PAID, prepareInvoicesPage, press } from '../support/invoices-page';
import { Refusal } from '../support/office';

prepareInvoicesPage();

describe('the list of invoices', () => {
  test('shows number, customer, service, both days, status, total and what is open, and leads to the invoice', async () => {
    openOffice({ status: 'overdue', ...PART_PAID });
    openPage();
    const row = (await screen.findByRole('link', { name: 'SPC005' })).closest('li') as HTMLElement;
    for (const words of ['Maria Santos', 'maria@example.com', 'Residential Cleaning', 'Overdue', '$119.00', 'Balance $69.00'])
      expect(row).toHaveTextContent(words);
    expect(within(row).getByText('November 10, 2026')).toHaveAttribute('datetime', '2026-11-10');
    expect(within(row).getByText('December 10, 2026')).toHaveAttribute('datetime', '2026-12-10');
    expect(within(row).getByRole('link', { name: 'SPC005' })).toHaveAttribute('href', '/invoices?invoice=5');
    expect(row).not.toHaveTextContent('Paid on');
  });

  test('says on which day a paid invoice was paid, and offers no payment for it', async () => {
    openOffice(PAID);
    openPage();
    const row = (await screen.findByRole('link', { name: 'SPC005' })).closest('li') as HTMLElement;
    expect(row).toHaveTextContent('Paid on November 20, 2026');
    expect(row).not.toHaveTextContent('Balance');
    expect(within(row).queryByRole('button', { name: /^(Mark as Paid|Record Payment|Issue)/ })).toBeNull();
  });

  test('sums up what is owed, late, not issued and received, and counts the filters', async () => {
    const office = openOffice();
    const page = openPage('/invoices?search=maria');
    expect(await screen.findByText('$1,319.00')).toBeInTheDocument();
    expect(screen.getByText('3 invoices')).toBeInTheDocument();
    expect(screen.getByText('1 invoice')).toBeInTheDocument();
    expect(screen.getByText('−$20.00')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Outstanding' })).toHaveAttribute('href', '/invoices?view=open');
    const pills = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('button');
    expect(pills.map((pill) => pill.textContent?.trim())).toEqual([
      'All',
      'Draft 2',
      'Pending 2',
      'Overdue 1',
      'Paid',
      'Credit Notes',
      'Voided',
      'Bin 4',
    ]);
    await press('Overdue 1');
    await waitFor(() => expect(page.search()).toEqual({ view: 'overdue', search: 'maria' }));
    await waitFor(() => expect(office.sent('invoices.list').at(-1)).toEqual({ limit: 25, view: 'overdue', search: 'maria' }));
  });

  test('leaves out of its address what it cannot read, and looks for digits as words', async () => {
    const office = openOffice();
    openPage('/invoices?view=lost&invoice=-1&edit=7&search=1005');
    await screen.findByRole('link', { name: 'SPC005' });
    expect(office.sent('invoices.list').at(-1)).toEqual({ limit: 25, search: '1005' });
  });

  test('without invoices says how there will be some; without a match leads back to all; without a server can be asked again', async () => {
    const office = openOffice({}, { 'invoices.list': () => ({ rows: [], nextCursor: null }) });
    const page = openPage('/invoices?view=paid');
    expect(await screen.findByText('No invoices match')).toBeInTheDocument();
    await press('Show All Invoices');
    expect(await screen.findByText('No invoices yet')).toBeInTheDocument();
    office.handlers['invoices.list'] = () => Promise.reject(new Refusal(500, 'No.'));
    await press('Paid');
    await waitFor(() => expect(page.search()).toEqual({ view: 'paid' }));
    await press('Draft 2');
    expect(await screen.findByRole('alert')).toHaveTextContent('The invoices could not be loaded.');
    office.handlers['invoices.list'] = () => ({ rows: [INVOICE], nextCursor: null });
    await press('Try again');
    expect(await screen.findByRole('link', { name: 'SPC005' })).toBeInTheDocument();
  });

  test('leads back to the office, also by Go Back where there is nothing to go back to', async () => {
    openOffice();
    const page = openPage();
    expect(await screen.findByRole('link', { name: 'Back to Admin' })).toHaveAttribute('href', '/admin');
    await press('Go Back');
    await waitFor(() => expect(page.path()).toBe('/admin'));
  });

  test('goes back to where one came from', async () => {
    openOffice();
    const page = openPage('/invoices?view=paid');
    await press('Create Invoice');
    await screen.findByRole('heading', { name: 'Create New Invoice' });
    await press('Back to Invoices');
    await press('Go Back');
    expect(await screen.findByRole('heading', { name: 'Create New Invoice' })).toBeInTheDocument();
    expect(page.search()).toEqual({ new: '1' });
  });
});
