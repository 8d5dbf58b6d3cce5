import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.orders';
import type { StaffOrder } from '../../src/shared/store';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const AT = '2026-11-20T20:05:00.000Z';
const ORDER: StaffOrder = {
  id: 'abcdefghijklmnopqrstuv',
  orderNumber: 12,
  createdAt: AT,
  status: 'pending',
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '(250) 555-0133',
  shippingAddress: '12 Seymour St, Kamloops, V2C 2A1',
  paymentMethod: 'interac',
  taxReading: 'checkout-12',
  subtotal: '1039.90',
  taxAmount: '124.79',
  hstAmount: '124.79',
  pstAmount: '0.00',
  total: '1164.69',
  totalAmount: '1164.69',
  items: [
    { productId: 7, name: 'Squeegee', price: '19.95', quantity: 2 },
    { productId: 8, name: 'Backpack Vacuum', price: '1000.00', quantity: 1 },
  ],
  orderNotes: 'Side door, please.',
  paidDate: null,
  paidMethod: null,
  receiptId: null,
  receiptNumber: null,
  refunded: '0.00',
  refundDue: '0.00',
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  cancelReason: null,
  updatedAt: AT,
};
const PAID = { paidDate: '2026-11-18', paidMethod: 'cheque' } as const;

/** An office with one order that changes as the server would change it. */
function openOffice(change: Partial<StaffOrder> = {}, more: Parameters<typeof fakeCalls>[0] = {}) {
  let order = { ...ORDER, ...change };
  const byStatus = () => ({ pending: 3, processing: 4, shipped: 0, delivered: 1, cancelled: 2 });
  return fakeCalls({
    'store.listOrders': () => ({ rows: [order], nextCursor: null }),
    'store.countOrders': () => ({ byStatus: byStatus(), unpaid: 5 }),
    'store.getStaffOrder': () => order,
    'store.setOrderStatus': ({ status, reason }) => {
      order = {
        ...order,
        status: status as StaffOrder['status'],
        ...(status === 'cancelled' && { cancelledAt: AT, cancelReason: String(reason) }),
      };
      return order;
    },
    'store.setOrderPayment': ({ paid }) => {
      const mark = paid as { method: StaffOrder['paidMethod']; date: string } | null;
      order = { ...order, paidDate: mark?.date ?? null, paidMethod: mark?.method ?? null };
      return order;
    },
    ...more,
  });
}
const openPage = (address = '/orders') => openStaffPage(Route, address);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const dialog = () => screen.findByRole('dialog');

beforeEach(() => {
  // Noon in Kamloops; the tests' own zone is on the next day already.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

describe('the list of orders', () => {
  test('shows number, customer, items, total, status, payment, time and next step', async () => {
    openOffice();
    openPage();
    const row = (await screen.findByText('ORD-0012')).closest('li') as HTMLElement;
    for (const words of [
      'Maria Santos',
      'maria@example.com',
      '3 items: 2 × Squeegee, 1 × Backpack Vacuum',
      '$1,164.69',
      'pending',
      'Awaiting payment',
    ])
      expect(row).toHaveTextContent(words);
    expect(within(row).getByText(/Nov 20, 2026/)).toHaveAttribute('datetime', AT);
    expect(within(row).getByRole('button', { name: 'Mark Processing, ORD-0012' })).toBeInTheDocument();
    expect(within(row).getByRole('link', { name: 'ORD-0012' })).toHaveAttribute('href', '/orders?order=12');
  });

  test('shows counts per status and keeps the filter in the address', async () => {
    const office = openOffice();
    const page = openPage();
    await screen.findByText('ORD-0012');
    const filters = screen.getAllByRole('button', { pressed: false }).map((button) => button.textContent?.trim());
    expect(filters).toEqual(['To Ship 7', 'Pending 3', 'Processing 4', 'Shipped 0', 'Delivered 1', 'Cancelled 2', 'Unpaid 5', 'Paid']);
    expect(screen.getByRole('button', { name: 'All 10' })).toHaveAttribute('aria-pressed', 'true');
    await press('Processing 4');
    await press('Unpaid 5');
    await waitFor(() => expect(page.search()).toEqual({ status: 'processing', paid: 'no' }));
    await waitFor(() => expect(office.sent('store.listOrders').at(-1)).toEqual({ limit: 25, status: 'processing', isPaid: false }));
    expect(screen.getByRole('button', { name: 'Processing 4' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('switches between the to-ship view and a status, one at a time', async () => {
    const office = openOffice();
    const page = openPage('/orders?view=to-ship&status=shipped');
    await screen.findByText('ORD-0012');
    expect(office.sent('store.listOrders')).toEqual([{ limit: 25, view: 'to-ship' }]);
    expect(screen.getByRole('button', { name: 'To Ship 7' })).toHaveAttribute('aria-pressed', 'true');
    await press('Shipped 0');
    await waitFor(() => expect(page.search()).toEqual({ status: 'shipped' }));
    await press('To Ship 7');
    await waitFor(() => expect(page.search()).toEqual({ view: 'to-ship' }));
    await press('All 10');
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('says when every order has been shipped', async () => {
    openOffice({}, { 'store.listOrders': () => ({ rows: [], nextCursor: null }) });
    openPage('/orders?view=to-ship');
    expect(await screen.findByText('Every order has been shipped.')).toBeVisible();
  });

  test('searches once after a pause in typing and keeps the search in the address', async () => {
    const office = openOffice();
    const page = openPage();
    await screen.findByText('ORD-0012');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search orders' }), ' maria ');
    await waitFor(() => expect(page.search()).toEqual({ q: 'maria' }));
    await waitFor(() => expect(office.sent('store.listOrders')).toEqual([{ limit: 25 }, { limit: 25, search: 'maria' }]));
    await userEvent.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('searches at once on Enter', async () => {
    openOffice();
    const page = openPage();
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: '12' } });
    fireEvent.submit(screen.getByRole('searchbox'));
    expect(page.search()).toEqual({ q: '"12"' });
  });

  test('opens with the filters of its address and ignores invalid ones', async () => {
    const office = openOffice();
    openPage('/orders?status=shipped&paid=yes&q=1234');
    await screen.findByText('ORD-0012');
    expect(office.sent('store.listOrders')).toEqual([{ limit: 25, status: 'shipped', isPaid: true, search: '1234' }]);
  });

  test('removes invalid parameters from its address', async () => {
    const office = openOffice();
    openPage('/orders?status=lost&paid=maybe&order=-1');
    await screen.findByText('ORD-0012');
    expect(office.sent('store.listOrders').at(-1)).toEqual({ limit: 25 });
  });

  test('explains an empty list, and offers all orders if nothing matches', async () => {
    openOffice({}, { 'store.listOrders': () => ({ rows: [], nextCursor: null }) });
    const page = openPage();
    expect(await screen.findByText('No orders yet')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox'), 'nobody{Enter}');
    expect(await screen.findByText('No orders match')).toBeInTheDocument();
    await press('Show All Orders');
    await waitFor(() => expect(page.search()).toEqual({}));
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test.each([
    ['maria li', true],
    ['Éa', true],
    ['maria', false],
  ])('after no match for “%s” says if only the newest orders were searched: %s', async (q, isLimited) => {
    openOffice({}, { 'store.listOrders': () => ({ rows: [], nextCursor: null }) });
    openPage(`/orders?q=${encodeURIComponent(q)}`);
    expect(await screen.findByText('No orders match')).toBeInTheDocument();
    expect(screen.queryAllByText(/Words of one or two letters are only searched in the newest 5,000/)).toHaveLength(isLimited ? 1 : 0);
  });

  test('shows an error and retries', async () => {
    const office = openOffice({}, { 'store.listOrders': () => Promise.reject(new Refusal(500, 'No.')) });
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('The orders could not be loaded.');
    office.handlers['store.listOrders'] = () => ({ rows: [ORDER], nextCursor: null });
    await press('Try again');
    expect(await screen.findByText('ORD-0012')).toBeInTheDocument();
  });

  test('loads the next page', async () => {
    const office = openOffice(
      {},
      {
        'store.listOrders': ({ cursor }) =>
          cursor ? { rows: [{ ...ORDER, orderNumber: 3 }], nextCursor: null } : { rows: [ORDER], nextCursor: 12 },
      },
    );
    openPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('ORD-0003')).toBeInTheDocument();
    expect(office.sent('store.listOrders').at(-1)).toMatchObject({ cursor: 12 });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('requests the next page once and keeps the focus on its button', async () => {
    const office = openOffice(
      {},
      { 'store.listOrders': ({ cursor }) => (cursor ? new Promise(() => undefined) : { rows: [ORDER], nextCursor: 12 }) },
    );
    openPage();
    const more = await screen.findByRole('button', { name: 'Load more' });
    await userEvent.click(more);
    await waitFor(() => expect(more).toHaveTextContent('Loading...'));
    expect(more).toHaveAttribute('aria-disabled', 'true');
    expect(more).toBeEnabled();
    expect(more).toHaveFocus();
    await userEvent.click(more);
    expect(office.sent('store.listOrders')).toHaveLength(2);
  });
});

describe('the steps of an order', () => {
  test('go from pending to delivered with one button at a time, which keeps the focus', async () => {
    const office = openOffice();
    openPage('/orders?order=12');
    for (const [label, status] of [
      ['Mark Processing', 'processing'],
      ['Mark Shipped', 'shipped'],
      ['Mark Delivered', 'delivered'],
    ] as const) {
      const step = await screen.findByRole('button', { name: new RegExp(`^${label}`) });
      await userEvent.click(step);
      await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', description: `ORD-0012 is now ${status}.` }));
      if (status !== 'delivered') await waitFor(() => expect(step).not.toHaveTextContent(label));
      if (status !== 'delivered') expect(step).toHaveFocus();
    }
    expect(office.sent('store.setOrderStatus').map(({ status }) => status)).toEqual(['processing', 'shipped', 'delivered']);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Mark (Processing|Shipped|Delivered)/ })).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull();
  });

  test.each([
    [500, 'Something went wrong.', 'Failed to update status. Please try again.'],
    [409, 'An order that is cancelled cannot become processing.', 'An order that is cancelled cannot become processing.'],
  ])('show a toast after a failure with %i', async (httpStatus, message, told) => {
    openOffice({}, { 'store.setOrderStatus': () => Promise.reject(new Refusal(httpStatus, message)) });
    openPage('/orders?order=12');
    await userEvent.click(await screen.findByRole('button', { name: /^Mark Processing/ }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: told, kind: 'destructive' }));
    expect(screen.getByRole('button', { name: /^Mark Processing/ })).toHaveAttribute('aria-disabled', 'false');
  });

  test('cancelling asks for a reason and says that the goods return to stock', async () => {
    const office = openOffice({ status: 'processing' });
    openPage('/orders?order=12');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Order' }));
    const question = within(await dialog());
    expect(question.getByText(/goods go back into stock/)).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Cancel Order' }));
    expect(question.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please give a reason.');
    expect(question.getByLabelText(/^Reason/)).toHaveFocus();
    expect(office.sent('store.setOrderStatus')).toEqual([]);
    await userEvent.type(question.getByLabelText(/^Reason/), 'Ordered twice.');
    await userEvent.click(question.getByRole('button', { name: 'Cancel Order' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.sent('store.setOrderStatus')).toEqual([{ orderNumber: 12, status: 'cancelled', reason: 'Ordered twice.' }]);
    expect(await screen.findByText('Ordered twice.')).toBeInTheDocument();
    expect(screen.queryByText('Delivered')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('closing the dialog returns the focus', async () => {
    openOffice();
    openPage('/orders?order=12');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Order' }));
    await dialog();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel Order' })).toHaveFocus());
  });
});

describe('the details of an order', () => {
  test('show the customer, lines, totals, taxes, notes and the way back', async () => {
    openOffice();
    openPage('/orders?status=pending&order=12');
    expect(await screen.findByRole('heading', { level: 1, name: 'Order ORD-0012' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'maria@example.com' })).toHaveAttribute('href', 'mailto:maria@example.com');
    expect(screen.getByRole('link', { name: '(250) 555-0133' })).toHaveAttribute('href', 'tel:2505550133');
    for (const words of ['12 Seymour St, Kamloops, V2C 2A1', 'Side door, please.', 'Interac e-Transfer'])
      expect(screen.getByText(words)).toBeInTheDocument();
    const rows = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => row.textContent?.replace(/\s+/g, ' '));
    expect(rows[1]).toMatch(/^Squeegee.*\$39\.90$/);
    expect(rows[2]).toMatch(/^Backpack Vacuum.*\$1,000\.00$/);
    expect(rows.slice(3)).toEqual(['Subtotal$1,039.90', 'HST (12%)$124.79', 'Total$1,164.69']);
    expect(screen.getByRole('link', { name: 'Squeegee' })).toHaveAttribute('href', '/stock?product=7');
    expect(screen.getByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages');
    expect(screen.getByRole('link', { name: 'Back to Orders' })).toHaveAttribute('href', '/orders?status=pending');
    const slip = screen.getByRole('link', { name: /^Packing Slip/ });
    expect([slip.getAttribute('href'), slip.getAttribute('target'), slip.getAttribute('rel')]).toEqual([
      '/documents/packing-slip/12',
      '_blank',
      expect.stringContaining('noopener'),
    ]);
  });

  test('show both taxes of the cart and each past event', async () => {
    openOffice({
      taxReading: 'cart-19',
      hstAmount: '124.79',
      pstAmount: '72.79',
      status: 'shipped',
      shippedAt: '2026-11-20T20:20:00.000Z',
    });
    openPage('/orders?order=12');
    const table = await screen.findByRole('table');
    const taxes = within(table)
      .getAllByRole('row')
      .filter((row) => row.textContent?.includes('ST ('));
    expect(taxes.map((row) => row.textContent)).toEqual(['HST (12%)$124.79', 'BC PST (7%)$72.79']);
    const moments = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem');
    expect(moments.map((moment) => [moment.textContent?.slice(0, 7), moment.querySelector('time')?.dateTime])).toEqual([
      ['Receive', AT],
      ['Shipped', '2026-11-20T20:20:00.000Z'],
      ['Deliver', undefined],
    ]);
  });

  test('say that an unknown order was not found', async () => {
    openOffice({}, { 'store.getStaffOrder': () => Promise.reject(new Refusal(404, 'This order does not exist.')) });
    openPage('/orders?order=99');
    expect(await screen.findByText('Order not found')).toBeInTheDocument();
  });
});

describe('the payment of an order', () => {
  test('starts with the order’s method and the business day, and is saved', async () => {
    const office = openOffice();
    openPage('/orders?order=12');
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as Paid' }));
    const form = within(await dialog());
    expect(form.getByLabelText(/^Payment Method/)).toHaveValue('interac');
    expect(form.getByLabelText(/^Payment Date/)).toHaveValue('2026-11-20');
    await userEvent.selectOptions(form.getByLabelText(/^Payment Method/), 'cash');
    expect(form.getByLabelText('Send the receipt to maria@example.com')).not.toBeChecked();
    await userEvent.click(form.getByLabelText('Send the receipt to maria@example.com'));
    await userEvent.click(form.getByRole('button', { name: 'Mark as Paid' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Payment Saved' }));
    expect(office.sent('store.setOrderPayment')).toEqual([
      { orderNumber: 12, paid: { method: 'cash', date: '2026-11-20' }, sendReceipt: true },
    ]);
    expect(await screen.findByText('Friday, November 20, 2026')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change Payment' })).toHaveFocus());
  });

  test('links to its receipt', async () => {
    openOffice({ ...PAID, receiptId: 4, receiptNumber: 'SPC-RCP004' });
    openPage('/orders?order=12');
    expect(await screen.findByRole('link', { name: 'SPC-RCP004' })).toHaveAttribute('href', '/receipts?receipt=4');
    expect(screen.queryByText('Refunded')).toBeNull();
  });

  test('shows the refund due of a cancelled order and records it', async () => {
    const cancelled = { ...PAID, status: 'cancelled', refundDue: '1164.69' } as const;
    const office = openOffice(cancelled, { 'store.recordOrderRefund': () => ({ ...ORDER, ...cancelled, refunded: '1164.69' }) });
    openPage('/orders?order=12');
    expect((await screen.findAllByText(/refund due \$1,164\.69/)).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Record Refund' }));
    const form = within(await dialog());
    expect(form.getByLabelText(/^Amount/)).toHaveValue('1164.69');
    await userEvent.click(form.getByRole('button', { name: 'Record Refund' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Refund Recorded' }));
    expect(office.sent('store.recordOrderRefund')).toEqual([
      { orderNumber: 12, amount: '1164.69', paymentMethod: 'cheque', paymentDate: '2026-11-20', sendReceipt: false },
    ]);
  });

  test('of a cancelled order leaves the refund as the only step at the bottom of a phone', async () => {
    openOffice({ ...PAID, status: 'cancelled', refundDue: '1164.69' });
    openPage('/orders?order=12');
    const refund = await screen.findByRole('button', { name: 'Record Refund' });
    expect(refund.closest('[data-bottom-bar]')).not.toBeNull();
    expect(screen.queryByRole('link', { name: /Packing Slip/ })).toBeNull();
  });

  test('cannot be changed after a partial refund', async () => {
    openOffice({ ...PAID, status: 'cancelled', refunded: '1164.69' });
    openPage('/orders?order=12');
    expect(await screen.findByText('refunded')).toBeInTheDocument();
    for (const name of ['Change Payment', 'Clear Payment', 'Record Refund']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('can be changed, with the server’s issues at their fields', async () => {
    const wrong = [{ path: 'paid.date', message: 'Please enter a day that is not in the future.' }];
    openOffice(PAID, { 'store.setOrderPayment': () => Promise.reject(new Refusal(400, 'No.', wrong)) });
    openPage('/orders?order=12');
    await userEvent.click(await screen.findByRole('button', { name: 'Change Payment' }));
    const form = within(await dialog());
    const date = form.getByLabelText(/^Payment Date/);
    expect([form.getByLabelText(/^Payment Method/), date].map((field) => (field as HTMLInputElement).value)).toEqual([
      'cheque',
      '2026-11-18',
    ]);
    fireEvent.change(date, { target: { value: '2027-01-01' } });
    await userEvent.click(form.getByRole('button', { name: 'Save Payment' }));
    await waitFor(() => expect(date).toHaveAccessibleDescription('Please enter a day that is not in the future.'));
  });

  test('can be cleared and restored', async () => {
    const office = openOffice(PAID);
    openPage('/orders?order=12');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear Payment' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Payment Cleared' }));
    lastToast()?.action?.run();
    await waitFor(() =>
      expect(office.sent('store.setOrderPayment')).toEqual([
        { orderNumber: 12, paid: null },
        { orderNumber: 12, paid: { method: 'cheque', date: '2026-11-18' } },
      ]),
    );
  });

  test('cannot be recorded for an order that was cancelled unpaid', async () => {
    openOffice({ status: 'cancelled', cancelledAt: AT, cancelReason: 'Twice.' });
    openPage('/orders?order=12');
    expect(await screen.findByText('Twice.')).toBeInTheDocument();
    expect(document.querySelector('[data-bottom-bar]')).toBeNull();
    expect(screen.queryByRole('button', { name: /Paid|Payment/ })).toBeNull();
    expect(screen.queryByText('unpaid')).toBeNull();
  });
});
