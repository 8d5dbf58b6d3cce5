import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { choose, findDialog, lastToast, press, refuse } from '../support/office';
import { openEmpty, openPage, openWithOrder } from '../support/orders-page';
import { insertRow } from '../support/rows';

/** Opens an office with an order in each of these statuses. */
function openStatuses(...statuses: string[]) {
  const office = openEmpty();
  for (const [index, status] of statuses.entries())
    insertRow(office.db, 'orders', { status, public_id: `abcdefghijklmnopqrst${index + 10}`, customer_name: 'Maria Santos' });
  return office;
}

describe('the list of orders', () => {
  test('shows number, customer, items, total, status, payment, time and next step', async () => {
    await openWithOrder();
    openPage();
    const row = (await screen.findByText('ORD-0001')).closest('tr') as HTMLElement;
    for (const words of [
      'Maria Santos',
      'maria@example.com',
      '3 items: 2 × Squeegee, 1 × Backpack Vacuum',
      '$1,164.69',
      'processing',
      'Awaiting payment',
    ])
      expect(row).toHaveTextContent(words);
    expect(within(row).getByText(/^Nov 20, /)).toHaveAttribute('datetime', '2026-11-20T20:30:00.000Z');
    expect(within(row).getByRole('button', { name: 'Mark Shipped, ORD-0001' })).toBeInTheDocument();
    expect(within(row).getByRole('link', { name: 'ORD-0001' })).toHaveAttribute('href', '/orders?order=1');
  });

  test('shows counts per status and keeps the filter in the address', async () => {
    openStatuses('pending', 'pending', 'processing', 'delivered', 'cancelled');
    const page = openPage();
    await screen.findByText('ORD-0001');
    const filters = screen.getAllByRole('button', { pressed: false }).map((button) => button.textContent?.trim());
    expect(filters).toEqual(['To Ship 3', 'Pending 2', 'Processing 1', 'Shipped 0', 'Delivered 1', 'Cancelled 1', 'Unpaid 4', 'Paid']);
    expect(screen.getByRole('button', { name: 'All 5' })).toHaveAttribute('aria-pressed', 'true');
    await press('Processing 1');
    await press('Unpaid 4');
    await waitFor(() => expect(page.search()).toEqual({ status: 'processing', paid: 'no' }));
    await waitFor(() => expect(screen.getAllByText(/^ORD-/).map((link) => link.textContent)).toEqual(['ORD-0003']));
    expect(screen.getByRole('button', { name: 'Processing 1' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('is sorted by the server, and keeps the order in the address', async () => {
    const office = openStatuses('pending', 'pending');
    const page = openPage();
    await screen.findByText('ORD-0002');
    await press('Received');
    await waitFor(() => expect(page.search()).toEqual({ sort: 'received' }));
    await waitFor(() => expect(screen.getAllByText(/^ORD-/).map((link) => link.textContent)).toEqual(['ORD-0001', 'ORD-0002']));
    expect(screen.getByRole('columnheader', { name: 'Received' })).toHaveAttribute('aria-sort', 'ascending');
    expect(office.sent('store.listOrders').at(-1)).toEqual({ limit: 25, sort: 'received' });
  });

  test('offers on a phone each action in the menu of a row', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
    const office = await openWithOrder('pending');
    openPage();
    expect(
      await screen.findByRole('link', { name: /Maria Santos.*\$1,164\.69.*ORD-0001 · Awaiting payment.*pending/ }),
    ).toBeInTheDocument();
    await press('More actions, ORD-0001');
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(entries).toEqual(['Mark Processing', 'Mark as Paid', 'Packing Slip', 'Cancel Order']);
    await userEvent.keyboard('{Escape}');
    await choose('Mark Processing');
    await waitFor(() => expect(office.stored()).toMatchObject([{ status: 'processing' }]));
  });

  test('switches between the to-ship view and a status, one at a time', async () => {
    const office = openStatuses('pending', 'delivered');
    const page = openPage('/orders?view=to-ship&status=shipped');
    await screen.findByText('ORD-0001');
    expect(screen.queryByText('ORD-0002')).toBeNull();
    expect(office.sent('store.listOrders')).toEqual([{ limit: 25, view: 'to-ship' }]);
    expect(screen.getByRole('button', { name: 'To Ship 1' })).toHaveAttribute('aria-pressed', 'true');
    await press('Shipped 0');
    await waitFor(() => expect(page.search()).toEqual({ status: 'shipped' }));
    await press('To Ship 1');
    await waitFor(() => expect(page.search()).toEqual({ view: 'to-ship' }));
    await press('All 2');
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('says when every order has been shipped', async () => {
    openStatuses('shipped');
    openPage('/orders?view=to-ship');
    expect(await screen.findByText('Every order has been shipped.')).toBeVisible();
  });

  test.each(['view=to-ship&paid=no', 'status=pending&paid=yes', 'paid=yes'])(
    'claims nothing about all orders with the filters %s',
    async (filters) => {
      openStatuses('shipped');
      openPage(`/orders?${filters}`);
      expect(await screen.findByText('Choose another status or payment to see other orders.')).toBeVisible();
    },
  );

  test('searches once after a pause in typing and keeps the search in the address', async () => {
    const office = await openWithOrder();
    const page = openPage();
    await screen.findByText('ORD-0001');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search orders' }), ' maria ');
    await waitFor(() => expect(page.search()).toEqual({ q: 'maria' }));
    await waitFor(() => expect(office.sent('store.listOrders')).toEqual([{ limit: 25 }, { limit: 25, search: 'maria' }]));
    await userEvent.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('tells screen readers what a search finds', async () => {
    await openWithOrder();
    openPage();
    const status = await screen.findByText('1 row.');
    expect(status).toHaveAttribute('role', 'status');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'nobody{Enter}');
    await waitFor(() => expect(status).toHaveTextContent('No rows.'));
    expect(status).toBeInTheDocument();
  });

  test('opens with the filters of its address', async () => {
    const office = openEmpty();
    openPage('/orders?status=shipped&paid=yes&q=1234');
    await screen.findByText('No orders match');
    expect(office.sent('store.listOrders')).toEqual([{ limit: 25, status: 'shipped', isPaid: true, search: '1234' }]);
  });

  test('ignores invalid filters in its address', async () => {
    const office = await openWithOrder();
    openPage('/orders?status=lost&paid=maybe&order=-1');
    await screen.findByText('ORD-0001');
    expect(office.sent('store.listOrders').at(-1)).toEqual({ limit: 25 });
  });

  test('explains an empty list, searches at once on Enter, and offers all orders if nothing matches', async () => {
    openEmpty();
    const page = openPage();
    expect(await screen.findByText('No orders yet')).toBeInTheDocument();
    for (const [typed, q] of [
      ['12', '"12"'],
      ['nobody', 'nobody'],
    ]) {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: typed } });
      fireEvent.submit(screen.getByRole('searchbox'));
      expect(page.search()).toEqual({ q });
    }
    expect(await screen.findByText('No orders match')).toBeInTheDocument();
    await press('Show All Orders');
    await waitFor(() => expect(page.search()).toEqual({}));
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test.each([
    ['maria li', true],
    ['Éa', true],
    ['maria', false],
  ])('says after no match for “%s” if only the newest orders were searched: %s', async (q, isLimited) => {
    openEmpty();
    openPage(`/orders?q=${encodeURIComponent(q)}`);
    expect(await screen.findByText('No orders match')).toBeInTheDocument();
    expect(screen.queryAllByText(/Words of one or two letters are only searched in the newest 5,000/)).toHaveLength(isLimited ? 1 : 0);
  });

  test('shows an error and retries', async () => {
    const office = await openWithOrder();
    office.fail('store.listOrders', refuse(500));
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('The orders could not be loaded.');
    office.repair('store.listOrders');
    await press('Try again');
    expect(await screen.findByText('ORD-0001')).toBeInTheDocument();
  });

  test('loads the next page once, and keeps the focus on its button', async () => {
    const office = openStatuses(...Array.from({ length: 26 }, () => 'pending'));
    openPage();
    const more = await screen.findByRole('button', { name: 'Load more' });
    const release = office.hold('store.listOrders');
    await userEvent.click(more);
    await waitFor(() => expect(more).toHaveTextContent('Loading...'));
    expect(more).toHaveAttribute('aria-disabled', 'true');
    expect(more).toBeEnabled();
    expect(more).toHaveFocus();
    await userEvent.click(more);
    expect(office.sent('store.listOrders')).toHaveLength(2);
    release();
    expect(await screen.findByText('ORD-0001')).toBeInTheDocument();
    expect(screen.getAllByText(/^ORD-/)).toHaveLength(26);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});

describe('selected orders', () => {
  const select = async (...numbers: string[]) => {
    for (const number of numbers) await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${number}` }));
    return within(screen.getByRole('region', { name: 'Selected rows' }));
  };
  const statuses = (office: ReturnType<typeof openEmpty>) => office.stored().map(({ status }) => status);

  test('take their next steps at once, and take them back after Undo', async () => {
    const office = openStatuses('pending', 'shipped', 'delivered');
    openPage();
    const bar = await select('ORD-0001', 'ORD-0002', 'ORD-0003');
    expect(bar.getByText('3 selected')).toBeInTheDocument();
    await press('Take Next Step', bar);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', description: '2 orders were changed.' }));
    expect(statuses(office)).toEqual(['processing', 'delivered', 'delivered']);
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Steps Undone' }));
    expect(statuses(office)).toEqual(['pending', 'shipped', 'delivered']);
  });

  test('name the step that they share, and say which was left as it is', async () => {
    const office = openStatuses('processing', 'processing');
    openPage();
    const bar = await select('ORD-0001', 'ORD-0002');
    await office.admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Twice.' });
    await press('Mark Shipped', bar);
    const description = '1 of 2 orders was changed. An order that is cancelled cannot become shipped.';
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', description }));
    lastToast()?.action?.run();
    await waitFor(() => expect(statuses(office)).toEqual(['cancelled', 'processing']));
  });

  test('are marked as paid by the method that each customer chose, or by another', async () => {
    const office = openStatuses('processing', 'pending', 'cancelled');
    office.db.$client.exec("update orders set payment_method = 'cheque' where order_number = 1");
    openPage();
    const bar = await select('ORD-0001', 'ORD-0002', 'ORD-0003');
    await press('Mark as Paid', bar);
    const form = await findDialog();
    expect(form.getByRole('heading', { name: 'Mark 2 orders as paid' })).toBeInTheDocument();
    expect(form.getByLabelText(/^Payment Date/)).toHaveValue('2026-11-20');
    await press('Mark as Paid', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Payments Saved', description: '2 orders were changed.' }));
    expect(office.stored().map(({ paidMethod }) => paidMethod)).toEqual(['cheque', 'cash', null]);
    lastToast()?.action?.run();
    await waitFor(() => expect(office.stored().map(({ paidDate }) => paidDate)).toEqual([null, null, null]));
  });

  test('have their packing slips in one document', async () => {
    openStatuses('processing', 'processing');
    openPage();
    const bar = await select('ORD-0002', 'ORD-0001');
    expect(bar.getByRole('link', { name: /^Packing Slips/ })).toHaveAttribute('href', '/documents/packing-slip/2,1');
    expect(bar.getByRole('button', { name: 'Export CSV' })).toBeInTheDocument();
  });
});
