import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { WaitlistDialog } from '../../src/client/features/booking/waitlist/waitlist-dialog';
import { WaitlistPage } from '../../src/client/features/booking/waitlist/waitlist-page';
import { NOW } from '../support/appointments-page';
import { DAY, WINDOW } from '../support/booking';
import { change, field, lastToast, offline, openOffice } from '../support/office';
import { fillSlot, waiter } from '../support/waitlist';

/** Opens the page of a visitor who has an offer. */
async function openOffered() {
  const office = openOffice({ as: 'nobody', now: NOW });
  const { booked } = await fillSlot(office.shop);
  const { token } = await office.visitor.booking.joinWaitlist(waiter('Ann'));
  await office.visitor.booking.cancelManaged({ token: booked[0]?.token ?? '' });
  const initial = await office.visitor.booking.getWaitlistEntry({ token });
  render(
    <CallsProvider>
      <WaitlistPage token={token} initial={initial} initialUntil="in an hour" />
    </CallsProvider>,
  );
  return { ...office, token };
}

test('accepts the offered place once, and focuses the result', async () => {
  const { sent, hold, token } = await openOffered();
  expect(screen.getByText(/holding it for you until in an hour/)).toHaveTextContent('(60 minutes left)');
  const release = hold('booking.acceptOffer');
  fireEvent.click(screen.getByText('Accept'));
  await waitFor(() => expect(screen.getByText('Booking...')).toHaveAttribute('aria-disabled', 'true'));
  fireEvent.click(screen.getByText('Booking...'));
  fireEvent.click(screen.getByText('No thanks'));
  release();
  expect(await screen.findByText(/You are booked\. Your reference is SPC-/)).toBeInTheDocument();
  expect(sent('booking.acceptOffer')).toEqual([{ token }]);
  expect(sent('booking.leaveWaitlist')).toEqual([]);
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  expect(screen.getByText('Manage booking')).toHaveAttribute('href', expect.stringContaining('/manage/'));
});

test('hands the place on after "No thanks"', async () => {
  await openOffered();
  fireEvent.click(screen.getByText('No thanks'));
  expect(await screen.findByText(/You are no longer on the list/)).toBeInTheDocument();
  expect(screen.getByText('Book an Appointment')).toHaveAttribute('href', '/appointments');
});

test('says once why an offer cannot be accepted any more, and shows how the entry is now', async () => {
  const { visitor, token } = await openOffered();
  await visitor.booking.leaveWaitlist({ token });
  fireEvent.click(screen.getByText('Accept'));
  expect(await screen.findByText('You have left the list. Please choose another time.')).toBeInTheDocument();
  expect(lastToast()?.open).not.toBe(true);
  expect(await screen.findByText(/You are no longer on the list/)).toBeInTheDocument();
  expect(screen.queryByText('Accept')).toBeNull();
});

test('does not keep the refusal of an earlier press below the booked place', async () => {
  const { fail, repair, visitor, token } = await openOffered();
  fail('booking.leaveWaitlist', offline);
  fireEvent.click(screen.getByText('No thanks'));
  expect(await screen.findByText('That did not work. Please try again or contact us directly.')).toBeInTheDocument();
  repair('booking.leaveWaitlist');
  fireEvent.click(screen.getByText('Accept'));
  expect(await screen.findByText(/You are booked\./)).toBeInTheDocument();
  expect(screen.queryByText('That did not work. Please try again or contact us directly.')).toBeNull();
  expect(await visitor.booking.getWaitlistEntry({ token })).toMatchObject({ status: 'booked' });
});

test('offers the service whose button was pressed with the person that was typed, and keeps the notes of the booking form', async () => {
  const office = openOffice({ as: 'nobody', now: NOW });
  await fillSlot(office.shop);
  await fillSlot(office.shop, DAY, WINDOW, 'commercial');
  const { rows } = await office.visitor.booking.listSlots({ date: DAY });
  const open = (service: 'residential' | 'commercial') => {
    cleanup();
    render(
      <CallsProvider>
        <WaitlistDialog slots={rows} day={DAY} service={service} onClose={() => undefined} />
      </CallsProvider>,
    );
  };
  const saved = () => JSON.parse(localStorage.getItem('draft:booking') ?? '{}').values;
  localStorage.setItem('draft:booking', JSON.stringify({ at: Date.now(), values: { specialRequests: 'Two cats' } }));
  open('residential');
  change('Service', 'commercial');
  fireEvent.input(field(/^Full Name/), { target: { value: 'Maria Santos' } });
  await waitFor(() => expect(saved()).toEqual({ specialRequests: 'Two cats', clientName: 'Maria Santos' }));
  open('residential');
  await waitFor(() => expect(field(/^Full Name/)).toHaveValue('Maria Santos'));
  expect(field('Service')).toHaveValue('residential');
});
