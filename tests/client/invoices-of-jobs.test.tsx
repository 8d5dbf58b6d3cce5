import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route as BookingsRoute } from '../../src/client/routes/_office._staff.bookings';
import { Route as TeamRoute } from '../../src/client/routes/_office._staff.team';
import type { BookingStatus } from '../../src/shared/booking';
import { addJob, addPeople } from '../support/jobs';
import { lastToast, openOffice, openStaffPage, refuse } from '../support/office';
import { insertRow } from '../support/rows';

/** Opens the details of a work order of this status and price. */
function openOrder(status: string, cents: number | null = 149_00) {
  const office = openOffice();
  addPeople(office);
  const completed_date = status.startsWith('complete') ? '2026-11-20T20:20:00.000Z' : null;
  addJob(office, 1, { row: { status, completed_date, total_amount_cents: cents } });
  return { ...office, open: () => openStaffPage(TeamRoute, '/team?order=1') };
}
/** Opens an office with a booking of this status, without a work order. */
function openBooking(status: BookingStatus) {
  const office = openOffice();
  addPeople(office);
  insertRow(office.db, 'appointment_slots');
  insertRow(office.db, 'appointment_bookings', { status, total_amount_cents: 149_00 });
  return { ...office, open: () => openStaffPage(BookingsRoute, '/bookings?booking=1') };
}
const create = () => screen.findByRole('button', { name: 'Create Invoice' });

describe('the invoice of a job', () => {
  test.each(['completed', 'complete'])('is created from a work order that is %s with one press, and opened', async (status) => {
    const office = openOrder(status);
    const page = office.open();
    expect(await create()).toHaveClass('button-primary');
    await userEvent.click(await create());
    await waitFor(() => expect([page.path(), page.search()]).toEqual(['/invoices', { invoice: '1' }]));
    expect(await office.admin.invoices.get({ id: 1 })).toMatchObject({ workOrderId: 1, subtotal: '149.00' });
  });

  test.each(['scheduled', 'in-progress', 'incomplete', 'cancelled'])('is not offered for a work order that is %s', async (status) => {
    openOrder(status).open();
    await screen.findByRole('heading', { name: 'WO-1-ABC' });
    expect(screen.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
  });

  test('is linked instead of offered once it exists', async () => {
    const office = openOrder('completed');
    await office.admin.invoices.createFromWorkOrder({ id: 1 });
    office.open();
    const link = await screen.findByRole('link', { name: 'Open Invoice' });
    expect(link).toHaveClass('button-ghost');
    expect(link).toHaveAttribute('href', '/invoices?invoice=1');
    expect(screen.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
  });

  test('shows the documented words when it cannot be created', async () => {
    const office = openOrder('completed');
    office.fail('invoices.createFromWorkOrder', refuse(500));
    office.open();
    await userEvent.click(await create());
    await waitFor(() => expect(lastToast()?.description).toBe('Failed to create invoice. Please try again.'));
  });

  test('opens the invoice form instead if the job has no price', async () => {
    const page = openOrder('completed', null).open();
    await userEvent.click(await create());
    await waitFor(() => expect([page.path(), page.search()]).toEqual(['/invoices', { new: '1', order: '1' }]));
  });

  test('is created from a booking with one press, and opened', async () => {
    const office = openBooking('completed');
    const page = office.open();
    await userEvent.click(await create());
    await waitFor(() => expect([page.path(), page.search()]).toEqual(['/invoices', { invoice: '1' }]));
    expect(await office.admin.invoices.get({ id: 1 })).toMatchObject({ bookingId: 1, subtotal: '149.00' });
  });

  test.each([
    ['completed', 'pending', 'Pending'],
    ['confirmed', 'draft', 'Draft'],
    ['no-show', 'paid', 'Paid'],
    ['cancelled', 'overdue', 'Overdue'],
  ] as const)('is linked with its status from a booking that is %s if it is %s', async (status, invoiceStatus, word) => {
    const office = openBooking(status);
    const due_date = invoiceStatus === 'overdue' ? '2026-11-15' : '2026-12-20';
    const [paid_date, amount_paid_cents] = invoiceStatus === 'paid' ? ['2026-11-20', 1190] : [null, 0];
    insertRow(office.db, 'invoices', { booking_id: 1, status: invoiceStatus, due_date, paid_date, amount_paid_cents });
    office.open();
    expect(await screen.findByRole('link', { name: 'Open Invoice SPC001' })).toHaveAttribute('href', '/invoices?invoice=1');
    expect(screen.getByText(word)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
    expect(screen.queryByText(/did not take place/)).toBeNull();
  });

  test.each(['cancelled', 'no-show'] as const)('is not offered for a booking that is %s', async (status) => {
    openBooking(status).open();
    expect(await screen.findByText('This booking did not take place, so it has no invoice.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
  });
});
