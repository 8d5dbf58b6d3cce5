import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { openOffice, openPage, PART_PAID, prepareInvoicesPage, press } from '../support/invoices-page';
import { lastToast, Refusal } from '../support/office';

prepareInvoicesPage();

describe('an invoice', () => {
  test('is marked as paid in cash with one press', async () => {
    const office = openOffice();
    openPage();
    await press(/^Mark as Paid/);
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice marked as paid! Cash receipt generated automatically.'));
    expect(office.sent('invoices.update')).toEqual([{ id: 5, status: 'paid', paymentMethod: 'cash' }]);
    expect(await screen.findByText(/^Paid on/)).toBeInTheDocument();
  });

  test.each([
    ['invoices.update', /^Mark as Paid/, undefined, 'Failed to mark invoice as paid. Please try again.'],
    ['invoices.email', /^Email/, 'Send Email', 'Failed to send invoice email. Please try again.'],
    ['invoices.delete', /^Delete/, 'Delete Invoice', 'Failed to delete invoice. Please try again.'],
  ])('tells in the documented words that %s failed', async (call, button, confirm, told) => {
    openOffice({}, { [call]: () => Promise.reject(new Refusal(500, 'No.')) });
    openPage();
    await press(button);
    if (confirm) await press(confirm);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: told, kind: 'destructive' }));
  });

  test('that was marked as paid by mistake is open again after Undo', async () => {
    const office = openOffice();
    openPage();
    await press(/^Mark as Paid/);
    await waitFor(() => expect(lastToast()?.action?.label).toBe('Undo'));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()?.title).toBe('Payment Undone'));
    expect(office.sent('invoices.update')).toEqual([
      { id: 5, status: 'paid', paymentMethod: 'cash' },
      { id: 5, status: 'pending' },
    ]);
  });

  test('that is a draft can be issued', async () => {
    const office = openOffice({ status: 'draft' });
    openPage();
    expect(await screen.findByText('Draft', { selector: 'li span' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Record Payment/ })).toBeNull();
    await press(/^Issue Invoice/);
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Issued'));
    expect(office.sent('invoices.update')).toEqual([{ id: 5, status: 'pending' }]);
  });

  test('takes a part payment: the balance and the day in Kamloops stand there already, and the receipt is told', async () => {
    const office = openOffice();
    openPage();
    await press(/^Record Payment/);
    const form = within(await screen.findByRole('dialog'));
    expect(form.getByText(/Balance: \$119\.00/)).toBeInTheDocument();
    expect(form.getByLabelText(/^Amount/)).toHaveValue('119.00');
    expect(form.getByLabelText(/^Payment Date/)).toHaveValue('2026-11-20');
    fireEvent.change(form.getByLabelText(/^Amount/), { target: { value: '' } });
    await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
    await waitFor(() => expect(form.getByLabelText(/^Amount/)).toHaveAccessibleDescription('Please enter the amount.'));
    fireEvent.change(form.getByLabelText(/^Amount/), { target: { value: '50' } });
    await userEvent.selectOptions(form.getByLabelText(/^Payment Method/), 'cheque');
    await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
    await waitFor(() => expect(lastToast()?.title).toBe('Payment Recorded'));
    expect(lastToast()?.description).toBe('Receipt SPC-RCP009 was made. $69.00 of SPC005 are still open.');
    expect(office.sent('invoices.recordPayment')).toEqual([
      { id: 5, amount: '50', paymentMethod: 'cheque', paymentDate: '2026-11-20', idempotencyKey: expect.stringMatching(/^\S{8,}$/) },
    ]);
    expect(await screen.findByText('Balance $69.00')).toBeInTheDocument();
  });

  test('keeps the key of a payment for another try, and takes a new one with the next dialog', async () => {
    const office = openOffice({}, { 'invoices.recordPayment': () => Promise.reject(new Refusal(500, 'No.')) });
    openPage();
    for (const presses of [2, 1]) {
      await press(/^Record Payment/);
      const form = within(await screen.findByRole('dialog'));
      for (let made = 0; made < presses; made++) {
        const before = office.sent('invoices.recordPayment').length;
        await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
        await waitFor(() => expect(office.sent('invoices.recordPayment')).toHaveLength(before + 1));
        await waitFor(() => expect(form.getByRole('button', { name: 'Record Payment' })).toHaveAttribute('aria-disabled', 'false'));
      }
      await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    }
    const [first, again, other] = office.sent('invoices.recordPayment').map(({ idempotencyKey }) => idempotencyKey);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('is marked as handed over beside the print button, until when it says that no reminder goes out', async () => {
    const office = openOffice();
    openPage('/invoices?invoice=5');
    expect(await screen.findByText('Not mailed or handed over yet, so no payment reminder goes out.')).toBeInTheDocument();
    await press(/^Mark as handed over/);
    await waitFor(() => expect(lastToast()?.title).toBe('Marked as handed over'));
    expect(await screen.findByText(/^Handed over/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Mark as handed over/ })).toBeNull();
    lastToast()?.action?.run();
    expect(await screen.findByRole('button', { name: /^Mark as handed over/ })).toBeInTheDocument();
    expect(office.sent('invoices.markHandedOver')).toEqual([{ id: 5 }, { id: 5, isHandedOver: false }]);
  });

  test.each([
    [false, 'SPC005 is on its way to office@example.com.'],
    [true, 'SPC005 to office@example.com: kept in the outbox: no mail server configured'],
  ])('goes out by e-mail to the address that was confirmed (kept in the outbox: %s)', async (isStored, told) => {
    let answer = () => undefined as unknown;
    const office = openOffice({}, { 'invoices.email': () => new Promise((done) => (answer = () => done({ success: true, isStored }))) });
    openPage();
    await press(/^Email/);
    const address = within(await screen.findByRole('dialog')).getByLabelText(/^Email/);
    expect(address).toHaveValue('maria@example.com');
    fireEvent.change(address, { target: { value: 'office@example.com' } });
    await press('Send Email');
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    answer();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Email Sent', description: told }));
    expect(office.sent('invoices.email')).toEqual([{ invoiceId: 5, customerEmail: 'office@example.com' }]);
  });

  test('is deleted after a question and can be brought back at once', async () => {
    const office = openOffice();
    openPage();
    await press(/^Delete/);
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Are you sure you want to delete invoice SPC005? This action cannot be undone.')).toBeInTheDocument();
    expect(question.getByText(/restored for 30 days/)).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(office.sent('invoices.delete')).toEqual([]);
    await press(/^Delete/);
    await press('Delete Invoice');
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Deleted'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'SPC005' })).toBeNull());
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Restored'));
    expect(office.sent('invoices.restore')).toEqual([{ id: 5 }]);
  });

  test('is voided once it is issued, which the question says, and is shown as voided until it is restored', async () => {
    const voidedAt = '2026-11-20T20:05:00.000Z';
    const office = openOffice({ status: 'paid', paidDate: '2026-11-20', deletedAt: voidedAt, voidedAt });
    const page = openPage('/invoices?view=voided');
    expect(await screen.findByText('Voided November 20, 2026, can be restored until December 20, 2026')).toBeInTheDocument();
    expect(office.sent('invoices.list')).toEqual([{ limit: 25, view: 'voided' }]);
    await userEvent.click(screen.getByRole('link', { name: 'SPC005' }));
    await waitFor(() => expect(page.search()).toMatchObject({ invoice: '5' }));
    expect(await screen.findByText(/It keeps its number and counts in no sum/)).toBeInTheDocument();
    for (const name of [/^Delete/, /^Email/, /^Mark as Paid/, /^Record Payment/, /^Quote/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await press(/^Restore/);
    await waitFor(() => expect(office.sent('invoices.restore')).toEqual([{ id: 5 }]));
  });

  test('of the bin says until when it is kept, and comes back with the number that it has then', async () => {
    const office = openOffice();
    openPage('/invoices?view=bin');
    expect(await screen.findByText('Deleted November 20, 2026, kept until December 20, 2026')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).toBeNull();
    await press(/^Restore/);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Invoice Restored', description: 'It is on the list again as SPC007.' }),
    );
    expect(office.sent('invoices.list')).toEqual([]);
  });

  test('is saved as a file under the name that the server gives, whose address is taken back', async () => {
    openOffice();
    openPage();
    await screen.findByRole('link', { name: 'SPC005' });
    const calls = vi.mocked(fetch);
    const headers = { 'content-disposition': 'attachment; filename="Invoice_SPC005_2026-11-20.html"' };
    calls.mockImplementationOnce(() => Promise.resolve(new Response('<p>', { headers })));
    const saved = stubFiles();
    await press(/^Download/);
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Downloaded'));
    expect(calls.mock.lastCall?.[0]).toBe('/documents/invoice/5?download=1');
    expect(saved.names).toEqual(['Invoice_SPC005_2026-11-20.html']);
    await waitFor(() => expect(saved.revoked).toEqual(['blob:1']));
    calls.mockImplementationOnce(() => Promise.resolve(new Response('', { status: 500 })));
    await press(/^Quote/);
    await waitFor(() => expect(lastToast()?.description).toBe('Failed to download the document. Please try again.'));
    expect(calls.mock.lastCall?.[0]).toBe('/documents/quote/5?download=1');
    expect(saved.names).toHaveLength(1);
  });
});

/** Replaces the browser's downloads and records the names of the saved files. */
function stubFiles() {
  const saved = { names: [] as string[], revoked: [] as string[] };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.names.push(this.download);
  });
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = (address: string) => void saved.revoked.push(address);
  return saved;
}

describe('the details of an invoice', () => {
  test('hold the customer, the lines, the taxes it was made with, the payments and the job', async () => {
    const items = [
      { description: 'Three rooms', quantity: 3, price: '20.00', isGoods: false },
      { description: 'Cleaner', quantity: 2, price: '20.00', isGoods: true },
    ];
    openOffice({ ...PART_PAID, items, taxProfile: 'bc-current', hstRate: 500, pstRate: 700 });
    openPage('/invoices?view=pending&invoice=5');
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice SPC005' })).toBeInTheDocument();
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    const texts = rows.map((row) => row.textContent?.replace(/\s+/g, ' '));
    expect(texts[1]).toMatch(/^Three rooms.*\$60\.00$/);
    expect(texts[2]).toMatch(/^Cleanergoods.*\$40\.00$/);
    expect(texts.slice(3)).toEqual([
      'Subtotal$100.00',
      'GST (5%)$12.00',
      'BC PST (7%)$7.00',
      'Total$119.00',
      'Paid so far$50.00',
      'Balance$69.00',
    ]);
    expect(screen.getByRole('link', { name: 'SPC-RCP009' })).toHaveAttribute('href', '/receipts?receipt=9');
    expect(screen.getByRole('link', { name: 'Open Work Order' })).toHaveAttribute('href', '/team?order=3');
    expect(screen.queryByRole('link', { name: 'Open Booking' })).toBeNull();
    expect(screen.getByRole('link', { name: 'maria@example.com' })).toBeInTheDocument();
    expect(screen.getByText('Tuesday, November 10, 2026')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/invoices?invoice=5&edit=1');
  });

  test('lead back to the list as it was', async () => {
    openOffice();
    const page = openPage('/invoices?view=pending&invoice=5');
    await press('Back to Invoices');
    await waitFor(() => expect(page.search()).toEqual({ view: 'pending' }));
  });

  test('of one that is gone point to the bin', async () => {
    openOffice({}, { 'invoices.get': () => Promise.reject(new Refusal(404, 'This invoice does not exist.')) });
    openPage('/invoices?invoice=99');
    expect(await screen.findByText('No such invoice')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Look into the Bin' })).toHaveAttribute('href', '/invoices?view=bin');
  });

  test('print in a window of their own, and tell when the browser blocks it', async () => {
    openOffice();
    openPage('/invoices?invoice=5');
    const open = vi.fn(() => null);
    vi.stubGlobal('open', open);
    await press(/^Print/);
    await waitFor(() => expect(lastToast()?.description).toBe('Please allow popups to generate PDF reports.'));
    // The page prints itself after the documented second.
    expect(open.mock.calls.map(([address]: unknown[]) => address)).toEqual(['/documents/invoice/5?print=1']);
  });
});
