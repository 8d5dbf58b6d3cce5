import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { Appointments, type Chosen } from '../../src/client/features/booking/appointments';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';
import { Toaster } from '../../src/client/ui/toast/toaster';
import { BOOKING_SERVICE_TYPES, type BookingServiceType, TIME_WINDOWS, type TimeWindow } from '../../src/shared/booking';
import type { Slot } from '../../src/shared/booking-schemas';

/** A Friday, noon in Kamloops; the tests' own zone is on the Saturday already. */
const NOW = new Date('2026-11-20T19:00:00.000Z');
export const TODAY = '2026-11-20';
export const TYPED = {
  'Full Name': 'Maria Santos',
  'Phone Number': '(250) 555-0133',
  'Email Address': 'maria@example.com',
  'Service Address': '12 Seymour St',
};

export const slotsOf = (date: string, change: (slot: Slot) => Partial<Slot> | undefined = () => ({})): Slot[] =>
  BOOKING_SERVICE_TYPES.flatMap((serviceType, group) =>
    TIME_WINDOWS.flatMap((timeSlot, place) => {
      const slot = { id: 1 + group * 6 + place, date, timeSlot, serviceType, isAvailable: true, maxBookings: 2, currentBookings: 0 };
      const changed = change(slot);
      return changed ? [{ ...slot, ...changed }] : [];
    }),
  );

/** The network, and nothing else, is ours: days are answered by `asked.slots` and noted in `asked.days`, bookings by `book`. */
export const network = vi.fn<typeof fetch>();
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
export const refused = (httpStatus: number, message: string) =>
  json(httpStatus, [{ error: { message, code: -32600, data: { code: 'X', httpStatus } } }]);
type Sent = Record<string, unknown>;
export const booked = (sent: Sent) => {
  const slot = slotsOf(TODAY).find(({ id }) => id === sent.slotId);
  const manageUrl = 'http://localhost/manage/AAAAAAAAAAAAAAAAAAAAAA';
  return json(200, [{ result: { data: { ...sent, date: TODAY, timeSlot: slot?.timeSlot, serviceType: slot?.serviceType, manageUrl } } }]);
};
export const book = vi.fn<(sent: Sent) => Response | Promise<Response>>();
export const asked = { days: [] as string[], slots: (date: string): Slot[] => slotsOf(date) };

/** The page as a visitor meets it, anew in each test of the file. */
export function prepareAppointmentsPage(): void {
  // A form waits for two seconds to have passed since its page came.
  configure({ asyncUtilTimeout: 5000 });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    localStorage.clear();
    asked.slots = (date) => slotsOf(date);
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
        days.map((date) => ({ result: { data: { rows: asked.slots(date), nextCursor: null } } })),
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
}

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
// By place and not by role: with thirty windows and a month of days jsdom takes seconds to work the roles out.
export async function windowOf(service: BookingServiceType, timeSlot: TimeWindow): Promise<HTMLButtonElement> {
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
export function field(label: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[role=dialog] [name=${NAMES[label]}]`);
  if (!found) throw new Error(`No field ${label}.`);
  return found;
}
export function fillIn(values: Record<string, string> = TYPED) {
  for (const [label, text] of Object.entries(values)) fireEvent.input(field(label), { target: { value: text } });
}
export const button = () =>
  within(document.querySelector<HTMLElement>('[role=dialog]') ?? document.body).getByText(/^(Book Appointment|Booking\.\.\.)$/);
export const press = () => fireEvent.click(button());
export const findConfirmation = () => screen.findByText('You are booked');
export const timesTitle = () => document.getElementById('times-title');
export const toast = () => readToasts().at(-1);
export const sent = () => book.mock.calls.map(([body]) => body);
