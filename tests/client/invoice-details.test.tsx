import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { test as base, describe, expect, vi } from 'vitest';
import { outbox } from '../../db/schema';
import { INVOICE } from '../support/invoice-inputs';
import { openEmpty, openInvoice, openPage, pay } from '../support/invoices-page';
import { addJob, addPeople } from '../support/jobs';
import { change, choose, findDialog, findRow, lastToast, press, refuse } from '../support/office';

const test = base.extend('office', () => openInvoice());

describe('an invoice', () => {
  test('is marked as paid in cash with one press, and open again after Undo', async ({ office }) => {
    openPage();
    await press(/^Mark as Paid/);
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice marked as paid! Cash receipt generated automatically.'));
    expect(await office.invoice()).toMatchObject({ status: 'paid', paymentMethod: 'cash', receipts: [{ amountPaid: '119.00' }] });
    expect(await screen.findByText(/^Paid on/)).toBeInTheDocument();
    expect(lastToast()?.action?.label).toBe('Undo');
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()?.title).toBe('Payment Undone'));
    expect(await office.invoice()).toMatchObject({ status: 'pending', balance: '119.00', receipts: [] });
  });

  test.each([
    ['invoices.update', /^Mark as Paid/, undefined, 'Failed to mark invoice as paid. Please try again.'],
    ['invoices.email', 'Email', 'Send Email', 'Failed to send invoice email. Please try again.'],
    ['invoices.delete', 'Delete', 'Delete Invoice', 'Failed to delete invoice. Please try again.'],
  ])('shows the documented words when %s failed', async (call, button, confirm, shown) => {
    (await openInvoice()).fail(call, refuse(500));
    openPage();
    await (confirm ? choose(button) : press(button));
    if (confirm) await press(confirm);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: shown, kind: 'destructive' }));
  });

  test('has a button that copies the link to pay it', async ({ office }) => {
    userEvent.setup();
    openPage('/invoices?invoice=1');
    await press(/^Copy pay link/);
    await waitFor(() => expect(lastToast()?.title).toBe('Link Copied'));
    expect(await navigator.clipboard.readText()).toBe((await office.invoice()).payUrl);
  });

  test('that is a draft can be issued', async () => {
    const office = await openInvoice({ status: 'draft' });
    openPage();
    expect(await findRow(/SPC001.*Draft/)).toBeInTheDocument();
    await press(/^More actions/);
    expect(await screen.findByRole('menuitem', { name: 'Mark as Paid' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Record Payment' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await press(/^Issue Invoice/);
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Issued'));
    expect(await office.invoice()).toMatchObject({ status: 'pending', issuedAt: '2026-11-21T05:30:00.000Z' });
  });

  test('takes a part payment, which begins with the balance and the day in Kamloops, and names the receipt', async ({ office }) => {
    openPage();
    await choose('Record Payment');
    const form = await findDialog();
    expect(form.getByText(/Balance: \$119\.00/)).toBeInTheDocument();
    expect(form.getByLabelText(/^Amount/)).toHaveValue('119.00');
    expect(form.getByLabelText(/^Payment Date/)).toHaveValue('2026-11-20');
    change(/^Amount/, '', form);
    await press('Record Payment', form);
    await waitFor(() => expect(form.getByLabelText(/^Amount/)).toHaveAccessibleDescription('Please enter the amount.'));
    change(/^Amount/, '50', form);
    await userEvent.selectOptions(form.getByLabelText(/^Payment Method/), 'cheque');
    await press('Record Payment', form);
    await waitFor(() => expect(lastToast()?.title).toBe('Payment Recorded'));
    expect(lastToast()?.description).toBe('Receipt SPC-RCP001 was created. $69.00 of SPC001 is still owed.');
    const receipt = { amountPaid: '50.00', paymentMethod: 'cheque', paymentDate: '2026-11-20' };
    expect(await office.invoice()).toMatchObject({ balance: '69.00', receipts: [receipt] });
    expect(await screen.findByText('Balance $69.00')).toBeInTheDocument();
  });

  test('keeps the key of a payment for another try, and takes a new one with the next dialog', async ({ office }) => {
    office.fail('invoices.recordPayment', refuse(500));
    openPage();
    for (const presses of [2, 1]) {
      await choose('Record Payment');
      const form = await findDialog();
      for (let made = 0; made < presses; made++) {
        const before = office.sent('invoices.recordPayment').length;
        await press('Record Payment', form);
        await waitFor(() => expect(office.sent('invoices.recordPayment')).toHaveLength(before + 1));
        await waitFor(() => expect(form.getByRole('button', { name: 'Record Payment' })).toHaveAttribute('aria-disabled', 'false'));
      }
      await press('Cancel', form);
    }
    const [first, again, other] = office.sent('invoices.recordPayment').map(({ idempotencyKey }) => idempotencyKey);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('gets reminders only after it is mailed or marked as handed over, which can be undone', async ({ office }) => {
    openPage('/invoices?invoice=1');
    expect(await screen.findByText('Not mailed or handed over yet, so no payment reminder goes out.')).toBeInTheDocument();
    await choose('Mark as handed over');
    await waitFor(() => expect(lastToast()?.title).toBe('Marked as handed over'));
    expect(await screen.findByText(/^Handed over/)).toBeInTheDocument();
    await press(/^More actions/);
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Mark as handed over' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect((await office.invoice()).handedOverAt).toBe('2026-11-21T05:30:00.000Z');
    lastToast()?.action?.run();
    expect(await screen.findByText('Not mailed or handed over yet, so no payment reminder goes out.')).toBeInTheDocument();
    expect((await office.invoice()).handedOverAt).toBeNull();
  });

  test.each([
    [true, 'SPC001 is on its way to office@example.com.'],
    [false, 'SPC001 to office@example.com: kept in the outbox: no mail server configured'],
  ])('goes by e-mail to the confirmed address (with a mail server: %s)', async (hasMailServer, shown) => {
    const office = await openInvoice({}, { hasMailServer });
    openPage();
    await choose('Email');
    const address = (await findDialog()).getByLabelText(/^Email/);
    expect(address).toHaveValue('maria@example.com');
    fireEvent.change(address, { target: { value: 'office@example.com' } });
    const release = office.hold('invoices.email');
    await press('Send Email');
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    release();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Email Sent', description: shown }));
    expect(office.db.select().from(outbox).all()).toMatchObject([{ purpose: 'invoice-sent', to: 'office@example.com' }]);
  });

  test('is deleted after a question and can be restored at once', async ({ office }) => {
    openPage();
    await choose('Delete');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Are you sure you want to delete invoice SPC001? This action cannot be undone.')).toBeInTheDocument();
    expect(question.getByText(/restored for 30 days/)).toBeInTheDocument();
    await press('Cancel', question);
    expect((await office.invoice()).deletedAt).toBeNull();
    await choose('Delete');
    await press('Delete Invoice');
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Deleted'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'SPC001' })).toBeNull());
    expect((await office.invoice()).voidedAt).toBe('2026-11-21T05:30:00.000Z');
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Restored'));
    expect((await office.invoice()).deletedAt).toBeNull();
  });

  test('shows that it is voided, has no actions then, and can be restored', async ({ office }) => {
    await office.admin.invoices.delete({ id: 1 });
    const page = openPage('/invoices?view=voided');
    expect(await screen.findByText('Voided Nov 20, can be restored until Dec 20')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'SPC001' }));
    await waitFor(() => expect(page.search()).toMatchObject({ invoice: '1' }));
    expect(await screen.findByText(/It keeps its number and is left out of all totals/)).toBeInTheDocument();
    for (const name of [/^Delete/, /^Email/, /^Mark as Paid/, /^Record Payment/, /^Quote/, /^More actions/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await press(/^Restore/);
    await waitFor(async () => expect((await office.invoice()).voidedAt).toBeNull());
  });

  test('shows in the bin until when it is kept, and is restored with a free number', async () => {
    const office = await openInvoice({ status: 'draft' });
    await office.admin.invoices.delete({ id: 1 });
    await office.admin.invoices.create({ ...INVOICE });
    openPage('/invoices?view=bin');
    expect(await screen.findByText('Deleted Nov 20, kept until Dec 20')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).toBeNull();
    await press(/^Restore/);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Invoice Restored', description: 'It is on the list again as SPC002.' }),
    );
    expect(office.sent('invoices.list')).toEqual([]);
  });

  test('is downloaded under the name that the server sends, and a failed download shows an error', async ({ office }) => {
    openPage();
    const saved = stubFiles();
    await choose('Download');
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Downloaded'));
    expect(office.requests.at(-1)?.path).toBe('/documents/invoice/1?download=1');
    expect(saved.names).toEqual(['Invoice_SPC001_2026-11-20.html']);
    await waitFor(() => expect(saved.revoked).toEqual(['blob:1']));
    office.fail('/documents/quote/1', refuse(500));
    await choose('Quote');
    await waitFor(() => expect(lastToast()?.description).toBe('Failed to download the document. Please try again.'));
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
  test('show the customer, the lines, the taxes of its issue, the payments and the job', async () => {
    const office = await openEmpty({ taxProfile: 'bc-current' });
    addPeople(office);
    addJob(office, 1, { row: { status: 'completed', completed_date: '2026-11-18T20:00:00.000Z' } });
    const items = [
      { description: 'Three rooms', quantity: 3, price: '20.00', isGoods: false },
      { description: 'Cleaner', quantity: 2, price: '20.00', isGoods: true },
    ];
    await office.admin.invoices.create({ ...INVOICE, items, workOrderId: 1 });
    await pay(office, '50.00');
    openPage('/invoices?view=pending&invoice=1');
    expect(await screen.findByRole('heading', { name: 'Invoice SPC001' })).toBeInTheDocument();
    const rows = within(screen.getByRole('dialog', { name: 'Invoice SPC001' })).getAllByRole('row');
    const texts = rows.map((row) => row.textContent?.replace(/\s+/g, ' '));
    expect(texts[1]).toMatch(/^Three rooms.*\$60\.00$/);
    expect(texts[2]).toMatch(/^Cleanergoods.*\$40\.00$/);
    expect(texts.slice(3)).toEqual([
      'Subtotal$100.00',
      'GST (5%)$5.00',
      'BC PST (7%)$2.80',
      'Total$107.80',
      'Paid so far$50.00',
      'Balance$57.80',
    ]);
    expect(screen.getByRole('link', { name: 'SPC-RCP001' })).toHaveAttribute('href', '/receipts?receipt=1');
    expect(screen.getByRole('link', { name: 'Open Work Order' })).toHaveAttribute('href', '/team?order=1');
    expect(screen.queryByRole('link', { name: 'Open Booking' })).toBeNull();
    expect(screen.getByRole('link', { name: 'maria@example.com' })).toBeInTheDocument();
    expect((await findDialog()).getByText('Nov 18')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/invoices?view=pending&invoice=1&edit=1');
  });

  test('lead back to the list as it was', async () => {
    await openInvoice();
    const page = openPage('/invoices?view=pending&invoice=1');
    await press('Close');
    await waitFor(() => expect(page.search()).toEqual({ view: 'pending' }));
  });

  test('point to the bin when the invoice does not exist', async () => {
    await openEmpty();
    openPage('/invoices?invoice=99');
    expect(await screen.findByText('No such invoice')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open the Bin' })).toHaveAttribute('href', '/invoices?view=bin');
  });

  test('print in a window of their own, and show a message if the browser blocks it', async () => {
    await openInvoice();
    openPage('/invoices?invoice=1');
    const open = vi.fn(() => null);
    vi.stubGlobal('open', open);
    await choose('Print');
    await waitFor(() => expect(lastToast()?.description).toBe('Please allow popups to generate PDF reports.'));
    // The page prints itself after the documented second.
    expect(open.mock.calls.map(([address]: unknown[]) => address)).toEqual(['/documents/invoice/1?print=1']);
  });
});
