import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { toAmount } from '../../src/client/features/booking/booking-sending';
import { isBookingReference } from '../../src/shared/booking';
import {
  asked,
  book,
  booked,
  button,
  field,
  fillIn,
  findConfirmation,
  findDialog,
  open,
  openDialog,
  prepareAppointmentsPage,
  press,
  refused,
  sent,
  slotsOf,
  TODAY,
  TYPED,
  timesTitle,
  toast,
  windowOf,
} from '../support/appointments-page';

prepareAppointmentsPage();

const FAILURE = 'Failed to book appointment. Please try again or contact us directly.';
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

  test('starts with the cost and the minutes of a package, for the service of that package alone', async () => {
    for (const [service, minutes, cost] of [
      ['deep-cleaning', '360', '149'],
      ['window-cleaning', '120', '0'],
    ] as const) {
      open({ service: 'deep-cleaning', duration: 360, cost: 149 });
      fireEvent.click(await windowOf(service, '10:00-12:00'));
      await findDialog();
      expect([field('Estimated Duration (minutes)').value, field('Estimated Cost ($)').value]).toEqual([minutes, cost]);
      cleanup();
    }
  });

  test('says above it what is being booked', async () => {
    const dialog = await openDialog('carpet-cleaning', '18:00-20:00');
    for (const words of ['Friday, November 20, 2026', '18:00-20:00', 'Carpet Cleaning', 'Available, 0/2 booked'])
      expect(dialog).toHaveTextContent(words);
  });

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

  test('says of each field that is wrong what is wanted there, takes the reader to it, and sends nothing', async () => {
    await openDialog();
    const rows: [label: string, text: string, sentence: string][] = [
      ['Full Name', '  ', 'Please enter your name.'],
      ['Phone Number', '', 'Please enter your phone number.'],
      ['Email Address', 'maria at example.com', 'Please enter a valid email address, such as name@example.com.'],
      ['Service Address', '', 'Please enter the address to clean.'],
      ['Estimated Duration (minutes)', '1441', 'Please enter whole minutes from 0 to 1440.'],
      ['Estimated Duration (minutes)', '-1', 'Please enter whole minutes from 0 to 1440.'],
      ['Estimated Cost ($)', '-5', 'Please enter an amount such as 149.00.'],
    ];
    for (const [label, text, sentence] of rows) {
      fillIn({ ...TYPED, 'Estimated Duration (minutes)': '120', [label]: text });
      press();
      await waitFor(() => expect(field(label)).toHaveAccessibleDescription(sentence));
      expect(field(label)).toHaveFocus();
      await waitFor(() => expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1));
      expect(sent()).toEqual([]);
      field(label).blur();
    }
  });

  test('takes the reader to the topmost of several wrong fields', async () => {
    await openDialog();
    fillIn({ ...TYPED, 'Phone Number': '', 'Email Address': 'maria at example.com' });
    press();
    await waitFor(() => expect(field('Phone Number')).toHaveFocus());
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

  test('offers its calendar entry', async () => {
    await bookOne();
    expect(screen.getByRole('link', { name: 'Add to Calendar' })).toHaveAttribute(
      'href',
      'http://localhost/manage/AAAAAAAAAAAAAAAAAAAAAA/booking.ics',
    );
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
    // The dialog lets the pointer in a moment after it is there, which no person notices.
    await userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }).dblClick(button());
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

  test('because its window is full by now leads back to the times, without a toast', async () => {
    const dialog = await openDialog();
    fillIn();
    asked.slots = (date) => slotsOf(date, () => ({ currentBookings: 2 }));
    book.mockImplementationOnce(() => refused(409, TAKEN));
    const before = toast();
    press();
    await waitFor(() => expect(dialog).toHaveTextContent('No longer available, 2/2 booked'));
    expect(dialog).toHaveTextContent(TAKEN);
    expect(toast()).toBe(before);
    expect(screen.queryByText('Book Appointment')).toBeNull();
    for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
    fireEvent.click(screen.getByText('Choose another time'));
    // The button it came from cannot take the focus back.
    await waitFor(() => expect(timesTitle()).toHaveFocus());
  });
});
