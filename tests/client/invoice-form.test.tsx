import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { INVOICE, openOffice, openPage, PAID, prepareInvoicesPage, press } from '../support/invoices-page';
import { lastToast, Refusal } from '../support/office';

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const change = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const summary = () => within(screen.getByRole('region', { name: 'Total' }));

prepareInvoicesPage();

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
    for (const name of [/^Service Date/, /^Due Date/]) change(name, '');
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

  test('is for today and due after the days of the settings, works out the taxes and is created with the days as they were typed', async () => {
    const office = openOffice();
    const page = await openForm();
    expect(field(/^Service Date/)).toHaveValue('2026-11-20');
    expect(field(/^Due Date/)).toHaveValue('2026-12-04');
    fillIn();
    expect(field(/^Due Date/)).toHaveValue('2026-12-04');
    change(/^Due Date/, '2026-12-31');
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

describe('the invoice of a job without a price', () => {
  const FACTS = {
    ...{ invoiceId: null, workOrderId: 3, bookingId: null, customerName: 'Maria Santos', customerEmail: null, customerPhone: null },
    ...{ customerAddress: '12 Seymour St', serviceType: 'Deep Cleaning', serviceDescription: null, notes: null },
    ...{ serviceDate: '2026-11-18', dueDate: '2026-12-04', subtotal: '' },
  };
  test('opens filled in but for the subtotal, where the cursor stands, and is created for the job', async () => {
    const office = openOffice({}, { 'invoices.forJob': () => FACTS });
    openPage('/invoices?new=1&order=3');
    await waitFor(() => expect(field(/^Subtotal/)).toHaveFocus());
    expect(office.sent('invoices.forJob')).toEqual([{ workOrderId: 3, bookingId: null }]);
    expect(field(/^Subtotal/)).toHaveValue('');
    for (const [name, value] of [
      [/^Customer Name/, 'Maria Santos'],
      [/^Service Date/, '2026-11-18'],
      [/^Due Date/, '2026-12-04'],
    ] as const)
      expect(field(name)).toHaveValue(value);
    await press('Create Invoice');
    await waitFor(() => expect(field(/^Subtotal/)).toHaveAccessibleDescription(/Please/));
    expect(office.sent('invoices.create')).toEqual([]);
    change(/^Subtotal/, '149');
    await press('Create Invoice');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Invoice Created' }));
    expect(office.sent('invoices.create')).toMatchObject([{ workOrderId: 3, bookingId: null, subtotal: '149', status: 'pending' }]);
  });
  test('leads to the one that is there already', async () => {
    openOffice({}, { 'invoices.forJob': () => ({ ...FACTS, invoiceId: 5 }) });
    openPage('/invoices?new=1&booking=7');
    expect(await screen.findByRole('link', { name: 'Open the Invoice' })).toHaveAttribute('href', '/invoices?invoice=5');
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

  test('of the money of a draft is taxed by the rates of today, as the form says', async () => {
    const office = openOffice({ status: 'draft', taxProfile: 'bc-current', hstRate: 500 });
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

  test('of its money keeps the rates of its issue', async () => {
    openOffice({ taxProfile: 'bc-current', hstRate: 500, pstRate: 0, hstAmount: '5.00', pstAmount: '0.00' });
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
