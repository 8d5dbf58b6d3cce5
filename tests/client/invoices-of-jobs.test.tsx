import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route as BookingsRoute } from '../../src/client/routes/_office._staff.bookings';
import { Route as TeamRoute } from '../../src/client/routes/_office._staff.team';
import type { BookingWithInvoice } from '../../src/shared/booking-with-invoice';
import type { WorkOrder } from '../../src/shared/dispatch';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';
import { ORDER } from '../support/work-orders';

const AT = '2026-11-20T20:05:00.000Z';
const BOOKING: BookingWithInvoice = {
  id: 5,
  slotId: 1,
  date: '2026-11-24',
  timeSlot: '10:00-12:00',
  serviceType: 'residential',
  clientName: 'Maria Santos',
  clientEmail: 'maria@example.com',
  clientPhone: '(250) 555-0133',
  clientAddress: '12 Seymour St',
  specialRequests: null,
  status: 'completed',
  bookingReference: 'SPC-1790000000000-ABCDE',
  estimatedDuration: 90,
  totalAmount: '149.00',
  paymentStatus: 'pending',
  createdAt: AT,
  updatedAt: AT,
  cancelReason: null,
  agreedTime: null,
  cancelledBy: null,
  ref: null,
  isFirstBooking: false,
  clientId: 1,
  workOrderId: 9,
  isWorkOrderCancelled: false,
  invoice: null,
};

const openOrder = (status: WorkOrder['status'], create: () => unknown = () => ({ id: 12 }), invoiceId: number | null = null) => {
  const office = fakeCalls({
    'dispatch.getWorkOrder': () => ({ ...ORDER, status, invoiceId }),
    'dispatch.history': () => ({ entries: [], photos: [] }),
    'invoices.createFromWorkOrder': create,
  });
  return { ...office, ...openStaffPage(TeamRoute, '/team?order=1') };
};
const openBooking = (status: BookingWithInvoice['status'], invoice: BookingWithInvoice['invoice'] = null) => {
  const office = fakeCalls({ 'booking.get': () => ({ ...BOOKING, status, invoice }), 'invoices.createFromBooking': () => ({ id: 12 }) });
  return { ...office, ...openStaffPage(BookingsRoute, '/bookings?booking=5') };
};
const create = () => screen.findByRole('button', { name: 'Create Invoice' });

describe('the invoice of a job', () => {
  test.each(['completed', 'complete'] as const)('is made of a work order that is %s with one press, and opened', async (status) => {
    const office = openOrder(status);
    expect(await create()).toHaveClass('button-primary');
    await userEvent.click(await create());
    await waitFor(() => expect([office.path(), office.search()]).toEqual(['/invoices', { invoice: '12' }]));
    expect(office.sent('invoices.createFromWorkOrder')).toEqual([{ id: 1 }]);
  });

  test.each(['scheduled', 'in-progress', 'incomplete', 'cancelled'] as const)('is not offered of one that is %s', async (status) => {
    openOrder(status);
    await screen.findByRole('heading', { name: ORDER.workOrderId });
    expect(screen.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
  });

  test('that exists is opened by a quiet link in place of the button', async () => {
    openOrder('completed', undefined, 12);
    const link = await screen.findByRole('link', { name: 'Open Invoice' });
    expect(link).toHaveClass('button-ghost');
    expect(link).toHaveAttribute('href', '/invoices?invoice=12');
    expect(screen.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
  });

  test('that cannot be made is told in the documented words', async () => {
    openOrder('completed', () => Promise.reject(new Refusal(500, 'No.')));
    await userEvent.click(await create());
    await waitFor(() => expect(lastToast()?.description).toBe('Failed to create invoice. Please try again.'));
  });

  test('without a price opens the form of the invoice instead', async () => {
    const issues = [{ path: 'subtotal', message: 'This job has no price yet.' }];
    const office = openOrder('completed', () => Promise.reject(new Refusal(400, 'This job has no price yet.', issues)));
    await userEvent.click(await create());
    await waitFor(() => expect([office.path(), office.search()]).toEqual(['/invoices', { new: '1', order: '1' }]));
  });

  test('is made of a booking with one press, and opened', async () => {
    const office = openBooking('completed');
    await userEvent.click(await create());
    await waitFor(() => expect([office.path(), office.search()]).toEqual(['/invoices', { invoice: '12' }]));
    expect(office.sent('invoices.createFromBooking')).toEqual([{ id: 5 }]);
  });

  test.each([
    ['completed', 'pending', 'Pending'],
    ['confirmed', 'draft', 'Draft'],
    ['no-show', 'paid', 'Paid'],
    ['cancelled', 'overdue', 'Overdue'],
  ] as const)('is linked with its status from a booking that is %s if it is %s', async (status, invoiceStatus, word) => {
    openBooking(status, { id: 12, invoiceNumber: 'SPC012', status: invoiceStatus });
    expect(await screen.findByRole('link', { name: 'Open Invoice SPC012' })).toHaveAttribute('href', '/invoices?invoice=12');
    expect(screen.getByText(word)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
    expect(screen.queryByText(/did not take place/)).toBeNull();
  });

  test.each(['cancelled', 'no-show'] as const)('is not offered of a booking that is %s', async (status) => {
    openBooking(status);
    expect(await screen.findByText('This booking did not take place, so it has no invoice.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
  });
});
