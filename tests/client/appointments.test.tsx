import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { defaultDateLib } from 'react-day-picker';
import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { readReferral, rememberReferral } from '../../src/client/features/booking/referral';
import { bookableDay, isBookable } from '../../src/client/features/booking/slot-rules';
import { BOOKING_SERVICE_TYPES, SERVICE_NAMES, TIME_WINDOWS } from '../../src/shared/booking';
import type { Slot } from '../../src/shared/booking-schemas';
import {
  asked,
  fillIn,
  network,
  open,
  openDialog,
  Page,
  prepareAppointmentsPage,
  press,
  refused,
  sent,
  slotsOf,
  TODAY,
  windowOf,
} from '../support/appointments-page';

prepareAppointmentsPage();

describe('which windows can be pressed', () => {
  const slot = slotsOf(TODAY)[0] as Slot;
  test.each<[string, Slot | undefined, boolean]>([
    ['empty', slot, true],
    ['half full', { ...slot, currentBookings: 1 }, true],
    ['full', { ...slot, currentBookings: 2 }, false],
    ['over-full, after its places were made fewer', { ...slot, currentBookings: 3 }, false],
    ['without a place', { ...slot, maxBookings: 0 }, false],
    ['not available though it has places', { ...slot, isAvailable: false }, false],
    ['not there', undefined, false],
  ])('one that is %s (case %#)', async (_what, given, isFree) => {
    expect(isBookable(given)).toBe(isFree);
    asked.slots = (date) => slotsOf(date, (each) => (each.id === slot.id ? given : {}));
    open();
    const pressed = await windowOf('residential', '08:00-10:00');
    expect(pressed.disabled).toBe(!isFree);
    expect(pressed).toHaveAccessibleName(
      `08:00-10:00 ${given?.currentBookings ?? 0}/${given?.maxBookings ?? 0} booked ${isFree ? 'available' : 'unavailable'}`,
    );
    expect(pressed.querySelectorAll('svg')).toHaveLength(1);
    expect(document.querySelectorAll('h3 + div > button:enabled')).toHaveLength(isFree ? 30 : 29);
  });

  test('there are five services with six windows each, in the documented order', async () => {
    open();
    for (const type of BOOKING_SERVICE_TYPES) {
      for (const timeSlot of TIME_WINDOWS) expect((await windowOf(type, timeSlot)).textContent).toMatch(`${timeSlot} 0/2 booked`);
      expect(document.getElementById(`windows-${type}`)).toHaveTextContent(SERVICE_NAMES[type]);
    }
    expect([...document.querySelectorAll('h3')].map((heading) => heading.textContent)).toEqual(Object.values(SERVICE_NAMES));
    expect(document.querySelectorAll('h3 + div > button')).toHaveLength(30);
  });

  test('on a day without a free one the page says so and leads to the next day', async () => {
    asked.slots = (date) => slotsOf(date, () => (date === TODAY ? { isAvailable: false } : {}));
    open();
    expect(await screen.findByText('Nothing is free on this day.')).toBeInTheDocument();
    fireEvent.click(screen.getByText('See Saturday, November 21, 2026'));
    expect(await screen.findByText('Available Times for Saturday, November 21, 2026')).toBeInTheDocument();
    await waitFor(() => expect(asked.days).toEqual([TODAY, '2026-11-21']));
    expect(screen.queryByText('Nothing is free on this day.')).not.toBeInTheDocument();
  });
});

describe('the day', () => {
  const dayButton = (name: RegExp) => screen.getByLabelText<HTMLButtonElement>(name);

  test('is the company’s today, whatever day it is here, and the days before it cannot be picked', async () => {
    open();
    expect(screen.getByText('Available Times for Friday, November 20, 2026')).toBeInTheDocument();
    expect(dayButton(/^Today, Friday, November 20, 2026, selected$/)).toBeEnabled();
    expect(dayButton(/November 19,/)).toBeDisabled();
    expect(dayButton(/November 21,/)).toBeEnabled();
    await waitFor(() => expect(asked.days).toEqual([TODAY]));
  });

  test('is named in full by a label that contains the number it shows', async () => {
    open();
    await waitFor(() => expect(asked.days).toEqual([TODAY]));
    const cells = [...document.querySelectorAll<HTMLElement>('[data-day]')];
    expect(cells).toHaveLength(42);
    for (const cell of cells) {
      const date = new Date(`${cell.dataset.day}T12:00:00`);
      const button = cell.querySelector('button');
      expect(button?.textContent).toBe(defaultDateLib.format(date, 'd'));
      expect(button?.getAttribute('aria-label')).toContain(defaultDateLib.format(date, 'EEEE, MMMM d, yyyy'));
    }
  });

  test('that is picked has its slots asked for, once', async () => {
    open();
    fireEvent.click(dayButton(/November 27,/));
    expect(await screen.findByText('Available Times for Friday, November 27, 2026')).toBeInTheDocument();
    await windowOf('residential', '08:00-10:00');
    fireEvent.click(dayButton(/November 20,/));
    fireEvent.click(dayButton(/November 27,/));
    expect(asked.days).toEqual([TODAY, '2026-11-27']);
  });

  test('is moved to the next one when midnight passes in Kamloops while the page is open', async () => {
    open();
    await windowOf('residential', '08:00-10:00');
    vi.setSystemTime(new Date('2026-11-21T07:00:30.000Z'));
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText('Available Times for Saturday, November 21, 2026')).toBeInTheDocument();
    expect(dayButton(/November 20,/)).toBeDisabled();
  });

  test.each([
    [undefined, TODAY],
    ['2026-11-19', TODAY],
    ['2026-11-20', TODAY],
    ['2026-11-21', '2026-11-21'],
    ['2027-05-19', '2027-05-19'],
    ['2027-05-20', TODAY],
    ['2026-11-31', TODAY],
    ['soon', TODAY],
  ])('that an address asks for, %s, becomes %s', (wanted, day) => expect(bookableDay(wanted, TODAY)).toBe(day));

  test('is today in what the server renders, whatever the address asks for', () => {
    const html = renderToString(<Page first={{ date: '2026-11-27', service: 'commercial', slot: 9 }} />);
    expect(html).toContain('Friday, November 20, 2026');
    expect(html).toContain('Loading available time slots...');
    expect(html).not.toContain('Available Times for <br class="sm:hidden"/>Friday, November 27, 2026');
    expect(network).not.toHaveBeenCalled();
  });
});

describe('while the slots are on their way', () => {
  test('a spinner says so', async () => {
    network.mockImplementation(() => new Promise(() => undefined));
    open();
    expect(await screen.findByText('Loading available time slots...')).toHaveAttribute('role', 'status');
  });

  test('and do not come, the page offers another try', async () => {
    network.mockImplementationOnce(async () => refused(500, 'Something went wrong. Please try again.'));
    open();
    expect((await screen.findByText(/The available times could not be loaded/)).parentElement).toHaveAttribute('role', 'alert');
    fireEvent.click(screen.getByText('Try again'));
    expect(await windowOf('residential', '08:00-10:00')).toBeEnabled();
  });
});

describe('a referral link', () => {
  test.each([
    ['?ref=customer', 'customer'],
    ['?utm_source=mail&ref=friend-7', 'friend-7'],
    ['?ref=', undefined],
    ['?date=2026-11-20', undefined],
    ['?ref=%3Cscript%3E', undefined],
    [`?ref=${'x'.repeat(61)}`, undefined],
  ])('%s is remembered as %s', (search, ref) => {
    rememberReferral(search);
    expect(readReferral()).toBe(ref);
  });

  test('goes with the booking, also when a later page is opened without it', async () => {
    rememberReferral('?ref=customer');
    rememberReferral('');
    await openDialog();
    fillIn();
    press();
    await waitFor(() => expect(sent()[0]?.ref).toBe('customer'));
  });
});
