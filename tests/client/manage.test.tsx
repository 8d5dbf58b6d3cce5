import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { formatDue, ManagedBookingPage } from '../../src/client/features/booking/managed-booking';
import { NOW, TODAY } from '../support/appointments-page';
import { bookSlot, slotOf } from '../support/booking';
import { lastToast, offline, openOffice, refuse } from '../support/office';

/** Opens the page of a booking that its client may still move, and picks a later window. */
async function pickNewTime() {
  const office = openOffice({ as: 'nobody', now: NOW });
  await office.admin.settings.save({ manageCutoffHours: 0 });
  const { token } = await bookSlot(office.shop, (await slotOf(office.shop, TODAY, '08:00-10:00')).id);
  const initial = await office.visitor.booking.getManaged({ token });
  render(
    <CallsProvider>
      <ManagedBookingPage token={token} initial={initial} initialUntil="in the morning" initialDue={null} today={TODAY} />
    </CallsProvider>,
  );
  fireEvent.click(screen.getByText('Reschedule'));
  fireEvent.click((await screen.findByText('16:00-18:00')).closest('button') as HTMLElement);
  confirm().focus();
  return { ...office, token, sent: () => office.sent('booking.moveManaged') };
}
const confirm = () => screen.getByText<HTMLButtonElement>(/^(Confirm New Time|Moving\.\.\.)$/);

describe('the move of a booking', () => {
  test('is sent once, and keeps the focus on its button meanwhile', async () => {
    const { token, sent, hold } = await pickNewTime();
    const release = hold('booking.moveManaged');
    fireEvent.click(confirm());
    await waitFor(() => expect(confirm()).toHaveTextContent('Moving...'));
    expect(confirm()).toHaveAttribute('aria-disabled', 'true');
    expect(confirm()).toBeEnabled();
    expect(confirm()).toHaveFocus();
    fireEvent.click(confirm());
    release();
    await waitFor(() => expect(screen.getByText('Your Booking').closest('main')?.querySelector('h2')).toHaveTextContent('16:00-18:00'));
    expect(sent()).toEqual([{ token, slotId: 5 }]);
  });

  test('focuses the reason when the new time is taken meanwhile, and loads the windows again', async () => {
    const { sent, shop } = await pickNewTime();
    for (let visitor = 0; visitor < 2; visitor++) await bookSlot(shop, 5);
    fireEvent.click(confirm());
    const reason = await screen.findByRole('alert');
    expect(reason).toHaveTextContent(/fully booked.* Your booking stays as it is: Friday, November 20, 2026, 08:00-10:00\./);
    expect(reason).toHaveFocus();
    await waitFor(() => expect(screen.getByText('16:00-18:00').closest('button')).toHaveTextContent('2/2 booked unavailable'));
    expect(confirm()).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(confirm());
    expect(sent()).toHaveLength(1);
    expect(lastToast()).toMatchObject({ title: 'Error', description: expect.stringContaining('fully booked') });
    fireEvent.click(screen.getByText('Keep Current Time'));
    expect(screen.queryByText('Choose a new time')).toBeNull();
    expect(screen.getByText('Reschedule')).toHaveFocus();
  });

  test.each([
    ['the connection is lost', offline],
    ['the server asks to wait', refuse(429)],
  ])('keeps the new time picked for another try when %s', async (_what, fault) => {
    const { sent, fail, repair } = await pickNewTime();
    fail('booking.moveManaged', fault);
    fireEvent.click(confirm());
    expect(await screen.findByRole('alert')).toHaveFocus();
    expect(screen.getByText('16:00-18:00').closest('button')).toHaveAttribute('aria-pressed', 'true');
    repair('booking.moveManaged');
    fireEvent.click(confirm());
    await waitFor(() => expect(screen.getByText('Your Booking').closest('main')?.querySelector('h2')).toHaveTextContent('16:00-18:00'));
    expect(sent()).toHaveLength(2);
  });

  test('focuses the title and shows the reason when the booking was cancelled elsewhere', async () => {
    const { visitor, token } = await pickNewTime();
    await visitor.booking.cancelManaged({ token, reason: 'In another tab' });
    fireEvent.click(confirm());
    await waitFor(() => expect(lastToast()?.description).toBe('A booking that is cancelled cannot be moved.'));
    expect(await screen.findByText('Reason: In another tab')).toBeVisible();
    expect(screen.queryByText('Choose a new time')).toBeNull();
    await waitFor(() => expect(screen.getByText('Your Booking')).toHaveFocus());
  });

  test('focuses the title when it is too late to move the booking', async () => {
    const { advance, sent } = await pickNewTime();
    advance(60);
    fireEvent.click(confirm());
    await waitFor(() => expect(screen.queryByText('Choose a new time')).toBeNull());
    await waitFor(() => expect(screen.getByText('Your Booking')).toHaveFocus());
    expect(sent()).toHaveLength(1);
  });
});

test('the page of a booking asks for the deposit that is left to pay, with its deadline and the link', async () => {
  const office = openOffice({ as: 'nobody', now: NOW });
  await office.admin.settings.save({ bookingDeposit: { amount: '50.00', serviceTypes: ['residential'] } });
  const { token } = await bookSlot(office.shop, (await slotOf(office.shop, '2026-11-24')).id);
  const initial = await office.visitor.booking.getManaged({ token });
  render(
    <CallsProvider>
      <ManagedBookingPage token={token} initial={initial} initialUntil="later" initialDue={formatDue(initial)} today={TODAY} />
    </CallsProvider>,
  );
  expect(screen.getByText(/^Please pay the deposit of/)).toHaveTextContent(/of \$50\.00 by .*2026.*, Pacific time\./);
  expect(screen.getByRole('link', { name: 'Pay the deposit' })).toHaveAttribute('href', initial.deposit?.payUrl);
});
