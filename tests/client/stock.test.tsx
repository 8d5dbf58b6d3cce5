import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.stock';
import { change, findDialog, lastToast, openOffice, openStaffPage, press } from '../support/office';
import { ledgerOf, line, place, shelve, stockOf } from '../support/storefront';

describe('the stock history', () => {
  /** Opens an office that received three squeegees and sold two of them. */
  const openStock = async (address = '/stock') => {
    const office = openOffice();
    shelve(office.shop, { name: 'Squeegee', stock_quantity: 0 });
    await office.admin.inventory.receive({ id: 1, quantity: 3, note: 'Slip 4711' });
    await place(office.shop, { items: [line(1, 2)] });
    return { ...office, ...openStaffPage(Route, address) };
  };

  test('shows each change with its sign, the stock after it, its reason, person and time', async () => {
    await openStock();
    const [sold, bought] = (await screen.findAllByText('Squeegee')).map((name) => name.closest('tr'));
    for (const words of ['sale', '−2', 'ORD-0001', 'customer']) expect(sold).toHaveTextContent(words);
    for (const words of ['receive', '+3', 'Slip 4711', 'owner']) expect(bought).toHaveTextContent(words);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const left = heads.indexOf('In stock');
    expect([sold, bought].map((row) => row?.children[left]?.textContent)).toEqual(['1', '3']);
    expect(screen.getByRole('link', { name: 'ORD-0001' })).toHaveAttribute('href', '/orders?order=1');
    expect(within(sold as HTMLElement).getByRole('link', { name: 'Squeegee' })).toHaveAttribute('href', '/stock?product=1');
  });

  test('of one product shows its stock, and links back to all products', async () => {
    const page = await openStock('/stock?product=1');
    expect(await screen.findByText(/1 in stock/)).toHaveTextContent('1 in stock');
    expect(page.sent('inventory.movements')).toEqual([{ limit: 25, productId: 1 }]);
    await userEvent.click(screen.getByRole('link', { name: 'Show All Products' }));
    await waitFor(() => expect(page.sent('inventory.movements').at(-1)).toEqual({ limit: 25 }));
  });

  test('receives goods once a product and a quantity are given', async () => {
    const page = await openStock();
    await press('Receive Stock');
    const form = await findDialog();
    await form.findByLabelText(/^Squeegee/);
    await press('Receive Stock', form);
    expect(await form.findByText('Please choose a product.')).toBeInTheDocument();
    expect(form.getByLabelText(/^Quantity received/)).toHaveAccessibleDescription(/Please enter a whole number of at least 1\./);
    expect(form.getByRole('searchbox')).toHaveFocus();
    await userEvent.type(form.getByRole('searchbox'), 'mop');
    expect(await form.findByText(/No product has that/)).toBeInTheDocument();
    await userEvent.clear(form.getByRole('searchbox'));
    await userEvent.click(await form.findByLabelText(/^Squeegee/));
    change(/^Quantity received/, '4', form);
    change('Unit cost', '8', form);
    change('Note', 'Slip 4712', form);
    await press('Receive Stock', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Stock Received', description: 'Squeegee: 5 in stock now.' }));
    expect(ledgerOf(page.shop).at(-1)).toMatchObject({ kind: 'receive', quantity: 4, unitCostCents: 8_00, note: 'Slip 4712' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Receive Stock' })).toHaveFocus());
  });

  test('offers three products at once on a phone, so that the quantity is in view', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
    const page = await openStock();
    for (const name of ['Bucket', 'Mop', 'Sponge']) shelve(page.shop, { name });
    await press('Receive Stock');
    const form = await findDialog();
    await form.findByLabelText(/^Mop/);
    expect(form.getAllByRole('radio')).toHaveLength(3);
  });

  test('is corrected by a difference and a reason for the product that is shown', async () => {
    const page = await openStock('/stock?product=1');
    await screen.findByText(/1 in stock/);
    await press('Adjust Stock');
    const form = await findDialog();
    expect(await form.findByLabelText(/^Squeegee/)).toBeChecked();
    change(/^Difference/, '0', form);
    await press('Adjust Stock', form);
    await waitFor(() => expect(form.getByLabelText(/^Difference/)).toHaveAccessibleDescription(/other than 0/));
    expect(form.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please say why.');
    change(/^Difference/, '-1', form);
    change(/^Reason/, 'Broken', form);
    await press('Adjust Stock', form);
    await waitFor(() => expect(stockOf(page.shop)).toBe(0));
    expect(ledgerOf(page.shop).at(-1)).toMatchObject({ kind: 'adjust', quantity: -1, note: 'Broken' });
  });

  test('rejects an adjustment below zero, and keeps the form', async () => {
    const page = await openStock('/stock?product=1');
    await screen.findByText(/1 in stock/);
    await press('Adjust Stock');
    const form = await findDialog();
    change(/^Difference/, '-5', form);
    change(/^Reason/, 'Counted', form);
    await press('Adjust Stock', form);
    const description = 'Not enough stock of Squeegee: 1 left, 5 wanted.';
    await waitFor(() => expect(lastToast()).toMatchObject({ description, kind: 'destructive' }));
    expect(form.getByLabelText(/^Difference/)).toHaveValue('-5');
    expect(stockOf(page.shop)).toBe(1);
  });
});
