import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { BookingServiceType, TimeWindow } from '../../src/shared/booking';
import { slotOf } from '../support/booking';
import { book, openBookings, openPage, openWithBooking, TODAY } from '../support/bookings-page';
import { change, findDialog, lastToast, press, refuse } from '../support/office';

const ADDRESS = '/bookings?booking=1';
/** Opens an office whose owner makes work orders by hand, with one booking. */
async function openWithoutJob(more: Record<string, unknown> = {}) {
  const office = openBookings();
  await office.admin.settings.save({ createWorkOrders: false });
  await book(office, more);
  return office;
}

describe('a booking', () => {
  test('shows all sent fields, its badges and the link to its work order', async () => {
    const { booked } = await openWithBooking();
    const page = openPage('/bookings?view=week&booking=1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Booking Details' }));
    expect(await drawer.findByText(booked.bookingReference)).toBeInTheDocument();
    for (const words of [
      ...['Residential Cleaning', '10 a.m.–12 p.m.', '90 min', '$149.00', 'Two cats.', 'Maria Santos', '12 Seymour St'],
      ...['confirmed', 'first booking online', 'ref: customer'],
    ])
      expect(drawer.getByText(words)).toBeInTheDocument();
    const links = ['maria@example.com', '(250) 555-0133', 'Tue, Nov 24', 'Open Work Order', 'Maria Santos'];
    expect(links.map((name) => drawer.getByRole('link', { name }).getAttribute('href'))).toEqual([
      'mailto:maria@example.com',
      'tel:2505550133',
      '/bookings?date=2026-11-24',
      '/team?order=1',
      '/clients?client=1',
    ]);
    await press('Close');
    await waitFor(() => expect(page.search()).toEqual({ view: 'week' }));
  });

  test('shows the deposit that is left to pay, with its deadline and its page', async () => {
    const office = openBookings();
    await office.admin.settings.save({ bookingDeposit: { amount: '50.00', serviceTypes: ['residential'] } });
    await book(office);
    openPage(ADDRESS);
    expect(await screen.findByText(/is not paid yet/)).toHaveTextContent(/^\$50\.00 is not paid yet\. .* by .*Nov/);
    const { payUrl } = await office.admin.invoices.get({ id: 1 });
    expect(screen.getByRole('link', { name: /^Pay/ })).toHaveAttribute('href', payUrl);
    expect(screen.getByRole('link', { name: 'Open Invoice SPC001' })).toHaveAttribute('href', '/invoices?invoice=1');
    // Without a clipboard, as on a page without https, the link is shown.
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }));
    await press('Copy pay link');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Please copy it by hand', description: payUrl }));
  });

  test('gets a work order by its button if it has none', async () => {
    const office = await openWithoutJob({ estimatedDuration: 0, totalAmount: '0.00' });
    openPage(ADDRESS);
    expect(await screen.findByText('not given, planned as 120 min')).toBeInTheDocument();
    expect(screen.getByText('none given')).toBeInTheDocument();
    await press('Create Work Order, Maria Santos');
    expect(await screen.findByRole('link', { name: 'Open Work Order' })).toHaveAttribute('href', '/team?order=1');
    expect(office.sent('booking.createWorkOrder')).toEqual([{ id: 1 }]);
    expect(lastToast()).toMatchObject({ title: 'Work Order Created' });
  });

  test('moves to a free window of any service, but not to one that has begun, is full or is closed', async () => {
    const office = await openWithBooking();
    const LATER = '2026-11-25';
    for (let count = 0; count < 2; count++) await book(office, {}, LATER, '08:00-10:00', 'commercial');
    await office.admin.booking.changeSlots({ date: LATER, timeSlot: '10:00-12:00', serviceType: 'commercial', isOpen: false });
    openPage(ADDRESS);
    await press('Move Booking');
    const form = await findDialog();
    const choice = form.getByLabelText(/^Window/);
    const optionOf = async (date: string, timeSlot: TimeWindow, service: BookingServiceType = 'residential') => {
      const { id } = await slotOf(office.shop, date, timeSlot, service);
      return waitFor(() => choice.querySelector<HTMLOptionElement>(`option[value="${id}"]`) ?? Promise.reject(new Error('not yet')));
    };
    expect(await optionOf('2026-11-24', '10:00-12:00')).toBeDisabled();
    await userEvent.click(form.getByText('Move Booking', { selector: 'button' }));
    await waitFor(() => expect(choice).toHaveAccessibleDescription('Please choose a window.'));
    change(/^Day/, TODAY, form);
    const begun = await optionOf(TODAY, '10:00-12:00');
    expect(begun).toHaveTextContent('10 a.m.–12 p.m. · 0/2 booked · begun');
    expect(begun).toBeDisabled();
    expect(await optionOf(TODAY, '14:00-16:00')).toBeEnabled();
    change(/^Day/, LATER, form);
    const full = await optionOf(LATER, '08:00-10:00', 'commercial');
    expect(full).toHaveTextContent('2/2 booked · full');
    expect(full).toBeDisabled();
    expect(await optionOf(LATER, '10:00-12:00', 'commercial')).toBeDisabled();
    await userEvent.selectOptions(choice, await optionOf(LATER, '12:00-14:00', 'commercial'));
    await userEvent.click(form.getByText('Move Booking', { selector: 'button' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Booking Moved' }));
    expect(await office.booking()).toMatchObject({ date: LATER, timeSlot: '12:00-14:00', serviceType: 'commercial' });
    expect(await screen.findByText('Wed, Nov 25')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText('Move Booking', { selector: 'button' })).toHaveFocus());
  });

  test('is cancelled with a reason, and then offers no further action', async () => {
    const office = await openWithBooking();
    openPage(ADDRESS);
    await press('Cancel Booking');
    const form = await findDialog();
    await press('Cancel Booking', form);
    expect(form.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please give a reason.');
    change(/^Reason/, 'Moved away', form);
    await press('Cancel Booking', form);
    expect(await screen.findByText('Moved away (by the office)')).toBeInTheDocument();
    expect(office.sent('booking.setStatus')).toEqual([{ id: 1, status: 'cancelled', reason: 'Moved away', confirm: false }]);
    expect(screen.queryByRole('button', { name: /Booking|Mark|Back to/ })).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: 'Booking Details' })).toContainElement(document.activeElement as HTMLElement),
    );
  });

  test('can be marked as a no-show or as completed, and be confirmed again', async () => {
    const office = await openWithoutJob();
    openPage(ADDRESS);
    for (const [name, status] of [
      ['Mark No-Show', 'no-show'],
      ['Mark Completed', 'completed'],
      ['Back to Confirmed', 'confirmed'],
    ] as const) {
      await press(name);
      await waitFor(() => expect(lastToast()).toMatchObject({ description: `Maria Santos: ${status}.` }));
      expect(await screen.findByText(status)).toBeInTheDocument();
    }
    // Without a job there is nothing to undo.
    expect(lastToast()?.action).toBeUndefined();
    expect(office.sent('booking.setStatus').map(({ status }) => status)).toEqual(['no-show', 'completed', 'confirmed']);
    expect(await screen.findByRole('button', { name: 'Move Booking' })).toBeInTheDocument();
  });

  test('can be completed, which the office can undo with its job for ten seconds', async () => {
    const office = await openWithBooking();
    const { jobComponents } = await office.admin.dispatch.getWorkOrder({ id: 1 });
    await office.admin.dispatch.setJobComponent({ id: jobComponents[0]?.id ?? 0, isCompleted: true });
    openPage(ADDRESS);
    await press('Mark Completed');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Booking Updated', durationMs: 10_000, action: { label: 'Undo' } }));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone' }));
    expect(office.sent('dispatch.undoCompletion')).toEqual([{ id: 1 }]);
    expect(await office.booking()).toMatchObject({ status: 'confirmed' });
  });

  test.each([
    [409, 'A booking that is cancelled cannot become completed.', 'A booking that is cancelled cannot become completed.'],
    [503, 'Storage is not available right now.', 'Failed to update the booking. Please try again.'],
  ])('shows in a toast why it cannot be changed (%i)', async (httpStatus, message, told) => {
    const office = await openWithBooking();
    office.fail('booking.setStatus', refuse(httpStatus, message));
    openPage(ADDRESS);
    await press('Mark Completed');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: told, kind: 'destructive' }));
  });

  test('shows a message if its number does not exist', async () => {
    openBookings();
    openPage('/bookings?booking=99');
    expect(await screen.findByText('No such booking')).toBeInTheDocument();
  });
});

describe('bookings to convert', () => {
  test('are those without a work order, each with a button that creates one', async () => {
    const office = await openWithoutJob();
    await book(office, { clientName: 'Ada Low' });
    openPage('/bookings?view=convert');
    expect(await screen.findByRole('button', { name: 'No Live Job 2' })).toHaveAttribute('aria-pressed', 'true');
    expect(office.sent('booking.calendar')).toEqual([]);
    expect(await screen.findByRole('link', { name: /^Ada Low/ })).toHaveAttribute('href', '/bookings?view=convert&booking=2');
    await press('Create Work Order, Ada Low');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Work Order Created' }));
    expect(office.sent('booking.createWorkOrder')).toEqual([{ id: 2 }]);
    await waitFor(() => expect(screen.queryByText('Ada Low')).toBeNull());
    await press('Create Work Order, Maria Santos');
    expect(await screen.findByText('No bookings without a live job')).toBeVisible();
  });

  test('lead back to the calendar, and show an error if they do not load', async () => {
    const office = openBookings();
    office.fail('booking.toConvert', refuse(500, 'down'));
    const page = openPage('/bookings?view=convert');
    expect(await screen.findByText('The bookings could not be loaded.')).toBeVisible();
    office.repair('booking.toConvert');
    await press('Try again');
    expect(await screen.findByText('No bookings without a live job')).toBeVisible();
    await press('Week');
    await waitFor(() => expect(page.search()).toEqual({ view: 'week' }));
    expect(await screen.findByText(/^Week of/)).toBeVisible();
  });
});
