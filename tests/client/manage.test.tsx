import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { ManagedBookingPage } from '../../src/client/features/booking/managed-booking';
import type { ManagedBooking } from '../../src/shared/booking-schemas';
import { slotsOf, TODAY } from '../support/appointments-page';
import { fakeCalls, Refusal } from '../support/office';

const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';
const BOOKING: ManagedBooking = {
  bookingReference: 'SPC-1790000000000-ABCDE',
  slotId: 1,
  date: TODAY,
  timeSlot: '08:00-10:00',
  serviceType: 'residential',
  clientName: 'Maria Santos',
  clientAddress: '12 Seymour St',
  specialRequests: null,
  status: 'confirmed',
  estimatedDuration: 120,
  cancelReason: null,
  agreedTime: null,
  canChange: true,
  changeableUntil: '2026-11-20T16:00:00.000Z',
  cutoffHours: 0,
};
const FULL = 'This time slot is fully booked.';

/** The page of the booking with a later window picked; `refuse` says no to the move, which waits until then. */
async function pickNewTime(later: Partial<ManagedBooking> = {}) {
  let refuse: (refusal: Refusal) => void = () => undefined;
  const calls = fakeCalls({
    'booking.listSlots': ({ date }) => ({ rows: slotsOf(String(date)), nextCursor: null }),
    'booking.moveManaged': () =>
      new Promise((_resolve, reject) => {
        refuse = reject;
      }),
    'booking.getManaged': () => ({ ...BOOKING, ...later }),
  });
  render(
    <CallsProvider>
      <ManagedBookingPage token={TOKEN} initial={BOOKING} initialUntil="in the morning" today={TODAY} />
    </CallsProvider>,
  );
  fireEvent.click(screen.getByText('Reschedule'));
  fireEvent.click((await screen.findByText('16:00-18:00')).closest('button') as HTMLElement);
  return { sent: () => calls.sent('booking.moveManaged'), refuse: (refusal: Refusal) => refuse(refusal) };
}
const confirm = () => screen.getByText<HTMLButtonElement>(/^(Confirm New Time|Moving\.\.\.)$/);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:00:00.000Z') });
});

describe('the move of a booking', () => {
  test('keeps the focus on its button while it is under way, and is asked for once', async () => {
    const { sent } = await pickNewTime();
    confirm().focus();
    fireEvent.click(confirm());
    await waitFor(() => expect(confirm()).toHaveTextContent('Moving...'));
    expect(confirm()).toHaveAttribute('aria-disabled', 'true');
    expect(confirm()).toBeEnabled();
    expect(confirm()).toHaveFocus();
    fireEvent.click(confirm());
    expect(sent()).toEqual([{ token: TOKEN, slotId: 5 }]);
  });

  test('that is refused gives the focus to the reason, and has nothing to confirm', async () => {
    const { sent, refuse } = await pickNewTime();
    confirm().focus();
    fireEvent.click(confirm());
    await waitFor(() => expect(sent()).toHaveLength(1));
    refuse(new Refusal(409, FULL));
    const reason = await screen.findByRole('alert');
    expect(reason).toHaveTextContent(`${FULL} Your booking stays as it is: Friday, November 20, 2026, 08:00-10:00.`);
    expect(reason).toHaveFocus();
    expect(confirm()).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(confirm());
    expect(sent()).toHaveLength(1);
  });

  test('that comes too late gives the focus to the title, since nothing can be moved any more', async () => {
    const { sent, refuse } = await pickNewTime({ canChange: false });
    confirm().focus();
    fireEvent.click(confirm());
    await waitFor(() => expect(sent()).toHaveLength(1));
    refuse(new Refusal(409, 'It is too late to move this booking.'));
    await waitFor(() => expect(screen.queryByText('Choose a new time')).toBeNull());
    await waitFor(() => expect(screen.getByText('Your Booking')).toHaveFocus());
  });
});
