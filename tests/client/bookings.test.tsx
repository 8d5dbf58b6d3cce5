import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { readBookingsSearch } from '../../src/client/features/booking/office/bookings-search';
import { showShortDay, weekStart } from '../../src/client/ui/short-day';
import { BOOKING, dayOf, dialog, openOffice, prepareBookingsPage, press, slotsOf, TODAY } from '../support/bookings-page';
import { lastToast, Refusal } from '../support/office';

/** A window's part of the day; by its title and not by role, which takes jsdom seconds with so many buttons. */
const windowOf = async (title: string) => (await screen.findByText(title, { selector: 'h3' })).closest('section') as HTMLElement;

prepareBookingsPage();

describe('the days', () => {
  test('of a week begin with its Monday, and are named in short', () => {
    expect(['2026-11-16', '2026-11-20', '2026-11-22', '2026-11-23'].map(weekStart)).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-11-16',
      '2026-11-23',
    ]);
    expect(showShortDay('2026-11-20')).toBe('Fri, Nov 20');
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
  test("is today's business day, with what is booked of each window and service", async () => {
    const office = openOffice('/bookings', {
      day: (date) =>
        dayOf(date, {
          slots: slotsOf(date, ({ serviceType, timeSlot }) => {
            if (timeSlot === '10:00-12:00') return { isAvailable: false };
            if (timeSlot === '16:00-18:00') return { isOpen: false, isAvailable: false, notes: 'One crew away' };
            return timeSlot === '14:00-16:00' && serviceType === 'residential' ? { currentBookings: 2 } : {};
          }),
          bookings: [
            { ...BOOKING, date, timeSlot: '14:00-16:00' },
            { ...BOOKING, id: 6, date, clientName: 'Jon Park', timeSlot: '14:00-16:00', status: 'cancelled' },
          ],
        }),
    });
    expect(await screen.findByText('Friday, November 20, 2026', { selector: 'h2' })).toBeInTheDocument();
    expect(office.sent('booking.calendar')).toEqual([{ from: TODAY, days: 1 }]);
    expect(screen.getByText('2/60 booked')).toBeInTheDocument();
    const afternoon = await windowOf('2:00 p.m. to 4:00 p.m.');
    for (const words of ['2/10 booked', 'Maria Santos', 'Residential Cleaning', 'confirmed', BOOKING.bookingReference])
      expect(afternoon).toHaveTextContent(words);
    expect(within(afternoon).getByText('Residential').closest('button')).toHaveTextContent('2/2 bookedfull');
    expect(within(afternoon).queryByText('Jon Park')).toBeNull();
    expect(screen.getByText('Jon Park').closest('section')).toHaveTextContent('Cancelled');
    expect(await windowOf('10:00 a.m. to 12:00 p.m.')).toHaveTextContent('begun');
    expect(await windowOf('4:00 p.m. to 6:00 p.m.')).toHaveTextContent('closed: One crew away');
    expect(within(afternoon).getByText('maria@example.com')).toHaveAttribute('href', 'mailto:maria@example.com');
    expect(within(afternoon).getByText('Maria Santos')).toHaveAttribute('href', '/bookings?booking=5');
  });

  test('can be left for the one before and after, for any day and for the week, and the address goes along', async () => {
    const office = openOffice('/bookings?date=2026-11-24');
    await screen.findByText('Tuesday, November 24, 2026', { selector: 'h2' });
    // By label and by text, not by role, which takes jsdom seconds with so many buttons.
    const go = (label: string) => fireEvent.click(screen.getByLabelText(label));
    go('Next day');
    await screen.findByText('Wednesday, November 25, 2026', { selector: 'h2' });
    go('Previous day');
    await screen.findByText('Tuesday, November 24, 2026', { selector: 'h2' });
    go('Previous day');
    await screen.findByText('Monday, November 23, 2026', { selector: 'h2' });
    expect(office.search()).toEqual({ date: '2026-11-23' });
    fireEvent.change(screen.getByLabelText('Day', { selector: 'input' }), { target: { value: '2026-12-24' } });
    await screen.findByText('Thursday, December 24, 2026', { selector: 'h2' });
    fireEvent.click(screen.getByText('Week'));
    expect(await screen.findByText('Week of Monday, December 21, 2026')).toBeInTheDocument();
    expect(office.search()).toEqual({ date: '2026-12-24', view: 'week' });
    expect(office.sent('booking.calendar').at(-1)).toEqual({ from: '2026-12-21', days: 7 });
    go('Next week');
    expect(await screen.findByText('Week of Monday, December 28, 2026')).toBeInTheDocument();
    fireEvent.click(screen.getByText('Today'));
    expect(await screen.findByText('Week of Monday, November 16, 2026')).toBeInTheDocument();
  });

  test('that nobody could ever book says so', async () => {
    openOffice('/bookings?date=2026-01-05', { day: (date) => dayOf(date, { slots: [] }) });
    expect(await screen.findByText('No time windows on this day')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Close Day' })).toBeNull();
  });

  test('that cannot be read says so and can be asked for again', async () => {
    const office = openOffice('/bookings', { 'booking.calendar': () => Promise.reject(new Refusal(500, 'No.')) });
    expect(await screen.findByRole('alert')).toHaveTextContent('The bookings could not be loaded.');
    office.handlers['booking.calendar'] = ({ from }) => ({ days: [dayOf(String(from))] });
    await press('Try again');
    expect(await screen.findByText('Friday, November 20, 2026', { selector: 'h2' })).toBeInTheDocument();
  });

  test('is shown without the closed days where these cannot be read, which can be asked for again', async () => {
    const office = openOffice('/bookings', { 'booking.closedDays': () => Promise.reject(new Refusal(500, 'No.')) });
    const failure = await screen.findByText('The closed days could not be loaded.');
    expect(await screen.findByText('Friday, November 20, 2026', { selector: 'h2' })).toBeInTheDocument();
    office.handlers['booking.closedDays'] = () => ({ days: [{ date: '2026-12-26', reason: null }] });
    fireEvent.click(within(failure.parentElement as HTMLElement).getByText('Try again'));
    expect(await screen.findByText('Saturday, December 26, 2026')).toBeInTheDocument();
    expect(screen.queryByText('The closed days could not be loaded.')).toBeNull();
  });

  test('is closed with a reason, after a word on the bookings that stay', async () => {
    const office = openOffice('/bookings?date=2026-12-24', {
      day: (date) =>
        dayOf(date, {
          bookings:
            date === '2026-12-25'
              ? [
                  { ...BOOKING, date },
                  { ...BOOKING, id: 6, date, status: 'cancelled' },
                ]
              : [],
        }),
    });
    fireEvent.click(await screen.findByText('Close Day'));
    const form = await dialog();
    expect(form.getByText(/The bookings that are there stay/)).toBeInTheDocument();
    expect(form.getByLabelText(/^Day/)).toHaveValue('2026-12-24');
    fireEvent.change(form.getByLabelText(/^Day/), { target: { value: '2026-12-25' } });
    expect(await form.findByText('1 booking is on this day and stays.')).toBeInTheDocument();
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Christmas Day' } });
    await userEvent.click(form.getByText('Close Day', { selector: 'button' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Day Closed' }));
    expect(office.sent('booking.closeDay')).toEqual([{ date: '2026-12-25', reason: 'Christmas Day' }]);
  });

  test('that is closed names the reason and what is on it, and is opened again', async () => {
    const office = openOffice('/bookings?date=2026-12-25', {
      day: (date) => dayOf(date, { isClosed: true, closedReason: 'Christmas Day', bookings: [{ ...BOOKING, date }] }),
      'booking.closedDays': () => ({ days: [{ date: '2026-12-26', reason: null }] }),
    });
    expect(await screen.findByText('This day is closed: Christmas Day.')).toBeInTheDocument();
    expect(screen.getByText(/1 booking is still on it/)).toBeInTheDocument();
    const open = (day: string) => fireEvent.click(screen.getByText(`, ${day}`).closest('button') as HTMLElement);
    open('Fri, Dec 25');
    await waitFor(() => expect(office.sent('booking.openDay')).toEqual([{ date: '2026-12-25' }]));
    open('Sat, Dec 26');
    await waitFor(() => expect(office.sent('booking.openDay').at(-1)).toEqual({ date: '2026-12-26' }));
    fireEvent.click(screen.getByText('Saturday, December 26, 2026'));
    await waitFor(() => expect(office.search()).toEqual({ view: 'day', date: '2026-12-26' }));
  });

  test('has windows that are closed for all services or for one, and given other places', async () => {
    const office = openOffice('/bookings?date=2026-11-24');
    const morning = await windowOf('8:00 a.m. to 10:00 a.m.');
    await userEvent.click(within(morning).getByText('Change Window'));
    let form = await dialog();
    expect(form.getByLabelText('Service')).toHaveValue('');
    await userEvent.selectOptions(form.getByLabelText('Open or closed'), 'closed');
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Training' } });
    await userEvent.click(form.getByText('Save Window'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(within(morning).getByText('Deep'));
    form = await dialog();
    expect(form.getByLabelText('Service')).toHaveValue('deep-cleaning');
    fireEvent.change(form.getByLabelText('Places per slot'), { target: { value: 'many' } });
    await userEvent.click(form.getByText('Save Window'));
    await waitFor(() => expect(form.getByLabelText('Places per slot')).toHaveAccessibleDescription(/whole number from 0 to 100/));
    fireEvent.change(form.getByLabelText('Places per slot'), { target: { value: '1' } });
    await userEvent.click(form.getByText('Save Window'));
    await waitFor(() => expect(office.sent('booking.changeSlots')).toHaveLength(2));
    const at = { date: '2026-11-24', timeSlot: '08:00-10:00' };
    expect(office.sent('booking.changeSlots')).toEqual([
      { ...at, isOpen: false, reason: 'Training' },
      { ...at, serviceType: 'deep-cleaning', maxBookings: 1, reason: null },
    ]);
  });
});

test('the week shows who is booked on which day, and leads to the day and to the booking', async () => {
  openOffice('/bookings?view=week', {
    day: (date) =>
      dayOf(date, {
        slots: date < TODAY ? [] : slotsOf(date),
        bookings:
          date === '2026-11-21'
            ? [
                { ...BOOKING, date },
                { ...BOOKING, id: 6, date, clientName: 'Gone', status: 'cancelled' },
              ]
            : [],
        ...(date === '2026-11-22' && { isClosed: true, closedReason: 'Training' }),
      }),
  });
  const saturday = (await screen.findByText('Sat, Nov 21')).closest('li') as HTMLElement;
  for (const words of ['10:00-12:00', '0/10 booked', 'Maria Santos']) expect(saturday).toHaveTextContent(words);
  expect(screen.queryByText('Gone')).toBeNull();
  expect(within(saturday).getByText('Sat, Nov 21')).toHaveAttribute('href', '/bookings?date=2026-11-21');
  expect(within(saturday).getByText('Maria Santos').closest('a')).toHaveAttribute('href', '/bookings?view=week&booking=5');
  expect(screen.getByText('Sun, Nov 22').closest('li')).toHaveTextContent('closed: Training');
  expect(screen.getByText('Mon, Nov 16').closest('li')).toHaveTextContent('no windows');
});

test('a search looks through all bookings, whatever their day', async () => {
  const office = openOffice('/bookings');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search bookings' }), 'maria{Enter}');
  expect(await screen.findByText('Found for “maria”')).toBeInTheDocument();
  expect(office.sent('booking.search')).toEqual([{ search: 'maria', limit: 25 }]);
  expect(await screen.findByText(/Tue, Nov 24, 10:00 a\.m\./)).toBeInTheDocument();
  expect(screen.getByText('Maria Santos')).toHaveAttribute('href', '/bookings?q=maria&booking=5');
  office.handlers['booking.search'] = () => ({ rows: [], nextCursor: null });
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'nobody{Enter}');
  expect(await screen.findByText('No bookings match')).toBeInTheDocument();
});

test.each([
  ['li', true],
  ['Él a', true],
  ['maria li', false],
])('a search for “%s” that finds nothing says whether only the newest were looked through: %s', async (q, isLimited) => {
  openOffice(`/bookings?q=${encodeURIComponent(q)}`, { 'booking.search': () => ({ rows: [], nextCursor: null }) });
  expect(await screen.findByText('No bookings match')).toBeInTheDocument();
  expect(screen.queryAllByText(/Words of one or two letters are searched in the newest 2,000/)).toHaveLength(isLimited ? 1 : 0);
});
