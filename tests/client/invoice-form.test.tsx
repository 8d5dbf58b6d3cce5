import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { test as base, expect } from 'vitest';
import { draftOfJob } from '../support/invoices';
import { openEmpty, openPage, summary } from '../support/invoices-page';
import { addJob, addPeople } from '../support/jobs';
import { change, field, lastToast, loseAnswer, press, refuse } from '../support/office';

const test = base.extend('office', () => openEmpty());

/** Fills in all that is required. */
const fillIn = () => {
  change(/^Customer Name/, 'Zoë Ångström');
  change(/^Service Type/, 'Deep Cleaning');
  change(/^Service Date/, '2026-11-22');
  change(/^Subtotal/, '149.99');
};
const openForm = async () => {
  const page = openPage('/invoices?new=1');
  await screen.findByText('SPC001');
  await screen.findByText('HST (12%)');
  return page;
};
const stored = async ({ admin }: Awaited<ReturnType<typeof openEmpty>>) => (await admin.invoices.list({})).rows;
const drafts = () => Object.keys(localStorage).filter((key) => key !== 'adminToken');

test('offers the documented services and methods, and names missing fields', async ({ office }) => {
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

test('begins with today and the payment term, computes the taxes, and stores the typed days', async ({ office }) => {
  const page = await openForm();
  expect(field(/^Service Date/)).toHaveValue('2026-11-20');
  expect(field(/^Due Date/)).toHaveValue('2026-12-04');
  fillIn();
  expect(field(/^Due Date/)).toHaveValue('2026-12-04');
  change(/^Due Date/, '2026-12-31');
  for (const amount of ['$149.99', '$18.00', '$10.50', '$178.49']) expect(summary().getByText(amount)).toBeInTheDocument();
  await press('Create Invoice');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Invoice Created' }));
  expect(await stored(office)).toMatchObject([
    {
      customerName: 'Zoë Ångström',
      customerEmail: null,
      serviceType: 'Deep Cleaning',
      serviceDate: '2026-11-22',
      dueDate: '2026-12-31',
      subtotal: '149.99',
      totalAmount: '178.49',
      items: [],
      paymentMethod: null,
      status: 'pending',
    },
  ]);
  await waitFor(() => expect(page.search()).toEqual({}));
});

test('adds up its lines to the subtotal, which is read-only then', async () => {
  const office = await openEmpty({ taxProfile: 'bc-current' });
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
  await waitFor(() => expect(lastToast()?.description).toContain('saved as a draft'));
  expect(await stored(office)).toMatchObject([
    {
      status: 'draft',
      subtotal: '121.10',
      totalAmount: '134.16',
      items: [
        { description: 'Rooms', quantity: 2, price: '10.55', isGoods: false },
        { description: 'Cleaner', quantity: 1, price: '100.00', isGoods: true },
      ],
    },
  ]);
});

test('keeps the total when the first line is added, which takes over the typed subtotal and the service', async () => {
  const office = await openEmpty();
  await openForm();
  fillIn();
  await press('Add Line Item');
  expect([/^Line Description/, /^Quantity/, /^Price/].map((name) => field(name).value)).toEqual(['Deep Cleaning', '1', '149.99']);
  expect(field(/^Subtotal/)).toHaveValue('149.99');
  expect(summary().getByText('$178.49')).toBeInTheDocument();
  await press('Add Line Item');
  const prices = screen.getAllByLabelText(/^Price/).map((input) => (input as HTMLInputElement).value);
  expect(prices).toEqual(['149.99', '']);
  await press(/^Remove, line 2/);
  await press('Create Invoice');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Invoice Created' }));
  const items = [{ description: 'Deep Cleaning', quantity: 1, price: '149.99' }];
  expect(await stored(office)).toMatchObject([{ subtotal: '149.99', totalAmount: '178.49', items }]);
});

test('takes a typed subtotal again when its last line is removed', async () => {
  await openEmpty();
  await openForm();
  fillIn();
  await press('Add Line Item');
  expect(field(/^Subtotal/)).toHaveAttribute('readonly');
  await press(/^Remove/);
  expect(field(/^Subtotal/)).not.toHaveAttribute('readonly');
  expect(field(/^Subtotal/)).toHaveValue('149.99');
});

test('fills in name and contact from a client of the search', async ({ office }) => {
  await office.admin.clients.create({
    name: 'Ada Low',
    email: 'ada@example.com',
    phone: '250 555 0101',
    address: '7 Pine St, Kamloops',
  });
  await openForm();
  change(/^Find a Client/, 'ada');
  await press(/^Ada Low/);
  expect([/^Customer Name/, /^Customer Email/, /^Customer Phone/, /^Customer Address/].map((name) => field(name).value)).toEqual([
    'Ada Low',
    'ada@example.com',
    '250 555 0101',
    '7 Pine St, Kamloops',
  ]);
  expect(screen.queryByRole('button', { name: /^Ada Low/ })).toBeNull();
});

test('keeps its values and its key when the session ended, until it is stored or cleared', async ({ office }) => {
  office.fail('invoices.create', refuse(401, 'Please log in.'));
  await openForm();
  fillIn();
  await press('Create Invoice');
  await waitFor(() => expect(office.sent('invoices.create')).toHaveLength(1));
  cleanup();
  await openForm();
  expect(screen.getByText(/We kept what you typed/)).toBeInTheDocument();
  expect(field(/^Customer Name/)).toHaveValue('Zoë Ångström');
  office.repair('invoices.create');
  await press('Create Invoice');
  await waitFor(() => expect(office.sent('invoices.create')).toHaveLength(2));
  const [first, second] = office.sent('invoices.create').map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  await waitFor(() => expect(drafts()).toEqual([]));
  cleanup();
  openPage('/invoices?new=1');
  await screen.findByText('SPC002');
  fillIn();
  cleanup();
  openPage('/invoices?new=1');
  await press('Clear');
  expect(field(/^Customer Name/)).toHaveValue('');
  expect(screen.queryByText(/We kept what you typed/)).toBeNull();
  expect(drafts()).toEqual([]);
});

test('reports an earlier stored try if its values changed since, and uses a new key', async ({ office }) => {
  office.fail('invoices.create', loseAnswer);
  await openForm();
  fillIn();
  await press('Create Invoice');
  await waitFor(() => expect(lastToast()?.description).toBe('Failed to create invoice. Please try again.'));
  office.repair('invoices.create');
  change(/^Subtotal/, '159.99');
  await press('Create Invoice');
  await waitFor(() => expect(lastToast()?.title).toBe('Please look at the list'));
  expect(await stored(office)).toMatchObject([{ subtotal: '149.99' }]);
  await press('Create Invoice');
  await waitFor(() => expect(lastToast()?.title).toBe('Invoice Created'));
  const [first, second, third] = office.sent('invoices.create').map(({ idempotencyKey }) => idempotencyKey);
  expect([second === first, third === first]).toEqual([true, false]);
});

test.each([
  [500, 'Something went wrong.', 'Failed to create invoice. Please try again.'],
  [409, 'No more numbers.', 'No more numbers.'],
])('shows a toast when it fails with %i', async (status, message, shown) => {
  (await openEmpty()).fail('invoices.create', refuse(status, message));
  await openForm();
  fillIn();
  await press('Create Invoice');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: shown }));
  expect(field(/^Customer Name/)).toHaveValue('Zoë Ångström');
});

test('fills in the fields of a job without a price, and focuses the empty subtotal', async ({ office }) => {
  addPeople(office);
  addJob(office, 1, {
    row: { status: 'completed', completed_date: '2026-11-18T20:00:00.000Z', service_type: 'deep-cleaning' },
  });
  openPage('/invoices?new=1&order=1');
  await waitFor(() => expect(field(/^Subtotal/)).toHaveFocus());
  expect(field(/^Subtotal/)).toHaveValue('');
  for (const [name, value] of [
    [/^Customer Name/, 'Maria Santos'],
    [/^Service Date/, '2026-11-18'],
    [/^Due Date/, '2026-12-04'],
  ] as const)
    expect(field(name)).toHaveValue(value);
  await press('Create Invoice');
  await waitFor(() => expect(field(/^Subtotal/)).toHaveAccessibleDescription(/Please/));
  expect(await stored(office)).toEqual([]);
  change(/^Subtotal/, '149');
  await press('Create Invoice');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Invoice Created' }));
  expect(await stored(office)).toMatchObject([{ workOrderId: 1, serviceType: 'Deep Cleaning', subtotal: '149.00', status: 'pending' }]);
});

test('shows the price of similar jobs beside the empty subtotal of a job, and does not fill it in', async ({ office }) => {
  addPeople(office);
  const done = { status: 'completed', completed_date: '2026-11-18T20:00:00.000Z', actual_duration: 100 };
  for (const id of [1, 2, 3, 4, 5]) addJob(office, id, { row: { ...done, total_amount_cents: 120_00 } });
  addJob(office, 6, { row: done });
  const suggested = async (workOrderId: number) => (await office.admin.invoices.forJob({ workOrderId })).suggested;
  expect([await suggested(1), await suggested(6)]).toEqual([null, '120.00']);
  openPage('/invoices?new=1&order=6');
  await waitFor(() => expect(field(/^Subtotal/)).toHaveFocus());
  expect(field(/^Subtotal/)).toHaveValue('');
  expect(field(/^Subtotal/)).toHaveAccessibleDescription('Before taxes. Similar jobs suggest $120.00.');
});

test('links to the existing invoice of a job', async ({ office }) => {
  addPeople(office);
  addJob(office, 1, { isBooked: true });
  await draftOfJob(office, { bookingId: 1 });
  openPage('/invoices?new=1&booking=1');
  expect(await screen.findByRole('link', { name: 'Open the Invoice' })).toHaveAttribute('href', '/invoices?invoice=1');
});
