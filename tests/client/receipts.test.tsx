import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.receipts';
import type { Receipt } from '../../src/shared/invoices-schemas';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const RECEIPT: Receipt = {
  id: 9,
  receiptNumber: 'SPC-RCP009',
  invoiceId: 5,
  invoiceNumber: 'SPC005',
  orderNumber: null,
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  paymentMethod: 'card',
  subtotal: '1000.00',
  hstAmount: '120.00',
  pstAmount: '70.00',
  amountPaid: '1190.00',
  paymentDate: '2026-11-20',
  description: 'Windows at Seymour St',
  isRefund: false,
  refundOfId: null,
  refunded: '0.00',
  taxProfile: 'documented',
  hstRate: 1200,
  pstRate: 700,
  createdAt: '2026-11-20T20:05:00.000Z',
  voidedAt: null,
};
const UNTAXED = { subtotal: '1190.00', hstAmount: '0.00', pstAmount: '0.00' };
const REFUND = { ...UNTAXED, id: 10, receiptNumber: 'SPC-RCP010', isRefund: true, refundOfId: 9, customerEmail: null, invoiceId: null };

/** An office with some receipts. */
const openOffice = (receipts: Partial<Receipt>[] = [{}], more: Parameters<typeof fakeCalls>[0] = {}) =>
  fakeCalls({
    'invoices.listReceipts': () => ({ rows: receipts.map((change) => ({ ...RECEIPT, ...change })), nextCursor: null }),
    'invoices.receiptSummary': () => ({ totalReceipts: 3, totalPayments: '2380.00', refunds: 0, netOfRefunds: '2380.00' }),
    'invoices.getReceipt': ({ id }) => ({ ...RECEIPT, ...receipts[0], id }),
    'invoices.createReceipt': (input) => ({ ...RECEIPT, ...input, receiptNumber: 'SPC-RCP011' }),
    'invoices.emailReceipt': () => ({ success: true, isStored: false }),
    'invoices.deleteReceipt': () => ({ success: true }),
    'settings.get': () => ({ taxProfile: 'documented', invoiceDueDays: 14 }),
    ...more,
  });
const openPage = (address = '/receipts') => openStaffPage(Route, address);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const change = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const card = async (number = 'SPC-RCP009') => (await screen.findByRole('heading', { name: number })).closest('li') as HTMLElement;

beforeEach(() => {
  // An evening in Kamloops that is the next day already where the tests run and in UTC.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:30:00.000Z') });
});

describe('the list of receipts', () => {
  test('says that it is loading, and then what it is and what all comes to', async () => {
    let answer = () => undefined as unknown;
    const totals = { totalReceipts: 3, totalPayments: '2380.00', refunds: 0, netOfRefunds: '2380.00' };
    openOffice([{}], { 'invoices.receiptSummary': () => new Promise((done) => (answer = () => done(totals))) });
    openPage();
    expect(await screen.findByRole('heading', { level: 1, name: 'Loading receipts...' })).toBeInTheDocument();
    answer();
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt Management' })).toBeInTheDocument();
    for (const words of ['Track payments and generate receipts for services', 'Total Receipts: 3', 'Total Payments: $2,380.00'])
      expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText(/^Net of refunds/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Create Receipt' })).toBeInTheDocument();
  });

  test.each([
    ['1190.00', 'Net of refunds: $1,190.00'],
    ['-50.00', 'Net of refunds: −$50.00'],
  ])('says what is left when refunds are taken off: %s', async (netOfRefunds, told) => {
    openOffice([{}], {
      'invoices.receiptSummary': () => ({ totalReceipts: 3, totalPayments: '2380.00', refunds: 1, netOfRefunds }),
    });
    openPage();
    expect(await screen.findByText(told)).toBeInTheDocument();
  });

  test('shows a payment with its taxes, its day and its invoice', async () => {
    openOffice();
    openPage();
    const shown = await card();
    for (const words of ['Paid', 'Maria Santos', 'Credit/Debit Card', 'November 20, 2026', '$1,190.00', 'Windows at Seymour St'])
      expect(shown).toHaveTextContent(words);
    const taxes = [...shown.querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(taxes).toEqual(['Subtotal$1,000.00', 'HST (12%)$120.00', 'BC PST (7%)$70.00']);
    expect(shown).not.toHaveTextContent('−$');
    expect(within(shown).queryByText('Refund', { selector: 'span' })).toBeNull();
    expect(within(shown).getByRole('link', { name: 'Invoice SPC005' })).toHaveAttribute('href', '/invoices?invoice=5');
    expect(within(shown).getByRole('link', { name: /^Refund/ })).toHaveAttribute('href', '/receipts?new=1&refund=9');
  });

  test('names no tax that has no rate', async () => {
    openOffice([{ taxProfile: 'bc-current', hstRate: 500, pstRate: 0, hstAmount: '50.00', pstAmount: '0.00' }]);
    openPage();
    const shown = await card();
    expect(shown).toHaveTextContent('GST (5%)');
    expect(shown).not.toHaveTextContent('PST');
  });

  test('shows a refund with a minus and both badges, without taxes that are none and without an e-mail to nobody', async () => {
    openOffice([REFUND]);
    openPage();
    const shown = await card('SPC-RCP010');
    for (const words of ['Refund', 'Paid', '−$1,190.00']) expect(shown).toHaveTextContent(words);
    expect(shown.querySelector('dl')).toBeNull();
    expect(within(shown).queryByRole('button', { name: /^Email to Customer/ })).toBeNull();
    expect(within(shown).queryByRole('link', { name: /^Refund,/ })).toBeNull();
    expect(within(shown).getByRole('link', { name: 'Refunded receipt' })).toHaveAttribute('href', '/receipts?receipt=9');
  });

  test('offers no refund of what went back already, and says how much did', async () => {
    openOffice([{ refunded: '1190.00' }]);
    openPage();
    const shown = await card();
    expect(shown).toHaveTextContent('$1,190.00 of it went back as a refund.');
    expect(within(shown).queryByRole('link', { name: /^Refund/ })).toBeNull();
  });

  test('is filtered and searched, as its address says', async () => {
    const office = openOffice();
    const page = openPage('/receipts?search=maria');
    await card();
    await press('Refunds');
    await waitFor(() => expect(page.search()).toEqual({ view: 'refunds', search: 'maria' }));
    await waitFor(() => expect(office.sent('invoices.listReceipts').at(-1)).toEqual({ limit: 25, view: 'refunds', search: 'maria' }));
  });

  test('without receipts asks for the first one; without a match leads back to all', async () => {
    openOffice([]);
    const page = openPage('/receipts?view=refunds');
    expect(await screen.findByText('No receipts match')).toBeInTheDocument();
    await press('Show All Receipts');
    expect(await screen.findByText('No receipts yet')).toBeInTheDocument();
    expect(screen.getByText('Create your first receipt to track payments.')).toBeInTheDocument();
    await press('Create First Receipt');
    await waitFor(() => expect(page.search()).toEqual({ new: '1' }));
  });

  test('shows one alone where a link led to it', async () => {
    const office = openOffice();
    const page = openPage('/receipts?receipt=9');
    await card();
    expect(office.sent('invoices.listReceipts')).toEqual([]);
    await press('Show All Receipts');
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('says of one that is gone that it is', async () => {
    openOffice([], { 'invoices.getReceipt': () => Promise.reject(new Refusal(404, 'This receipt does not exist.')) });
    openPage('/receipts?receipt=99');
    expect(await screen.findByText('No such receipt')).toBeInTheDocument();
  });
});

describe('a receipt', () => {
  test('is saved as a file named after it and the day in Kamloops, with the hint how to make a PDF of it', async () => {
    openOffice();
    openPage();
    await card();
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    const calls = vi.mocked(fetch);
    calls.mockImplementation(() => Promise.resolve(new Response('<p>')));
    await press(/^Download/);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Receipt Downloaded', description: expect.stringContaining("browser's print function") }),
    );
    await press(/^PDF/);
    await waitFor(() => expect(names).toEqual(['Receipt_SPC-RCP009_2026-11-20.html', 'Receipt_SPC-RCP009_2026-11-20.pdf']));
    expect(calls.mock.calls.slice(-2).map(([address]) => address)).toEqual([
      '/documents/receipt/9?download=1',
      '/documents/receipt/9.pdf?download=1',
    ]);
  });

  test('goes to its customer with one press', async () => {
    let answer = () => undefined as unknown;
    const office = openOffice([{}], {
      'invoices.emailReceipt': () => new Promise((done) => (answer = () => done({ success: true, isStored: true }))),
    });
    openPage();
    await press(/^Email to Customer/);
    expect(await screen.findByRole('button', { name: /^Sending\.\.\./ })).toHaveFocus();
    answer();
    await waitFor(() => expect(lastToast()?.title).toBe('Email Sent'));
    expect(lastToast()?.description).toContain('kept in the outbox: no mail server configured');
    expect(office.sent('invoices.emailReceipt')).toEqual([{ receiptId: 9, customerEmail: 'maria@example.com' }]);
  });

  test('is shown without its actions once it is voided', async () => {
    const office = openOffice([{ voidedAt: '2026-11-20T20:05:00.000Z' }]);
    openPage('/receipts?view=voided');
    const card = within((await screen.findByRole('heading', { name: 'SPC-RCP009' })).closest('li') as HTMLElement);
    expect(card.getByText('Voided')).toBeInTheDocument();
    expect(card.queryByText('Paid')).toBeNull();
    expect(card.getAllByRole('button').map((button) => button.textContent)).toEqual(['Download, SPC-RCP009', 'PDF, SPC-RCP009']);
    expect(office.sent('invoices.listReceipts')).toMatchObject([{ view: 'voided' }]);
  });

  test('is voided after a question that says what becomes of its amount', async () => {
    let answer = () => undefined as unknown;
    const office = openOffice([{}], { 'invoices.deleteReceipt': () => new Promise((done) => (answer = () => done({ success: true }))) });
    openPage();
    await press(/^Delete/);
    expect(
      within(await screen.findByRole('alertdialog')).getByText(
        'Are you sure you want to delete receipt SPC-RCP009? This action cannot be undone.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByText(/kept with its number, and left out of all sums\. The amount is open again on invoice/)).toBeInTheDocument();
    await press('Delete Receipt');
    expect(await screen.findByRole('button', { name: /^Deleting\.\.\./ })).toBeInTheDocument();
    answer();
    await waitFor(() => expect(lastToast()?.title).toBe('Receipt Deleted'));
    expect(office.sent('invoices.deleteReceipt')).toEqual([{ id: 9 }]);
  });

  test.each([
    ['invoices.emailReceipt', /^Email to Customer/, undefined, 'Failed to send receipt email. Please try again.'],
    ['invoices.deleteReceipt', /^Delete/, 'Delete Receipt', 'Failed to delete receipt. Please try again.'],
  ])('tells in the documented words that %s failed', async (call, button, confirm, told) => {
    openOffice([{}], { [call]: () => Promise.reject(new Refusal(500, 'No.')) });
    openPage();
    await press(button);
    if (confirm) await press(confirm);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: told, kind: 'destructive' }));
  });
});

describe('a new receipt', () => {
  const openForm = async (address = '/receipts?new=1') => {
    const page = openPage(address);
    await screen.findByLabelText(/^Customer Name/);
    return page;
  };
  const fillIn = () => {
    change(/^Customer Name/, 'Ada Low');
    change(/^Payment Method/, 'e-transfer');
    change(/^Amount Paid/, '119.00');
    change(/^Description/, 'Gift card');
  };

  test('offers the four documented methods, begins today and says what is missing', async () => {
    const office = openOffice();
    const page = await openForm();
    expect(screen.getByRole('heading', { level: 1, name: 'Create New Receipt' })).toBeInTheDocument();
    expect([...field(/^Payment Method/).querySelectorAll('option')].map((option) => option.textContent).slice(1)).toEqual([
      'Cash',
      'Credit/Debit Card',
      'E-Transfer',
      'Cheque',
    ]);
    expect(field(/^Payment Date/)).toHaveValue('2026-11-20');
    change(/^Payment Date/, '');
    await press('Create Receipt');
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Missing Information', description: 'Please fill in all required fields.' }),
    );
    for (const name of [/^Customer Name/, /^Payment Method/, /^Amount Paid/, /^Payment Date/, /^Description/])
      expect(field(name)).toHaveAccessibleDescription(/Please/);
    expect(office.sent('invoices.createReceipt')).toEqual([]);
    await press('Back to Receipts');
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('is created with no e-mail address where none is typed, and its day as it was typed', async () => {
    const office = openOffice();
    const page = await openForm();
    fillIn();
    change(/^Payment Date/, '2026-11-18');
    await press('Create Receipt');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Receipt Created', description: 'SPC-RCP011 for Ada Low, $119.00.' }));
    expect(office.sent('invoices.createReceipt')).toEqual([
      {
        customerName: 'Ada Low',
        customerEmail: null,
        paymentMethod: 'e-transfer',
        amountPaid: '119.00',
        paymentDate: '2026-11-18',
        description: 'Gift card',
        isRefund: false,
        includesTax: false,
        refundOfId: null,
        idempotencyKey: expect.any(String),
      },
    ]);
    await waitFor(() => expect(page.search()).toEqual({}));
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('shows the taxes that its amount holds, where it says so', async () => {
    const office = openOffice();
    await openForm();
    fillIn();
    expect(screen.queryByText('HST (12%)')).toBeNull();
    await userEvent.click(screen.getByLabelText('Amount includes tax'));
    const [subtotal, hst, pst] = [...((await screen.findByText('HST (12%)')).closest('dl') as HTMLElement).children];
    expect([subtotal, hst, pst].map((row) => row?.textContent)).toEqual(['Subtotal$100.00', 'HST (12%)$12.00', 'BC PST (7%)$7.00']);
    await press('Create Receipt');
    await waitFor(() => expect(office.sent('invoices.createReceipt')[0]).toMatchObject({ includesTax: true }));
  });

  test('of a refund names the receipt whose money goes back, and takes what is left of it', async () => {
    const office = openOffice([{ refunded: '190.00' }]);
    await openForm();
    await userEvent.click(screen.getByLabelText('This is a refund'));
    await userEvent.type(screen.getByLabelText('Refunded Receipt'), 'maria');
    await press(/^SPC-RCP009, Maria Santos/);
    expect(office.sent('invoices.listReceipts').at(-1)).toEqual({ view: 'payments', search: 'maria', limit: 5 });
    expect(field(/^Amount Paid/)).toHaveValue(1000);
    expect(field(/^Customer Name/)).toHaveValue('Maria Santos');
    expect(await screen.findByText('Up to $1,000.00 can go back.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Amount includes tax')).toBeNull();
    change(/^Payment Method/, 'cash');
    change(/^Description/, 'Two windows');
    await press('Create Receipt');
    await waitFor(() => expect(office.sent('invoices.createReceipt')[0]).toMatchObject({ isRefund: true, refundOfId: 9 }));
  });

  test('that is no refund after all names none', async () => {
    const office = openOffice();
    await openForm('/receipts?new=1&refund=9');
    await userEvent.click(screen.getByLabelText('This is a refund'));
    await press('Create Receipt');
    await waitFor(() => expect(office.sent('invoices.createReceipt')[0]).toMatchObject({ isRefund: false, refundOfId: null }));
  });

  test('of a receipt that is to be refunded is filled in with it, also by a method that the form does not offer', async () => {
    const office = openOffice([{ paymentMethod: 'direct-deposit', refunded: '90.10' }]);
    await openForm('/receipts?new=1&refund=9');
    expect(field(/^Amount Paid/)).toHaveValue(1099.9);
    expect(field(/^Payment Method/)).toHaveValue('direct-deposit');
    expect(screen.getByLabelText('This is a refund')).toBeChecked();
    await press('Create Receipt');
    await waitFor(() => expect(lastToast()?.description).toBe('SPC-RCP011 for Maria Santos, −$1,099.90.'));
    expect(office.sent('invoices.createReceipt')[0]).toMatchObject({
      customerEmail: 'maria@example.com',
      paymentMethod: 'direct-deposit',
      amountPaid: '1099.90',
      description: 'Refund of receipt SPC-RCP009',
      isRefund: true,
      refundOfId: 9,
    });
  });

  test('is still there after the session ended, with the same key', async () => {
    const office = openOffice([{}], { 'invoices.createReceipt': () => Promise.reject(new Refusal(401, 'Please log in.')) });
    await openForm();
    fillIn();
    await press('Create Receipt');
    await waitFor(() => expect(office.sent('invoices.createReceipt')).toHaveLength(1));
    cleanup();
    await openForm();
    expect(field(/^Description/)).toHaveValue('Gift card');
    await press('Create Receipt');
    await waitFor(() => expect(office.sent('invoices.createReceipt')).toHaveLength(2));
    const [first, second] = office.sent('invoices.createReceipt').map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
    await press('Clear');
    expect(field(/^Description/)).toHaveValue('');
  });

  test.each([
    [500, 'Something went wrong.', 'Failed to create receipt. Please try again.'],
    [409, 'Of receipt SPC-RCP009 at most $5.00 can be refunded.', 'Of receipt SPC-RCP009 at most $5.00 can be refunded.'],
  ])('that fails with %i is told', async (status, message, told) => {
    openOffice([{}], { 'invoices.createReceipt': () => Promise.reject(new Refusal(status, message)) });
    await openForm();
    fillIn();
    await press('Create Receipt');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: told }));
  });

  test('shows at its field what the server finds wrong', async () => {
    const wrong = [{ path: 'amountPaid', message: 'Please enter an amount above 0.' }];
    openOffice([{}], { 'invoices.createReceipt': () => Promise.reject(new Refusal(400, 'No.', wrong)) });
    await openForm();
    fillIn();
    await press('Create Receipt');
    await waitFor(() => expect(field(/^Amount Paid/)).toHaveAccessibleDescription('Please enter an amount above 0.'));
  });
});
