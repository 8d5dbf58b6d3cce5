import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.stock';
import type { StockMovement } from '../../src/shared/inventory';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const AT = '2026-11-20T20:05:00.000Z';
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = () => screen.findByRole('dialog');

describe('the stock ledger', () => {
  const SOLD: StockMovement = {
    id: 2,
    productId: 7,
    productName: 'Squeegee',
    kind: 'sale',
    quantity: -2,
    stockAfter: 1,
    unitCost: '5.27',
    valueAfter: '5.28',
    orderNumber: 12,
    note: null,
    actor: 'customer',
    at: AT,
  };
  const BOUGHT: StockMovement = {
    ...SOLD,
    id: 1,
    kind: 'receive',
    quantity: 3,
    stockAfter: 3,
    orderNumber: null,
    note: 'Slip 4711',
    actor: 'owner',
  };
  const openStock = (address = '/stock', more: Parameters<typeof fakeCalls>[0] = {}) => {
    const office = fakeCalls({
      'inventory.movements': () => ({ rows: [SOLD, BOUGHT], nextCursor: null }),
      'store.browse': ({ search }) => ({
        rows: search === 'mop' ? [] : [{ id: 7, name: 'Squeegee', stockQuantity: 1 }],
        nextCursor: null,
      }),
      'inventory.receive': () => ({ productId: 7, stockQuantity: 5 }),
      'inventory.adjust': () => ({ productId: 7, stockQuantity: 0 }),
      ...more,
    });
    return { ...office, ...openStaffPage(Route, address) };
  };

  test('shows each change with its sign, what it left, why, by whom and when', async () => {
    openStock();
    const [sold, bought] = (await screen.findAllByText('Squeegee')).map((name) => name.closest('li'));
    for (const words of ['sale', '−2', 'Stock after 1', 'ORD-0012', 'customer']) expect(sold).toHaveTextContent(words);
    for (const words of ['receive', '+3', 'Stock after 3', 'Slip 4711', 'owner']) expect(bought).toHaveTextContent(words);
    expect(screen.getByRole('link', { name: 'ORD-0012' })).toHaveAttribute('href', '/orders?order=12');
    expect(within(sold as HTMLElement).getByRole('link', { name: 'Squeegee' })).toHaveAttribute('href', '/stock?product=7');
  });

  test('of one product names it with what is there now, and leads back to all', async () => {
    const page = openStock('/stock?product=7');
    expect(await screen.findByText(/1 in stock/)).toHaveTextContent('1 in stock');
    expect(page.sent('inventory.movements')).toEqual([{ limit: 50, productId: 7 }]);
    await userEvent.click(screen.getByRole('link', { name: 'Show All Products' }));
    await waitFor(() => expect(page.sent('inventory.movements').at(-1)).toEqual({ limit: 50 }));
  });

  test('takes goods that arrived, once a product and a number are given', async () => {
    const page = openStock();
    await userEvent.click(await screen.findByRole('button', { name: 'Receive Stock' }));
    const form = within(await dialog());
    await form.findByLabelText(/^Squeegee/);
    await userEvent.click(form.getByRole('button', { name: 'Receive Stock' }));
    expect(await form.findByText('Please choose a product.')).toBeInTheDocument();
    expect(form.getByLabelText(/^Quantity received/)).toHaveAccessibleDescription(/Please enter a whole number of at least 1\./);
    expect(form.getByRole('searchbox')).toHaveFocus();
    await userEvent.type(form.getByRole('searchbox'), 'mop');
    expect(await form.findByText(/No product has that/)).toBeInTheDocument();
    await userEvent.clear(form.getByRole('searchbox'));
    await userEvent.click(await form.findByLabelText(/^Squeegee/));
    await userEvent.type(form.getByLabelText(/^Quantity received/), '4');
    await userEvent.type(form.getByLabelText('Unit cost'), '8');
    await userEvent.type(form.getByLabelText('Note'), 'Slip 4712');
    await userEvent.click(form.getByRole('button', { name: 'Receive Stock' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Stock Received', description: 'Squeegee: 5 in stock now.' }));
    expect(page.sent('inventory.receive')).toEqual([{ id: 7, quantity: 4, unitCost: '8.00', note: 'Slip 4712' }]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Receive Stock' })).toHaveFocus());
  });

  test('is corrected by a difference and a reason; what is shown is chosen already', async () => {
    const page = openStock('/stock?product=7');
    await screen.findByText(/1 in stock/);
    await press('Adjust Stock');
    const form = within(await dialog());
    expect(await form.findByLabelText(/^Squeegee/)).toBeChecked();
    await userEvent.type(form.getByLabelText(/^Difference/), '0');
    await userEvent.click(form.getByRole('button', { name: 'Adjust Stock' }));
    await waitFor(() => expect(form.getByLabelText(/^Difference/)).toHaveAccessibleDescription(/other than 0/));
    expect(form.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please say why.');
    fireEvent.change(form.getByLabelText(/^Difference/), { target: { value: '-1' } });
    await userEvent.type(form.getByLabelText(/^Reason/), 'Broken');
    await userEvent.click(form.getByRole('button', { name: 'Adjust Stock' }));
    await waitFor(() => expect(page.sent('inventory.adjust')).toEqual([{ id: 7, quantity: -1, note: 'Broken' }]));
  });

  test('tells when less than nothing would be left, and keeps the form', async () => {
    const refusal = 'Not enough stock of Squeegee: 1 left, 5 wanted.';
    openStock('/stock?product=7', { 'inventory.adjust': () => Promise.reject(new Refusal(409, refusal)) });
    await screen.findByText(/1 in stock/);
    await press('Adjust Stock');
    const form = within(await dialog());
    await userEvent.type(form.getByLabelText(/^Difference/), '-5');
    await userEvent.type(form.getByLabelText(/^Reason/), 'Counted');
    await userEvent.click(form.getByRole('button', { name: 'Adjust Stock' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: refusal, kind: 'destructive' }));
    expect(form.getByLabelText(/^Difference/)).toHaveValue('-5');
  });
});
