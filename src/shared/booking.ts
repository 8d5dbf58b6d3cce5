// Apart from the schemas, so that public pages do not load zod.

import { addDays, getWeekday } from './calendar-day';
import { isOpen } from './company-facts';
import type { Settings } from './settings';
import { addMinutes, businessDay, businessInstant } from './time';

/** Services that can be booked, with their names. */
export const BOOKING_SERVICE_TYPES = ['residential', 'commercial', 'deep-cleaning', 'carpet-cleaning', 'window-cleaning'] as const;
export type BookingServiceType = (typeof BOOKING_SERVICE_TYPES)[number];
export const SERVICE_NAMES: Record<BookingServiceType, string> = {
  residential: 'Residential Cleaning',
  commercial: 'Commercial Cleaning',
  'deep-cleaning': 'Deep Cleaning',
  'carpet-cleaning': 'Carpet Cleaning',
  'window-cleaning': 'Window Cleaning',
};
export const TIME_WINDOWS = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00', '18:00-20:00'] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];
export const BOOKING_STATUSES = ['confirmed', 'cancelled', 'no-show', 'completed'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];
/** Statuses of bookings that did not take place: they earn no offer, and the next booking counts as the first. */
export const VOID_BOOKING_STATUSES: readonly string[] = ['cancelled', 'no-show'];
export const BOOKING_PAYMENT_STATUSES = ['pending', 'paid', 'refunded'] as const;

/** Allowed changes of status; a cancelled booking has lost its place for good. */
export const BOOKING_TRANSITIONS: Record<BookingStatus, readonly BookingStatus[]> = {
  confirmed: ['cancelled', 'no-show', 'completed'],
  'no-show': ['confirmed', 'completed'],
  completed: ['confirmed', 'no-show'],
  cancelled: [],
};

/** Days ahead for which slots exist and can be booked. */
export const BOOKING_HORIZON_DAYS = 180;
/** Minutes that a booking is planned for by default; a stored 0 means "not given". */
export const DEFAULT_BOOKING_MINUTES = 120;

const REFERENCE = /^SPC-\d{13}-?[A-Z0-9]{5}$/;
/** Returns whether a text is a booking reference: 'SPC-', a millisecond timestamp, and five capitals or digits. */
export const isBookingReference = (text: unknown): text is string => typeof text === 'string' && REFERENCE.test(text);

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Returns a new booking reference; `bytes` are five random ones. */
export const newBookingReference = (ms: number, bytes: Uint8Array): string =>
  `SPC-${ms}-${Array.from(bytes.subarray(0, 5), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;

/** Return the start and end of a window, "08:00" and "10:00". */
export const getStartTime = (window: TimeWindow): string => window.slice(0, 5);
export const getEndTime = (window: TimeWindow): string => window.slice(6);

/** Token of a manage link: 128 bits, base64url. */
export const MANAGE_TOKEN = /^[\w-]{22}$/;

type Window = { date: string; timeSlot: TimeWindow };
/** Returns the start and end of a window of a day, as ISO text. */
export const windowBounds = ({ date, timeSlot }: Window): [begins: string, ends: string] => [
  businessInstant(date, getStartTime(timeSlot)),
  businessInstant(date, getEndTime(timeSlot)),
];

type Placed = Window & { jobStartsAt: string | null };
/** Returns the start of a booking's job if it lies outside the window, or null. */
export const getAgreedTime = (booking: Placed): string | null =>
  booking.jobStartsAt === null || booking.jobStartsAt === windowBounds(booking)[0] ? null : booking.jobStartsAt;
export const startOfBooking = (booking: Placed): string => getAgreedTime(booking) ?? windowBounds(booking)[0];
/** Returns the start and end of a booking: its window, or the planned minutes from another agreed time. */
export function boundsOfBooking(booking: Placed & { estimatedDuration: number }): [begins: string, ends: string] {
  const agreed = getAgreedTime(booking);
  return agreed === null
    ? windowBounds(booking)
    : [agreed, addMinutes(new Date(agreed), booking.estimatedDuration || DEFAULT_BOOKING_MINUTES)];
}

/**
 * Returns the reason the clock forbids a booking in a window, as a sentence: it has begun, begins outside the opening hours, or is past
 * the horizon. Undefined if it is allowed.
 */
export function timeRefusal(
  window: Window,
  { respectPostedHours, company }: Pick<Settings, 'respectPostedHours' | 'company'>,
  now: Date,
): string | undefined {
  const today = businessDay(now);
  if (window.date < today) return 'This day is over. Please choose another one.';
  if (window.date > addDays(today, BOOKING_HORIZON_DAYS))
    return `This day is too far ahead. Bookings are taken up to ${BOOKING_HORIZON_DAYS} days in advance.`;
  if (window.date === today && windowBounds(window)[0] <= now.toISOString())
    return 'This time window has already begun. Please choose a later one.';
  if (respectPostedHours && !isOpen(getWeekday(window.date), getStartTime(window.timeSlot), company.hours))
    return 'This time window begins outside our opening hours. Please choose another one.';
  return undefined;
}

/** State of a slot apart from the clock: its own switch and count, whether its day is closed, and all bookings of its window. */
type SlotState = { isOpen: boolean; isDayClosed: boolean; bookedInWindow: number; currentBookings: number; maxBookings: number };
/** Returns the reason a slot is closed apart from the clock, as a sentence, or undefined. */
export function closureRefusal(slot: SlotState, { crewCap }: Pick<Settings, 'crewCap'>): string | undefined {
  if (slot.isDayClosed) return 'We are closed on this day. Please choose another one.';
  if (!slot.isOpen) return 'This time window is not available. Please choose another one.';
  if (crewCap !== null && slot.bookedInWindow >= crewCap) return 'All our crews are busy in this time window. Please choose another one.';
  return undefined;
}
/** Refusal of a slot whose places are all taken. */
export const FULLY_BOOKED = 'This time window is fully booked. Please choose another one.';
