import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { trpc } from '../../src/client/trpc';
import { BulkButton } from '../../src/client/ui/bulk-button';
import { INVOICE } from '../support/invoice-inputs';
import { openInvoice, openPage } from '../support/invoices-page';
import { choose, field, findRow, lastToast, openOffice, openPart, press, refuse } from '../support/office';

/** Opens an office with three invoices: of Maria, Jon and Ada, the dearest first. */
async function openThree() {
  const office = await openInvoice({ subtotal: '300.00' });
  await office.admin.invoices.create({ ...INVOICE, customerName: 'Jon Toews', subtotal: '200.00' });
  await office.admin.invoices.create({ ...INVOICE, customerName: 'Ada Wong', subtotal: '100.00' });
  return office;
}
const numbers = () => screen.getAllByRole('link', { name: /^SPC\d/ }).map((link) => link.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });

describe('a list', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('is a table with a name, whose columns sort the whole result up, down and not at all, as its address says', async () => {
    const office = await openThree();
    const page = openPage();
    await findRow(/SPC001/);
    expect(screen.getByRole('table', { name: 'Invoices' })).toBeInTheDocument();
    expect(header('Customer')).toHaveAttribute('aria-sort', 'none');
    expect(header('Status')).not.toHaveAttribute('aria-sort');
    await press('Customer');
    await waitFor(() => expect(numbers()).toEqual(['SPC003', 'SPC002', 'SPC001']));
    expect(page.search()).toEqual({ sort: 'customer' });
    expect(header('Customer')).toHaveAttribute('aria-sort', 'ascending');
    await press('Total');
    await press('Total');
    await waitFor(() => expect(page.search()).toEqual({ sort: '-total' }));
    await waitFor(() => expect(numbers()).toEqual(['SPC001', 'SPC002', 'SPC003']));
    expect(header('Total')).toHaveAttribute('aria-sort', 'descending');
    expect(header('Customer')).toHaveAttribute('aria-sort', 'none');
    await press('Total');
    await waitFor(() => expect(page.search()).toEqual({}));
    expect(office.sent('invoices.list').map(({ sort }) => sort)).toEqual([undefined, 'customer', 'total', '-total']);
  });

  test('opens a record from anywhere in its row but its other controls', async () => {
    await openThree();
    const page = openPage('/invoices?view=pending');
    const row = await findRow(/SPC002/);
    await userEvent.click(within(row).getByRole('checkbox', { name: 'Select SPC002' }));
    expect(page.search()).toEqual({ view: 'pending' });
    await userEvent.click(within(row).getByText('Jon Toews'));
    await waitFor(() => expect(page.search()).toEqual({ view: 'pending', invoice: '2' }));
  });

  test('keeps the columns that a person hid on this device', async () => {
    await openThree();
    openPage();
    await findRow(/SPC001/);
    await press('Columns');
    const entries = await screen.findAllByRole('menuitemcheckbox');
    expect(entries.map((entry) => [entry.textContent, entry.getAttribute('aria-checked')])).toEqual([
      ['Service', 'true'],
      ['Due', 'true'],
    ]);
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Due' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Due' })).toBeNull());
    expect(JSON.parse(localStorage.getItem('hiddenColumns:invoices') ?? '')).toEqual(['due']);
  });

  test('exports the selected rows as CSV, and selects all that are shown', async () => {
    const office = await openThree();
    openPage();
    await userEvent.click(within(await findRow(/SPC002/)).getByRole('checkbox'));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    expect(bar.getByRole('status')).toHaveTextContent('1 selected');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:1';
    await press('Export CSV', bar);
    await waitFor(() => expect(lastToast()).toMatchObject({ description: '1 row was saved as invoices-2026-11-20.csv.' }));
    expect(office.requests.at(-1)?.path).toBe('/documents/export/invoices.csv?ids=2');
    await press('Select all shown', bar);
    expect(bar.getByRole('status')).toHaveTextContent('3 selected');
    office.fail('/documents/export/invoices.csv', refuse(500));
    await press('Export CSV', bar);
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'The rows could not be exported. Please try again.' }));
    await userEvent.click(field('Select all shown'));
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
  });

  test('marks the selected rows as paid at once, names those that were not, and takes the payments back', async () => {
    const office = await openThree();
    openPage();
    await findRow(/SPC003/);
    await userEvent.click(field('Select all shown'));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    await office.admin.invoices.update({ id: 2, status: 'paid' });
    await press('Mark as Paid', bar);
    const report = await screen.findByRole('dialog', { name: '2 of 3 done' });
    expect(report).toHaveTextContent('SPC002Invoice SPC002 is paid already.');
    expect(lastToast()).toMatchObject({ description: '2 invoices marked as paid in cash, each with its receipt.', durationMs: 10_000 });
    await press('Close', within(report));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone', description: '2 invoices are open again.' }));
    const { rows } = await office.admin.invoices.list({ view: 'paid' });
    expect(rows.map(({ id }) => id)).toEqual([2]);
  });

  test('deletes the selected rows after a question, and restores them', async () => {
    const office = await openThree();
    openPage();
    for (const number of [/SPC001/, /SPC003/]) await userEvent.click(within(await findRow(number)).getByRole('checkbox'));
    await press('Delete', within(screen.getByRole('region', { name: 'Selected rows' })));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete 2 invoices?' }));
    await press('Delete Invoices', question);
    await waitFor(() => expect(lastToast()).toMatchObject({ description: '2 invoices deleted.' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
    expect(numbers()).toEqual(['SPC002']);
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ description: '2 invoices are on the list again.' }));
    expect((await office.admin.invoices.list({})).rows).toHaveLength(3);
  });

  test('mails the selected rows after a question, and says when that failed', async () => {
    const office = await openThree();
    openPage();
    for (const number of [/SPC001/, /SPC003/]) await userEvent.click(within(await findRow(number)).getByRole('checkbox'));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    await press('Email', bar);
    office.fail('invoices.emailInBulk', refuse(500));
    await press('Send Emails');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'Failed to send the invoices. Please try again.' }));
    expect(office.sent('invoices.emailInBulk')).toEqual([{ ids: [3, 1] }]);
  });

  test('takes no more rows at once than the server does', async () => {
    const office = openOffice();
    const rows = Array.from({ length: 26 }, (_, place) => ({ id: place + 1 }));
    openPart(
      <BulkButton
        label="Email"
        rows={rows}
        most={25}
        about={({ id }) => `SPC${id}`}
        procedure={trpc.invoices.emailInBulk}
        input={(ids) => ({ ids })}
        failure="Failed to send the invoices. Please try again."
        done={(count) => `${count} sent`}
        onDone={() => undefined}
      />,
    );
    await press('Email');
    expect(lastToast()).toMatchObject({ title: 'Too many rows', description: 'Please select at most 25.' });
    expect(office.sent('invoices.emailInBulk')).toEqual([]);
  });

  test('returns the focus from a question of its menu to the button of the menu', async () => {
    await openThree();
    openPage();
    await choose('Delete', 'SPC002');
    await press('Cancel', within(await screen.findByRole('alertdialog')));
    await waitFor(() => expect(screen.getByRole('button', { name: 'More actions, SPC002' })).toHaveFocus());
  });

  test('shows two lines a row on a phone, which open the record', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
    await openThree();
    const page = openPage();
    const rows = within(await screen.findByRole('list', { name: 'Invoices' }));
    await waitFor(() => expect(rows.getAllByRole('link')).toHaveLength(3));
    expect(screen.queryByRole('table')).toBeNull();
    const row = rows.getByRole('link', { name: /Jon Toews.*\$238\.00.*SPC002.*Due.*Pending/ });
    expect(rows.getByRole('button', { name: 'More actions, SPC002' })).toBeInTheDocument();
    await userEvent.click(row);
    await waitFor(() => expect(page.search()).toEqual({ invoice: '2' }));
  });
});

describe('the drawer of a record', () => {
  test('takes the focus, closes with Escape and gives the focus back to the link of its row', async () => {
    await openThree();
    const page = openPage('/invoices?sort=due');
    await userEvent.click(await screen.findByRole('link', { name: 'SPC002' }));
    const drawer = await screen.findByRole('dialog', { name: 'Invoice SPC002' });
    expect(drawer).toHaveAttribute('aria-modal', 'true');
    await waitFor(() => expect(drawer).toHaveFocus());
    // The list behind it is out of reach.
    expect(screen.queryByRole('link', { name: 'SPC001' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'SPC002' })).toHaveFocus());
    expect(page.search()).toEqual({ sort: 'due' });
  });

  test('opens from its address, and closes with the button, with a press beside it and with Back', async () => {
    await openThree();
    const page = openPage('/invoices?invoice=1');
    await press('Close', within(await screen.findByRole('dialog', { name: 'Invoice SPC001' })));
    await waitFor(() => expect(screen.getByRole('link', { name: 'SPC001' })).toHaveFocus());
    await userEvent.click(screen.getByRole('link', { name: 'SPC003' }));
    await screen.findByRole('dialog', { name: 'Invoice SPC003' });
    page.router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('link', { name: 'SPC002' }));
    const drawer = await screen.findByRole('dialog', { name: 'Invoice SPC002' });
    await userEvent.click(drawer.previousElementSibling as Element);
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('stays open while a question about its record is answered', async () => {
    await openThree();
    openPage('/invoices?invoice=1');
    await choose('Delete');
    await press('Cancel', within(await screen.findByRole('alertdialog')));
    await waitFor(() => expect(screen.getByRole('button', { name: 'More actions, SPC001' })).toHaveFocus());
    expect(screen.getByRole('dialog', { name: 'Invoice SPC001' })).toBeInTheDocument();
    await choose('Delete');
    await press('Delete Invoice');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastToast()).toMatchObject({ title: 'Invoice Deleted', action: { label: 'Undo' }, durationMs: 10_000 });
  });
});
