import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { orders, outbox } from '../../db/schema';
import { change, field, findDialog, lastToast, press, refuse } from '../support/office';
import { cancel, openEmpty, openPage, openPaid, openWithOrder } from '../support/orders-page';
import { stockOf } from '../support/storefront';

const open = () => openPage('/orders?order=1');

describe('the steps of an order', () => {
  test('lead from pending to delivered with one button at a time, which keeps the focus', async () => {
    const office = await openPaid('pending');
    open();
    for (const [label, status] of [
      ['Mark Processing', 'processing'],
      ['Mark Shipped', 'shipped'],
      ['Mark Delivered', 'delivered'],
    ] as const) {
      const step = await screen.findByRole('button', { name: new RegExp(`^${label}`) });
      await userEvent.click(step);
      await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', description: `ORD-0001 is now ${status}.` }));
      expect(office.stored()).toMatchObject([{ status }]);
      if (status !== 'delivered') await waitFor(() => expect(step).not.toHaveTextContent(label));
      if (status !== 'delivered') expect(step).toHaveFocus();
    }
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Mark (Processing|Shipped|Delivered)/ })).toBeNull());
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Order ORD-0001' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull();
  });

  test('can be undone with the message to the customer', async () => {
    const office = await openPaid();
    open();
    await press(/^Mark Shipped/);
    // The toast of the test before may still be shown.
    await waitFor(() => expect(office.stored()).toMatchObject([{ status: 'shipped' }]));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'ORD-0001 is now shipped.', action: { label: 'Undo' } }));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Step Undone', description: 'ORD-0001 is processing again.' }));
    expect(office.stored()).toMatchObject([{ status: 'processing', shippedAt: null }]);
    expect(
      office.db
        .select()
        .from(outbox)
        .all()
        .map(({ purpose }) => purpose),
    ).not.toContain('order-shipped');
  });

  test('say why they failed, in the server’s words if a rule rejects them', async () => {
    const office = await openWithOrder('pending');
    office.fail('store.setOrderStatus', refuse(500));
    open();
    for (const description of ['Failed to update status. Please try again.', 'An order that is cancelled cannot become processing.']) {
      await press(/^Mark Processing/);
      await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description, kind: 'destructive' }));
      await waitFor(() => expect(screen.getByRole('button', { name: /^Mark Processing/ })).toHaveAttribute('aria-disabled', 'false'));
      office.repair('store.setOrderStatus');
      if (office.stored()[0]?.status === 'pending') await cancel(office);
    }
  });

  test('include cancelling, which asks for a reason, returns the goods to stock, and gives the focus back', async () => {
    const office = await openWithOrder();
    open();
    await press('Cancel Order');
    await findDialog();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel Order' })).toHaveFocus());
    await press('Cancel Order');
    const question = await findDialog();
    expect(question.getByText(/goods go back into stock/)).toBeInTheDocument();
    await press('Cancel Order', question);
    expect(question.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please give a reason.');
    expect(question.getByLabelText(/^Reason/)).toHaveFocus();
    expect(stockOf(office.shop)).toBe(97);
    change(/^Reason/, 'Ordered twice.', question);
    await press('Cancel Order', question);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel order ORD-0001?' })).toBeNull());
    expect(office.stored()).toMatchObject([{ status: 'cancelled', cancelReason: 'Ordered twice.' }]);
    expect(stockOf(office.shop)).toBe(99);
    expect(await screen.findByText('Ordered twice.')).toBeInTheDocument();
    expect(within(screen.getByRole('region', { name: 'Timeline' })).queryByText('Delivered')).toBeNull();
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Order ORD-0001' })).toHaveFocus());
  });
});

describe('the details of an order', () => {
  test('show the customer, lines, totals, taxes, notes and the way back', async () => {
    await openWithOrder();
    const page = openPage('/orders?status=processing&order=1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Order ORD-0001' }));
    expect(await drawer.findByRole('link', { name: 'maria@example.com' })).toHaveAttribute('href', 'mailto:maria@example.com');
    expect(screen.getByRole('link', { name: '(250) 555-0133' })).toHaveAttribute('href', 'tel:2505550133');
    for (const words of ['12 Seymour St, Kamloops, V2C 2A1', 'Side door, please.', 'Interac e-Transfer'])
      expect(drawer.getByText(words)).toBeInTheDocument();
    const rows = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => row.textContent?.replace(/\s+/g, ' '));
    expect(rows[1]).toMatch(/^Squeegee.*\$39\.90$/);
    expect(rows[2]).toMatch(/^Backpack Vacuum.*\$1,000\.00$/);
    expect(rows.slice(3)).toEqual(['Subtotal$1,039.90', 'HST (12%)$124.79', 'Total$1,164.69']);
    expect(screen.getByRole('link', { name: 'Squeegee' })).toHaveAttribute('href', '/stock?product=1');
    expect(screen.getByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages');
    const slip = screen.getByRole('link', { name: /^Packing Slip/ });
    const attributes = ['href', 'target', 'rel'].map((name) => slip.getAttribute(name));
    expect(attributes).toEqual(['/documents/packing-slip/1', '_blank', expect.stringContaining('noopener')]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(page.search()).toEqual({ status: 'processing' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'ORD-0001' })).toHaveFocus());
  });

  test('show both taxes of the cart and each past event', async () => {
    const office = await openWithOrder();
    const taxes = { taxReading: 'cart-19', taxCents: 197_58, pstCents: 72_79, totalCents: 1237_48 } as const;
    const shippedAt = '2026-11-20T20:40:00.000Z';
    const changes = { ...taxes, status: 'shipped', shippedAt } as const;
    office.db.update(orders).set(changes).run();
    open();
    const drawer = within(await screen.findByRole('dialog'));
    const rows = within(await drawer.findByRole('table')).getAllByRole('row');
    const shown = rows.map((row) => row.textContent).filter((text) => text?.includes('ST ('));
    expect(shown).toEqual(['HST (12%)$124.79', 'BC PST (7%)$72.79']);
    const moments = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem');
    expect(moments.map((moment) => [moment.textContent?.slice(0, 7), moment.querySelector('time')?.dateTime])).toEqual([
      ['Receive', '2026-11-20T20:30:00.000Z'],
      ['Shipped', shippedAt],
      ['Deliver', undefined],
    ]);
  });

  test('say that an unknown order was not found', async () => {
    openEmpty();
    openPage('/orders?order=99');
    expect(await screen.findByText('Order not found')).toBeInTheDocument();
  });
});

describe('the payment of an order', () => {
  test('starts with the order’s method and the business day, and is stored with its receipt', async () => {
    const office = await openWithOrder();
    open();
    await press('Mark as Paid');
    const form = await findDialog();
    expect(form.getByLabelText(/^Payment Method/)).toHaveValue('interac');
    expect(form.getByLabelText(/^Payment Date/)).toHaveValue('2026-11-20');
    await userEvent.selectOptions(form.getByLabelText(/^Payment Method/), 'cash');
    expect(form.getByLabelText('Send the receipt to maria@example.com')).not.toBeChecked();
    await userEvent.click(form.getByLabelText('Send the receipt to maria@example.com'));
    await press('Mark as Paid', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Payment Saved' }));
    expect(office.stored()).toMatchObject([{ paidMethod: 'cash', paidDate: '2026-11-20' }]);
    const messages = office.db.select().from(outbox).all();
    expect(messages.at(-1)).toMatchObject({ purpose: 'receipt-sent', to: 'maria@example.com' });
    expect(lastToast()?.action).toBeUndefined();
    expect(await screen.findByText('Nov 20')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change Payment' })).toHaveFocus());
  });

  test('shows the refund due of a cancelled order and records it', async () => {
    const office = await openPaid();
    await cancel(office);
    open();
    expect((await screen.findAllByText(/refund due \$1,164\.69/)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('link', { name: /Packing Slip/ })).toBeNull();
    await press('Record Refund');
    const form = await findDialog();
    expect(form.getByLabelText(/^Amount/)).toHaveValue('1164.69');
    const methods = within(form.getByLabelText(/^Refund Method/)).getAllByRole('option');
    const names = ['Interac e-Transfer', 'Direct Deposit', 'Cash on Delivery', 'Cheque', 'Card'];
    expect(methods.map(({ textContent }) => textContent)).toEqual(names);
    await press('Record Refund', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Refund Recorded' }));
    const { rows } = await office.admin.invoices.listReceipts({ view: 'refunds' });
    expect(rows).toMatchObject([{ orderNumber: 1, amountPaid: '1164.69', paymentMethod: 'cheque', paymentDate: '2026-11-20' }]);
  });

  test('cannot be changed after a refund, whose receipt it links', async () => {
    const office = await openPaid();
    await cancel(office);
    await office.admin.store.recordOrderRefund({ orderNumber: 1, paymentMethod: 'cheque', paymentDate: '2026-11-20' });
    open();
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByText('refunded')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'SPC-RCP002' })).toHaveAttribute('href', '/receipts?receipt=2');
    for (const name of ['Change Payment', 'Clear Payment', 'Record Refund']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('links to its receipt and can be changed, with the server’s issues at their fields', async () => {
    await openPaid();
    open();
    expect(await screen.findByRole('link', { name: 'SPC-RCP001' })).toHaveAttribute('href', '/receipts?receipt=1');
    expect(screen.queryByText('Refunded')).toBeNull();
    expect(screen.queryByText('Refund receipts')).toBeNull();
    await press('Change Payment');
    const form = await findDialog();
    const date = field(/^Payment Date/, form);
    expect([field(/^Payment Method/, form).value, date.value]).toEqual(['cheque', '2026-11-18']);
    change(/^Payment Date/, '2027-01-01', form);
    await press('Save Payment', form);
    await waitFor(() => expect(date).toHaveAccessibleDescription('Please enter a day that is not in the future.'));
  });

  test('can be undone together with its receipt, unless that was sent', async () => {
    const office = await openWithOrder();
    open();
    await press('Mark as Paid');
    await press('Mark as Paid', await findDialog());
    await waitFor(() => expect(lastToast()?.action?.label).toBe('Undo'));
    lastToast()?.action?.run();
    await waitFor(() => expect(office.stored()).toMatchObject([{ paidDate: null }]));
  });

  test('can be cleared and restored', async () => {
    const office = await openPaid();
    open();
    await press('Clear Payment');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Payment Cleared' }));
    expect(office.stored()).toMatchObject([{ paidDate: null }]);
    lastToast()?.action?.run();
    await waitFor(() => expect(office.stored()).toMatchObject([{ paidMethod: 'cheque', paidDate: '2026-11-18' }]));
  });

  test('cannot be recorded for an order that was cancelled unpaid', async () => {
    await cancel(await openWithOrder());
    open();
    expect(await screen.findByText('Twice.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Paid|Payment/ })).toBeNull();
    expect(within(screen.getByRole('dialog')).queryByText('unpaid')).toBeNull();
  });
});
