import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.invoices';
import type { InvoiceDetails } from '../../src/shared/invoices';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const INVOICE: InvoiceDetails = {
  id: 5,
  invoiceNumber: 'SPC005',
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '(250) 555-0133',
  customerAddress: '12 Seymour St, Kamloops',
  serviceType: 'Residential Cleaning',
  serviceDescription: 'Whole house',
  serviceDate: '2026-11-10',
  subtotal: '100.00',
  hstAmount: '12.00',
  pstAmount: '7.00',
  totalAmount: '119.00',
  amountPaid: '0.00',
  balance: '119.00',
  status: 'pending',
  dueDate: '2026-12-10',
  paidDate: null,
  paymentMethod: null,
  notes: 'Key at the desk.',
  taxProfile: 'documented',
  hstRate: 1200,
  pstRate: 700,
  items: [],
  workOrderId: 3,
  bookingId: null,
  createdAt: '2026-11-20T20:05:00.000Z',
  issuedAt: '2026-11-20T20:05:00.000Z',
  updatedAt: '2026-11-20T20:05:00.000Z',
  deletedAt: null,
  receipts: [],
};
const RECEIPT: InvoiceDetails['receipts'][number] = {
  id: 9,
  receiptNumber: 'SPC-RCP009',
  invoiceId: 5,
  invoiceNumber: 'SPC005',
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  paymentMethod: 'cheque',
  subtotal: '42.02',
  hstAmount: '5.04',
  pstAmount: '2.94',
  amountPaid: '50.00',
  paymentDate: '2026-11-20',
  description: 'Payment for invoice SPC005 – Residential Cleaning',
  isRefund: false,
  refundOfId: null,
  refunded: '0.00',
  taxProfile: 'documented',
  hstRate: 1200,
  pstRate: 700,
  createdAt: '2026-11-20T20:05:00.000Z',
};
const PART_PAID = { amountPaid: '50.00', balance: '69.00', receipts: [RECEIPT] };
const PAID = { ...PART_PAID, status: 'paid', paidDate: '2026-11-20', balance: '0.00', amountPaid: '119.00' } as const;

/** An office with one invoice that changes as the server would change it. */
function openOffice(change: Partial<InvoiceDetails> = {}, more: Parameters<typeof fakeCalls>[0] = {}) {
  let invoice: InvoiceDetails = { ...INVOICE, ...change };
  let isDeleted = false;
  return fakeCalls({
    'invoices.list': () => ({ rows: isDeleted ? [] : [invoice], nextCursor: null }),
    'invoices.bin': () => ({ rows: [{ ...invoice, deletedAt: '2026-11-20T20:05:00.000Z' }], nextCursor: null }),
    'invoices.summary': () => ({
      outstanding: { invoices: 3, amount: '1319.00' },
      overdue: { invoices: 1, amount: '200.00' },
      drafts: 2,
      inBin: 4,
      receivedThisMonth: '-20.00',
    }),
    'invoices.get': () => invoice,
    'invoices.nextNumbers': () => ({ invoice: 'SPC006', receipt: 'SPC-RCP010' }),
    'invoices.update': ({ status }) => {
      invoice = { ...invoice, ...(status === 'paid' ? PAID : { status: 'pending' as const }) };
      return invoice;
    },
    'invoices.recordPayment': () => {
      invoice = { ...invoice, ...PART_PAID };
      return invoice;
    },
    'invoices.create': ({ customerName, status }) => ({ ...INVOICE, invoiceNumber: 'SPC006', customerName, status }),
    'invoices.email': () => ({ success: true, isStored: false }),
    'invoices.delete': () => {
      isDeleted = true;
      return { success: true };
    },
    'invoices.restore': () => {
      isDeleted = false;
      return { ...invoice, invoiceNumber: 'SPC007' };
    },
    'offers.listFor': () => ({ rows: [], refusal: null }),
    'settings.get': () => ({ taxProfile: 'documented', invoiceDueDays: 14 }),
    'clients.list': () => ({
      rows: [{ id: 1, name: 'Ada Low', email: 'ada@example.com', phone: '250 555 0101', address: '7 Pine St, Kamloops' }],
      nextCursor: null,
    }),
    ...more,
  });
}
const openPage = (address = '/invoices') => openStaffPage(Route, address);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const change = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const summary = () => within(screen.getByRole('region', { name: 'Total' }));

beforeEach(() => {
  // An evening in Kamloops that is the next day already where the tests run and in UTC.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:30:00.000Z') });
});

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
    expect(pills.map((pill) => pill.textContent?.trim())).toEqual(['All', 'Draft 2', 'Pending 2', 'Overdue 1', 'Paid', 'Bin 4']);
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

/** Stands in for the browser's files, and tells under which names they were saved. */
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

describe('a new invoice', () => {
  /** Fills in all that is required. */
  const fillIn = () => {
    change(/^Customer Name/, 'Zoë Ångström');
    change(/^Service Type/, 'Deep Cleaning');
    change(/^Service Date/, '2026-11-22');
    change(/^Subtotal/, '149.99');
  };
  const openForm = async () => {
    const page = openPage('/invoices?new=1');
    await screen.findByText('SPC006');
    await screen.findByText('HST (12%)');
    return page;
  };

  test('offers the documented services and methods, and says what is missing', async () => {
    const office = openOffice();
    await openForm();
    const options = (name: RegExp) => [...field(name).querySelectorAll('option')].map((option) => option.textContent).slice(1);
    expect(options(/^Service Type/)).toEqual([
      'Residential Cleaning',
      'Commercial Cleaning',
      'Deep Cleaning',
      'Carpet Cleaning',
      'Window Cleaning',
      'Move-in/Move-out',
    ]);
    expect(options(/^Payment Method/)).toEqual(['Interac E-Transfer', 'Direct Deposit', 'Cash', 'Cheque']);
    await press('Create Invoice');
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Missing Information', description: 'Please fill in all required fields.' }),
    );
    expect(field(/^Customer Name/)).toHaveFocus();
    for (const name of [/^Customer Name/, /^Service Type/, /^Service Date/, /^Due Date/, /^Subtotal/])
      expect(field(name)).toHaveAccessibleDescription(/Please/);
    expect(field(/^Customer Email/)).toBeValid();
    expect(office.sent('invoices.create')).toEqual([]);
  });

  test('takes the days for a due date from the settings, works out the taxes and is created with the days as they were typed', async () => {
    const office = openOffice();
    const page = await openForm();
    fillIn();
    expect(field(/^Due Date/)).toHaveValue('2026-12-06');
    change(/^Service Date/, '2026-11-10');
    expect(field(/^Due Date/)).toHaveValue('2026-12-04');
    change(/^Due Date/, '2026-12-31');
    change(/^Service Date/, '2026-11-22');
    expect(field(/^Due Date/)).toHaveValue('2026-12-31');
    for (const amount of ['$149.99', '$18.00', '$10.50', '$178.49']) expect(summary().getByText(amount)).toBeInTheDocument();
    await press('Create Invoice');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Invoice Created' }));
    expect(office.sent('invoices.create')).toEqual([
      {
        customerName: 'Zoë Ångström',
        customerEmail: '',
        customerPhone: '',
        customerAddress: '',
        serviceType: 'Deep Cleaning',
        serviceDescription: '',
        serviceDate: '2026-11-22',
        dueDate: '2026-12-31',
        subtotal: '149.99',
        items: [],
        paymentMethod: null,
        notes: '',
        status: 'pending',
        idempotencyKey: expect.any(String),
      },
    ]);
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('made of lines has their sum as its subtotal, which nobody types', async () => {
    const office = openOffice({}, { 'settings.get': () => ({ taxProfile: 'bc-current', invoiceDueDays: 14 }) });
    openPage('/invoices?new=1');
    await screen.findByText('GST (5%)');
    fillIn();
    await press('Add Line Item');
    expect(await screen.findByLabelText(/^Line Description/)).toHaveFocus();
    change(/^Line Description/, 'Rooms');
    change(/^Quantity/, '2');
    change(/^Price/, '10.55');
    await press('Add Line Item');
    fireEvent.change(screen.getAllByLabelText(/^Line Description/)[1] as HTMLElement, { target: { value: 'Cleaner' } });
    fireEvent.change(screen.getAllByLabelText(/^Price/)[1] as HTMLElement, { target: { value: '100' } });
    await userEvent.click(screen.getAllByLabelText('Goods, not a service')[1] as HTMLElement);
    expect(field(/^Subtotal/)).toHaveValue('121.10');
    expect(field(/^Subtotal/)).toHaveAttribute('readonly');
    for (const amount of ['$121.10', '$6.06', '$7.00', '$134.16']) expect(summary().getByText(amount)).toBeInTheDocument();
    await press(/^Save as Draft/);
    await waitFor(() => expect(lastToast()?.description).toContain('kept as a draft'));
    expect(office.sent('invoices.create')[0]).toMatchObject({
      status: 'draft',
      subtotal: '121.10',
      items: [
        { description: 'Rooms', quantity: '2', price: '10.55', isGoods: false },
        { description: 'Cleaner', quantity: '1', price: '100', isGoods: true },
      ],
    });
  });

  test('without its last line is typed again', async () => {
    openOffice();
    await openForm();
    fillIn();
    await press('Add Line Item');
    expect(field(/^Subtotal/)).toHaveValue('0.00');
    await press(/^Remove/);
    expect(field(/^Subtotal/)).toHaveValue('149.99');
  });

  test('takes name and contact from a client that is found', async () => {
    const office = openOffice();
    await openForm();
    await userEvent.type(screen.getByLabelText('Find a Client'), 'ada');
    await press(/^Ada Low/);
    expect([/^Customer Name/, /^Customer Email/, /^Customer Phone/, /^Customer Address/].map((name) => field(name).value)).toEqual([
      'Ada Low',
      'ada@example.com',
      '250 555 0101',
      '7 Pine St, Kamloops',
    ]);
    expect(screen.queryByRole('button', { name: /^Ada Low/ })).toBeNull();
    expect(office.sent('clients.list').at(-1)).toEqual({ search: 'ada', limit: 5 });
  });

  test('is still there after the session ended, with the same key, until it is created or cleared', async () => {
    const office = openOffice({}, { 'invoices.create': () => Promise.reject(new Refusal(401, 'Please log in.')) });
    await openForm();
    fillIn();
    await press('Create Invoice');
    await waitFor(() => expect(office.sent('invoices.create')).toHaveLength(1));
    cleanup();
    await openForm();
    expect(screen.getByText(/We kept what you typed/)).toBeInTheDocument();
    expect(field(/^Customer Name/)).toHaveValue('Zoë Ångström');
    office.handlers['invoices.create'] = () => INVOICE;
    await press('Create Invoice');
    await waitFor(() => expect(office.sent('invoices.create')).toHaveLength(2));
    const [first, second] = office.sent('invoices.create').map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  });

  test('that was kept can be cleared', async () => {
    openOffice();
    await openForm();
    fillIn();
    cleanup();
    await openForm();
    await press('Clear');
    expect(field(/^Customer Name/)).toHaveValue('');
    expect(screen.queryByText(/We kept what you typed/)).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('whose key stands for another one already says so and takes a new key', async () => {
    const office = openOffice({}, { 'invoices.create': () => Promise.reject(new Refusal(422, 'This Idempotency-Key was used.')) });
    await openForm();
    fillIn();
    for (const tries of [1, 2]) {
      await press('Create Invoice');
      await waitFor(() => expect(office.sent('invoices.create')).toHaveLength(tries));
      await waitFor(() => expect(lastToast()?.title).toBe('Please look at the list'));
      await screen.findByRole('button', { name: 'Create Invoice' });
    }
    const [first, second] = office.sent('invoices.create').map(({ idempotencyKey }) => idempotencyKey);
    expect(second).not.toBe(first);
  });

  test.each([
    [500, 'Something went wrong.', 'Failed to create invoice. Please try again.'],
    [409, 'No more numbers.', 'No more numbers.'],
  ])('that fails with %i is told', async (status, message, told) => {
    openOffice({}, { 'invoices.create': () => Promise.reject(new Refusal(status, message)) });
    await openForm();
    fillIn();
    await press('Create Invoice');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: told }));
    expect(field(/^Customer Name/)).toHaveValue('Zoë Ångström');
  });
});

describe('a change of an invoice', () => {
  test('begins with what it says, and sends no money that stayed', async () => {
    const office = openOffice({ serviceType: 'Post-construction Cleaning', paymentMethod: 'card', taxProfile: 'bc-current', hstRate: 500 });
    const page = openPage('/invoices?invoice=5&edit=1');
    expect(await screen.findByLabelText(/^Service Type/)).toHaveValue('Post-construction Cleaning');
    expect(field(/^Payment Method/)).toHaveValue('card');
    expect(summary().getByText('GST (5%)')).toBeInTheDocument();
    change(/^Notes/, 'Side door.');
    await press('Save Changes');
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Saved'));
    const [sent] = office.sent('invoices.update');
    expect(sent).toMatchObject({ id: 5, notes: 'Side door.', serviceDate: '2026-11-10', dueDate: '2026-12-10', paymentMethod: 'card' });
    for (const money of ['subtotal', 'items']) expect(sent).not.toHaveProperty(money);
    await waitFor(() => expect(page.search()).toEqual({ invoice: '5' }));
  });

  test('of its money is taxed by the rates of today, as the form says', async () => {
    const office = openOffice({ taxProfile: 'bc-current', hstRate: 500 });
    openPage('/invoices?invoice=5&edit=1');
    await screen.findByLabelText(/^Subtotal/);
    change(/^Subtotal/, '200');
    expect(await screen.findByText('HST (12%)')).toBeInTheDocument();
    expect(summary().getByText('$238.00')).toBeInTheDocument();
    await press('Save Changes');
    await waitFor(() => expect(office.sent('invoices.update')[0]).toMatchObject({ subtotal: '200', items: [] }));
  });

  test('of what somebody else changed meanwhile is refused, says so, and begins anew with the newer one', async () => {
    const office = openOffice();
    openPage('/invoices?invoice=5&edit=1');
    await screen.findByLabelText(/^Subtotal/);
    change(/^Notes/, 'Side door.');
    const newer = { ...INVOICE, updatedAt: '2026-11-20T20:06:00.000Z', notes: 'Back door.' };
    office.handlers['invoices.get'] = () => newer;
    office.handlers['invoices.update'] = ({ updatedAtWas }) => {
      if (updatedAtWas === newer.updatedAt) return { ...newer, notes: 'Side door.' };
      throw new Refusal(409, 'Invoice SPC005 was changed meanwhile. Please look at it again.');
    };
    await press('Save Changes');
    expect(await screen.findByRole('alert')).toHaveTextContent('This invoice was changed meanwhile.');
    expect(office.sent('invoices.update')[0]).toMatchObject({ updatedAtWas: INVOICE.updatedAt });
    // Sent again it is the same change of the same version.
    await press('Save Changes');
    await waitFor(() => expect(office.sent('invoices.update')[1]).toMatchObject({ updatedAtWas: INVOICE.updatedAt }));
    await press('Load the Newer One');
    await waitFor(() => expect(field(/^Notes/)).toHaveValue('Back door.'));
    expect(screen.queryAllByRole('alert')).toHaveLength(0);
    change(/^Notes/, 'Side door.');
    await press('Save Changes');
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Saved'));
  });

  test('that was typed before somebody else changed it is still a change of the older one', async () => {
    openOffice();
    openPage('/invoices?invoice=5&edit=1');
    await screen.findByLabelText(/^Subtotal/);
    change(/^Notes/, 'Side door.');
    cleanup();
    const office = openOffice({ updatedAt: '2026-11-20T20:06:00.000Z' });
    openPage('/invoices?invoice=5&edit=1');
    expect(await screen.findByRole('alert')).toHaveTextContent('This invoice was changed meanwhile.');
    await press('Save Changes');
    await waitFor(() => expect(office.sent('invoices.update')[0]).toMatchObject({ updatedAtWas: INVOICE.updatedAt }));
  });

  test('names no tax that has no rate', async () => {
    openOffice({ taxProfile: 'bc-current', hstRate: 500, pstRate: 0, hstAmount: '5.00', pstAmount: '0.00', totalAmount: '105.00' });
    openPage('/invoices?invoice=5&edit=1');
    await screen.findByLabelText(/^Subtotal/);
    expect(summary().getByText('GST (5%)')).toBeInTheDocument();
    expect(summary().queryAllByText(/PST/)).toHaveLength(0);
  });

  test('of its money keeps its rates once something is paid', async () => {
    openOffice({ ...PART_PAID, taxProfile: 'bc-current', hstRate: 500, pstRate: 0, hstAmount: '5.00', pstAmount: '0.00' });
    openPage('/invoices?invoice=5&edit=1');
    await screen.findByLabelText(/^Subtotal/);
    change(/^Subtotal/, '200');
    expect(await summary().findByText('$210.00')).toBeInTheDocument();
    expect(summary().getByText('GST (5%)')).toBeInTheDocument();
  });

  test('is not offered once it is paid', async () => {
    openOffice(PAID);
    openPage('/invoices?invoice=5&edit=1');
    expect(await screen.findByText('This invoice is paid')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });
});
