import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { toAmount } from '../../src/client/features/booking/booking-sending';
import { isBookingReference } from '../../src/shared/booking';
import {
  askedDays,
  button,
  changeSlots,
  field,
  fillIn,
  findConfirmation,
  findDialog,
  findWindow,
  office,
  open,
  openDialog,
  prepareAppointmentsPage,
  press,
  sent,
  TODAY,
  TYPED,
} from '../support/appointments-page';
import { lastToast, loseAnswer, offline, refuse } from '../support/office';

prepareAppointmentsPage();

const FAILURE = 'Failed to book appointment. Please try again or contact us directly.';
describe('the booking form', () => {
  test('has the documented labels and defaults, and announces which fields are required', async () => {
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

  test('starts with the cost and the minutes of a package only if the service belongs to that package', async () => {
    for (const [service, minutes, cost] of [
      ['deep-cleaning', '360', '149'],
      ['window-cleaning', '120', '0'],
    ] as const) {
      open({ service: 'deep-cleaning', duration: 360, cost: 149 });
      fireEvent.click(await findWindow(service, '10:00-12:00'));
      await findDialog();
      expect([field('Estimated Duration (minutes)').value, field('Estimated Cost ($)').value]).toEqual([minutes, cost]);
      cleanup();
    }
  });

  test('shows what is being booked', async () => {
    const dialog = await openDialog('carpet-cleaning', '18:00-20:00');
    for (const words of ['Friday, November 20, 2026', '18:00-20:00', 'Carpet Cleaning', 'Available, 0/2 booked'])
      expect(dialog).toHaveTextContent(words);
  });

  test.each([
    ['149.5', '149.5'],
    [' 20 ', '20'],
    ['', '0'],
    [undefined, '0'],
  ])('reads a cost of %j as %s', (typed, amount) => expect(toAmount(typed)).toBe(amount));

  test('sends the typed values with a reference that the browser generated', async () => {
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
    // The server rejects a form that was filled in within two seconds.
    expect(sent()[0]?.filledInMs).toBeGreaterThanOrEqual(2000);
  });

  test('explains and focuses each wrong field, and sends nothing', async () => {
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

  test('focuses the topmost of several wrong fields', async () => {
    await openDialog();
    fillIn({ ...TYPED, 'Phone Number': '', 'Email Address': 'maria at example.com' });
    press();
    await waitFor(() => expect(field('Phone Number')).toHaveFocus());
  });

  test('is closed by Cancel, which returns the focus, and reopens with the typed values', async () => {
    await openDialog();
    fillIn();
    fireEvent.click(screen.getByText('Cancel'));
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    const opener = await findWindow('deep-cleaning', '10:00-12:00');
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

  test('shows the documented words, closes the dialog and loads the counts again', async () => {
    const heading = await bookOne();
    expect(lastToast()).toMatchObject({
      title: 'Appointment Booked',
      description: 'Your appointment has been successfully booked. You will receive a confirmation email shortly.',
      kind: 'default',
    });
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    await waitFor(() => expect(heading).toHaveFocus());
    await waitFor(() => expect(askedDays()).toEqual([TODAY, TODAY]));
  });

  test('stays on the page with its reference, day, window and service, and the links to manage it and to its calendar entry', async () => {
    await bookOne();
    const panel = document.querySelector<HTMLElement>('[aria-labelledby=booked-title]') ?? document.body;
    for (const words of [String(sent()[0]?.bookingReference), 'Friday, November 20, 2026', '10:00-12:00', 'Deep Cleaning'])
      expect(panel).toHaveTextContent(words);
    const manage = within(panel).getByText('Manage booking').getAttribute('href');
    expect(manage).toMatch(/^http:\/\/shop\.test\/manage\/[\w-]{22}$/);
    expect(within(panel).getByText('Add to Calendar')).toHaveAttribute('href', `${manage}/booking.ics`);
    fireEvent.click(within(panel).getByText('Book another'));
    expect(panel).not.toBeInTheDocument();
    expect(document.getElementById('times-title')).toHaveFocus();
  });

  test('leaves an empty form with a new reference for the next booking', async () => {
    await bookOne();
    fireEvent.click(await findWindow('deep-cleaning', '10:00-12:00'));
    await findDialog();
    for (const label of Object.keys(TYPED)) expect(field(label)).toHaveValue('');
    expect(field('Estimated Duration (minutes)')).toHaveValue(120);
    fillIn();
    press();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.bookingReference).not.toBe(sent()[0]?.bookingReference);
  });

  test('is sent once however often the button is pressed', async () => {
    const release = office.hold('booking.book');
    await openDialog();
    fillIn();
    // The dialog lets the pointer in a moment after it is there, which no person notices.
    await userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }).dblClick(button());
    expect(button()).toHaveTextContent('Booking...');
    await waitFor(() => expect(sent()).toHaveLength(1));
    press();
    fireEvent.submit(field('Full Name').form as HTMLFormElement);
    release();
    await findConfirmation();
    expect(sent()).toHaveLength(1);
  });
});

describe('a booking that fails', () => {
  const TAKEN = 'This time window is fully booked. Please choose another one.';
  test.each([
    ['the server fails', refuse(500), FAILURE],
    ['the storage is full', refuse(503), FAILURE],
    ['there were too many requests', refuse(429, 'Too many requests.'), 'Too many requests.'],
    ['the request is lost', offline, `${FAILURE} If you send it again, it is still booked only once.`],
    ['the answer is lost', loseAnswer, `${FAILURE} If you send it again, it is still booked only once.`],
    ['a proxy answers with a page', () => new Response('<html>Bad gateway</html>', { status: 502 }), FAILURE],
  ] as const)(
    'because %s keeps the dialog and the typed values, reloads the counts, and can be sent again under its reference',
    async (_what, fault, shown) => {
      const dialog = await openDialog();
      fillIn();
      office.fail('booking.book', fault);
      press();
      await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Booking Failed', description: FAILURE, kind: 'destructive' }));
      expect(dialog).toHaveTextContent(shown);
      for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
      await waitFor(() => expect(askedDays()).toEqual([TODAY, TODAY]));
      await waitFor(() => expect(button()).toHaveTextContent('Book Appointment'));
      office.repair('booking.book');
      press();
      await findConfirmation();
      expect(sent()).toHaveLength(2);
      expect(sent()[1]?.bookingReference).toBe(sent()[0]?.bookingReference);
      expect((await office.admin.booking.search({})).rows).toHaveLength(1);
    },
  );

  test('keeps its reference when the page is loaded again', async () => {
    await openDialog();
    fillIn();
    office.fail('booking.book', offline);
    press();
    await waitFor(() => expect(lastToast()?.title).toBe('Booking Failed'));
    office.repair('booking.book');
    cleanup();
    await openDialog();
    press();
    await findConfirmation();
    expect(sent()[1]).toEqual({ ...sent()[0], filledInMs: sent()[1]?.filledInMs });
  });

  test('explains that an earlier try with other contents has arrived, and sends the next one as a new booking', async () => {
    const dialog = await openDialog();
    fillIn();
    office.fail('booking.book', loseAnswer);
    press();
    await waitFor(() => expect(lastToast()?.title).toBe('Booking Failed'));
    office.repair('booking.book');
    fillIn({ 'Full Name': 'Maria S.' });
    press();
    await waitFor(() => expect(dialog).toHaveTextContent('Your first try was booked after all'));
    press();
    await findConfirmation();
    expect(sent()[1]?.bookingReference).toBe(sent()[0]?.bookingReference);
    expect(sent()[2]?.bookingReference).not.toBe(sent()[0]?.bookingReference);
  });

  test('leads back to the times without a toast if its window is full meanwhile', async () => {
    const dialog = await openDialog();
    fillIn();
    changeSlots((slot) => ({ ...slot, currentBookings: 2 }));
    office.fail('booking.book', refuse(409, TAKEN));
    const before = lastToast();
    press();
    await waitFor(() => expect(dialog).toHaveTextContent('No longer available, 2/2 booked'));
    expect(dialog).toHaveTextContent(TAKEN);
    expect(lastToast()).toBe(before);
    expect(screen.queryByText('Book Appointment')).toBeNull();
    for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
    fireEvent.click(screen.getByText('Choose another time'));
    // The button it came from cannot take the focus back.
    await waitFor(() => expect(document.getElementById('times-title')).toHaveFocus());
  });
});
