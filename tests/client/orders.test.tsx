import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../support/office';
import { AT, ORDER, openOffice, openPage, press, stopAtNoon } from '../support/orders-page';

beforeEach(stopAtNoon);

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
