import '@testing-library/jest-dom/vitest';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OrderPage } from '../../src/client/features/store/order-page';
import { company } from '../../src/shared/company';
import type { Order } from '../../src/shared/store';

const ORDER: Order = {
  id: 'abcdefghijklmnopqrstuv',
  orderNumber: 'ORD-0012',
  createdAt: '2026-11-18T20:05:00.000Z',
  status: 'processing',
  customerName: 'Maria Santos',
  shippingAddress: '12 Seymour St, Kamloops, V2C 2A1',
  paymentMethod: 'cheque',
  paymentInstructions: 'Hand it to the driver.',
  paidDate: null,
  cancelReason: null,
  taxReading: 'checkout-12',
  subtotal: '39.90',
  taxAmount: '4.79',
  hstAmount: '4.79',
  pstAmount: '0.00',
  total: '44.69',
  totalAmount: '44.69',
  items: [{ productId: 7, name: 'Squeegee', price: '19.95', quantity: 2 }],
};
const QUESTIONS = 'Questions about your order?';
const PAID = { paidDate: '2026-11-20' };
const open = (change: Partial<Order> = {}) =>
  render(<OrderPage order={{ ...ORDER, ...change }} placedAt="Wed, Nov 18, 2026, 12:05 p.m." />);
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const parts = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('the page of an order', () => {
  test('thanks the customer and shows how to pay', () => {
    open();
    expect(title()).toBe('Thank you for your order!');
    expect(parts()).toEqual(['Your order', 'How to pay: Cheque', 'Delivery', QUESTIONS]);
    expect(screen.getByText('Hand it to the driver.')).toBeVisible();
    expect(screen.getByText('Processing')).toBeVisible();
    expect(screen.getByText(/1 to 3 business days/)).toBeVisible();
    expect(screen.getByRole('link', { name: company.phone.display })).toHaveAttribute('href', company.phone.href);
    expect(screen.getByRole('link', { name: company.email })).toHaveAttribute('href', `mailto:${company.email}`);
  });

  test.each(['processing', 'delivered'] as const)('shows when a paid and %s order was paid, without payment instructions', (status) => {
    open({ status, ...PAID });
    expect(title()).toBe('Thank you for your order!');
    expect(parts()).toEqual(['Your order', 'Paid on Friday, November 20, 2026', 'Delivery', QUESTIONS]);
    expect(screen.queryByText('Hand it to the driver.')).toBeNull();
    expect(screen.queryByText(/your refund/)).toBeNull();
  });

  test.each([
    ['Nobody was at home.', 1],
    [null, 0],
  ])('shows a cancellation with the reason %s and asks for no payment', (cancelReason, reasons) => {
    open({ status: 'cancelled', cancelReason });
    expect(title()).toBe('Your order was cancelled');
    expect(screen.queryAllByText(/^Reason: /).map(({ textContent }) => textContent)).toEqual(reasons ? [`Reason: ${cancelReason}`] : []);
    expect(parts()).toEqual(['Your order', 'Delivery', QUESTIONS]);
    expect(screen.queryByText(/1 to 3 business days/)).toBeNull();
  });

  test('shows whom to call about the refund of a paid and cancelled order, which may have been made already', () => {
    open({ status: 'cancelled', cancelReason: 'Sold out.', ...PAID });
    expect(parts()).toEqual(['Your order', 'Paid on Friday, November 20, 2026', 'Delivery', QUESTIONS]);
    const refund = screen.getByText(/^Questions about your refund\? Please call us:/);
    expect(within(refund).getByRole('link', { name: company.phone.display })).toHaveAttribute('href', company.phone.href);
  });
});
