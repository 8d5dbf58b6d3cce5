import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { test as base, describe, expect } from 'vitest';
import { readBookingsSearch } from '../../src/client/features/booking/office/bookings-search';
import { getMonday } from '../../src/shared/calendar-periods';
import { book, openBookings, openPage, openWithBooking, TODAY } from '../support/bookings-page';
import { change, findDialog, lastToast, press, refuse } from '../support/office';

const test = base.extend('office', () => openBookings());

/** Finds a window of the day by its title and not by role, which takes jsdom seconds with so many buttons. */
const windowOf = async (title: string) => (await screen.findByText(title, { selector: 'h3' })).closest('section') as HTMLElement;
const findDay = (day: string) => screen.findByText(day, { selector: 'h2' });
const FRIDAY = 'Friday, November 20';

describe('the days', () => {
  test('of a week begin on Monday and have short names', () => {
    expect(['2026-11-16', '2026-11-20', '2026-11-22', '2026-11-23'].map(getMonday)).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-11-16',
      '2026-11-23',
    ]);
  });

  test.each([
    [{ date: '2026-02-30', view: 'month', booking: 'x', q: '  ' }, {}],
    [{ date: '0026-11-20', booking: -1 }, {}],
    [
      { date: '2026-11-24', view: 'week', booking: '5', q: 12 },
      { date: '2026-11-24', view: 'week', booking: 5, q: '12' },
    ],
    [{ view: 'convert' }, { view: 'convert' }],
  ])('are read from an address such as %j', (typed, read) => {
    expect(readBookingsSearch(typed)).toEqual(read);
  });
});

describe('the day', () => {
  test('starts as the current business day and shows the bookings of each window and service', async ({ office }) => {
    for (let count = 0; count < 2; count++) await book(office, {}, TODAY, '14:00-16:00');
    await book(office, { clientName: 'Jon Park' }, TODAY, '16:00-18:00');
    await office.admin.booking.setStatus({ id: 3, status: 'cancelled', reason: 'Ill' });
    await office.admin.booking.changeSlots({ date: TODAY, timeSlot: '16:00-18:00', isOpen: false, reason: 'One crew away' });
    openPage();
    expect(await findDay(FRIDAY)).toBeInTheDocument();
    expect(office.sent('booking.calendar')).toEqual([{ from: TODAY, days: 1 }]);
    expect(screen.getByText('2/60 booked')).toBeInTheDocument();
    const afternoon = await windowOf('2–4 p.m.');
    const { bookingReference } = await office.admin.booking.get({ id: 1 });
    for (const words of ['2/10 booked', 'Maria Santos', 'Residential Cleaning', 'confirmed', bookingReference])
      expect(afternoon).toHaveTextContent(words);
    expect(within(afternoon).getByText('Residential').closest('button')).toHaveTextContent('2/2 bookedfull');
    const evening = await windowOf('4–6 p.m.');
    expect(evening).toHaveTextContent('closed: One crew away');
    expect(within(evening).queryByText('Jon Park')).toBeNull();
    expect(screen.getByText('Jon Park').closest('section')).toHaveTextContent('Cancelled');
    expect(await windowOf('10 a.m.–12 p.m.')).toHaveTextContent('begun');
    expect(within(afternoon).getAllByText('Maria Santos')[0]?.closest('a')).toHaveAttribute('href', '/bookings?booking=1');
  });

  test('can be changed to the previous, the next or any day or to the week, which the address keeps', async ({ office }) => {
    const page = openPage('/bookings?date=2026-11-24');
    await findDay('Tuesday, November 24');
    // By label and by text, not by role, which takes jsdom seconds with so many buttons.
    for (const [label, day] of [
      ['Next day', 'Wednesday, November 25'],
      ['Previous day', 'Tuesday, November 24'],
      ['Previous day', 'Monday, November 23'],
    ] as const) {
      fireEvent.click(screen.getByLabelText(label));
      await findDay(day);
    }
    expect(page.search()).toEqual({ date: '2026-11-23' });
    fireEvent.change(screen.getByLabelText('Day', { selector: 'input' }), { target: { value: '2026-12-24' } });
    await findDay('Thursday, December 24');
    fireEvent.click(screen.getByText('Week'));
    await findDay('Week of Monday, December 21');
    expect(page.search()).toEqual({ date: '2026-12-24', view: 'week' });
    expect(office.sent('booking.calendar').at(-1)).toEqual({ from: '2026-12-21', days: 7 });
    fireEvent.click(screen.getByLabelText('Next week'));
    await findDay('Week of Monday, December 28');
    fireEvent.click(screen.getByText('Today'));
    await findDay('Week of Monday, November 16');
  });

  test('shows a message if it was never bookable', async () => {
    openBookings();
    openPage('/bookings?date=2026-01-05');
    expect(await screen.findByText('No time windows on this day')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Close Day' })).toBeNull();
  });

  test('shows an error if it does not load, and can be loaded again', async ({ office }) => {
    office.fail('booking.calendar', refuse(500));
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('The bookings could not be loaded.');
    office.repair('booking.calendar');
    await press('Try again');
    expect(await findDay(FRIDAY)).toBeInTheDocument();
  });

  test('is shown if only the closed days do not load, and these can be loaded again', async ({ office }) => {
    await office.admin.booking.closeDay({ date: '2026-12-26' });
    office.fail('booking.closedDays', refuse(500));
    openPage();
    const failure = await screen.findByText('The closed days could not be loaded.');
    expect(await findDay(FRIDAY)).toBeInTheDocument();
    office.repair('booking.closedDays');
    fireEvent.click(within(failure.parentElement as HTMLElement).getByText('Try again'));
    expect(await screen.findByText('Saturday, December 26')).toBeInTheDocument();
    expect(screen.queryByText('The closed days could not be loaded.')).toBeNull();
  });

  test('is closed with a reason after a note on the bookings that stay, and can be reopened', async ({ office }) => {
    for (const timeSlot of ['08:00-10:00', '10:00-12:00'] as const) await book(office, {}, '2026-12-25', timeSlot);
    await office.admin.booking.setStatus({ id: 2, status: 'cancelled', reason: 'Ill' });
    await office.admin.booking.closeDay({ date: '2026-12-26' });
    const page = openPage('/bookings?date=2026-12-24');
    fireEvent.click(await screen.findByText('Close Day'));
    const form = await findDialog();
    expect(form.getByText(/Existing bookings stay/)).toBeInTheDocument();
    expect(form.getByLabelText(/^Day/)).toHaveValue('2026-12-24');
    change(/^Day/, '2026-12-25', form);
    expect(await form.findByText('1 booking is on this day and stays.')).toBeInTheDocument();
    change('Reason', 'Christmas Day', form);
    await userEvent.click(form.getByText('Close Day', { selector: 'button' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Day Closed' }));
    expect(office.sent('booking.closeDay')).toEqual([{ date: '2026-12-25', reason: 'Christmas Day' }]);
    fireEvent.click(screen.getByLabelText('Next day'));
    expect(await screen.findByText('This day is closed: Christmas Day.')).toBeInTheDocument();
    expect(screen.getByText(/1 booking is still on it/)).toBeInTheDocument();
    fireEvent.click(screen.getByText('Saturday, December 26'));
    await waitFor(() => expect(page.search()).toEqual({ view: 'day', date: '2026-12-26' }));
    for (const [day, date] of [
      ['Sat, Dec 26', '2026-12-26'],
      ['Fri, Dec 25', '2026-12-25'],
    ] as const) {
      fireEvent.click((await screen.findAllByText(`, ${day}`))[0]?.closest('button') as HTMLElement);
      await waitFor(() => expect(office.sent('booking.openDay').at(-1)).toEqual({ date }));
    }
    await waitFor(async () => expect(await office.admin.booking.closedDays()).toEqual({ days: [] }));
  });

  test('has windows that can be closed for all services or for one, and whose number of places can change', async ({ office }) => {
    openPage('/bookings?date=2026-11-24');
    const morning = await windowOf('8–10 a.m.');
    await userEvent.click(within(morning).getByText('Change Window'));
    let form = await findDialog();
    expect(form.getByLabelText('Service')).toHaveValue('');
    await userEvent.selectOptions(form.getByLabelText('Open or closed'), 'closed');
    change('Reason', 'Training', form);
    await userEvent.click(form.getByText('Save Window'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(within(morning).getByText('Deep'));
    form = await findDialog();
    expect(form.getByLabelText('Service')).toHaveValue('deep-cleaning');
    change('Capacity per slot', 'many', form);
    await userEvent.click(form.getByText('Save Window'));
    await waitFor(() => expect(form.getByLabelText('Capacity per slot')).toHaveAccessibleDescription(/whole number from 0 to 100/));
    change('Capacity per slot', '1', form);
    await userEvent.click(form.getByText('Save Window'));
    expect(await within(morning).findByText('0/9 booked')).toBeInTheDocument();
    await userEvent.click(within(morning).getByText('Change Window'));
    form = await findDialog();
    await userEvent.selectOptions(form.getByLabelText('Open or closed'), 'open');
    change('Capacity per slot', '4', form);
    await userEvent.click(form.getByText('Save Window'));
    expect(await within(morning).findByText('0/20 booked')).toBeInTheDocument();
    const at = { date: '2026-11-24', timeSlot: '08:00-10:00' };
    await waitFor(() =>
      expect(office.sent('booking.changeSlots')).toEqual([
        { ...at, isOpen: false, reason: 'Training' },
        { ...at, serviceType: 'deep-cleaning', maxBookings: 1, reason: null },
        { ...at, isOpen: true, maxBookings: 4, reason: null },
      ]),
    );
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Window Changed', description: 'Tue, Nov 24, 8–10 a.m.' }));
  });
});

test('the week shows the clients who are booked on each day, with links to the day and to the booking', async ({ office }) => {
  await book(office, {}, '2026-11-21');
  await book(office, { clientName: 'Gone' }, '2026-11-21', '12:00-14:00');
  await office.admin.booking.setStatus({ id: 2, status: 'cancelled', reason: 'Ill' });
  await office.admin.booking.closeDay({ date: '2026-11-22', reason: 'Training' });
  openPage('/bookings?view=week');
  const saturday = (await screen.findByText('Sat, Nov 21')).closest('li') as HTMLElement;
  for (const words of ['10 a.m.–12 p.m.', '1/10 booked', 'Maria Santos']) expect(saturday).toHaveTextContent(words);
  expect(screen.queryByText('Gone')).toBeNull();
  expect(within(saturday).getByText('Sat, Nov 21')).toHaveAttribute('href', '/bookings?date=2026-11-21');
  expect(within(saturday).getByText('Maria Santos').closest('a')).toHaveAttribute('href', '/bookings?view=week&booking=1');
  expect(screen.getByText('Sun, Nov 22').closest('li')).toHaveTextContent('closed: Training');
  expect(screen.getByText('Mon, Nov 16').closest('li')).toHaveTextContent('no windows');
});

test('a search covers the bookings of all days', async () => {
  const office = await openWithBooking();
  openPage();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search bookings' }), 'maria{Enter}');
  expect(await screen.findByText('Found for “maria”')).toBeInTheDocument();
  expect(office.sent('booking.search')).toEqual([{ search: 'maria', limit: 25 }]);
  expect(await screen.findByText(/Tue, Nov 24, 10 a\.m\./)).toBeInTheDocument();
  expect(screen.getByText('Maria Santos').closest('a')).toHaveAttribute('href', '/bookings?q=maria&booking=1');
  expect(screen.getByLabelText('Select Maria Santos')).toBeInTheDocument();
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'nobody{Enter}');
  expect(await screen.findByText('No bookings match')).toBeInTheDocument();
});

test.each([
  ['li', true],
  ['Él a', true],
  ['maria li', false],
])('after no match for “%s” the page says if only the newest bookings were searched: %s', async (q, isLimited) => {
  openBookings();
  openPage(`/bookings?q=${encodeURIComponent(q)}`);
  expect(await screen.findByText('No bookings match')).toBeInTheDocument();
  expect(screen.queryAllByText(/Words of one or two letters are searched in the newest 2,000/)).toHaveLength(isLimited ? 1 : 0);
});
