import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.bookings';
import { BOOKING_SERVICE_TYPES, type BookingServiceType, TIME_WINDOWS, type TimeWindow } from '../../src/shared/booking';
import type { StaffSlot } from '../../src/shared/booking-schemas';
import type { BookingWithInvoice } from '../../src/shared/booking-with-invoice';
import { addDays } from '../../src/shared/calendar-day';
import { fakeCalls, openStaffPage } from './office';

/** A Friday, half past noon in Kamloops; it is already Saturday in the tests' own time zone. */
const NOW = new Date('2026-11-20T19:30:00.000Z');
export const TODAY = '2026-11-20';
const SLOT_IDS = TIME_WINDOWS.length * BOOKING_SERVICE_TYPES.length;
export const slotId = (date: string, timeSlot: TimeWindow, serviceType: BookingServiceType) =>
  1 +
  ((Date.parse(date) - Date.parse(TODAY)) / 86_400_000) * SLOT_IDS +
  BOOKING_SERVICE_TYPES.indexOf(serviceType) * TIME_WINDOWS.length +
  TIME_WINDOWS.indexOf(timeSlot);
export const slotsOf = (date: string, change: (slot: StaffSlot) => Partial<StaffSlot> = () => ({})): StaffSlot[] =>
  BOOKING_SERVICE_TYPES.flatMap((serviceType) =>
    TIME_WINDOWS.map((timeSlot) => {
      const slot = { date, timeSlot, serviceType, id: slotId(date, timeSlot, serviceType), maxBookings: 2, currentBookings: 0 };
      const open = { ...slot, isOpen: true, isAvailable: true, notes: null };
      return { ...open, ...change(open) };
    }),
  );
export const BOOKING: BookingWithInvoice = {
  id: 5,
  slotId: slotId('2026-11-24', '10:00-12:00', 'residential'),
  date: '2026-11-24',
  timeSlot: '10:00-12:00',
  serviceType: 'residential',
  clientName: 'Maria Santos',
  clientEmail: 'maria@example.com',
  clientPhone: '(250) 555-0133',
  clientAddress: '12 Seymour St',
  specialRequests: 'Two cats.',
  status: 'confirmed',
  bookingReference: 'SPC-1790000000000-ABCDE',
  estimatedDuration: 90,
  totalAmount: '149.00',
  paymentStatus: 'pending',
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  cancelReason: null,
  agreedTime: null,
  cancelledBy: null,
  ref: 'customer',
  isFirstBooking: true,
  clientId: 1,
  workOrderId: 9,
  isWorkOrderCancelled: false,
  invoice: null,
};
type Day = { date: string; isClosed: boolean; closedReason: string | null; slots: StaffSlot[]; bookings: BookingWithInvoice[] };
export const dayOf = (date: string, more: Partial<Day> = {}): Day => ({
  date,
  isClosed: false,
  closedReason: null,
  slots: slotsOf(date),
  bookings: [],
  ...more,
});

/** Opens an office with one booking; `day` is the contents of a day in the calendar. */
export function openOffice(
  address: string,
  {
    booking: change = {},
    day = dayOf,
    ...more
  }: { booking?: Partial<BookingWithInvoice>; day?: (date: string) => Day } & Record<string, unknown> = {},
) {
  let booking = { ...BOOKING, ...change };
  const office = fakeCalls({
    'booking.calendar': ({ from, days }) => ({
      days: Array.from({ length: Number(days) }, (_, place) => day(addDays(String(from), place))),
    }),
    'booking.closedDays': () => ({ days: [] }),
    'booking.get': () => booking,
    'booking.search': () => ({ rows: [booking], nextCursor: null }),
    'booking.setStatus': ({ status, reason }) => {
      booking = {
        ...booking,
        status: status as BookingWithInvoice['status'],
        cancelReason: reason ? String(reason) : null,
        cancelledBy: reason ? 'office' : null,
      };
      return booking;
    },
    'booking.move': ({ slotId: wanted }) => {
      const slot = slotsOf('2026-11-25').find(({ id }) => id === Number(wanted)) as StaffSlot;
      booking = { ...booking, slotId: slot.id, date: slot.date, timeSlot: slot.timeSlot, serviceType: slot.serviceType };
      return booking;
    },
    'booking.createWorkOrder': () => {
      booking = { ...booking, workOrderId: 9 };
      return booking;
    },
    'booking.closeDay': () => ({ days: [] }),
    'booking.openDay': () => ({ days: [] }),
    'booking.changeSlots': () => ({ rows: [], nextCursor: null }),
    ...(more as Parameters<typeof fakeCalls>[0]),
  });
  return { ...office, ...openStaffPage(Route, address) };
}
export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const press = async (name: string | RegExp) => userEvent.click(await button(name));
export const dialog = async () => within(await screen.findByRole('dialog'));

/** Sets the time of each test. */
export function prepareBookingsPage(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  });
}
