import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.orders';
import type { StaffOrder } from '../../src/shared/store';
import { fakeCalls, openStaffPage } from './office';

export const AT = '2026-11-20T20:05:00.000Z';
export const ORDER: StaffOrder = {
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
export const PAID = { paidDate: '2026-11-18', paidMethod: 'cheque' } as const;

/** An office with one order that changes as the server would change it. */
export function openOffice(change: Partial<StaffOrder> = {}, more: Parameters<typeof fakeCalls>[0] = {}) {
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
export const openPage = (address = '/orders') => openStaffPage(Route, address);
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const dialog = () => screen.findByRole('dialog');

/** Stops the clock at noon in Kamloops, when the zone of the tests is on the next day; call it in beforeEach of each test file. */
export function stopAtNoon() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
}
