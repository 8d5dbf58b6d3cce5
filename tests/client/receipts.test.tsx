import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { test as base, beforeEach, describe, expect, vi } from 'vitest';
import { outbox } from '../../db/schema';
import { choose, lastToast, press, refuse } from '../support/office';
import { openPage, openReceipt, openReceipts, REFUND, row, storedReceipts, UNTAXED } from '../support/receipts-page';

const test = base.extend('office', () => openReceipts());

describe('the list of receipts', () => {
  test('says that it is loading, and then shows the sum of all receipts', async ({ office }) => {
    const release = office.hold('invoices.receiptSummary');
    openPage();
    expect(await screen.findByRole('heading', { level: 1, name: 'Loading receipts...' })).toBeInTheDocument();
    release();
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt Management' })).toBeInTheDocument();
    for (const words of ['Track payments and generate receipts for services', 'Total Receipts: 1', 'Total Payments: $1,190.00'])
      expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText(/^Net of refunds/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Create Receipt' })).toBeInTheDocument();
  });

  test.each([
    [[UNTAXED, { ...REFUND, amountPaid: '90.00' }], 'Net of refunds: $1,100.00'],
    [[{ ...REFUND, refundOfId: null, amountPaid: '50.00' }], 'Net of refunds: −$50.00'],
  ])('shows what is left after the refunds (%#)', async (receipts, shown) => {
    await openReceipts(receipts);
    openPage();
    expect(await screen.findByText(shown)).toBeInTheDocument();
  });

  test('shows a payment with its method, day, amount and description, and its taxes and invoice in its drawer', async () => {
    await openReceipts();
    openPage();
    const shown = await row();
    for (const words of ['Paid', 'Maria Santos', 'Credit/Debit Card', 'Nov 20', '$1,190.00', 'Windows at Seymour St'])
      expect(shown).toHaveTextContent(words);
    expect(shown).not.toHaveTextContent('−$');
    expect(within(shown).queryByText('Refund', { selector: 'span' })).toBeNull();
    const drawer = await openReceipt();
    for (const words of ['Paid', 'Maria Santos', 'Credit/Debit Card', 'Nov 20', '$1,190.00', 'Windows at Seymour St'])
      expect(drawer).toHaveTextContent(words);
    expect(listTaxes(drawer)).toEqual(['Subtotal$1,000.00', 'HST (12%)$120.00', 'BC PST (7%)$70.00']);
    expect(within(drawer).getByRole('link', { name: 'maria@example.com' })).toBeInTheDocument();
    expect(within(drawer).getByRole('link', { name: 'Invoice SPC001' })).toHaveAttribute('href', '/invoices?invoice=1');
  });

  test('names no tax without a rate', async () => {
    await openReceipts(undefined, 'bc-current');
    openPage();
    expect(listTaxes(await openReceipt())).toEqual(['Subtotal$1,000.00', 'GST (5%)$50.00']);
  });

  test('shows a refund with a minus and both badges, without taxes and e-mail if it has neither, and offers no second refund', async () => {
    await openReceipts([UNTAXED, REFUND]);
    openPage();
    const shown = await row('SPC-RCP002');
    for (const words of ['Refund', 'Paid', '−$1,190.00']) expect(shown).toHaveTextContent(words);
    await press('More actions, SPC-RCP002');
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['Download', 'Delete', 'PDF']);
    await userEvent.keyboard('{Escape}');
    const drawer = await openReceipt('SPC-RCP002');
    expect(listTaxes(drawer)).toEqual([]);
    expect(within(drawer).queryByRole('button', { name: /^Email to Customer/ })).toBeNull();
    await userEvent.click(within(drawer).getByRole('link', { name: 'Refunded receipt' }));
    const refunded = await screen.findByRole('dialog', { name: 'SPC-RCP001' });
    expect(refunded).toHaveTextContent('$1,190.00 of it went back as a refund.');
    await press(/^More actions/, within(refunded));
    expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual(['PDF']);
  });

  test('is filtered and searched as its address says', async () => {
    await openReceipts([UNTAXED, REFUND, { ...UNTAXED, customerName: 'Jon Toews', customerEmail: null }]);
    const page = openPage('/receipts?search=maria');
    const numbers = () => screen.getAllByRole('link', { name: /^SPC-RCP/ }).map((link) => link.textContent);
    await row();
    expect(numbers()).toEqual(['SPC-RCP002', 'SPC-RCP001']);
    await press('Refunds');
    await waitFor(() => expect(page.search()).toEqual({ view: 'refunds', search: 'maria' }));
    await waitFor(() => expect(numbers()).toEqual(['SPC-RCP002']));
  });

  test('asks for the first receipt in an empty list, and links back to all receipts after no match', async () => {
    await openReceipts([]);
    const page = openPage('/receipts?view=refunds');
    expect(await screen.findByText('No receipts match')).toBeInTheDocument();
    await press('Show All Receipts');
    expect(await screen.findByText('No receipts yet')).toBeInTheDocument();
    expect(screen.getByText('Create your first receipt to track payments.')).toBeInTheDocument();
    await press('Create First Receipt');
    await waitFor(() => expect(page.search()).toEqual({ new: '1' }));
  });

  test('shows the receipt that its address names over the list, with a way to refund it', async () => {
    await openReceipts([UNTAXED]);
    const page = openPage('/receipts?view=payments&receipt=1');
    const drawer = within(await screen.findByRole('dialog', { name: 'SPC-RCP001' }));
    await press('Close', drawer);
    await waitFor(() => expect(page.search()).toEqual({ view: 'payments' }));
    await choose('Refund', 'SPC-RCP001');
    await waitFor(() => expect(page.search()).toEqual({ new: '1', refund: '1' }));
  });

  test('shows a message if the receipt does not exist', async () => {
    await openReceipts([]);
    openPage('/receipts?receipt=99');
    expect(await screen.findByText('No such receipt')).toBeInTheDocument();
    await press('Show All Receipts');
    expect(await screen.findByText('No receipts yet')).toBeInTheDocument();
  });
});

/** Returns the lines of the box with the taxes. */
const listTaxes = (drawer: HTMLElement) =>
  [...drawer.querySelectorAll('dl')]
    .filter((list) => list.textContent?.startsWith('Subtotal'))
    .flatMap((list) => [...list.children].map((line) => line.textContent));

describe('a receipt', () => {
  beforeEach(() => {
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
  });

  test('is saved as a file named after its number and the day in Kamloops, with a hint how to make a PDF', async ({ office }) => {
    openPage();
    await row();
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await press(/^Download/);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Receipt Downloaded', description: expect.stringContaining("browser's print function") }),
    );
    await choose('PDF');
    await waitFor(() => expect(names).toEqual(['Receipt_SPC-RCP001_2026-11-20.html', 'Receipt_SPC-RCP001_2026-11-20.pdf']));
    expect(office.requests.map(({ path }) => path)).toEqual(['/documents/receipt/1?download=1', '/documents/receipt/1.pdf?download=1']);
  });

  test('goes to its customer with one press', async ({ office }) => {
    openPage('/receipts?receipt=1');
    const release = office.hold('invoices.emailReceipt');
    await press(/^Email to Customer/);
    expect(await screen.findByRole('button', { name: /^Sending\.\.\./ })).toHaveFocus();
    release();
    await waitFor(() => expect(lastToast()?.title).toBe('Email Sent'));
    expect(lastToast()?.description).toContain('kept in the outbox: no mail server configured');
    const message = office.db.select().from(outbox).get();
    expect(message).toMatchObject({ purpose: 'receipt-sent', to: 'maria@example.com', subject: expect.stringContaining('SPC-RCP001') });
  });

  test('has no actions but its documents once it is voided', async ({ office }) => {
    await office.admin.invoices.deleteReceipt({ id: 1 });
    openPage('/receipts?view=voided');
    const shown = within(await row());
    expect(shown.getByText('Voided')).toBeInTheDocument();
    expect(shown.queryByText('Paid')).toBeNull();
    await press(/^More actions/);
    expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual(['Download', 'PDF']);
  });

  test('is voided after a question that explains what happens to its amount', async ({ office }) => {
    const page = openPage('/receipts?receipt=1');
    await press(/^Delete/);
    expect(
      within(await screen.findByRole('alertdialog')).getByText(
        'Are you sure you want to delete receipt SPC-RCP001? This action cannot be undone.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByText(/kept with its number, and left out of all totals\. The amount is open again on invoice/)).toBeInTheDocument();
    const release = office.hold('invoices.deleteReceipt');
    await press('Delete Receipt');
    expect(await screen.findByRole('button', { name: /^Deleting\.\.\./ })).toBeInTheDocument();
    release();
    await waitFor(() => expect(lastToast()?.title).toBe('Receipt Deleted'));
    await waitFor(() => expect(page.search()).toEqual({}));
    expect(storedReceipts(office)).toMatchObject([{ id: 1, voidedAt: expect.any(String) }]);
    expect(await office.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'pending', balance: '1190.00' });
  });

  test.each([
    ['invoices.emailReceipt', 'Email to Customer', undefined, 'Failed to send receipt email. Please try again.'],
    ['invoices.deleteReceipt', 'Delete', 'Delete Receipt', 'Failed to delete receipt. Please try again.'],
  ])('shows the documented words when %s failed', async (call, button, confirm, shown) => {
    (await openReceipts()).fail(call, refuse(500));
    openPage();
    await choose(button);
    if (confirm) await press(confirm);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: shown, kind: 'destructive' }));
  });
});
