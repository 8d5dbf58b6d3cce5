import { setTimeout as sleep } from 'node:timers/promises';
import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { defaultDateLib } from 'react-day-picker';
import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { readReferral, rememberReferral } from '../../src/client/features/booking/referral';
import { bookableDay, isBookable } from '../../src/client/features/booking/slot-rules';
import { SERVICE_NAMES, TIME_WINDOWS } from '../../src/shared/booking';
import type { Slot } from '../../src/shared/booking-schemas';
import {
  askedDays,
  changeSlots,
  fillIn,
  findWindow,
  office,
  open,
  openDialog,
  Page,
  prepareAppointmentsPage,
  press,
  sent,
  TODAY,
} from '../support/appointments-page';
import { refuse } from '../support/office';

prepareAppointmentsPage();

describe('the windows of a day', () => {
  test('can be pressed if they are available and have a place left', async () => {
    const cases: [change: (slot: Slot) => Slot | undefined, count: string, isFree: boolean][] = [
      [(slot) => slot, '0/2', true],
      [(slot) => ({ ...slot, currentBookings: 1 }), '1/2', true],
      [(slot) => ({ ...slot, currentBookings: 2 }), '2/2', false],
      // Its places were made fewer.
      [(slot) => ({ ...slot, currentBookings: 3 }), '3/2', false],
      [(slot) => ({ ...slot, maxBookings: 0 }), '0/0', false],
      [(slot) => ({ ...slot, isAvailable: false }), '0/2', false],
      [() => undefined, '0/0', false],
    ];
    const all = await office.visitor.booking.listSlots({ date: TODAY });
    changeSlots((slot) => (cases[slot.id - 1]?.[0] ?? ((same) => same))(slot));
    open();
    await findWindow('residential', '08:00-10:00');
    const buttons = document.querySelectorAll<HTMLButtonElement>('h3 + div > button');
    for (const [index, [change, count, isFree]] of cases.entries()) {
      expect(isBookable(change(all.rows[index] as Slot))).toBe(isFree);
      expect(buttons[index]?.disabled).toBe(!isFree);
      expect(buttons[index]).toHaveAccessibleName(`${TIME_WINDOWS[index % 6]} ${count} booked ${isFree ? 'available' : 'unavailable'}`);
      expect(buttons[index]?.querySelectorAll('svg')).toHaveLength(1);
    }
    expect(document.querySelectorAll('h3 + div > button:enabled')).toHaveLength(25);
  });

  test('are six for each of the five services, in the documented order', async () => {
    open();
    await findWindow('residential', '08:00-10:00');
    expect([...document.querySelectorAll('h3')].map((heading) => heading.textContent)).toEqual(Object.values(SERVICE_NAMES));
    const shown = [...document.querySelectorAll('h3 + div > button')].map(({ textContent }) => textContent?.slice(0, 22));
    expect(shown).toEqual(Object.keys(SERVICE_NAMES).flatMap(() => TIME_WINDOWS.map((timeSlot) => `${timeSlot} 0/2 booked`)));
  });

  test('are replaced by a sentence and a link to the next day if none is free', async () => {
    await office.admin.booking.closeDay({ date: TODAY });
    open();
    expect(await screen.findByText('Nothing is free on this day.')).toBeInTheDocument();
    fireEvent.click(screen.getByText('See Saturday, November 21, 2026'));
    expect(await screen.findByText('Available Times for Saturday, November 21, 2026')).toBeInTheDocument();
    await waitFor(() => expect(askedDays()).toEqual([TODAY, '2026-11-21']));
    expect(screen.queryByText('Nothing is free on this day.')).not.toBeInTheDocument();
  });

  test('show a spinner while they load', async () => {
    office.hold('booking.listSlots');
    open();
    expect(await screen.findByText('Loading available time slots...')).toHaveAttribute('role', 'status');
  });

  test('can be loaded again after a failure', async () => {
    office.fail('booking.listSlots', refuse(500));
    open();
    expect((await screen.findByText(/The available times could not be loaded/)).parentElement).toHaveAttribute('role', 'alert');
    office.repair('booking.listSlots');
    screen.getByText('Try again').focus();
    fireEvent.click(screen.getByText('Try again'));
    expect(await findWindow('residential', '08:00-10:00')).toBeEnabled();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});

describe('the day', () => {
  const dayButton = (name: RegExp) => screen.getByLabelText<HTMLButtonElement>(name);

  test('starts as the current day of the company, and earlier days cannot be picked', async () => {
    open();
    expect(screen.getByText('Available Times for Friday, November 20, 2026')).toBeInTheDocument();
    expect(dayButton(/^Today, Friday, November 20, 2026, selected$/)).toBeEnabled();
    expect(dayButton(/November 19,/)).toBeDisabled();
    expect(dayButton(/November 21,/)).toBeEnabled();
    await waitFor(() => expect(askedDays()).toEqual([TODAY]));
    const cells = [...document.querySelectorAll<HTMLElement>('[data-day]')];
    expect(cells).toHaveLength(42);
    // Each label names its day in full and contains the number that is shown.
    for (const cell of cells) {
      const date = new Date(`${cell.dataset.day}T12:00:00`);
      const button = cell.querySelector('button');
      expect(button?.textContent).toBe(defaultDateLib.format(date, 'd'));
      expect(button?.getAttribute('aria-label')).toContain(defaultDateLib.format(date, 'EEEE, MMMM d, yyyy'));
    }
  });

  test('loads its slots once when it is picked', async () => {
    open();
    fireEvent.click(dayButton(/November 27,/));
    expect(await screen.findByText('Available Times for Friday, November 27, 2026')).toBeInTheDocument();
    await findWindow('residential', '08:00-10:00');
    fireEvent.click(dayButton(/November 20,/));
    fireEvent.click(dayButton(/November 27,/));
    expect(askedDays()).toEqual([TODAY, '2026-11-27']);
  });

  test('turns the calendar only if its weeks do not have the day', async () => {
    const month = () => document.querySelector('[role="grid"]')?.getAttribute('aria-label');
    open();
    fireEvent.click(dayButton(/December 2,/));
    expect(await screen.findByText('Available Times for Wednesday, December 2, 2026')).toBeInTheDocument();
    expect(month()).toBe('November 2026');
    fireEvent.click(screen.getByLabelText('Go to the Next Month'));
    fireEvent.click(dayButton(/December 30,/));
    expect(await screen.findByText('Available Times for Wednesday, December 30, 2026')).toBeInTheDocument();
    expect(month()).toBe('December 2026');
    fireEvent.click(screen.getByLabelText('Go to the Previous Month'));
    expect(month()).toBe('November 2026');
    fireEvent.click(dayButton(/November 25,/));
    expect(await screen.findByText('Available Times for Wednesday, November 25, 2026')).toBeInTheDocument();
    expect(month()).toBe('November 2026');
  });

  test.each([
    ['2026-12-12', 'November 2026'],
    ['2026-12-13', 'December 2026'],
    ['2027-03-01', 'March 2027'],
  ])('%s in the address opens %s', async (day, month) => {
    open({ date: day });
    await waitFor(() => expect(document.querySelector('[role="grid"]')).toHaveAttribute('aria-label', month));
    expect(document.querySelector(`[data-day="${day}"]`)).toHaveAttribute('data-selected', 'true');
  });

  test('becomes the next one when midnight passes in Kamloops while the page is open', async () => {
    open();
    await findWindow('residential', '08:00-10:00');
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
  ])('for the address parameter %s is %s', (wanted, day) => expect(bookableDay(wanted, TODAY)).toBe(day));

  test('is today in the HTML of the server, whatever the address says', () => {
    const html = renderToString(<Page first={{ date: '2026-11-27', service: 'commercial', slot: 9 }} />);
    expect(html).toContain('Friday, November 20, 2026');
    expect(html).toContain('Loading available time slots...');
    expect(html).not.toContain('Available Times for <br class="sm:hidden"/>Friday, November 27, 2026');
    expect(fetch).not.toHaveBeenCalled();
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

  test('goes with the booking, even if a later page is opened without it', async () => {
    rememberReferral('?ref=customer');
    rememberReferral('');
    await openDialog();
    fillIn();
    press();
    await waitFor(() => expect(sent()[0]?.ref).toBe('customer'));
  });
});

describe('the offers in the booking dialog', () => {
  const SHARE = '15% off your first cleaning booked online';
  const NOTE = 'Your booking includes this. You do not need to enter a code.';
  const FRIEND = 'A friend sent you: $25 off, after your cleaning the same for them';
  const listOffers = () => [...document.querySelectorAll('[aria-label=Offers] li')].map(({ textContent }) => textContent);

  test.each([undefined, 'customer'])('are the 15% with the ref %s, without a call', async (ref) => {
    if (ref) sessionStorage.setItem('ref', ref);
    await openDialog();
    expect(listOffers()).toEqual([SHARE, NOTE]);
    expect(office.sent('offers.describe')).toEqual([]);
  });
  test("are the 15% and the $25 with a friend's code", async () => {
    await office.admin.clients.create({
      name: 'Anna Berg',
      email: 'anna@example.com',
      phone: '(250) 555-0177',
      address: '5 Pine St',
      notes: null,
    });
    const { code } = await office.admin.offers.makeCode({ clientId: 1 });
    sessionStorage.setItem('ref', code);
    await openDialog();
    await waitFor(() => expect(listOffers()).toEqual([SHARE, FRIEND, NOTE]));
    expect(office.sent('offers.describe')).toEqual([{ ref: code }]);
  });
  test.each(['a code of no client', 'a failed call'])('are the 15% with %s', async (what) => {
    sessionStorage.setItem('ref', 'ABC2DEG');
    if (what === 'a failed call') office.fail('offers.describe', refuse(429));
    await openDialog();
    await waitFor(() => expect(office.sent('offers.describe')).toHaveLength(1));
    await act(async () => {
      await Promise.allSettled(vi.mocked(fetch).mock.results.map(({ value }) => value));
      await sleep(20);
    });
    expect(listOffers()).toEqual([SHARE, NOTE]);
  });
});
