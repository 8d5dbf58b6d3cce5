import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { test as base, beforeEach, describe, expect, vi } from 'vitest';
import { outbox } from '../../db/schema';
import { lastToast, press, refuse } from '../support/office';
import { card, openPage, openReceipts, REFUND, storedReceipts, UNTAXED } from '../support/receipts-page';

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

  test('shows a payment with its taxes, its day and its invoice', async () => {
    await openReceipts();
    openPage();
    const shown = await card();
    for (const words of ['Paid', 'Maria Santos', 'Credit/Debit Card', 'Nov 20', '$1,190.00', 'Windows at Seymour St'])
      expect(shown).toHaveTextContent(words);
    const taxes = [...shown.querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(taxes).toEqual(['Subtotal$1,000.00', 'HST (12%)$120.00', 'BC PST (7%)$70.00']);
    expect(shown).not.toHaveTextContent('−$');
    expect(within(shown).queryByText('Refund', { selector: 'span' })).toBeNull();
    expect(within(shown).getByRole('link', { name: 'Invoice SPC001' })).toHaveAttribute('href', '/invoices?invoice=1');
    expect(within(shown).getByRole('link', { name: /^Refund/ })).toHaveAttribute('href', '/receipts?new=1&refund=1');
  });

  test('names no tax without a rate', async () => {
    await openReceipts(undefined, 'bc-current');
    openPage();
    const shown = await card();
    expect(shown).toHaveTextContent('GST (5%)');
    expect(shown).not.toHaveTextContent('PST');
  });

  test('shows a refund with a minus and both badges, without taxes and e-mail if it has neither, and offers no second refund', async () => {
    await openReceipts([UNTAXED, REFUND]);
    openPage();
    const shown = await card('SPC-RCP002');
    for (const words of ['Refund', 'Paid', '−$1,190.00']) expect(shown).toHaveTextContent(words);
    expect(shown.querySelector('dl')).toBeNull();
    expect(within(shown).queryByRole('button', { name: /^Email to Customer/ })).toBeNull();
    expect(within(shown).queryByRole('link', { name: /^Refund,/ })).toBeNull();
    expect(within(shown).getByRole('link', { name: 'Refunded receipt' })).toHaveAttribute('href', '/receipts?receipt=1');
    const refunded = await card();
    expect(refunded).toHaveTextContent('$1,190.00 of it went back as a refund.');
    expect(within(refunded).queryByRole('link', { name: /^Refund/ })).toBeNull();
  });

  test('is filtered and searched as its address says', async () => {
    await openReceipts([UNTAXED, REFUND, { ...UNTAXED, customerName: 'Jon Toews', customerEmail: null }]);
    const page = openPage('/receipts?search=maria');
    const numbers = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    await card();
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

  test('shows one receipt alone when its address names it', async () => {
    const office = await openReceipts([UNTAXED, REFUND]);
    const page = openPage('/receipts?receipt=1');
    await card();
    expect(screen.queryByRole('heading', { name: 'SPC-RCP002' })).toBeNull();
    expect(office.sent('invoices.listReceipts')).toEqual([]);
    await press('Show All Receipts');
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('shows a message if the receipt does not exist', async () => {
    await openReceipts([]);
    openPage('/receipts?receipt=99');
    expect(await screen.findByText('No such receipt')).toBeInTheDocument();
  });
});

describe('a receipt', () => {
  beforeEach(() => {
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
  });

  test('is saved as a file named after its number and the day in Kamloops, with a hint how to make a PDF', async ({ office }) => {
    openPage();
    await card();
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await press(/^Download/);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Receipt Downloaded', description: expect.stringContaining("browser's print function") }),
    );
    await press(/^PDF/);
    await waitFor(() => expect(names).toEqual(['Receipt_SPC-RCP001_2026-11-20.html', 'Receipt_SPC-RCP001_2026-11-20.pdf']));
    expect(office.requests.map(({ path }) => path)).toEqual(['/documents/receipt/1?download=1', '/documents/receipt/1.pdf?download=1']);
  });

  test('goes to its customer with one press', async ({ office }) => {
    openPage();
    await card();
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
    const shown = within(await card());
    expect(shown.getByText('Voided')).toBeInTheDocument();
    expect(shown.queryByText('Paid')).toBeNull();
    expect(shown.getAllByRole('button').map((button) => button.textContent)).toEqual(['Download, SPC-RCP001', 'PDF, SPC-RCP001']);
  });

  test('is voided after a question that explains what happens to its amount', async ({ office }) => {
    openPage();
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
    expect(storedReceipts(office)).toMatchObject([{ id: 1, voidedAt: expect.any(String) }]);
    expect(await office.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'pending', balance: '1190.00' });
  });

  test.each([
    ['invoices.emailReceipt', /^Email to Customer/, undefined, 'Failed to send receipt email. Please try again.'],
    ['invoices.deleteReceipt', /^Delete/, 'Delete Receipt', 'Failed to delete receipt. Please try again.'],
  ])('shows the documented words when %s failed', async (call, button, confirm, shown) => {
    (await openReceipts()).fail(call, refuse(500));
    openPage();
    await press(button);
    if (confirm) await press(confirm);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: shown, kind: 'destructive' }));
  });
});
