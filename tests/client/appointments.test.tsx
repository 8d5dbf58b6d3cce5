import '@testing-library/jest-dom/vitest';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { Appointments, type Chosen } from '../../src/client/features/booking/appointments';
import { toAmount, toWholeMinutes } from '../../src/client/features/booking/booking-sending';
import { readReferral, rememberReferral } from '../../src/client/features/booking/referral';
import { bookableDay, isBookable } from '../../src/client/features/booking/slot-rules';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';
import { Toaster } from '../../src/client/ui/toast/toaster';
import type { Slot } from '../../src/shared/booking';
import {
  BOOKING_SERVICE_TYPES,
  type BookingServiceType,
  isBookingReference,
  SERVICE_NAMES,
  TIME_WINDOWS,
  type TimeWindow,
} from '../../src/shared/booking-words';

// A form waits for two seconds to have passed since its page came.
configure({ asyncUtilTimeout: 5000 });

/** A Friday, noon in Kamloops; the tests' own zone is on the Saturday already. */
const NOW = new Date('2026-11-20T19:00:00.000Z');
const TODAY = '2026-11-20';
const FAILURE = 'Failed to book appointment. Please try again or contact us directly.';
const TYPED = {
  'Full Name': 'Maria Santos',
  'Phone Number': '(250) 555-0133',
  'Email Address': 'maria@example.com',
  'Service Address': '12 Seymour St',
};

const slotsOf = (date: string, change: (slot: Slot) => Partial<Slot> | undefined = () => ({})): Slot[] =>
  BOOKING_SERVICE_TYPES.flatMap((serviceType, group) =>
    TIME_WINDOWS.flatMap((timeSlot, place) => {
      const slot = { id: 1 + group * 6 + place, date, timeSlot, serviceType, isAvailable: true, maxBookings: 2, currentBookings: 0 };
      const changed = change(slot);
      return changed ? [{ ...slot, ...changed }] : [];
    }),
  );

/** The network, and nothing else, is ours: lists of slots by `slots`, and `book` answers a booking. */
const network = vi.fn<typeof fetch>();
let slots = (date: string): Slot[] => slotsOf(date);
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const refused = (httpStatus: number, message: string, more: object = {}) =>
  json(httpStatus, [{ error: { message, code: -32600, data: { code: 'X', httpStatus, ...more } } }]);
type Sent = Record<string, unknown>;
const booked = (sent: Sent) => {
  const slot = slotsOf(TODAY).find(({ id }) => id === sent.slotId);
  const manageUrl = 'http://localhost/manage/AAAAAAAAAAAAAAAAAAAAAA';
  return json(200, [{ result: { data: { ...sent, date: TODAY, timeSlot: slot?.timeSlot, serviceType: slot?.serviceType, manageUrl } } }]);
};
const book = vi.fn<(sent: Sent) => Response | Promise<Response>>();
const asked = { days: [] as string[] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  localStorage.clear();
  sessionStorage.clear();
  slots = (date) => slotsOf(date);
  asked.days = [];
  book.mockReset().mockImplementation(booked);
  network.mockReset().mockImplementation(async (address, init) => {
    const url = new URL(String(address), 'http://localhost');
    if (url.pathname === '/trpc/booking.book') return book((JSON.parse(String(init?.body)) as Sent[])[0] as Sent);
    const days = Object.values(JSON.parse(url.searchParams.get('input') ?? '{}') as Record<string, { date: string }>).map(
      ({ date }) => date,
    );
    asked.days.push(...days);
    return json(
      200,
      days.map((date) => ({ result: { data: { rows: slots(date), nextCursor: null } } })),
    );
  });
  vi.stubGlobal('fetch', network);
  // jsdom lays nothing out, so it has nothing to scroll.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  for (const { id } of readToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Page({ first }: { first: Chosen }) {
  const [chosen, setChosen] = useState(first);
  const choose = (change: Chosen) => setChosen((now) => ({ ...now, ...change }));
  return (
    <CallsProvider>
      <Appointments today={TODAY} chosen={chosen} onChoose={choose} onCloseSlot={() => choose({ slot: undefined })} />
      <Toaster />
    </CallsProvider>
  );
}
const open = (first: Chosen = {}) => render(<Page first={first} />);
// By place and not by role: with thirty windows and a month of days jsdom takes seconds to work the roles out.
async function windowOf(service: BookingServiceType, timeSlot: TimeWindow): Promise<HTMLButtonElement> {
  const title = await waitFor(() => document.getElementById(`windows-${service}`) ?? Promise.reject(new Error('not yet')));
  const found = title.parentElement?.querySelectorAll('button')[TIME_WINDOWS.indexOf(timeSlot)];
  if (!found) throw new Error(`No window ${timeSlot}.`);
  return found;
}
const findDialog = () => waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('not yet')));
async function openDialog(service: BookingServiceType = 'deep-cleaning', timeSlot: TimeWindow = '10:00-12:00'): Promise<HTMLElement> {
  open();
  const opener = await windowOf(service, timeSlot);
  opener.focus();
  fireEvent.click(opener);
  return findDialog();
}
const NAMES: Record<string, string> = {
  'Full Name': 'clientName',
  'Phone Number': 'clientPhone',
  'Email Address': 'clientEmail',
  'Service Address': 'clientAddress',
  'Estimated Duration (minutes)': 'estimatedDuration',
  'Estimated Cost ($)': 'totalAmount',
  'Special Requests or Notes': 'specialRequests',
};
function field(label: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[role=dialog] [name=${NAMES[label]}]`);
  if (!found) throw new Error(`No field ${label}.`);
  return found;
}
function fillIn(values: Record<string, string> = TYPED) {
  for (const [label, text] of Object.entries(values)) fireEvent.input(field(label), { target: { value: text } });
}
const button = () =>
  within(document.querySelector<HTMLElement>('[role=dialog]') ?? document.body).getByText(/^(Book Appointment|Booking\.\.\.)$/);
const press = () => fireEvent.click(button());
const findConfirmation = () => screen.findByText('You are booked');
const timesTitle = () => document.getElementById('times-title');
const toast = () => readToasts().at(-1);
const sent = () => book.mock.calls.map(([body]) => body);

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
    slots = (date) => slotsOf(date, (each) => (each.id === slot.id ? given : {}));
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
    slots = (date) => slotsOf(date, () => (date === TODAY ? { isAvailable: false } : {}));
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
    expect(dayButton(/^Today, Friday, November 20th, 2026, selected$/)).toBeEnabled();
    expect(dayButton(/November 19th/)).toBeDisabled();
    expect(dayButton(/November 21st/)).toBeEnabled();
    await waitFor(() => expect(asked.days).toEqual([TODAY]));
  });

  test('that is picked has its slots asked for, once', async () => {
    open();
    fireEvent.click(dayButton(/November 27th/));
    expect(await screen.findByText('Available Times for Friday, November 27, 2026')).toBeInTheDocument();
    await windowOf('residential', '08:00-10:00');
    fireEvent.click(dayButton(/November 20th/));
    fireEvent.click(dayButton(/November 27th/));
    expect(asked.days).toEqual([TODAY, '2026-11-27']);
  });

  test('is moved to the next one when midnight passes in Kamloops while the page is open', async () => {
    open();
    await windowOf('residential', '08:00-10:00');
    vi.setSystemTime(new Date('2026-11-21T07:00:30.000Z'));
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText('Available Times for Saturday, November 21, 2026')).toBeInTheDocument();
    expect(dayButton(/November 20th/)).toBeDisabled();
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
    expect(html).not.toContain('November 27, 2026');
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

describe('the booking form', () => {
  test('has the documented labels and defaults, and tells aloud which fields are required', async () => {
    const dialog = await openDialog();
    const rows: [label: string, value: string, isRequired: boolean][] = [
      ['Full Name', '', true],
      ['Phone Number', '', true],
      ['Email Address', '', true],
      ['Service Address', '', true],
      ['Estimated Duration (minutes)', '120', false],
      ['Estimated Cost ($)', '0', false],
      ['Special Requests or Notes', '', false],
    ];
    // The label of a required field ends with a star that is for the eyes alone.
    const labelOf = (name: string) => field(name).labels?.[0]?.textContent.replace(/\*$/, '');
    expect(rows.map(([label]) => [labelOf(label), field(label).value, field(label).getAttribute('aria-required') === 'true'])).toEqual(
      rows,
    );
    expect(field('Estimated Cost ($)').step).toBe('0.01');
    expect(field('Full Name').form).toHaveAttribute('novalidate');
    expect(within(dialog).getByText('Cancel')).toBeEnabled();
    expect(button()).toHaveTextContent('Book Appointment');
  });

  test('says above it what is being booked', async () => {
    const dialog = await openDialog('carpet-cleaning', '18:00-20:00');
    for (const words of ['Friday, November 20, 2026', '18:00-20:00', 'Carpet Cleaning', 'Available, 0/2 booked'])
      expect(dialog).toHaveTextContent(words);
  });

  test.each([
    ['120', 120],
    ['90.7', 90],
    ['0', 0],
    ['', 0],
    ['two hours', 0],
    ['12 3', 0],
    ['-30', -30],
    ['Infinity', 0],
    [undefined, 0],
  ])('takes %o for %i whole minutes', (typed, minutes) => expect(toWholeMinutes(typed)).toBe(minutes));

  test.each([
    ['149.5', '149.5'],
    [' 20 ', '20'],
    ['', '0'],
    [undefined, '0'],
  ])('takes %o for a cost of "%s"', (typed, amount) => expect(toAmount(typed)).toBe(amount));

  test('sends what was typed, and a reference made here', async () => {
    await openDialog();
    fillIn({
      ...TYPED,
      'Estimated Duration (minutes)': '',
      'Estimated Cost ($)': '149.50',
      'Special Requests or Notes': 'Two cats.\nRing twice.',
    });
    press();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      slotId: 14,
      serviceType: 'deep-cleaning',
      clientName: 'Maria Santos',
      clientPhone: '(250) 555-0133',
      clientEmail: 'maria@example.com',
      clientAddress: '12 Seymour St',
      estimatedDuration: 0,
      totalAmount: '149.50',
      specialRequests: 'Two cats.\nRing twice.',
    });
    expect(isBookingReference(sent()[0]?.bookingReference)).toBe(true);
    // The server takes a form filled in within two seconds for a program's.
    expect(sent()[0]?.filledInMs).toBeGreaterThanOrEqual(2000);
  });

  test.each([
    ['Full Name', '  ', 'Please enter your name.'],
    ['Phone Number', '', 'Please enter your phone number.'],
    ['Email Address', 'maria at example.com', 'Please enter a valid email address, such as name@example.com.'],
    ['Service Address', '', 'Please enter the address to clean.'],
    ['Estimated Duration (minutes)', '1441', 'Please enter whole minutes from 0 to 1440.'],
    ['Estimated Duration (minutes)', '-1', 'Please enter whole minutes from 0 to 1440.'],
    ['Estimated Cost ($)', '-5', 'Please enter an amount such as 149.00.'],
  ])('with a wrong %s (%o) says "%s" there and sends nothing', async (label, text, sentence) => {
    await openDialog();
    fillIn({ ...TYPED, [label]: text });
    press();
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(sentence));
    expect(field(label)).toHaveFocus();
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  test('is closed by Cancel, which gives the focus back, and opens again with what was typed', async () => {
    await openDialog();
    fillIn();
    fireEvent.click(screen.getByText('Cancel'));
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    const opener = await windowOf('deep-cleaning', '10:00-12:00');
    await waitFor(() => expect(opener).toHaveFocus());
    fireEvent.click(opener);
    await findDialog();
    for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
  });
});

describe('a booking that succeeds', () => {
  async function bookOne() {
    await openDialog();
    fillIn();
    press();
    return findConfirmation();
  }

  test('is told in the documented words, closes the dialog and shows the counts anew', async () => {
    const heading = await bookOne();
    expect(toast()).toMatchObject({
      title: 'Appointment Booked',
      description: 'Your appointment has been successfully booked. You will receive a confirmation email shortly.',
      kind: 'default',
    });
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    await waitFor(() => expect(heading).toHaveFocus());
    await waitFor(() => expect(asked.days).toEqual([TODAY, TODAY]));
  });

  test('stays on the page with its reference, day, window, service and the link to manage it', async () => {
    await bookOne();
    const panel = document.querySelector<HTMLElement>('[aria-labelledby=booked-title]') ?? document.body;
    for (const words of [String(sent()[0]?.bookingReference), 'Friday, November 20, 2026', '10:00-12:00', 'Deep Cleaning'])
      expect(panel).toHaveTextContent(words);
    expect(within(panel).getByText('Manage booking')).toHaveAttribute('href', 'http://localhost/manage/AAAAAAAAAAAAAAAAAAAAAA');
    fireEvent.click(within(panel).getByText('Book another'));
    expect(panel).not.toBeInTheDocument();
    expect(timesTitle()).toHaveFocus();
  });

  test('leaves an empty form with a new reference for the next one', async () => {
    await bookOne();
    fireEvent.click(await windowOf('deep-cleaning', '10:00-12:00'));
    await findDialog();
    for (const label of Object.keys(TYPED)) expect(field(label)).toHaveValue('');
    expect(field('Estimated Duration (minutes)')).toHaveValue(120);
    fillIn();
    press();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.bookingReference).not.toBe(sent()[0]?.bookingReference);
  });

  test('is one booking however often the button is pressed', async () => {
    let answer = (_response: Response) => {};
    book.mockImplementation(
      () =>
        new Promise((done) => {
          answer = done;
        }),
    );
    await openDialog();
    fillIn();
    await userEvent.dblClick(button());
    expect(button()).toHaveTextContent('Booking...');
    await waitFor(() => expect(book).toHaveBeenCalled());
    press();
    fireEvent.submit(field('Full Name').form as HTMLFormElement);
    answer(booked(sent()[0] ?? {}));
    await findConfirmation();
    expect(book).toHaveBeenCalledOnce();
  });
});

describe('a booking that fails', () => {
  const TAKEN = 'This time window is fully booked. Please choose another one.';
  test.each<[string, () => Response | Promise<Response>, string]>([
    ['the place has just gone to somebody else', () => refused(409, TAKEN), TAKEN],
    ['the server fails', () => refused(500, 'Something went wrong. Please try again.'), FAILURE],
    ['the storage is full', () => refused(503, 'Storage is not available right now. Please try again.'), FAILURE],
    ['it was once too often', () => refused(429, 'Too many requests.'), 'Too many requests.'],
    ['the answer is lost', () => Promise.reject(new TypeError('fetch failed')), FAILURE],
    ['something in between answers with a page', () => new Response('<html>Bad gateway</html>', { status: 502 }), FAILURE],
  ])(
    'because %s keeps the dialog and what was typed, shows the counts anew, and can be sent again as the same one',
    async (_what, answer, shown) => {
      const dialog = await openDialog();
      fillIn();
      book.mockImplementationOnce(answer);
      press();
      await waitFor(() => expect(toast()).toMatchObject({ title: 'Booking Failed', description: FAILURE, kind: 'destructive' }));
      expect(dialog).toHaveTextContent(shown);
      for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
      await waitFor(() => expect(asked.days).toEqual([TODAY, TODAY]));
      await waitFor(() => expect(button()).toHaveTextContent('Book Appointment'));
      press();
      await findConfirmation();
      expect(sent()).toHaveLength(2);
      expect(sent()[1]?.bookingReference).toBe(sent()[0]?.bookingReference);
    },
  );

  test('keeps its reference over a closed dialog and a page that was loaded again', async () => {
    await openDialog();
    fillIn();
    book.mockImplementationOnce(() => Promise.reject(new TypeError('fetch failed')));
    press();
    await waitFor(() => expect(toast()?.title).toBe('Booking Failed'));
    cleanup();
    await openDialog();
    press();
    await findConfirmation();
    expect(sent()[1]).toEqual({ ...sent()[0], filledInMs: sent()[1]?.filledInMs });
  });

  test('because an earlier try has arrived with other contents says so, and the next one is a new booking', async () => {
    const dialog = await openDialog();
    fillIn();
    book.mockImplementationOnce(() => refused(422, 'This booking reference was used for another booking already.'));
    press();
    await waitFor(() => expect(dialog).toHaveTextContent('An earlier try with this form has arrived after all'));
    press();
    await findConfirmation();
    expect(sent()[1]?.bookingReference).not.toBe(sent()[0]?.bookingReference);
  });

  test('shows that its window is full by now', async () => {
    const dialog = await openDialog();
    fillIn();
    slots = (date) => slotsOf(date, () => ({ currentBookings: 2 }));
    book.mockImplementationOnce(() => refused(409, TAKEN));
    press();
    await waitFor(() => expect(dialog).toHaveTextContent('No longer available, 2/2 booked'));
    fireEvent.click(screen.getByText('Cancel'));
    // The button it came from cannot take the focus back.
    await waitFor(() => expect(timesTitle()).toHaveFocus());
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
