import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { lastToast, Refusal } from '../support/office';
import { AT, dialog, ORDER, openOffice, openPage, PAID, stopAtNoon } from '../support/orders-page';

beforeEach(stopAtNoon);

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
    expect(screen.queryByRole('button', { name: /Paid|Payment/ })).toBeNull();
    expect(screen.queryByText('unpaid')).toBeNull();
  });
});
