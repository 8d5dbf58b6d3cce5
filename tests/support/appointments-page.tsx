import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { Appointments } from '../../src/client/features/booking/appointments';
import type { Chosen } from '../../src/client/features/booking/chosen';
import { Toaster } from '../../src/client/ui/toast/toaster';
import { type BookingServiceType, TIME_WINDOWS, type TimeWindow } from '../../src/shared/booking';
import type { Slot } from '../../src/shared/booking-schemas';
import { openOffice } from './office';

/** The company's Friday before its first window; it is Saturday in the tests' own time zone. */
export const NOW = '2026-11-20T14:00:00.000Z';
export const TODAY = '2026-11-20';
export const TYPED = {
  'Full Name': 'Maria Santos',
  'Phone Number': '(250) 555-0133',
  'Email Address': 'maria@example.com',
  'Service Address': '12 Seymour St',
};

/** The shop behind the page of the current test. */
export let office: ReturnType<typeof openOffice>;

/** Opens a shop for each test of a file, whose visitor sees the page. */
export function prepareAppointmentsPage(): void {
  beforeEach(() => {
    office = openOffice({ as: 'nobody', now: NOW });
    // jsdom lays nothing out, so it has nothing to scroll.
    Element.prototype.scrollIntoView = () => undefined;
  });
}

type SlotList = { result: { data: { rows: Slot[] } } };
/** Changes the slots of all further answers; leaves out those for which `change` returns undefined. */
export const changeSlots = (change: (slot: Slot) => Slot | undefined): void =>
  office.fail('booking.listSlots', async (answer) => {
    const { data } = ((await answer()) as SlotList).result;
    return { result: { data: { ...data, rows: data.rows.flatMap((slot) => change(slot) ?? []) } } };
  });
/** Returns the days whose slots the page has asked for. */
export const askedDays = () => office.sent('booking.listSlots').map(({ date }) => date);
/** Returns the bookings that the page has sent. */
export const sent = () => office.sent('booking.book');

export function Page({ first }: { first: Chosen }) {
  const [chosen, setChosen] = useState(first);
  const choose = (change: Chosen) => setChosen((now) => ({ ...now, ...change }));
  return (
    <CallsProvider>
      <Appointments today={TODAY} chosen={chosen} onChoose={choose} onCloseSlot={() => choose({ slot: undefined })} />
      <Toaster />
    </CallsProvider>
  );
}
export const open = (first: Chosen = {}) => render(<Page first={first} />);

/** Finds a window by its place and not by role, which takes jsdom seconds with thirty windows and a month of days. */
export async function findWindow(service: BookingServiceType, timeSlot: TimeWindow): Promise<HTMLButtonElement> {
  const title = await waitFor(() => document.getElementById(`windows-${service}`) ?? Promise.reject(new Error('not yet')));
  const found = title.parentElement?.querySelectorAll('button')[TIME_WINDOWS.indexOf(timeSlot)];
  if (!found) throw new Error(`No window ${timeSlot}.`);
  return found;
}
export const findDialog = () => waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('not yet')));
export async function openDialog(
  service: BookingServiceType = 'deep-cleaning',
  timeSlot: TimeWindow = '10:00-12:00',
): Promise<HTMLElement> {
  open();
  const opener = await findWindow(service, timeSlot);
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
export function field(label: string): HTMLInputElement {
  // By name it is found many times faster than by a selector.
  const found = [...document.getElementsByName(NAMES[label] ?? '')].find((element) => element.closest('[role=dialog]'));
  if (!found) throw new Error(`No field ${label}.`);
  return found as HTMLInputElement;
}
export function fillIn(values: Record<string, string> = TYPED) {
  for (const [label, text] of Object.entries(values)) fireEvent.input(field(label), { target: { value: text } });
}
export const button = () =>
  within(document.querySelector<HTMLElement>('[role=dialog]') ?? document.body).getByText(/^(Book Appointment|Booking\.\.\.)$/);
export const press = () => fireEvent.click(button());
export const findConfirmation = () => screen.findByText('You are booked');
