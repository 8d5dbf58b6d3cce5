import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { BookingServiceType, TimeWindow } from '../../src/shared/booking';
import { BOOKING, button, dayOf, dialog, openOffice, prepareBookingsPage, press, slotId, slotsOf, TODAY } from '../support/bookings-page';
import { lastToast, Refusal } from '../support/office';
import { ORDER } from '../support/work-orders';

prepareBookingsPage();

describe('a booking', () => {
  test('shows all that was sent, the marks, and the way to its work order', async () => {
    openOffice('/bookings?view=week&booking=5');
    expect(await screen.findByText(BOOKING.bookingReference)).toBeInTheDocument();
    for (const words of [
      'Residential Cleaning',
      '10:00 a.m. to 12:00 p.m.',
      '90 min',
      '$149.00',
      'Two cats.',
      'Maria Santos',
      '12 Seymour St',
    ])
      expect(screen.getByText(words)).toBeInTheDocument();
    for (const chip of ['confirmed', 'first booking online', 'ref: customer']) expect(screen.getByText(chip)).toBeInTheDocument();
    const links = ['maria@example.com', '(250) 555-0133', 'Tuesday, November 24, 2026', 'Open Work Order', /Back to Bookings/];
    expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
      'mailto:maria@example.com',
      'tel:2505550133',
      '/bookings?date=2026-11-24',
      '/team?order=9',
      '/bookings?view=week',
    ]);
  });

  test('without a work order gets one by its button', async () => {
    const office = openOffice('/bookings?booking=5', { booking: { workOrderId: null, estimatedDuration: 0, totalAmount: '0.00' } });
    expect(await screen.findByText('not given, planned as 120 min')).toBeInTheDocument();
    expect(screen.getByText('none given')).toBeInTheDocument();
    await press('Create Work Order');
    expect(await screen.findByRole('link', { name: 'Open Work Order' })).toHaveAttribute('href', '/team?order=9');
    expect(office.sent('booking.createWorkOrder')).toEqual([{ id: 5 }]);
    expect(lastToast()).toMatchObject({ title: 'Work Order Created' });
  });

  test('moves to a free window of any service; what has begun, is full or closed cannot be chosen', async () => {
    const office = openOffice('/bookings?booking=5', {
      day: (date) =>
        dayOf(date, {
          slots: slotsOf(date, ({ timeSlot, serviceType }) => {
            if (serviceType !== 'commercial') return {};
            if (timeSlot === '08:00-10:00') return { currentBookings: 2 };
            return timeSlot === '10:00-12:00' ? { isOpen: false, isAvailable: false } : { currentBookings: 1 };
          }),
        }),
    });
    await press('Move Booking');
    const form = await dialog();
    const choice = form.getByLabelText(/^Window/);
    const optionOf = (date: string, timeSlot: TimeWindow, service: BookingServiceType) =>
      choice.querySelector<HTMLOptionElement>(`option[value="${slotId(date, timeSlot, service)}"]`);
    await waitFor(() => expect(optionOf('2026-11-24', '10:00-12:00', 'residential')).toBeDisabled());
    await userEvent.click(form.getByText('Move Booking', { selector: 'button' }));
    await waitFor(() => expect(choice).toHaveAccessibleDescription('Please choose a window.'));
    fireEvent.change(form.getByLabelText(/^Day/), { target: { value: TODAY } });
    await waitFor(() =>
      expect(optionOf(TODAY, '10:00-12:00', 'residential')).toHaveTextContent('10:00 a.m. to 12:00 p.m. · 0/2 booked · begun'),
    );
    expect(optionOf(TODAY, '10:00-12:00', 'residential')).toBeDisabled();
    expect(optionOf(TODAY, '14:00-16:00', 'residential')).toBeEnabled();
    fireEvent.change(form.getByLabelText(/^Day/), { target: { value: '2026-11-25' } });
    await waitFor(() => expect(optionOf('2026-11-25', '08:00-10:00', 'commercial')).toHaveTextContent('2/2 booked · full'));
    expect(optionOf('2026-11-25', '08:00-10:00', 'commercial')).toBeDisabled();
    expect(optionOf('2026-11-25', '10:00-12:00', 'commercial')).toBeDisabled();
    await userEvent.selectOptions(choice, String(slotId('2026-11-25', '12:00-14:00', 'commercial')));
    await userEvent.click(form.getByText('Move Booking', { selector: 'button' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Booking Moved' }));
    expect(office.sent('booking.move')).toEqual([{ id: 5, slotId: slotId('2026-11-25', '12:00-14:00', 'commercial') }]);
    expect(await screen.findByText('Wednesday, November 25, 2026')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText('Move Booking', { selector: 'button' })).toHaveFocus());
  });

  test('is cancelled with a reason, and offers nothing more then', async () => {
    const office = openOffice('/bookings?booking=5');
    await press('Cancel Booking');
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: 'Cancel Booking' }));
    expect(form.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please give a reason.');
    await userEvent.type(form.getByLabelText(/^Reason/), 'Moved away');
    await userEvent.click(form.getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByText('Moved away (by the office)')).toBeInTheDocument();
    expect(office.sent('booking.setStatus')).toEqual([{ id: 5, status: 'cancelled', reason: 'Moved away' }]);
    expect(screen.queryByRole('button', { name: /Booking|Mark|Back to/ })).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('is marked as not come, as completed, and brought back', async () => {
    const office = openOffice('/bookings?booking=5');
    for (const [name, status] of [
      ['Mark No-Show', 'no-show'],
      ['Mark Completed', 'completed'],
      ['Back to Confirmed', 'confirmed'],
    ] as const) {
      await press(name);
      await waitFor(() => expect(lastToast()).toMatchObject({ description: `Maria Santos: ${status}.` }));
      expect(await screen.findByText(status)).toBeInTheDocument();
    }
    expect(office.sent('booking.setStatus').map(({ status }) => status)).toEqual(['no-show', 'completed', 'confirmed']);
    expect(await button('Move Booking')).toBeInTheDocument();
  });

  test('that is completed can be undone for ten seconds, with its job', async () => {
    const office = openOffice('/bookings?booking=5', { 'dispatch.undoCompletion': () => ({ ...ORDER, status: 'scheduled' }) });
    await press('Mark Completed');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Booking Updated', durationMs: 10_000, action: { label: 'Undo' } }));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone' }));
    expect(office.sent('dispatch.undoCompletion')).toEqual([{ id: 9 }]);
  });

  test('without a job has nothing to undo', async () => {
    openOffice('/bookings?booking=5', { booking: { workOrderId: null } });
    await press('Mark Completed');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'Maria Santos: completed.' }));
    expect(lastToast()?.action).toBeUndefined();
  });

  test.each([
    [409, 'A booking that is cancelled cannot become completed.', 'A booking that is cancelled cannot become completed.'],
    [503, 'Storage is not available right now.', 'Failed to update the booking. Please try again.'],
  ])('that cannot be changed (%i) tells why in a toast', async (httpStatus, message, told) => {
    openOffice('/bookings?booking=5', { 'booking.setStatus': () => Promise.reject(new Refusal(httpStatus, message)) });
    await press('Mark Completed');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: told, kind: 'destructive' }));
  });

  test('of a number that nobody booked says so', async () => {
    openOffice('/bookings?booking=99', { 'booking.get': () => Promise.reject(new Refusal(404, 'This booking does not exist.')) });
    expect(await screen.findByText('No such booking')).toBeInTheDocument();
  });
});

describe('bookings to convert', () => {
  test('are those without a work order, each with the button that makes it', async () => {
    let rows = [BOOKING, { ...BOOKING, id: 6, clientName: 'Ada Low' }].map((row) => ({ ...row, workOrderId: null }));
    const { sent } = openOffice('/bookings?view=convert', {
      'overview.today': () => ({ bookingsToConvert: rows.length }),
      'booking.toConvert': () => ({ rows, nextCursor: null }),
      'booking.createWorkOrder': ({ id }: { id: number }) => {
        rows = rows.filter((row) => row.id !== id);
        return { ...BOOKING, id };
      },
    });
    expect(await button('No Live Job 2')).toHaveAttribute('aria-pressed', 'true');
    expect(sent('booking.calendar')).toEqual([]);
    expect(screen.getByRole('link', { name: 'Ada Low' })).toHaveAttribute('href', '/bookings?view=convert&booking=6');
    await press('Create Work Order, Ada Low');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Work Order Created' }));
    expect(sent('booking.createWorkOrder')).toEqual([{ id: 6 }]);
    await waitFor(() => expect(screen.queryByText('Ada Low')).toBeNull());
    await press('Create Work Order, Maria Santos');
    expect(await screen.findByText('No bookings without a live job')).toBeVisible();
  });

  test('make way for the calendar, and say when they could not be loaded', async () => {
    const { search, handlers } = openOffice('/bookings?view=convert', {
      'booking.toConvert': () => {
        throw new Error('down');
      },
    });
    expect(await screen.findByText('The bookings could not be loaded.')).toBeVisible();
    handlers['booking.toConvert'] = () => ({ rows: [], nextCursor: null });
    await press('Try again');
    expect(await screen.findByText('No bookings without a live job')).toBeVisible();
    await press('Week');
    await waitFor(() => expect(search()).toEqual({ view: 'week' }));
    expect(await screen.findByText(/^Week of/)).toBeVisible();
  });
});
